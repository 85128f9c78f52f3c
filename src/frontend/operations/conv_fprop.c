/* SPDX-License-Identifier: MIT */
/* Convolution forward. */
#include "frontend/internal.h"

/* Entries beyond the spatial dimensions cannot be seen before ranks are known: here all are taken, `complete` cuts. */
static hd_status take(const char *what, const int64_t from[HIPDNN_MAX_RANK], hipdnn_dims *to, bool *is_given)
{
    to->count = HIPDNN_MAX_RANK;
    *is_given = false;
    for (int i = 0; i < HIPDNN_MAX_RANK; i++) {
        if (from[i] < 0)
            return hd_fail(HD_BAD_PARAM, "%s[%d] is %lld: it must not be negative", what, i, (long long)from[i]);
        to->v[i] = from[i];
        *is_given |= from[i] != 0;
    }
    return HD_OK;
}

static hd_status take_lists(const hipdnn_conv_fprop_attributes *a, hipdnn_data_conv_fwd *conv)
{
    bool both_sides, before, after, ignored;
    hipdnn_dims padding;
    HD_TRY(take("padding", a->padding, &padding, &both_sides));
    HD_TRY(take("pre_padding", a->pre_padding, &conv->pre_padding, &before));
    HD_TRY(take("post_padding", a->post_padding, &conv->post_padding, &after));
    HD_TRY(take("stride", a->stride, &conv->stride, &ignored));
    HD_TRY(take("dilation", a->dilation, &conv->dilation, &ignored));
    if (both_sides && (before || after))
        return hd_fail(HD_BAD_PARAM,
                       "padding and %s are both given: set padding for the same on both sides, or "
                       "pre_padding and post_padding",
                       before ? "pre_padding" : "post_padding");
    if (both_sides)
        conv->pre_padding = conv->post_padding = padding;
    return HD_OK;
}

static hd_status fit(const hd_op_context *context, const char *what, uint32_t spatial, int64_t least, hipdnn_dims *list)
{
    for (uint32_t i = spatial; i < list->count; i++) {
        if (list->v[i] != 0)
            return hd_op_refuse(context, "%s has %lld at index %u, but x has %u spatial dimensions", what,
                                (long long)list->v[i], (unsigned)i, (unsigned)spatial);
    }
    for (uint32_t i = 0; i < spatial; i++) {
        if (list->v[i] == 0)
            list->v[i] = least;
    }
    list->count = spatial;
    return HD_OK;
}

static hd_status complete(const hd_op_context *context, void *attributes)
{
    hipdnn_data_conv_fwd *conv = attributes;
    hipdnn_data_tensor *x;
    HD_TRY(hd_op_tensor(context, "x_tensor_uid", conv->x, &x));
    if (x->dim.count <= 2)
        return HD_OK; /* the operation's own check has the better sentence */
    const uint32_t spatial = x->dim.count - 2;
    HD_TRY(fit(context, "padding before", spatial, 0, &conv->pre_padding));
    HD_TRY(fit(context, "padding after", spatial, 0, &conv->post_padding));
    HD_TRY(fit(context, "stride", spatial, 1, &conv->stride));
    return fit(context, "dilation", spatial, 1, &conv->dilation);
}

static hd_status add(hd_adding *adding, const hipdnn_tensor_t *x, const hipdnn_tensor_t *w,
                     const hipdnn_conv_fprop_attributes *a, hipdnn_tensor_t **out_y)
{
    hipdnn_data_conv_fwd conv = {.mode = a->mode != 0 ? (int32_t)a->mode : HIPDNN_CONV_MODE_CROSS_CORRELATION};
    HD_TRY(hd_adding_begin(adding, &hd_operation_conv_fwd, a->name, (int32_t)a->compute_data_type, a->reserved));
    HD_TRY(hd_adding_input(adding, "x", x, &conv.x));
    HD_TRY(hd_adding_input(adding, "w", w, &conv.w));
    if (hd_enum_by_wire(&hd_conv_mode_enum, conv.mode) == NULL)
        return hd_fail(HD_BAD_PARAM, "mode is %d, which is no convolution mode: use HIPDNN_CONV_MODE_*",
                       (int)conv.mode);
    HD_TRY(take_lists(a, &conv));
    HD_TRY(hd_adding_output(adding, "Y", &conv.y, out_y));
    return hd_adding_node(adding, &conv);
}

hipdnn_tensor_t *hipdnn_graph_conv_fprop(hipdnn_graph_t *graph, hipdnn_tensor_t *x, hipdnn_tensor_t *w,
                                         const hipdnn_conv_fprop_attributes *attributes)
{
    static const hipdnn_conv_fprop_attributes defaults;
    hd_adding adding = {.call = __func__, .graph = graph, .node.complete = complete};
    hipdnn_tensor_t *y = NULL;
    return hd_adding_end(&adding, add(&adding, x, w, attributes != NULL ? attributes : &defaults, &y)) ? y : NULL;
}
