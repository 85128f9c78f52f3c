/* SPDX-License-Identifier: MIT */
/* Execution: what it refuses and what the sentence names; packs that are bound anew. */
#include "support.h"

#include <stdalign.h>
#include <stdlib.h>
#include <string.h>

static hipdnnHandle_t handle;
static descriptor graph, plan; /* y = relu(x), uids 1 and 2 */

static alignas(64) float x[4] = {-1, 2, -3, 4}, y[4], other_x[4] = {5, -6, 7, -8}, other_y[4];
static const int64_t uids[] = {1, 2};

static descriptor make_good_pack(void)
{
    return make_pack(2, uids, (void *[]){x, y}, NULL);
}

static hipdnnStatus_t run(descriptor pack)
{
    memset(y, 0, sizeof y);
    memset(other_y, 0, sizeof other_y);
    return hipdnnBackendExecute(handle, plan, pack);
}

static hipdnnStatus_t rebind(descriptor pack, int64_t count, void *const *pointers)
{
    return hipdnnBackendUpdateVariantPack_ext(pack, count, pointers);
}

static const float positive_x[] = {0, 2, 0, 4}, positive_other[] = {5, 0, 7, 0};

/* ----------------------------------------------------------------------------------------------- the three objects */

static void test_null(void **state)
{
    (void)state;
    descriptor pack = make_good_pack();
    assert_refused(hipdnnBackendExecute(NULL, plan, pack), BAD_PARAM_NULL_POINTER, "the handle is NULL");
    assert_refused(hipdnnBackendExecute(handle, NULL, pack), BAD_PARAM_NULL_POINTER, "the execution plan is NULL");
    assert_refused(hipdnnBackendExecute(handle, plan, NULL), BAD_PARAM_NULL_POINTER, "the variant pack is NULL");
    assert_refused(hipdnnBackendExecute(NULL, NULL, NULL), BAD_PARAM_NULL_POINTER, "is NULL");
    destroy(pack);
}

static void test_wrong_kinds(void **state)
{
    (void)state;
    descriptor pack = make_good_pack();
    assert_refused(hipdnnBackendExecute(handle, pack, plan), BAD_PARAM, "an execution plan is needed");
    assert_refused(hipdnnBackendExecute(handle, graph, pack), BAD_PARAM, "the execution plan is a graph");
    assert_refused(hipdnnBackendExecute(handle, plan, plan), BAD_PARAM, "a variant pack is needed");
    assert_refused(hipdnnBackendExecute((hipdnnHandle_t)(void *)graph, plan, pack), BAD_PARAM, "a handle is needed");
    assert_refused(hipdnnBackendExecute(handle, (descriptor)(void *)handle, pack), BAD_PARAM,
                   "the execution plan is a handle");
    destroy(pack);
}

/* Unfinalized is BAD_PARAM here, not BAD_PARAM_NOT_FINALIZED. */
static void test_unfinalized(void **state)
{
    (void)state;
    descriptor pack = make_good_pack(), open_pack = make(HIPDNN_BACKEND_VARIANT_PACK_DESCRIPTOR);
    descriptor open_plan = make(HIPDNN_BACKEND_EXECUTION_PLAN_DESCRIPTOR);
    assert_refused(hipdnnBackendExecute(handle, open_plan, pack), BAD_PARAM, "the execution plan is not finalized");
    assert_refused(hipdnnBackendExecute(handle, plan, open_pack), BAD_PARAM, "the variant pack is not finalized");
    destroy(open_plan);
    destroy(open_pack);
    destroy(pack);
}

static void test_destroyed(void **state)
{
    (void)state;
    descriptor pack = make_good_pack(), short_lived = make_plan(graph, REFERENCE);
    assert_ok(hipdnnBackendExecute(handle, short_lived, pack));
    destroy(short_lived);
    assert_refused(hipdnnBackendExecute(handle, short_lived, pack), BAD_PARAM, "the execution plan was destroyed");
    destroy(pack);
    assert_refused(hipdnnBackendExecute(handle, plan, pack), BAD_PARAM, "the variant pack was destroyed");
}

