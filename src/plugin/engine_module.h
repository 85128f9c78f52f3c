/* SPDX-License-Identifier: MIT */
/* One engine library: its symbols as a table, its engines. Nothing above asks where a table came from. */
#ifndef HD_PLUGIN_ENGINE_MODULE_H
#define HD_PLUGIN_ENGINE_MODULE_H

#include "base/error.h"
#include "base/library.h"
#include "hipdnn_data_sdk/graph.h"
#include "hipdnn_plugin_sdk/EnginePluginApi.h"

#include <stdbool.h>

/* The engine plugin ABI. Optional entries are NULL when the library lacks them; the comment says what that means. */
typedef struct hd_engine_functions {
    hipdnnPluginStatus_t (*get_name)(const char **);
    hipdnnPluginStatus_t (*get_version)(const char **);
    hipdnnPluginStatus_t (*get_type)(hipdnnPluginType_t *);
    void (*get_last_error)(const char **);
    hipdnnPluginStatus_t (*get_api_version)(const char **); /* NULL: "1.0.0" */
    hipdnnPluginStatus_t (*set_logging_callback)(hipdnnCallback_t); /* NULL: the plugin does not log */
    hipdnnPluginStatus_t (*set_log_level)(hipdnnSeverity_t); /* NULL: it sends everything */
    hipdnnPluginStatus_t (*get_all_engine_ids)(int64_t *, uint32_t, uint32_t *);
    hipdnnPluginStatus_t (*create)(hipdnnEnginePluginHandle_t *);
    hipdnnPluginStatus_t (*destroy)(hipdnnEnginePluginHandle_t);
    hipdnnPluginStatus_t (*set_stream)(hipdnnEnginePluginHandle_t, hipStream_t);
    hipdnnPluginStatus_t (*get_applicable_engine_ids)(hipdnnEnginePluginHandle_t, const hipdnnPluginConstData_t *,
                                                      int64_t *, uint32_t, uint32_t *);
    hipdnnPluginStatus_t (*get_engine_details)(hipdnnEnginePluginHandle_t, int64_t, const hipdnnPluginConstData_t *,
                                               hipdnnPluginConstData_t *);
    hipdnnPluginStatus_t (*destroy_engine_details)(hipdnnEnginePluginHandle_t, hipdnnPluginConstData_t *);
    hipdnnPluginStatus_t (*get_workspace_size)(hipdnnEnginePluginHandle_t, const hipdnnPluginConstData_t *,
                                               const hipdnnPluginConstData_t *, size_t *);
    hipdnnPluginStatus_t (*create_execution_context)(hipdnnEnginePluginHandle_t, const hipdnnPluginConstData_t *,
                                                     const hipdnnPluginConstData_t *,
                                                     hipdnnEnginePluginExecutionContext_t *);
    hipdnnPluginStatus_t (*destroy_execution_context)(hipdnnEnginePluginHandle_t, hipdnnEnginePluginExecutionContext_t);
    hipdnnPluginStatus_t (*get_context_workspace_size)(hipdnnEnginePluginHandle_t, hipdnnEnginePluginExecutionContext_t,
                                                       size_t *);
    hipdnnPluginStatus_t (*execute)(hipdnnEnginePluginHandle_t, hipdnnEnginePluginExecutionContext_t, void *,
                                    const hipdnnPluginDeviceBuffer_t *, uint32_t);
    /* NULL: the library takes no shape overrides */
    hipdnnPluginStatus_t (*execute_with_overrides)(hipdnnEnginePluginHandle_t, hipdnnEnginePluginExecutionContext_t,
                                                   void *, const hipdnnPluginDeviceBuffer_t *, uint32_t, uint32_t,
                                                   const int64_t *, const uint32_t *, const int64_t *const *,
                                                   const int64_t *const *);
    hipdnnPluginStatus_t (*get_engine_name)(int64_t, const char **); /* NULL: engines are unnamed */
    /* NULL: no reason is known (D13) */
    hipdnnPluginStatus_t (*explain_engine)(hipdnnEnginePluginHandle_t, int64_t, const hipdnnPluginConstData_t *, char *,
                                           size_t);
    hipdnnPluginStatus_t (*get_device_kind)(hipdnnDeviceKind_t *); /* NULL: CPU where no HIP device answers (D14) */
    hipdnnPluginStatus_t (*set_device)(hipdnnEnginePluginHandle_t, int); /* NULL: the plugin uses the current device */
} hd_engine_functions;

typedef struct hd_engine_module hd_engine_module;

typedef struct hd_engine {
    int64_t id;
    char *name; /* what is shown: the plugin's name for it, else a well-known one, else the id in hex */
    const hd_engine_module *module;
} hd_engine;

struct hd_engine_module {
    hd_engine_functions call;
    hd_library *library;
    char *path; /* canonical */
    char *name;
    char *version; /* the plugin's own */
    hipdnn_data_version api;
    hipdnnDeviceKind_t device_kind;
    uint32_t index; /* in its set; also the place of its handle in a session */
    hd_engine *engines; /* those that are used, in the order of the plugin's answer */
    size_t engine_count;
    int64_t *announced_ids; /* all that the plugin announced, dropped ones included: what its answers may hold */
    size_t announced_count;
};

/* Opens and validates one library. Engines whose id `taken` claims are left out with an error in the log (D8). On
 * failure `*out_module` is NULL and the sentence says what was found, what was expected. */
hd_status hd_engine_module_load(const char *path, bool (*taken)(const void *context, int64_t id), const void *context,
                                hd_engine_module **out_module);

/* NULL is fine. No handle of the library may be left. */
void hd_engine_module_unload(hd_engine_module *module);

/* A failed plugin call as a status and a sentence: plugin, call, the plugin's status and its own words (D26). */
hd_status hd_engine_call_failed(const hd_engine_module *module, const char *call, hipdnnPluginStatus_t status)
    __attribute__((cold));

const char *hd_plugin_status_text(hipdnnPluginStatus_t status);

/* "MAJOR.MINOR.PATCH"; text after it is tolerated, missing numbers are not. */
bool hd_version_parse(const char *text, hipdnn_data_version *out_version);
int hd_version_compare(hipdnn_data_version a, hipdnn_data_version b);

#endif
