/* SPDX-License-Identifier: MIT */
#include "trial.h"

#include "fill.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool problem(trial *t, const char *format, ...) __attribute__((format(printf, 2, 3)));

static bool problem(trial *t, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    (void)vsnprintf(t->problem, sizeof t->problem, format, arguments);
    va_end(arguments);
    return false;
}

/* The engine is preferred by name; when another one was taken, it declined. */
bool trial_build(trial *t, hipdnnHandle_t handle)
{
    const char *name = "";
    t->graph = hipdnn_graph_from_json(t->json, strlen(t->json));
    if (t->graph == NULL)
        return problem(t, "from_json: %s", hipdnn_graph_get_error(NULL));
    (void)hipdnn_graph_set_preferred_engine_name(t->graph, TRIAL_ENGINE);
    if (hipdnn_graph_build(t->graph, handle) != HIPDNN_STATUS_SUCCESS)
        return problem(t, "build: %s", hipdnn_graph_get_error(t->graph));
    (void)hipdnn_graph_get_execution_plan_engine_name(t->graph, &name);
    return strcmp(name, TRIAL_ENGINE) == 0 || problem(t, "build: %s was chosen", name);
}

static bool bind_tensor(trial *t, hipdnn_tensor_t *tensor)
{
    hipdnn_dims dim, stride;
    int64_t uid;
    trial_tensor *b = &t->tensors[t->count];
    if (t->count == TRIAL_MOST_TENSORS || hipdnn_tensor_get_uid(tensor, &uid) != HIPDNN_STATUS_SUCCESS ||
        hipdnn_tensor_get_dim(tensor, &dim) != HIPDNN_STATUS_SUCCESS ||
        hipdnn_tensor_get_stride(tensor, &stride) != HIPDNN_STATUS_SUCCESS)
        return problem(t, "tensor %zu of the graph cannot be bound", t->count);
    b->tensor = tensor;
    b->is_input = !hipdnn_tensor_is_written(tensor);
    b->oracle = oracle_find(t->oracle, uid);
    if (b->oracle == NULL || b->oracle->type == NULL ||
        !buffer_create(&b->memory, b->oracle->type->size, dim.count, dim.v, stride.v))
        return problem(t, "tensor %lld of the graph cannot be bound", (long long)uid);
    t->count++;
    b->elements = calloc(b->memory.count, b->memory.size);
    return (b->elements != NULL && b->oracle->count == b->memory.count) ||
           problem(t, "tensor %lld is another one in the graph than in the JSON", (long long)uid);
}

/* Elements that share memory are alike afterwards, so what lies there is what the oracle gets. */
static bool fill_tensor(trial *t, trial_tensor *b, random_stream *stream)
{
    oracle_message message;
    fill_elements(b->oracle, stream, b->elements);
    buffer_scatter(&b->memory, b->elements);
    buffer_gather(&b->memory, b->elements);
    return oracle_set(b->oracle, b->elements, &message) || problem(t, "%s", message.text);
}

static bool bind_all(trial *t, random_stream *stream)
{
    size_t workspace_size = 0;
    for (size_t i = 0; i < hipdnn_graph_tensor_count(t->graph); i++) {
        hipdnn_tensor_t *tensor = hipdnn_graph_tensor_at(t->graph, i);
        if (!hipdnn_tensor_is_bound(tensor))
            continue;
        if (!bind_tensor(t, tensor))
            return false;
        trial_tensor *b = &t->tensors[t->count - 1];
        if (b->is_input && !fill_tensor(t, b, stream))
            return false;
    }
    if (hipdnn_graph_get_workspace_size(t->graph, &workspace_size) != HIPDNN_STATUS_SUCCESS)
        return problem(t, "workspace: %s", hipdnn_graph_get_error(t->graph));
    t->workspace = workspace_size == 0 ? NULL : aligned_alloc(64, (workspace_size + 63) / 64 * 64);
    return true;
}

static bool execute(trial *t, hipdnnHandle_t handle)
{
    hipdnn_binding bindings[TRIAL_MOST_TENSORS];
    for (size_t i = 0; i < t->count; i++)
        bindings[i] = (hipdnn_binding){t->tensors[i].tensor, t->tensors[i].memory.data};
    return hipdnn_graph_execute(t->graph, handle, bindings, t->count, t->workspace) == HIPDNN_STATUS_SUCCESS ||
           problem(t, "execute: %s", hipdnn_graph_get_error(t->graph));
}

static bool compare_tensor(trial *t, const trial_tensor *b)
{
    const long long uid = (long long)b->oracle->uid;
    if (!buffer_gaps_untouched(&b->memory))
        return problem(t, "memory between the elements of tensor %lld was written", uid);
    void *now = calloc(b->memory.count, b->memory.size);
    if (now == NULL)
        return problem(t, "out of memory");
    buffer_gather(&b->memory, now);
    const bool same = memcmp(now, b->elements, b->memory.count * b->memory.size) == 0;
    const oracle_verdict verdict = oracle_compare(b->oracle, now);
    free(now);
    if (b->is_input)
        return same || problem(t, "tensor %lld, an input, was changed", uid);
    t->units = verdict.units > t->units ? verdict.units : t->units;
    return verdict.units <= ORACLE_TOLERANCE ||
           problem(t, "tensor %lld: element %zu is %.17g, not %.17g; %.3g units off", uid, verdict.worst,
                   verdict.worst_got, verdict.worst_want, verdict.units);
}

static bool compare(trial *t)
{
    for (size_t i = 0; i < t->count; i++)
        if (!compare_tensor(t, &t->tensors[i]))
            return false;
    return true;
}

bool trial_run(trial *t, hipdnnHandle_t handle, random_stream *stream)
{
    oracle_message message;
    if (!trial_build(t, handle))
        return false;
    t->oracle = oracle_read(t->json, strlen(t->json), &message);
    if (t->oracle == NULL)
        return problem(t, "oracle: %s", message.text);
    if (!bind_all(t, stream))
        return false;
    if (!oracle_evaluate(t->oracle, &message))
        return problem(t, "oracle: %s", message.text);
    return execute(t, handle) && compare(t);
}

void trial_end(trial *t)
{
    for (size_t i = 0; i < t->count; i++) {
        buffer_destroy(&t->tensors[i].memory);
        free(t->tensors[i].elements);
    }
    free(t->workspace);
    oracle_destroy(t->oracle);
    hipdnn_graph_destroy(t->graph);
}
