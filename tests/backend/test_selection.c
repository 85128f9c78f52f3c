/* SPDX-License-Identifier: MIT */
/* The outer loop over fake policies: each is a row of answers, so that every way of not ranking can be asked for.
 * Orders of policies are in test_order.c, StaticOrdering is in test_static_ordering.c. */
#include "base/ids.h"
#include "base/log.h"
#include "selection/selection.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define OK HIPDNN_PLUGIN_STATUS_SUCCESS
#define FAILS HIPDNN_PLUGIN_STATUS_INTERNAL_ERROR

enum { ENGINES = 3, FAKES = 4, MOST_ANSWERS = 8 };

/* A policy module with its one handle. All zero: it applies and ranks nothing. */
typedef struct fake {
    const char *name;
    const char *words; /* its last error */
    hipdnnPluginStatus_t device, create, ids, graph, finalize, sorted;
    int32_t applied;
    int64_t answer[MOST_ANSWERS];
    size_t answer_count;
    int creates_that_fail;
    /* What it saw. */
    int device_calls, created, destroyed, asked;
    size_t seen_count;
    int64_t seen[ENGINES];
} fake;

static fake fakes[FAKES];
static const char *last_words;

static hipdnnPluginStatus_t say(const fake *self, hipdnnPluginStatus_t status)
{
    last_words = self->words;
    return status;
}

static fake *owner(hipdnnHeuristicPolicyDescriptor_t policy)
{
    return *(fake **)(void *)policy;
}

static hipdnnPluginStatus_t set_device_properties(hipdnnHeuristicHandle_t handle,
                                                  const hipdnnPluginConstData_t *properties)
{
    fake *self = (fake *)(void *)handle;
    assert_int_equal(properties->size, 4);
    self->device_calls++;
    return say(self, self->device);
}

static hipdnnPluginStatus_t create(hipdnnHeuristicHandle_t handle, int64_t policy_id,
                                   hipdnnHeuristicPolicyDescriptor_t *out_policy)
{
    fake *self = (fake *)(void *)handle;
    assert_true(policy_id == hd_name_to_id(self->name));
    if (self->creates_that_fail-- > 0) {
        *out_policy = (hipdnnHeuristicPolicyDescriptor_t)(void *)self; /* what a failed call leaves is not looked at */
        return say(self, FAILS);
    }
    fake **policy = malloc(sizeof *policy);
    *policy = self;
    *out_policy = (hipdnnHeuristicPolicyDescriptor_t)(void *)policy;
    self->created++;
    return OK;
}

static hipdnnPluginStatus_t destroy(hipdnnHeuristicPolicyDescriptor_t policy)
{
    owner(policy)->destroyed++;
    free(policy);
    return OK;
}

static hipdnnPluginStatus_t set_engine_ids(hipdnnHeuristicPolicyDescriptor_t policy, const int64_t *ids, size_t count)
{
    fake *self = owner(policy);
    self->asked++;
    self->seen_count = count;
    memcpy(self->seen, ids, count * sizeof *ids);
    return say(self, self->ids);
}

static hipdnnPluginStatus_t set_graph(hipdnnHeuristicPolicyDescriptor_t policy, const hipdnnPluginConstData_t *graph)
{
    assert_int_equal(graph->size, 5);
    return say(owner(policy), owner(policy)->graph);
}

static hipdnnPluginStatus_t finalize(hipdnnHeuristicPolicyDescriptor_t policy, int32_t *out_applied)
{
    *out_applied = owner(policy)->applied;
    return say(owner(policy), owner(policy)->finalize);
}

static hipdnnPluginStatus_t get_sorted_engine_ids(hipdnnHeuristicPolicyDescriptor_t policy, int64_t *ids,
                                                  size_t capacity, size_t *out_count)
{
    const fake *self = owner(policy);
    for (size_t i = 0; i < self->answer_count && i < capacity; i++)
        ids[i] = self->answer[i];
    *out_count = self->answer_count;
    return say(self, self->sorted);
}

static const char *get_last_error(void)
{
    return last_words;
}

static const hd_policy_functions functions = {
    .set_device_properties = set_device_properties,
    .create = create,
    .destroy = destroy,
    .set_engine_ids = set_engine_ids,
    .set_graph = set_graph,
    .finalize = finalize,
    .get_sorted_engine_ids = get_sorted_engine_ids,
    .get_last_error = get_last_error,
};

/* -------------------------------------------------------------------------------------------------------- the stage */

static const int64_t engine_ids[ENGINES] = {11, 22, 33};
static hd_engine engines[ENGINES];
static const hd_engine *candidate_list[ENGINES];
static const hd_candidates candidates = {candidate_list, ENGINES};
static const hd_graph_request request = {.bytes = {"graph", 5}};
static hd_module_set set;
static hipdnnHeuristicHandle_t handles[FAKES];
static hd_session session = {.set = &set, .policy_handles = handles, .device_facts = "cpu", .device_facts_size = 4};
static hd_selection selection;
static char logged[8192];

static void keep_line(hd_severity severity, const char *text)
{
    const size_t used = strlen(logged);
    (void)snprintf(logged + used, sizeof logged - used, "%d %s\n", (int)severity, text);
}

