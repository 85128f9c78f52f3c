/* SPDX-License-Identifier: MIT */
/* Topological order: what is in order stays, what is not is sorted, what has none is refused; and all near-linear. */
#include "base/memory.h"
#include "sample.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <time.h>

#include <cmocka.h>

static void test_what_is_in_order_stays(void **state)
{
    (void)state;
    sample s;
    sample_init(&s);
    uint32_t order[SAMPLE_NODES];
    assert_int_equal(hd_graph_order(&s.graph, order), HD_OK);
    for (uint32_t i = 0; i < SAMPLE_NODES; i++)
        assert_int_equal(order[i], i);
}

/* All 120 orders of the sample's nodes: since it is a chain, each must come out the same. */
static void test_every_shuffle_is_sorted(void **state)
{
    (void)state;
    for (int permutation = 0; permutation < 120; permutation++) {
        sample s;
        sample_init(&s);
        hipdnn_data_node rest[SAMPLE_NODES], shuffled[SAMPLE_NODES];
        memcpy(rest, s.nodes, sizeof rest);
        int code = permutation;
        for (int left = SAMPLE_NODES; left > 0; left--) {
            const int taken = code % left;
            code /= left;
            shuffled[SAMPLE_NODES - left] = rest[taken];
            memmove(&rest[taken], &rest[taken + 1], (size_t)(left - taken - 1) * sizeof rest[0]);
        }
        s.graph.nodes = shuffled;
        uint32_t order[SAMPLE_NODES];
        assert_int_equal(hd_graph_order(&s.graph, order), HD_OK);
        for (uint32_t i = 0; i < SAMPLE_NODES; i++)
            assert_ptr_equal(shuffled[order[i]].attributes, s.nodes[i].attributes);
    }
}

/* Nodes that do not depend on each other keep the order in which they were given. */
static void test_independent_nodes_keep_their_order(void **state)
{
    (void)state;
    enum { NODES = 6 };
    hipdnn_data_tensor tensors[NODES + 1];
    hipdnn_data_pointwise attributes[NODES];
    hipdnn_data_node nodes[NODES];
    for (int i = 0; i <= NODES; i++)
        tensors[i] = make_tensor(i, "", SHAPE(4));
    for (int i = 0; i < NODES; i++) {
        attributes[i] = (hipdnn_data_pointwise){.mode = HIPDNN_POINTWISE_ABS, .in_0 = NODES, .out_0 = i};
        nodes[i] = (hipdnn_data_node){"", HIPDNN_TYPE_F32, HIPDNN_DATA_OPERATION_POINTWISE, &attributes[i]};
    }
    attributes[1].in_0 = 4; /* node 1 needs node 4, which moves in front of it */
    const hipdnn_data_graph graph = {
        .name = "", .tensors = tensors, .tensor_count = NODES + 1, .nodes = nodes, .node_count = NODES};
    uint32_t order[NODES];
    static const uint32_t expected[NODES] = {0, 4, 1, 2, 3, 5};
    assert_int_equal(hd_graph_order(&graph, order), HD_OK);
    assert_memory_equal(order, expected, sizeof order);
}

static void assert_refused(const sample *s, const char *sentence)
{
    uint32_t order[SAMPLE_NODES];
    assert_int_equal(hd_graph_order(&s->graph, order), HD_BAD_PARAM);
    assert_string_equal(hd_error_text(), sentence);
}

static void test_a_cycle_is_named(void **state)
{
    (void)state;
    sample s;
    sample_init(&s);
    s.add_bias.in_0 = s.tensors[S].uid;
    assert_refused(&s, "3 of the graph's nodes form a cycle: nodes[1] reads from node 'scale' reads from node 'relu' "
                       "reads from the first; break it");
    sample_init(&s);
    s.relu.in_0 = s.tensors[R].uid;
    assert_refused(&s, "1 of the graph's nodes form a cycle: node 'relu' reads from the first; break it");
}

static void test_two_writers_are_named(void **state)
{
    (void)state;
    sample s;
    sample_init(&s);
    s.scale.out_0 = s.tensors[B].uid;
    assert_refused(&s, "tensor 'b' (uid 13) is written by nodes[1] and by node 'scale'; one of them needs a tensor of "
                       "its own");
}

