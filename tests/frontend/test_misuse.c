/* SPDX-License-Identifier: MIT */
/* One row per way to use the graph API wrongly: the status, and words that the sentence must have. No device needed. */
#include "support.h"

#include <stdio.h>

/* What each row starts from. */
static hipdnn_graph_t *graph, *other;
static hipdnn_tensor_t *x, *w, *stranger;

static void set_up(void)
{
    graph = hipdnn_graph_create(&(hipdnn_graph_attributes){.name = "g", .io_data_type = HIPDNN_TYPE_F32});
    other = hipdnn_graph_create(&(hipdnn_graph_attributes){.name = "other"});
    x = hipdnn_graph_tensor(graph, &(hipdnn_tensor_attributes){.name = "x", .dim = {1, 4, 8, 8}});
    w = hipdnn_graph_tensor(graph, &(hipdnn_tensor_attributes){.name = "w", .dim = {8, 4, 3, 3}});
    stranger = hipdnn_graph_tensor(other, &(hipdnn_tensor_attributes){.name = "stranger", .dim = {1}});
}

/* Short forms of what rows do. A call that returns NULL leaves its status in the graph. */
static hipdnnStatus_t tensor(hipdnn_tensor_attributes attributes)
{
    assert_null(hipdnn_graph_tensor(graph, &attributes));
    return hipdnn_graph_get_status(graph);
}

static hipdnnStatus_t conv(hipdnn_tensor_t *a, hipdnn_tensor_t *b, hipdnn_conv_fprop_attributes attributes)
{
    assert_null(hipdnn_graph_conv_fprop(graph, a, b, &attributes));
    return hipdnn_graph_get_status(graph);
}

static hipdnnStatus_t pointwise(hipdnn_tensor_t *a, hipdnn_tensor_t *b, hipdnn_tensor_t *c,
                                hipdnn_pointwise_attributes attributes)
{
    assert_null(hipdnn_graph_pointwise(graph, a, b, c, &attributes));
    return hipdnn_graph_get_status(graph);
}

static hipdnnStatus_t validate_conv(hipdnn_conv_fprop_attributes attributes)
{
    assert_non_null(hipdnn_graph_conv_fprop(graph, x, w, &attributes));
    return hipdnn_graph_validate(graph);
}

/* --------------------------------------------------------------------------------------------------- rows */

static hipdnnStatus_t dim_after_its_end(void)
{
    return tensor((hipdnn_tensor_attributes){.dim = {1, 0, 3}});
}

static hipdnnStatus_t negative_dim(void)
{
    return tensor((hipdnn_tensor_attributes){.dim = {1, -2, 3}});
}

static hipdnnStatus_t fewer_strides(void)
{
    return tensor((hipdnn_tensor_attributes){.dim = {1, 2, 3}, .stride = {6, 3}});
}

static hipdnnStatus_t reserved_member(void)
{
    return tensor((hipdnn_tensor_attributes){.dim = {1}, .reserved = {0, 0, 7}});
}

static hipdnnStatus_t backend_type_number(void)
{
    return tensor((hipdnn_tensor_attributes){.dim = {1}, .data_type = (hipdnn_type)99});
}

static hipdnnStatus_t negative_alignment(void)
{
    return tensor((hipdnn_tensor_attributes){.dim = {1}, .alignment = -16});
}

static hipdnnStatus_t null_input(void)
{
    return conv(x, NULL, (hipdnn_conv_fprop_attributes){.name = "c"});
}

static hipdnnStatus_t input_of_another_graph(void)
{
    return conv(x, stranger, (hipdnn_conv_fprop_attributes){.name = "c"});
}

static hipdnnStatus_t both_paddings(void)
{
    return conv(x, w, (hipdnn_conv_fprop_attributes){.padding = {1, 1}, .post_padding = {0, 1}});
}

static hipdnnStatus_t negative_padding(void)
{
    return conv(x, w, (hipdnn_conv_fprop_attributes){.pre_padding = {0, -1}});
}

static hipdnnStatus_t negative_dilation(void)
{
    return conv(x, w, (hipdnn_conv_fprop_attributes){.dilation = {-1}});
}

static hipdnnStatus_t unknown_conv_mode(void)
{
    return conv(x, w, (hipdnn_conv_fprop_attributes){.mode = (hipdnn_conv_mode)9});
}

static hipdnnStatus_t conv_reserved_member(void)
{
    return conv(x, w, (hipdnn_conv_fprop_attributes){.reserved = {1}});
}

static hipdnnStatus_t unknown_compute_type(void)
{
    return conv(x, w, (hipdnn_conv_fprop_attributes){.compute_data_type = (hipdnn_type)-3});
}

