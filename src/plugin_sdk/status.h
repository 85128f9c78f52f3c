/* SPDX-License-Identifier: MIT */
/* How the SDK refuses: the house's statuses as the plugin API's, and arguments checked in one line each. */
#ifndef HD_PLUGIN_SDK_STATUS_H
#define HD_PLUGIN_SDK_STATUS_H

#include "base/error.h"
#include "hipdnn_plugin_sdk/PluginApi.h"

/* The one place where the two lists meet. */
hipdnnPluginStatus_t hd_sdk_status(hd_status status);

hipdnnPluginStatus_t hd_sdk_fail_null(const char *function, const char *argument) __attribute__((cold));

/* Refuses a buffer that is NULL, points nowhere or is empty. What its bytes mean is the decoders' business. */
hipdnnPluginStatus_t hd_sdk_check_bytes(const char *function, const char *argument,
                                        const hipdnnPluginConstData_t *data);

/* Passes on what an author's function answered. A failure without a sentence gets one, so that it is not explained with
 * an older one of somebody else's; the caller clears the last error before it asks. */
hipdnnPluginStatus_t hd_sdk_answer(hipdnnPluginStatus_t status);

/* For the first lines of an entry point: they leave it with a sentence that names function and argument. */
#define HD_SDK_REQUIRE(argument)                                                                                       \
    do {                                                                                                               \
        if ((argument) == NULL)                                                                                        \
            return hd_sdk_fail_null(__func__, #argument);                                                              \
    } while (0)

#define HD_SDK_REQUIRE_BYTES(argument) HD_SDK_TRY(hd_sdk_check_bytes(__func__, #argument, (argument)))

/* Leaves the function with the status of `expression`, a hipdnnPluginStatus_t, unless it is SUCCESS. */
#define HD_SDK_TRY(expression)                                                                                         \
    do {                                                                                                               \
        const hipdnnPluginStatus_t hd_sdk_try_status_ = (expression);                                                  \
        if (hd_sdk_try_status_ != HIPDNN_PLUGIN_STATUS_SUCCESS)                                                        \
            return hd_sdk_try_status_;                                                                                 \
    } while (0)

#endif
