/* SPDX-License-Identifier: MIT */
#include "data_sdk/json/value.h"

#include "base/text.h"

#include <assert.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

hd_json_value hd_json_member(const hd_json_value *object, const char *key)
{
    return (hd_json_value){object->document, {&object->path, key, 0}, json_object_get(object->json, key)};
}

hd_json_value hd_json_element(const hd_json_value *list, size_t index)
{
    return (hd_json_value){list->document, {&list->path, NULL, index}, json_array_get(list->json, index)};
}

bool hd_json_is_none(const hd_json_value *value)
{
    return value->json == NULL || json_is_null(value->json);
}

static bool has_key(const hd_json_keys *keys, const char *text, size_t length)
{
    for (size_t i = 0; i < keys->count; i++)
        if (keys->key[i].length == length && memcmp(keys->key[i].text, text, length) == 0)
            return true;
    return false;
}

void hd_json_add_key(hd_json_keys *keys, const char *text, size_t length)
{
    if (has_key(keys, text, length))
        return;
    assert(keys->count < HD_JSON_MAX_KEYS);
    keys->key[keys->count].text = text;
    keys->key[keys->count].length = length;
    keys->count++;
}

static hd_status refuse_unknown_key(const hd_json_value *value, const hd_json_keys *keys)
{
    hd_text known = {0};
    for (size_t i = 0; i < keys->count; i++)
        hd_text_format(&known, "%s%.*s", i == 0 ? "" : ", ", (int)keys->key[i].length, keys->key[i].text);
    const hd_status status = hd_json_refuse_key(value, "unknown key; known are %s", known.failed ? "..." : known.data);
    hd_text_release(&known);
    return status;
}

hd_status hd_json_get_object(const hd_json_value *value, const hd_json_keys *keys)
{
    if (!json_is_object(value->json))
        return hd_json_refuse_kind(value, "an object");
    for (void *i = json_object_iter(value->json); i != NULL; i = json_object_iter_next(value->json, i)) {
        const char *key = json_object_iter_key(i);
        if (!has_key(keys, key, strlen(key))) {
            const hd_json_value member = hd_json_member(value, key);
            return refuse_unknown_key(&member, keys);
        }
    }
    return HD_OK;
}

hd_status hd_json_get_list(const hd_json_value *value, size_t *out_count)
{
    *out_count = 0;
    if (!json_is_array(value->json))
        return hd_json_refuse_kind(value, "a list");
    *out_count = json_array_size(value->json);
    return HD_OK;
}

hd_status hd_json_get_integer(const hd_json_value *value, int64_t least, int64_t most, int64_t *out)
{
    *out = 0;
    if (!json_is_integer(value->json))
        return hd_json_refuse_kind(value, "an integer");
    const int64_t integer = json_integer_value(value->json);
    if (integer < least || integer > most) {
        char expected[80];
        (void)snprintf(expected, sizeof expected, "an integer from %" PRId64 " to %" PRId64, least, most);
        return hd_json_refuse_kind(value, expected);
    }
    *out = integer;
    return HD_OK;
}

hd_status hd_json_get_i32(const hd_json_value *value, int32_t *out)
{
    int64_t wide;
    const hd_status status = hd_json_get_integer(value, INT32_MIN, INT32_MAX, &wide);
    *out = (int32_t)wide;
    return status;
}

hd_status hd_json_get_bool(const hd_json_value *value, bool *out)
{
    *out = false;
    if (!json_is_boolean(value->json))
        return hd_json_refuse_kind(value, "true or false");
    *out = json_is_true(value->json);
    return HD_OK;
}

hd_status hd_json_get_f64(const hd_json_value *value, double *out)
{
    *out = 0;
    if (!json_is_number(value->json))
        return hd_json_refuse_kind(value, "a number");
    *out = json_number_value(value->json);
    return HD_OK;
}

hd_status hd_json_get_f32(const hd_json_value *value, float *out)
{
    *out = 0;
    double wide;
    HD_TRY(hd_json_get_f64(value, &wide));
    const float narrow = (float)wide;
    if (!isfinite(narrow) || (narrow == 0 && wide != 0))
        return hd_json_refuse(value, "%.15g does not fit a 32-bit float", wide);
    *out = narrow;
    return HD_OK;
}

hd_status hd_json_get_text(const hd_json_value *value, const char **out)
{
    *out = "";
    if (!json_is_string(value->json))
        return hd_json_refuse_kind(value, "a text");
    const size_t length = json_string_length(value->json);
    const char *text = hd_arena_copy_text(value->document->arena, json_string_value(value->json), length);
    if (text == NULL)
        return hd_fail_alloc(length + 1, "a text of a JSON document");
    *out = text;
    return HD_OK;
}

static hd_status refuse_enum(const hd_json_value *value, const hd_enum *values, bool by_number)
{
    hd_text expected = {0};
    hd_text_format(&expected, "a %s (", values->name);
    for (size_t i = 0; i < values->count; i++) {
        hd_text_put(&expected, i == 0 ? "" : ", ");
        if (by_number)
            hd_text_format(&expected, "%" PRId32 ": ", values->values[i].wire);
        hd_text_put(&expected, values->values[i].text);
    }
    hd_text_put(&expected, ")");
    const hd_status status = hd_json_refuse_kind(value, expected.failed ? values->name : expected.data);
    hd_text_release(&expected);
    return status;
}

/* NULL when the list has no such value. */
static const hd_enum_value *find_number(const hd_json_value *value, const hd_enum *values)
{
    const json_int_t number = json_integer_value(value->json);
    const bool fits = json_is_integer(value->json) && number >= INT32_MIN && number <= INT32_MAX;
    return fits ? hd_enum_by_wire(values, (int32_t)number) : NULL;
}

