/* SPDX-License-Identifier: MIT */
/* The graph itself: what it holds, its errors, how it grows and how it changes. */
#include "frontend/internal.h"

#include <stdio.h>
#include <string.h>

/* ------------------------------------------------------------------------------------------ calls and errors */

hd_status hd_graph_begin(const hipdnn_graph_t *graph)
{
    if (graph == NULL)
        return hd_fail(HD_NULL_POINTER, "graph is NULL: pass one that hipdnn_graph_create returned");
    return graph->error.is_first ? graph->error.status : HD_OK;
}

static void keep_error(hipdnn_graph_t *graph, hd_status status, bool is_first)
{
    graph->error.status = status;
    graph->error.is_first = is_first;
    snprintf(graph->error.text, sizeof graph->error.text, "%s", hd_error_text());
}

static hipdnnStatus_t end(hipdnn_graph_t *graph, const char *call, hd_status status, bool is_change)
{
    if (graph != NULL && graph->error.is_first)
        return (hipdnnStatus_t)graph->error.status;
    if (status == HD_OK) {
        if (graph->error.status != HD_OK)
            hipdnn_graph_clear_error(graph);
        return HIPDNN_STATUS_SUCCESS;
    }
    hd_fail_in(status, "%s", call);
    if (graph != NULL)
        keep_error(graph, status, is_change);
    return (hipdnnStatus_t)status;
}

hipdnnStatus_t hd_graph_end(hipdnn_graph_t *graph, const char *call, hd_status status)
{
    return end(graph, call, status, false);
}

hipdnnStatus_t hd_graph_end_change(hipdnn_graph_t *graph, const char *call, hd_status status)
{
    return end(graph, call, status, true);
}

hd_status hd_require_place(const void *out)
{
    return out != NULL ? HD_OK : hd_fail(HD_NULL_POINTER, "the place for the answer is NULL");
}

const char *hipdnn_graph_get_error(const hipdnn_graph_t *graph)
{
    return graph != NULL ? graph->error.text : hd_error_text();
}

hipdnnStatus_t hipdnn_graph_get_status(const hipdnn_graph_t *graph)
{
    return graph != NULL ? (hipdnnStatus_t)graph->error.status : HIPDNN_STATUS_BAD_PARAM_NULL_POINTER;
}

void hipdnn_graph_clear_error(hipdnn_graph_t *graph)
{
    if (graph == NULL)
        return;
    graph->error.status = HD_OK;
    graph->error.is_first = false;
    graph->error.text[0] = '\0';
}

/* -------------------------------------------------------------------------------------------------- states */

void hd_graph_activate(hipdnn_graph_t *graph, hd_plan *plan)
{
    hd_plan *before = graph->plan;
    graph->plan = plan != NULL ? hd_plan_share(plan) : NULL;
    hd_plan_release(before);
    if (plan != NULL)
        graph->is_stale = false;
}

void hd_graph_drop_plans(hipdnn_graph_t *graph)
{
    hd_graph_activate(graph, NULL);
    hd_plan_list_release(&graph->plans);
}

void hd_graph_drop_lowered(hipdnn_graph_t *graph)
{
    hd_pack_release(&graph->pack);
    hd_graph_drop_plans(graph);
    hd_engines_release(&graph->engines);
    hd_backend_destroy(&graph->operation_graph);
}

void hd_graph_changed(hipdnn_graph_t *graph)
{
    graph->is_stale |= graph->plan != NULL;
    hd_graph_drop_lowered(graph);
    hd_snapshot_drop(graph);
}

static hd_status missing(const hipdnn_graph_t *graph, const char *what, const char *step)
{
    if (graph->is_stale)
        return hd_fail(HD_NOT_INITIALIZED,
                       "graph '%s' was changed after it was built: build it again (hipdnn_graph_build)", graph->name);
    return hd_fail(HD_NOT_INITIALIZED, "graph '%s' %s: call %s first, or hipdnn_graph_build for all steps", graph->name,
                   what, step);
}

bool hd_graph_is_validated(const hipdnn_graph_t *graph)
{
    return graph->snapshot.graph.node_count > 0;
}

hd_status hd_require_snapshot(const hipdnn_graph_t *graph)
{
    return hd_graph_is_validated(graph) ? HD_OK : missing(graph, "is not validated", "hipdnn_graph_validate");
}

hd_status hd_require_operation_graph(const hipdnn_graph_t *graph)
{
    return graph->operation_graph != NULL
               ? HD_OK
               : missing(graph, "has no operation graph", "hipdnn_graph_build_operation_graph");
}

hd_status hd_require_plan_list(const hipdnn_graph_t *graph)
{
    HD_TRY(hd_require_operation_graph(graph));
    return graph->plans.count > 0 ? HD_OK
                                  : missing(graph, "has no ranked engines", "hipdnn_graph_create_execution_plans");
}

hd_status hd_require_plan(const hipdnn_graph_t *graph)
{
    return graph->plan != NULL ? HD_OK : missing(graph, "has no plan", "hipdnn_graph_build_plans");
}

/* ------------------------------------------------------------------------------------------- shared checks */

