/* SPDX-License-Identifier: MIT */
/* Elementwise operations. */
#include "frontend/adding.h"

static hd_status check_inputs(int32_t mode, const hipdnn_tensor_t *b, const hipdnn_tensor_t *c)
{
    const int wanted = hd_pointwise_input_count(mode);
    if (b == NULL && c != NULL)
        return hd_fail(HD_BAD_PARAM, "input c is given without input b: pass inputs from the left");
    const int given = c != NULL ? 3 : b != NULL ? 2 : 1;
    if (given != wanted)
        return hd_fail(HD_BAD_PARAM, "mode %s takes %d input%s, but %d %s given: pass NULL for those it does not take",
                       hd_enum_text(&hd_pointwise_mode_enum, mode), wanted, wanted == 1 ? "" : "s", given,
                       given == 1 ? "is" : "are");
    return HD_OK;
}

static hd_status add(hd_adding *adding, const hipdnn_tensor_t *a, const hipdnn_tensor_t *b, const hipdnn_tensor_t *c,
                     const hipdnn_pointwise_attributes *from, hipdnn_tensor_t **out_y)
{
    hipdnn_data_pointwise to = {
        .mode = (int32_t)from->mode,
        .axis = from->axis,
        .relu_lower_clip = from->relu_lower_clip,
        .relu_upper_clip = from->relu_upper_clip,
        .relu_lower_clip_slope = from->relu_lower_clip_slope,
        .swish_beta = from->swish_beta,
        .elu_alpha = from->elu_alpha,
        .softplus_beta = from->softplus_beta,
    };
    HD_TRY(hd_adding_begin(adding, &hd_operation_pointwise, from->name, from->compute_data_type, from->reserved));
    HD_TRY(hd_adding_check_enum("mode", &hd_pointwise_mode_enum, to.mode, "HIPDNN_POINTWISE_*"));
    HD_TRY(hd_adding_input(adding, "a", a, &to.in_0));
    HD_TRY(hd_adding_optional_input(adding, "b", b, &to.in_1));
    HD_TRY(hd_adding_optional_input(adding, "c", c, &to.in_2));
    HD_TRY(check_inputs(to.mode, b, c));
    HD_TRY(hd_adding_output(adding, "OUT_0", &to.out_0, out_y));
    return hd_adding_node(adding, &to);
}

hipdnn_tensor_t *hipdnn_graph_pointwise(hipdnn_graph_t *graph, hipdnn_tensor_t *a, hipdnn_tensor_t *b,
                                        hipdnn_tensor_t *c, const hipdnn_pointwise_attributes *attributes)
{
    static const hipdnn_pointwise_attributes defaults;
    hd_adding adding = {.call = __func__, .graph = graph};
    hipdnn_tensor_t *y = NULL;
    return hd_adding_end(&adding, add(&adding, a, b, c, attributes != NULL ? attributes : &defaults, &y)) ? y : NULL;
}
