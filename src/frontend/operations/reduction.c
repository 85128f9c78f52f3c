/* SPDX-License-Identifier: MIT */
/* Reduction. */
#include "frontend/adding.h"

static hd_status add(hd_adding *adding, const hipdnn_tensor_t *x, const hipdnn_reduction_attributes *a,
                     hipdnn_tensor_t **out_y)
{
    hipdnn_data_reduction reduction = {.mode = (int32_t)a->mode, .is_deterministic = a->is_deterministic};
    HD_TRY(hd_adding_begin(adding, &hd_operation_reduction, a->name, a->compute_data_type, a->reserved));
    HD_TRY(hd_adding_check_enum("mode", &hd_reduction_mode_enum, reduction.mode, "HIPDNN_REDUCE_TENSOR_*"));
    HD_TRY(hd_adding_input(adding, "x", x, &reduction.in));
    *out_y = a->y;
    HD_TRY(a->y != NULL ? hd_adding_given_output(adding, "y", a->y, &reduction.out)
                        : hd_adding_output(adding, "Y", &reduction.out, out_y));
    return hd_adding_node(adding, &reduction);
}

hipdnn_tensor_t *hipdnn_graph_reduction(hipdnn_graph_t *graph, hipdnn_tensor_t *x,
                                        const hipdnn_reduction_attributes *attributes)
{
    static const hipdnn_reduction_attributes defaults;
    hd_adding adding = {.call = __func__, .graph = graph};
    hipdnn_tensor_t *y = NULL;
    return hd_adding_end(&adding, add(&adding, x, attributes != NULL ? attributes : &defaults, &y)) ? y : NULL;
}
