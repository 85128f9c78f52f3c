/* SPDX-License-Identifier: MIT */
/* The life of an engine plugin, seen from the host: the first test is the tutorial. Then what the null engine and the
 * reference engine answer. Wrong arguments are in test_arguments.c, results in test_reference.c. */
#include "base/ids.h"
#include "data_sdk/graph/engine.h"
#include "graphs.h"
#include "plugin.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define OK HIPDNN_PLUGIN_STATUS_SUCCESS

static plugin reference, null;
static test_graph graph;

static void test_the_life_of_a_plugin(void **state)
{
    (void)state;
    /* Load: the library says what it is. */
    const char *text;
    hipdnnPluginType_t type;
    hipdnnDeviceKind_t kind;
    assert_int_equal(reference.hipdnnPluginGetName(&text), OK);
    assert_string_equal(text, "hipdnn_reference");
    assert_int_equal(reference.hipdnnPluginGetApiVersion(&text), OK);
    assert_string_equal(text, "1.4.0");
    assert_int_equal(reference.hipdnnPluginGetType(&type), OK);
    assert_int_equal(type, HIPDNN_PLUGIN_TYPE_ENGINE);
    assert_int_equal(reference.hipdnnEnginePluginGetDeviceKind_ext(&kind), OK);
    assert_int_equal(kind, HIPDNN_DEVICE_KIND_CPU);

    /* Its engines: count, fill, name. */
    uint32_t count;
    int64_t id;
    assert_int_equal(reference.hipdnnEnginePluginGetAllEngineIds(NULL, 0, &count), OK);
    assert_int_equal(count, 1);
    assert_int_equal(reference.hipdnnEnginePluginGetAllEngineIds(&id, 1, &count), OK);
    assert_int_equal(count, 1);
    assert_int_equal(reference.hipdnnEnginePluginGetEngineName(id, &text), OK);
    assert_string_equal(text, "CPU_REFERENCE_ENGINE");
    assert_int_equal(id, hd_name_to_id(text));

    /* A session per host handle. */
    hipdnnEnginePluginHandle_t handle;
    assert_int_equal(reference.hipdnnEnginePluginCreate(&handle), OK);
    assert_int_equal(reference.hipdnnEnginePluginSetDevice_ext(handle, 0), OK);
    assert_int_equal(reference.hipdnnEnginePluginSetStream(handle, NULL), OK);

    /* Selection: does it compute this graph, and what does it offer? */
    make_block(&graph);
    hipdnnPluginConstData_t bytes = encode_graph(&graph);
    int64_t applicable;
    assert_int_equal(reference.hipdnnEnginePluginGetApplicableEngineIds(handle, &bytes, &applicable, 1, &count), OK);
    assert_int_equal(count, 1);
    assert_int_equal(applicable, id);
    hipdnnPluginConstData_t details;
    assert_int_equal(reference.hipdnnEnginePluginGetEngineDetails(handle, id, &bytes, &details), OK);

    /* Planning: an estimate, then a plan and what it needs exactly. */
    hipdnnPluginConstData_t config = encode_config(id);
    size_t estimate, exact;
    hipdnnEnginePluginExecutionContext_t context;
    assert_int_equal(reference.hipdnnEnginePluginGetWorkspaceSize(handle, &config, &bytes, &estimate), OK);
    assert_int_equal(reference.hipdnnEnginePluginCreateExecutionContext(handle, &config, &bytes, &context), OK);
    assert_int_equal(reference.hipdnnEnginePluginGetWorkspaceSizeFromExecutionContext(handle, context, &exact), OK);
    assert_int_equal(exact, estimate);
    /* The plan has what it needs: the host may take its buffers back. */
    free_data(&config);
    free_data(&bytes);

    /* Execution: pairs of uid and pointer, in any order. Everything is 1, so every sum counts taps. */
    float x[2 * 5 * 5], w[3 * 2 * 3 * 3], bias[3] = {-10, -12, -20}, y[3 * 5 * 5];
    for (size_t i = 0; i < sizeof x / sizeof x[0]; i++)
        x[i] = 1;
    for (size_t i = 0; i < sizeof w / sizeof w[0]; i++)
        w[i] = 1;
    const hipdnnPluginDeviceBuffer_t buffers[] = {{BLOCK_Y, y}, {BLOCK_BIAS, bias}, {BLOCK_X, x}, {BLOCK_W, w}};
    void *workspace = malloc(exact);
    assert_int_equal(reference.hipdnnEnginePluginExecuteOpGraph(handle, context, workspace, buffers, 4), OK);
    assert_true(y[0] == 0 && y[1] == 2 && y[6] == 8); /* 8, 12, 18 taps, less 10 */
    assert_true(y[25] == 0 && y[25 + 6] == 6);
    assert_true(y[50 + 6] == 0);

    /* The end, in this order. */
    assert_int_equal(reference.hipdnnEnginePluginDestroyExecutionContext(handle, context), OK);
    assert_int_equal(reference.hipdnnEnginePluginDestroyEngineDetails(handle, &details), OK);
    assert_null(details.ptr);
    assert_int_equal(details.size, 0);
    assert_int_equal(reference.hipdnnEnginePluginDestroy(handle), OK);
    free(workspace);
}

