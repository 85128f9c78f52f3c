/* SPDX-License-Identifier: MIT */
/* Filter gradient of a convolution: dw [K, C / groups, filter...] from x [N, C, spatial...] and dy [N, K, spatial...].
 *
 * Source of the rules: the graph validation of the original, conv_wgrad. */
#include "data_sdk/ops/convolution.h"

typedef hipdnn_data_conv_wrw conv_wrw;

static const hd_field fields[] = {
    HD_FIELD(conv_wrw, UID, 0, x, "x_tensor_uid", .json = "inputs.x_tensor_uid", .flow = HD_FLOW_IN),
    HD_FIELD(conv_wrw, UID, 1, dy, "dy_tensor_uid", .json = "inputs.dy_tensor_uid", .flow = HD_FLOW_IN),
    HD_FIELD(conv_wrw, UID, 2, dw, "dw_tensor_uid", .json = "outputs.dw_tensor_uid", .flow = HD_FLOW_OUT),
    HD_FIELD(conv_wrw, DIMS, 3, pre_padding, "pre_padding", .json = "parameters.pre_padding", .required = true),
    HD_FIELD(conv_wrw, DIMS, 4, post_padding, "post_padding", .json = "parameters.post_padding", .required = true),
    HD_FIELD(conv_wrw, DIMS, 5, stride, "stride", .json = "parameters.stride", .required = true),
    HD_FIELD(conv_wrw, DIMS, 6, dilation, "dilation", .json = "parameters.dilation", .required = true),
    HD_FIELD(conv_wrw, ENUM, 7, mode, "conv_mode", .json = "parameters.conv_mode", .required = true,
             .values = &hd_conv_mode_enum),
};

static hd_status find_operands(const hd_op_context *context, hd_convolution *out)
{
    const conv_wrw *node = context->attributes;
    *out = (hd_convolution){
        .x_role = "input",
        .w_role = "filter gradient",
        .y_role = "output gradient",
        .pre_padding = &node->pre_padding,
        .post_padding = &node->post_padding,
        .stride = &node->stride,
        .dilation = &node->dilation,
    };
    HD_TRY(hd_op_tensor(context, "x_tensor_uid", node->x, &out->x));
    HD_TRY(hd_op_tensor(context, "dw_tensor_uid", node->dw, &out->w));
    return hd_op_tensor(context, "dy_tensor_uid", node->dy, &out->y);
}

static hd_status infer(const hd_op_context *context)
{
    hd_convolution node;
    HD_TRY(find_operands(context, &node));
    return hd_convolution_infer_gradient(context, "filter", node.w, node.x);
}

static hd_status check(const hd_op_context *context)
{
    hd_convolution node;
    HD_TRY(find_operands(context, &node));
    return hd_convolution_check(context, &node);
}

const hd_operation hd_operation_conv_wrw = {
    .name = "conv_wgrad",
    .table = {"ConvolutionWrwAttributes", fields, sizeof fields / sizeof fields[0], sizeof(conv_wrw)},
    .tag = HIPDNN_DATA_OPERATION_CONV_WRW,
    .infer = infer,
    .check = check,
};
