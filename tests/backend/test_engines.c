/* SPDX-License-Identifier: MIT */
/* From graph to plan: heuristics, engines, configs, plans; and what a handle says about engines and policies. */
#include "support.h"

#include <stdlib.h>
#include <string.h>

static hipdnnHandle_t handle;
static descriptor graph; /* y = relu(x) */

#define STATIC_ORDERING "SelectionHeuristic::StaticOrdering"

static hipdnnStatus_t results(descriptor heuristic, int64_t requested, int64_t *count, descriptor *configs)
{
    return get(heuristic, HIPDNN_ATTR_ENGINEHEUR_RESULTS, HIPDNN_TYPE_BACKEND_DESCRIPTOR, requested, count, configs);
}

static int64_t result_count(descriptor heuristic)
{
    int64_t count = -1;
    assert_ok(results(heuristic, 0, &count, NULL));
    return count;
}

static void read_engine_name(descriptor config, char *name, int64_t size)
{
    descriptor engine = get_child(config, HIPDNN_ATTR_ENGINECFG_ENGINE);
    assert_ok(get(engine, HIPDNN_ATTR_ENGINE_NAME_EXT, HIPDNN_TYPE_CHAR, size, NULL, name));
    destroy(engine);
}

/* A graph that no engine computes: one tensor of integers. */
static descriptor make_impossible_graph(void)
{
    const int32_t type = HIPDNN_DATA_INT4;
    descriptor x = begin_tensor(1, "x", DIMS(4)), y = make_tensor(2, "y", DIMS(4));
    assert_ok(set(x, HIPDNN_ATTR_TENSOR_DATA_TYPE, HIPDNN_TYPE_DATA_TYPE, 1, &type));
    finalize(x);
    descriptor relu = make_relu(x, y), impossible = make_graph(handle, 1, &relu);
    destroy(x);
    destroy(y);
    destroy(relu);
    return impossible;
}

/* ------------------------------------------------------------------------------------------------- heuristics */

static void test_results_fill_the_callers_configs(void **state)
{
    (void)state;
    descriptor heuristic = make_heuristic(graph), config = make(HIPDNN_BACKEND_ENGINECFG_DESCRIPTOR), none = NULL;
    char name[64];
    int64_t count = -1;
    const int64_t all = result_count(heuristic);
    assert_in_range(all, 1, 16);

    /* Fewer than there are: the best. More than there are: the rest is not touched. */
    assert_ok(results(heuristic, 1, &count, &config));
    assert_int_equal(count, 1);
    descriptor configs[17];
    for (int64_t i = 0; i <= all; i++)
        configs[i] = make(HIPDNN_BACKEND_ENGINECFG_DESCRIPTOR);
    assert_ok(results(heuristic, all + 1, &count, configs));
    assert_int_equal(count, all);
    assert_refused(hipdnnBackendFinalize(configs[all]), BAD_PARAM, "HIPDNN_ATTR_ENGINECFG_ENGINE is not set");

    /* They are unfinalized configs still, with an engine that is finalized. */
    char best[64];
    finalize(config);
    for (int64_t i = 0; i < all; i++)
        finalize(configs[i]);
    read_engine_name(config, best, sizeof best);
    read_engine_name(configs[0], name, sizeof name);
    assert_string_equal(name, best);
    read_engine_name(configs[all - 1], name, sizeof name);
    assert_string_equal(name, REFERENCE);

    assert_refused(results(heuristic, 1, &count, &config), NOT_INITIALIZED, "is finalized");
    assert_refused(results(heuristic, 1, &count, &none), BAD_PARAM_NULL_POINTER, "is NULL");
    assert_refused(results(heuristic, 1, &count, &heuristic), BAD_PARAM, "an engine config is needed");
    assert_refused(results(heuristic, 1, &count, NULL), BAD_PARAM_NULL_POINTER, "is NULL");
    assert_refused(results(heuristic, 1, NULL, configs), BAD_PARAM_NULL_POINTER, "the element count is NULL");
    assert_refused(results(heuristic, -1, &count, configs), BAD_PARAM, "-1 elements");
    for (int64_t i = 0; i <= all; i++)
        destroy(configs[i]);
    destroy(config);
    destroy(heuristic);
}

