/* SPDX-License-Identifier: MIT */
#include "generate.h"

#include <assert.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_RANK = 5, MOST_VALUES = 32, MOST_STEPS = 5 };

/* A tensor of the graph under construction. */
typedef struct value {
    int64_t uid;
    int rank;
    int64_t dim[MOST_RANK];
    double bound; /* elements are no larger: what may overflow is not generated */
    bool is_written, is_used;
    json_t *json; /* lent by the graph */
} value;

typedef struct generator {
    random_stream *stream;
    json_t *tensors, *nodes;
    value values[MOST_VALUES];
    int count;
    int64_t last_uid;
    bool is_plain;
} generator;

/* From least to most, both included. */
static int64_t between(generator *g, int64_t least, int64_t most)
{
    return least + (int64_t)random_below(g->stream, (uint64_t)(most - least + 1));
}

static bool chance(generator *g, int percent)
{
    return between(g, 1, 100) <= percent;
}

static json_t *list(const int64_t *numbers, int count)
{
    json_t *array = json_array();
    for (int i = 0; i < count; i++)
        json_array_append_new(array, json_integer(numbers[i]));
    return array;
}

/* ------------------------------------------------------------------- tensors */

/* The dimensions from outermost to innermost: as written, channels last, or shuffled. */
static void choose_order(generator *g, int rank, int *order)
{
    const int64_t kind = between(g, 0, 2);
    for (int i = 0; i < rank; i++)
        order[i] = i;
    if (kind == 1 && rank > 2) {
        for (int i = 1; i + 1 < rank; i++)
            order[i] = i + 1;
        order[rank - 1] = 1;
    }
    for (int i = rank - 1; kind == 2 && i > 0; i--) {
        const int64_t k = between(g, 0, i);
        const int swapped = order[i];
        order[i] = order[k];
        order[k] = swapped;
    }
}

static json_t *choose_strides(generator *g, int rank, const int64_t *dim)
{
    int order[MOST_RANK];
    int64_t stride[MOST_RANK], next = 1;
    const bool padded = chance(g, 25);
    choose_order(g, rank, order);
    for (int i = rank - 1; i >= 0; i--) {
        stride[order[i]] = next;
        next *= dim[order[i]] + (padded ? between(g, 0, 3) : 0);
        /* What the stride of an extent of 1 says must not matter. */
        if (dim[order[i]] == 1 && chance(g, 25))
            stride[order[i]] = between(g, 1, 100);
    }
    return list(stride, rank);
}

static value *new_value(generator *g, const char *name, int rank, const int64_t *dim, double bound)
{
    assert(g->count < MOST_VALUES);
    value *v = &g->values[g->count++];
    char full_name[32];
    g->last_uid += between(g, 1, 9);
    *v = (value){.uid = g->last_uid, .rank = rank, .bound = bound};
    memcpy(v->dim, dim, (size_t)rank * sizeof *dim);
    (void)snprintf(full_name, sizeof full_name, "%s_%lld", name, (long long)v->uid);
    v->json = json_pack("{s:I, s:s, s:s, s:o, s:o, s:b, s:b}", "uid", (json_int_t)v->uid, "name", full_name,
                        "data_type", "float", "dims", list(dim, rank), "strides", choose_strides(g, rank, dim),
                        "virtual", 0, "is_runtime_pass_by_value", 0);
    json_array_append_new(g->tensors, v->json);
    return v;
}

static value *new_output(generator *g, int rank, const int64_t *dim, double bound)
{
    value *v = new_value(g, "out", rank, dim, bound);
    v->is_written = true;
    return v;
}

/* A scalar that is part of the graph. */
static value *new_constant(generator *g)
{
    const float number = random_float(g->stream) * 2.0f;
    value *v = new_value(g, "constant", 1, (const int64_t[]){1}, fabs((double)number));
    json_object_set_new(v->json, "value_type", json_string("Float32Value"));
    json_object_set_new(v->json, "value", json_real((double)number));
    return v;
}

