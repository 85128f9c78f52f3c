/* SPDX-License-Identifier: MIT */
#include "random_builder.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The widest operation, attention, names 28 tensors, each of which may need another for its ragged offsets. */
enum { MOST_TENSORS_OF_NODE = 64 };

/* ----------------------------------------------------------------------------------------------- chance */

/* Source: splitmix64. */
static uint64_t next_number(uint64_t *state)
{
    uint64_t bits = *state += UINT64_C(0x9E3779B97F4A7C15);
    bits = (bits ^ (bits >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
    bits = (bits ^ (bits >> 27)) * UINT64_C(0x94D049BB133111EB);
    return bits ^ (bits >> 31);
}

uint64_t random_number_below(uint64_t *state, uint64_t bound)
{
    return next_number(state) % bound;
}

int64_t random_between(builder *g, int64_t least, int64_t most)
{
    return least + (int64_t)random_number_below(&g->state, (uint64_t)(most - least + 1));
}

bool random_chance(builder *g, int percent)
{
    return random_between(g, 1, 100) <= percent;
}

int64_t random_divisor(builder *g, int64_t number)
{
    int64_t divisor = random_between(g, 1, number);
    while (number % divisor != 0)
        divisor--;
    return divisor;
}

static const char *maybe_name(builder *g, const char *stem)
{
    static const char *const odd[] = {"",    "a \"quoted\" name", "ein Name mit \xC3\xA4", "tab\tand\nline", "same",
                                      "same"};
    if (!random_chance(g, 70))
        return odd[random_between(g, 0, sizeof odd / sizeof odd[0] - 1)];
    char text[48];
    const int length = snprintf(text, sizeof text, "%s%lld", stem, (long long)random_between(g, 0, 999));
    return hd_arena_copy_text(&g->arena, text, (size_t)length);
}

int32_t random_float_type(builder *g)
{
    static const int32_t types[] = {HIPDNN_TYPE_F32, HIPDNN_TYPE_F32, HIPDNN_TYPE_F32, HIPDNN_TYPE_F16,
                                    HIPDNN_TYPE_BF16};
    return types[random_between(g, 0, 4)];
}

float random_any_float(builder *g)
{
    return (float)random_between(g, -1000000, 1000000) / 0x1p17F;
}

hipdnn_optional_f32 random_maybe_float(builder *g)
{
    return random_chance(g, 50) ? (hipdnn_optional_f32)HIPDNN_SOME(random_any_float(g)) : (hipdnn_optional_f32){0};
}

/* --------------------------------------------------------------------------------------------- tensors */

/* Packed in any order of dimensions, at times with gaps; an input may also repeat its elements. */
static hipdnn_dims any_strides(builder *g, const hipdnn_dims *dim, bool is_input)
{
    uint32_t order[HIPDNN_MAX_RANK];
    hipdnn_dims stride = {.count = dim->count};
    for (uint32_t i = 0; i < dim->count; i++)
        order[i] = i;
    for (uint32_t i = dim->count; random_chance(g, 70) && i-- > 1;) {
        const uint32_t k = (uint32_t)random_between(g, 0, i), swapped = order[i];
        order[i] = order[k];
        order[k] = swapped;
    }
    int64_t next = 1;
    for (uint32_t i = dim->count; i-- > 0;) {
        stride.v[order[i]] = next;
        next *= dim->v[order[i]] + (random_chance(g, 10) ? 3 : 0);
    }
    if (is_input && random_chance(g, 5))
        stride.v[random_between(g, 0, dim->count - 1)] = 0;
    return stride;
}

static int64_t new_tensor(builder *g, int32_t type, hipdnn_dims dim, bool is_input)
{
    const size_t index = g->graph.tensor_count++;
    hipdnn_data_tensor *tensor = &g->tensors[index];
    *tensor = (hipdnn_data_tensor){
        .uid = (int64_t)((next_number(&g->state) & ~UINT64_C(0xFFFFF)) | index), /* each its own */
        .name = maybe_name(g, "t"),
        .data_type = type,
        .dim = dim,
        .stride = any_strides(g, &dim, is_input),
        .alignment = random_chance(g, 10) ? 1 << random_between(g, 0, 8) : 16,
        .ragged_offset_multiplier = 1,
    };
    return tensor->uid;
}

hipdnn_data_tensor *random_tensor(builder *g, int64_t uid)
{
    const size_t index = hipdnn_data_graph_find(&g->graph, uid);
    assert(index < g->graph.tensor_count);
    return &g->tensors[index];
}

/* At times the tensor's rows start where another tensor says. */
static void maybe_ragged(builder *g, int64_t uid)
{
    if (!random_chance(g, 5))
        return;
    const int64_t offsets = new_tensor(g, HIPDNN_TYPE_I32, (hipdnn_dims){.v = {9, 1, 1}, .count = 3}, true);
    hipdnn_data_tensor *tensor = random_tensor(g, uid);
    tensor->ragged_offset_uid = some(offsets);
    tensor->ragged_offset_multiplier = random_between(g, 1, 4);
}

static bool is_own(const builder *g, size_t index)
{
    for (size_t i = g->written_count - g->own_count; i < g->written_count; i++)
        if (g->written[i] == index)
            return true;
    return false;
}

/* Any tensor that the node under construction may read, more often than not one that a node before it writes; NULL when
 * this one may not be. */
static const hipdnn_data_tensor *try_any(builder *g)
{
    const size_t before = g->written_count - g->own_count;
    size_t index = (size_t)random_between(g, 0, (int64_t)g->graph.tensor_count - 1);
    if (before > 0 && random_chance(g, 70))
        index = g->written[random_between(g, 0, (int64_t)before - 1)];
    const hipdnn_data_tensor *tensor = &g->tensors[index];
    const bool is_by_value = tensor->value_type != HIPDNN_DATA_VALUE_NONE || tensor->is_runtime_pass_by_value;
    return is_by_value || is_own(g, index) ? NULL : tensor;
}

int64_t random_input(builder *g, int32_t type, hipdnn_dims dim)
{
    for (size_t tries = 0; tries < 2 * g->graph.tensor_count && random_chance(g, 90); tries++) {
        const hipdnn_data_tensor *tensor = try_any(g);
        if (tensor != NULL && tensor->data_type == type && hd_dims_equal(&tensor->dim, &dim))
            return tensor->uid;
    }
    const int64_t uid = new_tensor(g, type, dim, true);
    maybe_ragged(g, uid);
    return uid;
}

int64_t random_output(builder *g, int32_t type, hipdnn_dims dim)
{
    const int64_t uid = new_tensor(g, type, dim, false);
    hipdnn_data_tensor *tensor = random_tensor(g, uid);
    tensor->is_virtual = random_chance(g, 40);
    g->written[g->written_count++] = (size_t)(tensor - g->tensors);
    g->own_count++;
    maybe_ragged(g, uid);
    return uid;
}

hipdnn_optional_i64 random_maybe_input(builder *g, int32_t type, hipdnn_dims dim)
{
    return random_chance(g, 50) ? some(random_input(g, type, dim)) : (hipdnn_optional_i64){0};
}

hipdnn_optional_i64 random_maybe_output(builder *g, int32_t type, hipdnn_dims dim)
{
    return random_chance(g, 50) ? some(random_output(g, type, dim)) : (hipdnn_optional_i64){0};
}

/* Up to three tensors of this shape. */
hipdnn_i64_list random_inputs(builder *g, int32_t type, hipdnn_dims dim)
{
    int64_t *uids = hd_arena_alloc_array(&g->arena, 3, sizeof *uids);
    const uint32_t count = (uint32_t)random_between(g, 0, 3);
    for (uint32_t i = 0; i < count; i++)
        uids[i] = random_input(g, type, dim);
    return (hipdnn_i64_list){uids, count};
}

hipdnn_dims random_dims(builder *g, uint32_t least_rank, uint32_t most_rank)
{
    hipdnn_dims dim = {.count = (uint32_t)random_between(g, least_rank, most_rank)};
    for (uint32_t i = 0; i < dim.count; i++)
        dim.v[i] = random_between(g, 2, 4);
    if (dim.count > 1 && random_chance(g, 20))
        dim.v[0] = 1;
    return dim;
}

hipdnn_data_tensor random_main_input(builder *g, uint32_t least_rank, uint32_t most_rank)
{
    for (size_t tries = 0; tries < 2 * g->graph.tensor_count && random_chance(g, 95); tries++) {
        const hipdnn_data_tensor *tensor = try_any(g);
        if (tensor == NULL || tensor->dim.count < least_rank || tensor->dim.count > most_rank)
            continue;
        if (tensor->dim.v[tensor->dim.count - 1] > 1)
            return *tensor;
    }
    const int64_t uid = new_tensor(g, random_float_type(g), random_dims(g, least_rank, most_rank), true);
    maybe_ragged(g, uid);
    return *random_tensor(g, uid);
}

static hipdnn_data_value any_value(builder *g, int32_t type)
{
    hipdnn_data_value value = {.i64 = 0};
    const float real = random_any_float(g);
    if (type == HIPDNN_DATA_VALUE_FLOAT32 || type == HIPDNN_DATA_VALUE_FLOAT16 || type == HIPDNN_DATA_VALUE_BFLOAT16)
        value.f32 = real;
    else if (type == HIPDNN_DATA_VALUE_FLOAT64)
        value.f64 = (double)real / 3.0;
    else if (type == HIPDNN_DATA_VALUE_INT32)
        value.i32 = (int32_t)random_between(g, INT32_MIN, INT32_MAX);
    else if (type == HIPDNN_DATA_VALUE_INT64)
        value.i64 = random_between(g, -5, 5);
    else if (type == HIPDNN_DATA_VALUE_FLOAT8)
        value.u8 = (uint8_t)random_between(g, 0, 255);
    else
        value.u8 = (uint8_t)random_between(g, 0, 1);
    return value;
}

int64_t random_scalar(builder *g)
{
    const hipdnn_dims dim = {.v = {1}, .count = 1};
    const int64_t kind = random_between(g, 0, 3);
    if (kind == 0)
        return random_input(g, HIPDNN_TYPE_F32, dim);
    const int64_t uid = new_tensor(g, HIPDNN_TYPE_F32, dim, true);
    hipdnn_data_tensor *tensor = random_tensor(g, uid);
    tensor->is_runtime_pass_by_value = kind == 1;
    if (kind > 1) {
        tensor->value_type = (int32_t)random_between(g, HIPDNN_DATA_VALUE_FLOAT32, HIPDNN_DATA_VALUE_BOOL);
        tensor->value = any_value(g, tensor->value_type);
    }
    return uid;
}

hipdnn_optional_i64 random_maybe_scalar(builder *g)
{
    return random_chance(g, 50) ? some(random_scalar(g)) : (hipdnn_optional_i64){0};
}

/* --------------------------------------------------------------------------------------------- the graph */

static void start(builder *g, uint64_t seed, uint32_t count)
{
    memset(g, 0, sizeof *g);
    g->state = seed * UINT64_C(0xD1342543DE82EF95); /* neighbours are streams that have nothing in common */
    g->tensors = hd_arena_alloc_array(&g->arena, (size_t)count * MOST_TENSORS_OF_NODE, sizeof *g->tensors);
    g->nodes = hd_arena_alloc_array(&g->arena, count, sizeof *g->nodes);
    g->written = hd_arena_alloc_array(&g->arena, (size_t)count * MOST_TENSORS_OF_NODE, sizeof *g->written);
    if (g->tensors == NULL || g->nodes == NULL || g->written == NULL)
        abort();
    g->graph.tensors = g->tensors;
    g->graph.nodes = g->nodes;
    g->graph.name = maybe_name(g, "graph");
    g->graph.compute_data_type = random_float_type(g);
    g->graph.io_data_type = random_float_type(g);
    g->graph.intermediate_data_type = random_float_type(g);
    g->graph.is_override_shape_enabled = random_chance(g, 30);
    if (random_chance(g, 30))
        g->graph.preferred_engine_id = some(random_between(g, -9, 9));
    g->graph.has_id = random_chance(g, 50);
    for (size_t i = 0; g->graph.has_id && i < sizeof g->graph.id; i++)
        g->graph.id[i] = (uint8_t)random_between(g, 0, 255);
}

static void add_node(builder *g, int32_t tag)
{
    const hd_operation *operation = hd_operation_by_tag(tag);
    assert(operation != NULL);
    void *attributes = hd_arena_alloc(&g->arena, operation->table.size);
    if (attributes == NULL)
        abort();
    random_operation(g, tag, attributes);
    g->own_count = 0;
    g->nodes[g->graph.node_count++] = (hipdnn_data_node){
        .name = maybe_name(g, "n"),
        .compute_data_type = random_float_type(g),
        .operation = tag,
        .attributes = attributes,
    };
}

void random_graph_of(random_graph *out, uint64_t seed, int32_t operation)
{
    start(out, seed, 1);
    add_node(out, operation);
}

void random_graph_of_many(random_graph *out, uint64_t seed, uint32_t count)
{
    start(out, seed, count);
    for (uint32_t i = 0; i < count; i++)
        add_node(out, hd_operations[random_between(out, 0, (int64_t)hd_operation_count - 1)]->tag);
}

void random_graph_release(random_graph *graph)
{
    hd_arena_release(&graph->arena);
    *graph = (random_graph){0};
}
