/* SPDX-License-Identifier: MIT */
/* Stored plans, and the container of a graph and its plan. */
#include "base/memory.h"
#include "data_sdk/graph/plan.h"
#include "flatbuf/flatbuf.h"
#include "sample.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static const int64_t uids[] = {70, -5, INT64_MAX};
static const int64_t alignments[] = {16, 1, 256};
static const uint8_t payload[] = {0, 1, 2, 0xFF, 0};

static const hipdnn_data_execution_plan plan = {
    .engine_id = INT64_MIN,
    .workspace_size = 1 << 20,
    .tensor_uids = {uids, 3},
    .tensor_alignments = {alignments, 3},
    .plugin_payload = {payload, sizeof payload},
    .is_override_shape_enabled = true,
};

static void assert_same_list(hipdnn_i64_list a, hipdnn_i64_list b)
{
    assert_int_equal(a.count, b.count);
    for (uint32_t i = 0; i < a.count; i++)
        assert_true(a.v[i] == b.v[i]);
}

static void assert_same_bytes(hipdnn_bytes a, hipdnn_bytes b)
{
    assert_int_equal(a.count, b.count);
    if (a.count > 0)
        assert_memory_equal(a.v, b.v, a.count);
}

static void assert_survives(const hipdnn_data_execution_plan *given)
{
    void *bytes;
    size_t size;
    hd_arena arena = {0};
    hipdnn_data_execution_plan read;
    assert_int_equal(hd_execution_plan_encode(given, &bytes, &size), HD_OK);
    if (hd_execution_plan_decode(bytes, size, &arena, &read) != HD_OK)
        fail_msg("%s", hd_error_text());
    hd_free(bytes); /* the result has a copy */
    assert_true(read.engine_id == given->engine_id);
    assert_true(read.workspace_size == given->workspace_size);
    assert_same_list(read.tensor_uids, given->tensor_uids);
    assert_same_list(read.tensor_alignments, given->tensor_alignments);
    assert_same_bytes(read.plugin_payload, given->plugin_payload);
    assert_int_equal(read.is_override_shape_enabled, given->is_override_shape_enabled);
    hd_arena_release(&arena);
}

static void test_a_plan_survives(void **state)
{
    (void)state;
    assert_survives(&plan);

    hipdnn_data_execution_plan bare = plan;
    bare.engine_id = 0;
    bare.workspace_size = 0;
    bare.tensor_alignments.count = 0;
    bare.is_override_shape_enabled = false;
    assert_survives(&bare);
}

/* ------------------------------------------------------------------------------------------- refusals */

/* A plan as someone else may write it: not checked, of any version; -1 leaves the version out. */
static hd_fb_ref write_plan(hd_fb_builder *builder, int64_t version, const hipdnn_data_execution_plan *given)
{
    const uint32_t number = (uint32_t)version;
    const hd_fb_ref list = hd_fb_create_vector(builder, given->tensor_uids.v, given->tensor_uids.count, 8, 8);
    const hd_fb_ref promised =
        hd_fb_create_vector(builder, given->tensor_alignments.v, given->tensor_alignments.count, 8, 8);
    const hd_fb_ref opaque = hd_fb_create_vector(builder, given->plugin_payload.v, given->plugin_payload.count, 1, 1);
    hd_fb_start_table(builder);
    if (version >= 0)
        hd_fb_add_inline(builder, 0, &number, sizeof number, sizeof number);
    hd_fb_add_inline(builder, 2, &given->workspace_size, 8, 8);
    hd_fb_add_ref(builder, 3, list);
    hd_fb_add_ref(builder, 4, opaque);
    hd_fb_add_ref(builder, 6, promised);
    return hd_fb_end_table(builder);
}

static void assert_refused(int64_t version, const hipdnn_data_execution_plan *given, hd_status expected,
                           const char *sentence)
{
    hd_fb_builder builder = {0};
    void *bytes;
    size_t size;
    hd_arena arena = {0};
    hipdnn_data_execution_plan read = plan;
    const hd_fb_ref root = write_plan(&builder, version, given);
    assert_int_equal(hd_fb_finish(&builder, root, NULL, &bytes, &size), HD_OK);
    const hd_status status = hd_execution_plan_decode(bytes, size, &arena, &read);
    if (status != expected || strcmp(hd_error_text(), sentence) != 0)
        fail_msg("status %d, '%s' instead of '%s'", (int)status, hd_error_text(), sentence);
    assert_int_equal(read.tensor_uids.count, 0); /* harmless */
    hd_arena_release(&arena);
    hd_free(bytes);
}

