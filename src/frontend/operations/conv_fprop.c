/* SPDX-License-Identifier: MIT */
/* Convolution forward. */
#include "frontend/operations/convolution.h"

static hd_status complete(const hd_op_context *context, void *attributes)
{
    hipdnn_data_conv_fwd *conv = attributes;
    return hd_conv_complete(context, "x_tensor_uid", conv->x, &(hd_conv_parameters)HD_CONV_PARAMETERS(conv));
}

static hd_status add(hd_adding *adding, const hipdnn_tensor_t *x, const hipdnn_tensor_t *w,
                     const hipdnn_conv_fprop_attributes *a, hipdnn_tensor_t **out_y)
{
    hipdnn_data_conv_fwd conv = {0};
    HD_TRY(hd_adding_begin(adding, &hd_operation_conv_fwd, a->name, a->compute_data_type, a->reserved));
    HD_TRY(hd_adding_input(adding, "x", x, &conv.x));
    HD_TRY(hd_adding_input(adding, "w", w, &conv.w));
    HD_TRY(hd_conv_take(a, &(hd_conv_parameters)HD_CONV_PARAMETERS(&conv)));
    HD_TRY(hd_adding_output(adding, "Y", &conv.y, out_y));
    return hd_adding_node(adding, &conv);
}

hipdnn_tensor_t *hipdnn_graph_conv_fprop(hipdnn_graph_t *graph, hipdnn_tensor_t *x, hipdnn_tensor_t *w,
                                         const hipdnn_conv_fprop_attributes *attributes)
{
    static const hipdnn_conv_fprop_attributes defaults;
    hd_adding adding = {.call = __func__, .graph = graph, .node.complete = complete};
    hipdnn_tensor_t *y = NULL;
    return hd_adding_end(&adding, add(&adding, x, w, attributes != NULL ? attributes : &defaults, &y)) ? y : NULL;
}
