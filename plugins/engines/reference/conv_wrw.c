/* SPDX-License-Identifier: MIT */
/* Filter gradient of a convolution: each tap's gradient is the scalar product of all outputs' gradients with the inputs
 * that they meet through the tap,
 *
 *   dw[r] = sum of x[o * stride + r * dilation - padding] * dy[o] over all o, and over the batch.
 *
 * Outputs that meet the padding are left out. Sums are taken a row of outputs at a time, and rounded once. A tap that
 * meets nothing but padding has the gradient 0. */
#include "convolution.h"

enum { DW, X, DY, OPERANDS };

/* Adds what one row of outputs gives to one tap, sum[at]. `first` is the column of `x` that output 0 meets. */
REF_INLINE void add_row(const ref_conv *conv, const ref_arithmetic *how, ref_numbers *sum, int64_t at, const void *x,
                        int64_t first, const void *dy)
{
    const int64_t step = conv->step[REF_WIDTH];
    const ref_range valid = ref_inside(first, step, conv->in[REF_WIDTH], conv->out[REF_WIDTH]);
    for (int64_t column = valid.begin; column < valid.end; column += REF_ROW) {
        const int64_t left = valid.end - column;
        ref_add_dot(how, sum, at, X, ref_at(how, X, x, (first + column * step) * conv->x[REF_WIDTH]), conv->x_step, DY,
                    ref_at(how, DY, dy, column * conv->y[REF_WIDTH]), conv->y[REF_WIDTH],
                    left < REF_ROW ? left : REF_ROW);
    }
}

/* Adds one image to `count` taps of a row of the filter, from `tap` on. `x` and `dy` are where image and channels
 * begin. */
REF_INLINE void add_image(const ref_conv *conv, const ref_arithmetic *how, ref_numbers *sum, int64_t count,
                          const void *x, const void *dy, int64_t depth, int64_t height, int64_t tap)
{
    const int64_t first_d = depth * conv->dilation[REF_DEPTH] - conv->pad[REF_DEPTH];
    const int64_t first_h = height * conv->dilation[REF_HEIGHT] - conv->pad[REF_HEIGHT];
    const ref_range valid_d = ref_inside(first_d, conv->step[REF_DEPTH], conv->in[REF_DEPTH], conv->out[REF_DEPTH]);
    const ref_range valid_h = ref_inside(first_h, conv->step[REF_HEIGHT], conv->in[REF_HEIGHT], conv->out[REF_HEIGHT]);
    for (int64_t d = valid_d.begin; d < valid_d.end; d++) {
        for (int64_t h = valid_h.begin; h < valid_h.end; h++) {
            const void *row = ref_at(how, X, x,
                                     (first_d + d * conv->step[REF_DEPTH]) * conv->x[REF_DEPTH] +
                                         (first_h + h * conv->step[REF_HEIGHT]) * conv->x[REF_HEIGHT]);
            const void *gradient = ref_at(how, DY, dy, d * conv->y[REF_DEPTH] + h * conv->y[REF_HEIGHT]);
            for (int64_t i = 0; i < count; i++)
                add_row(conv, how, sum, i, row, (tap + i) * conv->dilation[REF_WIDTH] - conv->pad[REF_WIDTH], gradient);
        }
    }
}

REF_INLINE void write_row(const ref_conv *conv, const ref_arithmetic *how, void *dw, const void *x, const void *dy,
                          int64_t depth, int64_t height)
{
    for (int64_t tap = 0; tap < conv->filter[REF_WIDTH]; tap += REF_ROW) {
        const int64_t left = conv->filter[REF_WIDTH] - tap;
        const int64_t count = left < REF_ROW ? left : REF_ROW;
        ref_numbers sum = {{0}};
        for (int64_t n = 0; n < conv->batch; n++)
            add_image(conv, how, &sum, count, ref_at(how, X, x, n * conv->x_batch),
                      ref_at(how, DY, dy, n * conv->y_batch), depth, height, tap);
        ref_store_row(how, DW, ref_out_at(how, DW, dw, tap * conv->w[REF_WIDTH]), conv->w[REF_WIDTH], &sum, count);
    }
}

REF_INLINE void write_filter(const ref_conv *conv, const ref_arithmetic *how, void *dw, const void *x, const void *dy)
{
    for (int64_t d = 0; d < conv->filter[REF_DEPTH]; d++)
        for (int64_t h = 0; h < conv->filter[REF_HEIGHT]; h++)
            write_row(conv, how, ref_out_at(how, DW, dw, d * conv->w[REF_DEPTH] + h * conv->w[REF_HEIGHT]), x, dy, d,
                      h);
}

REF_INLINE void run(const ref_conv *conv, const ref_arithmetic *how, void *const *operands)
{
    const int64_t outputs = conv->groups * conv->group_outputs;
    for (int64_t k = 0; k < outputs; k++) {
        const int64_t first = k / conv->group_outputs * conv->group_inputs;
        for (int64_t c = 0; c < conv->group_inputs; c++)
            write_filter(conv, how,
                         ref_out_at(how, DW, operands[DW], k * conv->w_output + c * conv->w_input + conv->w_origin),
                         ref_at(how, X, operands[X], (first + c) * conv->x_channel),
                         ref_at(how, DY, operands[DY], k * conv->y_channel));
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
    const hipdnn_data_conv_wrw *conv = attributes;
    uids[DW] = conv->dw;
    uids[X] = conv->x;
    uids[DY] = conv->dy;
    return OPERANDS;
}

static ref_run prepare(const ref_node *node, void *parameters)
{
    const hipdnn_data_conv_wrw *attributes = node->node->attributes;
    ref_conv *conv = parameters;
    *conv = ref_conv_make(node, &(ref_conv_node){
                                    .x = node->operand[X],
                                    .w = node->operand[DW],
                                    .y = node->operand[DY],
                                    .pre_padding = &attributes->pre_padding,
                                    .stride = &attributes->stride,
                                    .dilation = &attributes->dilation,
                                    .mode = attributes->mode,
                                });
    return conv->how.floats ? run_floats : run_any;
}

const ref_operation ref_conv_wrw = {
    .operation = HIPDNN_DATA_OPERATION_CONV_WRW,
    .operands = operands_of,
    .output_count = 1,
    .prepare = prepare,
    .parameter_size = sizeof(ref_conv),
};
