/* SPDX-License-Identifier: MIT */
/* A child of fork has one thread, whatever the others were doing: locks that they held would never be given back, and
 * nobody comes to whom it waits. It uses what was made before the fork and what it makes itself. */
#include "child.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

enum { WORKERS = 3, FORKS = 25 };

static hipdnnHandle_t handle;
static descriptor graph, plan;

static void make_all(void)
{
    assert_ok(hipdnnCreate(&handle));
    graph = make_relu_graph(handle);
    plan = make_plan(graph, REFERENCE);
}

static void drop_all(void)
{
    destroy(plan);
    destroy(graph);
    assert_ok(hipdnnDestroy(handle));
}

/* Everything that locks: libraries, the pool, the sinks, an engine's notes. */
static void use_everything(void)
{
    hipdnnHandle_t other = NULL;
    run_relu(handle, plan);
    descriptor late = make_plan(graph, REFERENCE), heuristic = make_heuristic(graph);
    run_relu(handle, late);
    assert_ok(hipdnnBackendSetGlobalLogLevel_ext(HIPDNN_SEV_WARN));
    assert_ok(hipdnnCreate(&other));
    descriptor own_graph = make_relu_graph(other), own_plan = make_plan(own_graph, REFERENCE);
    run_relu(other, own_plan);
    run_relu(other, plan);
    const descriptor all[] = {late, heuristic, own_graph, own_plan};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        destroy(all[i]);
    assert_ok(hipdnnDestroy(other));
    assert_refused(hipdnnBackendFinalize(NULL), BAD_PARAM_NULL_POINTER, "the descriptor is NULL");
}

static void use_and_leave(void)
{
    use_everything();
    _exit(CHILD_DONE);
}

static void give_up_everything(void)
{
    use_everything();
    drop_all();
    _exit(CHILD_DONE);
}

static void exit_with_everything(void)
{
    use_everything();
    exit(CHILD_DONE);
}

static void test_a_quiet_process(void **state)
{
    (void)state;
    make_all();
    run_child(use_and_leave);
    run_child(give_up_everything);
    run_child(exit_with_everything);
    use_everything(); /* the parent goes on */
    drop_all();
}

/* -------------------------------------------------------------------------------------------- in the middle of it */

static atomic_bool stop;
static atomic_int seen; /* by the sink */

/* Slow, so that a fork finds calls in flight. */
static void look(hipdnnUserLogCallbackHandle_t unused, hipdnnSeverity_t severity, const char *message)
{
    const struct timespec moment = {.tv_nsec = 200000};
    (void)unused;
    (void)severity;
    (void)message;
    (void)atomic_fetch_add(&seen, 1);
    (void)nanosleep(&moment, NULL);
}

static void *build_and_log(void *unused)
{
    while (!atomic_load(&stop)) {
        hipdnnHandle_t own = NULL;
        if (hipdnnCreate(&own) != HIPDNN_STATUS_SUCCESS)
            return "no handle";
        descriptor own_graph = make_relu_graph(own), own_plan = make_plan(own_graph, REFERENCE);
        hipdnnLoggingCallback_ext(HIPDNN_SEV_ERROR, "from a thread");
        if (hipdnnBackendDestroyDescriptor(own_plan) != HIPDNN_STATUS_SUCCESS ||
            hipdnnBackendDestroyDescriptor(own_graph) != HIPDNN_STATUS_SUCCESS ||
            hipdnnDestroy(own) != HIPDNN_STATUS_SUCCESS)
            return "a refused destroy";
    }
    return unused;
}

/* The sink is taken away in the child, although threads that it does not have were in it. */
static void use_without_the_others(void)
{
    hipdnnLoggingCallback_ext(HIPDNN_SEV_ERROR, "from the child");
    assert_int_equal(hipdnnSetUserLogCallback_ext(look, HIPDNN_SEV_OFF, HIPDNN_LOG_CALLBACK_SYNC, &seen),
                     HIPDNN_STATUS_SUCCESS);
    const int before = atomic_load(&seen);
    hipdnnLoggingCallback_ext(HIPDNN_SEV_ERROR, "to nobody");
    assert_int_equal(atomic_load(&seen), before);
    use_everything();
    _exit(CHILD_DONE);
}

/* There in a program with the address sanitizer, whose allocator does not release its own locks in a child: that one
 * hangs in there, not in ours. */
void __asan_init(void) __attribute__((weak));

static void skip_where_allocators_hang(void)
{
    if (__asan_init != NULL)
        skip();
}

/* Forks again and again while threads are at work. */
static void fork_beside(void *(*work)(void *), void (*child)(void))
{
    pthread_t workers[WORKERS];
    atomic_store(&stop, false);
    for (int i = 0; i < WORKERS; i++)
        assert_int_equal(pthread_create(&workers[i], NULL, work, NULL), 0);
    for (int i = 0; i < FORKS; i++)
        run_child(child);
    atomic_store(&stop, true);
    for (int i = 0; i < WORKERS; i++) {
        void *failure = NULL;
        assert_int_equal(pthread_join(workers[i], &failure), 0);
        if (failure != NULL)
            fail_msg("a thread of the parent: %s", (const char *)failure);
    }
}

static void test_while_others_build_and_log(void **state)
{
    (void)state;
    skip_where_allocators_hang();
    make_all();
    assert_ok(hipdnnSetUserLogCallback_ext(look, HIPDNN_SEV_ERROR, HIPDNN_LOG_CALLBACK_SYNC, &seen));
    fork_beside(build_and_log, use_without_the_others);
    assert_ok(hipdnnSetUserLogCallback_ext(look, HIPDNN_SEV_OFF, HIPDNN_LOG_CALLBACK_SYNC, &seen));
    use_everything();
    drop_all();
}

/* The library's own lock is held most of the time: libraries come and go with handles that do not live long. */
static void *load_and_unload(void *unused)
{
    while (!atomic_load(&stop)) {
        hipdnnHandle_t own = NULL;
        if (hipdnnCreate(&own) != HIPDNN_STATUS_SUCCESS || hipdnnDestroy(own) != HIPDNN_STATUS_SUCCESS)
            return "no handle";
    }
    return unused;
}

static void load_in_the_child(void)
{
    make_all();
    use_everything();
    drop_all();
    _exit(CHILD_DONE);
}

static void test_while_others_load(void **state)
{
    (void)state;
    skip_where_allocators_hang();
    assert_ok(hipdnnSetPluginUnloadMode_ext(HIPDNN_PLUGIN_UNLOAD_EAGER));
    fork_beside(load_and_unload, load_in_the_child);
    assert_ok(hipdnnSetPluginUnloadMode_ext(HIPDNN_PLUGIN_UNLOAD_LAZY));
}

static int set_up(void **state)
{
    (void)state;
    return setenv("HIPDNN_LOG_FILE", "/dev/null", 1) + setenv("HIPDNN_LOG_LEVEL", "info", 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_quiet_process),
        cmocka_unit_test(test_while_others_build_and_log),
        cmocka_unit_test(test_while_others_load),
    };
    return cmocka_run_group_tests(tests, set_up, NULL);
}
