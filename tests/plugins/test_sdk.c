/* SPDX-License-Identifier: MIT */
/* What the SDK does for an author, with a module of odd engines linked into the test: knobs and notes, one decoding and
 * one question per graph, engines that break, tables with holes, logs. Both sides of the boundary are in this file. */
#include "base/ids.h"
#include "data_sdk/graph/engine.h"
#include "graphs.h"
#include "plugin.h"

#include "hipdnn_plugin_sdk/EngineSdk.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#define OK HIPDNN_PLUGIN_STATUS_SUCCESS
#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

/* ------------------------------------------------------------------------------------------------ the plugin */

static int questions, estimates, plans_alive;

static hipdnnPluginStatus_t supports_everything(const hipdnn_data_graph *graph)
{
    (void)graph;
    questions++;
    return OK;
}

static hipdnnPluginStatus_t declines_in_silence(const hipdnn_data_graph *graph)
{
    (void)graph;
    return HIPDNN_PLUGIN_STATUS_NOT_APPLICABLE;
}

static hipdnnPluginStatus_t breaks(const hipdnn_data_graph *graph)
{
    return hipdnn_plugin_fail(HIPDNN_PLUGIN_STATUS_INTERNAL_ERROR, "tripped over graph '%s'", graph->name);
}

static hipdnnPluginStatus_t runs_out_of_memory(const hipdnn_data_graph *graph)
{
    (void)graph;
    return hipdnn_plugin_fail(HIPDNN_PLUGIN_STATUS_ALLOC_FAILED, "no memory left");
}

static int64_t tiles_of(const hipdnn_data_engine_config *config)
{
    for (uint32_t i = 0; i < config->knob_count; i++)
        if (strcmp(config->knobs[i].id, "test.tiling.tiles") == 0)
            return config->knobs[i].value.i64;
    return 4;
}

static hipdnnPluginStatus_t plan_create(const hipdnn_plugin_session *session, const hipdnn_data_graph *graph,
                                        const hipdnn_data_engine_config *config, void **out_plan, size_t *out_workspace)
{
    (void)graph;
    if (session->device_ordinal == 3)
        return hipdnn_plugin_fail(HIPDNN_PLUGIN_STATUS_INTERNAL_ERROR, "device 3 is broken");
    plans_alive++;
    *out_plan = &plans_alive;
    *out_workspace = (size_t)tiles_of(config) * 100;
    return OK;
}

static void plan_destroy(void *plan)
{
    assert_ptr_equal(plan, &plans_alive);
    plans_alive--;
}

static hipdnnPluginStatus_t estimate(const hipdnn_data_graph *graph, const hipdnn_data_engine_config *config,
                                     size_t *out_bytes)
{
    (void)graph;
    (void)config;
    estimates++;
    *out_bytes = 4096;
    return OK;
}

static hipStream_t seen_stream;

static hipdnnPluginStatus_t execute(const hipdnn_plugin_session *session, const void *plan, void *workspace,
                                    const hipdnnPluginDeviceBuffer_t *buffers, uint32_t buffer_count)
{
    (void)plan;
    (void)workspace;
    seen_stream = session->stream;
    return hipdnn_plugin_find_buffer(buffers, buffer_count, 5) == NULL
               ? hipdnn_plugin_fail(HIPDNN_PLUGIN_STATUS_BAD_PARAM, "uid 5 is missing")
               : OK;
}

static const hipdnn_data_knob knobs[] = {{
    .id = "test.tiling.tiles",
    .description = "how many",
    .default_value = {.type = HIPDNN_DATA_KNOB_INT64, .i64 = 4},
    .constraint_type = HIPDNN_DATA_KNOB_INT64,
    .i64_min = 2,
    .i64_max = 8,
    .i64_step = 2,
}};
static const int32_t notes[] = {HIPDNN_BEHAVIOR_NOTE_SUPPORTS_GRAPH_CAPTURE, 99};

static const hipdnn_plugin_engine tiled = {
    .name = "TEST_TILED",
    .knobs = knobs,
    .knob_count = COUNT(knobs),
    .behavior_notes = notes,
    .behavior_note_count = COUNT(notes),
    .supports = supports_everything,
    .plan_create = plan_create,
    .plan_destroy = plan_destroy,
    .execute = execute,
};
static const hipdnn_plugin_engine estimating = {
    .name = "TEST_ESTIMATING",
    .supports = supports_everything,
    .workspace = estimate,
    .plan_create = plan_create,
    .plan_destroy = plan_destroy,
    .execute = execute,
};
static const hipdnn_plugin_engine silent = {
    .name = "TEST_SILENT", .supports = declines_in_silence, .plan_create = plan_create, .execute = execute};
