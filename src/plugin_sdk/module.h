/* SPDX-License-Identifier: MIT */
/* The author's table, by index and by id. */
#ifndef HD_PLUGIN_SDK_MODULE_H
#define HD_PLUGIN_SDK_MODULE_H

#include "hipdnn_plugin_sdk/EngineSdk.h"

uint32_t hd_sdk_engine_count(void);
const hipdnn_plugin_engine *hd_sdk_engine(uint32_t index);

/* BAD_PARAM, naming `function` and the id, when the module has no such engine. */
hipdnnPluginStatus_t hd_sdk_find_engine(const char *function, int64_t engine_id, uint32_t *out_index);

#endif
