/* SPDX-License-Identifier: MIT */
/* From the operation graph to a list of plans to be: the backend ranks engines, the graph's wish comes in front. */
#include "base/ids.h"
#include "frontend/internal.h"

#include <string.h>

/* The backend fills the first configs, and leaves out an engine whose plugin turns out to be broken: fewer may come
 * than were announced. */
static hd_status fill_configs(hipdnnBackendDescriptor_t heuristic, hipdnnBackendDescriptor_t *configs, int64_t count,
                              int64_t *out_filled)
{
    *out_filled = 0;
    for (int64_t i = 0; i < count; i++)
        HD_TRY(hd_backend_create(HIPDNN_BACKEND_ENGINECFG_DESCRIPTOR, &configs[i]));
    HD_TRY(hd_backend(hipdnnBackendGetAttribute(heuristic, HIPDNN_ATTR_ENGINEHEUR_RESULTS,
                                                HIPDNN_TYPE_BACKEND_DESCRIPTOR, count, out_filled, configs),
                      "reading the ranking"));
    return *out_filled > 0 ? HD_OK : hd_fail(HD_NOT_SUPPORTED, "no engine that applies to this graph can be used");
}

static hd_status take_results(hipdnnBackendDescriptor_t heuristic, hd_plan_list *list)
{
    int64_t count = 0;
    int64_t filled = 0;
    HD_TRY(hd_backend_count(heuristic, HIPDNN_ATTR_ENGINEHEUR_RESULTS, HIPDNN_TYPE_BACKEND_DESCRIPTOR, &count));
    if (count < 1)
        return hd_fail(HD_NOT_SUPPORTED, "no engine applies to this graph");
    hipdnnBackendDescriptor_t *configs = hd_alloc_array((size_t)count, sizeof(hipdnnBackendDescriptor_t));
    if (configs == NULL)
        return hd_fail_alloc((size_t)count * sizeof(hipdnnBackendDescriptor_t), "the ranking");
    hd_status status = fill_configs(heuristic, configs, count, &filled);
    for (int64_t i = 0; status == HD_OK && i < filled; i++) {
        status = hd_plan_list_append(list, (hd_plan_entry){.config = configs[i]});
        configs[i] = NULL;
    }
    for (int64_t i = 0; i < count; i++)
        hd_backend_destroy(&configs[i]);
    hd_free(configs);
    return status;
}

/* A finalized heuristic; `find_first` asks only whether there is an engine at all, and then no mode counts. */
static hd_status ask_heuristic(const hipdnn_graph_t *graph, hipdnnBackendHeurMode_t mode, bool find_first,
                               hipdnnBackendDescriptor_t *out_heuristic)
{
    HD_TRY(hd_backend_create(HIPDNN_BACKEND_ENGINEHEUR_DESCRIPTOR, out_heuristic));
    HD_TRY(hd_backend_set(*out_heuristic, HIPDNN_ATTR_ENGINEHEUR_OPERATION_GRAPH, HIPDNN_TYPE_BACKEND_DESCRIPTOR, 1,
                          &graph->operation_graph));
    HD_TRY(hd_backend_set(*out_heuristic, HIPDNN_ATTR_ENGINEHEUR_MODE, HIPDNN_TYPE_HEUR_MODE, 1, &mode));
    if (find_first)
        HD_TRY(
            hd_backend_set(*out_heuristic, HIPDNN_ATTR_ENGINEHEUR_FIND_FIRST_EXT, HIPDNN_TYPE_BOOLEAN, 1, &find_first));
    return hd_backend(hipdnnBackendFinalize(*out_heuristic), "ranking engines");
}

static hd_status rank_by_mode(const hipdnn_graph_t *graph, hipdnnBackendHeurMode_t mode, hd_plan_list *list)
{
    hipdnnBackendDescriptor_t heuristic = NULL;
    hd_status status = ask_heuristic(graph, mode, false, &heuristic);
    if (status == HD_OK)
        status = take_results(heuristic, list);
    hd_backend_destroy(&heuristic);
    if (status != HD_OK)
        hd_plan_list_release(list);
    return status;
}

/* The sentence of the last mode stays. */
hd_status hd_rank(const hipdnn_graph_t *graph, const hipdnnBackendHeurMode_t *modes, size_t mode_count,
                  hd_plan_list *list)
{
    static const hipdnnBackendHeurMode_t usual = HIPDNN_HEUR_MODE_A_EXT; /* D29 */
    if (modes == NULL && mode_count != 0)
        return hd_fail(HD_NULL_POINTER, "modes is NULL, but %zu are announced", mode_count);
    if (mode_count == 0) {
        modes = &usual;
        mode_count = 1;
    }
    hd_status status = HD_OK;
    for (size_t i = 0; i < mode_count; i++) {
        status = rank_by_mode(graph, modes[i], list);
        if (status == HD_OK)
            return HD_OK;
    }
    return mode_count > 1 ? hd_fail_in(status, "none of %zu modes gave a ranking; the last", mode_count) : status;
}

