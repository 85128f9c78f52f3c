/* SPDX-License-Identifier: MIT */
/* Running a plan. A pack is made once and then only told other pointers, and that only when they differ: the backend
 * checks a pack anew after every update (D43). */
#include "frontend/internal.h"

#include <inttypes.h>

void hd_pack_release(hd_pack *pack)
{
    hd_backend_destroy(&pack->descriptor);
    hd_free(pack->pointers);
    hd_free(pack->rounds);
    *pack = (hd_pack){0};
}

/* ------------------------------------------------------------------------------------------- from bindings */

static hd_status reserve(hd_pack *pack, uint32_t count)
{
    if (pack->pointers != NULL)
        return HD_OK;
    pack->pointers = hd_alloc_array(count, sizeof *pack->pointers);
    pack->rounds = hd_alloc_array(count, sizeof *pack->rounds);
    pack->count = count;
    if (pack->pointers != NULL && pack->rounds != NULL)
        return HD_OK;
    hd_pack_release(pack);
    return hd_fail_alloc(count * sizeof(void *), "a variant pack");
}

static hd_status refuse_binding(const hipdnn_graph_t *graph, size_t index, const hipdnn_tensor_t *tensor)
{
    if (tensor == NULL)
        return hd_fail(HD_BAD_PARAM, "bindings[%zu].tensor is NULL", index);
    if (tensor->graph != graph)
        return hd_fail(HD_BAD_PARAM, "bindings[%zu]: tensor '%s' belongs to graph '%s', not to graph '%s'", index,
                       tensor->given.name, tensor->graph->name, graph->name);
    const char *why = "is used by no operation: leave it out";
    if (tensor->given.is_virtual)
        why = "is virtual: leave it out, or make it a result with hipdnn_tensor_set_output and build again";
    else if (hd_tensor_is_used(tensor))
        why = "is a constant of the graph: leave it out";
    return hd_fail(HD_BAD_PARAM, "bindings[%zu]: tensor '%s' (uid %" PRId64 ") %s", index, tensor->given.name,
                   hd_tensor_known(tensor)->uid, why);
}

static hd_status refuse_missing(const hipdnn_graph_t *graph, const hd_pack *pack)
{
    enum { SHOWN = 8 };
    hd_text names = {0};
    uint32_t missing = 0;
    for (uint32_t slot = 0; slot < pack->count; slot++) {
        const hipdnn_tensor_t *tensor = graph->snapshot.bound[slot];
        if (pack->rounds[slot] != pack->round && missing++ < SHOWN)
            hd_text_format(&names, "%s'%s' (uid %" PRId64 ")", missing > 1 ? ", " : "", tensor->given.name,
                           tensor->resolved->uid);
    }
    const hd_status status =
        hd_fail(HD_BAD_PARAM, "%u of %u tensors are not bound: %s%s; bind memory for each", (unsigned)missing,
                (unsigned)pack->count, names.failed ? "" : names.data, missing > SHOWN ? " and more" : "");
    hd_text_release(&names);
    return status;
}

/* Every slot once. A round per call tells what was bound in it without clearing anything. */
static hd_status gather(const hipdnn_graph_t *graph, const hipdnn_binding *bindings, size_t count, hd_pack *pack)
{
    if (bindings == NULL && count != 0)
        return hd_fail(HD_NULL_POINTER, "bindings is NULL, but %zu are announced", count);
    HD_TRY(reserve(pack, graph->snapshot.bound_count));
    const uint64_t round = ++pack->round;
    for (size_t i = 0; i < count; i++) {
        const hipdnn_tensor_t *tensor = bindings[i].tensor;
        if (tensor == NULL || tensor->graph != graph || !hd_tensor_is_bound(tensor))
            return refuse_binding(graph, i, tensor);
        if (bindings[i].pointer == NULL)
            return hd_fail(HD_NULL_POINTER, "bindings[%zu]: the pointer of tensor '%s' is NULL", i, tensor->given.name);
        if (pack->rounds[tensor->slot] == round)
            return hd_fail(HD_BAD_PARAM, "bindings[%zu]: tensor '%s' is bound twice", i, tensor->given.name);
        pack->rounds[tensor->slot] = round;
        pack->is_dirty |= pack->pointers[tensor->slot] != bindings[i].pointer;
        pack->pointers[tensor->slot] = bindings[i].pointer;
    }
    return count == pack->count ? HD_OK : refuse_missing(graph, pack);
}

/* ------------------------------------------------------------------------------------------------- the pack */

