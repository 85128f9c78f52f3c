/* SPDX-License-Identifier: MIT */
/* The list of plans: made, filtered, built, asked. One plan is active: execute runs it. */
#include "base/ids.h"
#include "frontend/internal.h"

#include <inttypes.h>

/* ------------------------------------------------------------------------------------------------ one plan */

hd_plan *hd_plan_share(hd_plan *plan)
{
    atomic_fetch_add_explicit(&plan->references, 1, memory_order_relaxed);
    return plan;
}

void hd_plan_release(hd_plan *plan)
{
    if (plan == NULL || atomic_fetch_sub_explicit(&plan->references, 1, memory_order_acq_rel) != 1)
        return;
    hd_backend_destroy(&plan->descriptor);
    hd_free(plan->engine_name);
    hd_free(plan);
}

/* The engine of a finalized config; the caller destroys it. */
static hd_status engine_of(hipdnnBackendDescriptor_t config, hipdnnBackendDescriptor_t *out_engine)
{
    return hd_backend_get(config, HIPDNN_ATTR_ENGINECFG_ENGINE, HIPDNN_TYPE_BACKEND_DESCRIPTOR, 1, out_engine);
}

static hd_status read_name(hipdnnBackendDescriptor_t engine, char **out_name)
{
    int64_t size = 0;
    HD_TRY(hd_backend_count(engine, HIPDNN_ATTR_ENGINE_NAME_EXT, HIPDNN_TYPE_CHAR, &size));
    char *name = hd_alloc((size_t)size + 1);
    if (name == NULL)
        return hd_fail_alloc((size_t)size + 1, "the engine's name");
    *out_name = name;
    return size != 0 ? hd_backend_get(engine, HIPDNN_ATTR_ENGINE_NAME_EXT, HIPDNN_TYPE_CHAR, size, name) : HD_OK;
}

/* Everything about the engine is read back from the finalized plan, so that nobody tells the wrong one. */
static hd_status fill_plan(hd_plan *plan, hipdnnBackendDescriptor_t config)
{
    hipdnnBackendDescriptor_t planned = NULL, engine = NULL;
    HD_TRY(hd_backend_create(HIPDNN_BACKEND_EXECUTION_PLAN_DESCRIPTOR, &plan->descriptor));
    HD_TRY(hd_backend_set(plan->descriptor, HIPDNN_ATTR_EXECUTION_PLAN_ENGINE_CONFIG, HIPDNN_TYPE_BACKEND_DESCRIPTOR, 1,
                          &config));
    HD_TRY(hd_backend(hipdnnBackendFinalize(plan->descriptor), "preparing the plan"));
    HD_TRY(hd_backend_get(plan->descriptor, HIPDNN_ATTR_EXECUTION_PLAN_WORKSPACE_SIZE, HIPDNN_TYPE_INT64, 1,
                          &plan->workspace_size));
    HD_TRY(hd_backend_get(plan->descriptor, HIPDNN_ATTR_EXECUTION_PLAN_ENGINE_CONFIG, HIPDNN_TYPE_BACKEND_DESCRIPTOR, 1,
                          &planned));
    hd_status status = engine_of(planned, &engine);
    if (status == HD_OK)
        status = hd_backend_get(engine, HIPDNN_ATTR_ENGINE_GLOBAL_INDEX, HIPDNN_TYPE_INT64, 1, &plan->engine_id);
    if (status == HD_OK)
        status = read_name(engine, &plan->engine_name);
    hd_backend_destroy(&engine);
    hd_backend_destroy(&planned);
    return status;
}

static hd_status make_plan(hipdnnBackendDescriptor_t config, hd_plan **out_plan)
{
    hd_plan *plan = hd_alloc(sizeof *plan);
    if (plan == NULL)
        return hd_fail_alloc(sizeof *plan, "a plan");
    atomic_init(&plan->references, 1);
    const hd_status status = fill_plan(plan, config);
    if (status == HD_OK)
        *out_plan = plan;
    else
        hd_plan_release(plan);
    return status;
}

/* ------------------------------------------------------------------------------------------------ the list */

void hd_plan_list_release(hd_plan_list *list)
{
    for (size_t i = 0; i < list->count; i++) {
        hd_plan_release(list->entries[i].plan);
        hd_backend_destroy(&list->entries[i].config);
    }
    hd_free(list->entries);
    *list = (hd_plan_list){0};
}

