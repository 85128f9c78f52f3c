/* SPDX-License-Identifier: MIT */
#include "data_sdk/graph/graph.h"

/* Floors within API major 1, as minor numbers. Source: the versioning of the original. */
enum { FLOOR_OVERRIDES = 1, FLOOR_RUNTIME_SCALARS = 2, FLOOR_RAGGED = 3, FLOOR_ALIGNMENT = 3, FLOOR_MULTIPLIER = 4 };

static const int64_t usual_alignment = 16, usual_multiplier = 1;

hipdnn_data_version hd_graph_required_api(const hipdnn_data_graph *graph)
{
    uint32_t minor = graph->is_override_shape_enabled ? FLOOR_OVERRIDES : 0;
    for (size_t i = 0; i < graph->tensor_count; i++) {
        const hipdnn_data_tensor *tensor = &graph->tensors[i];
        if (tensor->is_runtime_pass_by_value && minor < FLOOR_RUNTIME_SCALARS)
            minor = FLOOR_RUNTIME_SCALARS;
        if (tensor->ragged_offset_uid.set && minor < FLOOR_RAGGED)
            minor = FLOOR_RAGGED;
        if (tensor->alignment != usual_alignment && minor < FLOOR_ALIGNMENT)
            minor = FLOOR_ALIGNMENT;
        if (tensor->ragged_offset_multiplier != usual_multiplier && minor < FLOOR_MULTIPLIER)
            minor = FLOOR_MULTIPLIER;
    }
    return (hipdnn_data_version){1, minor, 0};
}
