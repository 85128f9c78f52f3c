/* SPDX-License-Identifier: MIT */
/* The host's callback as this library's log sink. */
#include "base/log.h"
#include "hipdnn_plugin_sdk/EngineSdk.h"
#include "plugin_sdk/status.h"

#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>

_Static_assert((int)HD_INFO == HIPDNN_SEV_INFO && (int)HD_OFF == HIPDNN_SEV_OFF, "base/log.h numbers like the API");

static _Atomic(hipdnnCallback_t) host_callback;
static atomic_bool level_was_set;

/* A function of its own, because the two callback types differ in their enum and a call through a cast pointer is
 * undefined. */
static void to_host(hd_severity severity, const char *text)
{
    const hipdnnCallback_t callback = atomic_load(&host_callback);
    if (callback != NULL)
        callback((hipdnnSeverity_t)severity, text);
}

hipdnnPluginStatus_t hipdnnPluginSetLoggingCallback(hipdnnCallback_t callback)
{
    HD_SDK_REQUIRE(callback);
    atomic_store(&host_callback, callback);
    hd_log_set_sink(to_host);
    /* A host that knows no levels filters by itself, so it gets everything. */
    if (!atomic_load(&level_was_set))
        hd_log_set_threshold(HD_INFO);
    return HIPDNN_PLUGIN_STATUS_SUCCESS;
}

hipdnnPluginStatus_t hipdnnPluginSetLogLevel(hipdnnSeverity_t level)
{
    const int number = (int)level;
    if (number < HIPDNN_SEV_INFO || number > HIPDNN_SEV_OFF)
        return hipdnn_plugin_fail(HIPDNN_PLUGIN_STATUS_INVALID_VALUE, "%s: level is %d, allowed are %d to %d", __func__,
                                  number, HIPDNN_SEV_INFO, HIPDNN_SEV_OFF);
    atomic_store(&level_was_set, true);
    hd_log_set_threshold((hd_severity)number);
    return HIPDNN_PLUGIN_STATUS_SUCCESS;
}

void hipdnn_plugin_log(hipdnnSeverity_t severity, const char *format, ...)
{
    /* OFF is a level, not a severity. */
    if (!hd_log_enabled(severity) || severity >= HIPDNN_SEV_OFF)
        return;
    char text[4096];
    va_list arguments;
    va_start(arguments, format);
    (void)vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    hd_log_write((hd_severity)severity, "%s", text);
}
