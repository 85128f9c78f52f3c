/* SPDX-License-Identifier: MIT */
/* SelectionHeuristic::StaticOrdering on its function table, as the outer loop sees it (D31). */
#include "base/ids.h"
#include "policies/static_ordering/static_ordering.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

#define OK HIPDNN_PLUGIN_STATUS_SUCCESS

enum { MOST = 16 };

static const hd_policy_functions *const call = &hd_static_ordering;
static hipdnnHeuristicHandle_t handle;
static hipdnnHeuristicPolicyDescriptor_t policy;

static size_t ids_of(const char *const *names, int64_t ids[MOST])
{
    size_t count = 0;
    for (; names[count] != NULL; count++)
        ids[count] = hd_name_to_id(names[count]);
    return count;
}

static void assert_ordered(const char *const *given, const char *const *wanted)
{
    int64_t ids[MOST], wanted_ids[MOST], ranked[MOST];
    const size_t count = ids_of(given, ids);
    size_t ranked_count = 0;
    int32_t applied = -1;
    assert_int_equal(ids_of(wanted, wanted_ids), count);
    assert_int_equal(call->set_engine_ids(policy, ids, count), OK);
    assert_int_equal(call->set_graph(policy, &(hipdnnPluginConstData_t){"?", 1}), OK);
    assert_int_equal(call->finalize(policy, &applied), OK);
    assert_int_equal(applied, 1);
    assert_int_equal(call->get_sorted_engine_ids(policy, ranked, MOST, &ranked_count), OK);
    assert_int_equal(ranked_count, count);
    for (size_t i = 0; i < count; i++)
        if (ranked[i] != wanted_ids[i])
            fail_msg("place %zu is not %s", i, wanted[i]);
}

#define NAMES(...) ((const char *const[]){__VA_ARGS__, NULL})

static void test_known_engines(void **state)
{
    (void)state;
    assert_ordered(NAMES("CPU_REFERENCE_ENGINE", "MIOPEN_ENGINE_DETERMINISTIC", "CPU_BLAS_ENGINE", "CPU_ONEDNN_ENGINE",
                         "SOMEBODYS_ENGINE", "ROCKE_ENGINE", "ASM_SDPA_ENGINE", "MIOPEN_ENGINE"),
                   NAMES("MIOPEN_ENGINE", "ASM_SDPA_ENGINE", "ROCKE_ENGINE", "SOMEBODYS_ENGINE", "CPU_ONEDNN_ENGINE",
                         "CPU_BLAS_ENGINE", "MIOPEN_ENGINE_DETERMINISTIC", "CPU_REFERENCE_ENGINE"));
}

/* With the engines of the original alone, its order: 0, 1, 2, the rest, the deterministic one. */
static void test_the_originals_engines(void **state)
{
    (void)state;
    assert_ordered(NAMES("HIP_FLASH2_ENGINE", "MIOPEN_ENGINE_DETERMINISTIC", "HIPBLASLT_ENGINE", "ROCKE_ENGINE",
                         "HIP_MLOPS_ENGINE", "ASM_SDPA_ENGINE", "MIOPEN_ENGINE"),
                   NAMES("MIOPEN_ENGINE", "ASM_SDPA_ENGINE", "ROCKE_ENGINE", "HIP_FLASH2_ENGINE", "HIPBLASLT_ENGINE",
                         "HIP_MLOPS_ENGINE", "MIOPEN_ENGINE_DETERMINISTIC"));
}

/* Engines of one rank stay as they came, in either order. */
static void test_stability(void **state)
{
    (void)state;
    assert_ordered(NAMES("b", "a", "CPU_REFERENCE_ENGINE", "d", "MIOPEN_ENGINE", "c"),
                   NAMES("MIOPEN_ENGINE", "b", "a", "d", "c", "CPU_REFERENCE_ENGINE"));
    assert_ordered(NAMES("c", "d", "a", "b"), NAMES("c", "d", "a", "b"));
    assert_ordered(NAMES("a"), NAMES("a"));
}

/* A session without engines asks nobody, so only here it can be seen that the policy declines, and says why. */
static void test_no_engine_declines(void **state)
{
    (void)state;
    int32_t applied = -1;
    int64_t id;
    size_t count = 9;
    assert_int_equal(call->set_engine_ids(policy, NULL, 0), OK);
    assert_int_equal(call->finalize(policy, &applied), OK);
    assert_int_equal(applied, 0);
    assert_string_equal(call->get_last_error(), "there is no engine to order");
    assert_int_equal(call->get_sorted_engine_ids(policy, &id, 1, &count), HIPDNN_PLUGIN_STATUS_NOT_INITIALIZED);
    assert_int_equal(count, 0);
}

/* Room for fewer gets the best; nothing is sorted before finalize, nor after new ids. */
static void test_reading(void **state)
{
    (void)state;
    int64_t ids[MOST], ranked[MOST] = {0};
    int32_t applied;
    size_t count = 9;
    (void)ids_of(NAMES("CPU_REFERENCE_ENGINE", "a", "MIOPEN_ENGINE"), ids);
    assert_int_equal(call->set_engine_ids(policy, ids, 3), OK);
    assert_int_equal(call->get_sorted_engine_ids(policy, ranked, 3, &count), HIPDNN_PLUGIN_STATUS_NOT_INITIALIZED);
    assert_int_equal(call->finalize(policy, &applied), OK);
    assert_int_equal(call->get_sorted_engine_ids(policy, ranked, 2, &count), OK);
    assert_int_equal(count, 2);
    assert_true(ranked[0] == ids[2] && ranked[1] == ids[1] && ranked[2] == 0);
    assert_int_equal(call->set_engine_ids(policy, ids, 1), OK);
    assert_int_equal(call->get_sorted_engine_ids(policy, ranked, 3, &count), HIPDNN_PLUGIN_STATUS_NOT_INITIALIZED);
}

static int set_up(void **state)
{
    (void)state;
    return (int)call->handle_create(&handle) + (int)call->set_device_properties(handle, NULL) +
           (int)call->create(handle, hd_name_to_id(HD_STATIC_ORDERING_NAME), &policy);
}

static int tear_down(void **state)
{
    (void)state;
    return (int)call->destroy(policy) + (int)call->handle_destroy(handle);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        TEST(test_known_engines), TEST(test_the_originals_engines), TEST(test_stability), TEST(test_no_engine_declines),
        TEST(test_reading),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