/* Every fake applies and ranks the candidates as they come. */
static int set_up(void **state)
{
    static const char *const names[FAKES] = {"A", "B", "C", "D"};
    (void)state;
    selection = (hd_selection){0};
    logged[0] = '\0';
    for (int i = 0; i < ENGINES; i++) {
        engines[i] = (hd_engine){.id = engine_ids[i]};
        candidate_list[i] = &engines[i];
    }
    set.policy_count = FAKES;
    for (int i = 0; i < FAKES; i++) {
        fakes[i] = (fake){.name = names[i], .words = "", .applied = 1, .answer_count = ENGINES};
        memcpy(fakes[i].answer, engine_ids, sizeof engine_ids);
        handles[i] = (hipdnnHeuristicHandle_t)(void *)&fakes[i];
        set.policies[i] = (hd_policy_module){.call = &functions, .name = names[i], .id = hd_name_to_id(names[i])};
    }
    hd_log_set_sink(keep_line);
    hd_log_set_threshold(HD_INFO);
    return 0;
}

/* Whatever was created is destroyed. */
static int tear_down(void **state)
{
    (void)state;
    hd_selection_release(&selection);
    for (int i = 0; i < FAKES; i++)
        assert_int_equal(fakes[i].created, fakes[i].destroyed);
    return 0;
}

/* Ranks with an order of names, one letter each; '?' is a policy that is not there. */
static hd_status rank_from(const char *names, hd_order_source source)
{
    int64_t ids[16];
    const size_t count = strlen(names);
    for (size_t i = 0; i < count; i++)
        ids[i] = hd_name_to_id((const char[]){names[i], '\0'});
    return hd_selection_rank(&selection, &session, &request, &candidates, &(hd_policy_order){ids, count, source});
}

static hd_status rank(const char *names)
{
    return rank_from(names, HD_ORDER_DESCRIPTOR);
}

static void assert_winner(hd_status status, const char *name)
{
    if (status != HD_OK)
        fail_msg("%s", hd_error_text());
    assert_string_equal(selection.winner->name, name);
}

static void assert_failure(hd_status status, const char *words)
{
    assert_int_equal(status, HD_INTERNAL_ERROR);
    if (strstr(hd_error_text(), words) == NULL)
        fail_msg("'%s' does not say '%s'", hd_error_text(), words);
    assert_null(selection.winner);
    assert_int_equal(selection.ranked_count, 0);
}

/* ---------------------------------------------------------------------------------------------------------- tests */

static void test_the_first_that_applies_wins(void **state)
{
    (void)state;
    const int64_t ranked[] = {33, 11, 22};
    memcpy(fakes[0].answer, ranked, sizeof ranked);
    assert_winner(rank("AB"), "A");
    assert_int_equal(selection.ranked_count, ENGINES);
    assert_memory_equal(selection.ranked, ranked, sizeof ranked);
    assert_int_equal(fakes[1].asked, 0);
    assert_memory_equal(fakes[0].seen, engine_ids, sizeof engine_ids);
}

/* D3: a decline is an answer; the next slot starts from the candidates as they were. */
static void test_declines(void **state)
{
    (void)state;
    fakes[0].applied = 0;
    fakes[1].finalize = HIPDNN_PLUGIN_STATUS_NOT_APPLICABLE;
    assert_winner(rank("ABC"), "C");
    assert_int_equal(fakes[2].seen_count, ENGINES);
    assert_memory_equal(fakes[2].seen, engine_ids, sizeof engine_ids);
    assert_null(strstr(logged, "2 policy")); /* no error in the log */
}

static void test_errors_are_declines(void **state)
{
    (void)state;
    hipdnnPluginStatus_t *const steps[] = {&fakes[0].ids, &fakes[0].graph, &fakes[0].finalize, &fakes[0].sorted};
    fakes[0].words = "the dog ate it";
    for (size_t i = 0; i < sizeof steps / sizeof *steps; i++) {
        *steps[i] = HIPDNN_PLUGIN_STATUS_ALLOC_FAILED;
        assert_winner(rank("AB"), "B");
        assert_non_null(strstr(logged, "2 policy A failed with ALLOC_FAILED: the dog ate it"));
        *steps[i] = OK;
        logged[0] = '\0';
    }
}

/* D3: applied is 0 or 1. */
static void test_applied_is_a_truth_value(void **state)
{
    (void)state;
    static const int32_t odd[] = {7, -1, 2};
    for (size_t i = 0; i < sizeof odd / sizeof *odd; i++) {
        fakes[0].applied = odd[i];
        assert_winner(rank("AB"), "B");
    }
    assert_non_null(strstr(logged, "policy A failed: it answered 7, 0 and 1 are possible"));
}

