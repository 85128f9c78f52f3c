/* SPDX-License-Identifier: MIT */
/* Meaning of a whole graph: what no tensor and no operation can see alone. */
#include "data_sdk/graph/index.h"

#include <inttypes.h>

/* An operation's check only reads; infer, which shares the lookup, is why the tensor is not const. */
static hipdnn_data_tensor *find_tensor(const hd_op_context *context, int64_t uid)
{
    const hipdnn_data_graph *graph = context->graph;
    const size_t tensor = hipdnn_data_graph_find(graph, uid);
    return tensor == graph->tensor_count ? NULL : (hipdnn_data_tensor *)&graph->tensors[tensor];
}

/* The offsets of a ragged tensor are a tensor of the graph, in memory, and not ragged themselves. */
static hd_status check_ragged(const hipdnn_data_graph *graph, const hipdnn_data_tensor *tensor)
{
    if (!tensor->ragged_offset_uid.set)
        return HD_OK;
    const int64_t uid = tensor->ragged_offset_uid.value;
    const size_t found = hipdnn_data_graph_find(graph, uid);
    char name[HD_TENSOR_TEXT_SIZE];
    hd_tensor_text(tensor, name);
    if (found == graph->tensor_count)
        return hd_fail(HD_BAD_PARAM,
                       "%s: ragged_offset_tensor_uid is %" PRId64
                       ", but none of the graph's %zu tensors has that uid; add it",
                       name, uid, graph->tensor_count);
    const hipdnn_data_tensor *offsets = &graph->tensors[found];
    if (offsets->is_virtual || offsets->ragged_offset_uid.set)
        return hd_fail(HD_BAD_PARAM, "%s: ragged_offset_tensor_uid is %" PRId64 ", but that tensor is %s", name, uid,
                       offsets->is_virtual ? "virtual; offsets must be in memory" : "ragged itself");
    return HD_OK;
}

static hd_status check_inputs(const hd_graph_index *index, uint32_t node)
{
    const hipdnn_data_graph *graph = &index->graph;
    hd_uid_cursor cursor = {0};
    int64_t uid;
    while (hd_node_next_uid(&graph->nodes[node], HD_FLOW_IN, &cursor, &uid) != NULL) {
        const size_t tensor = hipdnn_data_graph_find(graph, uid);
        const uint32_t writer = index->writers[tensor];
        char reader[HD_NODE_TEXT_SIZE], name[HD_TENSOR_TEXT_SIZE], other[HD_NODE_TEXT_SIZE];
        if (writer == node)
            return hd_fail(HD_BAD_PARAM, "%s reads %s, which it writes itself; give it an output of its own",
                           hd_node_text(graph, node, reader), hd_tensor_text(&graph->tensors[tensor], name));
        if (writer != HD_NO_NODE && writer > node)
            return hd_fail(HD_BAD_PARAM,
                           "%s at %" PRIu32 " reads %s, which %s at %" PRIu32
                           " writes; nodes must be in topological order",
                           hd_node_text(graph, node, reader), node, hd_tensor_text(&graph->tensors[tensor], name),
                           hd_node_text(graph, writer, other), writer);
        if (writer == HD_NO_NODE && graph->tensors[tensor].is_virtual)
            return hd_fail(HD_BAD_PARAM,
                           "%s reads %s, which is virtual, but no node writes it; make it not virtual or add its node",
                           hd_node_text(graph, node, reader), hd_tensor_text(&graph->tensors[tensor], name));
    }
    return HD_OK;
}

/* Whether two elements lie in the same place for certain. */
static bool repeats_elements(const hipdnn_data_tensor *tensor)
{
    for (uint32_t i = 0; i < tensor->dim.count; i++)
        if (tensor->dim.v[i] > 1 && tensor->stride.v[i] == 0)
            return true;
    return false;
}

