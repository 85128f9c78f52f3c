/* SPDX-License-Identifier: MIT */
#include "generator.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

static const char *const kinds[GENERATE_KINDS] = {"conv_fprop", "conv_dgrad", "conv_wgrad", "matmul",
                                                  "unary",      "binary",     "ternary",    "mixed"};

const char *generate_kind_name(generate_kind kind)
{
    return kinds[kind];
}

const char *const generate_families[GENERATE_FAMILIES] = {"float", "float types", "integers", "any types"};

/* The plain case often enough, and each of the others. */
static void choose_family(generator *g)
{
    static const char *const reals[] = {"float", "double"}, *const wholes[] = {"int32", "int64"};
    const int64_t kind = between(g, 1, 100);
    g->family = kind <= 35 ? FAMILY_FLOAT : kind <= 65 ? FAMILY_FLOATS : kind <= 85 ? FAMILY_INTEGERS : FAMILY_ANY;
    g->compute = g->family == FAMILY_INTEGERS && chance(g, 50) ? wholes[between(g, 0, 1)] : reals[between(g, 0, 1)];
    g->sum_input = chance(g, 10) ? GENERATE_INFINITE : GENERATE_PLAIN;
}

/* Something that begins with a sum, because sums are what errors grow in. */
static void add_mixture(generator *g)
{
    const int64_t steps = between(g, 2, 5);
    value *v = new_image(g, 2);
    for (int64_t i = 0; i < steps; i++) {
        const int64_t kind = between(g, 0, 11);
        /* Sums multiply the bound; what may grow too far is only bent. Of truths there is no sum. */
        const bool may_sum = (i == 0 || v->bound < 1e4) && strcmp(v->type, "boolean") != 0;
        if (kind < 2 && may_sum)
            v = add_conv_fprop(g, v, true);
        else if (kind < 3 && may_sum)
            v = add_conv_fprop(g, v, false);
        else if (kind < 4 && may_sum)
            v = add_conv_dgrad(g, v);
        else if (kind < 5 && may_sum)
            v = add_conv_wgrad(g, v);
        else if (kind < 7 && may_sum)
            v = add_matmul(g, v);
        else
            v = add_pointwise_to(g, v);
    }
}

static void add_case(generator *g, generate_kind kind, long number)
{
    switch (kind) {
    case GENERATE_CONV_FPROP:
        (void)add_conv_fprop(g, new_image(g, 0), false);
        break;
    case GENERATE_CONV_DGRAD:
        (void)add_conv_dgrad(g, new_image(g, 0));
        break;
    case GENERATE_CONV_WGRAD:
        (void)add_conv_wgrad(g, new_image(g, 0));
        break;
    case GENERATE_MATMUL:
        (void)add_matmul(g, NULL);
        break;
    case GENERATE_UNARY:
        (void)add_pointwise_in_turn(g, 1, number);
        break;
    case GENERATE_BINARY:
        (void)add_pointwise_in_turn(g, 2, number);
        break;
    case GENERATE_TERNARY:
        (void)add_pointwise_in_turn(g, 3, number);
        break;
    case GENERATE_MIXED:
    case GENERATE_KINDS:
        add_mixture(g);
        break;
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

generated generate(random_stream *stream, generate_kind kind, long number)
{
    generator g = {.stream = stream, .tensors = json_array(), .nodes = json_array()};
    choose_family(&g);
    add_case(&g, kind, number);
    choose_virtual(&g);
    if (chance(&g, 25)) {
        shuffle(&g, g.tensors);
        shuffle(&g, g.nodes);
    }
    json_t *graph =
        json_pack("{s:s, s:s, s:s, s:s, s:o, s:o}", "name", generate_kind_name(kind), "compute_data_type", g.compute,
                  "io_data_type", "float", "intermediate_data_type", "float", "tensors", g.tensors, "nodes", g.nodes);
    const generated out = {.json = json_dumps(graph, JSON_REAL_PRECISION(17)), .family = generate_families[g.family]};
    json_decref(graph);
    assert(out.json != NULL);
    return out;
}
