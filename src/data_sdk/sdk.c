/* SPDX-License-Identifier: MIT */
/* What the data SDK offers to plugin authors under public names (hipdnn_data_graph_find is in graph/index.c). */
#include "data_sdk/graph/graph.h"
#include "hipdnn_plugin_sdk/EngineSdk.h"

int64_t hipdnn_data_tensor_span(const hipdnn_data_tensor *tensor)
{
    int64_t elements;
    return hd_tensor_span(tensor, &elements) == HD_OK ? elements : 0;
}

size_t hipdnn_data_type_size(int32_t data_type)
{
    return hd_data_type_size(data_type);
}

const char *hipdnn_data_type_name(int32_t data_type)
{
    return hd_enum_text(&hd_data_type_enum, data_type);
}

const char *hipdnn_data_pointwise_mode_name(int32_t mode)
{
    return hd_enum_text(&hd_pointwise_mode_enum, mode);
}

const char *hipdnn_data_operation_name(int32_t operation)
{
    const hd_operation *found = hd_operation_by_tag(operation);
    return found == NULL ? "unknown" : found->name;
}
