/* SPDX-License-Identifier: MIT */
/* What a graph asks of a plugin's API version: the newest feature in it decides. A plugin below that is no candidate,
 * and whoever asks is told both versions. Source of the floors: the versioning of the original. */
#include "loading.h"

#include <stdio.h>
#include <string.h>

typedef enum feature { PLAIN, OVERRIDES, RUNTIME_SCALAR, RAGGED, ALIGNMENT, MULTIPLIER, FEATURE_COUNT } feature;

/* The minor version within major 1 that each needs. */
static const int floors[] = {
    [PLAIN] = 0, [OVERRIDES] = 1, [RUNTIME_SCALAR] = 2, [RAGGED] = 3, [ALIGNMENT] = 3, [MULTIPLIER] = 4,
};

static const struct {
    const char *plugin;
    int minor; /* what it speaks */
    const char *version; /* as it says */
} plugins[] = {
    {"api_major_0", 0, "0.9.0"}, /* let in, so good for what every graph needs */
    {"api_unsaid", 0, "1.0.0"},  {"api_minor_0", 0, "1.0.0"}, {"api_minor_1", 1, "1.1.0"},
    {"api_minor_2", 2, "1.2.0"}, {"api_minor_3", 3, "1.3.0"}, {"none", 4, "1.4.0"},
};

/* ------------------------------------------------------------------------------------------------------- graphs */

/* The tensor x of the graph below. */
static descriptor make_x(feature special)
{
    descriptor x = begin_tensor(1, "x", DIMS(4)), offsets = make_tensor(9, "offsets", DIMS(2));
    if (special == RAGGED || special == MULTIPLIER)
        set_child(x, HIPDNN_ATTR_TENSOR_RAGGED_OFFSET_DESC, offsets);
    if (special == MULTIPLIER)
        set_i64(x, HIPDNN_ATTR_TENSOR_RAGGED_OFFSET_MULTIPLIER, 2);
    if (special == ALIGNMENT)
        set_i64(x, HIPDNN_ATTR_TENSOR_BYTE_ALIGNMENT, 32);
    finalize(x);
    destroy(offsets);
    return x;
}

/* y = x + c, with one thing special. */
static descriptor make_sum(hipdnnHandle_t handle, feature special)
{
    descriptor x = make_x(special), c = begin_tensor(2, "c", DIMS(1)), y = make_tensor(3, "y", DIMS(4));
    descriptor add = make(HIPDNN_BACKEND_OPERATION_POINTWISE_DESCRIPTOR);
    set_bool(c, HIPDNN_ATTR_TENSOR_IS_RUNTIME_PASS_BY_VALUE_EXT, special == RUNTIME_SCALAR);
    finalize(c);
    set_number(add, HIPDNN_ATTR_POINTWISE_MODE, HIPDNN_TYPE_POINTWISE_MODE, HIPDNN_POINTWISE_ADD);
    set_number(add, HIPDNN_ATTR_POINTWISE_MATH_PREC, HIPDNN_TYPE_DATA_TYPE, HIPDNN_DATA_FLOAT);
    set_child(add, HIPDNN_ATTR_OPERATION_POINTWISE_IN_0_EXT, x);
    set_child(add, HIPDNN_ATTR_OPERATION_POINTWISE_IN_1_EXT, c);
    set_child(add, HIPDNN_ATTR_OPERATION_POINTWISE_OUT_0_EXT, y);
    finalize(add);
    descriptor graph = begin_graph(handle, 1, &add);
    set_bool(graph, HIPDNN_ATTR_OPERATIONGRAPH_IS_OVERRIDE_SHAPE_ENABLED_EXT, special == OVERRIDES);
    finalize(graph);
    const descriptor parts[] = {x, c, y, add};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        destroy(parts[i]);
    return graph;
}

/* ---------------------------------------------------------------------------------------------------- questions */

static void assert_candidate(descriptor graph)
{
    int64_t count = 0;
    descriptor heuristic = make_heuristic(graph), engine = make_engine(graph, "ZOO_ENGINE");
    assert_ok(get(heuristic, HIPDNN_ATTR_ENGINEHEUR_RESULTS, HIPDNN_TYPE_BACKEND_DESCRIPTOR, 0, &count, NULL));
    assert_int_equal(count, 2);
    destroy(engine);
    destroy(heuristic);
}

/* The sentence is the same wherever it comes up. */
static void assert_left_out(descriptor graph, const char *words)
{
    descriptor heuristic = begin_heuristic(graph), engine = begin_engine(graph, "ZOO_ENGINE");
    assert_refused(hipdnnBackendFinalize(heuristic), NOT_SUPPORTED, words);
    assert_refused(hipdnnBackendFinalize(engine), BAD_PARAM, words);
    assert_logged(words);
    destroy(engine);
    destroy(heuristic);
}

static void test_each_plugin_with_each_graph(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof plugins / sizeof *plugins; i++) {
        char path[4096], words[256];
        const char *const paths[] = {path};
        (void)snprintf(path, sizeof path, ZOO "/zoo_%s.so", plugins[i].plugin);
        hipdnnHandle_t handle = open_plugins(1, paths);
        for (int special = PLAIN; special < FEATURE_COUNT; special++) {
            descriptor graph = make_sum(handle, (feature)special);
            (void)snprintf(words, sizeof words, "its plugin is made for engine API %s, the graph needs 1.%d.0",
                           plugins[i].version, floors[special]);
            if (floors[special] <= plugins[i].minor)
                assert_candidate(graph);
            else
                assert_left_out(graph, words);
            destroy(graph);
        }
        assert_ok(hipdnnDestroy(handle));
    }
}

/* An old plugin does not keep a new one from working. */
static void test_old_beside_new(void **state)
{
    (void)state;
    hipdnnHandle_t handle = open_zoo("api_minor_0");
    descriptor graph = make_sum(handle, ALIGNMENT), heuristic = make_heuristic(graph), plan;
    int64_t count = 0;
    assert_ok(get(heuristic, HIPDNN_ATTR_ENGINEHEUR_RESULTS, HIPDNN_TYPE_BACKEND_DESCRIPTOR, 0, &count, NULL));
    assert_int_equal(count, 1);
    plan = make_plan(graph, REFERENCE);
    assert_reference_works(handle); /* a plain graph */
    const descriptor all[] = {graph, heuristic, plan};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        destroy(all[i]);
    assert_ok(hipdnnDestroy(handle));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_each_plugin_with_each_graph),
        cmocka_unit_test(test_old_beside_new),
    };
    return cmocka_run_group_tests(tests, start_log, end_log);
}
