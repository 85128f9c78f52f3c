/* SPDX-License-Identifier: MIT */
/* Pooling. */
#include "frontend/operations/spatial.h"

static hd_status complete(const hd_op_context *context, void *attributes)
{
    hipdnn_data_resample_fwd *resample = attributes;
    const hd_spatial_list lists[] = {
        {"padding before", &resample->pre_padding, 0},
        {"padding after", &resample->post_padding, 0},
        {"stride", &resample->stride, 1},
        {"window", &resample->window, 0},
    };
    return hd_spatial_complete(context, "x_tensor_uid", resample->x, lists, sizeof lists / sizeof lists[0]);
}

static hipdnnPaddingMode_t default_padding_mode(const hipdnn_resample_fwd_attributes *a)
{
    if (a->padding_mode != HIPDNN_PADDING_NOT_SET)
        return a->padding_mode;
    return a->resample_mode == HIPDNN_RESAMPLE_MAXPOOL ? HIPDNN_PADDING_NEG_INF_PAD : HIPDNN_PADDING_ZERO_PAD;
}

static hd_status add(hd_adding *adding, const hipdnn_tensor_t *x, const hipdnn_resample_fwd_attributes *a,
                     hipdnn_resample_outputs *out)
{
    hipdnn_data_resample_fwd to = {
        .resample_mode = (int32_t)a->resample_mode,
        .padding_mode = (int32_t)default_padding_mode(a),
        .generate_index = {a->generate_index, a->generate_index},
    };
    HD_TRY(hd_adding_begin(adding, &hd_operation_resample_fwd, a->name, a->compute_data_type, a->reserved));
    HD_TRY(hd_adding_check_enum("resample_mode", &hd_resample_mode_enum, to.resample_mode, "HIPDNN_RESAMPLE_*"));
    HD_TRY(hd_adding_check_enum("padding_mode", &hd_padding_mode_enum, to.padding_mode, "HIPDNN_PADDING_*"));
    HD_TRY(hd_spatial_take_padding(a->padding, a->pre_padding, a->post_padding, &to.pre_padding, &to.post_padding));
    HD_TRY(hd_spatial_take("stride", a->stride, &to.stride));
    HD_TRY(hd_spatial_take("window", a->window, &to.window));
    HD_TRY(hd_adding_input(adding, "x", x, &to.x));
    HD_TRY(hd_adding_output(adding, "Y", &to.y, &out->y));
    HD_TRY(hd_adding_optional_output(adding, "INDEX", a->generate_index, &to.index, &out->index));
    if (out->index != NULL)
        out->index->given.data_type = HIPDNN_TYPE_I32; /* the graph's types are for numbers that are computed with */
    return hd_adding_node(adding, &to);
}

hipdnn_resample_outputs hipdnn_graph_resample_fwd(hipdnn_graph_t *graph, hipdnn_tensor_t *x,
                                                  const hipdnn_resample_fwd_attributes *attributes)
{
    static const hipdnn_resample_fwd_attributes defaults;
    static const hipdnn_resample_outputs none;
    hd_adding adding = {.call = __func__, .graph = graph, .node.complete = complete};
    hipdnn_resample_outputs out = {0};
    return hd_adding_end(&adding, add(&adding, x, attributes != NULL ? attributes : &defaults, &out)) ? out : none;
}
