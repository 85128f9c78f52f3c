/* SPDX-License-Identifier: MIT */
#include "oracle.h"

#include <float.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool oracle_fail(oracle_message *message, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    (void)vsnprintf(message->text, sizeof message->text, format, arguments);
    va_end(arguments);
    return false;
}

bool oracle_next(size_t rank, const int64_t *dim, int64_t *index)
{
    for (size_t i = rank; i-- > 0;) {
        if (++index[i] < dim[i])
            return true;
        index[i] = 0;
    }
    return false;
}

size_t oracle_at(const oracle_tensor *tensor, const int64_t *index)
{
    size_t at = 0;
    for (size_t i = 0; i < tensor->rank; i++)
        at = at * (size_t)tensor->dim[i] + (size_t)index[i];
    return at;
}

oracle_tensor *oracle_find(const oracle_graph *graph, int64_t uid)
{
    for (size_t i = 0; i < graph->tensor_count; i++)
        if (graph->tensors[i].uid == uid)
            return &graph->tensors[i];
    return NULL;
}

/* ------------------------------------------------------------------- reading */

static bool set_dims(oracle_tensor *tensor, size_t rank, const int64_t *dim, oracle_message *message)
{
    /* Two arrays of doubles of this many elements are still far from overflowing a size. */
    const int64_t most = INT64_C(1) << 40;
    int64_t count = 1;
    for (size_t i = 0; i < rank; i++) {
        if (dim[i] < 1 || dim[i] > most / count)
            return oracle_fail(message, "tensor %lld: dims[%zu] is %lld, but must be positive and not enormous",
                               (long long)tensor->uid, i, (long long)dim[i]);
        count *= dim[i];
        tensor->dim[i] = dim[i];
    }
    tensor->rank = rank;
    tensor->count = (size_t)count;
    return true;
}

static bool read_dims(oracle_tensor *tensor, const json_t *dims, oracle_message *message)
{
    int64_t dim[ORACLE_MAX_RANK];
    const size_t rank = json_array_size(dims);
    if (rank == 0)
        return true;
    if (rank > ORACLE_MAX_RANK)
        return oracle_fail(message, "tensor %lld has rank %zu; the most is %d", (long long)tensor->uid, rank,
                           ORACLE_MAX_RANK);
    for (size_t i = 0; i < rank; i++)
        dim[i] = json_integer_value(json_array_get(dims, i));
    return set_dims(tensor, rank, dim, message);
}

static bool make_room(oracle_tensor *tensor, oracle_message *message)
{
    if (tensor->value == NULL) {
        tensor->value = calloc(tensor->count, sizeof *tensor->value);
        tensor->scale = calloc(tensor->count, sizeof *tensor->scale);
    }
    if (tensor->value == NULL || tensor->scale == NULL)
        return oracle_fail(message, "out of memory for the %zu elements of tensor %lld", tensor->count,
                           (long long)tensor->uid);
    return true;
}

/* A constant is one number, whatever the dims. The schema stores Float32Value in a float, so the oracle rounds too. */
static bool read_constant(oracle_tensor *tensor, const json_t *json, oracle_message *message)
{
    const char *type = json_string_value(json_object_get(json, "value_type"));
    const json_t *value = json_object_get(json, "value");
    if (type == NULL || value == NULL || json_is_null(value))
        return true;
    if (tensor->rank == 0)
        (void)set_dims(tensor, 1, (const int64_t[]){1}, message);
    if (!make_room(tensor, message))
        return false;
    double number = json_is_boolean(value) ? (double)json_is_true(value) : json_number_value(value);
    if (strcmp(type, "Float32Value") == 0)
        number = (double)(float)number;
    for (size_t i = 0; i < tensor->count; i++)
        tensor->value[i] = number;
    tensor->is_constant = true;
    return true;
}

static const char *text_or(const json_t *json, const char *otherwise)
{
    return json_is_string(json) ? json_string_value(json) : otherwise;
}

static bool read_tensor(oracle_tensor *tensor, const json_t *json, oracle_message *message)
{
    const json_t *uid = json_object_get(json, "uid");
    if (!json_is_integer(uid))
        return oracle_fail(message, "a tensor has no uid");
    tensor->uid = json_integer_value(uid);
    tensor->name = text_or(json_object_get(json, "name"), "");
    tensor->type = text_or(json_object_get(json, "data_type"), "unset");
    tensor->is_virtual = json_is_true(json_object_get(json, "virtual"));
    return read_dims(tensor, json_object_get(json, "dims"), message) && read_constant(tensor, json, message);
}