hd_status hd_plan_list_append(hd_plan_list *list, hd_plan_entry entry)
{
    if (list->count == list->capacity) {
        const size_t capacity = list->capacity != 0 ? list->capacity * 2 : 8;
        hd_plan_entry *grown = hd_realloc(list->entries, capacity * sizeof *grown);
        if (grown == NULL) {
            hd_backend_destroy(&entry.config);
            return hd_fail_alloc(capacity * sizeof *grown, "the list of plans");
        }
        list->entries = grown;
        list->capacity = capacity;
    }
    list->entries[list->count++] = entry;
    return HD_OK;
}

hd_status hd_plan_entry_settle(hd_plan_entry *entry)
{
    hipdnnBackendDescriptor_t engine = NULL;
    if (entry->is_finalized)
        return HD_OK;
    HD_TRY(hd_backend(hipdnnBackendFinalize(entry->config), "finalizing an engine config"));
    hd_status status = engine_of(entry->config, &engine);
    if (status == HD_OK)
        status = hd_backend_get(engine, HIPDNN_ATTR_ENGINE_GLOBAL_INDEX, HIPDNN_TYPE_INT64, 1, &entry->engine_id);
    hd_backend_destroy(&engine);
    entry->is_finalized = status == HD_OK;
    return status;
}

static bool needs_too_much(const hd_plan_list *list, const hd_plan *plan)
{
    return list->has_workspace_limit && plan != NULL && (uint64_t)plan->workspace_size > list->workspace_limit;
}

/* No plan can be taken from it. How much workspace a plan needs is known for certain once it is built; an estimate bars
 * nothing. */
static bool is_barred(const hd_plan_list *list, const hd_plan_entry *entry)
{
    return entry->is_deselected || needs_too_much(list, entry->plan);
}

static hd_status refuse_barred(const hd_plan_list *list, const hd_plan_entry *entry)
{
    if (entry->is_deselected)
        return hd_fail(HD_BAD_PARAM, "its engine is deselected");
    return hd_fail(HD_BAD_PARAM, "it needs %" PRId64 " bytes of workspace, and plans above %zu are deselected",
                   entry->plan->workspace_size, list->workspace_limit);
}

/* The entry's plan, built now if it was not yet. */
static hd_status build_entry(const hd_plan_list *list, hd_plan_entry *entry)
{
    if (is_barred(list, entry))
        return refuse_barred(list, entry);
    HD_TRY(hd_plan_entry_settle(entry));
    if (entry->plan == NULL)
        HD_TRY(make_plan(entry->config, &entry->plan));
    return is_barred(list, entry) ? refuse_barred(list, entry) : HD_OK;
}

/* "plan 3 (engine 0x...): <sentence>" */
hd_status hd_plan_entry_fail(hd_status status, const hd_plan_entry *entry, size_t index)
{
    char id[HD_ID_TEXT_SIZE];
    return hd_fail_in(status, "plan %zu (engine %s)", index,
                      entry->is_finalized ? hd_id_text(entry->engine_id, id) : "without a usable config");
}

hd_status hd_graph_find_plan_entry(hipdnn_graph_t *graph, size_t index, hd_plan_entry **out_entry)
{
    HD_TRY(hd_require_plan_list(graph));
    if (index >= graph->plans.count)
        return hd_fail(HD_BAD_PARAM, "index is %zu, but graph '%s' has %zu plans", index, graph->name,
                       graph->plans.count);
    *out_entry = &graph->plans.entries[index];
    return HD_OK;
}

hd_status hd_graph_find_usable_plan(hipdnn_graph_t *graph, size_t index, hd_plan **out_plan)
{
    hd_plan_entry *entry = NULL;
    HD_TRY(hd_graph_find_plan_entry(graph, index, &entry));
    if (is_barred(&graph->plans, entry))
        return hd_plan_entry_fail(refuse_barred(&graph->plans, entry), entry, index);
    if (entry->plan == NULL)
        return hd_plan_entry_fail(
            hd_fail(HD_NOT_INITIALIZED, "it is not built: call hipdnn_graph_build_plan_at_index first"), entry, index);
    *out_plan = entry->plan;
    return HD_OK;
}

/* -------------------------------------------------------------------------------------------------- filters */

