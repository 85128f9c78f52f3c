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
    HIPDNN_DATA_OPERATION_BATCHNORM_INFERENCE = 1,
    HIPDNN_DATA_OPERATION_POINTWISE = 2,
    HIPDNN_DATA_OPERATION_BATCHNORM_BACKWARD = 3,
    HIPDNN_DATA_OPERATION_BATCHNORM = 4,
    HIPDNN_DATA_OPERATION_CONV_FWD = 5,
    HIPDNN_DATA_OPERATION_CONV_BWD = 6,
    HIPDNN_DATA_OPERATION_CONV_WRW = 7,
    HIPDNN_DATA_OPERATION_BATCHNORM_INFERENCE_VARIANCE = 8,
    HIPDNN_DATA_OPERATION_MATMUL = 9,
    HIPDNN_DATA_OPERATION_RMSNORM = 10,
    HIPDNN_DATA_OPERATION_LAYERNORM = 11,
    HIPDNN_DATA_OPERATION_SDPA = 12,
    HIPDNN_DATA_OPERATION_BLOCK_SCALE_DEQUANTIZE = 13,
    HIPDNN_DATA_OPERATION_BLOCK_SCALE_QUANTIZE = 14,
    HIPDNN_DATA_OPERATION_SDPA_BACKWARD = 15,
    HIPDNN_DATA_OPERATION_CUSTOM_OP = 16,
    HIPDNN_DATA_OPERATION_RMSNORM_BACKWARD = 17,
    HIPDNN_DATA_OPERATION_REDUCTION = 18,
    HIPDNN_DATA_OPERATION_RESAMPLE_FWD = 19,
    HIPDNN_DATA_OPERATION_LAYERNORM_BACKWARD = 20,
    HIPDNN_DATA_OPERATION_RESAMPLE_BWD = 21,
    HIPDNN_DATA_OPERATION_MOE_GROUPED_MATMUL = 22,
    HIPDNN_DATA_OPERATION_MOE_GROUPED_MATMUL_BWD = 23
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

/* Batch normalization with given statistics: y = (x - mean) * inv_variance * scale + bias.
 * x, y [N, C, spatial...]; the others [1, C, 1...].
 * Source: the schema's BatchnormInferenceAttributes. */
typedef struct hipdnn_data_batchnorm_inference {
    int64_t x, mean, inv_variance, scale, bias, y;
} hipdnn_data_batchnorm_inference;

/* Gradients of batch normalization: dx, dscale, dbias from dy, x, scale and the saved statistics, both or neither.
 * dy, x, dx [N, C, spatial...]; the others [1, C, 1...].
 * Source: the schema's BatchnormBackwardAttributes. */
typedef struct hipdnn_data_batchnorm_backward {
    int64_t dy, x;
    hipdnn_optional_i64 mean, inv_variance;
    int64_t scale;
    hipdnn_i64_list peer_stats;
    int64_t dx, dscale, dbias;
} hipdnn_data_batchnorm_backward;

/* Batch normalization in training: y from the statistics of x itself; mean and inv_variance are saved when named,
 * running statistics updated when all of previous mean, previous variance and momentum are named. epsilon and momentum
 * are scalars. Source: the schema's BatchnormAttributes. */
typedef struct hipdnn_data_batchnorm {
    int64_t x, scale, bias, epsilon;
    hipdnn_i64_list peer_stats;
    hipdnn_optional_i64 prev_running_mean, prev_running_variance, momentum;
    int64_t y;
    hipdnn_optional_i64 mean, inv_variance, next_running_mean, next_running_variance;
} hipdnn_data_batchnorm;

/* Data gradient of a convolution: dx [N, C, spatial...] from dy [N, K, spatial...] and w [K, C / groups, filter...].
 * Source: the schema's ConvolutionBwdAttributes. */
typedef struct hipdnn_data_conv_bwd {
    int64_t dy, w, dx;
    hipdnn_dims pre_padding, post_padding, stride, dilation;
    int32_t mode; /* hipdnn_conv_mode */
} hipdnn_data_conv_bwd;

/* Filter gradient of a convolution: dw [K, C / groups, filter...] from x [N, C, spatial...] and dy [N, K, spatial...].
 * Source: the schema's ConvolutionWrwAttributes. */