static hipdnnStatus_t no_pointwise_mode(void)
{
    assert_null(hipdnn_graph_pointwise(graph, x, NULL, NULL, NULL));
    return hipdnn_graph_get_status(graph);
}

static hipdnnStatus_t unknown_pointwise_mode(void)
{
    return pointwise(x, NULL, NULL, (hipdnn_pointwise_attributes){.mode = (hipdnnPointwiseMode_t)4711});
}

static hipdnnStatus_t one_input_too_many(void)
{
    return pointwise(x, x, NULL, (hipdnn_pointwise_attributes){.mode = HIPDNN_POINTWISE_RELU_FWD});
}

static hipdnnStatus_t one_input_too_few(void)
{
    return pointwise(x, NULL, NULL, (hipdnn_pointwise_attributes){.mode = HIPDNN_POINTWISE_ADD});
}

static hipdnnStatus_t a_gap_between_inputs(void)
{
    return pointwise(x, NULL, x, (hipdnn_pointwise_attributes){.mode = HIPDNN_POINTWISE_ADD});
}

static hipdnnStatus_t virtual_input(void)
{
    return hipdnn_tensor_set_output(x, false);
}

static hipdnnStatus_t too_many_dims(void)
{
    return hipdnn_tensor_set_dim(x, (const int64_t[9]){1, 1, 1, 1, 1, 1, 1, 1, 1}, 9);
}

static hipdnnStatus_t zero_dim(void)
{
    return hipdnn_tensor_set_dim(x, (const int64_t[2]){4, 0}, 2);
}

static hipdnnStatus_t null_dims(void)
{
    return hipdnn_tensor_set_dim(x, NULL, 2);
}

static hipdnnStatus_t negative_stride(void)
{
    return hipdnn_tensor_set_stride(x, (const int64_t[2]){-1, 1}, 2);
}

static hipdnnStatus_t type_of_a_constant(void)
{
    return hipdnn_tensor_set_data_type(hipdnn_graph_scalar_f32(graph, 1, "one"), HIPDNN_TYPE_F16);
}

static hipdnnStatus_t dims_of_a_constant(void)
{
    return hipdnn_tensor_set_dim(hipdnn_graph_scalar_f32(graph, 1, "one"), (const int64_t[1]){2}, 1);
}

static hipdnnStatus_t empty_graph(void)
{
    return hipdnn_graph_validate(graph);
}

static hipdnnStatus_t one_uid_twice(void)
{
    hipdnn_tensor_set_uid(x, 5);
    hipdnn_tensor_set_uid(w, 5);
    return validate_conv((hipdnn_conv_fprop_attributes){.name = "c"});
}

static hipdnnStatus_t two_parts(void)
{
    hipdnn_tensor_t *lonely = hipdnn_graph_tensor(graph, &(hipdnn_tensor_attributes){.dim = {1}});
    relu(graph, x);
    relu(graph, lonely);
    return hipdnn_graph_validate(graph);
}

static hipdnnStatus_t no_type(void)
{
    stranger = hipdnn_graph_pointwise(other, stranger, NULL, NULL,
                                      &(hipdnn_pointwise_attributes){.mode = HIPDNN_POINTWISE_RELU_FWD});
    hipdnn_graph_t *untyped = other;
    other = graph;
    graph = untyped;
    return hipdnn_graph_validate(graph);
}

static hipdnnStatus_t no_dims(void)
{
    relu(graph, hipdnn_graph_tensor(graph, &(hipdnn_tensor_attributes){.name = "shapeless"}));
    return hipdnn_graph_validate(graph);
}

static hipdnnStatus_t dims_and_strides_disagree(void)
{
    relu(graph, x);
    hipdnn_tensor_set_stride(x, (const int64_t[2]){8, 1}, 2);
    return hipdnn_graph_validate(graph);
}

static hipdnnStatus_t channels_do_not_fit(void)
{
    hipdnn_tensor_set_dim(x, (const int64_t[4]){1, 5, 8, 8}, 4);
    return validate_conv((hipdnn_conv_fprop_attributes){.name = "c"});
}

static hipdnnStatus_t filter_larger_than_input(void)
{
    hipdnn_tensor_set_dim(x, (const int64_t[4]){1, 4, 2, 2}, 4);
    return validate_conv((hipdnn_conv_fprop_attributes){.name = "c"});
}

static hipdnnStatus_t entry_beyond_spatial_dims(void)
{
    return validate_conv((hipdnn_conv_fprop_attributes){.name = "c", .padding = {1, 1, 1}});
}

static hipdnnStatus_t shapes_do_not_broadcast(void)
{
    hipdnn_graph_pointwise(graph, x, w, NULL,
                           &(hipdnn_pointwise_attributes){.name = "sum", .mode = HIPDNN_POINTWISE_ADD});
    return hipdnn_graph_validate(graph);
}

