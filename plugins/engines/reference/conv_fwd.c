/* SPDX-License-Identifier: MIT */
/* Convolution forward. What the schema allows (1 to 3 spatial dimensions, groups, padding on either side, stride,
 * dilation, both modes) is what is computed, so there is nothing to decline.
 *
 * Each output is a sum over filter taps and channels, rounded once. Taps that fall into the padding are left out, not
 * multiplied by zero: an infinity or NaN in the filter meets only elements that exist. Outputs are summed a row at a
 * time, and the padding is cut off at the ends of a row instead of tested per tap. */
#include "convolution.h"

enum { Y, X, W, OPERANDS };

/* Adds one filter tap over all channels. `x` is the input row that the tap meets, `first` the column in it that output
 * 0 meets, `w` the tap's weight in channel 0. */
REF_INLINE void add_tap(const ref_conv *conv, const ref_arithmetic *how, ref_numbers *sum, int64_t count, const void *x,
                        int64_t first, const void *w)
{
    const int64_t step = conv->step[REF_WIDTH];
    const ref_range valid = ref_inside(first, step, conv->in[REF_WIDTH], count);
    if (valid.begin >= valid.end)
        return;
    const void *at = ref_at(how, X, x, (first + valid.begin * step) * conv->x[REF_WIDTH]);
    for (int64_t c = 0; c < conv->group_inputs; c++)
        ref_multiply_add(how, sum, valid.begin, 1, X, ref_at(how, X, at, c * conv->x_channel), conv->x_step,
                         ref_load_one(how, W, ref_at(how, W, w, c * conv->w_input)), valid.end - valid.begin);
}

/* Sums `count` outputs of one row, from `column` on. `x` and `w` are where batch, group and output channel begin. */
REF_INLINE void sum_row(const ref_conv *conv, const ref_arithmetic *how, ref_numbers *sum, int64_t count, const void *x,
                        const void *w, int64_t depth, int64_t height, int64_t column)
{
    const int64_t first_d = depth * conv->step[REF_DEPTH] - conv->pad[REF_DEPTH];
    const int64_t first_h = height * conv->step[REF_HEIGHT] - conv->pad[REF_HEIGHT];
    const int64_t first_w = column * conv->step[REF_WIDTH] - conv->pad[REF_WIDTH];
    const ref_range taps_d =
        ref_inside(first_d, conv->dilation[REF_DEPTH], conv->in[REF_DEPTH], conv->filter[REF_DEPTH]);
    const ref_range taps_h =
        ref_inside(first_h, conv->dilation[REF_HEIGHT], conv->in[REF_HEIGHT], conv->filter[REF_HEIGHT]);
    for (int64_t d = taps_d.begin; d < taps_d.end; d++) {
        for (int64_t h = taps_h.begin; h < taps_h.end; h++) {
            const void *row = ref_at(how, X, x,
                                     (first_d + d * conv->dilation[REF_DEPTH]) * conv->x[REF_DEPTH] +
                                         (first_h + h * conv->dilation[REF_HEIGHT]) * conv->x[REF_HEIGHT]);
            const void *taps = ref_at(how, W, w, d * conv->w[REF_DEPTH] + h * conv->w[REF_HEIGHT]);
            for (int64_t k = 0; k < conv->filter[REF_WIDTH]; k++)
                add_tap(conv, how, sum, count, row, first_w + k * conv->dilation[REF_WIDTH],
                        ref_at(how, W, taps, k * conv->w[REF_WIDTH]));
        }
    }
}

REF_INLINE void write_row(const ref_conv *conv, const ref_arithmetic *how, void *y, const void *x, const void *w,
                          int64_t depth, int64_t height)
{
    for (int64_t column = 0; column < conv->out[REF_WIDTH]; column += REF_ROW) {
        const int64_t left = conv->out[REF_WIDTH] - column;
        const int64_t count = left < REF_ROW ? left : REF_ROW;
        ref_numbers sum = {{0}};
        sum_row(conv, how, &sum, count, x, w, depth, height, column);
        ref_store_row(how, Y, ref_out_at(how, Y, y, column * conv->y[REF_WIDTH]), conv->y[REF_WIDTH], &sum, count);
    }
}

REF_INLINE void write_channel(const ref_conv *conv, const ref_arithmetic *how, void *y, const void *x, const void *w)
{
    for (int64_t d = 0; d < conv->out[REF_DEPTH]; d++)
        for (int64_t h = 0; h < conv->out[REF_HEIGHT]; h++)
            write_row(conv, how, ref_out_at(how, Y, y, d * conv->y[REF_DEPTH] + h * conv->y[REF_HEIGHT]), x, w, d, h);
}

REF_INLINE void run(const ref_conv *conv, const ref_arithmetic *how, void *const *operands)
{
    const int64_t outputs = conv->groups * conv->group_outputs;
    for (int64_t n = 0; n < conv->batch; n++) {
        for (int64_t k = 0; k < outputs; k++) {
            const int64_t c = k / conv->group_outputs * conv->group_inputs;
            write_channel(conv, how, ref_out_at(how, Y, operands[Y], n * conv->y_batch + k * conv->y_channel),
                          ref_at(how, X, operands[X], n * conv->x_batch + c * conv->x_channel),
                          ref_at(how, W, operands[W], k * conv->w_output + conv->w_origin));
        }
    }
}

static void run_floats(const void *parameters, void *const *operands)
{
    const ref_arithmetic how = {.floats = true};
    run(parameters, &how, operands);
}

static void run_any(const void *parameters, void *const *operands)
{
    const ref_conv *conv = parameters;
    run(conv, &conv->how, operands);
}

static uint32_t operands_of(const void *attributes, int64_t uids[REF_MAX_OPERANDS])
{
    const hipdnn_data_conv_fwd *conv = attributes;
    uids[Y] = conv->y;
    uids[X] = conv->x;
    uids[W] = conv->w;
    return OPERANDS;
}

static ref_run prepare(const ref_node *node, void *parameters)
{
    const hipdnn_data_conv_fwd *attributes = node->node->attributes;
    ref_conv *conv = parameters;
    *conv = ref_conv_make(node, &(ref_conv_node){
                                    .x = node->operand[X],
                                    .w = node->operand[W],
                                    .y = node->operand[Y],
                                    .pre_padding = &attributes->pre_padding,
                                    .stride = &attributes->stride,
                                    .dilation = &attributes->dilation,
                                    .mode = attributes->mode,
                                });
    return conv->how.floats ? run_floats : run_any;
}

const ref_operation ref_conv_fwd = {
    .operation = HIPDNN_DATA_OPERATION_CONV_FWD,
    .operands = operands_of,
    .output_count = 1,
    .prepare = prepare,
    .parameter_size = sizeof(ref_conv),
};
