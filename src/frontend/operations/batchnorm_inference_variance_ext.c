/* SPDX-License-Identifier: MIT */
/* Batch normalization with given mean and variance. */
#include "frontend/adding.h"

static hd_status add(hd_adding *adding, const hipdnn_tensor_t *x, const hipdnn_tensor_t *mean,
                     const hipdnn_tensor_t *variance, const hipdnn_tensor_t *scale, const hipdnn_tensor_t *bias,
                     const hipdnn_tensor_t *epsilon, const hipdnn_batchnorm_inference_variance_ext_attributes *a,
                     hipdnn_tensor_t **out_y)
{
    hipdnn_data_batchnorm_inference_variance norm;
    HD_TRY(hd_adding_begin(adding, &hd_operation_batchnorm_inference_variance, a->name, a->compute_data_type,
                           a->reserved));
    HD_TRY(hd_adding_input(adding, "x", x, &norm.x));
    HD_TRY(hd_adding_input(adding, "mean", mean, &norm.mean));
    HD_TRY(hd_adding_input(adding, "variance", variance, &norm.variance));
    HD_TRY(hd_adding_input(adding, "scale", scale, &norm.scale));
    HD_TRY(hd_adding_input(adding, "bias", bias, &norm.bias));
    HD_TRY(hd_adding_input(adding, "epsilon", epsilon, &norm.epsilon));
    HD_TRY(hd_adding_output(adding, "Y", &norm.y, out_y));
    return hd_adding_node(adding, &norm);
}

hipdnn_tensor_t *
hipdnn_graph_batchnorm_inference_variance_ext(hipdnn_graph_t *graph, hipdnn_tensor_t *x, hipdnn_tensor_t *mean,
                                              hipdnn_tensor_t *variance, hipdnn_tensor_t *scale, hipdnn_tensor_t *bias,
                                              hipdnn_tensor_t *epsilon,
                                              const hipdnn_batchnorm_inference_variance_ext_attributes *attributes)
{
    static const hipdnn_batchnorm_inference_variance_ext_attributes defaults;
    const hipdnn_batchnorm_inference_variance_ext_attributes *a = attributes != NULL ? attributes : &defaults;
    hd_adding adding = {.call = __func__, .graph = graph};
    hipdnn_tensor_t *y = NULL;
    return hd_adding_end(&adding, add(&adding, x, mean, variance, scale, bias, epsilon, a, &y)) ? y : NULL;
}
