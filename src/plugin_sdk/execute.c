/* SPDX-License-Identifier: MIT */
/* Running a plan: everything else happened before. */
#include "plugin_sdk/context.h"
#include "plugin_sdk/handle.h"
#include "plugin_sdk/status.h"

hipdnnPluginStatus_t hipdnnEnginePluginExecuteOpGraph(hipdnnEnginePluginHandle_t handle,
                                                      hipdnnEnginePluginExecutionContext_t execution_context,
                                                      void *workspace, const hipdnnPluginDeviceBuffer_t *device_buffers,
                                                      uint32_t num_device_buffers)
{
    HD_SDK_REQUIRE(handle);
    HD_SDK_REQUIRE(execution_context);
    if (num_device_buffers > 0)
        HD_SDK_REQUIRE(device_buffers);
    if (workspace == NULL && execution_context->workspace_size > 0)
        return hipdnn_plugin_fail(HIPDNN_PLUGIN_STATUS_BAD_PARAM, "%s: workspace is NULL, the plan needs %zu bytes",
                                  __func__, execution_context->workspace_size);
    return execution_context->engine->execute(&handle->session, execution_context->plan, workspace, device_buffers,
                                              num_device_buffers);
}

void *hipdnn_plugin_find_buffer(const hipdnnPluginDeviceBuffer_t *buffers, uint32_t buffer_count, int64_t uid)
{
    for (uint32_t i = 0; i < buffer_count; i++)
        if (buffers[i].uid == uid)
            return buffers[i].ptr;
    return NULL;
}
