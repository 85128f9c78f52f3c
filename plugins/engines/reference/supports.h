/* SPDX-License-Identifier: MIT */
#ifndef REFERENCE_SUPPORTS_H
#define REFERENCE_SUPPORTS_H

#include "operation.h"

/* hipdnn_plugin_engine.supports */
hipdnnPluginStatus_t ref_supports(const hipdnn_data_graph *graph);

/* Declines: "node '<name>': " and the sentence. */
hipdnnPluginStatus_t ref_decline(const ref_node *node, const char *format, ...) __attribute__((format(printf, 2, 3)));

#endif
