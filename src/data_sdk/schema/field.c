/* SPDX-License-Identifier: MIT */
#include "data_sdk/schema/field.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>

/* Bytes of a kind's value in the table, which are its alignment too; 0 for what lies behind an offset. */
static const uint8_t inline_size[] = {
    [HD_FIELD_UID] = 8,           [HD_FIELD_OPTIONAL_UID] = 8, [HD_FIELD_BOOL] = 1,         [HD_FIELD_ENUM] = 1,
    [HD_FIELD_I32] = 4,           [HD_FIELD_I64] = 8,          [HD_FIELD_U64] = 8,          [HD_FIELD_F64] = 8,
    [HD_FIELD_OPTIONAL_BOOL] = 1, [HD_FIELD_OPTIONAL_I32] = 4, [HD_FIELD_OPTIONAL_I64] = 8, [HD_FIELD_OPTIONAL_F32] = 4,
    [HD_FIELD_DIMS] = 0,          [HD_FIELD_STRING] = 0,       [HD_FIELD_UID_LIST] = 0,     [HD_FIELD_I32_LIST] = 0,
    [HD_FIELD_BYTES] = 0,
};

/* Bytes of an element of a list, which are its alignment too; 0 for what is no list. */
static size_t element_size(hd_field_kind kind)
{
    switch (kind) {
    case HD_FIELD_DIMS:
    case HD_FIELD_UID_LIST:
        return sizeof(int64_t);
    case HD_FIELD_I32_LIST:
        return sizeof(int32_t);
    case HD_FIELD_BYTES:
        return sizeof(uint8_t);
    default:
        return 0;
    }
}

const hd_field *hd_table_field_by_slot(const hd_table *table, uint16_t slot)
{
    for (size_t i = 0; i < table->field_count; i++)
        if (table->fields[i].slot == slot)
            return &table->fields[i];
    return NULL;
}

hd_status hd_refuse_at(const hd_fb_path *path, hd_status status, const char *format, ...)
{
    /* Together they fit into the thread's sentence, so that a long path does not push the reason out. */
    char where[HD_ERROR_TEXT_SIZE / 2];
    char reason[HD_ERROR_TEXT_SIZE / 4];
    va_list arguments;
    va_start(arguments, format);
    (void)vsnprintf(reason, sizeof reason, format, arguments);
    va_end(arguments);
    return hd_fail(status, "%s: %s", hd_fb_path_text(path, where, sizeof where), reason);
}

/* ------------------------------------------------------------------------------------------------ verify */

/* What the structure of a buffer does not say: which of the 256 values of a byte mean something. */
static hd_status verify_byte(const hd_field *field, const hd_fb_verifier *verifier, const hd_fb_path *path,
                             uint32_t position)
{
    const uint8_t byte = hd_fb_verify_peek_u8(verifier, position, field->slot, (uint8_t)field->otherwise);
    if (field->kind != HD_FIELD_ENUM && byte > 1)
        return hd_refuse_at(path, HD_BAD_PARAM, "a bool is %u, 0 or 1 is allowed", byte);
    if (field->kind == HD_FIELD_ENUM && hd_enum_by_wire(field->values, (int8_t)byte) == NULL)
        return hd_refuse_at(path, HD_BAD_PARAM, "%d is no %s; numbers up to %d are known", (int8_t)byte,
                            field->values->name, field->values->values[field->values->count - 1].wire);
    return HD_OK;
}

/* What a list takes from the budget for tables, because many nodes may share a long one: a uid as much as a table, for
 * whoever walks a graph looks it up; other elements, which are only copied or hashed, a thousandth of that per byte. */
static hd_status spend(const hd_field *field, hd_fb_verifier *verifier, const hd_fb_path *path, uint32_t count)
{
    enum { BYTES_PER_TABLE = 1024 };
    const size_t bytes = count * element_size(field->kind);
    const uint32_t cost = field->kind == HD_FIELD_UID_LIST ? count : (uint32_t)(bytes / BYTES_PER_TABLE);
    if (cost > verifier->tables_left)
        return hd_refuse_at(path, HD_BAD_PARAM,
                            "a list of %" PRIu32 " more makes over %d tables, listed uids and kilobytes of lists",
                            count, HD_FB_MAX_TABLES);
    verifier->tables_left -= cost;
    return HD_OK;
}

static hd_status verify_list(const hd_field *field, hd_fb_verifier *verifier, const hd_fb_path *path, uint32_t position)
{
    uint32_t vector, count;
    HD_TRY(hd_fb_verify_vector(verifier, path, position, field->slot, element_size(field->kind), &vector, &count));
    if (field->kind == HD_FIELD_DIMS && count > HIPDNN_MAX_RANK)
        return hd_refuse_at(path, HD_BAD_PARAM, "the list has %" PRIu32 " entries, at most %d are allowed", count,
                            HIPDNN_MAX_RANK);
    return spend(field, verifier, path, count);
}

