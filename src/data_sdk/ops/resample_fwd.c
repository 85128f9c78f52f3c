/* SPDX-License-Identifier: MIT */
/* Pooling: each element of y [N, C, spatial...] is the maximum or the mean of a window of x [N, C, spatial...]; for a
 * maximum, index says where in its window it was.
 *
 * Source of the rules: the graph validation of the original, resample_fwd. */
#include "data_sdk/ops/window.h"

typedef hipdnn_data_resample_fwd resample_fwd;

static const hd_field fields[] = {
    HD_FIELD(resample_fwd, UID, 0, x, "x_tensor_uid", .json = "x_tensor_uid", .flow = HD_FLOW_IN),
    HD_FIELD(resample_fwd, UID, 1, y, "y_tensor_uid", .json = "y_tensor_uid", .flow = HD_FLOW_OUT),
    HD_FIELD(resample_fwd, OPTIONAL_UID, 2, index, "index_tensor_uid", .json = "index_tensor_uid", .flow = HD_FLOW_OUT,
             .json_left_out = true),
    HD_FIELD(resample_fwd, DIMS, 3, pre_padding, "pre_padding", .json = "pre_padding", .required = true),
    HD_FIELD(resample_fwd, DIMS, 4, post_padding, "post_padding", .json = "post_padding", .required = true),
    HD_FIELD(resample_fwd, DIMS, 5, stride, "stride", .json = "stride", .required = true),
    HD_FIELD(resample_fwd, DIMS, 6, window, "window", .json = "window", .required = true),
    HD_FIELD(resample_fwd, ENUM, 7, resample_mode, "resample_mode", .json = "resample_mode",
             .values = &hd_resample_mode_enum, .required = true),
    HD_FIELD(resample_fwd, ENUM, 8, padding_mode, "padding_mode", .json = "padding_mode",
             .values = &hd_padding_mode_enum, .required = true),
    HD_FIELD(resample_fwd, OPTIONAL_BOOL, 9, generate_index, "generate_index", .json = "generate_index",
             .json_left_out = true),
};

/* The tensors of a node; index NULL: not given. */
typedef struct operands {
    const resample_fwd *resample;
    hd_window window;
    hipdnn_data_tensor *x, *y, *index;
} operands;

static hd_status find_operands(const hd_op_context *context, operands *out)
{
    const resample_fwd *node = context->attributes;
    const hd_operand tensors[] = {
        {"x_tensor_uid", HIPDNN_SOME(node->x), &out->x},
        {"y_tensor_uid", HIPDNN_SOME(node->y), &out->y},
        {"index_tensor_uid", node->index, &out->index},
    };
    out->resample = node;
    out->window =
        (hd_window){&node->pre_padding, &node->post_padding, &node->stride, &node->window, node->resample_mode};
    return hd_operands_find(context, tensors, sizeof tensors / sizeof tensors[0]);
}

static hd_status infer(const hd_op_context *context)
{
    operands node;
    hipdnn_dims dim;
    HD_TRY(find_operands(context, &node));
    HD_TRY(hd_window_output_dims(context, &node.window, "x", node.x, &dim));
    hd_operand_infer(node.y, &dim, &node.x->stride);
    hd_operand_infer(node.index, &node.y->dim, &node.y->stride);
    return HD_OK;
}

/* Asking for an index and giving it a tensor go together; without generate_index the tensor alone asks. */
static hd_status request_fits(const hd_op_context *context, const operands *node)
{
    const hipdnn_optional_bool asked = node->resample->generate_index;
    char name[HD_TENSOR_TEXT_SIZE];
    if (!asked.set || asked.value == (node->index != NULL))
        return HD_OK;
    if (node->index == NULL)
        return hd_op_refuse(context, "generate_index is true, but index_tensor_uid is missing; give a tensor for it");
    return hd_op_refuse(context, "generate_index is false, but index %s is given; leave one of them out",
                        hd_tensor_text(node->index, name));
}

static hd_status check(const hd_op_context *context)
{
    operands node;
    hipdnn_dims dim;
    HD_TRY(find_operands(context, &node));
    HD_TRY(hd_window_output_dims(context, &node.window, "x", node.x, &dim));
    HD_TRY(hd_operand_has_shape(context, "y", node.y, &dim, "what x and the windows give"));
    HD_TRY(hd_window_index_fits(context, &node.window, node.index, node.y));
    return request_fits(context, &node);
}

const hd_operation hd_operation_resample_fwd = {
    .name = "resample_fwd",
    .table = {"ResampleFwdAttributes", fields, sizeof fields / sizeof fields[0], sizeof(resample_fwd)},
    .tag = HIPDNN_DATA_OPERATION_RESAMPLE_FWD,
    .infer = infer,
    .check = check,
};
