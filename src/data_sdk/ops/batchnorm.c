/* SPDX-License-Identifier: MIT */
/* Batch normalization in training: y = (x - mean) * inv_variance * scale + bias, with the statistics of each channel of
 * x itself; running statistics move towards them by momentum.
 *
 * Source of the rules: the graph validation of the original, batchnorm. What it says of peer_stats, the statistics of
 * other devices, is not known: any tensor is taken. */
#include "data_sdk/ops/norm.h"
#include "data_sdk/schema/dims.h"

typedef hipdnn_data_batchnorm batchnorm;

static const hd_field fields[] = {
    HD_FIELD(batchnorm, UID, 0, x, "x_tensor_uid", .json = "inputs.x_tensor_uid", .flow = HD_FLOW_IN),
    HD_FIELD(batchnorm, UID, 1, scale, "scale_tensor_uid", .json = "inputs.scale_tensor_uid", .flow = HD_FLOW_IN),
    HD_FIELD(batchnorm, UID, 2, bias, "bias_tensor_uid", .json = "inputs.bias_tensor_uid", .flow = HD_FLOW_IN),
    HD_FIELD(batchnorm, UID, 3, epsilon, "epsilon_tensor_uid", .json = "inputs.epsilon_tensor_uid", .flow = HD_FLOW_IN),
    HD_FIELD(batchnorm, UID_LIST, 4, peer_stats, "peer_stats_tensor_uid", .json = "inputs.peer_stats_tensor_uid",
             .flow = HD_FLOW_IN),
    HD_FIELD(batchnorm, OPTIONAL_UID, 5, prev_running_mean, "prev_running_mean_tensor_uid",
             .json = "inputs.prev_running_mean_tensor_uid", .flow = HD_FLOW_IN),
    HD_FIELD(batchnorm, OPTIONAL_UID, 6, prev_running_variance, "prev_running_variance_tensor_uid",
             .json = "inputs.prev_running_variance_tensor_uid", .flow = HD_FLOW_IN),
    HD_FIELD(batchnorm, OPTIONAL_UID, 7, momentum, "momentum_tensor_uid", .json = "inputs.momentum_tensor_uid",
             .flow = HD_FLOW_IN),
    HD_FIELD(batchnorm, UID, 8, y, "y_tensor_uid", .json = "outputs.y_tensor_uid", .flow = HD_FLOW_OUT),
    HD_FIELD(batchnorm, OPTIONAL_UID, 9, mean, "mean_tensor_uid", .json = "outputs.mean_tensor_uid",
             .flow = HD_FLOW_OUT),
    HD_FIELD(batchnorm, OPTIONAL_UID, 10, inv_variance, "inv_variance_tensor_uid",
             .json = "outputs.inv_variance_tensor_uid", .flow = HD_FLOW_OUT),
    HD_FIELD(batchnorm, OPTIONAL_UID, 11, next_running_mean, "next_running_mean_tensor_uid",
             .json = "outputs.next_running_mean_tensor_uid", .flow = HD_FLOW_OUT),
    HD_FIELD(batchnorm, OPTIONAL_UID, 12, next_running_variance, "next_running_variance_tensor_uid",
             .json = "outputs.next_running_variance_tensor_uid", .flow = HD_FLOW_OUT),
};

static const hd_norm_operand operands[] = {
    HD_NORM_OPERAND(batchnorm, x, AS_X),
    HD_NORM_OPERAND(batchnorm, scale, AS_SCALE),
    HD_NORM_OPERAND(batchnorm, bias, AS_SCALE),
    HD_NORM_OPERAND(batchnorm, epsilon, SCALAR),
    HD_NORM_OPERAND(batchnorm, prev_running_mean, AS_STATISTIC),
    HD_NORM_OPERAND(batchnorm, prev_running_variance, AS_STATISTIC),
    HD_NORM_OPERAND(batchnorm, momentum, SCALAR),
    HD_NORM_OPERAND(batchnorm, y, AS_X),
    HD_NORM_OPERAND(batchnorm, mean, AS_STATISTIC),
    HD_NORM_OPERAND(batchnorm, inv_variance, AS_STATISTIC),
    HD_NORM_OPERAND(batchnorm, next_running_mean, AS_STATISTIC),
    HD_NORM_OPERAND(batchnorm, next_running_variance, AS_STATISTIC),
};
static const hd_norm norm = {&hd_operation_batchnorm.table, operands, sizeof operands / sizeof operands[0]};

static hd_status find_shapes(const hd_op_context *context, hd_norm_shapes *out)
{
    const batchnorm *node = context->attributes;
    return hd_norm_by_channel(context, node->x, node->scale, out);
}

static hd_status infer(const hd_op_context *context)
{
    hd_norm_shapes shapes;
    HD_TRY(find_shapes(context, &shapes));
    return hd_norm_infer(context, &norm, &shapes);
}

/* Running statistics are read and written together, or not at all. */
static hd_status running_statistics_fit(const hd_op_context *context)
{
    const batchnorm *node = context->attributes;
    const hd_norm_option options[] = {
        {"prev_running_mean_tensor_uid", node->prev_running_mean.set},
        {"prev_running_variance_tensor_uid", node->prev_running_variance.set},
        {"momentum_tensor_uid", node->momentum.set},
        {"next_running_mean_tensor_uid", node->next_running_mean.set},
        {"next_running_variance_tensor_uid", node->next_running_variance.set},
    };
    return hd_norm_together(context, options, sizeof options / sizeof options[0]);
}

/* One element has no variance. */
static hd_status elements_suffice(const hd_op_context *context, const hipdnn_data_tensor *x)
{
    for (uint32_t i = 0; i < x->dim.count; i++)
        if (i != 1 && x->dim.v[i] > 1)
            return HD_OK;
    char name[HD_TENSOR_TEXT_SIZE], dims[HD_DIMS_TEXT_SIZE];
    return hd_op_refuse(context,
                        "x %s has dims %s, one element per channel, at least 2 are allowed; enlarge the "
                        "batch or use batchnorm_inference",
                        hd_tensor_text(x, name), hd_dims_text(&x->dim, dims, sizeof dims));
}

static hd_status check(const hd_op_context *context)
{
    hd_norm_shapes shapes;
    HD_TRY(find_shapes(context, &shapes));
    HD_TRY(elements_suffice(context, shapes.x));
    HD_TRY(running_statistics_fit(context));
    return hd_norm_check(context, &norm, &shapes);
}

const hd_operation hd_operation_batchnorm = {
    .name = "batchnorm",
    .table = {"BatchnormAttributes", fields, sizeof fields / sizeof fields[0], sizeof(batchnorm)},
    .tag = HIPDNN_DATA_OPERATION_BATCHNORM,
    .infer = infer,
    .check = check,
};
