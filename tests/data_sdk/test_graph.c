/* SPDX-License-Identifier: MIT */
/* A graph to bytes and back. The first test is the one to learn from. */
#include "base/memory.h"
#include "data_sdk/graph/tables.h"
#include "sample.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include <cmocka.h>

static void test_a_graph_survives(void **state)
{
    (void)state;
    sample s;
    sample_init(&s);

    /* Encode: what a backend does when a graph is finalized. */
    void *bytes;
    size_t size;
    assert_int_equal(hd_graph_encode(&s.graph, &bytes, &size), HD_OK);
    assert_int_equal(hd_graph_verify(bytes, size), HD_OK);

    /* Decode: what a plugin does with the bytes it is handed. */
    hd_arena arena = {0};
    const hipdnn_data_graph *graph;
    assert_int_equal(hd_graph_decode(bytes, size, &arena, &graph), HD_OK);

    /* The decoded graph does not point into the bytes. */
    memset(bytes, 0xEE, size);
    hd_free(bytes);
    assert_same_graph(&s.graph, graph);

    /* It can be asked for the tensor of a uid. */
    assert_int_equal(hipdnn_data_graph_find(graph, s.tensors[Y].uid), Y);
    assert_int_equal(hipdnn_data_graph_find(graph, 4711), graph->tensor_count);
    hd_arena_release(&arena);
}

/* Encodes, decodes, compares. */
static void assert_survives(const hipdnn_data_graph *graph)
{
    void *bytes;
    size_t size;
    hd_arena arena = {0};
    const hipdnn_data_graph *decoded;
    assert_int_equal(hd_graph_encode(graph, &bytes, &size), HD_OK);
    if (hd_graph_decode(bytes, size, &arena, &decoded) != HD_OK)
        fail_msg("%s", hd_error_text());
    assert_same_graph(graph, decoded);
    hd_arena_release(&arena);
    hd_free(bytes);
}

static void test_every_constant_survives(void **state)
{
    (void)state;
    static const hipdnn_data_value values[] = {
        [HIPDNN_DATA_VALUE_FLOAT32] = {.f32 = -0.0F},   [HIPDNN_DATA_VALUE_FLOAT16] = {.f32 = 65504.0F},
        [HIPDNN_DATA_VALUE_BFLOAT16] = {.f32 = 1e38F},  [HIPDNN_DATA_VALUE_FLOAT8] = {.u8 = 0xFF},
        [HIPDNN_DATA_VALUE_INT32] = {.i32 = INT32_MIN}, [HIPDNN_DATA_VALUE_FLOAT64] = {.f64 = 1e-300},
        [HIPDNN_DATA_VALUE_INT64] = {.i64 = INT64_MIN}, [HIPDNN_DATA_VALUE_BOOL] = {.u8 = 1},
    };
    for (int32_t type = HIPDNN_DATA_VALUE_FLOAT32; type <= HIPDNN_DATA_VALUE_BOOL; type++) {
        sample s;
        sample_init(&s);
        s.tensors[HALF].value_type = type;
        s.tensors[HALF].value = values[type];
        assert_survives(&s.graph);
    }
}

static void test_every_optional_survives(void **state)
{
    (void)state;
    sample s;
    sample_init(&s);
    s.tensors[W].ragged_offset_uid = (hipdnn_optional_i64)HIPDNN_SOME(s.tensors[BIAS].uid);
    s.tensors[W].ragged_offset_multiplier = INT64_MAX;
    s.tensors[HALF].value_type = HIPDNN_DATA_VALUE_NONE;
    s.tensors[HALF].is_runtime_pass_by_value = true;
    s.relu.relu_upper_clip = (hipdnn_optional_f32)HIPDNN_SOME(6.0F);
    s.relu.swish_beta = (hipdnn_optional_f32)HIPDNN_SOME(1.0F);
    s.relu.elu_alpha = (hipdnn_optional_f32)HIPDNN_SOME(-0.0F);
    s.relu.softplus_beta = (hipdnn_optional_f32)HIPDNN_SOME(2.0F);
    s.relu.axis = (hipdnn_optional_i64)HIPDNN_SOME(-1);
    s.graph.min_required_engine_api_version = (hipdnn_data_version){1, 4, 0};
    assert_survives(&s.graph);
}