static hd_status check_outputs(const hd_graph_index *index, uint32_t node)
{
    const hipdnn_data_graph *graph = &index->graph;
    hd_uid_cursor cursor = {0};
    int64_t uid;
    while (hd_node_next_uid(&graph->nodes[node], HD_FLOW_OUT, &cursor, &uid) != NULL) {
        const hipdnn_data_tensor *tensor = &graph->tensors[hipdnn_data_graph_find(graph, uid)];
        char writer[HD_NODE_TEXT_SIZE], name[HD_TENSOR_TEXT_SIZE], strides[HD_DIMS_TEXT_SIZE];
        if (tensor->value_type != HIPDNN_DATA_VALUE_NONE || tensor->is_runtime_pass_by_value)
            return hd_fail(HD_BAD_PARAM, "%s writes %s, which is passed by value; give it an output in memory",
                           hd_node_text(graph, node, writer), hd_tensor_text(tensor, name));
        if (repeats_elements(tensor))
            return hd_fail(HD_BAD_PARAM,
                           "%s writes %s, whose strides %s put several elements in one place; a stride of 0 is only "
                           "allowed for inputs",
                           hd_node_text(graph, node, writer), hd_tensor_text(tensor, name),
                           hd_dims_text(&tensor->stride, strides, sizeof strides));
    }
    return HD_OK;
}

/* Fields that an operation cannot do without, whichever it is. */
static hd_status check_required(const hipdnn_data_graph *graph, uint32_t node)
{
    const hd_table *table = &hd_operation_by_tag(graph->nodes[node].operation)->table;
    for (size_t i = 0; i < table->field_count; i++) {
        const hd_field *field = &table->fields[i];
        if (!field->required)
            continue;
        const void *member = (const char *)graph->nodes[node].attributes + field->offset;
        bool missing = false;
        if (field->kind == HD_FIELD_ENUM)
            missing = *(const int32_t *)member == 0;
        else if (field->kind == HD_FIELD_DIMS)
            missing = ((const hipdnn_dims *)member)->count == 0;
        else if (field->kind == HD_FIELD_STRING)
            missing = (*(const char *const *)member)[0] == '\0';
        char text[HD_NODE_TEXT_SIZE];
        if (missing)
            return hd_fail(HD_BAD_PARAM, "%s: %s is not set; set it", hd_node_text(graph, node, text), field->name);
    }
    return HD_OK;
}

static hd_status check_node(const hd_graph_index *index, uint32_t i)
{
    const hipdnn_data_graph *graph = &index->graph;
    const hipdnn_data_node *node = &graph->nodes[i];
    if (hd_data_type_size(node->compute_data_type) == 0) {
        char text[HD_NODE_TEXT_SIZE];
        return hd_fail(HD_BAD_PARAM, "%s has compute data type %" PRId32 " (%s); set one on the node or on the graph",
                       hd_node_text(graph, i, text), node->compute_data_type,
                       hd_enum_text(&hd_data_type_enum, node->compute_data_type));
    }
    HD_TRY(check_required(graph, i));
    HD_TRY(check_inputs(index, i));
    HD_TRY(check_outputs(index, i));
    const hd_op_context context = {
        .node = node->name,
        .compute_data_type = node->compute_data_type,
        .attributes = node->attributes,
        .tensor = find_tensor,
        .graph = graph,
    };
    return hd_operation_by_tag(node->operation)->check(&context);
}

static hd_status check_indexed(const hd_graph_index *index)
{
    for (size_t i = 0; i < index->graph.tensor_count; i++)
        HD_TRY(check_ragged(&index->graph, &index->graph.tensors[i]));
    for (uint32_t i = 0; i < index->graph.node_count; i++)
        HD_TRY(check_node(index, i));
    return HD_OK;
}

hd_status hd_graph_check(const hipdnn_data_graph *graph)
{
    if (graph->node_count == 0)
        return hd_fail(HD_BAD_PARAM, "graph '%.64s' has no nodes; add at least one operation", graph->name);
    for (size_t i = 0; i < graph->tensor_count; i++)
        HD_TRY(hd_tensor_check(&graph->tensors[i]));
    hd_graph_index index;
    HD_TRY(hd_graph_index_build(graph, &index));
    const hd_status status = check_indexed(&index);
    hd_graph_index_release(&index);
    return status;
}
