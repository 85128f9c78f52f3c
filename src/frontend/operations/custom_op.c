/* SPDX-License-Identifier: MIT */
/* An operation that only a plugin knows. */
#include "frontend/adding.h"

#include <stdio.h>

static hd_status take_attributes(const hipdnn_custom_op_attributes *a, hipdnn_data_custom_op *custom)
{
    if (a->custom_op_id == NULL || *a->custom_op_id == '\0')
        return hd_fail(HD_BAD_PARAM, "custom_op_id is not set: give the id that the plugin goes by");
    if (a->data == NULL && a->data_size != 0)
        return hd_fail(HD_NULL_POINTER, "data is NULL, but %zu bytes are announced", a->data_size);
    if (a->data_size > UINT32_MAX)
        return hd_fail(HD_BAD_PARAM, "data has %zu bytes, at most %lu are possible", a->data_size,
                       (unsigned long)UINT32_MAX);
    custom->custom_op_id = a->custom_op_id;
    custom->data = (hipdnn_bytes){a->data, (uint32_t)a->data_size};
    return HD_OK;
}

static hd_status add_outputs(hd_adding *adding, size_t count, hipdnn_tensor_t **out_outputs, hipdnn_i64_list *list)
{
    if (count == 0 || count > UINT32_MAX)
        return hd_fail(HD_BAD_PARAM, "%zu outputs are asked for: at least 1 is needed", count);
    if (out_outputs == NULL)
        return hd_fail(HD_NULL_POINTER, "out_outputs is NULL, but %zu are announced", count);
    int64_t *indices = hd_arena_alloc_array(&adding->graph->arena, count, sizeof *indices);
    if (indices == NULL)
        return hd_fail_alloc(count * sizeof *indices, "a list of tensors");
    for (size_t i = 0; i < count; i++) {
        char result[32];
        snprintf(result, sizeof result, "OUT_%zu", i);
        HD_TRY(hd_adding_output(adding, result, &indices[i], &out_outputs[i]));
    }
    *list = (hipdnn_i64_list){indices, (uint32_t)count};
    return HD_OK;
}

static hd_status add(hd_adding *adding, hipdnn_tensor_t *const *inputs, size_t input_count,
                     hipdnn_tensor_t **out_outputs, size_t output_count, const hipdnn_custom_op_attributes *a)
{
    hipdnn_data_custom_op custom = {0};
    HD_TRY(hd_adding_begin(adding, &hd_operation_custom_op, a->name, a->compute_data_type, a->reserved));
    HD_TRY(take_attributes(a, &custom));
    HD_TRY(hd_adding_input_list(adding, "inputs", inputs, input_count, &custom.inputs));
    HD_TRY(add_outputs(adding, output_count, out_outputs, &custom.outputs));
    return hd_adding_node(adding, &custom);
}

hipdnnStatus_t hipdnn_graph_custom_op(hipdnn_graph_t *graph, hipdnn_tensor_t *const *inputs, size_t input_count,
                                      hipdnn_tensor_t **out_outputs, size_t output_count,
                                      const hipdnn_custom_op_attributes *attributes)
{
    static const hipdnn_custom_op_attributes defaults;
    const hipdnn_custom_op_attributes *a = attributes != NULL ? attributes : &defaults;
    hd_adding adding = {.call = __func__, .graph = graph};
    const hd_status status = add(&adding, inputs, input_count, out_outputs, output_count, a);
    if (hd_adding_end(&adding, status))
        return HIPDNN_STATUS_SUCCESS;
    for (size_t i = 0; out_outputs != NULL && i < output_count; i++)
        out_outputs[i] = NULL;
    return graph != NULL ? hipdnn_graph_get_status(graph) : HIPDNN_STATUS_BAD_PARAM_NULL_POINTER;
}