/* The FlatBuffers rule, which keeps bytes small and equal graphs equal. */
static void test_defaults_are_absent(void **state)
{
    (void)state;
    sample s;
    sample_init(&s);
    s.graph.name = "";
    s.graph.compute_data_type = HIPDNN_TYPE_UNSET;
    s.graph.preferred_engine_id.set = false;
    s.graph.is_override_shape_enabled = false;
    s.graph.min_required_engine_api_version = (hipdnn_data_version){0};
    s.graph.has_id = false;
    void *bytes;
    size_t size;
    assert_int_equal(hd_graph_encode(&s.graph, &bytes, &size), HD_OK);

    const hd_fb_table root = hd_fb_root(bytes);
    static const uint16_t absent[] = {0, 1, 6, 7, HD_GRAPH_VERSION, HD_GRAPH_ID};
    for (size_t i = 0; i < sizeof absent / sizeof absent[0]; i++)
        assert_null(hd_fb_field(root, absent[i]));
    assert_non_null(hd_fb_field(root, 2));

    const hd_fb_table bias = hd_fb_table_at(hd_fb_get_vector(root, HD_GRAPH_TENSORS), BIAS);
    for (uint16_t slot = 0; slot <= 11; slot++) {
        const bool there = slot >= 1 && slot <= 4; /* name, type, strides, dims; its uid is 0 */
        assert_int_equal(hd_fb_field(bias, slot) != NULL, there);
    }
    const hd_fb_table relu = hd_fb_get_table(hd_fb_table_at(hd_fb_get_vector(root, HD_GRAPH_NODES), RELU), 3);
    assert_non_null(hd_fb_field(relu, 1)); /* an optional 0 is there */
    assert_null(hd_fb_field(relu, 2));
    hd_free(bytes);
}

static void test_absent_dims_are_absent(void **state)
{
    (void)state;
    sample s;
    sample_init(&s);
    s.tensors[X].dim.count = s.tensors[X].stride.count = 0;
    void *bytes;
    size_t size;
    assert_int_equal(hd_graph_encode(&s.graph, &bytes, &size), HD_OK);
    const hd_fb_table x = hd_fb_table_at(hd_fb_get_vector(hd_fb_root(bytes), HD_GRAPH_TENSORS), X);
    assert_null(hd_fb_field(x, 3));
    assert_null(hd_fb_field(x, 4));
    hd_free(bytes);
}

static void test_bytes_may_lie_at_any_address(void **state)
{
    (void)state;
    sample s;
    sample_init(&s);
    void *bytes;
    size_t size;
    assert_int_equal(hd_graph_encode(&s.graph, &bytes, &size), HD_OK);
    for (size_t shift = 1; shift < 16; shift++) {
        uint8_t *moved = malloc(size + shift);
        assert_non_null(moved);
        memcpy(moved + shift, bytes, size);
        hd_arena arena = {0};
        const hipdnn_data_graph *graph;
        assert_int_equal(hd_graph_decode(moved + shift, size, &arena, &graph), HD_OK);
        assert_same_graph(&s.graph, graph);
        hd_arena_release(&arena);
        free(moved);
    }
    hd_free(bytes);
}

/* ------------------------------------------------------------------------------------------------- lists */

/* A node of an operation that only a plugin knows, between the sample's tensors. */
static void make_custom(sample *s, hipdnn_data_custom_op *custom)
{
    static const int64_t inputs[] = {70, -5, 70};
    static const int64_t outputs[] = {INT64_MAX};
    static const uint8_t data[] = {1, 0, 255};
    sample_init(s);
    *custom = (hipdnn_data_custom_op){"vendor.op", {inputs, 3}, {outputs, 1}, {data, 3}};
    s->nodes[0] = (hipdnn_data_node){"", HIPDNN_TYPE_F32, HIPDNN_DATA_OPERATION_CUSTOM_OP, custom};
    s->graph.node_count = 1;
}

