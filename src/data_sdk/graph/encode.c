/* SPDX-License-Identifier: MIT */
#include "base/memory.h"
#include "data_sdk/graph/tables.h"

/* About what a usual tensor and a usual node take, shared vtables apart. Only speed depends on it. */
enum { USUAL_TENSOR = 160, USUAL_NODE = 128, USUAL_REST = 1024 };

static hd_fb_ref encode_tensor(hd_fb_builder *builder, const hipdnn_data_tensor *tensor)
{
    const uint8_t tag = (uint8_t)tensor->value_type;
    const size_t size = hd_value_size(tensor->value_type);
    const hd_fb_ref value = size == 0 ? 0 : hd_fb_create_struct(builder, &tensor->value, size, size);
    hd_fb_ref refs[HD_TABLE_MAX_FIELDS];
    hd_table_encode_children(&hd_tensor_table, builder, tensor, refs);
    hd_fb_start_table(builder);
    hd_table_encode_fields(&hd_tensor_table, builder, tensor, refs);
    if (size != 0) {
        hd_fb_add_ref(builder, HD_TENSOR_VALUE, value);
        hd_fb_add_inline(builder, HD_TENSOR_VALUE - 1, &tag, sizeof tag, sizeof tag);
    }
    return hd_fb_end_table(builder);
}

static hd_fb_ref encode_node(hd_fb_builder *builder, const hipdnn_data_node *node)
{
    const hd_operation *operation = hd_operation_by_tag(node->operation);
    const uint8_t tag = (uint8_t)operation->tag;
    const hd_fb_ref attributes = hd_table_encode(&operation->table, builder, node->attributes);
    hd_fb_ref refs[HD_TABLE_MAX_FIELDS];
    hd_table_encode_children(&hd_node_table, builder, node, refs);
    hd_fb_start_table(builder);
    hd_table_encode_fields(&hd_node_table, builder, node, refs);
    hd_fb_add_ref(builder, HD_NODE_ATTRIBUTES, attributes);
    hd_fb_add_inline(builder, HD_NODE_ATTRIBUTES - 1, &tag, sizeof tag, sizeof tag);
    return hd_fb_end_table(builder);
}

static hd_fb_ref encode_graph(hd_fb_builder *builder, const hipdnn_data_graph *graph, hd_fb_ref *elements)
{
    for (size_t i = 0; i < graph->tensor_count; i++)
        elements[i] = encode_tensor(builder, &graph->tensors[i]);
    const hd_fb_ref tensors = hd_fb_create_refs(builder, elements, (uint32_t)graph->tensor_count);
    for (size_t i = 0; i < graph->node_count; i++)
        elements[i] = encode_node(builder, &graph->nodes[i]);
    const hd_fb_ref nodes = hd_fb_create_refs(builder, elements, (uint32_t)graph->node_count);

    const hipdnn_data_version *version = &graph->min_required_engine_api_version;
    hd_fb_ref refs[HD_TABLE_MAX_FIELDS];
    hd_table_encode_children(&hd_graph_table, builder, graph, refs);
    hd_fb_start_table(builder);
    hd_table_encode_fields(&hd_graph_table, builder, graph, refs);
    hd_fb_add_ref(builder, HD_GRAPH_TENSORS, tensors);
    hd_fb_add_ref(builder, HD_GRAPH_NODES, nodes);
    if (version->major_version != 0 || version->minor_version != 0 || version->patch_version != 0)
        hd_fb_add_inline(builder, HD_GRAPH_VERSION, version, sizeof *version, HD_VERSION_ALIGNMENT);
    if (graph->has_id)
        hd_fb_add_inline(builder, HD_GRAPH_ID, graph->id, HD_UUID_SIZE, HD_UUID_ALIGNMENT);
    return hd_fb_end_table(builder);
}

/* What the walk below takes for granted. */
static hd_status can_be_written(const hipdnn_data_graph *graph)
{
    if (graph->tensor_count > HD_FB_MAX_TABLES || graph->node_count > HD_FB_MAX_TABLES)
        return hd_fail(HD_BAD_PARAM, "graph '%.64s' has %zu tensors and %zu nodes, at most %d each are allowed",
                       graph->name == NULL ? "" : graph->name, graph->tensor_count, graph->node_count,
                       HD_FB_MAX_TABLES);
    for (size_t i = 0; i < graph->tensor_count; i++)
        if (graph->tensors[i].value_type != HIPDNN_DATA_VALUE_NONE && hd_value_size(graph->tensors[i].value_type) == 0)
            return hd_fail(HD_BAD_PARAM, "tensors[%zu]: %d is no type of value; numbers up to %d are known", i,
                           graph->tensors[i].value_type, HIPDNN_DATA_VALUE_BOOL);
    for (size_t i = 0; i < graph->node_count; i++) {
        const hipdnn_data_node *node = &graph->nodes[i];
        if (hd_operation_by_tag(node->operation) == NULL || node->attributes == NULL)
            return hd_fail(HD_BAD_PARAM, "nodes[%zu]: operation %d %s; give a known one and its attributes", i,
                           node->operation, node->attributes == NULL ? "has no attributes" : "is not known");
    }
    return HD_OK;
}

hd_status hd_graph_encode(const hipdnn_data_graph *graph, void **out_bytes, size_t *out_size)
{
    *out_bytes = NULL;
    *out_size = 0;
    HD_TRY(can_be_written(graph));
    const size_t count = graph->tensor_count > graph->node_count ? graph->tensor_count : graph->node_count;
    hd_fb_ref *elements = hd_alloc_array(count, sizeof *elements);
    if (elements == NULL)
        return hd_fail_alloc(count * sizeof *elements, "the parts of a graph");
    const size_t expected = USUAL_REST + USUAL_TENSOR * graph->tensor_count + USUAL_NODE * graph->node_count;
    hd_fb_builder builder = {.expected = expected};
    const hd_fb_ref root = encode_graph(&builder, graph, elements);
    hd_free(elements);
    return hd_fb_finish(&builder, root, NULL, out_bytes, out_size);
}
