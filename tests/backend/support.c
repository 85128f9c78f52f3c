/* SPDX-License-Identifier: MIT */
#include "support.h"

#include <stdalign.h>
#include <string.h>

void check_ok(hipdnnStatus_t status, const char *call, const char *file, int line)
{
    char text[HIPDNN_ERROR_STRING_MAX_LENGTH];
    if (status == HIPDNN_STATUS_SUCCESS)
        return;
    hipdnnGetLastErrorString(text, sizeof text);
    print_error("%s\n    answered %s: %s\n", call, hipdnnGetErrorString(status), text);
    _fail(file, line);
}

void check_refused(hipdnnStatus_t status, hipdnnStatus_t wanted, const char *words, const char *call, const char *file,
                   int line)
{
    char text[HIPDNN_ERROR_STRING_MAX_LENGTH];
    /* Clears it too, so that no call passes on the sentence of another. */
    hipdnnGetLastErrorString(text, sizeof text);
    if (status == wanted && *text != '\0' && strstr(text, words) != NULL)
        return;
    print_error("%s\n    answered %s: '%s'\n    wanted   %s: '%s'\n", call, hipdnnGetErrorString(status), text,
                hipdnnGetErrorString(wanted), words);
    _fail(file, line);
}

void check_says(const char *text, const char *words, const char *file, int line)
{
    if (strstr(text, words) != NULL)
        return;
    print_error("'%s'\n    does not say '%s'\n", text, words);
    _fail(file, line);
}

descriptor make(hipdnnBackendDescriptorType_t type)
{
    descriptor object = NULL;
    assert_ok(hipdnnBackendCreateDescriptor(type, &object));
    assert_non_null(object);
    return object;
}

void finalize(descriptor object)
{
    assert_ok(hipdnnBackendFinalize(object));
}

void destroy(descriptor object)
{
    assert_ok(hipdnnBackendDestroyDescriptor(object));
}

hipdnnStatus_t set(descriptor object, hipdnnBackendAttributeName_t name, hipdnnBackendAttributeType_t type,
                   int64_t count, const void *elements)
{
    return hipdnnBackendSetAttribute(object, name, type, count, elements);
}

hipdnnStatus_t get(descriptor object, hipdnnBackendAttributeName_t name, hipdnnBackendAttributeType_t type,
                   int64_t requested, int64_t *count, void *elements)
{
    return hipdnnBackendGetAttribute(object, name, type, requested, count, elements);
}

void set_i64(descriptor object, hipdnnBackendAttributeName_t name, int64_t value)
{
    assert_ok(set(object, name, HIPDNN_TYPE_INT64, 1, &value));
}

void set_i64s(descriptor object, hipdnnBackendAttributeName_t name, int64_t count, const int64_t *values)
{
    assert_ok(set(object, name, HIPDNN_TYPE_INT64, count, values));
}

void set_number(descriptor object, hipdnnBackendAttributeName_t name, hipdnnBackendAttributeType_t type, int32_t value)
{
    assert_ok(set(object, name, type, 1, &value));
}

void set_bool(descriptor object, hipdnnBackendAttributeName_t name, bool value)
{
    assert_ok(set(object, name, HIPDNN_TYPE_BOOLEAN, 1, &value));
}

void set_text(descriptor object, hipdnnBackendAttributeName_t name, const char *text)
{
    assert_ok(set(object, name, HIPDNN_TYPE_CHAR, (int64_t)strlen(text), text));
}

void set_child(descriptor object, hipdnnBackendAttributeName_t name, descriptor child)
{
    assert_ok(set(object, name, HIPDNN_TYPE_BACKEND_DESCRIPTOR, 1, &child));
}

int64_t get_i64(descriptor object, hipdnnBackendAttributeName_t name)
{
    int64_t value = 0, count = 0;
    assert_ok(get(object, name, HIPDNN_TYPE_INT64, 1, &count, &value));
    assert_int_equal(count, 1);
    return value;
}

descriptor get_child(descriptor object, hipdnnBackendAttributeName_t name)
{
    descriptor child = NULL;
    int64_t count = 0;
    assert_ok(get(object, name, HIPDNN_TYPE_BACKEND_DESCRIPTOR, 1, &count, &child));
    assert_int_equal(count, 1);
    return child;
}

