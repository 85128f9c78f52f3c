/* SPDX-License-Identifier: MIT */
/* What the fingerprint of a graph sees and what it does not. The judge of the last tests is a search: two small graphs
 * mean the same when their nodes can be paired so that everything agrees. */
#include "base/memory.h"
#include "data_sdk/graph/fingerprint.h"
#include "data_sdk/graph/index.h"
#include "random_graph.h"
#include "sample.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static uint64_t fingerprint_of(const hipdnn_data_graph *graph)
{
    uint64_t fingerprint;
    if (hd_graph_fingerprint(graph, &fingerprint) != HD_OK)
        fail_msg("no fingerprint: %s", hd_error_text());
    return fingerprint;
}

#define assert_same(a, b) assert_true(fingerprint_of(a) == fingerprint_of(b))
#define assert_other(a, b) assert_true(fingerprint_of(a) != fingerprint_of(b))

/* ------------------------------------------------------------------------------------------ one by one */

static void test_what_counts(void **state)
{
    (void)state;
    sample a, b;
    sample_init(&a);
    sample_init(&b);
    assert_same(&a.graph, &b.graph);

    /* Names, the id, the stamp, a wish, defaults that every tensor and node has taken over. */
    b.graph.name = "other";
    b.tensors[X].name = "input";
    b.nodes[CONV].name = "";
    b.graph.has_id = false;
    b.graph.min_required_engine_api_version = (hipdnn_data_version){0};
    b.graph.preferred_engine_id = (hipdnn_optional_i64)HIPDNN_SOME(77);
    b.graph.io_data_type = HIPDNN_TYPE_F64;
    assert_same(&a.graph, &b.graph);

    b.conv.stride.v[1] = 2;
    assert_other(&a.graph, &b.graph);
    b.conv.stride.v[1] = 1;
    assert_same(&a.graph, &b.graph);

    b.scale.in_0 = b.tensors[B].uid; /* past the relu */
    assert_other(&a.graph, &b.graph);
}

/* Numbers that are kept on disk must not change. Whoever changes one on purpose makes old caches useless. */
static void test_it_stays_the_same(void **state)
{
    (void)state;
    sample s;
    sample_init(&s);
    assert_true(fingerprint_of(&s.graph) == UINT64_C(0x59E5A91545C18DFF));
}

/* Another value than `field` has, if there is one; false for a field that only names tensors. */
static bool change(const hd_field *field, void *attributes)
{
    static const int32_t numbers[] = {3, 5};
    static const uint8_t bytes[] = {0};
    void *member = (char *)attributes + field->offset;
    switch (field->kind) {
    case HD_FIELD_BOOL:
        *(bool *)member = !*(bool *)member;
        return true;
    case HD_FIELD_ENUM:
        *(int32_t *)member = *(int32_t *)member == 1 ? 2 : 1;
        return true;
    case HD_FIELD_I32:
        *(int32_t *)member += 1;
        return true;
    case HD_FIELD_I64:
        *(int64_t *)member += 1;
        return true;
    case HD_FIELD_OPTIONAL_BOOL:
        ((hipdnn_optional_bool *)member)->set ^= true;
        return true;
    case HD_FIELD_OPTIONAL_I32:
        ((hipdnn_optional_i32 *)member)->set ^= true;
        return true;
    case HD_FIELD_OPTIONAL_I64:
        ((hipdnn_optional_i64 *)member)->set ^= true;
        return true;
    case HD_FIELD_OPTIONAL_F32:
        ((hipdnn_optional_f32 *)member)->set ^= true;
        return true;
    case HD_FIELD_DIMS:
        ((hipdnn_dims *)member)->v[0] += 1;
        return true;
    case HD_FIELD_I32_LIST:
        *(hipdnn_i32_list *)member = (hipdnn_i32_list){numbers, 2};
        return true;
    case HD_FIELD_BYTES:
        *(hipdnn_bytes *)member = (hipdnn_bytes){bytes, 1};
        return true;
    case HD_FIELD_STRING:
        *(const char **)member = "another";
        return true;
    default:
        return false;
    }
}

static void test_every_attribute_counts(void **state)
{
    (void)state;
    for (size_t i = 0; i < hd_operation_count; i++) {
        const hd_table *table = &hd_operations[i]->table;
        for (size_t f = 0; f < table->field_count; f++) {
            random_graph a, b;
            random_graph_of(&a, f, hd_operations[i]->tag);
            random_graph_of(&b, f, hd_operations[i]->tag);
            assert_same(&a.graph, &b.graph);
            if (change(&table->fields[f], (void *)b.nodes[0].attributes) &&
                fingerprint_of(&a.graph) == fingerprint_of(&b.graph))
                fail_msg("%s.%s does not count", table->name, table->fields[f].name);
            random_graph_release(&a);
            random_graph_release(&b);
        }
    }
}

