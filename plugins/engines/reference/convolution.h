/* SPDX-License-Identifier: MIT */
/* What the three convolutions share: the geometry of a node, over depth, height and width. The dimensions that a
 * flatter one lacks have extent 1. Whichever of the tensors is computed,
 *
 *   y [N, K, out...] = conv(x [N, C, in...], w [K, C / groups, filter...])
 *
 * says how their shapes go together, with dx, dw or dy in its place. */
#ifndef REFERENCE_CONVOLUTION_H
#define REFERENCE_CONVOLUTION_H

#include "operation.h"
#include "rows.h"

enum { REF_DEPTH, REF_HEIGHT, REF_WIDTH, REF_SPATIAL };

/* Strides are in elements. A flipped filter is one with negative strides that begins at its last tap. */
typedef struct ref_conv {
    ref_arithmetic how;
    int64_t batch;
    int64_t groups;
    int64_t group_outputs; /* K per group */
    int64_t group_inputs; /* C per group */
    int64_t in[REF_SPATIAL], filter[REF_SPATIAL], out[REF_SPATIAL]; /* extents */
    int64_t pad[REF_SPATIAL], step[REF_SPATIAL], dilation[REF_SPATIAL]; /* pad: before; after follows from `out` */
    int64_t x_batch, x_channel, x[REF_SPATIAL];
    int64_t x_step; /* from the column that one output meets to that of the next */
    int64_t w_output, w_input, w[REF_SPATIAL], w_origin;
    int64_t y_batch, y_channel, y[REF_SPATIAL];
} ref_conv;

/* What a node says, wherever its tensors stand in it. */
typedef struct ref_conv_node {
    const hipdnn_data_tensor *x, *w, *y;
    const hipdnn_dims *pre_padding, *stride, *dilation;
    int32_t mode; /* hipdnn_conv_mode */
} ref_conv_node;

/* The geometry, and the arithmetic for the operands of `node`. */
ref_conv ref_conv_make(const ref_node *node, const ref_conv_node *what);

/* Whole numbers from begin up to end, end not included. */
typedef struct ref_range {
    int64_t begin, end;
} ref_range;

REF_INLINE int64_t ref_divide_up(int64_t a, int64_t b)
{
    return a <= 0 ? 0 : (a - 1) / b + 1;
}

/* The i in [0, count) for which first + i * step lies in [0, size). */
REF_INLINE ref_range ref_inside(int64_t first, int64_t step, int64_t size, int64_t count)
{
    const int64_t begin = ref_divide_up(-first, step);
    const int64_t end = ref_divide_up(size - first, step);
    return (ref_range){begin, end < count ? end : count};
}

#endif