descriptor begin_tensor(int64_t uid, const char *name, int64_t rank, const int64_t *dim)
{
    descriptor tensor = make(HIPDNN_BACKEND_TENSOR_DESCRIPTOR);
    int64_t stride[8];
    int64_t step = 1;
    for (int64_t i = rank; i-- > 0; step *= dim[i])
        stride[i] = step;
    set_i64(tensor, HIPDNN_ATTR_TENSOR_UNIQUE_ID, uid);
    set_text(tensor, HIPDNN_ATTR_TENSOR_NAME_EXT, name);
    set_number(tensor, HIPDNN_ATTR_TENSOR_DATA_TYPE, HIPDNN_TYPE_DATA_TYPE, HIPDNN_DATA_FLOAT);
    set_i64s(tensor, HIPDNN_ATTR_TENSOR_DIMENSIONS, rank, dim);
    set_i64s(tensor, HIPDNN_ATTR_TENSOR_STRIDES, rank, stride);
    return tensor;
}

descriptor make_tensor(int64_t uid, const char *name, int64_t rank, const int64_t *dim)
{
    descriptor tensor = begin_tensor(uid, name, rank, dim);
    finalize(tensor);
    return tensor;
}

descriptor make_virtual(int64_t uid, const char *name, int64_t rank, const int64_t *dim)
{
    descriptor tensor = begin_tensor(uid, name, rank, dim);
    set_bool(tensor, HIPDNN_ATTR_TENSOR_IS_VIRTUAL, true);
    finalize(tensor);
    return tensor;
}

descriptor make_relu(descriptor in, descriptor out)
{
    descriptor relu = make(HIPDNN_BACKEND_OPERATION_POINTWISE_DESCRIPTOR);
    set_text(relu, HIPDNN_ATTR_OPERATION_NAME_EXT, "relu");
    set_number(relu, HIPDNN_ATTR_POINTWISE_MODE, HIPDNN_TYPE_POINTWISE_MODE, HIPDNN_POINTWISE_RELU_FWD);
    set_number(relu, HIPDNN_ATTR_POINTWISE_MATH_PREC, HIPDNN_TYPE_DATA_TYPE, HIPDNN_DATA_FLOAT);
    set_child(relu, HIPDNN_ATTR_OPERATION_POINTWISE_IN_0_EXT, in);
    set_child(relu, HIPDNN_ATTR_OPERATION_POINTWISE_OUT_0_EXT, out);
    finalize(relu);
    return relu;
}

descriptor make_conv(descriptor x, descriptor w, descriptor y)
{
    descriptor conv = make(HIPDNN_BACKEND_OPERATION_CONVOLUTION_FORWARD_DESCRIPTOR);
    set_text(conv, HIPDNN_ATTR_OPERATION_NAME_EXT, "conv");
    set_number(conv, HIPDNN_ATTR_CONVOLUTION_COMP_TYPE, HIPDNN_TYPE_DATA_TYPE, HIPDNN_DATA_FLOAT);
    set_number(conv, HIPDNN_ATTR_CONVOLUTION_CONV_MODE, HIPDNN_TYPE_CONVOLUTION_MODE, HIPDNN_CROSS_CORRELATION);
    set_i64s(conv, HIPDNN_ATTR_CONVOLUTION_PRE_PADDINGS, DIMS(0, 0));
    set_i64s(conv, HIPDNN_ATTR_CONVOLUTION_POST_PADDINGS, DIMS(0, 0));
    set_i64s(conv, HIPDNN_ATTR_CONVOLUTION_FILTER_STRIDES, DIMS(1, 1));
    set_i64s(conv, HIPDNN_ATTR_CONVOLUTION_DILATIONS, DIMS(1, 1));
    set_child(conv, HIPDNN_ATTR_OPERATION_CONVOLUTION_FORWARD_X, x);
    set_child(conv, HIPDNN_ATTR_OPERATION_CONVOLUTION_FORWARD_W, w);
    set_child(conv, HIPDNN_ATTR_OPERATION_CONVOLUTION_FORWARD_Y, y);
    finalize(conv);
    return conv;
}

