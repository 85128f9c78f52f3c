/* SPDX-License-Identifier: MIT */
#include "selection/selection.h"

#include "base/ids.h"
#include "base/log.h"
#include "base/memory.h"

#include <inttypes.h>
#include <string.h>

static void close_slots(hd_selection *selection)
{
    for (size_t i = 0; i < selection->slot_count; i++) {
        hd_slot *slot = &selection->slots[i];
        hd_text_release(&slot->reason);
        if (slot->descriptor != NULL && !hd_registry_is_exiting())
            (void)slot->policy->call->destroy(slot->descriptor);
    }
    hd_free(selection->slots);
    selection->slots = NULL;
    selection->slot_count = 0;
}

void hd_selection_release(hd_selection *selection)
{
    close_slots(selection);
    hd_free(selection->ranked);
    *selection = (hd_selection){0};
}

static void open_slot(hd_slot *slot, const hd_session *session, hd_order_source source)
{
    char text[HD_ID_TEXT_SIZE];
    const hd_policy_module *policy = hd_module_set_find_policy(session->set, slot->policy_id);
    if (policy == NULL) {
        /* A mode's list names policies that need not be installed (D5). */
        if (source != HD_ORDER_MODE)
            hd_log(HD_WARN, "policy %s of the policy order is not loaded; it is skipped",
                   hd_id_text(slot->policy_id, text));
        return;
    }
    slot->handle = session->policy_handles[policy - session->set->policies];
    if (slot->handle == NULL)
        return;
    const hipdnnPluginStatus_t status = policy->call->create(slot->handle, slot->policy_id, &slot->descriptor);
    if (status == HIPDNN_PLUGIN_STATUS_SUCCESS && slot->descriptor != NULL) {
        slot->policy = policy;
        return;
    }
    slot->descriptor = NULL; /* whatever a failed call left there */
    slot->handle = NULL; /* a slot without policy speaks for no other slot of its handle */
    slot->ran_out = status == HIPDNN_PLUGIN_STATUS_ALLOC_FAILED;
    hd_log(HD_ERROR, "policy '%s' is skipped: its descriptor could not be made (%s)", policy->name,
           hd_plugin_status_text(status));
}

/* Whether the slots there are will do; one that found no memory is tried anew. */
static bool same_order(const hd_selection *selection, const hd_policy_order *order)
{
    if (selection->slots == NULL || selection->slot_count != order->count)
        return false;
    for (size_t i = 0; i < order->count; i++) {
        if (selection->slots[i].policy_id != order->ids[i] || selection->slots[i].ran_out)
            return false;
    }
    return true;
}

static hd_status sync_slots(hd_selection *selection, const hd_session *session, const hd_policy_order *order)
{
    if (same_order(selection, order))
        return HD_OK;
    close_slots(selection);
    selection->slots = hd_alloc_array(order->count, sizeof *selection->slots);
    if (selection->slots == NULL)
        return hd_fail_alloc(order->count * sizeof *selection->slots, "policy slots");
    selection->slot_count = order->count;
    for (size_t i = 0; i < order->count; i++) {
        selection->slots[i].policy_id = order->ids[i];
        open_slot(&selection->slots[i], session, order->source);
    }
    return HD_OK;
}

static const char *const outcome_texts[] = {
    "was not asked", "won", "is not available", "declined", "failed", "was rejected",
};

static void keep_reason(hd_slot *slot, hipdnnPluginStatus_t status)
{
    hd_text *reason = &slot->reason;
    const char *words = slot->policy->call->get_last_error();
    slot->ran_out = status == HIPDNN_PLUGIN_STATUS_ALLOC_FAILED;
    if (status != HIPDNN_PLUGIN_STATUS_SUCCESS && status != HIPDNN_PLUGIN_STATUS_NOT_APPLICABLE)
        hd_text_format(reason, " with %s", hd_plugin_status_text(status));
    if (words != NULL && *words != '\0')
        hd_text_format(reason, ": %s", words);
}

/* Device facts, once per distinct handle; slots of a handle that refuses them sit this selection out (D7). */
static void set_device(const hd_selection *selection, const hd_session *session, bool *usable)
{
    const hipdnnPluginConstData_t facts = {session->device_facts, session->device_facts_size};
    for (size_t i = 0; i < selection->slot_count; i++) {
        const hd_slot *slot = &selection->slots[i];
        usable[i] = slot->policy != NULL;
        size_t first = 0;
        while (first < i && selection->slots[first].handle != slot->handle)
            first++;
        if (first < i) {
            usable[i] = usable[i] && usable[first];
        } else if (usable[i]) {
            const hipdnnPluginStatus_t status = slot->policy->call->set_device_properties(slot->handle, &facts);
            usable[i] = status == HIPDNN_PLUGIN_STATUS_SUCCESS;
            if (!usable[i])
                hd_log(HD_WARN, "policy '%s' is skipped: it refused the device's facts (%s)", slot->policy->name,
                       hd_plugin_status_text(status));
        }
    }
}

/* Rejects an answer that holds anything but distinct candidates (D4). */
static bool is_subset(const int64_t *ids, size_t count, const int64_t *candidates, size_t candidate_count,
                      hd_text *reason)
{
    char text[HD_ID_TEXT_SIZE];
    if (count == 0 || count > candidate_count) {
        hd_text_format(reason, ": it ranked %zu engines of %zu candidates", count, candidate_count);
        return false;
    }
    for (size_t i = 0; i < count; i++) {
        size_t place = 0;
        while (place < candidate_count && candidates[place] != ids[i])
            place++;
        if (place == candidate_count) {
            hd_text_format(reason, ": engine %s is not a candidate", hd_id_text(ids[i], text));
            return false;
        }
        for (size_t j = 0; j < i; j++) {
            if (ids[j] == ids[i]) {
                hd_text_format(reason, ": it ranked engine %s twice", hd_id_text(ids[i], text));
                return false;
            }
        }
    }
    return true;
}

