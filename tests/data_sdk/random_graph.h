/* SPDX-License-Identifier: MIT */
/* Random graphs of every operation, valid by rules that are written down here a second time: what these make,
 * hd_graph_check accepts. Optional fields are there or not by chance, and so are names, strides of any order,
 * constants, ragged tensors. */
#ifndef HIPDNN_TESTS_DATA_SDK_RANDOM_GRAPH_H
#define HIPDNN_TESTS_DATA_SDK_RANDOM_GRAPH_H

#include "data_sdk/graph/graph.h"

/* A graph that may be changed. It points into itself and its arena: it must not move. */
typedef struct random_graph {
    hipdnn_data_graph graph;
    hipdnn_data_tensor *tensors; /* those of the graph */
    hipdnn_data_node *nodes;
    hd_arena arena;
    uint64_t state; /* of the numbers that it is made from */
    size_t *written; /* indices of the tensors that nodes write */
    size_t written_count, own_count; /* the last ones are outputs of the node under construction */
} random_graph;

/* One node of `operation`. */
void random_graph_of(random_graph *out, uint64_t seed, int32_t operation);

/* `count` nodes of any operation, most of which read what others write. */
void random_graph_of_many(random_graph *out, uint64_t seed, uint32_t count);

void random_graph_release(random_graph *graph);

/* The next number of a stream, below `bound`; any state begins one. The same on every machine. */
uint64_t random_number_below(uint64_t *state, uint64_t bound);

#endif
