/* SPDX-License-Identifier: MIT */
/* Engines that compute next to nothing, but have what plans are about: knobs, notes, workspace, failures. They take
 * every graph but one named "nobody", and write one number into the output of a graph's first pointwise operation. */
#include "hipdnn_plugin_sdk/EngineSdk.h"

#include <stdlib.h>
#include <string.h>

enum { HUNGRY_BYTES = 1 << 20, LEVEL_BYTES = 64 };

typedef struct plan {
    int64_t uid; /* of the output */
    float number;
} plan;

static hipdnnPluginStatus_t supports(const hipdnn_data_graph *graph)
{
    if (strcmp(graph->name, "nobody") == 0)
        return hipdnn_plugin_fail(HIPDNN_PLUGIN_STATUS_NOT_APPLICABLE, "nobody wants this graph");
    return HIPDNN_PLUGIN_STATUS_SUCCESS;
}

static hipdnnPluginStatus_t make(const hipdnn_data_graph *graph, float number, void **out_plan)
{
    plan *made = calloc(1, sizeof *made);
    if (made == NULL)
        return hipdnn_plugin_fail(HIPDNN_PLUGIN_STATUS_ALLOC_FAILED, "no memory for a plan");
    if (graph->nodes[0].operation == HIPDNN_DATA_OPERATION_POINTWISE)
        made->uid = ((const hipdnn_data_pointwise *)graph->nodes[0].attributes)->out_0;
    made->number = number;
    *out_plan = made;
    return HIPDNN_PLUGIN_STATUS_SUCCESS;
}

static hipdnnPluginStatus_t execute(const hipdnn_plugin_session *session, const void *executed, void *workspace,
                                    const hipdnnPluginDeviceBuffer_t *buffers, uint32_t buffer_count)
{
    const plan *self = executed;
    float *out = hipdnn_plugin_find_buffer(buffers, buffer_count, self->uid);
    (void)session;
    (void)workspace;
    if (out != NULL)
        *out = self->number;
    return HIPDNN_PLUGIN_STATUS_SUCCESS;
}

/* Optional, and not the SDK's: shapes of one execution. Writes the last extent and the first stride of the last
 * override into that tensor. */
hipdnnPluginStatus_t hipdnnEnginePluginExecuteOpGraphWithOverrides(
    hipdnnEnginePluginHandle_t handle, hipdnnEnginePluginExecutionContext_t execution_context, void *workspace,
    const hipdnnPluginDeviceBuffer_t *device_buffers, uint32_t num_device_buffers, uint32_t num_overrides,
    const int64_t *override_unique_ids, const uint32_t *override_lengths, const int64_t *const *override_shapes,
    const int64_t *const *override_strides)
{
    const uint32_t last = num_overrides - 1;
    float *out = hipdnn_plugin_find_buffer(device_buffers, num_device_buffers, override_unique_ids[last]);
    (void)handle;
    (void)execution_context;
    (void)workspace;
    out[0] = (float)override_shapes[last][override_lengths[last] - 1];
    out[1] = (float)override_strides[last][0];
    return HIPDNN_PLUGIN_STATUS_SUCCESS;
}

/* ------------------------------------------------------------------------------------------- TEST_KNOBS_ENGINE */

static const int64_t tiles[] = {8, 16, 64};
static const char *const kernels[] = {"plain", "tiled"};
static const hipdnn_data_knob knobs[] = {
    {
        .id = "test.knobs.level",
        .description = "what is written; workspace grows with it",
        .default_value = {.type = HIPDNN_DATA_KNOB_INT64, .i64 = 3},
        .constraint_type = HIPDNN_DATA_KNOB_INT64,
        .i64_min = 1,
        .i64_max = 9,
        .i64_step = 2,
    },
    {
        .id = "test.knobs.tile",
        .description = "only some sizes",
        .default_value = {.type = HIPDNN_DATA_KNOB_INT64, .i64 = 16},
        .constraint_type = HIPDNN_DATA_KNOB_INT64,
        .i64_step = 1,
        .valid_count = 3,
        .valid_i64 = tiles,
        .deprecated = true,
    },
    {
        .id = "test.knobs.ratio",
        .description = "added to the level",
        .default_value = {.type = HIPDNN_DATA_KNOB_DOUBLE, .f64 = 0},
        .constraint_type = HIPDNN_DATA_KNOB_DOUBLE,
        .f64_max = 1,
    },
    {
        .id = "test.knobs.kernel",
        .description = "tiled doubles",
        .default_value = {.type = HIPDNN_DATA_KNOB_STRING, .text = "plain"},
        .constraint_type = HIPDNN_DATA_KNOB_STRING,
        .text_max_length = 16,
        .valid_count = 2,
        .valid_text = kernels,
    },
    {
        .id = "test.knobs.free",
        .description = "",
        .default_value = {.type = HIPDNN_DATA_KNOB_INT64, .i64 = 0},
    },
    {
        .id = "global.benchmarking",
        .description = "searches",
        .default_value = {.type = HIPDNN_DATA_KNOB_INT64, .i64 = 0},
        .constraint_type = HIPDNN_DATA_KNOB_INT64,
        .i64_max = 1,
        .i64_step = 1,
    },
};
static const int32_t notes[] = {HIPDNN_BEHAVIOR_NOTE_RUNTIME_COMPILATION, HIPDNN_BEHAVIOR_NOTE_SUPPORTS_GRAPH_CAPTURE};

