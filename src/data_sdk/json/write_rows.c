/* SPDX-License-Identifier: MIT */
#include "data_sdk/json/rows.h"

#include <math.h>
#include <string.h>

/* JSON has no infinities; null, which some writers put instead, would read back as "not set". */
static hd_status check_finite(const hd_field *row, double value)
{
    if (!isfinite(value))
        return hd_fail(HD_NOT_SUPPORTED, "%s is %g, a number that JSON cannot hold", row->name, value);
    return HD_OK;
}

static hd_status write_enum(hd_json_writer *writer, const hd_field *row, int32_t wire)
{
    const hd_enum_value *value = hd_enum_by_wire(row->values, wire);
    if (value == NULL)
        return hd_fail(HD_BAD_PARAM, "%s is %d, which is no %s", row->name, (int)wire, row->values->name);
    if (row->json_as_number)
        hd_json_put_i64(writer, wire);
    else
        hd_json_put_text(writer, value->text);
    return HD_OK;
}

static void write_optional_bool(hd_json_writer *writer, const hipdnn_optional_bool *value)
{
    if (value->set)
        hd_json_put_bool(writer, value->value);
    else
        hd_json_put_null(writer);
}

static void write_optional_i32(hd_json_writer *writer, const hipdnn_optional_i32 *value)
{
    if (value->set)
        hd_json_put_i64(writer, value->value);
    else
        hd_json_put_null(writer);
}

static void write_optional_i64(hd_json_writer *writer, const hipdnn_optional_i64 *value)
{
    if (value->set)
        hd_json_put_i64(writer, value->value);
    else
        hd_json_put_null(writer);
}

static hd_status write_optional_f32(hd_json_writer *writer, const hd_field *row, const hipdnn_optional_f32 *value)
{
    if (!value->set) {
        hd_json_put_null(writer);
        return HD_OK;
    }
    HD_TRY(check_finite(row, (double)value->value));
    hd_json_put_f32(writer, value->value);
    return HD_OK;
}

static hd_status write_f64(hd_json_writer *writer, const hd_field *row, double value)
{
    HD_TRY(check_finite(row, value));
    hd_json_put_f64(writer, value);
    return HD_OK;
}

static void write_uids(hd_json_writer *writer, const hipdnn_i64_list *list)
{
    hd_json_open_line(writer);
    for (uint32_t i = 0; i < list->count; i++)
        hd_json_put_i64(writer, list->v[i]);
    hd_json_close_line(writer);
}

static void write_numbers(hd_json_writer *writer, const hipdnn_i32_list *list)
{
    hd_json_open_line(writer);
    for (uint32_t i = 0; i < list->count; i++)
        hd_json_put_i64(writer, list->v[i]);
    hd_json_close_line(writer);
}

static void write_bytes(hd_json_writer *writer, const hipdnn_bytes *bytes)
{
    hd_json_open_line(writer);
    for (uint32_t i = 0; i < bytes->count; i++)
        hd_json_put_i64(writer, bytes->v[i]);
    hd_json_close_line(writer);
}

static hd_status write_field(hd_json_writer *writer, const hd_field *row, const void *object)
{
    const void *member = (const char *)object + row->offset;
    switch (row->kind) {
    case HD_FIELD_UID:
    case HD_FIELD_I64:
        hd_json_put_i64(writer, *(const int64_t *)member);
        return HD_OK;
    case HD_FIELD_OPTIONAL_UID:
    case HD_FIELD_OPTIONAL_I64:
        write_optional_i64(writer, member);
        return HD_OK;
    case HD_FIELD_BOOL:
        hd_json_put_bool(writer, *(const bool *)member);
        return HD_OK;
    case HD_FIELD_ENUM:
        return write_enum(writer, row, *(const int32_t *)member);
    case HD_FIELD_I32:
        hd_json_put_i64(writer, *(const int32_t *)member);
        return HD_OK;
    case HD_FIELD_U64:
        hd_json_put_u64(writer, *(const uint64_t *)member);
        return HD_OK;
    case HD_FIELD_F64:
        return write_f64(writer, row, *(const double *)member);
    case HD_FIELD_OPTIONAL_F32:
        return write_optional_f32(writer, row, member);
    case HD_FIELD_OPTIONAL_BOOL:
        write_optional_bool(writer, member);
        return HD_OK;
    case HD_FIELD_OPTIONAL_I32:
        write_optional_i32(writer, member);
        return HD_OK;
    case HD_FIELD_DIMS:
        hd_json_put_dims(writer, member);
        return HD_OK;
    case HD_FIELD_UID_LIST:
        write_uids(writer, member);
        return HD_OK;
    case HD_FIELD_I32_LIST:
        write_numbers(writer, member);
        return HD_OK;
    case HD_FIELD_BYTES:
        write_bytes(writer, member);
        return HD_OK;
    case HD_FIELD_STRING:
        hd_json_put_text(writer, *(const char *const *)member);
        return HD_OK;
    }
    return hd_fail(HD_INTERNAL_ERROR, "row %s has an unknown kind %d", row->name, (int)row->kind);
}

