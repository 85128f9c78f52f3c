/* SPDX-License-Identifier: MIT */
/* What is refused, and what the sentence says. Most rows break the sample as a struct, encode it and decode the bytes;
 * what a struct cannot express is broken in the bytes. */
#include "base/memory.h"
#include "data_sdk/graph/tables.h"
#include "sample.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

#define HUGE_EXTENT (INT64_C(1) << 62)

/* clang-format off */
/* BAD(name, status, fragment of the sentence, change) */
#define MEANINGS(BAD)                                                                                                  \
    /* graph */                                                                                                        \
    BAD(no_nodes, HD_BAD_PARAM, "graph 'block' has no nodes; add at least one", s->graph.node_count = 0)               \
    BAD(no_tensors, HD_BAD_PARAM, "x_tensor_uid is 70, but none of the graph's 0 tensors", s->graph.tensor_count = 0)  \
    BAD(uid_twice, HD_BAD_PARAM,                                                                                       \
      "tensors[0] 'x' and tensors[3] 'bias' both have uid 70; give each",                                              \
      s->tensors[BIAS].uid = 70)                                                                                       \
    BAD(newer_major, HD_NOT_SUPPORTED,                                                                                 \
      "min_required_engine_api_version: the graph needs engine plugin API 2.3.0, this version knows 1.4.0",            \
      s->graph.min_required_engine_api_version.major_version = 2)                                                      \
    BAD(newer_minor, HD_NOT_SUPPORTED, "API 1.5.0", s->graph.min_required_engine_api_version.minor_version = 5)        \
    BAD(newer_patch, HD_NOT_SUPPORTED,                                                                                 \
      "API 1.4.1",                                                                                                     \
      s->graph.min_required_engine_api_version.minor_version = 4;                                                      \
      s->graph.min_required_engine_api_version.patch_version = 1)                                                      \
    /* tensors */                                                                                                      \
    BAD(type_unset, HD_BAD_PARAM,                                                                                      \
      "tensor 'x' (uid 70): data type 0 (unset); set one",                                                             \
      s->tensors[X].data_type = HIPDNN_TYPE_UNSET)                                                                     \
    BAD(no_dims, HD_BAD_PARAM,                                                                                         \
      "tensor 'x' (uid 70): 0 dimensions, 1 to 8 are allowed",                                                         \
      s->tensors[X].dim.count = s->tensors[X].stride.count = 0)                                                        \
    BAD(stride_missing, HD_BAD_PARAM, "tensor 'w' (uid -5): 4 dims and 3 strides", s->tensors[W].stride.count = 3)     \
    BAD(extent_zero, HD_BAD_PARAM, "(uid 70): dims[2] is 0, at least 1 is allowed", s->tensors[X].dim.v[2] = 0)        \
    BAD(extent_negative, HD_BAD_PARAM, "dims[3] is -9223372036854775808, at least", s->tensors[X].dim.v[3] = INT64_MIN)\
    BAD(stride_negative, HD_BAD_PARAM, "strides[0] is -1, at least 0 is allowed", s->tensors[X].stride.v[0] = -1)      \
    BAD(span_overflows, HD_BAD_PARAM,                                                                                  \
      "dims [2, 8, 6, 6] with strides [9223372036854775807, 36, 6, 1] take more than 4611686018427387903 elements "    \
      "of type half",                                                                                                  \
      s->tensors[X].stride.v[0] = INT64_MAX)                                                                           \
    BAD(bytes_overflow, HD_BAD_PARAM, "take more than 4611686018427387903", s->tensors[X].stride.v[0] = HUGE_EXTENT)   \
    BAD(volume_overflows, HD_BAD_PARAM,                                                                                \
      "(uid 70): dims [4611686018427387904, 4611",                                                                     \
      s->tensors[X].dim.v[0] = s->tensors[X].dim.v[1] = HUGE_EXTENT;                                                   \
      s->tensors[X].stride = (hipdnn_dims){.count = 4})                                                                \
    BAD(alignment_zero, HD_BAD_PARAM, "'y' (uid 9223372036854775807): alignment is 0", s->tensors[Y].alignment = 0)    \
    BAD(multiplier_zero, HD_BAD_PARAM, "ragged_offset_multiplier is 0, at", s->tensors[Y].ragged_offset_multiplier = 0)\
    BAD(virtual_constant, HD_BAD_PARAM,                                                                                \
      "(uid 9): it is virtual and passed by value",                                                                    \
      s->tensors[HALF].is_virtual = true)                                                                              \
    BAD(virtual_runtime, HD_BAD_PARAM, "virtual and passed by value", s->tensors[C].is_runtime_pass_by_value = true)   \
    BAD(constant_runtime, HD_BAD_PARAM, "has a value and is passed", s->tensors[HALF].is_runtime_pass_by_value = true) \
    BAD(constant_of_two, HD_BAD_PARAM, "passed by value and has dims [2]; only one", s->tensors[HALF].dim.v[0] = 2)    \
    BAD(ragged_nowhere, HD_BAD_PARAM,                                                                                  \
      "tensor 'x' (uid 70): ragged_offset_tensor_uid is 99, but none of the graph's 9 tensors",                        \
      s->tensors[X].ragged_offset_uid.set = true; s->tensors[X].ragged_offset_uid.value = 99)                          \
    BAD(ragged_virtual, HD_BAD_PARAM,                                                                                  \
      "ragged_offset_tensor_uid is 12, but that tensor is virtual",                                                    \
      s->tensors[X].ragged_offset_uid.set = true; s->tensors[X].ragged_offset_uid.value = 12)                          \
    BAD(ragged_twice, HD_BAD_PARAM,                                                                                    \
      "ragged_offset_tensor_uid is 70, but that tensor is ragged itself",                                              \
      s->tensors[X].ragged_offset_uid.set = true; s->tensors[X].ragged_offset_uid.value = 70)                          \
    /* nodes */                                                                                                        \
    BAD(compute_type_unset, HD_BAD_PARAM,                                                                              \
      "node 'conv' has compute data type 0 (unset); set one on the node or on the graph",                              \
      s->nodes[CONV].compute_data_type = 0)                                                                            \
    BAD(input_nowhere, HD_BAD_PARAM,                                                                                   \
      "node 'conv': w_tensor_uid is 8, but none of the graph's 9 tensors",                                             \
      s->conv.w = 8)                                                                                                   \
    BAD(unnamed_input_nowhere, HD_BAD_PARAM, "nodes[1]: in_1_tensor_uid is 8", s->add_bias.in_1.value = 8)             \
    BAD(output_nowhere, HD_BAD_PARAM, "node 'conv': y_tensor_uid is 8, but none", s->conv.y = 8)                       \
    BAD(two_writers, HD_BAD_PARAM,                                                                                     \
      "tensor 'r' (uid 14) is written by node 'relu' and by node 'scale'",                                             \
      s->scale.out_0 = s->relu.out_0)                                                                                  \
    BAD(not_in_order, HD_BAD_PARAM,                                                                                    \
      "node 'relu' at 0 reads tensor 'b' (uid 13), which nodes[1] at 1 writes; nodes must be in topological order",    \
      s->nodes[0] = s->nodes[2]; s->nodes[2] = (hipdnn_data_node){"conv", 1, 5, &s->conv})                             \
    BAD(reads_itself, HD_BAD_PARAM, "node 'relu' reads tensor 'r' (uid 14), which it", s->relu.in_0 = s->relu.out_0)   \
    BAD(virtual_unwritten, HD_BAD_PARAM,                                                                               \
      "nodes[1] reads tensor 'bias' (uid 0), which is virtual, but no node writes it",                                 \
      s->tensors[BIAS].is_virtual = true)                                                                              \
    BAD(writes_constant, HD_BAD_PARAM,                                                                                 \
      "node 'residual' writes tensor 'half' (uid 9), which is passed by value",                                        \
      s->residual.out_0 = 9; s->residual.in_0 = 14; s->nodes[SCALE] = s->nodes[RESIDUAL]; s->graph.node_count = 4)     \
    BAD(writes_one_place, HD_BAD_PARAM,                                                                                \
      "whose strides [288, 0, 6, 1] put several elements in one place",                                                \
      s->tensors[Y].stride.v[1] = 0)                                                                                   \
    /* convolution */                                                                                                  \
    BAD(conv_mode_unset, HD_BAD_PARAM, "node 'conv': conv_mode is not set", s->conv.mode = 0)                          \
    BAD(conv_no_padding, HD_BAD_PARAM, "node 'conv': pre_padding is not set", s->conv.pre_padding.count = 0)           \
    BAD(conv_short_stride, HD_BAD_PARAM,                                                                               \
      "node 'conv': stride has 1 entries, but the input has 2 spatial dimensions",                                     \
      s->conv.stride.count = 1)                                                                                        \
    BAD(conv_stride_zero, HD_BAD_PARAM, "node 'conv': stride[1] is 0, at least 1 is allowed", s->conv.stride.v[1] = 0) \
    BAD(conv_dilation_zero, HD_BAD_PARAM, "dilation[0] is 0, at least 1 is allowed", s->conv.dilation.v[0] = 0)        \
    BAD(conv_negative_padding, HD_BAD_PARAM, "post_padding[0] is -1, at least 0 is", s->conv.post_padding.v[0] = -1)   \
    BAD(conv_low_rank, HD_BAD_PARAM,                                                                                   \
      "input tensor 'x' (uid 70) has 2 dimensions, 3 to 5 are allowed",                                                \
      s->tensors[X] = make_tensor(70, "x", (hipdnn_dims){{2, 8}, 2}))                                                  \
    BAD(conv_high_rank, HD_BAD_PARAM,                                                                                  \
      "has 6 dimensions, 3 to 5 are allowed",                                                                          \
      s->tensors[X] = make_tensor(70, "x", (hipdnn_dims){{2, 8, 1, 1, 1, 1}, 6}))                                      \
    BAD(conv_filter_rank, HD_BAD_PARAM,                                                                                \
      "filter tensor 'w' (uid -5) has 3 dimensions, but input tensor 'x' (uid 70) has 4",                              \
      s->tensors[W] = make_tensor(-5, "w", (hipdnn_dims){{8, 4, 3}, 3}))                                               \
    BAD(conv_channels, HD_BAD_PARAM,                                                                                   \
      "input tensor 'x' (uid 70) has 8 channels and filter tensor 'w' (uid -5) takes 3; the first must be a "          \
      "multiple",                                                                                                      \
      s->tensors[W] = make_tensor(-5, "w", (hipdnn_dims){{8, 3, 3, 3}, 4}))                                            \
    BAD(conv_groups, HD_BAD_PARAM,                                                                                     \
      "has 7 output channels, but the shapes mean 8 / 4 = 2 groups",                                                   \
      s->tensors[W] = make_tensor(-5, "w", (hipdnn_dims){{7, 4, 3, 3}, 4}))                                            \
    BAD(conv_output, HD_BAD_PARAM,                                                                                     \
      "output tensor 'c' (uid 12) has dims [2, 8, 5, 6], but input, filter and parameters give [2, 8, 6, 6]",          \
      s->tensors[C] = make_tensor(12, "c", (hipdnn_dims){{2, 8, 5, 6}, 4}))                                            \
    BAD(conv_filter_too_large, HD_BAD_PARAM,                                                                           \
      "the filter reaches over 9 elements of spatial dimension 1, but the input has only 8 with its padding",          \
      s->conv.dilation.v[1] = 4)                                                                                       \
    BAD(conv_padding_overflows, HD_BAD_PARAM,                                                                          \
      "spatial dimension 0 does not fit 64 bits: input 6, pre_padding 9223372036854775807",                            \
      s->conv.pre_padding.v[0] = INT64_MAX)                                                                            \
    BAD(conv_dilation_overflows, HD_BAD_PARAM, "dimension 0 does not fit 64 bits", s->conv.dilation.v[0] = HUGE_EXTENT)\
    /* pointwise */                                                                                                    \
    BAD(pointwise_mode_unset, HD_BAD_PARAM, "node 'relu': operation is not set", s->relu.mode = 0)                     \
    BAD(pointwise_missing, HD_BAD_PARAM,                                                                               \
      "mul takes 2 inputs, but in_1_tensor_uid is missing",                                                            \
      s->scale.in_1.set = false)                                                                                       \
    BAD(pointwise_surplus, HD_BAD_PARAM,                                                                               \
      "node 'relu': relu_fwd takes 1 input, but in_1_tensor_uid is given; leave it out",                               \
      s->relu.in_1.set = true; s->relu.in_1.value = 0)                                                                 \
    BAD(pointwise_gap, HD_BAD_PARAM,                                                                                   \
      "node 'scale': mul takes 2 inputs, but in_1_tensor_uid is missing; set it",                                      \
      s->scale.in_1.set = false; s->scale.in_2.set = true; s->scale.in_2.value = 0)                                    \
    BAD(pointwise_third, HD_BAD_PARAM,                                                                                 \
      "binary_select takes 3 inputs, but in_2_tensor_uid is missing",                                                  \
      s->scale.mode = HIPDNN_POINTWISE_BINARY_SELECT)                                                                  \
    BAD(pointwise_shapes, HD_BAD_PARAM,                                                                                \
      "input tensor 'bias' (uid 0) has dims [1, 4, 1, 1], which do not broadcast with [2, 8, 6, 6] of the inputs "     \
      "before it: counted from the end, dimension 3 is 4 and 8",                                                       \
      s->tensors[BIAS] = make_tensor(0, "bias", (hipdnn_dims){{1, 4, 1, 1}, 4}))                                       \
    BAD(pointwise_output, HD_BAD_PARAM,                                                                                \
      "has dims [2, 8, 6, 1], but its inputs broadcast to [2, 8, 6, 6]",                                               \
      s->tensors[Y] = make_tensor(INT64_MAX, "y", (hipdnn_dims){{2, 8, 6, 1}, 4}))                                     \
    BAD(pointwise_output_rank, HD_BAD_PARAM,                                                                           \
      "has dims [1, 2, 8, 6, 6], but its inputs broadcast to [2, 8, 6, 6]",                                            \
      s->tensors[Y] = make_tensor(INT64_MAX, "y", (hipdnn_dims){{1, 2, 8, 6, 6}, 5}))                                  \
    BAD(index_without_axis, HD_BAD_PARAM, "no axis; set one, from 0 to 3", s->relu.mode = HIPDNN_POINTWISE_GEN_INDEX)  \
    BAD(index_axis, HD_BAD_PARAM,                                                                                      \
      "node 'relu': the axis is 4, from 0 to 3 is allowed",                                                            \
      s->relu.mode = HIPDNN_POINTWISE_GEN_INDEX; s->relu.axis.set = true; s->relu.axis.value = 4)
