/* SPDX-License-Identifier: MIT */
#include "plugin_sdk/config.h"

#include "data_sdk/graph/engine.h"
#include "plugin_sdk/module.h"
#include "plugin_sdk/status.h"

#include <string.h>

static const hipdnn_data_knob *find_knob(const hipdnn_plugin_engine *engine, const char *id)
{
    for (uint32_t i = 0; i < engine->knob_count; i++)
        if (strcmp(engine->knobs[i].id, id) == 0)
            return &engine->knobs[i];
    return NULL;
}

static hipdnnPluginStatus_t check_setting(const hipdnn_plugin_engine *engine, const hipdnn_data_knob_setting *setting)
{
    const hipdnn_data_knob *knob = find_knob(engine, setting->id);
    if (knob == NULL)
        return hipdnn_plugin_fail(HIPDNN_PLUGIN_STATUS_BAD_PARAM, "engine %s has no knob '%s' among its %u",
                                  engine->name, setting->id, engine->knob_count);
    const hd_status status = hd_knob_check(knob, &setting->value);
    if (status == HD_BAD_PARAM) {
        (void)hd_fail_in(status, "engine %s", engine->name);
        return HIPDNN_PLUGIN_STATUS_INVALID_VALUE;
    }
    return hd_sdk_status(status);
}

hipdnnPluginStatus_t hd_sdk_config_decode(const char *function, const hipdnnPluginConstData_t *bytes, hd_arena *arena,
                                          hipdnn_data_engine_config *out_config, uint32_t *out_engine)
{
    HD_SDK_TRY(hd_sdk_status(hd_engine_config_decode(bytes->ptr, bytes->size, arena, out_config)));
    HD_SDK_TRY(hd_sdk_find_engine(function, out_config->engine_id, out_engine));
    for (uint32_t i = 0; i < out_config->knob_count; i++)
        HD_SDK_TRY(check_setting(hd_sdk_engine(*out_engine), &out_config->knobs[i]));
    return HIPDNN_PLUGIN_STATUS_SUCCESS;
}
