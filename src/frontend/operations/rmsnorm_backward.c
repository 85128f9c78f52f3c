/* SPDX-License-Identifier: MIT */
/* Gradients of root mean square normalization. */
#include "frontend/adding.h"

static hd_status add(hd_adding *adding, const hipdnn_tensor_t *dy, const hipdnn_tensor_t *x,
                     const hipdnn_tensor_t *scale, const hipdnn_tensor_t *inv_rms,
                     const hipdnn_rmsnorm_backward_attributes *a, hipdnn_norm_gradients *out)
{
    hipdnn_data_rmsnorm_backward norm = {0};
    HD_TRY(hd_adding_begin(adding, &hd_operation_rmsnorm_backward, a->name, a->compute_data_type, a->reserved));
    HD_TRY(hd_adding_input(adding, "dy", dy, &norm.dy));
    HD_TRY(hd_adding_input(adding, "x", x, &norm.x));
    HD_TRY(hd_adding_input(adding, "scale", scale, &norm.scale));
    HD_TRY(hd_adding_input(adding, "inv_rms", inv_rms, &norm.inv_rms));
    HD_TRY(hd_adding_output(adding, "DX", &norm.dx, &out->dx));
    HD_TRY(hd_adding_output(adding, "DSCALE", &norm.dscale, &out->dscale));
    HD_TRY(hd_adding_optional_output(adding, "DBIAS", a->compute_dbias, &norm.dbias, &out->dbias));
    return hd_adding_node(adding, &norm);
}

hipdnn_norm_gradients hipdnn_graph_rmsnorm_backward(hipdnn_graph_t *graph, hipdnn_tensor_t *dy, hipdnn_tensor_t *x,
                                                    hipdnn_tensor_t *scale, hipdnn_tensor_t *inv_rms,
                                                    const hipdnn_rmsnorm_backward_attributes *attributes)
{
    static const hipdnn_rmsnorm_backward_attributes defaults;
    static const hipdnn_norm_gradients none;
    const hipdnn_rmsnorm_backward_attributes *a = attributes != NULL ? attributes : &defaults;
    hd_adding adding = {.call = __func__, .graph = graph};
    hipdnn_norm_gradients out = {0};
    return hd_adding_end(&adding, add(&adding, dy, x, scale, inv_rms, a, &out)) ? out : none;
}
