/* SPDX-License-Identifier: MIT */
#include "loops.h"

/* Elements that `tensor` steps over along dimension `d` of `whole`. Shapes are aligned at their last dimension. */
static int64_t broadcast_stride(const hipdnn_data_tensor *tensor, const hipdnn_data_tensor *whole, uint32_t d)
{
    const uint32_t missing = whole->dim.count - tensor->dim.count;
    if (d < missing || tensor->dim.v[d - missing] == 1)
        return 0;
    return tensor->stride.v[d - missing];
}

static void move_dimension(ref_loops *loops, uint32_t to, uint32_t from)
{
    loops->dim[to] = loops->dim[from];
    for (uint32_t j = 0; j < loops->operand_count; j++)
        loops->stride[j][to] = loops->stride[j][from];
}

/* Inserts a dimension of the output so that its strides ascend. */
static void insert_dimension(ref_loops *loops, const ref_node *node, uint32_t d)
{
    const hipdnn_data_tensor *whole = node->operand[0];
    uint32_t at = loops->rank++;
    for (; at > 0 && loops->stride[0][at - 1] > whole->stride.v[d]; at--)
        move_dimension(loops, at, at - 1);
    loops->dim[at] = whole->dim.v[d];
    for (uint32_t j = 0; j < loops->operand_count; j++)
        loops->stride[j][at] = broadcast_stride(node->operand[j], whole, d);
}

/* Whether dimension `d` goes on where the one inside it ends, in every operand. */
static bool continues(const ref_loops *loops, uint32_t inner, uint32_t d)
{
    for (uint32_t j = 0; j < loops->operand_count; j++)
        if (loops->stride[j][d] != loops->stride[j][inner] * loops->dim[inner])
            return false;
    return true;
}

static void merge_dimensions(ref_loops *loops)
{
    uint32_t last = 0;
    for (uint32_t d = 1; d < loops->rank; d++) {
        if (continues(loops, last, d))
            loops->dim[last] *= loops->dim[d];
        else
            move_dimension(loops, ++last, d);
    }
    loops->rank = last + 1;
}

void ref_loops_make(const ref_node *node, ref_loops *out_loops)
{
    const hipdnn_data_tensor *whole = node->operand[0];
    *out_loops = (ref_loops){.operand_count = node->operand_count, .dim = {1}};
    for (uint32_t j = 0; j < node->operand_count; j++)
        out_loops->element_size[j] = hipdnn_data_type_size(node->operand[j]->data_type);
    for (uint32_t d = 0; d < whole->dim.count; d++)
        if (whole->dim.v[d] > 1)
            insert_dimension(out_loops, node, d);
    merge_dimensions(out_loops);
}

/* Moves every operand by `count` elements of dimension `d`. */
static void advance(const ref_loops *loops, unsigned char **at, uint32_t d, int64_t count)
{
    for (uint32_t j = 0; j < loops->operand_count; j++)
        at[j] += loops->stride[j][d] * count * (int64_t)loops->element_size[j];
}

void ref_loops_run(const ref_loops *loops, void *const *operands, ref_row row, const void *parameters)
{
    unsigned char *at[REF_MAX_OPERANDS];
    int64_t step[REF_MAX_OPERANDS];
    int64_t index[HIPDNN_MAX_RANK] = {0};
    for (uint32_t j = 0; j < loops->operand_count; j++) {
        at[j] = operands[j];
        step[j] = loops->stride[j][0];
    }
    for (;;) {
        void *here[REF_MAX_OPERANDS];
        for (uint32_t j = 0; j < loops->operand_count; j++)
            here[j] = at[j];
        row(parameters, here, step, loops->dim[0]);
        uint32_t d = 1;
        for (; d < loops->rank && index[d] + 1 == loops->dim[d]; d++) {
            advance(loops, at, d, -index[d]);
            index[d] = 0;
        }
        if (d == loops->rank)
            return;
        advance(loops, at, d, 1);
        index[d]++;
    }
}
