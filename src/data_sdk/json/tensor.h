/* SPDX-License-Identifier: MIT */
/* A tensor in JSON. */
#ifndef HD_DATA_SDK_JSON_TENSOR_H
#define HD_DATA_SDK_JSON_TENSOR_H

#include "data_sdk/json/value.h"
#include "data_sdk/json/writer.h"
#include "hipdnn_data_sdk/graph.h"

hd_status hd_json_read_tensor(const hd_json_value *value, hipdnn_data_tensor *tensor);
hd_status hd_json_write_tensor(hd_json_writer *writer, const hipdnn_data_tensor *tensor);

#endif