static hipdnnStatus_t given_output_dims_are_wrong(void)
{
    hipdnn_tensor_t *y = relu(graph, x);
    hipdnn_tensor_set_dim(y, (const int64_t[4]){1, 4, 8, 9}, 4);
    hipdnn_tensor_set_stride(y, (const int64_t[4]){288, 72, 9, 1}, 4);
    return hipdnn_graph_validate(graph);
}

static hipdnnStatus_t lowering_first(void)
{
    relu(graph, x);
    return hipdnn_graph_build_operation_graph(graph, NULL);
}

static hipdnnStatus_t no_handle(void)
{
    relu(graph, x);
    return hipdnn_graph_build(graph, NULL);
}

static hipdnnStatus_t plans_first(void)
{
    relu(graph, x);
    hipdnn_graph_validate(graph);
    return hipdnn_graph_create_execution_plans(graph, NULL, 0);
}

static hipdnnStatus_t pin_first(void)
{
    return hipdnn_graph_create_execution_plan_ext(graph, 1, NULL, 0);
}

static hipdnnStatus_t check_first(void)
{
    return hipdnn_graph_check_support(graph);
}

static hipdnnStatus_t ranking_first(void)
{
    size_t count;
    return hipdnn_graph_get_ranked_engine_ids(graph, NULL, 0, NULL, 0, &count);
}

static hipdnnStatus_t ranking_nowhere_to_put(void)
{
    return hipdnn_graph_get_ranked_engine_ids(graph, NULL, 0, NULL, 0, NULL);
}

static hipdnnStatus_t execute_first(void)
{
    return hipdnn_graph_execute(graph, NULL, NULL, 0, NULL);
}

static hipdnnStatus_t bind_first(void)
{
    assert_null(hipdnn_graph_bind(graph, NULL, 0, NULL));
    return hipdnn_graph_get_status(graph);
}

static hipdnnStatus_t workspace_first(void)
{
    size_t bytes;
    return hipdnn_graph_get_workspace_size(graph, &bytes);
}

static hipdnnStatus_t uid_before_it_is_known(void)
{
    int64_t uid;
    return hipdnn_tensor_get_uid(relu(graph, x), &uid);
}

static hipdnnStatus_t size_before_it_is_known(void)
{
    size_t bytes;
    return hipdnn_tensor_get_size(relu(graph, x), &bytes);
}

static hipdnnStatus_t answer_to_nowhere(void)
{
    return hipdnn_tensor_get_dim(x, NULL);
}

static hipdnnStatus_t json_to_nowhere(void)
{
    return hipdnn_graph_to_json(graph, NULL);
}

static hipdnnStatus_t tensors_that_are_not_listed(void)
{
    const hipdnn_batchnorm_attributes attributes = {
        .epsilon = hipdnn_graph_scalar_f32(graph, 1e-5f, NULL), .peer_stats = NULL, .peer_stats_count = 2};
    assert_null(hipdnn_graph_batchnorm(graph, x, w, w, &attributes).y);
    return hipdnn_graph_get_status(graph);
}

static hipdnnStatus_t a_stranger_in_a_list(void)
{
    hipdnn_tensor_t *const peers[] = {w, stranger};
    const hipdnn_batchnorm_backward_attributes attributes = {.name = "bn", .peer_stats = peers, .peer_stats_count = 2};
    assert_null(hipdnn_graph_batchnorm_backward(graph, x, x, w, &attributes).dx);
    return hipdnn_graph_get_status(graph);
}

static hipdnnStatus_t a_stranger_as_an_option(void)
{
    assert_null(hipdnn_graph_sdpa(graph, x, x, x, &(hipdnn_sdpa_attributes){.name = "a", .sink_token = stranger}).o);
    return hipdnn_graph_get_status(graph);
}

static hipdnnStatus_t no_norm_phase(void)
{
    assert_null(hipdnn_graph_layernorm(graph, x, w, w, NULL).y);
    return hipdnn_graph_get_status(graph);
}

static hipdnnStatus_t unknown_norm_phase(void)
{
    const hipdnn_rmsnorm_attributes attributes = {.forward_phase = (hipdnnNormFwdPhase_t)3};
    assert_null(hipdnn_graph_rmsnorm(graph, x, w, &attributes).y);
    return hipdnn_graph_get_status(graph);
}

static hipdnnStatus_t no_reduction_mode(void)
{
    assert_null(hipdnn_graph_reduction(graph, x, NULL));
    return hipdnn_graph_get_status(graph);
}

static hipdnnStatus_t a_constant_as_output(void)
{
    const hipdnn_reduction_attributes attributes = {.mode = HIPDNN_REDUCE_TENSOR_ADD,
                                                    .y = hipdnn_graph_scalar_f32(graph, 1, "one")};
    assert_null(hipdnn_graph_reduction(graph, x, &attributes));
    return hipdnn_graph_get_status(graph);
}

