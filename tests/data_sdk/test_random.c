/* SPDX-License-Identifier: MIT */
/* Random graphs of every operation, through bytes and through JSON and back. */
#include "base/memory.h"
#include "data_sdk/graph/fingerprint.h"
#include "data_sdk/graph/index.h"
#include "data_sdk/json/json.h"
#include "random_graph.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { SEEDS = 150, BIG_SEEDS = 100, MOST_NODES = 12 };

typedef struct encoded {
    void *bytes;
    size_t size;
} encoded;

static encoded encode(const hipdnn_data_graph *graph)
{
    encoded made;
    if (hd_graph_encode(graph, &made.bytes, &made.size) != HD_OK)
        fail_msg("not encoded: %s", hd_error_text());
    return made;
}

static uint64_t fingerprint_of(const hipdnn_data_graph *graph)
{
    uint64_t fingerprint;
    if (hd_graph_fingerprint(graph, &fingerprint) != HD_OK)
        fail_msg("no fingerprint: %s", hd_error_text());
    return fingerprint;
}

/* Nothing is lost that is written down in bytes. */
static void assert_equals(const hipdnn_data_graph *graph, const encoded *expected, uint64_t fingerprint)
{
    const encoded again = encode(graph);
    assert_int_equal(again.size, expected->size);
    assert_memory_equal(again.bytes, expected->bytes, expected->size);
    hd_free(again.bytes);
    assert_true(fingerprint_of(graph) == fingerprint);
}

static void through_bytes(const encoded *bytes, uint64_t fingerprint)
{
    hd_arena arena = {0};
    const hipdnn_data_graph *decoded;
    if (hd_graph_decode(bytes->bytes, bytes->size, &arena, &decoded) != HD_OK)
        fail_msg("not decoded: %s", hd_error_text());
    assert_equals(decoded, bytes, fingerprint);
    hd_arena_release(&arena);
}

static void through_json(const hipdnn_data_graph *graph, bool pretty, const encoded *bytes, uint64_t fingerprint)
{
    hd_arena arena = {0};
    hd_text text = {0}, again = {0};
    const hipdnn_data_graph *read;
    if (hd_graph_to_json(graph, pretty, &text) != HD_OK)
        fail_msg("not written: %s", hd_error_text());
    if (hd_graph_from_json(text.data, text.size, &arena, &read) != HD_OK)
        fail_msg("not read: %s\n%s", hd_error_text(), text.data);
    assert_equals(read, bytes, fingerprint);
    assert_int_equal(hd_graph_to_json(read, pretty, &again), HD_OK);
    assert_string_equal(text.data, again.data);
    hd_text_release(&text);
    hd_text_release(&again);
    hd_arena_release(&arena);
}

static void round_trip(const hipdnn_data_graph *graph, uint64_t seed)
{
    if (hd_graph_check(graph) != HD_OK)
        fail_msg("seed %llu, %s: not valid: %s", (unsigned long long)seed,
                 hd_operation_by_tag(graph->nodes[0].operation)->name, hd_error_text());
    const encoded bytes = encode(graph);
    const uint64_t fingerprint = fingerprint_of(graph);
    through_bytes(&bytes, fingerprint);
    through_json(graph, false, &bytes, fingerprint);
    through_json(graph, true, &bytes, fingerprint);
    hd_free(bytes.bytes);
}

/* ------------------------------------------------------------------------------------ single operations */

