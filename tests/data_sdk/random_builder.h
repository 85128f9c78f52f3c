/* SPDX-License-Identifier: MIT */
/* What random operations are made of: numbers and tensors. Shared by random_graph.c and random_operations.c alone. */
#ifndef HIPDNN_TESTS_DATA_SDK_RANDOM_BUILDER_H
#define HIPDNN_TESTS_DATA_SDK_RANDOM_BUILDER_H

#include "random_graph.h"

typedef random_graph builder;

/* From least to most, both included. */
int64_t random_between(builder *g, int64_t least, int64_t most);
bool random_chance(builder *g, int percent);
int64_t random_divisor(builder *g, int64_t number);
int32_t random_float_type(builder *g);
float random_any_float(builder *g);
hipdnn_optional_f32 random_maybe_float(builder *g);

static inline hipdnn_optional_i64 some(int64_t value)
{
    return (hipdnn_optional_i64)HIPDNN_SOME(value);
}

/* Extents from 1 to 4, the last never 1. */
hipdnn_dims random_dims(builder *g, uint32_t least_rank, uint32_t most_rank);

/* Of three extents when the last is 0. */
static inline hipdnn_dims shape(int64_t a, int64_t b, int64_t c, int64_t d)
{
    return (hipdnn_dims){.v = {a, b, c, d}, .count = d != 0 ? 4 : 3};
}

/* A tensor of this type and shape that is there already, or a new one. Each gives a uid. */
int64_t random_input(builder *g, int32_t type, hipdnn_dims dim);
hipdnn_optional_i64 random_maybe_input(builder *g, int32_t type, hipdnn_dims dim);
hipdnn_i64_list random_inputs(builder *g, int32_t type, hipdnn_dims dim);

/* A new one. */
int64_t random_output(builder *g, int32_t type, hipdnn_dims dim);
hipdnn_optional_i64 random_maybe_output(builder *g, int32_t type, hipdnn_dims dim);

/* One element: in memory, given now, or given when the plan runs. */
int64_t random_scalar(builder *g);
hipdnn_optional_i64 random_maybe_scalar(builder *g);

/* What a node is mainly about: some tensor of the graph, or a new one. Its last extent is never 1. */
hipdnn_data_tensor random_main_input(builder *g, uint32_t least_rank, uint32_t most_rank);

hipdnn_data_tensor *random_tensor(builder *g, int64_t uid);

/* Fills the attributes of an operation, whose tensors it adds to the graph. */
void random_operation(builder *g, int32_t tag, void *attributes);

#endif