/* Lists lie in the arena's copy of the bytes: aligned for their elements, wherever the bytes lie themselves. */
static void test_lists_survive(void **state)
{
    (void)state;
    sample s;
    hipdnn_data_custom_op custom;
    make_custom(&s, &custom);
    void *bytes;
    size_t size;
    assert_int_equal(hd_graph_encode(&s.graph, &bytes, &size), HD_OK);
    uint8_t *odd = malloc(size + 1);
    assert_non_null(odd);
    memcpy(odd + 1, bytes, size);
    hd_free(bytes);
    hd_arena arena = {0};
    const hipdnn_data_graph *graph;
    if (hd_graph_decode(odd + 1, size, &arena, &graph) != HD_OK)
        fail_msg("%s", hd_error_text());
    free(odd);
    const hipdnn_data_custom_op *read = graph->nodes[0].attributes;
    assert_string_equal(read->custom_op_id, "vendor.op");
    assert_int_equal(read->inputs.count, 3);
    assert_int_equal((uintptr_t)read->inputs.v % sizeof(int64_t), 0);
    assert_true(read->inputs.v[0] == 70 && read->inputs.v[1] == -5 && read->inputs.v[2] == 70);
    assert_int_equal(read->outputs.count, 1);
    assert_int_equal((uintptr_t)read->outputs.v % sizeof(int64_t), 0);
    assert_int_equal(read->data.count, 3);
    assert_memory_equal(read->data.v, custom.data.v, 3);
    hd_arena_release(&arena);
}

/* Tensors of lists count like others: they must be there, nobody else writes them, order is by them. */
static void test_lists_connect(void **state)
{
    (void)state;
    sample s;
    hipdnn_data_custom_op custom;
    make_custom(&s, &custom);
    assert_int_equal(hd_graph_check(&s.graph), HD_OK);

    const int64_t nowhere[] = {70, 4711};
    custom.inputs = (hipdnn_i64_list){nowhere, 2};
    assert_int_equal(hd_graph_check(&s.graph), HD_BAD_PARAM);
    assert_string_equal(hd_error_text(), "nodes[0]: input_tensor_uids is 4711, but none of the graph's 9 tensors has "
                                         "that uid; add it");
    const int64_t own[] = {70, INT64_MAX};
    custom.inputs.v = own;
    assert_int_equal(hd_graph_check(&s.graph), HD_BAD_PARAM);
    assert_non_null(strstr(hd_error_text(), "which it writes itself"));

    /* Written by the node behind it. */
    custom.inputs = (hipdnn_i64_list){NULL, 0};
    s.nodes[1] = s.nodes[0];
    s.nodes[0] = (hipdnn_data_node){"relu", HIPDNN_TYPE_F32, HIPDNN_DATA_OPERATION_POINTWISE, &s.relu};
    s.relu.in_0 = INT64_MAX;
    s.graph.node_count = 2;
    uint32_t order[2];
    assert_int_equal(hd_graph_check(&s.graph), HD_BAD_PARAM);
    assert_non_null(strstr(hd_error_text(), "nodes must be in topological order"));
    assert_int_equal(hd_graph_order(&s.graph, order), HD_OK);
    assert_int_equal(order[0], 1);

    const int64_t twice[] = {INT64_MAX, INT64_MAX};
    custom.outputs = (hipdnn_i64_list){twice, 2};
    assert_int_equal(hd_graph_order(&s.graph, order), HD_BAD_PARAM);
    assert_non_null(strstr(hd_error_text(), "is written by"));
}