/* clang-format on */

#define CHANGE(name, status, fragment, ...)                                                                            \
    static void change_##name(sample *s)                                                                               \
    {                                                                                                                  \
        __VA_ARGS__;                                                                                                   \
    }
#define ROW(name, status, fragment, ...) {#name, change_##name, status, fragment},

MEANINGS(CHANGE)

static void test_meaning(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        void (*change)(sample *);
        hd_status status;
        const char *fragment;
    } rows[] = {MEANINGS(ROW)};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        sample s;
        sample_init(&s);
        rows[i].change(&s);
        void *bytes;
        size_t size;
        hd_arena arena = {0};
        const hipdnn_data_graph *graph;
        assert_int_equal(hd_graph_encode(&s.graph, &bytes, &size), HD_OK);
        const hd_status status = hd_graph_decode(bytes, size, &arena, &graph);
        if (status != rows[i].status || strstr(hd_error_text(), rows[i].fragment) == NULL)
            fail_msg("%s: status %d, '%s' instead of %d, '%s'", rows[i].name, status, hd_error_text(), rows[i].status,
                     rows[i].fragment);
        assert_null(graph);
        hd_arena_release(&arena);
        hd_free(bytes);
    }
}

/* ------------------------------------------------------------------------------------------------- in the bytes */

