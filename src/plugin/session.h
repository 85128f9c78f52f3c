/* SPDX-License-Identifier: MIT */
/* What stands behind a handle: plugin handles, policy handles, the stream, the device and its facts.
 *
 * A session lives until the handle and everything made with it are gone. One thread at a time, except for the
 * references and for what is only read after creation (D25). */
#ifndef HD_PLUGIN_SESSION_H
#define HD_PLUGIN_SESSION_H

#include "base/error.h"
#include "device/device.h"
#include "plugin/registry.h"

#include <stdatomic.h>

typedef struct hd_session {
    atomic_uint references;
    hd_module_set *set;
    hd_device device;
    /* Equal for sessions between which plans may be shared: same load of the libraries, same device. */
    uint64_t key;
    hipdnnEnginePluginHandle_t *engine_handles; /* by module index; NULL: the library serves no engine here */
    hipdnnHeuristicHandle_t *policy_handles; /* by policy index; NULL: that policy is not available here */
    void *device_facts; /* a DeviceProperties buffer */
    size_t device_facts_size;
    hipStream_t stream;
} hd_session;

/* Loads the libraries if need be and makes one handle per library. A library of another device kind, one whose create
 * fails or gives NULL or another library's handle is left out with an error in the log. */
hd_status hd_session_create(hd_device device, hd_session **out_session);
void hd_session_retain(hd_session *session);
/* The last release destroys policy handles, then engine handles (D34). NULL is fine. */
void hd_session_release(hd_session *session);

/* Tells every library of the session. */
hd_status hd_session_set_stream(hd_session *session, hipStream_t stream);

/* The handle of an engine's library, or NULL when that library serves no engine in this session. */
hipdnnEnginePluginHandle_t hd_session_handle(const hd_session *session, const hd_engine_module *module);

/* Why `engine` does not apply to a graph, in the plugin's words, or a sentence saying that it gave none. */
void hd_session_explain(const hd_session *session, const hd_engine *engine, const hipdnnPluginConstData_t *graph,
                        char *text, size_t size);

#endif
