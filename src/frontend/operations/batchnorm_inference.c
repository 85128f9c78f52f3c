/* SPDX-License-Identifier: MIT */
/* Batch normalization with given statistics. */
#include "frontend/adding.h"

static hd_status add(hd_adding *adding, const hipdnn_tensor_t *x, const hipdnn_tensor_t *mean,
                     const hipdnn_tensor_t *inv_variance, const hipdnn_tensor_t *scale, const hipdnn_tensor_t *bias,
                     const hipdnn_batchnorm_inference_attributes *a, hipdnn_tensor_t **out_y)
{
    hipdnn_data_batchnorm_inference norm;
    HD_TRY(hd_adding_begin(adding, &hd_operation_batchnorm_inference, a->name, a->compute_data_type, a->reserved));
    HD_TRY(hd_adding_input(adding, "x", x, &norm.x));
    HD_TRY(hd_adding_input(adding, "mean", mean, &norm.mean));
    HD_TRY(hd_adding_input(adding, "inv_variance", inv_variance, &norm.inv_variance));
    HD_TRY(hd_adding_input(adding, "scale", scale, &norm.scale));
    HD_TRY(hd_adding_input(adding, "bias", bias, &norm.bias));
    HD_TRY(hd_adding_output(adding, "Y", &norm.y, out_y));
    return hd_adding_node(adding, &norm);
}

hipdnn_tensor_t *hipdnn_graph_batchnorm_inference(hipdnn_graph_t *graph, hipdnn_tensor_t *x, hipdnn_tensor_t *mean,
                                                  hipdnn_tensor_t *inv_variance, hipdnn_tensor_t *scale,
                                                  hipdnn_tensor_t *bias,
                                                  const hipdnn_batchnorm_inference_attributes *attributes)
{
    static const hipdnn_batchnorm_inference_attributes defaults;
    const hipdnn_batchnorm_inference_attributes *a = attributes != NULL ? attributes : &defaults;
    hd_adding adding = {.call = __func__, .graph = graph};
    hipdnn_tensor_t *y = NULL;
    return hd_adding_end(&adding, add(&adding, x, mean, inv_variance, scale, bias, a, &y)) ? y : NULL;
}
