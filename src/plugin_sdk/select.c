/* SPDX-License-Identifier: MIT */
/* Which engines compute a graph, and why the others do not. */
#include "base/ids.h"
#include "base/log.h"
#include "plugin_sdk/handle.h"
#include "plugin_sdk/module.h"
#include "plugin_sdk/status.h"

#include <stdio.h>

/* An engine that breaks while it is asked is left out like one that declines, so that its siblings stay usable; the log
 * and the explanation tell the two apart. Running out of memory is nobody's opinion of the graph and ends the call. */
static hipdnnPluginStatus_t ask(hd_sdk_graph *last, uint32_t index, bool *out_applies)
{
    const hipdnnPluginStatus_t status = hd_sdk_graph_ask(last, index);
    *out_applies = status == HIPDNN_PLUGIN_STATUS_SUCCESS;
    if (status == HIPDNN_PLUGIN_STATUS_ALLOC_FAILED)
        return status;
    if (status == HIPDNN_PLUGIN_STATUS_NOT_APPLICABLE)
        hd_log(HD_INFO, "engine %s, graph '%s': does not apply: %s", hd_sdk_engine(index)->name, last->graph->name,
               hd_error_text());
    else if (status != HIPDNN_PLUGIN_STATUS_SUCCESS)
        hd_log(HD_ERROR, "engine %s, graph '%s': failed while asked whether it applies (status %d): %s",
               hd_sdk_engine(index)->name, last->graph->name, (int)status, hd_error_text());
    return HIPDNN_PLUGIN_STATUS_SUCCESS;
}

hipdnnPluginStatus_t hipdnnEnginePluginGetApplicableEngineIds(hipdnnEnginePluginHandle_t handle,
                                                              const hipdnnPluginConstData_t *op_graph,
                                                              int64_t *engine_ids, uint32_t max_engines,
                                                              uint32_t *num_engines)
{
    HD_SDK_REQUIRE(num_engines);
    *num_engines = 0;
    HD_SDK_REQUIRE(handle);
    HD_SDK_REQUIRE_BYTES(op_graph);
    if (max_engines > 0)
        HD_SDK_REQUIRE(engine_ids);

    const hd_status loaded = hd_sdk_graph_load(&handle->last, op_graph);
    if (loaded == HD_NOT_SUPPORTED) {
        hd_log(HD_INFO, "plugin %s: no engine applies: %s", hipdnn_plugin_this_module->name, hd_error_text());
        return HIPDNN_PLUGIN_STATUS_SUCCESS;
    }
    HD_SDK_TRY(hd_sdk_status(loaded));

    uint32_t count = 0;
    for (uint32_t i = 0; i < hd_sdk_engine_count(); i++) {
        bool applies;
        HD_SDK_TRY(ask(&handle->last, i, &applies));
        if (!applies)
            continue;
        if (count < max_engines)
            engine_ids[count] = hd_name_to_id(hd_sdk_engine(i)->name);
        count++;
    }
    *num_engines = count;
    return HIPDNN_PLUGIN_STATUS_SUCCESS;
}

hipdnnPluginStatus_t hipdnnEnginePluginExplainEngine_ext(hipdnnEnginePluginHandle_t handle, int64_t engine_id,
                                                         const hipdnnPluginConstData_t *op_graph, char *text,
                                                         size_t capacity)
{
    HD_SDK_REQUIRE(text);
    if (capacity > 0)
        text[0] = '\0';
    HD_SDK_REQUIRE(handle);
    HD_SDK_REQUIRE_BYTES(op_graph);
    uint32_t index;
    HD_SDK_TRY(hd_sdk_find_engine(__func__, engine_id, &index));

    /* What no engine can read no engine computes: then the decoder's sentence is the reason. */
    const hd_status loaded = hd_sdk_graph_load(&handle->last, op_graph);
    hipdnnPluginStatus_t status = hd_sdk_status(loaded);
    if (loaded == HD_OK)
        status = hd_sdk_graph_ask(&handle->last, index);
    else if (loaded != HD_NOT_SUPPORTED)
        return status;

    if (status == HIPDNN_PLUGIN_STATUS_SUCCESS)
        return hipdnn_plugin_fail(HIPDNN_PLUGIN_STATUS_NOT_APPLICABLE, "%s: engine %s applies to graph '%s'", __func__,
                                  hd_sdk_engine(index)->name, handle->last.graph->name);
    if (status == HIPDNN_PLUGIN_STATUS_ALLOC_FAILED)
        return status;
    if (capacity > 0)
        (void)snprintf(text, capacity, "%s", hd_error_text());
    return HIPDNN_PLUGIN_STATUS_SUCCESS;
}
