/* SPDX-License-Identifier: MIT */
#define _POSIX_C_SOURCE 200809L /* clock_gettime, posix_memalign */
#include "session.h"

#include "file.h"
#include "random.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static bool fail(session *s, const char *format, ...) __attribute__((format(printf, 2, 3)));

static bool fail(session *s, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    (void)vsnprintf(s->message, sizeof s->message, format, arguments);
    va_end(arguments);
    return false;
}

static bool fail_backend(session *s)
{
    char text[HIPDNN_ERROR_STRING_MAX_LENGTH];
    hipdnnGetLastErrorString(text, sizeof text);
    return fail(s, "%s", text);
}

static bool fail_graph(session *s)
{
    return fail(s, "%s", hipdnn_graph_get_error(s->graph));
}

/* ------------------------------------------------------------------- opening */

static bool read_file(session *s, const char *path)
{
    s->json = file_read(path, &s->json_size);
    return s->json != NULL || fail(s, "%s cannot be read: %s", path, file_error());
}

/* Exactly the engine asked for: a plan made for its id, never a ranking. It is made the preferred one too, because an
 * engine may apply only to graphs that ask for it. */
static bool build_for(session *s, const char *engine)
{
    int64_t id = 0;
    if (hipdnnGetEngineIdByName_ext(s->handle, engine, &id) != HIPDNN_STATUS_SUCCESS)
        return fail(s, "no engine named '%s' is loaded; `hipdnn info` lists those that are", engine);
    if (hipdnn_graph_set_preferred_engine_id(s->graph, id) != HIPDNN_STATUS_SUCCESS ||
        hipdnn_graph_validate(s->graph) != HIPDNN_STATUS_SUCCESS ||
        hipdnn_graph_build_operation_graph(s->graph, s->handle) != HIPDNN_STATUS_SUCCESS ||
        hipdnn_graph_create_execution_plan_ext(s->graph, id, NULL, 0) != HIPDNN_STATUS_SUCCESS ||
        hipdnn_graph_build_plans(s->graph) != HIPDNN_STATUS_SUCCESS)
        return fail_graph(s);
    int64_t got = 0;
    if (hipdnn_graph_get_execution_plan_engine_id(s->graph, &got) != HIPDNN_STATUS_SUCCESS)
        return fail_graph(s);
    return got == id ||
           fail(s, "engine %s was asked for, but the plan has another one, 0x%016llX", engine, (unsigned long long)got);
}

static bool build(session *s, const char *engine)
{
    if (engine != NULL && !build_for(s, engine))
        return false;
    if (engine == NULL && hipdnn_graph_build(s->graph, s->handle) != HIPDNN_STATUS_SUCCESS)
        return fail_graph(s);
    if (hipdnn_graph_get_execution_plan_engine_id(s->graph, &s->engine_id) != HIPDNN_STATUS_SUCCESS ||
        hipdnn_graph_get_execution_plan_engine_name(s->graph, &s->engine_name) != HIPDNN_STATUS_SUCCESS)
        return fail_graph(s);
    return true;
}

/* The frontend numbers types, the JSON and the oracle name them. */
static const oracle_type *find_type(hipdnn_type type)
{
    static const struct {
        hipdnn_type type;
        const char *name;
    } names[] = {
        {HIPDNN_TYPE_F32, "float"},  {HIPDNN_TYPE_F16, "half"},  {HIPDNN_TYPE_BF16, "bfloat16"},
        {HIPDNN_TYPE_F64, "double"}, {HIPDNN_TYPE_I8, "int8"},   {HIPDNN_TYPE_U8, "uint8"},
        {HIPDNN_TYPE_I32, "int32"},  {HIPDNN_TYPE_I64, "int64"}, {HIPDNN_TYPE_BOOL, "boolean"},
    };
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (names[i].type == type)
            return oracle_type_find(names[i].name);
    return NULL;
}

static bool allocate_tensor(session *s, hipdnn_tensor_t *tensor)
{
    session_tensor *out = &s->tensors[s->tensor_count];
    hipdnn_dims dim, stride;
    size_t bytes = 0;
    if (hipdnn_tensor_get_uid(tensor, &out->uid) != HIPDNN_STATUS_SUCCESS ||
        hipdnn_tensor_get_dim(tensor, &dim) != HIPDNN_STATUS_SUCCESS ||
        hipdnn_tensor_get_stride(tensor, &stride) != HIPDNN_STATUS_SUCCESS ||
        hipdnn_tensor_get_size(tensor, &bytes) != HIPDNN_STATUS_SUCCESS)
        return fail_graph(s);
    out->tensor = tensor;
    out->name = hipdnn_tensor_get_name(tensor);
    out->is_written = hipdnn_tensor_is_written(tensor);
    out->type = find_type(hipdnn_tensor_get_data_type(tensor));
    const long long uid = (long long)out->uid;
    if (out->type == NULL)
        return fail(s,
                    "tensor %lld (%s) is of a type that this command does not bind; it binds float, half, bfloat16, "
                    "double, int8, uint8, int32, int64 and boolean",
                    uid, out->name);
    if (!buffer_create(&out->memory, out->type->size, dim.count, dim.v, stride.v))
        return fail(s, "no memory for tensor %lld (%s), %zu bytes", uid, out->name, bytes);
    s->tensor_count++;
    if (out->memory.span * out->type->size != bytes)
        return fail(s, "tensor %lld (%s): the library says %zu bytes, its strides say %zu", uid, out->name, bytes,
                    out->memory.span * out->type->size);
    return true;
}

