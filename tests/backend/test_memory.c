/* SPDX-License-Identifier: MIT */
/* Making and destroying leaves nothing behind: after a warm-up, thousands of cycles need no more memory.
 * HIPDNN_TEST_CYCLES says how many, for whoever has the time for a million. */
#include "support.h"

#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>

#if defined(__SANITIZE_THREAD__) || defined(__SANITIZE_ADDRESS__)
enum { USUAL_CYCLES = 2000, WARM_UP = 100 }; /* several times slower */
#else
enum { USUAL_CYCLES = 20000, WARM_UP = 100 };
#endif

/* The sanitizers' allocators count here, glibc's in mallinfo2. */
size_t __sanitizer_get_current_allocated_bytes(void) __attribute__((weak));

static size_t bytes_in_use(void)
{
    if (__sanitizer_get_current_allocated_bytes != NULL)
        return __sanitizer_get_current_allocated_bytes();
    return mallinfo2().uordblks;
}

static hipdnnHandle_t handle;

static void a_tensor(void)
{
    destroy(make_tensor(1, "a name that needs memory of its own", DIMS(2, 3, 4)));
}

/* Refusals must not leak either. */
static void a_refused_tensor(void)
{
    descriptor tensor = begin_tensor(1, "t", DIMS(2, 0));
    assert_refused(hipdnnBackendFinalize(tensor), BAD_PARAM, "dims[1] is 0");
    destroy(tensor);
}

static void a_graph(void)
{
    destroy(make_relu_graph(handle));
}

static void a_heuristic(void)
{
    descriptor graph = make_relu_graph(handle), heuristic = make_heuristic(graph);
    descriptor config = make(HIPDNN_BACKEND_ENGINECFG_DESCRIPTOR);
    int64_t count;
    assert_ok(get(heuristic, HIPDNN_ATTR_ENGINEHEUR_RESULTS, HIPDNN_TYPE_BACKEND_DESCRIPTOR, 1, &count, &config));
    destroy(config);
    destroy(heuristic);
    destroy(graph);
}

static void a_failing_heuristic(void)
{
    descriptor graph = make_relu_graph(handle), heuristic = begin_heuristic(graph);
    set_i64(heuristic, HIPDNN_ATTR_ENGINEHEUR_POLICY_ORDER_EXT, 1234);
    assert_refused(hipdnnBackendFinalize(heuristic), INTERNAL_ERROR, "no policy ranked");
    destroy(heuristic);
    destroy(graph);
}

static void a_plan(void)
{
    descriptor graph = make_relu_graph(handle), plan = make_plan(graph, REFERENCE);
    run_relu(handle, plan);
    destroy(plan);
    destroy(graph);
}

static void a_handle(void)
{
    hipdnnHandle_t other = NULL;
    assert_ok(hipdnnCreate(&other));
    assert_ok(hipdnnDestroy(other));
}

/* Everything from a handle to a result, and back. */
static void a_whole_life(void)
{
    hipdnnHandle_t own = NULL;
    assert_ok(hipdnnCreate(&own));
    descriptor graph = make_relu_graph(own), heuristic = make_heuristic(graph), plan = make_plan(graph, REFERENCE);
    run_relu(own, plan);
    destroy(heuristic);
    destroy(graph);
    destroy(plan);
    assert_ok(hipdnnDestroy(own));
}

static long cycles(void)
{
    const char *text = getenv("HIPDNN_TEST_CYCLES");
    return text == NULL ? USUAL_CYCLES : atol(text);
}

static void assert_flat(const char *name, void (*cycle)(void), long count, size_t allowed)
{
    for (int i = 0; i < WARM_UP; i++)
        cycle();
    const size_t before = bytes_in_use();
    for (long i = 0; i < count; i++)
        cycle();
    const size_t after = bytes_in_use();
    if (after > before + allowed)
        fail_msg("%ld cycles of a %s need %zu bytes more", count, name, after - before);
}

static void test_memory_is_flat(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        void (*cycle)(void);
    } rows[] = {
        {"tensor", a_tensor},
        {"refused tensor", a_refused_tensor},
        {"graph", a_graph},
        {"heuristic", a_heuristic},
        {"failing heuristic", a_failing_heuristic},
        {"plan", a_plan},
        {"handle", a_handle},
        {"whole life", a_whole_life},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        assert_flat(rows[i].name, rows[i].cycle, cycles(), 0);
}

/* Loading libraries anew each time is slow, and leaves an exit handler behind that cannot be taken back. */
static void test_loading_is_nearly_flat(void **state)
{
    (void)state;
    enum { EXIT_HANDLER = 64 };
    const long count = cycles() / 100;
    assert_ok(hipdnnDestroy(handle));
    assert_ok(hipdnnSetPluginUnloadMode_ext(HIPDNN_PLUGIN_UNLOAD_EAGER));
    assert_flat("load", a_whole_life, count, (size_t)count * EXIT_HANDLER);
    assert_ok(hipdnnSetPluginUnloadMode_ext(HIPDNN_PLUGIN_UNLOAD_LAZY));
    assert_ok(hipdnnCreate(&handle));
}

static int set_up(void **state)
{
    (void)state;
    return (int)hipdnnCreate(&handle);
}

static int tear_down(void **state)
{
    (void)state;
    return (int)hipdnnDestroy(handle);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_memory_is_flat),
        cmocka_unit_test(test_loading_is_nearly_flat),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
