/* SPDX-License-Identifier: MIT */
/* Source of the rules: the graph validation of the original, moe_grouped_matmul. */
#include "data_sdk/ops/experts.h"

#include <inttypes.h>

hd_status hd_experts_offsets_fit(const hd_op_context *context, const hipdnn_data_tensor *offsets,
                                 const hipdnn_data_tensor *weight, const char *weight_role)
{
    static const char role[] = "first_token_offset";
    HD_TRY(hd_operand_has_shape(context, role, offsets, &HD_DIMS(HD_ANY_EXTENT, 1, 1), "[B * E, 1, 1]"));
    HD_TRY(hd_operand_has_type(context, role, offsets, HIPDNN_TYPE_I32));
    const int64_t experts = weight->dim.v[HD_WEIGHT_EXPERTS];
    if (offsets->dim.v[0] % experts == 0)
        return HD_OK;
    char name[HD_TENSOR_TEXT_SIZE], weight_name[HD_TENSOR_TEXT_SIZE];
    return hd_op_refuse(context,
                        "%s %s has %" PRId64 " entries and %s %s has %" PRId64
                        " experts; the first must be a multiple of the second: give one offset per expert",
                        role, hd_tensor_text(offsets, name), offsets->dim.v[0], weight_role,
                        hd_tensor_text(weight, weight_name), experts);
}
