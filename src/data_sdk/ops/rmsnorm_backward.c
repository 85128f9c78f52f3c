/* SPDX-License-Identifier: MIT */
/* Gradients of root mean square normalization: dx, dscale [and dbias] from dy, x, scale and the inv_rms that the
 * forward pass saved.
 *
 * Source of the rules: the graph validation of the original, rmsnorm_backward. */
#include "data_sdk/ops/norm.h"

typedef hipdnn_data_rmsnorm_backward rmsnorm_backward;

static const hd_field fields[] = {
    HD_FIELD(rmsnorm_backward, UID, 0, dy, "dy_tensor_uid", .json = "inputs.dy_tensor_uid", .flow = HD_FLOW_IN),
    HD_FIELD(rmsnorm_backward, UID, 1, x, "x_tensor_uid", .json = "inputs.x_tensor_uid", .flow = HD_FLOW_IN),
    HD_FIELD(rmsnorm_backward, UID, 2, scale, "scale_tensor_uid", .json = "inputs.scale_tensor_uid",
             .flow = HD_FLOW_IN),
    HD_FIELD(rmsnorm_backward, UID, 3, inv_rms, "inv_rms_tensor_uid", .json = "inputs.inv_rms_tensor_uid",
             .flow = HD_FLOW_IN),
    HD_FIELD(rmsnorm_backward, UID, 4, dx, "dx_tensor_uid", .json = "outputs.dx_tensor_uid", .flow = HD_FLOW_OUT),
    HD_FIELD(rmsnorm_backward, UID, 5, dscale, "dscale_tensor_uid", .json = "outputs.dscale_tensor_uid",
             .flow = HD_FLOW_OUT),
    HD_FIELD(rmsnorm_backward, OPTIONAL_UID, 6, dbias, "dbias_tensor_uid", .json = "outputs.dbias_tensor_uid",
             .flow = HD_FLOW_OUT, .json_left_out = true),
};

static const hd_norm_operand operands[] = {
    HD_NORM_OPERAND(rmsnorm_backward, dy, AS_X),        HD_NORM_OPERAND(rmsnorm_backward, x, AS_X),
    HD_NORM_OPERAND(rmsnorm_backward, scale, AS_SCALE), HD_NORM_OPERAND(rmsnorm_backward, inv_rms, AS_STATISTIC),
    HD_NORM_OPERAND(rmsnorm_backward, dx, AS_X),        HD_NORM_OPERAND(rmsnorm_backward, dscale, AS_SCALE),
    HD_NORM_OPERAND(rmsnorm_backward, dbias, AS_SCALE),
};
static const hd_norm norm = {&hd_operation_rmsnorm_backward.table, operands, sizeof operands / sizeof operands[0]};

static hd_status find_shapes(const hd_op_context *context, hd_norm_shapes *out)
{
    const rmsnorm_backward *node = context->attributes;
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
    hd_norm_shapes shapes;
    HD_TRY(find_shapes(context, &shapes));
    return hd_norm_check(context, &norm, &shapes);
}

const hd_operation hd_operation_rmsnorm_backward = {
    .name = "rmsnorm_backward",
    .table = {"RMSNormBackwardAttributes", fields, sizeof fields / sizeof fields[0], sizeof(rmsnorm_backward)},
    .tag = HIPDNN_DATA_OPERATION_RMSNORM_BACKWARD,
    .infer = infer,
    .check = check,
};
