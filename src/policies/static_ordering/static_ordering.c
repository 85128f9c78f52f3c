/* SPDX-License-Identifier: MIT */
#include "policies/static_ordering/static_ordering.h"

#include "base/error.h"
#include "base/ids.h"
#include "base/memory.h"

#include <string.h>

/* Lower runs first. An engine that is not listed has OTHERS: with the original's engines alone, the order is the
 * original's. The optimized CPU engines come after all of them, since where a GPU engine applies it is the faster one;
 * then the engine that trades speed for repeatable results; the plain-loop reference is last. */
enum { OTHERS = 3 };
static const struct {
    const char *name;
    int rank;
} ranks[] = {
    {"MIOPEN_ENGINE", 0},        {"ASM_SDPA_ENGINE", 1}, {"ROCKE_ENGINE", 2},
    {"CPU_ONEDNN_ENGINE", 4},    {"CPU_BLAS_ENGINE", 5}, {"MIOPEN_ENGINE_DETERMINISTIC", 6},
    {"CPU_REFERENCE_ENGINE", 7},
};

/* The session part keeps nothing: the order depends on ids alone. */
struct hipdnnHeuristicHandle_opaque {
    char unused;
};

struct hipdnnHeuristicPolicyDescriptor_opaque {
    int64_t *ids; /* as set; sorted by finalize */
    size_t count;
    bool is_sorted;
};

static hipdnnPluginStatus_t handle_create(hipdnnHeuristicHandle_t *out_handle)
{
    *out_handle = hd_alloc(sizeof **out_handle);
    return *out_handle == NULL ? HIPDNN_PLUGIN_STATUS_ALLOC_FAILED : HIPDNN_PLUGIN_STATUS_SUCCESS;
}

static hipdnnPluginStatus_t handle_destroy(hipdnnHeuristicHandle_t handle)
{
    hd_free(handle);
    return HIPDNN_PLUGIN_STATUS_SUCCESS;
}

static hipdnnPluginStatus_t set_device_properties(hipdnnHeuristicHandle_t handle,
                                                  const hipdnnPluginConstData_t *properties)
{
    (void)handle;
    (void)properties;
    return HIPDNN_PLUGIN_STATUS_SUCCESS;
}

static hipdnnPluginStatus_t create(hipdnnHeuristicHandle_t handle, int64_t policy_id,
                                   hipdnnHeuristicPolicyDescriptor_t *out_policy)
{
    (void)handle;
    (void)policy_id;
    *out_policy = hd_alloc(sizeof **out_policy);
    return *out_policy == NULL ? HIPDNN_PLUGIN_STATUS_ALLOC_FAILED : HIPDNN_PLUGIN_STATUS_SUCCESS;
}

static hipdnnPluginStatus_t destroy(hipdnnHeuristicPolicyDescriptor_t policy)
{
    hd_free(policy->ids);
    hd_free(policy);
    return HIPDNN_PLUGIN_STATUS_SUCCESS;
}

static hipdnnPluginStatus_t set_engine_ids(hipdnnHeuristicPolicyDescriptor_t policy, const int64_t *ids, size_t count)
{
    int64_t *copy = hd_alloc_array(count, sizeof *copy);
    if (copy == NULL)
        return HIPDNN_PLUGIN_STATUS_ALLOC_FAILED;
    if (count > 0)
        memcpy(copy, ids, count * sizeof *copy);
    hd_free(policy->ids);
    policy->ids = copy;
    policy->count = count;
    policy->is_sorted = false;
    return HIPDNN_PLUGIN_STATUS_SUCCESS;
}

static hipdnnPluginStatus_t set_graph(hipdnnHeuristicPolicyDescriptor_t policy, const hipdnnPluginConstData_t *graph)
{
    (void)graph;
    policy->is_sorted = false;
    return HIPDNN_PLUGIN_STATUS_SUCCESS;
}

static int rank_of(int64_t id)
{
    for (size_t i = 0; i < sizeof ranks / sizeof *ranks; i++) {
        if (hd_name_to_id(ranks[i].name) == id)
            return ranks[i].rank;
    }
    return OTHERS;
}

static hipdnnPluginStatus_t finalize(hipdnnHeuristicPolicyDescriptor_t policy, int32_t *out_applied)
{
    *out_applied = 0;
    if (policy->count == 0) {
        (void)hd_fail(HD_NOT_SUPPORTED, "there is no engine to order");
        return HIPDNN_PLUGIN_STATUS_SUCCESS;
    }
    /* Insertion keeps equal ranks in candidate order; the lists are a handful of engines. */
    for (size_t i = 1; i < policy->count; i++) {
        const int64_t id = policy->ids[i];
        const int rank = rank_of(id);
        size_t place = i;
        for (; place > 0 && rank_of(policy->ids[place - 1]) > rank; place--)
            policy->ids[place] = policy->ids[place - 1];
        policy->ids[place] = id;
    }
    policy->is_sorted = true;
    *out_applied = 1;
    return HIPDNN_PLUGIN_STATUS_SUCCESS;
}

static hipdnnPluginStatus_t get_sorted_engine_ids(hipdnnHeuristicPolicyDescriptor_t policy, int64_t *ids,
                                                  size_t capacity, size_t *out_count)
{
    *out_count = 0;
    if (!policy->is_sorted)
        return HIPDNN_PLUGIN_STATUS_NOT_INITIALIZED;
    *out_count = policy->count < capacity ? policy->count : capacity;
    memcpy(ids, policy->ids, *out_count * sizeof *ids);
    return HIPDNN_PLUGIN_STATUS_SUCCESS;
}

const hd_policy_functions hd_static_ordering = {
    .handle_create = handle_create,
    .handle_destroy = handle_destroy,
    .set_device_properties = set_device_properties,
    .create = create,
    .destroy = destroy,
    .set_engine_ids = set_engine_ids,
    .set_graph = set_graph,
    .finalize = finalize,
    .get_sorted_engine_ids = get_sorted_engine_ids,
    .get_last_error = hd_error_text,
};