static hipdnnStatus_t output_of_another_graph(void)
{
    const hipdnn_reduction_attributes attributes = {.mode = HIPDNN_REDUCE_TENSOR_ADD, .y = stranger};
    assert_null(hipdnn_graph_reduction(graph, x, &attributes));
    return hipdnn_graph_get_status(graph);
}

static hipdnnStatus_t negative_window(void)
{
    const hipdnn_resample_fwd_attributes attributes = {.resample_mode = HIPDNN_RESAMPLE_MAXPOOL, .window = {2, -2}};
    assert_null(hipdnn_graph_resample_fwd(graph, x, &attributes).y);
    return hipdnn_graph_get_status(graph);
}

static hipdnnStatus_t no_window(void)
{
    const hipdnn_resample_fwd_attributes attributes = {.resample_mode = HIPDNN_RESAMPLE_MAXPOOL, .window = {2}};
    hipdnn_graph_resample_fwd(graph, x, &attributes);
    return hipdnn_graph_validate(graph);
}

static hipdnnStatus_t unknown_padding_mode(void)
{
    const hipdnn_resample_bwd_attributes attributes = {.resample_mode = HIPDNN_RESAMPLE_MAXPOOL,
                                                       .padding_mode = (hipdnnPaddingMode_t)8};
    assert_null(hipdnn_graph_resample_bwd(graph, x, &attributes));
    return hipdnn_graph_get_status(graph);
}

static hipdnnStatus_t maximum_without_its_index(void)
{
    const hipdnn_resample_bwd_attributes attributes = {.resample_mode = HIPDNN_RESAMPLE_MAXPOOL, .window = {2, 2}};
    hipdnn_graph_resample_bwd(graph, x, &attributes);
    return hipdnn_graph_validate(graph);
}

static hipdnnStatus_t unknown_attention_implementation(void)
{
    const hipdnn_sdpa_attributes attributes = {.implementation = (hipdnnAttentionImplementation_t)5};
    assert_null(hipdnn_graph_sdpa(graph, x, x, x, &attributes).o);
    return hipdnn_graph_get_status(graph);
}

static hipdnnStatus_t scale_given_twice(void)
{
    const hipdnn_sdpa_attributes attributes = {.attn_scale = hipdnn_graph_scalar_f32(graph, 1, NULL),
                                               .attn_scale_value = HIPDNN_SOME(1.0f)};
    hipdnn_graph_sdpa(graph, x, x, x, &attributes);
    return hipdnn_graph_validate(graph);
}

static hipdnnStatus_t no_block_size(void)
{
    assert_null(hipdnn_graph_block_scale_quantize(graph, x, NULL).y);
    return hipdnn_graph_get_status(graph);
}

static hipdnnStatus_t block_size_after_its_end(void)
{
    const hipdnn_block_scale_dequantize_attributes attributes = {.block_size = {32, 0, 1}};
    assert_null(hipdnn_graph_block_scale_dequantize(graph, x, w, &attributes));
    return hipdnn_graph_get_status(graph);
}

static hipdnnStatus_t unknown_expert_mode(void)
{
    const hipdnn_moe_grouped_matmul_attributes attributes = {.mode = (hipdnnMoeGroupedMatmulMode_t)3};
    assert_null(hipdnn_graph_moe_grouped_matmul(graph, x, x, x, &attributes));
    return hipdnn_graph_get_status(graph);
}

static hipdnnStatus_t no_custom_id(void)
{
    hipdnn_tensor_t *y;
    return hipdnn_graph_custom_op(graph, &x, 1, &y, 1, &(hipdnn_custom_op_attributes){.custom_op_id = ""});
}

static hipdnnStatus_t bytes_that_are_not_there(void)
{
    hipdnn_tensor_t *y;
    return hipdnn_graph_custom_op(graph, &x, 1, &y, 1,
                                  &(hipdnn_custom_op_attributes){.custom_op_id = "z", .data_size = 4});
}

static hipdnnStatus_t no_custom_output(void)
{
    return hipdnn_graph_custom_op(graph, &x, 1, NULL, 0, &(hipdnn_custom_op_attributes){.custom_op_id = "z"});
}

static hipdnnStatus_t nowhere_for_custom_outputs(void)
{
    return hipdnn_graph_custom_op(graph, &x, 1, NULL, 2, &(hipdnn_custom_op_attributes){.custom_op_id = "z"});
}

static hipdnnStatus_t gradient_without_dims(void)
{
    hipdnn_graph_conv_wgrad(graph, w, x, &(hipdnn_conv_wgrad_attributes){.name = "g"});
    return hipdnn_graph_validate(graph);
}

