/* SPDX-License-Identifier: MIT */
/* From the operation graph to a plan: rank engines, take the first that can, or exactly the one asked for. */
#include "base/ids.h"
#include "frontend/internal.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* The frontend has no log of its own: a line goes to the backend's. */
static void warn(const char *format, ...) __attribute__((format(printf, 1, 2), cold));

static void warn(const char *format, ...)
{
    char text[HD_ERROR_TEXT_SIZE];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    hipdnnLoggingCallback_ext(HIPDNN_SEV_WARN, text);
}

/* ------------------------------------------------------------------------------------------------- engines */

/* The engine of a finalized config; the caller destroys it. */
static hd_status engine_of(hipdnnBackendDescriptor_t config, hipdnnBackendDescriptor_t *out_engine)
{
    return hd_backend_get(config, HIPDNN_ATTR_ENGINECFG_ENGINE, HIPDNN_TYPE_BACKEND_DESCRIPTOR, 1, out_engine);
}

static hd_status engine_id_of(hipdnnBackendDescriptor_t config, int64_t *out_id)
{
    hipdnnBackendDescriptor_t engine = NULL;
    hd_status status = engine_of(config, &engine);
    if (status == HD_OK)
        status = hd_backend_get(engine, HIPDNN_ATTR_ENGINE_GLOBAL_INDEX, HIPDNN_TYPE_INT64, 1, out_id);
    hd_backend_destroy(&engine);
    return status;
}

static hd_status read_name(hipdnnBackendDescriptor_t engine, char **out_name)
{
    int64_t size = 0;
    HD_TRY(hd_backend(hipdnnBackendGetAttribute(engine, HIPDNN_ATTR_ENGINE_NAME_EXT, HIPDNN_TYPE_CHAR, 0, &size, NULL),
                      "asking for the length of the engine's name"));
    char *name = hd_alloc((size_t)size + 1);
    if (name == NULL)
        return hd_fail_alloc((size_t)size + 1, "the engine's name");
    *out_name = name;
    if (size == 0)
        return HD_OK;
    return hd_backend(
        hipdnnBackendGetAttribute(engine, HIPDNN_ATTR_ENGINE_NAME_EXT, HIPDNN_TYPE_CHAR, size, &size, name),
        "reading the engine's name");
}

/* ------------------------------------------------------------------------------------------------- ranking */

void hd_ranking_release(hd_ranking *ranking)
{
    for (size_t i = 0; i < ranking->count; i++)
        hd_backend_destroy(&ranking->entries[i].config);
    hd_free(ranking->entries);
    *ranking = (hd_ranking){0};
}

/* Finalizes on first use and learns the engine. A failure is the engine's, not the ranking's. */
static hd_status settle(hd_ranked *ranked)
{
    if (ranked->is_finalized)
        return HD_OK;
    HD_TRY(hd_backend(hipdnnBackendFinalize(ranked->config), "finalizing an engine config"));
    HD_TRY(engine_id_of(ranked->config, &ranked->engine_id));
    ranked->is_finalized = true;
    return HD_OK;
}

static hd_status take_results(hipdnnBackendDescriptor_t heuristic, hd_ranking *ranking)
{
    int64_t count = 0;
    HD_TRY(hd_backend(hipdnnBackendGetAttribute(heuristic, HIPDNN_ATTR_ENGINEHEUR_RESULTS,
                                                HIPDNN_TYPE_BACKEND_DESCRIPTOR, 0, &count, NULL),
                      "counting the ranked engines"));
    if (count < 1)
        return hd_fail(HD_NOT_SUPPORTED, "no engine applies to this graph");
    hipdnnBackendDescriptor_t *configs = hd_alloc_array((size_t)count, sizeof(hipdnnBackendDescriptor_t));
    ranking->entries = hd_alloc_array((size_t)count, sizeof *ranking->entries);
    hd_status status = HD_OK;
    if (configs == NULL || ranking->entries == NULL)
        status = hd_fail_alloc((size_t)count * sizeof *ranking->entries, "the ranking");
    while (status == HD_OK && ranking->count < (size_t)count) {
        hd_ranked *ranked = &ranking->entries[ranking->count];
        status = hd_backend_create(HIPDNN_BACKEND_ENGINECFG_DESCRIPTOR, &ranked->config);
        configs[ranking->count++] = ranked->config;
    }
    if (status == HD_OK)
        status =
            hd_backend_get(heuristic, HIPDNN_ATTR_ENGINEHEUR_RESULTS, HIPDNN_TYPE_BACKEND_DESCRIPTOR, count, configs);
    hd_free(configs);
    return status;
}