static hd_fb_table root_of(void *bytes)
{
    return hd_fb_root(bytes);
}
static hd_fb_table tensor_of(void *bytes, uint32_t i)
{
    return hd_fb_table_at(hd_fb_get_vector(hd_fb_root(bytes), HD_GRAPH_TENSORS), i);
}
static hd_fb_table node_of(void *bytes, uint32_t i)
{
    return hd_fb_table_at(hd_fb_get_vector(hd_fb_root(bytes), HD_GRAPH_NODES), i);
}
static hd_fb_table attributes_of(void *bytes, uint32_t i)
{
    return hd_fb_get_table(node_of(bytes, i), HD_NODE_ATTRIBUTES);
}

/* The reader gives const bytes; here they are ours. */
static uint8_t *field(hd_fb_table table, uint16_t slot)
{
    uint8_t *at = (uint8_t *)(uintptr_t)hd_fb_field(table, slot);
    assert_non_null(at);
    return at;
}

/* Makes a field absent, by its entry in the vtable. */
static void drop(hd_fb_table table, uint16_t slot)
{
    int32_t distance;
    memcpy(&distance, table.at, sizeof distance);
    uint8_t *entry = (uint8_t *)(uintptr_t)(table.at - distance + 4 + 2 * slot);
    memset(entry, 0, 2);
}

