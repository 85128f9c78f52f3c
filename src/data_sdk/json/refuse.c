/* SPDX-License-Identifier: MIT */
#include "data_sdk/json/refuse.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { EXCERPT_SIZE = 64, PATH_SIZE = 320, SENTENCE_SIZE = 1536 };

/* Foreign text, fit for one line of a message: short, without control characters, cut between characters. */
static const char *excerpt(const char *text, char out[EXCERPT_SIZE])
{
    enum { MOST = EXCERPT_SIZE - (int)sizeof "..." };
    size_t length = strlen(text);
    const bool cut = length > MOST;
    if (cut) {
        length = MOST;
        while (length > 0 && ((unsigned char)text[length] & 0xC0) == 0x80)
            length--;
    }
    for (size_t i = 0; i < length; i++)
        out[i] = (unsigned char)text[i] < 0x20 || text[i] == 0x7F ? '?' : text[i];
    memcpy(out + length, cut ? "..." : "", cut ? sizeof "..." : 1);
    return out;
}

/* Writes `nodes[3].inputs.x_tensor_uid` and returns its length; "" is the document itself. */
static size_t write_path(const hd_json_path *path, char *text, size_t size)
{
    if (path->parent == NULL)
        return 0;
    const size_t used = write_path(path->parent, text, size);
    char key[EXCERPT_SIZE];
    int more;
    if (path->key == NULL)
        more = snprintf(text + used, size - used, "[%zu]", path->index);
    else
        more = snprintf(text + used, size - used, "%s%s", used == 0 ? "" : ".",
                        path->key[0] == '\0' ? "\"\"" : excerpt(path->key, key));
    const size_t wanted = used + (more < 0 ? 0 : (size_t)more);
    return wanted < size ? wanted : size - 1;
}

static hd_status refuse(const hd_json_value *value, bool at_key, const char *format, va_list arguments)
{
    char sentence[SENTENCE_SIZE];
    (void)vsnprintf(sentence, sizeof sentence, format, arguments);
    char path[PATH_SIZE] = "";
    (void)write_path(&value->path, path, sizeof path);
    const hd_json_place place = hd_json_locate(value->document->text, value->document->size, &value->path, at_key);
    return hd_fail(HD_BAD_PARAM, "line %zu, column %zu: %s: %s", place.line, place.column,
                   path[0] == '\0' ? "the document" : path, sentence);
}

hd_status hd_json_refuse(const hd_json_value *value, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    const hd_status status = refuse(value, false, format, arguments);
    va_end(arguments);
    return status;
}

hd_status hd_json_refuse_key(const hd_json_value *value, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    const hd_status status = refuse(value, true, format, arguments);
    va_end(arguments);
    return status;
}

hd_status hd_json_refuse_kind(const hd_json_value *value, const char *expected)
{
    char text[EXCERPT_SIZE];
    if (value->json == NULL)
        return hd_json_refuse(value, "missing, expected %s", expected);
    switch (json_typeof(value->json)) {
    case JSON_OBJECT:
        return hd_json_refuse(value, "expected %s, found an object", expected);
    case JSON_ARRAY:
        return hd_json_refuse(value, "expected %s, found a list", expected);
    case JSON_STRING:
        return hd_json_refuse(value, "expected %s, found the text \"%s\"", expected,
                              excerpt(json_string_value(value->json), text));
    case JSON_INTEGER:
        return hd_json_refuse(value, "expected %s, found the integer %" JSON_INTEGER_FORMAT, expected,
                              json_integer_value(value->json));
    case JSON_REAL:
        (void)snprintf(text, sizeof text, "%.15g", json_real_value(value->json));
        return hd_json_refuse(value, "expected %s, found the number %s%s", expected, text,
                              strpbrk(text, ".e") == NULL ? ".0" : "");
    case JSON_TRUE:
        return hd_json_refuse(value, "expected %s, found true", expected);
    case JSON_FALSE:
        return hd_json_refuse(value, "expected %s, found false", expected);
    case JSON_NULL:
        break;
    }
    return hd_json_refuse(value, "expected %s, found null", expected);
}
