/* SPDX-License-Identifier: MIT */
/* What engines say about the operation graph: their names, knobs, notes, and what their configs would need. */
#include "base/ids.h"
#include "frontend/internal.h"

void hd_engines_release(hd_engines *engines)
{
    for (hd_engine *engine = engines->first; engine != NULL; engine = engine->next)
        hd_backend_destroy(&engine->descriptor);
    hd_free(engines->configs);
    hd_arena_release(&engines->arena);
    *engines = (hd_engines){0};
}

static hd_status ask(const hipdnn_graph_t *graph, hd_arena *arena, hd_engine *engine)
{
    void *notes = NULL;
    int64_t count = 0;
    HD_TRY(hd_backend_create(HIPDNN_BACKEND_ENGINE_DESCRIPTOR, &engine->descriptor));
    HD_TRY(hd_backend_set(engine->descriptor, HIPDNN_ATTR_ENGINE_OPERATION_GRAPH, HIPDNN_TYPE_BACKEND_DESCRIPTOR, 1,
                          &graph->operation_graph));
    HD_TRY(hd_backend_set(engine->descriptor, HIPDNN_ATTR_ENGINE_GLOBAL_INDEX, HIPDNN_TYPE_INT64, 1, &engine->id));
    HD_TRY(hd_backend(hipdnnBackendFinalize(engine->descriptor), "asking the engine"));
    HD_TRY(hd_backend_get_text(engine->descriptor, HIPDNN_ATTR_ENGINE_NAME_EXT, arena, &engine->name));
    HD_TRY(hd_backend_get_list(engine->descriptor, HIPDNN_ATTR_ENGINE_BEHAVIOR_NOTE, HIPDNN_TYPE_BEHAVIOR_NOTE,
                               sizeof *engine->notes, arena, &notes, &count));
    engine->notes = notes;
    engine->note_count = (size_t)count;
    return hd_knobs_read(engine->descriptor, arena, &engine->knobs, &engine->knob_count);
}

hd_status hd_graph_find_engine(hipdnn_graph_t *graph, int64_t engine_id, const hd_engine **out_engine)
{
    hd_engines *engines = &graph->engines;
    char id[HD_ID_TEXT_SIZE];
    for (hd_engine *known = engines->first; known != NULL; known = known->next) {
        if (known->id == engine_id) {
            *out_engine = known;
            return HD_OK;
        }
    }
    hd_engine *engine = hd_arena_alloc(&engines->arena, sizeof *engine);
    if (engine == NULL)
        return hd_fail_alloc(sizeof *engine, "an engine");
    engine->id = engine_id;
    const hd_status status = ask(graph, &engines->arena, engine);
    if (status != HD_OK) {
        hd_backend_destroy(&engine->descriptor);
        return hd_fail_in(status, "engine %s", hd_id_text(engine_id, id));
    }
    engine->next = engines->first;
    engines->first = engine;
    *out_engine = engine;
    return HD_OK;
}

/* ------------------------------------------------------------------------------------------- of one engine */

static hd_status begin(hipdnn_graph_t *graph, int64_t engine_id, const void *out, const hd_engine **out_engine)
{
    HD_TRY(hd_graph_begin(graph));
    HD_TRY(hd_require_place(out));
    HD_TRY(hd_require_operation_graph(graph));
    return hd_graph_find_engine(graph, engine_id, out_engine);
}

hipdnnStatus_t hipdnn_graph_get_knobs_for_engine(hipdnn_graph_t *graph, int64_t engine_id,
                                                 const hipdnn_data_knob **out_knobs, size_t *out_count)
{
    const hd_engine *engine = NULL;
    const hd_status status = begin(graph, engine_id, out_knobs != NULL ? (const void *)out_count : NULL, &engine);
    if (status == HD_OK) {
        *out_knobs = engine->knobs;
        *out_count = engine->knob_count;
    }
    return hd_graph_end(graph, __func__, status);
}

