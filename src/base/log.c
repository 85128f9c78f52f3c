/* SPDX-License-Identifier: MIT */
#include "base/log.h"

#include <stdarg.h>
#include <stdio.h>

_Atomic int hd_log_threshold = HD_OFF;
static _Atomic(hd_log_sink) current_sink;

void hd_log_set_sink(hd_log_sink sink)
{
    atomic_store(&current_sink, sink);
}

void hd_log_set_threshold(hd_severity severity)
{
    atomic_store(&hd_log_threshold, (int)severity);
}

void hd_log_write(hd_severity severity, const char *format, ...)
{
    const hd_log_sink sink = atomic_load(&current_sink);
    if (sink == NULL)
        return;
    char text[4096];
    va_list arguments;
    va_start(arguments, format);
    (void)vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    sink(severity, text);
}
