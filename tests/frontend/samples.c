/* SPDX-License-Identifier: MIT */
#include "samples.h"

static void out(hipdnn_tensor_t *tensor)
{
    if (tensor != NULL)
        hipdnn_tensor_set_output(tensor, true);
}

static hipdnn_tensor_t *epsilon(hipdnn_graph_t *graph)
{
    return hipdnn_graph_scalar_f32(graph, 1e-5f, "epsilon");
}

static hipdnn_tensor_t *typed(hipdnn_tensor_t *tensor, hipdnn_type type)
{
    hipdnn_tensor_set_data_type(tensor, type);
    return tensor;
}

/* [1, C, 1, 1] with C = 4, as the batch normalizations want it. */
static hipdnn_tensor_t *channel(hipdnn_graph_t *graph, const char *name)
{
    return TENSOR(graph, name, 1, 4, 1, 1);
}

/* -------------------------------------------------------------------------------------------- convolutions */

static void conv_fprop(hipdnn_graph_t *graph)
{
    out(hipdnn_graph_conv_fprop(graph, TENSOR(graph, "x", 2, 4, 8, 8), TENSOR(graph, "w", 6, 2, 3, 3),
                                &(hipdnn_conv_fprop_attributes){.name = "conv",
                                                                .compute_data_type = HIPDNN_TYPE_F64,
                                                                .pre_padding = {1, 0},
                                                                .post_padding = {0, 2},
                                                                .stride = {2, 1},
                                                                .dilation = {1, 2},
                                                                .mode = HIPDNN_CONV_MODE_CONVOLUTION}));
}

static void conv_dgrad(hipdnn_graph_t *graph)
{
    hipdnn_tensor_t *dx =
        hipdnn_graph_conv_dgrad(graph, TENSOR(graph, "dy", 2, 6, 4, 4), TENSOR(graph, "w", 6, 4, 3, 3),
                                &(hipdnn_conv_dgrad_attributes){.padding = {1, 1}, .stride = {2, 2}});
    hipdnn_tensor_set_dim(dx, LIST(2, 4, 8, 8));
    out(dx);
}

static void conv_wgrad(hipdnn_graph_t *graph)
{
    hipdnn_tensor_t *dw =
        hipdnn_graph_conv_wgrad(graph, TENSOR(graph, "dy", 2, 6, 4, 4), TENSOR(graph, "x", 2, 4, 8, 8),
                                &(hipdnn_conv_wgrad_attributes){.padding = {1, 1}, .stride = {2, 2}});
    hipdnn_tensor_set_dim(dw, LIST(6, 4, 3, 3));
    out(dw);
}

/* -------------------------------------------------------------------------- matmul, pointwise, reduction */

static void matmul(hipdnn_graph_t *graph)
{
    out(hipdnn_graph_matmul(graph, TENSOR(graph, "a", 3, 4, 5), TENSOR(graph, "b", 1, 5, 6), NULL));
}

static void pointwise(hipdnn_graph_t *graph)
{
    out(hipdnn_graph_pointwise(graph, TENSOR(graph, "a", 2, 3), NULL, NULL,
                               &(hipdnn_pointwise_attributes){.mode = HIPDNN_POINTWISE_RELU_FWD,
                                                              .relu_lower_clip = HIPDNN_SOME(0.0f),
                                                              .relu_upper_clip = HIPDNN_SOME(6.0f),
                                                              .relu_lower_clip_slope = HIPDNN_SOME(0.25f)}));
}

static void pointwise_select(hipdnn_graph_t *graph)
{
    hipdnn_tensor_t *mask = typed(TENSOR(graph, "mask", 2, 3), HIPDNN_TYPE_BOOL);
    out(hipdnn_graph_pointwise(graph, TENSOR(graph, "a", 2, 3), TENSOR(graph, "b", 1), mask,
                               &(hipdnn_pointwise_attributes){.mode = HIPDNN_POINTWISE_BINARY_SELECT}));
}

static void pointwise_index(hipdnn_graph_t *graph)
{
    hipdnn_tensor_t *y = hipdnn_graph_pointwise(
        graph, TENSOR(graph, "a", 2, 3), NULL, NULL,
        &(hipdnn_pointwise_attributes){.mode = HIPDNN_POINTWISE_GEN_INDEX, .axis = HIPDNN_SOME(1)});
    out(typed(y, HIPDNN_TYPE_I32));
}

