/* SPDX-License-Identifier: MIT */
#include "data_sdk/json/constant.h"

#include <math.h>
#include <string.h>

/* The members of the schema's union TensorValue. */
static const hd_enum_value types[] = {
    {HIPDNN_DATA_VALUE_FLOAT32, -1, "Float32Value"},   {HIPDNN_DATA_VALUE_FLOAT16, -1, "Float16Value"},
    {HIPDNN_DATA_VALUE_BFLOAT16, -1, "BFloat16Value"}, {HIPDNN_DATA_VALUE_FLOAT8, -1, "Float8Value"},
    {HIPDNN_DATA_VALUE_INT32, -1, "Int32Value"},       {HIPDNN_DATA_VALUE_FLOAT64, -1, "Float64Value"},
    {HIPDNN_DATA_VALUE_INT64, -1, "Int64Value"},       {HIPDNN_DATA_VALUE_BOOL, -1, "BoolValue"},
};
static const hd_enum type_enum = {"TensorValue", types, sizeof types / sizeof types[0], false};

void hd_json_add_constant_keys(hd_json_keys *keys)
{
    hd_json_add_key(keys, "value_type", strlen("value_type"));
    hd_json_add_key(keys, "value", strlen("value"));
}

static hd_status read_value(const hd_json_value *value, int32_t type, hipdnn_data_value *out)
{
    int64_t integer = 0;
    bool truth = false;
    switch ((hipdnn_data_value_type)type) {
    case HIPDNN_DATA_VALUE_FLOAT32:
    case HIPDNN_DATA_VALUE_FLOAT16:
    case HIPDNN_DATA_VALUE_BFLOAT16:
        return hd_json_get_f32(value, &out->f32);
    case HIPDNN_DATA_VALUE_FLOAT64:
        return hd_json_get_f64(value, &out->f64);
    case HIPDNN_DATA_VALUE_INT64:
        return hd_json_get_integer(value, INT64_MIN, INT64_MAX, &out->i64);
    case HIPDNN_DATA_VALUE_INT32:
        HD_TRY(hd_json_get_integer(value, INT32_MIN, INT32_MAX, &integer));
        out->i32 = (int32_t)integer;
        return HD_OK;
    case HIPDNN_DATA_VALUE_FLOAT8:
        HD_TRY(hd_json_get_integer(value, 0, UINT8_MAX, &integer));
        out->u8 = (uint8_t)integer;
        return HD_OK;
    case HIPDNN_DATA_VALUE_BOOL:
        HD_TRY(hd_json_get_bool(value, &truth));
        out->u8 = truth;
        return HD_OK;
    case HIPDNN_DATA_VALUE_NONE:
        break;
    }
    return HD_OK;
}

hd_status hd_json_read_constant(const hd_json_value *tensor, hipdnn_data_tensor *out)
{
    const hd_json_value type = hd_json_member(tensor, "value_type");
    const hd_json_value value = hd_json_member(tensor, "value");
    out->value_type = HIPDNN_DATA_VALUE_NONE;
    if (hd_json_is_none(&type)) {
        if (hd_json_is_none(&value))
            return HD_OK;
        return hd_json_refuse(&value, "given without value_type, which says how to read it");
    }
    HD_TRY(hd_json_get_enum(&type, &type_enum, &out->value_type));
    return read_value(&value, out->value_type, &out->value);
}

static hd_status write_f64(hd_json_writer *writer, double value, bool single)
{
    if (!isfinite(value))
        return hd_fail(HD_NOT_SUPPORTED, "value is %g, a number that JSON cannot hold", value);
    if (single)
        hd_json_put_f32(writer, (float)value);
    else
        hd_json_put_f64(writer, value);
    return HD_OK;
}

static hd_status write_value(hd_json_writer *writer, int32_t type, const hipdnn_data_value *value)
{
    switch ((hipdnn_data_value_type)type) {
    case HIPDNN_DATA_VALUE_FLOAT32:
    case HIPDNN_DATA_VALUE_FLOAT16:
    case HIPDNN_DATA_VALUE_BFLOAT16:
        return write_f64(writer, (double)value->f32, true);
    case HIPDNN_DATA_VALUE_FLOAT64:
        return write_f64(writer, value->f64, false);
    case HIPDNN_DATA_VALUE_INT32:
        hd_json_put_i64(writer, value->i32);
        return HD_OK;
    case HIPDNN_DATA_VALUE_INT64:
        hd_json_put_i64(writer, value->i64);
        return HD_OK;
    case HIPDNN_DATA_VALUE_FLOAT8:
        hd_json_put_i64(writer, value->u8);
        return HD_OK;
    case HIPDNN_DATA_VALUE_BOOL:
        hd_json_put_bool(writer, value->u8 != 0);
        return HD_OK;
    case HIPDNN_DATA_VALUE_NONE:
        break;
    }
    return HD_OK;
}

hd_status hd_json_write_constant(hd_json_writer *writer, const hipdnn_data_tensor *tensor)
{
    if (tensor->value_type == HIPDNN_DATA_VALUE_NONE)
        return HD_OK;
    const hd_enum_value *type = hd_enum_by_wire(&type_enum, tensor->value_type);
    if (type == NULL)
        return hd_fail(HD_BAD_PARAM, "value_type is %d, which is no %s", (int)tensor->value_type, type_enum.name);
    hd_json_put_key(writer, "value_type");
    hd_json_put_text(writer, type->text);
    hd_json_put_key(writer, "value");
    return write_value(writer, tensor->value_type, &tensor->value);
}
