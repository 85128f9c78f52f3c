/* SPDX-License-Identifier: MIT */
/* Data gradient of a convolution. */
#include "frontend/operations/convolution.h"

static hd_status complete(const hd_op_context *context, void *attributes)
{
    hipdnn_data_conv_bwd *conv = attributes;
    return hd_conv_complete(context, "dy_tensor_uid", conv->dy, &(hd_conv_parameters)HD_CONV_PARAMETERS(conv));
}

static hd_status add(hd_adding *adding, const hipdnn_tensor_t *dy, const hipdnn_tensor_t *w,
                     const hipdnn_conv_dgrad_attributes *a, hipdnn_tensor_t **out_dx)
{
    hipdnn_data_conv_bwd conv = {0};
    HD_TRY(hd_adding_begin(adding, &hd_operation_conv_bwd, a->name, a->compute_data_type, a->reserved));
    HD_TRY(hd_adding_input(adding, "dy", dy, &conv.dy));
    HD_TRY(hd_adding_input(adding, "w", w, &conv.w));
    HD_TRY(hd_conv_take(a, &(hd_conv_parameters)HD_CONV_PARAMETERS(&conv)));
    HD_TRY(hd_adding_output(adding, "DX", &conv.dx, out_dx));
    return hd_adding_node(adding, &conv);
}

hipdnn_tensor_t *hipdnn_graph_conv_dgrad(hipdnn_graph_t *graph, hipdnn_tensor_t *dy, hipdnn_tensor_t *w,
                                         const hipdnn_conv_dgrad_attributes *attributes)
{
    static const hipdnn_conv_dgrad_attributes defaults;
    hd_adding adding = {.call = __func__, .graph = graph, .node.complete = complete};
    hipdnn_tensor_t *dx = NULL;
    return hd_adding_end(&adding, add(&adding, dy, w, attributes != NULL ? attributes : &defaults, &dx)) ? dx : NULL;
}
