/* SPDX-License-Identifier: MIT */
#include "frontend/operations/spatial.h"

hd_status hd_spatial_take(const char *what, const int64_t from[HIPDNN_MAX_RANK], hipdnn_dims *to)
{
    to->count = HIPDNN_MAX_RANK;
    for (int i = 0; i < HIPDNN_MAX_RANK; i++) {
        if (from[i] < 0)
            return hd_fail(HD_BAD_PARAM, "%s[%d] is %lld: it must not be negative", what, i, (long long)from[i]);
        to->v[i] = from[i];
    }
    return HD_OK;
}

static bool is_given(const hipdnn_dims *list)
{
    for (uint32_t i = 0; i < list->count; i++) {
        if (list->v[i] != 0)
            return true;
    }
    return false;
}

hd_status hd_spatial_take_padding(const int64_t padding[HIPDNN_MAX_RANK], const int64_t pre_padding[HIPDNN_MAX_RANK],
                                  const int64_t post_padding[HIPDNN_MAX_RANK], hipdnn_dims *out_pre,
                                  hipdnn_dims *out_post)
{
    hipdnn_dims both = {0};
    HD_TRY(hd_spatial_take("padding", padding, &both));
    HD_TRY(hd_spatial_take("pre_padding", pre_padding, out_pre));
    HD_TRY(hd_spatial_take("post_padding", post_padding, out_post));
    if (!is_given(&both))
        return HD_OK;
    if (is_given(out_pre) || is_given(out_post))
        return hd_fail(HD_BAD_PARAM,
                       "padding and %s are both given: set padding for the same on both sides, or "
                       "pre_padding and post_padding",
                       is_given(out_pre) ? "pre_padding" : "post_padding");
    *out_pre = *out_post = both;
    return HD_OK;
}

static hd_status fit(const hd_op_context *context, uint32_t spatial, const hd_spatial_list *which)
{
    hipdnn_dims *list = which->list;
    for (uint32_t i = spatial; i < list->count; i++) {
        if (list->v[i] != 0)
            return hd_op_refuse(context, "%s has %lld at index %u, but the tensors have %u spatial dimensions",
                                which->what, (long long)list->v[i], (unsigned)i, (unsigned)spatial);
    }
    for (uint32_t i = 0; i < spatial; i++) {
        if (list->v[i] == 0)
            list->v[i] = which->least;
    }
    list->count = spatial;
    return HD_OK;
}

hd_status hd_spatial_complete(const hd_op_context *context, const char *field, int64_t uid,
                              const hd_spatial_list *lists, size_t count)
{
    hipdnn_data_tensor *tensor;
    HD_TRY(hd_op_tensor(context, field, uid, &tensor));
    if (tensor->dim.count <= 2)
        return HD_OK; /* the operation's own check has the better sentence */
    for (size_t i = 0; i < count; i++)
        HD_TRY(fit(context, tensor->dim.count - 2, &lists[i]));
    return HD_OK;
}
