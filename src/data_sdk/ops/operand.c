/* SPDX-License-Identifier: MIT */
#include "data_sdk/ops/operand.h"

#include "data_sdk/schema/dims.h"

#include <inttypes.h>

hd_status hd_operands_find(const hd_op_context *context, const hd_operand *operands, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        *operands[i].out_tensor = NULL;
        if (operands[i].uid.set)
            HD_TRY(hd_op_tensor(context, operands[i].field, operands[i].uid.value, operands[i].out_tensor));
    }
    return HD_OK;
}

hd_status hd_operand_has_shape(const hd_op_context *context, const char *role, const hipdnn_data_tensor *tensor,
                               const hipdnn_dims *shape, const char *letters)
{
    if (tensor == NULL)
        return HD_OK;
    char name[HD_TENSOR_TEXT_SIZE], seen[HD_DIMS_TEXT_SIZE];
    const hipdnn_dims *dim = &tensor->dim;
    if (dim->count != shape->count)
        return hd_op_refuse(context, "%s %s has %" PRIu32 " dimensions, but %" PRIu32 " are needed: %s; give it those",
                            role, hd_tensor_text(tensor, name), dim->count, shape->count, letters);
    for (uint32_t i = 0; i < dim->count; i++) {
        const bool any = shape->v[i] == HD_ANY_EXTENT;
        if (any ? dim->v[i] < 1 : dim->v[i] != shape->v[i])
            return hd_op_refuse(context,
                                "%s %s has dims %s, but %s is needed: dims[%" PRIu32 "] is %" PRId64 ", %s %" PRId64
                                " is allowed; change it",
                                role, hd_tensor_text(tensor, name), hd_dims_text(dim, seen, sizeof seen), letters, i,
                                dim->v[i], any ? "at least" : "only", any ? 1 : shape->v[i]);
    }
    return HD_OK;
}

hd_status hd_operand_is_scalar(const hd_op_context *context, const char *role, const hipdnn_data_tensor *tensor)
{
    char name[HD_TENSOR_TEXT_SIZE], seen[HD_DIMS_TEXT_SIZE];
    for (uint32_t i = 0; tensor != NULL && i < tensor->dim.count; i++)
        if (tensor->dim.v[i] != 1)
            return hd_op_refuse(context,
                                "%s %s has dims %s, but it is one number: only extents of 1 are allowed; give it [1]",
                                role, hd_tensor_text(tensor, name), hd_dims_text(&tensor->dim, seen, sizeof seen));
    return HD_OK;
}

hd_status hd_operand_has_type(const hd_op_context *context, const char *role, const hipdnn_data_tensor *tensor,
                              hipdnn_type type)
{
    if (tensor == NULL || tensor->data_type == (int32_t)type)
        return HD_OK;
    char name[HD_TENSOR_TEXT_SIZE];
    return hd_op_refuse(context, "%s %s has data type %s, only %s is allowed; change it", role,
                        hd_tensor_text(tensor, name), hd_enum_text(&hd_data_type_enum, tensor->data_type),
                        hd_enum_text(&hd_data_type_enum, (int32_t)type));
}

void hd_operand_infer(hipdnn_data_tensor *tensor, const hipdnn_dims *dim, const hipdnn_dims *like_stride)
{
    if (tensor == NULL)
        return;
    if (tensor->dim.count == 0)
        tensor->dim = *dim;
    if (tensor->stride.count != 0)
        return;
    if (like_stride == NULL)
        hd_dims_pack(&tensor->dim, &tensor->stride);
    else
        hd_dims_pack_like(&tensor->dim, like_stride, &tensor->stride);
}
