/* SPDX-License-Identifier: MIT */
#include "data_sdk/json/rows.h"

#include <string.h>

/* The schema's default, for a row that the document leaves out. False: the row has none and must be there. */
static bool set_default(const hd_field *row, void *member)
{
    if (row->required)
        return false;
    switch (row->kind) {
    case HD_FIELD_BOOL:
        *(bool *)member = row->otherwise != 0;
        return true;
    case HD_FIELD_ENUM:
    case HD_FIELD_I32:
        *(int32_t *)member = (int32_t)row->otherwise;
        return true;
    case HD_FIELD_I64:
        *(int64_t *)member = row->otherwise;
        return true;
    case HD_FIELD_U64:
        *(uint64_t *)member = (uint64_t)row->otherwise;
        return true;
    case HD_FIELD_F64:
        *(double *)member = (double)row->otherwise;
        return true;
    case HD_FIELD_OPTIONAL_UID:
    case HD_FIELD_OPTIONAL_I64:
        *(hipdnn_optional_i64 *)member = (hipdnn_optional_i64){0};
        return true;
    case HD_FIELD_OPTIONAL_F32:
        *(hipdnn_optional_f32 *)member = (hipdnn_optional_f32){0};
        return true;
    case HD_FIELD_OPTIONAL_BOOL:
        *(hipdnn_optional_bool *)member = (hipdnn_optional_bool){0};
        return true;
    case HD_FIELD_OPTIONAL_I32:
        *(hipdnn_optional_i32 *)member = (hipdnn_optional_i32){0};
        return true;
    case HD_FIELD_DIMS:
        *(hipdnn_dims *)member = (hipdnn_dims){0};
        return true;
    case HD_FIELD_UID_LIST:
        *(hipdnn_i64_list *)member = (hipdnn_i64_list){0};
        return true;
    case HD_FIELD_I32_LIST:
        *(hipdnn_i32_list *)member = (hipdnn_i32_list){0};
        return true;
    case HD_FIELD_BYTES:
        *(hipdnn_bytes *)member = (hipdnn_bytes){0};
        return true;
    case HD_FIELD_STRING:
        *(const char **)member = "";
        return true;
    case HD_FIELD_UID:
        break;
    }
    return false;
}

/* jansson's integers are signed, so the upper half of the range has no JSON form; no operation uses it. */
static hd_status get_u64(const hd_json_value *value, uint64_t *out)
{
    int64_t integer;
    HD_TRY(hd_json_get_integer(value, 0, INT64_MAX, &integer));
    *out = (uint64_t)integer;
    return HD_OK;
}

static hd_status read_field(const hd_json_value *value, const hd_field *row, void *out)
{
    void *member = (char *)out + row->offset;
    /* The original reads null as an enum's first value, so there are files that have it. */
    const bool is_null = row->kind == HD_FIELD_ENUM && json_is_null(value->json);
    if ((value->json == NULL || is_null) && set_default(row, member))
        return HD_OK;
    switch (row->kind) {
    case HD_FIELD_UID:
    case HD_FIELD_I64:
        return hd_json_get_integer(value, INT64_MIN, INT64_MAX, member);
    case HD_FIELD_OPTIONAL_UID:
    case HD_FIELD_OPTIONAL_I64:
        return hd_json_get_optional_i64(value, member);
    case HD_FIELD_BOOL:
        return hd_json_get_bool(value, member);
    case HD_FIELD_ENUM:
        return row->json_as_number ? hd_json_get_enum_number(value, row->values, member)
                                   : hd_json_get_enum(value, row->values, member);
    case HD_FIELD_I32:
        return hd_json_get_i32(value, member);
    case HD_FIELD_U64:
        return get_u64(value, member);
    case HD_FIELD_F64:
        return hd_json_get_f64(value, member);
    case HD_FIELD_OPTIONAL_F32:
        return hd_json_get_optional_f32(value, member);
    case HD_FIELD_OPTIONAL_BOOL:
        return hd_json_get_optional_bool(value, member);
    case HD_FIELD_OPTIONAL_I32:
        return hd_json_get_optional_i32(value, member);
    case HD_FIELD_DIMS:
        return hd_json_get_dims(value, member);
    case HD_FIELD_UID_LIST:
        return hd_json_get_i64_list(value, member);
    case HD_FIELD_I32_LIST:
        return hd_json_get_i32_list(value, member);
    case HD_FIELD_BYTES:
        return hd_json_get_bytes(value, member);
    case HD_FIELD_STRING:
        return hd_json_get_text(value, member);
    }
    return hd_fail(HD_INTERNAL_ERROR, "row %s has an unknown kind %d", row->name, (int)row->kind);
}

void hd_json_add_row_keys(hd_json_keys *keys, const hd_table *table)
{
    for (size_t i = 0; i < table->field_count; i++)
        if (table->fields[i].json != NULL)
            hd_json_add_key(keys, table->fields[i].json, strcspn(table->fields[i].json, "."));
}

/* A group that is absent is left to its rows: each knows whether it may be. */
static hd_status check_group(const hd_json_value *object, const hd_table *table, const char *group)
{
    const hd_json_value members = hd_json_member(object, group);
    if (members.json == NULL)
        return HD_OK;
    hd_json_keys keys = {0};
    for (size_t i = 0; i < table->field_count; i++) {
        if (table->fields[i].json == NULL)
            continue;
        const hd_json_row_name name = hd_json_split_name(&table->fields[i]);
        if (strcmp(name.group, group) == 0)
            hd_json_add_key(&keys, name.key, strlen(name.key));
    }
    return hd_json_get_object(&members, &keys);
}

hd_status hd_json_read_rows(const hd_json_value *object, const hd_table *table, void *out)
{
    for (size_t i = 0; i < table->field_count; i++) {
        const hd_field *row = &table->fields[i];
        if (row->json == NULL)
            continue;
        const hd_json_row_name name = hd_json_split_name(row);
        if (hd_json_opens_group(table, i))
            HD_TRY(check_group(object, table, name.group));
        const hd_json_value group = hd_json_member(object, name.group);
        const hd_json_value value = hd_json_member(name.group[0] == '\0' ? object : &group, name.key);
        HD_TRY(read_field(&value, row, out));
    }
    return HD_OK;
}