static void reduction(hipdnn_graph_t *graph)
{
    hipdnn_tensor_t *y = hipdnn_graph_reduction(
        graph, TENSOR(graph, "x", 2, 3, 4),
        &(hipdnn_reduction_attributes){.mode = HIPDNN_REDUCE_TENSOR_AVG, .is_deterministic = true});
    hipdnn_tensor_set_dim(y, LIST(2, 1, 1));
    out(y);
}

static void reduction_into(hipdnn_graph_t *graph)
{
    hipdnn_graph_reduction(
        graph, TENSOR(graph, "x", 2, 3),
        &(hipdnn_reduction_attributes){.mode = HIPDNN_REDUCE_TENSOR_NORM2, .y = TENSOR(graph, "y", 2, 1)});
}

/* ------------------------------------------------------------------------------------------ normalizations */

static void batchnorm(hipdnn_graph_t *graph)
{
    const hipdnn_batchnorm_outputs norm =
        hipdnn_graph_batchnorm(graph, TENSOR(graph, "x", 2, 4, 3, 3), channel(graph, "scale"), channel(graph, "bias"),
                               &(hipdnn_batchnorm_attributes){.epsilon = epsilon(graph)});
    out(norm.y);
    out(norm.mean);
    out(norm.inv_variance);
}

static void batchnorm_running(hipdnn_graph_t *graph)
{
    hipdnn_tensor_t *const peers[] = {TENSOR(graph, "peer_0", 2, 4), TENSOR(graph, "peer_1", 2, 4),
                                      TENSOR(graph, "peer_2", 2, 4), TENSOR(graph, "peer_3", 2, 4),
                                      TENSOR(graph, "peer_4", 2, 4)};
    const hipdnn_batchnorm_attributes attributes = {
        .epsilon = epsilon(graph),
        .prev_running_mean = channel(graph, "mean"),
        .prev_running_variance = channel(graph, "variance"),
        .momentum = hipdnn_graph_scalar_f32(graph, 0.1f, "momentum"),
        .peer_stats = peers,
        .peer_stats_count = COUNT(peers),
    };
    const hipdnn_batchnorm_outputs norm = hipdnn_graph_batchnorm(
        graph, TENSOR(graph, "x", 2, 4, 3, 3), channel(graph, "scale"), channel(graph, "bias"), &attributes);
    out(norm.y);
    out(norm.next_running_mean);
    out(norm.next_running_variance);
}

static void batchnorm_backward(hipdnn_graph_t *graph)
{
    hipdnn_tensor_t *const peers[] = {TENSOR(graph, "peer", 2, 4)};
    const hipdnn_norm_gradients gradients = hipdnn_graph_batchnorm_backward(
        graph, TENSOR(graph, "dy", 2, 4, 3, 3), TENSOR(graph, "x", 2, 4, 3, 3), channel(graph, "scale"),
        &(hipdnn_batchnorm_backward_attributes){.mean = channel(graph, "mean"),
                                                .inv_variance = channel(graph, "inv_variance"),
                                                .peer_stats = peers,
                                                .peer_stats_count = COUNT(peers)});
    out(gradients.dx);
    out(gradients.dscale);
    out(gradients.dbias);
}

static void batchnorm_inference(hipdnn_graph_t *graph)
{
    out(hipdnn_graph_batchnorm_inference(graph, TENSOR(graph, "x", 2, 4, 3, 3), channel(graph, "mean"),
                                         channel(graph, "inv_variance"), channel(graph, "scale"),
                                         channel(graph, "bias"), NULL));
}

static void batchnorm_inference_variance_ext(hipdnn_graph_t *graph)
{
    out(hipdnn_graph_batchnorm_inference_variance_ext(graph, TENSOR(graph, "x", 2, 4, 3, 3), channel(graph, "mean"),
                                                      channel(graph, "variance"), channel(graph, "scale"),
                                                      channel(graph, "bias"), epsilon(graph), NULL));
}

