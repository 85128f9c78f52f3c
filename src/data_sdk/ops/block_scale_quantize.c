/* SPDX-License-Identifier: MIT */
/* Quantization by blocks: y holds x in a narrow type, scale one factor for each block_size elements along axis.
 *
 * Source of the rules: the graph validation of the original, block_scale_quantize. It has y in the shape of x whether
 * or not transpose is set; so transpose exchanges the last two dimensions in memory. */
#include "data_sdk/ops/operand.h"

#include <inttypes.h>

typedef hipdnn_data_block_scale_quantize block_scale_quantize;

static const hd_field fields[] = {
    HD_FIELD(block_scale_quantize, UID, 0, x, "x_tensor_uid", .json = "inputs.x_tensor_uid", .flow = HD_FLOW_IN),
    HD_FIELD(block_scale_quantize, UID, 1, y, "y_tensor_uid", .json = "outputs.y_tensor_uid", .flow = HD_FLOW_OUT),
    HD_FIELD(block_scale_quantize, UID, 2, scale, "scale_tensor_uid", .json = "outputs.scale_tensor_uid",
             .flow = HD_FLOW_OUT),
    HD_FIELD(block_scale_quantize, I32, 3, block_size, "block_size", .json = "block_size"),
    HD_FIELD(block_scale_quantize, OPTIONAL_I64, 4, axis, "axis", .json = "axis", .json_left_out = true),
    HD_FIELD(block_scale_quantize, BOOL, 5, transpose, "transpose", .json = "transpose"),
};

/* The tensors of a node. */
typedef struct operands {
    const block_scale_quantize *quantize;
    hipdnn_data_tensor *x, *y, *scale;
} operands;

static hd_status find_operands(const hd_op_context *context, operands *out)
{
    out->quantize = context->attributes;
    HD_TRY(hd_op_tensor(context, "x_tensor_uid", out->quantize->x, &out->x));
    HD_TRY(hd_op_tensor(context, "y_tensor_uid", out->quantize->y, &out->y));
    return hd_op_tensor(context, "scale_tensor_uid", out->quantize->scale, &out->scale);
}

/* Checks what the input and attributes say, and derives the dims of scale: those of x, blocks in place of elements. */
static hd_status scale_dims(const hd_op_context *context, const operands *node, hipdnn_dims *out_dim)
{
    const hipdnn_dims *x = &node->x->dim;
    const int32_t block_size = node->quantize->block_size;
    const int64_t last = (int64_t)x->count - 1;
    const int64_t axis = node->quantize->axis.set ? node->quantize->axis.value : last;
    char name[HD_TENSOR_TEXT_SIZE];
    if (block_size < 1)
        return hd_op_refuse(context, "block_size is %" PRId32 ", at least 1 is allowed; set it", block_size);
    if (axis < 0 || axis > last)
        return hd_op_refuse(context,
                            "axis is %" PRId64 ", from 0 to %" PRId64 " is allowed for x %s; leave it out for the last",
                            axis, last, hd_tensor_text(node->x, name));
    if (x->v[axis] % block_size != 0)
        return hd_op_refuse(context,
                            "x %s has %" PRId64 " elements along axis %" PRId64 " and block_size is %" PRId32
                            "; the first must be a multiple of the second: change one",
                            hd_tensor_text(node->x, name), x->v[axis], axis, block_size);
    if (node->quantize->transpose && x->count < 2)
        return hd_op_refuse(context,
                            "transpose is true, but x %s has 1 dimension, at least 2 are allowed; leave it out",
                            hd_tensor_text(node->x, name));
    *out_dim = *x;
    out_dim->v[axis] /= block_size;
    return HD_OK;
}

static hd_status infer(const hd_op_context *context)
{
    operands node;
    hipdnn_dims dim;
    HD_TRY(find_operands(context, &node));
    HD_TRY(scale_dims(context, &node, &dim));
    hipdnn_dims like = node.x->stride;
    if (node.quantize->transpose && like.count >= 2) {
        like.v[like.count - 1] = node.x->stride.v[like.count - 2];
        like.v[like.count - 2] = node.x->stride.v[like.count - 1];
    }
    hd_operand_infer(node.y, &node.x->dim, &like);
    hd_operand_infer(node.scale, &dim, &like);
    return HD_OK;
}

static hd_status check(const hd_op_context *context)
{
    operands node;
    hipdnn_dims dim;
    HD_TRY(find_operands(context, &node));
    HD_TRY(scale_dims(context, &node, &dim));
    HD_TRY(hd_operand_has_shape(context, "y", node.y, &node.x->dim, "the shape of x"));
    return hd_operand_has_shape(context, "scale", node.scale, &dim, "the shape of x with blocks along axis");
}

const hd_operation hd_operation_block_scale_quantize = {
    .name = "block_scale_quantize",
    .table = {"BlockScaleQuantizeAttributes", fields, sizeof fields / sizeof fields[0], sizeof(block_scale_quantize)},
    .tag = HIPDNN_DATA_OPERATION_BLOCK_SCALE_QUANTIZE,
    .infer = infer,
    .check = check,
};
