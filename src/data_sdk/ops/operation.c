/* SPDX-License-Identifier: MIT */
#include "data_sdk/ops/operation.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>

const hd_operation *const hd_operations[] = {
    &hd_operation_batchnorm_inference,
    &hd_operation_pointwise,
    &hd_operation_batchnorm_backward,
    &hd_operation_batchnorm,
    &hd_operation_conv_fwd,
    &hd_operation_conv_bwd,
    &hd_operation_conv_wrw,
    &hd_operation_batchnorm_inference_variance,
    &hd_operation_matmul,
    &hd_operation_rmsnorm,
    &hd_operation_layernorm,
    &hd_operation_sdpa,
    &hd_operation_block_scale_dequantize,
    &hd_operation_block_scale_quantize,
    &hd_operation_sdpa_backward,
    &hd_operation_custom_op,
    &hd_operation_rmsnorm_backward,
    &hd_operation_reduction,
    &hd_operation_resample_fwd,
    &hd_operation_layernorm_backward,
    &hd_operation_resample_bwd,
    &hd_operation_moe_grouped_matmul,
    &hd_operation_moe_grouped_matmul_bwd,
};
const size_t hd_operation_count = sizeof hd_operations / sizeof hd_operations[0];

const hd_operation *hd_operation_by_tag(int32_t tag)
{
    for (size_t i = 0; i < hd_operation_count; i++)
        if (hd_operations[i]->tag == tag)
            return hd_operations[i];
    return NULL;
}

const hd_operation *hd_operation_by_table(const char *table_name)
{
    for (size_t i = 0; i < hd_operation_count; i++)
        if (strcmp(hd_operations[i]->table.name, table_name) == 0)
            return hd_operations[i];
    return NULL;
}

hd_status hd_op_refuse(const hd_op_context *context, const char *format, ...)
{
    char reason[HD_ERROR_TEXT_SIZE / 2];
    va_list arguments;
    va_start(arguments, format);
    (void)vsnprintf(reason, sizeof reason, format, arguments);
    va_end(arguments);
    return hd_fail(HD_BAD_PARAM, "node '%.64s': %s", context->node, reason);
}

hd_status hd_op_tensor(const hd_op_context *context, const char *field, int64_t uid, hipdnn_data_tensor **out_tensor)
{
    *out_tensor = context->tensor(context, uid);
    if (*out_tensor == NULL)
        return hd_op_refuse(context, "%s is %" PRId64 ", but the graph has no tensor of that uid; add it", field, uid);
    return HD_OK;
}

const char *hd_tensor_text(const hipdnn_data_tensor *tensor, char text[HD_TENSOR_TEXT_SIZE])
{
    (void)snprintf(text, HD_TENSOR_TEXT_SIZE, "tensor '%.48s' (uid %" PRId64 ")", tensor->name, tensor->uid);
    return text;
}
