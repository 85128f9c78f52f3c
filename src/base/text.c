/* SPDX-License-Identifier: MIT */
#include "base/text.h"

#include "base/memory.h"

#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

/* Room for `size` more bytes and the NUL. */
static bool reserve(hd_text *text, size_t size)
{
    if (text->failed)
        return false;
    if (text->data != NULL && size < text->capacity - text->size)
        return true;
    size_t wanted;
    if (__builtin_add_overflow(text->size, size, &wanted) || __builtin_add_overflow(wanted, (size_t)1, &wanted)) {
        text->failed = true;
        return false;
    }
    size_t capacity = text->capacity < 128 ? 128 : text->capacity;
    while (capacity < wanted)
        capacity = capacity > SIZE_MAX / 2 ? wanted : capacity * 2;
    char *data = hd_realloc(text->data, capacity);
    if (data == NULL) {
        text->failed = true;
        return false;
    }
    text->data = data;
    text->capacity = capacity;
    return true;
}

void hd_text_append(hd_text *text, const char *bytes, size_t size)
{
    if (!reserve(text, size))
        return;
    if (size > 0)
        memcpy(text->data + text->size, bytes, size);
    text->size += size;
    text->data[text->size] = '\0';
}

void hd_text_put(hd_text *text, const char *string)
{
    hd_text_append(text, string, strlen(string));
}

void hd_text_format(hd_text *text, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    va_list again;
    va_copy(again, arguments);
    const int length = vsnprintf(NULL, 0, format, arguments);
    va_end(arguments);
    if (length < 0)
        text->failed = true;
    else if (reserve(text, (size_t)length)) {
        (void)vsnprintf(text->data + text->size, (size_t)length + 1, format, again);
        text->size += (size_t)length;
    }
    va_end(again);
}

void hd_text_release(hd_text *text)
{
    hd_free(text->data);
    *text = (hd_text){0};
}
