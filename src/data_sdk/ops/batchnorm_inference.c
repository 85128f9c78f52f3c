/* SPDX-License-Identifier: MIT */
/* Batch normalization with given statistics: y = (x - mean) * inv_variance * scale + bias, per channel.
 *
 * Source of the rules: the graph validation of the original, batchnorm_inference. */
#include "data_sdk/ops/norm.h"

typedef hipdnn_data_batchnorm_inference batchnorm_inference;

static const hd_field fields[] = {
    HD_FIELD(batchnorm_inference, UID, 0, x, "x_tensor_uid", .json = "inputs.x_tensor_uid", .flow = HD_FLOW_IN),
    HD_FIELD(batchnorm_inference, UID, 1, mean, "mean_tensor_uid", .json = "inputs.mean_tensor_uid",
             .flow = HD_FLOW_IN),
    HD_FIELD(batchnorm_inference, UID, 2, inv_variance, "inv_variance_tensor_uid",
             .json = "inputs.inv_variance_tensor_uid", .flow = HD_FLOW_IN),
    HD_FIELD(batchnorm_inference, UID, 3, scale, "scale_tensor_uid", .json = "inputs.scale_tensor_uid",
             .flow = HD_FLOW_IN),
    HD_FIELD(batchnorm_inference, UID, 4, bias, "bias_tensor_uid", .json = "inputs.bias_tensor_uid",
             .flow = HD_FLOW_IN),
    HD_FIELD(batchnorm_inference, UID, 5, y, "y_tensor_uid", .json = "outputs.y_tensor_uid", .flow = HD_FLOW_OUT),
};

static const hd_norm_operand operands[] = {
    HD_NORM_OPERAND(batchnorm_inference, x, AS_X),
    HD_NORM_OPERAND(batchnorm_inference, mean, AS_STATISTIC),
    HD_NORM_OPERAND(batchnorm_inference, inv_variance, AS_STATISTIC),
    HD_NORM_OPERAND(batchnorm_inference, scale, AS_SCALE),
    HD_NORM_OPERAND(batchnorm_inference, bias, AS_SCALE),
    HD_NORM_OPERAND(batchnorm_inference, y, AS_X),
};
static const hd_norm norm = {&hd_operation_batchnorm_inference.table, operands, sizeof operands / sizeof operands[0]};

static hd_status find_shapes(const hd_op_context *context, hd_norm_shapes *out)
{
    const batchnorm_inference *node = context->attributes;
    return hd_norm_by_channel(context, node->x, node->scale, out);
}

static hd_status infer(const hd_op_context *context)
{
    hd_norm_shapes shapes;
    HD_TRY(find_shapes(context, &shapes));
    return hd_norm_infer(context, &norm, &shapes);
}

static hd_status check(const hd_op_context *context)
{
    hd_norm_shapes shapes;
    HD_TRY(find_shapes(context, &shapes));
    return hd_norm_check(context, &norm, &shapes);
}

const hd_operation hd_operation_batchnorm_inference = {
    .name = "batchnorm_inference",
    .table = {"BatchnormInferenceAttributes", fields, sizeof fields / sizeof fields[0], sizeof(batchnorm_inference)},
    .tag = HIPDNN_DATA_OPERATION_BATCHNORM_INFERENCE,
    .infer = infer,
    .check = check,
};
