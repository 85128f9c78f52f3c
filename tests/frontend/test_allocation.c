/* SPDX-License-Identifier: MIT */
/* Every allocation of the frontend fails once: the call says so, nothing leaks, nothing is half done. The backend has
 * its own copy of the base and is not touched by the gate. */
#include "base/memory.h"
#include "support.h"

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

/* Lists, attributes of every kind, and JSON. */
static hipdnnStatus_t lists_and_texts(hipdnnHandle_t handle, hd_block *b)
{
    hipdnn_tensor_t *inputs[6], *outputs[2] = {NULL, NULL};
    b->graph = hipdnn_graph_create(&(hipdnn_graph_attributes){.io_data_type = HIPDNN_TYPE_F32});
    for (size_t i = 0; i < COUNT(inputs); i++)
        inputs[i] = TENSOR(b->graph, NULL, 2, 3);
    hipdnn_graph_custom_op(b->graph, inputs, COUNT(inputs), outputs, COUNT(outputs),
                           &(hipdnn_custom_op_attributes){.custom_op_id = "id", .data = "bytes", .data_size = 5});
    hipdnn_tensor_set_dim(outputs[0], LIST(2, 3));
    hipdnn_tensor_set_dim(outputs[1], LIST(2, 3));
    hipdnn_tensor_t *y =
        hipdnn_graph_reduction(b->graph, outputs[0], &(hipdnn_reduction_attributes){.mode = HIPDNN_REDUCE_TENSOR_ADD});
    hipdnn_tensor_set_dim(y, LIST(2, 1));
    hipdnn_tensor_set_output(y, true);
    hipdnnStatus_t status = hipdnn_graph_validate(b->graph);
    if (status == HIPDNN_STATUS_SUCCESS)
        status = hipdnn_graph_build_operation_graph(b->graph, handle);
    if (status != HIPDNN_STATUS_SUCCESS)
        return status;
    char *text = NULL;
    status = hipdnn_graph_to_json(b->graph, &text);
    if (status != HIPDNN_STATUS_SUCCESS)
        return status;
    hipdnn_graph_t *copy = hipdnn_graph_from_json(text, strlen(text));
    hipdnn_free(text);
    hipdnn_graph_destroy(copy);
    return copy != NULL ? HIPDNN_STATUS_SUCCESS : HIPDNN_STATUS_ALLOC_FAILED;
}

/* Knobs, what engines say, a list of plans of one's own, shapes of one execution. */
static hipdnnStatus_t engines_and_plans(hipdnnHandle_t handle, hd_block *b)
{
    const int64_t engine = hipdnn_engine_name_to_id("TEST_KNOBS_ENGINE");
    const hipdnn_data_knob_setting settings[] = {HIPDNN_KNOB_I64("test.knobs.level", 5),
                                                 HIPDNN_KNOB_TEXT("test.knobs.kernel", "tiled")};
    const hipdnn_engine_config *configs = NULL;
    const char *name = NULL;
    size_t count = 0;
    b->graph = hipdnn_graph_create(&(hipdnn_graph_attributes){.io_data_type = HIPDNN_TYPE_F32});
    b->x = TENSOR(b->graph, "x", 4);
    hipdnn_tensor_set_output(b->y = relu(b->graph, b->x), true);
    hipdnn_graph_set_override_shape_enabled(b->graph, true);
    hipdnnStatus_t status = hipdnn_graph_validate(b->graph);
    if (status == HIPDNN_STATUS_SUCCESS)
        status = hipdnn_graph_build_operation_graph(b->graph, handle);
    if (status == HIPDNN_STATUS_SUCCESS)
        status = hipdnn_graph_get_engine_configs(b->graph, NULL, 0, &configs, &count);
    for (int i = 0; i < 10 && status == HIPDNN_STATUS_SUCCESS; i++)
        status = hipdnn_graph_add_engine(b->graph, engine, settings, COUNT(settings));
    if (status == HIPDNN_STATUS_SUCCESS)
        status = hipdnn_graph_build_plan_at_index(b->graph, 9);
    if (status == HIPDNN_STATUS_SUCCESS)
        status = hipdnn_graph_get_plan_name_at_index(b->graph, 3, &name);
    _Alignas(16) float x_data[4] = {0}, y_data[4];
    const hipdnn_binding bindings[] = {{b->x, x_data}, {b->y, y_data}};
    if (status == HIPDNN_STATUS_SUCCESS)
        status = hipdnn_graph_execute_plan_at_index(b->graph, handle, bindings, 2, workspace, 9);
    if (status != HIPDNN_STATUS_SUCCESS)
        return status;
    assert_float_equal(y_data[0], 10, 0);
    const hipdnn_shape_override smaller = {.tensor = b->y, .dim = {3}};
    status = hipdnn_graph_execute_with_overrides(b->graph, handle, bindings, 2, workspace, &smaller, 1);
    if (status == HIPDNN_STATUS_SUCCESS)
        assert_float_equal(y_data[0], 3, 0);
    return status;
}

static void each_allocation_may_fail(hipdnnHandle_t handle, hipdnnStatus_t (*life)(hipdnnHandle_t, hd_block *))
{
    for (int i = 0; i < 10000; i++) {
        hd_gate gate = {.left = i};
        hd_block b = {0};
        hd_memory_set_gate(pass, &gate);
        const hipdnnStatus_t status = life(handle, &b);
        hd_memory_set_gate(NULL, NULL);
        const bool is_right =
            status == HIPDNN_STATUS_SUCCESS ||
            status == (b.graph == NULL ? HIPDNN_STATUS_BAD_PARAM_NULL_POINTER : HIPDNN_STATUS_ALLOC_FAILED);
        if (!is_right)
            fail_msg("allocation %d: status %d, %s", i, (int)status, hipdnn_graph_get_error(b.graph));
        hipdnn_graph_destroy(b.graph);
        if (status == HIPDNN_STATUS_SUCCESS) {
            print_message("%d allocations\n", i);
            assert_true(i > 15);
            return;
        }
    }
    fail_msg("no end of allocations");
}

static void from_a_description_to_numbers_and_files(void **state)
{
    each_allocation_may_fail(*state, whole_life);
}

static void with_lists_and_texts(void **state)
{
    each_allocation_may_fail(*state, lists_and_texts);
}

static void with_engines_and_plans(void **state)
{
    each_allocation_may_fail(*state, engines_and_plans);
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

static int make_handle_with_engines(void **state)
{
    static const char *const folders[] = {ENGINES_FOLDER};
    if (hipdnnSetEnginePluginPaths_ext(1, folders, HIPDNN_PLUGIN_LOADING_ADDITIVE) != HIPDNN_STATUS_SUCCESS)
        return -1;
    return make_handle(state);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(from_a_description_to_numbers_and_files),
        cmocka_unit_test(with_lists_and_texts),
        cmocka_unit_test(with_engines_and_plans),
        cmocka_unit_test(a_loop_allocates_nothing),
    };
    return cmocka_run_group_tests(tests, make_handle_with_engines, destroy_handle);
}
