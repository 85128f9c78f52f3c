/* SPDX-License-Identifier: MIT */
#include "backend/log_callbacks.h"
#include "backend/logger.h"
#include "backend/status.h"
#include "hipdnn_backend.h"
#include "plugin/registry.h"

_Static_assert((int)HD_INFO == HIPDNN_SEV_INFO && (int)HD_WARN == HIPDNN_SEV_WARN &&
                   (int)HD_ERROR == HIPDNN_SEV_ERROR && (int)HD_FATAL == HIPDNN_SEV_FATAL &&
                   (int)HD_OFF == HIPDNN_SEV_OFF,
               "hd_severity has the numbers of hipdnnSeverity_t");

static bool is_severity(hipdnnSeverity_t level)
{
    return (int)level >= HIPDNN_SEV_INFO && (int)level <= HIPDNN_SEV_OFF;
}

void hipdnnLoggingCallback_ext(hipdnnSeverity_t severity, const char *msg)
{
    hd_logger_start();
    if (is_severity(severity) && msg != NULL)
        hd_logger_write((hd_severity)severity, "plugin", msg);
}

hipdnnStatus_t hipdnnSetUserLogCallback_ext(hipdnnUserLogCallback_t callback, hipdnnSeverity_t minLevel,
                                            hipdnnLogCallbackMode_t mode, hipdnnUserLogCallbackHandle_t handle)
{
    hd_logger_start();
    /* Both modes call on the thread that logs: no thread of ours exists that could call later. */
    if (callback == NULL || handle == NULL || !is_severity(minLevel) ||
        (mode != HIPDNN_LOG_CALLBACK_SYNC && mode != HIPDNN_LOG_CALLBACK_ASYNC))
        return HIPDNN_STATUS_BAD_PARAM;
    return hd_log_callbacks_set(callback, minLevel, handle);
}

hipdnnStatus_t hipdnnBackendSetGlobalLogLevel_ext(hipdnnSeverity_t level)
{
    hd_logger_start();
    if (!is_severity(level))
        return hd_answer(hd_fail(HD_BAD_PARAM, "log level %d is not known; 0 (info) to 4 (off) are", (int)level));
    hd_log_set_threshold((hd_severity)level);
    hd_registry_broadcast_level(level);
    return HIPDNN_STATUS_SUCCESS;
}

hipdnnStatus_t hipdnnBackendGetGlobalLogLevel_ext(hipdnnSeverity_t *level)
{
    hd_logger_start();
    if (level == NULL)
        return hd_answer(hd_fail(HD_BAD_PARAM, "hipdnnBackendGetGlobalLogLevel_ext: level is NULL"));
    *level = (hipdnnSeverity_t)atomic_load(&hd_log_threshold);
    return HIPDNN_STATUS_SUCCESS;
}
