/* SPDX-License-Identifier: MIT */
/* Operations as plugins read them: one struct per operation of the schema. A tensor is named by its uid. */
#ifndef HIPDNN_DATA_SDK_OPERATIONS_H
#define HIPDNN_DATA_SDK_OPERATIONS_H

#include "hipdnn_data_sdk/types.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Which struct a node's attributes are. Source: the schema's union NodeAttributes. */
typedef enum hipdnn_data_operation {
    HIPDNN_DATA_OPERATION_NONE = 0,
    HIPDNN_DATA_OPERATION_POINTWISE = 2,
    HIPDNN_DATA_OPERATION_CONV_FWD = 5
} hipdnn_data_operation;

/* Convolution forward, y = conv(x, w).
 * x [N, C, spatial...], w [K, C / groups, filter...], y [N, K, spatial...]; any strides. Paddings (before, after),
 * stride and dilation have one entry per spatial dimension, in elements. Groups follow from the shapes.
 * Source: the schema's ConvolutionFwdAttributes. */
typedef struct hipdnn_data_conv_fwd {
    int64_t x, w, y;
    hipdnn_dims pre_padding, post_padding, stride, dilation;
    int32_t mode; /* hipdnn_conv_mode */
} hipdnn_data_conv_fwd;

/* Elementwise: out_0 = mode(in_0 [, in_1 [, in_2]]), inputs broadcast to the output's shape. An input may have fewer
 * dimensions than the output: they are its last ones. A mode's inputs are all there, and no more.
 * Source: the schema's PointwiseAttributes. */
typedef struct hipdnn_data_pointwise {
    int32_t mode; /* hipdnnPointwiseMode_t */
    int64_t in_0;
    hipdnn_optional_i64 in_1, in_2;
    int64_t out_0;
    hipdnn_optional_i64
        axis; /* GEN_INDEX only: an axis number, not a uid, although the schema names it axis_tensor_uid */
    hipdnn_optional_f32 relu_lower_clip, relu_upper_clip, relu_lower_clip_slope, swish_beta, elu_alpha, softplus_beta;
} hipdnn_data_pointwise;

#ifdef __cplusplus
}
#endif

#endif
