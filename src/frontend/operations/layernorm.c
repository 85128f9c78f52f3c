/* SPDX-License-Identifier: MIT */
/* Layer normalization. */
#include "frontend/adding.h"

static hd_status add(hd_adding *adding, const hipdnn_tensor_t *x, const hipdnn_tensor_t *scale,
                     const hipdnn_tensor_t *bias, const hipdnn_layernorm_attributes *a, hipdnn_layernorm_outputs *out)
{
    hipdnn_data_layernorm norm = {
        .forward_phase = (int32_t)a->forward_phase,
        .normalized_dim_count = a->normalized_dim_count,
    };
    const bool is_training = a->forward_phase == HIPDNN_NORM_FWD_TRAINING;
    HD_TRY(hd_adding_begin(adding, &hd_operation_layernorm, a->name, a->compute_data_type, a->reserved));
    HD_TRY(hd_adding_check_enum("forward_phase", &hd_norm_phase_enum, norm.forward_phase, "HIPDNN_NORM_FWD_*"));
    HD_TRY(hd_adding_input(adding, "x", x, &norm.x));
    HD_TRY(hd_adding_input(adding, "scale", scale, &norm.scale));
    HD_TRY(hd_adding_input(adding, "bias", bias, &norm.bias));
    HD_TRY(hd_adding_input(adding, "epsilon", a->epsilon, &norm.epsilon));
    HD_TRY(hd_adding_output(adding, "Y", &norm.y, &out->y));
    HD_TRY(hd_adding_optional_output(adding, "MEAN", is_training, &norm.mean, &out->mean));
    HD_TRY(hd_adding_optional_output(adding, "INV_VARIANCE", is_training, &norm.inv_variance, &out->inv_variance));
    return hd_adding_node(adding, &norm);
}

hipdnn_layernorm_outputs hipdnn_graph_layernorm(hipdnn_graph_t *graph, hipdnn_tensor_t *x, hipdnn_tensor_t *scale,
                                                hipdnn_tensor_t *bias, const hipdnn_layernorm_attributes *attributes)
{
    static const hipdnn_layernorm_attributes defaults;
    static const hipdnn_layernorm_outputs none;
    hd_adding adding = {.call = __func__, .graph = graph};
    hipdnn_layernorm_outputs out = {0};
    return hd_adding_end(&adding, add(&adding, x, scale, bias, attributes != NULL ? attributes : &defaults, &out))
               ? out
               : none;
}
