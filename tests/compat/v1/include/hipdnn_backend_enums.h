/* SPDX-License-Identifier: MIT */
/* Enumerations of the backend C API. Values are fixed: they cross a binary boundary. */
#ifndef HIPDNN_BACKEND_ENUMS_H
#define HIPDNN_BACKEND_ENUMS_H

#include "hipdnn_modes.h"

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* What a call answers. The sentence that goes with it: hipdnnGetLastErrorString. */
typedef enum hipdnnStatus_t {
    HIPDNN_STATUS_SUCCESS = 0, /* call succeeded */
    HIPDNN_STATUS_NOT_INITIALIZED = 1, /* object in wrong state: not finalized, or finalized already */
    HIPDNN_STATUS_BAD_PARAM = 2, /* argument invalid */
    HIPDNN_STATUS_BAD_PARAM_NULL_POINTER = 3, /* a required pointer was NULL */
    HIPDNN_STATUS_BAD_PARAM_NOT_FINALIZED = 4, /* child descriptor not finalized */
    HIPDNN_STATUS_BAD_PARAM_OUT_OF_BOUND = 5, /* value outside allowed range */
    HIPDNN_STATUS_BAD_PARAM_SIZE_INSUFFICIENT = 6, /* output buffer too small */
    HIPDNN_STATUS_BAD_PARAM_STREAM_MISMATCH = 7, /* streams disagree */
    HIPDNN_STATUS_NOT_SUPPORTED = 8, /* feature, type or attribute unsupported */
    HIPDNN_STATUS_INTERNAL_ERROR = 9, /* unexpected internal failure */
    HIPDNN_STATUS_ALLOC_FAILED = 10, /* allocation failed */
    HIPDNN_STATUS_INTERNAL_ERROR_HOST_ALLOCATION_FAILED = 11, /* host allocation failed */
    HIPDNN_STATUS_INTERNAL_ERROR_DEVICE_ALLOCATION_FAILED = 12, /* device allocation failed */
    HIPDNN_STATUS_EXECUTION_FAILED = 13, /* device run failed */
    HIPDNN_STATUS_PLUGIN_ERROR = 14, /* plugin reported failure */
    HIPDNN_STATUS_VERSION_MISMATCH = 15 /* version or symbol mismatch */
} hipdnnStatus_t;

