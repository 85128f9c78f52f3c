/* SPDX-License-Identifier: MIT */
/* CPU_REFERENCE_ENGINE: what every other engine is held against. It computes each operation in the plainest way that is
 * not wasteful, on one thread, in double or, where all operands are integers, in int64, and rounds each result once. It
 * is deterministic, and it is asked last. */
#include "plan.h"
#include "supports.h"

static const hipdnn_plugin_engine engine = {
    .name = "CPU_REFERENCE_ENGINE",
    .supports = ref_supports,
    .plan_create = ref_plan_create,
    .plan_destroy = ref_plan_destroy,
    .execute = ref_execute,
};

static const hipdnn_plugin_engine *const engines[] = {&engine};

static const hipdnn_plugin_module module = {
    .name = "hipdnn_reference",
    .version = "0.1.0",
    .device_kind = HIPDNN_DEVICE_KIND_CPU,
    .engines = engines,
    .engine_count = sizeof engines / sizeof engines[0],
};

HIPDNN_PLUGIN_MODULE(module);
