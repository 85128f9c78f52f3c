/* SPDX-License-Identifier: MIT */
/* The end of a bottleneck block as a graph that tests encode, break and compare:
 *
 *   c = conv(x, w);  b = c + bias;  r = leaky_relu(b);  s = r * half;  y = s + x */
#ifndef TESTS_DATA_SDK_SAMPLE_H
#define TESTS_DATA_SDK_SAMPLE_H

#include "data_sdk/graph/graph.h"

/* Indices into the sample's tensors and nodes. uids are neither dense nor ascending. */
enum { X, W, C, BIAS, B, R, HALF, S, Y, SAMPLE_TENSORS };
enum { CONV, ADD_BIAS, RELU, SCALE, RESIDUAL, SAMPLE_NODES };

typedef struct sample {
    hipdnn_data_tensor tensors[SAMPLE_TENSORS];
    hipdnn_data_conv_fwd conv;
    hipdnn_data_pointwise add_bias, relu, scale, residual;
    hipdnn_data_node nodes[SAMPLE_NODES];
    hipdnn_data_graph graph;
} sample;

/* The graph points into the sample: it must not move. */
void sample_init(sample *s);

/* Fails the test at the first field that differs. */
void assert_same_graph(const hipdnn_data_graph *a, const hipdnn_data_graph *b);

/* Packed dims and strides: SHAPE(1, 8, 6, 6). */
#define SHAPE(...)                                                                                                     \
    (hipdnn_dims)                                                                                                      \
    {                                                                                                                  \
        .v = {__VA_ARGS__}, .count = sizeof((int64_t[]){__VA_ARGS__}) / sizeof(int64_t)                                \
    }

/* A plain tensor in memory. */
hipdnn_data_tensor make_tensor(int64_t uid, const char *name, hipdnn_dims dim);

/* Makes the n-th allocation from now fail, and those after it; -1: none. */
void fail_allocation(int n);

#endif
