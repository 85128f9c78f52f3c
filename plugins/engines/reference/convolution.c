/* SPDX-License-Identifier: MIT */
#include "convolution.h"

/* Dimensions in front of the spatial ones, of which there are 1 to 3. */
enum { LEADING = 2 };

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

ref_conv ref_conv_make(const ref_node *node, const ref_conv_node *what)
{
    const hipdnn_data_tensor *x = what->x, *w = what->w, *y = what->y;
    const uint32_t spatial = x->dim.count - LEADING;
    const int64_t groups = x->dim.v[1] / w->dim.v[1];
    ref_conv conv = {
        .how = ref_node_arithmetic(node),
        .batch = y->dim.v[0],
        .groups = groups,
        .group_outputs = y->dim.v[1] / groups,
        .group_inputs = w->dim.v[1],
        .x_batch = x->stride.v[0],
        .x_channel = x->stride.v[1],
        .w_output = w->stride.v[0],
        .w_input = w->stride.v[1],
        .y_batch = y->stride.v[0],
        .y_channel = y->stride.v[1],
    };
    spread(x->dim.v + LEADING, spatial, 1, conv.in);
    spread(w->dim.v + LEADING, spatial, 1, conv.filter);
    spread(y->dim.v + LEADING, spatial, 1, conv.out);
    spread(what->pre_padding->v, spatial, 0, conv.pad);
    spread(what->stride->v, spatial, 1, conv.step);
    spread(what->dilation->v, spatial, 1, conv.dilation);
    spread(x->stride.v + LEADING, spatial, 0, conv.x);
    spread(w->stride.v + LEADING, spatial, 0, conv.w);
    spread(y->stride.v + LEADING, spatial, 0, conv.y);
    if (what->mode == HIPDNN_CONV_MODE_CONVOLUTION)
        flip(&conv);
    /* A step past the input's end meets at most one column, and how far it goes may not fit a number. */
    if (conv.step[REF_WIDTH] < conv.in[REF_WIDTH])
        conv.x_step = conv.step[REF_WIDTH] * conv.x[REF_WIDTH];
    return conv;
}
