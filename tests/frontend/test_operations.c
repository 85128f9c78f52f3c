/* SPDX-License-Identifier: MIT */
/* Each group of operations as one would use it: what goes in, what comes out, what is inferred. Needs no device. The
 * numbers that engines compute are other tests' matter. */
#include "support.h"

/* Names are made from the operation's; results are virtual until they are asked for. */
static void assert_result(const hipdnn_tensor_t *tensor, const char *name)
{
    assert_non_null(tensor);
    assert_string_equal(hipdnn_tensor_get_name(tensor), name);
    assert_true(hipdnn_tensor_is_virtual(tensor));
    assert_true(hipdnn_tensor_is_written(tensor));
}

static hipdnn_tensor_t *typed(hipdnn_tensor_t *tensor, hipdnn_type type)
{
    hipdnn_tensor_set_data_type(tensor, type);
    return tensor;
}

/* -------------------------------------------------------------------------------------------- convolutions */

static void a_convolution_and_its_gradients(void **state)
{
    (void)state;
    hipdnn_graph_t *graph = make_graph(HIPDNN_TYPE_F32);

    /* One struct serves all three. The input is channels-last, and so is what follows from it. */
    const hipdnn_conv_attributes conv = {.padding = {1, 1}, .stride = {2, 2}};
    hipdnn_tensor_t *x =
        hipdnn_graph_tensor(graph, &(hipdnn_tensor_attributes){.dim = {2, 4, 8, 8}, .stride = {256, 1, 32, 4}});
    hipdnn_tensor_t *w = TENSOR(graph, "w", 6, 2, 3, 3); /* two groups */
    hipdnn_tensor_t *y = hipdnn_graph_conv_fprop(graph, x, w, &conv);
    hipdnn_tensor_t *dy = relu(graph, y);

    /* A stride of 2 makes 7 and 8 shrink to the same size: so the gradients need to be told. */
    hipdnn_tensor_t *dx = hipdnn_graph_conv_dgrad(graph, dy, w, &conv);
    hipdnn_tensor_t *dw = hipdnn_graph_conv_wgrad(graph, dy, x, &conv);
    assert_int_equal(hipdnn_graph_validate(graph), HIPDNN_STATUS_BAD_PARAM);
    assert_says(hipdnn_graph_get_error(graph), "node 'conv_dgrad_2'");
    hipdnn_tensor_set_dim(dx, LIST(2, 4, 8, 8));
    hipdnn_tensor_set_dim(dw, LIST(6, 2, 3, 3));
    assert_validates(graph);

    assert_result(y, "conv_fprop_0::Y");
    assert_result(dx, "conv_dgrad_2::DX");
    assert_result(dw, "conv_wgrad_3::DW");
    assert_dim(y, LIST(2, 6, 4, 4));
    assert_stride(y, LIST(96, 1, 24, 6));
    assert_stride(dx, LIST(256, 1, 32, 4));
    assert_stride(dw, LIST(18, 1, 6, 2));

    /* What does not belong together is refused. */
    hipdnn_tensor_set_dim(dx, LIST(2, 4, 9, 8));
    assert_int_equal(hipdnn_graph_validate(graph), HIPDNN_STATUS_BAD_PARAM);
    hipdnn_graph_destroy(graph);
}

/* -------------------------------------------------------------------------- matmul, pointwise, reduction */

