/* SPDX-License-Identifier: MIT */
#include "backend/descriptors/attributes.h"
#include "backend/descriptors/kinds.h"
#include "base/log.h"
#include "base/memory.h"

#include <inttypes.h>
#include <string.h>

/* Checked for type and life, then ignored: a plan belongs to the session of its graph. */
static hd_status handle_set(hd_object *object, const hd_attribute *row, int64_t count, const void *elements)
{
    hipdnnHandle_t handle;
    (void)object;
    if (count != 1)
        return hd_fail(HD_BAD_PARAM, "%s takes exactly 1 element, %" PRId64 " were given", row->text, count);
    memcpy(&handle, elements, sizeof handle);
    return hd_handle_check(handle);
}

static hd_status uids_get(hd_object *object, const hd_attribute *row, int64_t requested, int64_t *out_count,
                          void *elements)
{
    const hd_plan *self = (const hd_plan *)object;
    int64_t *uids = hd_alloc_array(self->bound_count, sizeof *uids);
    if (uids == NULL)
        return hd_fail_alloc(self->bound_count * sizeof *uids, row->text);
    for (uint32_t i = 0; i < self->bound_count; i++)
        uids[i] = self->bound[i].uid;
    const hd_status status =
        hd_give_all_elements(row, uids, self->bound_count, sizeof *uids, requested, out_count, elements);
    hd_free(uids);
    return status;
}

static hd_status engine_id_get(hd_object *object, const hd_attribute *row, int64_t requested, int64_t *out_count,
                               void *elements)
{
    return hd_give_i64(row, ((const hd_plan *)object)->engine->id, requested, out_count, elements);
}

static hd_status takes_overrides_get(hd_object *object, const hd_attribute *row, int64_t requested, int64_t *out_count,
                                     void *elements)
{
    const hd_plan *self = (const hd_plan *)object;
    return hd_give_elements(row, &self->takes_overrides, 1, sizeof(bool), requested, out_count, elements);
}

static const hd_attribute attributes[] = {
    {HD_ATTRIBUTE(HIPDNN_ATTR_EXECUTION_PLAN_HANDLE, HIPDNN_TYPE_HANDLE), .flags = HD_SET, .set = handle_set},
    {HD_ATTRIBUTE(HIPDNN_ATTR_EXECUTION_PLAN_ENGINE_CONFIG, HIPDNN_TYPE_BACKEND_DESCRIPTOR), .store = HD_STORE_CHILD,
     .flags = HD_SET | HD_GET | HD_REQUIRED | HD_EXACT, .child = HD_KIND_ENGINE_CONFIG, .child_name = "engine config",
     .offset = offsetof(hd_plan, config)},
    {HD_ATTRIBUTE(HIPDNN_ATTR_EXECUTION_PLAN_WORKSPACE_SIZE, HIPDNN_TYPE_INT64), .store = HD_STORE_I64,
     .flags = HD_GET | HD_EXACT, .offset = offsetof(hd_plan, workspace_size)},
    {HD_ATTRIBUTE(HIPDNN_ATTR_EXECUTION_PLAN_TENSOR_UIDS_EXT, HIPDNN_TYPE_INT64), .flags = HD_GET, .get = uids_get},
    {HD_ATTRIBUTE(HIPDNN_ATTR_EXECUTION_PLAN_ENGINE_GLOBAL_INDEX_EXT, HIPDNN_TYPE_INT64), .flags = HD_GET,
     .get = engine_id_get},
    {HD_ATTRIBUTE(HIPDNN_ATTR_EXECUTION_PLAN_IS_OVERRIDE_SHAPE_ENABLED_EXT, HIPDNN_TYPE_BOOLEAN), .flags = HD_GET,
     .get = takes_overrides_get},
};

static const hd_object *graph_of(const hd_plan *self)
{
    return hd_engine_graph(hd_engine_config_engine(self->config));
}

static hipdnnEnginePluginHandle_t plugin_handle(const hd_plan *self)
{
    return hd_session_handle(hd_graph_session(graph_of(self)), self->engine->module);
}

static void drop_context(hd_plan *self)
{
    if (self->context == NULL || hd_registry_is_exiting())
        return;
    const hd_engine_module *module = self->engine->module;
    const hipdnnPluginStatus_t status = module->call.destroy_execution_context(plugin_handle(self), self->context);
    if (status != HIPDNN_PLUGIN_STATUS_SUCCESS)
        hd_log(HD_ERROR, "plugin '%s': hipdnnEnginePluginDestroyExecutionContext answered %s", module->name,
               hd_plugin_status_text(status));
    self->context = NULL;
}

static hd_status make_context(hd_plan *self)
{
    const hd_engine_module *module = self->engine->module;
    const hipdnnPluginConstData_t config = hd_engine_config_bytes(self->config);
    hd_graph_request request;
    size_t size = 0;
    hd_graph_request_of(graph_of(self), &request);
    hipdnnPluginStatus_t status =
        module->call.create_execution_context(plugin_handle(self), &config, &request.bytes, &self->context);
    if (status != HIPDNN_PLUGIN_STATUS_SUCCESS) {
        self->context = NULL;
        return hd_engine_call_failed(module, "hipdnnEnginePluginCreateExecutionContext", status);
    }
    if (self->context == NULL)
        return hd_fail(HD_PLUGIN_ERROR, "plugin '%s': hipdnnEnginePluginCreateExecutionContext gave no context",
                       module->name);
    status = module->call.get_context_workspace_size(plugin_handle(self), self->context, &size);
    if (status != HIPDNN_PLUGIN_STATUS_SUCCESS)
        return hd_engine_call_failed(module, "hipdnnEnginePluginGetWorkspaceSizeFromExecutionContext", status);
    if (size > INT64_MAX)
        return hd_fail(HD_PLUGIN_ERROR, "plugin '%s' asks for a workspace of %zu bytes, more than can be said",
                       module->name, size);
    self->workspace_size = (int64_t)size;
    return HD_OK;
}

static hd_status finalize(hd_object *object)
{
    static _Atomic uint64_t next_serial = 1;
    hd_plan *self = (hd_plan *)object;
    self->engine = hd_engine_of(hd_engine_config_engine(self->config));
    size_t count = 0;
    hd_free(self->bound); /* of a finalize that failed */
    self->bound = NULL;
    HD_TRY(hd_graph_bound_tensors(graph_of(self), &self->bound, &count));
    self->bound_count = (uint32_t)count;
    const hd_status status = make_context(self);
    if (status != HD_OK) {
        drop_context(self);
        return hd_fail_in(status, "engine %s", self->engine->name);
    }
    self->execute = self->engine->module->call.execute;
    self->module_index = self->engine->module->index;
    self->takes_overrides = hd_graph_takes_overrides(graph_of(self));
    self->key = hd_graph_session(graph_of(self))->key;
    self->serial = atomic_fetch_add(&next_serial, 1);
    hd_log(HD_INFO, "a plan on engine %s is ready, workspace %" PRId64 " bytes", self->engine->name,
           self->workspace_size);
    return HD_OK;
}

static void dispose(hd_object *object)
{
    hd_plan *self = (hd_plan *)object;
    drop_context(self);
    hd_free(self->bound);
    hd_attribute_release_all(object);
}

const hd_kind hd_plan_kind = {
    .number = HD_KIND_PLAN,
    .name = "execution plan",
    .size = sizeof(hd_plan),
    .attributes = attributes,
    .attribute_count = sizeof attributes / sizeof *attributes,
    .unfinalized_get = HIPDNN_STATUS_NOT_INITIALIZED,
    .finalize = finalize,
    .dispose = dispose,
};
