/* SPDX-License-Identifier: MIT */
/* Layer normalization: y = (x - mean) * inv_variance * scale + bias, with statistics over the last dimensions of x; in
 * training they are outputs too.
 *
 * Source of the rules: the graph validation of the original, layernorm. */
#include "data_sdk/ops/norm.h"

typedef hipdnn_data_layernorm layernorm;

static const hd_field fields[] = {
    HD_FIELD(layernorm, UID, 0, x, "x_tensor_uid", .json = "inputs.x_tensor_uid", .flow = HD_FLOW_IN),
    HD_FIELD(layernorm, UID, 1, scale, "scale_tensor_uid", .json = "inputs.scale_tensor_uid", .flow = HD_FLOW_IN),
    HD_FIELD(layernorm, UID, 2, bias, "bias_tensor_uid", .json = "inputs.bias_tensor_uid", .flow = HD_FLOW_IN),
    HD_FIELD(layernorm, UID, 3, epsilon, "epsilon_tensor_uid", .json = "inputs.epsilon_tensor_uid", .flow = HD_FLOW_IN),
    HD_FIELD(layernorm, UID, 4, y, "y_tensor_uid", .json = "outputs.y_tensor_uid", .flow = HD_FLOW_OUT),
    HD_FIELD(layernorm, I64, 5, normalized_dim_count, "normalized_dim_count", .json = "normalized_dim_count"),
    HD_FIELD(layernorm, OPTIONAL_UID, 6, mean, "mean_tensor_uid", .json = "outputs.mean_tensor_uid",
             .flow = HD_FLOW_OUT),
    HD_FIELD(layernorm, OPTIONAL_UID, 7, inv_variance, "inv_variance_tensor_uid",
             .json = "outputs.inv_variance_tensor_uid", .flow = HD_FLOW_OUT),
    HD_FIELD(layernorm, ENUM, 8, forward_phase, "forward_phase", .json = "forward_phase", .values = &hd_norm_phase_enum,
             .json_as_number = true, .required = true),
};

static const hd_norm_operand operands[] = {
    HD_NORM_OPERAND(layernorm, x, AS_X),
    HD_NORM_OPERAND(layernorm, scale, AS_SCALE),
    HD_NORM_OPERAND(layernorm, bias, AS_SCALE),
    HD_NORM_OPERAND(layernorm, epsilon, SCALAR),
    HD_NORM_OPERAND(layernorm, y, AS_X),
    HD_NORM_OPERAND(layernorm, mean, AS_STATISTIC),
    HD_NORM_OPERAND(layernorm, inv_variance, AS_STATISTIC),
};
static const hd_norm norm = {&hd_operation_layernorm.table, operands, sizeof operands / sizeof operands[0]};

static hd_status find_shapes(const hd_op_context *context, hd_norm_shapes *out)
{
    const layernorm *node = context->attributes;
    return hd_norm_by_count(context, node->x, node->scale, node->normalized_dim_count, out);
}

static hd_status infer(const hd_op_context *context)
{
    hd_norm_shapes shapes;
    HD_TRY(find_shapes(context, &shapes));
    return hd_norm_infer(context, &norm, &shapes);
}

static hd_status check(const hd_op_context *context)
{
    const layernorm *node = context->attributes;
    const hd_norm_option statistics[] = {
        {"mean_tensor_uid", node->mean.set},
        {"inv_variance_tensor_uid", node->inv_variance.set},
    };
    hd_norm_shapes shapes;
    HD_TRY(find_shapes(context, &shapes));
    HD_TRY(hd_norm_phase_fits(context, node->forward_phase, statistics, sizeof statistics / sizeof statistics[0]));
    return hd_norm_check(context, &norm, &shapes);
}

const hd_operation hd_operation_layernorm = {
    .name = "layernorm",
    .table = {"LayernormAttributes", fields, sizeof fields / sizeof fields[0], sizeof(layernorm)},
    .tag = HIPDNN_DATA_OPERATION_LAYERNORM,
    .infer = infer,
    .check = check,
};
