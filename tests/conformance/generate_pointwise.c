/* SPDX-License-Identifier: MIT */
/* Random pointwise operations: every mode, any broadcast. */
#include "generator.h"

#include <assert.h>
#include <math.h>
#include <string.h>

typedef struct mode {
    const char *name;
    int inputs;
    const char *elements[2]; /* what the inputs want */
    bool is_truth; /* the result may be boolean */
    bool takes_truth; /* and so may inputs */
    double factor, most; /* for mixtures: the result is no larger than factor times the largest bound, nor than most; a
                          * factor of 0: not in mixtures */
} mode;

#define WIDE GENERATE_WIDE
#define SAME                                                                                                           \
    {                                                                                                                  \
        WIDE, WIDE                                                                                                     \
    }

static const mode modes[] = {
    {"abs", 1, SAME, false, false, 1.0, INFINITY},
    {"add", 2, SAME, false, false, 2.0, INFINITY},
    {"add_square", 2, SAME, false, false, 0.0, 0.0},
    {"binary_select", 3, SAME, false, false, 1.0, INFINITY},
    {"ceil", 1, SAME, false, false, 2.0, INFINITY},
    {"cmp_eq", 2, SAME, true, false, 1.0, 1.0},
    {"cmp_ge", 2, SAME, true, false, 1.0, 1.0},
    {"cmp_gt", 2, SAME, true, false, 1.0, 1.0},
    {"cmp_le", 2, SAME, true, false, 1.0, 1.0},
    {"cmp_lt", 2, SAME, true, false, 1.0, 1.0},
    {"cmp_neq", 2, SAME, true, false, 1.0, 1.0},
    {"div", 2, {WIDE, GENERATE_DIVISOR}, false, false, 2.0, INFINITY},
    {"elu_bwd", 2, SAME, false, false, 2.0, INFINITY},
    {"elu_fwd", 1, SAME, false, false, 2.0, INFINITY},
    {"erf", 1, SAME, false, false, 1.0, 1.0},
    {"exp", 1, SAME, false, false, 0.0, 0.0},
    {"floor", 1, SAME, false, false, 2.0, INFINITY},
    {"gelu_approx_tanh_bwd", 2, SAME, false, false, 1.2, INFINITY},
    {"gelu_approx_tanh_fwd", 1, SAME, false, false, 1.0, INFINITY},
    {"gelu_bwd", 2, SAME, false, false, 1.2, INFINITY},
    {"gelu_fwd", 1, SAME, false, false, 1.0, INFINITY},
    {"gen_index", 1, SAME, false, false, 0.0, 0.0},
    {"identity", 1, SAME, false, false, 1.0, INFINITY},
    {"log", 1, {GENERATE_POSITIVE, NULL}, false, false, 0.0, 0.0},
    {"logical_and", 2, SAME, true, true, 1.0, 1.0},
    {"logical_not", 1, SAME, true, true, 1.0, 1.0},
    {"logical_or", 2, SAME, true, true, 1.0, 1.0},
    {"max_op", 2, SAME, false, false, 1.0, INFINITY},
    {"min_op", 2, SAME, false, false, 1.0, INFINITY},
    {"mul", 2, {WIDE, GENERATE_PLAIN}, false, false, 2.0, INFINITY},
    {"neg", 1, SAME, false, false, 1.0, INFINITY},
    {"reciprocal", 1, {GENERATE_DIVISOR, NULL}, false, false, 0.0, 0.0},
    {"relu_bwd", 2, SAME, false, false, 2.0, INFINITY},
    {"relu_fwd", 1, SAME, false, false, 4.0, INFINITY},
    {"rsqrt", 1, {GENERATE_DIVISOR, NULL}, false, false, 0.0, 0.0},
    {"sigmoid_bwd", 2, SAME, false, false, 1.0, INFINITY},
    {"sigmoid_fwd", 1, SAME, false, false, 1.0, 1.0},
    {"sin", 1, SAME, false, false, 1.0, 1.0},
    {"softplus_bwd", 2, SAME, false, false, 1.0, INFINITY},
    {"softplus_fwd", 1, SAME, false, false, 4.0, INFINITY},
    {"sqrt", 1, {GENERATE_POSITIVE, NULL}, false, false, 0.0, 0.0},
    {"sub", 2, SAME, false, false, 2.0, INFINITY},
    {"swish_bwd", 2, SAME, false, false, 1.2, INFINITY},
    {"swish_fwd", 1, SAME, false, false, 1.0, INFINITY},
    {"tan", 1, {GENERATE_PLAIN, NULL}, false, false, 0.0, 0.0},
    {"tanh_bwd", 2, SAME, false, false, 1.0, INFINITY},
    {"tanh_fwd", 1, SAME, false, false, 1.0, 1.0},
};

