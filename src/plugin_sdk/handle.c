/* SPDX-License-Identifier: MIT */
#include "plugin_sdk/handle.h"

#include "base/memory.h"
#include "plugin_sdk/module.h"
#include "plugin_sdk/status.h"

hipdnnPluginStatus_t hipdnnEnginePluginCreate(hipdnnEnginePluginHandle_t *handle)
{
    HD_SDK_REQUIRE(handle);
    struct HipdnnEnginePluginHandle *made;
    const size_t size = sizeof *made + hd_sdk_engine_count() * sizeof made->details[0];
    *handle = made = hd_alloc(size);
    return made == NULL ? hd_sdk_status(hd_fail_alloc(size, "a plugin handle")) : HIPDNN_PLUGIN_STATUS_SUCCESS;
}

hipdnnPluginStatus_t hipdnnEnginePluginDestroy(hipdnnEnginePluginHandle_t handle)
{
    HD_SDK_REQUIRE(handle);
    for (uint32_t i = 0; i < hd_sdk_engine_count(); i++)
        hd_free(handle->details[i].bytes);
    hd_sdk_graph_release(&handle->last);
    hd_free(handle);
    return HIPDNN_PLUGIN_STATUS_SUCCESS;
}

hipdnnPluginStatus_t hipdnnEnginePluginSetStream(hipdnnEnginePluginHandle_t handle, hipStream_t stream)
{
    HD_SDK_REQUIRE(handle);
    handle->session.stream = stream;
    return HIPDNN_PLUGIN_STATUS_SUCCESS;
}

hipdnnPluginStatus_t hipdnnEnginePluginSetDevice_ext(hipdnnEnginePluginHandle_t handle, int ordinal)
{
    HD_SDK_REQUIRE(handle);
    if (ordinal < 0)
        return hipdnn_plugin_fail(HIPDNN_PLUGIN_STATUS_INVALID_VALUE, "%s: ordinal is %d, devices count from 0",
                                  __func__, ordinal);
    handle->session.device_ordinal = ordinal;
    return HIPDNN_PLUGIN_STATUS_SUCCESS;
}

/* A host finds the entry points by name, so nothing in a plugin refers to them, and a linker leaves archive members
 * that nobody refers to behind. HIPDNN_PLUGIN_MODULE refers to this file; this list takes the others along. */
typedef void (*entry_point)(void);
__attribute__((used)) static const entry_point entry_points[] = {
    (entry_point)hipdnnPluginGetName,
    (entry_point)hipdnnPluginGetLastErrorString,
    (entry_point)hipdnnPluginSetLoggingCallback,
    (entry_point)hipdnnEnginePluginGetApplicableEngineIds,
    (entry_point)hipdnnEnginePluginGetEngineDetails,
    (entry_point)hipdnnEnginePluginCreateExecutionContext,
    (entry_point)hipdnnEnginePluginExecuteOpGraph,
};
