/* SPDX-License-Identifier: MIT */
/* Graphs for tests, written down in a few lines each. */
#ifndef TESTS_PLUGINS_GRAPHS_H
#define TESTS_PLUGINS_GRAPHS_H

#include "hipdnn_data_sdk/graph.h"
#include "hipdnn_plugin_sdk/PluginApiDataTypes.h"

enum { GRAPH_MAX_TENSORS = 256, GRAPH_MAX_NODES = 256 };

/* All zero is a valid empty graph. Uids are 1, 2, 3 ... in the order of the tensors. */
typedef struct test_graph {
    hipdnn_data_tensor tensors[GRAPH_MAX_TENSORS];
    hipdnn_data_node nodes[GRAPH_MAX_NODES];
    union {
        hipdnn_data_conv_fwd conv;
        hipdnn_data_conv_bwd conv_bwd;
        hipdnn_data_conv_wrw conv_wrw;
        hipdnn_data_matmul matmul;
        hipdnn_data_pointwise pointwise;
    } attributes[GRAPH_MAX_NODES];
    size_t tensor_count, node_count;
    hipdnn_optional_i64 preferred_engine_id;
    hipdnn_data_version version;
} test_graph;

/* DIMS(1, 64, 56, 56) */
#define DIMS(...)                                                                                                      \
    ((hipdnn_dims){.v = {__VA_ARGS__}, .count = (uint32_t)(sizeof((int64_t[]){__VA_ARGS__}) / sizeof(int64_t))})
#define PACKED ((hipdnn_dims){0})

/* A float tensor in memory; the pointer is for whoever wants it otherwise. */
hipdnn_data_tensor *add_tensor(test_graph *graph, const char *name, hipdnn_dims dim, hipdnn_dims stride);
hipdnn_data_tensor *add_virtual(test_graph *graph, const char *name, hipdnn_dims dim);
hipdnn_data_tensor *add_constant(test_graph *graph, const char *name, float value);

/* No padding, stride and dilation 1, cross-correlation; named "conv". */
hipdnn_data_conv_fwd *add_conv(test_graph *graph, const hipdnn_data_tensor *x, const hipdnn_data_tensor *w,
                               const hipdnn_data_tensor *y);
hipdnn_data_conv_bwd *add_conv_bwd(test_graph *graph, const hipdnn_data_tensor *dy, const hipdnn_data_tensor *w,
                                   const hipdnn_data_tensor *dx);
hipdnn_data_conv_wrw *add_conv_wrw(test_graph *graph, const hipdnn_data_tensor *x, const hipdnn_data_tensor *dy,
                                   const hipdnn_data_tensor *dw);
void add_matmul(test_graph *graph, const hipdnn_data_tensor *a, const hipdnn_data_tensor *b,
                const hipdnn_data_tensor *c);
/* Inputs that the mode does not take are NULL; named "pointwise". */
hipdnn_data_pointwise *add_pointwise(test_graph *graph, int32_t mode, const hipdnn_data_tensor *out,
                                     const hipdnn_data_tensor *a, const hipdnn_data_tensor *b,
                                     const hipdnn_data_tensor *c);
/* Named after its mode. */
hipdnn_data_pointwise *add_relu(test_graph *graph, const hipdnn_data_tensor *in, const hipdnn_data_tensor *out);
hipdnn_data_pointwise *add_add(test_graph *graph, const hipdnn_data_tensor *a, const hipdnn_data_tensor *b,
                               const hipdnn_data_tensor *out);

/* Bytes for free_data. */
hipdnnPluginConstData_t encode_graph(const test_graph *graph);

/* y = relu(conv(x, w) + bias), with padding 1, and virtual tensors between. x, w, bias, y are uids 1 to 4. */
enum { BLOCK_X = 1, BLOCK_W, BLOCK_BIAS, BLOCK_Y };
void make_block(test_graph *graph);

#endif