/* clang-format off */
#define STRUCTURES(BAD)                                                                                                \
    BAD(graph_type, HD_BAD_PARAM,                                                                                      \
      "Graph.intermediate_data_type: 19 is no DataType; numbers up to 18 are known",                                   \
      *field(root_of(s), 2) = 19)                                                                                      \
    BAD(negative_type, HD_BAD_PARAM, "intermediate_data_type: -1 is no DataType", *field(root_of(s), 2) = 0xFF)        \
    BAD(override_two, HD_BAD_PARAM, "Graph.is_override_shape_enabled: a bool is 2, 0 or 1", *field(root_of(s), 7) = 2) \
    BAD(tensor_type, HD_BAD_PARAM, "Graph.tensors[1].data_type: 100 is no DataType", *field(tensor_of(s, W), 2) = 100) \
    BAD(virtual_three, HD_BAD_PARAM,                                                                                   \
      "Graph.tensors[2].virtual: a bool is 3, 0 or 1 is",                                                              \
      *field(tensor_of(s, C), 5) = 3)                                                                                  \
    BAD(nine_dims, HD_BAD_PARAM,                                                                                       \
      "Graph.tensors[0].dims: the list has 9 entries, at most 8 are allowed",                                          \
      *(uint8_t *)(uintptr_t)hd_fb_get_target(tensor_of(s, X), 4) = 9)                                                 \
    BAD(value_kind, HD_BAD_PARAM,                                                                                      \
      "Graph.tensors[6].value: 9 is no TensorValue; numbers up to 8 are known",                                        \
      *field(tensor_of(s, HALF), 6) = 9)                                                                               \
    BAD(value_untagged, HD_BAD_PARAM,                                                                                  \
      "Graph.tensors[6].value: the type is 0, but the value is there; both or neither",                                \
      *field(tensor_of(s, HALF), 6) = 0)                                                                               \
    BAD(value_without_value, HD_BAD_PARAM,                                                                             \
      "value: the type is 1, but the value is absent",                                                                 \
      drop(tensor_of(s, HALF), 7))                                                                                     \
    BAD(value_bool, HD_BAD_PARAM,                                                                                      \
      "value: a bool is 2, 0 or 1",                                                                                    \
      *field(tensor_of(s, HALF), 6) = 8; *(uint8_t *)(uintptr_t)hd_fb_get_target(tensor_of(s, HALF), 7) = 2)           \
    BAD(operation_none, HD_BAD_PARAM,                                                                                  \
      "Graph.nodes[0].attributes: the node has no operation",                                                          \
      *field(node_of(s, 0), 2) = 0; drop(node_of(s, 0), 3))                                                            \
    BAD(operation_other, HD_BAD_PARAM,                                                                                 \
      "Graph.nodes[2].attributes.a_tensor_uid: a field of 8 bytes",                                                    \
      *field(node_of(s, 2), 2) = HIPDNN_DATA_OPERATION_MATMUL)                                                         \
    BAD(operation_future, HD_NOT_SUPPORTED,                                                                            \
      "Graph.nodes[2].attributes: operation 24 is not known to this version",                                          \
      *field(node_of(s, 2), 2) = 24)                                                                                   \
    BAD(no_attributes, HD_BAD_PARAM,                                                                                   \
      "nodes[1].attributes: the type is 2, but the value is abs",                                                      \
      drop(node_of(s, 1), 3))                                                                                          \
    BAD(conv_mode, HD_BAD_PARAM,                                                                                       \
      "Graph.nodes[0].attributes.conv_mode: 3 is no ConvMode; numbers up to 2 are known",                              \
      *field(attributes_of(s, CONV), 7) = 3)                                                                           \
    BAD(pointwise_mode, HD_BAD_PARAM,                                                                                  \
      "Graph.nodes[2].attributes.operation: 48 is no PointwiseMode; numbers up to 47 are known",                       \
      *field(attributes_of(s, RELU), 0) = 48)                                                                          \
    BAD(newer_and_broken, HD_NOT_SUPPORTED, "API 9.3.0", *field(root_of(s), 8) = 9; *field(root_of(s), 2) = 19)