static void test_all_of_a_tensor_counts(void **state)
{
    (void)state;
    for (size_t f = 0; f < hd_tensor_table.field_count; f++) {
        const hd_field *field = &hd_tensor_table.fields[f];
        sample a, b;
        sample_init(&a);
        sample_init(&b);
        if (!change(field, &b.tensors[W]))
            continue;
        const bool counts = fingerprint_of(&a.graph) != fingerprint_of(&b.graph);
        if (counts != (strcmp(field->name, "name") != 0))
            fail_msg("TensorAttributes.%s %s", field->name, counts ? "counts" : "does not count");
    }
    sample a, b;
    sample_init(&a);
    sample_init(&b);
    b.tensors[HALF].value.f32 = 0.25F;
    assert_other(&a.graph, &b.graph);
    b.tensors[HALF].value_type = a.tensors[HALF].value_type = HIPDNN_DATA_VALUE_FLOAT8;
    b.tensors[HALF].value = (hipdnn_data_value){.i64 = 0x1FF}; /* bytes past the value are nothing */
    a.tensors[HALF].value = (hipdnn_data_value){.i64 = 0xFF};
    assert_same(&a.graph, &b.graph);
    b.tensors[HALF].value_type = HIPDNN_DATA_VALUE_BOOL;
    assert_other(&a.graph, &b.graph);
}

/* A graph differs from itself with the same ragged offsets for another tensor, or other offsets for the same. */
static void test_ragged_offsets_count(void **state)
{
    (void)state;
    sample a, b;
    sample_init(&a);
    sample_init(&b);
    b.tensors[X].ragged_offset_uid = (hipdnn_optional_i64)HIPDNN_SOME(b.tensors[BIAS].uid);
    assert_other(&a.graph, &b.graph);
    a.tensors[Y].ragged_offset_uid = (hipdnn_optional_i64)HIPDNN_SOME(a.tensors[BIAS].uid);
    assert_other(&a.graph, &b.graph);
    b.tensors[Y].ragged_offset_uid = a.tensors[Y].ragged_offset_uid;
    assert_other(&a.graph, &b.graph);
    a.tensors[X].ragged_offset_uid = (hipdnn_optional_i64)HIPDNN_SOME(a.tensors[W].uid);
    assert_other(&a.graph, &b.graph);
    a.tensors[X].ragged_offset_uid = b.tensors[X].ragged_offset_uid;
    assert_same(&a.graph, &b.graph);
}

static void test_overrides_count(void **state)
{
    (void)state;
    sample a, b;
    sample_init(&a);
    sample_init(&b);
    b.graph.is_override_shape_enabled = false;
    assert_other(&a.graph, &b.graph);
}

/* ------------------------------------------------------------------------- the same graph, written anew */

static int64_t renamed(int64_t uid)
{
    return (int64_t)((uint64_t)uid * UINT64_C(0x9E3779B97F4A7C15) + 1); /* odd: no two become one */
}

/* What it names, under its new name. */
static void rename_uids(random_graph *g, const hd_field *field, void *attributes)
{
    void *member = (char *)attributes + field->offset;
    hipdnn_optional_i64 *optional = member;
    hipdnn_i64_list *list = member;
    if (field->kind == HD_FIELD_UID) {
        *(int64_t *)member = renamed(*(int64_t *)member);
    } else if (field->kind == HD_FIELD_OPTIONAL_UID && optional->set) {
        optional->value = renamed(optional->value);
    } else if (field->kind == HD_FIELD_UID_LIST) {
        int64_t *uids = hd_arena_alloc_array(&g->arena, list->count, sizeof *uids);
        for (uint32_t i = 0; i < list->count; i++)
            uids[i] = renamed(list->v[i]);
        list->v = uids;
    }
}

static void shuffle(uint64_t *state, uint32_t *order, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        order[i] = i;
    for (uint32_t i = count; i-- > 1;) {
        const uint32_t k = (uint32_t)random_number_below(state, i + 1), swapped = order[i];
        order[i] = order[k];
        order[k] = swapped;
    }
}