static void matrices_with_batches(void **state)
{
    (void)state;
    hipdnn_graph_t *graph = make_graph(HIPDNN_TYPE_F16);

    /* Four heads of queries for two of keys: a batch that divides the other is used again. The keys are transposed by
     * their strides alone. */
    hipdnn_tensor_t *q = TENSOR(graph, "q", 2, 4, 5, 8);
    hipdnn_tensor_t *k =
        hipdnn_graph_tensor(graph, &(hipdnn_tensor_attributes){.dim = {2, 2, 8, 6}, .stride = {96, 48, 1, 8}});
    hipdnn_tensor_t *scores = hipdnn_graph_matmul(graph, q, k, NULL);

    /* A mask added, and the softmax of the rows in single steps: reductions say by their dims what is reduced. */
    hipdnn_tensor_t *masked = hipdnn_graph_pointwise(graph, scores, TENSOR(graph, "mask", 1, 1, 5, 6), NULL,
                                                     &(hipdnn_pointwise_attributes){.mode = HIPDNN_POINTWISE_ADD});
    hipdnn_tensor_t *most =
        hipdnn_graph_reduction(graph, masked, &(hipdnn_reduction_attributes){.mode = HIPDNN_REDUCE_TENSOR_MAX});
    hipdnn_tensor_set_dim(most, LIST(2, 4, 5, 1));
    hipdnn_tensor_t *shifted =
        hipdnn_graph_pointwise(graph, masked, most, NULL, &(hipdnn_pointwise_attributes){.mode = HIPDNN_POINTWISE_SUB});
    assert_validates(graph);

    assert_result(scores, "matmul_0::C");
    assert_dim(scores, LIST(2, 4, 5, 6));
    assert_stride(scores, LIST(120, 30, 6, 1));
    assert_result(most, "reduction_2::Y");
    assert_stride(most, LIST(20, 5, 1, 1));
    assert_dim(shifted, LIST(2, 4, 5, 6));
    hipdnn_graph_destroy(graph);
}

static void a_reduction_into_a_tensor_of_ones_own(void **state)
{
    (void)state;
    hipdnn_graph_t *graph = make_graph(HIPDNN_TYPE_F32);
    hipdnn_tensor_t *y = TENSOR(graph, "sum", 1, 3);
    const hipdnn_reduction_attributes into = {.mode = HIPDNN_REDUCE_TENSOR_ADD, .y = y};
    assert_ptr_equal(hipdnn_graph_reduction(graph, TENSOR(graph, "x", 2, 3), &into), y);
    assert_validates(graph);
    assert_true(hipdnn_tensor_is_written(y));
    assert_true(hipdnn_tensor_is_bound(y)); /* as it was made */

    /* It has one writer. */
    assert_null(hipdnn_graph_reduction(graph, TENSOR(graph, "z", 2, 3), &into));
    assert_says(hipdnn_graph_get_error(graph), "output y, tensor 'sum', is written by another operation already");
    hipdnn_graph_destroy(graph);
}

/* ------------------------------------------------------------------------------------------ normalizations */

static void a_batchnorm_in_training(void **state)
{
    (void)state;
    hipdnn_graph_t *graph = make_graph(HIPDNN_TYPE_F32);
    hipdnn_tensor_t *x = TENSOR(graph, "x", 2, 4, 3, 3), *scale = TENSOR(graph, "scale", 1, 4, 1, 1);
    hipdnn_tensor_t *bias = TENSOR(graph, "bias", 1, 4, 1, 1);

    /* Scalars are constants of the graph, or bound like any tensor. Running statistics are all there or not at all. */
    const hipdnn_batchnorm_attributes attributes = {
        .name = "bn",
        .epsilon = hipdnn_graph_scalar_f32(graph, 1e-5f, "epsilon"),
        .momentum = hipdnn_graph_tensor(graph, &(hipdnn_tensor_attributes){.is_runtime_pass_by_value = true}),
        .prev_running_mean = TENSOR(graph, "mean", 1, 4, 1, 1),
        .prev_running_variance = TENSOR(graph, "variance", 1, 4, 1, 1),
    };
    const hipdnn_batchnorm_outputs norm = hipdnn_graph_batchnorm(graph, x, scale, bias, &attributes);

    /* The backward pass takes what the forward pass saved. */
    hipdnn_tensor_t *dy = relu(graph, norm.y);
    const hipdnn_norm_gradients gradients = hipdnn_graph_batchnorm_backward(
        graph, dy, x, scale,
        &(hipdnn_batchnorm_backward_attributes){.mean = norm.mean, .inv_variance = norm.inv_variance});
    assert_validates(graph);
    assert_result(norm.y, "bn::Y");
    assert_result(norm.inv_variance, "bn::INV_VARIANCE");
    assert_result(norm.next_running_variance, "bn::NEXT_RUNNING_VARIANCE");
    assert_dim(norm.y, LIST(2, 4, 3, 3));
    assert_dim(norm.next_running_mean, LIST(1, 4, 1, 1));
    assert_dim(gradients.dx, LIST(2, 4, 3, 3));
    assert_dim(gradients.dscale, LIST(1, 4, 1, 1));
    assert_dim(gradients.dbias, LIST(1, 4, 1, 1));
    hipdnn_graph_destroy(graph);

    graph = make_graph(HIPDNN_TYPE_F32);
    const hipdnn_batchnorm_outputs plain = hipdnn_graph_batchnorm(
        graph, TENSOR(graph, "x", 2, 4, 3, 3), TENSOR(graph, "scale", 1, 4, 1, 1), TENSOR(graph, "bias", 1, 4, 1, 1),
        &(hipdnn_batchnorm_attributes){.epsilon = hipdnn_graph_scalar_f32(graph, 1e-5f, NULL)});
    assert_non_null(plain.mean);
    assert_null(plain.next_running_mean);
    hipdnn_graph_destroy(graph);
}