/* Does the row say what its absence says too? Kinds that are always written count as no. */
static bool is_default(const hd_field *row, const void *object)
{
    const void *member = (const char *)object + row->offset;
    switch (row->kind) {
    case HD_FIELD_OPTIONAL_UID:
    case HD_FIELD_OPTIONAL_I64:
        return !((const hipdnn_optional_i64 *)member)->set;
    case HD_FIELD_OPTIONAL_BOOL:
        return !((const hipdnn_optional_bool *)member)->set;
    case HD_FIELD_I64:
        return *(const int64_t *)member == row->otherwise;
    case HD_FIELD_BOOL:
        return *(const bool *)member == (row->otherwise != 0);
    default:
        return false;
    }
}

/* The row with its key, unless it is one to leave out. */
static hd_status write_member(hd_json_writer *writer, const hd_field *row, const char *key, const void *object)
{
    if (row->json_left_out && is_default(row, object))
        return HD_OK;
    hd_json_put_key(writer, key);
    return write_field(writer, row, object);
}

static hd_status write_group(hd_json_writer *writer, const hd_table *table, size_t first, const void *object)
{
    const hd_json_row_name opening = hd_json_split_name(&table->fields[first]);
    hd_json_put_key(writer, opening.group);
    hd_json_open(writer, '{');
    for (size_t i = first; i < table->field_count; i++) {
        if (table->fields[i].json == NULL)
            continue;
        const hd_json_row_name name = hd_json_split_name(&table->fields[i]);
        if (strcmp(name.group, opening.group) != 0)
            continue;
        HD_TRY(write_member(writer, &table->fields[i], name.key, object));
    }
    hd_json_close(writer, '}');
    return HD_OK;
}

hd_status hd_json_write_rows(hd_json_writer *writer, const hd_table *table, const void *object)
{
    for (size_t i = 0; i < table->field_count; i++) {
        const hd_field *row = &table->fields[i];
        if (row->json == NULL)
            continue;
        if (hd_json_opens_group(table, i)) {
            HD_TRY(write_group(writer, table, i, object));
        } else if (strchr(row->json, '.') == NULL) {
            HD_TRY(write_member(writer, row, row->json, object));
        }
    }
    return HD_OK;
}

/* NULL, with a sentence, when the table has no such row. */
static const hd_field *find_row(const hd_table *table, const char *key)
{
    for (size_t i = 0; i < table->field_count; i++) {
        if (table->fields[i].json != NULL && strcmp(table->fields[i].json, key) == 0)
            return &table->fields[i];
    }
    (void)hd_fail(HD_INTERNAL_ERROR, "table %s has no row for the JSON key '%s'", table->name, key);
    return NULL;
}

static size_t count_keys(const hd_table *table)
{
    size_t count = 0;
    for (size_t i = 0; i < table->field_count; i++)
        count += table->fields[i].json != NULL;
    return count;
}

hd_status hd_json_write_row(hd_json_writer *writer, const hd_table *table, const char *key, const void *object)
{
    const hd_field *row = find_row(table, key);
    if (row == NULL)
        return HD_INTERNAL_ERROR;
    hd_json_put_key(writer, key);
    return write_field(writer, row, object);
}

hd_status hd_json_write_ordered(hd_json_writer *writer, const hd_table *table, const hd_json_order *order, size_t count,
                                const void *object)
{
    if (count != count_keys(table)) /* a new row would be lost without a word */
        return hd_fail(HD_INTERNAL_ERROR, "table %s has %zu JSON keys, but %zu have a place", table->name,
                       count_keys(table), count);
    for (size_t i = 0; i < count; i++) {
        const hd_field *row = find_row(table, order[i].key);
        if (row == NULL)
            return HD_INTERNAL_ERROR;
        if (order[i].always || !is_default(row, object))
            HD_TRY(hd_json_write_row(writer, table, order[i].key, object));
    }
    return HD_OK;
}