/* D4: an answer with anything but distinct candidates is rejected whole. */
static void test_answers(void **state)
{
    (void)state;
    static const struct {
        size_t count;
        int64_t answer[MOST_ANSWERS];
        const char *words; /* NULL: accepted */
    } rows[] = {
        {1, {22}, NULL}, /* a proper subset */
        {2, {33, 11}, NULL},
        {3, {33, 11, 22}, NULL},
        {0, {0}, "it ranked 0 engines of 3 candidates"},
        {3, {11, 44, 22}, "engine 0x000000000000002C is not a candidate"},
        {2, {-1, 11}, "engine 0xFFFFFFFFFFFFFFFF is not a candidate"},
        {3, {11, 22, 11}, "it ranked engine 0x000000000000000B twice"},
        {8, {11, 22, 33}, "it ranked 8 engines of 3 candidates"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        memcpy(fakes[0].answer, rows[i].answer, sizeof rows[i].answer);
        fakes[0].answer_count = rows[i].count;
        logged[0] = '\0';
        assert_winner(rank("AB"), rows[i].words == NULL ? "A" : "B");
        assert_int_equal(selection.ranked_count, rows[i].words == NULL ? rows[i].count : ENGINES);
        if (rows[i].words != NULL && strstr(logged, rows[i].words) == NULL)
            fail_msg("'%s' does not say '%s'", logged, rows[i].words);
    }
}

/* D7: once per handle; a refusal keeps its slots out of this ranking and nobody else. */
static void test_device_properties(void **state)
{
    (void)state;
    fakes[0].device = FAILS;
    assert_winner(rank("AAB"), "B");
    assert_int_equal(fakes[0].device_calls, 1);
    assert_int_equal(fakes[1].device_calls, 1);
    assert_int_equal(fakes[0].asked, 0);
    assert_non_null(strstr(logged, "1 policy 'A' is skipped: it refused the device's facts"));
    fakes[0].device = OK;
    assert_winner(rank("AAB"), "A");
    assert_int_equal(fakes[0].device_calls, 2); /* once more in this ranking */
}

/* D6: a policy that is named twice has two slots and two descriptors on one handle. */
static void test_a_policy_twice(void **state)
{
    (void)state;
    fakes[0].applied = 0;
    assert_failure(rank("AA"), "A declined; A declined");
    assert_int_equal(fakes[0].created, 2);
    assert_int_equal(fakes[0].asked, 2);
    assert_int_equal(fakes[0].device_calls, 1);
}

/* D5: said once, unless the list came from a mode, which names what need not be installed. */
static void test_policies_that_are_not_there(void **state)
{
    (void)state;
    assert_winner(rank("?B"), "B");
    assert_non_null(strstr(logged, "1 policy 0x"));
    assert_non_null(strstr(logged, "of the policy order is not loaded; it is skipped"));
    hd_selection_release(&selection);
    logged[0] = '\0';
    assert_winner(rank_from("?B", HD_ORDER_MODE), "B");
    assert_null(strstr(logged, "is not loaded"));
    handles[1] = NULL; /* loaded, but without a handle in this session */
    assert_winner(rank("BC"), "C");
    assert_int_equal(fakes[1].asked, 2);
}

/* One descriptor that could not be made is no word about the others of its handle. */
static void test_a_descriptor_that_cannot_be_made(void **state)
{
    (void)state;
    fakes[0].creates_that_fail = 1;
    assert_winner(rank("AA"), "A");
    assert_int_equal(fakes[0].created, 1);
    assert_int_equal(fakes[0].asked, 1);
    assert_non_null(strstr(logged, "2 policy 'A' is skipped: its descriptor could not be made"));
}

/* D10: the sentence has each slot, its outcome and its reason. */
static void test_nobody_ranks(void **state)
{
    (void)state;
    fakes[0].applied = 0;
    fakes[0].words = "no opinion";
    fakes[1].finalize = FAILS;
    fakes[1].words = "out of ink";
    fakes[2].answer_count = 0;
    fakes[3].device = FAILS;
    assert_failure(rank("ABCD?"), "no policy ranked the 3 candidate engines: A declined: no opinion; "
                                  "B failed with INTERNAL_ERROR: out of ink; "
                                  "C was rejected: it ranked 0 engines of 3 candidates; D is not available; 0x");
    hd_selection_release(&selection);
    assert_failure(rank(""), "the policy order is empty");
}

/* D15: descriptors stay for the next attempt; another order brings others. */
static void test_after_a_failure(void **state)
{
    (void)state;
    fakes[0].applied = fakes[1].applied = 0;
    assert_failure(rank("AB"), "A declined; B declined");
    fakes[1].applied = 1;
    assert_winner(rank("AB"), "B");
    assert_int_equal(fakes[0].created, 1);
    assert_int_equal(fakes[1].created, 1);
    assert_int_equal(fakes[0].destroyed, 0);
    assert_winner(rank("CA"), "C");
    assert_int_equal(fakes[0].destroyed, 1);
    assert_int_equal(fakes[0].created, 2);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        TEST(test_the_first_that_applies_wins),
        TEST(test_declines),
        TEST(test_errors_are_declines),
        TEST(test_applied_is_a_truth_value),
        TEST(test_answers),
        TEST(test_device_properties),
        TEST(test_a_policy_twice),
        TEST(test_policies_that_are_not_there),
        TEST(test_a_descriptor_that_cannot_be_made),
        TEST(test_nobody_ranks),
        TEST(test_after_a_failure),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
