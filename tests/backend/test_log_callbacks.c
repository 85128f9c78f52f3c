/* SPDX-License-Identifier: MIT */
/* Users' log sinks: added, changed, removed, from outside, from inside, from several threads. */
#include "support.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* What a sink was given. */
typedef struct sink {
    int lines;
    hipdnnSeverity_t severity;
    char text[256]; /* the last line */
} sink;

static void keep(hipdnnUserLogCallbackHandle_t handle, hipdnnSeverity_t severity, const char *message)
{
    sink *self = handle;
    self->lines++;
    self->severity = severity;
    (void)snprintf(self->text, sizeof self->text, "%s", message);
}

static void keep_too(hipdnnUserLogCallbackHandle_t handle, hipdnnSeverity_t severity, const char *message)
{
    keep(handle, severity, message);
}

static hipdnnStatus_t add(hipdnnUserLogCallback_t callback, hipdnnSeverity_t least, void *handle)
{
    return hipdnnSetUserLogCallback_ext(callback, least, HIPDNN_LOG_CALLBACK_SYNC, handle);
}

static hipdnnStatus_t take_away(hipdnnUserLogCallback_t callback, void *handle)
{
    return add(callback, HIPDNN_SEV_OFF, handle);
}

static void say(hipdnnSeverity_t severity, const char *text)
{
    hipdnnLoggingCallback_ext(severity, text);
}

/* ------------------------------------------------------------------------------------------------- one at a time */

static void test_what_a_sink_gets(void **state)
{
    (void)state;
    sink self = {0};
    assert_ok(add(keep, HIPDNN_SEV_INFO, &self));
    say(HIPDNN_SEV_WARN, "hello");
    assert_int_equal(self.lines, 1);
    assert_int_equal(self.severity, HIPDNN_SEV_WARN);
    assert_string_equal(self.text, "[plugin] hello");
    assert_int_equal(hipdnnBackendFinalize(NULL), HIPDNN_STATUS_BAD_PARAM_NULL_POINTER);
    assert_int_equal(self.severity, HIPDNN_SEV_ERROR);
    assert_says(self.text, "[hipdnn_backend] HIPDNN_STATUS_BAD_PARAM_NULL_POINTER: the descriptor is NULL");
    assert_ok(take_away(keep, &self));
    const int lines = self.lines;
    say(HIPDNN_SEV_FATAL, "nobody listens");
    assert_int_equal(self.lines, lines);
}

/* Both levels count, the sink's and the global one. */
static void test_two_levels(void **state)
{
    (void)state;
    sink self = {0};
    assert_ok(add(keep, HIPDNN_SEV_ERROR, &self));
    say(HIPDNN_SEV_WARN, "w");
    assert_int_equal(self.lines, 0);
    say(HIPDNN_SEV_ERROR, "e");
    assert_int_equal(self.lines, 1);
    assert_ok(add(keep, HIPDNN_SEV_WARN, &self)); /* changed, not added once more */
    say(HIPDNN_SEV_WARN, "w");
    assert_int_equal(self.lines, 2);
    assert_ok(hipdnnBackendSetGlobalLogLevel_ext(HIPDNN_SEV_FATAL));
    say(HIPDNN_SEV_ERROR, "e");
    assert_int_equal(self.lines, 2);
    say(HIPDNN_SEV_FATAL, "f");
    assert_int_equal(self.lines, 3);
    assert_ok(hipdnnBackendSetGlobalLogLevel_ext(HIPDNN_SEV_INFO));
    assert_ok(take_away(keep, &self));
}

/* The pair of function and handle is the key. */
static void test_pairs(void **state)
{
    (void)state;
    sink one = {0}, two = {0};
    assert_ok(add(keep, HIPDNN_SEV_INFO, &one));
    assert_ok(add(keep, HIPDNN_SEV_INFO, &two));
    assert_ok(add(keep_too, HIPDNN_SEV_INFO, &one));
    say(HIPDNN_SEV_INFO, "i");
    assert_int_equal(one.lines, 2);
    assert_int_equal(two.lines, 1);
    assert_ok(take_away(keep, &one));
    say(HIPDNN_SEV_INFO, "i");
    assert_int_equal(one.lines, 3);
    assert_int_equal(two.lines, 2);
    assert_ok(take_away(keep_too, &one));
    assert_ok(take_away(keep, &two));
}