static hipdnnStatus_t matrices_do_not_fit(void)
{
    hipdnn_graph_matmul(graph, x, w, &(hipdnn_matmul_attributes){.name = "m"});
    return hipdnn_graph_validate(graph);
}

static hipdnnStatus_t offsets_that_are_ragged(void)
{
    hipdnn_tensor_set_ragged_offset(w, x, 1);
    return hipdnn_tensor_set_ragged_offset(x, w, 1);
}

static hipdnnStatus_t its_own_offsets(void)
{
    return hipdnn_tensor_set_ragged_offset(x, x, 1);
}

static hipdnnStatus_t offsets_of_another_graph(void)
{
    return tensor((hipdnn_tensor_attributes){.dim = {1}, .ragged_offset = stranger});
}

static hipdnnStatus_t unknown_graph_type(void)
{
    return hipdnn_graph_set_io_data_type(graph, (hipdnn_type)-1);
}

static hipdnnStatus_t unknown_build_policy(void)
{
    relu(graph, x);
    return hipdnn_graph_build_with(graph, NULL, &(hipdnn_build_attributes){.policy = (hipdnn_build_policy)2});
}

static hipdnnStatus_t filter_first(void)
{
    return hipdnn_graph_deselect_workspace_greater_than(graph, 0);
}

static hipdnnStatus_t index_first(void)
{
    return hipdnn_graph_build_plan_at_index(graph, 0);
}

static hipdnnStatus_t knobs_first(void)
{
    const hipdnn_data_knob *knobs;
    size_t count;
    return hipdnn_graph_get_knobs_for_engine(graph, 1, &knobs, &count);
}

static hipdnnStatus_t configs_to_nowhere(void)
{
    size_t count;
    return hipdnn_graph_get_engine_configs(graph, NULL, 0, NULL, &count);
}

static hipdnnStatus_t engines_that_are_not_listed(void)
{
    return hipdnn_graph_deselect_engines(graph, NULL, 3);
}

static hipdnnStatus_t support_to_nowhere(void)
{
    return hipdnn_graph_is_supported_ext(graph, NULL, NULL);
}

typedef struct misuse {
    const char *name;
    hipdnnStatus_t (*run)(void);
    hipdnnStatus_t status;
    const char *fragment;
} misuse;

#define BAD HIPDNN_STATUS_BAD_PARAM
#define NULL_POINTER HIPDNN_STATUS_BAD_PARAM_NULL_POINTER
#define TOO_EARLY HIPDNN_STATUS_NOT_INITIALIZED
#define ROW(function, status, fragment)                                                                                \
    {                                                                                                                  \
#function, function, status, fragment                                                                          \
    }