/* Details are a FlatBuffer that the data SDK verifies; each call gives a copy of its own. */
static void test_details(void **state)
{
    const plugin *plugins[] = {&reference, &null};
    (void)state;
    make_block(&graph);
    hipdnnPluginConstData_t bytes = encode_graph(&graph);
    for (size_t i = 0; i < 2; i++) {
        const plugin *p = plugins[i];
        int64_t id;
        uint32_t count;
        const char *name;
        assert_int_equal(p->hipdnnEnginePluginGetAllEngineIds(&id, 1, &count), OK);
        assert_int_equal(p->hipdnnEnginePluginGetEngineName(id, &name), OK);
        hipdnnEnginePluginHandle_t handle;
        hipdnnPluginConstData_t first, second;
        assert_int_equal(p->hipdnnEnginePluginCreate(&handle), OK);
        assert_int_equal(p->hipdnnEnginePluginGetEngineDetails(handle, id, &bytes, &first), OK);
        assert_int_equal(p->hipdnnEnginePluginGetEngineDetails(handle, id, &bytes, &second), OK);
        assert_ptr_not_equal(first.ptr, second.ptr);
        assert_int_equal(first.size, second.size);
        assert_memory_equal(first.ptr, second.ptr, first.size);

        hd_arena arena = {0};
        hipdnn_data_engine_details details;
        assert_int_equal(hd_engine_details_decode(first.ptr, first.size, &arena, &details), HD_OK);
        assert_int_equal(details.engine_id, id);
        assert_string_equal(details.name, name);
        assert_int_equal(details.knob_count, 0);
        assert_int_equal(details.behavior_note_count, 0);
        hd_arena_release(&arena);
        assert_int_equal(p->hipdnnEnginePluginDestroyEngineDetails(handle, &first), OK);
        assert_int_equal(p->hipdnnEnginePluginDestroyEngineDetails(handle, &second), OK);
        assert_int_equal(p->hipdnnEnginePluginDestroy(handle), OK);
    }
    free_data(&bytes);
}

/* A count call and a fill call with too little or too much room. */
static void test_counting_and_filling(void **state)
{
    (void)state;
    uint32_t count = 9;
    int64_t ids[2] = {7, 7};
    assert_int_equal(reference.hipdnnEnginePluginGetAllEngineIds(ids, 2, &count), OK);
    assert_int_equal(count, 1);
    assert_int_equal(ids[1], 7);

    hipdnnEnginePluginHandle_t handle;
    assert_int_equal(reference.hipdnnEnginePluginCreate(&handle), OK);
    make_block(&graph);
    hipdnnPluginConstData_t bytes = encode_graph(&graph);
    count = 9;
    assert_int_equal(reference.hipdnnEnginePluginGetApplicableEngineIds(handle, &bytes, NULL, 0, &count), OK);
    assert_int_equal(count, 1); /* all that apply, although none was written */
    free_data(&bytes);
    assert_int_equal(reference.hipdnnEnginePluginDestroy(handle), OK);
}

