/* SPDX-License-Identifier: MIT */
/* Gradient of the weights of a matmul per expert. */
#include "frontend/adding.h"

static hd_status add(hd_adding *adding, const hipdnn_tensor_t *doutput, const hipdnn_tensor_t *token,
                     const hipdnn_tensor_t *first_token_offset, const hipdnn_moe_grouped_matmul_bwd_attributes *a,
                     hipdnn_tensor_t **out_dweight)
{
    hipdnn_data_moe_grouped_matmul_bwd moe;
    HD_TRY(hd_adding_begin(adding, &hd_operation_moe_grouped_matmul_bwd, a->name, a->compute_data_type, a->reserved));
    HD_TRY(hd_adding_input(adding, "doutput", doutput, &moe.doutput));
    HD_TRY(hd_adding_input(adding, "token", token, &moe.token));
    HD_TRY(hd_adding_input(adding, "first_token_offset", first_token_offset, &moe.first_token_offset));
    HD_TRY(hd_adding_output(adding, "DWEIGHT", &moe.dweight, out_dweight));
    return hd_adding_node(adding, &moe);
}

hipdnn_tensor_t *hipdnn_graph_moe_grouped_matmul_bwd(hipdnn_graph_t *graph, hipdnn_tensor_t *doutput,
                                                     hipdnn_tensor_t *token, hipdnn_tensor_t *first_token_offset,
                                                     const hipdnn_moe_grouped_matmul_bwd_attributes *attributes)
{
    static const hipdnn_moe_grouped_matmul_bwd_attributes defaults;
    const hipdnn_moe_grouped_matmul_bwd_attributes *a = attributes != NULL ? attributes : &defaults;
    hd_adding adding = {.call = __func__, .graph = graph};
    hipdnn_tensor_t *dweight = NULL;
    return hd_adding_end(&adding, add(&adding, doutput, token, first_token_offset, a, &dweight)) ? dweight : NULL;
}
