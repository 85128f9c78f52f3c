/* SPDX-License-Identifier: MIT */
/* Tensors: made, changed, asked. */
#include "frontend/internal.h"

#include <stdio.h>
#include <string.h>

const hipdnn_data_tensor *hd_tensor_known(const hipdnn_tensor_t *tensor)
{
    return tensor->resolved != NULL ? tensor->resolved : &tensor->given;
}

/* --------------------------------------------------------------------------------------------------- make */

/* A list that ends at its first 0. */
static hd_status take_list(const char *what, const int64_t from[HIPDNN_MAX_RANK], hipdnn_dims *to)
{
    while (to->count < HIPDNN_MAX_RANK && from[to->count] > 0) {
        to->v[to->count] = from[to->count];
        to->count++;
    }
    for (uint32_t i = to->count; i < HIPDNN_MAX_RANK; i++) {
        if (from[i] < 0)
            return hd_fail(HD_BAD_PARAM, "%s[%u] is %lld: entries are above 0, and the first 0 ends the list", what,
                           (unsigned)i, (long long)from[i]);
        if (from[i] != 0)
            return hd_fail(HD_BAD_PARAM, "%s[%u] is %lld after %s[%u] = 0, which ends the list", what, (unsigned)i,
                           (long long)from[i], what, (unsigned)to->count);
    }
    return HD_OK;
}

static hd_status take_attributes(const hipdnn_tensor_attributes *a, hipdnn_data_tensor *given)
{
    HD_TRY(hd_check_reserved(a->reserved));
    HD_TRY(hd_check_type("data_type", (int32_t)a->data_type));
    HD_TRY(take_list("dim", a->dim, &given->dim));
    HD_TRY(take_list("stride", a->stride, &given->stride));
    if (given->stride.count != 0 && given->stride.count != given->dim.count)
        return hd_fail(HD_BAD_PARAM, "dim has %u entries and stride %u: give as many strides as dims, or none",
                       (unsigned)given->dim.count, (unsigned)given->stride.count);
    if (a->alignment < 0)
        return hd_fail(HD_BAD_PARAM, "alignment is %lld: it must be 1 or more bytes, or 0 for 16",
                       (long long)a->alignment);
    given->data_type = (int32_t)a->data_type;
    given->uid = a->uid.value;
    given->alignment = a->alignment != 0 ? a->alignment : 16;
    given->ragged_offset_multiplier = 1;
    return HD_OK;
}

static hd_status add(hipdnn_graph_t *graph, hipdnn_data_tensor *given, const char *name, hipdnn_tensor_t **out_tensor)
{
    char generated[32];
    if (name == NULL || *name == '\0') {
        snprintf(generated, sizeof generated, "tensor_%u", (unsigned)graph->tensor_count);
        name = generated;
    }
    HD_TRY(hd_graph_copy_text(graph, name, &given->name));
    return hd_graph_add_tensor(graph, given, out_tensor);
}

hipdnn_tensor_t *hipdnn_graph_tensor(hipdnn_graph_t *graph, const hipdnn_tensor_attributes *attributes)
{
    static const hipdnn_tensor_attributes defaults;
    const hipdnn_tensor_attributes *a = attributes != NULL ? attributes : &defaults;
    hipdnn_data_tensor given = {0};
    hipdnn_tensor_t *tensor = NULL;
    hd_status status = hd_graph_begin(graph);
    if (status == HD_OK)
        status = take_attributes(a, &given);
    if (status == HD_OK)
        status = add(graph, &given, a->name, &tensor);
    if (status == HD_OK)
        tensor->has_uid = a->uid.set;
    return hd_graph_end_change(graph, __func__, status) == HIPDNN_STATUS_SUCCESS ? tensor : NULL;
}

hipdnn_tensor_t *hipdnn_graph_scalar_f32(hipdnn_graph_t *graph, float value, const char *name)
{
    hipdnn_data_tensor given = {
        .data_type = HIPDNN_TYPE_F32,
        .dim = {.v = {1}, .count = 1},
        .stride = {.v = {1}, .count = 1},
        .value_type = HIPDNN_DATA_VALUE_FLOAT32,
        .value.f32 = value,
        .alignment = 16,
        .ragged_offset_multiplier = 1,
    };
    hipdnn_tensor_t *tensor = NULL;
    hd_status status = hd_graph_begin(graph);
    if (status == HD_OK)
        status = add(graph, &given, name, &tensor);
    return hd_graph_end_change(graph, __func__, status) == HIPDNN_STATUS_SUCCESS ? tensor : NULL;
}

/* -------------------------------------------------------------------------------------------------- change */

