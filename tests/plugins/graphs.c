/* SPDX-License-Identifier: MIT */
#include "graphs.h"

#include "data_sdk/graph/graph.h"

#include <stdio.h>
#include <stdlib.h>

hipdnn_data_tensor *add_tensor(test_graph *graph, const char *name, hipdnn_dims dim, hipdnn_dims stride)
{
    if (graph->tensor_count == GRAPH_MAX_TENSORS)
        abort();
    hipdnn_data_tensor *tensor = &graph->tensors[graph->tensor_count++];
    *tensor = (hipdnn_data_tensor){
        .uid = (int64_t)graph->tensor_count,
        .name = name,
        .data_type = HIPDNN_TYPE_F32,
        .dim = dim,
        .stride = stride,
        .alignment = 16,
        .ragged_offset_multiplier = 1,
    };
    if (stride.count == 0)
        hd_dims_pack(&dim, &tensor->stride);
    return tensor;
}

hipdnn_data_tensor *add_virtual(test_graph *graph, const char *name, hipdnn_dims dim)
{
    hipdnn_data_tensor *tensor = add_tensor(graph, name, dim, PACKED);
    tensor->is_virtual = true;
    return tensor;
}

hipdnn_data_tensor *add_constant(test_graph *graph, const char *name, float value)
{
    hipdnn_data_tensor *tensor = add_tensor(graph, name, DIMS(1), PACKED);
    tensor->value_type = HIPDNN_DATA_VALUE_FLOAT32;
    tensor->value.f32 = value;
    return tensor;
}

static void add_node(test_graph *graph, const char *name, int32_t operation)
{
    if (graph->node_count == GRAPH_MAX_NODES)
        abort();
    graph->nodes[graph->node_count] = (hipdnn_data_node){
        .name = name,
        .compute_data_type = HIPDNN_TYPE_F32,
        .operation = operation,
        .attributes = &graph->attributes[graph->node_count],
    };
    graph->node_count++;
}

hipdnn_data_conv_fwd *add_conv(test_graph *graph, const hipdnn_data_tensor *x, const hipdnn_data_tensor *w,
                               const hipdnn_data_tensor *y)
{
    add_node(graph, "conv", HIPDNN_DATA_OPERATION_CONV_FWD);
    hipdnn_data_conv_fwd *conv = &graph->attributes[graph->node_count - 1].conv;
    *conv = (hipdnn_data_conv_fwd){.x = x->uid, .w = w->uid, .y = y->uid, .mode = HIPDNN_CONV_MODE_CROSS_CORRELATION};
    const uint32_t spatial = x->dim.count - 2;
    conv->pre_padding.count = conv->post_padding.count = conv->stride.count = conv->dilation.count = spatial;
    for (uint32_t i = 0; i < spatial; i++)
        conv->stride.v[i] = conv->dilation.v[i] = 1;
    return conv;
}

static hipdnn_data_pointwise *add_pointwise(test_graph *graph, const char *name, hipdnn_data_pointwise attributes)
{
    add_node(graph, name, HIPDNN_DATA_OPERATION_POINTWISE);
    hipdnn_data_pointwise *pointwise = &graph->attributes[graph->node_count - 1].pointwise;
    *pointwise = attributes;
    return pointwise;
}

hipdnn_data_pointwise *add_relu(test_graph *graph, const hipdnn_data_tensor *in, const hipdnn_data_tensor *out)
{
    return add_pointwise(
        graph, "relu", (hipdnn_data_pointwise){.mode = HIPDNN_POINTWISE_RELU_FWD, .in_0 = in->uid, .out_0 = out->uid});
}

hipdnn_data_pointwise *add_add(test_graph *graph, const hipdnn_data_tensor *a, const hipdnn_data_tensor *b,
                               const hipdnn_data_tensor *out)
{
    return add_pointwise(
        graph, "add",
        (hipdnn_data_pointwise){
            .mode = HIPDNN_POINTWISE_ADD, .in_0 = a->uid, .in_1 = HIPDNN_SOME(b->uid), .out_0 = out->uid});
}

hipdnnPluginConstData_t encode_graph(const test_graph *graph)
{
    const hipdnn_data_graph whole = {
        .name = "test",
        .compute_data_type = HIPDNN_TYPE_F32,
        .intermediate_data_type = HIPDNN_TYPE_F32,
        .io_data_type = HIPDNN_TYPE_F32,
        .tensor_count = graph->tensor_count,
        .tensors = graph->tensors,
        .node_count = graph->node_count,
        .nodes = graph->nodes,
        .preferred_engine_id = graph->preferred_engine_id,
        .min_required_engine_api_version = graph->version,
    };
    void *bytes;
    size_t size;
    if (hd_graph_encode(&whole, &bytes, &size) != HD_OK) {
        (void)fprintf(stderr, "%s\n", hd_error_text());
        abort();
    }
    return (hipdnnPluginConstData_t){bytes, size};
}

void make_block(test_graph *graph)
{
    *graph = (test_graph){0};
    const hipdnn_data_tensor *x = add_tensor(graph, "x", DIMS(1, 2, 5, 5), PACKED);
    const hipdnn_data_tensor *w = add_tensor(graph, "w", DIMS(3, 2, 3, 3), PACKED);
    const hipdnn_data_tensor *bias = add_tensor(graph, "bias", DIMS(1, 3, 1, 1), PACKED);
    const hipdnn_data_tensor *y = add_tensor(graph, "y", DIMS(1, 3, 5, 5), PACKED);
    const hipdnn_data_tensor *sum = add_virtual(graph, "conv::y", DIMS(1, 3, 5, 5));
    const hipdnn_data_tensor *biased = add_virtual(graph, "add::y", DIMS(1, 3, 5, 5));
    hipdnn_data_conv_fwd *conv = add_conv(graph, x, w, sum);
    conv->pre_padding = conv->post_padding = DIMS(1, 1);
    add_add(graph, sum, bias, biased);
    add_relu(graph, biased, y);
}