static void a_batchnorm_at_inference(void **state)
{
    (void)state;
    hipdnn_graph_t *graph = make_graph(HIPDNN_TYPE_F32);
    hipdnn_tensor_t *x = TENSOR(graph, "x", 2, 4, 3, 3);
    hipdnn_tensor_t *channels[5];
    for (size_t i = 0; i < COUNT(channels); i++)
        channels[i] = TENSOR(graph, NULL, 1, 4, 1, 1);
    hipdnn_tensor_t *y = hipdnn_graph_batchnorm_inference(graph, x, channels[0], channels[1], channels[2], channels[3],
                                                          &(hipdnn_batchnorm_inference_attributes){.name = "bn"});
    hipdnn_tensor_t *z =
        hipdnn_graph_batchnorm_inference_variance_ext(graph, y, channels[0], channels[4], channels[2], channels[3],
                                                      hipdnn_graph_scalar_f32(graph, 1e-5f, NULL), NULL);
    assert_validates(graph);
    assert_result(y, "bn::Y");
    assert_result(z, "batchnorm_inference_variance_ext_1::Y");
    assert_dim(z, LIST(2, 4, 3, 3));
    hipdnn_graph_destroy(graph);
}

static void norms_of_a_transformer(void **state)
{
    (void)state;
    hipdnn_graph_t *graph = make_graph(HIPDNN_TYPE_F32);
    hipdnn_tensor_t *x = TENSOR(graph, "x", 2, 3, 8), *epsilon = hipdnn_graph_scalar_f32(graph, 1e-5f, NULL);

    /* Scale and bias follow from the number of dimensions that are normalized. */
    hipdnn_tensor_t *scale = hipdnn_graph_tensor(graph, NULL), *bias = hipdnn_graph_tensor(graph, NULL);
    const hipdnn_layernorm_outputs layer = hipdnn_graph_layernorm(
        graph, x, scale, bias,
        &(hipdnn_layernorm_attributes){
            .forward_phase = HIPDNN_NORM_FWD_TRAINING, .epsilon = epsilon, .normalized_dim_count = 1});
    const hipdnn_norm_gradients layer_gradients = hipdnn_graph_layernorm_backward(
        graph, layer.y, x, scale,
        &(hipdnn_layernorm_backward_attributes){
            .mean = layer.mean, .inv_variance = layer.inv_variance, .normalized_dim_count = 1});

    /* Here the scale says it: 1 where nothing is normalized. */
    hipdnn_tensor_t *rms_scale = TENSOR(graph, "rms_scale", 1, 1, 8);
    const hipdnn_rmsnorm_outputs rms = hipdnn_graph_rmsnorm(
        graph, layer.y, rms_scale,
        &(hipdnn_rmsnorm_attributes){.forward_phase = HIPDNN_NORM_FWD_TRAINING, .epsilon = epsilon});
    const hipdnn_norm_gradients rms_gradients = hipdnn_graph_rmsnorm_backward(
        graph, rms.y, layer.y, rms_scale, rms.inv_rms, &(hipdnn_rmsnorm_backward_attributes){.compute_dbias = true});
    const hipdnn_rmsnorm_outputs inference = hipdnn_graph_rmsnorm(
        graph, rms.y, rms_scale,
        &(hipdnn_rmsnorm_attributes){.forward_phase = HIPDNN_NORM_FWD_INFERENCE, .epsilon = epsilon});
    assert_validates(graph);
    assert_dim(scale, LIST(1, 1, 8));
    assert_stride(bias, LIST(8, 8, 1));
    assert_dim(layer.mean, LIST(2, 3, 1));
    assert_dim(layer_gradients.dscale, LIST(1, 1, 8));
    assert_result(rms.inv_rms, "rmsnorm_2::INV_RMS");
    assert_dim(rms.inv_rms, LIST(2, 3, 1));
    assert_dim(rms_gradients.dbias, LIST(1, 1, 8));
    assert_null(inference.inv_rms);

    /* Its dims forgotten, a scale whose dims mean something cannot be inferred. */
    hipdnn_tensor_set_dim(rms_scale, NULL, 0);
    assert_int_equal(hipdnn_graph_validate(graph), HIPDNN_STATUS_BAD_PARAM);
    assert_says(hipdnn_graph_get_error(graph), "has no dims, set dim: node 'rmsnorm_2': scale tensor");
    hipdnn_graph_destroy(graph);
}

