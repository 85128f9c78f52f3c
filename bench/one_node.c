/* SPDX-License-Identifier: MIT */
#include "one_node.h"

#include <stdalign.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

void expect(hipdnnStatus_t status, const char *what)
{
    char text[HIPDNN_ERROR_STRING_MAX_LENGTH];
    if (status == HIPDNN_STATUS_SUCCESS)
        return;
    hipdnnGetLastErrorString(text, sizeof text);
    fprintf(stderr, "%s: %s: %s\n", what, hipdnnGetErrorString(status), text);
    exit(1);
}

static hipdnnBackendDescriptor_t create(hipdnnBackendDescriptorType_t type)
{
    hipdnnBackendDescriptor_t descriptor;
    expect(hipdnnBackendCreateDescriptor(type, &descriptor), "create");
    return descriptor;
}

static void set(hipdnnBackendDescriptor_t descriptor, hipdnnBackendAttributeName_t name,
                hipdnnBackendAttributeType_t type, int64_t count, const void *elements)
{
    expect(hipdnnBackendSetAttribute(descriptor, name, type, count, elements), "set");
}

static hipdnnBackendDescriptor_t tensor(int64_t uid)
{
    static const int64_t dim[] = {1, 16, 1, 1};
    static const int64_t stride[] = {16, 1, 1, 1};
    const hipdnnDataType_t type = HIPDNN_DATA_FLOAT;
    hipdnnBackendDescriptor_t made = create(HIPDNN_BACKEND_TENSOR_DESCRIPTOR);
    set(made, HIPDNN_ATTR_TENSOR_UNIQUE_ID, HIPDNN_TYPE_INT64, 1, &uid);
    set(made, HIPDNN_ATTR_TENSOR_DATA_TYPE, HIPDNN_TYPE_DATA_TYPE, 1, &type);
    set(made, HIPDNN_ATTR_TENSOR_DIMENSIONS, HIPDNN_TYPE_INT64, 4, dim);
    set(made, HIPDNN_ATTR_TENSOR_STRIDES, HIPDNN_TYPE_INT64, 4, stride);
    expect(hipdnnBackendFinalize(made), "tensor");
    return made;
}

static void make_graph(hipdnnHandle_t handle, int64_t engine_id, one_node *out)
{
    const hipdnnPointwiseMode_t mode = HIPDNN_POINTWISE_RELU_FWD;
    const hipdnnDataType_t type = HIPDNN_DATA_FLOAT;
    out->x = tensor(1);
    out->y = tensor(2);
    out->relu = create(HIPDNN_BACKEND_OPERATION_POINTWISE_DESCRIPTOR);
    set(out->relu, HIPDNN_ATTR_POINTWISE_MODE, HIPDNN_TYPE_POINTWISE_MODE, 1, &mode);
    set(out->relu, HIPDNN_ATTR_POINTWISE_MATH_PREC, HIPDNN_TYPE_DATA_TYPE, 1, &type);
    set(out->relu, HIPDNN_ATTR_OPERATION_POINTWISE_IN_0_EXT, HIPDNN_TYPE_BACKEND_DESCRIPTOR, 1, &out->x);
    set(out->relu, HIPDNN_ATTR_OPERATION_POINTWISE_OUT_0_EXT, HIPDNN_TYPE_BACKEND_DESCRIPTOR, 1, &out->y);
    expect(hipdnnBackendFinalize(out->relu), "operation");
    out->graph = create(HIPDNN_BACKEND_OPERATIONGRAPH_DESCRIPTOR);
    set(out->graph, HIPDNN_ATTR_OPERATIONGRAPH_HANDLE, HIPDNN_TYPE_HANDLE, 1, &handle);
    set(out->graph, HIPDNN_ATTR_OPERATIONGRAPH_OPS, HIPDNN_TYPE_BACKEND_DESCRIPTOR, 1, &out->relu);
    set(out->graph, HIPDNN_ATTR_OPERATIONGRAPH_PREFERRED_ENGINE_ID_EXT, HIPDNN_TYPE_INT64, 1, &engine_id);
    expect(hipdnnBackendFinalize(out->graph), "graph");
}

void one_node_plan(hipdnnHandle_t handle, const char *engine, one_node *out)
{
    const hipdnnBackendHeurMode_t mode = HIPDNN_HEUR_MODE_FALLBACK;
    int64_t count = 0;
    *out = (one_node){0};
    make_graph(handle, hipdnn_engine_name_to_id(engine), out);
    out->heuristic = create(HIPDNN_BACKEND_ENGINEHEUR_DESCRIPTOR);
    set(out->heuristic, HIPDNN_ATTR_ENGINEHEUR_OPERATION_GRAPH, HIPDNN_TYPE_BACKEND_DESCRIPTOR, 1, &out->graph);
    set(out->heuristic, HIPDNN_ATTR_ENGINEHEUR_MODE, HIPDNN_TYPE_HEUR_MODE, 1, &mode);
    expect(hipdnnBackendFinalize(out->heuristic), "heuristic");
    out->config = create(HIPDNN_BACKEND_ENGINECFG_DESCRIPTOR);
    expect(hipdnnBackendGetAttribute(out->heuristic, HIPDNN_ATTR_ENGINEHEUR_RESULTS, HIPDNN_TYPE_BACKEND_DESCRIPTOR, 1,
                                     &count, &out->config),
           "results");
    expect(hipdnnBackendFinalize(out->config), "config");
    out->plan = create(HIPDNN_BACKEND_EXECUTION_PLAN_DESCRIPTOR);
    set(out->plan, HIPDNN_ATTR_EXECUTION_PLAN_ENGINE_CONFIG, HIPDNN_TYPE_BACKEND_DESCRIPTOR, 1, &out->config);
    expect(hipdnnBackendFinalize(out->plan), "plan");
}

void one_node_pack(one_node *node)
{
    static alignas(64) float x[16];
    static alignas(64) float y[16];
    const int64_t uids[] = {1, 2};
    void *const pointers[] = {x, y};
    node->pack = create(HIPDNN_BACKEND_VARIANT_PACK_DESCRIPTOR);
    set(node->pack, HIPDNN_ATTR_VARIANT_PACK_UNIQUE_IDS, HIPDNN_TYPE_INT64, 2, uids);
    set(node->pack, HIPDNN_ATTR_VARIANT_PACK_DATA_POINTERS, HIPDNN_TYPE_VOID_PTR, 2, pointers);
    expect(hipdnnBackendFinalize(node->pack), "pack");
}

void one_node_destroy(one_node *node)
{
    hipdnnBackendDescriptor_t all[] = {node->pack,  node->plan, node->config, node->heuristic,
                                       node->graph, node->relu, node->y,      node->x};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        if (all[i] != NULL)
            expect(hipdnnBackendDestroyDescriptor(all[i]), "destroy");
    }
}