/* ------------------------------------------------------------------------------------------------ large graphs */

typedef struct chain {
    hipdnn_data_tensor *tensors;
    hipdnn_data_pointwise *attributes;
    hipdnn_data_node *nodes;
    hipdnn_data_graph graph;
} chain;

/* `count` nodes in a row whose tensors' uids and nodes run backwards. */
static chain make_chain(size_t count)
{
    chain c = {
        .tensors = calloc(count + 1, sizeof *c.tensors),
        .attributes = calloc(count, sizeof *c.attributes),
        .nodes = calloc(count, sizeof *c.nodes),
    };
    assert_true(c.tensors != NULL && c.attributes != NULL && c.nodes != NULL);
    for (size_t i = 0; i <= count; i++)
        c.tensors[i] = make_tensor((int64_t)(3 * (count - i)), "t", SHAPE(16));
    for (size_t i = 0; i < count; i++) {
        c.attributes[i] = (hipdnn_data_pointwise){
            .mode = HIPDNN_POINTWISE_ABS, .in_0 = c.tensors[i].uid, .out_0 = c.tensors[i + 1].uid};
        c.nodes[count - 1 - i] =
            (hipdnn_data_node){"n", HIPDNN_TYPE_F32, HIPDNN_DATA_OPERATION_POINTWISE, &c.attributes[i]};
    }
    c.graph = (hipdnn_data_graph){
        .name = "", .tensors = c.tensors, .tensor_count = count + 1, .nodes = c.nodes, .node_count = count};
    return c;
}

static void release_chain(chain *c)
{
    free(c->tensors);
    free(c->attributes);
    free(c->nodes);
}

/* Orders, sorts, encodes and decodes; seconds of processor time. */
static double run_chain(size_t count)
{
    chain c = make_chain(count);
    uint32_t *order = calloc(count, sizeof *order);
    hipdnn_data_node *sorted = calloc(count, sizeof *sorted);
    assert_true(order != NULL && sorted != NULL);
    const clock_t start = clock();
    assert_int_equal(hd_graph_order(&c.graph, order), HD_OK);
    for (size_t i = 0; i < count; i++) {
        assert_int_equal(order[i], count - 1 - i);
        sorted[i] = c.nodes[order[i]];
    }
    c.graph.nodes = sorted;
    void *bytes;
    size_t size;
    hd_arena arena = {0};
    const hipdnn_data_graph *graph;
    assert_int_equal(hd_graph_encode(&c.graph, &bytes, &size), HD_OK);
    assert_int_equal(hd_graph_decode(bytes, size, &arena, &graph), HD_OK);
    const double seconds = (double)(clock() - start) / CLOCKS_PER_SEC;
    assert_same_graph(&c.graph, graph);
    for (size_t i = 0; i <= count; i += 97)
        assert_int_equal(hipdnn_data_graph_find(graph, c.tensors[i].uid), i);
    hd_arena_release(&arena);
    hd_free(bytes);
    free(sorted);
    free(order);
    release_chain(&c);
    return seconds;
}

/* Anything quadratic would take 256 times as long; the bound leaves room for caches and for a busy machine. */
static void test_large_graphs_stay_near_linear(void **state)
{
    (void)state;
    const double small = run_chain(10000), large = run_chain(160000);
    print_message("10,000 nodes: %.1f ms, 160,000 nodes: %.1f ms\n", small * 1e3, large * 1e3);
    assert_true(large < 80 * (small > 0.01 ? small : 0.01));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_what_is_in_order_stays),
        cmocka_unit_test(test_every_shuffle_is_sorted),
        cmocka_unit_test(test_independent_nodes_keep_their_order),
        cmocka_unit_test(test_a_cycle_is_named),
        cmocka_unit_test(test_two_writers_are_named),
        cmocka_unit_test(test_large_graphs_stay_near_linear),
    };
    return cmocka_run_group_tests_name("data_sdk order", tests, NULL, NULL);
}