static bool allocate(session *s)
{
    const size_t count = hipdnn_graph_tensor_count(s->graph);
    s->tensors = calloc(count + 1, sizeof *s->tensors);
    if (s->tensors == NULL)
        return fail(s, "out of memory");
    for (size_t i = 0; i < count; i++) {
        hipdnn_tensor_t *tensor = hipdnn_graph_tensor_at(s->graph, i);
        if (hipdnn_tensor_is_bound(tensor) && !allocate_tensor(s, tensor))
            return false;
    }
    if (hipdnn_graph_get_workspace_size(s->graph, &s->workspace_size) != HIPDNN_STATUS_SUCCESS)
        return fail_graph(s);
    if (s->workspace_size > 0 && posix_memalign(&s->workspace, BUFFER_ALIGNMENT, s->workspace_size) != 0)
        return fail(s, "no memory for a workspace of %zu bytes", s->workspace_size);
    return true;
}

static bool bind(session *s)
{
    hipdnn_binding *bindings = calloc(s->tensor_count + 1, sizeof *bindings);
    if (bindings == NULL)
        return fail(s, "out of memory");
    for (size_t i = 0; i < s->tensor_count; i++)
        bindings[i] = (hipdnn_binding){s->tensors[i].tensor, s->tensors[i].memory.data};
    s->binding = hipdnn_graph_bind(s->graph, bindings, s->tensor_count, s->workspace);
    free(bindings);
    return s->binding != NULL || fail_graph(s);
}

bool session_open(session *s, const char *path, const char *engine)
{
    memset(s, 0, sizeof *s);
    if (!read_file(s, path))
        return false;
    if (hipdnnCreateForDevice_ext(&s->handle, HIPDNN_DEVICE_KIND_CPU, 0) != HIPDNN_STATUS_SUCCESS)
        return fail_backend(s);
    s->graph = hipdnn_graph_from_json(s->json, s->json_size);
    if (s->graph == NULL)
        return fail(s, "%s: %s", path, hipdnn_graph_get_error(NULL));
    return build(s, engine) && allocate(s) && bind(s);
}

void session_close(session *s)
{
    hipdnn_binding_destroy(s->binding);
    hipdnn_graph_destroy(s->graph);
    for (size_t i = 0; i < s->tensor_count; i++)
        buffer_destroy(&s->tensors[i].memory);
    free(s->tensors);
    free(s->workspace);
    free(s->json);
    if (s->handle != NULL)
        (void)hipdnnDestroy(s->handle);
}

session_tensor *session_find(session *s, int64_t uid)
{
    for (size_t i = 0; i < s->tensor_count; i++)
        if (s->tensors[i].uid == uid)
            return &s->tensors[i];
    return NULL;
}

/* ------------------------------------------------------------------- using */

static void make_element(const oracle_type *type, random_stream *stream, void *element)
{
    if (!type->is_integer) {
        oracle_encode(type, oracle_round(type, (double)random_float(stream)), 0, element);
        return;
    }
    const int64_t least = type->least < -8 ? -8 : type->least, greatest = type->greatest > 8 ? 8 : type->greatest;
    oracle_encode(type, 0.0, least + (int64_t)random_below(stream, (uint64_t)(greatest - least + 1)), element);
}

bool session_fill(session *s, uint64_t seed)
{
    for (size_t i = 0; i < s->tensor_count; i++) {
        session_tensor *tensor = &s->tensors[i];
        if (tensor->is_written)
            continue;
        char *packed = calloc(tensor->memory.count, tensor->type->size);
        if (packed == NULL)
            return fail(s, "out of memory for the elements of tensor %lld", (long long)tensor->uid);
        random_stream stream = random_start(seed, (uint64_t)tensor->uid);
        for (size_t k = 0; k < tensor->memory.count; k++)
            make_element(tensor->type, &stream, packed + k * tensor->type->size);
        buffer_scatter(&tensor->memory, packed);
        free(packed);
    }
    return true;
}

bool session_execute(session *s, double *out_seconds)
{
    struct timespec start, end;
    (void)clock_gettime(CLOCK_MONOTONIC, &start);
    const hipdnnStatus_t status = hipdnn_binding_execute(s->binding, s->handle);
    (void)clock_gettime(CLOCK_MONOTONIC, &end);
    if (status != HIPDNN_STATUS_SUCCESS)
        return fail(s, "%s", hipdnn_graph_get_error(NULL));
    if (out_seconds != NULL)
        *out_seconds = (double)(end.tv_sec - start.tv_sec) + 1e-9 * (double)(end.tv_nsec - start.tv_nsec);
    return true;
}

void *session_elements(const session_tensor *tensor)
{
    void *packed = calloc(tensor->memory.count, tensor->type->size);
    if (packed != NULL)
        buffer_gather(&tensor->memory, packed);
    return packed;
}

bool session_consult(session *s, oracle_graph *graph)
{
    oracle_message message = {"out of memory"};
    for (size_t i = 0; i < s->tensor_count; i++) {
        const session_tensor *tensor = &s->tensors[i];
        oracle_tensor *to = oracle_find(graph, tensor->uid);
        if (tensor->is_written)
            continue;
        if (to == NULL || to->count != tensor->memory.count || to->type != tensor->type)
            return fail(s, "the oracle has no tensor %lld of these dims and type", (long long)tensor->uid);
        void *packed = session_elements(tensor);
        const bool set = packed != NULL && oracle_set(to, packed, &message);
        free(packed);
        if (!set)
            return fail(s, "the oracle failed: %s", message.text);
    }
    return oracle_evaluate(graph, &message) || fail(s, "the oracle failed: %s", message.text);
}
