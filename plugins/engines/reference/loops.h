/* SPDX-License-Identifier: MIT */
/* Walks operands of up to rank 8 together, a row at a time: the nest of loops around a row. */
#ifndef REFERENCE_LOOPS_H
#define REFERENCE_LOOPS_H

#include "operation.h"

/* A dimension may be walked as two loops. */
enum { REF_MAX_NEST = 2 * HIPDNN_MAX_RANK };

/* The nest in the order in which it runs: loop 0 is the innermost. Loops of extent 1 are dropped, those that every
 * operand steps over alike are one, and the output's fastest is innermost, so that a dense tensor of any layout is one
 * long row. */
typedef struct ref_loops {
    uint32_t count; /* of loops; at least 1 once finished */
    uint32_t operand_count;
    int64_t extent[REF_MAX_NEST];
    int64_t stride[REF_MAX_OPERANDS][REF_MAX_NEST]; /* elements; 0: the operand stays where it is */
    size_t element_size[REF_MAX_OPERANDS];
} ref_loops;

/* One row: `count` elements, `step` elements apart in each operand. */
typedef void (*ref_row)(const void *parameters, void *const *operands, const int64_t *step, int64_t count);

/* An empty nest over the operands of `node`; then loops in any order, each with a stride per operand; then finish. */
void ref_loops_start(ref_loops *loops, const ref_node *node);
void ref_loops_nest(ref_loops *loops, int64_t extent, const int64_t *stride);
void ref_loops_finish(ref_loops *loops);

/* Elements that operand `j` of `node` steps over along dimension `d` of operand 0, the output, to which it broadcasts:
 * shapes are aligned at their last dimension, and an extent of 1 repeats. */
int64_t ref_broadcast_stride(const ref_node *node, uint32_t j, uint32_t d);

void ref_loops_run(const ref_loops *loops, void *const *operands, ref_row row, const void *parameters);

#endif