static void mark_written(const oracle_graph *graph)
{
    size_t i;
    const json_t *node;
    json_array_foreach(json_object_get(graph->root, "nodes"), i, node)
    {
        json_t *outputs = json_object_get(node, "outputs");
        const char *key;
        const json_t *uid;
        json_object_foreach(outputs, key, uid)
        {
            oracle_tensor *tensor = json_is_integer(uid) ? oracle_find(graph, json_integer_value(uid)) : NULL;
            if (tensor != NULL)
                tensor->is_written = true;
        }
    }
}

static bool read_tensors(oracle_graph *graph, oracle_message *message)
{
    const json_t *tensors = json_object_get(graph->root, "tensors");
    const size_t count = json_array_size(tensors);
    if (count == 0)
        return oracle_fail(message, "the graph has no tensors");
    graph->tensors = calloc(count, sizeof *graph->tensors);
    if (graph->tensors == NULL)
        return oracle_fail(message, "out of memory for %zu tensors", count);
    graph->tensor_count = count;
    for (size_t i = 0; i < count; i++)
        if (!read_tensor(&graph->tensors[i], json_array_get(tensors, i), message))
            return false;
    mark_written(graph);
    return true;
}

oracle_graph *oracle_read(const char *json, size_t size, oracle_message *message)
{
    json_error_t error;
    oracle_graph *graph = calloc(1, sizeof *graph);
    if (graph == NULL) {
        (void)oracle_fail(message, "out of memory");
        return NULL;
    }
    graph->root = json_loadb(json, size, JSON_REJECT_DUPLICATES, &error);
    if (graph->root == NULL)
        (void)oracle_fail(message, "line %d, column %d: %s", error.line, error.column, error.text);
    else if (read_tensors(graph, message))
        return graph;
    oracle_destroy(graph);
    return NULL;
}

void oracle_destroy(oracle_graph *graph)
{
    if (graph == NULL)
        return;
    for (size_t i = 0; i < graph->tensor_count; i++) {
        free(graph->tensors[i].value);
        free(graph->tensors[i].scale);
    }
    free(graph->tensors);
    json_decref(graph->root);
    free(graph);
}

bool oracle_set(oracle_tensor *tensor, const float *packed, oracle_message *message)
{
    if (tensor->rank == 0)
        return oracle_fail(message, "tensor %lld has no dims", (long long)tensor->uid);
    if (!make_room(tensor, message))
        return false;
    for (size_t i = 0; i < tensor->count; i++) {
        tensor->value[i] = (double)packed[i];
        tensor->scale[i] = 0.0;
    }
    return true;
}

/* ------------------------------------------------------------------- evaluating */

oracle_tensor *oracle_operand(const oracle_graph *graph, const json_t *node, const char *group, const char *key,
                              bool needed, bool *ok, oracle_message *message)
{
    const json_t *uid = json_object_get(json_object_get(node, group), key);
    if (!json_is_integer(uid)) {
        if (needed)
            *ok =
                oracle_fail(message, "node '%s' has no %s.%s", text_or(json_object_get(node, "name"), ""), group, key);
        return NULL;
    }
    oracle_tensor *tensor = oracle_find(graph, json_integer_value(uid));
    if (tensor == NULL)
        *ok = oracle_fail(message, "node '%s': %s.%s is %lld, which is no tensor of the graph",
                          text_or(json_object_get(node, "name"), ""), group, key, (long long)json_integer_value(uid));
    return tensor;
}

bool oracle_shape_output(oracle_tensor *tensor, size_t rank, const int64_t *dim, oracle_message *message)
{
    if (tensor->rank == 0 && !set_dims(tensor, rank, dim, message))
        return false;
    if (tensor->rank != rank)
        return oracle_fail(message, "tensor %lld has rank %zu, but %zu is what its node gives", (long long)tensor->uid,
                           tensor->rank, rank);
    for (size_t i = 0; i < rank; i++)
        if (tensor->dim[i] != dim[i])
            return oracle_fail(message, "tensor %lld: dims[%zu] is %lld, but %lld is what its node gives",
                               (long long)tensor->uid, i, (long long)tensor->dim[i], (long long)dim[i]);
    return make_room(tensor, message);
}

static const struct {
    const char *type;
    bool (*evaluate)(oracle_graph *graph, const json_t *node, oracle_message *message);
} operations[] = {
    {"ConvolutionFwdAttributes", oracle_convolution},
    {"PointwiseAttributes", oracle_pointwise},
};

static bool evaluate_node(oracle_graph *graph, const json_t *node, oracle_message *message)
{
    const char *type = text_or(json_object_get(node, "type"), "(none)");
    for (size_t i = 0; i < sizeof operations / sizeof operations[0]; i++)
        if (strcmp(operations[i].type, type) == 0)
            return operations[i].evaluate(graph, node, message);
    return oracle_fail(message, "the oracle does not know nodes of type '%s'", type);
}