static hd_status rank_by_mode(const hipdnn_graph_t *graph, hipdnnBackendHeurMode_t mode, hd_ranking *ranking)
{
    hipdnnBackendDescriptor_t heuristic = NULL;
    hd_status status = hd_backend_create(HIPDNN_BACKEND_ENGINEHEUR_DESCRIPTOR, &heuristic);
    if (status == HD_OK)
        status = hd_backend_set(heuristic, HIPDNN_ATTR_ENGINEHEUR_OPERATION_GRAPH, HIPDNN_TYPE_BACKEND_DESCRIPTOR, 1,
                                &graph->operation_graph);
    if (status == HD_OK)
        status = hd_backend_set(heuristic, HIPDNN_ATTR_ENGINEHEUR_MODE, HIPDNN_TYPE_HEUR_MODE, 1, &mode);
    if (status == HD_OK)
        status = hd_backend(hipdnnBackendFinalize(heuristic), "ranking engines");
    if (status == HD_OK)
        status = take_results(heuristic, ranking);
    hd_backend_destroy(&heuristic);
    if (status != HD_OK)
        hd_ranking_release(ranking);
    return status;
}

/* Modes are asked in turn (D42); the sentence of the last one stays. */
static hd_status rank(const hipdnn_graph_t *graph, const hipdnnBackendHeurMode_t *modes, size_t mode_count,
                      hd_ranking *ranking)
{
    static const hipdnnBackendHeurMode_t usual = HIPDNN_HEUR_MODE_A_EXT;
    if (modes == NULL && mode_count != 0)
        return hd_fail(HD_NULL_POINTER, "modes is NULL, but %zu are announced", mode_count);
    if (mode_count == 0) {
        modes = &usual;
        mode_count = 1;
    }
    hd_status status = HD_OK;
    for (size_t i = 0; i < mode_count; i++) {
        status = rank_by_mode(graph, modes[i], ranking);
        if (status == HD_OK)
            return HD_OK;
    }
    return mode_count > 1 ? hd_fail_in(status, "none of %zu modes gave a ranking; the last", mode_count) : status;
}

/* A wish, not a pin (D27): what is not ranked is only warned of. */
static void prefer(const hipdnn_graph_t *graph, hd_ranking *ranking)
{
    char id[HD_ID_TEXT_SIZE];
    if (!graph->preferred_engine_id.set)
        return;
    for (size_t i = 0; i < ranking->count; i++) {
        if (settle(&ranking->entries[i]) != HD_OK || ranking->entries[i].engine_id != graph->preferred_engine_id.value)
            continue;
        const hd_ranked preferred = ranking->entries[i];
        memmove(&ranking->entries[1], &ranking->entries[0], i * sizeof preferred);
        ranking->entries[0] = preferred;
        return;
    }
    warn("graph '%s': the preferred engine %s is not among the %zu ranked ones; the ranking stands", graph->name,
         hd_id_text(graph->preferred_engine_id.value, id), ranking->count);
}

