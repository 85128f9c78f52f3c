/* SPDX-License-Identifier: MIT */
/* Walks an output and the inputs that broadcast to it, element by element, a row at a time. */
#ifndef REFERENCE_LOOPS_H
#define REFERENCE_LOOPS_H

#include "operation.h"

/* The nest in the order in which it runs: dimension 0 is the innermost. Extents of 1 are dropped, dimensions that every
 * operand steps over alike are one, and the output's fastest is innermost, so that a dense tensor of any layout is one
 * long row. */
typedef struct ref_loops {
    uint32_t rank; /* at least 1 */
    uint32_t operand_count;
    int64_t dim[HIPDNN_MAX_RANK];
    int64_t stride[REF_MAX_OPERANDS][HIPDNN_MAX_RANK]; /* elements; 0: the operand is broadcast */
    size_t element_size[REF_MAX_OPERANDS];
} ref_loops;

/* One row: `count` elements, `step` elements apart in each operand. */
typedef void (*ref_row)(const void *parameters, void *const *operands, const int64_t *step, int64_t count);

/* The nest over operand 0 of `node`. */
void ref_loops_make(const ref_node *node, ref_loops *out_loops);

void ref_loops_run(const ref_loops *loops, void *const *operands, ref_row row, const void *parameters);

#endif
