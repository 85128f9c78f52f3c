/* SPDX-License-Identifier: MIT */
/* The way back from quantization by blocks. */
#include "frontend/adding.h"

/* The list ends at its first 0. */
static hd_status take_block_size(const int32_t from[HIPDNN_MAX_RANK], hipdnn_i32_list *out_list)
{
    *out_list = (hipdnn_i32_list){.v = from};
    while (out_list->count < HIPDNN_MAX_RANK && from[out_list->count] > 0)
        out_list->count++;
    for (uint32_t i = out_list->count; i < HIPDNN_MAX_RANK; i++) {
        if (from[i] != 0)
            return hd_fail(HD_BAD_PARAM, "block_size[%u] is %d: entries are above 0, and the first 0 ends the list",
                           (unsigned)i, (int)from[i]);
    }
    return out_list->count > 0 ? HD_OK : hd_fail(HD_BAD_PARAM, "block_size is not set: give at least one entry");
}

static hd_status add(hd_adding *adding, const hipdnn_tensor_t *x, const hipdnn_tensor_t *scale,
                     const hipdnn_block_scale_dequantize_attributes *a, hipdnn_tensor_t **out_y)
{
    hipdnn_data_block_scale_dequantize dequantize = {.is_negative_scale = a->is_negative_scale};
    HD_TRY(hd_adding_begin(adding, &hd_operation_block_scale_dequantize, a->name, a->compute_data_type, a->reserved));
    HD_TRY(take_block_size(a->block_size, &dequantize.block_size));
    HD_TRY(hd_adding_input(adding, "x", x, &dequantize.x));
    HD_TRY(hd_adding_input(adding, "scale", scale, &dequantize.scale));
    HD_TRY(hd_adding_output(adding, "Y", &dequantize.y, out_y));
    return hd_adding_node(adding, &dequantize);
}

hipdnn_tensor_t *hipdnn_graph_block_scale_dequantize(hipdnn_graph_t *graph, hipdnn_tensor_t *x, hipdnn_tensor_t *scale,
                                                     const hipdnn_block_scale_dequantize_attributes *attributes)
{
    static const hipdnn_block_scale_dequantize_attributes defaults;
    hd_adding adding = {.call = __func__, .graph = graph};
    hipdnn_tensor_t *y = NULL;
    return hd_adding_end(&adding, add(&adding, x, scale, attributes != NULL ? attributes : &defaults, &y)) ? y : NULL;
}
