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
    if (tensor->type == NULL)
        return oracle_fail(message, "tensor %lld has elements of type '%s', which the oracle does not know",
                           (long long)tensor->uid, tensor->type_name);
    if (tensor->value == NULL) {
        tensor->value = calloc(tensor->count, sizeof *tensor->value);
        tensor->error = calloc(tensor->count, sizeof *tensor->error);
        tensor->whole = calloc(tensor->type->is_integer ? tensor->count : 1, sizeof *tensor->whole);
    }
    if (tensor->value == NULL || tensor->error == NULL || tensor->whole == NULL)
        return oracle_fail(message, "out of memory for the %zu elements of tensor %lld", tensor->count,
                           (long long)tensor->uid);
    return true;
}

static const char *text_or(const json_t *json, const char *otherwise)
{
    return json_is_string(json) ? json_string_value(json) : otherwise;
}

/* The number of a constant. The schema holds all but Float64Value and integers in a float, so the oracle rounds to one
 * first; and it has no kind for 8-bit integers, so Float8Value is their byte. */
static void store_constant(oracle_tensor *tensor, size_t at, const char *kind, const json_t *value)
{
    const unsigned char byte = (unsigned char)json_integer_value(value);
    double number = json_is_boolean(value) ? (double)json_is_true(value) : json_number_value(value);
    int64_t whole = json_integer_value(value);
    if (strcmp(kind, "Float64Value") != 0 && !json_is_integer(value))
        number = (double)(float)number;
    if (strcmp(kind, "Float8Value") == 0 && tensor->type->size == 1)
        (void)oracle_decode(tensor->type, &byte, &whole);
    if (tensor->type->is_integer && json_is_integer(value))
        oracle_store_whole(tensor, at, whole);
    else
        oracle_store(tensor, at, number, 0.0);
}

/* A constant is one number, whatever the dims. */
static bool read_constant(oracle_tensor *tensor, const json_t *json, oracle_message *message)
{
    const char *kind = json_string_value(json_object_get(json, "value_type"));
    const json_t *value = json_object_get(json, "value");
    if (kind == NULL || value == NULL || json_is_null(value))
        return true;
    if (tensor->rank == 0)
        (void)set_dims(tensor, 1, (const int64_t[]){1}, message);
    if (!make_room(tensor, message))
        return false;
    for (size_t i = 0; i < tensor->count; i++)
        store_constant(tensor, i, kind, value);
    tensor->is_constant = true;
    return true;
}

/* A tensor without a type has the graph's: one for tensors in memory, one for those between nodes. */
static bool read_tensor(const oracle_graph *graph, oracle_tensor *tensor, const json_t *json, oracle_message *message)
{
    const json_t *uid = json_object_get(json, "uid");
    if (!json_is_integer(uid))
        return oracle_fail(message, "a tensor has no uid");
    tensor->uid = json_integer_value(uid);
    tensor->name = text_or(json_object_get(json, "name"), "");
    tensor->is_virtual = json_is_true(json_object_get(json, "virtual"));
    const char *key = tensor->is_virtual ? "intermediate_data_type" : "io_data_type";
    tensor->type_name = text_or(json_object_get(json, "data_type"), "unset");
    if (strcmp(tensor->type_name, "unset") == 0)
        tensor->type_name = text_or(json_object_get(graph->root, key), "float");
    tensor->type = oracle_type_find(tensor->type_name);
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
        if (!read_tensor(graph, &graph->tensors[i], json_array_get(tensors, i), message))
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
        free(graph->tensors[i].error);
        free(graph->tensors[i].whole);
    }
    free(graph->tensors);
    json_decref(graph->root);
    free(graph);
}

bool oracle_set(oracle_tensor *tensor, const void *packed, oracle_message *message)
{
    if (tensor->rank == 0)
        return oracle_fail(message, "tensor %lld has no dims", (long long)tensor->uid);
    if (!make_room(tensor, message))
        return false;
    for (size_t i = 0; i < tensor->count; i++) {
        const char *element = (const char *)packed + i * tensor->type->size;
        tensor->value[i] = oracle_decode(tensor->type, element, tensor->type->is_integer ? &tensor->whole[i] : NULL);
        tensor->error[i] = 0.0;
    }
    return true;
}

/* ------------------------------------------------------------------- storing */

void oracle_store_whole(oracle_tensor *tensor, size_t at, int64_t whole)
{
    tensor->whole[at] = oracle_clip(tensor->type, whole);
    tensor->value[at] = (double)tensor->whole[at];
    tensor->error[at] = 0.0;
}

/* Between two numbers of a type, of which either may be an infinity. */
static double gap(double a, double b)
{
    return a == b ? 0.0 : fabs(a - b);
}

/* What the error can do: as far as the numbers go to which values at the ends of the tolerated range are rounded. A
 * value that is NaN or infinite is so whatever was rounded before. */