/* D42: a mode that is not known is refused at once; the others work, whatever is installed. */
static void test_modes(void **state)
{
    (void)state;
    static const int32_t known[] = {HIPDNN_HEUR_MODE_FALLBACK, HIPDNN_HEUR_MODE_A_EXT, HIPDNN_HEUR_MODE_B_EXT,
                                    HIPDNN_HEUR_MODE_INSTANT_EXT};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        descriptor heuristic = begin_heuristic(graph);
        int32_t read = -1;
        set_number(heuristic, HIPDNN_ATTR_ENGINEHEUR_MODE, HIPDNN_TYPE_HEUR_MODE, known[i]);
        finalize(heuristic);
        assert_true(result_count(heuristic) >= 1);
        assert_ok(get(heuristic, HIPDNN_ATTR_ENGINEHEUR_MODE, HIPDNN_TYPE_HEUR_MODE, 1, NULL, &read));
        assert_int_equal(read, known[i]);
        destroy(heuristic);
    }
    const int32_t unknown = 1;
    descriptor heuristic = begin_heuristic(graph);
    assert_refused(set(heuristic, HIPDNN_ATTR_ENGINEHEUR_MODE, HIPDNN_TYPE_HEUR_MODE, 1, &unknown), NOT_SUPPORTED,
                   "heuristic mode 1 is not known");
    destroy(heuristic);
}

static int64_t read_order(descriptor heuristic, int64_t ids[8])
{
    int64_t count = -1;
    assert_ok(get(heuristic, HIPDNN_ATTR_ENGINEHEUR_POLICY_ORDER_EXT, HIPDNN_TYPE_INT64, 8, &count, ids));
    return count;
}

/* D1: the environment beats the descriptor, which beats the mode. A get gives the order that was used. */
static void test_the_order_used(void **state)
{
    (void)state;
    const int64_t config = hipdnn_policy_name_to_id("SelectionHeuristic::Config");
    const int64_t ordering = hipdnn_policy_name_to_id(STATIC_ORDERING);
    int64_t ids[8];
    descriptor heuristic = make_heuristic(graph);
    assert_int_equal(read_order(heuristic, ids), 2);
    assert_int_equal(ids[0], config);
    assert_int_equal(ids[1], ordering);
    destroy(heuristic);

    heuristic = begin_heuristic(graph);
    set_i64s(heuristic, HIPDNN_ATTR_ENGINEHEUR_POLICY_ORDER_EXT, 2, (int64_t[]){ordering, ordering});
    finalize(heuristic);
    assert_int_equal(read_order(heuristic, ids), 2);
    assert_int_equal(ids[0], ordering);
    destroy(heuristic);

    assert_int_equal(setenv("HIPDNN_HEUR_POLICY_ORDER", " 77 ,, " STATIC_ORDERING, 1), 0);
    heuristic = begin_heuristic(graph);
    set_i64s(heuristic, HIPDNN_ATTR_ENGINEHEUR_POLICY_ORDER_EXT, 1, &config);
    finalize(heuristic);
    assert_int_equal(unsetenv("HIPDNN_HEUR_POLICY_ORDER"), 0);
    assert_int_equal(read_order(heuristic, ids), 2);
    assert_int_equal(ids[0], 77);
    assert_int_equal(ids[1], ordering);
    destroy(heuristic);
}

/* D10, D11, D15: nobody ranks; the sentence names each slot; the heuristic can be set right and finalized again. */
static void test_nobody_ranks(void **state)
{
    (void)state;
    int64_t count;
    descriptor heuristic = begin_heuristic(graph);
    set_i64s(heuristic, HIPDNN_ATTR_ENGINEHEUR_POLICY_ORDER_EXT, DIMS(0x1234, -1));
    assert_refused(hipdnnBackendFinalize(heuristic), INTERNAL_ERROR, "0x0000000000001234 is not ");
    assert_refused(results(heuristic, 0, &count, NULL), BAD_PARAM_NOT_FINALIZED, "is not finalized");
    assert_ok(set(heuristic, HIPDNN_ATTR_ENGINEHEUR_POLICY_ORDER_EXT, HIPDNN_TYPE_INT64, 0, &count));
    assert_refused(hipdnnBackendFinalize(heuristic), INTERNAL_ERROR, "the policy order is empty");
    set_i64(heuristic, HIPDNN_ATTR_ENGINEHEUR_POLICY_ORDER_EXT, hipdnn_policy_name_to_id(STATIC_ORDERING));
    finalize(heuristic);
    assert_true(result_count(heuristic) >= 1);
    destroy(heuristic);
}

/* D9: without a candidate finalize fails and says why each engine does not apply; find-first finds nothing. */
static void test_no_candidate(void **state)
{
    (void)state;
    descriptor impossible = make_impossible_graph(), heuristic = begin_heuristic(impossible);
    assert_refused(hipdnnBackendFinalize(heuristic), NOT_SUPPORTED, REFERENCE ": node 'relu': tensor 'x' (uid 1)");
    set_bool(heuristic, HIPDNN_ATTR_ENGINEHEUR_FIND_FIRST_EXT, true);
    finalize(heuristic);
    assert_int_equal(result_count(heuristic), 0);
    destroy(heuristic);

    heuristic = begin_heuristic(graph);
    set_bool(heuristic, HIPDNN_ATTR_ENGINEHEUR_FIND_FIRST_EXT, true);
    finalize(heuristic);
    assert_true(result_count(heuristic) >= 1);
    destroy(heuristic);
    destroy(impossible);
}