static void layernorm(hipdnn_graph_t *graph)
{
    const hipdnn_layernorm_outputs norm = hipdnn_graph_layernorm(
        graph, TENSOR(graph, "x", 2, 3, 8), TENSOR(graph, "scale", 1, 1, 8), TENSOR(graph, "bias", 1, 1, 8),
        &(hipdnn_layernorm_attributes){
            .forward_phase = HIPDNN_NORM_FWD_TRAINING, .epsilon = epsilon(graph), .normalized_dim_count = 1});
    out(norm.y);
    out(norm.mean);
    out(norm.inv_variance);
}

/* Without dims of scale and bias: they are inferred. */
static void layernorm_inference(hipdnn_graph_t *graph)
{
    hipdnn_tensor_t *scale = hipdnn_graph_tensor(graph, &(hipdnn_tensor_attributes){.name = "scale"});
    hipdnn_tensor_t *bias = hipdnn_graph_tensor(graph, &(hipdnn_tensor_attributes){.name = "bias"});
    out(hipdnn_graph_layernorm(
            graph, TENSOR(graph, "x", 2, 3, 8), scale, bias,
            &(hipdnn_layernorm_attributes){.forward_phase = HIPDNN_NORM_FWD_INFERENCE, .epsilon = epsilon(graph)})
            .y);
}

static void layernorm_backward(hipdnn_graph_t *graph)
{
    const hipdnn_norm_gradients gradients = hipdnn_graph_layernorm_backward(
        graph, TENSOR(graph, "dy", 2, 3, 8), TENSOR(graph, "x", 2, 3, 8), TENSOR(graph, "scale", 1, 1, 8),
        &(hipdnn_layernorm_backward_attributes){.mean = TENSOR(graph, "mean", 2, 3, 1),
                                                .inv_variance = TENSOR(graph, "inv_variance", 2, 3, 1),
                                                .normalized_dim_count = 1});
    out(gradients.dx);
    out(gradients.dscale);
    out(gradients.dbias);
}

static void layernorm_backward_again(hipdnn_graph_t *graph)
{
    out(hipdnn_graph_layernorm_backward(graph, TENSOR(graph, "dy", 2, 3, 8), TENSOR(graph, "x", 2, 3, 8),
                                        TENSOR(graph, "scale", 1, 1, 8),
                                        &(hipdnn_layernorm_backward_attributes){.epsilon = epsilon(graph)})
            .dx);
}

static void rmsnorm(hipdnn_graph_t *graph)
{
    const hipdnn_rmsnorm_outputs norm =
        hipdnn_graph_rmsnorm(graph, TENSOR(graph, "x", 2, 3, 8), TENSOR(graph, "scale", 1, 1, 8),
                             &(hipdnn_rmsnorm_attributes){.forward_phase = HIPDNN_NORM_FWD_TRAINING,
                                                          .epsilon = epsilon(graph),
                                                          .bias = TENSOR(graph, "bias", 1, 1, 8)});
    out(norm.y);
    out(norm.inv_rms);
}

static void rmsnorm_inference(hipdnn_graph_t *graph)
{
    out(hipdnn_graph_rmsnorm(
            graph, TENSOR(graph, "x", 2, 3, 8), TENSOR(graph, "scale", 1, 1, 8),
            &(hipdnn_rmsnorm_attributes){.forward_phase = HIPDNN_NORM_FWD_INFERENCE, .epsilon = epsilon(graph)})
            .y);
}

static void rmsnorm_backward(hipdnn_graph_t *graph)
{
    const hipdnn_norm_gradients gradients = hipdnn_graph_rmsnorm_backward(
        graph, TENSOR(graph, "dy", 2, 3, 8), TENSOR(graph, "x", 2, 3, 8), TENSOR(graph, "scale", 1, 1, 8),
        TENSOR(graph, "inv_rms", 2, 3, 1), &(hipdnn_rmsnorm_backward_attributes){.compute_dbias = true});
    out(gradients.dx);
    out(gradients.dscale);
    out(gradients.dbias);
}

static void rmsnorm_backward_without_bias(hipdnn_graph_t *graph)
{
    out(hipdnn_graph_rmsnorm_backward(graph, TENSOR(graph, "dy", 2, 3, 8), TENSOR(graph, "x", 2, 3, 8),
                                      TENSOR(graph, "scale", 1, 1, 8), TENSOR(graph, "inv_rms", 2, 3, 1), NULL)
            .dx);
}

/* -------------------------------------------------------------------------------------------------- pooling */

