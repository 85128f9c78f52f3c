/* SPDX-License-Identifier: MIT */
/* Gradient of pooling. */
#include "frontend/operations/spatial.h"

static hd_status complete(const hd_op_context *context, void *attributes)
{
    hipdnn_data_resample_bwd *resample = attributes;
    const hd_spatial_list lists[] = {
        {"padding before", &resample->pre_padding, 0},
        {"padding after", &resample->post_padding, 0},
        {"stride", &resample->stride, 1},
        {"window", &resample->window, 0},
    };
    return hd_spatial_complete(context, "dy_tensor_uid", resample->dy, lists, sizeof lists / sizeof lists[0]);
}

static hd_status add(hd_adding *adding, const hipdnn_tensor_t *dy, const hipdnn_resample_bwd_attributes *a,
                     hipdnn_tensor_t **out_dx)
{
    hipdnn_data_resample_bwd to = {
        .resample_mode = (int32_t)a->resample_mode,
        .padding_mode = (int32_t)a->padding_mode,
    };
    HD_TRY(hd_adding_begin(adding, &hd_operation_resample_bwd, a->name, a->compute_data_type, a->reserved));
    HD_TRY(hd_adding_check_enum("resample_mode", &hd_resample_mode_enum, to.resample_mode, "HIPDNN_RESAMPLE_*"));
    HD_TRY(hd_adding_check_optional_enum("padding_mode", &hd_padding_mode_enum, to.padding_mode, "HIPDNN_PADDING_*"));
    HD_TRY(hd_spatial_take_padding(a->padding, a->pre_padding, a->post_padding, &to.pre_padding, &to.post_padding));
    HD_TRY(hd_spatial_take("stride", a->stride, &to.stride));
    HD_TRY(hd_spatial_take("window", a->window, &to.window));
    HD_TRY(hd_adding_input(adding, "dy", dy, &to.dy));
    HD_TRY(hd_adding_optional_input(adding, "index", a->index, &to.index));
    HD_TRY(hd_adding_output(adding, "DX", &to.dx, out_dx));
    return hd_adding_node(adding, &to);
}

hipdnn_tensor_t *hipdnn_graph_resample_bwd(hipdnn_graph_t *graph, hipdnn_tensor_t *dy,
                                           const hipdnn_resample_bwd_attributes *attributes)
{
    static const hipdnn_resample_bwd_attributes defaults;
    hd_adding adding = {.call = __func__, .graph = graph, .node.complete = complete};
    hipdnn_tensor_t *dx = NULL;
    return hd_adding_end(&adding, add(&adding, dy, attributes != NULL ? attributes : &defaults, &dx)) ? dx : NULL;
}