/* clang-format on */

#define PATCH(name, status, fragment, ...)                                                                             \
    static void patch_##name(void *s)                                                                                  \
    {                                                                                                                  \
        __VA_ARGS__;                                                                                                   \
    }
#define PATCH_ROW(name, status, fragment, ...) {#name, patch_##name, status, fragment},

STRUCTURES(PATCH)

static void test_structure(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        void (*patch)(void *);
        hd_status status;
        const char *fragment;
    } rows[] = {STRUCTURES(PATCH_ROW)};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        sample s;
        sample_init(&s);
        void *bytes;
        size_t size;
        assert_int_equal(hd_graph_encode(&s.graph, &bytes, &size), HD_OK);
        rows[i].patch(bytes);
        const hd_status status = hd_graph_verify(bytes, size);
        if (status != rows[i].status || strstr(hd_error_text(), rows[i].fragment) == NULL)
            fail_msg("%s: status %d, '%s' instead of %d, '%s'", rows[i].name, status, hd_error_text(), rows[i].status,
                     rows[i].fragment);
        hd_free(bytes);
    }
}

/* ---------------------------------------------------------------------------------- what cannot be written at all */

static void assert_not_encoded(const sample *s, const char *fragment)
{
    void *bytes = NULL;
    size_t size = 1;
    assert_int_equal(hd_graph_encode(&s->graph, &bytes, &size), HD_BAD_PARAM);
    assert_null(bytes);
    assert_int_equal(size, 0);
    if (strstr(hd_error_text(), fragment) == NULL)
        fail_msg("'%s' instead of '%s'", hd_error_text(), fragment);
}