void oracle_store(oracle_tensor *tensor, size_t at, double value, double error)
{
    const oracle_type *type = tensor->type;
    const double want = oracle_round(type, value), reach = ORACLE_TOLERANCE * error;
    tensor->value[at] = want;
    if (type->is_integer)
        tensor->whole[at] = oracle_whole(type, value);
    tensor->error[at] = 0.0;
    if (isfinite(value) && error != 0.0)
        tensor->error[at] = isfinite(reach) ? fmax(gap(oracle_round(type, value + reach), want),
                                                   gap(oracle_round(type, value - reach), want)) /
                                                  ORACLE_TOLERANCE
                                            : (double)INFINITY;
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

double oracle_epsilon(const oracle_graph *graph, const json_t *node)
{
    const char *type = text_or(json_object_get(node, "compute_data_type"), "unset");
    if (strcmp(type, "unset") == 0)
        type = text_or(json_object_get(graph->root, "compute_data_type"), "float");
    return strcmp(type, "double") == 0 ? DBL_EPSILON : (double)FLT_EPSILON;
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
    {"ConvolutionFwdAttributes", oracle_convolution_forward},
    {"ConvolutionBwdAttributes", oracle_convolution_data_gradient},
    {"ConvolutionWrwAttributes", oracle_convolution_filter_gradient},
    {"MatmulAttributes", oracle_matmul},
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
        free(tensor->error);
        free(tensor->whole);
        tensor->value = tensor->error = NULL;
        tensor->whole = NULL;
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

/* Terms of a convolution's sums, padding included: each output with a whole filter. */
static double convolution_terms(const oracle_graph *graph, const json_t *node)
{
    static const char *const output_keys[] = {"y_tensor_uid", "dy_tensor_uid"};
    static const char *const filter_keys[] = {"w_tensor_uid", "dw_tensor_uid"};
    static const char *const groups[] = {"inputs", "outputs"};
    const oracle_tensor *y = NULL, *w = NULL;
    for (int k = 0; k < 4; k++) {
        oracle_message ignored;
        bool ok = true;
        const oracle_tensor *to = oracle_operand(graph, node, groups[k / 2], output_keys[k % 2], false, &ok, &ignored);
        const oracle_tensor *by = oracle_operand(graph, node, groups[k / 2], filter_keys[k % 2], false, &ok, &ignored);
        y = to != NULL ? to : y;
        w = by != NULL ? by : w;
    }
    return y == NULL || w == NULL || w->rank == 0 ? 0.0 : (double)y->count * (double)w->count / (double)w->dim[0];
}

static double matmul_terms(const oracle_graph *graph, const json_t *node)
{
    oracle_message ignored;
    bool ok = true;
    const oracle_tensor *a = oracle_operand(graph, node, "inputs", "a_tensor_uid", false, &ok, &ignored);
    const oracle_tensor *c = oracle_operand(graph, node, "outputs", "c_tensor_uid", false, &ok, &ignored);
    return a == NULL || c == NULL || a->rank == 0 ? 0.0 : (double)c->count * (double)a->dim[a->rank - 1];
}

double oracle_operations(const oracle_graph *graph)
{
    double sum = 0.0;
    size_t i;
    const json_t *node;
    json_array_foreach(json_object_get(graph->root, "nodes"), i, node)
    {
        const char *type = text_or(json_object_get(node, "type"), "");
        if (strncmp(type, "Convolution", strlen("Convolution")) == 0)
            sum += 2.0 * convolution_terms(graph, node);
        else if (strcmp(type, "MatmulAttributes") == 0)
            sum += 2.0 * matmul_terms(graph, node);
    }
    return sum;
}

/* ------------------------------------------------------------------- comparing */

static double distance(double want, double got)
{
    if (isnan(want) || isnan(got))
        return isnan(want) && isnan(got) ? 0.0 : (double)INFINITY;
    return gap(want, got);
}

/* The difference of two integers, of which a double would not hold either. */
static double integer_distance(int64_t want, int64_t got)
{
    return (double)(want > got ? (uint64_t)want - (uint64_t)got : (uint64_t)got - (uint64_t)want);
}

/* An error in units of what is allowed for it. */
static double in_units(const oracle_tensor *want, size_t at, double error, double got)
{
    const double flushed = want->type->flushes ? ldexp(1.0, want->type->least_exponent) : 0.0;
    if (error == 0.0)
        return 0.0;
    if (isinf(want->error[at]))
        return isnan(want->value[at]) || isnan(got) ? error : 0.0;
    const double allowed = want->error[at] + flushed;
    return allowed == 0.0 ? (double)INFINITY : error / allowed;
}

oracle_verdict oracle_compare(const oracle_tensor *want, const void *packed)
{
    oracle_verdict verdict = {.units = -1.0};
    for (size_t i = 0; i < want->count; i++) {
        int64_t whole = 0;
        const double got = oracle_decode(want->type, (const char *)packed + i * want->type->size, &whole);
        const double error =
            want->type->is_integer ? integer_distance(want->whole[i], whole) : distance(want->value[i], got);
        const double units = in_units(want, i, error, got);
        verdict.absolute = fmax(verdict.absolute, error);
        if (want->value[i] != 0.0 && error != 0.0)
            verdict.relative = fmax(verdict.relative, isinf(error) ? error : error / fabs(want->value[i]));
        if (units > verdict.units) {
            verdict.units = units;
            verdict.worst = i;
            verdict.worst_want = want->value[i];
            verdict.worst_got = got;
        }
    }
    return verdict;
}
