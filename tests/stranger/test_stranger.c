/* SPDX-License-Identifier: MIT */
/* Runs a plugin that was written from the documented binary interface alone, as the only one there is: through the
 * graph API, and through the backend's descriptors. Everything runs on the CPU. */
#include "hipdnn_frontend.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#define ENGINE "STRANGER_ENGINE"
#define COUNT 24 /* elements of each tensor, dims {2, 3, 4} */

static const int64_t dims[] = {2, 3, 4};
static const int64_t strides[] = {12, 4, 1};

/* Memory is bound with the alignment that tensors promise by default. */
static _Alignas(16) float x_data[COUNT], b_data[COUNT], y_data[COUNT];

static void fill(void)
{
    for (int i = 0; i < COUNT; i++) {
        x_data[i] = (float)i - 11.5f;
        b_data[i] = 0.25f * (float)i;
        y_data[i] = -1000.0f;
    }
}

static void assert_relu(void)
{
    for (int i = 0; i < COUNT; i++)
        assert_float_equal(y_data[i], x_data[i] > 0.0f ? x_data[i] : 0.0f, 0.0);
}

static void assert_sum(void)
{
    for (int i = 0; i < COUNT; i++)
        assert_float_equal(y_data[i], x_data[i] + b_data[i], 0.0);
}

/* The plugin's folder is the only one searched. */
static int make_handle(void **state)
{
    const char *folder = STRANGER_FOLDER;
    if (hipdnnSetEnginePluginPaths_ext(1, &folder, HIPDNN_PLUGIN_LOADING_ABSOLUTE) != HIPDNN_STATUS_SUCCESS)
        return 1;
    return hipdnnCreateForDevice_ext((hipdnnHandle_t *)state, HIPDNN_DEVICE_KIND_CPU, 0) != HIPDNN_STATUS_SUCCESS;
}

static int destroy_handle(void **state)
{
    return hipdnnDestroy(*state) != HIPDNN_STATUS_SUCCESS;
}

/* ------------------------------------------------------------------------------------------------ what is loaded */

static void only_the_stranger_is_loaded(void **state)
{
    hipdnnHandle_t handle = *state;
    size_t count = 0;
    assert_int_equal(hipdnnGetEngineCount_ext(handle, &count), HIPDNN_STATUS_SUCCESS);
    assert_int_equal(count, 1);

    int64_t id = 0;
    char name[64], plugin[64], version[64], type[64];
    size_t name_size = sizeof name, plugin_size = sizeof plugin, version_size = sizeof version, type_size = sizeof type;
    assert_int_equal(hipdnnGetEngineInfo_ext(handle, 0, &id, name, &name_size, plugin, &plugin_size, version,
                                             &version_size, type, &type_size),
                     HIPDNN_STATUS_SUCCESS);
    assert_int_equal(id, hipdnn_engine_name_to_id(ENGINE));
    assert_string_equal(name, ENGINE);
    assert_string_equal(plugin, "stranger");
    assert_string_equal(version, "3.2.1");
    assert_true(type[0] != '\0');

    int64_t by_name = 0;
    assert_int_equal(hipdnnGetEngineIdByName_ext(handle, ENGINE, &by_name), HIPDNN_STATUS_SUCCESS);
    assert_int_equal(by_name, id);
    name_size = sizeof name;
    assert_int_equal(hipdnnGetEngineNameById_ext(handle, id, name, &name_size), HIPDNN_STATUS_SUCCESS);
    assert_string_equal(name, ENGINE);
}

/* ------------------------------------------------------------------------------------------------ graph API */

static hipdnn_tensor_t *add_input(hipdnn_graph_t *graph, const char *name)
{
    return hipdnn_graph_tensor(graph, &(hipdnn_tensor_attributes){.name = name, .dim = {2, 3, 4}});
}

static void assert_built_by_the_stranger(hipdnn_graph_t *graph, hipdnnHandle_t handle)
{
    if (hipdnn_graph_build(graph, handle) != HIPDNN_STATUS_SUCCESS)
        fail_msg("%s", hipdnn_graph_get_error(graph));
    const char *name = NULL;
    assert_int_equal(hipdnn_graph_get_execution_plan_engine_name(graph, &name), HIPDNN_STATUS_SUCCESS);
    assert_string_equal(name, ENGINE);
    size_t workspace_size = 1;
    assert_int_equal(hipdnn_graph_get_workspace_size(graph, &workspace_size), HIPDNN_STATUS_SUCCESS);
    assert_int_equal(workspace_size, 0);
}

