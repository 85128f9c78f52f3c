/* SPDX-License-Identifier: MIT */
#include "backend/descriptors/attributes.h"
#include "backend/descriptors/kinds.h"
#include "base/half.h"
#include "base/memory.h"

#include <inttypes.h>
#include <string.h>

typedef struct tensor {
    hd_object base;
    hipdnn_data_tensor data; /* data.name is `name` once finalized */
    char *name;
    hd_object *ragged_offset;
} tensor;

/* How a constant of a data type is kept: which member of the union, how many bytes the user hands over. */
static const struct {
    int32_t data_type;
    hipdnn_data_value_type value_type;
    int64_t size;
} value_kinds[] = {
    {HIPDNN_TYPE_F32, HIPDNN_DATA_VALUE_FLOAT32, 4},
    {HIPDNN_TYPE_F64, HIPDNN_DATA_VALUE_FLOAT64, 8},
    {HIPDNN_TYPE_F16, HIPDNN_DATA_VALUE_FLOAT16, 2},
    {HIPDNN_TYPE_BF16, HIPDNN_DATA_VALUE_BFLOAT16, 2},
    {HIPDNN_TYPE_I32, HIPDNN_DATA_VALUE_INT32, 4},
    {HIPDNN_TYPE_I64, HIPDNN_DATA_VALUE_INT64, 8},
    {HIPDNN_TYPE_BOOL, HIPDNN_DATA_VALUE_BOOL, 1},
    {HIPDNN_TYPE_I8, HIPDNN_DATA_VALUE_FLOAT8, 1},
    {HIPDNN_TYPE_U8, HIPDNN_DATA_VALUE_FLOAT8, 1},
    {HIPDNN_TYPE_FP8_E4M3, HIPDNN_DATA_VALUE_FLOAT8, 1},
    {HIPDNN_TYPE_FP8_E5M2, HIPDNN_DATA_VALUE_FLOAT8, 1},
    {HIPDNN_TYPE_FP8_E4M3_FNUZ, HIPDNN_DATA_VALUE_FLOAT8, 1},
    {HIPDNN_TYPE_FP8_E5M2_FNUZ, HIPDNN_DATA_VALUE_FLOAT8, 1},
};

static int64_t value_size(int32_t data_type, hipdnn_data_value_type *out_type)
{
    for (size_t i = 0; i < sizeof value_kinds / sizeof *value_kinds; i++) {
        if (value_kinds[i].data_type == data_type) {
            *out_type = value_kinds[i].value_type;
            return value_kinds[i].size;
        }
    }
    return 0;
}

/* A constant is of the kind that its tensor's data type has. Where the type changed after it, or a stored graph says
 * so, nobody can tell what its bytes mean. */
static hd_status check_value(const tensor *self)
{
    hipdnn_data_value_type type = HIPDNN_DATA_VALUE_NONE;
    (void)value_size(self->data.data_type, &type);
    return (int32_t)type == self->data.value_type
               ? HD_OK
               : hd_fail(HD_BAD_PARAM,
                         "HIPDNN_ATTR_TENSOR_VALUE_EXT: the constant is of another data type than its tensor, which is "
                         "%s; set it after HIPDNN_ATTR_TENSOR_DATA_TYPE",
                         hd_enum_text(&hd_data_type_enum, self->data.data_type));
}

/* The bytes of one element, in the tensor's data type, which must be set before. */
static hd_status value_set(hd_object *object, const hd_attribute *row, int64_t count, const void *elements)
{
    tensor *self = (tensor *)object;
    hipdnn_data_value_type type = HIPDNN_DATA_VALUE_NONE;
    const int64_t size = value_size(self->data.data_type, &type);
    if (size == 0)
        return hd_fail(HD_BAD_PARAM, "%s: a constant of data type %s is not possible%s", row->text,
                       hd_enum_text(&hd_data_type_enum, self->data.data_type),
                       self->data.data_type == HIPDNN_TYPE_UNSET ? "; set HIPDNN_ATTR_TENSOR_DATA_TYPE first" : "");
    if (count != size)
        return hd_fail(HD_BAD_PARAM, "%s: a constant of data type %s has %" PRId64 " bytes, %" PRId64 " were given",
                       row->text, hd_enum_text(&hd_data_type_enum, self->data.data_type), size, count);
    hipdnn_data_value value = {0};
    uint16_t half;
    memcpy(&half, elements, size >= 2 ? 2 : 1);
    if (type == HIPDNN_DATA_VALUE_FLOAT16)
        value.f32 = hd_half_to_float(half);
    else if (type == HIPDNN_DATA_VALUE_BFLOAT16)
        value.f32 = hd_bfloat16_to_float(half);
    else
        memcpy(&value, elements, (size_t)size);
    self->data.value_type = (int32_t)type;
    self->data.value = value;
    return HD_OK;
}

