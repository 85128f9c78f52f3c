/* SPDX-License-Identifier: MIT */
/* The backend's log: lines to stderr or a file, synchronously. */
#ifndef HD_BACKEND_LOGGER_H
#define HD_BACKEND_LOGGER_H

#include "base/log.h"

/* Reads HIPDNN_LOG_LEVEL and HIPDNN_LOG_FILE once in the process; later calls do nothing. */
void hd_logger_start(void);

/* One line from outside (a plugin, a client), under the level like any other. */
void hd_logger_write(hd_severity severity, const char *component, const char *text);

#endif
