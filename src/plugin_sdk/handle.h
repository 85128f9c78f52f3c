/* SPDX-License-Identifier: MIT */
/* What one plugin handle holds. A host makes one call at a time on a handle (EP-52), so nothing here locks; execute,
 * the exception, reads `session` alone. */
#ifndef HD_PLUGIN_SDK_HANDLE_H
#define HD_PLUGIN_SDK_HANDLE_H

#include "plugin_sdk/graph.h"

/* An EngineDetails buffer of the SDK's; `bytes` is NULL until somebody asks. */
typedef struct hd_sdk_details {
    void *bytes;
    size_t size;
} hd_sdk_details;

struct HipdnnEnginePluginHandle {
    hipdnn_plugin_session session;
    hd_sdk_graph last;
    hd_sdk_details details[]; /* one per engine of the module */
};

#endif
