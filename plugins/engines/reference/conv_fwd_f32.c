/* SPDX-License-Identifier: MIT */
/* Convolution forward on floats.
 *
 * Each output is a sum in double over filter taps and channels, rounded once. Taps that fall into the padding are left
 * out, not multiplied by zero: an infinity or NaN in the filter meets only elements that exist.
 *
 * Outputs are summed a row at a time. Their sums do not depend on each other, so the processor overlaps the additions,
 * which it could not do along one sum; and the padding is cut off at the ends of a row instead of tested per tap. */
#include "conv_fwd.h"

/* Outputs of a row that are summed together, on the stack. */
enum { ROW = 128 };

typedef struct range {
    int64_t begin, end;
} range;

static int64_t divide_up(int64_t a, int64_t b)
{
    return a <= 0 ? 0 : (a - 1) / b + 1;
}

/* The i in [0, count) for which first + i * step lies in [0, size). */
static range inside(int64_t first, int64_t step, int64_t size, int64_t count)
{
    const int64_t begin = divide_up(-first, step);
    const int64_t end = divide_up(size - first, step);
    return (range){begin, end < count ? end : count};
}

static void add_products(double *restrict sum, const float *restrict x, int64_t x_step, double weight, int64_t count)
{
    for (int64_t i = 0; i < count; i++)
        sum[i] += (double)x[i * x_step] * weight;
}

/* Adds one filter tap over all channels. `x` is the input row that the tap meets, `first` the column in it that output
 * 0 meets, `w` the tap's weight in channel 0. */
static void add_tap(const ref_conv *conv, double *sum, int64_t count, const float *x, int64_t first, const float *w)
{
    const int64_t step = conv->step[REF_WIDTH];
    const range valid = inside(first, step, conv->in[REF_WIDTH], count);
    if (valid.begin >= valid.end)
        return;
    const float *at = x + (first + valid.begin * step) * conv->x[REF_WIDTH];
    for (int64_t c = 0; c < conv->group_inputs; c++)
        add_products(sum + valid.begin, at + c * conv->x_channel, conv->x_step, (double)w[c * conv->w_input],
                     valid.end - valid.begin);
}

/* Sums `count` outputs of one row, from `column` on. `x` and `w` are where batch, group and output channel begin. */
static void sum_row(const ref_conv *conv, double *sum, int64_t count, const float *x, const float *w, int64_t depth,
                    int64_t height, int64_t column)
{
    const int64_t first_d = depth * conv->step[REF_DEPTH] - conv->pad[REF_DEPTH];
    const int64_t first_h = height * conv->step[REF_HEIGHT] - conv->pad[REF_HEIGHT];
    const int64_t first_w = column * conv->step[REF_WIDTH] - conv->pad[REF_WIDTH];
    const range taps_d = inside(first_d, conv->dilation[REF_DEPTH], conv->in[REF_DEPTH], conv->filter[REF_DEPTH]);
    const range taps_h = inside(first_h, conv->dilation[REF_HEIGHT], conv->in[REF_HEIGHT], conv->filter[REF_HEIGHT]);
    for (int64_t d = taps_d.begin; d < taps_d.end; d++) {
        for (int64_t h = taps_h.begin; h < taps_h.end; h++) {
            const float *row = x + (first_d + d * conv->dilation[REF_DEPTH]) * conv->x[REF_DEPTH] +
                               (first_h + h * conv->dilation[REF_HEIGHT]) * conv->x[REF_HEIGHT];
            const float *taps = w + d * conv->w[REF_DEPTH] + h * conv->w[REF_HEIGHT];
            for (int64_t k = 0; k < conv->filter[REF_WIDTH]; k++)
                add_tap(conv, sum, count, row, first_w + k * conv->dilation[REF_WIDTH], taps + k * conv->w[REF_WIDTH]);
        }
    }
}

static void write_row(const ref_conv *conv, float *y, const float *x, const float *w, int64_t depth, int64_t height)
{
    for (int64_t column = 0; column < conv->out[REF_WIDTH]; column += ROW) {
        const int64_t left = conv->out[REF_WIDTH] - column;
        const int64_t count = left < ROW ? left : ROW;
        double sum[ROW] = {0};
        sum_row(conv, sum, count, x, w, depth, height, column);
        for (int64_t i = 0; i < count; i++)
            y[(column + i) * conv->y[REF_WIDTH]] = (float)sum[i];
    }
}

static void write_channel(const ref_conv *conv, float *y, const float *x, const float *w)
{
    for (int64_t d = 0; d < conv->out[REF_DEPTH]; d++)
        for (int64_t h = 0; h < conv->out[REF_HEIGHT]; h++)
            write_row(conv, y + d * conv->y[REF_DEPTH] + h * conv->y[REF_HEIGHT], x, w, d, h);
}

void ref_conv_fwd_f32(const void *parameters, void *const *operands)
{
    const ref_conv *conv = parameters;
    float *y = operands[0];
    const float *x = operands[1];
    const float *w = operands[2];
    for (int64_t n = 0; n < conv->batch; n++)
        for (int64_t k = 0; k < conv->outputs; k++)
            write_channel(conv, y + n * conv->y_batch + k * conv->y_channel,
                          x + n * conv->x_batch + k / conv->group_outputs * conv->group_inputs * conv->x_channel,
                          w + k * conv->w_output + conv->w_origin);
}
