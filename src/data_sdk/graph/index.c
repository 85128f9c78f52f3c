/* SPDX-License-Identifier: MIT */
#include "data_sdk/graph/index.h"

#include "base/memory.h"
#include "data_sdk/graph/sort.h"

#include <inttypes.h>
#include <stdio.h>

static bool uid_before(const void *context, uint32_t a, uint32_t b)
{
    const hipdnn_data_tensor *tensors = context;
    if (tensors[a].uid != tensors[b].uid)
        return tensors[a].uid < tensors[b].uid;
    return a < b;
}

void hd_sort_by_uid(const hipdnn_data_tensor *tensors, uint32_t count, uint32_t *by_uid)
{
    for (uint32_t i = 0; i < count; i++)
        by_uid[i] = i;
    hd_sort_indices(by_uid, count, uid_before, tensors);
}

/* Where in by_uid a uid would be if the uids had no gaps. */
static uint64_t dense_place(const hipdnn_data_graph *graph, int64_t uid)
{
    return graph->tensor_count == 0 ? 0 : (uint64_t)uid - (uint64_t)graph->tensors[graph->by_uid[0]].uid;
}

size_t hipdnn_data_graph_find(const hipdnn_data_graph *graph, int64_t uid)
{
    if (graph->by_uid == NULL) {
        size_t i = 0;
        while (i < graph->tensor_count && graph->tensors[i].uid != uid)
            i++;
        return i;
    }
    /* Uids that leave no gaps, as the frontend gives them, are found at the first guess, however large the graph is. */
    const size_t guess = dense_place(graph, uid);
    if (guess < graph->tensor_count && graph->tensors[graph->by_uid[guess]].uid == uid)
        return graph->by_uid[guess];
    size_t low = 0, high = graph->tensor_count;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (graph->tensors[graph->by_uid[middle]].uid < uid)
            low = middle + 1;
        else
            high = middle;
    }
    const bool found = low < graph->tensor_count && graph->tensors[graph->by_uid[low]].uid == uid;
    return found ? graph->by_uid[low] : graph->tensor_count;
}

const char *hd_node_text(const hipdnn_data_graph *graph, size_t node, char text[HD_NODE_TEXT_SIZE])
{
    const char *name = graph->nodes[node].name;
    if (name != NULL && name[0] != '\0')
        (void)snprintf(text, HD_NODE_TEXT_SIZE, "node '%.64s'", name);
    else
        (void)snprintf(text, HD_NODE_TEXT_SIZE, "nodes[%zu]", node);
    return text;
}

/* How many uids a field names, and where the first of them is. */
static uint32_t uids_of(const hd_field *field, const void *attributes, const int64_t **out_first)
{
    const void *member = (const char *)attributes + field->offset;
    if (field->kind == HD_FIELD_UID_LIST) {
        const hipdnn_i64_list *list = member;
        *out_first = list->v;
        return list->count;
    }
    if (field->kind == HD_FIELD_OPTIONAL_UID) {
        const hipdnn_optional_i64 *optional = member;
        *out_first = &optional->value;
        return optional->set;
    }
    *out_first = member;
    return 1;
}

const hd_field *hd_node_next_uid(const hipdnn_data_node *node, hd_flow flow, hd_uid_cursor *cursor, int64_t *out_uid)
{
    const hd_table *table = &hd_operation_by_tag(node->operation)->table;
    for (; cursor->field < table->field_count; *cursor = (hd_uid_cursor){.field = cursor->field + 1}) {
        const hd_field *field = &table->fields[cursor->field];
        const int64_t *uids;
        if (field->flow != flow || cursor->element >= uids_of(field, node->attributes, &uids))
            continue;
        *out_uid = uids[cursor->element++];
        return field;
    }
    return NULL;
}

static hd_status refuse_duplicates(const hipdnn_data_graph *graph)
{
    for (size_t i = 1; i < graph->tensor_count; i++) {
        const uint32_t a = graph->by_uid[i - 1], b = graph->by_uid[i];
        if (graph->tensors[a].uid == graph->tensors[b].uid)
            return hd_fail(HD_BAD_PARAM,
                           "tensors[%" PRIu32 "] '%.48s' and tensors[%" PRIu32 "] '%.48s' both have uid %" PRId64
                           "; give each tensor its own",
                           a, graph->tensors[a].name, b, graph->tensors[b].name, graph->tensors[a].uid);
    }
    return HD_OK;
}