static const hipdnn_plugin_engine broken = {
    .name = "TEST_BROKEN", .supports = breaks, .plan_create = plan_create, .execute = execute};
static const hipdnn_plugin_engine starved = {
    .name = "TEST_STARVED", .supports = runs_out_of_memory, .plan_create = plan_create, .execute = execute};

static const hipdnn_plugin_engine *const usual[] = {&silent, &tiled, &broken, &estimating};

/* Not const, so that tests may put other engines in. */
static hipdnn_plugin_module module = {
    .name = "test", .version = "3.2.1", .device_kind = HIPDNN_DEVICE_KIND_CUDA, .engines = usual, .engine_count = 4};

HIPDNN_PLUGIN_MODULE(module);

/* -------------------------------------------------------------------------------------------------- the host */

static test_graph graph;
static hipdnnEnginePluginHandle_t handle;
static hipdnnPluginConstData_t bytes;

static const char *last_error(void)
{
    const char *text;
    hipdnnPluginGetLastErrorString(&text);
    return text;
}

static int begin(void **state)
{
    (void)state;
    module.engines = usual;
    module.engine_count = COUNT(usual);
    questions = estimates = 0;
    make_block(&graph);
    bytes = encode_graph(&graph);
    return hipdnnEnginePluginCreate(&handle) == OK ? 0 : -1;
}

static int end(void **state)
{
    (void)state;
    free_data(&bytes);
    return plans_alive == 0 && hipdnnEnginePluginDestroy(handle) == OK ? 0 : -1;
}

static void test_the_table_speaks(void **state)
{
    (void)state;
    const char *text;
    hipdnnDeviceKind_t kind;
    int64_t ids[4];
    uint32_t count;
    assert_int_equal(hipdnnPluginGetVersion(&text), OK);
    assert_string_equal(text, "3.2.1");
    assert_int_equal(hipdnnEnginePluginGetDeviceKind_ext(&kind), OK);
    assert_int_equal(kind, HIPDNN_DEVICE_KIND_CUDA);
    assert_int_equal(hipdnnEnginePluginGetAllEngineIds(ids, 4, &count), OK);
    assert_int_equal(count, 4);
    for (uint32_t i = 0; i < count; i++) {
        assert_int_equal(hipdnnEnginePluginGetEngineName(ids[i], &text), OK);
        assert_string_equal(text, usual[i]->name);
    }
    assert_int_equal(hipdnnEnginePluginGetAllEngineIds(ids, 3, &count), OK);
    assert_int_equal(count, 3);
}

static void test_knobs_and_notes_reach_the_host(void **state)
{
    (void)state;
    hipdnnPluginConstData_t data;
    assert_int_equal(hipdnnEnginePluginGetEngineDetails(handle, hd_name_to_id(tiled.name), &bytes, &data), OK);
    hd_arena arena = {0};
    hipdnn_data_engine_details details;
    assert_int_equal(hd_engine_details_decode(data.ptr, data.size, &arena, &details), HD_OK);
    assert_int_equal(details.knob_count, 1);
    assert_string_equal(details.knobs[0].id, "test.tiling.tiles");
    assert_int_equal(details.knobs[0].i64_max, 8);
    assert_int_equal(details.behavior_note_count, 2);
    assert_int_equal(details.behavior_notes[1], 99); /* unknown ones pass */
    hd_arena_release(&arena);
    assert_int_equal(hipdnnEnginePluginDestroyEngineDetails(handle, &data), OK);
}

