/* SPDX-License-Identifier: MIT */
#include "loops.h"

int64_t ref_broadcast_stride(const ref_node *node, uint32_t j, uint32_t d)
{
    const hipdnn_data_tensor *tensor = node->operand[j];
    const uint32_t missing = node->operand[0]->dim.count - tensor->dim.count;
    if (d < missing || tensor->dim.v[d - missing] == 1)
        return 0;
    return tensor->stride.v[d - missing];
}

void ref_loops_start(ref_loops *loops, const ref_node *node)
{
    *loops = (ref_loops){.operand_count = node->operand_count, .extent = {1}};
    for (uint32_t j = 0; j < node->operand_count; j++)
        loops->element_size[j] = hipdnn_data_type_size(node->operand[j]->data_type);
}

static void move_loop(ref_loops *loops, uint32_t to, uint32_t from)
{
    loops->extent[to] = loops->extent[from];
    for (uint32_t j = 0; j < loops->operand_count; j++)
        loops->stride[j][to] = loops->stride[j][from];
}

/* Inserted so that the output's strides ascend. */
void ref_loops_nest(ref_loops *loops, int64_t extent, const int64_t *stride)
{
    if (extent == 1)
        return;
    uint32_t at = loops->count++;
    for (; at > 0 && loops->stride[0][at - 1] > stride[0]; at--)
        move_loop(loops, at, at - 1);
    loops->extent[at] = extent;
    for (uint32_t j = 0; j < loops->operand_count; j++)
        loops->stride[j][at] = stride[j];
}

/* Whether loop `l` goes on where the one inside it ends, in every operand. */
static bool continues(const ref_loops *loops, uint32_t inner, uint32_t l)
{
    for (uint32_t j = 0; j < loops->operand_count; j++) {
        int64_t end;
        if (__builtin_mul_overflow(loops->stride[j][inner], loops->extent[inner], &end) || loops->stride[j][l] != end)
            return false;
    }
    return true;
}

void ref_loops_finish(ref_loops *loops)
{
    uint32_t last = 0;
    for (uint32_t l = 1; l < loops->count; l++) {
        if (continues(loops, last, l))
            loops->extent[last] *= loops->extent[l];
        else
            move_loop(loops, ++last, l);
    }
    loops->count = last + 1;
}

/* Moves every operand by `count` steps of loop `l`. */
static void advance(const ref_loops *loops, unsigned char **at, uint32_t l, int64_t count)
{
    for (uint32_t j = 0; j < loops->operand_count; j++)
        at[j] += loops->stride[j][l] * count * (int64_t)loops->element_size[j];
}

void ref_loops_run(const ref_loops *loops, void *const *operands, ref_row row, const void *parameters)
{
    unsigned char *at[REF_MAX_OPERANDS];
    int64_t step[REF_MAX_OPERANDS];
    int64_t index[REF_MAX_NEST] = {0};
    for (uint32_t j = 0; j < loops->operand_count; j++) {
        at[j] = operands[j];
        step[j] = loops->stride[j][0];
    }
    for (;;) {
        void *here[REF_MAX_OPERANDS];
        for (uint32_t j = 0; j < loops->operand_count; j++)
            here[j] = at[j];
        row(parameters, here, step, loops->extent[0]);
        uint32_t l = 1;
        for (; l < loops->count && index[l] + 1 == loops->extent[l]; l++) {
            advance(loops, at, l, -index[l]);
            index[l] = 0;
        }
        if (l == loops->count)
            return;
        advance(loops, at, l, 1);
        index[l]++;
    }
}
