/* SPDX-License-Identifier: MIT */
/* From bytes to a graph. The arena holds one copy of the bytes, which all texts point into, and the structs. */
#include "data_sdk/graph/index.h"
#include "data_sdk/graph/tables.h"

static void decode_value(hd_fb_table bytes, hipdnn_data_tensor *tensor)
{
    tensor->value_type = hd_fb_get_u8(bytes, HD_TENSOR_VALUE - 1, HIPDNN_DATA_VALUE_NONE);
    /* Every member of the union begins where the union does, and the wire has this machine's byte order. */
    if (tensor->value_type != HIPDNN_DATA_VALUE_NONE)
        memcpy(&tensor->value, hd_fb_get_target(bytes, HD_TENSOR_VALUE), hd_value_size(tensor->value_type));
}

static hd_status decode_tensors(hd_fb_table bytes, hd_arena *arena, hipdnn_data_graph *graph)
{
    const hd_fb_vector vector = hd_fb_get_vector(bytes, HD_GRAPH_TENSORS);
    hipdnn_data_tensor *tensors = hd_arena_alloc_array(arena, vector.count, sizeof *tensors);
    uint32_t *by_uid = hd_arena_alloc_array(arena, vector.count, sizeof *by_uid);
    if (tensors == NULL || by_uid == NULL)
        return hd_fail_alloc(vector.count * (sizeof *tensors + sizeof *by_uid), "the tensors of a graph");
    for (uint32_t i = 0; i < vector.count; i++) {
        const hd_fb_table tensor = hd_fb_table_at(vector, i);
        hd_table_decode(&hd_tensor_table, tensor, &tensors[i]);
        decode_value(tensor, &tensors[i]);
    }
    hd_sort_by_uid(tensors, vector.count, by_uid);
    graph->tensors = tensors;
    graph->tensor_count = vector.count;
    graph->by_uid = by_uid;
    return HD_OK;
}

static hd_status decode_nodes(hd_fb_table bytes, hd_arena *arena, hipdnn_data_graph *graph)
{
    const hd_fb_vector vector = hd_fb_get_vector(bytes, HD_GRAPH_NODES);
    hipdnn_data_node *nodes = hd_arena_alloc_array(arena, vector.count, sizeof *nodes);
    if (nodes == NULL)
        return hd_fail_alloc(vector.count * sizeof *nodes, "the nodes of a graph");
    for (uint32_t i = 0; i < vector.count; i++) {
        const hd_fb_table node = hd_fb_table_at(vector, i);
        const uint8_t tag = hd_fb_get_u8(node, HD_NODE_ATTRIBUTES - 1, HIPDNN_DATA_OPERATION_NONE);
        const hd_table *table = &hd_operation_by_tag(tag)->table;
        void *attributes = hd_arena_alloc(arena, table->size);
        if (attributes == NULL)
            return hd_fail_alloc(table->size, "the attributes of a node");
        hd_table_decode(&hd_node_table, node, &nodes[i]);
        hd_table_decode(table, hd_fb_get_table(node, HD_NODE_ATTRIBUTES), attributes);
        nodes[i].operation = tag;
        nodes[i].attributes = attributes;
    }
    graph->nodes = nodes;
    graph->node_count = vector.count;
    return HD_OK;
}

static void decode_structs(hd_fb_table bytes, hipdnn_data_graph *graph)
{
    const uint8_t *version = hd_fb_field(bytes, HD_GRAPH_VERSION);
    if (version != NULL)
        memcpy(&graph->min_required_engine_api_version, version, sizeof graph->min_required_engine_api_version);
    const uint8_t *id = hd_fb_field(bytes, HD_GRAPH_ID);
    graph->has_id = id != NULL;
    if (id != NULL)
        memcpy(graph->id, id, sizeof graph->id);
}

hd_status hd_graph_decode(const void *bytes, size_t size, hd_arena *arena, const hipdnn_data_graph **out_graph)
{
    *out_graph = NULL;
    /* Verified before it is copied: what is not a graph should not cost its size in memory. */
    HD_TRY(hd_graph_verify(bytes, size));
    hipdnn_data_graph *graph = hd_arena_alloc(arena, sizeof *graph);
    void *copy = hd_arena_alloc(arena, size);
    if (graph == NULL || copy == NULL)
        return hd_fail_alloc(sizeof *graph + size, "a graph");
    memcpy(copy, bytes, size);

    const hd_fb_table root = hd_fb_root(copy);
    hd_table_decode(&hd_graph_table, root, graph);
    decode_structs(root, graph);
    HD_TRY(decode_tensors(root, arena, graph));
    HD_TRY(decode_nodes(root, arena, graph));
    HD_TRY(hd_graph_check(graph));
    *out_graph = graph;
    return HD_OK;
}
