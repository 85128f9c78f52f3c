/* SPDX-License-Identifier: MIT */
/* One node of one operation, without a graph around it: infer, check, and what they say. */
#ifndef TESTS_DATA_SDK_OP_CASE_H
#define TESTS_DATA_SDK_OP_CASE_H

#include "data_sdk/ops/operation.h"
#include "data_sdk/schema/dims.h"

/* A list of extents as an initializer. */
#define D(...)                                                                                                         \
    {                                                                                                                  \
        {__VA_ARGS__}, sizeof((int64_t[]){__VA_ARGS__}) / sizeof(int64_t)                                              \
    }

#define HUGE_EXTENT (INT64_C(1) << 62)

enum { OP_CASE_TENSORS = 32 };

typedef struct op_case {
    const hd_operation *operation;
    const void *attributes;
    hipdnn_data_tensor tensors[OP_CASE_TENSORS]; /* a uid is a place here */
    int64_t tensor_count;
} op_case;

/* A tensor with dims and packed strides, or with neither. */
void op_case_give(op_case *node, int64_t uid, const char *name, hipdnn_dims dim);
void op_case_leave(op_case *node, int64_t uid, const char *name);

hd_status op_case_infer(op_case *node);
hd_status op_case_check(op_case *node);

/* Fails the test with `what` in front unless the tensor has these. */
void assert_inferred(const char *what, const op_case *node, int64_t uid, const hipdnn_dims *dim,
                     const hipdnn_dims *stride);

/* Fails unless infer and check both pass. */
void assert_accepted(const char *what, op_case *node);

/* Fails unless infer, or else check, refuses with a sentence that has the fragment. */
void assert_refused(const char *what, op_case *node, const char *fragment);

#endif
