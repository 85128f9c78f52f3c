/* SPDX-License-Identifier: MIT */
/* What a graph means, as one number. */
#ifndef HD_DATA_SDK_FINGERPRINT_H
#define HD_DATA_SDK_FINGERPRINT_H

#include "base/error.h"
#include "hipdnn_data_sdk/graph.h"

/* Two graphs that mean the same have the same fingerprint, whatever their names, uids, graph id and version stamp, the
 * order of their tensors, and the order of their nodes as long as it is topological. What counts: of each tensor all
 * but uid and name; of each node its operation, its compute type and all its attributes; which tensor is what to which
 * node, and whose ragged offsets; whether shapes may be overridden. What does not: the preferred engine, which is a
 * wish; the graph's default types, which tensors and nodes have taken over when a graph is whole.
 *
 * A field at its default counts as absent, so the number survives a schema that grows; caches may keep it on disk.
 * Equal fingerprints of different graphs are possible, by chance or by malice: whoever would compute something wrong
 * then, and not just something slow, compares the graphs.
 *
 * `graph` must be one that hd_graph_check accepts. Time and memory grow with its size, up to a factor for each output
 * that looks like another one. */
hd_status hd_graph_fingerprint(const hipdnn_data_graph *graph, uint64_t *out_fingerprint);

#endif
