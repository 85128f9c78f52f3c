/* SPDX-License-Identifier: MIT */
/* The one description of an operation: its table of fields, its inference, its check. A file per operation defines
 * one hd_operation; all know nothing of a floor above. */
#ifndef HD_DATA_SDK_OPS_OPERATION_H
#define HD_DATA_SDK_OPS_OPERATION_H

#include "data_sdk/schema/field.h"

/* A node in its graph, for infer and check. */
typedef struct hd_op_context {
    const char *node; /* the node's name, for messages */
    int32_t compute_data_type; /* hipdnn_type */
    const void *attributes;
    hipdnn_data_tensor *(*tensor)(const struct hd_op_context *context, int64_t uid); /* NULL: no such tensor */
    const void *graph; /* the lookup's own */
} hd_op_context;

/* Looks up the tensor that `field` (for the message: "x_tensor_uid") names. */
hd_status hd_op_tensor(const hd_op_context *context, const char *field, int64_t uid, hipdnn_data_tensor **out_tensor);

/* A refusal of this node: "node 'c': <sentence>". */
hd_status hd_op_refuse(const hd_op_context *context, const char *format, ...)
    __attribute__((format(printf, 2, 3), cold));

/* "tensor 'x' (uid 3)"; a long name is cut. Returns text. */
enum { HD_TENSOR_TEXT_SIZE = 100 };
const char *hd_tensor_text(const hipdnn_data_tensor *tensor, char text[HD_TENSOR_TEXT_SIZE]);

typedef struct hd_operation {
    const char *name; /* the frontend method's: "conv_fprop" */
    hd_table table; /* table.name is also the JSON type: "ConvolutionFwdAttributes" */
    int32_t tag; /* hipdnn_data_operation */
    /* Fills dims and strides of outputs that have none. All inputs have theirs. */
    hd_status (*infer)(const hd_op_context *context);
    /* Refuses a node that means nothing: ranks, sizes, counts. All tensors have dims and strides. */
    hd_status (*check)(const hd_op_context *context);
} hd_operation;

extern const hd_operation hd_operation_batchnorm_inference;
extern const hd_operation hd_operation_pointwise;
extern const hd_operation hd_operation_batchnorm_backward;
extern const hd_operation hd_operation_batchnorm;
extern const hd_operation hd_operation_conv_fwd;
extern const hd_operation hd_operation_conv_bwd;
extern const hd_operation hd_operation_conv_wrw;
extern const hd_operation hd_operation_batchnorm_inference_variance;
extern const hd_operation hd_operation_matmul;
extern const hd_operation hd_operation_rmsnorm;
extern const hd_operation hd_operation_layernorm;
extern const hd_operation hd_operation_sdpa;
extern const hd_operation hd_operation_block_scale_dequantize;
extern const hd_operation hd_operation_block_scale_quantize;
extern const hd_operation hd_operation_sdpa_backward;
extern const hd_operation hd_operation_custom_op;
extern const hd_operation hd_operation_rmsnorm_backward;
extern const hd_operation hd_operation_reduction;
extern const hd_operation hd_operation_resample_fwd;
extern const hd_operation hd_operation_layernorm_backward;
extern const hd_operation hd_operation_resample_bwd;
extern const hd_operation hd_operation_moe_grouped_matmul;
extern const hd_operation hd_operation_moe_grouped_matmul_bwd;

/* All operations there are, by ascending tag. */
extern const hd_operation *const hd_operations[];
extern const size_t hd_operation_count;

/* NULL when there is none. */
const hd_operation *hd_operation_by_tag(int32_t tag);
const hd_operation *hd_operation_by_table(const char *table_name);

/* Number of inputs that a pointwise mode takes (1, 2 or 3); 0 for an unknown mode. */
int hd_pointwise_input_count(int32_t mode);

#endif