/* ----------------------------------------------------------------------------------------- engines and plans */

static void test_engines_that_cannot(void **state)
{
    (void)state;
    descriptor engine = begin_engine(graph, "NO_SUCH_ENGINE");
    assert_refused(hipdnnBackendFinalize(engine), BAD_PARAM, "there is no engine with id");
    /* It applies on request alone. */
    set_i64(engine, HIPDNN_ATTR_ENGINE_GLOBAL_INDEX, hipdnn_engine_name_to_id("NULL_ENGINE"));
    assert_refused(hipdnnBackendFinalize(engine), BAD_PARAM, "engine NULL_ENGINE does not apply to this graph");
    set_i64(engine, HIPDNN_ATTR_ENGINE_GLOBAL_INDEX, hipdnn_engine_name_to_id(REFERENCE));
    finalize(engine);
    destroy(engine);
}

static void test_a_plan_of_a_graph_with_workspace(void **state)
{
    (void)state;
    descriptor a = make_tensor(1, "a", DIMS(4)), b = make_virtual(2, "b", DIMS(4)), c = make_tensor(3, "c", DIMS(4));
    descriptor operations[] = {make_relu(a, b), make_relu(b, c)}, two = make_graph(handle, 2, operations);
    descriptor plan = make_plan(two, REFERENCE);
    int64_t uids[2], count;
    assert_true(get_i64(plan, HIPDNN_ATTR_EXECUTION_PLAN_WORKSPACE_SIZE) >= (int64_t)(4 * sizeof(float)));
    /* Virtual tensors are not asked for. */
    assert_ok(get(plan, HIPDNN_ATTR_EXECUTION_PLAN_TENSOR_UIDS_EXT, HIPDNN_TYPE_INT64, 2, &count, uids));
    assert_int_equal(count, 2);
    assert_int_equal(uids[0], 1);
    assert_int_equal(uids[1], 3);
    descriptor all[] = {a, b, c, operations[0], operations[1], two, plan};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        destroy(all[i]);
}

/* ------------------------------------------------------------------------------------------- what a handle says */

static void test_engines_of_a_handle(void **state)
{
    (void)state;
    size_t count = 0;
    assert_ok(hipdnnGetEngineCount_ext(handle, &count));
    assert_in_range(count, 2, 100);
    char previous[128] = "";
    bool seen = false;
    for (size_t i = 0; i < count; i++) {
        size_t sizes[4] = {0};
        char name[128], plugin[128], version[128], type[128];
        int64_t id = 0, by_name = 0;
        assert_ok(hipdnnGetEngineInfo_ext(handle, i, &id, NULL, &sizes[0], plugin, &sizes[1], version, &sizes[2], type,
                                          &sizes[3]));
        assert_ok(hipdnnGetEngineInfo_ext(handle, i, &id, name, &sizes[0], plugin, &sizes[1], version, &sizes[2], type,
                                          &sizes[3]));
        assert_int_equal(sizes[0], strlen(name) + 1);
        assert_string_equal(type, "engine");
        assert_true(strcmp(previous, name) < 0); /* by name */
        memcpy(previous, name, sizeof name);
        seen |= strcmp(name, REFERENCE) == 0 && strcmp(plugin, "hipdnn_reference") == 0;
        sizes[0]--;
        assert_refused(hipdnnGetEngineInfo_ext(handle, i, &id, name, &sizes[0], plugin, &sizes[1], version, &sizes[2],
                                               type, &sizes[3]),
                       BAD_PARAM, "are needed");
        assert_refused(
            hipdnnGetEngineInfo_ext(handle, i, &id, name, NULL, plugin, &sizes[1], version, &sizes[2], type, &sizes[3]),
            BAD_PARAM_NULL_POINTER, "engineName");
        assert_ok(hipdnnGetEngineIdByName_ext(handle, name, &by_name));
        assert_int_equal(by_name, id);
    }
    assert_true(seen);
    size_t size = 0;
    assert_refused(hipdnnGetEngineInfo_ext(handle, count, NULL, NULL, &size, NULL, &size, NULL, &size, NULL, &size),
                   BAD_PARAM, "is out of range");
    assert_refused(hipdnnGetEngineCount_ext(handle, NULL), BAD_PARAM_NULL_POINTER, "is NULL");
}

