/* SPDX-License-Identifier: MIT */
/* Selection policies as function tables. A built-in fills the table by hand, a loaded library's symbols fill the same
 * one; registry, lookup, handles and the outer loop cannot tell the difference (R §9, §10.1). */
#ifndef HD_PLUGIN_POLICY_H
#define HD_PLUGIN_POLICY_H

#include "hipdnn_plugin_sdk/PluginApiDataTypes.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The heuristic plugin ABI (R §8) with the one argument that both generations need: which policy of the module. */
typedef struct hd_policy_functions {
    hipdnnPluginStatus_t (*handle_create)(hipdnnHeuristicHandle_t *out_handle);
    hipdnnPluginStatus_t (*handle_destroy)(hipdnnHeuristicHandle_t handle);
    hipdnnPluginStatus_t (*set_device_properties)(hipdnnHeuristicHandle_t handle,
                                                  const hipdnnPluginConstData_t *properties);
    hipdnnPluginStatus_t (*create)(hipdnnHeuristicHandle_t handle, int64_t policy_id,
                                   hipdnnHeuristicPolicyDescriptor_t *out_policy);
    hipdnnPluginStatus_t (*destroy)(hipdnnHeuristicPolicyDescriptor_t policy);
    hipdnnPluginStatus_t (*set_engine_ids)(hipdnnHeuristicPolicyDescriptor_t policy, const int64_t *ids, size_t count);
    hipdnnPluginStatus_t (*set_graph)(hipdnnHeuristicPolicyDescriptor_t policy, const hipdnnPluginConstData_t *graph);
    hipdnnPluginStatus_t (*finalize)(hipdnnHeuristicPolicyDescriptor_t policy, int32_t *out_applied);
    /* Writes at most `capacity` ids; a short buffer is no error. */
    hipdnnPluginStatus_t (*get_sorted_engine_ids)(hipdnnHeuristicPolicyDescriptor_t policy, int64_t *ids,
                                                  size_t capacity, size_t *out_count);
    /* Reason of this thread's last failure or decline; NULL or "" when there is none. */
    const char *(*get_last_error)(void);
} hd_policy_functions;

typedef struct hd_policy_module {
    const hd_policy_functions *call;
    const char *name; /* of the policy */
    int64_t id; /* hash of the name */
    const char *version;
    const char *api_version;
    bool is_builtin;
} hd_policy_module;

/* Fills `out_modules` with the built-ins, in registration order; returns how many there are. */
enum { HD_MAX_BUILTIN_POLICIES = 8 };
size_t hd_builtin_policies(hd_policy_module out_modules[HD_MAX_BUILTIN_POLICIES]);

#endif
