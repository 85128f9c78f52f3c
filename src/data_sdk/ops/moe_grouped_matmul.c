/* SPDX-License-Identifier: MIT */
/* A matmul per expert: each row of token [1, T, K] times weight [E, K, N] of the expert whose range first_token_offset
 * [B * E, 1, 1] it lies in. GATHER fetches the R rows of its output by token_index [1, R, 1]; SCATTER writes the row of
 * each token where token_index and, among top_k choices, token_ks say.
 *
 * Source of the rules: the graph validation of the original, moe_grouped_matmul. */
#include "data_sdk/ops/experts.h"

#include <inttypes.h>

typedef hipdnn_data_moe_grouped_matmul moe_grouped_matmul;

static const hd_field fields[] = {
    HD_FIELD(moe_grouped_matmul, UID, 0, token, "token_tensor_uid", .json = "inputs.token_tensor_uid",
             .flow = HD_FLOW_IN),
    HD_FIELD(moe_grouped_matmul, UID, 1, weight, "weight_tensor_uid", .json = "inputs.weight_tensor_uid",
             .flow = HD_FLOW_IN),
    HD_FIELD(moe_grouped_matmul, UID, 2, first_token_offset, "first_token_offset_tensor_uid",
             .json = "inputs.first_token_offset_tensor_uid", .flow = HD_FLOW_IN),
    HD_FIELD(moe_grouped_matmul, OPTIONAL_UID, 3, token_index, "token_index_tensor_uid",
             .json = "inputs.token_index_tensor_uid", .flow = HD_FLOW_IN, .json_left_out = true),
    HD_FIELD(moe_grouped_matmul, OPTIONAL_UID, 4, token_ks, "token_ks_tensor_uid", .json = "inputs.token_ks_tensor_uid",
             .flow = HD_FLOW_IN, .json_left_out = true),
    HD_FIELD(moe_grouped_matmul, UID, 5, output, "output_tensor_uid", .json = "outputs.output_tensor_uid",
             .flow = HD_FLOW_OUT),
    HD_FIELD(moe_grouped_matmul, ENUM, 6, mode, "mode", .json = "mode", .values = &hd_moe_mode_enum),
    HD_FIELD(moe_grouped_matmul, I32, 7, top_k, "top_k", .json = "top_k"),
};

/* The tensors of a node; NULL: not given. */
typedef struct operands {
    const moe_grouped_matmul *moe;
    hipdnn_data_tensor *token, *weight, *first_token_offset, *token_index, *token_ks, *output;
} operands;

static hd_status find_operands(const hd_op_context *context, operands *out)
{
    const moe_grouped_matmul *node = context->attributes;
    const hd_operand tensors[] = {
        {"token_tensor_uid", HIPDNN_SOME(node->token), &out->token},
        {"weight_tensor_uid", HIPDNN_SOME(node->weight), &out->weight},
        {"first_token_offset_tensor_uid", HIPDNN_SOME(node->first_token_offset), &out->first_token_offset},
        {"token_index_tensor_uid", node->token_index, &out->token_index},
        {"token_ks_tensor_uid", node->token_ks, &out->token_ks},
        {"output_tensor_uid", HIPDNN_SOME(node->output), &out->output},
    };
    out->moe = node;
    return hd_operands_find(context, tensors, sizeof tensors / sizeof tensors[0]);
}

/* Exactly the inputs that the mode takes: one that it would not read hides a wrong mode. */
static hd_status inputs_fit(const hd_op_context *context, const operands *node)
{
    const int32_t mode = node->moe->mode;
    const struct {
        const char *field;
        bool given, taken;
    } inputs[] = {
        {"token_index_tensor_uid", node->token_index != NULL, mode != HIPDNN_MOE_GROUPED_MATMUL_MODE_NONE},
        {"token_ks_tensor_uid", node->token_ks != NULL, mode == HIPDNN_MOE_GROUPED_MATMUL_MODE_SCATTER},
    };
    for (size_t i = 0; i < sizeof inputs / sizeof inputs[0]; i++)
        if (inputs[i].given != inputs[i].taken)
            return hd_op_refuse(context, "mode is %s, which takes %s %s, but it is %s",
                                hd_enum_text(&hd_moe_mode_enum, mode), inputs[i].taken ? "a" : "no", inputs[i].field,
                                inputs[i].taken ? "missing; give it" : "given; leave it out");
    return HD_OK;
}

