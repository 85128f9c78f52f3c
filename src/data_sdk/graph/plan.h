/* SPDX-License-Identifier: MIT */
/* Stored plans: a plan alone, and the container of a graph and its plan. */
#ifndef HD_DATA_SDK_PLAN_H
#define HD_DATA_SDK_PLAN_H

#include "base/arena.h"
#include "base/error.h"
#include "hipdnn_data_sdk/graph.h"

/* Verifies first; lists and payload lie in the arena. HD_NOT_SUPPORTED for another version of the format than 1. */
hd_status hd_execution_plan_decode(const void *bytes, size_t size, hd_arena *arena, hipdnn_data_execution_plan *out);

/* Bytes for hd_free. What decode would refuse is refused. */
hd_status hd_execution_plan_encode(const hipdnn_data_execution_plan *plan, void **out_bytes, size_t *out_size);

/* With the identifier HDGP. The parts are copied into the arena; whoever needs one decodes it. */
hd_status hd_graph_and_plan_decode(const void *bytes, size_t size, hd_arena *arena, hipdnn_data_graph_and_plan *out);
hd_status hd_graph_and_plan_encode(const hipdnn_data_graph_and_plan *parts, void **out_bytes, size_t *out_size);

#endif
