/* SPDX-License-Identifier: MIT */
/* Texts handed out by the rule of two calls. */
#ifndef HD_BACKEND_API_TEXTS_H
#define HD_BACKEND_API_TEXTS_H

#include "base/error.h"

typedef struct hd_text_out {
    const char *what; /* for messages */
    const char *value;
    char *buffer; /* NULL: only sizes are asked for */
    size_t *size; /* in: of the buffer; out when asked: needed, NUL included */
} hd_text_out;

/* If any buffer is NULL all sizes are written and nothing is copied; else all are copied, or none. */
hd_status hd_give_texts(const hd_text_out *texts, size_t count);

#endif
