/* SPDX-License-Identifier: MIT */
/* Data gradient of a convolution: dx [N, C, spatial...] from dy [N, K, spatial...] and w [K, C / groups, filter...].
 *
 * Source of the rules: the graph validation of the original, conv_dgrad. */
#include "data_sdk/ops/convolution.h"

typedef hipdnn_data_conv_bwd conv_bwd;

static const hd_field fields[] = {
    HD_FIELD(conv_bwd, UID, 0, dy, "dy_tensor_uid", .json = "inputs.dy_tensor_uid", .flow = HD_FLOW_IN),
    HD_FIELD(conv_bwd, UID, 1, w, "w_tensor_uid", .json = "inputs.w_tensor_uid", .flow = HD_FLOW_IN),
    HD_FIELD(conv_bwd, UID, 2, dx, "dx_tensor_uid", .json = "outputs.dx_tensor_uid", .flow = HD_FLOW_OUT),
    HD_FIELD(conv_bwd, DIMS, 3, pre_padding, "pre_padding", .json = "parameters.pre_padding", .required = true),
    HD_FIELD(conv_bwd, DIMS, 4, post_padding, "post_padding", .json = "parameters.post_padding", .required = true),
    HD_FIELD(conv_bwd, DIMS, 5, stride, "stride", .json = "parameters.stride", .required = true),
    HD_FIELD(conv_bwd, DIMS, 6, dilation, "dilation", .json = "parameters.dilation", .required = true),
    HD_FIELD(conv_bwd, ENUM, 7, mode, "conv_mode", .json = "parameters.conv_mode", .required = true,
             .values = &hd_conv_mode_enum),
};

static hd_status find_operands(const hd_op_context *context, hd_convolution *out)
{
    const conv_bwd *node = context->attributes;
    *out = (hd_convolution){
        .x_role = "input gradient",
        .w_role = "filter",
        .y_role = "output gradient",
        .pre_padding = &node->pre_padding,
        .post_padding = &node->post_padding,
        .stride = &node->stride,
        .dilation = &node->dilation,
    };
    HD_TRY(hd_op_tensor(context, "dx_tensor_uid", node->dx, &out->x));
    HD_TRY(hd_op_tensor(context, "w_tensor_uid", node->w, &out->w));
    return hd_op_tensor(context, "dy_tensor_uid", node->dy, &out->y);
}

static hd_status infer(const hd_op_context *context)
{
    hd_convolution node;
    HD_TRY(find_operands(context, &node));
    return hd_convolution_infer_gradient(context, "input", node.x, node.y);
}

static hd_status check(const hd_op_context *context)
{
    hd_convolution node;
    HD_TRY(find_operands(context, &node));
    return hd_convolution_check(context, &node);
}

const hd_operation hd_operation_conv_bwd = {
    .name = "conv_dgrad",
    .table = {"ConvolutionBwdAttributes", fields, sizeof fields / sizeof fields[0], sizeof(conv_bwd)},
    .tag = HIPDNN_DATA_OPERATION_CONV_BWD,
    .infer = infer,
    .check = check,
};