static void resample_fwd(hipdnn_graph_t *graph)
{
    const hipdnn_resample_outputs pool =
        hipdnn_graph_resample_fwd(graph, TENSOR(graph, "x", 2, 4, 8, 8),
                                  &(hipdnn_resample_fwd_attributes){.resample_mode = HIPDNN_RESAMPLE_MAXPOOL,
                                                                    .window = {3, 3},
                                                                    .stride = {2, 2},
                                                                    .padding = {1, 1},
                                                                    .generate_index = true});
    out(pool.y);
    out(pool.index);
}

static void resample_fwd_average(hipdnn_graph_t *graph)
{
    out(hipdnn_graph_resample_fwd(
            graph, TENSOR(graph, "x", 2, 4, 8),
            &(hipdnn_resample_fwd_attributes){
                .resample_mode = HIPDNN_RESAMPLE_AVGPOOL_EXCLUDE_PADDING, .window = {2}, .post_padding = {1}})
            .y);
}

static void resample_bwd(hipdnn_graph_t *graph)
{
    out(hipdnn_graph_resample_bwd(
        graph, TENSOR(graph, "dy", 2, 4, 4, 4),
        &(hipdnn_resample_bwd_attributes){.resample_mode = HIPDNN_RESAMPLE_MAXPOOL,
                                          .window = {2, 2},
                                          .stride = {2, 2},
                                          .index = typed(TENSOR(graph, "index", 2, 4, 4, 4), HIPDNN_TYPE_I8)}));
}

static void resample_bwd_average(hipdnn_graph_t *graph)
{
    out(hipdnn_graph_resample_bwd(
        graph, TENSOR(graph, "dy", 2, 4, 4),
        &(hipdnn_resample_bwd_attributes){.resample_mode = HIPDNN_RESAMPLE_AVGPOOL_INCLUDE_PADDING,
                                          .padding_mode = HIPDNN_PADDING_ZERO_PAD,
                                          .window = {2},
                                          .stride = {2}}));
}

/* ------------------------------------------------------------------------------------------------ attention */

static hipdnn_tensor_t *lengths(hipdnn_graph_t *graph, const char *name)
{
    return typed(TENSOR(graph, name, 2, 1, 1, 1), HIPDNN_TYPE_I32);
}

static void sdpa(hipdnn_graph_t *graph)
{
    out(hipdnn_graph_sdpa(graph, TENSOR(graph, "q", 2, 4, 5, 8), TENSOR(graph, "k", 2, 2, 6, 8),
                          TENSOR(graph, "v", 2, 2, 6, 7), NULL)
            .o);
}

static void sdpa_rich(hipdnn_graph_t *graph)
{
    const hipdnn_sdpa_outputs attention = hipdnn_graph_sdpa(
        graph, TENSOR(graph, "q", 2, 4, 5, 8), TENSOR(graph, "k", 2, 2, 6, 8), TENSOR(graph, "v", 2, 2, 6, 8),
        &(hipdnn_sdpa_attributes){
            .attn_scale_value = HIPDNN_SOME(0.125f),
            .bias = TENSOR(graph, "bias", 1, 4, 5, 6),
            .alibi_mask = true,
            .padding_mask = true,
            .seq_len_q = lengths(graph, "seq_len_q"),
            .seq_len_kv = lengths(graph, "seq_len_kv"),
            .diagonal_alignment = HIPDNN_DIAGONAL_ALIGNMENT_BOTTOM_RIGHT_EXT,
            .left_bound = HIPDNN_SOME(3),
            .right_bound = HIPDNN_SOME(0),
            .dropout_probability = HIPDNN_SOME(0.5f),
            .seed = hipdnn_graph_scalar(graph, HIPDNN_TYPE_I64, 42, "seed"),
            .offset = hipdnn_graph_scalar(graph, HIPDNN_TYPE_I64, 7, "offset"),
            .mma_core_mode = HIPDNN_TYPE_F16,
            .implementation = HIPDNN_ATTENTION_IMPLEMENTATION_UNIFIED_EXT,
            .generate_stats = true,
            .generate_logit_max = true,
            .generate_score_sum_exp = true,
            .generate_rng_dump = true,
            .generate_amax_s = true,
            .generate_amax_o = true,
        });
    out(attention.o);
    out(attention.stats);
    out(attention.logit_max);
    out(attention.score_sum_exp);
    out(attention.rng_dump);
    out(attention.amax_s);
    out(attention.amax_o);
}

