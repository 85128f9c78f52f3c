/* SPDX-License-Identifier: MIT */
/* The backend in a program that is not linked with it: opened, used, closed, opened again. Closing does not unmap it
 * (it is linked -z nodelete): plugins may have brought thread runtimes, and exit handlers point into it. */
#include "hipdnn_backend.h"

#include <dlfcn.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

/* The few functions that are needed. */
typedef struct functions {
    hipdnnStatus_t (*create)(hipdnnHandle_t *);
    hipdnnStatus_t (*destroy)(hipdnnHandle_t);
    hipdnnStatus_t (*create_descriptor)(hipdnnBackendDescriptorType_t, hipdnnBackendDescriptor_t *);
    hipdnnStatus_t (*destroy_descriptor)(hipdnnBackendDescriptor_t);
    hipdnnStatus_t (*finalize)(hipdnnBackendDescriptor_t);
    hipdnnStatus_t (*count_engines)(hipdnnHandle_t, size_t *);
    void (*get_error)(char *, size_t);
} functions;

static void resolve(void *library, const char *name, void *pointer)
{
    void *address = dlsym(library, name);
    assert_non_null(address);
    memcpy(pointer, &address, sizeof address);
}

static void *open_backend(functions *call)
{
    void *library = dlopen(BACKEND, RTLD_NOW | RTLD_LOCAL);
    if (library == NULL)
        fail_msg("%s", dlerror());
    resolve(library, "hipdnnCreate", &call->create);
    resolve(library, "hipdnnDestroy", &call->destroy);
    resolve(library, "hipdnnBackendCreateDescriptor", &call->create_descriptor);
    resolve(library, "hipdnnBackendDestroyDescriptor", &call->destroy_descriptor);
    resolve(library, "hipdnnBackendFinalize", &call->finalize);
    resolve(library, "hipdnnGetEngineCount_ext", &call->count_engines);
    resolve(library, "hipdnnGetLastErrorString", &call->get_error);
    return library;
}

/* A thread with an error text of its own, which ends after the library was closed. */
typedef struct worker {
    pthread_t thread;
    const functions *call;
    pthread_barrier_t has_failed, is_closed;
} worker;

static void *fail_and_wait(void *argument)
{
    worker *self = argument;
    char text[HIPDNN_ERROR_STRING_MAX_LENGTH];
    (void)self->call->finalize(NULL);
    (void)pthread_barrier_wait(&self->has_failed);
    (void)pthread_barrier_wait(&self->is_closed);
    self->call->get_error(text, sizeof text);
    return strcmp(text, "the descriptor is NULL") == 0 ? argument : NULL;
}

static void test_it_stays_when_it_is_closed(void **state)
{
    (void)state;
    functions call, again;
    hipdnnHandle_t handle = NULL;
    hipdnnBackendDescriptor_t tensor = NULL;
    worker self = {.call = &call};
    void *result = NULL;
    size_t count = 0;
    void *library = open_backend(&call);
    assert_int_equal(call.create(&handle), HIPDNN_STATUS_SUCCESS);
    assert_int_equal(call.create_descriptor(HIPDNN_BACKEND_TENSOR_DESCRIPTOR, &tensor), HIPDNN_STATUS_SUCCESS);
    assert_int_equal(pthread_barrier_init(&self.has_failed, NULL, 2), 0);
    assert_int_equal(pthread_barrier_init(&self.is_closed, NULL, 2), 0);
    assert_int_equal(pthread_create(&self.thread, NULL, fail_and_wait, &self), 0);
    (void)pthread_barrier_wait(&self.has_failed);
    assert_int_equal(dlclose(library), 0);
    (void)pthread_barrier_wait(&self.is_closed);
    assert_int_equal(pthread_join(self.thread, &result), 0);
    assert_ptr_equal(result, &self);

    /* What was made lives on, and whoever opens the library again finds it. */
    assert_int_equal(call.destroy_descriptor(tensor), HIPDNN_STATUS_SUCCESS);
    library = open_backend(&again);
    assert_memory_equal(&call, &again, sizeof call);
    assert_int_equal(again.count_engines(handle, &count), HIPDNN_STATUS_SUCCESS);
    assert_true(count >= 1);
    assert_int_equal(again.destroy(handle), HIPDNN_STATUS_SUCCESS);
    assert_int_equal(dlclose(library), 0);
    (void)pthread_barrier_destroy(&self.has_failed);
    (void)pthread_barrier_destroy(&self.is_closed);
}

static void test_many_times(void **state)
{
    (void)state;
    for (int i = 0; i < 50; i++) {
        functions call;
        hipdnnHandle_t handle = NULL;
        void *library = open_backend(&call);
        assert_int_equal(call.create(&handle), HIPDNN_STATUS_SUCCESS);
        assert_int_equal(call.destroy(handle), HIPDNN_STATUS_SUCCESS);
        assert_int_equal(dlclose(library), 0);
    }
}

/* A process that closed the library and never destroyed anything ends as it wants to. */
static void test_exit_after_closing(void **state)
{
    (void)state;
    int status = -1;
    const pid_t pid = fork();
    assert_true(pid >= 0);
    if (pid == 0) {
        functions call;
        hipdnnHandle_t handle = NULL;
        void *library = open_backend(&call);
        if (call.create(&handle) != HIPDNN_STATUS_SUCCESS || dlclose(library) != 0)
            _exit(1);
        exit(7);
    }
    assert_int_equal(waitpid(pid, &status, 0), pid);
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), 7);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_exit_after_closing), /* before this process has opened it */
        cmocka_unit_test(test_it_stays_when_it_is_closed),
        cmocka_unit_test(test_many_times),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