static int64_t uid_of(value *v)
{
    v->is_used = true;
    return v->uid;
}

static void add_node(generator *g, json_t *node)
{
    assert(node != NULL);
    json_array_append_new(g->nodes, node);
}

/* ------------------------------------------------------------------- convolution */

typedef struct geometry {
    int64_t pre[3], post[3], stride[3], dilation[3];
} geometry;

/* One spatial dimension: a filter extent and a way of applying it that fits. Returns the output extent. */
static int64_t choose_axis(generator *g, int axis, int64_t extent, bool keep, geometry *out, int64_t *out_filter)
{
    const int64_t filter = keep ? 2 * between(g, 0, 1) + 1 : between(g, 1, 4);
    out->dilation[axis] = keep ? 1 : between(g, 1, 3);
    out->stride[axis] = keep ? 1 : between(g, 1, 3);
    const int64_t reach = out->dilation[axis] * (filter - 1) + 1;
    out->pre[axis] = keep ? filter / 2 : between(g, 0, 3);
    out->post[axis] = keep ? filter / 2 : between(g, 0, 3);
    while (extent + out->pre[axis] + out->post[axis] < reach)
        out->post[axis]++;
    *out_filter = filter;
    return (extent + out->pre[axis] + out->post[axis] - reach) / out->stride[axis] + 1;
}

static int64_t choose_groups(generator *g, int64_t channels)
{
    int64_t groups = chance(g, 50) ? 1 : between(g, 1, channels);
    while (channels % groups != 0)
        groups--;
    return groups;
}

/* `keep`: the spatial extents stay as they are, so that residuals fit. */
static value *add_convolution(generator *g, value *x, bool keep)
{
    const int spatial = x->rank - 2;
    const int64_t groups = choose_groups(g, x->dim[1]);
    const int64_t filters = keep && x->dim[1] % groups == 0 && chance(g, 60) ? x->dim[1] : groups * between(g, 1, 4);
    int64_t filter[MOST_RANK] = {filters, x->dim[1] / groups}, out[MOST_RANK] = {x->dim[0], filters};
    geometry how;
    double terms = (double)filter[1];
    for (int i = 0; i < spatial; i++) {
        out[2 + i] = choose_axis(g, i, x->dim[2 + i], keep, &how, &filter[2 + i]);
        terms *= (double)filter[2 + i];
    }
    value *w = new_value(g, "filter", x->rank, filter, 1.0);
    value *y = new_output(g, x->rank, out, x->bound * terms);
    add_node(g,
             json_pack("{s:s, s:s, s:s, s:{s:I, s:I}, s:{s:I}, s:{s:o, s:o, s:o, s:o, s:s}}", "name", "conv", "type",
                       "ConvolutionFwdAttributes", "compute_data_type", "float", "inputs", "x_tensor_uid",
                       (json_int_t)uid_of(x), "w_tensor_uid", (json_int_t)uid_of(w), "outputs", "y_tensor_uid",
                       (json_int_t)y->uid, "parameters", "pre_padding", list(how.pre, spatial), "post_padding",
                       list(how.post, spatial), "stride", list(how.stride, spatial), "dilation",
                       list(how.dilation, spatial), "conv_mode", chance(g, 30) ? "CONVOLUTION" : "CROSS_CORRELATION"));
    return y;
}

/* ------------------------------------------------------------------- pointwise */

static json_t *pointwise(generator *g, const char *mode, value *a, value *b, const value *y)
{
    json_t *node = json_pack("{s:s, s:s, s:s, s:{s:s, s:I, s:n, s:n, s:n}, s:{s:I}}", "name", mode, "type",
                             "PointwiseAttributes", "compute_data_type", "float", "inputs", "operation", mode,
                             "in_0_tensor_uid", (json_int_t)uid_of(a), "in_1_tensor_uid", "in_2_tensor_uid",
                             "axis_tensor_uid", "outputs", "out_0_tensor_uid", (json_int_t)y->uid);
    json_t *inputs = json_object_get(node, "inputs");
    if (b != NULL)
        json_object_set_new(inputs, "in_1_tensor_uid", json_integer(uid_of(b)));
    add_node(g, node);
    return inputs;
}

