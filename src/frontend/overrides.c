/* SPDX-License-Identifier: MIT */
/* Other shapes for one execution: smaller dims and their strides for some of the bound tensors. */
#include "frontend/internal.h"

#include <string.h>

void hd_overrides_release(hd_overrides *overrides)
{
    hd_free(overrides->uids); /* the one allocation */
    *overrides = (hd_overrides){0};
}

static hd_status reserve(size_t count, hd_overrides *out)
{
    const size_t columns = 2 + 2 * (size_t)HIPDNN_MAX_RANK;
    if (count > SIZE_MAX / columns || (out->uids = hd_alloc_array(count * columns, sizeof *out->uids)) == NULL)
        return hd_fail_alloc(count, "shape overrides");
    out->ranks = out->uids + count;
    out->dims = out->ranks + count;
    out->strides = out->dims + count * HIPDNN_MAX_RANK;
    return HD_OK;
}

static hd_status check_tensor(const hipdnn_graph_t *graph, const hipdnn_tensor_t *tensor)
{
    if (tensor == NULL)
        return hd_fail(HD_NULL_POINTER, "its tensor is NULL");
    if (tensor->graph != graph)
        return hd_fail(HD_BAD_PARAM, "tensor '%s' belongs to graph '%s', not to graph '%s'", tensor->given.name,
                       tensor->graph->name, graph->name);
    if (!hd_tensor_is_bound(tensor))
        return hd_fail(HD_BAD_PARAM,
                       "tensor '%s' is not bound, so its shape cannot change: only bound ones have a "
                       "shape of their own",
                       tensor->given.name);
    return HD_OK;
}

/* As many dims as the tensor has, none larger. */
static hd_status take_dims(const hipdnn_tensor_t *tensor, const int64_t from[HIPDNN_MAX_RANK], hipdnn_dims *out_dim)
{
    const hipdnn_dims *known = &tensor->resolved->dim;
    *out_dim = (hipdnn_dims){.count = known->count};
    for (uint32_t i = 0; i < HIPDNN_MAX_RANK; i++) {
        const int64_t most = i < known->count ? known->v[i] : 0;
        if (from[i] < (most > 0) || from[i] > most)
            return hd_fail(HD_BAD_PARAM, "dim[%u] of tensor '%s' is %lld: from %d to %lld is allowed", (unsigned)i,
                           tensor->given.name, (long long)from[i], most > 0, (long long)most);
        out_dim->v[i] = from[i];
    }
    return HD_OK;
}

/* Above 0, and in memory in the order of the tensor's; all 0: packed in that order. */
static hd_status take_strides(const hipdnn_tensor_t *tensor, const int64_t from[HIPDNN_MAX_RANK],
                              const hipdnn_dims *dim, hipdnn_dims *out_stride)
{
    static const int64_t none[HIPDNN_MAX_RANK];
    const hipdnn_dims *known = &tensor->resolved->stride;
    if (memcmp(from, none, sizeof none) == 0) {
        hd_dims_pack_like(dim, known, out_stride);
        return HD_OK;
    }
    *out_stride = (hipdnn_dims){.count = known->count};
    for (uint32_t i = 0; i < HIPDNN_MAX_RANK; i++) {
        if (i < known->count ? from[i] < 1 : from[i] != 0)
            return hd_fail(HD_BAD_PARAM, "stride[%u] of tensor '%s' is %lld: %u strides above 0 are allowed",
                           (unsigned)i, tensor->given.name, (long long)from[i], (unsigned)known->count);
        for (uint32_t k = 0; k < i && i < known->count; k++) {
            if ((from[k] > from[i] && known->v[k] < known->v[i]) || (from[k] < from[i] && known->v[k] > known->v[i]))
                return hd_fail(HD_BAD_PARAM,
                               "stride[%u] and stride[%u] of tensor '%s' are %lld and %lld, in another order than the "
                               "tensor's %lld and %lld",
                               (unsigned)k, (unsigned)i, tensor->given.name, (long long)from[k], (long long)from[i],
                               (long long)known->v[k], (long long)known->v[i]);
        }
        out_stride->v[i] = from[i];
    }
    return HD_OK;
}

static hd_status take(const hipdnn_graph_t *graph, const hipdnn_shape_override *from, hd_overrides *to)
{
    hipdnn_dims dim, stride;
    HD_TRY(hd_check_reserved(from->reserved));
    HD_TRY(check_tensor(graph, from->tensor));
    HD_TRY(take_dims(from->tensor, from->dim, &dim));
    HD_TRY(take_strides(from->tensor, from->stride, &dim, &stride));
    const int64_t uid = from->tensor->resolved->uid;
    for (size_t i = 0; i < to->count; i++) {
        if (to->uids[i] == uid)
            return hd_fail(HD_BAD_PARAM, "tensor '%s' is overridden twice", from->tensor->given.name);
    }
    to->uids[to->count] = uid;
    to->ranks[to->count++] = dim.count;
    memcpy(to->dims + to->total, dim.v, dim.count * sizeof *dim.v);
    memcpy(to->strides + to->total, stride.v, dim.count * sizeof *stride.v);
    to->total += dim.count;
    return HD_OK;
}

hd_status hd_overrides_take(const hipdnn_graph_t *graph, const hipdnn_shape_override *from, size_t count,
                            hd_overrides *out_overrides)
{
    if (!graph->is_override_shape_enabled)
        return hd_fail(HD_BAD_PARAM,
                       "graph '%s' takes no other shapes: call hipdnn_graph_set_override_shape_enabled before it is "
                       "built",
                       graph->name);
    if (from == NULL)
        return hd_fail(HD_NULL_POINTER, "overrides is NULL, but %zu are announced", count);
    HD_TRY(reserve(count, out_overrides));
    for (size_t i = 0; i < count; i++) {
        const hd_status status = take(graph, &from[i], out_overrides);
        if (status != HD_OK)
            return hd_fail_in(status, "overrides[%zu]", i);
    }
    return HD_OK;
}
