/* SPDX-License-Identifier: MIT */
/* Gradients of batch normalization: dx, dscale, dbias from dy, x, scale and the statistics that the forward pass saved;
 * without those the engine computes them again.
 *
 * Source of the rules: the graph validation of the original, batchnorm_backward. What it says of peer_stats, the
 * statistics of other devices, is not known: any tensor is taken. */
#include "data_sdk/ops/norm.h"

typedef hipdnn_data_batchnorm_backward batchnorm_backward;

static const hd_field fields[] = {
    HD_FIELD(batchnorm_backward, UID, 0, dy, "dy_tensor_uid", .json = "inputs.dy_tensor_uid", .flow = HD_FLOW_IN),
    HD_FIELD(batchnorm_backward, UID, 1, x, "x_tensor_uid", .json = "inputs.x_tensor_uid", .flow = HD_FLOW_IN),
    HD_FIELD(batchnorm_backward, OPTIONAL_UID, 2, mean, "mean_tensor_uid", .json = "inputs.mean_tensor_uid",
             .flow = HD_FLOW_IN),
    HD_FIELD(batchnorm_backward, OPTIONAL_UID, 3, inv_variance, "inv_variance_tensor_uid",
             .json = "inputs.inv_variance_tensor_uid", .flow = HD_FLOW_IN),
    HD_FIELD(batchnorm_backward, UID, 4, scale, "scale_tensor_uid", .json = "inputs.scale_tensor_uid",
             .flow = HD_FLOW_IN),
    HD_FIELD(batchnorm_backward, UID_LIST, 5, peer_stats, "peer_stats_tensor_uid",
             .json = "inputs.peer_stats_tensor_uid", .flow = HD_FLOW_IN),
    HD_FIELD(batchnorm_backward, UID, 6, dx, "dx_tensor_uid", .json = "outputs.dx_tensor_uid", .flow = HD_FLOW_OUT),
    HD_FIELD(batchnorm_backward, UID, 7, dscale, "dscale_tensor_uid", .json = "outputs.dscale_tensor_uid",
             .flow = HD_FLOW_OUT),
    HD_FIELD(batchnorm_backward, UID, 8, dbias, "dbias_tensor_uid", .json = "outputs.dbias_tensor_uid",
             .flow = HD_FLOW_OUT),
};

static const hd_norm_operand operands[] = {
    HD_NORM_OPERAND(batchnorm_backward, dy, AS_X),
    HD_NORM_OPERAND(batchnorm_backward, x, AS_X),
    HD_NORM_OPERAND(batchnorm_backward, mean, AS_STATISTIC),
    HD_NORM_OPERAND(batchnorm_backward, inv_variance, AS_STATISTIC),
    HD_NORM_OPERAND(batchnorm_backward, scale, AS_SCALE),
    HD_NORM_OPERAND(batchnorm_backward, dx, AS_X),
    HD_NORM_OPERAND(batchnorm_backward, dscale, AS_SCALE),
    HD_NORM_OPERAND(batchnorm_backward, dbias, AS_SCALE),
};
static const hd_norm norm = {&hd_operation_batchnorm_backward.table, operands, sizeof operands / sizeof operands[0]};

static hd_status find_shapes(const hd_op_context *context, hd_norm_shapes *out)
{
    const batchnorm_backward *node = context->attributes;
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
    const batchnorm_backward *node = context->attributes;
    const hd_norm_option saved[] = {
        {"mean_tensor_uid", node->mean.set},
        {"inv_variance_tensor_uid", node->inv_variance.set},
    };
    hd_norm_shapes shapes;
    HD_TRY(find_shapes(context, &shapes));
    HD_TRY(hd_norm_together(context, saved, sizeof saved / sizeof saved[0]));
    return hd_norm_check(context, &norm, &shapes);
}

const hd_operation hd_operation_batchnorm_backward = {
    .name = "batchnorm_backward",
    .table = {"BatchnormBackwardAttributes", fields, sizeof fields / sizeof fields[0], sizeof(batchnorm_backward)},
    .tag = HIPDNN_DATA_OPERATION_BATCHNORM_BACKWARD,
    .infer = infer,
    .check = check,
};