static const misuse rows[] = {
    ROW(dim_after_its_end, BAD, "dim[2] is 3 after dim[1] = 0"),
    ROW(negative_dim, BAD, "dim[1] is -2"),
    ROW(fewer_strides, BAD, "dim has 3 entries and stride 2"),
    ROW(reserved_member, BAD, "attributes.reserved[2] is not 0"),
    ROW(backend_type_number, BAD, "data_type is 99, which is no data type"),
    ROW(negative_alignment, BAD, "alignment is -16"),
    ROW(null_input, NULL_POINTER, "hipdnn_graph_conv_fprop: node 'c': input w is NULL"),
    ROW(input_of_another_graph, BAD, "tensor 'stranger', belongs to graph 'other', not to graph 'g'"),
    ROW(both_paddings, BAD, "padding and post_padding are both given"),
    ROW(negative_padding, BAD, "pre_padding[1] is -1"),
    ROW(negative_dilation, BAD, "dilation[0] is -1"),
    ROW(unknown_conv_mode, BAD, "mode is 9, which is no ConvMode: use HIPDNN_CONV_MODE_*"),
    ROW(conv_reserved_member, BAD, "attributes.reserved[0] is not 0"),
    ROW(unknown_compute_type, BAD, "compute_data_type is -3"),
    ROW(no_pointwise_mode, BAD, "mode is not set: use HIPDNN_POINTWISE_*"),
    ROW(unknown_pointwise_mode, BAD, "mode is 4711, which is no PointwiseMode"),
    ROW(one_input_too_many, BAD, "relu_fwd takes 1 input, but 2 are given"),
    ROW(one_input_too_few, BAD, "add takes 2 inputs, but 1 is given"),
    ROW(a_gap_between_inputs, BAD, "input c is given without input b"),
    ROW(virtual_input, BAD, "tensor 'x': no operation writes it"),
    ROW(too_many_dims, BAD, "dim has 9 entries: at most 8"),
    ROW(zero_dim, BAD, "tensor 'x': dim[1] is 0"),
    ROW(null_dims, NULL_POINTER, "dim is NULL, but 2 entries"),
    ROW(negative_stride, BAD, "stride[0] is -1"),
    ROW(type_of_a_constant, BAD, "tensor 'one': a constant keeps its data type"),
    ROW(dims_of_a_constant, BAD, "a constant keeps its dim"),
    ROW(empty_graph, BAD, "graph 'g' has no operation"),
    ROW(one_uid_twice, BAD, "both have uid 5"),
    ROW(two_parts, BAD, "nodes 'pointwise_0' and 'pointwise_1' share no tensor"),
    ROW(no_type, BAD, "tensor 'stranger' (uid 0) has no data type"),
    ROW(no_dims, BAD, "tensor 'shapeless' (uid 0) has no dims"),
    ROW(dims_and_strides_disagree, BAD, "4 dims and 2 strides"),
    ROW(channels_do_not_fit, BAD, "node 'c'"),
    ROW(filter_larger_than_input, BAD, "node 'c'"),
    ROW(entry_beyond_spatial_dims, BAD,
        "node 'c': padding before has 1 at index 2, but the tensors have 2 spatial dimensions"),
    ROW(shapes_do_not_broadcast, BAD, "node 'sum'"),
    ROW(given_output_dims_are_wrong, BAD, "node 'pointwise_0'"),
    ROW(lowering_first, TOO_EARLY, "is not validated: call hipdnn_graph_validate first"),
    ROW(no_handle, NULL_POINTER, "handle is NULL"),
    ROW(plans_first, TOO_EARLY, "call hipdnn_graph_build_operation_graph first"),
    ROW(pin_first, TOO_EARLY, "has no operation graph"),
    ROW(check_first, TOO_EARLY, "has no operation graph"),
    ROW(ranking_first, TOO_EARLY, "has no operation graph"),
    ROW(ranking_nowhere_to_put, NULL_POINTER, "out_count is NULL"),
    ROW(execute_first, TOO_EARLY, "has no plan: call hipdnn_graph_build_plans first"),
    ROW(bind_first, TOO_EARLY, "hipdnn_graph_bind: graph 'g' has no plan"),
    ROW(workspace_first, TOO_EARLY, "has no plan"),
    ROW(uid_before_it_is_known, TOO_EARLY, "tensor 'pointwise_0::OUT_0': it has no uid yet"),
    ROW(size_before_it_is_known, TOO_EARLY, "not known yet"),
    ROW(answer_to_nowhere, NULL_POINTER, "the place for the answer is NULL"),
    ROW(json_to_nowhere, NULL_POINTER, "the place for the result is NULL"),
    ROW(tensors_that_are_not_listed, NULL_POINTER, "peer_stats is NULL, but 2 tensors are announced"),
    ROW(a_stranger_in_a_list, BAD, "node 'bn': input peer_stats[1], tensor 'stranger', belongs to graph 'other'"),
    ROW(a_stranger_as_an_option, BAD, "node 'a': input sink_token, tensor 'stranger'"),
    ROW(no_norm_phase, BAD, "forward_phase is not set: use HIPDNN_NORM_FWD_*"),
    ROW(unknown_norm_phase, BAD, "forward_phase is 3, which is no NormFwdPhase"),
    ROW(no_reduction_mode, BAD, "mode is not set: use HIPDNN_REDUCE_TENSOR_*"),
    ROW(a_constant_as_output, BAD, "output y, tensor 'one', is passed by value"),
    ROW(output_of_another_graph, BAD, "output y, tensor 'stranger', belongs to graph 'other'"),
    ROW(negative_window, BAD, "window[1] is -2"),
    ROW(no_window, BAD, "window[1] is 0"),
    ROW(unknown_padding_mode, BAD, "padding_mode is 8, which is no PaddingMode"),
    ROW(maximum_without_its_index, BAD, "index_tensor_uid is missing"),
    ROW(unknown_attention_implementation, BAD, "implementation is 5"),
    ROW(scale_given_twice, BAD, "attn_scale_value 1 are both given"),
    ROW(no_block_size, BAD, "block_size is 0"),
    ROW(block_size_after_its_end, BAD, "block_size[2] is 1"),
    ROW(unknown_expert_mode, BAD, "mode is 3, which is no MoeGroupedMatmulMode"),
    ROW(no_custom_id, BAD, "custom_op_id is not set"),
    ROW(bytes_that_are_not_there, NULL_POINTER, "data is NULL, but 4 bytes are announced"),
    ROW(no_custom_output, BAD, "0 outputs are asked for"),
    ROW(nowhere_for_custom_outputs, NULL_POINTER, "out_outputs is NULL, but 2 are announced"),
    ROW(gradient_without_dims, BAD, "node 'g'"),
    ROW(matrices_do_not_fit, BAD, "node 'm'"),
    ROW(offsets_that_are_ragged, BAD, "tensor 'x': ragged_offset, tensor 'w', is ragged itself"),
    ROW(its_own_offsets, BAD, "tensor 'x': it cannot hold its own offsets"),
    ROW(offsets_of_another_graph, BAD, "ragged_offset, tensor 'stranger', belongs to graph 'other'"),
    ROW(unknown_graph_type, BAD, "io_data_type is -1"),
    ROW(unknown_build_policy, BAD, "policy is 2, which is no build policy"),
    ROW(filter_first, TOO_EARLY, "has no operation graph"),
    ROW(index_first, TOO_EARLY, "has no operation graph"),
    ROW(knobs_first, TOO_EARLY, "has no operation graph"),
    ROW(configs_to_nowhere, NULL_POINTER, "the place for the answer is NULL"),
    ROW(engines_that_are_not_listed, NULL_POINTER, "engine_ids is NULL, but 3 are announced"),
    ROW(support_to_nowhere, NULL_POINTER, "the place for the answer is NULL"),
};

