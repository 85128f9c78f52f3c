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

/* Describe, run, store and load; the first status that is not success. */
static hipdnnStatus_t whole_life(hipdnnHandle_t handle, hipdnn_graph_t **out_graph)
{
    hipdnn_graph_t *graph = hipdnn_graph_create(&(hipdnn_graph_attributes){.io_data_type = HIPDNN_TYPE_F32});
    *out_graph = graph;
    hipdnn_tensor_t *x = hipdnn_graph_tensor(graph, &(hipdnn_tensor_attributes){.name = "x", .dim = {1, 1, 2, 2}});
    hipdnn_tensor_t *w = hipdnn_graph_tensor(graph, &(hipdnn_tensor_attributes){.dim = {1, 1, 1, 1}});
    hipdnn_tensor_t *y = hipdnn_graph_conv_fprop(graph, x, w, NULL);
    y = hipdnn_graph_pointwise(graph, y, hipdnn_graph_scalar_f32(graph, 1, NULL), NULL,
                               &(hipdnn_pointwise_attributes){.mode = HIPDNN_POINTWISE_ADD});
    hipdnn_tensor_set_output(y, true);
    hipdnnStatus_t status = hipdnn_graph_validate(graph);
    if (status == HIPDNN_STATUS_SUCCESS)
        status = hipdnn_graph_build_operation_graph(graph, handle);
    if (status == HIPDNN_STATUS_SUCCESS)
        status =
            hipdnn_graph_create_execution_plan_ext(graph, hipdnn_engine_name_to_id("CPU_REFERENCE_ENGINE"), NULL, 0);
    if (status != HIPDNN_STATUS_SUCCESS)
        return status;

    _Alignas(16) float x_data[4] = {1, 2, 3, 4}, w_data[1] = {2}, y_data[4];
    static _Alignas(64) char workspace[4096];
    const hipdnn_binding bindings[] = {{x, x_data}, {w, w_data}, {y, y_data}};
    status = hipdnn_graph_execute(graph, handle, bindings, 3, workspace);
    if (status != HIPDNN_STATUS_SUCCESS)
        return status;
    assert_float_equal(y_data[3], 9, 0);
    hipdnn_binding_t *binding = hipdnn_graph_bind(graph, bindings, 3, workspace);
    hipdnn_binding_destroy(binding);
    if (binding == NULL)
        return hipdnn_graph_get_status(graph);

    void *bytes = NULL;
    size_t size = 0;
    status = hipdnn_graph_serialize(graph, &bytes, &size);
    if (status != HIPDNN_STATUS_SUCCESS)
        return status;
    hipdnn_graph_t *copy = hipdnn_graph_deserialize(bytes, size);
    hipdnn_free(bytes);
    hipdnn_graph_destroy(copy);
    return copy != NULL ? HIPDNN_STATUS_SUCCESS : HIPDNN_STATUS_ALLOC_FAILED;
}

static void each_allocation_may_fail(void **state)
{
    (void)state;
    hipdnnHandle_t handle;
    assert_int_equal(hipdnnCreateForDevice_ext(&handle, HIPDNN_DEVICE_KIND_CPU, 0), HIPDNN_STATUS_SUCCESS);
    for (int i = 0; i < 10000; i++) {
        hd_gate gate = {.left = i};
        hipdnn_graph_t *graph = NULL;
        hd_memory_set_gate(pass, &gate);
        const hipdnnStatus_t status = whole_life(handle, &graph);
        hd_memory_set_gate(NULL, NULL);
        if (status == HIPDNN_STATUS_SUCCESS) {
            hipdnn_graph_destroy(graph);
            print_message("%d allocations\n", i);
            assert_true(i > 20);
            assert_int_equal(hipdnnDestroy(handle), HIPDNN_STATUS_SUCCESS);
            return;
        }
        if (graph == NULL)
            assert_int_equal(status, HIPDNN_STATUS_BAD_PARAM_NULL_POINTER);
        else if (status != HIPDNN_STATUS_ALLOC_FAILED)
            fail_msg("allocation %d: status %d, %s", i, (int)status, hipdnn_graph_get_error(graph));
        hipdnn_graph_destroy(graph);
    }
    fail_msg("no end of allocations");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_allocation_may_fail),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
