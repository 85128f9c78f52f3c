/* SPDX-License-Identifier: MIT */
#include "frontend/adding.h"

#include <stdio.h>

hd_status hd_adding_begin(hd_adding *adding, const hd_operation *operation, const char *name,
                          hipdnn_type compute_data_type, const uint64_t reserved[4])
{
    hipdnn_graph_t *graph = adding->graph;
    HD_TRY(hd_graph_begin(graph));
    HD_TRY(hd_check_reserved(reserved));
    HD_TRY(hd_check_type("compute_data_type", (int32_t)compute_data_type));
    adding->tensor_count = graph->tensor_count;
    adding->node.operation = operation;
    adding->node.compute_data_type = (int32_t)compute_data_type;
    char generated[64];
    if (name == NULL || *name == '\0') {
        snprintf(generated, sizeof generated, "%s_%u", operation->name, (unsigned)graph->node_count);
        name = generated;
    }
    return hd_graph_copy_text(graph, name, &adding->node.name);
}

hd_status hd_adding_check_optional_enum(const char *what, const hd_enum *values, int32_t value, const char *family)
{
    if (hd_enum_by_wire(values, value) == NULL)
        return hd_fail(HD_BAD_PARAM, "%s is %d, which is no %s: use %s", what, (int)value, values->name, family);
    return HD_OK;
}

hd_status hd_adding_check_enum(const char *what, const hd_enum *values, int32_t value, const char *family)
{
    if (value == 0)
        return hd_fail(HD_BAD_PARAM, "%s is not set: use %s", what, family);
    return hd_adding_check_optional_enum(what, values, value, family);
}

/* ------------------------------------------------------------------------------------------------- inputs */

/* `role` is "input" or "output". */
static hd_status take(const hd_adding *adding, const char *role, const char *what, const hipdnn_tensor_t *tensor,
                      int64_t *out_index)
{
    if (tensor == NULL)
        return hd_fail(HD_NULL_POINTER, "node '%s': %s %s is NULL: pass a tensor of this graph", adding->node.name,
                       role, what);
    if (tensor->graph != adding->graph)
        return hd_fail(HD_BAD_PARAM,
                       "node '%s': %s %s, tensor '%s', belongs to graph '%s', not to graph '%s': make it with "
                       "hipdnn_graph_tensor on this graph",
                       adding->node.name, role, what, tensor->given.name, tensor->graph->name, adding->graph->name);
    *out_index = tensor->index;
    return HD_OK;
}

hd_status hd_adding_input(hd_adding *adding, const char *what, const hipdnn_tensor_t *tensor, int64_t *out_index)
{
    return take(adding, "input", what, tensor, out_index);
}

hd_status hd_adding_optional_input(hd_adding *adding, const char *what, const hipdnn_tensor_t *tensor,
                                   hipdnn_optional_i64 *out_index)
{
    out_index->set = tensor != NULL;
    return tensor != NULL ? hd_adding_input(adding, what, tensor, &out_index->value) : HD_OK;
}

hd_status hd_adding_optional_inputs(hd_adding *adding, const hd_optional_input *inputs, size_t count)
{
    for (size_t i = 0; i < count; i++)
        HD_TRY(hd_adding_optional_input(adding, inputs[i].what, inputs[i].tensor, inputs[i].out_index));
    return HD_OK;
}

hd_status hd_adding_input_list(hd_adding *adding, const char *what, hipdnn_tensor_t *const *tensors, size_t count,
                               hipdnn_i64_list *out_indices)
{
    *out_indices = (hipdnn_i64_list){0};
    if (count == 0)
        return HD_OK;
    if (tensors == NULL)
        return hd_fail(HD_NULL_POINTER, "node '%s': %s is NULL, but %zu tensors are announced", adding->node.name, what,
                       count);
    if (count > UINT32_MAX)
        return hd_fail(HD_BAD_PARAM, "node '%s': %zu tensors are too many for %s", adding->node.name, count, what);
    int64_t *indices = hd_arena_alloc_array(&adding->graph->arena, count, sizeof *indices);
    if (indices == NULL)
        return hd_fail_alloc(count * sizeof *indices, "a list of tensors");
    for (size_t i = 0; i < count; i++) {
        char place[64];
        snprintf(place, sizeof place, "%s[%zu]", what, i);
        HD_TRY(hd_adding_input(adding, place, tensors[i], &indices[i]));
    }
    *out_indices = (hipdnn_i64_list){indices, (uint32_t)count};
    return HD_OK;
}

/* ------------------------------------------------------------------------------------------------ outputs */

hd_status hd_adding_output(hd_adding *adding, const char *result, int64_t *out_index, hipdnn_tensor_t **out_tensor)
{
    hd_text name = {0};
    hd_text_format(&name, "%s::%s", adding->node.name, result);
    hipdnn_data_tensor given = {.is_virtual = true, .alignment = 16, .ragged_offset_multiplier = 1};
    hd_status status =
        name.failed ? hd_fail_alloc(name.size, "a name") : hd_tensor_add(adding->graph, &given, name.data, out_tensor);
    hd_text_release(&name);
    HD_TRY(status);
    *out_index = (*out_tensor)->index;
    return HD_OK;
}

hd_status hd_adding_given_output(hd_adding *adding, const char *what, const hipdnn_tensor_t *tensor, int64_t *out_index)
{
    HD_TRY(take(adding, "output", what, tensor, out_index));
    if (tensor->is_written)
        return hd_fail(HD_BAD_PARAM, "node '%s': output %s, tensor '%s', is written by another operation already",
                       adding->node.name, what, tensor->given.name);
    if (tensor->given.value_type != HIPDNN_DATA_VALUE_NONE || tensor->given.is_runtime_pass_by_value)
        return hd_fail(HD_BAD_PARAM, "node '%s': output %s, tensor '%s', is passed by value and cannot be written",
                       adding->node.name, what, tensor->given.name);
    return HD_OK;
}

hd_status hd_adding_optional_output(hd_adding *adding, const char *result, bool is_wanted,
                                    hipdnn_optional_i64 *out_index, hipdnn_tensor_t **out_tensor)
{
    *out_tensor = NULL;
    out_index->set = is_wanted;
    return is_wanted ? hd_adding_output(adding, result, &out_index->value, out_tensor) : HD_OK;
}

hd_status hd_adding_optional_outputs(hd_adding *adding, const hd_optional_output *outputs, size_t count)
{
    for (size_t i = 0; i < count; i++)
        HD_TRY(hd_adding_optional_output(adding, outputs[i].result, outputs[i].is_wanted, outputs[i].out_index,
                                         outputs[i].out_tensor));
    return HD_OK;
}

/* --------------------------------------------------------------------------------------------------- end */

hd_status hd_adding_node(hd_adding *adding, const void *payload)
{
    HD_TRY(hd_attributes_copy(&adding->node.operation->table, payload, &adding->graph->arena, &adding->node.given));
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