/* --------------------------------------------------------------------------------------------------- the pointers */

static void test_a_missing_tensor_is_named(void **state)
{
    (void)state;
    descriptor pack = make_pack(1, (int64_t[]){1}, (void *[]){x}, NULL);
    assert_refused(run(pack), BAD_PARAM, "no entry for tensor 'y' (uid 2)");
    destroy(pack);
    pack = make_pack(2, (int64_t[]){2, 3}, (void *[]){y, x}, NULL);
    assert_refused(run(pack), BAD_PARAM, "no entry for tensor 'x' (uid 1)");
    destroy(pack);
    pack = make_pack(2, uids, (void *[]){NULL, y}, NULL);
    assert_refused(run(pack), BAD_PARAM, "no pointer for tensor 'x' (uid 1)");
    assert_refused(run(pack), BAD_PARAM, "no pointer for tensor 'x' (uid 1)"); /* a refusal is not remembered */
    destroy(pack);
}

static void test_pairs(void **state)
{
    (void)state;
    descriptor pack = make(HIPDNN_BACKEND_VARIANT_PACK_DESCRIPTOR);
    set_i64s(pack, HIPDNN_ATTR_VARIANT_PACK_UNIQUE_IDS, 2, uids);
    assert_ok(set(pack, HIPDNN_ATTR_VARIANT_PACK_DATA_POINTERS, HIPDNN_TYPE_VOID_PTR, 1, (void *[]){x}));
    assert_refused(hipdnnBackendFinalize(pack), BAD_PARAM, "2 uids and 1 pointers");
    assert_ok(set(pack, HIPDNN_ATTR_VARIANT_PACK_DATA_POINTERS, HIPDNN_TYPE_VOID_PTR, 2, (void *[]){x, y}));
    finalize(pack);
    assert_ok(run(pack));
    assert_memory_equal(y, positive_x, sizeof y);
    destroy(pack);
}

/* Callers bind what they have: order does not matter, nor does what the plan has no use for. */
static void test_order_and_extras(void **state)
{
    (void)state;
    descriptor pack = make_pack(4, (int64_t[]){77, 2, -3, 1}, (void *[]){NULL, y, (void *)1, x}, NULL);
    assert_ok(run(pack));
    assert_memory_equal(y, positive_x, sizeof y);
    destroy(pack);
}

static void test_alignment(void **state)
{
    (void)state;
    alignas(64) static float memory[32];
    descriptor pack = make_pack(2, uids, (void *[]){memory + 1, y}, NULL);
    assert_refused(run(pack), BAD_PARAM, "the pointer for tensor 'x' (uid 1)");
    assert_refused(run(pack), BAD_PARAM, "is not aligned to the 16 bytes");
    destroy(pack);

    /* A tensor may promise more, or less. */
    for (int64_t alignment = 4; alignment <= 64; alignment *= 4) {
        descriptor in = begin_tensor(1, "in", DIMS(4)), out = make_tensor(2, "y", DIMS(4));
        set_i64(in, HIPDNN_ATTR_TENSOR_BYTE_ALIGNMENT, alignment);
        finalize(in);
        descriptor relu = make_relu(in, out), aligned_graph = make_graph(handle, 1, &relu);
        descriptor aligned_plan = make_plan(aligned_graph, REFERENCE);
        descriptor good = make_pack(2, uids, (void *[]){memory + alignment / 4, y}, NULL);
        descriptor bad = make_pack(2, uids, (void *[]){(char *)memory + alignment / 2, y}, NULL);
        assert_ok(hipdnnBackendExecute(handle, aligned_plan, good));
        assert_refused(hipdnnBackendExecute(handle, aligned_plan, bad), BAD_PARAM, "tensor 'in' (uid 1)");
        descriptor all[] = {in, out, relu, aligned_graph, aligned_plan, good, bad};
        for (size_t i = 0; i < sizeof all / sizeof *all; i++)
            destroy(all[i]);
    }
}

