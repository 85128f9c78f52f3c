/* SPDX-License-Identifier: MIT */
/* Data gradient of a convolution: the transposed sum. Where forward an output meets an input through a filter tap, here
 * the input's gradient gets that output's gradient through the same tap,
 *
 *   dx[i] = sum of dy[o] * w[r] over all o, r with o * stride + r * dilation - padding = i,
 *
 * and over the output channels of the group. Sums, rows and padding are as forward. An input that no output meets has
 * the gradient 0. */
#include "convolution.h"

enum { DX, DY, W, OPERANDS };

/* The output that meets input position `at` through tap `tap` of a dimension, or -1. */
REF_INLINE int64_t meeting_output(const ref_conv *conv, int dimension, int64_t at, int64_t tap)
{
    const int64_t reached = at + conv->pad[dimension] - tap * conv->dilation[dimension];
    if (reached < 0 || reached % conv->step[dimension] != 0)
        return -1;
    const int64_t output = reached / conv->step[dimension];
    return output < conv->out[dimension] ? output : -1;
}

/* Adds one filter tap over all output channels of the group. `dy` is the row that the tap meets, `first` the column,
 * counted from that of sum[0], that its element 0 meets, `w` the tap's weight in output channel 0. */
REF_INLINE void add_tap(const ref_conv *conv, const ref_arithmetic *how, ref_numbers *sum, int64_t count,
                        const void *dy, int64_t first, const void *w)
{
    const int64_t step = conv->step[REF_WIDTH];
    const ref_range valid = ref_inside(first, step, count, conv->out[REF_WIDTH]);
    if (valid.begin >= valid.end)
        return;
    const void *at = ref_at(how, DY, dy, valid.begin * conv->y[REF_WIDTH]);
    for (int64_t k = 0; k < conv->group_outputs; k++)
        ref_multiply_add(how, sum, first + valid.begin * step, step, DY, ref_at(how, DY, at, k * conv->y_channel),
                         conv->y[REF_WIDTH], ref_load_one(how, W, ref_at(how, W, w, k * conv->w_output)),
                         valid.end - valid.begin);
}

/* Sums `count` gradients of one row, from `column` on. `dy` and `w` are where batch, group and input channel begin. */
REF_INLINE void sum_row(const ref_conv *conv, const ref_arithmetic *how, ref_numbers *sum, int64_t count,
                        const void *dy, const void *w, int64_t depth, int64_t height, int64_t column)
{
    for (int64_t d = 0; d < conv->filter[REF_DEPTH]; d++) {
        const int64_t out_d = meeting_output(conv, REF_DEPTH, depth, d);
        for (int64_t h = 0; h < conv->filter[REF_HEIGHT] && out_d >= 0; h++) {
            const int64_t out_h = meeting_output(conv, REF_HEIGHT, height, h);
            if (out_h < 0)
                continue;
            const void *row = ref_at(how, DY, dy, out_d * conv->y[REF_DEPTH] + out_h * conv->y[REF_HEIGHT]);
            const void *taps = ref_at(how, W, w, d * conv->w[REF_DEPTH] + h * conv->w[REF_HEIGHT]);
            for (int64_t k = 0; k < conv->filter[REF_WIDTH]; k++)
                add_tap(conv, how, sum, count, row, k * conv->dilation[REF_WIDTH] - conv->pad[REF_WIDTH] - column,
                        ref_at(how, W, taps, k * conv->w[REF_WIDTH]));
        }
    }
}

REF_INLINE void write_row(const ref_conv *conv, const ref_arithmetic *how, void *dx, const void *dy, const void *w,
                          int64_t depth, int64_t height)
{
    for (int64_t column = 0; column < conv->in[REF_WIDTH]; column += REF_ROW) {
        const int64_t left = conv->in[REF_WIDTH] - column;
        const int64_t count = left < REF_ROW ? left : REF_ROW;
        ref_numbers sum = {{0}};
        sum_row(conv, how, &sum, count, dy, w, depth, height, column);
        ref_store_row(how, DX, ref_out_at(how, DX, dx, column * conv->x[REF_WIDTH]), conv->x[REF_WIDTH], &sum, count);
    }
}

REF_INLINE void write_channel(const ref_conv *conv, const ref_arithmetic *how, void *dx, const void *dy, const void *w)
{
    for (int64_t d = 0; d < conv->in[REF_DEPTH]; d++)
        for (int64_t h = 0; h < conv->in[REF_HEIGHT]; h++)
            write_row(conv, how, ref_out_at(how, DX, dx, d * conv->x[REF_DEPTH] + h * conv->x[REF_HEIGHT]), dy, w, d,
                      h);
}

REF_INLINE void run(const ref_conv *conv, const ref_arithmetic *how, void *const *operands)
{
    const int64_t inputs = conv->groups * conv->group_inputs;
    for (int64_t n = 0; n < conv->batch; n++) {
        for (int64_t c = 0; c < inputs; c++) {
            const int64_t k = c / conv->group_inputs * conv->group_outputs;
            write_channel(conv, how, ref_out_at(how, DX, operands[DX], n * conv->x_batch + c * conv->x_channel),
                          ref_at(how, DY, operands[DY], n * conv->y_batch + k * conv->y_channel),
                          ref_at(how, W, operands[W],
                                 k * conv->w_output + c % conv->group_inputs * conv->w_input + conv->w_origin));
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
    const hipdnn_data_conv_bwd *conv = attributes;
    uids[DX] = conv->dx;
    uids[DY] = conv->dy;
    uids[W] = conv->w;
    return OPERANDS;
}

static ref_run prepare(const ref_node *node, void *parameters)
{
    const hipdnn_data_conv_bwd *attributes = node->node->attributes;
    ref_conv *conv = parameters;
    *conv = ref_conv_make(node, &(ref_conv_node){
                                    .x = node->operand[DX],
                                    .w = node->operand[W],
                                    .y = node->operand[DY],
                                    .pre_padding = &attributes->pre_padding,
                                    .stride = &attributes->stride,
                                    .dilation = &attributes->dilation,
                                    .mode = attributes->mode,
                                });
    return conv->how.floats ? run_floats : run_any;
}

const ref_operation ref_conv_bwd = {
    .operation = HIPDNN_DATA_OPERATION_CONV_BWD,
    .operands = operands_of,
    .output_count = 1,
    .prepare = prepare,
    .parameter_size = sizeof(ref_conv),
};
