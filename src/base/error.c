/* SPDX-License-Identifier: MIT */
#include "base/error.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static _Thread_local char error_text[HD_ERROR_TEXT_SIZE];

void hd_error_set(const char *format, ...)
{
    /* Formatted aside first: an argument may point into the buffer itself. */
    char text[HD_ERROR_TEXT_SIZE];
    va_list arguments;
    va_start(arguments, format);
    (void)vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    memcpy(error_text, text, strlen(text) + 1);
}

hd_status hd_fail_in(hd_status status, const char *format, ...)
{
    char context[512];
    va_list arguments;
    va_start(arguments, format);
    (void)vsnprintf(context, sizeof context, format, arguments);
    va_end(arguments);
    hd_error_set("%s: %s", context, error_text);
    return status;
}

const char *hd_error_text(void)
{
    return error_text;
}

void hd_error_clear(void)
{
    error_text[0] = '\0';
}
