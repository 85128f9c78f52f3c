/* SPDX-License-Identifier: MIT */
/* What the three convolutions share. Whichever of the tensors is computed, the shapes of all three obey
 *
 *   y [N, K, spatial...] = conv(x [N, C, spatial...], w [K, C / groups, filter...]),
 *
 * so data gradient and filter gradient are checked by the forward formula, with dx or dw in its place. */
#ifndef HD_DATA_SDK_OPS_CONVOLUTION_H
#define HD_DATA_SDK_OPS_CONVOLUTION_H

#include "data_sdk/ops/operation.h"

typedef struct hd_convolution {
    hipdnn_data_tensor *x, *w, *y; /* or their gradients */
    const char *x_role, *w_role, *y_role; /* for messages: "input", "filter gradient" */
    const hipdnn_dims *pre_padding, *post_padding, *stride, *dilation;
} hd_convolution;

/* Checks what x, w and the parameters say, and derives the dims of y from them. */
hd_status hd_convolution_output_dims(const hd_op_context *context, const hd_convolution *node, hipdnn_dims *out_dim);

/* Refuses a node whose y has other dims than those. */
hd_status hd_convolution_check(const hd_op_context *context, const hd_convolution *node);

/* For infer of a gradient: dx or dw without dims is refused, because a stride above 1 makes several of them fit;
 * without strides it gets packed ones in the order of `like`. `of` is what it is the gradient of: "input". */
hd_status hd_convolution_infer_gradient(const hd_op_context *context, const char *of, hipdnn_data_tensor *gradient,
                                        const hipdnn_data_tensor *like);

#endif
