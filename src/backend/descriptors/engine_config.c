/* SPDX-License-Identifier: MIT */
#include "backend/descriptors/attributes.h"
#include "backend/descriptors/kinds.h"
#include "base/memory.h"
#include "data_sdk/graph/engine.h"

#include <inttypes.h>

typedef struct engine_config {
    hd_object base;
    hd_object *engine;
    /* Made by finalize. */
    void *bytes; /* the EngineConfig buffer */
    size_t size;
    int64_t workspace_size; /* an estimate; the plan has the exact one */
} engine_config;

static const hd_attribute attributes[] = {
    {HD_ATTRIBUTE(HIPDNN_ATTR_ENGINECFG_ENGINE, HIPDNN_TYPE_BACKEND_DESCRIPTOR), .store = HD_STORE_CHILD,
     .flags = HD_SET | HD_GET | HD_REQUIRED | HD_EXACT, .child = HD_KIND_ENGINE, .child_name = "engine",
     .offset = offsetof(engine_config, engine)},
    {HD_ATTRIBUTE(HIPDNN_ATTR_ENGINECFG_WORKSPACE_SIZE, HIPDNN_TYPE_INT64), .store = HD_STORE_I64,
     .flags = HD_GET | HD_EXACT, .offset = offsetof(engine_config, workspace_size)},
};

static hd_status ask_workspace(engine_config *self)
{
    const hd_engine *engine = hd_engine_of(self->engine);
    const hd_engine_module *module = engine->module;
    const hd_object *graph = hd_engine_graph(self->engine);
    const hipdnnPluginConstData_t config = {self->bytes, self->size};
    hd_graph_request request;
    size_t size = 0;
    hd_graph_request_of(graph, &request);
    const hipdnnPluginStatus_t status = module->call.get_workspace_size(
        hd_session_handle(hd_graph_session(graph), module), &config, &request.bytes, &size);
    if (status != HIPDNN_PLUGIN_STATUS_SUCCESS)
        return hd_fail_in(hd_engine_call_failed(module, "hipdnnEnginePluginGetWorkspaceSize", status), "engine %s",
                          engine->name);
    if (size > INT64_MAX)
        return hd_fail(HD_PLUGIN_ERROR, "engine %s asks for a workspace of %zu bytes, more than can be said",
                       engine->name, size);
    self->workspace_size = (int64_t)size;
    return HD_OK;
}

static hd_status finalize(hd_object *object)
{
    engine_config *self = (engine_config *)object;
    const hipdnn_data_engine_config config = {.engine_id = hd_engine_of(self->engine)->id};
    hd_free(self->bytes); /* of a finalize that failed */
    self->bytes = NULL;
    HD_TRY(hd_engine_config_encode(&config, &self->bytes, &self->size));
    return ask_workspace(self);
}

static void dispose(hd_object *object)
{
    hd_free(((engine_config *)object)->bytes);
    hd_attribute_release_all(object);
}

const hd_kind hd_engine_config_kind = {
    .number = HD_KIND_ENGINE_CONFIG,
    .name = "engine config",
    .size = sizeof(engine_config),
    .attributes = attributes,
    .attribute_count = sizeof attributes / sizeof *attributes,
    .unfinalized_get = HIPDNN_STATUS_NOT_INITIALIZED,
    .finalize = finalize,
    .dispose = dispose,
};

hd_status hd_engine_config_set_engine(hd_object *config, hd_object *engine)
{
    return hd_attribute_set(config, HIPDNN_ATTR_ENGINECFG_ENGINE, HIPDNN_TYPE_BACKEND_DESCRIPTOR, 1, &engine);
}

hd_object *hd_engine_config_engine(const hd_object *config)
{
    return ((const engine_config *)config)->engine;
}

hipdnnPluginConstData_t hd_engine_config_bytes(const hd_object *config)
{
    const engine_config *self = (const engine_config *)config;
    return (hipdnnPluginConstData_t){self->bytes, self->size};
}
