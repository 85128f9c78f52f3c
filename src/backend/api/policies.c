/* SPDX-License-Identifier: MIT */
/* Selection policies: what there is, and settings that concern them. */
#include "backend/api/texts.h"
#include "backend/descriptors/kinds.h"
#include "base/ids.h"

hipdnnStatus_t hipdnnGetHeuristicPolicyCount_ext(hipdnnHandle_t handle, size_t *numPolicies)
{
    hd_status status = hd_handle_check(handle);
    if (status == HD_OK && numPolicies == NULL)
        status = hd_fail(HD_NULL_POINTER, "hipdnnGetHeuristicPolicyCount_ext: numPolicies is NULL");
    if (status == HD_OK)
        *numPolicies = handle->session->set->policy_count;
    return hd_answer(status);
}

static hd_status policy_at(hipdnnHandle_t handle, size_t index, const hd_policy_module **out_policy)
{
    HD_TRY(hd_handle_check(handle));
    const hd_module_set *set = handle->session->set;
    if (index >= set->policy_count)
        return hd_fail(HD_BAD_PARAM, "policy index %zu is out of range; there are %zu policies", index,
                       set->policy_count);
    *out_policy = &set->policies[index];
    return HD_OK;
}

hipdnnStatus_t hipdnnGetHeuristicPolicyInfo_ext(hipdnnHandle_t handle, size_t policyIndex, int64_t *policyId,
                                                char *policyName, size_t *policyNameLen, char *pluginName,
                                                size_t *pluginNameLen, char *pluginVersion, size_t *pluginVersionLen,
                                                char *apiVersion, size_t *apiVersionLen)
{
    const hd_policy_module *policy = NULL;
    hd_status status = policy_at(handle, policyIndex, &policy);
    if (status != HD_OK)
        return hd_answer(status);
    const hd_text_out texts[] = {
        {"policyName", policy->name, policyName, policyNameLen},
        {"pluginName", policy->name, pluginName, pluginNameLen},
        {"pluginVersion", policy->version, pluginVersion, pluginVersionLen},
        {"apiVersion", policy->api_version, apiVersion, apiVersionLen},
    };
    status = hd_give_texts(texts, sizeof texts / sizeof *texts);
    if (status == HD_OK && policyId != NULL)
        *policyId = policy->id;
    return hd_answer(status);
}

hipdnnStatus_t hipdnnGetHeuristicPolicySource_ext(hipdnnHandle_t handle, size_t index, int *is_builtin, char *path,
                                                  size_t *length)
{
    const hd_policy_module *policy = NULL;
    hd_status status = policy_at(handle, index, &policy);
    if (status == HD_OK)
        status = hd_give_texts(&(hd_text_out){"path", "", path, length}, 1);
    if (status == HD_OK && is_builtin != NULL)
        *is_builtin = policy->is_builtin;
    return hd_answer(status);
}

static hipdnnStatus_t no_policy_plugins(void)
{
    return hd_answer(hd_fail(HD_NOT_SUPPORTED,
                             "policy plugins are not available in this version; the built-in policies "
                             "and HIPDNN_HEUR_POLICY_ORDER are"));
}

hipdnnStatus_t hipdnnSetHeuristicPluginPaths_ext(size_t numPaths, const char *const *pluginPaths,
                                                 hipdnnPluginLoadingMode_ext_t loadingMode)
{
    (void)numPaths;
    (void)pluginPaths;
    (void)loadingMode;
    return no_policy_plugins();
}

hipdnnStatus_t hipdnnGetLoadedHeuristicPluginPaths_ext(hipdnnHandle_t handle, size_t *numPluginPaths,
                                                       char **pluginPaths, size_t *maxStringLen)
{
    (void)handle;
    (void)numPluginPaths;
    (void)pluginPaths;
    (void)maxStringLen;
    return no_policy_plugins();
}

hipdnnStatus_t hipdnnSetHeuristicPolicyOrder_ext(hipdnnHandle_t handle, const int64_t *ids, size_t count)
{
    (void)handle;
    (void)ids;
    (void)count;
    return hd_answer(hd_fail(HD_NOT_SUPPORTED, "a handle's own policy order is not available in this version; set "
                                               "HIPDNN_ATTR_ENGINEHEUR_POLICY_ORDER_EXT on the heuristic descriptor"));
}

hipdnnStatus_t hipdnnBackendWriteEngineRankingResults_ext(hipdnnHandle_t handle,
                                                          hipdnnBackendDescriptor_t graphDescriptor,
                                                          const int64_t *engineIdsInRankOrder, size_t engineIdCount,
                                                          hipdnnAutotuneCacheWriteOutcome_ext_t *outcome)
{
    (void)handle;
    (void)graphDescriptor;
    (void)engineIdsInRankOrder;
    (void)engineIdCount;
    (void)outcome;
    return hd_answer(hd_fail(HD_NOT_SUPPORTED, "stored rankings are not available in this version"));
}

int64_t hipdnn_policy_name_to_id(const char *name)
{
    return hd_name_to_id(name);
}
