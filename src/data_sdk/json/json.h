/* SPDX-License-Identifier: MIT */
/* Graphs as JSON, in the original's form. */
#ifndef HD_DATA_SDK_JSON_H
#define HD_DATA_SDK_JSON_H

#include "base/arena.h"
#include "base/error.h"
#include "base/text.h"
#include "hipdnn_data_sdk/graph.h"

/* Reads a whole graph into the arena. Strict: an unknown key, an unknown enum text, a wrong kind are HD_BAD_PARAM with
 * the line, the column and the path of the key. Meaning is not checked (hd_graph_check does that): a frontend may infer
 * dims that a file leaves out. */
hd_status hd_graph_from_json(const char *text, size_t size, hd_arena *arena, const hipdnn_data_graph **out_graph);

/* Appends the graph; every key the original's reader requires is written. `pretty`: indented by two spaces, lists of
 * numbers on one line, a line end after the last. What is not UTF-8 in a name becomes U+FFFD. HD_NOT_SUPPORTED for what
 * JSON cannot hold: an infinity, an operation of a newer schema. On failure nothing is appended. */
hd_status hd_graph_to_json(const hipdnn_data_graph *graph, bool pretty, hd_text *out_text);

#endif
