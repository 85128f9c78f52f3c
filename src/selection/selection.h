/* SPDX-License-Identifier: MIT */
/* The outer loop: policies are asked in order until one ranks the candidates (R §5.1, §9, §14). Ids and bytes, never a
 * descriptor. */
#ifndef HD_SELECTION_H
#define HD_SELECTION_H

#include "base/error.h"
#include "plugin/session.h"
#include "selection/candidates.h"
#include "selection/order.h"

#include <stdbool.h>

/* What became of a slot. */
typedef enum hd_outcome {
    HD_NOT_ASKED, /* an earlier slot won */
    HD_WON,
    HD_SKIPPED,
    HD_DECLINED,
    HD_FAILED,
    HD_REJECTED
} hd_outcome;

/* One entry of the order: a policy descriptor bound to its module's handle, or nothing when no such policy is loaded.
 */
typedef struct hd_slot {
    int64_t policy_id;
    const hd_policy_module *policy; /* NULL: not loaded, or without a handle in this session */
    hipdnnHeuristicHandle_t handle;
    hipdnnHeuristicPolicyDescriptor_t descriptor;
    bool ran_out; /* of memory, the policy said */
    /* Of the last ranking. */
    hd_outcome outcome;
    hd_text reason; /* empty when the outcome says it all */
} hd_slot;

/* Lives as long as its heuristic descriptor; all zero is a valid fresh one. Slots are kept while the order is the same.
 */
typedef struct hd_selection {
    hd_slot *slots;
    size_t slot_count;
    int64_t *ranked; /* engine ids, best first; the result */
    size_t ranked_count;
    const hd_policy_module *winner;
} hd_selection;

/* Ranks `candidates`. HD_INTERNAL_ERROR, naming each slot's outcome, when no policy succeeds (D10); HD_ALLOC_FAILED
 * when one of them ran out of memory (D26). May be called again after a failure. */
hd_status hd_selection_rank(hd_selection *selection, hd_session *session, const hd_graph_request *request,
                            const hd_candidates *candidates, const hd_policy_order *order);

void hd_selection_release(hd_selection *selection);

#endif