/* What is refused when read is refused when written, except versions, which nobody can choose. */
static void assert_refused_twice(const hipdnn_data_execution_plan *given, const char *sentence)
{
    void *bytes;
    size_t size;
    assert_refused(1, given, HD_BAD_PARAM, sentence);
    assert_int_equal(hd_execution_plan_encode(given, &bytes, &size), HD_BAD_PARAM);
    assert_null(bytes);
    assert_string_equal(hd_error_text(), sentence);
}

static void test_plans_that_are_refused(void **state)
{
    (void)state;
    static const int64_t bad[] = {16, 0, 256};
    assert_refused(2, &plan, HD_NOT_SUPPORTED,
                   "SerializedExecutionPlan.version: format 2 is not known, 1 is; build the plan anew");
    assert_refused(-1, &plan, HD_NOT_SUPPORTED,
                   "SerializedExecutionPlan.version: format 0 is not known, 1 is; build the plan anew");
    hipdnn_data_execution_plan other = plan;
    other.workspace_size = -1;
    assert_refused_twice(&other, "SerializedExecutionPlan.workspace_size is -1, at least 0 is allowed");
    other = plan;
    other.tensor_uids.count = other.tensor_alignments.count = 0;
    assert_refused_twice(&other, "SerializedExecutionPlan has no tensor_uids; a plan needs them");
    other = plan;
    other.plugin_payload.count = 0;
    assert_refused_twice(&other, "SerializedExecutionPlan has no plugin_payload bytes; a plan needs them");
    other = plan;
    other.tensor_alignments.count = 2;
    assert_refused_twice(&other, "SerializedExecutionPlan has 3 tensor_uids and 2 tensor_alignments; one each or none");
    other = plan;
    other.tensor_alignments.v = bad;
    assert_refused_twice(&other, "SerializedExecutionPlan.tensor_alignments[1] is 0, at least 1 is allowed");
}

/* ------------------------------------------------------------------------------------------ container */

static void assert_parts_survive(hipdnn_bytes graph, hipdnn_bytes stored)
{
    const hipdnn_data_graph_and_plan given = {graph, stored};
    hipdnn_data_graph_and_plan read;
    hd_arena arena = {0};
    void *bytes;
    size_t size;
    assert_int_equal(hd_graph_and_plan_encode(&given, &bytes, &size), HD_OK);
    assert_memory_equal((const char *)bytes + 4, "HDGP", 4);
    if (hd_graph_and_plan_decode(bytes, size, &arena, &read) != HD_OK)
        fail_msg("%s", hd_error_text());
    hd_free(bytes);
    assert_same_bytes(read.graph, graph);
    assert_same_bytes(read.plan, stored);
    /* Buffers of their own, so aligned like those. */
    assert_int_equal((uintptr_t)read.graph.v % 8, 0);
    assert_int_equal((uintptr_t)read.plan.v % 8, 0);
    hd_arena_release(&arena);
}

static void test_a_container_survives(void **state)
{
    (void)state;
    static uint8_t some[64];
    for (uint32_t size = 0; size < sizeof some; size++) {
        some[size] = (uint8_t)size;
        assert_parts_survive((hipdnn_bytes){some, size}, (hipdnn_bytes){payload, sizeof payload});
        assert_parts_survive((hipdnn_bytes){payload, sizeof payload}, (hipdnn_bytes){some, size});
    }
}

/* From a graph to a file, and back to a graph. */
static void test_a_graph_and_its_plan(void **state)
{
    (void)state;
    sample s;
    sample_init(&s);
    void *graph_bytes, *plan_bytes, *bytes;
    size_t graph_size, plan_size, size;
    assert_int_equal(hd_graph_encode(&s.graph, &graph_bytes, &graph_size), HD_OK);
    assert_int_equal(hd_execution_plan_encode(&plan, &plan_bytes, &plan_size), HD_OK);
    const hipdnn_data_graph_and_plan parts = {{graph_bytes, (uint32_t)graph_size}, {plan_bytes, (uint32_t)plan_size}};
    assert_int_equal(hd_graph_and_plan_encode(&parts, &bytes, &size), HD_OK);
    hd_free(graph_bytes);
    hd_free(plan_bytes);

    hd_arena arena = {0};
    hipdnn_data_graph_and_plan read;
    const hipdnn_data_graph *graph;
    hipdnn_data_execution_plan stored;
    assert_int_equal(hd_graph_and_plan_decode(bytes, size, &arena, &read), HD_OK);
    assert_int_equal(hd_graph_decode(read.graph.v, read.graph.count, &arena, &graph), HD_OK);
    assert_int_equal(hd_execution_plan_decode(read.plan.v, read.plan.count, &arena, &stored), HD_OK);
    assert_same_graph(graph, &s.graph);
    assert_true(stored.engine_id == plan.engine_id);
    hd_arena_release(&arena);
    hd_free(bytes);
}

