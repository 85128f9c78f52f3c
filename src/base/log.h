/* SPDX-License-Identifier: MIT */
/* One log sink per shared library: the backend's logger, a plugin's host callback.
 *
 * Logging that is off costs one relaxed load. Writing is synchronous; nothing here starts a thread. */
#ifndef HD_BASE_LOG_H
#define HD_BASE_LOG_H

#include <stdatomic.h>

/* The numbers are those of hipdnnSeverity_t. */
typedef enum hd_severity { HD_INFO = 0, HD_WARN = 1, HD_ERROR = 2, HD_FATAL = 3, HD_OFF = 4 } hd_severity;

typedef void (*hd_log_sink)(hd_severity severity, const char *text);

/* Lowest severity written. HD_OFF until somebody sets it. */
extern _Atomic int hd_log_threshold;

/* Where lines go; NULL drops them. */
void hd_log_set_sink(hd_log_sink sink);
void hd_log_set_threshold(hd_severity severity);

/* Formats and hands on one line, whatever the threshold. Use hd_log instead. */
void hd_log_write(hd_severity severity, const char *format, ...) __attribute__((format(printf, 2, 3), cold));

#define hd_log_enabled(severity) ((int)(severity) >= atomic_load_explicit(&hd_log_threshold, memory_order_relaxed))

#define hd_log(severity, ...)                                                                                          \
    do {                                                                                                               \
        if (hd_log_enabled(severity))                                                                                  \
            hd_log_write((severity), __VA_ARGS__);                                                                     \
    } while (0)

#endif