hd_status hd_check_reserved(const uint64_t reserved[4])
{
    for (int i = 0; i < 4; i++) {
        if (reserved[i] != 0)
            return hd_fail(HD_BAD_PARAM,
                           "attributes.reserved[%d] is not 0: initialize the whole struct, and use this library only "
                           "with members that its header has",
                           i);
    }
    return HD_OK;
}

hd_status hd_check_type(const char *what, int32_t data_type)
{
    if (hd_enum_by_wire(&hd_data_type_enum, data_type) == NULL)
        return hd_fail(HD_BAD_PARAM, "%s is %d, which is no data type: use HIPDNN_TYPE_F32 and its siblings", what,
                       (int)data_type);
    return HD_OK;
}

hd_status hd_graph_copy_text(hipdnn_graph_t *graph, const char *text, const char **out_text)
{
    const size_t length = strlen(text);
    *out_text = hd_arena_copy_text(&graph->arena, text, length);
    return *out_text != NULL ? HD_OK : hd_fail_alloc(length + 1, "a name");
}

/* -------------------------------------------------------------------------------------------- make and grow */

static hd_status set_attributes(hipdnn_graph_t *graph, const hipdnn_graph_attributes *attributes)
{
    graph->name = "";
    if (attributes == NULL)
        return HD_OK;
    HD_TRY(hd_check_reserved(attributes->reserved));
    HD_TRY(hd_check_type("io_data_type", (int32_t)attributes->io_data_type));
    HD_TRY(hd_check_type("intermediate_data_type", (int32_t)attributes->intermediate_data_type));
    HD_TRY(hd_check_type("compute_data_type", (int32_t)attributes->compute_data_type));
    graph->types.io = (int32_t)attributes->io_data_type;
    graph->types.intermediate = (int32_t)attributes->intermediate_data_type;
    graph->types.compute = (int32_t)attributes->compute_data_type;
    return attributes->name != NULL ? hd_graph_copy_text(graph, attributes->name, &graph->name) : HD_OK;
}

hipdnn_graph_t *hipdnn_graph_create(const hipdnn_graph_attributes *attributes)
{
    hipdnn_graph_t *graph = hd_alloc(sizeof *graph);
    const hd_status status =
        graph != NULL ? set_attributes(graph, attributes) : hd_fail_alloc(sizeof *graph, "a graph");
    if (status == HD_OK)
        return graph;
    hd_fail_in(status, "%s", __func__);
    hipdnn_graph_destroy(graph);
    return NULL;
}

void hipdnn_graph_destroy(hipdnn_graph_t *graph)
{
    if (graph == NULL)
        return;
    hd_graph_changed(graph);
    hd_arena_release(&graph->arena);
    hd_free(graph->tensors);
    hd_free(graph->nodes);
    hd_free(graph);
}

/* Room for one more pointer. */
static hd_status grow(void **list, uint32_t count, uint32_t *capacity, const char *what)
{
    if (count < *capacity)
        return HD_OK;
    const uint32_t wanted = *capacity != 0 ? *capacity * 2 : 16;
    void *grown = wanted > *capacity ? hd_realloc(*list, wanted * sizeof(void *)) : NULL;
    if (grown == NULL)
        return hd_fail_alloc(wanted * sizeof(void *), what);
    *list = grown;
    *capacity = wanted;
    return HD_OK;
}

hd_status hd_graph_add_tensor(hipdnn_graph_t *graph, const hipdnn_data_tensor *given, hipdnn_tensor_t **out_tensor)
{
    void *list = graph->tensors;
    const hd_status status = grow(&list, graph->tensor_count, &graph->tensor_capacity, "tensors");
    graph->tensors = list;
    HD_TRY(status);
    hipdnn_tensor_t *tensor = hd_arena_alloc(&graph->arena, sizeof *tensor);
    if (tensor == NULL)
        return hd_fail_alloc(sizeof *tensor, "a tensor");
    tensor->graph = graph;
    tensor->index = graph->tensor_count;
    tensor->given = *given;
    graph->tensors[graph->tensor_count++] = tensor;
    *out_tensor = tensor;
    return HD_OK;
}

hd_status hd_graph_add_node(hipdnn_graph_t *graph, const hd_node *node)
{
    void *list = graph->nodes;
    const hd_status status = grow(&list, graph->node_count, &graph->node_capacity, "nodes");
    graph->nodes = list;
    HD_TRY(status);
    hd_node *added = hd_arena_alloc(&graph->arena, sizeof *added);
    if (added == NULL)
        return hd_fail_alloc(sizeof *added, "a node");
    *added = *node;
    for (size_t i = 0; i < node->operation->table.field_count; i++) {
        const hd_field *field = &node->operation->table.fields[i];
        uint32_t count;
        const int64_t *indices = hd_attributes_tensors(field, added->given, &count);
        for (uint32_t k = 0; k < count; k++) {
            hipdnn_tensor_t *tensor = graph->tensors[indices[k]];
            hd_tensor_add_use(tensor);
            tensor->is_written |= field->flow == HD_FLOW_OUT;
        }
    }
    graph->nodes[graph->node_count++] = added;
    return HD_OK;
}