/* -------------------------------------------------------------------------------------------------- pooling */

static void pooling_there_and_back(void **state)
{
    (void)state;
    hipdnn_graph_t *graph = make_graph(HIPDNN_TYPE_F32);
    const hipdnn_resample_outputs pool = hipdnn_graph_resample_fwd(
        graph, TENSOR(graph, "x", 2, 4, 8, 9),
        &(hipdnn_resample_fwd_attributes){
            .resample_mode = HIPDNN_RESAMPLE_MAXPOOL, .window = {2, 3}, .stride = {2, 3}, .generate_index = true});
    hipdnn_tensor_t *dx = hipdnn_graph_resample_bwd(
        graph, pool.y,
        &(hipdnn_resample_bwd_attributes){
            .resample_mode = HIPDNN_RESAMPLE_MAXPOOL, .window = {2, 3}, .stride = {2, 3}, .index = pool.index});
    const hipdnn_resample_outputs average = hipdnn_graph_resample_fwd(
        graph, dx,
        &(hipdnn_resample_fwd_attributes){
            .resample_mode = HIPDNN_RESAMPLE_AVGPOOL_INCLUDE_PADDING, .window = {3, 3}, .padding = {1, 1}});
    assert_validates(graph);
    assert_result(pool.index, "resample_fwd_0::INDEX");
    assert_dim(pool.y, LIST(2, 4, 4, 3));
    assert_dim(pool.index, LIST(2, 4, 4, 3));
    assert_int_equal(hipdnn_tensor_get_data_type(pool.index), HIPDNN_TYPE_I32);
    assert_dim(dx, LIST(2, 4, 8, 9));
    assert_dim(average.y, LIST(2, 4, 8, 9)); /* a stride that is left out is 1 */
    assert_null(average.index);

    char *text = NULL;
    assert_done(graph, hipdnn_graph_to_json(graph, &text));
    assert_says(text, "\"neg_inf_pad\""); /* the default for a maximum */
    assert_says(text, "\"zero_pad\""); /* and for a mean */
    hipdnn_free(text);
    hipdnn_graph_destroy(graph);
}

/* ------------------------------------------------------------------------------------------------ attention */

