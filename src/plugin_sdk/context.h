/* SPDX-License-Identifier: MIT */
/* An execution context: a plan and whose it is. Immutable once made; threads and handles share it (EP-21). */
#ifndef HD_PLUGIN_SDK_CONTEXT_H
#define HD_PLUGIN_SDK_CONTEXT_H

#include "hipdnn_plugin_sdk/EngineSdk.h"

struct HipdnnEnginePluginExecutionContext {
    const hipdnn_plugin_engine *engine;
    void *plan; /* the engine's; NULL when it needs none */
    size_t workspace_size; /* bytes, exact */
};

#endif
