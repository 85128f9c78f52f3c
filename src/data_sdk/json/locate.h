/* SPDX-License-Identifier: MIT */
/* Line and column of a value in a JSON text. jansson keeps no positions of what it has parsed, so a position is looked
 * for when something is refused, and only then. */
#ifndef HD_DATA_SDK_JSON_LOCATE_H
#define HD_DATA_SDK_JSON_LOCATE_H

#include <stdbool.h>
#include <stddef.h>

/* The way to a value; frames live on the stack of whoever walks. */
typedef struct hd_json_path {
    const struct hd_json_path *parent; /* NULL: the whole document */
    const char *key; /* of a member; NULL: an element */
    size_t index; /* of an element */
} hd_json_path;

/* Both count from 1; columns count characters. */
typedef struct hd_json_place {
    size_t line, column;
} hd_json_place;

/* Where the value at `path` begins or, with `at_key`, its key. Where the text does not go that far, the last value on
 * the way. `text` must be one that jansson has accepted. */
hd_json_place hd_json_locate(const char *text, size_t size, const hd_json_path *path, bool at_key);

#endif
