/* SPDX-License-Identifier: MIT */
#include "bindings/bindings.h"

static hipdnnBackendAttributeType_t enum_type(const hd_enum *values)
{
    static const struct {
        const hd_enum *values;
        hipdnnBackendAttributeType_t type;
    } types[] = {
        {&hd_data_type_enum, HIPDNN_TYPE_DATA_TYPE},
        {&hd_conv_mode_enum, HIPDNN_TYPE_CONVOLUTION_MODE},
        {&hd_pointwise_mode_enum, HIPDNN_TYPE_POINTWISE_MODE},
        {&hd_norm_phase_enum, HIPDNN_TYPE_NORM_FWD_PHASE},
        {&hd_moe_mode_enum, HIPDNN_TYPE_MOE_GROUPED_MATMUL_MODE},
        {&hd_reduction_mode_enum, HIPDNN_TYPE_REDUCTION_OPERATOR_TYPE},
        {&hd_resample_mode_enum, HIPDNN_TYPE_RESAMPLE_MODE},
        {&hd_padding_mode_enum, HIPDNN_TYPE_PADDING_MODE},
        {&hd_diagonal_alignment_enum, HIPDNN_TYPE_DIAGONAL_ALIGNMENT_EXT},
        {&hd_attention_implementation_enum, HIPDNN_TYPE_ATTENTION_IMPLEMENTATION_EXT},
    };
    for (size_t i = 0; i < sizeof types / sizeof *types; i++) {
        if (types[i].values == values)
            return types[i].type;
    }
    return HIPDNN_TYPE_INT64;
}

hipdnnBackendAttributeType_t hd_binding_type(const hd_field *field)
{
    switch (field->kind) {
    case HD_FIELD_UID:
    case HD_FIELD_OPTIONAL_UID:
    case HD_FIELD_UID_LIST:
        return HIPDNN_TYPE_BACKEND_DESCRIPTOR;
    case HD_FIELD_BOOL:
    case HD_FIELD_OPTIONAL_BOOL:
        return HIPDNN_TYPE_BOOLEAN;
    case HD_FIELD_ENUM:
        return enum_type(field->values);
    case HD_FIELD_OPTIONAL_F32:
        return HIPDNN_TYPE_FLOAT;
    case HD_FIELD_F64:
        return HIPDNN_TYPE_DOUBLE;
    case HD_FIELD_STRING:
    case HD_FIELD_BYTES:
        return HIPDNN_TYPE_CHAR;
    case HD_FIELD_I32:
    case HD_FIELD_OPTIONAL_I32:
    case HD_FIELD_I32_LIST:
        return HIPDNN_TYPE_INT32;
    case HD_FIELD_I64:
    case HD_FIELD_U64:
    case HD_FIELD_OPTIONAL_I64:
    case HD_FIELD_DIMS:
        break;
    }
    return HIPDNN_TYPE_INT64;
}
