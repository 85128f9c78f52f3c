/* SPDX-License-Identifier: MIT */
/* Who may go first: everybody. A healthy engine of the zoo writes down what it is asked, so that the order in which a
 * session ends can be seen (D34): contexts, engine details, plugin handles. Memory and process exit are in
 * test_memory.c and test_exit.c. */
#include "support.h"

#include <stdalign.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static char trace_path[] = "/tmp/hipdnn_trace_XXXXXX";

/* What the engine was asked since the last call, a line each. */
static const char *traced(void)
{
    static char text[65536];
    FILE *file = fopen(trace_path, "r");
    assert_non_null(file);
    text[fread(text, 1, sizeof text - 1, file)] = '\0';
    assert_int_equal(fclose(file), 0);
    assert_int_equal(truncate(trace_path, 0), 0);
    return text;
}

static hipdnnHandle_t make_handle(void)
{
    hipdnnHandle_t handle = NULL;
    assert_ok(hipdnnCreate(&handle));
    assert_non_null(handle);
    return handle;
}

static void assert_in_order(const char *text, const char *first, const char *second)
{
    const char *one = strstr(text, first), *two = strstr(text, second);
    if (one == NULL || two == NULL || one > two)
        fail_msg("'%s' does not come before '%s' in\n%s", first, second, text);
}

/* --------------------------------------------------------------------------------------------- early destroys */

static void test_each_goes_when_the_next_has_it(void **state)
{
    (void)state;
    hipdnnHandle_t handle = make_handle();
    descriptor x = make_tensor(1, "x", DIMS(4)), y = make_tensor(2, "y", DIMS(4));
    descriptor relu = make_relu(x, y);
    destroy(x);
    destroy(y);
    descriptor graph = begin_graph(handle, 1, &relu);
    destroy(relu);
    finalize(graph);
    descriptor heuristic = make_heuristic(graph), engine = make_engine(graph, REFERENCE);
    destroy(graph);
    descriptor ranked = make(HIPDNN_BACKEND_ENGINECFG_DESCRIPTOR);
    int64_t count = 0;
    assert_ok(get(heuristic, HIPDNN_ATTR_ENGINEHEUR_RESULTS, HIPDNN_TYPE_BACKEND_DESCRIPTOR, 1, &count, &ranked));
    destroy(heuristic);
    finalize(ranked);
    destroy(ranked);
    descriptor config = make_config(engine);
    destroy(engine);
    descriptor plan = make(HIPDNN_BACKEND_EXECUTION_PLAN_DESCRIPTOR);
    set_child(plan, HIPDNN_ATTR_EXECUTION_PLAN_ENGINE_CONFIG, config);
    destroy(config);
    finalize(plan);
    run_relu(handle, plan);
    destroy(plan);
    assert_ok(hipdnnDestroy(handle));
}

static void swap(int *a, int *b)
{
    const int kept = *a;
    *a = *b;
    *b = kept;
}

/* The next order of `count` numbers in the order of words; false after the last. */
static bool next_order(int *order, int count)
{
    int i = count - 1, j = count - 1;
    while (i > 0 && order[i - 1] > order[i])
        i--;
    if (i == 0)
        return false;
    while (order[j] < order[i - 1])
        j--;
    swap(&order[i - 1], &order[j]);
    for (int low = i, high = count - 1; low < high; low++, high--)
        swap(&order[low], &order[high]);
    return true;
}

/* All 120 orders of destroying handle, graph, engine, config and plan: the plugin sees them end in one order. */
static void test_every_order_of_destroying(void **state)
{
    (void)state;
    int order[5] = {0, 1, 2, 3, 4}, orders = 0;
    do {
        hipdnnHandle_t handle = make_handle();
        descriptor graph = make_relu_graph(handle), engine = make_engine(graph, "ZOO_ENGINE");
        descriptor config = make_config(engine), plan = make(HIPDNN_BACKEND_EXECUTION_PLAN_DESCRIPTOR);
        set_child(plan, HIPDNN_ATTR_EXECUTION_PLAN_ENGINE_CONFIG, config);
        finalize(plan);
        (void)traced();
        for (int i = 0; i < 5; i++) {
            const descriptor all[] = {NULL, graph, engine, config, plan};
            if (order[i] == 0)
                assert_ok(hipdnnDestroy(handle));
            else
                destroy(all[order[i]]);
        }
        const char *text = traced();
        assert_in_order(text, "destroy_context", "destroy_details");
        assert_in_order(text, "destroy_details", "destroy ");
        orders++;
    } while (next_order(order, 5));
    assert_int_equal(orders, 120);
}