/* A few kilobytes in which many nodes share one long list would be walked for minutes. */
static void test_shared_lists_are_bounded(void **state)
{
    (void)state;
    enum { NODES = 2000, UIDS = 2000 };
    static int64_t uids[UIDS];
    static hd_fb_ref nodes[NODES];
    const uint8_t tag = HIPDNN_DATA_OPERATION_CUSTOM_OP;
    hd_fb_builder builder = {0};
    const hd_fb_ref list = hd_fb_create_vector(&builder, uids, UIDS, sizeof uids[0], sizeof uids[0]);
    hd_fb_start_table(&builder);
    hd_fb_add_ref(&builder, 1, list);
    const hd_fb_ref attributes = hd_fb_end_table(&builder);
    for (int i = 0; i < NODES; i++) {
        hd_fb_start_table(&builder);
        hd_fb_add_ref(&builder, HD_NODE_ATTRIBUTES, attributes);
        hd_fb_add_inline(&builder, HD_NODE_ATTRIBUTES - 1, &tag, 1, 1);
        nodes[i] = hd_fb_end_table(&builder);
    }
    const hd_fb_ref vector = hd_fb_create_refs(&builder, nodes, NODES);
    hd_fb_start_table(&builder);
    hd_fb_add_ref(&builder, HD_GRAPH_NODES, vector);
    const hd_fb_ref root = hd_fb_end_table(&builder);
    void *bytes;
    size_t size;
    assert_int_equal(hd_fb_finish(&builder, root, NULL, &bytes, &size), HD_OK);
    assert_int_equal(hd_graph_verify(bytes, size), HD_BAD_PARAM);
    assert_non_null(
        strstr(hd_error_text(), ".attributes.input_tensor_uids: a list of 2000 more makes over 1000000 tables"));
    hd_free(bytes);
}

/* --------------------------------------------------------------------------------------------- hostile bytes */

/* Decodes a block of exactly `size` bytes, so that a checker sees who reads past them. What is accepted must be good
 * for everything that is done with graphs. */
static void feed(const uint8_t *bytes, size_t size)
{
    uint8_t *block = malloc(size == 0 ? 1 : size);
    assert_non_null(block);
    if (size > 0)
        memcpy(block, bytes, size);
    hd_arena arena = {0};
    const hipdnn_data_graph *graph;
    const hd_status status = hd_graph_decode(block, size, &arena, &graph);
    free(block);
    if (status == HD_OK) {
        uint32_t order[SAMPLE_NODES];
        void *again;
        size_t again_size;
        assert_int_equal(hd_graph_order(graph, order), HD_OK);
        for (uint32_t i = 0; i < graph->node_count; i++)
            assert_int_equal(order[i], i);
        assert_int_equal(hd_graph_encode(graph, &again, &again_size), HD_OK);
        assert_int_equal(hd_graph_verify(again, again_size), HD_OK);
        hd_free(again);
    } else {
        assert_true(status == HD_BAD_PARAM || status == HD_NOT_SUPPORTED);
        assert_null(graph);
        assert_true(hd_error_text()[0] != '\0');
    }
    hd_arena_release(&arena);
}

static void test_every_truncation_is_survived(void **state)
{
    (void)state;
    sample s;
    sample_init(&s);
    void *bytes;
    size_t size;
    assert_int_equal(hd_graph_encode(&s.graph, &bytes, &size), HD_OK);
    for (size_t cut = 0; cut < size; cut++)
        feed(bytes, cut);
    hd_free(bytes);
}

static void feed_mutations(const hipdnn_data_graph *graph, const uint8_t *masks, size_t mask_count)
{
    void *bytes;
    size_t size;
    assert_int_equal(hd_graph_encode(graph, &bytes, &size), HD_OK);
    uint8_t *at = bytes;
    for (size_t i = 0; i < size; i++)
        for (size_t m = 0; m < mask_count; m++) {
            at[i] ^= masks[m];
            feed(bytes, size);
            at[i] ^= masks[m];
        }
    hd_free(bytes);
}

static void test_every_mutation_of_a_byte_is_survived(void **state)
{
    (void)state;
    uint8_t masks[255];
    for (size_t i = 0; i < sizeof masks; i++)
        masks[i] = (uint8_t)(i + 1);
    sample s;
    sample_init(&s);
    static const uint8_t bits[] = {1, 2, 4, 8, 16, 32, 64, 128, 255};
    feed_mutations(&s.graph, bits, sizeof bits);
    /* All values of all bytes of a smaller graph. */
    s.graph.node_count = 1;
    s.graph.tensor_count = C + 1;
    s.tensors[C].is_virtual = false;
    feed_mutations(&s.graph, masks, sizeof masks);
}

