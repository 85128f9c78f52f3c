/* SPDX-License-Identifier: MIT */
/* Convolution forward: y [N, K, spatial...] = x [N, C, spatial...] * w [K, C / groups, filter...].
 *
 * Source of the rules: the graph validation of the original, conv_fprop. */
#include "data_sdk/ops/operation.h"
#include "data_sdk/schema/dims.h"

#include <inttypes.h>

typedef hipdnn_data_conv_fwd conv_fwd;

static const hd_field fields[] = {
    HD_FIELD(conv_fwd, UID, 0, x, "x_tensor_uid", .json = "inputs.x_tensor_uid", .flow = HD_FLOW_IN),
    HD_FIELD(conv_fwd, UID, 1, w, "w_tensor_uid", .json = "inputs.w_tensor_uid", .flow = HD_FLOW_IN),
    HD_FIELD(conv_fwd, UID, 2, y, "y_tensor_uid", .json = "outputs.y_tensor_uid", .flow = HD_FLOW_OUT),
    HD_FIELD(conv_fwd, DIMS, 3, pre_padding, "pre_padding", .json = "parameters.pre_padding", .required = true),
    HD_FIELD(conv_fwd, DIMS, 4, post_padding, "post_padding", .json = "parameters.post_padding", .required = true),
    HD_FIELD(conv_fwd, DIMS, 5, stride, "stride", .json = "parameters.stride", .required = true),
    HD_FIELD(conv_fwd, DIMS, 6, dilation, "dilation", .json = "parameters.dilation", .required = true),
    HD_FIELD(conv_fwd, ENUM, 7, mode, "conv_mode", .json = "parameters.conv_mode", .required = true,
             .values = &hd_conv_mode_enum),
};

/* Dimensions in front of the spatial ones. */
enum { SPATIAL = 2, LEAST_RANK = SPATIAL + 1, MOST_RANK = SPATIAL + 3 };

/* The three tensors of a node. */
typedef struct operands {
    const conv_fwd *conv;
    hipdnn_data_tensor *x, *w, *y;
} operands;

static hd_status find_operands(const hd_op_context *context, operands *out)
{
    out->conv = context->attributes;
    HD_TRY(hd_op_tensor(context, "x_tensor_uid", out->conv->x, &out->x));
    HD_TRY(hd_op_tensor(context, "w_tensor_uid", out->conv->w, &out->w));
    return hd_op_tensor(context, "y_tensor_uid", out->conv->y, &out->y);
}

static hd_status ranks_fit(const hd_op_context *context, const operands *node)
{
    char x[HD_TENSOR_TEXT_SIZE], w[HD_TENSOR_TEXT_SIZE];
    const uint32_t rank = node->x->dim.count;
    if (rank < LEAST_RANK || rank > MOST_RANK)
        return hd_op_refuse(context,
                            "input %s has %" PRIu32 " dimensions, %d to %d are allowed: [N, C] and 1 to 3 spatial ones",
                            hd_tensor_text(node->x, x), rank, LEAST_RANK, MOST_RANK);
    if (node->w->dim.count != rank)
        return hd_op_refuse(context,
                            "filter %s has %" PRIu32 " dimensions, but input %s has %" PRIu32
                            "; give the filter as [K, C / groups, filter...]",
                            hd_tensor_text(node->w, w), node->w->dim.count, hd_tensor_text(node->x, x), rank);
    return HD_OK;
}

/* One of the four lists: an entry per spatial dimension, none below `least`. */
static hd_status list_fits(const hd_op_context *context, const operands *node, const char *name,
                           const hipdnn_dims *list, int64_t least)
{
    const uint32_t spatial = node->x->dim.count - SPATIAL;
    if (list->count != spatial)
        return hd_op_refuse(context,
                            "%s has %" PRIu32 " entries, but the input has %" PRIu32
                            " spatial dimensions; give one entry each",
                            name, list->count, spatial);
    for (uint32_t i = 0; i < list->count; i++)
        if (list->v[i] < least)
            return hd_op_refuse(context, "%s[%" PRIu32 "] is %" PRId64 ", at least %" PRId64 " is allowed", name, i,
                                list->v[i], least);
    return HD_OK;
}

static hd_status channels_fit(const hd_op_context *context, const operands *node)
{
    char x[HD_TENSOR_TEXT_SIZE], w[HD_TENSOR_TEXT_SIZE];
    const int64_t channels = node->x->dim.v[1], outputs = node->w->dim.v[0], group_channels = node->w->dim.v[1];
    if (channels < 1 || group_channels < 1 || channels % group_channels != 0)
        return hd_op_refuse(context,
                            "input %s has %" PRId64 " channels and filter %s takes %" PRId64
                            "; the first must be a multiple of the second",
                            hd_tensor_text(node->x, x), channels, hd_tensor_text(node->w, w), group_channels);
    const int64_t groups = channels / group_channels;
    if (outputs < 1 || outputs % groups != 0)
        return hd_op_refuse(context,
                            "filter %s has %" PRId64 " output channels, but the shapes mean %" PRId64 " / %" PRId64
                            " = %" PRId64 " groups; it must be a multiple of that",
                            hd_tensor_text(node->w, w), outputs, channels, group_channels, groups);
    return HD_OK;
}

