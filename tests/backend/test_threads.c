/* SPDX-License-Identifier: MIT */
/* Threads: each with a handle of its own, and several that share a plan (D25). Meant for ThreadSanitizer; the numbers
 * are looked at too. cmocka's assertions belong to its own thread, so threads count their failures. */
#include "support.h"

#include <pthread.h>
#include <stdalign.h>
#include <stdio.h>
#include <string.h>

enum { THREADS = 8, BUILDS = 20, RUNS = 200, WIDTH = 4 };

typedef struct worker {
    pthread_t thread;
    int number;
    descriptor plan; /* shared */
    const char *failure; /* NULL: none */
} worker;

#define TRY(call)                                                                                                      \
    do {                                                                                                               \
        if ((call) != HIPDNN_STATUS_SUCCESS)                                                                           \
            return #call;                                                                                              \
    } while (0)

static const char *set_all(descriptor object, hipdnnBackendAttributeName_t name, hipdnnBackendAttributeType_t type,
                           int64_t count, const void *elements)
{
    TRY(hipdnnBackendSetAttribute(object, name, type, count, elements));
    return NULL;
}

/* A variant pack of a thread's own memory. */
static const char *make_own_pack(float *x, float *y, descriptor *pack)
{
    const int64_t uids[] = {1, 2};
    void *pointers[] = {x, y};
    TRY(hipdnnBackendCreateDescriptor(HIPDNN_BACKEND_VARIANT_PACK_DESCRIPTOR, pack));
    const char *failure = set_all(*pack, HIPDNN_ATTR_VARIANT_PACK_UNIQUE_IDS, HIPDNN_TYPE_INT64, 2, uids);
    if (failure == NULL)
        failure = set_all(*pack, HIPDNN_ATTR_VARIANT_PACK_DATA_POINTERS, HIPDNN_TYPE_VOID_PTR, 2, pointers);
    if (failure == NULL)
        TRY(hipdnnBackendFinalize(*pack));
    return failure;
}

/* Runs again and again with other numbers, and every result is right. */
static const char *run_many(hipdnnHandle_t handle, descriptor plan, int number)
{
    alignas(16) float x[WIDTH], y[WIDTH];
    descriptor pack;
    const char *failure = make_own_pack(x, y, &pack);
    for (int i = 0; failure == NULL && i < RUNS; i++) {
        for (int j = 0; j < WIDTH; j++)
            x[j] = (float)((j % 2 == 0 ? 1 : -1) * (number * RUNS + i + 1));
        TRY(hipdnnBackendExecute(handle, plan, pack));
        for (int j = 0; j < WIDTH; j++)
            if (y[j] != (x[j] > 0 ? x[j] : 0))
                failure = "a wrong number";
    }
    TRY(hipdnnBackendDestroyDescriptor(pack));
    return failure;
}

static const char *read_plan(descriptor plan)
{
    int64_t uids[2], count = 0;
    descriptor config;
    TRY(hipdnnBackendGetAttribute(plan, HIPDNN_ATTR_EXECUTION_PLAN_TENSOR_UIDS_EXT, HIPDNN_TYPE_INT64, 2, &count,
                                  uids));
    TRY(hipdnnBackendGetAttribute(plan, HIPDNN_ATTR_EXECUTION_PLAN_ENGINE_CONFIG, HIPDNN_TYPE_BACKEND_DESCRIPTOR, 1,
                                  &count, &config));
    TRY(hipdnnBackendDestroyDescriptor(config));
    return NULL;
}

static const char *share(const worker *self)
{
    hipdnnHandle_t handle;
    TRY(hipdnnCreate(&handle));
    const char *failure = read_plan(self->plan);
    if (failure == NULL)
        failure = run_many(handle, self->plan, self->number);
    TRY(hipdnnDestroy(handle));
    return failure;
}

static void *share_in_thread(void *argument)
{
    worker *self = argument;
    self->failure = share(self);
    return NULL;
}

/* support.c asserts; a failure in there ends the program, which is what a test should do then. */
static const char *build(const worker *self)
{
    for (int i = 0; i < BUILDS; i++) {
        hipdnnHandle_t handle;
        TRY(hipdnnCreate(&handle));
        descriptor graph = make_relu_graph(handle), heuristic = make_heuristic(graph);
        descriptor plan = make_plan(graph, REFERENCE);
        const char *failure = run_many(handle, plan, self->number);
        TRY(hipdnnBackendDestroyDescriptor(graph));
        TRY(hipdnnDestroy(handle));
        TRY(hipdnnBackendDestroyDescriptor(heuristic));
        TRY(hipdnnBackendDestroyDescriptor(plan));
        if (failure != NULL)
            return failure;
    }
    return NULL;
}

static void *build_in_thread(void *argument)
{
    worker *self = argument;
    self->failure = build(self);
    return NULL;
}

/* Errors are each thread's own. */
static const char *fail_in_own_words(const worker *self)
{
    char wanted[64], text[HIPDNN_ERROR_STRING_MAX_LENGTH];
    (void)snprintf(wanted, sizeof wanted, "descriptors of type %d cannot be created", -1 - self->number);
    for (int i = 0; i < RUNS; i++) {
        descriptor object;
        if (hipdnnBackendCreateDescriptor((hipdnnBackendDescriptorType_t)(-1 - self->number), &object) !=
            HIPDNN_STATUS_NOT_SUPPORTED)
            return "a strange type can be created";
        hipdnnGetLastErrorString(text, sizeof text);
        if (strcmp(text, wanted) != 0)
            return "another thread's error";
    }
    return NULL;
}

static void *fail_in_thread(void *argument)
{
    worker *self = argument;
    self->failure = fail_in_own_words(self);
    return NULL;
}

static void run_threads(void *(*work)(void *), descriptor plan)
{
    worker workers[THREADS];
    for (int i = 0; i < THREADS; i++) {
        workers[i] = (worker){.number = i, .plan = plan};
        assert_int_equal(pthread_create(&workers[i].thread, NULL, work, &workers[i]), 0);
    }
    for (int i = 0; i < THREADS; i++)
        assert_int_equal(pthread_join(workers[i].thread, NULL), 0);
    for (int i = 0; i < THREADS; i++)
        if (workers[i].failure != NULL)
            fail_msg("thread %d: %s", i, workers[i].failure);
}

static void test_handles_of_their_own(void **state)
{
    (void)state;
    run_threads(build_in_thread, NULL);
}

/* The same, while libraries come and go with the last handle. */
static void test_handles_of_their_own_eagerly(void **state)
{
    (void)state;
    assert_ok(hipdnnSetPluginUnloadMode_ext(HIPDNN_PLUGIN_UNLOAD_EAGER));
    run_threads(build_in_thread, NULL);
    assert_ok(hipdnnSetPluginUnloadMode_ext(HIPDNN_PLUGIN_UNLOAD_LAZY));
}

static void test_a_shared_plan(void **state)
{
    (void)state;
    hipdnnHandle_t handle;
    assert_ok(hipdnnCreate(&handle));
    descriptor graph = make_relu_graph(handle), plan = make_plan(graph, REFERENCE);
    destroy(graph);
    run_threads(share_in_thread, plan);
    destroy(plan);
    assert_ok(hipdnnDestroy(handle));
}

static void test_errors(void **state)
{
    (void)state;
    run_threads(fail_in_thread, NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_handles_of_their_own),
        cmocka_unit_test(test_handles_of_their_own_eagerly),
        cmocka_unit_test(test_a_shared_plan),
        cmocka_unit_test(test_errors),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
