/* SPDX-License-Identifier: MIT */
/* Tensors: made and changed. */
#include "frontend/internal.h"

#include <stdio.h>
#include <string.h>

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

/* A scalar that is bound in host memory when the graph runs has one element, whether or not that was said. */
static void default_to_one_element(hipdnn_data_tensor *given)
{
    if (given->is_runtime_pass_by_value && given->dim.count == 0)
        given->dim = given->stride = (hipdnn_dims){.v = {1}, .count = 1};
}

static hd_status take_ragged_offset(const hipdnn_graph_t *graph, const hipdnn_tensor_t *offsets, int64_t multiplier,
                                    hipdnn_data_tensor *given)
{
    if (offsets != NULL && offsets->graph != graph)
        return hd_fail(HD_BAD_PARAM, "ragged_offset, tensor '%s', belongs to graph '%s', not to graph '%s'",
                       offsets->given.name, offsets->graph->name, graph->name);
    if (offsets != NULL && offsets->given.ragged_offset_uid.set)
        return hd_fail(HD_BAD_PARAM, "ragged_offset, tensor '%s', is ragged itself: offsets lie in plain memory",
                       offsets->given.name);
    if (multiplier < 0)
        return hd_fail(HD_BAD_PARAM, "ragged_offset_multiplier is %lld: it must be 1 or more, or 0 for 1",
                       (long long)multiplier);
    given->ragged_offset_uid = (hipdnn_optional_i64){offsets != NULL, offsets != NULL ? offsets->index : 0};
    given->ragged_offset_multiplier = multiplier != 0 ? multiplier : 1;
    return HD_OK;
}

static hd_status take_alignment(int64_t alignment, hipdnn_data_tensor *given)
{
    if (alignment < 0)
        return hd_fail(HD_BAD_PARAM, "alignment is %lld: it must be 1 or more bytes, or 0 for 16",
                       (long long)alignment);
    given->alignment = alignment != 0 ? alignment : 16;
    return HD_OK;
}

static hd_status take_attributes(const hipdnn_graph_t *graph, const hipdnn_tensor_attributes *a,
                                 hipdnn_data_tensor *given)
{
    HD_TRY(hd_check_reserved(a->reserved));
    HD_TRY(hd_check_type("data_type", (int32_t)a->data_type));
    HD_TRY(take_list("dim", a->dim, &given->dim));
    HD_TRY(take_list("stride", a->stride, &given->stride));
    if (given->stride.count != 0 && given->stride.count != given->dim.count)
        return hd_fail(HD_BAD_PARAM, "dim has %u entries and stride %u: give as many strides as dims, or none",
                       (unsigned)given->dim.count, (unsigned)given->stride.count);
    HD_TRY(take_alignment(a->alignment, given));
    HD_TRY(take_ragged_offset(graph, a->ragged_offset, a->ragged_offset_multiplier, given));
    given->data_type = (int32_t)a->data_type;
    given->uid = a->uid.value;
    given->is_runtime_pass_by_value = a->is_runtime_pass_by_value;
    default_to_one_element(given);
    return HD_OK;
}

hd_status hd_tensor_add(hipdnn_graph_t *graph, hipdnn_data_tensor *given, const char *name,
                        hipdnn_tensor_t **out_tensor)
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
        status = take_attributes(graph, a, &given);
    if (status == HD_OK)
        status = hd_tensor_add(graph, &given, a->name, &tensor);
    if (status == HD_OK)
        tensor->has_uid = a->uid.set;
    return hd_graph_end_change(graph, __func__, status) == HIPDNN_STATUS_SUCCESS ? tensor : NULL;
}

/* What is known of `like`, but bound by the caller and without a uid; offsets are only of use in their own graph. */
static hd_status copy_like(const hipdnn_graph_t *graph, const hipdnn_tensor_t *like, hipdnn_data_tensor *given)
{
    if (like == NULL)
        return hd_fail(HD_NULL_POINTER, "like is NULL: pass the tensor to copy from");
    if (like->given.ragged_offset_uid.set && like->graph != graph)
        return hd_fail(HD_BAD_PARAM, "tensor '%s' is ragged, and its offsets belong to graph '%s', not to graph '%s'",
                       like->given.name, like->graph->name, graph->name);
    *given = *hd_tensor_known(like);
    given->ragged_offset_uid = like->given.ragged_offset_uid;
    given->is_virtual = false;
    given->uid = 0;
    return HD_OK;
}

hipdnn_tensor_t *hipdnn_graph_tensor_like(hipdnn_graph_t *graph, const hipdnn_tensor_t *like, const char *name)
{
    hipdnn_data_tensor given;
    hipdnn_tensor_t *tensor = NULL;
    hd_status status = hd_graph_begin(graph);
    if (status == HD_OK)
        status = copy_like(graph, like, &given);
    if (status == HD_OK)
        status = hd_tensor_add(graph, &given, name, &tensor);
    return hd_graph_end_change(graph, __func__, status) == HIPDNN_STATUS_SUCCESS ? tensor : NULL;
}

/* ---------------------------------------------------------------------------------------------------- uses */

void hd_tensor_add_use(hipdnn_tensor_t *tensor)
{
    if (tensor->uses++ == 0 && tensor->given.ragged_offset_uid.set)
        hd_tensor_add_use(tensor->graph->tensors[tensor->given.ragged_offset_uid.value]);
}

void hd_tensor_drop_use(hipdnn_tensor_t *tensor)
{
    if (--tensor->uses == 0 && tensor->given.ragged_offset_uid.set)
        hd_tensor_drop_use(tensor->graph->tensors[tensor->given.ragged_offset_uid.value]);
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

hipdnnStatus_t hipdnn_tensor_clear_uid(hipdnn_tensor_t *tensor)
{
    const hd_status status = begin(tensor);
    if (status == HD_OK) {
        tensor->given.uid = 0;
        tensor->has_uid = false;
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

hipdnnStatus_t hipdnn_tensor_set_alignment(hipdnn_tensor_t *tensor, int64_t alignment)
{
    hd_status status = begin(tensor);
    if (status == HD_OK)
        status = take_alignment(alignment, &tensor->given);
    return end(tensor, __func__, status);
}

/* The uses follow the offsets. */
static hd_status set_ragged_offset(hipdnn_tensor_t *tensor, hipdnn_tensor_t *offsets, int64_t multiplier)
{
    const hipdnn_optional_i64 before = tensor->given.ragged_offset_uid;
    if (offsets == tensor)
        return hd_fail(HD_BAD_PARAM, "it cannot hold its own offsets");
    HD_TRY(take_ragged_offset(tensor->graph, offsets, multiplier, &tensor->given));
    if (!hd_tensor_is_used(tensor))
        return HD_OK;
    if (offsets != NULL)
        hd_tensor_add_use(offsets);
    if (before.set)
        hd_tensor_drop_use(tensor->graph->tensors[before.value]);
    return HD_OK;
}

hipdnnStatus_t hipdnn_tensor_set_ragged_offset(hipdnn_tensor_t *tensor, hipdnn_tensor_t *offsets, int64_t multiplier)
{
    hd_status status = begin(tensor);
    if (status == HD_OK)
        status = set_ragged_offset(tensor, offsets, multiplier);
    return end(tensor, __func__, status);
}
