/* SPDX-License-Identifier: MIT */
#include "backend/descriptors/attributes.h"
#include "backend/descriptors/kinds.h"
#include "base/log.h"
#include "base/memory.h"
#include "selection/selection.h"

#include <inttypes.h>
#include <string.h>

typedef struct heuristic {
    hd_object base;
    hd_object *graph;
    int32_t mode;
    bool find_first;
    hd_list order; /* as the user set it */
    bool order_is_set; /* also with no element: then finalize fails (D11) */
    /* Made by finalize. */
    hd_selection selection;
    hd_policy_order used_order;
    const hd_engine **ranked;
    size_t ranked_count;
} heuristic;

/* Policy descriptors are bound to handles of the graph's session, which may go with the graph. */
static hd_status graph_set(hd_object *object, const hd_attribute *row, int64_t count, const void *elements)
{
    heuristic *self = (heuristic *)object;
    hd_selection_release(&self->selection);
    return hd_store_value(row, &self->graph, count, elements);
}

static hd_status mode_set(hd_object *object, const hd_attribute *row, int64_t count, const void *elements)
{
    int32_t mode;
    if (count != 1)
        return hd_fail(HD_BAD_PARAM, "%s takes exactly 1 element, %" PRId64 " were given", row->text, count);
    memcpy(&mode, elements, sizeof mode);
    HD_TRY(hd_policy_mode_check(mode));
    ((heuristic *)object)->mode = mode;
    return HD_OK;
}

static hd_status order_set(hd_object *object, const hd_attribute *row, int64_t count, const void *elements)
{
    heuristic *self = (heuristic *)object;
    if (count == 0) {
        hd_free(self->order.data);
        self->order = (hd_list){0};
    } else {
        HD_TRY(hd_store_value(row, &self->order, count, elements));
    }
    self->order_is_set = true;
    return HD_OK;
}

static hd_status order_get(hd_object *object, const hd_attribute *row, int64_t requested, int64_t *out_count,
                           void *elements)
{
    const heuristic *self = (const heuristic *)object;
    return hd_give_elements(row, self->used_order.ids, (int64_t)self->used_order.count, sizeof(int64_t), requested,
                            out_count, elements);
}

/* The best engines into the caller's configs, as many as there is room for. An engine whose plugin cannot describe it
 * is left out, so that it does not spoil the others; the failure counts when no engine is left. */
static hd_status fill_configs(const heuristic *self, const hd_attribute *row, int64_t room, hd_object *const *configs,
                              int64_t *out_count)
{
    hd_status failure = HD_OK;
    int64_t count = 0;
    for (size_t i = 0; i < self->ranked_count && count < room; i++) {
        hd_object *engine;
        HD_TRY(hd_object_check_kind(configs[count], HD_KIND_ENGINE_CONFIG, hd_engine_config_kind.name, row->text));
        hd_status status = hd_engine_from_candidate(self->graph, self->ranked[i], &engine);
        if (status == HD_PLUGIN_ERROR || status == HD_BAD_PARAM) {
            hd_log(HD_ERROR, "engine %s is left out of the results: %s", self->ranked[i]->name, hd_error_text());
            failure = status;
            continue;
        }
        HD_TRY(status);
        status = hd_engine_config_set_engine(configs[count], engine);
        hd_object_release(engine);
        HD_TRY(status);
        count++;
    }
    *out_count = count;
    return count == 0 ? failure : HD_OK;
}

/* Fills the caller's own unfinalized configs with the best engines. */
static hd_status results_get(hd_object *object, const hd_attribute *row, int64_t requested, int64_t *out_count,
                             void *elements)
{
    const heuristic *self = (const heuristic *)object;
    hd_object *const *configs = elements;
    if (out_count == NULL)
        return hd_fail(HD_NULL_POINTER, "%s: the element count is NULL", row->text);
    if (requested < 0)
        return hd_fail(HD_BAD_PARAM, "%s: %" PRId64 " elements were asked for", row->text, requested);
    if (requested == 0) {
        *out_count = (int64_t)self->ranked_count;
        return HD_OK;
    }
    if (configs == NULL)
        return hd_fail(HD_NULL_POINTER, "%s: the array of engine configs is NULL", row->text);
    return fill_configs(self, row, requested, configs, out_count);
}

#define MEMBER(member) .offset = offsetof(heuristic, member)

