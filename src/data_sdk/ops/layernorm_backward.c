/* SPDX-License-Identifier: MIT */
/* Gradients of layer normalization: dx, dscale, dbias from dy, x, scale and either the statistics that the forward pass
 * saved or the epsilon to compute them again; given both, the statistics count.
 *
 * Source of the rules: the graph validation of the original, layernorm_backward. */
#include "data_sdk/ops/norm.h"

typedef hipdnn_data_layernorm_backward layernorm_backward;

static const hd_field fields[] = {
    HD_FIELD(layernorm_backward, UID, 0, dy, "dy_tensor_uid", .json = "inputs.dy_tensor_uid", .flow = HD_FLOW_IN),
    HD_FIELD(layernorm_backward, UID, 1, x, "x_tensor_uid", .json = "inputs.x_tensor_uid", .flow = HD_FLOW_IN),
    HD_FIELD(layernorm_backward, UID, 2, scale, "scale_tensor_uid", .json = "inputs.scale_tensor_uid",
             .flow = HD_FLOW_IN),
    HD_FIELD(layernorm_backward, OPTIONAL_UID, 3, mean, "mean_tensor_uid", .json = "inputs.mean_tensor_uid",
             .flow = HD_FLOW_IN),
    HD_FIELD(layernorm_backward, OPTIONAL_UID, 4, inv_variance, "inv_variance_tensor_uid",
             .json = "inputs.inv_variance_tensor_uid", .flow = HD_FLOW_IN),
    HD_FIELD(layernorm_backward, OPTIONAL_UID, 5, epsilon, "epsilon_tensor_uid", .json = "inputs.epsilon_tensor_uid",
             .flow = HD_FLOW_IN),
    HD_FIELD(layernorm_backward, UID, 6, dx, "dx_tensor_uid", .json = "outputs.dx_tensor_uid", .flow = HD_FLOW_OUT),
    HD_FIELD(layernorm_backward, UID, 7, dscale, "dscale_tensor_uid", .json = "outputs.dscale_tensor_uid",
             .flow = HD_FLOW_OUT),
    HD_FIELD(layernorm_backward, UID, 8, dbias, "dbias_tensor_uid", .json = "outputs.dbias_tensor_uid",
             .flow = HD_FLOW_OUT),
    HD_FIELD(layernorm_backward, I64, 9, normalized_dim_count, "normalized_dim_count", .json = "normalized_dim_count"),
};

static const hd_norm_operand operands[] = {
    HD_NORM_OPERAND(layernorm_backward, dy, AS_X),
    HD_NORM_OPERAND(layernorm_backward, x, AS_X),
    HD_NORM_OPERAND(layernorm_backward, scale, AS_SCALE),
    HD_NORM_OPERAND(layernorm_backward, mean, AS_STATISTIC),
    HD_NORM_OPERAND(layernorm_backward, inv_variance, AS_STATISTIC),
    HD_NORM_OPERAND(layernorm_backward, epsilon, SCALAR),
    HD_NORM_OPERAND(layernorm_backward, dx, AS_X),
    HD_NORM_OPERAND(layernorm_backward, dscale, AS_SCALE),
    HD_NORM_OPERAND(layernorm_backward, dbias, AS_SCALE),
};
static const hd_norm norm = {&hd_operation_layernorm_backward.table, operands, sizeof operands / sizeof operands[0]};

static hd_status find_shapes(const hd_op_context *context, hd_norm_shapes *out)
{
    const layernorm_backward *node = context->attributes;
    return hd_norm_by_count(context, node->x, node->scale, node->normalized_dim_count, out);
}

static hd_status infer(const hd_op_context *context)
{
    hd_norm_shapes shapes;
    HD_TRY(find_shapes(context, &shapes));
    return hd_norm_infer(context, &norm, &shapes);
}

static hd_status statistics_fit(const hd_op_context *context)
{
    const layernorm_backward *node = context->attributes;
    const hd_norm_option saved[] = {
        {"mean_tensor_uid", node->mean.set},
        {"inv_variance_tensor_uid", node->inv_variance.set},
    };
    HD_TRY(hd_norm_together(context, saved, sizeof saved / sizeof saved[0]));
    if (node->mean.set || node->epsilon.set)
        return HD_OK;
    return hd_op_refuse(context,
                        "mean_tensor_uid, inv_variance_tensor_uid and epsilon_tensor_uid are missing; give the "
                        "saved statistics, or epsilon to compute them again");
}

static hd_status check(const hd_op_context *context)
{
    hd_norm_shapes shapes;
    HD_TRY(find_shapes(context, &shapes));
    HD_TRY(statistics_fit(context));
    return hd_norm_check(context, &norm, &shapes);
}

const hd_operation hd_operation_layernorm_backward = {
    .name = "layernorm_backward",
    .table = {"LayernormBackwardAttributes", fields, sizeof fields / sizeof fields[0], sizeof(layernorm_backward)},
    .tag = HIPDNN_DATA_OPERATION_LAYERNORM_BACKWARD,
    .infer = infer,
    .check = check,
};
