/* SPDX-License-Identifier: MIT */
/* The one path whose instructions are counted: three headers, the load generation, the pack's memo, one call. */
#include "backend/descriptors/kinds.h"

#include "base/log.h"

static hd_status check_finalized(const hd_object *object)
{
    return hd_object_is_finalized(object) ? HD_OK
                                          : hd_fail(HD_BAD_PARAM, "the %s is not finalized", object->kind->name);
}

static hd_status check(hipdnnHandle_t handle, const hd_object *plan_object, const hd_object *pack_object)
{
    if (handle == NULL || plan_object == NULL || pack_object == NULL)
        return hd_fail(HD_NULL_POINTER, "the %s is NULL",
                       handle == NULL ? "handle" : (plan_object == NULL ? "execution plan" : "variant pack"));
    HD_TRY(hd_handle_check(handle));
    HD_TRY(hd_object_check_kind(plan_object, HD_KIND_PLAN, hd_plan_kind.name, "the execution plan"));
    HD_TRY(hd_object_check_kind(pack_object, HD_KIND_PACK, hd_pack_kind.name, "the variant pack"));
    HD_TRY(check_finalized(plan_object));
    HD_TRY(check_finalized(pack_object));
    const hd_plan *plan = (const hd_plan *)plan_object;
    if (plan->key != handle->key)
        return hd_fail(HD_BAD_PARAM,
                       "the plan was made for another device, or before the plugins were loaded again; make it anew "
                       "with this handle");
    if (handle->engine_handles[plan->module_index] == NULL)
        return hd_fail(HD_INTERNAL_ERROR, "this handle has no access to the plugin of engine %s", plan->engine->name);
    return HD_OK;
}

/* The status of a plugin that failed to run. */
static hd_status run_failed(const hd_plan *plan, hipdnnPluginStatus_t status)
{
    return hd_fail_in(hd_engine_call_failed(plan->engine->module, "hipdnnEnginePluginExecuteOpGraph", status),
                      "engine %s failed to run", plan->engine->name);
}

static hipdnnPluginStatus_t run(hipdnnHandle_t handle, const hd_plan *plan, const hd_pack *pack)
{
    return plan->execute(handle->engine_handles[plan->module_index], plan->context, pack->workspace, pack->buffers,
                         pack->buffer_count);
}

static hd_status check_overrides(const hd_plan *plan)
{
    const hd_engine_module *module = plan->engine->module;
    const hipdnn_data_version least = {1, 1, 0};
    if (!plan->takes_overrides)
        return hd_fail(HD_NOT_SUPPORTED, "the pack overrides shapes, but the plan's graph was not finalized with "
                                         "HIPDNN_ATTR_OPERATIONGRAPH_IS_OVERRIDE_SHAPE_ENABLED_EXT");
    if (module->call.execute_with_overrides == NULL || hd_version_compare(module->api, least) < 0)
        return hd_fail(HD_NOT_SUPPORTED, "the pack overrides shapes, but plugin '%s' of engine %s takes no overrides",
                       module->name, plan->engine->name);
    return HD_OK;
}

/* Overrides may differ from call to call, so they never become a pair that was checked before. */
static hd_status run_with_overrides(hipdnnHandle_t handle, const hd_plan *plan, const hd_pack *pack)
{
    const hd_overrides *overrides = &pack->overrides;
    const hd_engine_module *module = plan->engine->module;
    HD_TRY(check_overrides(plan));
    const hipdnnPluginStatus_t status = module->call.execute_with_overrides(
        handle->engine_handles[plan->module_index], plan->context, pack->workspace, pack->buffers, pack->buffer_count,
        overrides->count, overrides->uids, overrides->lengths, overrides->shapes, overrides->strides);
    return status == HIPDNN_PLUGIN_STATUS_SUCCESS ? HD_OK : run_failed(plan, status);
}

/* Something is wrong, or plan and pack meet for the first time. */
__attribute__((noinline, cold)) static hipdnnStatus_t execute_checked(hipdnnHandle_t handle, hd_object *plan_object,
                                                                      hd_object *pack_object)
{
    const hd_plan *plan = (const hd_plan *)plan_object;
    hd_pack *pack = (hd_pack *)pack_object;
    hd_status status = check(handle, plan_object, pack_object);
    if (status == HD_OK)
        status = hd_pack_check(pack, plan);
    if (status != HD_OK)
        return hd_answer(status);
    if (pack->overrides.count > 0)
        return hd_answer(run_with_overrides(handle, plan, pack));
    atomic_store_explicit(&pack->checked_serial, plan->serial, memory_order_release);
    const hipdnnPluginStatus_t answer = run(handle, plan, pack);
    return answer == HIPDNN_PLUGIN_STATUS_SUCCESS ? HIPDNN_STATUS_SUCCESS : hd_answer(run_failed(plan, answer));
}

__attribute__((noinline, cold)) static hipdnnStatus_t answer_failure(const hd_plan *plan, hipdnnPluginStatus_t status)
{
    return hd_answer(run_failed(plan, status));
}

hipdnnStatus_t hipdnnBackendExecute(hipdnnHandle_t handle, hipdnnBackendDescriptor_t executionPlan,
                                    hipdnnBackendDescriptor_t variantPack)
{
    const hd_plan *plan = (const hd_plan *)executionPlan;
    const hd_pack *pack = (const hd_pack *)variantPack;
    if (handle == NULL || plan == NULL || pack == NULL || hd_object_tag(&handle->base) != HD_TAG(HD_KIND_HANDLE) ||
        hd_object_tag(executionPlan) != HD_TAG(HD_KIND_PLAN) || hd_object_tag(variantPack) != HD_TAG(HD_KIND_PACK) ||
        plan->key != handle->key || atomic_load_explicit(&pack->checked_serial, memory_order_acquire) != plan->serial)
        return execute_checked(handle, executionPlan, variantPack);
    hipdnnEnginePluginHandle_t engine_handle = handle->engine_handles[plan->module_index];
    if (engine_handle == NULL)
        return execute_checked(handle, executionPlan, variantPack);
    const hipdnnPluginStatus_t status =
        plan->execute(engine_handle, plan->context, pack->workspace, pack->buffers, pack->buffer_count);
    return status == HIPDNN_PLUGIN_STATUS_SUCCESS ? HIPDNN_STATUS_SUCCESS : answer_failure(plan, status);
}

hipdnnStatus_t hipdnnBackendUpdateVariantPack_ext(hipdnnBackendDescriptor_t pack, int64_t count, void *const *pointers)
{
    hd_status status = hd_object_check_kind(pack, HD_KIND_PACK, hd_pack_kind.name, "the variant pack");
    if (status == HD_OK && pointers == NULL)
        status = hd_fail(HD_NULL_POINTER, "hipdnnBackendUpdateVariantPack_ext: pointers is NULL");
    if (status == HD_OK && !hd_object_is_finalized(pack))
        status = hd_fail(HD_NOT_INITIALIZED, "the variant pack is not finalized; only then can it be rebound");
    return hd_answer(status != HD_OK ? status : hd_pack_rebind((hd_pack *)pack, count, pointers));
}