static void reorder_tensors(random_graph *g)
{
    const uint32_t count = (uint32_t)g->graph.tensor_count;
    uint32_t *order = hd_arena_alloc_array(&g->arena, count, sizeof *order);
    hipdnn_data_tensor *tensors = hd_arena_alloc_array(&g->arena, count, sizeof *tensors);
    shuffle(&g->state, order, count);
    for (uint32_t i = 0; i < count; i++)
        tensors[i] = g->tensors[order[i]];
    g->graph.tensors = g->tensors = tensors;
}

/* Shuffled, then made topological again: any order can come out. */
static void reorder_nodes(random_graph *g)
{
    const uint32_t count = (uint32_t)g->graph.node_count;
    uint32_t *order = hd_arena_alloc_array(&g->arena, count, sizeof *order);
    hipdnn_data_node *shuffled = hd_arena_alloc_array(&g->arena, count, sizeof *shuffled);
    hipdnn_data_node *nodes = hd_arena_alloc_array(&g->arena, count, sizeof *nodes);
    shuffle(&g->state, order, count);
    for (uint32_t i = 0; i < count; i++)
        shuffled[i] = g->nodes[order[i]];
    g->graph.nodes = shuffled;
    assert_int_equal(hd_graph_order(&g->graph, order), HD_OK);
    for (uint32_t i = 0; i < count; i++)
        nodes[i] = shuffled[order[i]];
    g->graph.nodes = g->nodes = nodes;
}

static void write_anew(random_graph *g)
{
    for (size_t i = 0; i < g->graph.tensor_count; i++) {
        for (size_t f = 0; f < hd_tensor_table.field_count; f++)
            rename_uids(g, &hd_tensor_table.fields[f], &g->tensors[i]);
        g->tensors[i].name = "renamed";
    }
    for (size_t i = 0; i < g->graph.node_count; i++) {
        const hd_table *table = &hd_operation_by_tag(g->nodes[i].operation)->table;
        for (size_t f = 0; f < table->field_count; f++)
            rename_uids(g, &table->fields[f], (void *)g->nodes[i].attributes);
        g->nodes[i].name = "renamed";
    }
    reorder_tensors(g);
    reorder_nodes(g);
    g->graph.name = "renamed";
    g->graph.has_id = !g->graph.has_id;
    g->graph.preferred_engine_id.set = !g->graph.preferred_engine_id.set;
}

static void test_writing_a_graph_anew_changes_nothing(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < 200; seed++) {
        random_graph a, b;
        random_graph_of_many(&a, seed, 1 + (uint32_t)(seed % 20));
        random_graph_of_many(&b, seed, 1 + (uint32_t)(seed % 20));
        write_anew(&b);
        if (hd_graph_check(&b.graph) != HD_OK)
            fail_msg("seed %llu: %s", (unsigned long long)seed, hd_error_text());
        assert_same(&a.graph, &b.graph);
        random_graph_release(&a);
        random_graph_release(&b);
    }
}

/* --------------------------------------------------------------------------------------------- lookalikes */

/* Additions of tensors that are all alike, so that nothing but the connections tells them apart. */
enum { MOST_ADDS = 6, MOST_INPUTS = 6 };

typedef struct adds {
    hipdnn_data_graph graph;
    hipdnn_data_tensor tensors[MOST_INPUTS + MOST_ADDS];
    hipdnn_data_pointwise attributes[MOST_ADDS];
    hipdnn_data_node nodes[MOST_ADDS];
} adds;

/* `operands[i]` are the tensors that the i-th addition reads: inputs from 0 on, then results. */
static void make_adds(adds *out, uint32_t inputs, uint32_t count, uint32_t operands[][2])
{
    memset(out, 0, sizeof *out);
    for (uint32_t i = 0; i < inputs + count; i++)
        out->tensors[i] = make_tensor(i, "", SHAPE(2, 3));
    for (uint32_t i = 0; i < count; i++) {
        out->attributes[i] = (hipdnn_data_pointwise){.mode = HIPDNN_POINTWISE_ADD,
                                                     .in_0 = operands[i][0],
                                                     .in_1 = HIPDNN_SOME(operands[i][1]),
                                                     .out_0 = inputs + i};
        out->nodes[i] = (hipdnn_data_node){"", HIPDNN_TYPE_F32, HIPDNN_DATA_OPERATION_POINTWISE, &out->attributes[i]};
    }
    out->graph = (hipdnn_data_graph){
        .name = "", .tensor_count = inputs + count, .tensors = out->tensors, .node_count = count, .nodes = out->nodes};
}

