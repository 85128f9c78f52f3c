/* SPDX-License-Identifier: MIT */
/* Memory runs out, at every single allocation that the backend makes on its way: the call that needed it answers
 * ALLOC_FAILED with a sentence, nothing leaks (the leak checker says so at the end), nothing that is destroyed needs
 * memory for that, and the library works afterwards. The backend's objects are linked in, so that the gate of
 * base/memory.h is theirs; JSON's allocations pass it too. */
#include "world.h"

#include "base/memory.h"

#include <jansson.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* ------------------------------------------------------------------------------------------------------- the gate */

static struct {
    long passed; /* allocations since the gate was shut */
    long first; /* which one fails */
    bool and_all_after; /* or that one alone */
    bool is_shut;
    bool has_failed_json;
} gate;

static bool may_pass(void *context, size_t size)
{
    (void)context;
    (void)size;
    if (!gate.is_shut)
        return true;
    gate.passed++;
    return gate.and_all_after ? gate.passed < gate.first : gate.passed != gate.first;
}

static void *json_alloc(size_t size)
{
    if (may_pass(NULL, size))
        return malloc(size);
    gate.has_failed_json = true;
    return NULL;
}

static void shut_gate(long first, bool and_all_after)
{
    gate.passed = 0;
    gate.first = first;
    gate.and_all_after = and_all_after;
    gate.is_shut = true;
    gate.has_failed_json = false;
}

/* -------------------------------------------------------------------------------------------------------- the loop */

typedef hipdnnStatus_t (*way)(world *w);

/* One after the other, until one fails. */
static hipdnnStatus_t go(const way *ways, world *w)
{
    hipdnnStatus_t status = HIPDNN_STATUS_SUCCESS;
    for (; *ways != NULL && status == HIPDNN_STATUS_SUCCESS; ways++)
        status = (*ways)(w);
    return status;
}

static void assert_works(const way *ways)
{
    char text[HIPDNN_ERROR_STRING_MAX_LENGTH];
    world w = {0};
    const hipdnnStatus_t status = go(ways, &w);
    hipdnnPeekLastErrorString_ext(text, sizeof text);
    if (status != HIPDNN_STATUS_SUCCESS)
        fail_msg("%s: %s", hipdnnGetErrorString(status), text);
    assert_int_equal(end_world(&w), HIPDNN_STATUS_SUCCESS);
}

/* Jansson calls it a syntax error when it has no memory for a text that it reads. */
static bool is_right(hipdnnStatus_t status)
{
    return status == HIPDNN_STATUS_SUCCESS || status == HIPDNN_STATUS_ALLOC_FAILED ||
           (status == HIPDNN_STATUS_BAD_PARAM && gate.has_failed_json);
}

/* Setting a log sink leaves the last error as it was. */
static bool is_said(const way *ways, const char *text)
{
    return strstr(text, "out of memory") != NULL || (ways[0] == listen && *text == '\0');
}

/* One attempt; false when it did not get as far as the allocation that fails. */
static bool attempt(const way *ways, long first, bool and_all_after)
{
    char text[HIPDNN_ERROR_STRING_MAX_LENGTH];
    world w = {0};
    hipdnnGetLastErrorString(text, sizeof text);
    shut_gate(first, and_all_after);
    const hipdnnStatus_t status = go(ways, &w);
    const bool has_failed = gate.passed >= first;
    const hipdnnStatus_t end = end_world(&w); /* with the gate still shut */
    gate.is_shut = false;
    hipdnnGetLastErrorString(text, sizeof text);
    if (end != HIPDNN_STATUS_SUCCESS)
        fail_msg("allocation %ld: a destroy answered %s: %s", first, hipdnnGetErrorString(end), text);
    if (!is_right(status))
        fail_msg("allocation %ld: %s: %s", first, hipdnnGetErrorString(status), text);
    if (status == HIPDNN_STATUS_ALLOC_FAILED && !is_said(ways, text))
        fail_msg("allocation %ld: the sentence is '%s'", first, text);
    /* When all memory is gone somebody has to say so; a single failure may hit what can be done without. */
    if (has_failed && and_all_after && status == HIPDNN_STATUS_SUCCESS)
        fail_msg("allocation %ld and all after it failed, and nobody noticed", first);
    return has_failed;
}

static long fail_everywhere(const way *ways)
{
    long count = 1;
    while (attempt(ways, count, true)) /* first of all, while the pool of objects still grows */
        count++;
    for (long i = 1; attempt(ways, i, false); i++)
        assert_works(ways);
    assert_works(ways);
    return count;
}

/* ------------------------------------------------------------------------------------------------------- the tests */

static void test_loading(void **state)
{
    (void)state;
    static const way ways[] = {load, NULL};
    assert_int_equal(hipdnnSetPluginUnloadMode_ext(HIPDNN_PLUGIN_UNLOAD_EAGER), HIPDNN_STATUS_SUCCESS);
    assert_true(fail_everywhere(ways) > 20);
    assert_int_equal(hipdnnSetPluginUnloadMode_ext(HIPDNN_PLUGIN_UNLOAD_LAZY), HIPDNN_STATUS_SUCCESS);
}

static void test_computing(void **state)
{
    (void)state;
    static const way ways[] = {load, compute, NULL};
    assert_true(fail_everywhere(ways) > 50);
}

static void test_describing(void **state)
{
    (void)state;
    static const way ways[] = {load, describe, NULL};
    assert_true(fail_everywhere(ways) > 50);
}

static void test_looking_around(void **state)
{
    (void)state;
    static const way ways[] = {load, look_around, NULL};
    assert_true(fail_everywhere(ways) > 20);
}

static void test_listening(void **state)
{
    (void)state;
    static const way ways[] = {listen, NULL};
    assert_int_equal(fail_everywhere(ways), 2);
}

static int set_up(void **state)
{
    (void)state;
    hd_memory_set_gate(may_pass, NULL);
    json_set_alloc_funcs(json_alloc, free);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    hd_memory_set_gate(NULL, NULL);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_loading),        cmocka_unit_test(test_computing), cmocka_unit_test(test_describing),
        cmocka_unit_test(test_looking_around), cmocka_unit_test(test_listening),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