/* A node is ready when each of its inputs has a value, and done when each of its outputs has one. A uid that is no
 * tensor leaves its node ready and not done, so that evaluating the node refuses it by name. */
static bool is_ready(const oracle_graph *graph, const json_t *node)
{
    json_t *inputs = json_object_get(node, "inputs");
    const char *key;
    const json_t *uid;
    json_object_foreach(inputs, key, uid)
    {
        const bool names_a_tensor = strstr(key, "tensor_uid") != NULL && strcmp(key, "axis_tensor_uid") != 0;
        if (!names_a_tensor || !json_is_integer(uid))
            continue;
        const oracle_tensor *tensor = oracle_find(graph, json_integer_value(uid));
        if (tensor != NULL && tensor->value == NULL)
            return false;
    }
    return true;
}

static bool is_done(const oracle_graph *graph, const json_t *node)
{
    json_t *outputs = json_object_get(node, "outputs");
    const char *key;
    const json_t *uid;
    json_object_foreach(outputs, key, uid)
    {
        const oracle_tensor *tensor = json_is_integer(uid) ? oracle_find(graph, json_integer_value(uid)) : NULL;
        if (!json_is_null(uid) && (tensor == NULL || tensor->value == NULL))
            return false;
    }
    return json_object_size(outputs) > 0;
}

/* Drops what an earlier evaluation computed. */
static void forget(oracle_graph *graph)
{
    for (size_t i = 0; i < graph->tensor_count; i++) {
        oracle_tensor *tensor = &graph->tensors[i];
        if (!tensor->is_written || tensor->is_constant)
            continue;
        free(tensor->value);
        free(tensor->scale);
        tensor->value = NULL;
        tensor->scale = NULL;
    }
}

/* The plainest topological order: pass over the nodes until none is left, evaluating those that are ready. */
bool oracle_evaluate(oracle_graph *graph, oracle_message *message)
{
    const json_t *nodes = json_object_get(graph->root, "nodes");
    const json_t *node, *waiting;
    bool progress;
    size_t i;
    forget(graph);
    do {
        progress = false;
        waiting = NULL;
        json_array_foreach(nodes, i, node)
        {
            if (is_done(graph, node))
                continue;
            waiting = node;
            if (!is_ready(graph, node))
                continue;
            if (!evaluate_node(graph, node, message))
                return false;
            progress = true;
        }
    } while (progress);
    if (waiting != NULL)
        return oracle_fail(message, "node '%s' waits for an input that has no value",
                           text_or(json_object_get(waiting, "name"), ""));
    return true;
}

double oracle_convolution_operations(const oracle_graph *graph)
{
    double sum = 0.0;
    size_t i;
    const json_t *node;
    json_array_foreach(json_object_get(graph->root, "nodes"), i, node)
    {
        oracle_message ignored;
        bool ok = true;
        const oracle_tensor *y = oracle_operand(graph, node, "outputs", "y_tensor_uid", false, &ok, &ignored);
        const oracle_tensor *w = oracle_operand(graph, node, "inputs", "w_tensor_uid", false, &ok, &ignored);
        if (y != NULL && w != NULL && w->rank > 0)
            sum += 2.0 * (double)y->count * (double)w->count / (double)w->dim[0];
    }
    return sum;
}

/* ------------------------------------------------------------------- comparing */

static double distance(double want, double got)
{
    if (isnan(want) || isnan(got))
        return isnan(want) && isnan(got) ? 0.0 : INFINITY;
    /* Beyond the largest float only an infinity can stand. */
    if (isinf(want) || fabs(want) > (double)FLT_MAX)
        return isinf(got) && signbit(got) == signbit(want) ? 0.0 : INFINITY;
    return fabs(got - want);
}

oracle_verdict oracle_compare(const oracle_tensor *want, const float *packed)
{
    oracle_verdict verdict = {.units = -1.0};
    for (size_t i = 0; i < want->count; i++) {
        const double error = distance(want->value[i], (double)packed[i]);
        /* Floats below FLT_MIN may be flushed to 0. */
        double units = error / ((double)FLT_EPSILON * want->scale[i] + (double)FLT_MIN);
        if (error == 0.0 || isnan(units))
            units = error;
        verdict.absolute = fmax(verdict.absolute, error);
        if (want->value[i] != 0.0 && error != 0.0)
            verdict.relative = fmax(verdict.relative, isinf(error) ? error : error / fabs(want->value[i]));
        if (units > verdict.units) {
            verdict.units = units;
            verdict.worst = i;
            verdict.worst_want = want->value[i];
            verdict.worst_got = (double)packed[i];
        }
    }
    return verdict;
}