#define assert_other_adds(inputs, count, ...)                                                                          \
    do {                                                                                                               \
        uint32_t wirings[2][count][2] = {__VA_ARGS__};                                                                 \
        adds made[2];                                                                                                  \
        make_adds(&made[0], (inputs), (count), wirings[0]);                                                            \
        make_adds(&made[1], (inputs), (count), wirings[1]);                                                            \
        assert_other(&made[0].graph, &made[1].graph);                                                                  \
    } while (false)

static void test_connections_count_when_all_is_alike(void **state)
{
    (void)state;
    /* a + b and b + a; a + a and b + b. */
    assert_other_adds(2, 2, {{0, 1}, {1, 0}}, {{0, 0}, {1, 1}});
    /* One ring of four and two rings of two. */
    assert_other_adds(4, 4, {{0, 1}, {1, 2}, {2, 3}, {3, 0}}, {{0, 1}, {1, 0}, {2, 3}, {3, 2}});
    /* A ring of six and two rings of three. */
    assert_other_adds(6, 6, {{0, 1}, {1, 2}, {2, 3}, {3, 4}, {4, 5}, {5, 0}},
                      {{0, 1}, {1, 2}, {2, 0}, {3, 4}, {4, 5}, {5, 3}});
    /* Two streams that look at each other, and at themselves: results 2 and 3 are of 0, 4 and 5 of 1. */
    assert_other_adds(2, 6, {{0, 0}, {0, 0}, {1, 1}, {1, 1}, {2, 5}, {4, 3}},
                      {{0, 0}, {0, 0}, {1, 1}, {1, 1}, {2, 3}, {4, 5}});
    /* A result read twice, and two results. */
    assert_other_adds(2, 3, {{0, 1}, {0, 1}, {2, 2}}, {{0, 1}, {0, 1}, {2, 3}});
    /* Order of operands. */
    assert_other_adds(2, 2, {{0, 1}, {2, 0}}, {{0, 1}, {0, 2}});
}

/* How tensors and nodes of one graph have been paired with those of the other. */
typedef struct pairing {
    const adds *a, *b;
    size_t tensor[MOST_INPUTS + MOST_ADDS]; /* of a: the one of b, or SIZE_MAX */
    bool is_taken[MOST_INPUTS + MOST_ADDS]; /* of b */
    bool is_node_taken[MOST_ADDS];
} pairing;

static bool pair_tensors(pairing *p, int64_t a, int64_t b)
{
    if (p->tensor[a] == SIZE_MAX && !p->is_taken[b]) {
        p->tensor[a] = (size_t)b;
        p->is_taken[b] = true;
    }
    return p->tensor[a] == (size_t)b;
}

/* All tensors are alike, so those that are left over pair somehow when there are as many. */
static bool pair_nodes(const pairing *before, size_t node)
{
    if (node == before->a->graph.node_count)
        return true;
    const hipdnn_data_pointwise *x = &before->a->attributes[node];
    for (size_t other = 0; other < before->b->graph.node_count; other++) {
        const hipdnn_data_pointwise *y = &before->b->attributes[other];
        pairing next = *before;
        if (next.is_node_taken[other])
            continue;
        next.is_node_taken[other] = true;
        if (pair_tensors(&next, x->in_0, y->in_0) && pair_tensors(&next, x->in_1.value, y->in_1.value) &&
            pair_tensors(&next, x->out_0, y->out_0) && pair_nodes(&next, node + 1))
            return true;
    }
    return false;
}

static bool mean_the_same(const adds *a, const adds *b)
{
    pairing start = {.a = a, .b = b};
    for (size_t i = 0; i < MOST_INPUTS + MOST_ADDS; i++)
        start.tensor[i] = SIZE_MAX;
    return a->graph.node_count == b->graph.node_count && a->graph.tensor_count == b->graph.tensor_count &&
           pair_nodes(&start, 0);
}

static uint32_t any_operand(uint64_t *state, uint32_t inputs, uint32_t node, bool only_inputs)
{
    return (uint32_t)random_number_below(state, only_inputs ? inputs : inputs + node);
}

