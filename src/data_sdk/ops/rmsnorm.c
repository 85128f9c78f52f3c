/* SPDX-License-Identifier: MIT */
/* Root mean square normalization: y = x * inv_rms * scale [+ bias], with inv_rms = 1 / sqrt(mean(x * x) + epsilon) over
 * the dimensions where scale is not 1; in training it is an output too.
 *
 * Source of the rules: the graph validation of the original, rmsnorm. */
#include "data_sdk/ops/norm.h"

typedef hipdnn_data_rmsnorm rmsnorm;

static const hd_field fields[] = {
    HD_FIELD(rmsnorm, UID, 0, x, "x_tensor_uid", .json = "inputs.x_tensor_uid", .flow = HD_FLOW_IN),
    HD_FIELD(rmsnorm, UID, 1, scale, "scale_tensor_uid", .json = "inputs.scale_tensor_uid", .flow = HD_FLOW_IN),
    HD_FIELD(rmsnorm, UID, 2, epsilon, "epsilon_tensor_uid", .json = "inputs.epsilon_tensor_uid", .flow = HD_FLOW_IN),
    HD_FIELD(rmsnorm, UID, 3, y, "y_tensor_uid", .json = "outputs.y_tensor_uid", .flow = HD_FLOW_OUT),
    HD_FIELD(rmsnorm, OPTIONAL_UID, 4, bias, "bias_tensor_uid", .json = "inputs.bias_tensor_uid", .flow = HD_FLOW_IN,
             .json_left_out = true),
    HD_FIELD(rmsnorm, OPTIONAL_UID, 5, inv_rms, "inv_rms_tensor_uid", .json = "outputs.inv_rms_tensor_uid",
             .flow = HD_FLOW_OUT, .json_left_out = true),
    HD_FIELD(rmsnorm, ENUM, 6, forward_phase, "forward_phase", .json = "forward_phase", .values = &hd_norm_phase_enum,
             .required = true),
};

static const hd_norm_operand operands[] = {
    HD_NORM_OPERAND(rmsnorm, x, AS_X),         HD_NORM_OPERAND(rmsnorm, scale, AS_SCALE),
    HD_NORM_OPERAND(rmsnorm, epsilon, SCALAR), HD_NORM_OPERAND(rmsnorm, y, AS_X),
    HD_NORM_OPERAND(rmsnorm, bias, AS_SCALE),  HD_NORM_OPERAND(rmsnorm, inv_rms, AS_STATISTIC),
};
static const hd_norm norm = {&hd_operation_rmsnorm.table, operands, sizeof operands / sizeof operands[0]};

static hd_status find_shapes(const hd_op_context *context, hd_norm_shapes *out)
{
    const rmsnorm *node = context->attributes;
    return hd_norm_by_scale(context, node->x, node->scale, out);
}

static hd_status infer(const hd_op_context *context)
{
    hd_norm_shapes shapes;
    HD_TRY(find_shapes(context, &shapes));
    return hd_norm_infer(context, &norm, &shapes);
}

static hd_status check(const hd_op_context *context)
{
    const rmsnorm *node = context->attributes;
    const hd_norm_option statistic = {"inv_rms_tensor_uid", node->inv_rms.set};
    hd_norm_shapes shapes;
    HD_TRY(find_shapes(context, &shapes));
    HD_TRY(hd_norm_phase_fits(context, node->forward_phase, &statistic, 1));
    return hd_norm_check(context, &norm, &shapes);
}

const hd_operation hd_operation_rmsnorm = {
    .name = "rmsnorm",
    .table = {"RMSNormAttributes", fields, sizeof fields / sizeof fields[0], sizeof(rmsnorm)},
    .tag = HIPDNN_DATA_OPERATION_RMSNORM,
    .infer = infer,
    .check = check,
};
