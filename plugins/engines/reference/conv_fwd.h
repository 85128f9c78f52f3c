/* SPDX-License-Identifier: MIT */
#ifndef REFERENCE_CONV_FWD_H
#define REFERENCE_CONV_FWD_H

#include <stdint.h>

/* A convolution over depth, height and width; the dimensions that a flatter one lacks have extent 1. Strides are in
 * elements. A flipped filter is one with negative strides that begins at its last tap. */
enum { REF_DEPTH, REF_HEIGHT, REF_WIDTH, REF_SPATIAL };

typedef struct ref_conv {
    int64_t batch;
    int64_t outputs; /* K */
    int64_t group_outputs; /* K per group */
    int64_t group_inputs; /* C per group */
    int64_t in[REF_SPATIAL], filter[REF_SPATIAL], out[REF_SPATIAL]; /* extents */
    int64_t pad[REF_SPATIAL], step[REF_SPATIAL], dilation[REF_SPATIAL]; /* pad: before; after follows from `out` */
    int64_t x_batch, x_channel, x[REF_SPATIAL];
    int64_t x_step; /* from the column that one output meets to that of the next */
    int64_t w_output, w_input, w[REF_SPATIAL], w_origin;
    int64_t y_batch, y_channel, y[REF_SPATIAL];
} ref_conv;

/* ref_run; operands y, x, w. */
void ref_conv_fwd_f32(const void *parameters, void *const *operands);

#endif