typedef struct hipdnn_data_conv_wrw {
    int64_t x, dy, dw;
    hipdnn_dims pre_padding, post_padding, stride, dilation;
    int32_t mode; /* hipdnn_conv_mode */
} hipdnn_data_conv_wrw;

/* Batch normalization with given mean and variance: y = (x - mean) / sqrt(variance + epsilon) * scale + bias.
 * Source: the schema's BatchnormInferenceAttributesVarianceExt. */
typedef struct hipdnn_data_batchnorm_inference_variance {
    int64_t x, mean, variance, scale, bias, y, epsilon;
} hipdnn_data_batchnorm_inference_variance;

/* c = a b. a [batch..., M, K], b [batch..., K, N], c [batch..., M, N]; batch dimensions are equal or one divides the
 * other. Source: the schema's MatmulAttributes. */
typedef struct hipdnn_data_matmul {
    int64_t a, b, c;
} hipdnn_data_matmul;

/* y = x / rms(x) * scale [+ bias], the root mean square over the dimensions where scale is not 1. epsilon is a scalar.
 * Source: the schema's RMSNormAttributes. */
typedef struct hipdnn_data_rmsnorm {
    int64_t x, scale, epsilon, y;
    hipdnn_optional_i64 bias, inv_rms;
    int32_t forward_phase; /* hipdnnNormFwdPhase_t */
} hipdnn_data_rmsnorm;

/* y = (x - mean) * inv_variance * scale + bias, statistics over the last normalized_dim_count dimensions; 0: as many as
 * trailing dimensions of scale differ from 1. Statistics are outputs in training. epsilon is a scalar.
 * Source: the schema's LayernormAttributes. */
typedef struct hipdnn_data_layernorm {
    int64_t x, scale, bias, epsilon, y;
    int64_t normalized_dim_count;
    hipdnn_optional_i64 mean, inv_variance;
    int32_t forward_phase; /* hipdnnNormFwdPhase_t */
} hipdnn_data_layernorm;

/* Attention: o = softmax(q k^T * scale + mask) v. q [B, Hq, Sq, D], k [B, Hk, Skv, D], v [B, Hv, Skv, Dv],
 * o [B, Hq, Sq, Dv]; the scale is a tensor or attn_scale_value, not both.
 * Source: the schema's SdpaAttributes. */
typedef struct hipdnn_data_sdpa {
    int64_t q, k, v, o;
    hipdnn_optional_i64 attn_mask, scale, seq_len_q, seq_len_kv, seed, offset, dropout_mask, dropout_scale,
        page_table_k, page_table_v, block_mask, sink_token, descale_q, descale_k, descale_v, descale_s, scale_s,
        scale_o, stats, max, sum_exp, rng_dump, amax_s, amax_o;
    hipdnn_optional_bool generate_stats;
    bool alibi_mask, padding_mask, causal_mask, causal_mask_bottom_right;
    hipdnn_optional_f32 dropout_probability, attn_scale_value;
    hipdnn_optional_i64 left_bound, right_bound;
    hipdnn_optional_i32 max_seq_len_kv;
    int32_t diagonal_alignment; /* hipdnnDiagonalAlignment_t */
    int32_t mma_core_mode; /* hipdnn_type */
    int32_t implementation; /* hipdnnAttentionImplementation_t */
} hipdnn_data_sdpa;

/* y = x * scale, each scale for a block of elements; y is virtual.
 * Source: the schema's BlockScaleDequantizeAttributes. */
typedef struct hipdnn_data_block_scale_dequantize {
    int64_t x, scale, y;
    hipdnn_i32_list block_size;
    bool is_negative_scale;
} hipdnn_data_block_scale_dequantize;

/* y, scale = quantized x, one scale for each block of block_size elements along axis (absent: the last).
 * Source: the schema's BlockScaleQuantizeAttributes. */
typedef struct hipdnn_data_block_scale_quantize {
    int64_t x, y, scale;
    int32_t block_size;
    hipdnn_optional_i64 axis;
    bool transpose;
} hipdnn_data_block_scale_quantize;

/* Gradients of attention: dq, dk, dv [and dbias] from q, k, v, o, dO and stats.
 * Source: the schema's SdpaBackwardAttributes. */