enum { MODES = sizeof modes / sizeof modes[0] };

/* ------------------------------------------------------------------- parameters */

/* Whole numbers and others, since integers treat them differently. */
static void set_parameter(generator *g, json_t *inputs, const char *key, double least, double most)
{
    if (chance(g, 50))
        return;
    const double number = least + (most - least) * 0.5 * (1.0 + fraction(g));
    json_object_set_new(inputs, key, json_real((double)(float)(chance(g, 40) ? round(number) : number)));
}

static void choose_parameters(generator *g, const mode *m, const value *out, json_t *inputs)
{
    if (strncmp(m->name, "relu", 4) == 0) {
        set_parameter(g, inputs, "relu_lower_clip", -3.0, 1.0);
        set_parameter(g, inputs, "relu_upper_clip", 2.0, 6.0);
        set_parameter(g, inputs, "relu_lower_clip_slope", 0.0, 1.5);
    }
    if (strncmp(m->name, "swish", 5) == 0)
        set_parameter(g, inputs, "swish_beta", -1.0, 2.0);
    if (strncmp(m->name, "elu", 3) == 0)
        set_parameter(g, inputs, "elu_alpha", 0.0, 2.0);
    if (strncmp(m->name, "softplus", 8) == 0)
        set_parameter(g, inputs, "softplus_beta", 0.6, 3.0);
    if (strcmp(m->name, "gen_index") == 0)
        json_object_set_new(inputs, "axis_tensor_uid", json_integer(between(g, 0, out->rank - 1)));
}

/* ------------------------------------------------------------------- shapes */

static void broadcast_dims(value *const *in, int inputs, int *out_rank, int64_t *out_dim)
{
    int rank = 0;
    for (int k = 0; k < inputs; k++)
        rank = in[k]->rank > rank ? in[k]->rank : rank;
    for (int i = 0; i < rank; i++)
        out_dim[i] = 1;
    for (int k = 0; k < inputs; k++)
        for (int i = 0; i < in[k]->rank; i++)
            if (in[k]->dim[i] != 1)
                out_dim[rank - in[k]->rank + i] = in[k]->dim[i];
    *out_rank = rank;
}

/* A shape that broadcasts with `whole`: some extents 1, and perhaps the first dimensions missing. */
static int shrink(generator *g, int rank, const int64_t *whole, int64_t *out)
{
    const int64_t kind = between(g, 0, 4);
    const int missing = kind == 4 ? (int)between(g, 0, rank - 1) : 0;
    for (int i = missing; i < rank; i++) {
        const bool one = kind == 0 ? false : kind == 1 ? i != 1 : kind == 2 ? true : chance(g, 40);
        out[i - missing] = one ? 1 : whole[i];
    }
    return rank - missing;
}

static int choose_shape(generator *g, int64_t *dim)
{
    const int rank = chance(g, 80) ? (int)between(g, 1, 4) : (int)between(g, 5, MOST_RANK);
    for (int i = 0; i < rank; i++)
        dim[i] = chance(g, 15) ? 1 : between(g, 1, rank > 4 ? 3 : 6);
    /* A long row now and then. */
    if (rank < 4 && chance(g, 15))
        dim[between(g, 0, rank - 1)] = between(g, 100, 400);
    return rank;
}

/* ------------------------------------------------------------------- nodes */