/* A barred plan cannot stay the active one. */
static void drop_barred_plan(hipdnn_graph_t *graph)
{
    for (size_t i = 0; i < graph->plans.count; i++) {
        const hd_plan_entry *entry = &graph->plans.entries[i];
        if (graph->plan != NULL && entry->plan == graph->plan && is_barred(&graph->plans, entry))
            hd_graph_activate(graph, NULL);
    }
}

static void deselect(hipdnn_graph_t *graph, int64_t engine_id)
{
    char id[HD_ID_TEXT_SIZE];
    bool is_found = false;
    for (size_t i = 0; i < graph->plans.count; i++) {
        hd_plan_entry *entry = &graph->plans.entries[i];
        if (hd_plan_entry_settle(entry) != HD_OK || entry->engine_id != engine_id)
            continue;
        entry->is_deselected = true;
        is_found = true;
    }
    if (!is_found)
        hd_warn("graph '%s': engine %s is deselected, but none of the %zu plans is on it", graph->name,
                hd_id_text(engine_id, id), graph->plans.count);
}

hipdnnStatus_t hipdnn_graph_deselect_engines(hipdnn_graph_t *graph, const int64_t *engine_ids, size_t count)
{
    hd_status status = hd_graph_begin(graph);
    if (status == HD_OK && engine_ids == NULL && count != 0)
        status = hd_fail(HD_NULL_POINTER, "engine_ids is NULL, but %zu are announced", count);
    if (status == HD_OK)
        status = hd_require_plan_list(graph);
    for (size_t i = 0; status == HD_OK && i < count; i++)
        deselect(graph, engine_ids[i]);
    if (status == HD_OK)
        drop_barred_plan(graph);
    return hd_graph_end(graph, __func__, status);
}

hipdnnStatus_t hipdnn_graph_deselect_workspace_greater_than(hipdnn_graph_t *graph, size_t bytes)
{
    hd_status status = hd_graph_begin(graph);
    if (status == HD_OK)
        status = hd_require_plan_list(graph);
    if (status == HD_OK) {
        graph->plans.has_workspace_limit = true;
        graph->plans.workspace_limit = bytes;
        drop_barred_plan(graph);
    }
    return hd_graph_end(graph, __func__, status);
}

/* --------------------------------------------------------------------------------------------------- build */

/* What each engine said, for when none succeeds. */
typedef struct hd_refusals {
    hd_status first; /* of an engine; that a plan is deselected is no failure */
    hd_text text;
} hd_refusals;

static void add_refusal(hd_refusals *refusals, const hd_plan_list *list, const hd_plan_entry *entry, hd_status status)
{
    char id[HD_ID_TEXT_SIZE];
    const char *engine = entry->is_finalized ? hd_id_text(entry->engine_id, id) : "without a usable config";
    if (refusals->first == HD_OK && !is_barred(list, entry))
        refusals->first = status;
    hd_text_format(&refusals->text, "%s engine %s: %s", refusals->text.size > 0 ? ";" : "", engine, hd_error_text());
}

static hd_status refuse_all(const hipdnn_graph_t *graph, hd_refusals *refusals)
{
    const hd_status status = hd_fail(refusals->first != HD_OK ? refusals->first : HD_BAD_PARAM,
                                     "none of the %zu ranked engines succeeded:%s", graph->plans.count,
                                     refusals->text.failed ? "" : refusals->text.data);
    hd_text_release(&refusals->text);
    return status;
}

static hd_status check_support(hipdnn_graph_t *graph)
{
    hd_refusals refusals = {0};
    if (graph->plan != NULL)
        return HD_OK;
    HD_TRY(hd_require_plan_list(graph));
    for (size_t i = 0; i < graph->plans.count; i++) {
        hd_plan_entry *entry = &graph->plans.entries[i];
        const hd_status status =
            is_barred(&graph->plans, entry) ? refuse_barred(&graph->plans, entry) : hd_plan_entry_settle(entry);
        if (status == HD_OK) {
            hd_text_release(&refusals.text);
            return HD_OK;
        }
        add_refusal(&refusals, &graph->plans, entry, status);
    }
    return refuse_all(graph, &refusals);
}

