/* SPDX-License-Identifier: MIT */
/* A value of the document being read, and how it is refused: where, which, what was expected, what was found. */
#ifndef HD_DATA_SDK_JSON_REFUSE_H
#define HD_DATA_SDK_JSON_REFUSE_H

#include "base/arena.h"
#include "base/error.h"
#include "data_sdk/json/locate.h"

#include <jansson.h>

typedef struct hd_json_document {
    const char *text;
    size_t size;
    hd_arena *arena; /* what is read goes here */
} hd_json_document;

/* Lives on the stack of whoever walks; a parent outlives its children, whose paths point to it. */
typedef struct hd_json_value {
    const hd_json_document *document;
    hd_json_path path;
    json_t *json; /* borrowed; NULL: absent */
} hd_json_value;

/* HD_BAD_PARAM with `line 12, column 9: nodes[3].inputs.x_tensor_uid: <sentence>`. A value that is absent is placed
 * where the object that lacks it begins. */
hd_status hd_json_refuse(const hd_json_value *value, const char *format, ...)
    __attribute__((format(printf, 2, 3), cold));

/* As above, but placed at the value's key: the key itself is what is wrong. */
hd_status hd_json_refuse_key(const hd_json_value *value, const char *format, ...)
    __attribute__((format(printf, 2, 3), cold));

/* "expected <what>, found the text "a"", or "missing, expected <what>". */
hd_status hd_json_refuse_kind(const hd_json_value *value, const char *expected) __attribute__((cold));

#endif
