/* SPDX-License-Identifier: MIT */
/* Planning: from a graph and a config to a context. */
#include "plugin_sdk/context.h"

#include "base/memory.h"
#include "plugin_sdk/config.h"
#include "plugin_sdk/handle.h"
#include "plugin_sdk/module.h"
#include "plugin_sdk/status.h"

/* What both planning calls are given, decoded and checked. */
typedef struct plan_request {
    hd_arena arena; /* holds the config */
    hipdnn_data_engine_config config;
    const hipdnn_plugin_engine *engine;
    const hipdnn_data_graph *graph; /* the handle's */
} plan_request;

/* `request` is released by the caller, also after a failure. An engine plans only what it supports: that it is asked
 * here, and not by every author, is why plan_create need not check a graph again. */
static hipdnnPluginStatus_t request_read(plan_request *request, const char *function, hipdnnEnginePluginHandle_t handle,
                                         const hipdnnPluginConstData_t *engine_config,
                                         const hipdnnPluginConstData_t *op_graph)
{
    HD_SDK_TRY(hd_sdk_status(hd_sdk_graph_load(&handle->last, op_graph)));
    uint32_t index;
    HD_SDK_TRY(hd_sdk_config_decode(function, engine_config, &request->arena, &request->config, &index));
    request->engine = hd_sdk_engine(index);
    request->graph = handle->last.graph;
    const hipdnnPluginStatus_t status = hd_sdk_graph_ask(&handle->last, index);
    if (status != HIPDNN_PLUGIN_STATUS_SUCCESS)
        (void)hd_fail_in(HD_NOT_SUPPORTED, "%s: engine %s does not accept graph '%s'", function, request->engine->name,
                         request->graph->name);
    return status;
}

static void request_release(plan_request *request)
{
    hd_arena_release(&request->arena);
}

static void plan_destroy(const hipdnn_plugin_engine *engine, void *plan)
{
    if (plan != NULL && engine->plan_destroy != NULL)
        engine->plan_destroy(plan);
}

/* An engine without an estimate of its own plans, and the plan knows. */
static hipdnnPluginStatus_t estimate(const hipdnn_plugin_session *session, const plan_request *request,
                                     size_t *out_size)
{
    const hipdnn_plugin_engine *engine = request->engine;
    hd_error_clear();
    if (engine->workspace != NULL)
        return hd_sdk_answer(engine->workspace(request->graph, &request->config, out_size));
    void *plan = NULL;
    HD_SDK_TRY(hd_sdk_answer(engine->plan_create(session, request->graph, &request->config, &plan, out_size)));
    plan_destroy(engine, plan);
    return HIPDNN_PLUGIN_STATUS_SUCCESS;
}

hipdnnPluginStatus_t hipdnnEnginePluginGetWorkspaceSize(hipdnnEnginePluginHandle_t handle,
                                                        const hipdnnPluginConstData_t *engine_config,
                                                        const hipdnnPluginConstData_t *op_graph, size_t *workspace_size)
{
    HD_SDK_REQUIRE(workspace_size);
    *workspace_size = 0;
    HD_SDK_REQUIRE(handle);
    HD_SDK_REQUIRE_BYTES(engine_config);
    HD_SDK_REQUIRE_BYTES(op_graph);
    plan_request request = {0};
    hipdnnPluginStatus_t status = request_read(&request, __func__, handle, engine_config, op_graph);
    if (status == HIPDNN_PLUGIN_STATUS_SUCCESS)
        status = estimate(&handle->session, &request, workspace_size);
    request_release(&request);
    return status;
}

static hipdnnPluginStatus_t context_create(const hipdnn_plugin_session *session, const plan_request *request,
                                           hipdnnEnginePluginExecutionContext_t *out_context)
{
    struct HipdnnEnginePluginExecutionContext *context = hd_alloc(sizeof *context);
    if (context == NULL)
        return hd_sdk_status(hd_fail_alloc(sizeof *context, "an execution context"));
    context->engine = request->engine;
    hd_error_clear();
    const hipdnnPluginStatus_t status = hd_sdk_answer(request->engine->plan_create(
        session, request->graph, &request->config, &context->plan, &context->workspace_size));
    if (status != HIPDNN_PLUGIN_STATUS_SUCCESS) {
        hd_free(context);
        return status;
    }
    *out_context = context;
    return HIPDNN_PLUGIN_STATUS_SUCCESS;
}

hipdnnPluginStatus_t hipdnnEnginePluginCreateExecutionContext(hipdnnEnginePluginHandle_t handle,
                                                              const hipdnnPluginConstData_t *engine_config,
                                                              const hipdnnPluginConstData_t *op_graph,
                                                              hipdnnEnginePluginExecutionContext_t *execution_context)
{
    HD_SDK_REQUIRE(execution_context);
    *execution_context = NULL;
    HD_SDK_REQUIRE(handle);
    HD_SDK_REQUIRE_BYTES(engine_config);
    HD_SDK_REQUIRE_BYTES(op_graph);
    plan_request request = {0};
    hipdnnPluginStatus_t status = request_read(&request, __func__, handle, engine_config, op_graph);
    if (status == HIPDNN_PLUGIN_STATUS_SUCCESS)
        status = context_create(&handle->session, &request, execution_context);
    request_release(&request);
    return status;
}

hipdnnPluginStatus_t hipdnnEnginePluginDestroyExecutionContext(hipdnnEnginePluginHandle_t handle,
                                                               hipdnnEnginePluginExecutionContext_t execution_context)
{
    HD_SDK_REQUIRE(handle);
    HD_SDK_REQUIRE(execution_context);
    plan_destroy(execution_context->engine, execution_context->plan);
    hd_free(execution_context);
    return HIPDNN_PLUGIN_STATUS_SUCCESS;
}

hipdnnPluginStatus_t hipdnnEnginePluginGetWorkspaceSizeFromExecutionContext(
    hipdnnEnginePluginHandle_t handle, hipdnnEnginePluginExecutionContext_t execution_context, size_t *workspace_size)
{
    HD_SDK_REQUIRE(workspace_size);
    *workspace_size = 0;
    HD_SDK_REQUIRE(handle);
    HD_SDK_REQUIRE(execution_context);
    *workspace_size = execution_context->workspace_size;
    return HIPDNN_PLUGIN_STATUS_SUCCESS;
}