/* Refusals leave the last error alone, and are BAD_PARAM for NULL too. */
static void test_refusals(void **state)
{
    (void)state;
    sink self = {0};
    char text[HIPDNN_ERROR_STRING_MAX_LENGTH];
    assert_int_equal(hipdnnBackendFinalize(NULL), HIPDNN_STATUS_BAD_PARAM_NULL_POINTER);
    static const struct {
        hipdnnUserLogCallback_t callback;
        int level, mode;
        bool has_handle;
    } rows[] = {
        {NULL, HIPDNN_SEV_INFO, HIPDNN_LOG_CALLBACK_SYNC, true},
        {keep, HIPDNN_SEV_INFO, HIPDNN_LOG_CALLBACK_SYNC, false},
        {keep, 5, HIPDNN_LOG_CALLBACK_SYNC, true},
        {keep, -1, HIPDNN_LOG_CALLBACK_SYNC, true},
        {keep, HIPDNN_SEV_INFO, 2, true},
        {keep, HIPDNN_SEV_OFF, HIPDNN_LOG_CALLBACK_SYNC, true}, /* never added */
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        assert_int_equal(hipdnnSetUserLogCallback_ext(rows[i].callback, (hipdnnSeverity_t)rows[i].level,
                                                      (hipdnnLogCallbackMode_t)rows[i].mode,
                                                      rows[i].has_handle ? &self : NULL),
                         HIPDNN_STATUS_BAD_PARAM);
    assert_ok(hipdnnSetUserLogCallback_ext(keep, HIPDNN_SEV_INFO, HIPDNN_LOG_CALLBACK_ASYNC, &self));
    assert_ok(take_away(keep, &self));
    assert_int_equal(take_away(keep, &self), HIPDNN_STATUS_BAD_PARAM);
    hipdnnGetLastErrorString(text, sizeof text);
    assert_string_equal(text, "the descriptor is NULL");
    say(HIPDNN_SEV_FATAL, "f");
    assert_int_equal(self.lines, 0);
}

/* -------------------------------------------------------------------------------------------------- from inside */

static void take_myself_away(hipdnnUserLogCallbackHandle_t handle, hipdnnSeverity_t severity, const char *message)
{
    keep(handle, severity, message);
    (void)take_away(take_myself_away, handle);
}

static void test_a_sink_that_removes_itself(void **state)
{
    (void)state;
    sink other = {0};
    for (int i = 0; i < 3; i++) {
        sink *self = calloc(1, sizeof *self);
        assert_non_null(self);
        assert_ok(add(keep, HIPDNN_SEV_INFO, &other));
        assert_ok(add(take_myself_away, HIPDNN_SEV_INFO, self));
        say(HIPDNN_SEV_INFO, "once");
        say(HIPDNN_SEV_INFO, "twice");
        assert_int_equal(self->lines, 1);
        assert_string_equal(self->text, "[plugin] once");
        assert_int_equal(take_away(take_myself_away, self), HIPDNN_STATUS_BAD_PARAM); /* it has gone */
        free(self);
        assert_int_equal(other.lines, 2 * (i + 1));
    }
    assert_ok(take_away(keep, &other));
}

/* What is logged within a sink goes to no sink, so that a sink may use the library. */
static void use_the_library(hipdnnUserLogCallbackHandle_t handle, hipdnnSeverity_t severity, const char *message)
{
    static sink unused;
    keep(handle, severity, message);
    say(HIPDNN_SEV_FATAL, "from inside");
    (void)hipdnnBackendFinalize(NULL);
    (void)add(keep, HIPDNN_SEV_FATAL, &unused);
    (void)take_away(keep, &unused);
}

static void test_a_sink_that_uses_the_library(void **state)
{
    (void)state;
    sink self = {0}, other = {0};
    assert_ok(add(use_the_library, HIPDNN_SEV_INFO, &self));
    assert_ok(add(keep, HIPDNN_SEV_INFO, &other));
    say(HIPDNN_SEV_INFO, "outside");
    assert_int_equal(self.lines, 1);
    assert_int_equal(other.lines, 1);
    assert_string_equal(other.text, "[plugin] outside");
    assert_ok(take_away(use_the_library, &self));
    assert_ok(take_away(keep, &other));
}

/* ------------------------------------------------------------------------------------------------- many threads */

enum { THREADS = 4, ROUNDS = 200 };

/* Sinks come and go while the threads log; a handle that was given back is never seen again. */
typedef struct counter {
    atomic_int lines;
    atomic_bool is_gone;
    atomic_int late;
} counter;

static void count(hipdnnUserLogCallbackHandle_t handle, hipdnnSeverity_t severity, const char *message)
{
    counter *self = handle;
    (void)severity;
    (void)message;
    (void)atomic_fetch_add(&self->lines, 1);
    if (atomic_load(&self->is_gone))
        (void)atomic_fetch_add(&self->late, 1);
}

static void *log_in_thread(void *stop)
{
    while (!atomic_load((atomic_bool *)stop))
        say(HIPDNN_SEV_INFO, "from a thread");
    return NULL;
}

static void *come_and_go(void *unused)
{
    (void)unused;
    for (int i = 0; i < ROUNDS; i++) {
        counter *self = calloc(1, sizeof *self);
        if (self == NULL || add(count, HIPDNN_SEV_INFO, self) != HIPDNN_STATUS_SUCCESS)
            return "cannot add";
        say(HIPDNN_SEV_INFO, "from the one that comes and goes");
        if (take_away(count, self) != HIPDNN_STATUS_SUCCESS)
            return "cannot remove";
        atomic_store(&self->is_gone, true);
        if (atomic_load(&self->lines) < 1 || atomic_load(&self->late) != 0)
            return "the lines are wrong";
        free(self); /* the sanitizers look on */
    }
    return NULL;
}

static void test_threads(void **state)
{
    (void)state;
    pthread_t loggers[THREADS], others[THREADS];
    atomic_bool stop = false;
    counter always = {0};
    assert_ok(add(count, HIPDNN_SEV_INFO, &always));
    for (int i = 0; i < THREADS; i++) {
        assert_int_equal(pthread_create(&loggers[i], NULL, log_in_thread, &stop), 0);
        assert_int_equal(pthread_create(&others[i], NULL, come_and_go, NULL), 0);
    }
    for (int i = 0; i < THREADS; i++) {
        void *failure = NULL;
        assert_int_equal(pthread_join(others[i], &failure), 0);
        if (failure != NULL)
            fail_msg("%s", (const char *)failure);
    }
    atomic_store(&stop, true);
    for (int i = 0; i < THREADS; i++)
        assert_int_equal(pthread_join(loggers[i], NULL), 0);
    assert_ok(take_away(count, &always));
    assert_true(atomic_load(&always.lines) >= THREADS * ROUNDS);
}

/* Everything is let through; the lines themselves go where nobody looks. */
static int set_up(void **state)
{
    (void)state;
    return setenv("HIPDNN_LOG_FILE", "/dev/null", 1) + setenv("HIPDNN_LOG_LEVEL", "info", 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_what_a_sink_gets),
        cmocka_unit_test(test_two_levels),
        cmocka_unit_test(test_pairs),
        cmocka_unit_test(test_refusals),
        cmocka_unit_test(test_a_sink_that_removes_itself),
        cmocka_unit_test(test_a_sink_that_uses_the_library),
        cmocka_unit_test(test_threads),
    };
    return cmocka_run_group_tests(tests, set_up, NULL);
}
