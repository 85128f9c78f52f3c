/* SPDX-License-Identifier: MIT */
/* Gradient of a matmul per expert: dweight [E, K, N] from doutput [1, T, N] and token [1, T, K], whose rows are in the
 * order of the experts.
 *
 * Source of the rules: those of moe_grouped_matmul, read backwards. */
#include "data_sdk/ops/experts.h"

#include <inttypes.h>

typedef hipdnn_data_moe_grouped_matmul_bwd moe_grouped_matmul_bwd;

static const hd_field fields[] = {
    HD_FIELD(moe_grouped_matmul_bwd, UID, 0, doutput, "doutput_tensor_uid", .json = "inputs.doutput_tensor_uid",
             .flow = HD_FLOW_IN),
    HD_FIELD(moe_grouped_matmul_bwd, UID, 1, token, "token_tensor_uid", .json = "inputs.token_tensor_uid",
             .flow = HD_FLOW_IN),
    HD_FIELD(moe_grouped_matmul_bwd, UID, 2, first_token_offset, "first_token_offset_tensor_uid",
             .json = "inputs.first_token_offset_tensor_uid", .flow = HD_FLOW_IN),
    HD_FIELD(moe_grouped_matmul_bwd, UID, 3, dweight, "dweight_tensor_uid", .json = "outputs.dweight_tensor_uid",
             .flow = HD_FLOW_OUT),
};

/* The tensors of a node. */
typedef struct operands {
    hipdnn_data_tensor *doutput, *token, *first_token_offset, *dweight;
} operands;

static hd_status find_operands(const hd_op_context *context, operands *out)
{
    const moe_grouped_matmul_bwd *node = context->attributes;
    HD_TRY(hd_op_tensor(context, "doutput_tensor_uid", node->doutput, &out->doutput));
    HD_TRY(hd_op_tensor(context, "token_tensor_uid", node->token, &out->token));
    HD_TRY(hd_op_tensor(context, "first_token_offset_tensor_uid", node->first_token_offset, &out->first_token_offset));
    return hd_op_tensor(context, "dweight_tensor_uid", node->dweight, &out->dweight);
}

/* The dims must be given: first_token_offset has B * E entries, and no input tells B from E. */
static hd_status infer(const hd_op_context *context)
{
    operands node;
    HD_TRY(find_operands(context, &node));
    char name[HD_TENSOR_TEXT_SIZE];
    if (node.dweight->dim.count == 0)
        return hd_op_refuse(context,
                            "dweight %s has no dims, and the number of experts does not follow from the inputs; set "
                            "its dims, [E, K, N]",
                            hd_tensor_text(node.dweight, name));
    hd_operand_infer(node.dweight, &node.dweight->dim, NULL);
    return HD_OK;
}

static hd_status check(const hd_op_context *context)
{
    operands node;
    HD_TRY(find_operands(context, &node));
    const hipdnn_data_tensor *token = node.token, *doutput = node.doutput;
    HD_TRY(hd_operand_has_shape(context, "token", token, &HD_DIMS(1, HD_ANY_EXTENT, HD_ANY_EXTENT), "[1, T, K]"));
    const hipdnn_dims rows = HD_DIMS(1, token->dim.v[HD_ROWS_COUNT], HD_ANY_EXTENT);
    HD_TRY(hd_operand_has_shape(context, "doutput", doutput, &rows, "[1, T, N] with the T of token"));
    const hipdnn_dims weight = HD_DIMS(HD_ANY_EXTENT, token->dim.v[HD_ROWS_WIDTH], doutput->dim.v[HD_ROWS_WIDTH]);
    HD_TRY(hd_operand_has_shape(context, "dweight", node.dweight, &weight,
                                "[E, K, N] with the K of token and the N of doutput"));
    return hd_experts_offsets_fit(context, node.first_token_offset, node.dweight, "dweight");
}

const hd_operation hd_operation_moe_grouped_matmul_bwd = {
    .name = "moe_grouped_matmul_bwd",
    .table = {"MoeGroupedMatmulBwdAttributes", fields, sizeof fields / sizeof fields[0],
              sizeof(moe_grouped_matmul_bwd)},
    .tag = HIPDNN_DATA_OPERATION_MOE_GROUPED_MATMUL_BWD,
    .infer = infer,
    .check = check,
};
