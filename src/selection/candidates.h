/* SPDX-License-Identifier: MIT */
/* Which engines can compute a graph: every library is asked, none can spoil it for the others. */
#ifndef HD_SELECTION_CANDIDATES_H
#define HD_SELECTION_CANDIDATES_H

#include "base/error.h"
#include "base/text.h"
#include "plugin/session.h"

/* A graph as selection sees it: bytes and what a library must offer to take it. */
typedef struct hd_graph_request {
    hipdnnPluginConstData_t bytes; /* a Graph buffer */
    hipdnn_data_version required_api;
    bool wants_overrides;
} hd_graph_request;

typedef struct hd_candidates {
    const hd_engine **engines; /* libraries in load order, engines as their plugin answers (D24) */
    size_t count;
} hd_candidates;

/* `find_first` stops at the first library with an answer. A library that fails or answers nonsense is left out and
 * logged (D44); nothing found is no error. */
hd_status hd_candidates_collect(const hd_session *session, const hd_graph_request *request, bool find_first,
                                hd_candidates *out_candidates);
void hd_candidates_release(hd_candidates *candidates);

/* Whether one engine applies. HD_BAD_PARAM with the plugin's reason when it does not. */
hd_status hd_candidate_check(const hd_session *session, const hd_graph_request *request, const hd_engine *engine);

/* Every engine there is and why it does not apply, in one sentence each (D9). */
void hd_candidates_explain_none(const hd_session *session, const hd_graph_request *request, hd_text *out_text);

#endif
