/* SPDX-License-Identifier: MIT */
#include "data_sdk/json/tensor.h"

#include "data_sdk/graph/graph.h"
#include "data_sdk/json/constant.h"
#include "data_sdk/json/rows.h"

hd_status hd_json_read_tensor(const hd_json_value *value, hipdnn_data_tensor *tensor)
{
    hd_json_keys keys = {0};
    hd_json_add_row_keys(&keys, &hd_tensor_table);
    hd_json_add_constant_keys(&keys);
    HD_TRY(hd_json_get_object(value, &keys));
    HD_TRY(hd_json_read_rows(value, &hd_tensor_table, tensor));
    return hd_json_read_constant(value, tensor);
}

hd_status hd_json_write_tensor(hd_json_writer *writer, const hipdnn_data_tensor *tensor)
{
    static const hd_json_order order[] = {
        {"uid", true},
        {"name", true},
        {"data_type", true},
        {"dims", true},
        {"strides", true},
        {"virtual", true},
        {"is_runtime_pass_by_value", true},
        {"ragged_offset_tensor_uid", false},
        {"ragged_offset_multiplier", false},
        {"alignment", false},
    };
    hd_json_open(writer, '{');
    HD_TRY(hd_json_write_ordered(writer, &hd_tensor_table, order, sizeof order / sizeof order[0], tensor));
    HD_TRY(hd_json_write_constant(writer, tensor));
    hd_json_close(writer, '}');
    return HD_OK;
}