hd_status hd_graph_rank(hipdnn_graph_t *graph, const hipdnnBackendHeurMode_t *modes, size_t mode_count)
{
    hd_graph_drop_plan(graph);
    hd_ranking_release(&graph->ranking);
    HD_TRY(rank(graph, modes, mode_count, &graph->ranking));
    prefer(graph, &graph->ranking);
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

static hd_status list_ids(hd_ranking *ranking, int64_t *engine_ids, size_t capacity, size_t *out_count)
{
    *out_count = 0;
    for (size_t i = 0; i < ranking->count; i++) {
        if (settle(&ranking->entries[i]) != HD_OK) {
            warn("rank %zu is left out of the list: %s", i, hd_error_text());
            continue;
        }
        if (*out_count < capacity)
            engine_ids[*out_count] = ranking->entries[i].engine_id;
        ++*out_count;
    }
    return HD_OK;
}

hipdnnStatus_t hipdnn_graph_get_ranked_engine_ids(hipdnn_graph_t *graph, const hipdnnBackendHeurMode_t *modes,
                                                  size_t mode_count, int64_t *engine_ids, size_t capacity,
                                                  size_t *out_count)
{
    hd_ranking ranking = {0};
    hd_status status = hd_graph_begin(graph);
    if (status == HD_OK && (out_count == NULL || (engine_ids == NULL && capacity != 0)))
        status = hd_fail(HD_NULL_POINTER, "%s is NULL", out_count == NULL ? "out_count" : "engine_ids");
    if (status == HD_OK)
        status = hd_require_operation_graph(graph);
    if (status == HD_OK)
        status = rank(graph, modes, mode_count, &ranking);
    if (status == HD_OK)
        status = list_ids(&ranking, engine_ids, capacity, out_count);
    hd_ranking_release(&ranking);
    return hd_graph_end(graph, __func__, status);
}

/* --------------------------------------------------------------------------------------------------- plans */

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

static hd_status make_plan(hipdnn_graph_t *graph, hipdnnBackendDescriptor_t config)
{
    hd_plan *plan = hd_alloc(sizeof *plan);
    if (plan == NULL)
        return hd_fail_alloc(sizeof *plan, "a plan");
    atomic_init(&plan->references, 1);
    const hd_status status = fill_plan(plan, config);
    if (status != HD_OK) {
        hd_plan_release(plan);
        return status;
    }
    hd_graph_drop_plan(graph);
    graph->plan = plan;
    graph->is_stale = false;
    return HD_OK;
}

static hd_status require_ranking(const hipdnn_graph_t *graph)
{
    HD_TRY(hd_require_operation_graph(graph));
    return graph->ranking.count > 0
               ? HD_OK
               : hd_fail(HD_NOT_INITIALIZED,
                         "graph '%s' has no ranked engines: call hipdnn_graph_create_execution_plans first, or "
                         "hipdnn_graph_build for all steps",
                         graph->name);
}

/* What each engine said, for when none succeeds. */
typedef struct hd_refusals {
    hd_status first;
    hd_text text;
} hd_refusals;

static void add_refusal(hd_refusals *refusals, const hd_ranked *ranked, hd_status status)
{
    char id[HD_ID_TEXT_SIZE];
    const char *engine = ranked->is_finalized ? hd_id_text(ranked->engine_id, id) : "without a usable config";
    if (refusals->first == HD_OK)
        refusals->first = status;
    hd_text_format(&refusals->text, "%s engine %s: %s", refusals->text.size > 0 ? ";" : "", engine, hd_error_text());
}

static hd_status refuse_all(const hipdnn_graph_t *graph, hd_refusals *refusals)
{
    const hd_status status = hd_fail(refusals->first, "none of the %zu ranked engines succeeded:%s",
                                     graph->ranking.count, refusals->text.failed ? "" : refusals->text.data);
    hd_text_release(&refusals->text);
    return status;
}

hd_status hd_graph_check_support(hipdnn_graph_t *graph)
{
    hd_refusals refusals = {0};
    if (graph->plan != NULL)
        return HD_OK;
    HD_TRY(require_ranking(graph));
    for (size_t i = 0; i < graph->ranking.count; i++) {
        const hd_status status = settle(&graph->ranking.entries[i]);
        if (status == HD_OK) {
            hd_text_release(&refusals.text);
            return HD_OK;
        }
        add_refusal(&refusals, &graph->ranking.entries[i], status);
    }
    return refuse_all(graph, &refusals);
}

hd_status hd_graph_build_plans(hipdnn_graph_t *graph)
{
    hd_refusals refusals = {0};
    if (graph->plan != NULL)
        return HD_OK;
    HD_TRY(require_ranking(graph));
    for (size_t i = 0; i < graph->ranking.count; i++) {
        hd_ranked *ranked = &graph->ranking.entries[i];
        hd_status status = settle(ranked);
        if (status == HD_OK)
            status = make_plan(graph, ranked->config);
        if (status == HD_OK) {
            hd_text_release(&refusals.text);
            return HD_OK;
        }
        warn("graph '%s': rank %zu could not make a plan, the next is tried: %s", graph->name, i, hd_error_text());
        add_refusal(&refusals, ranked, status);
    }
    return refuse_all(graph, &refusals);
}

hipdnnStatus_t hipdnn_graph_check_support(hipdnn_graph_t *graph)
{
    hd_status status = hd_graph_begin(graph);
    if (status == HD_OK)
        status = hd_graph_check_support(graph);
    return hd_graph_end(graph, __func__, status);
}

hipdnnStatus_t hipdnn_graph_build_plans(hipdnn_graph_t *graph)
{
    hd_status status = hd_graph_begin(graph);
    if (status == HD_OK)
        status = hd_graph_build_plans(graph);
    return hd_graph_end(graph, __func__, status);
}

/* ------------------------------------------------------------------------------------------ one engine, pinned */

static hd_status make_engine(const hipdnn_graph_t *graph, int64_t engine_id, hipdnnBackendDescriptor_t *out_engine)
{
    HD_TRY(hd_backend_create(HIPDNN_BACKEND_ENGINE_DESCRIPTOR, out_engine));
    HD_TRY(hd_backend_set(*out_engine, HIPDNN_ATTR_ENGINE_OPERATION_GRAPH, HIPDNN_TYPE_BACKEND_DESCRIPTOR, 1,
                          &graph->operation_graph));
    HD_TRY(hd_backend_set(*out_engine, HIPDNN_ATTR_ENGINE_GLOBAL_INDEX, HIPDNN_TYPE_INT64, 1, &engine_id));
    return hd_backend(hipdnnBackendFinalize(*out_engine), "asking the engine");
}

static hd_status make_config(hipdnnBackendDescriptor_t engine, hipdnnBackendDescriptor_t *out_config)
{
    HD_TRY(hd_backend_create(HIPDNN_BACKEND_ENGINECFG_DESCRIPTOR, out_config));
    HD_TRY(hd_backend_set(*out_config, HIPDNN_ATTR_ENGINECFG_ENGINE, HIPDNN_TYPE_BACKEND_DESCRIPTOR, 1, &engine));
    return hd_backend(hipdnnBackendFinalize(*out_config), "finalizing its config");
}

static hd_status pin(hipdnn_graph_t *graph, int64_t engine_id)
{
    char id[HD_ID_TEXT_SIZE];
    hipdnnBackendDescriptor_t engine = NULL, config = NULL;
    hd_graph_drop_plan(graph);
    hd_ranking_release(&graph->ranking);
    hd_status status = make_engine(graph, engine_id, &engine);
    if (status == HD_OK)
        status = make_config(engine, &config);
    if (status == HD_OK)
        status = make_plan(graph, config);
    hd_backend_destroy(&config);
    hd_backend_destroy(&engine);
    return status == HD_OK ? HD_OK : hd_fail_in(status, "engine %s", hd_id_text(engine_id, id));
}

hipdnnStatus_t hipdnn_graph_create_execution_plan_ext(hipdnn_graph_t *graph, int64_t engine_id,
                                                      const struct hipdnn_data_knob_setting *settings,
                                                      size_t setting_count)
{
    (void)settings;
    hd_status status = hd_graph_begin(graph);
    if (status == HD_OK)
        status = hd_require_operation_graph(graph);
    if (status == HD_OK && setting_count != 0)
        status = hd_fail(HD_NOT_SUPPORTED, "%zu knob settings are given, but knobs cannot be set yet: pass 0",
                         setting_count);
    if (status == HD_OK)
        status = pin(graph, engine_id);
    return hd_graph_end(graph, __func__, status);
}

/* ---------------------------------------------------------------------------------------------- whole build */

static hd_status build(hipdnn_graph_t *graph, hipdnnHandle_t handle)
{
    hd_graph_changed(graph);
    graph->is_stale = false; /* what a failure leaves is a graph without a plan, not an outdated one */
    HD_TRY(hd_graph_validate(graph));
    HD_TRY(hd_graph_lower(graph, handle));
    HD_TRY(hd_graph_rank(graph, NULL, 0));
    HD_TRY(hd_graph_check_support(graph));
    return hd_graph_build_plans(graph);
}

hipdnnStatus_t hipdnn_graph_build(hipdnn_graph_t *graph, hipdnnHandle_t handle)
{
    hd_status status = hd_graph_begin(graph);
    if (status == HD_OK)
        status = build(graph, handle);
    return hd_graph_end(graph, __func__, status);
}

/* ------------------------------------------------------------------------------------------ what was planned */

static hd_status ask_plan(const hipdnn_graph_t *graph, const void *out)
{
    HD_TRY(hd_graph_begin(graph));
    if (out == NULL)
        return hd_fail(HD_NULL_POINTER, "the place for the answer is NULL");
    return hd_require_plan(graph);
}

hipdnnStatus_t hipdnn_graph_get_workspace_size(hipdnn_graph_t *graph, size_t *out_bytes)
{
    const hd_status status = ask_plan(graph, out_bytes);
    if (status == HD_OK)
        *out_bytes = (size_t)graph->plan->workspace_size;
    return hd_graph_end(graph, __func__, status);
}

hipdnnStatus_t hipdnn_graph_get_execution_plan_engine_id(hipdnn_graph_t *graph, int64_t *out_engine_id)
{
    const hd_status status = ask_plan(graph, out_engine_id);
    if (status == HD_OK)
        *out_engine_id = graph->plan->engine_id;
    return hd_graph_end(graph, __func__, status);
}

hipdnnStatus_t hipdnn_graph_get_execution_plan_engine_name(hipdnn_graph_t *graph, const char **out_name)
{
    const hd_status status = ask_plan(graph, out_name);
    if (status == HD_OK)
        *out_name = graph->plan->engine_name;
    return hd_graph_end(graph, __func__, status);
}