static void test_names_and_ids(void **state)
{
    (void)state;
    const int64_t id = hipdnn_engine_name_to_id(REFERENCE);
    char name[64] = "";
    size_t size = 0;
    int64_t read = 0;
    assert_ok(hipdnnGetEngineNameById_ext(handle, id, NULL, &size));
    assert_int_equal(size, sizeof REFERENCE);
    assert_ok(hipdnnGetEngineNameById_ext(handle, id, name, &size));
    assert_string_equal(name, REFERENCE);
    assert_int_equal(size, sizeof REFERENCE);
    size = 3;
    assert_refused(hipdnnGetEngineNameById_ext(handle, id, name, &size), BAD_PARAM, "are needed");
    assert_refused(hipdnnGetEngineNameById_ext(handle, 5, name, &size), NOT_SUPPORTED, "no engine with id");
    assert_refused(hipdnnGetEngineNameById_ext(handle, id, name, NULL), BAD_PARAM_NULL_POINTER, "is NULL");
    assert_refused(hipdnnGetEngineIdByName_ext(handle, "NO_SUCH_ENGINE", &read), NOT_SUPPORTED, "no engine named");
    assert_refused(hipdnnGetEngineIdByName_ext(handle, NULL, &read), BAD_PARAM_NULL_POINTER, "is NULL");
    assert_refused(hipdnnGetEngineIdByName_ext(handle, REFERENCE, NULL), BAD_PARAM_NULL_POINTER, "is NULL");

    assert_int_equal(hipdnn_engine_name_to_id("a"), (int64_t)UINT64_C(0xAF63DC4C8601EC8C));
    assert_int_equal(hipdnn_policy_name_to_id("foobar"), (int64_t)UINT64_C(0x85944171F73967E8));
    assert_int_equal(hipdnn_engine_name_to_id("MIOPEN_ENGINE"), INT64_C(1563989756945604898));
    assert_int_equal(hipdnn_engine_name_to_id(""), 0);
    assert_int_equal(hipdnn_policy_name_to_id(NULL), 0);
}

static void test_policies_of_a_handle(void **state)
{
    (void)state;
    size_t count = 0, sizes[4] = {0}, length = 1;
    char texts[4][128], path[1] = {'?'};
    int64_t id = 0;
    int is_builtin = -1;
    bool seen = false;
    assert_ok(hipdnnGetHeuristicPolicyCount_ext(handle, &count));
    assert_in_range(count, 1, 100);
    for (size_t i = 0; i < count; i++) {
        assert_ok(hipdnnGetHeuristicPolicyInfo_ext(handle, i, &id, NULL, &sizes[0], NULL, &sizes[1], NULL, &sizes[2],
                                                   NULL, &sizes[3]));
        assert_ok(hipdnnGetHeuristicPolicyInfo_ext(handle, i, &id, texts[0], &sizes[0], texts[1], &sizes[1], texts[2],
                                                   &sizes[2], texts[3], &sizes[3]));
        assert_int_equal(id, hipdnn_policy_name_to_id(texts[0]));
        seen |= strcmp(texts[0], STATIC_ORDERING) == 0;
    }
    assert_true(seen);
    assert_refused(hipdnnGetHeuristicPolicyInfo_ext(handle, count, &id, NULL, &sizes[0], NULL, &sizes[1], NULL,
                                                    &sizes[2], NULL, &sizes[3]),
                   BAD_PARAM, "is out of range");
    assert_ok(hipdnnGetHeuristicPolicySource_ext(handle, 0, &is_builtin, path, &length));
    assert_int_equal(is_builtin, 1);
    assert_string_equal(path, "");
    assert_ok(hipdnnGetHeuristicPolicySource_ext(handle, 0, NULL, NULL, &length));
    assert_int_equal(length, 1);
    assert_refused(hipdnnGetHeuristicPolicySource_ext(handle, 0, NULL, NULL, NULL), BAD_PARAM_NULL_POINTER, "is NULL");
    assert_refused(hipdnnGetHeuristicPolicySource_ext(handle, count, NULL, NULL, &length), BAD_PARAM, "out of range");
}

static int set_up(void **state)
{
    (void)state;
    (void)unsetenv("HIPDNN_HEUR_POLICY_ORDER");
    assert_ok(hipdnnCreate(&handle));
    graph = make_relu_graph(handle);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    destroy(graph);
    return (int)hipdnnDestroy(handle);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_results_fill_the_callers_configs),
        cmocka_unit_test(test_modes),
        cmocka_unit_test(test_the_order_used),
        cmocka_unit_test(test_nobody_ranks),
        cmocka_unit_test(test_no_candidate),
        cmocka_unit_test(test_engines_that_cannot),
        cmocka_unit_test(test_a_plan_of_a_graph_with_workspace),
        cmocka_unit_test(test_engines_of_a_handle),
        cmocka_unit_test(test_names_and_ids),
        cmocka_unit_test(test_policies_of_a_handle),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