/* Kinds of descriptors. */
typedef enum hipdnnBackendDescriptorType_t {
    HIPDNN_INVALID_TYPE_EXT = 0, /* no type */
    HIPDNN_BACKEND_ENGINE_DESCRIPTOR = 1, /* one engine bound to a graph */
    HIPDNN_BACKEND_ENGINECFG_DESCRIPTOR = 2, /* engine plus knob settings */
    HIPDNN_BACKEND_ENGINEHEUR_DESCRIPTOR = 3, /* engine ranking query */
    HIPDNN_BACKEND_EXECUTION_PLAN_DESCRIPTOR = 4, /* runnable plan */
    HIPDNN_BACKEND_INTERMEDIATE_INFO_DESCRIPTOR = 5, /* reserved */
    HIPDNN_BACKEND_KNOB_CHOICE_DESCRIPTOR = 6, /* one knob value */
    HIPDNN_BACKEND_KNOB_INFO_DESCRIPTOR = 7, /* one knob description */
    HIPDNN_BACKEND_LAYOUT_INFO_DESCRIPTOR = 8, /* reserved */
    HIPDNN_BACKEND_OPERATION_GEN_STATS_DESCRIPTOR = 9, /* reserved */
    HIPDNN_BACKEND_OPERATIONGRAPH_DESCRIPTOR = 10, /* operation graph */
    HIPDNN_BACKEND_VARIANT_PACK_DESCRIPTOR = 11, /* run-time pointers and workspace */
    HIPDNN_BACKEND_KERNEL_CACHE_DESCRIPTOR = 12, /* reserved */
    HIPDNN_BACKEND_OPERATION_PAGED_CACHE_LOAD_DESCRIPTOR = 13, /* reserved */
    HIPDNN_BACKEND_TENSOR_DESCRIPTOR = 14, /* tensor */
    HIPDNN_BACKEND_OPERATION_CONVOLUTION_FORWARD_DESCRIPTOR = 15, /* convolution forward */
    HIPDNN_BACKEND_OPERATION_CONVOLUTION_BACKWARD_FILTER_DESCRIPTOR = 16, /* convolution weight gradient */
    HIPDNN_BACKEND_OPERATION_BATCHNORM_INFERENCE_DESCRIPTOR_EXT = 17, /* batchnorm inference, inverse variance given */
    HIPDNN_BACKEND_OPERATION_POINTWISE_DESCRIPTOR = 18, /* elementwise */
    HIPDNN_BACKEND_OPERATION_CONVOLUTION_BACKWARD_DATA_DESCRIPTOR = 19, /* convolution data gradient */
    HIPDNN_BACKEND_OPERATION_BATCHNORM_BACKWARD_DESCRIPTOR_EXT = 20, /* batchnorm backward */
    HIPDNN_BACKEND_OPERATION_BATCHNORM_INFERENCE_VARIANCE_DESCRIPTOR_EXT =
        21, /* batchnorm inference, variance and epsilon given */
    HIPDNN_BACKEND_OPERATION_MATMUL_DESCRIPTOR = 22, /* matrix multiply */
    HIPDNN_BACKEND_OPERATION_RMSNORM_DESCRIPTOR_EXT = 23, /* RMS norm forward */
    HIPDNN_BACKEND_OPERATION_SDPA_FWD_DESCRIPTOR = 24, /* attention forward */
    HIPDNN_BACKEND_OPERATION_LAYERNORM_DESCRIPTOR_EXT = 25, /* layer norm forward */
    HIPDNN_BACKEND_OPERATION_BLOCK_SCALE_QUANTIZE_DESCRIPTOR = 26, /* block-scaled quantize */
    HIPDNN_BACKEND_OPERATION_BATCHNORM_DESCRIPTOR_EXT = 27, /* batchnorm training forward */
    HIPDNN_BACKEND_OPERATION_BLOCK_SCALE_DEQUANTIZE_DESCRIPTOR = 28, /* block-scaled dequantize */
    HIPDNN_BACKEND_OPERATION_CUSTOM_OP_DESCRIPTOR_EXT = 29, /* opaque custom operation */
    HIPDNN_BACKEND_OPERATION_SDPA_BWD_DESCRIPTOR_EXT = 30, /* attention backward */
    HIPDNN_BACKEND_OPERATION_REDUCTION_DESCRIPTOR = 31, /* reduction */
    HIPDNN_BACKEND_OPERATION_RESAMPLE_FWD_DESCRIPTOR = 32, /* pooling/resample forward */
    HIPDNN_BACKEND_OPERATION_RMSNORM_BACKWARD_DESCRIPTOR_EXT = 33, /* RMS norm backward */
    HIPDNN_BACKEND_PROFILING_CONTROL_EXT = 34, /* event timing helper */
    HIPDNN_BACKEND_OPERATION_LAYERNORM_BACKWARD_DESCRIPTOR_EXT = 35, /* layer norm backward */
    HIPDNN_BACKEND_OPERATION_RESAMPLE_BWD_DESCRIPTOR = 36, /* pooling/resample backward */
    HIPDNN_BACKEND_OPERATION_MOE_GROUPED_MATMUL_DESCRIPTOR = 37, /* mixture-of-experts grouped matmul */
    HIPDNN_BACKEND_OPERATION_MOE_GROUPED_MATMUL_BWD_DESCRIPTOR = 38, /* grouped matmul weight gradient */
    HIPDNN_BACKEND_DEVICEPROP_DESCRIPTOR_EXT = 70000, /* device facts */
    HIPDNN_BACKEND_DEVICEPROP_DESCRIPTOR = 70000 /* the same, as the RFC names it */
} hipdnnBackendDescriptorType_t;

