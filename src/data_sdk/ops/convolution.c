/* SPDX-License-Identifier: MIT */
#include "data_sdk/ops/convolution.h"
#include "data_sdk/schema/dims.h"

#include <inttypes.h>

/* Dimensions in front of the spatial ones. */
enum { SPATIAL = 2, LEAST_RANK = SPATIAL + 1, MOST_RANK = SPATIAL + 3 };

static hd_status ranks_fit(const hd_op_context *context, const hd_convolution *node)
{
    char x[HD_TENSOR_TEXT_SIZE], w[HD_TENSOR_TEXT_SIZE];
    const uint32_t rank = node->x->dim.count;
    if (rank < LEAST_RANK || rank > MOST_RANK)
        return hd_op_refuse(context,
                            "%s %s has %" PRIu32 " dimensions, %d to %d are allowed: [N, C] and 1 to 3 spatial ones",
                            node->x_role, hd_tensor_text(node->x, x), rank, LEAST_RANK, MOST_RANK);
    if (node->w->dim.count != rank)
        return hd_op_refuse(context,
                            "%s %s has %" PRIu32 " dimensions, but %s %s has %" PRIu32
                            "; give the filter as [K, C / groups, filter...]",
                            node->w_role, hd_tensor_text(node->w, w), node->w->dim.count, node->x_role,
                            hd_tensor_text(node->x, x), rank);
    return HD_OK;
}

/* One of the four lists: an entry per spatial dimension, none below `least`. */
static hd_status list_fits(const hd_op_context *context, const hd_convolution *node, const char *name,
                           const hipdnn_dims *list, int64_t least)
{
    const uint32_t spatial = node->x->dim.count - SPATIAL;
    if (list->count != spatial)
        return hd_op_refuse(
            context, "%s has %" PRIu32 " entries, but the %s has %" PRIu32 " spatial dimensions; give one entry each",
            name, list->count, node->x_role, spatial);
    for (uint32_t i = 0; i < list->count; i++)
        if (list->v[i] < least)
            return hd_op_refuse(context, "%s[%" PRIu32 "] is %" PRId64 ", at least %" PRId64 " is allowed", name, i,
                                list->v[i], least);
    return HD_OK;
}

static hd_status channels_fit(const hd_op_context *context, const hd_convolution *node)
{
    char x[HD_TENSOR_TEXT_SIZE], w[HD_TENSOR_TEXT_SIZE];
    const int64_t channels = node->x->dim.v[1], outputs = node->w->dim.v[0], group_channels = node->w->dim.v[1];
    if (channels < 1 || group_channels < 1 || channels % group_channels != 0)
        return hd_op_refuse(context,
                            "%s %s has %" PRId64 " channels and %s %s takes %" PRId64
                            "; the first must be a multiple of the second",
                            node->x_role, hd_tensor_text(node->x, x), channels, node->w_role,
                            hd_tensor_text(node->w, w), group_channels);
    const int64_t groups = channels / group_channels;
    if (outputs < 1 || outputs % groups != 0)
        return hd_op_refuse(context,
                            "%s %s has %" PRId64 " output channels, but the shapes mean %" PRId64 " / %" PRId64
                            " = %" PRId64 " groups; it must be a multiple of that",
                            node->w_role, hd_tensor_text(node->w, w), outputs, channels, group_channels, groups);
    return HD_OK;
}

/* floor((in + pre + post - (dilation * (filter - 1) + 1)) / stride) + 1, for spatial dimension `i`. */
static hd_status output_extent(const hd_op_context *context, const hd_convolution *node, uint32_t i,
                               int64_t *out_extent)
{
    const int64_t in = node->x->dim.v[SPATIAL + i], filter = node->w->dim.v[SPATIAL + i];
    const int64_t pre = node->pre_padding->v[i], post = node->post_padding->v[i], dilation = node->dilation->v[i];
    int64_t padded, reach;
    if (in < 1 || filter < 1)
        return hd_op_refuse(context,
                            "spatial dimension %" PRIu32 " is %" PRId64 " in the %s and %" PRId64
                            " in the %s, at least 1 is allowed",
                            i, in, node->x_role, filter, node->w_role);
    if (__builtin_add_overflow(in, pre, &padded) || __builtin_add_overflow(padded, post, &padded) ||
        __builtin_mul_overflow(dilation, filter - 1, &reach) || __builtin_add_overflow(reach, 1, &reach))
        return hd_op_refuse(context,
                            "spatial dimension %" PRIu32 " does not fit 64 bits: %s %" PRId64 ", pre_padding %" PRId64
                            ", post_padding %" PRId64 ", %s %" PRId64 ", dilation %" PRId64 "; make them smaller",
                            i, node->x_role, in, pre, post, node->w_role, filter, dilation);
    if (padded < reach)
        return hd_op_refuse(context,
                            "the %s reaches over %" PRId64 " elements of spatial dimension %" PRIu32
                            ", but the %s has only %" PRId64 " with its padding; pad more or dilate less",
                            node->w_role, reach, i, node->x_role, padded);
    *out_extent = (padded - reach) / node->stride->v[i] + 1;
    return HD_OK;
}

hd_status hd_convolution_output_dims(const hd_op_context *context, const hd_convolution *node, hipdnn_dims *out_dim)
{
    HD_TRY(ranks_fit(context, node));
    HD_TRY(list_fits(context, node, "pre_padding", node->pre_padding, 0));
    HD_TRY(list_fits(context, node, "post_padding", node->post_padding, 0));
    HD_TRY(list_fits(context, node, "stride", node->stride, 1));
    HD_TRY(list_fits(context, node, "dilation", node->dilation, 1));
    HD_TRY(channels_fit(context, node));
    hipdnn_dims dim = {.v = {node->x->dim.v[0], node->w->dim.v[0]}, .count = node->x->dim.count};
    for (uint32_t i = 0; i < dim.count - SPATIAL; i++)
        HD_TRY(output_extent(context, node, i, &dim.v[SPATIAL + i]));
    *out_dim = dim;
    return HD_OK;
}

hd_status hd_convolution_check(const hd_op_context *context, const hd_convolution *node)
{
    hipdnn_dims expected;
    HD_TRY(hd_convolution_output_dims(context, node, &expected));
    if (hd_dims_equal(&node->y->dim, &expected))
        return HD_OK;
    char y[HD_TENSOR_TEXT_SIZE], seen[HD_DIMS_TEXT_SIZE], allowed[HD_DIMS_TEXT_SIZE];
    return hd_op_refuse(context, "%s %s has dims %s, but %s, %s and parameters give %s", node->y_role,
                        hd_tensor_text(node->y, y), hd_dims_text(&node->y->dim, seen, sizeof seen), node->x_role,
                        node->w_role, hd_dims_text(&expected, allowed, sizeof allowed));
}

hd_status hd_convolution_infer_gradient(const hd_op_context *context, const char *of, hipdnn_data_tensor *gradient,
                                        const hipdnn_data_tensor *like)
{
    char name[HD_TENSOR_TEXT_SIZE];
    if (gradient->dim.count == 0)
        return hd_op_refuse(context,
                            "%s gradient %s has no dims, and the other shapes do not determine them; set them to "
                            "those of the forward convolution's %s",
                            of, hd_tensor_text(gradient, name), of);
    if (gradient->stride.count == 0)
        hd_dims_pack_like(&gradient->dim, &like->stride, &gradient->stride);
    return HD_OK;
}
