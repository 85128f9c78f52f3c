/* SPDX-License-Identifier: MIT */
/* Graphs as data: verify, decode, encode, order, check. The mutable graph lives in the frontend; here a graph is a
 * hipdnn_data_graph, whole and const. */
#ifndef HD_DATA_SDK_GRAPH_H
#define HD_DATA_SDK_GRAPH_H

#include "base/arena.h"
#include "base/error.h"
#include "base/text.h"
#include "data_sdk/ops/operation.h"
#include "data_sdk/schema/dims.h"
#include "hipdnn_data_sdk/graph.h"

extern const hd_table hd_tensor_table; /* the flat fields of TensorAttributes */

/* Verifies structure, decodes a copy of the bytes into the arena, then checks meaning (hd_graph_check). HD_BAD_PARAM
 * names the path in the buffer and both numbers. HD_NOT_SUPPORTED: the graph is stamped with a plugin API newer
 * than 1.4.0. The result does not point into `bytes`. */
hd_status hd_graph_decode(const void *bytes, size_t size, hd_arena *arena, const hipdnn_data_graph **out_graph);

/* Structure alone, and whether this version knows everything that the graph uses. */
hd_status hd_graph_verify(const void *bytes, size_t size);

/* Bytes for hd_free. The graph is written as it stands: nodes in the order given. */
hd_status hd_graph_encode(const hipdnn_data_graph *graph, void **out_bytes, size_t *out_size);

/* Meaning: at least one node, uids unique, every named uid there, no tensor written twice, no constant written, no
 * virtual tensor read that nobody writes, nodes in topological order, tensor rules (type set, rank 1 to 8, dims > 0,
 * sizes that do not overflow, alignment >= 1), and each operation's check. */
hd_status hd_graph_check(const hipdnn_data_graph *graph);

/* Rules of one tensor, wherever it stands. */
hd_status hd_tensor_check(const hipdnn_data_tensor *tensor);

/* Topological order of `graph->nodes`, stable: order[i] is the index of the node that comes i-th, and nodes that are in
 * order already stay as they are. HD_BAD_PARAM for a
 * cycle, naming the nodes in it, or for a tensor with two writers. */
hd_status hd_graph_order(const hipdnn_data_graph *graph, uint32_t *order);

/* Lowest engine plugin API that the graph needs: 1.0.0, or the floor of the newest feature it uses (behaviour of the
 * original: overrides 1.1.0, run-time scalars 1.2.0, ragged tensors and alignments other than 16: 1.3.0, ragged offset
 * multipliers other than 1: 1.4.0). */
hipdnn_data_version hd_graph_required_api(const hipdnn_data_graph *graph);

/* Elements between the first and the last that dims and strides reach, plus one: what a bound buffer must hold.
 * HD_BAD_PARAM when it overflows. */
hd_status hd_tensor_span(const hipdnn_data_tensor *tensor, int64_t *out_elements);

#endif
