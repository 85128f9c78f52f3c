/* SPDX-License-Identifier: MIT */
/* The smallest graph, one relu of 16 floats, through the raw backend C API: what the overhead figures are taken on. */
#ifndef BENCH_ONE_NODE_H
#define BENCH_ONE_NODE_H

#include "hipdnn_backend.h"

typedef struct one_node {
    hipdnnBackendDescriptor_t x, y, relu, graph, heuristic, config, plan, pack;
} one_node;

/* From the first descriptor to the finalized plan, on the engine with this name (as the graph's preferred one, taken
 * first when it is ranked). Ends the program with the sentence of any failure. */
void one_node_plan(hipdnnHandle_t handle, const char *engine, one_node *out);

/* A variant pack for it; the memory lives as long as the program. */
void one_node_pack(one_node *node);

void one_node_destroy(one_node *node);

/* Ends the program unless `status` is success. */
void expect(hipdnnStatus_t status, const char *what);

#endif