descriptor begin_graph(hipdnnHandle_t handle, int64_t count, const descriptor *operations)
{
    descriptor graph = make(HIPDNN_BACKEND_OPERATIONGRAPH_DESCRIPTOR);
    set_text(graph, HIPDNN_ATTR_OPERATIONGRAPH_NAME_EXT, "graph");
    assert_ok(set(graph, HIPDNN_ATTR_OPERATIONGRAPH_HANDLE, HIPDNN_TYPE_HANDLE, 1, &handle));
    assert_ok(set(graph, HIPDNN_ATTR_OPERATIONGRAPH_OPS, HIPDNN_TYPE_BACKEND_DESCRIPTOR, count, operations));
    return graph;
}

descriptor make_graph(hipdnnHandle_t handle, int64_t count, const descriptor *operations)
{
    descriptor graph = begin_graph(handle, count, operations);
    finalize(graph);
    return graph;
}

descriptor make_relu_graph(hipdnnHandle_t handle)
{
    descriptor x = make_tensor(1, "x", DIMS(4));
    descriptor y = make_tensor(2, "y", DIMS(4));
    descriptor relu = make_relu(x, y);
    descriptor graph = make_graph(handle, 1, &relu);
    destroy(x);
    destroy(y);
    destroy(relu);
    return graph;
}

descriptor begin_heuristic(descriptor graph)
{
    descriptor heuristic = make(HIPDNN_BACKEND_ENGINEHEUR_DESCRIPTOR);
    set_child(heuristic, HIPDNN_ATTR_ENGINEHEUR_OPERATION_GRAPH, graph);
    set_number(heuristic, HIPDNN_ATTR_ENGINEHEUR_MODE, HIPDNN_TYPE_HEUR_MODE, HIPDNN_HEUR_MODE_FALLBACK);
    return heuristic;
}

descriptor make_heuristic(descriptor graph)
{
    descriptor heuristic = begin_heuristic(graph);
    finalize(heuristic);
    return heuristic;
}

descriptor begin_engine(descriptor graph, const char *name)
{
    descriptor engine = make(HIPDNN_BACKEND_ENGINE_DESCRIPTOR);
    set_child(engine, HIPDNN_ATTR_ENGINE_OPERATION_GRAPH, graph);
    set_i64(engine, HIPDNN_ATTR_ENGINE_GLOBAL_INDEX, hipdnn_engine_name_to_id(name));
    return engine;
}

descriptor make_engine(descriptor graph, const char *name)
{
    descriptor engine = begin_engine(graph, name);
    finalize(engine);
    return engine;
}

descriptor make_config(descriptor engine)
{
    descriptor config = make(HIPDNN_BACKEND_ENGINECFG_DESCRIPTOR);
    set_child(config, HIPDNN_ATTR_ENGINECFG_ENGINE, engine);
    finalize(config);
    return config;
}

descriptor make_plan(descriptor graph, const char *engine_name)
{
    descriptor engine = make_engine(graph, engine_name);
    descriptor config = make_config(engine);
    descriptor plan = make(HIPDNN_BACKEND_EXECUTION_PLAN_DESCRIPTOR);
    set_child(plan, HIPDNN_ATTR_EXECUTION_PLAN_ENGINE_CONFIG, config);
    finalize(plan);
    destroy(engine);
    destroy(config);
    return plan;
}

descriptor make_pack(int64_t count, const int64_t *uids, void *const *pointers, void *workspace)
{
    descriptor pack = make(HIPDNN_BACKEND_VARIANT_PACK_DESCRIPTOR);
    set_i64s(pack, HIPDNN_ATTR_VARIANT_PACK_UNIQUE_IDS, count, uids);
    assert_ok(set(pack, HIPDNN_ATTR_VARIANT_PACK_DATA_POINTERS, HIPDNN_TYPE_VOID_PTR, count, pointers));
    assert_ok(set(pack, HIPDNN_ATTR_VARIANT_PACK_WORKSPACE, HIPDNN_TYPE_VOID_PTR, 1, &workspace));
    finalize(pack);
    return pack;
}

void run_relu(hipdnnHandle_t handle, descriptor plan)
{
    alignas(16) float x[4] = {-1, 2, -3, 4};
    alignas(16) float y[4] = {9, 9, 9, 9};
    descriptor pack = make_pack(2, (int64_t[]){1, 2}, (void *[]){x, y}, NULL);
    assert_ok(hipdnnBackendExecute(handle, plan, pack));
    destroy(pack);
    assert_memory_equal(y, ((float[]){0, 2, 0, 4}), sizeof y);
}
