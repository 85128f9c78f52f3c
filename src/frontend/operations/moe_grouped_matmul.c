/* SPDX-License-Identifier: MIT */
/* A matmul per expert. */
#include "frontend/adding.h"

static hd_status add(hd_adding *adding, const hipdnn_tensor_t *token, const hipdnn_tensor_t *weight,
                     const hipdnn_tensor_t *first_token_offset, const hipdnn_moe_grouped_matmul_attributes *a,
                     hipdnn_tensor_t **out_output)
{
    hipdnn_data_moe_grouped_matmul moe = {.mode = (int32_t)a->mode, .top_k = a->top_k};
    HD_TRY(hd_adding_begin(adding, &hd_operation_moe_grouped_matmul, a->name, a->compute_data_type, a->reserved));
    HD_TRY(hd_adding_check_optional_enum("mode", &hd_moe_mode_enum, moe.mode, "HIPDNN_MOE_GROUPED_MATMUL_MODE_*"));
    HD_TRY(hd_adding_input(adding, "token", token, &moe.token));
    HD_TRY(hd_adding_input(adding, "weight", weight, &moe.weight));
    HD_TRY(hd_adding_input(adding, "first_token_offset", first_token_offset, &moe.first_token_offset));
    HD_TRY(hd_adding_optional_input(adding, "token_index", a->token_index, &moe.token_index));
    HD_TRY(hd_adding_optional_input(adding, "token_ks", a->token_ks, &moe.token_ks));
    HD_TRY(hd_adding_output(adding, "OUTPUT", &moe.output, out_output));
    return hd_adding_node(adding, &moe);
}

hipdnn_tensor_t *hipdnn_graph_moe_grouped_matmul(hipdnn_graph_t *graph, hipdnn_tensor_t *token, hipdnn_tensor_t *weight,
                                                 hipdnn_tensor_t *first_token_offset,
                                                 const hipdnn_moe_grouped_matmul_attributes *attributes)
{
    static const hipdnn_moe_grouped_matmul_attributes defaults;
    const hipdnn_moe_grouped_matmul_attributes *a = attributes != NULL ? attributes : &defaults;
    hd_adding adding = {.call = __func__, .graph = graph};
    hipdnn_tensor_t *output = NULL;
    return hd_adding_end(&adding, add(&adding, token, weight, first_token_offset, a, &output)) ? output : NULL;
}
