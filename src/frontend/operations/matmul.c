/* SPDX-License-Identifier: MIT */
/* Matrix product. */
#include "frontend/adding.h"

static hd_status add(hd_adding *adding, const hipdnn_tensor_t *a, const hipdnn_tensor_t *b,
                     const hipdnn_matmul_attributes *attributes, hipdnn_tensor_t **out_c)
{
    hipdnn_data_matmul matmul;
    HD_TRY(hd_adding_begin(adding, &hd_operation_matmul, attributes->name, attributes->compute_data_type,
                           attributes->reserved));
    HD_TRY(hd_adding_input(adding, "a", a, &matmul.a));
    HD_TRY(hd_adding_input(adding, "b", b, &matmul.b));
    HD_TRY(hd_adding_output(adding, "C", &matmul.c, out_c));
    return hd_adding_node(adding, &matmul);
}

hipdnn_tensor_t *hipdnn_graph_matmul(hipdnn_graph_t *graph, hipdnn_tensor_t *a, hipdnn_tensor_t *b,
                                     const hipdnn_matmul_attributes *attributes)
{
    static const hipdnn_matmul_attributes defaults;
    hd_adding adding = {.call = __func__, .graph = graph};
    hipdnn_tensor_t *c = NULL;
    return hd_adding_end(&adding, add(&adding, a, b, attributes != NULL ? attributes : &defaults, &c)) ? c : NULL;
}
