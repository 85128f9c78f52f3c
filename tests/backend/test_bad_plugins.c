/* SPDX-License-Identifier: MIT */
/* One library per way of being broken (plugins/zoo.c). Each time the other engines work, the log or the sentence says
 * what is wrong, and the status is that of the decisions: D8 while loading, D44 while selecting, D26 for the rest. */
#include "loading.h"

#include <stdlib.h>
#include <string.h>

#define FIRST "ZOO_ENGINE"
#define SECOND "ZOO_SECOND"

static hipdnnStatus_t finalize_engine(descriptor graph, const char *name, descriptor *engine)
{
    *engine = begin_engine(graph, name);
    return hipdnnBackendFinalize(*engine);
}

static int64_t ranked_count(descriptor graph, bool find_first)
{
    int64_t count = -1;
    descriptor heuristic = begin_heuristic(graph);
    set_bool(heuristic, HIPDNN_ATTR_ENGINEHEUR_FIND_FIRST_EXT, find_first);
    finalize(heuristic);
    assert_ok(get(heuristic, HIPDNN_ATTR_ENGINEHEUR_RESULTS, HIPDNN_TYPE_BACKEND_DESCRIPTOR, 0, &count, NULL));
    destroy(heuristic);
    return count;
}

static void test_a_healthy_one(void **state)
{
    (void)state;
    hipdnnHandle_t handle = open_zoo("none");
    int32_t notes[4];
    int64_t count;
    assert_int_equal(engine_count(handle), 3);
    assert_reference_works(handle);
    descriptor graph = make_relu_graph(handle), engine = make_engine(graph, FIRST), config = make_config(engine);
    assert_int_equal(ranked_count(graph, false), 3);
    assert_ok(get(engine, HIPDNN_ATTR_ENGINE_BEHAVIOR_NOTE, HIPDNN_TYPE_BEHAVIOR_NOTE, 4, &count, notes));
    assert_int_equal(count, 2);
    assert_int_equal(notes[0], HIPDNN_BEHAVIOR_NOTE_RUNTIME_COMPILATION);
    assert_int_equal(notes[1], 4711); /* unknown ones pass through */
    descriptor plan = make_plan(graph, SECOND);
    assert_int_equal(get_i64(config, HIPDNN_ATTR_ENGINECFG_WORKSPACE_SIZE), 64); /* an estimate */
    assert_int_equal(get_i64(plan, HIPDNN_ATTR_EXECUTION_PLAN_WORKSPACE_SIZE), 128); /* exact (D39) */
    descriptor all[] = {graph, engine, config, plan};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        destroy(all[i]);
    assert_ok(hipdnnDestroy(handle));
}

/* -------------------------------------------------------------------------------------------------- loading (D8) */