/* Pages, a given mask, and what only some engines know. */
static void sdpa_paged(hipdnn_graph_t *graph)
{
    out(hipdnn_graph_sdpa(graph, TENSOR(graph, "q", 2, 4, 5, 8), TENSOR(graph, "k", 9, 2, 4, 8),
                          TENSOR(graph, "v", 9, 2, 4, 8),
                          &(hipdnn_sdpa_attributes){
                              .attn_scale = hipdnn_graph_scalar_f32(graph, 0.125f, "scale"),
                              .causal_mask_bottom_right = true,
                              .dropout_mask = TENSOR(graph, "dropout_mask", 1, 1, 5, 12),
                              .dropout_scale = hipdnn_graph_scalar_f32(graph, 2, "dropout_scale"),
                              .paged_attention_k_table = typed(TENSOR(graph, "k_table", 2, 1, 3, 1), HIPDNN_TYPE_I32),
                              .paged_attention_v_table = typed(TENSOR(graph, "v_table", 2, 1, 3, 1), HIPDNN_TYPE_I32),
                              .paged_attention_max_seq_len_kv = 12,
                              .block_mask = typed(TENSOR(graph, "block_mask", 2, 4, 1, 1), HIPDNN_TYPE_U8),
                              .sink_token = TENSOR(graph, "sink_token", 1, 4, 1, 1),
                              .descale_q = TENSOR(graph, "descale_q", 1),
                              .descale_k = TENSOR(graph, "descale_k", 1),
                              .descale_v = TENSOR(graph, "descale_v", 1),
                              .descale_s = TENSOR(graph, "descale_s", 1),
                              .scale_s = TENSOR(graph, "scale_s", 1),
                              .scale_o = TENSOR(graph, "scale_o", 1),
                          })
            .o);
}

static void sdpa_backward(hipdnn_graph_t *graph)
{
    const hipdnn_sdpa_gradients gradients = hipdnn_graph_sdpa_backward(
        graph, TENSOR(graph, "q", 2, 4, 5, 8), TENSOR(graph, "k", 2, 2, 6, 8), TENSOR(graph, "v", 2, 2, 6, 7),
        TENSOR(graph, "o", 2, 4, 5, 7), TENSOR(graph, "do", 2, 4, 5, 7), TENSOR(graph, "stats", 2, 4, 5, 1), NULL);
    out(gradients.dq);
    out(gradients.dk);
    out(gradients.dv);
}

static void sdpa_backward_rich(hipdnn_graph_t *graph)
{
    const hipdnn_sdpa_gradients gradients = hipdnn_graph_sdpa_backward(
        graph, TENSOR(graph, "q", 2, 4, 5, 8), TENSOR(graph, "k", 2, 2, 6, 8), TENSOR(graph, "v", 2, 2, 6, 8),
        TENSOR(graph, "o", 2, 4, 5, 8), TENSOR(graph, "do", 2, 4, 5, 8), TENSOR(graph, "stats", 2, 4, 5, 1),
        &(hipdnn_sdpa_backward_attributes){
            .attn_scale = hipdnn_graph_scalar_f32(graph, 0.125f, "scale"),
            .bias = TENSOR(graph, "bias", 1, 4, 5, 6),
            .compute_dbias = true,
            .alibi_mask = true,
            .padding_mask = true,
            .seq_len_q = lengths(graph, "seq_len_q"),
            .seq_len_kv = lengths(graph, "seq_len_kv"),
            .diagonal_alignment = HIPDNN_DIAGONAL_ALIGNMENT_BOTTOM_RIGHT_EXT,
            .left_bound = HIPDNN_SOME(3),
            .right_bound = HIPDNN_SOME(0),
            .dropout_mask = TENSOR(graph, "dropout_mask", 1, 4, 5, 6),
            .dropout_scale = hipdnn_graph_scalar_f32(graph, 2, "dropout_scale"),
            .dropout_scale_inv = hipdnn_graph_scalar_f32(graph, 0.5f, "dropout_scale_inv"),
        });
    out(gradients.dq);
    out(gradients.dbias);
}

/* --------------------------------------------------------------------------------------- blocks and experts */