static hd_status value_get(hd_object *object, const hd_attribute *row, int64_t requested, int64_t *out_count,
                           void *elements)
{
    const tensor *self = (const tensor *)object;
    hipdnn_data_value_type type = HIPDNN_DATA_VALUE_NONE;
    const int64_t size = value_size(self->data.data_type, &type);
    if (self->data.value_type == HIPDNN_DATA_VALUE_NONE)
        return hd_fail(HD_BAD_PARAM, "%s is not set", row->text);
    HD_TRY(check_value(self));
    hipdnn_data_value value = self->data.value;
    if (type == HIPDNN_DATA_VALUE_FLOAT16 || type == HIPDNN_DATA_VALUE_BFLOAT16) {
        const uint16_t half =
            type == HIPDNN_DATA_VALUE_FLOAT16 ? hd_float_to_half(value.f32) : hd_float_to_bfloat16(value.f32);
        memcpy(&value, &half, sizeof half);
    }
    return hd_give_all_elements(row, &value, size, 1, requested, out_count, elements);
}

static hd_status is_by_value_get(hd_object *object, const hd_attribute *row, int64_t requested, int64_t *out_count,
                                 void *elements)
{
    const bool value = ((const tensor *)object)->data.value_type != HIPDNN_DATA_VALUE_NONE;
    return hd_give_elements(row, &value, 1, sizeof value, requested, out_count, elements);
}

#define MEMBER(member) .offset = offsetof(tensor, member)

static const hd_attribute attributes[] = {
    {HD_ATTRIBUTE(HIPDNN_ATTR_TENSOR_UNIQUE_ID, HIPDNN_TYPE_INT64), .store = HD_STORE_I64, .flags = HD_SET | HD_GET,
     MEMBER(data.uid)},
    {HD_ATTRIBUTE(HIPDNN_ATTR_TENSOR_NAME_EXT, HIPDNN_TYPE_CHAR), .store = HD_STORE_TEXT, .flags = HD_SET | HD_GET,
     MEMBER(name)},
    {HD_ATTRIBUTE(HIPDNN_ATTR_TENSOR_DATA_TYPE, HIPDNN_TYPE_DATA_TYPE), .store = HD_STORE_ENUM,
     .values = &hd_data_type_enum, .flags = HD_SET | HD_GET | HD_REQUIRED, MEMBER(data.data_type)},
    {HD_ATTRIBUTE(HIPDNN_ATTR_TENSOR_DIMENSIONS, HIPDNN_TYPE_INT64), .store = HD_STORE_DIMS,
     .flags = HD_SET | HD_GET | HD_REQUIRED, MEMBER(data.dim)},
    {HD_ATTRIBUTE(HIPDNN_ATTR_TENSOR_STRIDES, HIPDNN_TYPE_INT64), .store = HD_STORE_DIMS,
     .flags = HD_SET | HD_GET | HD_REQUIRED, MEMBER(data.stride)},
    {HD_ATTRIBUTE(HIPDNN_ATTR_TENSOR_IS_VIRTUAL, HIPDNN_TYPE_BOOLEAN), .store = HD_STORE_BOOL, .flags = HD_SET | HD_GET,
     MEMBER(data.is_virtual)},
    {HD_ATTRIBUTE(HIPDNN_ATTR_TENSOR_VALUE_EXT, HIPDNN_TYPE_CHAR), .flags = HD_SET | HD_GET, .set = value_set,
     .get = value_get},
    {HD_ATTRIBUTE(HIPDNN_ATTR_TENSOR_IS_BY_VALUE, HIPDNN_TYPE_BOOLEAN), .flags = HD_GET, .get = is_by_value_get},
    {HD_ATTRIBUTE(HIPDNN_ATTR_TENSOR_IS_RUNTIME_PASS_BY_VALUE_EXT, HIPDNN_TYPE_BOOLEAN), .store = HD_STORE_BOOL,
     .flags = HD_SET | HD_GET, MEMBER(data.is_runtime_pass_by_value)},
    {HD_ATTRIBUTE(HIPDNN_ATTR_TENSOR_BYTE_ALIGNMENT, HIPDNN_TYPE_INT64), .store = HD_STORE_I64,
     .flags = HD_SET | HD_GET, MEMBER(data.alignment)},
    {HD_ATTRIBUTE(HIPDNN_ATTR_TENSOR_RAGGED_OFFSET_DESC, HIPDNN_TYPE_BACKEND_DESCRIPTOR), .store = HD_STORE_CHILD,
     .flags = HD_SET | HD_GET, .child = HD_KIND_TENSOR, .child_name = "tensor", MEMBER(ragged_offset)},
    {HD_ATTRIBUTE(HIPDNN_ATTR_TENSOR_RAGGED_OFFSET_MULTIPLIER, HIPDNN_TYPE_INT64), .store = HD_STORE_I64,
     .flags = HD_SET | HD_GET, MEMBER(data.ragged_offset_multiplier)},
};