static hd_status verify_field(const hd_field *field, hd_fb_verifier *verifier, const hd_fb_path *path,
                              uint32_t position)
{
    switch (field->kind) {
    case HD_FIELD_DIMS:
    case HD_FIELD_UID_LIST:
    case HD_FIELD_I32_LIST:
    case HD_FIELD_BYTES:
        return verify_list(field, verifier, path, position);
    case HD_FIELD_STRING:
        return hd_fb_verify_string(verifier, path, position, field->slot);
    case HD_FIELD_BOOL:
    case HD_FIELD_OPTIONAL_BOOL:
    case HD_FIELD_ENUM:
        HD_TRY(hd_fb_verify_inline(verifier, path, position, field->slot, 1, 1));
        return verify_byte(field, verifier, path, position);
    case HD_FIELD_UID:
    case HD_FIELD_OPTIONAL_UID:
    case HD_FIELD_I32:
    case HD_FIELD_I64:
    case HD_FIELD_U64:
    case HD_FIELD_F64:
    case HD_FIELD_OPTIONAL_I32:
    case HD_FIELD_OPTIONAL_I64:
    case HD_FIELD_OPTIONAL_F32:
        break;
    }
    const size_t size = inline_size[field->kind];
    return hd_fb_verify_inline(verifier, path, position, field->slot, size, size);
}

hd_status hd_table_verify(const hd_table *table, hd_fb_verifier *verifier, const hd_fb_path *path, uint32_t position)
{
    HD_TRY(hd_fb_verify_table(verifier, path, position));
    for (size_t i = 0; i < table->field_count; i++) {
        const hd_field *field = &table->fields[i];
        const hd_fb_path field_path = {.parent = path, .name = field->name, .index = -1};
        HD_TRY(verify_field(field, verifier, &field_path, position));
    }
    return HD_OK;
}

hd_status hd_union_verify(hd_fb_verifier *verifier, const hd_fb_path *path, uint32_t position, uint16_t slot,
                          uint8_t *out_tag, uint32_t *out_target)
{
    const uint16_t tag_slot = (uint16_t)(slot - 1);
    HD_TRY(hd_fb_verify_inline(verifier, path, position, tag_slot, 1, 1));
    HD_TRY(hd_fb_verify_offset(verifier, path, position, slot, out_target));
    *out_tag = hd_fb_verify_peek_u8(verifier, position, tag_slot, 0);
    if ((*out_tag != 0) != (*out_target != 0))
        return hd_refuse_at(path, HD_BAD_PARAM, "the type is %u, but the value is %s; both or neither must be there",
                            *out_tag, *out_target == 0 ? "absent" : "there");
    return HD_OK;
}

/* ------------------------------------------------------------------------------------------------ decode */

static hipdnn_dims decode_dims(hd_fb_vector vector)
{
    hipdnn_dims dims = {.count = vector.count};
    if (vector.count > 0)
        memcpy(dims.v, vector.at, vector.count * sizeof dims.v[0]);
    return dims;
}

static void decode_optional(const hd_field *field, hd_fb_table bytes, void *member)
{
    const uint16_t slot = field->slot;
    const bool set = hd_fb_field(bytes, slot) != NULL;
    switch (field->kind) {
    case HD_FIELD_OPTIONAL_UID:
    case HD_FIELD_OPTIONAL_I64:
        *(hipdnn_optional_i64 *)member = (hipdnn_optional_i64){set, hd_fb_get_i64(bytes, slot, 0)};
        break;
    case HD_FIELD_OPTIONAL_I32:
        *(hipdnn_optional_i32 *)member = (hipdnn_optional_i32){set, hd_fb_get_i32(bytes, slot, 0)};
        break;
    case HD_FIELD_OPTIONAL_F32:
        *(hipdnn_optional_f32 *)member = (hipdnn_optional_f32){set, hd_fb_get_f32(bytes, slot, 0)};
        break;
    case HD_FIELD_OPTIONAL_BOOL:
        *(hipdnn_optional_bool *)member = (hipdnn_optional_bool){set, hd_fb_get_bool(bytes, slot, false)};
        break;
    default:
        break;
    }
}

/* Elements of a verified list are aligned from the start of the buffer on, and that start is aligned: so they are. An
 * empty list need not be, which is why it becomes NULL. */
static void decode_list(const hd_field *field, hd_fb_table bytes, void *member)
{
    const hd_fb_vector vector = hd_fb_get_vector(bytes, field->slot);
    const void *elements = vector.count == 0 ? NULL : vector.at;
    if (field->kind == HD_FIELD_UID_LIST)
        *(hipdnn_i64_list *)member = (hipdnn_i64_list){elements, vector.count};
    else if (field->kind == HD_FIELD_I32_LIST)
        *(hipdnn_i32_list *)member = (hipdnn_i32_list){elements, vector.count};
    else
        *(hipdnn_bytes *)member = (hipdnn_bytes){elements, vector.count};
}

