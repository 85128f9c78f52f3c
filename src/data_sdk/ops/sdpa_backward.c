/* SPDX-License-Identifier: MIT */
/* Gradients of attention: dq, dk, dv and, for an added mask, dbias from what attention took and gave (q, k, v, o,
 * stats) and the gradient dO of its output.
 *
 * Source of the rules: the graph validation of the original, sdpa_backward. */
#include "data_sdk/ops/attention.h"

#include <inttypes.h>

typedef hipdnn_data_sdpa_backward sdpa_backward;

static const hd_field fields[] = {
    HD_FIELD(sdpa_backward, UID, 0, q, "q_tensor_uid", .json = "inputs.q_tensor_uid", .flow = HD_FLOW_IN),
    HD_FIELD(sdpa_backward, UID, 1, k, "k_tensor_uid", .json = "inputs.k_tensor_uid", .flow = HD_FLOW_IN),
    HD_FIELD(sdpa_backward, UID, 2, v, "v_tensor_uid", .json = "inputs.v_tensor_uid", .flow = HD_FLOW_IN),
    HD_FIELD(sdpa_backward, UID, 3, o, "o_tensor_uid", .json = "inputs.o_tensor_uid", .flow = HD_FLOW_IN),
    HD_FIELD(sdpa_backward, UID, 4, dout, "do_tensor_uid", .json = "inputs.do_tensor_uid", .flow = HD_FLOW_IN),
    HD_FIELD(sdpa_backward, UID, 5, stats, "stats_tensor_uid", .json = "inputs.stats_tensor_uid", .flow = HD_FLOW_IN),
    HD_FIELD(sdpa_backward, UID, 6, dq, "dq_tensor_uid", .json = "outputs.dq_tensor_uid", .flow = HD_FLOW_OUT),
    HD_FIELD(sdpa_backward, UID, 7, dk, "dk_tensor_uid", .json = "outputs.dk_tensor_uid", .flow = HD_FLOW_OUT),
    HD_FIELD(sdpa_backward, UID, 8, dv, "dv_tensor_uid", .json = "outputs.dv_tensor_uid", .flow = HD_FLOW_OUT),
    HD_FIELD(sdpa_backward, OPTIONAL_UID, 9, scale, "scale_tensor_uid", .json = "inputs.scale_tensor_uid",
             .flow = HD_FLOW_IN),
    HD_FIELD(sdpa_backward, OPTIONAL_UID, 10, attn_mask, "attn_mask_tensor_uid", .json = "inputs.attn_mask_tensor_uid",
             .flow = HD_FLOW_IN),
    HD_FIELD(sdpa_backward, OPTIONAL_UID, 11, seq_len_q, "seq_len_q_tensor_uid", .json = "inputs.seq_len_q_tensor_uid",
             .flow = HD_FLOW_IN),
    HD_FIELD(sdpa_backward, OPTIONAL_UID, 12, seq_len_kv, "seq_len_kv_tensor_uid",
             .json = "inputs.seq_len_kv_tensor_uid", .flow = HD_FLOW_IN),
    HD_FIELD(sdpa_backward, OPTIONAL_UID, 13, seed, "seed_tensor_uid", .json = "inputs.seed_tensor_uid",
             .flow = HD_FLOW_IN),
    HD_FIELD(sdpa_backward, OPTIONAL_UID, 14, offset, "offset_tensor_uid", .json = "inputs.offset_tensor_uid",
             .flow = HD_FLOW_IN),
    HD_FIELD(sdpa_backward, OPTIONAL_UID, 15, dropout_mask, "dropout_mask_tensor_uid",
             .json = "inputs.dropout_mask_tensor_uid", .flow = HD_FLOW_IN),
    HD_FIELD(sdpa_backward, OPTIONAL_UID, 16, dropout_scale, "dropout_scale_tensor_uid",
             .json = "inputs.dropout_scale_tensor_uid", .flow = HD_FLOW_IN),
    HD_FIELD(sdpa_backward, OPTIONAL_UID, 17, dropout_scale_inv, "dropout_scale_inv_tensor_uid",
             .json = "inputs.dropout_scale_inv_tensor_uid", .flow = HD_FLOW_IN),
    HD_FIELD(sdpa_backward, OPTIONAL_UID, 18, dbias, "dbias_tensor_uid", .json = "outputs.dbias_tensor_uid",
             .flow = HD_FLOW_OUT),
    HD_FIELD(sdpa_backward, BOOL, 19, alibi_mask, "alibi_mask", .json = "attributes.alibi_mask"),
    HD_FIELD(sdpa_backward, BOOL, 20, padding_mask, "padding_mask", .json = "attributes.padding_mask"),
    HD_FIELD(sdpa_backward, BOOL, 21, causal_mask, "causal_mask", .json = "attributes.causal_mask"),
    HD_FIELD(sdpa_backward, BOOL, 22, causal_mask_bottom_right, "causal_mask_bottom_right",
             .json = "attributes.causal_mask_bottom_right"),
    HD_FIELD(sdpa_backward, OPTIONAL_F32, 23, dropout_probability, "dropout_probability",
             .json = "attributes.dropout_probability"),
    HD_FIELD(sdpa_backward, OPTIONAL_F32, 24, attn_scale_value, "attn_scale_value",
             .json = "attributes.attn_scale_value"),
    HD_FIELD(sdpa_backward, OPTIONAL_I64, 25, left_bound, "left_bound", .json = "attributes.left_bound"),
    HD_FIELD(sdpa_backward, OPTIONAL_I64, 26, right_bound, "right_bound", .json = "attributes.right_bound"),
    HD_FIELD(sdpa_backward, ENUM, 27, diagonal_alignment, "diagonal_alignment", .json = "attributes.diagonal_alignment",
             .values = &hd_diagonal_alignment_enum),
};