/* Plans with one setting; returns the status and the exact workspace. */
static hipdnnPluginStatus_t plan_with(const char *knob, hipdnn_data_knob_value value, size_t *out_size)
{
    const hipdnn_data_knob_setting setting = {.id = knob, .value = value};
    const hipdnn_data_engine_config config = {
        .engine_id = hd_name_to_id(tiled.name), .knob_count = 1, .knobs = &setting};
    void *encoded;
    size_t size, estimated;
    assert_int_equal(hd_engine_config_encode(&config, &encoded, &size), HD_OK);
    hipdnnPluginConstData_t data = {encoded, size};
    hipdnnEnginePluginExecutionContext_t context;
    const hipdnnPluginStatus_t status = hipdnnEnginePluginCreateExecutionContext(handle, &data, &bytes, &context);
    assert_int_equal(hipdnnEnginePluginGetWorkspaceSize(handle, &data, &bytes, &estimated), status);
    free_data(&data);
    if (status == OK) {
        assert_int_equal(hipdnnEnginePluginGetWorkspaceSizeFromExecutionContext(handle, context, out_size), OK);
        assert_int_equal(estimated, *out_size);
        assert_int_equal(hipdnnEnginePluginDestroyExecutionContext(handle, context), OK);
    }
    return status;
}

static void test_knob_settings_are_checked(void **state)
{
    (void)state;
    size_t size;
    const hipdnn_data_knob_value six = {.type = HIPDNN_DATA_KNOB_INT64, .i64 = 6};
    const hipdnn_data_knob_value five = {.type = HIPDNN_DATA_KNOB_INT64, .i64 = 5};
    const hipdnn_data_knob_value text = {.type = HIPDNN_DATA_KNOB_STRING, .text = "six"};
    assert_int_equal(plan_with("test.tiling.tiles", six, &size), OK);
    assert_int_equal(size, 600);
    assert_int_equal(plan_with("test.tiling.tiles", five, &size), HIPDNN_PLUGIN_STATUS_INVALID_VALUE);
    assert_non_null(strstr(last_error(), "engine TEST_TILED: knob 'test.tiling.tiles' is 5"));
    assert_int_equal(plan_with("test.tiling.tiles", text, &size), HIPDNN_PLUGIN_STATUS_INVALID_VALUE);
    assert_int_equal(plan_with("test.tiling.tile", six, &size), HIPDNN_PLUGIN_STATUS_BAD_PARAM);
    assert_non_null(strstr(last_error(), "engine TEST_TILED has no knob 'test.tiling.tile' among its 1"));
}

/* Building a plan passes one graph to five calls; the engines are asked once. Another graph is a new question. */
static void test_a_graph_is_asked_about_once(void **state)
{
    (void)state;
    hipdnnPluginConstData_t config = encode_config(hd_name_to_id(tiled.name));
    hipdnnPluginConstData_t again = copy_data(bytes, bytes.size); /* equal bytes elsewhere are the same graph */
    hipdnnPluginConstData_t details;
    hipdnnEnginePluginExecutionContext_t context;
    uint32_t count;
    size_t size;
    assert_int_equal(hipdnnEnginePluginGetApplicableEngineIds(handle, &bytes, NULL, 0, &count), OK);
    assert_int_equal(hipdnnEnginePluginGetApplicableEngineIds(handle, &again, NULL, 0, &count), OK);
    assert_int_equal(hipdnnEnginePluginGetEngineDetails(handle, hd_name_to_id(tiled.name), &bytes, &details), OK);
    assert_int_equal(hipdnnEnginePluginGetWorkspaceSize(handle, &config, &again, &size), OK);
    assert_int_equal(hipdnnEnginePluginCreateExecutionContext(handle, &config, &bytes, &context), OK);
    assert_int_equal(count, 2);
    assert_int_equal(questions, 2); /* one each to the two engines that apply */
    assert_int_equal(hipdnnEnginePluginDestroyExecutionContext(handle, context), OK);
    assert_int_equal(hipdnnEnginePluginDestroyEngineDetails(handle, &details), OK);
    free_data(&again);

    graph.tensors[0].name = "another x";
    again = encode_graph(&graph);
    assert_int_equal(hipdnnEnginePluginGetApplicableEngineIds(handle, &again, NULL, 0, &count), OK);
    assert_int_equal(questions, 4);
    free_data(&again);
    free_data(&config);
}

/* An engine's own estimate is asked for instead of a plan. */
static void test_an_estimate_needs_no_plan(void **state)
{
    (void)state;
    hipdnnPluginConstData_t config = encode_config(hd_name_to_id(estimating.name));
    size_t size;
    assert_int_equal(hipdnnEnginePluginGetWorkspaceSize(handle, &config, &bytes, &size), OK);
    assert_int_equal(size, 4096);
    assert_int_equal(estimates, 1);
    free_data(&config);
}