/* Two at random, or one with one operand changed: often the same after all, or nearly. */
static void test_equal_exactly_when_the_meaning_is(void **unused)
{
    (void)unused;
    size_t same = 0;
    for (uint64_t seed = 0; seed < 20000; seed++) {
        uint64_t state = seed << 32;
        const uint32_t inputs = 1 + (uint32_t)random_number_below(&state, 5),
                       count = 1 + (uint32_t)random_number_below(&state, 5);
        const bool only_inputs = random_number_below(&state, 2) == 0;
        uint32_t operands[2][MOST_ADDS][2];
        for (uint32_t i = 0; i < 4 * count; i++)
            operands[i % 2][i / 4][i / 2 % 2] = any_operand(&state, inputs, i / 4, only_inputs);
        if (seed % 2 == 0) {
            const uint32_t node = (uint32_t)random_number_below(&state, count);
            memcpy(operands[1], operands[0], sizeof operands[0]);
            operands[1][node][0] = any_operand(&state, inputs, node, only_inputs);
        }
        adds a, b;
        make_adds(&a, inputs, count, operands[0]);
        make_adds(&b, inputs, count, operands[1]);
        const bool is_same = mean_the_same(&a, &b);
        same += is_same;
        if (is_same != (fingerprint_of(&a.graph) == fingerprint_of(&b.graph)))
            fail_msg("seed %llu: the graphs %s, their fingerprints do not", (unsigned long long)seed,
                     is_same ? "mean the same" : "differ");
    }
    assert_in_range(same, 2000, 18000); /* both happen often */
}

/* ------------------------------------------------------------------------------------------------- limits */

/* A chain of additions, `width` of them side by side that share nothing. */
static void make_chains(random_graph *out, uint32_t width, uint32_t length)
{
    memset(out, 0, sizeof *out);
    const size_t tensors = (size_t)width * (length + 1), nodes = (size_t)width * length;
    out->tensors = hd_arena_alloc_array(&out->arena, tensors, sizeof *out->tensors);
    out->nodes = hd_arena_alloc_array(&out->arena, nodes, sizeof *out->nodes);
    hipdnn_data_pointwise *attributes = hd_arena_alloc_array(&out->arena, nodes, sizeof *attributes);
    assert_non_null(attributes);
    for (size_t i = 0; i < tensors; i++)
        out->tensors[i] = make_tensor((int64_t)i, "", SHAPE(2, 3));
    for (size_t i = 0; i < nodes; i++) {
        attributes[i] = (hipdnn_data_pointwise){
            .mode = HIPDNN_POINTWISE_RELU_FWD, .in_0 = (int64_t)i, .out_0 = (int64_t)(i + width)};
        out->nodes[i] = (hipdnn_data_node){"", HIPDNN_TYPE_F32, HIPDNN_DATA_OPERATION_POINTWISE, &attributes[i]};
    }
    out->graph = (hipdnn_data_graph){
        .name = "", .tensor_count = tensors, .tensors = out->tensors, .node_count = nodes, .nodes = out->nodes};
}

/* Long chains and many alike ones take a moment, not an hour, and are still told apart by their length. */
static void test_large_graphs(void **state)
{
    (void)state;
    static const uint32_t sizes[][2] = {{1, 20000}, {2, 10000}, {20, 1000}, {1000, 20}, {10000, 2}, {20000, 1}};
    uint64_t last = 0;
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        random_graph a;
        make_chains(&a, sizes[i][0], sizes[i][1]);
        const uint64_t fingerprint = fingerprint_of(&a.graph);
        reorder_tensors(&a);
        reorder_nodes(&a);
        assert_true(fingerprint_of(&a.graph) == fingerprint);
        assert_true(fingerprint != last);
        last = fingerprint;
        random_graph_release(&a);
    }
}

static void test_out_of_memory(void **state)
{
    (void)state;
    sample s;
    sample_init(&s);
    hd_status status = HD_ALLOC_FAILED;
    for (int n = 0; status != HD_OK; n++) {
        uint64_t fingerprint = 1;
        fail_allocation(n);
        status = hd_graph_fingerprint(&s.graph, &fingerprint);
        fail_allocation(-1);
        assert_true(status == HD_OK || (status == HD_ALLOC_FAILED && fingerprint == 0));
        assert_in_range(n, 0, 20);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_what_counts),
        cmocka_unit_test(test_it_stays_the_same),
        cmocka_unit_test(test_every_attribute_counts),
        cmocka_unit_test(test_all_of_a_tensor_counts),
        cmocka_unit_test(test_ragged_offsets_count),
        cmocka_unit_test(test_overrides_count),
        cmocka_unit_test(test_writing_a_graph_anew_changes_nothing),
        cmocka_unit_test(test_connections_count_when_all_is_alike),
        cmocka_unit_test(test_equal_exactly_when_the_meaning_is),
        cmocka_unit_test(test_large_graphs),
        cmocka_unit_test(test_out_of_memory),
    };
    return cmocka_run_group_tests_name("data_sdk fingerprint", tests, NULL, NULL);
}