static void decode_field(const hd_field *field, hd_fb_table bytes, void *member)
{
    const uint16_t slot = field->slot;
    switch (field->kind) {
    case HD_FIELD_UID:
    case HD_FIELD_I64:
        *(int64_t *)member = hd_fb_get_i64(bytes, slot, field->otherwise);
        break;
    case HD_FIELD_U64:
        *(uint64_t *)member = hd_fb_get_u64(bytes, slot, (uint64_t)field->otherwise);
        break;
    case HD_FIELD_F64:
        *(double *)member = hd_fb_get_f64(bytes, slot, (double)field->otherwise);
        break;
    case HD_FIELD_I32:
        *(int32_t *)member = hd_fb_get_i32(bytes, slot, (int32_t)field->otherwise);
        break;
    case HD_FIELD_BOOL:
        *(bool *)member = hd_fb_get_bool(bytes, slot, field->otherwise != 0);
        break;
    case HD_FIELD_ENUM:
        *(int32_t *)member = hd_fb_get_i8(bytes, slot, (int8_t)field->otherwise);
        break;
    case HD_FIELD_OPTIONAL_UID:
    case HD_FIELD_OPTIONAL_BOOL:
    case HD_FIELD_OPTIONAL_I32:
    case HD_FIELD_OPTIONAL_I64:
    case HD_FIELD_OPTIONAL_F32:
        decode_optional(field, bytes, member);
        break;
    case HD_FIELD_DIMS:
        *(hipdnn_dims *)member = decode_dims(hd_fb_get_vector(bytes, slot));
        break;
    case HD_FIELD_UID_LIST:
    case HD_FIELD_I32_LIST:
    case HD_FIELD_BYTES:
        decode_list(field, bytes, member);
        break;
    case HD_FIELD_STRING: {
        const hd_fb_string string = hd_fb_get_string(bytes, slot);
        *(const char **)member = string.text == NULL ? "" : string.text;
        break;
    }
    }
}

void hd_table_decode(const hd_table *table, hd_fb_table bytes, void *object)
{
    for (size_t i = 0; i < table->field_count; i++)
        decode_field(&table->fields[i], bytes, (char *)object + table->fields[i].offset);
}

/* ------------------------------------------------------------------------------------------------ encode */

/* A caller's mistake that the wire cannot hold: a number cut to a byte could become another, valid one. */
static void fail(hd_fb_builder *builder, const hd_table *table, const hd_field *field, const char *what, int64_t seen,
                 int64_t allowed)
{
    if (builder->failed == HD_OK)
        builder->failed = hd_fail(HD_BAD_PARAM, "%s.%s: %s %" PRId64 ", at most %" PRId64 " is allowed", table->name,
                                  field->name, what, seen, allowed);
}

static hd_fb_ref encode_dims(const hd_table *table, const hd_field *field, hd_fb_builder *builder,
                             const hipdnn_dims *dims)
{
    if (dims->count > HIPDNN_MAX_RANK) {
        fail(builder, table, field, "the number of entries is", dims->count, HIPDNN_MAX_RANK);
        return 0;
    }
    if (dims->count == 0)
        return 0;
    return hd_fb_create_vector(builder, dims->v, dims->count, sizeof dims->v[0], sizeof dims->v[0]);
}

static hd_fb_ref encode_text(hd_fb_builder *builder, const char *text)
{
    return text == NULL || text[0] == '\0' ? 0 : hd_fb_create_string(builder, text, strlen(text));
}

static hd_fb_ref encode_list(const hd_field *field, hd_fb_builder *builder, const void *elements, uint32_t count)
{
    const size_t size = element_size(field->kind);
    return count == 0 ? 0 : hd_fb_create_vector(builder, elements, count, size, size);
}

static hd_fb_ref encode_child(const hd_table *table, const hd_field *field, hd_fb_builder *builder, const void *member)
{
    const hipdnn_i64_list *uids = member;
    const hipdnn_i32_list *numbers = member;
    const hipdnn_bytes *bytes = member;
    switch (field->kind) {
    case HD_FIELD_DIMS:
        return encode_dims(table, field, builder, member);
    case HD_FIELD_STRING:
        return encode_text(builder, *(const char *const *)member);
    case HD_FIELD_UID_LIST:
        return encode_list(field, builder, uids->v, uids->count);
    case HD_FIELD_I32_LIST:
        return encode_list(field, builder, numbers->v, numbers->count);
    case HD_FIELD_BYTES:
        return encode_list(field, builder, bytes->v, bytes->count);
    default:
        return 0;
    }
}

