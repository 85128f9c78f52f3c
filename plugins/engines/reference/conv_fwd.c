/* SPDX-License-Identifier: MIT */
/* Convolution forward: how a node becomes a ref_conv. What the schema allows (1 to 3 spatial dimensions, groups,
 * padding on either side, stride, dilation, both modes) is what is computed, so there is nothing to decline. */
#include "conv_fwd.h"

#include "operation.h"

enum { Y, X, W, OPERANDS };

/* Dimensions in front of the spatial ones, of which there are 1 to 3. */
enum { LEADING = 2 };

static uint32_t operands(const void *attributes, int64_t uids[REF_MAX_OPERANDS])
{
    const hipdnn_data_conv_fwd *conv = attributes;
    uids[Y] = conv->y;
    uids[X] = conv->x;
    uids[W] = conv->w;
    return OPERANDS;
}

/* The spatial entries of a tensor's dims or strides, right-aligned into depth, height, width. */
static void spread(const int64_t *values, uint32_t count, int64_t missing, int64_t out[REF_SPATIAL])
{
    for (uint32_t i = 0; i < REF_SPATIAL; i++)
        out[i] = i + count < REF_SPATIAL ? missing : values[i + count - REF_SPATIAL];
}

static void flip(ref_conv *conv)
{
    for (uint32_t i = 0; i < REF_SPATIAL; i++) {
        conv->w_origin += (conv->filter[i] - 1) * conv->w[i];
        conv->w[i] = -conv->w[i];
    }
}

static ref_run prepare(const ref_node *node, void *parameters)
{
    const hipdnn_data_conv_fwd *attributes = node->node->attributes;
    const hipdnn_data_tensor *x = node->operand[X];
    const hipdnn_data_tensor *w = node->operand[W];
    const hipdnn_data_tensor *y = node->operand[Y];
    const uint32_t spatial = x->dim.count - LEADING;
    const int64_t groups = x->dim.v[1] / w->dim.v[1];
    ref_conv *conv = parameters;
    *conv = (ref_conv){
        .batch = y->dim.v[0],
        .outputs = y->dim.v[1],
        .group_outputs = y->dim.v[1] / groups,
        .group_inputs = w->dim.v[1],
        .x_batch = x->stride.v[0],
        .x_channel = x->stride.v[1],
        .w_output = w->stride.v[0],
        .w_input = w->stride.v[1],
        .y_batch = y->stride.v[0],
        .y_channel = y->stride.v[1],
    };
    spread(x->dim.v + LEADING, spatial, 1, conv->in);
    spread(w->dim.v + LEADING, spatial, 1, conv->filter);
    spread(y->dim.v + LEADING, spatial, 1, conv->out);
    spread(attributes->pre_padding.v, spatial, 0, conv->pad);
    spread(attributes->stride.v, spatial, 1, conv->step);
    spread(attributes->dilation.v, spatial, 1, conv->dilation);
    spread(x->stride.v + LEADING, spatial, 0, conv->x);
    spread(w->stride.v + LEADING, spatial, 0, conv->w);
    spread(y->stride.v + LEADING, spatial, 0, conv->y);
    if (attributes->mode == HIPDNN_CONV_MODE_CONVOLUTION)
        flip(conv);
    /* A step past the input's end meets at most one column, and how far it goes may not fit a number. */
    if (conv->step[REF_WIDTH] < conv->in[REF_WIDTH])
        conv->x_step = conv->step[REF_WIDTH] * conv->x[REF_WIDTH];
    return ref_conv_fwd_f32;
}

const ref_operation ref_conv_fwd = {
    .operation = HIPDNN_DATA_OPERATION_CONV_FWD,
    .operands = operands,
    .output_count = 1,
    .prepare = prepare,
    .parameter_size = sizeof(ref_conv),
};