hd_status hd_graph_build_plans(hipdnn_graph_t *graph, hipdnn_build_policy policy)
{
    const bool is_all = policy == HIPDNN_BUILD_ALL;
    hd_refusals refusals = {0};
    if (graph->plan != NULL && !is_all)
        return HD_OK;
    HD_TRY(hd_require_plan_list(graph));
    for (size_t i = 0; i < graph->plans.count && (is_all || graph->plan == NULL); i++) {
        hd_plan_entry *entry = &graph->plans.entries[i];
        const hd_status status = build_entry(&graph->plans, entry);
        if (status == HD_OK && graph->plan == NULL)
            hd_graph_activate(graph, entry->plan);
        if (status == HD_OK)
            continue;
        if (!is_barred(&graph->plans, entry))
            hd_warn("graph '%s': rank %zu could not make a plan, the next is tried: %s", graph->name, i,
                    hd_error_text());
        add_refusal(&refusals, &graph->plans, entry, status);
    }
    if (graph->plan == NULL)
        return refuse_all(graph, &refusals);
    hd_text_release(&refusals.text);
    return HD_OK;
}

hipdnnStatus_t hipdnn_graph_check_support(hipdnn_graph_t *graph)
{
    hd_status status = hd_graph_begin(graph);
    if (status == HD_OK)
        status = check_support(graph);
    return hd_graph_end(graph, __func__, status);
}

hipdnnStatus_t hipdnn_graph_build_plans(hipdnn_graph_t *graph)
{
    hd_status status = hd_graph_begin(graph);
    if (status == HD_OK)
        status = hd_graph_build_plans(graph, HIPDNN_BUILD_HEURISTICS_CHOICE);
    return hd_graph_end(graph, __func__, status);
}

hipdnnStatus_t hipdnn_graph_build_all_plans(hipdnn_graph_t *graph)
{
    hd_status status = hd_graph_begin(graph);
    if (status == HD_OK)
        status = hd_graph_build_plans(graph, HIPDNN_BUILD_ALL);
    return hd_graph_end(graph, __func__, status);
}

hd_status hd_graph_build_plan(hipdnn_graph_t *graph, size_t index)
{
    hd_plan_entry *entry = NULL;
    HD_TRY(hd_graph_find_plan_entry(graph, index, &entry));
    const hd_status status = build_entry(&graph->plans, entry);
    if (status != HD_OK)
        return hd_plan_entry_fail(status, entry, index);
    hd_graph_activate(graph, entry->plan);
    return HD_OK;
}

hipdnnStatus_t hipdnn_graph_build_plan_at_index(hipdnn_graph_t *graph, size_t index)
{
    hd_status status = hd_graph_begin(graph);
    if (status == HD_OK)
        status = hd_graph_build_plan(graph, index);
    return hd_graph_end(graph, __func__, status);
}

/* ---------------------------------------------------------------------------------------------- whole build */

static hd_status check_build(const hipdnn_build_attributes *a)
{
    HD_TRY(hd_check_reserved(a->reserved));
    if (a->policy != HIPDNN_BUILD_HEURISTICS_CHOICE && a->policy != HIPDNN_BUILD_ALL)
        return hd_fail(HD_BAD_PARAM, "policy is %d, which is no build policy: use HIPDNN_BUILD_*", (int)a->policy);
    return HD_OK;
}

static hd_status build(hipdnn_graph_t *graph, hipdnnHandle_t handle, const hipdnn_build_attributes *a)
{
    HD_TRY(check_build(a));
    hd_graph_changed(graph);
    graph->is_stale = false; /* what a failure leaves is a graph without a plan, not an outdated one */
    HD_TRY(hd_graph_validate(graph));
    HD_TRY(hd_graph_lower(graph, handle));
    HD_TRY(hd_graph_rank(graph, a->modes, a->mode_count));
    HD_TRY(check_support(graph));
    return hd_graph_build_plans(graph, a->policy);
}

static hipdnnStatus_t build_and_end(hipdnn_graph_t *graph, const char *call, hipdnnHandle_t handle,
                                    const hipdnn_build_attributes *attributes)
{
    static const hipdnn_build_attributes defaults;
    hd_status status = hd_graph_begin(graph);
    if (status == HD_OK)
        status = build(graph, handle, attributes != NULL ? attributes : &defaults);
    return hd_graph_end(graph, call, status);
}

hipdnnStatus_t hipdnn_graph_build(hipdnn_graph_t *graph, hipdnnHandle_t handle)
{
    return build_and_end(graph, __func__, handle, NULL);
}

hipdnnStatus_t hipdnn_graph_build_with(hipdnn_graph_t *graph, hipdnnHandle_t handle,
                                       const hipdnn_build_attributes *attributes)
{
    return build_and_end(graph, __func__, handle, attributes);
}
