/* SPDX-License-Identifier: MIT */
#include "backend/status.h"

#include "base/log.h"

const char *hd_status_name(int status)
{
#define NAME(name)                                                                                                     \
    case name:                                                                                                         \
        return #name
    switch (status) {
        NAME(HIPDNN_STATUS_SUCCESS);
        NAME(HIPDNN_STATUS_NOT_INITIALIZED);
        NAME(HIPDNN_STATUS_BAD_PARAM);
        NAME(HIPDNN_STATUS_BAD_PARAM_NULL_POINTER);
        NAME(HIPDNN_STATUS_BAD_PARAM_NOT_FINALIZED);
        NAME(HIPDNN_STATUS_BAD_PARAM_OUT_OF_BOUND);
        NAME(HIPDNN_STATUS_BAD_PARAM_SIZE_INSUFFICIENT);
        NAME(HIPDNN_STATUS_BAD_PARAM_STREAM_MISMATCH);
        NAME(HIPDNN_STATUS_NOT_SUPPORTED);
        NAME(HIPDNN_STATUS_INTERNAL_ERROR);
        NAME(HIPDNN_STATUS_ALLOC_FAILED);
        NAME(HIPDNN_STATUS_INTERNAL_ERROR_HOST_ALLOCATION_FAILED);
        NAME(HIPDNN_STATUS_INTERNAL_ERROR_DEVICE_ALLOCATION_FAILED);
        NAME(HIPDNN_STATUS_EXECUTION_FAILED);
        NAME(HIPDNN_STATUS_PLUGIN_ERROR);
        NAME(HIPDNN_STATUS_VERSION_MISMATCH);
    default:
        return "HIPDNN_STATUS_UNKNOWN";
    }
#undef NAME
}

hipdnnStatus_t hd_answer(hd_status status)
{
    if (status != HD_OK)
        hd_log(HD_ERROR, "%s: %s", hd_status_name((int)status), hd_error_text());
    return (hipdnnStatus_t)status;
}
