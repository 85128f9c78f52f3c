/* SPDX-License-Identifier: MIT */
/* Root mean square normalization. */
#include "frontend/adding.h"

static hd_status add(hd_adding *adding, const hipdnn_tensor_t *x, const hipdnn_tensor_t *scale,
                     const hipdnn_rmsnorm_attributes *a, hipdnn_rmsnorm_outputs *out)
{
    hipdnn_data_rmsnorm norm = {.forward_phase = (int32_t)a->forward_phase};
    const bool is_training = a->forward_phase == HIPDNN_NORM_FWD_TRAINING;
    HD_TRY(hd_adding_begin(adding, &hd_operation_rmsnorm, a->name, a->compute_data_type, a->reserved));
    HD_TRY(hd_adding_check_enum("forward_phase", &hd_norm_phase_enum, norm.forward_phase, "HIPDNN_NORM_FWD_*"));
    HD_TRY(hd_adding_input(adding, "x", x, &norm.x));
    HD_TRY(hd_adding_input(adding, "scale", scale, &norm.scale));
    HD_TRY(hd_adding_input(adding, "epsilon", a->epsilon, &norm.epsilon));
    HD_TRY(hd_adding_optional_input(adding, "bias", a->bias, &norm.bias));
    HD_TRY(hd_adding_output(adding, "Y", &norm.y, &out->y));
    HD_TRY(hd_adding_optional_output(adding, "INV_RMS", is_training, &norm.inv_rms, &out->inv_rms));
    return hd_adding_node(adding, &norm);
}

hipdnn_rmsnorm_outputs hipdnn_graph_rmsnorm(hipdnn_graph_t *graph, hipdnn_tensor_t *x, hipdnn_tensor_t *scale,
                                            const hipdnn_rmsnorm_attributes *attributes)
{
    static const hipdnn_rmsnorm_attributes defaults;
    static const hipdnn_rmsnorm_outputs none;
    hd_adding adding = {.call = __func__, .graph = graph};
    hipdnn_rmsnorm_outputs out = {0};
    return hd_adding_end(&adding, add(&adding, x, scale, attributes != NULL ? attributes : &defaults, &out)) ? out
                                                                                                             : none;
}
