/* SPDX-License-Identifier: MIT */
/* A graph to text or bytes and back. Out goes the snapshot, in comes a graph like any other. */
#include "data_sdk/graph/index.h"
#include "data_sdk/json/json.h"
#include "frontend/internal.h"

#include <inttypes.h>

/* --------------------------------------------------------------------------------------------------- store */

static hd_status begin_store(hipdnn_graph_t *graph, const void *out)
{
    HD_TRY(hd_graph_begin(graph));
    if (out == NULL)
        return hd_fail(HD_NULL_POINTER, "the place for the result is NULL");
    return hd_graph_validate(graph);
}

static hd_status to_text(const hipdnn_data_graph *graph, char **out_text)
{
    hd_text text = {0};
    hd_status status = hd_graph_to_json(graph, true, &text);
    if (status == HD_OK && text.failed)
        status = hd_fail_alloc(text.size, "the JSON text");
    if (status == HD_OK)
        *out_text = text.data;
    else
        hd_text_release(&text);
    return status;
}

hipdnnStatus_t hipdnn_graph_to_json(hipdnn_graph_t *graph, char **out_text)
{
    if (out_text != NULL)
        *out_text = NULL;
    hd_status status = begin_store(graph, out_text);
    if (status == HD_OK)
        status = to_text(&graph->snapshot.graph, out_text);
    return hd_graph_end(graph, __func__, status);
}

hipdnnStatus_t hipdnn_graph_serialize(hipdnn_graph_t *graph, void **out_bytes, size_t *out_size)
{
    if (out_bytes != NULL)
        *out_bytes = NULL;
    hd_status status = begin_store(graph, out_size != NULL ? (void *)out_bytes : NULL);
    if (status == HD_OK)
        status = hd_graph_encode(&graph->snapshot.graph, out_bytes, out_size);
    return hd_graph_end(graph, __func__, status);
}

void hipdnn_free(void *memory)
{
    hd_free(memory);
}

/* ---------------------------------------------------------------------------------------------------- load */

/* From a uid to the index of its tensor. */
static hd_status to_index(const hipdnn_data_graph *from, int64_t *uid, const char *what, const char *name)
{
    const size_t at = hipdnn_data_graph_find(from, *uid);
    if (at == from->tensor_count)
        return hd_fail(HD_BAD_PARAM, "'%s' names uid %" PRId64 " as its %s, but no tensor has that uid", name, *uid,
                       what);
    *uid = (int64_t)at;
    return HD_OK;
}

static hd_status load_tensors(const hipdnn_data_graph *from, hipdnn_graph_t *graph)
{
    for (size_t i = 0; i < from->tensor_count; i++) {
        hipdnn_data_tensor given = from->tensors[i];
        hipdnn_tensor_t *tensor = NULL;
        if (given.ragged_offset_uid.set)
            HD_TRY(to_index(from, &given.ragged_offset_uid.value, "ragged offset", given.name));
        HD_TRY(hd_graph_add_tensor(graph, &given, &tensor));
        tensor->has_uid = true;
    }
    return HD_OK;
}

static hd_status load_node(const hipdnn_data_graph *from, const hipdnn_data_node *node, hipdnn_graph_t *graph)
{
    const hd_operation *operation = hd_operation_by_tag(node->operation);
    if (operation == NULL)
        return hd_fail(HD_NOT_SUPPORTED, "node '%s' has operation %d, which this library does not know", node->name,
                       (int)node->operation);
    void *payload = NULL;
    HD_TRY(hd_attributes_copy(&operation->table, node->attributes, &graph->arena, &payload));
    for (size_t i = 0; i < operation->table.field_count; i++) {
        const hd_field *field = &operation->table.fields[i];
        uint32_t count;
        int64_t *uids = hd_attributes_tensors(field, payload, &count);
        for (uint32_t k = 0; k < count; k++)
            HD_TRY(to_index(from, &uids[k], field->name, node->name));
    }
    return hd_graph_add_node(graph, &(hd_node){
                                        .operation = operation,
                                        .name = node->name,
                                        .compute_data_type = node->compute_data_type,
                                        .given = payload,
                                    });
}

/* What `from` points at lives in the graph's arena. */
static hd_status load(const hipdnn_data_graph *from, hipdnn_graph_t *graph)
{
    hipdnn_data_graph sorted = *from;
    uint32_t *by_uid = hd_arena_alloc_array(&graph->arena, from->tensor_count, sizeof *by_uid);
    if (by_uid == NULL)
        return hd_fail_alloc(from->tensor_count * sizeof *by_uid, "a graph");
    hd_sort_by_uid(from->tensors, (uint32_t)from->tensor_count, by_uid);
    sorted.by_uid = by_uid;
    graph->name = from->name;
    graph->types = (hd_types){from->io_data_type, from->intermediate_data_type, from->compute_data_type};
    graph->preferred_engine_id = from->preferred_engine_id;
    graph->is_override_shape_enabled = from->is_override_shape_enabled;
    HD_TRY(load_tensors(&sorted, graph));
    for (size_t i = 0; i < from->node_count; i++)
        HD_TRY(load_node(&sorted, &from->nodes[i], graph));
    return HD_OK;
}

typedef hd_status (*hd_reader)(const void *source, size_t size, hd_arena *arena, const hipdnn_data_graph **out_graph);

static hd_status read_json(const void *source, size_t size, hd_arena *arena, const hipdnn_data_graph **out_graph)
{
    return hd_graph_from_json(source, size, arena, out_graph);
}

static hipdnn_graph_t *read_graph(const char *call, hd_reader reader, const void *source, size_t size)
{
    const hipdnn_data_graph *from = NULL;
    hipdnn_graph_t *graph = NULL;
    hd_status status = source != NULL ? HD_OK : hd_fail(HD_NULL_POINTER, "the source is NULL");
    if (status == HD_OK && (graph = hipdnn_graph_create(NULL)) == NULL)
        status = HD_ALLOC_FAILED;
    if (status == HD_OK)
        status = reader(source, size, &graph->arena, &from);
    if (status == HD_OK)
        status = load(from, graph);
    if (status == HD_OK)
        return graph;
    hd_fail_in(status, "%s", call);
    hipdnn_graph_destroy(graph);
    return NULL;
}

hipdnn_graph_t *hipdnn_graph_from_json(const char *text, size_t size)
{
    return read_graph(__func__, read_json, text, size);
}

hipdnn_graph_t *hipdnn_graph_deserialize(const void *bytes, size_t size)
{
    return read_graph(__func__, hd_graph_decode, bytes, size);
}
