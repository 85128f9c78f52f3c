/* SPDX-License-Identifier: MIT */
/* Attention. */
#include "frontend/adding.h"

static hd_status take_enums(const hipdnn_sdpa_attributes *a, hipdnn_data_sdpa *sdpa)
{
    sdpa->diagonal_alignment = (int32_t)a->diagonal_alignment;
    sdpa->implementation = (int32_t)a->implementation;
    sdpa->mma_core_mode = (int32_t)a->mma_core_mode;
    HD_TRY(hd_adding_check_optional_enum("diagonal_alignment", &hd_diagonal_alignment_enum, sdpa->diagonal_alignment,
                                         "HIPDNN_DIAGONAL_ALIGNMENT_*"));
    HD_TRY(hd_adding_check_optional_enum("implementation", &hd_attention_implementation_enum, sdpa->implementation,
                                         "HIPDNN_ATTENTION_IMPLEMENTATION_*"));
    return hd_check_type("mma_core_mode", sdpa->mma_core_mode);
}

static hd_status add_inputs(hd_adding *adding, const hipdnn_sdpa_attributes *a, hipdnn_data_sdpa *sdpa)
{
    const hd_optional_input inputs[] = {
        {"bias", a->bias, &sdpa->attn_mask},
        {"attn_scale", a->attn_scale, &sdpa->scale},
        {"seq_len_q", a->seq_len_q, &sdpa->seq_len_q},
        {"seq_len_kv", a->seq_len_kv, &sdpa->seq_len_kv},
        {"seed", a->seed, &sdpa->seed},
        {"offset", a->offset, &sdpa->offset},
        {"dropout_mask", a->dropout_mask, &sdpa->dropout_mask},
        {"dropout_scale", a->dropout_scale, &sdpa->dropout_scale},
        {"paged_attention_k_table", a->paged_attention_k_table, &sdpa->page_table_k},
        {"paged_attention_v_table", a->paged_attention_v_table, &sdpa->page_table_v},
        {"block_mask", a->block_mask, &sdpa->block_mask},
        {"sink_token", a->sink_token, &sdpa->sink_token},
        {"descale_q", a->descale_q, &sdpa->descale_q},
        {"descale_k", a->descale_k, &sdpa->descale_k},
        {"descale_v", a->descale_v, &sdpa->descale_v},
        {"descale_s", a->descale_s, &sdpa->descale_s},
        {"scale_s", a->scale_s, &sdpa->scale_s},
        {"scale_o", a->scale_o, &sdpa->scale_o},
    };
    return hd_adding_optional_inputs(adding, inputs, sizeof inputs / sizeof inputs[0]);
}

static hd_status add_outputs(hd_adding *adding, const hipdnn_sdpa_attributes *a, hipdnn_data_sdpa *sdpa,
                             hipdnn_sdpa_outputs *out)
{
    const hd_optional_output outputs[] = {
        {"STATS", a->generate_stats, &sdpa->stats, &out->stats},
        {"LOGIT_MAX", a->generate_logit_max, &sdpa->max, &out->logit_max},
        {"SCORE_SUM_EXP", a->generate_score_sum_exp, &sdpa->sum_exp, &out->score_sum_exp},
        {"RNG_DUMP", a->generate_rng_dump, &sdpa->rng_dump, &out->rng_dump},
        {"AMAX_S", a->generate_amax_s, &sdpa->amax_s, &out->amax_s},
        {"AMAX_O", a->generate_amax_o, &sdpa->amax_o, &out->amax_o},
    };
    HD_TRY(hd_adding_output(adding, "O", &sdpa->o, &out->o));
    return hd_adding_optional_outputs(adding, outputs, sizeof outputs / sizeof outputs[0]);
}

static hd_status add(hd_adding *adding, const hipdnn_tensor_t *q, const hipdnn_tensor_t *k, const hipdnn_tensor_t *v,
                     const hipdnn_sdpa_attributes *a, hipdnn_sdpa_outputs *out)
{
    hipdnn_data_sdpa sdpa = {
        .generate_stats = {a->generate_stats, a->generate_stats},
        .alibi_mask = a->alibi_mask,
        .padding_mask = a->padding_mask,
        .causal_mask = a->causal_mask,
        .causal_mask_bottom_right = a->causal_mask_bottom_right,
        .dropout_probability = a->dropout_probability,
        .attn_scale_value = a->attn_scale_value,
        .left_bound = a->left_bound,
        .right_bound = a->right_bound,
        .max_seq_len_kv = {a->paged_attention_max_seq_len_kv != 0, a->paged_attention_max_seq_len_kv},
    };
    HD_TRY(hd_adding_begin(adding, &hd_operation_sdpa, a->name, a->compute_data_type, a->reserved));
    HD_TRY(take_enums(a, &sdpa));
    HD_TRY(hd_adding_input(adding, "q", q, &sdpa.q));
    HD_TRY(hd_adding_input(adding, "k", k, &sdpa.k));
    HD_TRY(hd_adding_input(adding, "v", v, &sdpa.v));
    HD_TRY(add_inputs(adding, a, &sdpa));
    HD_TRY(add_outputs(adding, a, &sdpa, out));
    return hd_adding_node(adding, &sdpa);
}

hipdnn_sdpa_outputs hipdnn_graph_sdpa(hipdnn_graph_t *graph, hipdnn_tensor_t *q, hipdnn_tensor_t *k, hipdnn_tensor_t *v,
                                      const hipdnn_sdpa_attributes *attributes)
{
    static const hipdnn_sdpa_attributes defaults;
    static const hipdnn_sdpa_outputs none;
    hd_adding adding = {.call = __func__, .graph = graph};
    hipdnn_sdpa_outputs out = {0};
    return hd_adding_end(&adding, add(&adding, q, k, v, attributes != NULL ? attributes : &defaults, &out)) ? out
                                                                                                            : none;
}
