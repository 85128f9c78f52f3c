/* SPDX-License-Identifier: MIT */
#include "plugin/session.h"

#include "base/log.h"
#include "base/memory.h"
#include "data_sdk/graph/engine.h"

#include <stdio.h>

hipdnnEnginePluginHandle_t hd_session_handle(const hd_session *session, const hd_engine_module *module)
{
    return session->engine_handles[module->index];
}

static const hd_engine_module *owner_of(const hd_session *session, hipdnnEnginePluginHandle_t handle)
{
    for (size_t i = 0; i < session->set->engine_module_count; i++) {
        if (session->engine_handles[i] == handle)
            return session->set->engine_modules[i];
    }
    return NULL;
}

/* One library's handle; a library that cannot give one is left out of this session, which is said in the log. */
static void open_engine_module(hd_session *session, const hd_engine_module *module)
{
    hipdnnEnginePluginHandle_t handle = NULL;
    if (module->device_kind != session->device.kind) {
        hd_log(HD_INFO, "plugin '%s' works on %s, this handle on %s: its engines are no candidates", module->name,
               hd_device_kind_text(module->device_kind), hd_device_kind_text(session->device.kind));
        return;
    }
    hipdnnPluginStatus_t status = module->call.create(&handle);
    if (status != HIPDNN_PLUGIN_STATUS_SUCCESS) {
        (void)hd_engine_call_failed(module, "hipdnnEnginePluginCreate", status);
        hd_log(HD_ERROR, "%s; it is left out of this handle", hd_error_text());
        return;
    }
    if (handle == NULL) {
        hd_log(HD_ERROR, "plugin '%s' (%s): hipdnnEnginePluginCreate gave no handle; it is left out of this handle",
               module->name, module->path);
        return;
    }
    const hd_engine_module *owner = owner_of(session, handle);
    if (owner != NULL) {
        hd_log(HD_ERROR,
               "plugin '%s' (%s): its handle is that of plugin '%s' (%s); it is left out of this handle. Are its "
               "symbols hidden?",
               module->name, module->path, owner->name, owner->path);
        (void)module->call.destroy(handle);
        return;
    }
    if (module->call.set_device != NULL) {
        status = module->call.set_device(handle, session->device.ordinal);
        if (status != HIPDNN_PLUGIN_STATUS_SUCCESS) {
            (void)hd_engine_call_failed(module, "hipdnnEnginePluginSetDevice_ext", status);
            hd_log(HD_ERROR, "%s; it is left out of this handle", hd_error_text());
            (void)module->call.destroy(handle);
            return;
        }
    }
    session->engine_handles[module->index] = handle;
}

/* A policy that cannot give a handle is left out; a built-in one that cannot found that our memory ran out (D26). */
static hd_status open_policy(hd_session *session, size_t index)
{
    const hd_policy_module *policy = &session->set->policies[index];
    hipdnnHeuristicHandle_t handle = NULL;
    const hipdnnPluginStatus_t status = policy->call->handle_create(&handle);
    if (status == HIPDNN_PLUGIN_STATUS_ALLOC_FAILED && policy->is_builtin)
        return hd_fail(HD_ALLOC_FAILED, "policy '%s': out of memory for its handle", policy->name);
    if (status == HIPDNN_PLUGIN_STATUS_SUCCESS && handle != NULL)
        session->policy_handles[index] = handle;
    else
        hd_log(HD_ERROR, "policy '%s' is left out of this handle: its handle could not be made (%s)", policy->name,
               hd_plugin_status_text(status));
    return HD_OK;
}

static hd_status read_device(hd_session *session)
{
    hipdnn_data_device_properties facts;
    HD_TRY(hd_device_facts(session->device, &facts));
    return hd_device_properties_encode(&facts, &session->device_facts, &session->device_facts_size);
}