/* Constants and virtual tensors are not bound. */
static void test_what_needs_no_pointer(void **state)
{
    (void)state;
    const float value = -2;
    const int32_t mode = HIPDNN_POINTWISE_ADD, type = HIPDNN_DATA_FLOAT;
    descriptor in = make_tensor(1, "in", DIMS(4)), middle = make_virtual(3, "middle", DIMS(4));
    descriptor constant = begin_tensor(4, "value", DIMS(1)), out = make_tensor(2, "out", DIMS(4));
    assert_ok(set(constant, HIPDNN_ATTR_TENSOR_VALUE_EXT, HIPDNN_TYPE_CHAR, sizeof value, &value));
    finalize(constant);
    descriptor add = make(HIPDNN_BACKEND_OPERATION_POINTWISE_DESCRIPTOR), relu = make_relu(in, middle);
    set_number(add, HIPDNN_ATTR_POINTWISE_MODE, HIPDNN_TYPE_POINTWISE_MODE, mode);
    set_number(add, HIPDNN_ATTR_POINTWISE_MATH_PREC, HIPDNN_TYPE_DATA_TYPE, type);
    set_child(add, HIPDNN_ATTR_OPERATION_POINTWISE_IN_0_EXT, middle);
    set_child(add, HIPDNN_ATTR_OPERATION_POINTWISE_IN_1_EXT, constant);
    set_child(add, HIPDNN_ATTR_OPERATION_POINTWISE_OUT_0_EXT, out);
    finalize(add);
    descriptor operations[] = {relu, add}, both = make_graph(handle, 2, operations);
    descriptor both_plan = make_plan(both, REFERENCE);
    const int64_t size = get_i64(both_plan, HIPDNN_ATTR_EXECUTION_PLAN_WORKSPACE_SIZE);
    void *workspace = malloc((size_t)size);
    descriptor pack = make_pack(2, uids, (void *[]){x, y}, workspace);
    memset(y, 0, sizeof y);
    assert_ok(hipdnnBackendExecute(handle, both_plan, pack));
    assert_memory_equal(y, ((float[]){-2, 0, -2, 2}), sizeof y);

    /* But the workspace is, when the plan has one. */
    descriptor without = make_good_pack();
    assert_refused(hipdnnBackendExecute(handle, both_plan, without), BAD_PARAM, "the plan needs a workspace of");
    descriptor all[] = {in, middle, constant, out, add, relu, both, both_plan, pack, without};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        destroy(all[i]);
    free(workspace);
}

/* What a pack was checked with is remembered for one plan at a time. */
static void test_one_pack_and_two_plans(void **state)
{
    (void)state;
    descriptor in = make_tensor(2, "in", DIMS(4)), out = make_tensor(9, "out", DIMS(4)), relu = make_relu(in, out);
    descriptor other_graph = make_graph(handle, 1, &relu), other_plan = make_plan(other_graph, REFERENCE);
    descriptor pack = make_good_pack();
    for (int i = 0; i < 3; i++) {
        assert_ok(run(pack));
        assert_refused(hipdnnBackendExecute(handle, other_plan, pack), BAD_PARAM, "tensor 'out' (uid 9)");
    }
    descriptor all[] = {in, out, relu, other_graph, other_plan, pack};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        destroy(all[i]);
}

/* -------------------------------------------------------------------------------------------------------- rebinding */

static void test_rebind(void **state)
{
    (void)state;
    descriptor pack = make_good_pack();
    void *read[2];
    int64_t count;
    assert_ok(run(pack));
    assert_memory_equal(y, positive_x, sizeof y);
    assert_ok(rebind(pack, 2, (void *[]){other_x, other_y}));
    assert_ok(run(pack));
    assert_memory_equal(other_y, positive_other, sizeof other_y);
    assert_memory_equal(y, ((float[4]){0}), sizeof y);
    assert_ok(get(pack, HIPDNN_ATTR_VARIANT_PACK_DATA_POINTERS, HIPDNN_TYPE_VOID_PTR, 2, &count, read));
    assert_ptr_equal(read[0], other_x);
    assert_ptr_equal(read[1], other_y);
    destroy(pack);
}