static void graph_of_relu(void **state)
{
    hipdnnHandle_t handle = *state;
    hipdnn_graph_t *graph = hipdnn_graph_create(&(hipdnn_graph_attributes){.io_data_type = HIPDNN_TYPE_F32});
    hipdnn_tensor_t *x = add_input(graph, "x");
    hipdnn_tensor_t *y =
        hipdnn_graph_pointwise(graph, x, NULL, NULL, &(hipdnn_pointwise_attributes){.mode = HIPDNN_POINTWISE_RELU_FWD});
    hipdnn_tensor_set_output(y, true);
    assert_built_by_the_stranger(graph, handle);

    fill();
    hipdnn_binding bindings[] = {{x, x_data}, {y, y_data}};
    if (hipdnn_graph_execute(graph, handle, bindings, 2, NULL) != HIPDNN_STATUS_SUCCESS)
        fail_msg("%s", hipdnn_graph_get_error(graph));
    assert_relu();
    hipdnn_graph_destroy(graph);
}

static void graph_of_add(void **state)
{
    hipdnnHandle_t handle = *state;
    hipdnn_graph_t *graph = hipdnn_graph_create(&(hipdnn_graph_attributes){.io_data_type = HIPDNN_TYPE_F32});
    hipdnn_tensor_t *x = add_input(graph, "x"), *b = add_input(graph, "b");
    hipdnn_tensor_t *y =
        hipdnn_graph_pointwise(graph, x, b, NULL, &(hipdnn_pointwise_attributes){.mode = HIPDNN_POINTWISE_ADD});
    hipdnn_tensor_set_output(y, true);
    assert_built_by_the_stranger(graph, handle);

    fill();
    hipdnn_binding bindings[] = {{y, y_data}, {b, b_data}, {x, x_data}};
    if (hipdnn_graph_execute(graph, handle, bindings, 3, NULL) != HIPDNN_STATUS_SUCCESS)
        fail_msg("%s", hipdnn_graph_get_error(graph));
    assert_sum();
    hipdnn_graph_destroy(graph);
}

/* The sentence names the engine, and says `why`. Destroys the graph. */
static void assert_nobody_builds(hipdnn_graph_t *graph, hipdnnHandle_t handle, const char *why)
{
    assert_int_equal(hipdnn_graph_build(graph, handle), HIPDNN_STATUS_NOT_SUPPORTED);
    const char *sentence = hipdnn_graph_get_error(graph);
    if (strstr(sentence, ENGINE) == NULL || strstr(sentence, why) == NULL)
        fail_msg("'%s' does not say '%s' and '%s'", sentence, ENGINE, why);
    hipdnn_graph_destroy(graph);
}

static void graph_of_convolution_finds_no_engine(void **state)
{
    hipdnn_graph_t *graph = hipdnn_graph_create(&(hipdnn_graph_attributes){.io_data_type = HIPDNN_TYPE_F32});
    hipdnn_tensor_t *x = hipdnn_graph_tensor(graph, &(hipdnn_tensor_attributes){.name = "x", .dim = {1, 1, 3, 3}});
    hipdnn_tensor_t *w = hipdnn_graph_tensor(graph, &(hipdnn_tensor_attributes){.name = "w", .dim = {1, 1, 2, 2}});
    hipdnn_tensor_set_output(hipdnn_graph_conv_fprop(graph, x, w, NULL), true);
    assert_nobody_builds(graph, *state, "");
}

/* Nearly what the engine computes: it must look at every part of the graph. Only ALIGNED is for the host to refuse: it
 * needs plugin API 1.3.0, and a plugin that states no version counts as 1.0.0. */