/* A plan keeps the session of its handle; the stream of work is that of the handle passed. */
static void test_two_handles(void **state)
{
    (void)state;
    hipdnnHandle_t first = make_handle();
    descriptor graph = make_relu_graph(first), zoo = make_plan(graph, "ZOO_SECOND"), plan = make_plan(graph, REFERENCE);
    alignas(16) char memory[128]; /* nobody looks into it */
    descriptor pack = make_pack(2, (int64_t[]){1, 2}, (void *[]){memory, memory}, memory);
    (void)traced();
    assert_ok(hipdnnBackendExecute(first, zoo, pack));
    int first_number = 0, second_number = 0;
    assert_int_equal(sscanf(traced(), "execute_second %d", &first_number), 1);

    hipdnnHandle_t second = make_handle();
    (void)traced();
    assert_ok(hipdnnBackendExecute(second, zoo, pack));
    assert_int_equal(sscanf(traced(), "execute_second %d", &second_number), 1);
    assert_int_not_equal(first_number, second_number);

    assert_ok(hipdnnDestroy(first));
    assert_string_equal(traced(), ""); /* its session lives on in the plans */
    assert_refused(hipdnnBackendExecute(first, zoo, pack), BAD_PARAM, "the handle was destroyed already");
    assert_refused(hipdnnSetStream(first, NULL), BAD_PARAM, "the handle was destroyed already");
    assert_refused(hipdnnDestroy(first), BAD_PARAM, "the handle was destroyed already");
    assert_ok(hipdnnBackendExecute(second, zoo, pack));
    run_relu(second, plan);
    descriptor late = make_engine(graph, REFERENCE); /* the session still answers */
    descriptor all[] = {late, zoo, plan, graph, pack};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        destroy(all[i]);
    char line[64];
    (void)snprintf(line, sizeof line, "destroy %d\n", first_number);
    assert_says(traced(), line);
    assert_ok(hipdnnDestroy(second));
}

static void test_details_are_asked_once_per_graph(void **state)
{
    (void)state;
    hipdnnHandle_t handle = make_handle();
    descriptor graph = make_relu_graph(handle);
    (void)traced();
    descriptor heuristic = make_heuristic(graph), configs[2];
    int64_t count = 0;
    for (int i = 0; i < 2; i++)
        configs[i] = make(HIPDNN_BACKEND_ENGINECFG_DESCRIPTOR);
    assert_ok(get(heuristic, HIPDNN_ATTR_ENGINEHEUR_RESULTS, HIPDNN_TYPE_BACKEND_DESCRIPTOR, 2, &count, configs));
    descriptor engine = make_engine(graph, "ZOO_ENGINE"), again = make_engine(graph, "ZOO_ENGINE");
    descriptor plan = make_plan(graph, "ZOO_ENGINE");
    const char *text = traced(), *first = strstr(text, "details");
    assert_non_null(first);
    const char *second = strstr(first + 1, "details"); /* of ZOO_SECOND (D39) */
    assert_non_null(second);
    assert_null(strstr(second + 1, "details"));
    descriptor all[] = {heuristic, configs[0], configs[1], engine, again, plan, graph};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        destroy(all[i]);
    assert_ok(hipdnnDestroy(handle));
}

/* -------------------------------------------------------------------------------------------------- references */

static void test_a_get_gives_a_reference(void **state)
{
    (void)state;
    descriptor x = make_tensor(7, "x", DIMS(4)), y = make_tensor(8, "y", DIMS(4)), relu = make_relu(x, y);
    const descriptor same = x;
    destroy(x);
    destroy(y);
    assert_refused(hipdnnBackendDestroyDescriptor(x), BAD_PARAM, "was destroyed already"); /* relu has it, we not */
    descriptor once = get_child(relu, HIPDNN_ATTR_OPERATION_POINTWISE_IN_0_EXT);
    descriptor twice = get_child(relu, HIPDNN_ATTR_OPERATION_POINTWISE_IN_0_EXT);
    assert_ptr_equal(once, same);
    assert_ptr_equal(twice, same);
    destroy(relu);
    destroy(once);
    assert_int_equal(get_i64(twice, HIPDNN_ATTR_TENSOR_UNIQUE_ID), 7);
    destroy(twice);
    assert_refused(hipdnnBackendDestroyDescriptor(twice), BAD_PARAM, "was destroyed already");
}

