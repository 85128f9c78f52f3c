/* SPDX-License-Identifier: MIT */
/* Quantization by blocks. */
#include "frontend/adding.h"

static hd_status add(hd_adding *adding, const hipdnn_tensor_t *x, const hipdnn_block_scale_quantize_attributes *a,
                     hipdnn_block_scale_outputs *out)
{
    hipdnn_data_block_scale_quantize quantize = {
        .block_size = a->block_size,
        .axis = a->axis,
        .transpose = a->transpose,
    };
    HD_TRY(hd_adding_begin(adding, &hd_operation_block_scale_quantize, a->name, a->compute_data_type, a->reserved));
    if (a->block_size < 1)
        return hd_fail(HD_BAD_PARAM, "block_size is %d: it must be 1 or more", (int)a->block_size);
    HD_TRY(hd_adding_input(adding, "x", x, &quantize.x));
    HD_TRY(hd_adding_output(adding, "Y", &quantize.y, &out->y));
    HD_TRY(hd_adding_output(adding, "SCALE", &quantize.scale, &out->scale));
    return hd_adding_node(adding, &quantize);
}

hipdnn_block_scale_outputs hipdnn_graph_block_scale_quantize(hipdnn_graph_t *graph, hipdnn_tensor_t *x,
                                                             const hipdnn_block_scale_quantize_attributes *attributes)
{
    static const hipdnn_block_scale_quantize_attributes defaults;
    static const hipdnn_block_scale_outputs none;
    hd_adding adding = {.call = __func__, .graph = graph};
    hipdnn_block_scale_outputs out = {0};
    return hd_adding_end(&adding, add(&adding, x, attributes != NULL ? attributes : &defaults, &out)) ? out : none;
}
