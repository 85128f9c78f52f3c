/* SPDX-License-Identifier: MIT */
/* Attention: o = dropout(softmax(q k^T * scale + mask)) v, with the statistics of its rows on request.
 *
 * q [B, Hq, Sq, D], k [B, Hk, Skv, D], v [B, Hv, Skv, Dv], o [B, Hq, Sq, Dv]. With page tables k and v are pools of
 * pages [pages, H, page, D], and a table [B, 1, n, 1] names the pages of each sequence.
 *
 * Source of the rules: the graph validation of the original, sdpa. It is silent on the shapes of block_mask, sink_token
 * and the scales of narrow types, which are left to the engine that takes them, and on those of the rarer outputs,
 * which follow from what they hold. */
#include "data_sdk/ops/attention.h"

#include <inttypes.h>

typedef hipdnn_data_sdpa sdpa;

static const hd_field fields[] = {
    HD_FIELD(sdpa, UID, 0, q, "q_tensor_uid", .json = "inputs.q_tensor_uid", .flow = HD_FLOW_IN),
    HD_FIELD(sdpa, UID, 1, k, "k_tensor_uid", .json = "inputs.k_tensor_uid", .flow = HD_FLOW_IN),
    HD_FIELD(sdpa, UID, 2, v, "v_tensor_uid", .json = "inputs.v_tensor_uid", .flow = HD_FLOW_IN),
    HD_FIELD(sdpa, UID, 3, o, "o_tensor_uid", .json = "outputs.o_tensor_uid", .flow = HD_FLOW_OUT),
    HD_FIELD(sdpa, OPTIONAL_UID, 4, attn_mask, "attn_mask_tensor_uid", .json = "inputs.attn_mask_tensor_uid",
             .flow = HD_FLOW_IN),
    HD_FIELD(sdpa, OPTIONAL_UID, 5, scale, "scale_tensor_uid", .json = "inputs.scale_tensor_uid", .flow = HD_FLOW_IN),
    HD_FIELD(sdpa, OPTIONAL_UID, 6, seq_len_q, "seq_len_q_tensor_uid", .json = "inputs.seq_len_q_tensor_uid",
             .flow = HD_FLOW_IN),
    HD_FIELD(sdpa, OPTIONAL_UID, 7, seq_len_kv, "seq_len_kv_tensor_uid", .json = "inputs.seq_len_kv_tensor_uid",
             .flow = HD_FLOW_IN),
    HD_FIELD(sdpa, OPTIONAL_UID, 8, seed, "seed_tensor_uid", .json = "inputs.seed_tensor_uid", .flow = HD_FLOW_IN),
    HD_FIELD(sdpa, OPTIONAL_UID, 9, offset, "offset_tensor_uid", .json = "inputs.offset_tensor_uid",
             .flow = HD_FLOW_IN),
    HD_FIELD(sdpa, OPTIONAL_UID, 10, dropout_mask, "dropout_mask_tensor_uid", .json = "inputs.dropout_mask_tensor_uid",
             .flow = HD_FLOW_IN),
    HD_FIELD(sdpa, OPTIONAL_UID, 11, dropout_scale, "dropout_scale_tensor_uid",
             .json = "inputs.dropout_scale_tensor_uid", .flow = HD_FLOW_IN),
    HD_FIELD(sdpa, OPTIONAL_UID, 12, page_table_k, "page_table_k_tensor_uid", .json = "inputs.page_table_k_tensor_uid",
             .flow = HD_FLOW_IN),
    HD_FIELD(sdpa, OPTIONAL_UID, 13, page_table_v, "page_table_v_tensor_uid", .json = "inputs.page_table_v_tensor_uid",
             .flow = HD_FLOW_IN),
    HD_FIELD(sdpa, OPTIONAL_UID, 14, block_mask, "block_mask_tensor_uid", .json = "inputs.block_mask_tensor_uid",
             .flow = HD_FLOW_IN),
    HD_FIELD(sdpa, OPTIONAL_UID, 15, sink_token, "sink_token_tensor_uid", .json = "inputs.sink_token_tensor_uid",
             .flow = HD_FLOW_IN),
    HD_FIELD(sdpa, OPTIONAL_UID, 16, descale_q, "descale_q_tensor_uid", .json = "inputs.descale_q_tensor_uid",
             .flow = HD_FLOW_IN),
    HD_FIELD(sdpa, OPTIONAL_UID, 17, descale_k, "descale_k_tensor_uid", .json = "inputs.descale_k_tensor_uid",
             .flow = HD_FLOW_IN),
    HD_FIELD(sdpa, OPTIONAL_UID, 18, descale_v, "descale_v_tensor_uid", .json = "inputs.descale_v_tensor_uid",
             .flow = HD_FLOW_IN),
    HD_FIELD(sdpa, OPTIONAL_UID, 19, descale_s, "descale_s_tensor_uid", .json = "inputs.descale_s_tensor_uid",
             .flow = HD_FLOW_IN),
    HD_FIELD(sdpa, OPTIONAL_UID, 20, scale_s, "scale_s_tensor_uid", .json = "inputs.scale_s_tensor_uid",
             .flow = HD_FLOW_IN),
    HD_FIELD(sdpa, OPTIONAL_UID, 21, scale_o, "scale_o_tensor_uid", .json = "inputs.scale_o_tensor_uid",
             .flow = HD_FLOW_IN),
    HD_FIELD(sdpa, OPTIONAL_UID, 22, stats, "stats_tensor_uid", .json = "outputs.stats_tensor_uid",
             .flow = HD_FLOW_OUT),
    HD_FIELD(sdpa, OPTIONAL_UID, 23, max, "max_tensor_uid", .json = "outputs.max_tensor_uid", .flow = HD_FLOW_OUT),
    HD_FIELD(sdpa, OPTIONAL_UID, 24, sum_exp, "sum_exp_tensor_uid", .json = "outputs.sum_exp_tensor_uid",
             .flow = HD_FLOW_OUT),
    HD_FIELD(sdpa, OPTIONAL_UID, 25, rng_dump, "rng_dump_tensor_uid", .json = "outputs.rng_dump_tensor_uid",
             .flow = HD_FLOW_OUT),
    HD_FIELD(sdpa, OPTIONAL_UID, 26, amax_s, "amax_s_tensor_uid", .json = "outputs.amax_s_tensor_uid",
             .flow = HD_FLOW_OUT),
    HD_FIELD(sdpa, OPTIONAL_UID, 27, amax_o, "amax_o_tensor_uid", .json = "outputs.amax_o_tensor_uid",
             .flow = HD_FLOW_OUT),
    HD_FIELD(sdpa, OPTIONAL_BOOL, 28, generate_stats, "generate_stats", .json = "attributes.generate_stats"),
    HD_FIELD(sdpa, BOOL, 29, alibi_mask, "alibi_mask", .json = "attributes.alibi_mask"),
    HD_FIELD(sdpa, BOOL, 30, padding_mask, "padding_mask", .json = "attributes.padding_mask"),
    HD_FIELD(sdpa, BOOL, 31, causal_mask, "causal_mask", .json = "attributes.causal_mask"),
    HD_FIELD(sdpa, BOOL, 32, causal_mask_bottom_right, "causal_mask_bottom_right",
             .json = "attributes.causal_mask_bottom_right"),
    HD_FIELD(sdpa, OPTIONAL_F32, 33, dropout_probability, "dropout_probability",
             .json = "attributes.dropout_probability"),
    HD_FIELD(sdpa, OPTIONAL_F32, 34, attn_scale_value, "attn_scale_value", .json = "attributes.attn_scale_value"),
    HD_FIELD(sdpa, OPTIONAL_I64, 35, left_bound, "left_bound", .json = "attributes.left_bound"),
    HD_FIELD(sdpa, OPTIONAL_I64, 36, right_bound, "right_bound", .json = "attributes.right_bound"),
    HD_FIELD(sdpa, OPTIONAL_I32, 37, max_seq_len_kv, "max_seq_len_kv", .json = "attributes.max_seq_len_kv"),
    HD_FIELD(sdpa, ENUM, 38, diagonal_alignment, "diagonal_alignment", .json = "attributes.diagonal_alignment",
             .values = &hd_diagonal_alignment_enum),
    HD_FIELD(sdpa, ENUM, 39, mma_core_mode, "mma_core_mode", .json = "attributes.mma_core_mode",
             .values = &hd_data_type_enum),
    HD_FIELD(sdpa, ENUM, 40, implementation, "implementation", .json = "attributes.implementation",
             .values = &hd_attention_implementation_enum),
};

