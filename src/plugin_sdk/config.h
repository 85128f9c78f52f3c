/* SPDX-License-Identifier: MIT */
/* An engine config as the host sends it: which engine, which knobs. */
#ifndef HD_PLUGIN_SDK_CONFIG_H
#define HD_PLUGIN_SDK_CONFIG_H

#include "base/arena.h"
#include "hipdnn_plugin_sdk/EngineSdk.h"

/* Decodes into the arena and holds every setting against the engine's table of knobs. `function` names the caller.
 * BAD_PARAM: bytes, engine or knob unknown. INVALID_VALUE: a value that its knob does not allow. */
hipdnnPluginStatus_t hd_sdk_config_decode(const char *function, const hipdnnPluginConstData_t *bytes, hd_arena *arena,
                                          hipdnn_data_engine_config *out_config, uint32_t *out_engine);

#endif