static void choose_clips(generator *g, json_t *inputs)
{
    if (chance(g, 30))
        json_object_set_new(inputs, "relu_lower_clip", json_real((double)random_float(g->stream)));
    if (chance(g, 30))
        json_object_set_new(inputs, "relu_upper_clip", json_real(1.5 + 0.5 * (double)random_float(g->stream)));
    if (chance(g, 30))
        json_object_set_new(inputs, "relu_lower_clip_slope", json_real(0.01 * (double)between(g, 1, 150)));
}

static value *add_unary(generator *g, value *a)
{
    static const struct {
        const char *mode;
        double factor, most; /* the result is no larger than factor * bound, nor than most */
    } modes[] = {
        {"relu_fwd", 4.0, INFINITY}, {"identity", 1.0, INFINITY}, {"sigmoid_fwd", 1.0, 1.0}, {"tanh_fwd", 1.0, 1.0},
        {"abs", 1.0, INFINITY},      {"neg", 1.0, INFINITY},      {"exp", INFINITY, 3000.0},
    };
    enum { COUNT = sizeof modes / sizeof modes[0] };
    int64_t i = chance(g, 90) ? 0 : between(g, 1, COUNT - 1);
    if (i == COUNT - 1 && a->bound > 8.0)
        i = 0;
    g->is_plain = g->is_plain && i == 0;
    value *y = new_output(g, a->rank, a->dim, fmin(modes[i].most, fmax(2.0, modes[i].factor * a->bound)));
    json_t *inputs = pointwise(g, modes[i].mode, a, NULL, y);
    if (i == 0)
        choose_clips(g, inputs);
    return y;
}

/* The second operand: an earlier tensor of the same shape, a constant, or a new one that is broadcast here and there.
 */
static value *choose_operand(generator *g, const value *a, const char *name, double bound, bool grow)
{
    value *candidates[MOST_VALUES];
    int count = 0;
    for (int i = 0; i < g->count; i++) {
        value *v = &g->values[i];
        if (v != a && v->rank == a->rank && memcmp(v->dim, a->dim, (size_t)a->rank * sizeof a->dim[0]) == 0)
            candidates[count++] = v;
    }
    if (strcmp(name, GENERATE_DIVISOR) != 0) {
        if (count > 0 && chance(g, 60))
            return candidates[between(g, 0, count - 1)];
        if (chance(g, 10))
            return new_constant(g);
    }
    int64_t dim[MOST_RANK];
    const int64_t kind = between(g, 0, 3);
    for (int i = 0; i < a->rank; i++) {
        const bool stretched = kind == 0 ? false : kind == 1 ? i != 1 : kind == 2 ? true : chance(g, 50);
        dim[i] = stretched ? 1 : a->dim[i];
        if (grow && a->dim[i] == 1 && chance(g, 50))
            dim[i] = between(g, 2, 4);
    }
    return new_value(g, name, a->rank, dim, bound);
}