static const hipdnn_data_knob_value *setting(const hipdnn_data_engine_config *config, const char *id)
{
    for (uint32_t i = 0; i < config->knob_count; i++)
        if (strcmp(config->knobs[i].id, id) == 0)
            return &config->knobs[i].value;
    for (size_t i = 0; i < sizeof knobs / sizeof knobs[0]; i++)
        if (strcmp(knobs[i].id, id) == 0)
            return &knobs[i].default_value;
    return NULL;
}

static hipdnnPluginStatus_t knobs_plan(const hipdnn_plugin_session *session, const hipdnn_data_graph *graph,
                                       const hipdnn_data_engine_config *config, void **out_plan, size_t *out_workspace)
{
    const int64_t level = setting(config, "test.knobs.level")->i64;
    const double ratio = setting(config, "test.knobs.ratio")->f64;
    const float number = (float)((double)level + ratio);
    (void)session;
    *out_workspace = (size_t)level * LEVEL_BYTES;
    return make(graph, strcmp(setting(config, "test.knobs.kernel")->text, "tiled") == 0 ? 2 * number : number,
                out_plan);
}

static const hipdnn_plugin_engine knobs_engine = {
    .name = "TEST_KNOBS_ENGINE",
    .knobs = knobs,
    .knob_count = sizeof knobs / sizeof knobs[0],
    .behavior_notes = notes,
    .behavior_note_count = 2,
    .supports = supports,
    .plan_create = knobs_plan,
    .plan_destroy = free,
    .execute = execute,
};

/* ------------------------------------------------------------------------------------------ the other engines */

static hipdnnPluginStatus_t hungry_estimate(const hipdnn_data_graph *graph, const hipdnn_data_engine_config *config,
                                            size_t *out_bytes)
{
    (void)graph;
    (void)config;
    *out_bytes = 2 * (size_t)HUNGRY_BYTES;
    return HIPDNN_PLUGIN_STATUS_SUCCESS;
}

static hipdnnPluginStatus_t hungry_plan(const hipdnn_plugin_session *session, const hipdnn_data_graph *graph,
                                        const hipdnn_data_engine_config *config, void **out_plan, size_t *out_workspace)
{
    (void)session;
    (void)config;
    *out_workspace = HUNGRY_BYTES;
    return make(graph, 100, out_plan);
}

static const hipdnn_plugin_engine hungry_engine = {
    .name = "TEST_HUNGRY_ENGINE",
    .supports = supports,
    .workspace = hungry_estimate,
    .plan_create = hungry_plan,
    .plan_destroy = free,
    .execute = execute,
};

static hipdnnPluginStatus_t no_estimate(const hipdnn_data_graph *graph, const hipdnn_data_engine_config *config,
                                        size_t *out_bytes)
{
    (void)graph;
    (void)config;
    *out_bytes = 0;
    return HIPDNN_PLUGIN_STATUS_SUCCESS;
}

static hipdnnPluginStatus_t broken_plan(const hipdnn_plugin_session *session, const hipdnn_data_graph *graph,
                                        const hipdnn_data_engine_config *config, void **out_plan, size_t *out_workspace)
{
    (void)session;
    (void)graph;
    (void)config;
    (void)out_plan;
    (void)out_workspace;
    return hipdnn_plugin_fail(HIPDNN_PLUGIN_STATUS_INTERNAL_ERROR, "the compiler is on strike");
}

static const hipdnn_plugin_engine broken_engine = {
    .name = "TEST_BROKEN_ENGINE",
    .supports = supports,
    .workspace = no_estimate,
    .plan_create = broken_plan,
    .plan_destroy = free,
    .execute = execute,
};

static const hipdnn_plugin_engine *const engines[] = {&broken_engine, &knobs_engine, &hungry_engine};
static const hipdnn_plugin_module module = {
    .name = "frontend_test_engines",
    .version = "0.1.0",
    .device_kind = HIPDNN_DEVICE_KIND_CPU,
    .engines = engines,
    .engine_count = sizeof engines / sizeof engines[0],
};
HIPDNN_PLUGIN_MODULE(module);
