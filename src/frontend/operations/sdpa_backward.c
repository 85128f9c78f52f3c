/* SPDX-License-Identifier: MIT */
/* Gradients of attention. */
#include "frontend/adding.h"

static hd_status add_optional_inputs(hd_adding *adding, const hipdnn_sdpa_backward_attributes *a,
                                     hipdnn_data_sdpa_backward *sdpa)
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
        {"dropout_scale_inv", a->dropout_scale_inv, &sdpa->dropout_scale_inv},
    };
    return hd_adding_optional_inputs(adding, inputs, sizeof inputs / sizeof inputs[0]);
}

static hd_status add_outputs(hd_adding *adding, const hipdnn_sdpa_backward_attributes *a,
                             hipdnn_data_sdpa_backward *sdpa, hipdnn_sdpa_gradients *out)
{
    HD_TRY(hd_adding_output(adding, "DQ", &sdpa->dq, &out->dq));
    HD_TRY(hd_adding_output(adding, "DK", &sdpa->dk, &out->dk));
    HD_TRY(hd_adding_output(adding, "DV", &sdpa->dv, &out->dv));
    return hd_adding_optional_output(adding, "DBIAS", a->compute_dbias, &sdpa->dbias, &out->dbias);
}

/* The inputs that are always there. */
enum { Q, K, V, O, DO, STATS, INPUTS };

static hd_status add_inputs(hd_adding *adding, hipdnn_tensor_t *const inputs[INPUTS], hipdnn_data_sdpa_backward *sdpa)
{
    static const char *const names[INPUTS] = {"q", "k", "v", "o", "do", "stats"};
    int64_t *const places[INPUTS] = {&sdpa->q, &sdpa->k, &sdpa->v, &sdpa->o, &sdpa->dout, &sdpa->stats};
    for (int i = 0; i < INPUTS; i++)
        HD_TRY(hd_adding_input(adding, names[i], inputs[i], places[i]));
    return HD_OK;
}

static hd_status add(hd_adding *adding, hipdnn_tensor_t *const inputs[INPUTS], const hipdnn_sdpa_backward_attributes *a,
                     hipdnn_sdpa_gradients *out)
{
    hipdnn_data_sdpa_backward sdpa = {
        .alibi_mask = a->alibi_mask,
        .padding_mask = a->padding_mask,
        .causal_mask = a->causal_mask,
        .causal_mask_bottom_right = a->causal_mask_bottom_right,
        .dropout_probability = a->dropout_probability,
        .attn_scale_value = a->attn_scale_value,
        .left_bound = a->left_bound,
        .right_bound = a->right_bound,
        .diagonal_alignment = (int32_t)a->diagonal_alignment,
    };
    HD_TRY(hd_adding_begin(adding, &hd_operation_sdpa_backward, a->name, a->compute_data_type, a->reserved));
    HD_TRY(hd_adding_check_optional_enum("diagonal_alignment", &hd_diagonal_alignment_enum, sdpa.diagonal_alignment,
                                         "HIPDNN_DIAGONAL_ALIGNMENT_*"));
    HD_TRY(add_inputs(adding, inputs, &sdpa));
    HD_TRY(add_optional_inputs(adding, a, &sdpa));
    HD_TRY(add_outputs(adding, a, &sdpa, out));
    return hd_adding_node(adding, &sdpa);
}

hipdnn_sdpa_gradients hipdnn_graph_sdpa_backward(hipdnn_graph_t *graph, hipdnn_tensor_t *q, hipdnn_tensor_t *k,
                                                 hipdnn_tensor_t *v, hipdnn_tensor_t *o, hipdnn_tensor_t *dout,
                                                 hipdnn_tensor_t *stats,
                                                 const hipdnn_sdpa_backward_attributes *attributes)
{
    static const hipdnn_sdpa_backward_attributes defaults;
    static const hipdnn_sdpa_gradients none;
    hipdnn_tensor_t *const inputs[INPUTS] = {q, k, v, o, dout, stats};
    hd_adding adding = {.call = __func__, .graph = graph};
    hipdnn_sdpa_gradients out = {0};
    return hd_adding_end(&adding, add(&adding, inputs, attributes != NULL ? attributes : &defaults, &out)) ? out : none;
}