hipdnnStatus_t hipdnn_graph_find_knob_for_engine(hipdnn_graph_t *graph, int64_t engine_id, const char *knob_id,
                                                 const hipdnn_data_knob **out_knob)
{
    const hd_engine *engine = NULL;
    hd_status status = begin(graph, engine_id, out_knob, &engine);
    if (status == HD_OK && knob_id == NULL)
        status = hd_fail(HD_NULL_POINTER, "knob_id is NULL");
    if (status == HD_OK)
        *out_knob = hd_engine_find_knob(engine, knob_id);
    return hd_graph_end(graph, __func__, status);
}

hipdnnStatus_t hipdnn_graph_get_behavior_notes_for_engine(hipdnn_graph_t *graph, int64_t engine_id,
                                                          const hipdnnBackendBehaviorNote_t **out_notes,
                                                          size_t *out_count)
{
    const hd_engine *engine = NULL;
    const hd_status status = begin(graph, engine_id, out_notes != NULL ? (const void *)out_count : NULL, &engine);
    if (status == HD_OK) {
        *out_notes = engine->notes;
        *out_count = engine->note_count;
    }
    return hd_graph_end(graph, __func__, status);
}

/* ---------------------------------------------------------------------------------------- of all that apply */

static hd_status describe(hipdnn_graph_t *graph, hd_plan_entry *entry, hipdnn_engine_config *out_config)
{
    const hd_engine *engine = NULL;
    int64_t estimate = 0;
    HD_TRY(hd_plan_entry_settle(entry));
    HD_TRY(hd_graph_find_engine(graph, entry->engine_id, &engine));
    HD_TRY(hd_backend_get(entry->config, HIPDNN_ATTR_ENGINECFG_WORKSPACE_SIZE, HIPDNN_TYPE_INT64, 1, &estimate));
    *out_config = (hipdnn_engine_config){
        .engine_id = engine->id,
        .engine_name = engine->name,
        .workspace_estimate = (size_t)estimate,
        .knobs = engine->knobs,
        .knob_count = engine->knob_count,
        .behavior_notes = engine->notes,
        .behavior_note_count = engine->note_count,
        .supports_exhaustive = hd_engine_find_knob(engine, HD_BENCHMARKING_KNOB) != NULL,
    };
    return HD_OK;
}

static hd_status describe_all(hipdnn_graph_t *graph, hd_plan_list *list, hipdnn_engine_config *configs,
                              size_t *out_count)
{
    *out_count = 0;
    for (size_t i = 0; i < list->count; i++) {
        const hd_status status = describe(graph, &list->entries[i], &configs[*out_count]);
        if (status == HD_ALLOC_FAILED)
            return status;
        if (status == HD_OK)
            ++*out_count;
        else
            hd_warn("rank %zu is left out of the list of engines: %s", i, hd_error_text());
    }
    return HD_OK;
}

hipdnnStatus_t hipdnn_graph_get_engine_configs(hipdnn_graph_t *graph, const hipdnnBackendHeurMode_t *modes,
                                               size_t mode_count, const hipdnn_engine_config **out_configs,
                                               size_t *out_count)
{
    hd_plan_list list = {0};
    hipdnn_engine_config *configs = NULL;
    hd_status status = hd_graph_begin(graph);
    if (status == HD_OK)
        status = hd_require_place(out_configs != NULL ? (const void *)out_count : NULL);
    if (status == HD_OK)
        status = hd_require_operation_graph(graph);
    if (status == HD_OK)
        status = hd_rank(graph, modes, mode_count, &list);
    if (status == HD_OK && (configs = hd_alloc_array(list.count, sizeof *configs)) == NULL)
        status = hd_fail_alloc(list.count * sizeof *configs, "a list of engines");
    if (status == HD_OK)
        status = describe_all(graph, &list, configs, out_count);
    hd_plan_list_release(&list);
    if (status == HD_OK) {
        hd_free(graph->engines.configs);
        graph->engines.configs = configs;
        *out_configs = configs;
    } else {
        hd_free(configs);
    }
    return hd_graph_end(graph, __func__, status);
}
