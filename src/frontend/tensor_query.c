/* SPDX-License-Identifier: MIT */
/* What is known of a tensor: before a validation what was given, after it everything. */
#include "frontend/internal.h"

const hipdnn_data_tensor *hd_tensor_known(const hipdnn_tensor_t *tensor)
{
    return tensor->resolved != NULL ? tensor->resolved : &tensor->given;
}

/* Questions leave a first error of the graph alone and work in spite of it. */
static hipdnnStatus_t answer(const hipdnn_tensor_t *tensor, const char *call, hd_status status)
{
    if (status != HD_OK && tensor != NULL && !tensor->graph->error.is_first)
        hd_fail_in(status, "tensor '%s'", tensor->given.name);
    if (status == HD_OK)
        return HIPDNN_STATUS_SUCCESS;
    hd_graph_end(tensor != NULL ? tensor->graph : NULL, call, status);
    return (hipdnnStatus_t)status;
}

static hd_status ask(const hipdnn_tensor_t *tensor, const void *out)
{
    return tensor != NULL ? hd_require_place(out) : hd_fail(HD_NULL_POINTER, "tensor is NULL");
}

hipdnnStatus_t hipdnn_tensor_get_uid(const hipdnn_tensor_t *tensor, int64_t *out_uid)
{
    hd_status status = ask(tensor, out_uid);
    if (status == HD_OK && !tensor->has_uid && tensor->resolved == NULL)
        status = hd_fail(HD_NOT_INITIALIZED, "it has no uid yet: set one, or validate a graph that uses it");
    if (status == HD_OK)
        *out_uid = hd_tensor_known(tensor)->uid;
    return answer(tensor, __func__, status);
}

bool hipdnn_tensor_has_uid(const hipdnn_tensor_t *tensor)
{
    return tensor != NULL && (tensor->has_uid || tensor->resolved != NULL);
}

hipdnnStatus_t hipdnn_tensor_get_dim(const hipdnn_tensor_t *tensor, hipdnn_dims *out_dim)
{
    const hd_status status = ask(tensor, out_dim);
    if (status == HD_OK)
        *out_dim = hd_tensor_known(tensor)->dim;
    return answer(tensor, __func__, status);
}

hipdnnStatus_t hipdnn_tensor_get_stride(const hipdnn_tensor_t *tensor, hipdnn_dims *out_stride)
{
    const hd_status status = ask(tensor, out_stride);
    if (status == HD_OK)
        *out_stride = hd_tensor_known(tensor)->stride;
    return answer(tensor, __func__, status);
}

hipdnn_type hipdnn_tensor_get_data_type(const hipdnn_tensor_t *tensor)
{
    return tensor != NULL ? (hipdnn_type)hd_tensor_known(tensor)->data_type : HIPDNN_TYPE_UNSET;
}

const char *hipdnn_tensor_get_name(const hipdnn_tensor_t *tensor)
{
    return tensor != NULL ? tensor->given.name : "";
}

bool hipdnn_tensor_is_virtual(const hipdnn_tensor_t *tensor)
{
    return tensor != NULL && tensor->given.is_virtual;
}

bool hipdnn_tensor_is_written(const hipdnn_tensor_t *tensor)
{
    return tensor != NULL && tensor->is_written;
}

bool hipdnn_tensor_is_bound(const hipdnn_tensor_t *tensor)
{
    return tensor != NULL && hd_tensor_is_bound(tensor);
}

bool hipdnn_tensor_is_runtime_pass_by_value(const hipdnn_tensor_t *tensor)
{
    return tensor != NULL && tensor->given.is_runtime_pass_by_value;
}

hipdnn_data_value_type hipdnn_tensor_get_value(const hipdnn_tensor_t *tensor, hipdnn_data_value *out_value)
{
    if (tensor == NULL || tensor->given.value_type == HIPDNN_DATA_VALUE_NONE)
        return HIPDNN_DATA_VALUE_NONE;
    if (out_value != NULL)
        *out_value = tensor->given.value;
    return (hipdnn_data_value_type)tensor->given.value_type;
}

int64_t hipdnn_tensor_get_alignment(const hipdnn_tensor_t *tensor)
{
    return tensor != NULL ? tensor->given.alignment : 0;
}

hipdnn_tensor_t *hipdnn_tensor_get_ragged_offset(const hipdnn_tensor_t *tensor)
{
    return tensor != NULL && tensor->given.ragged_offset_uid.set
               ? tensor->graph->tensors[tensor->given.ragged_offset_uid.value]
               : NULL;
}

hipdnnStatus_t hipdnn_tensor_get_volume(const hipdnn_tensor_t *tensor, int64_t *out_elements)
{
    hd_status status = ask(tensor, out_elements);
    int64_t volume = 1;
    if (status == HD_OK && hd_tensor_known(tensor)->dim.count == 0)
        status = hd_fail(HD_NOT_INITIALIZED, "its dims are not known yet: validate the graph that uses it");
    for (uint32_t i = 0; status == HD_OK && i < hd_tensor_known(tensor)->dim.count; i++) {
        if (__builtin_mul_overflow(volume, hd_tensor_known(tensor)->dim.v[i], &volume))
            status = hd_fail(HD_BAD_PARAM, "the number of its elements overflows");
    }
    if (status == HD_OK)
        *out_elements = volume;
    return answer(tensor, __func__, status);
}

hipdnnStatus_t hipdnn_tensor_get_size(const hipdnn_tensor_t *tensor, size_t *out_bytes)
{
    hd_status status = ask(tensor, out_bytes);
    int64_t span = 0;
    size_t element = 0, bytes = 0;
    if (status == HD_OK) {
        const hipdnn_data_tensor *known = hd_tensor_known(tensor);
        element = hd_data_type_size(known->data_type);
        if (known->dim.count == 0 || known->stride.count == 0 || element == 0)
            status = hd_fail(HD_NOT_INITIALIZED, "its dims, strides or data type are not known yet: validate the graph "
                                                 "that uses it");
        else
            status = hd_tensor_span(known, &span);
    }
    if (status == HD_OK && __builtin_mul_overflow((size_t)span, element, &bytes))
        status = hd_fail(HD_BAD_PARAM, "its size in bytes overflows");
    if (status == HD_OK)
        *out_bytes = bytes;
    return answer(tensor, __func__, status);
}