static void attention_and_its_gradients(void **state)
{
    (void)state;
    hipdnn_graph_t *graph = make_graph(HIPDNN_TYPE_BF16);
    hipdnn_tensor_t *q = TENSOR(graph, "q", 2, 8, 16, 64), *k = TENSOR(graph, "k", 2, 2, 32, 64);
    hipdnn_tensor_t *v = TENSOR(graph, "v", 2, 2, 32, 48);

    /* A causal band over the scores; statistics for the way back. */
    const hipdnn_sdpa_outputs attention =
        hipdnn_graph_sdpa(graph, q, k, v,
                          &(hipdnn_sdpa_attributes){.attn_scale_value = HIPDNN_SOME(0.125f),
                                                    .diagonal_alignment = HIPDNN_DIAGONAL_ALIGNMENT_BOTTOM_RIGHT_EXT,
                                                    .right_bound = HIPDNN_SOME(0),
                                                    .generate_stats = true});
    hipdnn_tensor_set_data_type(attention.stats, HIPDNN_TYPE_F32);
    hipdnn_tensor_t *dout = relu(graph, attention.o);
    const hipdnn_sdpa_gradients gradients = hipdnn_graph_sdpa_backward(
        graph, q, k, v, attention.o, dout, attention.stats,
        &(hipdnn_sdpa_backward_attributes){.attn_scale_value = HIPDNN_SOME(0.125f),
                                           .diagonal_alignment = HIPDNN_DIAGONAL_ALIGNMENT_BOTTOM_RIGHT_EXT,
                                           .right_bound = HIPDNN_SOME(0)});
    assert_validates(graph);
    assert_result(attention.o, "sdpa_0::O");
    assert_dim(attention.o, LIST(2, 8, 16, 48));
    assert_dim(attention.stats, LIST(2, 8, 16, 1));
    assert_null(attention.logit_max);
    assert_dim(gradients.dq, LIST(2, 8, 16, 64));
    assert_dim(gradients.dk, LIST(2, 2, 32, 64));
    assert_dim(gradients.dv, LIST(2, 2, 32, 48));
    assert_null(gradients.dbias);
    hipdnn_graph_destroy(graph);
}

/* --------------------------------------------------------------------------------------- blocks and experts */

static void a_matmul_of_narrow_types(void **state)
{
    (void)state;
    hipdnn_graph_t *graph = make_graph(HIPDNN_TYPE_F32);

    /* The left operand is stored in 4 bits with a scale per 32 elements, and made wide again inside the graph. */
    hipdnn_tensor_t *a =
        hipdnn_graph_block_scale_dequantize(graph, typed(TENSOR(graph, "a", 16, 128), HIPDNN_TYPE_FP4_E2M1),
                                            typed(TENSOR(graph, "a_scale", 16, 4), HIPDNN_TYPE_FP8_E8M0),
                                            &(hipdnn_block_scale_dequantize_attributes){.block_size = {1, 32}});
    hipdnn_tensor_t *c = hipdnn_graph_matmul(graph, a, TENSOR(graph, "b", 128, 64), NULL);
    const hipdnn_block_scale_outputs narrow =
        hipdnn_graph_block_scale_quantize(graph, c, &(hipdnn_block_scale_quantize_attributes){.block_size = 32});
    typed(narrow.y, HIPDNN_TYPE_FP8_E4M3);
    typed(narrow.scale, HIPDNN_TYPE_FP8_E8M0);
    assert_validates(graph);
    assert_dim(a, LIST(16, 128));
    assert_result(narrow.scale, "block_scale_quantize_2::SCALE");
    assert_dim(narrow.y, LIST(16, 64));
    assert_dim(narrow.scale, LIST(16, 2));

    /* What is dequantized never leaves the graph. */
    hipdnn_tensor_set_output(a, true);
    assert_int_equal(hipdnn_graph_validate(graph), HIPDNN_STATUS_BAD_PARAM);
    assert_says(hipdnn_graph_get_error(graph), "only virtual is allowed");
    hipdnn_graph_destroy(graph);
}

static void experts_and_their_gradient(void **state)
{
    (void)state;
    hipdnn_graph_t *graph = make_graph(HIPDNN_TYPE_F32);
    hipdnn_tensor_t *token = TENSOR(graph, "token", 1, 6, 8), *weight = TENSOR(graph, "weight", 3, 8, 5);
    hipdnn_tensor_t *offsets = typed(TENSOR(graph, "offsets", 3, 1, 1), HIPDNN_TYPE_I32);
    hipdnn_tensor_t *index = typed(TENSOR(graph, "index", 1, 9, 1), HIPDNN_TYPE_I32);
    hipdnn_tensor_t *gathered = hipdnn_graph_moe_grouped_matmul(
        graph, token, weight, offsets,
        &(hipdnn_moe_grouped_matmul_attributes){.mode = HIPDNN_MOE_GROUPED_MATMUL_MODE_GATHER, .token_index = index});
    hipdnn_tensor_t *plain = hipdnn_graph_moe_grouped_matmul(graph, token, weight, offsets, NULL);
    hipdnn_tensor_t *dweight = hipdnn_graph_moe_grouped_matmul_bwd(graph, plain, token, offsets, NULL);
    hipdnn_tensor_set_dim(dweight, LIST(3, 8, 5));
    assert_validates(graph);
    assert_result(gathered, "moe_grouped_matmul_0::OUTPUT");
    assert_dim(gathered, LIST(1, 9, 5));
    assert_dim(plain, LIST(1, 6, 5));
    assert_result(dweight, "moe_grouped_matmul_bwd_2::DWEIGHT");
    hipdnn_graph_destroy(graph);
}