static void block_scale_quantize(hipdnn_graph_t *graph)
{
    const hipdnn_block_scale_outputs quantized = hipdnn_graph_block_scale_quantize(
        graph, TENSOR(graph, "x", 64, 32),
        &(hipdnn_block_scale_quantize_attributes){.block_size = 32, .axis = HIPDNN_SOME(0), .transpose = true});
    out(typed(quantized.y, HIPDNN_TYPE_FP8_E4M3));
    out(typed(quantized.scale, HIPDNN_TYPE_FP8_E8M0));
}

static void block_scale_dequantize(hipdnn_graph_t *graph)
{
    hipdnn_tensor_t *x = typed(TENSOR(graph, "x", 4, 64), HIPDNN_TYPE_FP4_E2M1);
    hipdnn_tensor_t *scale = typed(TENSOR(graph, "scale", 4, 2), HIPDNN_TYPE_FP8_E8M0);
    hipdnn_tensor_t *y = hipdnn_graph_block_scale_dequantize(
        graph, x, scale, &(hipdnn_block_scale_dequantize_attributes){.block_size = {1, 32}, .is_negative_scale = true});
    out(relu(graph, y));
}

static void moe_grouped_matmul(hipdnn_graph_t *graph)
{
    out(hipdnn_graph_moe_grouped_matmul(graph, TENSOR(graph, "token", 1, 6, 8), TENSOR(graph, "weight", 3, 8, 5),
                                        typed(TENSOR(graph, "offsets", 3, 1, 1), HIPDNN_TYPE_I32), NULL));
}

static void moe_grouped_matmul_scatter(hipdnn_graph_t *graph)
{
    out(hipdnn_graph_moe_grouped_matmul(
        graph, TENSOR(graph, "token", 1, 6, 8), TENSOR(graph, "weight", 3, 8, 5),
        typed(TENSOR(graph, "offsets", 3, 1, 1), HIPDNN_TYPE_I32),
        &(hipdnn_moe_grouped_matmul_attributes){.mode = HIPDNN_MOE_GROUPED_MATMUL_MODE_SCATTER,
                                                .token_index = typed(TENSOR(graph, "index", 1, 6, 1), HIPDNN_TYPE_I32),
                                                .token_ks = typed(TENSOR(graph, "ks", 1, 6, 1), HIPDNN_TYPE_I32),
                                                .top_k = 2}));
}

static void moe_grouped_matmul_bwd(hipdnn_graph_t *graph)
{
    hipdnn_tensor_t *dweight =
        hipdnn_graph_moe_grouped_matmul_bwd(graph, TENSOR(graph, "doutput", 1, 6, 5), TENSOR(graph, "token", 1, 6, 8),
                                            typed(TENSOR(graph, "offsets", 3, 1, 1), HIPDNN_TYPE_I32), NULL);
    hipdnn_tensor_set_dim(dweight, LIST(3, 8, 5));
    out(dweight);
}

/* ------------------------------------------------------------------------------------------------ custom op */

static void custom_op(hipdnn_graph_t *graph)
{
    hipdnn_tensor_t *const inputs[] = {TENSOR(graph, "a", 2, 3), TENSOR(graph, "b", 4)};
    hipdnn_tensor_t *outputs[6];
    hipdnn_graph_custom_op(
        graph, inputs, COUNT(inputs), outputs, COUNT(outputs),
        &(hipdnn_custom_op_attributes){.custom_op_id = "example.split", .data = "\0\1\xff", .data_size = 3});
    for (size_t i = 0; i < COUNT(outputs); i++) {
        hipdnn_tensor_set_dim(outputs[i], LIST(2));
        out(outputs[i]);
    }
}

static void custom_op_source(hipdnn_graph_t *graph)
{
    hipdnn_tensor_t *y = NULL;
    hipdnn_graph_custom_op(graph, NULL, 0, &y, 1, &(hipdnn_custom_op_attributes){.custom_op_id = "example.random"});
    hipdnn_tensor_set_dim(y, LIST(2, 3));
    hipdnn_tensor_set_stride(y, LIST(1, 2));
    out(y);
}

/* --------------------------------------------------------------------------------------------------- tensors */

