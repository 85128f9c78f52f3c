/* SPDX-License-Identifier: MIT */
/* From the operation graph to plans: what engines say, how they are ranked, what is prepared of them. */
#ifndef HD_FRONTEND_PLANNING_H
#define HD_FRONTEND_PLANNING_H

#include "frontend/backend.h"
#include "hipdnn_frontend.h"

#include <stdatomic.h>

/* ---------------------------------------------------------------------------------------------- engines.c */

/* One engine for one operation graph, and what it says. */
typedef struct hd_engine {
    struct hd_engine *next;
    int64_t id;
    hipdnnBackendDescriptor_t descriptor;
    const char *name;
    const hipdnn_data_knob *knobs;
    size_t knob_count;
    const hipdnnBackendBehaviorNote_t *notes;
    size_t note_count;
} hd_engine;

/* Those asked so far. Callers are lent what is in here, so it lives as long as the operation graph. */
typedef struct hd_engines {
    hd_arena arena;
    hd_engine *first;
    hipdnn_engine_config *configs; /* the latest list */
} hd_engines;

void hd_engines_release(hd_engines *engines);

/* Asks an engine, once. The sentence of a failure names it. */
hd_status hd_graph_find_engine(hipdnn_graph_t *graph, int64_t engine_id, const hd_engine **out_engine);

/* ------------------------------------------------------------------------------------------------ knobs.c */

/* The knobs that an engine descriptor offers, into the arena. */
hd_status hd_knobs_read(hipdnnBackendDescriptor_t engine, hd_arena *arena, const hipdnn_data_knob **out_knobs,
                        size_t *out_count);

/* NULL: the engine has no such knob. */
const hipdnn_data_knob *hd_engine_find_knob(const hd_engine *engine, const char *id);

/* Reserved: an engine that has it can search among its own kernels, and tuning switches it on, plan by plan. */
#define HD_BENCHMARKING_KNOB "global.benchmarking"

/* Behaviour (h): who makes a plan of his own may carry settings of another engine along, which are dropped with a
 * warning; who adds to the list of plans may not. */
typedef enum hd_knob_rule { HD_DROP_UNKNOWN_KNOBS, HD_REFUSE_UNKNOWN_KNOBS } hd_knob_rule;

/* A finalized config of the engine with these settings. */
hd_status hd_knobs_configure(const hd_engine *engine, const hipdnn_data_knob_setting *settings, size_t setting_count,
                             hd_knob_rule rule, hipdnnBackendDescriptor_t *out_config);

/* ------------------------------------------------------------------------------------------------ plans.c */

/* A finalized plan, shared by its graph and by bindings. */
typedef struct hd_plan {
    _Atomic uint32_t references;
    hipdnnBackendDescriptor_t descriptor;
    int64_t workspace_size;
    int64_t engine_id;
    char *engine_name;
} hd_plan;

hd_plan *hd_plan_share(hd_plan *plan);
/* NULL is fine. */
void hd_plan_release(hd_plan *plan);

/* One engine with its settings, and its plan once there is one. */
typedef struct hd_plan_entry {
    hipdnnBackendDescriptor_t config; /* finalized when it is first looked at, because that asks the engine */
    bool is_finalized;
    bool is_deselected; /* its engine is */
    int64_t engine_id; /* once finalized */
    hd_plan *plan; /* NULL: not built */
} hd_plan_entry;

typedef struct hd_plan_list {
    hd_plan_entry *entries; /* best first */
    size_t count, capacity;
    bool has_workspace_limit;
    size_t workspace_limit; /* bytes */
} hd_plan_list;

void hd_plan_list_release(hd_plan_list *list);

/* Takes the entry's config over, also when it fails. */
hd_status hd_plan_list_append(hd_plan_list *list, hd_plan_entry entry);

/* Finalizes on first use and learns the engine. A failure is the engine's, not the list's. */
hd_status hd_plan_entry_settle(hd_plan_entry *entry);

/* Puts "plan 3 (engine 0x...): " in front of the sentence. */
hd_status hd_plan_entry_fail(hd_status status, const hd_plan_entry *entry, size_t index);

/* Makes every plan or the first that works, and one plan active. */
hd_status hd_graph_build_plans(hipdnn_graph_t *graph, hipdnn_build_policy policy);
/* Makes this plan, and makes it the active one. */
hd_status hd_graph_build_plan(hipdnn_graph_t *graph, size_t index);

/* HD_NOT_INITIALIZED: there is no list. HD_BAD_PARAM: past its end. */
hd_status hd_graph_find_plan_entry(hipdnn_graph_t *graph, size_t index, hd_plan_entry **out_entry);
/* HD_NOT_INITIALIZED: not built. HD_BAD_PARAM: past the end, or barred: its engine is deselected, or the plan needs too
 * much workspace. */
hd_status hd_graph_find_usable_plan(hipdnn_graph_t *graph, size_t index, hd_plan **out_plan);

/* ---------------------------------------------------------------------------------------------- ranking.c */

/* Ranks engines into an empty list; modes are asked in turn (D42), none is the usual one. */
hd_status hd_rank(const hipdnn_graph_t *graph, const hipdnnBackendHeurMode_t *modes, size_t mode_count,
                  hd_plan_list *list);

/* The graph's own list, with the preferred engine in front. */
hd_status hd_graph_rank(hipdnn_graph_t *graph, const hipdnnBackendHeurMode_t *modes, size_t mode_count);

#endif
