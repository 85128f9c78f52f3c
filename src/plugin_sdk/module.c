/* SPDX-License-Identifier: MIT */
/* What the library says about itself: all of it stands in the author's table. */
#include "plugin_sdk/module.h"

#include "base/ids.h"
#include "plugin_sdk/status.h"

#include <string.h>

uint32_t hd_sdk_engine_count(void)
{
    return hipdnn_plugin_this_module->engine_count;
}

const hipdnn_plugin_engine *hd_sdk_engine(uint32_t index)
{
    return hipdnn_plugin_this_module->engines[index];
}

hipdnnPluginStatus_t hd_sdk_find_engine(const char *function, int64_t engine_id, uint32_t *out_index)
{
    *out_index = 0;
    for (uint32_t i = 0; i < hd_sdk_engine_count(); i++) {
        if (hd_name_to_id(hd_sdk_engine(i)->name) == engine_id) {
            *out_index = i;
            return HIPDNN_PLUGIN_STATUS_SUCCESS;
        }
    }
    char id[HD_ID_TEXT_SIZE];
    return hipdnn_plugin_fail(HIPDNN_PLUGIN_STATUS_BAD_PARAM, "%s: engine %s is not one of the %u of plugin '%s'",
                              function, hd_id_text(engine_id, id), hd_sdk_engine_count(),
                              hipdnn_plugin_this_module->name);
}

hipdnnPluginStatus_t hipdnnPluginGetName(const char **name)
{
    HD_SDK_REQUIRE(name);
    *name = hipdnn_plugin_this_module->name;
    return HIPDNN_PLUGIN_STATUS_SUCCESS;
}

hipdnnPluginStatus_t hipdnnPluginGetVersion(const char **version)
{
    HD_SDK_REQUIRE(version);
    *version = hipdnn_plugin_this_module->version;
    return HIPDNN_PLUGIN_STATUS_SUCCESS;
}

hipdnnPluginStatus_t hipdnnPluginGetApiVersion(const char **version)
{
    HD_SDK_REQUIRE(version);
    *version = HIPDNN_ENGINE_API_VERSION_STRING;
    return HIPDNN_PLUGIN_STATUS_SUCCESS;
}

hipdnnPluginStatus_t hipdnnPluginGetType(hipdnnPluginType_t *type)
{
    HD_SDK_REQUIRE(type);
    *type = HIPDNN_PLUGIN_TYPE_ENGINE;
    return HIPDNN_PLUGIN_STATUS_SUCCESS;
}

hipdnnPluginStatus_t hipdnnEnginePluginGetDeviceKind_ext(hipdnnDeviceKind_t *kind)
{
    HD_SDK_REQUIRE(kind);
    *kind = hipdnn_plugin_this_module->device_kind;
    return HIPDNN_PLUGIN_STATUS_SUCCESS;
}

hipdnnPluginStatus_t hipdnnEnginePluginGetEngineName(int64_t engine_id, const char **name)
{
    HD_SDK_REQUIRE(name);
    uint32_t index;
    HD_SDK_TRY(hd_sdk_find_engine(__func__, engine_id, &index));
    *name = hd_sdk_engine(index)->name;
    return HIPDNN_PLUGIN_STATUS_SUCCESS;
}

static const char *first_hole(const hipdnn_plugin_engine *engine)
{
    if (engine == NULL)
        return "table";
    if (engine->name == NULL || engine->name[0] == '\0')
        return "name";
    if (engine->supports == NULL)
        return "supports";
    if (engine->plan_create == NULL)
        return "plan_create";
    if (engine->execute == NULL)
        return "execute";
    if (engine->knobs == NULL && engine->knob_count > 0)
        return "knobs";
    for (uint32_t i = 0; i < engine->knob_count; i++)
        if (engine->knobs[i].id == NULL)
            return "id of a knob";
    if (engine->behavior_notes == NULL && engine->behavior_note_count > 0)
        return "behavior_notes";
    return NULL;
}

/* A hole in the table would crash in a user's process, much later; here it refuses the library while it is loaded. */
static hipdnnPluginStatus_t check_engine(uint32_t index)
{
    const hipdnn_plugin_engine *engine = hd_sdk_engine(index);
    const char *missing = first_hole(engine);
    if (missing != NULL)
        return hipdnn_plugin_fail(HIPDNN_PLUGIN_STATUS_INTERNAL_ERROR,
                                  "engine %u of plugin '%s' has no %s: see hipdnn_plugin_engine", index,
                                  hipdnn_plugin_this_module->name, missing);
    for (uint32_t i = 0; i < index; i++)
        if (strcmp(hd_sdk_engine(i)->name, engine->name) == 0)
            return hipdnn_plugin_fail(HIPDNN_PLUGIN_STATUS_INTERNAL_ERROR,
                                      "engines %u and %u of plugin '%s' have the same name '%s'", i, index,
                                      hipdnn_plugin_this_module->name, engine->name);
    return HIPDNN_PLUGIN_STATUS_SUCCESS;
}

hipdnnPluginStatus_t hipdnnEnginePluginGetAllEngineIds(int64_t *engine_ids, uint32_t max_engines, uint32_t *num_engines)
{
    HD_SDK_REQUIRE(num_engines);
    *num_engines = 0;
    if (max_engines > 0)
        HD_SDK_REQUIRE(engine_ids);
    for (uint32_t i = 0; i < hd_sdk_engine_count(); i++)
        HD_SDK_TRY(check_engine(i));
    uint32_t written = 0;
    for (; written < max_engines && written < hd_sdk_engine_count(); written++)
        engine_ids[written] = hd_name_to_id(hd_sdk_engine(written)->name);
    *num_engines = max_engines == 0 ? hd_sdk_engine_count() : written;
    return HIPDNN_PLUGIN_STATUS_SUCCESS;
}