/* The outputs whose shapes follow from q, k and v. */
enum { O, STATS, MAX, SUM_EXP, RNG_DUMP, OUTPUTS };
static const struct {
    const char *role, *letters;
} outputs[OUTPUTS] = {
    [O] = {"o", "[B, Hq, Sq, Dv]"},
    [STATS] = {"stats", "[B, Hq, Sq, 1]"},
    [MAX] = {"max", "[B, Hq, Sq, 1]"},
    [SUM_EXP] = {"sum_exp", "[B, Hq, Sq, 1]"},
    [RNG_DUMP] = {"rng_dump", "[B, Hq, Sq, Skv]"},
};

/* The tensors of a node that a rule looks at; NULL: not given. */
typedef struct operands {
    const sdpa *sdpa;
    hd_attention attention;
    hipdnn_data_tensor *page_table_k, *page_table_v, *outputs[OUTPUTS], *amax_s, *amax_o;
} operands;

static hd_status find_operands(const hd_op_context *context, operands *out)
{
    const sdpa *node = context->attributes;
    const hd_attention_attributes attributes = HD_ATTENTION_ATTRIBUTES(node);
    const hd_operand others[] = {
        {"page_table_k_tensor_uid", node->page_table_k, &out->page_table_k},
        {"page_table_v_tensor_uid", node->page_table_v, &out->page_table_v},
        {"o_tensor_uid", HIPDNN_SOME(node->o), &out->outputs[O]},
        {"stats_tensor_uid", node->stats, &out->outputs[STATS]},
        {"max_tensor_uid", node->max, &out->outputs[MAX]},
        {"sum_exp_tensor_uid", node->sum_exp, &out->outputs[SUM_EXP]},
        {"rng_dump_tensor_uid", node->rng_dump, &out->outputs[RNG_DUMP]},
        {"amax_s_tensor_uid", node->amax_s, &out->amax_s},
        {"amax_o_tensor_uid", node->amax_o, &out->amax_o},
    };
    out->sdpa = node;
    HD_TRY(hd_attention_find(context, &attributes, &out->attention));
    return hd_operands_find(context, others, sizeof others / sizeof others[0]);
}

