/* SPDX-License-Identifier: MIT */
#include "data_sdk/json/writer.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void start_line(hd_json_writer *writer)
{
    if (!writer->pretty)
        return;
    hd_text_put(writer->text, "\n");
    for (unsigned i = 0; i < writer->depth; i++)
        hd_text_put(writer->text, "  ");
}

/* What stands between the token before and the next key or value. */
static void separate(hd_json_writer *writer)
{
    if (writer->after_key) {
        writer->after_key = false;
        return;
    }
    if (writer->after_value)
        hd_text_put(writer->text, writer->on_line && writer->pretty ? ", " : ",");
    if (writer->depth > 0 && !writer->on_line)
        start_line(writer);
}

static void put_token(hd_json_writer *writer, const char *token)
{
    separate(writer);
    hd_text_put(writer->text, token);
    writer->after_value = true;
}

void hd_json_open(hd_json_writer *writer, char bracket)
{
    separate(writer);
    hd_text_append(writer->text, &bracket, 1);
    writer->depth++;
    writer->after_value = false;
}

void hd_json_close(hd_json_writer *writer, char bracket)
{
    writer->depth--;
    if (writer->after_value) /* else it is empty and stays on one line */
        start_line(writer);
    hd_text_append(writer->text, &bracket, 1);
    writer->after_value = true;
}

void hd_json_open_line(hd_json_writer *writer)
{
    put_token(writer, "[");
    writer->after_value = false;
    writer->on_line = true;
}

void hd_json_close_line(hd_json_writer *writer)
{
    hd_text_put(writer->text, "]");
    writer->after_value = true;
    writer->on_line = false;
}

void hd_json_put_key(hd_json_writer *writer, const char *key)
{
    separate(writer);
    hd_text_format(writer->text, writer->pretty ? "\"%s\": " : "\"%s\":", key);
    writer->after_key = true;
}

void hd_json_put_null(hd_json_writer *writer)
{
    put_token(writer, "null");
}

void hd_json_put_bool(hd_json_writer *writer, bool value)
{
    put_token(writer, value ? "true" : "false");
}

void hd_json_put_i64(hd_json_writer *writer, int64_t value)
{
    char digits[24];
    (void)snprintf(digits, sizeof digits, "%" PRId64, value);
    put_token(writer, digits);
}

void hd_json_put_u64(hd_json_writer *writer, uint64_t value)
{
    char digits[24];
    (void)snprintf(digits, sizeof digits, "%" PRIu64, value);
    put_token(writer, digits);
}

/* `most` digits suffice for every value of the type; most values need `least`. A float is parsed as the reader parses
 * it, by way of double. */
static void put_real(hd_json_writer *writer, double value, int least, int most, bool single)
{
    char digits[32] = "-0.0"; /* "-0" would read back as the integer 0, which has no sign */
    if (value != 0 || !signbit(value)) {
        for (int precision = least; precision <= most; precision++) {
            (void)snprintf(digits, sizeof digits, "%.*g", precision, value);
            const double parsed = strtod(digits, NULL);
            if ((single ? (double)(float)parsed : parsed) == value)
                break;
        }
    }
    put_token(writer, digits);
}

void hd_json_put_f32(hd_json_writer *writer, float value)
{
    put_real(writer, (double)value, 6, 9, true);
}

void hd_json_put_f64(hd_json_writer *writer, double value)
{
    put_real(writer, value, 15, 17, false);
}

/* Length of the well-formed UTF-8 character at `text`, 0 when there is none: cut short, overlong, a surrogate, or past
 * U+10FFFF. Source: the Unicode standard, table 3-7. The NUL at the end is no continuation byte, so it stops a look
 * ahead. */
static size_t utf8_length(const unsigned char *text)
{
    const unsigned char first = text[0];
    if (first < 0x80)
        return 1;
    if (first < 0xC2 || first > 0xF4)
        return 0;
    const unsigned char least = first == 0xE0 ? 0xA0 : first == 0xF0 ? 0x90 : 0x80;
    const unsigned char most = first == 0xED ? 0x9F : first == 0xF4 ? 0x8F : 0xBF;
    if (text[1] < least || text[1] > most)
        return 0;
    const size_t length = first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4;
    for (size_t i = 2; i < length; i++)
        if ((text[i] & 0xC0) != 0x80)
            return 0;
    return length;
}

/* The escape of a character that may not stand for itself, or NULL. */
static const char *short_escape(unsigned char character)
{
    switch (character) {
    case '"':
        return "\\\"";
    case '\\':
        return "\\\\";
    case '\b':
        return "\\b";
    case '\f':
        return "\\f";
    case '\n':
        return "\\n";
    case '\r':
        return "\\r";
    case '\t':
        return "\\t";
    default:
        return NULL;
    }
}

void hd_json_put_text(hd_json_writer *writer, const char *text)
{
    separate(writer);
    hd_text_put(writer->text, "\"");
    for (const char *at = text == NULL ? "" : text; *at != '\0';) {
        const unsigned char character = (unsigned char)*at;
        const size_t length = utf8_length((const unsigned char *)at);
        const char *escape = length == 0 ? "\\ufffd" : short_escape(character);
        if (escape != NULL)
            hd_text_put(writer->text, escape);
        else if (character < 0x20)
            hd_text_format(writer->text, "\\u%04x", character);
        else
            hd_text_append(writer->text, at, length);
        at += length == 0 ? 1 : length;
    }
    hd_text_put(writer->text, "\"");
    writer->after_value = true;
}

void hd_json_put_dims(hd_json_writer *writer, const hipdnn_dims *dims)
{
    hd_json_open_line(writer);
    for (uint32_t i = 0; i < dims->count && i < HIPDNN_MAX_RANK; i++)
        hd_json_put_i64(writer, dims->v[i]);
    hd_json_close_line(writer);
}
