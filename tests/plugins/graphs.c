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

static hipdnn_dims repeated(int64_t value, uint32_t count)
{
    hipdnn_dims dims = {.count = count};
    for (uint32_t i = 0; i < count; i++)
        dims.v[i] = value;
    return dims;
}

hipdnn_data_conv_fwd *add_conv(test_graph *graph, const hipdnn_data_tensor *x, const hipdnn_data_tensor *w,
                               const hipdnn_data_tensor *y)
{
    const uint32_t spatial = x->dim.count - 2;
    add_node(graph, "conv", HIPDNN_DATA_OPERATION_CONV_FWD);
    hipdnn_data_conv_fwd *conv = &graph->attributes[graph->node_count - 1].conv;
    *conv = (hipdnn_data_conv_fwd){
        .x = x->uid,
        .w = w->uid,
        .y = y->uid,
        .pre_padding = repeated(0, spatial),
        .post_padding = repeated(0, spatial),
        .stride = repeated(1, spatial),
        .dilation = repeated(1, spatial),
        .mode = HIPDNN_CONV_MODE_CROSS_CORRELATION,
    };
    return conv;
}

hipdnn_data_conv_bwd *add_conv_bwd(test_graph *graph, const hipdnn_data_tensor *dy, const hipdnn_data_tensor *w,
                                   const hipdnn_data_tensor *dx)
{
    const uint32_t spatial = dx->dim.count - 2;
    add_node(graph, "conv_bwd", HIPDNN_DATA_OPERATION_CONV_BWD);
    hipdnn_data_conv_bwd *conv = &graph->attributes[graph->node_count - 1].conv_bwd;
    *conv = (hipdnn_data_conv_bwd){
        .dy = dy->uid,
        .w = w->uid,
        .dx = dx->uid,
        .pre_padding = repeated(0, spatial),
        .post_padding = repeated(0, spatial),
        .stride = repeated(1, spatial),
        .dilation = repeated(1, spatial),
        .mode = HIPDNN_CONV_MODE_CROSS_CORRELATION,
    };
    return conv;
}

hipdnn_data_conv_wrw *add_conv_wrw(test_graph *graph, const hipdnn_data_tensor *x, const hipdnn_data_tensor *dy,
                                   const hipdnn_data_tensor *dw)
{
    const uint32_t spatial = x->dim.count - 2;
    add_node(graph, "conv_wrw", HIPDNN_DATA_OPERATION_CONV_WRW);
    hipdnn_data_conv_wrw *conv = &graph->attributes[graph->node_count - 1].conv_wrw;
    *conv = (hipdnn_data_conv_wrw){
        .x = x->uid,
        .dy = dy->uid,
        .dw = dw->uid,
        .pre_padding = repeated(0, spatial),
        .post_padding = repeated(0, spatial),
        .stride = repeated(1, spatial),
        .dilation = repeated(1, spatial),
        .mode = HIPDNN_CONV_MODE_CROSS_CORRELATION,
    };
    return conv;
}

void add_matmul(test_graph *graph, const hipdnn_data_tensor *a, const hipdnn_data_tensor *b,
                const hipdnn_data_tensor *c)
{
    add_node(graph, "matmul", HIPDNN_DATA_OPERATION_MATMUL);
    graph->attributes[graph->node_count - 1].matmul = (hipdnn_data_matmul){.a = a->uid, .b = b->uid, .c = c->uid};
}

static hipdnn_optional_i64 uid_of(const hipdnn_data_tensor *tensor)
{
    return tensor == NULL ? (hipdnn_optional_i64){0} : (hipdnn_optional_i64)HIPDNN_SOME(tensor->uid);
}

hipdnn_data_pointwise *add_pointwise(test_graph *graph, int32_t mode, const hipdnn_data_tensor *out,
                                     const hipdnn_data_tensor *a, const hipdnn_data_tensor *b,
                                     const hipdnn_data_tensor *c)
{
    add_node(graph, "pointwise", HIPDNN_DATA_OPERATION_POINTWISE);
    hipdnn_data_pointwise *pointwise = &graph->attributes[graph->node_count - 1].pointwise;
    *pointwise =
        (hipdnn_data_pointwise){.mode = mode, .in_0 = a->uid, .in_1 = uid_of(b), .in_2 = uid_of(c), .out_0 = out->uid};
    return pointwise;
}

hipdnn_data_pointwise *add_relu(test_graph *graph, const hipdnn_data_tensor *in, const hipdnn_data_tensor *out)
{
    hipdnn_data_pointwise *relu = add_pointwise(graph, HIPDNN_POINTWISE_RELU_FWD, out, in, NULL, NULL);
    graph->nodes[graph->node_count - 1].name = "relu";
    return relu;
}

hipdnn_data_pointwise *add_add(test_graph *graph, const hipdnn_data_tensor *a, const hipdnn_data_tensor *b,
                               const hipdnn_data_tensor *out)
{
    hipdnn_data_pointwise *add = add_pointwise(graph, HIPDNN_POINTWISE_ADD, out, a, b, NULL);
    graph->nodes[graph->node_count - 1].name = "add";
    return add;
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
