/* SPDX-License-Identifier: MIT */
/* Operation modes whose C API numbers equal their schema numbers. Shared by the backend, the frontend and the data SDK.
 *
 * Source: the schema's and the backend's enumerations, which agree for these. 0 is "unset" where no name is given. */
#ifndef HIPDNN_MODES_H
#define HIPDNN_MODES_H

#ifdef __cplusplus
extern "C" {
#endif

/* Elementwise functions. */
typedef enum hipdnnPointwiseMode_t {
    HIPDNN_POINTWISE_ABS = 1, /* |x| */
    HIPDNN_POINTWISE_ADD = 2, /* x+y */
    HIPDNN_POINTWISE_ADD_SQUARE = 3, /* x+y*y */
    HIPDNN_POINTWISE_BINARY_SELECT = 4, /* mask chooses between two inputs */
    HIPDNN_POINTWISE_CEIL = 5, /* round up */
    HIPDNN_POINTWISE_CMP_EQ = 6, /* x==y */
    HIPDNN_POINTWISE_CMP_GE = 7, /* x>=y */
    HIPDNN_POINTWISE_CMP_GT = 8, /* x>y */
    HIPDNN_POINTWISE_CMP_LE = 9, /* x<=y */
    HIPDNN_POINTWISE_CMP_LT = 10, /* x<y */
    HIPDNN_POINTWISE_CMP_NEQ = 11, /* x!=y */
    HIPDNN_POINTWISE_DIV = 12, /* x/y */
    HIPDNN_POINTWISE_ELU_BWD = 13, /* ELU gradient */
    HIPDNN_POINTWISE_ELU_FWD = 14, /* ELU */
    HIPDNN_POINTWISE_ERF = 15, /* error function */
    HIPDNN_POINTWISE_EXP = 16, /* e^x */
    HIPDNN_POINTWISE_FLOOR = 17, /* round down */
    HIPDNN_POINTWISE_GELU_APPROX_TANH_BWD = 18, /* tanh GELU gradient */
    HIPDNN_POINTWISE_GELU_APPROX_TANH_FWD = 19, /* tanh GELU */
    HIPDNN_POINTWISE_GELU_BWD = 20, /* GELU gradient */
    HIPDNN_POINTWISE_GELU_FWD = 21, /* GELU */
    HIPDNN_POINTWISE_GEN_INDEX = 22, /* index along axis */
    HIPDNN_POINTWISE_IDENTITY = 23, /* copy */
    HIPDNN_POINTWISE_LOG = 24, /* natural log */
    HIPDNN_POINTWISE_LOGICAL_AND = 25, /* x and y */
    HIPDNN_POINTWISE_LOGICAL_NOT = 26, /* not x */
    HIPDNN_POINTWISE_LOGICAL_OR = 27, /* x or y */
    HIPDNN_POINTWISE_MAX = 28, /* larger */
    HIPDNN_POINTWISE_MIN = 29, /* smaller */
    HIPDNN_POINTWISE_MUL = 30, /* x*y */
    HIPDNN_POINTWISE_NEG = 31, /* -x */
    HIPDNN_POINTWISE_RECIPROCAL = 32, /* 1/x */
    HIPDNN_POINTWISE_RELU_BWD = 33, /* ReLU gradient */
    HIPDNN_POINTWISE_RELU_FWD = 34, /* ReLU */
    HIPDNN_POINTWISE_RSQRT = 35, /* 1/sqrt(x) */
    HIPDNN_POINTWISE_SIGMOID_BWD = 36, /* sigmoid gradient */
    HIPDNN_POINTWISE_SIGMOID_FWD = 37, /* sigmoid */
    HIPDNN_POINTWISE_SIN = 38, /* sine */
    HIPDNN_POINTWISE_SOFTPLUS_BWD = 39, /* softplus gradient */
    HIPDNN_POINTWISE_SOFTPLUS_FWD = 40, /* softplus */
    HIPDNN_POINTWISE_SQRT = 41, /* square root */
    HIPDNN_POINTWISE_SUB = 42, /* x-y */
    HIPDNN_POINTWISE_SWISH_BWD = 43, /* swish gradient */
    HIPDNN_POINTWISE_SWISH_FWD = 44, /* swish */
    HIPDNN_POINTWISE_TAN = 45, /* tangent */
    HIPDNN_POINTWISE_TANH_BWD = 46, /* tanh gradient */
    HIPDNN_POINTWISE_TANH_FWD = 47 /* tanh */
} hipdnnPointwiseMode_t;

/* Phase of a forward normalization. */
typedef enum hipdnnNormFwdPhase_t {
    HIPDNN_NORM_FWD_INFERENCE = 1, /* inference */
    HIPDNN_NORM_FWD_TRAINING = 2 /* training */
} hipdnnNormFwdPhase_t;

/* Reductions. */
typedef enum hipdnnReduceTensorOp_t {
    HIPDNN_REDUCE_TENSOR_ADD = 1, /* sum */
    HIPDNN_REDUCE_TENSOR_MUL = 2, /* product */
    HIPDNN_REDUCE_TENSOR_MIN = 3, /* minimum */
    HIPDNN_REDUCE_TENSOR_MAX = 4, /* maximum */
    HIPDNN_REDUCE_TENSOR_AMAX = 5, /* largest magnitude */
    HIPDNN_REDUCE_TENSOR_AVG = 6, /* mean */
    HIPDNN_REDUCE_TENSOR_NORM1 = 7, /* sum of magnitudes */
    HIPDNN_REDUCE_TENSOR_NORM2 = 8, /* root of sum of squares */
    HIPDNN_REDUCE_TENSOR_MUL_NO_ZEROS = 9 /* product of nonzero values */
} hipdnnReduceTensorOp_t;

/* Pooling. */
typedef enum hipdnnResampleMode_t {
    HIPDNN_RESAMPLE_MAXPOOL = 1, /* max pooling */
    HIPDNN_RESAMPLE_AVGPOOL_EXCLUDE_PADDING = 2, /* mean over real elements */
    HIPDNN_RESAMPLE_AVGPOOL_INCLUDE_PADDING = 3 /* mean over whole window */
} hipdnnResampleMode_t;

/* What padding holds. */
typedef enum hipdnnPaddingMode_t {
    HIPDNN_PADDING_NOT_SET = 0, /* unset */
    HIPDNN_PADDING_NEG_INF_PAD = 1, /* pad with minus infinity */
    HIPDNN_PADDING_ZERO_PAD = 2 /* pad with zero */
} hipdnnPaddingMode_t;

/* How a grouped matmul finds its rows. */
typedef enum hipdnnMoeGroupedMatmulMode_t {
    HIPDNN_MOE_GROUPED_MATMUL_MODE_NONE = 0, /* tokens already ordered */
    HIPDNN_MOE_GROUPED_MATMUL_MODE_GATHER = 1, /* rows gathered by index */
    HIPDNN_MOE_GROUPED_MATMUL_MODE_SCATTER = 2 /* rows scattered by index */
} hipdnnMoeGroupedMatmulMode_t;

/* Corner that an attention mask's diagonal starts from. */
typedef enum hipdnnDiagonalAlignment_t {
    HIPDNN_DIAGONAL_ALIGNMENT_TOP_LEFT_EXT = 0, /* diagonal starts top left */
    HIPDNN_DIAGONAL_ALIGNMENT_BOTTOM_RIGHT_EXT = 1 /* diagonal ends bottom right */
} hipdnnDiagonalAlignment_t;

/* How attention is computed. */
typedef enum hipdnnAttentionImplementation_t {
    HIPDNN_ATTENTION_IMPLEMENTATION_AUTO_EXT = 0, /* library chooses */
    HIPDNN_ATTENTION_IMPLEMENTATION_COMPOSITE_EXT = 1, /* split into parts */
    HIPDNN_ATTENTION_IMPLEMENTATION_UNIFIED_EXT = 2 /* one fused kernel */
} hipdnnAttentionImplementation_t;

#ifdef __cplusplus
}
#endif

#endif
