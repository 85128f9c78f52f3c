/* SPDX-License-Identifier: MIT */
/* Values of a document by kind. Each get refuses a value of another kind, and one that is absent. */
#ifndef HD_DATA_SDK_JSON_VALUE_H
#define HD_DATA_SDK_JSON_VALUE_H

#include "data_sdk/json/refuse.h"
#include "data_sdk/schema/enums.h"
#include "hipdnn_data_sdk/types.h"

/* A member of an object, an element of a list. Of what is absent, or no object, every member is absent. */
hd_json_value hd_json_member(const hd_json_value *object, const char *key);
hd_json_value hd_json_element(const hd_json_value *list, size_t index);

/* Absent or null: what an optional value may be. */
bool hd_json_is_none(const hd_json_value *value);

/* The keys that an object may have. A key need not be NUL-terminated. */
enum { HD_JSON_MAX_KEYS = 64 };
typedef struct hd_json_keys {
    size_t count;
    struct {
        const char *text;
        size_t length;
    } key[HD_JSON_MAX_KEYS];
} hd_json_keys;

/* Adds a key unless it is there already. */
void hd_json_add_key(hd_json_keys *keys, const char *text, size_t length);

/* Refuses anything but an object, and an object with a key that is not among `keys`. */
hd_status hd_json_get_object(const hd_json_value *value, const hd_json_keys *keys);
hd_status hd_json_get_list(const hd_json_value *value, size_t *out_count);
hd_status hd_json_get_integer(const hd_json_value *value, int64_t least, int64_t most, int64_t *out);
hd_status hd_json_get_i32(const hd_json_value *value, int32_t *out);
hd_status hd_json_get_bool(const hd_json_value *value, bool *out);
/* Integers count as numbers too. */
hd_status hd_json_get_f64(const hd_json_value *value, double *out);
/* Rounds to the nearest; a number that would round to infinity, or to zero without being zero, is refused. */
hd_status hd_json_get_f32(const hd_json_value *value, float *out);
/* A copy in the document's arena. */
hd_status hd_json_get_text(const hd_json_value *value, const char **out);
/* The wire number of the text or, of a list whose writers differ, of the number. */
hd_status hd_json_get_enum(const hd_json_value *value, const hd_enum *values, int32_t *out);
/* The wire number itself. */
hd_status hd_json_get_enum_number(const hd_json_value *value, const hd_enum *values, int32_t *out);
/* At most HIPDNN_MAX_RANK integers; [] is an absent list. */
hd_status hd_json_get_dims(const hd_json_value *value, hipdnn_dims *out);
/* Any number of integers, in the document's arena; [] is an absent list. Bytes are integers from 0 to 255. */
hd_status hd_json_get_i64_list(const hd_json_value *value, hipdnn_i64_list *out);
hd_status hd_json_get_i32_list(const hd_json_value *value, hipdnn_i32_list *out);
hd_status hd_json_get_bytes(const hd_json_value *value, hipdnn_bytes *out);
/* Absent and null leave it unset. */
hd_status hd_json_get_optional_bool(const hd_json_value *value, hipdnn_optional_bool *out);
hd_status hd_json_get_optional_i32(const hd_json_value *value, hipdnn_optional_i32 *out);
hd_status hd_json_get_optional_i64(const hd_json_value *value, hipdnn_optional_i64 *out);
hd_status hd_json_get_optional_f32(const hd_json_value *value, hipdnn_optional_f32 *out);

#endif
