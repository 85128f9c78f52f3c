/* SPDX-License-Identifier: MIT */
/* A tensor's constant in JSON: "value_type" and "value", both or neither. */
#ifndef HD_DATA_SDK_JSON_CONSTANT_H
#define HD_DATA_SDK_JSON_CONSTANT_H

#include "data_sdk/json/value.h"
#include "data_sdk/json/writer.h"
#include "hipdnn_data_sdk/graph.h"

void hd_json_add_constant_keys(hd_json_keys *keys);
hd_status hd_json_read_constant(const hd_json_value *tensor, hipdnn_data_tensor *out);

/* Writes nothing for a tensor without a constant. */
hd_status hd_json_write_constant(hd_json_writer *writer, const hipdnn_data_tensor *tensor);

#endif
