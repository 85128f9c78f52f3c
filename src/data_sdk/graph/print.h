/* SPDX-License-Identifier: MIT */
/* A graph for people: as text, as a Graphviz drawing. Both walk the rows of the operations. */
#ifndef HD_DATA_SDK_PRINT_H
#define HD_DATA_SDK_PRINT_H

#include "base/text.h"
#include "hipdnn_data_sdk/graph.h"

/* Appends a listing: the graph's types, a line per tensor, a line per node. `graph` must be one that hd_graph_check
 * accepts. What the text cannot take is remembered in it. */
void hd_graph_print(const hipdnn_data_graph *graph, hd_text *out_text);

/* Appends a digraph in the dot language: nodes as boxes, tensors as ellipses, virtual ones dashed. */
void hd_graph_draw(const hipdnn_data_graph *graph, hd_text *out_text);

#endif
