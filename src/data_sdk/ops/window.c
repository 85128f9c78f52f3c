/* SPDX-License-Identifier: MIT */
/* Source of the rules: the graph validation of the original, resample_fwd and resample_bwd. It lets a window lie in
 * padding alone, where a maximum has no place and a mean no elements; that is refused here. */
#include "data_sdk/ops/window.h"

#include "data_sdk/schema/dims.h"

#include <inttypes.h>

/* Dimensions in front of the spatial ones. */
enum { SPATIAL = 2, LEAST_RANK = SPATIAL + 1 };

static hd_status tensor_fits(const hd_op_context *context, const char *role, const hipdnn_data_tensor *tensor)
{
    char name[HD_TENSOR_TEXT_SIZE];
    if (tensor->dim.count < LEAST_RANK)
        return hd_op_refuse(context,
                            "%s %s has %" PRIu32 " dimensions, at least %d are allowed: [N, C] and a spatial one; give "
                            "it those",
                            role, hd_tensor_text(tensor, name), tensor->dim.count, LEAST_RANK);
    const hipdnn_dims any = {.count = tensor->dim.count};
    return hd_operand_has_shape(context, role, tensor, &any, "[N, C, spatial...]");
}

/* One of the four lists: an entry per spatial dimension, none below `least`. */
static hd_status list_fits(const hd_op_context *context, uint32_t spatial, const char *name, const hipdnn_dims *list,
                           int64_t least)
{
    if (list->count != spatial)
        return hd_op_refuse(context,
                            "%s has %" PRIu32 " entries, but the tensors have %" PRIu32
                            " spatial dimensions; give one entry each",
                            name, list->count, spatial);
    for (uint32_t i = 0; i < list->count; i++)
        if (list->v[i] < least)
            return hd_op_refuse(context, "%s[%" PRIu32 "] is %" PRId64 ", at least %" PRId64 " is allowed; change it",
                                name, i, list->v[i], least);
    return HD_OK;
}

static hd_status lists_fit(const hd_op_context *context, const hd_window *window, uint32_t spatial)
{
    HD_TRY(list_fits(context, spatial, "pre_padding", window->pre_padding, 0));
    HD_TRY(list_fits(context, spatial, "post_padding", window->post_padding, 0));
    HD_TRY(list_fits(context, spatial, "stride", window->stride, 1));
    return list_fits(context, spatial, "window", window->window, 1);
}

static hd_status refuse_overflow(const hd_op_context *context, const hd_window *window, const char *role, uint32_t i,
                                 int64_t extent)
{
    return hd_op_refuse(context,
                        "spatial dimension %" PRIu32 " does not fit 64 bits: %s %" PRId64 ", pre_padding %" PRId64
                        ", post_padding %" PRId64 ", stride %" PRId64 ", window %" PRId64 "; make them smaller",
                        i, role, extent, window->pre_padding->v[i], window->post_padding->v[i], window->stride->v[i],
                        window->window->v[i]);
}

/* floor((in + pre + post - window) / stride) + 1, for spatial dimension `i`. */
static hd_status output_extent(const hd_op_context *context, const hd_window *window, const char *role, uint32_t i,
                               int64_t in, int64_t *out_extent)
{
    const int64_t pre = window->pre_padding->v[i], post = window->post_padding->v[i];
    const int64_t stride = window->stride->v[i], size = window->window->v[i];
    int64_t padded;
    if (__builtin_add_overflow(in, pre, &padded) || __builtin_add_overflow(padded, post, &padded))
        return refuse_overflow(context, window, role, i, in);
    if (padded < size)
        return hd_op_refuse(context,
                            "window[%" PRIu32 "] is %" PRId64 ", but %s has only %" PRId64
                            " elements there with its padding; pad more or take a smaller window",
                            i, size, role, padded);
    const int64_t steps = (padded - size) / stride;
    if (pre >= size)
        return hd_op_refuse(context,
                            "pre_padding[%" PRIu32 "] is %" PRId64 ", so the first window, of %" PRId64
                            ", lies in padding alone; less than the window is allowed: pad less",
                            i, pre, size);
    if (steps * stride - pre >= in) /* the start of the last window; neither overflows below `padded` */
        return hd_op_refuse(context,
                            "post_padding[%" PRIu32 "] is %" PRId64 ", so the last window, of %" PRId64
                            ", lies in padding alone; less than the window is allowed: pad less",
                            i, post, size);
    *out_extent = steps + 1;
    return HD_OK;
}