/* NULL_ENGINE waits to be asked for by name, says how, and then touches nothing. */
static void test_null_engine(void **state)
{
    (void)state;
    uint32_t count;
    int64_t id;
    hipdnnEnginePluginHandle_t handle;
    assert_int_equal(null.hipdnnEnginePluginGetAllEngineIds(&id, 1, &count), OK);
    assert_int_equal(id, hd_name_to_id("NULL_ENGINE"));
    assert_int_equal(null.hipdnnEnginePluginCreate(&handle), OK);

    make_block(&graph);
    hipdnnPluginConstData_t bytes = encode_graph(&graph);
    char text[256];
    assert_int_equal(null.hipdnnEnginePluginGetApplicableEngineIds(handle, &bytes, NULL, 0, &count), OK);
    assert_int_equal(count, 0);
    assert_int_equal(null.hipdnnEnginePluginExplainEngine_ext(handle, id, &bytes, text, sizeof text), OK);
    assert_non_null(strstr(text, "set the graph's preferred engine id to -8545"));
    free_data(&bytes);

    graph.preferred_engine_id = (hipdnn_optional_i64)HIPDNN_SOME(id);
    bytes = encode_graph(&graph);
    assert_int_equal(null.hipdnnEnginePluginGetApplicableEngineIds(handle, &bytes, NULL, 0, &count), OK);
    assert_int_equal(count, 1);
    hipdnnPluginConstData_t config = encode_config(id);
    hipdnnEnginePluginExecutionContext_t context;
    size_t size = 1;
    assert_int_equal(null.hipdnnEnginePluginGetWorkspaceSize(handle, &config, &bytes, &size), OK);
    assert_int_equal(size, 0);
    assert_int_equal(null.hipdnnEnginePluginCreateExecutionContext(handle, &config, &bytes, &context), OK);
    assert_int_equal(null.hipdnnEnginePluginGetWorkspaceSizeFromExecutionContext(handle, context, &size), OK);
    assert_int_equal(size, 0);
    float y = 5;
    assert_int_equal(null.hipdnnEnginePluginExecuteOpGraph(handle, context, NULL, NULL, 0), OK);
    assert_int_equal(
        null.hipdnnEnginePluginExecuteOpGraph(handle, context, NULL, &(hipdnnPluginDeviceBuffer_t){BLOCK_Y, &y}, 1),
        OK);
    assert_true(y == 5);
    assert_int_equal(null.hipdnnEnginePluginDestroyExecutionContext(handle, context), OK);
    assert_int_equal(null.hipdnnEnginePluginDestroy(handle), OK);
    free_data(&config);
    free_data(&bytes);
}

/* A graph that needs a newer API than the SDK knows is no error: nothing here computes it, and the reason is told. */
static void test_a_newer_graph_is_declined(void **state)
{
    (void)state;
    make_block(&graph);
    graph.version = (hipdnn_data_version){1, 5, 0};
    hipdnnPluginConstData_t bytes = encode_graph(&graph);
    hipdnnPluginConstData_t config = encode_config(hd_name_to_id("CPU_REFERENCE_ENGINE"));
    hipdnnEnginePluginHandle_t handle;
    hipdnnEnginePluginExecutionContext_t context;
    uint32_t count = 9;
    char text[256];
    assert_int_equal(reference.hipdnnEnginePluginCreate(&handle), OK);
    assert_int_equal(reference.hipdnnEnginePluginGetApplicableEngineIds(handle, &bytes, NULL, 0, &count), OK);
    assert_int_equal(count, 0);
    const int64_t id = hd_name_to_id("CPU_REFERENCE_ENGINE");
    assert_int_equal(reference.hipdnnEnginePluginExplainEngine_ext(handle, id, &bytes, text, sizeof text), OK);
    assert_non_null(strstr(text, "1.5.0"));
    assert_int_equal(reference.hipdnnEnginePluginCreateExecutionContext(handle, &config, &bytes, &context),
                     HIPDNN_PLUGIN_STATUS_NOT_APPLICABLE);
    assert_null(context);
    assert_int_equal(reference.hipdnnEnginePluginDestroy(handle), OK);
    free_data(&config);
    free_data(&bytes);
}

