/* SPDX-License-Identifier: MIT */
/* What an engine offers, as an EngineDetails buffer. The author's table does not depend on the graph, so the buffer is
 * built once per handle and engine. Each caller gets a copy, because a host may keep several and frees each. */
#include "base/ids.h"
#include "base/memory.h"
#include "data_sdk/graph/engine.h"
#include "plugin_sdk/handle.h"
#include "plugin_sdk/module.h"
#include "plugin_sdk/status.h"

#include <string.h>

static hd_status build(const hipdnn_plugin_engine *engine, hd_sdk_details *out)
{
    const hipdnn_data_engine_details details = {
        .engine_id = hd_name_to_id(engine->name),
        .name = engine->name,
        .knob_count = engine->knob_count,
        .knobs = engine->knobs,
        .behavior_note_count = engine->behavior_note_count,
        .behavior_notes = engine->behavior_notes,
    };
    return hd_engine_details_encode(&details, &out->bytes, &out->size);
}

hipdnnPluginStatus_t hipdnnEnginePluginGetEngineDetails(hipdnnEnginePluginHandle_t handle, int64_t engine_id,
                                                        const hipdnnPluginConstData_t *op_graph,
                                                        hipdnnPluginConstData_t *engine_details)
{
    HD_SDK_REQUIRE(engine_details);
    *engine_details = (hipdnnPluginConstData_t){0};
    HD_SDK_REQUIRE(handle);
    HD_SDK_REQUIRE_BYTES(op_graph);
    uint32_t index;
    HD_SDK_TRY(hd_sdk_find_engine(__func__, engine_id, &index));
    HD_SDK_TRY(hd_sdk_status(hd_sdk_graph_load(&handle->last, op_graph)));

    hd_sdk_details *details = &handle->details[index];
    if (details->bytes == NULL)
        HD_SDK_TRY(hd_sdk_status(build(hd_sdk_engine(index), details)));
    void *copy = hd_alloc(details->size);
    if (copy == NULL)
        return hd_sdk_status(hd_fail_alloc(details->size, "engine details"));
    memcpy(copy, details->bytes, details->size);
    *engine_details = (hipdnnPluginConstData_t){.ptr = copy, .size = details->size};
    return HIPDNN_PLUGIN_STATUS_SUCCESS;
}

hipdnnPluginStatus_t hipdnnEnginePluginDestroyEngineDetails(hipdnnEnginePluginHandle_t handle,
                                                            hipdnnPluginConstData_t *engine_details)
{
    HD_SDK_REQUIRE(handle);
    HD_SDK_REQUIRE(engine_details);
    HD_SDK_REQUIRE(engine_details->ptr);
    hd_free((void *)(uintptr_t)engine_details->ptr); /* ours, lent as const */
    *engine_details = (hipdnnPluginConstData_t){0};
    return HIPDNN_PLUGIN_STATUS_SUCCESS;
}
