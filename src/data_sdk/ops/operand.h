/* SPDX-License-Identifier: MIT */
/* Questions that operations ask of one tensor at a time, so that the same refusal reads the same everywhere.
 *
 * `role` is what the tensor is to its node, as the schema names it: "seq_len_q". A tensor that is NULL is an optional
 * one that the node does not name, and passes. */
#ifndef HD_DATA_SDK_OPS_OPERAND_H
#define HD_DATA_SDK_OPS_OPERAND_H

#include "data_sdk/ops/operation.h"

/* A list of extents: HD_DIMS(batch, heads, 1, 1). */
#define HD_DIMS(...)                                                                                                   \
    (hipdnn_dims)                                                                                                      \
    {                                                                                                                  \
        .v = {__VA_ARGS__}, .count = sizeof((int64_t[]){__VA_ARGS__}) / sizeof(int64_t)                                \
    }

/* In a shape that is asked for: any extent from 1 up. */
enum { HD_ANY_EXTENT = 0 };

/* Where the tensor of a field goes; a required one is given as HIPDNN_SOME(uid). */
typedef struct hd_operand {
    const char *field; /* "x_tensor_uid" */
    hipdnn_optional_i64 uid;
    hipdnn_data_tensor **out_tensor;
} hd_operand;

/* Looks them all up; NULL where a field names no tensor. */
hd_status hd_operands_find(const hd_op_context *context, const hd_operand *operands, size_t count);

/* Refuses another rank, another extent than `shape` asks for, and extents below 1. `letters` is the shape as the
 * documentation writes it, and where it comes from when that helps: "[B, Hq, Sq, D] of q". */
hd_status hd_operand_has_shape(const hd_op_context *context, const char *role, const hipdnn_data_tensor *tensor,
                               const hipdnn_dims *shape, const char *letters);

/* Refuses more than one element, in whatever rank. */
hd_status hd_operand_is_scalar(const hd_op_context *context, const char *role, const hipdnn_data_tensor *tensor);

hd_status hd_operand_has_type(const hd_op_context *context, const char *role, const hipdnn_data_tensor *tensor,
                              hipdnn_type type);

/* Gives an output what it lacks: these dims, and strides packed in the order of `like_stride`, or plainly for NULL. */
void hd_operand_infer(hipdnn_data_tensor *tensor, const hipdnn_dims *dim, const hipdnn_dims *like_stride);

#endif