static void graphs_next_to_its_own_find_no_engine(void **state)
{
    static const hipdnn_pointwise_attributes add = {.mode = HIPDNN_POINTWISE_ADD}, mul = {.mode = HIPDNN_POINTWISE_MUL},
                                             relu = {.mode = HIPDNN_POINTWISE_RELU_FWD},
                                             relu6 = {.mode = HIPDNN_POINTWISE_RELU_FWD,
                                                      .relu_upper_clip = HIPDNN_SOME(6.0f)};
    enum { CLIPPED, OTHER_MODE, BROADCAST, CONSTANT, OTHER_TYPE, OTHER_ORDER, TWO_OPERATIONS, ALIGNED, CASES };
    for (int which = 0; which < CASES; which++) {
        hipdnn_graph_t *graph = hipdnn_graph_create(
            &(hipdnn_graph_attributes){.io_data_type = which == OTHER_TYPE ? HIPDNN_TYPE_F64 : HIPDNN_TYPE_F32});
        hipdnn_tensor_t *x = add_input(graph, "x"), *y = NULL;
        switch (which) {
        case CLIPPED:
            y = hipdnn_graph_pointwise(graph, x, NULL, NULL, &relu6);
            break;
        case OTHER_MODE:
            y = hipdnn_graph_pointwise(graph, x, add_input(graph, "b"), NULL, &mul);
            break;
        case BROADCAST:
            y = hipdnn_graph_pointwise(
                graph, x, hipdnn_graph_tensor(graph, &(hipdnn_tensor_attributes){.name = "b", .dim = {2, 1, 4}}), NULL,
                &add);
            break;
        case CONSTANT:
            y = hipdnn_graph_pointwise(graph, x, hipdnn_graph_scalar_f32(graph, 1.0f, "one"), NULL, &add);
            break;
        case OTHER_ORDER:
            hipdnn_tensor_set_stride(x, (const int64_t[]){12, 1, 3}, 3);
            y = hipdnn_graph_pointwise(graph, x, NULL, NULL, &relu);
            break;
        case ALIGNED:
            x = hipdnn_graph_tensor(graph, &(hipdnn_tensor_attributes){.name = "a", .dim = {2, 3, 4}, .alignment = 64});
            y = hipdnn_graph_pointwise(graph, x, NULL, NULL, &relu);
            break;
        default: /* OTHER_TYPE, TWO_OPERATIONS */
            y = hipdnn_graph_pointwise(graph, x, NULL, NULL, &relu);
            if (which == TWO_OPERATIONS)
                y = hipdnn_graph_pointwise(graph, y, NULL, NULL, &relu);
        }
        hipdnn_tensor_set_output(y, true);
        assert_nobody_builds(graph, *state, which == ALIGNED ? "API" : "");
    }
}

/* ------------------------------------------------------------------------------------------------ descriptors */

static void assert_done(hipdnnStatus_t status)
{
    char text[HIPDNN_ERROR_STRING_MAX_LENGTH];
    hipdnnPeekLastErrorString_ext(text, sizeof text);
    if (status != HIPDNN_STATUS_SUCCESS)
        fail_msg("%s: %s", hipdnnGetErrorString(status), text);
}

static hipdnnBackendDescriptor_t create(hipdnnBackendDescriptorType_t type)
{
    hipdnnBackendDescriptor_t descriptor = NULL;
    assert_done(hipdnnBackendCreateDescriptor(type, &descriptor));
    return descriptor;
}

static void set(hipdnnBackendDescriptor_t descriptor, hipdnnBackendAttributeName_t name,
                hipdnnBackendAttributeType_t type, int64_t count, const void *values)
{
    assert_done(hipdnnBackendSetAttribute(descriptor, name, type, count, values));
}

static void set_descriptor(hipdnnBackendDescriptor_t descriptor, hipdnnBackendAttributeName_t name,
                           hipdnnBackendDescriptor_t value)
{
    set(descriptor, name, HIPDNN_TYPE_BACKEND_DESCRIPTOR, 1, &value);
}

static int64_t get_i64(hipdnnBackendDescriptor_t descriptor, hipdnnBackendAttributeName_t name)
{
    int64_t value = -1, count = 0;
    assert_done(hipdnnBackendGetAttribute(descriptor, name, HIPDNN_TYPE_INT64, 1, &count, &value));
    assert_int_equal(count, 1);
    return value;
}

static void finalize(hipdnnBackendDescriptor_t descriptor)
{
    assert_done(hipdnnBackendFinalize(descriptor));
}

