/* SPDX-License-Identifier: MIT */
/* Matrix product: c [batch..., M, N] = a [batch..., M, K] * b [batch..., K, N].
 *
 * Of a and b the one with fewer matrices along a batch dimension uses each of them for as many consecutive matrices of
 * c as it takes: matrix i of n meets matrix i / (n / own) of its own. Sums are taken a row of c at a time, and rounded
 * once. */
#include "loops.h"
#include "rows.h"

enum { C, A, B, OPERANDS };

typedef struct matmul {
    ref_arithmetic how;
    ref_loops batch;
    int64_t rows, columns, inner; /* M, N, K */
    int64_t row[OPERANDS], column[OPERANDS]; /* strides of the last two dimensions */
} matmul;

/* Computes `count` elements of one row of c. `a` is where the row of a begins, `b` where the first column of b does. */
REF_INLINE void write_row(const matmul *self, const ref_arithmetic *how, void *c, const void *a, const void *b,
                          int64_t count)
{
    ref_numbers sum = {{0}};
    for (int64_t k = 0; k < self->inner; k++)
        ref_multiply_add(how, &sum, 0, 1, B, ref_at(how, B, b, k * self->row[B]), self->column[B],
                         ref_load_one(how, A, ref_at(how, A, a, k * self->column[A])), count);
    ref_store_row(how, C, c, self->column[C], &sum, count);
}

REF_INLINE void write_matrix(const matmul *self, const ref_arithmetic *how, void *c, const void *a, const void *b)
{
    for (int64_t column = 0; column < self->columns; column += REF_ROW) {
        const int64_t left = self->columns - column;
        for (int64_t row = 0; row < self->rows; row++)
            write_row(self, how, ref_out_at(how, C, c, row * self->row[C] + column * self->column[C]),
                      ref_at(how, A, a, row * self->row[A]), ref_at(how, B, b, column * self->column[B]),
                      left < REF_ROW ? left : REF_ROW);
    }
}

/* A row of the walk through the batch: `count` matrices. */
static void write_floats(const void *parameters, void *const *operands, const int64_t *step, int64_t count)
{
    const ref_arithmetic how = {.floats = true};
    for (int64_t i = 0; i < count; i++)
        write_matrix(parameters, &how, ref_out_at(&how, C, operands[C], i * step[C]),
                     ref_at(&how, A, operands[A], i * step[A]), ref_at(&how, B, operands[B], i * step[B]));
}

static void write_any(const void *parameters, void *const *operands, const int64_t *step, int64_t count)
{
    const matmul *self = parameters;
    for (int64_t i = 0; i < count; i++)
        write_matrix(self, &self->how, ref_out_at(&self->how, C, operands[C], i * step[C]),
                     ref_at(&self->how, A, operands[A], i * step[A]), ref_at(&self->how, B, operands[B], i * step[B]));
}

static void run(const void *parameters, void *const *operands)
{
    const matmul *self = parameters;
    ref_loops_run(&self->batch, operands, self->how.floats ? write_floats : write_any, self);
}

static uint32_t operands_of(const void *attributes, int64_t uids[REF_MAX_OPERANDS])
{
    const hipdnn_data_matmul *node = attributes;
    uids[C] = node->c;
    uids[A] = node->a;
    uids[B] = node->b;
    return OPERANDS;
}

/* A batch dimension is two loops: over the matrices of the smaller operand, and over those of c that share one. */
static void nest_batch(matmul *self, const ref_node *node, uint32_t d)
{
    const int64_t a = node->operand[A]->dim.v[d], b = node->operand[B]->dim.v[d];
    const int64_t distinct = a < b ? a : b;
    const int64_t shared = node->operand[C]->dim.v[d] / distinct;
    int64_t over_distinct[OPERANDS], over_shared[OPERANDS];
    for (int i = 0; i < OPERANDS; i++) {
        const hipdnn_data_tensor *tensor = node->operand[i];
        over_shared[i] = tensor->dim.v[d] == distinct ? 0 : tensor->stride.v[d];
        /* Not computed where it is not used: there alone it might not fit a number. */
        over_distinct[i] = distinct == 1 ? 0 : tensor->stride.v[d] * (tensor->dim.v[d] / distinct);
    }
    ref_loops_nest(&self->batch, distinct, over_distinct);
    ref_loops_nest(&self->batch, shared, over_shared);
}

static ref_run prepare(const ref_node *node, void *parameters)
{
    matmul *self = parameters;
    const uint32_t rank = node->operand[C]->dim.count;
    self->how = ref_node_arithmetic(node);
    self->rows = node->operand[C]->dim.v[rank - 2];
    self->columns = node->operand[C]->dim.v[rank - 1];
    self->inner = node->operand[A]->dim.v[rank - 1];
    for (int i = 0; i < OPERANDS; i++) {
        self->row[i] = node->operand[i]->stride.v[rank - 2];
        self->column[i] = node->operand[i]->stride.v[rank - 1];
    }
    ref_loops_start(&self->batch, node);
    for (uint32_t d = 0; d + 2 < rank; d++)
        nest_batch(self, node, d);
    ref_loops_finish(&self->batch);
    return run;
}

const ref_operation ref_matmul = {
    .operation = HIPDNN_DATA_OPERATION_MATMUL,
    .operands = operands_of,
    .output_count = 1,
    .prepare = prepare,
    .parameter_size = sizeof(matmul),
};
