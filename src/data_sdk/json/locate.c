/* SPDX-License-Identifier: MIT */
#include "data_sdk/json/locate.h"

#include <jansson.h>
#include <string.h>

typedef struct view {
    const char *bytes;
    size_t size;
} view;

typedef struct finding {
    size_t at;
    bool whole; /* false: the text ended before the path did */
} finding;

static char byte_at(const view *text, size_t at)
{
    return at < text->size ? text->bytes[at] : '\0';
}

static size_t skip_space(const view *text, size_t at)
{
    char byte = byte_at(text, at);
    while (byte == ' ' || byte == '\t' || byte == '\r' || byte == '\n')
        byte = byte_at(text, ++at);
    return at;
}

/* Parses the value that begins at `*at` and moves past it. jansson itself says where a value ends, so that this file
 * has no second idea of what JSON is. NULL when out of memory: then the search ends where it is. */
static json_t *take_value(const view *text, size_t *at)
{
    json_error_t error;
    json_t *value = json_loadb(text->bytes + *at, text->size - *at, JSON_DECODE_ANY | JSON_DISABLE_EOF_CHECK, &error);
    *at = value == NULL ? text->size : *at + (size_t)error.position;
    return value;
}

/* Moves from the start of a value to the start of the next one in the same list or object, or to its end. */
static size_t next_value(const view *text, size_t at)
{
    json_decref(take_value(text, &at));
    at = skip_space(text, at);
    return byte_at(text, at) == ',' ? skip_space(text, at + 1) : at;
}

static finding find_element(const view *text, size_t list, size_t index)
{
    size_t at = skip_space(text, list + 1);
    for (size_t i = 0; i < index && at < text->size; i++)
        at = next_value(text, at);
    return (finding){at, at < text->size && text->bytes[at] != ']'};
}

static finding find_member(const view *text, size_t object, const char *key, bool at_key)
{
    size_t at = skip_space(text, object + 1);
    while (byte_at(text, at) == '"') {
        const size_t key_start = at;
        json_t *name = take_value(text, &at);
        const bool same = name != NULL && strcmp(json_string_value(name), key) == 0;
        json_decref(name);
        const size_t value_start = skip_space(text, skip_space(text, at) + 1); /* past the colon */
        if (same)
            return (finding){at_key ? key_start : value_start, true};
        if (value_start >= text->size)
            break;
        at = next_value(text, value_start);
    }
    return (finding){0, false};
}

static finding find(const view *text, const hd_json_path *path, bool at_key)
{
    if (path->parent == NULL)
        return (finding){skip_space(text, 0), true};
    const finding parent = find(text, path->parent, false);
    if (!parent.whole)
        return parent;
    finding child = {0, false};
    if (path->key == NULL && byte_at(text, parent.at) == '[')
        child = find_element(text, parent.at, path->index);
    else if (path->key != NULL && byte_at(text, parent.at) == '{')
        child = find_member(text, parent.at, path->key, at_key);
    return child.whole ? child : (finding){parent.at, false};
}

hd_json_place hd_json_locate(const char *text, size_t size, const hd_json_path *path, bool at_key)
{
    const view all = {text, size};
    const size_t end = find(&all, path, at_key).at;
    hd_json_place place = {1, 1};
    for (size_t i = 0; i < end; i++) {
        if (text[i] == '\n')
            place = (hd_json_place){place.line + 1, 1};
        else if (((unsigned char)text[i] & 0xC0) != 0x80) /* not a continuation byte of UTF-8 */
            place.column++;
    }
    return place;
}
