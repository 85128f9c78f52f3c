/* SPDX-License-Identifier: MIT */
/* This thread's last failure: base/error.c holds it, these are its two doors. */
#include "hipdnn_plugin_sdk/EngineSdk.h"
#include "plugin_sdk/status.h"

#include <stdarg.h>
#include <stdio.h>

_Static_assert(HD_ERROR_TEXT_SIZE == HIPDNN_PLUGIN_ERROR_STRING_MAX_LENGTH, "no text is longer than the API advises");

void hipdnnPluginGetLastErrorString(const char **error_str)
{
    if (error_str != NULL)
        *error_str = hd_error_text();
}

hipdnnPluginStatus_t hipdnn_plugin_fail(hipdnnPluginStatus_t status, const char *format, ...)
{
    char text[HD_ERROR_TEXT_SIZE];
    va_list arguments;
    va_start(arguments, format);
    (void)vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    (void)hd_fail(HD_INTERNAL_ERROR, "%s", text); /* records the text; the status is the author's */
    return status;
}