/* floor((in + pre + post - (dilation * (filter - 1) + 1)) / stride) + 1, for spatial dimension `i`. */
static hd_status output_extent(const hd_op_context *context, const operands *node, uint32_t i, int64_t *out_extent)
{
    const conv_fwd *conv = node->conv;
    const int64_t in = node->x->dim.v[SPATIAL + i], filter = node->w->dim.v[SPATIAL + i];
    int64_t padded, reach;
    if (in < 1 || filter < 1)
        return hd_op_refuse(context,
                            "spatial dimension %" PRIu32 " is %" PRId64 " in the input and %" PRId64
                            " in the filter, at least 1 is allowed",
                            i, in, filter);
    if (__builtin_add_overflow(in, conv->pre_padding.v[i], &padded) ||
        __builtin_add_overflow(padded, conv->post_padding.v[i], &padded) ||
        __builtin_mul_overflow(conv->dilation.v[i], filter - 1, &reach) || __builtin_add_overflow(reach, 1, &reach))
        return hd_op_refuse(context,
                            "spatial dimension %" PRIu32 " does not fit 64 bits: input %" PRId64
                            ", pre_padding %" PRId64 ", post_padding %" PRId64 ", filter %" PRId64 ", dilation %" PRId64
                            "; make them smaller",
                            i, in, conv->pre_padding.v[i], conv->post_padding.v[i], filter, conv->dilation.v[i]);
    if (padded < reach)
        return hd_op_refuse(context,
                            "the filter reaches over %" PRId64 " elements of spatial dimension %" PRIu32
                            ", but the input has only %" PRId64 " with its padding; pad more or dilate less",
                            reach, i, padded);
    *out_extent = (padded - reach) / conv->stride.v[i] + 1;
    return HD_OK;
}

/* Checks what the inputs and attributes say, and derives the output's dims from them. */
static hd_status output_dims(const hd_op_context *context, const operands *node, hipdnn_dims *out_dim)
{
    const conv_fwd *conv = node->conv;
    HD_TRY(ranks_fit(context, node));
    HD_TRY(list_fits(context, node, "pre_padding", &conv->pre_padding, 0));
    HD_TRY(list_fits(context, node, "post_padding", &conv->post_padding, 0));
    HD_TRY(list_fits(context, node, "stride", &conv->stride, 1));
    HD_TRY(list_fits(context, node, "dilation", &conv->dilation, 1));
    HD_TRY(channels_fit(context, node));
    hipdnn_dims dim = {.v = {node->x->dim.v[0], node->w->dim.v[0]}, .count = node->x->dim.count};
    for (uint32_t i = 0; i < dim.count - SPATIAL; i++)
        HD_TRY(output_extent(context, node, i, &dim.v[SPATIAL + i]));
    *out_dim = dim;
    return HD_OK;
}

static hd_status infer(const hd_op_context *context)
{
    operands node;
    HD_TRY(find_operands(context, &node));
    if (node.y->dim.count == 0)
        HD_TRY(output_dims(context, &node, &node.y->dim));
    if (node.y->stride.count == 0)
        hd_dims_pack_like(&node.y->dim, &node.x->stride, &node.y->stride);
    return HD_OK;
}

static hd_status check(const hd_op_context *context)
{
    operands node;
    HD_TRY(find_operands(context, &node));
    hipdnn_dims expected;
    HD_TRY(output_dims(context, &node, &expected));
    if (hd_dims_equal(&node.y->dim, &expected))
        return HD_OK;
    char y[HD_TENSOR_TEXT_SIZE], seen[HD_DIMS_TEXT_SIZE], allowed[HD_DIMS_TEXT_SIZE];
    return hd_op_refuse(context, "output %s has dims %s, but input, filter and parameters give %s",
                        hd_tensor_text(node.y, y), hd_dims_text(&node.y->dim, seen, sizeof seen),
                        hd_dims_text(&expected, allowed, sizeof allowed));
}

const hd_operation hd_operation_conv_fwd = {
    .name = "conv_fprop",
    .table = {"ConvolutionFwdAttributes", fields, sizeof fields / sizeof fields[0], sizeof(conv_fwd)},
    .tag = HIPDNN_DATA_OPERATION_CONV_FWD,
    .infer = infer,
    .check = check,
};
