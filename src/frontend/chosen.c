/* SPDX-License-Identifier: MIT */
/* Plans that the user chooses, engine and knobs. */
#include "frontend/internal.h"

/* A config for one engine as an entry of its own. */
static hd_status configure(hipdnn_graph_t *graph, int64_t engine_id, const hipdnn_data_knob_setting *settings,
                           size_t setting_count, hd_knob_rule rule, hd_plan_entry *out_entry)
{
    const hd_engine *engine = NULL;
    HD_TRY(hd_graph_find_engine(graph, engine_id, &engine));
    *out_entry = (hd_plan_entry){.is_finalized = true, .engine_id = engine_id};
    const hd_status status = hd_knobs_configure(engine, settings, setting_count, rule, &out_entry->config);
    return status == HD_OK ? HD_OK : hd_fail_in(status, "engine %s", engine->name);
}

static hd_status pin(hipdnn_graph_t *graph, int64_t engine_id, const hipdnn_data_knob_setting *settings,
                     size_t setting_count)
{
    hd_plan_entry entry;
    hd_graph_drop_plans(graph);
    HD_TRY(configure(graph, engine_id, settings, setting_count, HD_DROP_UNKNOWN_KNOBS, &entry));
    HD_TRY(hd_plan_list_append(&graph->plans, entry));
    const hd_status status = hd_graph_build_plan(graph, 0);
    if (status != HD_OK)
        hd_graph_drop_plans(graph);
    return status;
}

hipdnnStatus_t hipdnn_graph_create_execution_plan_ext(hipdnn_graph_t *graph, int64_t engine_id,
                                                      const hipdnn_data_knob_setting *settings, size_t setting_count)
{
    hd_status status = hd_graph_begin(graph);
    if (status == HD_OK)
        status = hd_require_operation_graph(graph);
    if (status == HD_OK)
        status = pin(graph, engine_id, settings, setting_count);
    return hd_graph_end(graph, __func__, status);
}

static hd_status add(hipdnn_graph_t *graph, int64_t engine_id, const hipdnn_data_knob_setting *settings,
                     size_t setting_count)
{
    hd_plan_entry entry;
    HD_TRY(configure(graph, engine_id, settings, setting_count, HD_REFUSE_UNKNOWN_KNOBS, &entry));
    return hd_plan_list_append(&graph->plans, entry);
}

hipdnnStatus_t hipdnn_graph_add_engine(hipdnn_graph_t *graph, int64_t engine_id,
                                       const hipdnn_data_knob_setting *settings, size_t setting_count)
{
    hd_status status = hd_graph_begin(graph);
    if (status == HD_OK)
        status = hd_require_operation_graph(graph);
    if (status == HD_OK)
        status = add(graph, engine_id, settings, setting_count);
    return hd_graph_end(graph, __func__, status);
}
