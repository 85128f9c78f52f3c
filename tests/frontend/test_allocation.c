/* SPDX-License-Identifier: MIT */
/* Every allocation of the frontend fails once: the call says so, nothing leaks, nothing is half done. The backend has
 * its own copy of the base and is not touched by the gate. */
#include "base/memory.h"
#include "hipdnn_frontend.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

typedef struct hd_gate {
    int left; /* allocations until the one that fails */
} hd_gate;

static bool pass(void *context, size_t size)
{
    (void)size;
    hd_gate *gate = context;
    return gate->left-- != 0;
}

static _Alignas(64) char workspace[4096];

/* y = conv(x, w) + 1. */
typedef struct hd_block {
    hipdnn_graph_t *graph;
    hipdnn_tensor_t *x, *w, *y;
} hd_block;

/* Plans it on the reference engine; the first status that is not success. */
static hipdnnStatus_t build(hipdnnHandle_t handle, hd_block *b)
{
    b->graph = hipdnn_graph_create(&(hipdnn_graph_attributes){.io_data_type = HIPDNN_TYPE_F32});
    b->x = hipdnn_graph_tensor(b->graph, &(hipdnn_tensor_attributes){.name = "x", .dim = {1, 1, 2, 2}});
    b->w = hipdnn_graph_tensor(b->graph, &(hipdnn_tensor_attributes){.dim = {1, 1, 1, 1}});
    b->y = hipdnn_graph_conv_fprop(b->graph, b->x, b->w, NULL);
    b->y = hipdnn_graph_pointwise(b->graph, b->y, hipdnn_graph_scalar_f32(b->graph, 1, NULL), NULL,
                                  &(hipdnn_pointwise_attributes){.mode = HIPDNN_POINTWISE_ADD});
    hipdnn_tensor_set_output(b->y, true);
    hipdnnStatus_t status = hipdnn_graph_validate(b->graph);
    if (status == HIPDNN_STATUS_SUCCESS)
        status = hipdnn_graph_build_operation_graph(b->graph, handle);
    if (status == HIPDNN_STATUS_SUCCESS)
        status =
            hipdnn_graph_create_execution_plan_ext(b->graph, hipdnn_engine_name_to_id("CPU_REFERENCE_ENGINE"), NULL, 0);
    return status;
}

/* Describe, run, store and load. */
static hipdnnStatus_t whole_life(hipdnnHandle_t handle, hd_block *b)
{
    hipdnnStatus_t status = build(handle, b);
    if (status != HIPDNN_STATUS_SUCCESS)
        return status;

    _Alignas(16) float x_data[4] = {1, 2, 3, 4}, w_data[1] = {2}, y_data[4];
    const hipdnn_binding bindings[] = {{b->x, x_data}, {b->w, w_data}, {b->y, y_data}};
    status = hipdnn_graph_execute(b->graph, handle, bindings, 3, workspace);
    if (status != HIPDNN_STATUS_SUCCESS)
        return status;
    assert_float_equal(y_data[3], 9, 0);
    hipdnn_binding_t *binding = hipdnn_graph_bind(b->graph, bindings, 3, workspace);
    hipdnn_binding_destroy(binding);
    if (binding == NULL)
        return hipdnn_graph_get_status(b->graph);

    void *bytes = NULL;
    size_t size = 0;
    status = hipdnn_graph_serialize(b->graph, &bytes, &size);
    if (status != HIPDNN_STATUS_SUCCESS)
        return status;
    hipdnn_graph_t *copy = hipdnn_graph_deserialize(bytes, size);
    hipdnn_free(bytes);
    hipdnn_graph_destroy(copy);
    return copy != NULL ? HIPDNN_STATUS_SUCCESS : HIPDNN_STATUS_ALLOC_FAILED;
}

static int make_handle(void **state)
{
    return hipdnnCreateForDevice_ext((hipdnnHandle_t *)state, HIPDNN_DEVICE_KIND_CPU, 0) != HIPDNN_STATUS_SUCCESS;
}

static int destroy_handle(void **state)
{
    return hipdnnDestroy(*state) != HIPDNN_STATUS_SUCCESS;
}

static void each_allocation_may_fail(void **state)
{
    for (int i = 0; i < 10000; i++) {
        hd_gate gate = {.left = i};
        hd_block b = {0};
        hd_memory_set_gate(pass, &gate);
        const hipdnnStatus_t status = whole_life(*state, &b);
        hd_memory_set_gate(NULL, NULL);
        const bool is_right =
            status == HIPDNN_STATUS_SUCCESS ||
            status == (b.graph == NULL ? HIPDNN_STATUS_BAD_PARAM_NULL_POINTER : HIPDNN_STATUS_ALLOC_FAILED);
        if (!is_right)
            fail_msg("allocation %d: status %d, %s", i, (int)status, hipdnn_graph_get_error(b.graph));
        hipdnn_graph_destroy(b.graph);
        if (status == HIPDNN_STATUS_SUCCESS) {
            print_message("%d allocations\n", i);
            assert_true(i > 20);
            return;
        }
    }
    fail_msg("no end of allocations");
}

static void a_loop_allocates_nothing(void **state)
{
    hd_block b = {0};
    assert_int_equal(build(*state, &b), HIPDNN_STATUS_SUCCESS);
    _Alignas(16) float x[2][4] = {{1, 2, 3, 4}, {5, 6, 7, 8}}, w[1] = {2}, y[4];
    hd_gate none = {0};
    for (int i = 0; i < 10; i++) {
        const hipdnn_binding bindings[] = {{b.x, x[i % 2]}, {b.w, w}, {b.y, y}};
        assert_int_equal(hipdnn_graph_execute(b.graph, *state, bindings, 3, workspace), HIPDNN_STATUS_SUCCESS);
        assert_float_equal(y[0], (i % 2 == 0 ? 3 : 11), 0);
        none.left = 0;
        hd_memory_set_gate(pass, &none); /* from the second round on */
    }
    hd_memory_set_gate(NULL, NULL);
    hipdnn_graph_destroy(b.graph);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_allocation_may_fail),
        cmocka_unit_test(a_loop_allocates_nothing),
    };
    return cmocka_run_group_tests(tests, make_handle, destroy_handle);
}
