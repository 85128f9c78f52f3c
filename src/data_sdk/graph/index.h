/* SPDX-License-Identifier: MIT */
/* Who is who in a graph: the tensor of a uid, the node that writes a tensor. Near-linear to build, so that a graph of
 * ten thousand nodes is checked in milliseconds. */
#ifndef HD_DATA_SDK_GRAPH_INDEX_H
#define HD_DATA_SDK_GRAPH_INDEX_H

#include "data_sdk/graph/graph.h"

#define HD_NO_NODE UINT32_MAX

typedef struct hd_graph_index {
    hipdnn_data_graph graph; /* the caller's, with by_uid whether or not it had one */
    uint32_t *writers; /* per tensor: the node that writes it, or HD_NO_NODE */
    uint32_t *memory;
} hd_graph_index;

/* Refuses what has no index: a uid twice, an unknown operation, a uid that no tensor has, two writers of a tensor. */
hd_status hd_graph_index_build(const hipdnn_data_graph *graph, hd_graph_index *out_index);
void hd_graph_index_release(hd_graph_index *index);

/* Where a walk over the uids of a node is; all zero is in front of the first. */
typedef struct hd_uid_cursor {
    uint32_t field;
    uint32_t element; /* of a list */
} hd_uid_cursor;

/* The next uid of `node` that flows as `flow`, by field and, in a list, by element. NULL after the last. */
const hd_field *hd_node_next_uid(const hipdnn_data_node *node, hd_flow flow, hd_uid_cursor *cursor, int64_t *out_uid);

/* "node 'conv1'", or "nodes[3]" when it has no name. Returns text. */
enum { HD_NODE_TEXT_SIZE = 80 };
const char *hd_node_text(const hipdnn_data_graph *graph, size_t node, char text[HD_NODE_TEXT_SIZE]);

/* Fills `by_uid` with the tensors' indices by ascending uid. */
void hd_sort_by_uid(const hipdnn_data_tensor *tensors, uint32_t count, uint32_t *by_uid);

#endif