static hd_status set_overrides(hipdnnBackendDescriptor_t pack, const hd_overrides *overrides)
{
    const int64_t count = (int64_t)overrides->count, total = (int64_t)overrides->total;
    HD_TRY(hd_backend_set(pack, HIPDNN_ATTR_VARIANT_PACK_OVERRIDE_UNIQUE_IDS_EXT, HIPDNN_TYPE_INT64, count,
                          overrides->uids));
    HD_TRY(hd_backend_set(pack, HIPDNN_ATTR_VARIANT_PACK_OVERRIDE_LENGTHS_EXT, HIPDNN_TYPE_INT64, count,
                          overrides->ranks));
    HD_TRY(
        hd_backend_set(pack, HIPDNN_ATTR_VARIANT_PACK_OVERRIDE_SHAPES_EXT, HIPDNN_TYPE_INT64, total, overrides->dims));
    return hd_backend_set(pack, HIPDNN_ATTR_VARIANT_PACK_OVERRIDE_STRIDES_EXT, HIPDNN_TYPE_INT64, total,
                          overrides->strides);
}

static hd_status set_pack(hd_pack *pack, const int64_t *uids, const hd_overrides *overrides)
{
    HD_TRY(hd_backend_create(HIPDNN_BACKEND_VARIANT_PACK_DESCRIPTOR, &pack->descriptor));
    HD_TRY(hd_backend_set(pack->descriptor, HIPDNN_ATTR_VARIANT_PACK_UNIQUE_IDS, HIPDNN_TYPE_INT64, pack->count, uids));
    HD_TRY(hd_backend_set(pack->descriptor, HIPDNN_ATTR_VARIANT_PACK_DATA_POINTERS, HIPDNN_TYPE_VOID_PTR, pack->count,
                          pack->pointers));
    HD_TRY(hd_backend_set(pack->descriptor, HIPDNN_ATTR_VARIANT_PACK_WORKSPACE, HIPDNN_TYPE_VOID_PTR, 1,
                          &pack->workspace));
    if (overrides != NULL)
        HD_TRY(set_overrides(pack->descriptor, overrides));
    return hd_backend(hipdnnBackendFinalize(pack->descriptor), "finalizing the variant pack");
}

static hd_status make_pack(const hipdnn_graph_t *graph, hd_pack *pack, void *workspace, const hd_overrides *overrides)
{
    int64_t *uids = hd_alloc_array(pack->count, sizeof *uids);
    if (uids == NULL)
        return hd_fail_alloc(pack->count * sizeof *uids, "a variant pack");
    for (uint32_t slot = 0; slot < pack->count; slot++)
        uids[slot] = graph->snapshot.bound[slot]->resolved->uid;
    hd_backend_destroy(&pack->descriptor);
    pack->workspace = workspace;
    const hd_status status = set_pack(pack, uids, overrides);
    hd_free(uids);
    if (status != HD_OK)
        hd_backend_destroy(&pack->descriptor);
    else
        pack->is_dirty = false;
    return status;
}

static hd_status require_workspace(const hd_plan *plan, const void *workspace)
{
    if (workspace == NULL && plan->workspace_size > 0)
        return hd_fail(HD_BAD_PARAM, "workspace is NULL, but the plan needs %" PRId64 " bytes of it",
                       plan->workspace_size);
    return HD_OK;
}

static hd_status prepare(const hipdnn_graph_t *graph, const hd_plan *plan, const hipdnn_binding *bindings, size_t count,
                         void *workspace, hd_pack *pack)
{
    HD_TRY(gather(graph, bindings, count, pack));
    HD_TRY(require_workspace(plan, workspace));
    if (pack->descriptor == NULL || pack->workspace != workspace)
        return make_pack(graph, pack, workspace, NULL);
    if (!pack->is_dirty)
        return HD_OK;
    HD_TRY(hd_backend(hipdnnBackendUpdateVariantPack_ext(pack->descriptor, pack->count, pack->pointers),
                      "updating the variant pack"));
    pack->is_dirty = false;
    return HD_OK;
}

static hd_status run(const hd_plan *plan, const hd_pack *pack, hipdnnHandle_t handle)
{
    return hd_backend(hipdnnBackendExecute(handle, plan->descriptor, pack->descriptor), "running the plan");
}

static hd_status execute(hipdnn_graph_t *graph, const hd_plan *plan, hipdnnHandle_t handle,
                         const hipdnn_binding *bindings, size_t count, void *workspace)
{
    HD_TRY(prepare(graph, plan, bindings, count, workspace, &graph->pack));
    return run(plan, &graph->pack, handle);
}