void hd_table_encode_children(const hd_table *table, hd_fb_builder *builder, const void *object,
                              hd_fb_ref refs[HD_TABLE_MAX_FIELDS])
{
    for (size_t i = 0; i < table->field_count; i++) {
        const hd_field *field = &table->fields[i];
        refs[i] = encode_child(table, field, builder, (const char *)object + field->offset);
    }
}

static void encode_enum(const hd_table *table, const hd_field *field, hd_fb_builder *builder, int32_t number)
{
    if (hd_enum_by_wire(field->values, number) == NULL) {
        fail(builder, table, field, "a number that means nothing,", number,
             field->values->values[field->values->count - 1].wire);
        return;
    }
    const int8_t byte = (int8_t)number;
    if (number != field->otherwise)
        hd_fb_add_inline(builder, field->slot, &byte, sizeof byte, sizeof byte);
}

/* A scalar that equals its default is left out: the FlatBuffers rule. Bits are compared, so that -0.0, which equals 0.0
 * but is another number, is written. */
static void encode_scalar(const hd_field *field, hd_fb_builder *builder, const void *member)
{
    const double real = (double)field->otherwise;
    const int32_t small = (int32_t)field->otherwise;
    const bool truth = field->otherwise != 0;
    const void *otherwise = &field->otherwise;
    if (field->kind == HD_FIELD_F64)
        otherwise = &real;
    else if (field->kind == HD_FIELD_I32)
        otherwise = &small;
    else if (field->kind == HD_FIELD_BOOL)
        otherwise = &truth;
    const size_t size = inline_size[field->kind];
    if (memcmp(member, otherwise, size) != 0)
        hd_fb_add_inline(builder, field->slot, member, size, size);
}

/* A value that is set is written, whatever it is: no default could stand for it. */
static void encode_optional(const hd_field *field, hd_fb_builder *builder, const void *member)
{
    const hipdnn_optional_i64 *wide = member;
    const hipdnn_optional_i32 *narrow = member;
    const hipdnn_optional_f32 *real = member;
    const hipdnn_optional_bool *truth = member;
    const void *value = NULL;
    switch (field->kind) {
    case HD_FIELD_OPTIONAL_UID:
    case HD_FIELD_OPTIONAL_I64:
        value = wide->set ? &wide->value : NULL;
        break;
    case HD_FIELD_OPTIONAL_I32:
        value = narrow->set ? &narrow->value : NULL;
        break;
    case HD_FIELD_OPTIONAL_F32:
        value = real->set ? &real->value : NULL;
        break;
    case HD_FIELD_OPTIONAL_BOOL:
        value = truth->set ? &truth->value : NULL;
        break;
    default:
        break;
    }
    const size_t size = inline_size[field->kind];
    if (value != NULL)
        hd_fb_add_inline(builder, field->slot, value, size, size);
}

static void encode_field(const hd_table *table, const hd_field *field, hd_fb_builder *builder, const void *member,
                         hd_fb_ref ref)
{
    switch (field->kind) {
    case HD_FIELD_UID:
    case HD_FIELD_I64:
    case HD_FIELD_U64:
    case HD_FIELD_F64:
    case HD_FIELD_I32:
    case HD_FIELD_BOOL:
        encode_scalar(field, builder, member);
        break;
    case HD_FIELD_ENUM:
        encode_enum(table, field, builder, *(const int32_t *)member);
        break;
    case HD_FIELD_OPTIONAL_UID:
    case HD_FIELD_OPTIONAL_BOOL:
    case HD_FIELD_OPTIONAL_I32:
    case HD_FIELD_OPTIONAL_I64:
    case HD_FIELD_OPTIONAL_F32:
        encode_optional(field, builder, member);
        break;
    case HD_FIELD_DIMS:
    case HD_FIELD_STRING:
    case HD_FIELD_UID_LIST:
    case HD_FIELD_I32_LIST:
    case HD_FIELD_BYTES:
        hd_fb_add_ref(builder, field->slot, ref);
        break;
    }
}

void hd_table_encode_fields(const hd_table *table, hd_fb_builder *builder, const void *object,
                            const hd_fb_ref refs[HD_TABLE_MAX_FIELDS])
{
    for (size_t i = 0; i < table->field_count; i++) {
        const hd_field *field = &table->fields[i];
        encode_field(table, field, builder, (const char *)object + field->offset, refs[i]);
    }
}

hd_fb_ref hd_table_encode(const hd_table *table, hd_fb_builder *builder, const void *object)
{
    hd_fb_ref refs[HD_TABLE_MAX_FIELDS];
    hd_table_encode_children(table, builder, object, refs);
    hd_fb_start_table(builder);
    hd_table_encode_fields(table, builder, object, refs);
    return hd_fb_end_table(builder);
}
