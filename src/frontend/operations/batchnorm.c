/* SPDX-License-Identifier: MIT */
/* Batch normalization in training. */
#include "frontend/adding.h"

static hd_status add(hd_adding *adding, const hipdnn_tensor_t *x, const hipdnn_tensor_t *scale,
                     const hipdnn_tensor_t *bias, const hipdnn_batchnorm_attributes *a, hipdnn_batchnorm_outputs *out)
{
    hipdnn_data_batchnorm norm = {0};
    const bool has_running = a->prev_running_mean != NULL || a->prev_running_variance != NULL || a->momentum != NULL;
    const hd_optional_input inputs[] = {
        {"prev_running_mean", a->prev_running_mean, &norm.prev_running_mean},
        {"prev_running_variance", a->prev_running_variance, &norm.prev_running_variance},
        {"momentum", a->momentum, &norm.momentum},
    };
    const hd_optional_output outputs[] = {
        {"MEAN", true, &norm.mean, &out->mean},
        {"INV_VARIANCE", true, &norm.inv_variance, &out->inv_variance},
        {"NEXT_RUNNING_MEAN", has_running, &norm.next_running_mean, &out->next_running_mean},
        {"NEXT_RUNNING_VARIANCE", has_running, &norm.next_running_variance, &out->next_running_variance},
    };
    HD_TRY(hd_adding_begin(adding, &hd_operation_batchnorm, a->name, a->compute_data_type, a->reserved));
    HD_TRY(hd_adding_input(adding, "x", x, &norm.x));
    HD_TRY(hd_adding_input(adding, "scale", scale, &norm.scale));
    HD_TRY(hd_adding_input(adding, "bias", bias, &norm.bias));
    HD_TRY(hd_adding_input(adding, "epsilon", a->epsilon, &norm.epsilon));
    HD_TRY(hd_adding_input_list(adding, "peer_stats", a->peer_stats, a->peer_stats_count, &norm.peer_stats));
    HD_TRY(hd_adding_optional_inputs(adding, inputs, sizeof inputs / sizeof inputs[0]));
    HD_TRY(hd_adding_output(adding, "Y", &norm.y, &out->y));
    HD_TRY(hd_adding_optional_outputs(adding, outputs, sizeof outputs / sizeof outputs[0]));
    return hd_adding_node(adding, &norm);
}

hipdnn_batchnorm_outputs hipdnn_graph_batchnorm(hipdnn_graph_t *graph, hipdnn_tensor_t *x, hipdnn_tensor_t *scale,
                                                hipdnn_tensor_t *bias, const hipdnn_batchnorm_attributes *attributes)
{
    static const hipdnn_batchnorm_attributes defaults;
    static const hipdnn_batchnorm_outputs none;
    hd_adding adding = {.call = __func__, .graph = graph};
    hipdnn_batchnorm_outputs out = {0};
    return hd_adding_end(&adding, add(&adding, x, scale, bias, attributes != NULL ? attributes : &defaults, &out))
               ? out
               : none;
}