/* Explaining cuts to the room there is, and has nothing to say about an engine that applies. */
static void test_explaining(void **state)
{
    (void)state;
    const int64_t id = hd_name_to_id("CPU_REFERENCE_ENGINE");
    hipdnnEnginePluginHandle_t handle;
    char text[8] = "garbage";
    assert_int_equal(reference.hipdnnEnginePluginCreate(&handle), OK);
    make_block(&graph);
    hipdnnPluginConstData_t bytes = encode_graph(&graph);
    assert_int_equal(reference.hipdnnEnginePluginExplainEngine_ext(handle, id, &bytes, text, sizeof text),
                     HIPDNN_PLUGIN_STATUS_NOT_APPLICABLE);
    assert_string_equal(text, "");
    free_data(&bytes);

    graph.tensors[0].data_type = HIPDNN_TYPE_FP8_E4M3;
    bytes = encode_graph(&graph);
    assert_int_equal(reference.hipdnnEnginePluginExplainEngine_ext(handle, id, &bytes, text, sizeof text), OK);
    assert_string_equal(text, "node 'c");
    memcpy(text, "garbage", sizeof text);
    assert_int_equal(reference.hipdnnEnginePluginExplainEngine_ext(handle, id, &bytes, text, 0), OK);
    assert_string_equal(text, "garbage");
    free_data(&bytes);
    assert_int_equal(reference.hipdnnEnginePluginDestroy(handle), OK);
}

/* A context may be executed with another handle of the same library than the one that made it (EP-21). */
static void test_a_context_runs_with_another_handle(void **state)
{
    (void)state;
    test_graph relu = {0};
    const hipdnn_data_tensor *in = add_tensor(&relu, "in", DIMS(4), PACKED);
    const hipdnn_data_tensor *out = add_tensor(&relu, "out", DIMS(4), PACKED);
    add_relu(&relu, in, out);
    hipdnnPluginConstData_t bytes = encode_graph(&relu);
    hipdnnPluginConstData_t config = encode_config(hd_name_to_id("CPU_REFERENCE_ENGINE"));
    hipdnnEnginePluginHandle_t first, second;
    hipdnnEnginePluginExecutionContext_t context;
    assert_int_equal(reference.hipdnnEnginePluginCreate(&first), OK);
    assert_int_equal(reference.hipdnnEnginePluginCreate(&second), OK);
    assert_ptr_not_equal(first, second);
    assert_int_equal(reference.hipdnnEnginePluginCreateExecutionContext(first, &config, &bytes, &context), OK);
    float x[4] = {-1, 2, -3, 4}, y[4];
    const hipdnnPluginDeviceBuffer_t buffers[] = {{in->uid, x}, {out->uid, y}};
    assert_int_equal(reference.hipdnnEnginePluginExecuteOpGraph(second, context, NULL, buffers, 2), OK);
    assert_true(y[0] == 0 && y[1] == 2 && y[2] == 0 && y[3] == 4);
    assert_int_equal(reference.hipdnnEnginePluginDestroyExecutionContext(first, context), OK);
    assert_int_equal(reference.hipdnnEnginePluginDestroy(second), OK);
    assert_int_equal(reference.hipdnnEnginePluginDestroy(first), OK);
    free_data(&config);
    free_data(&bytes);
}

int main(void)
{
    reference = plugin_open(REFERENCE_PLUGIN);
    null = plugin_open(NULL_PLUGIN);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_the_life_of_a_plugin),
        cmocka_unit_test(test_details),
        cmocka_unit_test(test_counting_and_filling),
        cmocka_unit_test(test_null_engine),
        cmocka_unit_test(test_a_newer_graph_is_declined),
        cmocka_unit_test(test_explaining),
        cmocka_unit_test(test_a_context_runs_with_another_handle),
    };
    const int failed = cmocka_run_group_tests(tests, NULL, NULL);
    plugin_close(&null);
    plugin_close(&reference);
    return failed;
}