/* A wish, not a pin (D27): what is not ranked is only warned of. */
static void prefer(const hipdnn_graph_t *graph, hd_plan_list *list)
{
    char id[HD_ID_TEXT_SIZE];
    if (!graph->preferred_engine_id.set)
        return;
    for (size_t i = 0; i < list->count; i++) {
        if (hd_plan_entry_settle(&list->entries[i]) != HD_OK ||
            list->entries[i].engine_id != graph->preferred_engine_id.value)
            continue;
        const hd_plan_entry preferred = list->entries[i];
        memmove(&list->entries[1], &list->entries[0], i * sizeof preferred);
        list->entries[0] = preferred;
        return;
    }
    hd_warn("graph '%s': the preferred engine %s is not among the %zu ranked ones; the ranking stands", graph->name,
            hd_id_text(graph->preferred_engine_id.value, id), list->count);
}

hd_status hd_graph_rank(hipdnn_graph_t *graph, const hipdnnBackendHeurMode_t *modes, size_t mode_count)
{
    hd_graph_drop_plans(graph);
    HD_TRY(hd_rank(graph, modes, mode_count, &graph->plans));
    prefer(graph, &graph->plans);
    return HD_OK;
}

hipdnnStatus_t hipdnn_graph_create_execution_plans(hipdnn_graph_t *graph, const hipdnnBackendHeurMode_t *modes,
                                                   size_t mode_count)
{
    hd_status status = hd_graph_begin(graph);
    if (status == HD_OK)
        status = hd_require_operation_graph(graph);
    if (status == HD_OK)
        status = hd_graph_rank(graph, modes, mode_count);
    return hd_graph_end(graph, __func__, status);
}

/* --------------------------------------------------------------------------------------------------- ask */

static hd_status list_ids(hd_plan_list *list, int64_t *engine_ids, size_t capacity, size_t *out_count)
{
    *out_count = 0;
    for (size_t i = 0; i < list->count; i++) {
        if (hd_plan_entry_settle(&list->entries[i]) != HD_OK) {
            hd_warn("rank %zu is left out of the list: %s", i, hd_error_text());
            continue;
        }
        if (*out_count < capacity)
            engine_ids[*out_count] = list->entries[i].engine_id;
        ++*out_count;
    }
    return HD_OK;
}

hipdnnStatus_t hipdnn_graph_get_ranked_engine_ids(hipdnn_graph_t *graph, const hipdnnBackendHeurMode_t *modes,
                                                  size_t mode_count, int64_t *engine_ids, size_t capacity,
                                                  size_t *out_count)
{
    hd_plan_list list = {0};
    hd_status status = hd_graph_begin(graph);
    if (status == HD_OK && (out_count == NULL || (engine_ids == NULL && capacity != 0)))
        status = hd_fail(HD_NULL_POINTER, "%s is NULL", out_count == NULL ? "out_count" : "engine_ids");
    if (status == HD_OK)
        status = hd_require_operation_graph(graph);
    if (status == HD_OK)
        status = hd_rank(graph, modes, mode_count, &list);
    if (status == HD_OK)
        status = list_ids(&list, engine_ids, capacity, out_count);
    hd_plan_list_release(&list);
    return hd_graph_end(graph, __func__, status);
}

/* Takes the steps that are missing. */
static hd_status find_any_engine(hipdnn_graph_t *graph, hipdnnHandle_t handle, bool *out_is_supported)
{
    hipdnnBackendDescriptor_t heuristic = NULL;
    int64_t count = 0;
    HD_TRY(hd_graph_validate(graph));
    if (graph->operation_graph == NULL)
        HD_TRY(hd_graph_lower(graph, handle));
    hd_status status = ask_heuristic(graph, HIPDNN_HEUR_MODE_A_EXT, true, &heuristic);
    if (status == HD_OK)
        status = hd_backend_count(heuristic, HIPDNN_ATTR_ENGINEHEUR_RESULTS, HIPDNN_TYPE_BACKEND_DESCRIPTOR, &count);
    hd_backend_destroy(&heuristic);
    *out_is_supported = status == HD_OK && count > 0;
    return status;
}

hipdnnStatus_t hipdnn_graph_is_supported_ext(hipdnn_graph_t *graph, hipdnnHandle_t handle, bool *out_is_supported)
{
    hd_status status = hd_graph_begin(graph);
    if (status == HD_OK)
        status = hd_require_place(out_is_supported);
    if (status == HD_OK)
        status = find_any_engine(graph, handle, out_is_supported);
    return hd_graph_end(graph, __func__, status);
}