static hd_status begin(const hipdnn_tensor_t *tensor)
{
    if (tensor == NULL)
        return hd_fail(HD_NULL_POINTER, "tensor is NULL: the call that should have made it failed, and its graph has "
                                        "the reason (hipdnn_graph_get_error)");
    return hd_graph_begin(tensor->graph);
}

/* A change went well or not; when it did, what was made from the graph is out of date. */
static hipdnnStatus_t end(hipdnn_tensor_t *tensor, const char *call, hd_status status)
{
    if (tensor == NULL)
        return hd_graph_end_change(NULL, call, status);
    if (status == HD_OK)
        hd_graph_changed(tensor->graph);
    else if (!tensor->graph->error.is_first)
        hd_fail_in(status, "tensor '%s'", tensor->given.name);
    return hd_graph_end_change(tensor->graph, call, status);
}

static hd_status refuse_constant(const hipdnn_tensor_t *tensor, const char *what)
{
    if (tensor->given.value_type != HIPDNN_DATA_VALUE_NONE)
        return hd_fail(HD_BAD_PARAM, "a constant keeps its %s: make a new one instead", what);
    return HD_OK;
}

hipdnnStatus_t hipdnn_tensor_set_output(hipdnn_tensor_t *tensor, bool is_output)
{
    hd_status status = begin(tensor);
    if (status == HD_OK && !is_output && !tensor->is_written)
        status = hd_fail(HD_BAD_PARAM, "no operation writes it, so it cannot be virtual: only results of operations "
                                       "can be");
    if (status == HD_OK)
        tensor->given.is_virtual = !is_output;
    return end(tensor, __func__, status);
}

hipdnnStatus_t hipdnn_tensor_set_uid(hipdnn_tensor_t *tensor, int64_t uid)
{
    const hd_status status = begin(tensor);
    if (status == HD_OK) {
        tensor->given.uid = uid;
        tensor->has_uid = true;
    }
    return end(tensor, __func__, status);
}

hipdnnStatus_t hipdnn_tensor_set_name(hipdnn_tensor_t *tensor, const char *name)
{
    hd_status status = begin(tensor);
    const char *copy = "";
    if (status == HD_OK && name != NULL)
        status = hd_graph_copy_text(tensor->graph, name, &copy);
    if (status == HD_OK)
        tensor->given.name = copy;
    return end(tensor, __func__, status);
}

hipdnnStatus_t hipdnn_tensor_set_data_type(hipdnn_tensor_t *tensor, hipdnn_type data_type)
{
    hd_status status = begin(tensor);
    if (status == HD_OK)
        status = refuse_constant(tensor, "data type");
    if (status == HD_OK)
        status = hd_check_type("data_type", (int32_t)data_type);
    if (status == HD_OK)
        tensor->given.data_type = (int32_t)data_type;
    return end(tensor, __func__, status);
}

static hd_status set_list(hipdnn_tensor_t *tensor, const char *what, const int64_t *from, size_t count, int64_t least,
                          hipdnn_dims *to)
{
    HD_TRY(refuse_constant(tensor, what));
    if (from == NULL && count != 0)
        return hd_fail(HD_NULL_POINTER, "%s is NULL, but %zu entries are announced", what, count);
    if (count > HIPDNN_MAX_RANK)
        return hd_fail(HD_BAD_PARAM, "%s has %zu entries: at most %d are possible", what, count, HIPDNN_MAX_RANK);
    hipdnn_dims list = {.count = (uint32_t)count};
    for (size_t i = 0; i < count; i++) {
        if (from[i] < least)
            return hd_fail(HD_BAD_PARAM, "%s[%zu] is %lld: it must be %lld or more", what, i, (long long)from[i],
                           (long long)least);
        list.v[i] = from[i];
    }
    *to = list;
    return HD_OK;
}

hipdnnStatus_t hipdnn_tensor_set_dim(hipdnn_tensor_t *tensor, const int64_t *dim, size_t count)
{
    hd_status status = begin(tensor);
    if (status == HD_OK)
        status = set_list(tensor, "dim", dim, count, 1, &tensor->given.dim);
    return end(tensor, __func__, status);
}

hipdnnStatus_t hipdnn_tensor_set_stride(hipdnn_tensor_t *tensor, const int64_t *stride, size_t count)
{
    hd_status status = begin(tensor);
    if (status == HD_OK)
        status = set_list(tensor, "stride", stride, count, 0, &tensor->given.stride);
    return end(tensor, __func__, status);
}

/* ----------------------------------------------------------------------------------------------------- ask */

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
    if (tensor == NULL)
        return hd_fail(HD_NULL_POINTER, "tensor is NULL");
    return out != NULL ? HD_OK : hd_fail(HD_NULL_POINTER, "the place for the answer is NULL");
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
