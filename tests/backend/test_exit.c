/* SPDX-License-Identifier: MIT */
/* The end of a process while objects live: from main, from a thread, with destroys in exit handlers. Each case is a
 * child process that must end with the status it chose. */
#include "child.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static char trace_path[] = "/tmp/hipdnn_trace_XXXXXX";

static hipdnnHandle_t handle;
static descriptor graph, plan;

/* What a program has that is in the middle of its work. */
static void make_everything(void)
{
    static const char *const zoo[] = {ZOO "/zoo_none.so"};
    assert_ok(hipdnnSetEnginePluginPaths_ext(1, zoo, HIPDNN_PLUGIN_LOADING_ADDITIVE));
    assert_ok(hipdnnCreate(&handle));
    graph = make_relu_graph(handle);
    plan = make_plan(graph, "ZOO_ENGINE");
    run_relu(handle, make_plan(graph, REFERENCE));
    (void)make_heuristic(graph);
    (void)make(HIPDNN_BACKEND_TENSOR_DESCRIPTOR);
}

/* The lines that the engine wrote, and none are left. */
static const char *traced(void)
{
    static char text[4096];
    FILE *file = fopen(trace_path, "r");
    assert_non_null(file);
    text[fread(text, 1, sizeof text - 1, file)] = '\0';
    assert_int_equal(fclose(file), 0);
    assert_int_equal(truncate(trace_path, 0), 0);
    return text;
}

static void destroy_plan_and_handle(void)
{
    if (hipdnnBackendDestroyDescriptor(plan) != HIPDNN_STATUS_SUCCESS ||
        hipdnnBackendDestroyDescriptor(graph) != HIPDNN_STATUS_SUCCESS ||
        hipdnnDestroy(handle) != HIPDNN_STATUS_SUCCESS)
        _exit(2);
}

static void exit_with_live_objects(void)
{
    make_everything();
    exit(CHILD_DONE);
}

/* Registered before the library's own handler, so it runs after: plugins may be gone. */
static void destroy_late(void)
{
    (void)atexit(destroy_plan_and_handle);
    make_everything();
    exit(CHILD_DONE);
}

/* Registered after it, so it runs while everything still works. */
static void destroy_in_time(void)
{
    make_everything();
    (void)atexit(destroy_plan_and_handle);
    exit(CHILD_DONE);
}

static void *exit_in_thread(void *unused)
{
    (void)unused;
    exit(CHILD_DONE);
}

static void exit_from_a_thread(void)
{
    pthread_t thread;
    make_everything();
    if (pthread_create(&thread, NULL, exit_in_thread, NULL) != 0)
        _exit(3);
    (void)pthread_join(thread, NULL);
    for (;;)
        (void)pause();
}

/* What a thread destroys while the process exits is left to the system, so the leak checker, which asks here, has
 * nothing to say in that case. */
static bool leaks_are_meant;
__attribute__((visibility("default"))) int __lsan_is_turned_off(void);
int __lsan_is_turned_off(void)
{
    return leaks_are_meant;
}

static void *build_in_thread(void *unused)
{
    (void)unused;
    for (;;) {
        hipdnnHandle_t own = NULL;
        descriptor own_plan = NULL, own_graph = NULL;
        if (hipdnnCreate(&own) != HIPDNN_STATUS_SUCCESS)
            _exit(4);
        own_graph = make_relu_graph(own);
        own_plan = make_plan(own_graph, REFERENCE);
        run_relu(own, own_plan);
        destroy(own_plan);
        destroy(own_graph);
        (void)hipdnnDestroy(own);
    }
}

/* Nothing is torn down under threads that are still at work. */
static void exit_beside_threads(void)
{
    const struct timespec moment = {.tv_nsec = 20000000};
    make_everything();
    for (int i = 0; i < 4; i++) {
        pthread_t thread;
        if (pthread_create(&thread, NULL, build_in_thread, NULL) != 0)
            _exit(3);
    }
    (void)nanosleep(&moment, NULL);
    leaks_are_meant = true;
    exit(CHILD_DONE);
}

static void *fail_in_thread(void *unused)
{
    (void)unused;
    return hipdnnBackendFinalize(NULL) == HIPDNN_STATUS_SUCCESS ? (void *)&handle : NULL;
}

/* A thread that had an error of its own ends before the library is gone. */
static void threads_come_and_go(void)
{
    make_everything();
    for (int i = 0; i < 100; i++) {
        pthread_t thread;
        if (pthread_create(&thread, NULL, fail_in_thread, NULL) != 0)
            _exit(3);
        (void)pthread_join(thread, NULL);
    }
    exit(CHILD_DONE);
}

static void test_exit_with_live_objects(void **state)
{
    (void)state;
    run_child(exit_with_live_objects);
    assert_null(strstr(traced(), "destroy")); /* nothing is torn down */
}

static void test_late_destroys_call_no_plugin(void **state)
{
    (void)state;
    run_child(destroy_late);
    assert_null(strstr(traced(), "destroy"));
}

static void test_destroys_in_time_call_plugins(void **state)
{
    (void)state;
    run_child(destroy_in_time);
    const char *text = traced();
    assert_says(text, "destroy_context");
}

static void test_exit_from_a_thread(void **state)
{
    (void)state;
    run_child(exit_from_a_thread);
    (void)traced();
}

static void test_exit_beside_threads(void **state)
{
    (void)state;
    for (int i = 0; i < 10; i++) {
        run_child(exit_beside_threads);
        (void)traced();
    }
}

static void test_threads_come_and_go(void **state)
{
    (void)state;
    run_child(threads_come_and_go);
    (void)traced();
}

static int set_up(void **state)
{
    (void)state;
    const int file = mkstemp(trace_path);
    return file < 0 || close(file) != 0 || setenv("ZOO_TRACE", trace_path, 1) != 0 ? -1 : 0;
}

static int tear_down(void **state)
{
    (void)state;
    return unlink(trace_path);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_exit_with_live_objects),        cmocka_unit_test(test_late_destroys_call_no_plugin),
        cmocka_unit_test(test_destroys_in_time_call_plugins), cmocka_unit_test(test_exit_from_a_thread),
        cmocka_unit_test(test_exit_beside_threads),           cmocka_unit_test(test_threads_come_and_go),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
