/* SPDX-License-Identifier: MIT */
/* Filter gradient of a convolution. */
#include "frontend/operations/convolution.h"

static hd_status complete(const hd_op_context *context, void *attributes)
{
    hipdnn_data_conv_wrw *conv = attributes;
    return hd_conv_complete(context, "x_tensor_uid", conv->x, &(hd_conv_parameters)HD_CONV_PARAMETERS(conv));
}

static hd_status add(hd_adding *adding, const hipdnn_tensor_t *dy, const hipdnn_tensor_t *x,
                     const hipdnn_conv_wgrad_attributes *a, hipdnn_tensor_t **out_dw)
{
    hipdnn_data_conv_wrw conv = {0};
    HD_TRY(hd_adding_begin(adding, &hd_operation_conv_wrw, a->name, a->compute_data_type, a->reserved));
    HD_TRY(hd_adding_input(adding, "dy", dy, &conv.dy));
    HD_TRY(hd_adding_input(adding, "x", x, &conv.x));
    HD_TRY(hd_conv_take(a, &(hd_conv_parameters)HD_CONV_PARAMETERS(&conv)));
    HD_TRY(hd_adding_output(adding, "DW", &conv.dw, out_dw));
    return hd_adding_node(adding, &conv);
}

hipdnn_tensor_t *hipdnn_graph_conv_wgrad(hipdnn_graph_t *graph, hipdnn_tensor_t *dy, hipdnn_tensor_t *x,
                                         const hipdnn_conv_wgrad_attributes *attributes)
{
    static const hipdnn_conv_wgrad_attributes defaults;
    hd_adding adding = {.call = __func__, .graph = graph, .node.complete = complete};
    hipdnn_tensor_t *dw = NULL;
    return hd_adding_end(&adding, add(&adding, dy, x, attributes != NULL ? attributes : &defaults, &dw)) ? dw : NULL;
}