static void test_destroyed_objects_are_refused(void **state)
{
    (void)state;
    int64_t value = 1;
    descriptor x = make_tensor(1, "x", DIMS(4));
    destroy(x);
    assert_refused(hipdnnBackendDestroyDescriptor(x), BAD_PARAM, "the descriptor was destroyed already");
    assert_refused(hipdnnBackendFinalize(x), BAD_PARAM, "was destroyed already");
    assert_refused(set(x, HIPDNN_ATTR_TENSOR_UNIQUE_ID, HIPDNN_TYPE_INT64, 1, &value), BAD_PARAM, "destroyed already");
    assert_refused(get(x, HIPDNN_ATTR_TENSOR_UNIQUE_ID, HIPDNN_TYPE_INT64, 1, &value, &value), BAD_PARAM,
                   "destroyed already");

    /* As a child of others. */
    descriptor relu = make(HIPDNN_BACKEND_OPERATION_POINTWISE_DESCRIPTOR);
    descriptor graph = make(HIPDNN_BACKEND_OPERATIONGRAPH_DESCRIPTOR);
    descriptor gone = make_tensor(1, "x", DIMS(4));
    hipdnnHandle_t handle = make_handle();
    destroy(gone);
    assert_refused(set(relu, HIPDNN_ATTR_OPERATION_POINTWISE_IN_0_EXT, HIPDNN_TYPE_BACKEND_DESCRIPTOR, 1, &gone),
                   BAD_PARAM, "was destroyed already");
    assert_refused(set(graph, HIPDNN_ATTR_OPERATIONGRAPH_OPS, HIPDNN_TYPE_BACKEND_DESCRIPTOR, 1, &gone), BAD_PARAM,
                   "was destroyed already");
    assert_ok(hipdnnDestroy(handle));
    assert_refused(set(graph, HIPDNN_ATTR_OPERATIONGRAPH_HANDLE, HIPDNN_TYPE_HANDLE, 1, &handle), BAD_PARAM,
                   "was destroyed already");
    destroy(relu);
    destroy(graph);
}

/* A heuristic that failed may get a graph of another handle while the first one is gone (D15). */
static void test_a_heuristic_changes_its_graph(void **state)
{
    (void)state;
    const int64_t order[] = {hipdnn_policy_name_to_id("SelectionHeuristic::StaticOrdering")};
    hipdnnHandle_t first = make_handle(), second = make_handle();
    descriptor one = make_relu_graph(first), two = make_relu_graph(second), heuristic = begin_heuristic(one);
    set_i64(heuristic, HIPDNN_ATTR_ENGINEHEUR_POLICY_ORDER_EXT, 1234);
    assert_refused(hipdnnBackendFinalize(heuristic), INTERNAL_ERROR, "no policy ranked");
    destroy(one);
    assert_ok(hipdnnDestroy(first));
    set_i64s(heuristic, HIPDNN_ATTR_ENGINEHEUR_POLICY_ORDER_EXT, 1, order);
    set_child(heuristic, HIPDNN_ATTR_ENGINEHEUR_OPERATION_GRAPH, two);
    finalize(heuristic);
    destroy(two);
    assert_ok(hipdnnDestroy(second));
    destroy(heuristic);
}

/* ------------------------------------------------------------------------------------------- paths and unloading */