/* Whether a field says more than its absence would. */
static bool is_there(const hd_field *field, const void *attributes)
{
    const void *member = (const char *)attributes + field->offset;
    switch (field->kind) {
    case HD_FIELD_BOOL:
        return *(const bool *)member;
    case HD_FIELD_ENUM:
    case HD_FIELD_I32:
        return *(const int32_t *)member != field->otherwise;
    case HD_FIELD_OPTIONAL_BOOL:
        return ((const hipdnn_optional_bool *)member)->set;
    case HD_FIELD_OPTIONAL_I32:
        return ((const hipdnn_optional_i32 *)member)->set;
    case HD_FIELD_OPTIONAL_F32:
        return ((const hipdnn_optional_f32 *)member)->set;
    case HD_FIELD_OPTIONAL_UID:
    case HD_FIELD_OPTIONAL_I64:
        return ((const hipdnn_optional_i64 *)member)->set;
    case HD_FIELD_UID_LIST:
        return ((const hipdnn_i64_list *)member)->count != 0;
    case HD_FIELD_BYTES:
        return ((const hipdnn_bytes *)member)->count != 0;
    default:
        return true;
    }
}

static void test_each_operation(void **state)
{
    (void)state;
    for (size_t i = 0; i < hd_operation_count; i++) {
        const hd_table *table = &hd_operations[i]->table;
        size_t there[HD_TABLE_MAX_FIELDS] = {0};
        for (uint64_t seed = 0; seed < SEEDS; seed++) {
            random_graph made;
            random_graph_of(&made, seed, hd_operations[i]->tag);
            round_trip(&made.graph, seed);
            for (size_t field = 0; field < table->field_count; field++)
                there[field] += is_there(&table->fields[field], made.nodes[0].attributes);
            random_graph_release(&made);
        }
        for (size_t field = 0; field < table->field_count; field++)
            if (there[field] == 0)
                fail_msg("no random %s had a %s", table->name, table->fields[field].name);
    }
}

/* Bytes that are changed anywhere are refused or mean something else; a sanitizer sees who reads past them. */
static void test_changed_bytes_are_survived(void **unused)
{
    (void)unused;
    uint64_t state = 1;
    for (size_t i = 0; i < hd_operation_count; i++) {
        random_graph made;
        random_graph_of(&made, 3, hd_operations[i]->tag);
        const encoded bytes = encode(&made.graph);
        for (int change = 0; change < 500; change++) {
            hd_arena arena = {0};
            const hipdnn_data_graph *graph;
            uint8_t *at = (uint8_t *)bytes.bytes + random_number_below(&state, bytes.size);
            const uint8_t before = *at;
            *at = (uint8_t)random_number_below(&state, 256);
            if (hd_graph_decode(bytes.bytes, bytes.size, &arena, &graph) == HD_OK)
                hd_free(encode(graph).bytes);
            *at = before;
            hd_arena_release(&arena);
        }
        hd_free(bytes.bytes);
        random_graph_release(&made);
    }
}

/* -------------------------------------------------------------------------------------- many operations */

/* How many of the nodes' inputs other nodes write. */
static size_t count_links(const hipdnn_data_graph *graph)
{
    hd_graph_index index;
    size_t links = 0;
    assert_int_equal(hd_graph_index_build(graph, &index), HD_OK);
    for (size_t i = 0; i < graph->node_count; i++) {
        hd_uid_cursor cursor = {0};
        int64_t uid;
        while (hd_node_next_uid(&graph->nodes[i], HD_FLOW_IN, &cursor, &uid) != NULL)
            links += index.writers[hipdnn_data_graph_find(&index.graph, uid)] != HD_NO_NODE;
    }
    hd_graph_index_release(&index);
    return links;
}

static void test_many_operations(void **state)
{
    (void)state;
    size_t nodes = 0, links = 0;
    for (uint64_t seed = 0; seed < BIG_SEEDS; seed++) {
        random_graph made;
        random_graph_of_many(&made, seed, 2 + (uint32_t)(seed % (MOST_NODES - 1)));
        round_trip(&made.graph, seed);
        nodes += made.graph.node_count;
        links += count_links(&made.graph);
        random_graph_release(&made);
    }
    assert_true(links > nodes / 2); /* graphs, not heaps of nodes */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_each_operation),
        cmocka_unit_test(test_changed_bytes_are_survived),
        cmocka_unit_test(test_many_operations),
    };
    return cmocka_run_group_tests_name("data_sdk random graphs", tests, NULL, NULL);
}