static void test_a_container_needs_its_identifier(void **state)
{
    (void)state;
    const hipdnn_data_graph_and_plan parts = {{payload, sizeof payload}, {payload, sizeof payload}};
    hipdnn_data_graph_and_plan read = parts;
    hd_arena arena = {0};
    void *bytes;
    size_t size;
    assert_int_equal(hd_graph_and_plan_encode(&parts, &bytes, &size), HD_OK);
    ((char *)bytes)[7] = 'Q';
    assert_int_equal(hd_graph_and_plan_decode(bytes, size, &arena, &read), HD_BAD_PARAM);
    assert_non_null(strstr(hd_error_text(), "HDGP"));
    assert_int_equal(read.graph.count, 0);
    assert_null(arena.newest);
    hd_free(bytes);
}

/* --------------------------------------------------------------------------------- hostile bytes, memory */

static void decode_either(const void *bytes, size_t size)
{
    hd_arena arena = {0};
    hipdnn_data_execution_plan stored;
    hipdnn_data_graph_and_plan parts;
    (void)hd_execution_plan_decode(bytes, size, &arena, &stored);
    (void)hd_graph_and_plan_decode(bytes, size, &arena, &parts);
    hd_arena_release(&arena);
}

/* Each beginning, in a block of its size, and each byte with each bit flipped: a sanitizer sees who reads past them. */
static void assert_hostile_bytes_are_survived(const uint8_t *bytes, size_t size)
{
    for (size_t length = 0; length <= size; length++) {
        uint8_t *part = malloc(length == 0 ? 1 : length);
        assert_non_null(part);
        memcpy(part, bytes, length);
        decode_either(part, length);
        for (size_t bit = 0; length == size && bit < 8 * size; bit++) {
            part[bit / 8] ^= (uint8_t)(1 << bit % 8);
            decode_either(part, length);
            part[bit / 8] ^= (uint8_t)(1 << bit % 8);
        }
        free(part);
    }
}

static void test_hostile_bytes(void **state)
{
    (void)state;
    const hipdnn_data_graph_and_plan parts = {{payload, sizeof payload}, {payload, sizeof payload}};
    void *bytes;
    size_t size;
    assert_int_equal(hd_execution_plan_encode(&plan, &bytes, &size), HD_OK);
    assert_hostile_bytes_are_survived(bytes, size);
    hd_free(bytes);
    assert_int_equal(hd_graph_and_plan_encode(&parts, &bytes, &size), HD_OK);
    assert_hostile_bytes_are_survived(bytes, size);
    hd_free(bytes);
}

/* Through both, until nothing fails any more. */
static hd_status pass_through(hd_arena *arena)
{
    const hipdnn_data_graph_and_plan parts = {{payload, sizeof payload}, {payload, sizeof payload}};
    hipdnn_data_execution_plan stored;
    hipdnn_data_graph_and_plan read;
    void *plan_bytes, *bytes = NULL;
    size_t plan_size, size;
    HD_TRY(hd_execution_plan_encode(&plan, &plan_bytes, &plan_size));
    hd_status status = hd_execution_plan_decode(plan_bytes, plan_size, arena, &stored);
    if (status == HD_OK)
        status = hd_graph_and_plan_encode(&parts, &bytes, &size);
    if (status == HD_OK)
        status = hd_graph_and_plan_decode(bytes, size, arena, &read);
    hd_free(plan_bytes);
    hd_free(bytes);
    return status;
}

static void test_lack_of_memory(void **state)
{
    (void)state;
    hd_status status = HD_ALLOC_FAILED;
    for (int n = 0; status != HD_OK; n++) {
        hd_arena arena = {0};
        fail_allocation(n);
        status = pass_through(&arena);
        fail_allocation(-1);
        hd_arena_release(&arena);
        assert_true(status == HD_OK || status == HD_ALLOC_FAILED);
        assert_in_range(n, 0, 30);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_plan_survives),      cmocka_unit_test(test_plans_that_are_refused),
        cmocka_unit_test(test_a_container_survives), cmocka_unit_test(test_a_graph_and_its_plan),
        cmocka_unit_test(test_hostile_bytes),        cmocka_unit_test(test_a_container_needs_its_identifier),
        cmocka_unit_test(test_lack_of_memory),
    };
    return cmocka_run_group_tests_name("data_sdk stored plans", tests, NULL, NULL);
}