/* ------------------------------------------------------------------------------------------------ trouble */

static char log_lines[4][256];
static size_t log_count;

static void keep_line(hipdnnSeverity_t severity, const char *message)
{
    if (log_count < COUNT(log_lines))
        (void)snprintf(log_lines[log_count++], sizeof log_lines[0], "%d %s", (int)severity, message);
}

/* One that declines without a reason and one that breaks leave the others alone; log and explanation tell them apart.
 * The old error of another call is nobody's reason. */
static void test_engines_in_trouble(void **state)
{
    (void)state;
    int64_t ids[4];
    uint32_t count;
    char text[128];
    (void)hipdnnPluginGetName(NULL);
    log_count = 0;
    assert_int_equal(hipdnnPluginSetLoggingCallback(keep_line), OK);
    assert_int_equal(hipdnnPluginSetLogLevel(HIPDNN_SEV_INFO), OK);
    assert_int_equal(hipdnnEnginePluginGetApplicableEngineIds(handle, &bytes, ids, 4, &count), OK);
    assert_int_equal(count, 2);
    assert_int_equal(ids[0], hd_name_to_id(tiled.name));
    assert_int_equal(ids[1], hd_name_to_id(estimating.name));
    assert_int_equal(log_count, 2);
    assert_string_equal(log_lines[0], "0 engine TEST_SILENT, graph 'test': does not apply: the engine gives no reason "
                                      "(plugin status 5)");
    assert_string_equal(log_lines[1], "2 engine TEST_BROKEN, graph 'test': failed while asked whether it applies "
                                      "(status 3): tripped over graph 'test'");

    assert_int_equal(hipdnnEnginePluginExplainEngine_ext(handle, hd_name_to_id(silent.name), &bytes, text, sizeof text),
                     OK);
    assert_string_equal(text, "the engine gives no reason (plugin status 5)");
    assert_int_equal(hipdnnEnginePluginExplainEngine_ext(handle, hd_name_to_id(broken.name), &bytes, text, sizeof text),
                     OK);
    assert_string_equal(text, "tripped over graph 'test'");

    /* Above the level nothing is written. */
    assert_int_equal(hipdnnPluginSetLogLevel(HIPDNN_SEV_OFF), OK);
    log_count = 0;
    assert_int_equal(hipdnnEnginePluginGetApplicableEngineIds(handle, &bytes, ids, 4, &count), OK);
    hipdnn_plugin_log(HIPDNN_SEV_FATAL, "%s", "unheard");
    assert_int_equal(log_count, 0);
    assert_int_equal(hipdnnPluginSetLogLevel(HIPDNN_SEV_WARN), OK);
    hipdnn_plugin_log(HIPDNN_SEV_INFO, "%s", "unheard");
    hipdnn_plugin_log(HIPDNN_SEV_WARN, "heard %d", 1);
    assert_int_equal(log_count, 1);
    assert_string_equal(log_lines[0], "1 heard 1");
    assert_int_equal(hipdnnPluginSetLogLevel(HIPDNN_SEV_OFF), OK);
}

/* Out of memory is no opinion: it ends the call as what it is. */
static void test_running_out_of_memory_is_passed_on(void **state)
{
    (void)state;
    static const hipdnn_plugin_engine *const engines[] = {&starved};
    module.engines = engines;
    module.engine_count = 1;
    uint32_t count;
    assert_int_equal(hipdnnEnginePluginGetApplicableEngineIds(handle, &bytes, NULL, 0, &count),
                     HIPDNN_PLUGIN_STATUS_ALLOC_FAILED);
    assert_string_equal(last_error(), "no memory left");
}

static void test_a_failed_plan_leaves_nothing(void **state)
{
    (void)state;
    hipdnnPluginConstData_t config = encode_config(hd_name_to_id(tiled.name));
    hipdnnEnginePluginExecutionContext_t context;
    assert_int_equal(hipdnnEnginePluginSetDevice_ext(handle, 3), OK);
    assert_int_equal(hipdnnEnginePluginCreateExecutionContext(handle, &config, &bytes, &context),
                     HIPDNN_PLUGIN_STATUS_INTERNAL_ERROR);
    assert_null(context);
    assert_string_equal(last_error(), "device 3 is broken");
    free_data(&config);
}

