/* SPDX-License-Identifier: MIT */
/* The way back from quantization by blocks: y = x * scale, one scale for each block of elements; y only exists inside
 * the graph, for the operation that reads it.
 *
 * Source of the rules: the graph validation of the original, block_scale_dequantize. How the blocks lie is told by the
 * shape of scale, which may be padded as an engine wants it, and is that engine's to check. */
#include "data_sdk/ops/operand.h"

#include <inttypes.h>

typedef hipdnn_data_block_scale_dequantize block_scale_dequantize;

static const hd_field fields[] = {
    HD_FIELD(block_scale_dequantize, UID, 0, x, "x_tensor_uid", .json = "inputs.x_tensor_uid", .flow = HD_FLOW_IN),
    HD_FIELD(block_scale_dequantize, UID, 1, scale, "scale_tensor_uid", .json = "inputs.scale_tensor_uid",
             .flow = HD_FLOW_IN),
    HD_FIELD(block_scale_dequantize, UID, 2, y, "y_tensor_uid", .json = "outputs.y_tensor_uid", .flow = HD_FLOW_OUT),
    HD_FIELD(block_scale_dequantize, I32_LIST, 3, block_size, "block_size", .json = "block_size"),
    HD_FIELD(block_scale_dequantize, BOOL, 4, is_negative_scale, "is_negative_scale", .json = "is_negative_scale"),
};

/* The tensors of a node that a rule looks at. */
typedef struct operands {
    const block_scale_dequantize *dequantize;
    hipdnn_data_tensor *x, *y;
} operands;

static hd_status find_operands(const hd_op_context *context, operands *out)
{
    out->dequantize = context->attributes;
    HD_TRY(hd_op_tensor(context, "x_tensor_uid", out->dequantize->x, &out->x));
    return hd_op_tensor(context, "y_tensor_uid", out->dequantize->y, &out->y);
}

static hd_status infer(const hd_op_context *context)
{
    operands node;
    HD_TRY(find_operands(context, &node));
    hd_operand_infer(node.y, &node.x->dim, &node.x->stride);
    return HD_OK;
}

static hd_status blocks_fit(const hd_op_context *context, const operands *node)
{
    const hipdnn_i32_list *block_size = &node->dequantize->block_size;
    char name[HD_TENSOR_TEXT_SIZE];
    if (block_size->count < 1 || block_size->count > node->x->dim.count)
        return hd_op_refuse(context,
                            "block_size has %" PRIu32 " entries, from 1 to %" PRIu32
                            " are allowed, the dimensions of x %s; give one entry for each that is blocked",
                            block_size->count, node->x->dim.count, hd_tensor_text(node->x, name));
    for (uint32_t i = 0; i < block_size->count; i++)
        if (block_size->v[i] < 1)
            return hd_op_refuse(context, "block_size[%" PRIu32 "] is %" PRId32 ", at least 1 is allowed; change it", i,
                                block_size->v[i]);
    return HD_OK;
}

static hd_status check(const hd_op_context *context)
{
    operands node;
    HD_TRY(find_operands(context, &node));
    HD_TRY(blocks_fit(context, &node));
    HD_TRY(hd_operand_has_shape(context, "y", node.y, &node.x->dim, "the shape of x"));
    if (node.y->is_virtual)
        return HD_OK;
    char name[HD_TENSOR_TEXT_SIZE];
    return hd_op_refuse(context,
                        "y %s is not virtual, only virtual is allowed: what is dequantized is read inside the graph; "
                        "make it virtual and add the node that reads it",
                        hd_tensor_text(node.y, name));
}

const hd_operation hd_operation_block_scale_dequantize = {
    .name = "block_scale_dequantize",
    .table = {"BlockScaleDequantizeAttributes", fields, sizeof fields / sizeof fields[0],
              sizeof(block_scale_dequantize)},
    .tag = HIPDNN_DATA_OPERATION_BLOCK_SCALE_DEQUANTIZE,
    .infer = infer,
    .check = check,
};