hipdnnStatus_t hipdnn_graph_execute(hipdnn_graph_t *graph, hipdnnHandle_t handle, const hipdnn_binding *bindings,
                                    size_t count, void *workspace)
{
    hd_status status = hd_graph_begin(graph);
    if (status == HD_OK)
        status = hd_require_plan(graph);
    if (status == HD_OK)
        status = execute(graph, graph->plan, handle, bindings, count, workspace);
    return hd_graph_end(graph, __func__, status);
}

hipdnnStatus_t hipdnn_graph_execute_plan_at_index(hipdnn_graph_t *graph, hipdnnHandle_t handle,
                                                  const hipdnn_binding *bindings, size_t count, void *workspace,
                                                  size_t index)
{
    hd_plan *plan = NULL;
    hd_status status = hd_graph_begin(graph);
    if (status == HD_OK)
        status = hd_graph_find_usable_plan(graph, index, &plan);
    if (status == HD_OK)
        status = execute(graph, plan, handle, bindings, count, workspace);
    return hd_graph_end(graph, __func__, status);
}

static hd_status prepare_overridden(const hipdnn_graph_t *graph, const hipdnn_binding *bindings, size_t count,
                                    void *workspace, const hd_overrides *overrides, hd_pack *pack)
{
    HD_TRY(gather(graph, bindings, count, pack));
    HD_TRY(require_workspace(graph->plan, workspace));
    return make_pack(graph, pack, workspace, overrides);
}

/* Shapes are part of a pack, so each such execution makes one. */
static hd_status execute_overridden(hipdnn_graph_t *graph, hipdnnHandle_t handle, const hipdnn_binding *bindings,
                                    size_t count, void *workspace, const hipdnn_shape_override *shapes,
                                    size_t shape_count)
{
    hd_overrides overrides = {0};
    hd_pack pack = {0};
    hd_status status = hd_overrides_take(graph, shapes, shape_count, &overrides);
    if (status == HD_OK)
        status = prepare_overridden(graph, bindings, count, workspace, &overrides, &pack);
    if (status == HD_OK)
        status = run(graph->plan, &pack, handle);
    hd_pack_release(&pack);
    hd_overrides_release(&overrides);
    return status;
}

hipdnnStatus_t hipdnn_graph_execute_with_overrides(hipdnn_graph_t *graph, hipdnnHandle_t handle,
                                                   const hipdnn_binding *bindings, size_t count, void *workspace,
                                                   const hipdnn_shape_override *overrides, size_t override_count)
{
    hd_status status = hd_graph_begin(graph);
    if (status == HD_OK)
        status = hd_require_plan(graph);
    if (status == HD_OK)
        status = override_count > 0
                     ? execute_overridden(graph, handle, bindings, count, workspace, overrides, override_count)
                     : execute(graph, graph->plan, handle, bindings, count, workspace);
    return hd_graph_end(graph, __func__, status);
}

/* ------------------------------------------------------------------------------------------------- bindings */

struct hipdnn_bound_graph {
    hd_plan *plan;
    hd_pack pack;
};

hipdnn_binding_t *hipdnn_graph_bind(hipdnn_graph_t *graph, const hipdnn_binding *bindings, size_t count,
                                    void *workspace)
{
    hipdnn_binding_t *binding = NULL;
    hd_status status = hd_graph_begin(graph);
    if (status == HD_OK)
        status = hd_require_plan(graph);
    if (status == HD_OK && (binding = hd_alloc(sizeof *binding)) == NULL)
        status = hd_fail_alloc(sizeof *binding, "a binding");
    if (status == HD_OK)
        status = prepare(graph, graph->plan, bindings, count, workspace, &binding->pack);
    if (status == HD_OK)
        binding->plan = hd_plan_share(graph->plan);
    if (hd_graph_end(graph, __func__, status) == HIPDNN_STATUS_SUCCESS)
        return binding;
    hipdnn_binding_destroy(binding);
    return NULL;
}

hipdnnStatus_t hipdnn_binding_execute(hipdnn_binding_t *binding, hipdnnHandle_t handle)
{
    const hd_status status = binding != NULL
                                 ? run(binding->plan, &binding->pack, handle)
                                 : hd_fail(HD_NULL_POINTER, "binding is NULL: pass one that hipdnn_graph_bind made");
    return status == HD_OK ? HIPDNN_STATUS_SUCCESS : (hipdnnStatus_t)hd_fail_in(status, "%s", __func__);
}

void hipdnn_binding_destroy(hipdnn_binding_t *binding)
{
    if (binding == NULL)
        return;
    hd_pack_release(&binding->pack);
    hd_plan_release(binding->plan);
    hd_free(binding);
}
