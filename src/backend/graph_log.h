/* SPDX-License-Identifier: MIT */
/* Graphs as files, for whoever wants to see what an application asks for: HIPDNN_LOG_GRAPH_DIR. */
#ifndef HD_BACKEND_GRAPH_LOG_H
#define HD_BACKEND_GRAPH_LOG_H

#include "hipdnn_data_sdk/graph.h"

/* Writes graph_<id>.json into the folder that HIPDNN_LOG_GRAPH_DIR names, making it if need be, whatever the log level.
 * Without the variable it does nothing; what goes wrong is a line in the log, never a failure. */
void hd_graph_log(const hipdnn_data_graph *graph);

#endif