hd_status hd_json_get_enum(const hd_json_value *value, const hd_enum *values, int32_t *out)
{
    *out = 0;
    const hd_enum_value *known = NULL;
    if (json_is_string(value->json))
        known = hd_enum_by_text(values, json_string_value(value->json));
    else if (values->any_case)
        known = find_number(value, values);
    if (known == NULL)
        return refuse_enum(value, values, false);
    *out = known->wire;
    return HD_OK;
}

hd_status hd_json_get_enum_number(const hd_json_value *value, const hd_enum *values, int32_t *out)
{
    *out = 0;
    const hd_enum_value *known = find_number(value, values);
    if (known == NULL)
        return refuse_enum(value, values, true);
    *out = known->wire;
    return HD_OK;
}

hd_status hd_json_get_dims(const hd_json_value *value, hipdnn_dims *out)
{
    *out = (hipdnn_dims){0};
    size_t count;
    HD_TRY(hd_json_get_list(value, &count));
    if (count > HIPDNN_MAX_RANK)
        return hd_json_refuse(value, "expected at most %d integers, found %zu", HIPDNN_MAX_RANK, count);
    for (size_t i = 0; i < count; i++) {
        const hd_json_value element = hd_json_element(value, i);
        HD_TRY(hd_json_get_integer(&element, INT64_MIN, INT64_MAX, &out->v[i]));
    }
    out->count = (uint32_t)count;
    return HD_OK;
}

/* Room for the elements of a list, which is refused when it is none or longer than a count can say. */
static hd_status make_list(const hd_json_value *value, size_t element_size, uint32_t *out_count, void **out_elements)
{
    *out_count = 0;
    *out_elements = NULL;
    size_t count;
    HD_TRY(hd_json_get_list(value, &count));
    if (count > UINT32_MAX)
        return hd_json_refuse(value, "expected at most %" PRIu32 " elements, found %zu", UINT32_MAX, count);
    if (count == 0)
        return HD_OK;
    void *elements = hd_arena_alloc_array(value->document->arena, count, element_size);
    if (elements == NULL)
        return hd_fail_alloc(count * element_size, "a list of a JSON document");
    *out_count = (uint32_t)count;
    *out_elements = elements;
    return HD_OK;
}

hd_status hd_json_get_i64_list(const hd_json_value *value, hipdnn_i64_list *out)
{
    *out = (hipdnn_i64_list){0};
    uint32_t count;
    void *elements;
    HD_TRY(make_list(value, sizeof(int64_t), &count, &elements));
    int64_t *numbers = elements;
    for (uint32_t i = 0; i < count; i++) {
        const hd_json_value element = hd_json_element(value, i);
        HD_TRY(hd_json_get_integer(&element, INT64_MIN, INT64_MAX, &numbers[i]));
    }
    *out = (hipdnn_i64_list){numbers, count};
    return HD_OK;
}

hd_status hd_json_get_i32_list(const hd_json_value *value, hipdnn_i32_list *out)
{
    *out = (hipdnn_i32_list){0};
    uint32_t count;
    void *elements;
    HD_TRY(make_list(value, sizeof(int32_t), &count, &elements));
    int32_t *numbers = elements;
    for (uint32_t i = 0; i < count; i++) {
        const hd_json_value element = hd_json_element(value, i);
        HD_TRY(hd_json_get_i32(&element, &numbers[i]));
    }
    *out = (hipdnn_i32_list){numbers, count};
    return HD_OK;
}

hd_status hd_json_get_bytes(const hd_json_value *value, hipdnn_bytes *out)
{
    *out = (hipdnn_bytes){0};
    uint32_t count;
    void *elements;
    HD_TRY(make_list(value, sizeof(uint8_t), &count, &elements));
    uint8_t *bytes = elements;
    for (uint32_t i = 0; i < count; i++) {
        const hd_json_value element = hd_json_element(value, i);
        int64_t byte;
        HD_TRY(hd_json_get_integer(&element, 0, UINT8_MAX, &byte));
        bytes[i] = (uint8_t)byte;
    }
    *out = (hipdnn_bytes){bytes, count};
    return HD_OK;
}

hd_status hd_json_get_optional_bool(const hd_json_value *value, hipdnn_optional_bool *out)
{
    *out = (hipdnn_optional_bool){0};
    if (hd_json_is_none(value))
        return HD_OK;
    HD_TRY(hd_json_get_bool(value, &out->value));
    out->set = true;
    return HD_OK;
}

hd_status hd_json_get_optional_i32(const hd_json_value *value, hipdnn_optional_i32 *out)
{
    *out = (hipdnn_optional_i32){0};
    if (hd_json_is_none(value))
        return HD_OK;
    HD_TRY(hd_json_get_i32(value, &out->value));
    out->set = true;
    return HD_OK;
}

hd_status hd_json_get_optional_i64(const hd_json_value *value, hipdnn_optional_i64 *out)
{
    *out = (hipdnn_optional_i64){0};
    if (hd_json_is_none(value))
        return HD_OK;
    HD_TRY(hd_json_get_integer(value, INT64_MIN, INT64_MAX, &out->value));
    out->set = true;
    return HD_OK;
}

hd_status hd_json_get_optional_f32(const hd_json_value *value, hipdnn_optional_f32 *out)
{
    *out = (hipdnn_optional_f32){0};
    if (hd_json_is_none(value))
        return HD_OK;
    HD_TRY(hd_json_get_f32(value, &out->value));
    out->set = true;
    return HD_OK;
}
