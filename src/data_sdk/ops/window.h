/* SPDX-License-Identifier: MIT */
/* The windows that pooling moves over the spatial dimensions of a tensor [N, C, spatial...], and its index. */
#ifndef HD_DATA_SDK_OPS_WINDOW_H
#define HD_DATA_SDK_OPS_WINDOW_H

#include "data_sdk/ops/operand.h"

/* The attributes that both directions have. */
typedef struct hd_window {
    const hipdnn_dims *pre_padding, *post_padding, *stride, *window;
    int32_t mode; /* hipdnnResampleMode_t */
} hd_window;

/* Checks the windows, and derives the dims of the pooled tensor from those of `in`, which is the node's `role`. */
hd_status hd_window_output_dims(const hd_op_context *context, const hd_window *window, const char *role,
                                const hipdnn_data_tensor *in, hipdnn_dims *out_dim);

/* The other way: the dims of the smallest tensor that is pooled to `out` and is covered by its windows. */
hd_status hd_window_input_dims(const hd_op_context *context, const hd_window *window, const char *role,
                               const hipdnn_data_tensor *out, hipdnn_dims *out_dim);

/* Refuses an index (or NULL) that does not go with the mode or with `pooled`, the pooled tensor. */
hd_status hd_window_index_fits(const hd_op_context *context, const hd_window *window, const hipdnn_data_tensor *index,
                               const hipdnn_data_tensor *pooled);

#endif