/* Pages come for k and v or for neither, with the length that they reach to. */
static hd_status find_pages(const hd_op_context *context, operands *node)
{
    const hipdnn_optional_i32 length = node->sdpa->max_seq_len_kv;
    const bool has_k = node->page_table_k != NULL, has_v = node->page_table_v != NULL;
    if (!has_k && !has_v)
        return HD_OK;
    if (!has_k || !has_v)
        return hd_op_refuse(context,
                            "page_table_%s_tensor_uid is missing, but page_table_%s_tensor_uid is given; give both or "
                            "neither",
                            has_k ? "v" : "k", has_k ? "k" : "v");
    node->attention.paged_length = length.set ? length.value : 0;
    if (node->attention.paged_length < 1)
        return hd_op_refuse(context,
                            "max_seq_len_kv is %" PRId64 ", but with page tables at least 1 is allowed; set it to the "
                            "length of the longest sequence in k and v",
                            node->attention.paged_length);
    return HD_OK;
}

/* Checks that q, k and v go together, and derives the outputs' dims from them. */
static hd_status output_dims(const hd_op_context *context, operands *node, hipdnn_dims out_dims[OUTPUTS])
{
    const hd_attention *attention = &node->attention;
    HD_TRY(find_pages(context, node));
    HD_TRY(hd_attention_shapes_fit(context, attention));
    out_dims[O] = hd_attention_rows(attention, hd_attention_value_width(attention));
    out_dims[STATS] = out_dims[MAX] = out_dims[SUM_EXP] = hd_attention_rows(attention, 1);
    out_dims[RNG_DUMP] = hd_attention_rows(attention, hd_attention_key_length(attention));
    return HD_OK;
}

