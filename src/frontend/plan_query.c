/* SPDX-License-Identifier: MIT */
/* What is known of plans: of the active one, and of those in the list. */
#include "frontend/internal.h"

static hd_status ask(const hipdnn_graph_t *graph, const void *out)
{
    HD_TRY(hd_graph_begin(graph));
    return hd_require_place(out);
}

/* -------------------------------------------------------------------------------------------- the active one */

static hd_status ask_active(const hipdnn_graph_t *graph, const void *out)
{
    HD_TRY(ask(graph, out));
    return hd_require_plan(graph);
}

hipdnnStatus_t hipdnn_graph_get_workspace_size(hipdnn_graph_t *graph, size_t *out_bytes)
{
    const hd_status status = ask_active(graph, out_bytes);
    if (status == HD_OK)
        *out_bytes = (size_t)graph->plan->workspace_size;
    return hd_graph_end(graph, __func__, status);
}

hipdnnStatus_t hipdnn_graph_get_execution_plan_engine_id(hipdnn_graph_t *graph, int64_t *out_engine_id)
{
    const hd_status status = ask_active(graph, out_engine_id);
    if (status == HD_OK)
        *out_engine_id = graph->plan->engine_id;
    return hd_graph_end(graph, __func__, status);
}

hipdnnStatus_t hipdnn_graph_get_execution_plan_engine_name(hipdnn_graph_t *graph, const char **out_name)
{
    const hd_status status = ask_active(graph, out_name);
    if (status == HD_OK)
        *out_name = graph->plan->engine_name;
    return hd_graph_end(graph, __func__, status);
}

/* ------------------------------------------------------------------------------------------------- by index */

size_t hipdnn_graph_get_execution_plan_count(const hipdnn_graph_t *graph)
{
    return graph != NULL ? graph->plans.count : 0;
}

/* An entry whose engine is known, and that engine. */
static hd_status ask_entry(hipdnn_graph_t *graph, size_t index, const void *out, const hd_engine **out_engine)
{
    hd_plan_entry *entry = NULL;
    HD_TRY(ask(graph, out));
    HD_TRY(hd_graph_find_plan_entry(graph, index, &entry));
    hd_status status = hd_plan_entry_settle(entry);
    if (status == HD_OK)
        status = hd_graph_find_engine(graph, entry->engine_id, out_engine);
    return status == HD_OK ? HD_OK : hd_plan_entry_fail(status, entry, index);
}

hipdnnStatus_t hipdnn_graph_get_plan_name_at_index(hipdnn_graph_t *graph, size_t index, const char **out_name)
{
    const hd_engine *engine = NULL;
    const hd_status status = ask_entry(graph, index, out_name, &engine);
    if (status == HD_OK)
        *out_name = engine->name;
    return hd_graph_end(graph, __func__, status);
}

hipdnnStatus_t hipdnn_graph_get_plan_engine_id_at_index(hipdnn_graph_t *graph, size_t index, int64_t *out_engine_id)
{
    const hd_engine *engine = NULL;
    const hd_status status = ask_entry(graph, index, out_engine_id, &engine);
    if (status == HD_OK)
        *out_engine_id = engine->id;
    return hd_graph_end(graph, __func__, status);
}

/* A plan's exact size, whether or not the plan is barred. */
static hd_status workspace_at(hipdnn_graph_t *graph, size_t index, size_t *out_bytes)
{
    hd_plan_entry *entry = NULL;
    HD_TRY(hd_graph_find_plan_entry(graph, index, &entry));
    if (entry->plan == NULL)
        return hd_plan_entry_fail(
            hd_fail(HD_NOT_INITIALIZED, "it is not built: call hipdnn_graph_build_plan_at_index first"), entry, index);
    *out_bytes = (size_t)entry->plan->workspace_size;
    return HD_OK;
}

hipdnnStatus_t hipdnn_graph_get_workspace_size_plan_at_index(hipdnn_graph_t *graph, size_t index, size_t *out_bytes)
{
    hd_status status = ask(graph, out_bytes);
    if (status == HD_OK)
        status = workspace_at(graph, index, out_bytes);
    return hd_graph_end(graph, __func__, status);
}

static hd_status largest_estimate(hipdnn_graph_t *graph, size_t *out_bytes)
{
    int64_t largest = 0;
    HD_TRY(hd_require_plan_list(graph));
    for (size_t i = 0; i < graph->plans.count; i++) {
        hd_plan_entry *entry = &graph->plans.entries[i];
        int64_t estimate = 0;
        if (hd_plan_entry_settle(entry) != HD_OK)
            continue; /* it will not be built either */
        HD_TRY(hd_backend_get(entry->config, HIPDNN_ATTR_ENGINECFG_WORKSPACE_SIZE, HIPDNN_TYPE_INT64, 1, &estimate));
        largest = estimate > largest ? estimate : largest;
    }
    *out_bytes = (size_t)largest;
    return HD_OK;
}

hipdnnStatus_t hipdnn_graph_get_estimated_max_workspace_size(hipdnn_graph_t *graph, size_t *out_bytes)
{
    hd_status status = ask(graph, out_bytes);
    if (status == HD_OK)
        status = largest_estimate(graph, out_bytes);
    return hd_graph_end(graph, __func__, status);
}