static hd_status matrices_fit(const hd_op_context *context, const operands *node)
{
    const hipdnn_data_tensor *token = node->token, *weight = node->weight;
    HD_TRY(hd_operand_has_shape(context, "token", token, &HD_DIMS(1, HD_ANY_EXTENT, HD_ANY_EXTENT), "[1, T, K]"));
    const hipdnn_dims shape = HD_DIMS(HD_ANY_EXTENT, token->dim.v[HD_ROWS_WIDTH], HD_ANY_EXTENT);
    return hd_operand_has_shape(context, "weight", weight, &shape, "[E, K, N] with the K of token");
}

/* Checks what the inputs say, and derives the output's dims from them: a row for each index when gathering, else one
 * for each token. Scattering only changes their order, so that there are as many indices as tokens. */
static hd_status output_dims(const hd_op_context *context, const operands *node, hipdnn_dims *out_dim)
{
    HD_TRY(inputs_fit(context, node));
    HD_TRY(matrices_fit(context, node));
    int64_t rows = node->token->dim.v[HD_ROWS_COUNT];
    const bool gathers = node->moe->mode == HIPDNN_MOE_GROUPED_MATMUL_MODE_GATHER;
    const hipdnn_dims indices = HD_DIMS(1, gathers ? HD_ANY_EXTENT : rows, 1);
    const char *const letters = gathers ? "[1, R, 1]" : "[1, T, 1] with the T of token";
    HD_TRY(hd_operand_has_shape(context, "token_index", node->token_index, &indices, letters));
    HD_TRY(hd_operand_has_shape(context, "token_ks", node->token_ks, &indices, letters));
    if (gathers)
        rows = node->token_index->dim.v[HD_ROWS_COUNT];
    *out_dim = HD_DIMS(1, rows, node->weight->dim.v[HD_WEIGHT_OUT]);
    return HD_OK;
}

static hd_status infer(const hd_op_context *context)
{
    operands node;
    hipdnn_dims dim;
    HD_TRY(find_operands(context, &node));
    HD_TRY(output_dims(context, &node, &dim));
    hd_operand_infer(node.output, &dim, NULL);
    return HD_OK;
}

/* Only scattering asks which of a token's choices a row is. */
static hd_status top_k_fits(const hd_op_context *context, const operands *node)
{
    const int32_t top_k = node->moe->top_k;
    const int64_t experts = node->weight->dim.v[HD_WEIGHT_EXPERTS];
    if (node->moe->mode != HIPDNN_MOE_GROUPED_MATMUL_MODE_SCATTER || (top_k >= 1 && top_k <= experts))
        return HD_OK;
    char name[HD_TENSOR_TEXT_SIZE];
    return hd_op_refuse(context,
                        "top_k is %" PRId32 ", from 1 to %" PRId64 " is allowed, the experts of weight %s; set it",
                        top_k, experts, hd_tensor_text(node->weight, name));
}

static hd_status check(const hd_op_context *context)
{
    operands node;
    hipdnn_dims dim;
    HD_TRY(find_operands(context, &node));
    HD_TRY(output_dims(context, &node, &dim));
    HD_TRY(hd_operand_has_type(context, "token_index", node.token_index, HIPDNN_TYPE_I32));
    HD_TRY(hd_operand_has_type(context, "token_ks", node.token_ks, HIPDNN_TYPE_I32));
    HD_TRY(hd_experts_offsets_fit(context, node.first_token_offset, node.weight, "weight"));
    HD_TRY(top_k_fits(context, &node));
    return hd_operand_has_shape(context, "output", node.output, &dim,
                                node.moe->mode == HIPDNN_MOE_GROUPED_MATMUL_MODE_GATHER ? "[1, R, N]" : "[1, T, N]");
}

const hd_operation hd_operation_moe_grouped_matmul = {
    .name = "moe_grouped_matmul",
    .table = {"MoeGroupedMatmulAttributes", fields, sizeof fields / sizeof fields[0], sizeof(moe_grouped_matmul)},
    .tag = HIPDNN_DATA_OPERATION_MOE_GROUPED_MATMUL,
    .infer = infer,
    .check = check,
};