/* New pointers are checked like the first ones, although the pack was found good before. */
static void test_rebinding_is_checked(void **state)
{
    (void)state;
    descriptor pack = make_good_pack();
    assert_ok(run(pack));
    assert_ok(rebind(pack, 2, (void *[]){x, (char *)y + 4}));
    assert_refused(run(pack), BAD_PARAM, "tensor 'y' (uid 2)");
    assert_ok(rebind(pack, 2, (void *[]){NULL, y})); /* unbound */
    assert_refused(run(pack), BAD_PARAM, "no pointer for tensor 'x' (uid 1)");
    assert_ok(rebind(pack, 2, (void *[]){x, y}));
    assert_ok(run(pack));
    assert_memory_equal(y, positive_x, sizeof y);
    destroy(pack);
}

static void test_rebind_refuses(void **state)
{
    (void)state;
    void *pointers[] = {other_x, other_y, x};
    descriptor pack = make_good_pack(), open = make(HIPDNN_BACKEND_VARIANT_PACK_DESCRIPTOR);
    assert_refused(rebind(NULL, 2, pointers), BAD_PARAM_NULL_POINTER, "the variant pack is NULL");
    assert_refused(rebind(pack, 2, NULL), BAD_PARAM_NULL_POINTER, "pointers is NULL");
    assert_refused(rebind(open, 2, pointers), NOT_INITIALIZED, "is not finalized");
    assert_refused(rebind(plan, 2, pointers), BAD_PARAM, "a variant pack is needed");
    assert_refused(rebind(pack, 1, pointers), BAD_PARAM, "has 2 entries, 1 pointers were given");
    assert_refused(rebind(pack, 3, pointers), BAD_PARAM, "has 2 entries, 3 pointers were given");
    assert_refused(rebind(pack, -1, pointers), BAD_PARAM, "-1 pointers were given");
    assert_ok(run(pack)); /* nothing was bound anew */
    assert_memory_equal(y, positive_x, sizeof y);
    destroy(pack);
    destroy(open);
    assert_refused(rebind(pack, 2, pointers), BAD_PARAM, "was destroyed already");
}

/* A loop as an application has it: one pack, other memory each time. */
static void test_a_loop(void **state)
{
    (void)state;
    alignas(16) float in[8][4], out[8][4];
    descriptor pack = make_good_pack();
    for (int i = 0; i < 8; i++) {
        for (int j = 0; j < 4; j++)
            in[i][j] = (float)(i - j);
        assert_ok(rebind(pack, 2, (void *[]){in[i], out[i]}));
        assert_ok(hipdnnBackendExecute(handle, plan, pack));
        assert_ok(hipdnnBackendExecute(handle, plan, pack)); /* from memory */
    }
    for (int i = 0; i < 8; i++)
        for (int j = 0; j < 4; j++)
            assert_true(out[i][j] == (i > j ? (float)(i - j) : 0));
    destroy(pack);
}

static int set_up(void **state)
{
    (void)state;
    assert_ok(hipdnnCreate(&handle));
    graph = make_relu_graph(handle);
    plan = make_plan(graph, REFERENCE);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    destroy(plan);
    destroy(graph);
    return (int)hipdnnDestroy(handle);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_null),
        cmocka_unit_test(test_wrong_kinds),
        cmocka_unit_test(test_unfinalized),
        cmocka_unit_test(test_destroyed),
        cmocka_unit_test(test_a_missing_tensor_is_named),
        cmocka_unit_test(test_pairs),
        cmocka_unit_test(test_order_and_extras),
        cmocka_unit_test(test_alignment),
        cmocka_unit_test(test_what_needs_no_pointer),
        cmocka_unit_test(test_one_pack_and_two_plans),
        cmocka_unit_test(test_rebind),
        cmocka_unit_test(test_rebinding_is_checked),
        cmocka_unit_test(test_rebind_refuses),
        cmocka_unit_test(test_a_loop),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
