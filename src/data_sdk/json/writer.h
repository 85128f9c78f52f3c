/* SPDX-License-Identifier: MIT */
/* JSON, written token by token. jansson could print too, but not with short lists on one line, not floats in as few
 * digits as read back equal, and only after building a second graph out of its own nodes. */
#ifndef HD_DATA_SDK_JSON_WRITER_H
#define HD_DATA_SDK_JSON_WRITER_H

#include "base/text.h"
#include "hipdnn_data_sdk/types.h"

/* Commas, line ends and indentation follow from the calls. Zero but for `text` and `pretty` is a valid start. */
typedef struct hd_json_writer {
    hd_text *text; /* remembers a failed allocation */
    bool pretty;
    bool after_value; /* the next one needs a comma */
    bool after_key; /* the next value stands on the key's line */
    bool on_line; /* in a list that stays on one line */
    unsigned depth;
} hd_json_writer;

void hd_json_open(hd_json_writer *writer, char bracket); /* '{' or '[' */
void hd_json_close(hd_json_writer *writer, char bracket);
/* A list of plain values that stays on one line. */
void hd_json_open_line(hd_json_writer *writer);
void hd_json_close_line(hd_json_writer *writer);
void hd_json_put_key(hd_json_writer *writer, const char *key); /* needs no escapes */

void hd_json_put_null(hd_json_writer *writer);
void hd_json_put_bool(hd_json_writer *writer, bool value);
void hd_json_put_i64(hd_json_writer *writer, int64_t value);
void hd_json_put_u64(hd_json_writer *writer, uint64_t value);
/* The fewest digits that read back as the same value, which must be finite. */
void hd_json_put_f32(hd_json_writer *writer, float value);
void hd_json_put_f64(hd_json_writer *writer, double value);
/* Any bytes: what is not UTF-8 becomes U+FFFD. NULL is "". */
void hd_json_put_text(hd_json_writer *writer, const char *text);
void hd_json_put_dims(hd_json_writer *writer, const hipdnn_dims *dims);

#endif