static hd_status finalize(hd_object *object)
{
    tensor *self = (tensor *)object;
    self->data.name = self->name == NULL ? "" : self->name;
    if (!hd_attribute_is_set(object, HIPDNN_ATTR_TENSOR_BYTE_ALIGNMENT))
        self->data.alignment = 16;
    if (!hd_attribute_is_set(object, HIPDNN_ATTR_TENSOR_RAGGED_OFFSET_MULTIPLIER))
        self->data.ragged_offset_multiplier = 1;
    self->data.ragged_offset_uid = (hipdnn_optional_i64){0};
    if (self->ragged_offset != NULL)
        self->data.ragged_offset_uid = (hipdnn_optional_i64){true, ((const tensor *)self->ragged_offset)->data.uid};
    if (self->data.value_type != HIPDNN_DATA_VALUE_NONE)
        HD_TRY(check_value(self));
    return hd_tensor_check(&self->data);
}

const hd_kind hd_tensor_kind = {
    .number = HD_KIND_TENSOR,
    .name = "tensor",
    .size = sizeof(tensor),
    .attributes = attributes,
    .attribute_count = sizeof attributes / sizeof *attributes,
    .unfinalized_get = HIPDNN_STATUS_NOT_INITIALIZED,
    .refinalize = true,
    .finalize = finalize,
    .dispose = hd_attribute_release_all,
};

const hipdnn_data_tensor *hd_tensor_data(const hd_object *object)
{
    return &((const tensor *)object)->data;
}

hd_object *hd_tensor_ragged_offset(const hd_object *object)
{
    return ((const tensor *)object)->ragged_offset;
}

hd_status hd_tensor_from_data(const hipdnn_data_tensor *data, hd_object *ragged_offset, hd_object **out_tensor)
{
    HD_TRY(hd_object_create(&hd_tensor_kind, sizeof(tensor), out_tensor));
    tensor *self = (tensor *)*out_tensor;
    self->data = *data;
    self->name = hd_copy_text(data->name, strlen(data->name));
    if (self->name == NULL) {
        hd_object_release(&self->base);
        *out_tensor = NULL;
        return hd_fail_alloc(strlen(data->name), "a tensor's name");
    }
    self->data.name = self->name;
    if (ragged_offset != NULL)
        hd_object_retain(ragged_offset);
    self->ragged_offset = ragged_offset;
    self->base.present = (UINT64_C(1) << hd_tensor_kind.attribute_count) - 1;
    hd_object_set_finalized(&self->base, true);
    return HD_OK;
}