static hd_status fill(hd_session *session)
{
    HD_TRY(hd_device_check(session->device));
    HD_TRY(hd_registry_acquire(&session->set));
    session->key = (uint64_t)session->set->generation << 32 | (uint64_t)(session->device.kind & 0xff) << 24 |
                   (uint64_t)(session->device.ordinal & 0xffffff);
    const size_t modules = session->set->engine_module_count;
    const size_t policies = session->set->policy_count;
    session->engine_handles = hd_alloc_array(modules, sizeof(hipdnnEnginePluginHandle_t));
    session->policy_handles = hd_alloc_array(policies, sizeof(hipdnnHeuristicHandle_t));
    if (session->engine_handles == NULL || session->policy_handles == NULL)
        return hd_fail_alloc((modules + policies) * sizeof(void *), "plugin handles");
    HD_TRY(read_device(session));
    for (size_t i = 0; i < modules; i++)
        open_engine_module(session, session->set->engine_modules[i]);
    for (size_t i = 0; i < policies; i++)
        HD_TRY(open_policy(session, i));
    return HD_OK;
}

hd_status hd_session_create(hd_device device, hd_session **out_session)
{
    *out_session = NULL;
    hd_session *session = hd_alloc(sizeof *session);
    if (session == NULL)
        return hd_fail_alloc(sizeof *session, "a session");
    atomic_init(&session->references, 1);
    session->device = device;
    const hd_status status = fill(session);
    if (status != HD_OK) {
        hd_session_release(session);
        return status;
    }
    *out_session = session;
    return HD_OK;
}

void hd_session_retain(hd_session *session)
{
    (void)atomic_fetch_add_explicit(&session->references, 1, memory_order_relaxed);
}

static void close_policies(const hd_session *session)
{
    for (size_t i = 0; session->policy_handles != NULL && i < session->set->policy_count; i++) {
        if (session->policy_handles[i] != NULL)
            (void)session->set->policies[i].call->handle_destroy(session->policy_handles[i]);
    }
}

static void close_engine_modules(const hd_session *session)
{
    for (size_t i = 0; session->engine_handles != NULL && i < session->set->engine_module_count; i++) {
        const hd_engine_module *module = session->set->engine_modules[i];
        if (session->engine_handles[i] == NULL)
            continue;
        const hipdnnPluginStatus_t status = module->call.destroy(session->engine_handles[i]);
        if (status != HIPDNN_PLUGIN_STATUS_SUCCESS)
            hd_log(HD_ERROR, "plugin '%s': hipdnnEnginePluginDestroy answered %s", module->name,
                   hd_plugin_status_text(status));
    }
}

void hd_session_release(hd_session *session)
{
    if (session == NULL || atomic_fetch_sub_explicit(&session->references, 1, memory_order_acq_rel) > 1)
        return;
    if (session->set != NULL) {
        if (!hd_registry_is_exiting()) {
            close_policies(session);
            close_engine_modules(session);
        }
        hd_registry_release(session->set);
    }
    hd_free(session->engine_handles);
    hd_free(session->policy_handles);
    hd_free(session->device_facts);
    hd_free(session);
}

hd_status hd_session_set_stream(hd_session *session, hipStream_t stream)
{
    hd_status answer = HD_OK;
    for (size_t i = 0; i < session->set->engine_module_count; i++) {
        const hd_engine_module *module = session->set->engine_modules[i];
        if (session->engine_handles[i] == NULL)
            continue;
        const hipdnnPluginStatus_t status = module->call.set_stream(session->engine_handles[i], stream);
        if (status != HIPDNN_PLUGIN_STATUS_SUCCESS && answer == HD_OK)
            answer = hd_engine_call_failed(module, "hipdnnEnginePluginSetStream", status);
    }
    if (answer == HD_OK)
        session->stream = stream;
    return answer;
}

void hd_session_explain(const hd_session *session, const hd_engine *engine, const hipdnnPluginConstData_t *graph,
                        char *text, size_t size)
{
    const hd_engine_module *module = engine->module;
    hipdnnEnginePluginHandle_t handle = hd_session_handle(session, module);
    if (handle == NULL) {
        (void)snprintf(text, size, "its plugin works on %s or could not give a handle; this handle is for %s",
                       hd_device_kind_text(module->device_kind), hd_device_kind_text(session->device.kind));
        return;
    }
    text[0] = '\0';
    if (module->call.explain_engine != NULL &&
        module->call.explain_engine(handle, engine->id, graph, text, size) != HIPDNN_PLUGIN_STATUS_SUCCESS)
        text[0] = '\0';
    text[size - 1] = '\0'; /* whatever a plugin writes */
    if (text[0] == '\0')
        (void)snprintf(text, size, "its plugin gave no reason");
}