static hipdnnBackendDescriptor_t make_tensor(int64_t uid)
{
    hipdnnBackendDescriptor_t tensor = create(HIPDNN_BACKEND_TENSOR_DESCRIPTOR);
    hipdnnDataType_t type = HIPDNN_DATA_FLOAT;
    set(tensor, HIPDNN_ATTR_TENSOR_UNIQUE_ID, HIPDNN_TYPE_INT64, 1, &uid);
    set(tensor, HIPDNN_ATTR_TENSOR_DATA_TYPE, HIPDNN_TYPE_DATA_TYPE, 1, &type);
    set(tensor, HIPDNN_ATTR_TENSOR_DIMENSIONS, HIPDNN_TYPE_INT64, 3, dims);
    set(tensor, HIPDNN_ATTR_TENSOR_STRIDES, HIPDNN_TYPE_INT64, 3, strides);
    finalize(tensor);
    return tensor;
}

/* A finalized graph of one operation; `b` is NULL for one with a single input. Takes the tensors over. */
static hipdnnBackendDescriptor_t make_graph(hipdnnHandle_t handle, hipdnnPointwiseMode_t mode,
                                            hipdnnBackendDescriptor_t x, hipdnnBackendDescriptor_t b,
                                            hipdnnBackendDescriptor_t y)
{
    hipdnnBackendDescriptor_t operation = create(HIPDNN_BACKEND_OPERATION_POINTWISE_DESCRIPTOR);
    hipdnnDataType_t type = HIPDNN_DATA_FLOAT;
    set(operation, HIPDNN_ATTR_POINTWISE_MODE, HIPDNN_TYPE_POINTWISE_MODE, 1, &mode);
    set(operation, HIPDNN_ATTR_POINTWISE_MATH_PREC, HIPDNN_TYPE_DATA_TYPE, 1, &type);
    set_descriptor(operation, HIPDNN_ATTR_OPERATION_POINTWISE_IN_0_EXT, x);
    if (b != NULL)
        set_descriptor(operation, HIPDNN_ATTR_OPERATION_POINTWISE_IN_1_EXT, b);
    set_descriptor(operation, HIPDNN_ATTR_OPERATION_POINTWISE_OUT_0_EXT, y);
    finalize(operation);

    hipdnnBackendDescriptor_t graph = create(HIPDNN_BACKEND_OPERATIONGRAPH_DESCRIPTOR);
    set(graph, HIPDNN_ATTR_OPERATIONGRAPH_HANDLE, HIPDNN_TYPE_HANDLE, 1, &handle);
    set_descriptor(graph, HIPDNN_ATTR_OPERATIONGRAPH_OPS, operation);
    finalize(graph);

    /* What is referred to stays alive. */
    hipdnnBackendDescriptor_t owned[] = {x, y, operation, b};
    for (size_t i = 0; i < (b != NULL ? 4 : 3); i++)
        assert_done(hipdnnBackendDestroyDescriptor(owned[i]));
    return graph;
}

