/* SPDX-License-Identifier: MIT */
/* What belongs to the graph as a whole: its name, its default types, wishes; and its lists. */
#include "frontend/internal.h"

#include <string.h>

/* ---------------------------------------------------------------------------------------------- name, types */

hipdnnStatus_t hipdnn_graph_set_name(hipdnn_graph_t *graph, const char *name)
{
    const char *copy = "";
    hd_status status = hd_graph_begin(graph);
    if (status == HD_OK && name != NULL)
        status = hd_graph_copy_text(graph, name, &copy);
    if (status == HD_OK) {
        hd_graph_changed(graph);
        graph->name = copy;
    }
    return hd_graph_end_change(graph, __func__, status);
}

const char *hipdnn_graph_get_name(const hipdnn_graph_t *graph)
{
    return graph != NULL ? graph->name : "";
}

static hd_status set_type(hipdnn_graph_t *graph, const char *what, hipdnn_type data_type, int32_t *place)
{
    HD_TRY(hd_check_type(what, (int32_t)data_type));
    hd_graph_changed(graph);
    *place = (int32_t)data_type;
    return HD_OK;
}

hipdnnStatus_t hipdnn_graph_set_io_data_type(hipdnn_graph_t *graph, hipdnn_type data_type)
{
    hd_status status = hd_graph_begin(graph);
    if (status == HD_OK)
        status = set_type(graph, "io_data_type", data_type, &graph->types.io);
    return hd_graph_end_change(graph, __func__, status);
}

hipdnnStatus_t hipdnn_graph_set_intermediate_data_type(hipdnn_graph_t *graph, hipdnn_type data_type)
{
    hd_status status = hd_graph_begin(graph);
    if (status == HD_OK)
        status = set_type(graph, "intermediate_data_type", data_type, &graph->types.intermediate);
    return hd_graph_end_change(graph, __func__, status);
}

hipdnnStatus_t hipdnn_graph_set_compute_data_type(hipdnn_graph_t *graph, hipdnn_type data_type)
{
    hd_status status = hd_graph_begin(graph);
    if (status == HD_OK)
        status = set_type(graph, "compute_data_type", data_type, &graph->types.compute);
    return hd_graph_end_change(graph, __func__, status);
}

hipdnn_type hipdnn_graph_get_io_data_type(const hipdnn_graph_t *graph)
{
    return graph != NULL ? (hipdnn_type)graph->types.io : HIPDNN_TYPE_UNSET;
}

hipdnn_type hipdnn_graph_get_intermediate_data_type(const hipdnn_graph_t *graph)
{
    return graph != NULL ? (hipdnn_type)graph->types.intermediate : HIPDNN_TYPE_UNSET;
}

hipdnn_type hipdnn_graph_get_compute_data_type(const hipdnn_graph_t *graph)
{
    return graph != NULL ? (hipdnn_type)graph->types.compute : HIPDNN_TYPE_UNSET;
}

/* ------------------------------------------------------------------------------------------------- wishes */

hipdnnStatus_t hipdnn_graph_set_preferred_engine_id(hipdnn_graph_t *graph, int64_t engine_id)
{
    const hd_status status = hd_graph_begin(graph);
    if (status == HD_OK) {
        hd_graph_changed(graph);
        graph->preferred_engine_id.set = engine_id != 0;
        graph->preferred_engine_id.value = engine_id;
    }
    return hd_graph_end_change(graph, __func__, status);
}

hipdnnStatus_t hipdnn_graph_set_preferred_engine_name(hipdnn_graph_t *graph, const char *name)
{
    return hipdnn_graph_set_preferred_engine_id(graph, hipdnn_engine_name_to_id(name));
}

int64_t hipdnn_graph_get_preferred_engine_id(const hipdnn_graph_t *graph)
{
    return graph != NULL && graph->preferred_engine_id.set ? graph->preferred_engine_id.value : 0;
}

hipdnnStatus_t hipdnn_graph_set_override_shape_enabled(hipdnn_graph_t *graph, bool is_enabled)
{
    const hd_status status = hd_graph_begin(graph);
    if (status == HD_OK) {
        hd_graph_changed(graph);
        graph->is_override_shape_enabled = is_enabled;
    }
    return hd_graph_end_change(graph, __func__, status);
}

bool hipdnn_graph_is_override_shape_enabled(const hipdnn_graph_t *graph)
{
    return graph != NULL && graph->is_override_shape_enabled;
}

/* -------------------------------------------------------------------------------------------------- lists */

size_t hipdnn_graph_tensor_count(const hipdnn_graph_t *graph)
{
    return graph != NULL ? graph->tensor_count : 0;
}

size_t hipdnn_graph_node_count(const hipdnn_graph_t *graph)
{
    return graph != NULL ? graph->node_count : 0;
}

hipdnn_tensor_t *hipdnn_graph_tensor_at(const hipdnn_graph_t *graph, size_t index)
{
    return graph != NULL && index < graph->tensor_count ? graph->tensors[index] : NULL;
}

hipdnn_tensor_t *hipdnn_graph_find_tensor(const hipdnn_graph_t *graph, int64_t uid)
{
    for (size_t i = 0; i < hipdnn_graph_tensor_count(graph); i++) {
        const hipdnn_tensor_t *tensor = graph->tensors[i];
        if ((tensor->has_uid || tensor->resolved != NULL) && hd_tensor_known(tensor)->uid == uid)
            return graph->tensors[i];
    }
    return NULL;
}

hipdnn_tensor_t *hipdnn_graph_find_tensor_by_name(const hipdnn_graph_t *graph, const char *name)
{
    for (size_t i = 0; name != NULL && i < hipdnn_graph_tensor_count(graph); i++) {
        if (strcmp(graph->tensors[i]->given.name, name) == 0)
            return graph->tensors[i];
    }
    return NULL;
}
