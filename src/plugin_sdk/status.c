/* SPDX-License-Identifier: MIT */
#include "plugin_sdk/status.h"

hipdnnPluginStatus_t hd_sdk_status(hd_status status)
{
    switch (status) {
    case HD_OK:
        return HIPDNN_PLUGIN_STATUS_SUCCESS;
    case HD_ALLOC_FAILED:
        return HIPDNN_PLUGIN_STATUS_ALLOC_FAILED;
    case HD_BAD_PARAM:
    case HD_NULL_POINTER:
    case HD_NOT_FINALIZED:
        return HIPDNN_PLUGIN_STATUS_BAD_PARAM;
    case HD_OUT_OF_BOUND:
    case HD_SIZE_INSUFFICIENT:
        return HIPDNN_PLUGIN_STATUS_INVALID_VALUE;
    /* A graph with an operation or an API version that this SDK does not know is well-formed; no engine of this
     * library computes it, and that is an answer, not a failure. */
    case HD_NOT_SUPPORTED:
        return HIPDNN_PLUGIN_STATUS_NOT_APPLICABLE;
    case HD_NOT_INITIALIZED:
        return HIPDNN_PLUGIN_STATUS_NOT_INITIALIZED;
    case HD_INTERNAL_ERROR:
    case HD_EXECUTION_FAILED:
    case HD_PLUGIN_ERROR:
    case HD_VERSION_MISMATCH:
        break;
    }
    return HIPDNN_PLUGIN_STATUS_INTERNAL_ERROR;
}

hipdnnPluginStatus_t hd_sdk_fail_null(const char *function, const char *argument)
{
    return hd_sdk_status(hd_fail(HD_BAD_PARAM, "%s: %s is NULL", function, argument));
}

hipdnnPluginStatus_t hd_sdk_check_bytes(const char *function, const char *argument, const hipdnnPluginConstData_t *data)
{
    if (data == NULL)
        return hd_sdk_fail_null(function, argument);
    if (data->ptr == NULL)
        return hd_sdk_status(hd_fail(HD_BAD_PARAM, "%s: %s->ptr is NULL", function, argument));
    if (data->size == 0)
        return hd_sdk_status(hd_fail(HD_BAD_PARAM, "%s: %s->size is 0", function, argument));
    return HIPDNN_PLUGIN_STATUS_SUCCESS;
}

hipdnnPluginStatus_t hd_sdk_answer(hipdnnPluginStatus_t status)
{
    if (status != HIPDNN_PLUGIN_STATUS_SUCCESS && hd_error_text()[0] == '\0')
        (void)hd_fail(HD_INTERNAL_ERROR, "the engine gives no reason (plugin status %d)", (int)status);
    return status;
}
