/* SPDX-License-Identifier: MIT */
/* The smallest engine plugin: one engine, NULL_ENGINE, that computes nothing.
 *
 * It serves two readers. Whoever measures the host uses it to see what a call costs without the work. Whoever writes a
 * plugin copies this file: it has every part that an engine needs, in the order in which a host comes to use them.
 * docs/writing-an-engine.md walks through it.
 *
 * Everything here is static but what HIPDNN_PLUGIN_MODULE defines; the entry points that a host looks up are in
 * libhipdnn_plugin_sdk.a. An engine includes public headers alone. */
#include "hipdnn_plugin_sdk/EngineSdk.h"

#include <inttypes.h>

/* The name is the identity: an engine's id is the FNV-1a hash of its name, so choose a name that nobody else has, and
 * never change it. Most engines need not know their id; this one compares it. */
#define NULL_ENGINE_NAME "NULL_ENGINE"
#define NULL_ENGINE_ID ((int64_t)UINT64_C(0x8968FBC502654E9F))

/* Step 1, selection: does the engine compute this graph, exactly as it stands?
 *
 * The graph was verified and checked before it comes here: every uid that a node names is a tensor, shapes fit, nodes
 * stand in topological order. What remains is the engine's own taste: operations, data types, layouts, sizes. The
 * answer depends on the graph alone, is always the same, and is quick; the SDK remembers a yes.
 *
 * A no needs a sentence. Users read it when they ask why this engine was not chosen, so name what was asked (node,
 * tensor, attribute), what was found and what is allowed. For a library of several engines these are several functions,
 * or one that all their entries share. */
static hipdnnPluginStatus_t supports(const hipdnn_data_graph *graph)
{
    /* An engine that computes nothing must never be chosen by accident. */
    if (graph->preferred_engine_id.set && graph->preferred_engine_id.value == NULL_ENGINE_ID)
        return HIPDNN_PLUGIN_STATUS_SUCCESS;
    return hipdnn_plugin_fail(HIPDNN_PLUGIN_STATUS_NOT_APPLICABLE,
                              "%s computes nothing, so it applies only on request: set the graph's preferred engine id "
                              "to %" PRId64,
                              NULL_ENGINE_NAME, NULL_ENGINE_ID);
}

/* Step 2, planning: prepare everything that does not depend on pointers.
 *
 * Here is the place for what is expensive: choosing an algorithm, compiling a kernel, laying out the workspace. The SDK
 * calls this only for graphs that `supports` accepted, with a config whose knob settings fit the table below. Graph and
 * config are lent for the call: copy what execution needs into a plan of your own, any type, allocated as you like.
 *
 * `*out_workspace` is the exact number of bytes that execute may use. This engine needs none, and no plan either. */
static hipdnnPluginStatus_t plan_create(const hipdnn_plugin_session *session, const hipdnn_data_graph *graph,
                                        const hipdnn_data_engine_config *config, void **out_plan, size_t *out_workspace)
{
    (void)session; /* the stream and the device's ordinal: for engines on a GPU */
    (void)graph;
    (void)config;
    *out_plan = NULL;
    *out_workspace = 0;
    return HIPDNN_PLUGIN_STATUS_SUCCESS;
}

/* Frees a plan. Never called for a NULL one. */
static void plan_destroy(void *plan)
{
    (void)plan;
}

/* Step 3, execution: run the plan, again and again.
 *
 * Several threads may run one plan at once, so the plan is const: whatever changes lives on the stack or in the
 * workspace. Find the pointer of a tensor by its uid (hipdnn_plugin_find_buffer); the order of the pairs is the
 * caller's. Nothing is allocated or logged on the way to success. */
static hipdnnPluginStatus_t execute(const hipdnn_plugin_session *session, const void *plan, void *workspace,
                                    const hipdnnPluginDeviceBuffer_t *buffers, uint32_t buffer_count)
{
    (void)session;
    (void)plan;
    (void)workspace;
    (void)buffers;
    (void)buffer_count;
    return HIPDNN_PLUGIN_STATUS_SUCCESS;
}

/* The engine as a table. What is left out is zero: here knobs, behaviour notes, and `workspace`, an estimate for
 * engines whose plans are expensive; without it the SDK makes a plan and asks that. */
static const hipdnn_plugin_engine null_engine = {
    .name = NULL_ENGINE_NAME,
    .supports = supports,
    .plan_create = plan_create,
    .plan_destroy = plan_destroy,
    .execute = execute,
};

/* The library as a table: one entry per engine. */
static const hipdnn_plugin_engine *const engines[] = {&null_engine};

static const hipdnn_plugin_module module = {
    .name = "hipdnn_null",
    .version = "0.1.0",
    .device_kind = HIPDNN_DEVICE_KIND_CPU,
    .engines = engines,
    .engine_count = sizeof engines / sizeof engines[0],
};

HIPDNN_PLUGIN_MODULE(module);