static void test_paths_change_without_sessions_alone(void **state)
{
    (void)state;
    static const char *const zoo[] = {ZOO "/zoo_none.so"}, *const other[] = {ZOO "/zoo_applicable_none.so"};
    hipdnnHandle_t handle = make_handle();
    /* The same again is fine, in full or in part; another is not. */
    assert_ok(hipdnnSetEnginePluginPaths_ext(1, zoo, HIPDNN_PLUGIN_LOADING_ADDITIVE));
    assert_ok(hipdnnSetEnginePluginPaths_ext(0, NULL, HIPDNN_PLUGIN_LOADING_ADDITIVE));
    assert_refused(hipdnnSetEnginePluginPaths_ext(1, other, HIPDNN_PLUGIN_LOADING_ADDITIVE), NOT_SUPPORTED,
                   "plugin paths cannot change while 1 handles");
    assert_refused(hipdnnSetEnginePluginPaths_ext(1, zoo, HIPDNN_PLUGIN_LOADING_ABSOLUTE), NOT_SUPPORTED, "alive");
    descriptor graph = make_relu_graph(handle);
    assert_ok(hipdnnDestroy(handle));
    assert_refused(hipdnnSetEnginePluginPaths_ext(1, other, HIPDNN_PLUGIN_LOADING_ABSOLUTE), NOT_SUPPORTED, "alive");
    destroy(graph);
    assert_refused(hipdnnSetEnginePluginPaths_ext(1, NULL, HIPDNN_PLUGIN_LOADING_ABSOLUTE), BAD_PARAM_NULL_POINTER,
                   "the array is NULL");
    assert_refused(hipdnnSetEnginePluginPaths_ext(1, (const char *const[]){NULL}, HIPDNN_PLUGIN_LOADING_ABSOLUTE),
                   BAD_PARAM_NULL_POINTER, "path 0 is NULL");
    assert_refused(hipdnnSetEnginePluginPaths_ext(1, zoo, (hipdnnPluginLoadingMode_ext_t)2), BAD_PARAM, "mode 2");

    (void)traced();
    assert_ok(hipdnnSetEnginePluginPaths_ext(1, other, HIPDNN_PLUGIN_LOADING_ABSOLUTE));
    assert_says(traced(), "unload");
    handle = make_handle();
    size_t count = 0, length = 0;
    char path[4096], *paths[] = {path};
    assert_ok(hipdnnGetLoadedEnginePluginPaths_ext(handle, &count, NULL, &length));
    assert_int_equal(count, 1);
    assert_in_range(length, 1, sizeof path);
    assert_ok(hipdnnGetLoadedEnginePluginPaths_ext(handle, &count, paths, &length));
    assert_int_equal(length, strlen(path) + 1);
    assert_says(path, "/zoo_applicable_none.so");
    length--;
    assert_refused(hipdnnGetLoadedEnginePluginPaths_ext(handle, &count, paths, &length), BAD_PARAM, "room was given");
    length++;
    paths[0] = NULL;
    assert_refused(hipdnnGetLoadedEnginePluginPaths_ext(handle, &count, paths, &length), BAD_PARAM_NULL_POINTER,
                   "is NULL");
    assert_ok(hipdnnDestroy(handle));
    assert_ok(hipdnnSetEnginePluginPaths_ext(0, NULL, HIPDNN_PLUGIN_LOADING_ABSOLUTE));
    assert_ok(hipdnnSetEnginePluginPaths_ext(1, zoo, HIPDNN_PLUGIN_LOADING_ADDITIVE));
}

static void test_lazy_and_eager(void **state)
{
    (void)state;
    assert_refused(hipdnnSetPluginUnloadMode_ext((hipdnnPluginUnloadingMode_ext_t)2), BAD_PARAM, "mode 2");
    assert_ok(hipdnnDestroy(make_handle()));
    (void)traced();
    assert_ok(hipdnnDestroy(make_handle()));
    assert_null(strstr(traced(), "unload")); /* lazy: kept */
    assert_ok(hipdnnSetPluginUnloadMode_ext(HIPDNN_PLUGIN_UNLOAD_EAGER));
    assert_says(traced(), "unload"); /* nobody is left, so at once */

    hipdnnHandle_t handle = make_handle();
    descriptor graph = make_relu_graph(handle), plan = make_plan(graph, "ZOO_ENGINE");
    (void)traced();
    assert_ok(hipdnnDestroy(handle));
    destroy(graph);
    assert_string_equal(traced(), "");
    destroy(plan); /* the last of all */
    const char *text = traced();
    assert_in_order(text, "destroy ", "unload");

    /* Back to lazy while loaded pins what is there. */
    handle = make_handle();
    assert_ok(hipdnnSetPluginUnloadMode_ext(HIPDNN_PLUGIN_UNLOAD_LAZY));
    (void)traced();
    assert_ok(hipdnnDestroy(handle));
    assert_null(strstr(traced(), "unload"));
}

static int set_up(void **state)
{
    (void)state;
    static const char *const zoo[] = {ZOO "/zoo_none.so"};
    const int file = mkstemp(trace_path);
    if (file < 0 || close(file) != 0 || setenv("ZOO_TRACE", trace_path, 1) != 0)
        return -1;
    return (int)hipdnnSetEnginePluginPaths_ext(1, zoo, HIPDNN_PLUGIN_LOADING_ADDITIVE);
}

static int tear_down(void **state)
{
    (void)state;
    return unsetenv("ZOO_TRACE") + unlink(trace_path);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_each_goes_when_the_next_has_it),
        cmocka_unit_test(test_every_order_of_destroying),
        cmocka_unit_test(test_two_handles),
        cmocka_unit_test(test_details_are_asked_once_per_graph),
        cmocka_unit_test(test_a_get_gives_a_reference),
        cmocka_unit_test(test_destroyed_objects_are_refused),
        cmocka_unit_test(test_a_heuristic_changes_its_graph),
        cmocka_unit_test(test_paths_change_without_sessions_alone),
        cmocka_unit_test(test_lazy_and_eager),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