/* `alone`: either operand may be broadcast, or both. */
static value *add_binary(generator *g, value *a, bool alone)
{
    static const char *const modes[] = {"add", "sub", "mul", "max_op", "min_op", "div"};
    int64_t mode = chance(g, 90) ? 0 : between(g, 1, 5);
    const bool divides = mode == 5;
    value *b = divides ? choose_operand(g, a, GENERATE_DIVISOR, 2.0, alone) : choose_operand(g, a, "in", 1.0, alone);
    if (mode == 2 && a->bound * b->bound > 1e6)
        mode = 0;
    g->is_plain = g->is_plain && mode == 0;
    int64_t dim[MOST_RANK];
    for (int i = 0; i < a->rank; i++) {
        const int64_t other = b->rank == a->rank ? b->dim[i] : 1;
        dim[i] = a->dim[i] == 1 ? other : a->dim[i];
    }
    const double sum = a->bound + b->bound, product = a->bound * b->bound;
    value *y = new_output(g, a->rank, dim, divides ? 2.0 * a->bound : mode == 2 ? product : sum);
    if (!divides && alone && chance(g, 50))
        (void)pointwise(g, modes[mode], b, a, y);
    else
        (void)pointwise(g, modes[mode], a, b, y);
    return y;
}

/* ------------------------------------------------------------------- graphs */

static value *choose_input(generator *g, int spatial)
{
    int64_t dim[MOST_RANK] = {between(g, 1, 3), between(g, 1, 3) * between(g, 1, 6)};
    /* A long row now and then: engines work on rows in pieces. */
    const int64_t most = spatial == 3 ? 6 : spatial == 1 && chance(g, 25) ? 400 : 12;
    for (int i = 0; i < spatial; i++)
        dim[2 + i] = chance(g, 15) ? 1 : between(g, 2, most);
    return new_value(g, "in", 2 + spatial, dim, 1.0);
}

static void add_chain(generator *g, value *v)
{
    const int64_t steps = between(g, 2, MOST_STEPS);
    for (int64_t i = 0; i < steps; i++) {
        const int64_t kind = between(g, 0, 9);
        if ((i == 0 && kind < 6) || (kind < 3 && v->bound < 1e4))
            v = add_convolution(g, v, i > 0 || kind < 4);
        else
            v = kind < 6 ? add_unary(g, v) : add_binary(g, v, false);
    }
}

/* What a node writes and another reads is an intermediate, unless the user wants to see it. */
static void choose_virtual(generator *g)
{
    for (int i = 0; i < g->count; i++) {
        const value *v = &g->values[i];
        if (v->is_written && v->is_used && chance(g, 80))
            json_object_set_new(v->json, "virtual", json_true());
    }
}

/* Readers must not depend on the order of tensors or nodes. */
static void shuffle(generator *g, json_t *array)
{
    for (size_t i = json_array_size(array); i-- > 1;) {
        const size_t k = (size_t)between(g, 0, (int64_t)i);
        json_t *a = json_incref(json_array_get(array, i)), *b = json_incref(json_array_get(array, k));
        json_array_set_new(array, i, b);
        json_array_set_new(array, k, a);
    }
}

generated generate(random_stream *stream)
{
    generator g = {.stream = stream, .tensors = json_array(), .nodes = json_array(), .is_plain = true};
    generated out = {.spatial = chance(&g, 70) ? 2 : chance(&g, 50) ? 1 : 3};
    value *input = choose_input(&g, out.spatial);
    const int64_t kind = between(&g, 0, 9);
    if (kind < 4) {
        out.kind = "convolution";
        (void)add_convolution(&g, input, false);
    } else if (kind < 6) {
        out.kind = "pointwise";
        (void)(chance(&g, 40) ? add_unary(&g, input) : add_binary(&g, input, true));
    } else {
        out.kind = "chain";
        add_chain(&g, input);
    }
    out.is_plain = g.is_plain;
    choose_virtual(&g);
    if (chance(&g, 25)) {
        shuffle(&g, g.tensors);
        shuffle(&g, g.nodes);
    }
    json_t *graph =
        json_pack("{s:s, s:s, s:s, s:s, s:o, s:o}", "name", out.kind, "compute_data_type", "float", "io_data_type",
                  "float", "intermediate_data_type", "float", "tensors", g.tensors, "nodes", g.nodes);
    out.json = json_dumps(graph, JSON_REAL_PRECISION(17));
    json_decref(graph);
    assert(out.json != NULL);
    return out;
}