/* What a tensor may have besides dims: a constant of each type, a run-time scalar, offsets, an alignment. */
static void tensors(hipdnn_graph_t *graph)
{
    static const hipdnn_type types[] = {HIPDNN_TYPE_F32,  HIPDNN_TYPE_F64, HIPDNN_TYPE_F16,
                                        HIPDNN_TYPE_BF16, HIPDNN_TYPE_I32, HIPDNN_TYPE_I64};
    hipdnn_tensor_t *offsets = typed(TENSOR(graph, "offsets", 3, 1), HIPDNN_TYPE_I64);
    hipdnn_tensor_t *y = hipdnn_graph_tensor(
        graph,
        &(hipdnn_tensor_attributes){
            .name = "x", .dim = {2, 4}, .alignment = 64, .ragged_offset = offsets, .ragged_offset_multiplier = 2});
    hipdnn_tensor_t *bound =
        hipdnn_graph_tensor(graph, &(hipdnn_tensor_attributes){.name = "bound", .is_runtime_pass_by_value = true});
    const hipdnn_pointwise_attributes add = {.mode = HIPDNN_POINTWISE_ADD};
    y = hipdnn_graph_pointwise(graph, y, bound, NULL, &add);
    for (size_t i = 0; i < COUNT(types); i++)
        y = hipdnn_graph_pointwise(graph, y, hipdnn_graph_scalar(graph, types[i], 3 - (double)i, NULL), NULL, &add);
    hipdnn_tensor_set_ragged_offset(y, offsets, 1);
    out(y);
}

const sample samples[] = {
    {"conv_fprop", "", conv_fprop},
    {"conv_dgrad", "", conv_dgrad},
    {"conv_wgrad", "", conv_wgrad},
    {"matmul", "", matmul},
    {"pointwise", "clips", pointwise},
    {"pointwise", "three inputs", pointwise_select},
    {"pointwise", "axis", pointwise_index},
    {"pointwise", "tensors", tensors},
    {"reduction", "", reduction},
    {"reduction", "given output", reduction_into},
    {"batchnorm", "", batchnorm},
    {"batchnorm", "running statistics, peers", batchnorm_running},
    {"batchnorm_backward", "", batchnorm_backward},
    {"batchnorm_inference", "", batchnorm_inference},
    {"batchnorm_inference_variance_ext", "", batchnorm_inference_variance_ext},
    {"layernorm", "training", layernorm},
    {"layernorm", "inference, inferred scale", layernorm_inference},
    {"layernorm_backward", "statistics", layernorm_backward},
    {"layernorm_backward", "epsilon", layernorm_backward_again},
    {"rmsnorm", "training, bias", rmsnorm},
    {"rmsnorm", "inference", rmsnorm_inference},
    {"rmsnorm_backward", "", rmsnorm_backward},
    {"rmsnorm_backward", "without bias", rmsnorm_backward_without_bias},
    {"resample_fwd", "maximum, index", resample_fwd},
    {"resample_fwd", "average", resample_fwd_average},
    {"resample_bwd", "maximum", resample_bwd},
    {"resample_bwd", "average", resample_bwd_average},
    {"sdpa", "plain", sdpa},
    {"sdpa", "everything", sdpa_rich},
    {"sdpa", "paged", sdpa_paged},
    {"sdpa_backward", "plain", sdpa_backward},
    {"sdpa_backward", "everything", sdpa_backward_rich},
    {"block_scale_quantize", "", block_scale_quantize},
    {"block_scale_dequantize", "", block_scale_dequantize},
    {"moe_grouped_matmul", "", moe_grouped_matmul},
    {"moe_grouped_matmul", "scatter", moe_grouped_matmul_scatter},
    {"moe_grouped_matmul_bwd", "", moe_grouped_matmul_bwd},
    {"custom_op", "", custom_op},
    {"custom_op", "nothing in", custom_op_source},
};
const size_t sample_count = COUNT(samples);

hipdnn_graph_t *make_sample(const sample *which)
{
    hipdnn_graph_t *graph = make_graph(HIPDNN_TYPE_F32);
    which->build(graph);
    const hipdnnStatus_t status = hipdnn_graph_validate(graph);
    if (status != HIPDNN_STATUS_SUCCESS)
        fail_msg("sample %s (%s): %s", which->operation, which->variant, hipdnn_graph_get_error(graph));
    return graph;
}
