/* SPDX-License-Identifier: MIT */
/* Adding one operation: what the public functions of src/frontend/operations have in common. */
#include "frontend/internal.h"

#include <stdio.h>

hd_status hd_adding_begin(hd_adding *adding, const hd_operation *operation, const char *name, int32_t compute_data_type,
                          const uint64_t reserved[4])
{
    hipdnn_graph_t *graph = adding->graph;
    HD_TRY(hd_graph_begin(graph));
    HD_TRY(hd_check_reserved(reserved));
    HD_TRY(hd_check_type("compute_data_type", compute_data_type));
    adding->tensor_count = graph->tensor_count;
    adding->node.operation = operation;
    adding->node.compute_data_type = compute_data_type;
    char generated[64];
    if (name == NULL || *name == '\0') {
        snprintf(generated, sizeof generated, "%s_%u", operation->name, (unsigned)graph->node_count);
        name = generated;
    }
    return hd_graph_copy_text(graph, name, &adding->node.name);
}

hd_status hd_adding_input(hd_adding *adding, const char *what, const hipdnn_tensor_t *tensor, int64_t *out_index)
{
    if (tensor == NULL)
        return hd_fail(HD_NULL_POINTER, "node '%s': input %s is NULL: pass a tensor of this graph", adding->node.name,
                       what);
    if (tensor->graph != adding->graph)
        return hd_fail(HD_BAD_PARAM,
                       "node '%s': input %s, tensor '%s', belongs to graph '%s', not to graph '%s': make it with "
                       "hipdnn_graph_tensor on this graph",
                       adding->node.name, what, tensor->given.name, tensor->graph->name, adding->graph->name);
    *out_index = tensor->index;
    return HD_OK;
}

hd_status hd_adding_optional_input(hd_adding *adding, const char *what, const hipdnn_tensor_t *tensor,
                                   hipdnn_optional_i64 *out_index)
{
    out_index->set = tensor != NULL;
    return tensor != NULL ? hd_adding_input(adding, what, tensor, &out_index->value) : HD_OK;
}

hd_status hd_adding_output(hd_adding *adding, const char *result, int64_t *out_index, hipdnn_tensor_t **out_tensor)
{
    hd_text name = {0};
    hd_text_format(&name, "%s::%s", adding->node.name, result);
    hipdnn_data_tensor given = {.is_virtual = true, .alignment = 16, .ragged_offset_multiplier = 1};
    hd_status status =
        name.failed ? hd_fail_alloc(name.size, "a name") : hd_graph_copy_text(adding->graph, name.data, &given.name);
    hd_text_release(&name);
    HD_TRY(status);
    HD_TRY(hd_graph_add_tensor(adding->graph, &given, out_tensor));
    *out_index = (*out_tensor)->index;
    return HD_OK;
}

hd_status hd_adding_node(hd_adding *adding, const void *payload)
{
    adding->node.given = payload;
    HD_TRY(hd_graph_add_node(adding->graph, &adding->node));
    hd_graph_changed(adding->graph);
    return HD_OK;
}

bool hd_adding_end(hd_adding *adding, hd_status status)
{
    if (status != HD_OK && adding->node.name != NULL)
        adding->graph->tensor_count = adding->tensor_count;
    return hd_graph_end_change(adding->graph, adding->call, status) == HIPDNN_STATUS_SUCCESS;
}
