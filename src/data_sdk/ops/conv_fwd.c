/* SPDX-License-Identifier: MIT */
/* Convolution forward: y [N, K, spatial...] = x [N, C, spatial...] * w [K, C / groups, filter...].
 *
 * Source of the rules: the graph validation of the original, conv_fprop. */
#include "data_sdk/ops/convolution.h"
#include "data_sdk/schema/dims.h"

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

static hd_status find_operands(const hd_op_context *context, hd_convolution *out)
{
    const conv_fwd *node = context->attributes;
    *out = (hd_convolution){
        .x_role = "input",
        .w_role = "filter",
        .y_role = "output",
        .pre_padding = &node->pre_padding,
        .post_padding = &node->post_padding,
        .stride = &node->stride,
        .dilation = &node->dilation,
    };
    HD_TRY(hd_op_tensor(context, "x_tensor_uid", node->x, &out->x));
    HD_TRY(hd_op_tensor(context, "w_tensor_uid", node->w, &out->w));
    return hd_op_tensor(context, "y_tensor_uid", node->y, &out->y);
}

static hd_status infer(const hd_op_context *context)
{
    hd_convolution node;
    HD_TRY(find_operands(context, &node));
    if (node.y->dim.count == 0)
        HD_TRY(hd_convolution_output_dims(context, &node, &node.y->dim));
    if (node.y->stride.count == 0)
        hd_dims_pack_like(&node.y->dim, &node.x->stride, &node.y->stride);
    return HD_OK;
}

static hd_status check(const hd_op_context *context)
{
    hd_convolution node;
    HD_TRY(find_operands(context, &node));
    return hd_convolution_check(context, &node);
}

const hd_operation hd_operation_conv_fwd = {
    .name = "conv_fprop",
    .table = {"ConvolutionFwdAttributes", fields, sizeof fields / sizeof fields[0], sizeof(conv_fwd)},
    .tag = HIPDNN_DATA_OPERATION_CONV_FWD,
    .infer = infer,
    .check = check,
};
