/* SPDX-License-Identifier: MIT */
/* Constants: made from a number, and as the bytes of one element, which is how the backend API takes them. */
#include "base/half.h"
#include "frontend/internal.h"

#include <string.h>

/* ---------------------------------------------------------------------------------------------------- make */

static hd_status take_integer(double value, hipdnn_type type, double least, double most, int64_t *out_value)
{
    if (!(value >= least && value <= most) || value != (double)(int64_t)value) /* written so that NaN is refused */
        return hd_fail(HD_BAD_PARAM, "value is %g, but a constant of type %s is a whole number from %.0f to %.0f",
                       value, hd_enum_text(&hd_data_type_enum, (int32_t)type), least, most);
    *out_value = (int64_t)value;
    return HD_OK;
}

/* The number in the union's member for the type: hipdnn_data_value_type says which. */
static hd_status take_value(hipdnn_type type, double value, hipdnn_data_tensor *given)
{
    static const double exact = 9007199254740992; /* 2^53: beyond it a double leaves integers out */
    int64_t integer = 0;
    switch (type) {
    case HIPDNN_TYPE_F32:
        given->value_type = HIPDNN_DATA_VALUE_FLOAT32;
        given->value.f32 = (float)value;
        return HD_OK;
    case HIPDNN_TYPE_F64:
        given->value_type = HIPDNN_DATA_VALUE_FLOAT64;
        given->value.f64 = value;
        return HD_OK;
    case HIPDNN_TYPE_F16:
        given->value_type = HIPDNN_DATA_VALUE_FLOAT16;
        given->value.f32 = hd_half_to_float(hd_float_to_half((float)value));
        return HD_OK;
    case HIPDNN_TYPE_BF16:
        given->value_type = HIPDNN_DATA_VALUE_BFLOAT16;
        given->value.f32 = hd_bfloat16_to_float(hd_float_to_bfloat16((float)value));
        return HD_OK;
    case HIPDNN_TYPE_I32:
        HD_TRY(take_integer(value, type, INT32_MIN, INT32_MAX, &integer));
        given->value_type = HIPDNN_DATA_VALUE_INT32;
        given->value.i32 = (int32_t)integer;
        return HD_OK;
    case HIPDNN_TYPE_I64:
        HD_TRY(take_integer(value, type, -exact, exact, &integer));
        given->value_type = HIPDNN_DATA_VALUE_INT64;
        given->value.i64 = integer;
        return HD_OK;
    case HIPDNN_TYPE_BOOL:
        HD_TRY(take_integer(value, type, 0, 1, &integer));
        given->value_type = HIPDNN_DATA_VALUE_BOOL;
        given->value.u8 = (uint8_t)integer;
        return HD_OK;
    case HIPDNN_TYPE_I8:
    case HIPDNN_TYPE_U8:
        HD_TRY(take_integer(value, type, type == HIPDNN_TYPE_I8 ? INT8_MIN : 0,
                            type == HIPDNN_TYPE_I8 ? INT8_MAX : UINT8_MAX, &integer));
        given->value_type = HIPDNN_DATA_VALUE_FLOAT8; /* the schema's only value of one byte */
        given->value.u8 = (uint8_t)integer;
        return HD_OK;
    default:
        return hd_fail(HD_BAD_PARAM, "a constant of data type %d (%s) cannot be made from a number: bind a tensor",
                       (int)type, hd_enum_text(&hd_data_type_enum, (int32_t)type));
    }
}

hipdnn_tensor_t *hipdnn_graph_scalar(hipdnn_graph_t *graph, hipdnn_type data_type, double value, const char *name)
{
    hipdnn_data_tensor given = {
        .data_type = (int32_t)data_type,
        .dim = {.v = {1}, .count = 1},
        .stride = {.v = {1}, .count = 1},
        .alignment = 16,
        .ragged_offset_multiplier = 1,
    };
    hipdnn_tensor_t *tensor = NULL;
    hd_status status = hd_graph_begin(graph);
    if (status == HD_OK)
        status = take_value(data_type, value, &given);
    if (status == HD_OK)
        status = hd_tensor_add(graph, &given, name, &tensor);
    return hd_graph_end_change(graph, __func__, status) == HIPDNN_STATUS_SUCCESS ? tensor : NULL;
}

hipdnn_tensor_t *hipdnn_graph_scalar_f32(hipdnn_graph_t *graph, float value, const char *name)
{
    return hipdnn_graph_scalar(graph, HIPDNN_TYPE_F32, (double)value, name);
}

/* --------------------------------------------------------------------------------------------------- bytes */

size_t hd_constant_bytes(const hipdnn_data_tensor *tensor, uint8_t bytes[8])
{
    const hipdnn_data_value *value = &tensor->value;
    uint16_t narrow;
    switch ((hipdnn_data_value_type)tensor->value_type) {
    case HIPDNN_DATA_VALUE_NONE:
        return 0;
    case HIPDNN_DATA_VALUE_FLOAT16:
    case HIPDNN_DATA_VALUE_BFLOAT16:
        narrow = tensor->value_type == HIPDNN_DATA_VALUE_FLOAT16 ? hd_float_to_half(value->f32)
                                                                 : hd_float_to_bfloat16(value->f32);
        memcpy(bytes, &narrow, sizeof narrow);
        return sizeof narrow;
    case HIPDNN_DATA_VALUE_FLOAT8:
    case HIPDNN_DATA_VALUE_BOOL:
        bytes[0] = value->u8;
        return 1;
    case HIPDNN_DATA_VALUE_FLOAT64:
    case HIPDNN_DATA_VALUE_INT64:
        memcpy(bytes, value, 8);
        return 8;
    case HIPDNN_DATA_VALUE_FLOAT32:
    case HIPDNN_DATA_VALUE_INT32:
        break;
    }
    memcpy(bytes, value, 4);
    /* A file may give an 8-bit type its constant as a wider integer; the machine is little-endian. */
    return hd_data_type_size(tensor->data_type) == 1 ? 1 : 4;
}