/* The tensors of a node; NULL: not given. */
typedef struct operands {
    hd_attention attention;
    hipdnn_data_tensor *o, *dout, *stats, *dropout_scale_inv, *dq, *dk, *dv, *dbias;
} operands;

static hd_status find_operands(const hd_op_context *context, operands *out)
{
    const sdpa_backward *node = context->attributes;
    const hd_attention_attributes attributes = HD_ATTENTION_ATTRIBUTES(node);
    const hd_operand others[] = {
        {"o_tensor_uid", HIPDNN_SOME(node->o), &out->o},
        {"do_tensor_uid", HIPDNN_SOME(node->dout), &out->dout},
        {"stats_tensor_uid", HIPDNN_SOME(node->stats), &out->stats},
        {"dropout_scale_inv_tensor_uid", node->dropout_scale_inv, &out->dropout_scale_inv},
        {"dq_tensor_uid", HIPDNN_SOME(node->dq), &out->dq},
        {"dk_tensor_uid", HIPDNN_SOME(node->dk), &out->dk},
        {"dv_tensor_uid", HIPDNN_SOME(node->dv), &out->dv},
        {"dbias_tensor_uid", node->dbias, &out->dbias},
    };
    HD_TRY(hd_attention_find(context, &attributes, &out->attention));
    HD_TRY(hd_operands_find(context, others, sizeof others / sizeof others[0]));
    if (out->dbias == NULL || out->attention.attn_mask != NULL)
        return HD_OK;
    char name[HD_TENSOR_TEXT_SIZE];
    return hd_op_refuse(context,
                        "dbias %s is asked for, but attn_mask_tensor_uid, whose gradient it is, is missing; give both "
                        "or leave dbias out",
                        hd_tensor_text(out->dbias, name));
}

static hd_status infer(const hd_op_context *context)
{
    operands node;
    HD_TRY(find_operands(context, &node));
    HD_TRY(hd_attention_shapes_fit(context, &node.attention));
    hd_operand_infer(node.dq, &node.attention.q->dim, NULL);
    hd_operand_infer(node.dk, &node.attention.k->dim, NULL);
    hd_operand_infer(node.dv, &node.attention.v->dim, NULL);
    if (node.dbias != NULL)
        hd_operand_infer(node.dbias, &node.attention.attn_mask->dim, NULL);
    return HD_OK;
}

/* What attention gave, and the gradient of its output. */
static hd_status inputs_fit(const hd_op_context *context, const operands *node)
{
    const hd_attention *attention = &node->attention;
    const hipdnn_dims o = hd_attention_rows(attention, hd_attention_value_width(attention));
    const hipdnn_dims statistics = hd_attention_rows(attention, 1);
    HD_TRY(hd_operand_has_shape(context, "o", node->o, &o, "[B, Hq, Sq, Dv]"));
    HD_TRY(hd_operand_has_shape(context, "do", node->dout, &o, "[B, Hq, Sq, Dv]"));
    HD_TRY(hd_operand_has_shape(context, "stats", node->stats, &statistics, "[B, Hq, Sq, 1]"));
    return hd_operand_is_scalar(context, "dropout_scale_inv", node->dropout_scale_inv);
}

static hd_status check(const hd_op_context *context)
{
    operands node;
    const hd_attention *attention = &node.attention;
    HD_TRY(find_operands(context, &node));
    HD_TRY(hd_attention_shapes_fit(context, attention));
    HD_TRY(hd_attention_options_fit(context, attention));
    HD_TRY(inputs_fit(context, &node));
    HD_TRY(hd_operand_has_shape(context, "dq", node.dq, &attention->q->dim, "[B, Hq, Sq, D] of q"));
    HD_TRY(hd_operand_has_shape(context, "dk", node.dk, &attention->k->dim, "[B, Hk, Skv, D] of k"));
    HD_TRY(hd_operand_has_shape(context, "dv", node.dv, &attention->v->dim, "[B, Hv, Skv, Dv] of v"));
    return node.dbias == NULL ? HD_OK
                              : hd_operand_has_shape(context, "dbias", node.dbias, &attention->attn_mask->dim,
                                                     "the shape of attn_mask");
}

const hd_operation hd_operation_sdpa_backward = {
    .name = "sdpa_backward",
    .table = {"SdpaBackwardAttributes", fields, sizeof fields / sizeof fields[0], sizeof(sdpa_backward)},
    .tag = HIPDNN_DATA_OPERATION_SDPA_BACKWARD,
    .infer = infer,
    .check = check,
};
