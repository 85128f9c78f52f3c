/* SPDX-License-Identifier: MIT */
/* Users' log sinks, beside stderr and the log file. */
#ifndef HD_BACKEND_LOG_CALLBACKS_H
#define HD_BACKEND_LOG_CALLBACKS_H

#include "base/error.h"
#include "base/log.h"
#include "hipdnn_backend.h"

/* Adds or updates the pair of callback and handle; OFF removes it, after its calls in other threads have returned.
 * BAD_PARAM: the pair to remove is not there. Leaves the last error as it is. */
hipdnnStatus_t hd_log_callbacks_set(hipdnnUserLogCallback_t callback, hipdnnSeverity_t least,
                                    hipdnnUserLogCallbackHandle_t handle);

/* Hands a line to all whose level lets it through. A line that is logged inside a callback goes to none. */
void hd_log_callbacks_call(hd_severity severity, const char *text);

/* Around a fork, so that the child finds the lock free and waits for no thread that it does not have. */
void hd_log_callbacks_before_fork(void);
void hd_log_callbacks_after_fork(void);
void hd_log_callbacks_in_child(void);

#endif