/* A number cut to a byte could be another, valid one. */
static void test_what_the_wire_cannot_hold_is_not_encoded(void **state)
{
    (void)state;
    sample s;
    sample_init(&s);
    s.tensors[X].data_type = 257;
    assert_not_encoded(&s, "TensorAttributes.data_type: a number that means nothing, 257, at most 18 is allowed");
    sample_init(&s);
    s.tensors[X].dim.count = 9;
    assert_not_encoded(&s, "TensorAttributes.dims: the number of entries is 9, at most 8 is allowed");
    sample_init(&s);
    s.tensors[X].value_type = 257;
    assert_not_encoded(&s, "tensors[0]: 257 is no type of value; numbers up to 8 are known");
    sample_init(&s);
    s.nodes[1].operation = 258;
    assert_not_encoded(&s, "nodes[1]: operation 258 is not known");
    sample_init(&s);
    s.nodes[1].attributes = NULL;
    assert_not_encoded(&s, "nodes[1]: operation 2 has no attributes");
}

static void test_no_bytes(void **state)
{
    (void)state;
    hd_arena arena = {0};
    const hipdnn_data_graph *graph;
    assert_int_equal(hd_graph_decode(NULL, 0, &arena, &graph), HD_NULL_POINTER);
    assert_null(graph);
    assert_null(arena.newest);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_meaning),
        cmocka_unit_test(test_structure),
        cmocka_unit_test(test_what_the_wire_cannot_hold_is_not_encoded),
        cmocka_unit_test(test_no_bytes),
    };
    return cmocka_run_group_tests_name("data_sdk refusals", tests, NULL, NULL);
}
