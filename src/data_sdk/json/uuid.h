/* SPDX-License-Identifier: MIT */
/* UUIDs as text: 8-4-4-4-12 hex digits, bytes in the order of the text. */
#ifndef HD_DATA_SDK_JSON_UUID_H
#define HD_DATA_SDK_JSON_UUID_H

#include <stdbool.h>
#include <stdint.h>

#define HD_UUID_TEXT_SIZE 37

/* Lower case. Returns `text`. */
const char *hd_uuid_text(const uint8_t bytes[16], char text[HD_UUID_TEXT_SIZE]);

/* Either case; false when `text` is no UUID. */
bool hd_uuid_parse(const char *text, uint8_t out_bytes[16]);

#endif
