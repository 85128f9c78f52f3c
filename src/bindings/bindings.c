/* SPDX-License-Identifier: MIT */
#include "bindings/bindings.h"

#define REQUIRED(attribute, slot)                                                                                      \
    {                                                                                                                  \
        (attribute), #attribute, (slot), true                                                                          \
    }
#define OPTIONAL(attribute, slot)                                                                                      \
    {                                                                                                                  \
        (attribute), #attribute, (slot), false                                                                         \
    }
#define ROWS(table) .rows = (table), .row_count = sizeof(table) / sizeof *(table)

static const hd_binding conv_fwd_rows[] = {
    REQUIRED(HIPDNN_ATTR_OPERATION_CONVOLUTION_FORWARD_X, 0), REQUIRED(HIPDNN_ATTR_OPERATION_CONVOLUTION_FORWARD_W, 1),
    REQUIRED(HIPDNN_ATTR_OPERATION_CONVOLUTION_FORWARD_Y, 2), REQUIRED(HIPDNN_ATTR_CONVOLUTION_PRE_PADDINGS, 3),
    REQUIRED(HIPDNN_ATTR_CONVOLUTION_POST_PADDINGS, 4),       REQUIRED(HIPDNN_ATTR_CONVOLUTION_FILTER_STRIDES, 5),
    REQUIRED(HIPDNN_ATTR_CONVOLUTION_DILATIONS, 6),           REQUIRED(HIPDNN_ATTR_CONVOLUTION_CONV_MODE, 7),
};

static const hd_operation_binding conv_fwd = {
    .operation = &hd_operation_conv_fwd,
    .descriptor_type = HIPDNN_BACKEND_OPERATION_CONVOLUTION_FORWARD_DESCRIPTOR,
    .operation_type = HIPDNN_OPERATION_TYPE_CONVOLUTION_FORWARD_EXT,
    .compute_type = HIPDNN_ATTR_CONVOLUTION_COMP_TYPE,
    ROWS(conv_fwd_rows),
};

static const hd_binding pointwise_rows[] = {
    REQUIRED(HIPDNN_ATTR_POINTWISE_MODE, 0),
    OPTIONAL(HIPDNN_ATTR_POINTWISE_RELU_LOWER_CLIP, 1),
    OPTIONAL(HIPDNN_ATTR_POINTWISE_RELU_UPPER_CLIP, 2),
    OPTIONAL(HIPDNN_ATTR_POINTWISE_RELU_LOWER_CLIP_SLOPE, 3),
    OPTIONAL(HIPDNN_ATTR_POINTWISE_AXIS, 4),
    REQUIRED(HIPDNN_ATTR_OPERATION_POINTWISE_IN_0_EXT, 5),
    OPTIONAL(HIPDNN_ATTR_OPERATION_POINTWISE_IN_1_EXT, 6),
    OPTIONAL(HIPDNN_ATTR_OPERATION_POINTWISE_IN_2_EXT, 7),
    REQUIRED(HIPDNN_ATTR_OPERATION_POINTWISE_OUT_0_EXT, 8),
    OPTIONAL(HIPDNN_ATTR_POINTWISE_SWISH_BETA, 9),
    OPTIONAL(HIPDNN_ATTR_POINTWISE_ELU_ALPHA, 10),
    OPTIONAL(HIPDNN_ATTR_POINTWISE_SOFTPLUS_BETA, 11),
};

static const hd_operation_binding pointwise = {
    .operation = &hd_operation_pointwise,
    .descriptor_type = HIPDNN_BACKEND_OPERATION_POINTWISE_DESCRIPTOR,
    .operation_type = HIPDNN_OPERATION_TYPE_POINTWISE_EXT,
    .compute_type = HIPDNN_ATTR_POINTWISE_MATH_PREC,
    ROWS(pointwise_rows),
};

const hd_operation_binding *const hd_operation_bindings[] = {&conv_fwd, &pointwise};
const size_t hd_operation_binding_count = sizeof hd_operation_bindings / sizeof *hd_operation_bindings;

const hd_operation_binding *hd_binding_of(const hd_operation *operation)
{
    for (size_t i = 0; i < hd_operation_binding_count; i++) {
        if (hd_operation_bindings[i]->operation == operation)
            return hd_operation_bindings[i];
    }
    return NULL;
}

static hipdnnBackendAttributeType_t enum_type(const hd_enum *values)
{
    static const struct {
        const hd_enum *values;
        hipdnnBackendAttributeType_t type;
    } types[] = {
        {&hd_data_type_enum, HIPDNN_TYPE_DATA_TYPE},
        {&hd_conv_mode_enum, HIPDNN_TYPE_CONVOLUTION_MODE},
        {&hd_pointwise_mode_enum, HIPDNN_TYPE_POINTWISE_MODE},
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
        return HIPDNN_TYPE_BACKEND_DESCRIPTOR;
    case HD_FIELD_BOOL:
        return HIPDNN_TYPE_BOOLEAN;
    case HD_FIELD_ENUM:
        return enum_type(field->values);
    case HD_FIELD_OPTIONAL_F32:
        return HIPDNN_TYPE_FLOAT;
    case HD_FIELD_F64:
        return HIPDNN_TYPE_DOUBLE;
    case HD_FIELD_STRING:
        return HIPDNN_TYPE_CHAR;
    case HD_FIELD_I32:
        return HIPDNN_TYPE_INT32;
    case HD_FIELD_I64:
    case HD_FIELD_U64:
    case HD_FIELD_OPTIONAL_I64:
    case HD_FIELD_DIMS:
        break;
    }
    return HIPDNN_TYPE_INT64;
}
