/* SPDX-License-Identifier: MIT */
/* A growing, NUL-terminated text. A failed growth is remembered, so that a writer checks once, at the end. */
#ifndef HD_BASE_TEXT_H
#define HD_BASE_TEXT_H

#include <stdbool.h>
#include <stddef.h>

/* All zero is a valid empty text. */
typedef struct hd_text {
    char *data; /* NULL while nothing was written */
    size_t size; /* without the NUL */
    size_t capacity;
    bool failed;
} hd_text;

void hd_text_append(hd_text *text, const char *bytes, size_t size);
void hd_text_put(hd_text *text, const char *string);
void hd_text_format(hd_text *text, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Frees the bytes; the text is empty again. */
void hd_text_release(hd_text *text);

#endif