static hd_status infer(const hd_op_context *context)
{
    operands node;
    hipdnn_dims dims[OUTPUTS];
    HD_TRY(find_operands(context, &node));
    HD_TRY(output_dims(context, &node, dims));
    for (int i = 0; i < OUTPUTS; i++)
        hd_operand_infer(node.outputs[i], &dims[i], NULL);
    hd_operand_infer(node.amax_s, &HD_DIMS(1, 1, 1, 1), NULL);
    hd_operand_infer(node.amax_o, &HD_DIMS(1, 1, 1, 1), NULL);
    return HD_OK;
}

static hd_status tables_fit(const hd_op_context *context, const operands *node)
{
    const hipdnn_dims shape = HD_DIMS(node->attention.q->dim.v[HD_ATTENTION_BATCH], 1, HD_ANY_EXTENT, 1);
    HD_TRY(hd_operand_has_shape(context, "page_table_k", node->page_table_k, &shape, "[B, 1, n, 1]"));
    HD_TRY(hd_operand_has_type(context, "page_table_k", node->page_table_k, HIPDNN_TYPE_I32));
    HD_TRY(hd_operand_has_shape(context, "page_table_v", node->page_table_v, &shape, "[B, 1, n, 1]"));
    return hd_operand_has_type(context, "page_table_v", node->page_table_v, HIPDNN_TYPE_I32);
}

/* Asking for statistics and giving them a tensor go together; without generate_stats the tensor alone asks. */
static hd_status statistics_fit(const hd_op_context *context, const operands *node)
{
    const hipdnn_optional_bool asked = node->sdpa->generate_stats;
    const hipdnn_data_tensor *stats = node->outputs[STATS];
    char name[HD_TENSOR_TEXT_SIZE];
    if (!asked.set || asked.value == (stats != NULL))
        return HD_OK;
    if (stats == NULL)
        return hd_op_refuse(context, "generate_stats is true, but stats_tensor_uid is missing; give a tensor for them");
    return hd_op_refuse(context, "generate_stats is false, but stats %s is given; leave one of them out",
                        hd_tensor_text(stats, name));
}

static hd_status check(const hd_op_context *context)
{
    operands node;
    hipdnn_dims dims[OUTPUTS];
    HD_TRY(find_operands(context, &node));
    HD_TRY(output_dims(context, &node, dims));
    HD_TRY(hd_attention_options_fit(context, &node.attention));
    HD_TRY(tables_fit(context, &node));
    HD_TRY(statistics_fit(context, &node));
    for (int i = 0; i < OUTPUTS; i++)
        HD_TRY(hd_operand_has_shape(context, outputs[i].role, node.outputs[i], &dims[i], outputs[i].letters));
    HD_TRY(hd_operand_is_scalar(context, "amax_s", node.amax_s));
    return hd_operand_is_scalar(context, "amax_o", node.amax_o);
}

const hd_operation hd_operation_sdpa = {
    .name = "sdpa",
    .table = {"SdpaAttributes", fields, sizeof fields / sizeof fields[0], sizeof(sdpa)},
    .tag = HIPDNN_DATA_OPERATION_SDPA,
    .infer = infer,
    .check = check,
};