static void each_misuse_has_a_status_and_a_sentence(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(rows); i++) {
        print_message("  %s\n", rows[i].name);
        set_up();
        assert_int_equal(rows[i].run(), rows[i].status);
        assert_int_equal(hipdnn_graph_get_status(graph), rows[i].status);
        assert_says(hipdnn_graph_get_error(graph), rows[i].fragment);
        assert_says(hipdnn_graph_get_error(NULL), rows[i].fragment);
        hipdnn_graph_destroy(graph);
        hipdnn_graph_destroy(other);
    }
}

/* ------------------------------------------------------------------------------------ rules about errors */

static void the_first_error_stays(void **state)
{
    (void)state;
    set_up();
    assert_null(hipdnn_graph_conv_fprop(graph, x, NULL, &(hipdnn_conv_fprop_attributes){.name = "first"}));
    assert_null(hipdnn_graph_tensor(graph, &(hipdnn_tensor_attributes){.dim = {-1}}));
    assert_null(relu(graph, x));
    assert_int_equal(hipdnn_graph_validate(graph), NULL_POINTER);
    assert_int_equal(hipdnn_graph_build(graph, NULL), NULL_POINTER);
    assert_says(hipdnn_graph_get_error(graph), "node 'first'");

    /* Nothing was added by what failed, so a caller who knows what happened may go on. */
    assert_int_equal(hipdnn_graph_tensor_count(graph), 2);
    assert_int_equal(hipdnn_graph_node_count(graph), 0);
    hipdnn_graph_clear_error(graph);
    assert_string_equal(hipdnn_graph_get_error(graph), "");
    assert_non_null(relu(graph, x));
    assert_int_equal(hipdnn_graph_validate(graph), HIPDNN_STATUS_SUCCESS);
    hipdnn_graph_destroy(graph);
    hipdnn_graph_destroy(other);
}

static void an_error_of_a_step_goes_with_its_repair(void **state)
{
    (void)state;
    set_up();
    hipdnn_tensor_set_uid(x, 1);
    hipdnn_tensor_set_uid(w, 1);
    assert_non_null(hipdnn_graph_conv_fprop(graph, x, w, NULL));
    assert_int_equal(hipdnn_graph_validate(graph), BAD);
    assert_int_equal(hipdnn_tensor_set_uid(w, 2), HIPDNN_STATUS_SUCCESS);
    assert_int_equal(hipdnn_graph_validate(graph), HIPDNN_STATUS_SUCCESS);
    assert_string_equal(hipdnn_graph_get_error(graph), "");
    assert_int_equal(hipdnn_graph_get_status(graph), HIPDNN_STATUS_SUCCESS);
    hipdnn_graph_destroy(graph);
    hipdnn_graph_destroy(other);
}

