/* SPDX-License-Identifier: MIT */
/* The last decoded graph of a handle.
 *
 * Building one plan passes the same bytes to about five calls: applicability (twice), details, workspace size, context.
 * Decoding and asking the engine once, and comparing bytes afterwards, makes plan building fast. One graph is enough,
 * because a host goes on to the next graph only when it is done with one. */
#ifndef HD_PLUGIN_SDK_GRAPH_H
#define HD_PLUGIN_SDK_GRAPH_H

#include "base/arena.h"
#include "base/error.h"
#include "hipdnn_plugin_sdk/EngineSdk.h"

/* All zero is a valid empty one. */
typedef struct hd_sdk_graph {
    hd_arena arena; /* holds everything below */
    const void *bytes; /* a copy; the host only lends its own */
    size_t size;
    const hipdnn_data_graph *graph; /* NULL: none yet */
    bool *accepted; /* per engine of the module: `supports` said yes, and says so for ever (EP-15) */
} hd_sdk_graph;

/* Makes `last` the graph of `bytes`. After a failure it is the one that it was. */
hd_status hd_sdk_graph_load(hd_sdk_graph *last, const hipdnnPluginConstData_t *bytes);

/* Asks engine `index` whether it computes the loaded graph. Unless SUCCESS, the last error has its reason. */
hipdnnPluginStatus_t hd_sdk_graph_ask(hd_sdk_graph *last, uint32_t index);

void hd_sdk_graph_release(hd_sdk_graph *last);

#endif
