/* SPDX-License-Identifier: MIT */
/* Rules of one tensor. Source: the graph validation of the original; what overflows is refused here, so that nobody
 * behind it checks an index again. */
#include "data_sdk/graph/graph.h"

#include <inttypes.h>

static bool span_of(const hipdnn_data_tensor *tensor, int64_t *out_elements)
{
    int64_t last = 0;
    for (uint32_t i = 0; i < tensor->dim.count; i++) {
        int64_t reach;
        if (__builtin_mul_overflow(tensor->dim.v[i] - 1, tensor->stride.v[i], &reach) ||
            __builtin_add_overflow(last, reach, &last))
            return false;
    }
    return !__builtin_add_overflow(last, 1, out_elements);
}

static bool volume_of(const hipdnn_data_tensor *tensor, int64_t *out_elements)
{
    *out_elements = 1;
    for (uint32_t i = 0; i < tensor->dim.count; i++)
        if (__builtin_mul_overflow(*out_elements, tensor->dim.v[i], out_elements))
            return false;
    return true;
}

/* The sentence of a refusal without the tensor's name, which is put in front once, on the error path alone. */
static hd_status shape_fits(const hipdnn_data_tensor *tensor)
{
    const hipdnn_dims *dim = &tensor->dim, *stride = &tensor->stride;
    if (dim->count < 1 || dim->count > HIPDNN_MAX_RANK)
        return hd_fail(HD_BAD_PARAM, "%" PRIu32 " dimensions, 1 to %d are allowed; set its dims", dim->count,
                       HIPDNN_MAX_RANK);
    if (stride->count != dim->count)
        return hd_fail(HD_BAD_PARAM, "%" PRIu32 " dims and %" PRIu32 " strides; give one stride per dimension",
                       dim->count, stride->count);
    for (uint32_t i = 0; i < dim->count; i++) {
        if (dim->v[i] < 1)
            return hd_fail(HD_BAD_PARAM, "dims[%" PRIu32 "] is %" PRId64 ", at least 1 is allowed", i, dim->v[i]);
        if (stride->v[i] < 0)
            return hd_fail(HD_BAD_PARAM, "strides[%" PRIu32 "] is %" PRId64 ", at least 0 is allowed", i, stride->v[i]);
    }
    return HD_OK;
}

/* Both how far it reaches in memory and how many elements it has must be countable in bytes. */
static hd_status size_fits(const hipdnn_data_tensor *tensor)
{
    const int64_t most = INT64_MAX / (int64_t)hd_data_type_size(tensor->data_type);
    int64_t span, volume;
    if (span_of(tensor, &span) && span <= most && volume_of(tensor, &volume) && volume <= most)
        return HD_OK;
    char dims[HD_DIMS_TEXT_SIZE], strides[HD_DIMS_TEXT_SIZE];
    return hd_fail(HD_BAD_PARAM, "dims %s with strides %s take more than %" PRId64 " elements of type %s",
                   hd_dims_text(&tensor->dim, dims, sizeof dims),
                   hd_dims_text(&tensor->stride, strides, sizeof strides), most,
                   hd_enum_text(&hd_data_type_enum, tensor->data_type));
}

static hd_status value_fits(const hipdnn_data_tensor *tensor)
{
    const bool is_constant = tensor->value_type != HIPDNN_DATA_VALUE_NONE;
    if (!is_constant && !tensor->is_runtime_pass_by_value)
        return HD_OK;
    if (is_constant && tensor->is_runtime_pass_by_value)
        return hd_fail(HD_BAD_PARAM, "it has a value and is passed by value at run time; choose one");
    if (tensor->is_virtual)
        return hd_fail(HD_BAD_PARAM, "it is virtual and passed by value; choose one");
    int64_t volume;
    if (!volume_of(tensor, &volume) || volume != 1) {
        char dims[HD_DIMS_TEXT_SIZE];
        return hd_fail(HD_BAD_PARAM, "it is passed by value and has dims %s; only one element is allowed",
                       hd_dims_text(&tensor->dim, dims, sizeof dims));
    }
    return HD_OK;
}

static hd_status tensor_fits(const hipdnn_data_tensor *tensor)
{
    if (hd_data_type_size(tensor->data_type) == 0)
        return hd_fail(HD_BAD_PARAM, "data type %" PRId32 " (%s); set one that is known", tensor->data_type,
                       hd_enum_text(&hd_data_type_enum, tensor->data_type));
    HD_TRY(shape_fits(tensor));
    HD_TRY(size_fits(tensor));
    HD_TRY(value_fits(tensor));
    if (tensor->alignment < 1)
        return hd_fail(HD_BAD_PARAM, "alignment is %" PRId64 ", at least 1 is allowed", tensor->alignment);
    if (tensor->ragged_offset_multiplier < 1)
        return hd_fail(HD_BAD_PARAM, "ragged_offset_multiplier is %" PRId64 ", at least 1 is allowed",
                       tensor->ragged_offset_multiplier);
    return HD_OK;
}

hd_status hd_tensor_check(const hipdnn_data_tensor *tensor)
{
    const hd_status status = tensor_fits(tensor);
    char name[HD_TENSOR_TEXT_SIZE];
    return status == HD_OK ? HD_OK : hd_fail_in(status, "%s", hd_tensor_text(tensor, name));
}

hd_status hd_tensor_span(const hipdnn_data_tensor *tensor, int64_t *out_elements)
{
    if (span_of(tensor, out_elements))
        return HD_OK;
    *out_elements = 0;
    char name[HD_TENSOR_TEXT_SIZE], dims[HD_DIMS_TEXT_SIZE], strides[HD_DIMS_TEXT_SIZE];
    return hd_fail(HD_BAD_PARAM, "%s: dims %s with strides %s reach over more than %" PRId64 " elements",
                   hd_tensor_text(tensor, name), hd_dims_text(&tensor->dim, dims, sizeof dims),
                   hd_dims_text(&tensor->stride, strides, sizeof strides), INT64_MAX);
}
