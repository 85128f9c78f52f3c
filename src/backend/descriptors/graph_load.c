/* SPDX-License-Identifier: MIT */
/* A decoded graph back into descriptors, so that a stored graph is the same object as one built by hand. */
#include "backend/descriptors/graph.h"
#include "base/memory.h"

#include <inttypes.h>
#include <string.h>

/* The tensor objects made so far, parallel to the data's tensors. */
typedef struct loaded {
    const hipdnn_data_graph *data;
    hd_object **tensors;
} loaded;

static hd_object *find(const void *context, int64_t uid)
{
    const loaded *all = context;
    const size_t index = hipdnn_data_graph_find(all->data, uid);
    return index < all->data->tensor_count ? all->tensors[index] : NULL;
}

/* A tensor, after the tensor that holds its ragged offsets. That one is not ragged itself, so one step is enough. */
static hd_status load_tensor(const loaded *all, size_t index, bool is_offset)
{
    const hipdnn_data_tensor *data = &all->data->tensors[index];
    hd_object *ragged = NULL;
    if (all->tensors[index] != NULL)
        return HD_OK;
    if (data->ragged_offset_uid.set) {
        const size_t offset = hipdnn_data_graph_find(all->data, data->ragged_offset_uid.value);
        if (offset == all->data->tensor_count || is_offset)
            return hd_fail(HD_BAD_PARAM,
                           "tensor %" PRId64 ": its ragged offset tensor %" PRId64
                           " is not in the graph, or is ragged itself",
                           data->uid, data->ragged_offset_uid.value);
        HD_TRY(load_tensor(all, offset, true));
        ragged = all->tensors[offset];
    }
    return hd_tensor_from_data(data, ragged, &all->tensors[index]);
}

static hd_status load_operations(const loaded *all, hd_graph_object *graph)
{
    graph->operations = hd_alloc_array(all->data->node_count, sizeof *graph->operations);
    if (graph->operations == NULL)
        return hd_fail_alloc(all->data->node_count * sizeof *graph->operations, "a graph's operations");
    for (size_t i = 0; i < all->data->node_count; i++) {
        HD_TRY(hd_operation_from_node(&all->data->nodes[i], find, all, &graph->operations[i]));
        graph->operation_count++;
    }
    return HD_OK;
}

static hd_status fill(const loaded *all, hd_graph_object *graph)
{
    const hipdnn_data_graph *data = all->data;
    graph->compute_data_type = data->compute_data_type;
    graph->intermediate_data_type = data->intermediate_data_type;
    graph->io_data_type = data->io_data_type;
    graph->preferred_engine_id = data->preferred_engine_id;
    graph->is_override_shape_enabled = data->is_override_shape_enabled;
    graph->name = hd_copy_text(data->name, strlen(data->name));
    if (graph->name == NULL)
        return hd_fail_alloc(strlen(data->name), "a graph's name");
    for (size_t i = 0; i < data->tensor_count; i++)
        HD_TRY(load_tensor(all, i, false));
    return load_operations(all, graph);
}

/* Everything but the handle counts as set; a type that is unset stays so. */
static uint64_t present_rows(const hd_graph_object *graph)
{
    uint64_t present = 0;
    for (size_t i = 0; i < hd_graph_kind.attribute_count; i++) {
        const hd_attribute *row = &hd_graph_kind.attributes[i];
        const bool is_unset_type =
            row->store == HD_STORE_ENUM && *(const int32_t *)(const void *)((const char *)graph + row->offset) == 0;
        if (row->name != HIPDNN_ATTR_OPERATIONGRAPH_HANDLE && !is_unset_type)
            present |= UINT64_C(1) << i;
    }
    return present;
}

hd_status hd_graph_from_data(const hipdnn_data_graph *data, hd_object **out_graph)
{
    hd_object *object;
    *out_graph = NULL;
    HD_TRY(hd_descriptor_create(HIPDNN_BACKEND_OPERATIONGRAPH_DESCRIPTOR, &object));
    hd_graph_object *graph = (hd_graph_object *)object;
    loaded all = {data, hd_alloc_array(data->tensor_count, sizeof(hd_object *))};
    hd_status status = all.tensors == NULL
                           ? hd_fail_alloc(data->tensor_count * sizeof(hd_object *), "a graph's tensors")
                           : fill(&all, graph);
    /* The operations hold the tensors from here on. */
    for (size_t i = 0; all.tensors != NULL && i < data->tensor_count; i++)
        hd_object_release(all.tensors[i]);
    hd_free(all.tensors);
    if (status != HD_OK) {
        hd_object_release(object);
        return status;
    }
    object->present = present_rows(graph);
    *out_graph = object;
    return HD_OK;
}
