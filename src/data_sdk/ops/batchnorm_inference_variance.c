/* SPDX-License-Identifier: MIT */
/* Batch normalization with given mean and variance: y = (x - mean) / sqrt(variance + epsilon) * scale + bias, per
 * channel.
 *
 * Source of the rules: the graph validation of the original, batchnorm_inference_variance_ext. */
#include "data_sdk/ops/norm.h"

typedef hipdnn_data_batchnorm_inference_variance batchnorm_inference_variance;

static const hd_field fields[] = {
    HD_FIELD(batchnorm_inference_variance, UID, 0, x, "x_tensor_uid", .json = "inputs.x_tensor_uid",
             .flow = HD_FLOW_IN),
    HD_FIELD(batchnorm_inference_variance, UID, 1, mean, "mean_tensor_uid", .json = "inputs.mean_tensor_uid",
             .flow = HD_FLOW_IN),
    HD_FIELD(batchnorm_inference_variance, UID, 2, variance, "variance_tensor_uid",
             .json = "inputs.variance_tensor_uid", .flow = HD_FLOW_IN),
    HD_FIELD(batchnorm_inference_variance, UID, 3, scale, "scale_tensor_uid", .json = "inputs.scale_tensor_uid",
             .flow = HD_FLOW_IN),
    HD_FIELD(batchnorm_inference_variance, UID, 4, bias, "bias_tensor_uid", .json = "inputs.bias_tensor_uid",
             .flow = HD_FLOW_IN),
    HD_FIELD(batchnorm_inference_variance, UID, 5, y, "y_tensor_uid", .json = "outputs.y_tensor_uid",
             .flow = HD_FLOW_OUT),
    HD_FIELD(batchnorm_inference_variance, UID, 6, epsilon, "epsilon_tensor_uid", .json = "inputs.epsilon_tensor_uid",
             .flow = HD_FLOW_IN),
};

static const hd_norm_operand operands[] = {
    HD_NORM_OPERAND(batchnorm_inference_variance, x, AS_X),
    HD_NORM_OPERAND(batchnorm_inference_variance, mean, AS_STATISTIC),
    HD_NORM_OPERAND(batchnorm_inference_variance, variance, AS_STATISTIC),
    HD_NORM_OPERAND(batchnorm_inference_variance, scale, AS_SCALE),
    HD_NORM_OPERAND(batchnorm_inference_variance, bias, AS_SCALE),
    HD_NORM_OPERAND(batchnorm_inference_variance, y, AS_X),
    HD_NORM_OPERAND(batchnorm_inference_variance, epsilon, SCALAR),
};
static const hd_norm norm = {&hd_operation_batchnorm_inference_variance.table, operands,
                             sizeof operands / sizeof operands[0]};

static hd_status find_shapes(const hd_op_context *context, hd_norm_shapes *out)
{
    const batchnorm_inference_variance *node = context->attributes;
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

const hd_operation hd_operation_batchnorm_inference_variance = {
    .name = "batchnorm_inference_variance_ext",
    .table = {"BatchnormInferenceAttributesVarianceExt", fields, sizeof fields / sizeof fields[0],
              sizeof(batchnorm_inference_variance)},
    .tag = HIPDNN_DATA_OPERATION_BATCHNORM_INFERENCE_VARIANCE,
    .infer = infer,
    .check = check,
};
