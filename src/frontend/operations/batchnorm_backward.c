/* SPDX-License-Identifier: MIT */
/* Gradients of batch normalization. */
#include "frontend/adding.h"

static hd_status add(hd_adding *adding, const hipdnn_tensor_t *dy, const hipdnn_tensor_t *x,
                     const hipdnn_tensor_t *scale, const hipdnn_batchnorm_backward_attributes *a,
                     hipdnn_norm_gradients *out)
{
    hipdnn_data_batchnorm_backward norm = {0};
    HD_TRY(hd_adding_begin(adding, &hd_operation_batchnorm_backward, a->name, a->compute_data_type, a->reserved));
    HD_TRY(hd_adding_input(adding, "dy", dy, &norm.dy));
    HD_TRY(hd_adding_input(adding, "x", x, &norm.x));
    HD_TRY(hd_adding_input(adding, "scale", scale, &norm.scale));
    HD_TRY(hd_adding_optional_input(adding, "mean", a->mean, &norm.mean));
    HD_TRY(hd_adding_optional_input(adding, "inv_variance", a->inv_variance, &norm.inv_variance));
    HD_TRY(hd_adding_input_list(adding, "peer_stats", a->peer_stats, a->peer_stats_count, &norm.peer_stats));
    HD_TRY(hd_adding_output(adding, "DX", &norm.dx, &out->dx));
    HD_TRY(hd_adding_output(adding, "DSCALE", &norm.dscale, &out->dscale));
    HD_TRY(hd_adding_output(adding, "DBIAS", &norm.dbias, &out->dbias));
    return hd_adding_node(adding, &norm);
}

hipdnn_norm_gradients hipdnn_graph_batchnorm_backward(hipdnn_graph_t *graph, hipdnn_tensor_t *dy, hipdnn_tensor_t *x,
                                                      hipdnn_tensor_t *scale,
                                                      const hipdnn_batchnorm_backward_attributes *attributes)
{
    static const hipdnn_batchnorm_backward_attributes defaults;
    static const hipdnn_norm_gradients none;
    hd_adding adding = {.call = __func__, .graph = graph};
    hipdnn_norm_gradients out = {0};
    return hd_adding_end(&adding, add(&adding, dy, x, scale, attributes != NULL ? attributes : &defaults, &out)) ? out
                                                                                                                 : none;
}