static hd_outcome ask_slot(hd_slot *slot, const hd_graph_request *request, const int64_t *ids, size_t count,
                           int64_t *ranked, size_t *out_count)
{
    const hd_policy_functions *call = slot->policy->call;
    int32_t applied = 0;
    hipdnnPluginStatus_t status = call->set_engine_ids(slot->descriptor, ids, count);
    if (status == HIPDNN_PLUGIN_STATUS_SUCCESS)
        status = call->set_graph(slot->descriptor, &request->bytes);
    if (status == HIPDNN_PLUGIN_STATUS_SUCCESS)
        status = call->finalize(slot->descriptor, &applied);
    if (status == HIPDNN_PLUGIN_STATUS_NOT_APPLICABLE || (status == HIPDNN_PLUGIN_STATUS_SUCCESS && applied == 0)) {
        keep_reason(slot, status);
        return HD_DECLINED;
    }
    if (status == HIPDNN_PLUGIN_STATUS_SUCCESS && applied != 1) {
        hd_text_format(&slot->reason, ": it answered %" PRId32 ", 0 and 1 are possible", applied);
        return HD_FAILED;
    }
    if (status == HIPDNN_PLUGIN_STATUS_SUCCESS)
        status = call->get_sorted_engine_ids(slot->descriptor, ranked, count, out_count);
    if (status != HIPDNN_PLUGIN_STATUS_SUCCESS) {
        keep_reason(slot, status);
        return HD_FAILED;
    }
    return is_subset(ranked, *out_count, ids, count, &slot->reason) ? HD_WON : HD_REJECTED;
}

/* "<policy> <outcome><reason>" */
static void tell_slot(const hd_slot *slot, hd_text *story)
{
    char id_text[HD_ID_TEXT_SIZE];
    hd_text_format(story, "%s%s %s%s", story->size > 0 ? "; " : "",
                   slot->policy != NULL ? slot->policy->name : hd_id_text(slot->policy_id, id_text),
                   outcome_texts[slot->outcome], slot->reason.data == NULL ? "" : slot->reason.data);
}

static void log_slot(const hd_slot *slot)
{
    const hd_severity severity = slot->outcome == HD_FAILED || slot->outcome == HD_REJECTED ? HD_ERROR : HD_INFO;
    hd_text line = {0};
    if (!hd_log_enabled(severity) || slot->outcome == HD_SKIPPED)
        return;
    tell_slot(slot, &line);
    hd_log(severity, "policy %s", line.data == NULL ? "?" : line.data);
    hd_text_release(&line);
}

static hd_status refuse_all(const hd_selection *selection, size_t candidate_count)
{
    hd_text story = {0};
    bool ran_out = false;
    for (size_t i = 0; i < selection->slot_count; i++) {
        tell_slot(&selection->slots[i], &story);
        ran_out = ran_out || selection->slots[i].ran_out;
    }
    /* Who was out of memory might have ranked them (D26). */
    const hd_status status =
        hd_fail(ran_out ? HD_ALLOC_FAILED : HD_INTERNAL_ERROR, "%sno policy ranked the %zu candidate engines: %s",
                ran_out ? "out of memory: " : "", candidate_count,
                selection->slot_count == 0 ? "the policy order is empty" : (story.data == NULL ? "?" : story.data));
    hd_text_release(&story);
    return status;
}

static hd_status run_loop(hd_selection *selection, const hd_graph_request *request, const int64_t *ids, size_t count,
                          const bool *usable)
{
    for (size_t i = 0; i < selection->slot_count; i++) {
        selection->slots[i].outcome = HD_NOT_ASKED;
        hd_text_release(&selection->slots[i].reason);
    }
    for (size_t i = 0; i < selection->slot_count; i++) {
        hd_slot *slot = &selection->slots[i];
        slot->outcome =
            usable[i] ? ask_slot(slot, request, ids, count, selection->ranked, &selection->ranked_count) : HD_SKIPPED;
        log_slot(slot);
        if (slot->outcome == HD_WON) {
            selection->winner = slot->policy;
            return HD_OK;
        }
    }
    selection->ranked_count = 0;
    return refuse_all(selection, count);
}

hd_status hd_selection_rank(hd_selection *selection, hd_session *session, const hd_graph_request *request,
                            const hd_candidates *candidates, const hd_policy_order *order)
{
    selection->ranked_count = 0;
    selection->winner = NULL;
    HD_TRY(sync_slots(selection, session, order));

    const size_t count = candidates->count;
    int64_t *ids = hd_alloc_array(count, sizeof *ids);
    int64_t *ranked = hd_realloc(selection->ranked, count * sizeof *ranked);
    bool *usable = hd_alloc_array(order->count, sizeof *usable);
    if (ranked != NULL)
        selection->ranked = ranked;
    hd_status status;
    if (ids == NULL || ranked == NULL || usable == NULL) {
        status = hd_fail_alloc(count * 2 * sizeof *ids, "the ranking");
    } else {
        for (size_t i = 0; i < count; i++)
            ids[i] = candidates->engines[i]->id;
        set_device(selection, session, usable);
        status = run_loop(selection, request, ids, count, usable);
    }
    hd_free(ids);
    hd_free(usable);
    return status;
}
