/* SPDX-License-Identifier: MIT */
#include "data_sdk/graph/tables.h"

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

static const hd_field graph_fields[] = {
    HD_FIELD(hipdnn_data_graph, STRING, 0, name, "name", .json = "name"),
    HD_FIELD(hipdnn_data_graph, ENUM, 1, compute_data_type, "compute_data_type", .json = "compute_data_type",
             .values = &hd_data_type_enum),
    HD_FIELD(hipdnn_data_graph, ENUM, 2, intermediate_data_type, "intermediate_data_type",
             .json = "intermediate_data_type", .values = &hd_data_type_enum),
    HD_FIELD(hipdnn_data_graph, ENUM, 3, io_data_type, "io_data_type", .json = "io_data_type",
             .values = &hd_data_type_enum),
    HD_FIELD(hipdnn_data_graph, OPTIONAL_I64, 6, preferred_engine_id, "preferred_engine_id",
             .json = "preferred_engine_id"),
    HD_FIELD(hipdnn_data_graph, BOOL, 7, is_override_shape_enabled, "is_override_shape_enabled",
             .json = "is_override_shape_enabled"),
};
const hd_table hd_graph_table = {"Graph", graph_fields, COUNT(graph_fields), sizeof(hipdnn_data_graph)};

static const hd_field tensor_fields[] = {
    HD_FIELD(hipdnn_data_tensor, UID, 0, uid, "uid", .json = "uid"),
    HD_FIELD(hipdnn_data_tensor, STRING, 1, name, "name", .json = "name"),
    HD_FIELD(hipdnn_data_tensor, ENUM, 2, data_type, "data_type", .json = "data_type", .values = &hd_data_type_enum),
    HD_FIELD(hipdnn_data_tensor, DIMS, 3, stride, "strides", .json = "strides"),
    HD_FIELD(hipdnn_data_tensor, DIMS, 4, dim, "dims", .json = "dims"),
    HD_FIELD(hipdnn_data_tensor, BOOL, 5, is_virtual, "virtual", .json = "virtual"),
    HD_FIELD(hipdnn_data_tensor, BOOL, 8, is_runtime_pass_by_value, "is_runtime_pass_by_value",
             .json = "is_runtime_pass_by_value"),
    HD_FIELD(hipdnn_data_tensor, OPTIONAL_UID, 9, ragged_offset_uid, "ragged_offset_tensor_uid",
             .json = "ragged_offset_tensor_uid"),
    HD_FIELD(hipdnn_data_tensor, I64, 10, alignment, "alignment", .json = "alignment", .otherwise = 16),
    HD_FIELD(hipdnn_data_tensor, I64, 11, ragged_offset_multiplier, "ragged_offset_multiplier",
             .json = "ragged_offset_multiplier", .otherwise = 1),
};
const hd_table hd_tensor_table = {"TensorAttributes", tensor_fields, COUNT(tensor_fields), sizeof(hipdnn_data_tensor)};

static const hd_field node_fields[] = {
    HD_FIELD(hipdnn_data_node, STRING, 0, name, "name", .json = "name"),
    HD_FIELD(hipdnn_data_node, ENUM, 1, compute_data_type, "compute_data_type", .json = "compute_data_type",
             .values = &hd_data_type_enum),
};
const hd_table hd_node_table = {"Node", node_fields, COUNT(node_fields), sizeof(hipdnn_data_node)};

size_t hd_value_size(int32_t value_type)
{
    switch ((hipdnn_data_value_type)value_type) {
    case HIPDNN_DATA_VALUE_FLOAT32:
    case HIPDNN_DATA_VALUE_FLOAT16:
    case HIPDNN_DATA_VALUE_BFLOAT16:
    case HIPDNN_DATA_VALUE_INT32:
        return 4;
    case HIPDNN_DATA_VALUE_FLOAT64:
    case HIPDNN_DATA_VALUE_INT64:
        return 8;
    case HIPDNN_DATA_VALUE_FLOAT8:
    case HIPDNN_DATA_VALUE_BOOL:
        return 1;
    case HIPDNN_DATA_VALUE_NONE:
        break;
    }
    return 0;
}