static const hd_attribute attributes[] = {
    {HD_ATTRIBUTE(HIPDNN_ATTR_ENGINEHEUR_OPERATION_GRAPH, HIPDNN_TYPE_BACKEND_DESCRIPTOR), .store = HD_STORE_CHILD,
     .flags = HD_SET | HD_GET | HD_REQUIRED | HD_EXACT, .child = HD_KIND_GRAPH, .child_name = "graph", .set = graph_set,
     MEMBER(graph)},
    {HD_ATTRIBUTE(HIPDNN_ATTR_ENGINEHEUR_MODE, HIPDNN_TYPE_HEUR_MODE), .store = HD_STORE_NUMBER,
     .flags = HD_SET | HD_GET | HD_REQUIRED | HD_EXACT, .set = mode_set, MEMBER(mode)},
    {HD_ATTRIBUTE(HIPDNN_ATTR_ENGINEHEUR_FIND_FIRST_EXT, HIPDNN_TYPE_BOOLEAN), .store = HD_STORE_BOOL,
     .flags = HD_SET | HD_GET, MEMBER(find_first)},
    {HD_ATTRIBUTE(HIPDNN_ATTR_ENGINEHEUR_POLICY_ORDER_EXT, HIPDNN_TYPE_INT64), .store = HD_STORE_I64_LIST,
     .flags = HD_SET | HD_GET, .set = order_set, .get = order_get, MEMBER(order)},
    {HD_ATTRIBUTE(HIPDNN_ATTR_ENGINEHEUR_RESULTS, HIPDNN_TYPE_BACKEND_DESCRIPTOR), .flags = HD_GET, .get = results_get},
};

/* No candidate is a failure that says why, except when only asked whether there is any (D9). */
static hd_status refuse_none(const heuristic *self, const hd_graph_request *request)
{
    hd_text reasons = {0};
    hd_candidates_explain_none(hd_graph_session(self->graph), request, &reasons);
    const hd_status status =
        hd_fail(HD_NOT_SUPPORTED, "no engine can compute this graph: %s", reasons.data == NULL ? "?" : reasons.data);
    hd_text_release(&reasons);
    return status;
}

static hd_status keep(heuristic *self, const int64_t *ids, size_t count)
{
    const hd_engine **ranked = hd_realloc(self->ranked, (count + 1) * sizeof *ranked);
    if (ranked == NULL)
        return hd_fail_alloc(count * sizeof *ranked, "the ranking");
    self->ranked = ranked;
    for (size_t i = 0; i < count; i++)
        ranked[i] = hd_module_set_find(hd_graph_session(self->graph)->set, ids[i]);
    self->ranked_count = count;
    return HD_OK;
}

static hd_status rank(heuristic *self, const hd_graph_request *request, const hd_candidates *candidates)
{
    hd_policy_order_release(&self->used_order);
    HD_TRY(hd_policy_order_resolve(self->mode, self->order_is_set, self->order.data, (size_t)self->order.count,
                                   &self->used_order));
    HD_TRY(hd_selection_rank(&self->selection, hd_graph_session(self->graph), request, candidates, &self->used_order));
    HD_TRY(keep(self, self->selection.ranked, self->selection.ranked_count));
    hd_log(HD_INFO, "engine %s was chosen among %zu by %s", self->ranked[0]->name, candidates->count,
           self->selection.winner->name);
    return HD_OK;
}

/* Find-first wants no order: candidates come as they are. */
static hd_status take_as_found(heuristic *self, const hd_candidates *candidates)
{
    const hd_engine **ranked = hd_realloc(self->ranked, (candidates->count + 1) * sizeof *ranked);
    if (ranked == NULL)
        return hd_fail_alloc(candidates->count * sizeof *ranked, "the ranking");
    if (candidates->count > 0)
        memcpy(ranked, candidates->engines, candidates->count * sizeof *ranked);
    self->ranked = ranked;
    self->ranked_count = candidates->count;
    return HD_OK;
}

static hd_status finalize(hd_object *object)
{
    heuristic *self = (heuristic *)object;
    hd_graph_request request;
    hd_candidates candidates;
    hd_graph_request_of(self->graph, &request);
    HD_TRY(hd_candidates_collect(hd_graph_session(self->graph), &request, self->find_first, &candidates));
    hd_status status;
    if (self->find_first)
        status = take_as_found(self, &candidates);
    else if (candidates.count == 0)
        status = refuse_none(self, &request);
    else
        status = rank(self, &request, &candidates);
    hd_candidates_release(&candidates);
    return status;
}

static void dispose(hd_object *object)
{
    heuristic *self = (heuristic *)object;
    hd_selection_release(&self->selection);
    hd_policy_order_release(&self->used_order);
    hd_free(self->ranked);
    hd_attribute_release_all(object); /* the graph, and with it the session, last */
}

const hd_kind hd_heuristic_kind = {
    .number = HD_KIND_HEURISTIC,
    .name = "engine heuristic",
    .size = sizeof(heuristic),
    .attributes = attributes,
    .attribute_count = sizeof attributes / sizeof *attributes,
    .unfinalized_get = HIPDNN_STATUS_BAD_PARAM_NOT_FINALIZED,
    .finalize = finalize,
    .dispose = dispose,
};
