/* SPDX-License-Identifier: MIT */
/* Random tensors: their layouts and types. */
#include "generator.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

int64_t between(generator *g, int64_t least, int64_t most)
{
    return least + (int64_t)random_below(g->stream, (uint64_t)(most - least + 1));
}

bool chance(generator *g, int percent)
{
    return between(g, 1, 100) <= percent;
}

double fraction(generator *g)
{
    return (double)random_float(g->stream);
}

json_t *list(const int64_t *numbers, int count)
{
    json_t *array = json_array();
    for (int i = 0; i < count; i++)
        json_array_append_new(array, json_integer(numbers[i]));
    return array;
}

/* ------------------------------------------------------------------- types */

static const char *const types[] = {"float", "half", "bfloat16", "double", "int8", "uint8", "int32", "int64"};

enum { FLOAT_TYPES = 4, TYPES = sizeof types / sizeof types[0] };

const char *choose_type(generator *g)
{
    switch (g->family) {
    case FAMILY_FLOATS:
        return types[between(g, 0, FLOAT_TYPES - 1)];
    case FAMILY_INTEGERS:
        return types[between(g, FLOAT_TYPES, TYPES - 1)];
    case FAMILY_ANY:
        return types[between(g, 0, TYPES - 1)];
    case FAMILY_FLOAT:
        break;
    }
    return "float";
}

bool is_integer(const char *type)
{
    return strstr(type, "int") != NULL || strcmp(type, "boolean") == 0;
}

/* ------------------------------------------------------------------- layouts */

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

/* `may_repeat`: an input's elements may share memory. */
static json_t *choose_strides(generator *g, int rank, const int64_t *dim, bool may_repeat)
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
    if (may_repeat && chance(g, 8))
        stride[between(g, 0, rank - 1)] = 0;
    return list(stride, rank);
}

/* ------------------------------------------------------------------- tensors */

static value *new_value(generator *g, const char *name, const char *type, int rank, const int64_t *dim, bool may_repeat)
{
    assert(g->count < MOST_VALUES && rank <= MOST_RANK);
    value *v = &g->values[g->count++];
    char full_name[32];
    g->last_uid += between(g, 1, 9);
    *v = (value){.uid = g->last_uid, .rank = rank, .type = type == NULL ? choose_type(g) : type};
    memcpy(v->dim, dim, (size_t)rank * sizeof *dim);
    (void)snprintf(full_name, sizeof full_name, "%s_%lld", name, (long long)v->uid);
    v->json = json_pack("{s:I, s:s, s:s, s:o, s:o, s:b, s:b}", "uid", (json_int_t)v->uid, "name", full_name,
                        "data_type", v->type, "dims", list(dim, rank), "strides",
                        choose_strides(g, rank, dim, may_repeat), "virtual", 0, "is_runtime_pass_by_value", 0);
    assert(v->json != NULL);
    json_array_append_new(g->tensors, v->json);
    return v;
}

value *new_input(generator *g, const char *elements, const char *type, int rank, const int64_t *dim)
{
    value *v = new_value(g, elements, type, rank, dim, true);
    v->bound = is_integer(v->type) || strcmp(elements, GENERATE_WIDE) == 0 ? 16.0 : 2.0;
    return v;
}

value *new_output(generator *g, const char *type, int rank, const int64_t *dim, double bound)
{
    value *v = new_value(g, "out", type, rank, dim, false);
    v->bound = bound;
    v->is_written = true;
    return v;
}

/* The kind of number that a constant of a type is. The schema has none for 8-bit integers: the byte is in the one for
 * 8-bit floats. */
static const char *kind_of(const char *type)
{
    static const struct {
        const char *type, *kind;
    } kinds[] = {
        {"float", "Float32Value"}, {"half", "Float16Value"}, {"bfloat16", "BFloat16Value"}, {"double", "Float64Value"},
        {"int8", "Float8Value"},   {"uint8", "Float8Value"}, {"int32", "Int32Value"},       {"int64", "Int64Value"},
    };
    size_t i = 0;
    while (strcmp(kinds[i].type, type) != 0)
        i++;
    return kinds[i].kind;
}

value *new_constant(generator *g)
{
    value *v = new_value(g, "constant", NULL, 1, (const int64_t[]){1}, false);
    const int64_t least = strcmp(v->type, "uint8") == 0 || strcmp(v->type, "int8") == 0 ? 0 : -9;
    v->bound = 16.0;
    json_object_set_new(v->json, "value_type", json_string(kind_of(v->type)));
    json_object_set_new(v->json, "value",
                        is_integer(v->type) ? json_integer(between(g, least, least == 0 ? 255 : 9))
                                            : json_real(fraction(g) * 4.0));
    return v;
}

json_int_t uid_of(value *v)
{
    v->is_used = true;
    return v->uid;
}

void add_node(generator *g, const char *name, const char *type, json_t *inputs, json_t *outputs, json_t *parameters)
{
    json_t *node = json_pack("{s:s, s:s, s:s, s:o, s:o}", "name", name, "type", type, "compute_data_type", g->compute,
                             "inputs", inputs, "outputs", outputs);
    assert(node != NULL);
    if (parameters != NULL)
        json_object_set_new(node, "parameters", parameters);
    json_array_append_new(g->nodes, node);
}