/* (out - 1) * stride - pre - post + window, for spatial dimension `i`. */
static hd_status input_extent(const hd_op_context *context, const hd_window *window, const char *role, uint32_t i,
                              int64_t out, int64_t *out_extent)
{
    int64_t extent;
    if (__builtin_mul_overflow(out - 1, window->stride->v[i], &extent) ||
        __builtin_add_overflow(extent, window->window->v[i], &extent) ||
        __builtin_sub_overflow(extent, window->pre_padding->v[i], &extent) ||
        __builtin_sub_overflow(extent, window->post_padding->v[i], &extent))
        return refuse_overflow(context, window, role, i, out);
    if (extent < 1)
        return hd_op_refuse(context,
                            "spatial dimension %" PRIu32 " of dx would be %" PRId64
                            ", at least 1 is allowed: %s has %" PRId64 " windows of %" PRId64 " there, with %" PRId64
                            " and %" PRId64 " of padding; pad less or set the dims of dx",
                            i, extent, role, out, window->window->v[i], window->pre_padding->v[i],
                            window->post_padding->v[i]);
    *out_extent = extent;
    return HD_OK;
}

hd_status hd_window_output_dims(const hd_op_context *context, const hd_window *window, const char *role,
                                const hipdnn_data_tensor *in, hipdnn_dims *out_dim)
{
    HD_TRY(tensor_fits(context, role, in));
    HD_TRY(lists_fit(context, window, in->dim.count - SPATIAL));
    hipdnn_dims dim = in->dim;
    for (uint32_t i = 0; i < dim.count - SPATIAL; i++)
        HD_TRY(output_extent(context, window, role, i, in->dim.v[SPATIAL + i], &dim.v[SPATIAL + i]));
    *out_dim = dim;
    return HD_OK;
}

hd_status hd_window_input_dims(const hd_op_context *context, const hd_window *window, const char *role,
                               const hipdnn_data_tensor *out, hipdnn_dims *out_dim)
{
    HD_TRY(tensor_fits(context, role, out));
    HD_TRY(lists_fit(context, window, out->dim.count - SPATIAL));
    hipdnn_dims dim = out->dim;
    for (uint32_t i = 0; i < dim.count - SPATIAL; i++)
        HD_TRY(input_extent(context, window, role, i, out->dim.v[SPATIAL + i], &dim.v[SPATIAL + i]));
    *out_dim = dim;
    return HD_OK;
}

hd_status hd_window_index_fits(const hd_op_context *context, const hd_window *window, const hipdnn_data_tensor *index,
                               const hipdnn_data_tensor *pooled)
{
    if (index == NULL)
        return HD_OK;
    char name[HD_TENSOR_TEXT_SIZE];
    if (window->mode != HIPDNN_RESAMPLE_MAXPOOL)
        return hd_op_refuse(context, "index %s is given, but resample_mode is %s, only %s has one; leave it out",
                            hd_tensor_text(index, name), hd_enum_text(&hd_resample_mode_enum, window->mode),
                            hd_enum_text(&hd_resample_mode_enum, HIPDNN_RESAMPLE_MAXPOOL));
    if (index->data_type != HIPDNN_TYPE_I8 && index->data_type != HIPDNN_TYPE_I32)
        return hd_op_refuse(context, "index %s has data type %s, only int8 and int32 are allowed; change it",
                            hd_tensor_text(index, name), hd_enum_text(&hd_data_type_enum, index->data_type));
    return hd_operand_has_shape(context, "index", index, &pooled->dim, "the shape of the pooled tensor");
}