/* Types of attribute values. */
typedef enum hipdnnBackendAttributeType_t {
    HIPDNN_TYPE_HANDLE = 0, /* hipdnnHandle_t */
    HIPDNN_TYPE_DATA_TYPE = 1, /* hipdnnDataType_t */
    HIPDNN_TYPE_BOOLEAN = 2, /* C++ bool, one byte */
    HIPDNN_TYPE_INT64 = 3, /* int64_t */
    HIPDNN_TYPE_FLOAT = 4, /* float */
    HIPDNN_TYPE_DOUBLE = 5, /* double */
    HIPDNN_TYPE_VOID_PTR = 6, /* void* */
    HIPDNN_TYPE_HEUR_MODE = 7, /* hipdnnBackendHeurMode_t */
    HIPDNN_TYPE_KNOB_TYPE = 8, /* unused */
    HIPDNN_TYPE_NAN_PROPOGATION = 9, /* unused */
    HIPDNN_TYPE_NUMERICAL_NOTE = 10, /* unused */
    HIPDNN_TYPE_LAYOUT_TYPE = 11, /* unused */
    HIPDNN_TYPE_ATTRIB_NAME = 12, /* unused */
    HIPDNN_TYPE_BACKEND_DESCRIPTOR = 13, /* hipdnnBackendDescriptor_t */
    HIPDNN_TYPE_GENSTATS_MODE = 14, /* unused */
    HIPDNN_TYPE_BN_FINALIZE_STATS_MODE = 15, /* unused */
    HIPDNN_TYPE_BEHAVIOR_NOTE = 16, /* hipdnnBackendBehaviorNote_t */
    HIPDNN_TYPE_TENSOR_REORDERING_MODE = 17, /* unused */
    HIPDNN_TYPE_INT32 = 18, /* int32_t */
    HIPDNN_TYPE_CHAR = 19, /* char or raw bytes */
    HIPDNN_TYPE_SIGNAL_MODE = 20, /* unused */
    HIPDNN_TYPE_FRACTION = 21, /* unused */
    HIPDNN_TYPE_NORM_FWD_PHASE = 22, /* hipdnnNormFwdPhase_t */
    HIPDNN_TYPE_RNG_DISTRIBUTION = 23, /* unused */
    HIPDNN_TYPE_CONVOLUTION_MODE = 24, /* hipdnnConvolutionMode_t */
    HIPDNN_TYPE_POINTWISE_MODE = 25, /* hipdnnPointwiseMode_t */
    HIPDNN_TYPE_DIAGONAL_ALIGNMENT_EXT = 26, /* hipdnnDiagonalAlignment_t */
    HIPDNN_TYPE_ATTENTION_IMPLEMENTATION_EXT = 27, /* hipdnnAttentionImplementation_t */
    HIPDNN_TYPE_REDUCTION_OPERATOR_TYPE = 28, /* hipdnnReduceTensorOp_t */
    HIPDNN_TYPE_RESAMPLE_MODE = 29, /* hipdnnResampleMode_t */
    HIPDNN_TYPE_PADDING_MODE = 30, /* hipdnnPaddingMode_t */
    HIPDNN_TYPE_MOE_GROUPED_MATMUL_MODE = 31, /* hipdnnMoeGroupedMatmulMode_t */
    HIPDNN_TYPE_FLATBUFFER_DATA_STRUCT_EXT = 10000, /* hipdnnBackendFlatbufferData_t */
    HIPDNN_TYPE_OPERATION_TYPE_EXT = 10001 /* hipdnnOperationType_ext_t */
} hipdnnBackendAttributeType_t;

/* Element types, C API numbering (the schema's and the frontend's differ: hipdnn_data_sdk/types.h). */
typedef enum hipdnnDataType_t {
    HIPDNN_DATA_FLOAT = 0, /* 32-bit float */
    HIPDNN_DATA_DOUBLE = 1, /* 64-bit float */
    HIPDNN_DATA_HALF = 2, /* IEEE 16-bit float */
    HIPDNN_DATA_INT8 = 3, /* signed 8-bit */
    HIPDNN_DATA_INT32 = 4, /* signed 32-bit */
    HIPDNN_DATA_UINT8 = 5, /* unsigned 8-bit */
    HIPDNN_DATA_BFLOAT16 = 6, /* brain 16-bit float */
    HIPDNN_DATA_FP8_E4M3 = 7, /* 8-bit float, OCP 4/3 */
    HIPDNN_DATA_FP8_E5M2 = 8, /* 8-bit float, OCP 5/2 */
    HIPDNN_DATA_FP8_E8M0 = 9, /* 8-bit exponent-only scale */
    HIPDNN_DATA_FP4_E2M1 = 10, /* 4-bit float 2/1 */
    HIPDNN_DATA_INT4 = 11, /* signed 4-bit */
    HIPDNN_DATA_FP6_E2M3_EXT = 12, /* 6-bit float 2/3 */
    HIPDNN_DATA_FP6_E3M2_EXT = 13, /* 6-bit float 3/2 */
    HIPDNN_DATA_INT64 = 14, /* signed 64-bit */
    HIPDNN_DATA_BOOLEAN = 15, /* one-byte boolean */
    HIPDNN_DATA_FP8_E4M3_FNUZ = 16, /* 8-bit float 4/3, FNUZ */
    HIPDNN_DATA_FP8_E5M2_FNUZ = 17 /* 8-bit float 5/2, FNUZ */
} hipdnnDataType_t;