static hd_status refuse_second_writer(const hd_graph_index *index, size_t tensor, size_t node)
{
    char name[HD_TENSOR_TEXT_SIZE], first[HD_NODE_TEXT_SIZE], second[HD_NODE_TEXT_SIZE];
    return hd_fail(HD_BAD_PARAM, "%s is written by %s and by %s; one of them needs a tensor of its own",
                   hd_tensor_text(&index->graph.tensors[tensor], name),
                   hd_node_text(&index->graph, index->writers[tensor], first),
                   hd_node_text(&index->graph, node, second));
}

/* The uids of one node: inputs only have to be there, outputs get their writer. */
static hd_status enter_node(hd_graph_index *index, uint32_t node)
{
    static const hd_flow flows[] = {HD_FLOW_IN, HD_FLOW_OUT};
    for (size_t i = 0; i < sizeof flows / sizeof flows[0]; i++) {
        hd_uid_cursor cursor = {0};
        int64_t uid;
        const hd_field *field;
        while ((field = hd_node_next_uid(&index->graph.nodes[node], flows[i], &cursor, &uid)) != NULL) {
            const size_t tensor = hipdnn_data_graph_find(&index->graph, uid);
            char text[HD_NODE_TEXT_SIZE];
            if (tensor == index->graph.tensor_count)
                return hd_fail(HD_BAD_PARAM,
                               "%s: %s is %" PRId64 ", but none of the graph's %zu tensors has that uid; add it",
                               hd_node_text(&index->graph, node, text), field->name, uid, index->graph.tensor_count);
            if (flows[i] == HD_FLOW_IN)
                continue;
            if (index->writers[tensor] != HD_NO_NODE)
                return refuse_second_writer(index, tensor, node);
            index->writers[tensor] = node;
        }
    }
    return HD_OK;
}

static hd_status enter_nodes(hd_graph_index *index)
{
    HD_TRY(refuse_duplicates(&index->graph));
    for (size_t i = 0; i < index->graph.tensor_count; i++)
        index->writers[i] = HD_NO_NODE;
    for (uint32_t i = 0; i < index->graph.node_count; i++) {
        const hipdnn_data_node *node = &index->graph.nodes[i];
        char text[HD_NODE_TEXT_SIZE];
        if (hd_operation_by_tag(node->operation) == NULL || node->attributes == NULL)
            return hd_fail(HD_BAD_PARAM, "%s: operation %" PRId32 " %s; give a known one and its attributes",
                           hd_node_text(&index->graph, i, text), node->operation,
                           node->attributes == NULL ? "has no attributes" : "is not known");
        HD_TRY(enter_node(index, i));
    }
    return HD_OK;
}

hd_status hd_graph_index_build(const hipdnn_data_graph *graph, hd_graph_index *out_index)
{
    *out_index = (hd_graph_index){.graph = *graph};
    if (graph->tensor_count > HD_FB_MAX_TABLES || graph->node_count > HD_FB_MAX_TABLES)
        return hd_fail(HD_BAD_PARAM, "the graph has %zu tensors and %zu nodes, at most %d each are allowed",
                       graph->tensor_count, graph->node_count, HD_FB_MAX_TABLES);
    const uint32_t count = (uint32_t)graph->tensor_count;
    const size_t columns = graph->by_uid == NULL ? 2 : 1;
    uint32_t *memory = hd_alloc_array(count * columns, sizeof *memory);
    if (memory == NULL)
        return hd_fail_alloc(count * columns * sizeof *memory, "the index of a graph");
    out_index->memory = memory;
    out_index->writers = memory;
    if (graph->by_uid == NULL) {
        hd_sort_by_uid(graph->tensors, count, memory + count);
        out_index->graph.by_uid = memory + count;
    }
    const hd_status status = enter_nodes(out_index);
    if (status != HD_OK)
        hd_graph_index_release(out_index);
    return status;
}

void hd_graph_index_release(hd_graph_index *index)
{
    hd_free(index->memory);
    *index = (hd_graph_index){0};
}