static void null_graphs_and_tensors_are_survived(void **state)
{
    (void)state;
    int64_t uid;
    hipdnn_dims dims;
    size_t bytes;
    char *text;
    assert_null(hipdnn_graph_tensor(NULL, NULL));
    assert_says(hipdnn_graph_get_error(NULL), "hipdnn_graph_tensor: graph is NULL");
    assert_null(hipdnn_graph_conv_fprop(NULL, NULL, NULL, NULL));
    assert_null(hipdnn_graph_pointwise(NULL, NULL, NULL, NULL, NULL));
    assert_null(hipdnn_graph_sdpa(NULL, NULL, NULL, NULL, NULL).o);
    assert_int_equal(hipdnn_graph_custom_op(NULL, NULL, 0, NULL, 0, NULL), NULL_POINTER);
    assert_null(hipdnn_graph_tensor_like(NULL, NULL, NULL));
    assert_int_equal(hipdnn_graph_set_name(NULL, NULL), NULL_POINTER);
    assert_int_equal(hipdnn_graph_get_io_data_type(NULL), HIPDNN_TYPE_UNSET);
    assert_int_equal(hipdnn_graph_get_preferred_engine_id(NULL), 0);
    assert_false(hipdnn_graph_is_override_shape_enabled(NULL));
    assert_int_equal(hipdnn_graph_get_execution_plan_count(NULL), 0);
    assert_int_equal(hipdnn_graph_build_all_plans(NULL), NULL_POINTER);
    assert_int_equal(hipdnn_graph_execute_plan_at_index(NULL, NULL, NULL, 0, NULL, 0), NULL_POINTER);
    assert_int_equal(hipdnn_graph_add_engine(NULL, 1, NULL, 0), NULL_POINTER);
    assert_null(hipdnn_graph_scalar_f32(NULL, 1, NULL));
    assert_int_equal(hipdnn_graph_validate(NULL), NULL_POINTER);
    assert_int_equal(hipdnn_graph_build(NULL, NULL), NULL_POINTER);
    assert_int_equal(hipdnn_graph_build_plans(NULL), NULL_POINTER);
    assert_int_equal(hipdnn_graph_execute(NULL, NULL, NULL, 0, NULL), NULL_POINTER);
    assert_null(hipdnn_graph_bind(NULL, NULL, 0, NULL));
    assert_int_equal(hipdnn_binding_execute(NULL, NULL), NULL_POINTER);
    assert_says(hipdnn_graph_get_error(NULL), "hipdnn_binding_execute: binding is NULL");
    assert_int_equal(hipdnn_graph_to_json(NULL, &text), NULL_POINTER);
    assert_int_equal(hipdnn_graph_set_preferred_engine_id(NULL, 1), NULL_POINTER);
    assert_int_equal(hipdnn_graph_get_status(NULL), NULL_POINTER);
    assert_string_equal(hipdnn_graph_get_name(NULL), "");
    assert_int_equal(hipdnn_graph_tensor_count(NULL), 0);
    assert_null(hipdnn_graph_tensor_at(NULL, 0));
    assert_null(hipdnn_graph_find_tensor(NULL, 0));
    assert_null(hipdnn_graph_find_tensor_by_name(NULL, "x"));
    assert_int_equal(hipdnn_tensor_set_output(NULL, true), NULL_POINTER);
    assert_says(hipdnn_graph_get_error(NULL), "hipdnn_tensor_set_output: tensor is NULL");
    assert_int_equal(hipdnn_tensor_set_uid(NULL, 1), NULL_POINTER);
    assert_int_equal(hipdnn_tensor_set_name(NULL, "x"), NULL_POINTER);
    assert_int_equal(hipdnn_tensor_get_uid(NULL, &uid), NULL_POINTER);
    assert_int_equal(hipdnn_tensor_get_dim(NULL, &dims), NULL_POINTER);
    assert_int_equal(hipdnn_tensor_get_size(NULL, &bytes), NULL_POINTER);
    assert_string_equal(hipdnn_tensor_get_name(NULL), "");
    assert_false(hipdnn_tensor_is_virtual(NULL));
    assert_int_equal(hipdnn_tensor_get_data_type(NULL), HIPDNN_TYPE_UNSET);
    assert_int_equal(hipdnn_tensor_get_value(NULL, NULL), HIPDNN_DATA_VALUE_NONE);
    assert_int_equal(hipdnn_tensor_get_alignment(NULL), 0);
    assert_null(hipdnn_tensor_get_ragged_offset(NULL));
    assert_false(hipdnn_tensor_has_uid(NULL));
    assert_false(hipdnn_tensor_is_runtime_pass_by_value(NULL));
    hipdnn_graph_clear_error(NULL);
    hipdnn_graph_destroy(NULL);
    hipdnn_binding_destroy(NULL);
    hipdnn_free(NULL);
}

static void a_graph_that_cannot_be_made_says_why(void **state)
{
    (void)state;
    assert_null(hipdnn_graph_create(&(hipdnn_graph_attributes){.reserved = {0, 0, 0, 1}}));
    assert_says(hipdnn_graph_get_error(NULL), "hipdnn_graph_create: attributes.reserved[3] is not 0");
    assert_null(hipdnn_graph_create(&(hipdnn_graph_attributes){.compute_data_type = (hipdnn_type)19}));
    assert_says(hipdnn_graph_get_error(NULL), "compute_data_type is 19");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_misuse_has_a_status_and_a_sentence),
        cmocka_unit_test(the_first_error_stays),
        cmocka_unit_test(an_error_of_a_step_goes_with_its_repair),
        cmocka_unit_test(null_graphs_and_tensors_are_survived),
        cmocka_unit_test(a_graph_that_cannot_be_made_says_why),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