/* ------------------------------------------------------------------------------------------------ custom op */

static void an_operation_that_only_a_plugin_knows(void **state)
{
    (void)state;
    hipdnn_graph_t *graph = make_graph(HIPDNN_TYPE_F32);
    hipdnn_tensor_t *const inputs[] = {TENSOR(graph, "a", 2, 3), TENSOR(graph, "b", 4)};
    hipdnn_tensor_t *outputs[2];
    const struct {
        int32_t parts, rest;
    } parameters = {2, 1};
    assert_done(graph, hipdnn_graph_custom_op(graph, inputs, COUNT(inputs), outputs, COUNT(outputs),
                                              &(hipdnn_custom_op_attributes){.custom_op_id = "example.split",
                                                                             .data = &parameters,
                                                                             .data_size = sizeof parameters}));
    assert_result(outputs[0], "custom_op_0::OUT_0");
    assert_result(outputs[1], "custom_op_0::OUT_1");

    /* Only the plugin knows shapes; here they must be said. */
    assert_int_equal(hipdnn_graph_validate(graph), HIPDNN_STATUS_BAD_PARAM);
    assert_says(hipdnn_graph_get_error(graph), "set its dims");
    hipdnn_tensor_set_dim(outputs[0], LIST(2));
    hipdnn_tensor_set_dim(outputs[1], LIST(5));
    assert_validates(graph);
    hipdnn_graph_destroy(graph);
}

/* What fails leaves nothing behind, outputs included. */
static void a_failure_takes_its_outputs_back(void **state)
{
    (void)state;
    hipdnn_graph_t *graph = make_graph(HIPDNN_TYPE_F32);
    hipdnn_tensor_t *x = TENSOR(graph, "x", 2, 4, 3, 3), *scale = TENSOR(graph, "scale", 1, 4, 1, 1);
    const hipdnn_batchnorm_outputs norm = hipdnn_graph_batchnorm(graph, x, scale, scale, NULL);
    assert_null(norm.y);
    assert_null(norm.mean);
    assert_says(hipdnn_graph_get_error(graph), "hipdnn_graph_batchnorm: node 'batchnorm_0': input epsilon is NULL");
    assert_int_equal(hipdnn_graph_tensor_count(graph), 2);
    hipdnn_graph_clear_error(graph);

    hipdnn_tensor_t *outputs[3] = {x, x, x};
    assert_int_equal(hipdnn_graph_custom_op(graph, &x, 1, outputs, 3, NULL), HIPDNN_STATUS_BAD_PARAM);
    assert_null(outputs[0]);
    assert_null(outputs[2]);
    assert_int_equal(hipdnn_graph_tensor_count(graph), 2);
    assert_int_equal(hipdnn_graph_node_count(graph), 0);
    hipdnn_graph_destroy(graph);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_convolution_and_its_gradients),
        cmocka_unit_test(matrices_with_batches),
        cmocka_unit_test(a_reduction_into_a_tensor_of_ones_own),
        cmocka_unit_test(a_batchnorm_in_training),
        cmocka_unit_test(a_batchnorm_at_inference),
        cmocka_unit_test(norms_of_a_transformer),
        cmocka_unit_test(pooling_there_and_back),
        cmocka_unit_test(attention_and_its_gradients),
        cmocka_unit_test(a_matmul_of_narrow_types),
        cmocka_unit_test(experts_and_their_gradient),
        cmocka_unit_test(an_operation_that_only_a_plugin_knows),
        cmocka_unit_test(a_failure_takes_its_outputs_back),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
