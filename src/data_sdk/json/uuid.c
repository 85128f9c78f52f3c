/* SPDX-License-Identifier: MIT */
#include "data_sdk/json/uuid.h"

#include <stddef.h>
#include <string.h>

static bool dash_before(size_t byte)
{
    return byte == 4 || byte == 6 || byte == 8 || byte == 10;
}

const char *hd_uuid_text(const uint8_t bytes[16], char text[HD_UUID_TEXT_SIZE])
{
    static const char digits[] = "0123456789abcdef";
    char *at = text;
    for (size_t i = 0; i < 16; i++) {
        if (dash_before(i))
            *at++ = '-';
        *at++ = digits[bytes[i] >> 4];
        *at++ = digits[bytes[i] & 15];
    }
    *at = '\0';
    return text;
}

/* -1: no hex digit. */
static int digit_value(char digit)
{
    if (digit >= '0' && digit <= '9')
        return digit - '0';
    if (digit >= 'a' && digit <= 'f')
        return digit - 'a' + 10;
    if (digit >= 'A' && digit <= 'F')
        return digit - 'A' + 10;
    return -1;
}

bool hd_uuid_parse(const char *text, uint8_t out_bytes[16])
{
    if (strlen(text) != HD_UUID_TEXT_SIZE - 1)
        return false;
    for (size_t i = 0; i < 16; i++) {
        if (dash_before(i) && *text++ != '-')
            return false;
        const int high = digit_value(text[0]), low = digit_value(text[1]);
        if (high < 0 || low < 0)
            return false;
        out_bytes[i] = (uint8_t)(high * 16 + low);
        text += 2;
    }
    return true;
}
