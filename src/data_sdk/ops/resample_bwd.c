/* SPDX-License-Identifier: MIT */
/* Gradient of pooling: dx [N, C, spatial...] from dy [N, C, spatial...] and, for a maximum, the index of the forward
 * pass.
 *
 * Source of the rules: the graph validation of the original, resample_bwd; the padding mode may be unset, because no
 * padding has a gradient. */
#include "data_sdk/ops/window.h"

typedef hipdnn_data_resample_bwd resample_bwd;

static const hd_field fields[] = {
    HD_FIELD(resample_bwd, UID, 0, dy, "dy_tensor_uid", .json = "dy_tensor_uid", .flow = HD_FLOW_IN),
    HD_FIELD(resample_bwd, UID, 1, dx, "dx_tensor_uid", .json = "dx_tensor_uid", .flow = HD_FLOW_OUT),
    HD_FIELD(resample_bwd, OPTIONAL_UID, 2, index, "index_tensor_uid", .json = "index_tensor_uid", .flow = HD_FLOW_IN,
             .json_left_out = true),
    HD_FIELD(resample_bwd, DIMS, 3, pre_padding, "pre_padding", .json = "pre_padding", .required = true),
    HD_FIELD(resample_bwd, DIMS, 4, post_padding, "post_padding", .json = "post_padding", .required = true),
    HD_FIELD(resample_bwd, DIMS, 5, stride, "stride", .json = "stride", .required = true),
    HD_FIELD(resample_bwd, DIMS, 6, window, "window", .json = "window", .required = true),
    HD_FIELD(resample_bwd, ENUM, 7, resample_mode, "resample_mode", .json = "resample_mode",
             .values = &hd_resample_mode_enum, .required = true),
    HD_FIELD(resample_bwd, ENUM, 8, padding_mode, "padding_mode", .json = "padding_mode",
             .values = &hd_padding_mode_enum),
};

/* The tensors of a node; index NULL: not given. */
typedef struct operands {
    hd_window window;
    hipdnn_data_tensor *dy, *dx, *index;
} operands;

static hd_status find_operands(const hd_op_context *context, operands *out)
{
    const resample_bwd *node = context->attributes;
    const hd_operand tensors[] = {
        {"dy_tensor_uid", HIPDNN_SOME(node->dy), &out->dy},
        {"dx_tensor_uid", HIPDNN_SOME(node->dx), &out->dx},
        {"index_tensor_uid", node->index, &out->index},
    };
    out->window =
        (hd_window){&node->pre_padding, &node->post_padding, &node->stride, &node->window, node->resample_mode};
    return hd_operands_find(context, tensors, sizeof tensors / sizeof tensors[0]);
}

/* Several inputs are pooled to the same shape when the stride does not divide; the smallest is taken. */
static hd_status infer(const hd_op_context *context)
{
    operands node;
    hipdnn_dims dim = {.count = 0};
    HD_TRY(find_operands(context, &node));
    if (node.dx->dim.count == 0)
        HD_TRY(hd_window_input_dims(context, &node.window, "dy", node.dy, &dim));
    hd_operand_infer(node.dx, &dim, &node.dy->stride);
    return HD_OK;
}

static hd_status check(const hd_op_context *context)
{
    operands node;
    hipdnn_dims dim;
    HD_TRY(find_operands(context, &node));
    HD_TRY(hd_window_output_dims(context, &node.window, "dx", node.dx, &dim));
    HD_TRY(hd_operand_has_shape(context, "dy", node.dy, &dim, "what dx and the windows give"));
    if (node.window.mode == HIPDNN_RESAMPLE_MAXPOOL && node.index == NULL)
        return hd_op_refuse(context,
                            "index_tensor_uid is missing, but the gradient of a maximum needs to know where it "
                            "was; give the index of the forward pass");
    return hd_window_index_fits(context, &node.window, node.index, node.dy);
}

const hd_operation hd_operation_resample_bwd = {
    .name = "resample_bwd",
    .table = {"ResampleBwdAttributes", fields, sizeof fields / sizeof fields[0], sizeof(resample_bwd)},
    .tag = HIPDNN_DATA_OPERATION_RESAMPLE_BWD,
    .infer = infer,
    .check = check,
};