/* --------------------------------------------------------------------------------------------------- memory */

static void test_each_allocation_may_fail(void **state)
{
    (void)state;
    sample s;
    sample_init(&s);
    void *bytes = NULL;
    size_t size = 1;
    hd_status status = HD_ALLOC_FAILED;
    int n = 0;
    for (; status != HD_OK; n++) {
        fail_allocation(n);
        status = hd_graph_encode(&s.graph, &bytes, &size);
        fail_allocation(-1);
        assert_true(status == HD_OK || status == HD_ALLOC_FAILED);
        assert_true(status == HD_OK || (bytes == NULL && size == 0));
    }
    assert_true(n > 3);

    status = HD_ALLOC_FAILED;
    for (n = 0; status != HD_OK; n++) {
        hd_arena arena = {0};
        const hipdnn_data_graph *graph;
        fail_allocation(n);
        status = hd_graph_decode(bytes, size, &arena, &graph);
        fail_allocation(-1);
        assert_true(status == HD_OK || status == HD_ALLOC_FAILED);
        assert_true((status == HD_OK) == (graph != NULL));
        hd_arena_release(&arena);
    }
    assert_true(n > 2);
    hd_free(bytes);

    uint32_t order[SAMPLE_NODES];
    status = HD_ALLOC_FAILED;
    for (n = 0; status != HD_OK; n++) {
        fail_allocation(n);
        status = hd_graph_order(&s.graph, order);
        fail_allocation(-1);
        assert_true(status == HD_OK || status == HD_ALLOC_FAILED);
    }
    assert_true(n > 3);
}

/* ------------------------------------------------------------------------------------------------ API floors */

static void assert_required(const sample *s, uint32_t minor)
{
    const hipdnn_data_version version = hd_graph_required_api(&s->graph);
    assert_int_equal(version.major_version, 1);
    assert_int_equal(version.minor_version, minor);
    assert_int_equal(version.patch_version, 0);
}

static void test_the_newest_feature_decides_the_api(void **state)
{
    (void)state;
    sample s;
    sample_init(&s);
    s.tensors[Y].alignment = 16;
    s.graph.is_override_shape_enabled = false;
    assert_required(&s, 0);
    s.graph.is_override_shape_enabled = true;
    assert_required(&s, 1);
    s.tensors[HALF].is_runtime_pass_by_value = true;
    assert_required(&s, 2);
    s.tensors[X].ragged_offset_uid.set = true;
    assert_required(&s, 3);
    s.tensors[X].ragged_offset_uid.set = false;
    s.tensors[X].alignment = 32;
    assert_required(&s, 3);
    s.tensors[X].ragged_offset_multiplier = 2;
    assert_required(&s, 4);
}

static void test_find_without_an_index(void **state)
{
    (void)state;
    sample s;
    sample_init(&s);
    for (size_t i = 0; i < SAMPLE_TENSORS; i++)
        assert_int_equal(hipdnn_data_graph_find(&s.graph, s.tensors[i].uid), i);
    assert_int_equal(hipdnn_data_graph_find(&s.graph, 1), SAMPLE_TENSORS);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_graph_survives),
        cmocka_unit_test(test_every_constant_survives),
        cmocka_unit_test(test_every_optional_survives),
        cmocka_unit_test(test_defaults_are_absent),
        cmocka_unit_test(test_absent_dims_are_absent),
        cmocka_unit_test(test_bytes_may_lie_at_any_address),
        cmocka_unit_test(test_lists_survive),
        cmocka_unit_test(test_lists_connect),
        cmocka_unit_test(test_shared_lists_are_bounded),
        cmocka_unit_test(test_every_truncation_is_survived),
        cmocka_unit_test(test_every_mutation_of_a_byte_is_survived),
        cmocka_unit_test(test_each_allocation_may_fail),
        cmocka_unit_test(test_the_newest_feature_decides_the_api),
        cmocka_unit_test(test_find_without_an_index),
    };
    return cmocka_run_group_tests_name("data_sdk graph", tests, NULL, NULL);
}