/* Operations, as HIPDNN_ATTR_OPERATION_TYPE_EXT tells them. */
typedef enum hipdnnOperationType_ext_t {
    HIPDNN_OPERATION_TYPE_NOT_SET_EXT = 0, /* unset */
    HIPDNN_OPERATION_TYPE_CONVOLUTION_FORWARD_EXT = 1, /* convolution forward */
    HIPDNN_OPERATION_TYPE_CONVOLUTION_BACKWARD_DATA_EXT = 2, /* data gradient */
    HIPDNN_OPERATION_TYPE_CONVOLUTION_BACKWARD_WEIGHTS_EXT = 3, /* weight gradient */
    HIPDNN_OPERATION_TYPE_BATCHNORM_INFERENCE_EXT = 4, /* batchnorm inference */
    HIPDNN_OPERATION_TYPE_BATCHNORM_BACKWARD_EXT = 5, /* batchnorm backward */
    HIPDNN_OPERATION_TYPE_BATCHNORM_INFERENCE_VARIANCE_EXT = 6, /* batchnorm inference from variance */
    HIPDNN_OPERATION_TYPE_BATCHNORM_EXT = 7, /* batchnorm training */
    HIPDNN_OPERATION_TYPE_POINTWISE_EXT = 8, /* elementwise */
    HIPDNN_OPERATION_TYPE_MATMUL_EXT = 9, /* matrix multiply */
    HIPDNN_OPERATION_TYPE_RMSNORM_EXT = 10, /* RMS norm forward */
    HIPDNN_OPERATION_TYPE_LAYERNORM_EXT = 11, /* layer norm forward */
    HIPDNN_OPERATION_TYPE_SDPA_FORWARD_EXT = 12, /* attention forward */
    HIPDNN_OPERATION_TYPE_BLOCK_SCALE_QUANTIZE_EXT = 13, /* block-scaled quantize */
    HIPDNN_OPERATION_TYPE_SDPA_BACKWARD_EXT = 14, /* attention backward */
    HIPDNN_OPERATION_TYPE_BLOCK_SCALE_DEQUANTIZE_EXT = 15, /* block-scaled dequantize */
    HIPDNN_OPERATION_TYPE_CUSTOM_OP_EXT = 16, /* custom operation */
    HIPDNN_OPERATION_TYPE_REDUCTION_EXT = 17, /* reduction */
    HIPDNN_OPERATION_TYPE_RESAMPLE_FWD = 18, /* resample forward */
    HIPDNN_OPERATION_TYPE_RMSNORM_BACKWARD_EXT = 19, /* RMS norm backward */
    HIPDNN_OPERATION_TYPE_LAYERNORM_BACKWARD_EXT = 20, /* layer norm backward */
    HIPDNN_OPERATION_TYPE_RESAMPLE_BWD_EXT = 21, /* resample backward */
    HIPDNN_OPERATION_TYPE_MOE_GROUPED_MATMUL_EXT = 22, /* grouped matmul */
    HIPDNN_OPERATION_TYPE_MOE_GROUPED_MATMUL_BWD_EXT = 23 /* grouped matmul backward */
} hipdnnOperationType_ext_t;

/* Convolution modes, C API numbering (the schema's differ). */
typedef enum hipdnnConvolutionMode_t {
    HIPDNN_CONVOLUTION = 0, /* flipped filter */
    HIPDNN_CROSS_CORRELATION = 1 /* unflipped filter */
} hipdnnConvolutionMode_t;

/* How engines are ranked; the _EXT modes are ours. */
typedef enum hipdnnBackendHeurMode_t {
    HIPDNN_HEUR_MODE_FALLBACK = 0, /* only mode there is */
    HIPDNN_HEUR_MODE_A_EXT = 70000, /* config, cache, rules, learned, static order */
    HIPDNN_HEUR_MODE_B_EXT = 70001, /* as A */
    HIPDNN_HEUR_MODE_INSTANT_EXT = 70002 /* as A */
} hipdnnBackendHeurMode_t;

/* When a user's log callback is called. */
typedef enum hipdnnLogCallbackMode_t {
    HIPDNN_LOG_CALLBACK_SYNC = 0, /* called on logging thread */
    HIPDNN_LOG_CALLBACK_ASYNC = 1 /* called from worker thread */
} hipdnnLogCallbackMode_t;

/* What a serialized container holds; bits. */
typedef enum hipdnnSerializedContentFlags_t {
    HIPDNN_SERIALIZED_CONTENT_GRAPH = 1, /* bit: graph present */
    HIPDNN_SERIALIZED_CONTENT_EXECUTION_PLAN = 2 /* bit: plan present */
} hipdnnSerializedContentFlags_t;

/* What became of a ranking handed in for storing. */
typedef enum hipdnnAutotuneCacheWriteOutcome_ext_t {
    HIPDNN_AUTOTUNE_CACHE_WRITE_WRITTEN = 0, /* stored */
    HIPDNN_AUTOTUNE_CACHE_WRITE_DECLINED_DISABLED = 1, /* cache switched off */
    HIPDNN_AUTOTUNE_CACHE_WRITE_DECLINED_UNKEYABLE_OR_UNFINALIZED = 2, /* graph unusable as key */
    HIPDNN_AUTOTUNE_CACHE_WRITE_DECLINED_NO_ENGINES = 3, /* empty ranking */
    HIPDNN_AUTOTUNE_CACHE_WRITE_UNCHANGED = 4 /* same ranking already stored */
} hipdnnAutotuneCacheWriteOutcome_ext_t;

#ifdef __cplusplus
}
#endif

#endif
