/* SPDX-License-Identifier: MIT */
/* The tables of graph.fbs that hold unions, vectors of tables and structs: their flat fields as rows, the slots of the
 * rest by name. Shared by verify, decode and encode. */
#ifndef HD_DATA_SDK_GRAPH_TABLES_H
#define HD_DATA_SDK_GRAPH_TABLES_H

#include "data_sdk/graph/graph.h"

extern const hd_table hd_graph_table; /* hipdnn_data_graph */
extern const hd_table hd_node_table; /* hipdnn_data_node */

enum {
    HD_GRAPH_TENSORS = 4,
    HD_GRAPH_NODES = 5,
    HD_GRAPH_VERSION = 8, /* struct EngineApiVersion */
    HD_GRAPH_ID = 9, /* struct Uuid */
    HD_TENSOR_VALUE = 7, /* its tag is in 6 */
    HD_NODE_ATTRIBUTES = 3 /* its tag is in 2 */
};

/* EngineApiVersion is laid out like our struct, so it is copied whole. */
_Static_assert(sizeof(hipdnn_data_version) == 12, "three 32-bit numbers");
enum { HD_VERSION_ALIGNMENT = 4, HD_UUID_SIZE = 16, HD_UUID_ALIGNMENT = 1 };

/* Bytes of a tensor's constant, which are its alignment too; 0 for a hipdnn_data_value_type that is not known. On the
 * wire each is a struct of one member, behind an offset. */
size_t hd_value_size(int32_t value_type);

#endif
