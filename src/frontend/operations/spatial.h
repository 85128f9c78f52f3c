/* SPDX-License-Identifier: MIT */
/* Lists with an entry per spatial dimension, which convolutions and pooling share. How many dimensions there are is not
 * known before the graph is validated: until then such a list is kept at full length. */
#ifndef HD_FRONTEND_SPATIAL_H
#define HD_FRONTEND_SPATIAL_H

#include "frontend/adding.h"

/* Refuses entries below 0. */
hd_status hd_spatial_take(const char *what, const int64_t from[HIPDNN_MAX_RANK], hipdnn_dims *to);

/* One padding for both sides, or one for each. */
hd_status hd_spatial_take_padding(const int64_t padding[HIPDNN_MAX_RANK], const int64_t pre_padding[HIPDNN_MAX_RANK],
                                  const int64_t post_padding[HIPDNN_MAX_RANK], hipdnn_dims *out_pre,
                                  hipdnn_dims *out_post);

/* A list that is cut to the spatial dimensions of a tensor [N, C, spatial...]; `least` stands for its zeros. */
typedef struct hd_spatial_list {
    const char *what; /* "padding before" */
    hipdnn_dims *list;
    int64_t least;
} hd_spatial_list;

/* For hd_complete. `field` names the tensor whose rank counts: "x_tensor_uid". */
hd_status hd_spatial_complete(const hd_op_context *context, const char *field, int64_t uid,
                              const hd_spatial_list *lists, size_t count);

#endif