/* Ranks engines, expects the stranger alone, and makes its plan. Takes the graph over. */
static hipdnnBackendDescriptor_t make_plan(hipdnnHandle_t handle, hipdnnBackendDescriptor_t graph)
{
    hipdnnBackendDescriptor_t heuristic = create(HIPDNN_BACKEND_ENGINEHEUR_DESCRIPTOR);
    hipdnnBackendHeurMode_t mode = HIPDNN_HEUR_MODE_FALLBACK;
    set_descriptor(heuristic, HIPDNN_ATTR_ENGINEHEUR_OPERATION_GRAPH, graph);
    set(heuristic, HIPDNN_ATTR_ENGINEHEUR_MODE, HIPDNN_TYPE_HEUR_MODE, 1, &mode);
    finalize(heuristic);

    int64_t count = 0;
    assert_done(hipdnnBackendGetAttribute(heuristic, HIPDNN_ATTR_ENGINEHEUR_RESULTS, HIPDNN_TYPE_BACKEND_DESCRIPTOR, 0,
                                          &count, NULL));
    assert_int_equal(count, 1);
    hipdnnBackendDescriptor_t config = create(HIPDNN_BACKEND_ENGINECFG_DESCRIPTOR);
    assert_done(hipdnnBackendGetAttribute(heuristic, HIPDNN_ATTR_ENGINEHEUR_RESULTS, HIPDNN_TYPE_BACKEND_DESCRIPTOR, 1,
                                          &count, &config));
    assert_int_equal(count, 1);
    finalize(config);
    assert_int_equal(get_i64(config, HIPDNN_ATTR_ENGINECFG_WORKSPACE_SIZE), 0);

    hipdnnBackendDescriptor_t engine = NULL;
    assert_done(hipdnnBackendGetAttribute(config, HIPDNN_ATTR_ENGINECFG_ENGINE, HIPDNN_TYPE_BACKEND_DESCRIPTOR, 1,
                                          &count, &engine));
    assert_int_equal(get_i64(engine, HIPDNN_ATTR_ENGINE_GLOBAL_INDEX), hipdnn_engine_name_to_id(ENGINE));
    char name[64] = "";
    assert_done(
        hipdnnBackendGetAttribute(engine, HIPDNN_ATTR_ENGINE_NAME_EXT, HIPDNN_TYPE_CHAR, sizeof name, &count, name));
    assert_string_equal(name, ENGINE);

    hipdnnBackendDescriptor_t plan = create(HIPDNN_BACKEND_EXECUTION_PLAN_DESCRIPTOR);
    set(plan, HIPDNN_ATTR_EXECUTION_PLAN_HANDLE, HIPDNN_TYPE_HANDLE, 1, &handle);
    set_descriptor(plan, HIPDNN_ATTR_EXECUTION_PLAN_ENGINE_CONFIG, config);
    finalize(plan);
    assert_int_equal(get_i64(plan, HIPDNN_ATTR_EXECUTION_PLAN_WORKSPACE_SIZE), 0);

    hipdnnBackendDescriptor_t owned[] = {graph, heuristic, config, engine};
    for (size_t i = 0; i < 4; i++)
        assert_done(hipdnnBackendDestroyDescriptor(owned[i]));
    return plan;
}

/* Takes the plan over. */
static void run(hipdnnHandle_t handle, hipdnnBackendDescriptor_t plan, int64_t count, const int64_t *uids,
                void *const *pointers)
{
    hipdnnBackendDescriptor_t pack = create(HIPDNN_BACKEND_VARIANT_PACK_DESCRIPTOR);
    void *workspace = NULL;
    set(pack, HIPDNN_ATTR_VARIANT_PACK_UNIQUE_IDS, HIPDNN_TYPE_INT64, count, uids);
    set(pack, HIPDNN_ATTR_VARIANT_PACK_DATA_POINTERS, HIPDNN_TYPE_VOID_PTR, count, (const void *)pointers);
    set(pack, HIPDNN_ATTR_VARIANT_PACK_WORKSPACE, HIPDNN_TYPE_VOID_PTR, 1, &workspace);
    finalize(pack);
    assert_done(hipdnnBackendExecute(handle, plan, pack));
    assert_done(hipdnnBackendDestroyDescriptor(pack));
    assert_done(hipdnnBackendDestroyDescriptor(plan));
}

static void descriptors_of_relu(void **state)
{
    hipdnnHandle_t handle = *state;
    hipdnnBackendDescriptor_t graph =
        make_graph(handle, HIPDNN_POINTWISE_RELU_FWD, make_tensor(7), NULL, make_tensor(3));
    fill();
    run(handle, make_plan(handle, graph), 2, (const int64_t[]){7, 3}, (void *const[]){x_data, y_data});
    assert_relu();
}

static void descriptors_of_add(void **state)
{
    hipdnnHandle_t handle = *state;
    hipdnnBackendDescriptor_t graph =
        make_graph(handle, HIPDNN_POINTWISE_ADD, make_tensor(-1), make_tensor(5), make_tensor(2));
    fill();
    run(handle, make_plan(handle, graph), 3, (const int64_t[]){2, 5, -1}, (void *const[]){y_data, b_data, x_data});
    assert_sum();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(only_the_stranger_is_loaded),
        cmocka_unit_test(graph_of_relu),
        cmocka_unit_test(graph_of_add),
        cmocka_unit_test(graph_of_convolution_finds_no_engine),
        cmocka_unit_test(graphs_next_to_its_own_find_no_engine),
        cmocka_unit_test(descriptors_of_relu),
        cmocka_unit_test(descriptors_of_add),
    };
    return cmocka_run_group_tests(tests, make_handle, destroy_handle);
}