typedef struct hipdnn_data_sdpa_backward {
    int64_t q, k, v, o, dout, stats, dq, dk, dv;
    hipdnn_optional_i64 scale, attn_mask, seq_len_q, seq_len_kv, seed, offset, dropout_mask, dropout_scale,
        dropout_scale_inv, dbias;
    bool alibi_mask, padding_mask, causal_mask, causal_mask_bottom_right;
    hipdnn_optional_f32 dropout_probability, attn_scale_value;
    hipdnn_optional_i64 left_bound, right_bound;
    int32_t diagonal_alignment; /* hipdnnDiagonalAlignment_t */
} hipdnn_data_sdpa_backward;

/* An operation that only a plugin knows: an id, tensors in order, opaque bytes.
 * Source: the schema's CustomOpAttributes. */
typedef struct hipdnn_data_custom_op {
    const char *custom_op_id;
    hipdnn_i64_list inputs, outputs;
    hipdnn_bytes data;
} hipdnn_data_custom_op;

/* Gradients of rmsnorm: dx, dscale [and dbias] from dy, x, scale, inv_rms.
 * Source: the schema's RMSNormBackwardAttributes. */
typedef struct hipdnn_data_rmsnorm_backward {
    int64_t dy, x, scale, inv_rms, dx, dscale;
    hipdnn_optional_i64 dbias;
} hipdnn_data_rmsnorm_backward;

/* out = reduce(in) over the dimensions where out is 1 and in is not.
 * Source: the schema's ReductionAttributes. */
typedef struct hipdnn_data_reduction {
    int32_t mode; /* hipdnnReduceTensorOp_t */
    int64_t in, out;
    bool is_deterministic;
} hipdnn_data_reduction;

/* Pooling. x [N, C, spatial...], y likewise with (in + pre + post - window) / stride + 1 per spatial dimension; index
 * is where the maximum was, for max pooling. Source: the schema's ResampleFwdAttributes. */
typedef struct hipdnn_data_resample_fwd {
    int64_t x, y;
    hipdnn_optional_i64 index;
    hipdnn_dims pre_padding, post_padding, stride, window;
    int32_t resample_mode; /* hipdnnResampleMode_t */
    int32_t padding_mode; /* hipdnnPaddingMode_t */
    hipdnn_optional_bool generate_index;
} hipdnn_data_resample_fwd;

/* Gradients of layernorm: dx, dscale, dbias from dy, x, scale and saved statistics (both or neither) or epsilon.
 * Source: the schema's LayernormBackwardAttributes. */
typedef struct hipdnn_data_layernorm_backward {
    int64_t dy, x, scale;
    hipdnn_optional_i64 mean, inv_variance, epsilon;
    int64_t dx, dscale, dbias;
    int64_t normalized_dim_count;
} hipdnn_data_layernorm_backward;

/* Gradient of pooling: dx from dy [and index].
 * Source: the schema's ResampleBwdAttributes. */
typedef struct hipdnn_data_resample_bwd {
    int64_t dy, dx;
    hipdnn_optional_i64 index;
    hipdnn_dims pre_padding, post_padding, stride, window;
    int32_t resample_mode; /* hipdnnResampleMode_t */
    int32_t padding_mode; /* hipdnnPaddingMode_t */
} hipdnn_data_resample_bwd;

/* A matmul per expert: rows of token [1, T, K] times weight [E, K, N] of the expert whose range first_token_offset
 * gives; GATHER fetches rows by token_index, SCATTER writes them by it.
 * Source: the schema's MoeGroupedMatmulAttributes. */
typedef struct hipdnn_data_moe_grouped_matmul {
    int64_t token, weight, first_token_offset;
    hipdnn_optional_i64 token_index, token_ks;
    int64_t output;
    int32_t mode; /* hipdnnMoeGroupedMatmulMode_t */
    int32_t top_k;
} hipdnn_data_moe_grouped_matmul;

/* Gradient of the grouped matmul's weight: dweight from doutput and token.
 * Source: the schema's MoeGroupedMatmulBwdAttributes. */
typedef struct hipdnn_data_moe_grouped_matmul_bwd {
    int64_t doutput, token, first_token_offset, dweight;
} hipdnn_data_moe_grouped_matmul_bwd;

#ifdef __cplusplus
}
#endif

#endif