/* The session's stream reaches execution, and so does a failure reach the host. */
static void test_execution(void **state)
{
    (void)state;
    hipdnnPluginConstData_t config = encode_config(hd_name_to_id(tiled.name));
    hipdnnEnginePluginExecutionContext_t context;
    char workspace[400], five;
    const hipStream_t stream = (hipStream_t)(void *)&five;
    const hipdnnPluginDeviceBuffer_t buffers[] = {{1, NULL}, {5, &five}};
    assert_int_equal(hipdnnEnginePluginCreateExecutionContext(handle, &config, &bytes, &context), OK);
    assert_int_equal(hipdnnEnginePluginSetStream(handle, stream), OK);
    assert_int_equal(hipdnnEnginePluginExecuteOpGraph(handle, context, workspace, buffers, 2), OK);
    assert_ptr_equal(seen_stream, stream);
    assert_int_equal(hipdnnEnginePluginExecuteOpGraph(handle, context, workspace, buffers, 1),
                     HIPDNN_PLUGIN_STATUS_BAD_PARAM);
    assert_string_equal(last_error(), "uid 5 is missing");
    assert_int_equal(hipdnnEnginePluginExecuteOpGraph(handle, context, NULL, buffers, 2),
                     HIPDNN_PLUGIN_STATUS_BAD_PARAM);
    assert_string_equal(last_error(), "hipdnnEnginePluginExecuteOpGraph: workspace is NULL, the plan needs 400 bytes");
    assert_int_equal(hipdnnEnginePluginDestroyExecutionContext(handle, context), OK);
    free_data(&config);
}

/* A table that an author left unfinished is refused while the library is loaded, naming the hole. */
static void test_holes_in_the_table(void **state)
{
    (void)state;
    static const hipdnn_plugin_engine nameless = {.supports = supports_everything};
    static const hipdnn_plugin_engine planless = {.name = "A", .supports = supports_everything, .execute = execute};
    static const hipdnn_plugin_engine knobless = {
        .name = "A", .supports = supports_everything, .plan_create = plan_create, .execute = execute, .knob_count = 2};
    static const struct {
        const hipdnn_plugin_engine *engine;
        const char *sentence;
    } rows[] = {
        {NULL, "engine 0 of plugin 'test' has no table"},
        {&nameless, "engine 0 of plugin 'test' has no name"},
        {&planless, "engine 0 of plugin 'test' has no plan_create"},
        {&knobless, "engine 0 of plugin 'test' has no knobs"},
    };
    uint32_t count = 9;
    for (size_t i = 0; i < COUNT(rows); i++) {
        module.engines = &rows[i].engine;
        module.engine_count = 1;
        assert_int_equal(hipdnnEnginePluginGetAllEngineIds(NULL, 0, &count), HIPDNN_PLUGIN_STATUS_INTERNAL_ERROR);
        assert_non_null(strstr(last_error(), rows[i].sentence));
        assert_int_equal(count, 0);
    }
    static const hipdnn_plugin_engine *const twice[] = {&tiled, &tiled};
    module.engines = twice;
    module.engine_count = 2;
    assert_int_equal(hipdnnEnginePluginGetAllEngineIds(NULL, 0, &count), HIPDNN_PLUGIN_STATUS_INTERNAL_ERROR);
    assert_non_null(strstr(last_error(), "engines 0 and 1 of plugin 'test' have the same name 'TEST_TILED'"));
    /* The handle was made for the usual table. */
    module.engines = usual;
    module.engine_count = COUNT(usual);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_the_table_speaks, begin, end),
        cmocka_unit_test_setup_teardown(test_knobs_and_notes_reach_the_host, begin, end),
        cmocka_unit_test_setup_teardown(test_knob_settings_are_checked, begin, end),
        cmocka_unit_test_setup_teardown(test_a_graph_is_asked_about_once, begin, end),
        cmocka_unit_test_setup_teardown(test_an_estimate_needs_no_plan, begin, end),
        cmocka_unit_test_setup_teardown(test_engines_in_trouble, begin, end),
        cmocka_unit_test_setup_teardown(test_running_out_of_memory_is_passed_on, begin, end),
        cmocka_unit_test_setup_teardown(test_a_failed_plan_leaves_nothing, begin, end),
        cmocka_unit_test_setup_teardown(test_execution, begin, end),
        cmocka_unit_test_setup_teardown(test_holes_in_the_table, begin, end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
