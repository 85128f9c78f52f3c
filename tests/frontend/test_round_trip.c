/* SPDX-License-Identifier: MIT */
/* Every operation goes round: graph, JSON, graph, backend descriptors, bytes, graph. Wherever it is looked at it means
 * the same, by the fingerprint; where it may be compared letter by letter, it is. Needs the inside of the frontend for
 * its operation graph. */
#include "data_sdk/graph/fingerprint.h"
#include "frontend/internal.h"
#include "samples.h"

#include <stdlib.h>

static uint64_t fingerprint(const hipdnn_data_graph *graph)
{
    uint64_t number = 0;
    if (hd_graph_fingerprint(graph, &number) != HD_OK)
        fail_msg("%s", hd_error_text());
    return number;
}

static char *json_of(hipdnn_graph_t *graph)
{
    char *text = NULL;
    assert_done(graph, hipdnn_graph_to_json(graph, &text));
    return text;
}

static hipdnn_graph_t *from_json(const char *text)
{
    hipdnn_graph_t *graph = hipdnn_graph_from_json(text, strlen(text));
    if (graph == NULL)
        fail_msg("%s\n%s", hipdnn_graph_get_error(NULL), text);
    return graph;
}

/* What the backend makes of the descriptors. */
static uint8_t *bytes_of(hipdnn_graph_t *graph, hipdnnHandle_t handle, size_t *out_size)
{
    assert_validates(graph);
    assert_done(graph, hipdnn_graph_build_operation_graph(graph, handle));
    assert_int_equal(hipdnnBackendGetSerializedBinaryGraph_ext(graph->operation_graph, 0, out_size, NULL),
                     HIPDNN_STATUS_SUCCESS);
    uint8_t *bytes = malloc(*out_size);
    assert_non_null(bytes);
    assert_int_equal(hipdnnBackendGetSerializedBinaryGraph_ext(graph->operation_graph, *out_size, out_size, bytes),
                     HIPDNN_STATUS_SUCCESS);
    return bytes;
}

static void go_round(hipdnn_graph_t *graph, hipdnnHandle_t handle)
{
    char *text = json_of(graph);
    const uint64_t wanted = fingerprint(&graph->snapshot.graph);

    hipdnn_graph_t *read = from_json(text);
    char *text_again = json_of(read);
    assert_string_equal(text, text_again);
    assert_true(fingerprint(&read->snapshot.graph) == wanted);

    size_t size = 0;
    uint8_t *bytes = bytes_of(read, handle, &size);
    hd_arena arena = {0};
    const hipdnn_data_graph *decoded = NULL;
    if (hd_graph_decode(bytes, size, &arena, &decoded) != HD_OK)
        fail_msg("%s", hd_error_text());
    assert_true(fingerprint(decoded) == wanted);

    hipdnn_graph_t *back = hipdnn_graph_deserialize(bytes, size);
    assert_non_null(back);
    char *text_back = json_of(back);
    assert_true(fingerprint(&back->snapshot.graph) == wanted);
    assert_int_equal(hipdnn_graph_node_count(back), hipdnn_graph_node_count(graph));

    hd_arena_release(&arena);
    free(bytes);
    hipdnn_free(text);
    hipdnn_free(text_again);
    hipdnn_free(text_back);
    hipdnn_graph_destroy(read);
    hipdnn_graph_destroy(back);
}

static void every_sample_goes_round(void **state)
{
    for (size_t i = 0; i < sample_count; i++) {
        print_message("  %s %s\n", samples[i].operation, samples[i].variant);
        hipdnn_graph_t *graph = make_sample(&samples[i]);
        go_round(graph, *state);
        hipdnn_graph_destroy(graph);
    }
}

static void every_operation_has_a_sample(void **state)
{
    (void)state;
    for (size_t i = 0; i < hd_operation_count; i++) {
        size_t k = 0;
        while (k < sample_count && strcmp(samples[k].operation, hd_operations[i]->name) != 0)
            k++;
        if (k == sample_count)
            fail_msg("operation %s has no sample", hd_operations[i]->name);
    }
    for (size_t i = 0; i < sample_count; i++) {
        hipdnn_graph_t *graph = make_sample(&samples[i]);
        const hd_operation *operation = hd_operation_by_tag(graph->snapshot.graph.nodes[0].operation);
        assert_string_equal(operation->name, samples[i].operation);
        hipdnn_graph_destroy(graph);
    }
}

/* A payload's lists are the graph's own: what they were made from may go, and a change makes a new snapshot of them. */
static void lists_belong_to_the_graph(void **state)
{
    hipdnn_graph_t *graph = make_graph(HIPDNN_TYPE_F32);
    enum { INPUTS = 5 };
    hipdnn_tensor_t **inputs = malloc(INPUTS * sizeof *inputs), *y = NULL;
    char *id = malloc(2), *data = malloc(3);
    assert_true(inputs != NULL && id != NULL && data != NULL);
    for (int i = 0; i < INPUTS; i++)
        inputs[i] = TENSOR(graph, NULL, 2);
    memcpy(id, "z", 2);
    memcpy(data, "abc", 3);
    assert_done(graph, hipdnn_graph_custom_op(
                           graph, inputs, INPUTS, &y, 1,
                           &(hipdnn_custom_op_attributes){.custom_op_id = id, .data = data, .data_size = 3}));
    free(inputs);
    free(id);
    free(data);
    hipdnn_tensor_set_dim(y, LIST(3));
    for (int round = 0; round < 2; round++) {
        hipdnn_tensor_set_uid(y, 100 + round);
        go_round(graph, *state);
        const hipdnn_data_custom_op *node = graph->snapshot.graph.nodes[0].attributes;
        assert_string_equal(node->custom_op_id, "z");
        assert_memory_equal(node->data.v, "abc", 3);
        assert_int_equal(node->inputs.count, INPUTS);
        assert_int_equal(node->inputs.v[4], 4);
        assert_int_equal(node->outputs.v[0], 100 + round);
    }
    hipdnn_graph_destroy(graph);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_sample_goes_round),
        cmocka_unit_test(every_operation_has_a_sample),
        cmocka_unit_test(lists_belong_to_the_graph),
    };
    return cmocka_run_group_tests(tests, make_handle, destroy_handle);
}