static void test_libraries_that_are_left_out(void **state)
{
    (void)state;
    static const struct {
        const char *defect;
        hipdnnStatus_t strict;
        const char *words;
    } rows[] = {
        {"missing_symbol", HIPDNN_STATUS_PLUGIN_ERROR, "it does not export hipdnnEnginePluginExecuteOpGraph"},
        {"api_major_2", HIPDNN_STATUS_PLUGIN_ERROR, "it is made for engine API 2.0.0, this backend speaks 1.x"},
        {"api_unparsable", HIPDNN_STATUS_NOT_SUPPORTED, "its API version 'one.four' is not of the form MAJOR.MINOR"},
        {"api_null", HIPDNN_STATUS_NOT_SUPPORTED, "its API version '(null)'"},
        {"wrong_type", HIPDNN_STATUS_PLUGIN_ERROR, "its type is 2, an engine plugin's is 1"},
        {"empty_name", HIPDNN_STATUS_PLUGIN_ERROR, "hipdnnPluginGetName gave an empty text"},
        {"version_fails", HIPDNN_STATUS_PLUGIN_ERROR,
         "hipdnnPluginGetVersion answered INTERNAL_ERROR: nobody wrote it down"},
        {"zero_engines", HIPDNN_STATUS_PLUGIN_ERROR, "hipdnnEnginePluginGetAllEngineIds announced 0 engines"},
        {"counts_disagree", HIPDNN_STATUS_PLUGIN_ERROR, "announced 2 engines, then wrote 1"},
        {"repeated_id", HIPDNN_STATUS_PLUGIN_ERROR, "twice"},
        {"id_zero", HIPDNN_STATUS_PLUGIN_ERROR, "engine id 0 is never valid"},
        {"device_kind_fails", HIPDNN_STATUS_PLUGIN_ERROR,
         "hipdnnEnginePluginGetDeviceKind_ext answered INTERNAL_ERROR: it floats"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        hipdnnHandle_t handle = open_zoo(rows[i].defect);
        assert_logged(rows[i].words);
        assert_logged(rows[i].defect); /* the file */
        if (strncmp(rows[i].defect, "api_", 4) == 0) /* no callback before the version is accepted (D36) */
            assert_null(strstr(logged(), "[zoo] it is open"));
        assert_int_equal(engine_count(handle), 1);
        assert_reference_works(handle);
        assert_ok(hipdnnDestroy(handle));

        assert_int_equal(setenv("HIPDNN_PLUGIN_STRICT", "1", 1), 0);
        const hipdnnStatus_t strict = try_zoo(rows[i].defect, &handle);
        check_refused(strict, rows[i].strict, rows[i].words, rows[i].defect, __FILE__, __LINE__);
        assert_null(handle);
        assert_int_equal(unsetenv("HIPDNN_PLUGIN_STRICT"), 0);
    }
}

static void test_engines_that_are_left_out(void **state)
{
    (void)state;
    static const struct {
        const char *defect, *words;
    } rows[] = {
        {"name_mismatch", "is left out: its name 'ZOO_IMPOSTOR' hashes to 0x"},
        {"name_fails", "hipdnnEnginePluginGetEngineName answered INTERNAL_ERROR: it has no name"},
        {"taken_id", "engine CPU_REFERENCE_ENGINE of plugin 'zoo'"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        hipdnnHandle_t handle = open_zoo(rows[i].defect);
        int64_t id;
        assert_logged(rows[i].words);
        assert_int_equal(engine_count(handle), 2); /* the reference and ZOO_SECOND */
        assert_ok(hipdnnGetEngineIdByName_ext(handle, SECOND, &id));
        assert_refused(hipdnnGetEngineIdByName_ext(handle, FIRST, &id), NOT_SUPPORTED, "no engine named");
        assert_reference_works(handle);
        assert_ok(hipdnnDestroy(handle));
    }
}

/* Odd, but let in. */
static void test_libraries_that_are_let_in(void **state)
{
    (void)state;
    hipdnnHandle_t handle = open_zoo("name_not_applicable");
    char name[64];
    size_t size = sizeof name;
    assert_int_equal(engine_count(handle), 3);
    assert_ok(hipdnnGetEngineNameById_ext(handle, hipdnn_engine_name_to_id(FIRST), name, &size));
    assert_int_equal(strlen(name), 18); /* 0x and 16 digits */
    assert_memory_equal(name, "0x", 2);
    assert_ok(hipdnnDestroy(handle));

    handle = open_zoo("api_major_0");
    assert_int_equal(engine_count(handle), 3);
    assert_reference_works(handle);
    assert_ok(hipdnnDestroy(handle));
}

/* ------------------------------------------------------------------------------------------------------ handles */

static void test_libraries_without_a_handle(void **state)
{
    (void)state;
    static const struct {
        const char *defect, *words;
    } rows[] = {
        {"create_fails", "hipdnnEnginePluginCreate answered INTERNAL_ERROR: the cage is shut"},
        {"create_null", "hipdnnEnginePluginCreate gave no handle"},
        {"set_device_fails", "hipdnnEnginePluginSetDevice_ext answered INVALID_VALUE: no such device"},
        {"device_kind_hip", "plugin 'zoo' works on HIP, this handle on CPU"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        hipdnnHandle_t handle = open_zoo(rows[i].defect);
        descriptor graph = make_relu_graph(handle), engine;
        assert_logged(rows[i].words);
        assert_int_equal(ranked_count(graph, false), 1);
        assert_refused(finalize_engine(graph, FIRST, &engine), BAD_PARAM, "could not give a handle");
        assert_reference_works(handle);
        destroy(engine);
        destroy(graph);
        assert_ok(hipdnnDestroy(handle));
    }
}

/* Symbols that are not hidden make one library out of two: the second is left out, the first goes on. */
static void test_two_libraries_with_one_handle(void **state)
{
    (void)state;
    static const char *const paths[] = {REFERENCE_PLUGIN, ZOO "/zoo_create_shared.so", ZOO "/zoo_create_shared_too.so"};
    hipdnnHandle_t handle = open_plugins(3, paths);
    assert_logged("its handle is that of plugin 'zoo'");
    assert_logged("Are its symbols hidden?");
    assert_reference_works(handle);
    descriptor graph = make_relu_graph(handle), plan = make_plan(graph, FIRST);
    destroy(plan);
    destroy(graph);
    assert_ok(hipdnnDestroy(handle));
}

/* A plan needs its plugin in the handle that runs it, whichever that is. */
static void test_a_handle_without_the_plans_plugin(void **state)
{
    (void)state;
    hipdnnHandle_t first = open_zoo("create_once"), second = NULL;
    assert_ok(hipdnnCreate(&second));
    assert_logged("hipdnnEnginePluginCreate answered ALLOC_FAILED: one cage is enough");
    descriptor graph = make_relu_graph(first), plan = make_plan(graph, FIRST);
    _Alignas(16) char memory[128]; /* nobody looks into it */
    descriptor pack = make_pack(2, (int64_t[]){1, 2}, (void *[]){memory, memory}, memory);
    assert_ok(hipdnnBackendExecute(first, plan, pack));
    assert_refused(hipdnnBackendExecute(second, plan, pack), INTERNAL_ERROR,
                   "this handle has no access to the plugin of engine ZOO_ENGINE");
    destroy(pack);
    destroy(plan);
    destroy(graph);
    assert_ok(hipdnnDestroy(first));
    assert_ok(hipdnnDestroy(second));
}

static void test_a_stream_that_is_refused(void **state)
{
    (void)state;
    hipdnnHandle_t handle = open_zoo("set_stream_fails");
    int nothing;
    hipStream_t stream = (hipStream_t)(void *)&nothing, read = stream;
    assert_refused(hipdnnSetStream(handle, stream), PLUGIN_ERROR, "the stream is dry");
    assert_ok(hipdnnGetStream(handle, &read));
    assert_null(read); /* as before */
    assert_refused(hipdnnGetStream(handle, NULL), BAD_PARAM_NULL_POINTER, "streamId is NULL");
    assert_reference_works(handle);
    assert_ok(hipdnnDestroy(handle));

    handle = open_zoo("none");
    assert_ok(hipdnnSetStream(handle, stream));
    assert_ok(hipdnnGetStream(handle, &read));
    assert_ptr_equal(read, stream);
    assert_ok(hipdnnDestroy(handle));
}

/* ------------------------------------------------------------------------------------------------ selecting (D44) */

static void test_answers_to_who_applies(void **state)
{
    (void)state;
    static const struct {
        const char *defect, *words;
    } rows[] = {
        {"applicable_fails", "hipdnnEnginePluginGetApplicableEngineIds answered INTERNAL_ERROR: the keeper is ill"},
        {"applicable_too_many", "answered with 1000 engines, it has 2"},
        {"applicable_unknown", "which it never announced"},
        {"applicable_twice", "twice"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        hipdnnHandle_t handle = open_zoo(rows[i].defect);
        descriptor graph = make_relu_graph(handle), engine;
        assert_int_equal(ranked_count(graph, false), 1);
        assert_int_equal(ranked_count(graph, true), 1);
        assert_logged("the engines of plugin 'zoo' are left out of this selection");
        assert_logged(rows[i].words);
        assert_refused(finalize_engine(graph, FIRST, &engine), PLUGIN_ERROR, rows[i].words);
        assert_reference_works(handle);
        destroy(engine);
        destroy(graph);
        assert_ok(hipdnnDestroy(handle));
    }
}

static void test_an_engine_explains_itself(void **state)
{
    (void)state;
    hipdnnHandle_t handle = open_zoo("applicable_none");
    descriptor graph = make_relu_graph(handle), engine;
    assert_refused(finalize_engine(graph, FIRST, &engine), BAD_PARAM,
                   "engine ZOO_ENGINE does not apply to this graph: the first is asleep");
    destroy(engine);
    assert_refused(finalize_engine(graph, SECOND, &engine), BAD_PARAM, "the second is asleep");
    destroy(engine);
    destroy(graph);
    assert_ok(hipdnnDestroy(handle));

    static const char *const alone[] = {ZOO "/zoo_applicable_none.so"};
    handle = open_plugins(1, alone);
    graph = make_relu_graph(handle);
    descriptor heuristic = begin_heuristic(graph);
    assert_refused(hipdnnBackendFinalize(heuristic), NOT_SUPPORTED, /* D9 */
                   "ZOO_ENGINE: the first is asleep; ZOO_SECOND: the second is asleep");
    destroy(heuristic);
    destroy(graph);
    assert_ok(hipdnnDestroy(handle));
}

/* Engines that cannot be described are ranked, but no result. */
static void test_details(void **state)
{
    (void)state;
    static const struct {
        const char *defect, *words;
    } rows[] = {
        {"details_fail", "hipdnnEnginePluginGetEngineDetails answered INTERNAL_ERROR: the label fell off"},
        {"details_null", "it gave no details of engine ZOO_ENGINE"},
        {"details_garbage", "the details of engine ZOO_ENGINE"},
        {"details_of_another", "asked for the details of engine ZOO_ENGINE"},
        {"details_negative_note", "EngineDetails.behavior_notes: note 1 is -5, at least 0 is allowed"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        hipdnnHandle_t handle = open_zoo(rows[i].defect);
        descriptor graph = make_relu_graph(handle), engine;
        assert_int_equal(ranked_count(graph, false), 3);
        assert_reference_works(handle);
        assert_logged("engine ZOO_ENGINE is left out of the results");
        assert_logged("engine ZOO_SECOND is left out of the results");
        assert_logged(rows[i].words);
        assert_refused(finalize_engine(graph, FIRST, &engine), PLUGIN_ERROR, rows[i].words);
        destroy(engine);
        destroy(graph);
        assert_ok(hipdnnDestroy(handle));
    }
}

/* ------------------------------------------------------------------------------------- planning and running (D26) */

static void test_plans(void **state)
{
    (void)state;
    static const struct {
        const char *defect;
        hipdnnStatus_t status;
        const char *words;
    } rows[] = {
        {"context_fails", HIPDNN_STATUS_PLUGIN_ERROR,
         "hipdnnEnginePluginCreateExecutionContext answered INTERNAL_ERROR: no plan survives"},
        {"context_null", HIPDNN_STATUS_PLUGIN_ERROR, "hipdnnEnginePluginCreateExecutionContext gave no context"},
        {"context_alloc_failed", HIPDNN_STATUS_ALLOC_FAILED, "answered ALLOC_FAILED: the barn is full"},
        {"context_workspace_fails", HIPDNN_STATUS_PLUGIN_ERROR, "answered INTERNAL_ERROR: it ate the plan"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        hipdnnHandle_t handle = open_zoo(rows[i].defect);
        descriptor graph = make_relu_graph(handle), engine = make_engine(graph, FIRST), config = make_config(engine);
        descriptor plan = make(HIPDNN_BACKEND_EXECUTION_PLAN_DESCRIPTOR);
        set_child(plan, HIPDNN_ATTR_EXECUTION_PLAN_ENGINE_CONFIG, config);
        for (int j = 0; j < 2; j++) /* it may be tried again */
            check_refused(hipdnnBackendFinalize(plan), rows[i].status, rows[i].words, rows[i].defect, __FILE__,
                          __LINE__);
        assert_logged("engine ZOO_ENGINE: plugin 'zoo'");
        assert_reference_works(handle);
        descriptor all[] = {plan, config, engine, graph};
        for (size_t j = 0; j < sizeof all / sizeof *all; j++)
            destroy(all[j]);
        assert_ok(hipdnnDestroy(handle));
    }
}

static void test_a_config_without_a_workspace(void **state)
{
    (void)state;
    hipdnnHandle_t handle = open_zoo("workspace_fails");
    descriptor graph = make_relu_graph(handle), engine = make_engine(graph, FIRST);
    descriptor config = make(HIPDNN_BACKEND_ENGINECFG_DESCRIPTOR);
    set_child(config, HIPDNN_ATTR_ENGINECFG_ENGINE, engine);
    for (int i = 0; i < 2; i++)
        assert_refused(hipdnnBackendFinalize(config), PLUGIN_ERROR,
                       "hipdnnEnginePluginGetWorkspaceSize answered INTERNAL_ERROR: nobody counted");
    destroy(config);
    destroy(engine);
    destroy(graph);
    assert_reference_works(handle);
    assert_ok(hipdnnDestroy(handle));
}

/* The estimate is what was answered when the config was finalized, the exact size what was answered when the plan was;
 * execution holds packs against the plan's. */
static void test_a_workspace_that_grows(void **state)
{
    (void)state;
    hipdnnHandle_t handle = open_zoo("workspace_grows");
    descriptor graph = make_relu_graph(handle), engine = make_engine(graph, FIRST), config = make_config(engine);
    descriptor plan = make(HIPDNN_BACKEND_EXECUTION_PLAN_DESCRIPTOR);
    const int64_t estimate = get_i64(config, HIPDNN_ATTR_ENGINECFG_WORKSPACE_SIZE);
    set_child(plan, HIPDNN_ATTR_EXECUTION_PLAN_ENGINE_CONFIG, config);
    finalize(plan);
    const int64_t exact = get_i64(plan, HIPDNN_ATTR_EXECUTION_PLAN_WORKSPACE_SIZE);
    assert_int_not_equal(exact, estimate);
    for (int i = 0; i < 3; i++) {
        assert_int_equal(get_i64(config, HIPDNN_ATTR_ENGINECFG_WORKSPACE_SIZE), estimate);
        assert_int_equal(get_i64(plan, HIPDNN_ATTR_EXECUTION_PLAN_WORKSPACE_SIZE), exact);
    }
    descriptor all[] = {plan, config, engine, graph};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        destroy(all[i]);
    assert_reference_works(handle);
    assert_ok(hipdnnDestroy(handle));
}

/* A plugin that fails to run with each status there is, and with some that are none (D26). */
static void test_executions_that_fail(void **state)
{
    (void)state;
    static const struct {
        const char *defect;
        int told;
        hipdnnStatus_t status;
        const char *words;
    } rows[] = {
        {"execute_as_told", 1, HIPDNN_STATUS_PLUGIN_ERROR, "answered BAD_PARAM: it was told so"},
        {"execute_as_told", 2, HIPDNN_STATUS_PLUGIN_ERROR, "answered INVALID_VALUE: it was told so"},
        {"execute_as_told", 3, HIPDNN_STATUS_PLUGIN_ERROR, "answered INTERNAL_ERROR: it was told so"},
        {"execute_as_told", 4, HIPDNN_STATUS_ALLOC_FAILED, "answered ALLOC_FAILED: it was told so"},
        {"execute_as_told", 5, HIPDNN_STATUS_PLUGIN_ERROR, "answered NOT_APPLICABLE: it was told so"},
        {"execute_as_told", 6, HIPDNN_STATUS_PLUGIN_ERROR, "answered NOT_INITIALIZED: it was told so"},
        {"execute_as_told", 99, HIPDNN_STATUS_PLUGIN_ERROR, "answered an unknown status: it was told so"},
        {"execute_as_told", -1, HIPDNN_STATUS_PLUGIN_ERROR, "answered an unknown status: it was told so"},
        {"execute_silent", 0, HIPDNN_STATUS_PLUGIN_ERROR, "answered INTERNAL_ERROR: it gave no reason"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        _Alignas(16) float x[4] = {(float)rows[i].told, 2, -3, 4}, y[4], workspace[32];
        hipdnnHandle_t handle = open_zoo(rows[i].defect);
        descriptor graph = make_relu_graph(handle), plan = make_plan(graph, FIRST), good = make_plan(graph, REFERENCE);
        descriptor pack = make_pack(2, (int64_t[]){1, 2}, (void *[]){x, y}, workspace);
        for (int j = 0; j < 3; j++) { /* the first meeting, and from memory */
            const hipdnnStatus_t status = hipdnnBackendExecute(handle, plan, pack);
            check_refused(status, rows[i].status, rows[i].words, rows[i].defect, __FILE__, __LINE__);
        }
        assert_logged("engine ZOO_ENGINE failed to run: plugin 'zoo'");
        assert_logged("hipdnnEnginePluginExecuteOpGraph");
        assert_ok(hipdnnBackendExecute(handle, good, pack));
        assert_memory_equal(y, ((float[]){x[0] > 0 ? x[0] : 0, 2, 0, 4}), sizeof y);
        descriptor all[] = {graph, plan, good, pack};
        for (size_t j = 0; j < sizeof all / sizeof *all; j++)
            destroy(all[j]);
        assert_ok(hipdnnDestroy(handle));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_healthy_one),
        cmocka_unit_test(test_libraries_that_are_left_out),
        cmocka_unit_test(test_engines_that_are_left_out),
        cmocka_unit_test(test_libraries_that_are_let_in),
        cmocka_unit_test(test_libraries_without_a_handle),
        cmocka_unit_test(test_two_libraries_with_one_handle),
        cmocka_unit_test(test_a_handle_without_the_plans_plugin),
        cmocka_unit_test(test_a_stream_that_is_refused),
        cmocka_unit_test(test_answers_to_who_applies),
        cmocka_unit_test(test_an_engine_explains_itself),
        cmocka_unit_test(test_details),
        cmocka_unit_test(test_plans),
        cmocka_unit_test(test_a_config_without_a_workspace),
        cmocka_unit_test(test_a_workspace_that_grows),
        cmocka_unit_test(test_executions_that_fail),
    };
    return cmocka_run_group_tests(tests, start_log, end_log);
}