static value *add_mode(generator *g, const mode *m, value *const *in, value *mask)
{
    value *const all[3] = {in[0], in[1], mask};
    int64_t dim[MOST_RANK];
    int rank;
    double bound = 1.0;
    broadcast_dims(all, m->inputs, &rank, dim);
    for (int k = 0; k < m->inputs; k++)
        bound = fmax(bound, all[k]->bound);
    const char *type = m->is_truth && chance(g, 50) ? "boolean" : NULL;
    value *out = new_output(g, type, rank, dim, fmin(m->factor * bound, m->most));
    json_t *inputs = json_pack("{s:s, s:I, s:n, s:n, s:n}", "operation", m->name, "in_0_tensor_uid", uid_of(all[0]),
                               "in_1_tensor_uid", "in_2_tensor_uid", "axis_tensor_uid");
    if (m->inputs > 1)
        json_object_set_new(inputs, "in_1_tensor_uid", json_integer(uid_of(all[1])));
    if (m->inputs > 2)
        json_object_set_new(inputs, "in_2_tensor_uid", json_integer(uid_of(all[2])));
    choose_parameters(g, m, out, inputs);
    add_node(g, m->name, "PointwiseAttributes", inputs, json_pack("{s:I}", "out_0_tensor_uid", (json_int_t)out->uid),
             NULL);
    return out;
}

static value *new_operand(generator *g, const mode *m, const char *elements, int rank, const int64_t *whole)
{
    int64_t dim[MOST_RANK];
    const char *type = m->takes_truth && chance(g, 50) ? "boolean" : NULL;
    const int own = shrink(g, rank, whole, dim);
    if (m->inputs > 1 && !m->takes_truth && chance(g, 8))
        return new_constant(g);
    return new_input(g, chance(g, 35) ? GENERATE_SPECIAL : elements, type, own, dim);
}

static value *new_mask(generator *g, int rank, const int64_t *whole)
{
    int64_t dim[MOST_RANK];
    const int own = shrink(g, rank, whole, dim);
    return new_input(g, chance(g, 35) ? GENERATE_SPECIAL : WIDE, chance(g, 70) ? "boolean" : NULL, own, dim);
}

value *add_pointwise_in_turn(generator *g, int inputs, long turn)
{
    const mode *chosen[MODES];
    int count = 0;
    for (int i = 0; i < MODES; i++)
        if (modes[i].inputs == inputs)
            chosen[count++] = &modes[i];
    const mode *m = chosen[turn % count];
    int64_t whole[MOST_RANK];
    value *in[2] = {NULL, NULL};
    const int rank = choose_shape(g, whole);
    for (int k = 0; k < inputs && k < 2; k++)
        in[k] = new_operand(g, m, m->elements[k], rank, whole);
    return add_mode(g, m, in, inputs == 3 ? new_mask(g, rank, whole) : NULL);
}

/* The second operand of a mixture: an earlier tensor of the same shape, a constant, or a new one. */
static value *choose_operand(generator *g, const value *a, const char *elements)
{
    value *candidates[MOST_VALUES];
    int count = 0;
    for (int i = 0; i < g->count; i++) {
        value *v = &g->values[i];
        if (v != a && v->rank == a->rank && memcmp(v->dim, a->dim, (size_t)a->rank * sizeof a->dim[0]) == 0 &&
            strcmp(v->type, "boolean") != 0)
            candidates[count++] = v;
    }
    if (strcmp(elements, WIDE) == 0 && count > 0 && chance(g, 60))
        return candidates[between(g, 0, count - 1)];
    if (strcmp(elements, WIDE) == 0 && chance(g, 10))
        return new_constant(g);
    int64_t dim[MOST_RANK];
    const int own = shrink(g, a->rank, a->dim, dim);
    return new_input(g, elements, NULL, own, dim);
}

static bool suits(const mode *m, const value *a)
{
    const bool is_truth = strcmp(a->type, "boolean") == 0;
    return m->factor > 0.0 && (!is_truth || m->takes_truth);
}

/* A boolean is fed to logic or becomes a mask, anything else to any mode. */
value *add_pointwise_to(generator *g, value *a)
{
    const mode *m;
    if (strcmp(a->type, "boolean") == 0 && chance(g, 70)) {
        value *const in[2] = {choose_operand(g, a, WIDE), choose_operand(g, a, GENERATE_DIVISOR)};
        for (m = modes; m->inputs != 3; m++)
            ;
        return add_mode(g, m, in, a);
    }
    do
        m = &modes[between(g, 0, MODES - 1)];
    while (!suits(m, a));
    value *in[2] = {a, m->inputs > 1 ? choose_operand(g, a, m->elements[1]) : NULL};
    return add_mode(g, m, in, m->inputs == 3 ? new_mask(g, a->rank, a->dim) : NULL);
}
