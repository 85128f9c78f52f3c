/* SPDX-License-Identifier: MIT */
/* Matrix products: c[batch..., m, n] = sum over k of a[batch'..., m, k] * b[batch''..., k, n].
 *
 * Along a batch dimension of c, an operand that has fewer matrices gives each of them to a run of neighbours, all of
 * one length. Source: the original's reference for tests. */
#include "oracle.h"

static bool shape_output(oracle_tensor *c, const oracle_tensor *a, const oracle_tensor *b, oracle_message *message)
{
    int64_t dim[ORACLE_MAX_RANK];
    if (a->rank < 2 || b->rank != a->rank)
        return oracle_fail(message, "a product of ranks %zu and %zu", a->rank, b->rank);
    const size_t row = a->rank - 2, column = a->rank - 1;
    if (a->dim[column] != b->dim[row])
        return oracle_fail(message, "a product of %lld columns and %lld rows", (long long)a->dim[column],
                           (long long)b->dim[row]);
    for (size_t i = 0; i < row; i++) {
        dim[i] = a->dim[i] > b->dim[i] ? a->dim[i] : b->dim[i];
        if (dim[i] % a->dim[i] != 0 || dim[i] % b->dim[i] != 0)
            return oracle_fail(message, "batch dimension %zu is %lld and %lld, and neither divides the other", i,
                               (long long)a->dim[i], (long long)b->dim[i]);
    }
    dim[row] = a->dim[row];
    dim[column] = b->dim[column];
    return oracle_shape_output(c, a->rank, dim, message);
}

/* The matrix of an operand that matrix `index` of c comes from; the last two indices are left alone. */
static void find_matrix(const oracle_tensor *c, const int64_t *index, const oracle_tensor *operand, int64_t *out)
{
    for (size_t i = 0; i + 2 < c->rank; i++) {
        const int64_t run = c->dim[i] / operand->dim[i];
        out[i] = index[i] / run;
    }
}

static void add_element(oracle_sums *sums, const oracle_tensor *c, const int64_t *index, const oracle_tensor *a,
                        const oracle_tensor *b)
{
    const size_t row = c->rank - 2, column = c->rank - 1;
    int64_t left[ORACLE_MAX_RANK], right[ORACLE_MAX_RANK];
    find_matrix(c, index, a, left);
    find_matrix(c, index, b, right);
    left[row] = index[row];
    right[column] = index[column];
    for (int64_t k = 0; k < a->dim[column]; k++) {
        left[column] = right[row] = k;
        oracle_sums_add(sums, oracle_at(c, index), a, oracle_at(a, left), b, oracle_at(b, right));
    }
}

bool oracle_matmul(oracle_graph *graph, const json_t *node, oracle_message *message)
{
    bool ok = true;
    const oracle_tensor *a = oracle_operand(graph, node, "inputs", "a_tensor_uid", true, &ok, message);
    const oracle_tensor *b = oracle_operand(graph, node, "inputs", "b_tensor_uid", true, &ok, message);
    oracle_tensor *c = oracle_operand(graph, node, "outputs", "c_tensor_uid", true, &ok, message);
    if (!ok || !shape_output(c, a, b, message))
        return false;
    oracle_sums *sums = oracle_sums_create(c, a->type->is_integer && b->type->is_integer && c->type->is_integer);
    if (sums == NULL)
        return oracle_fail(message, "out of memory for %zu sums", c->count);
    int64_t index[ORACLE_MAX_RANK] = {0};
    do
        add_element(sums, c, index, a, b);
    while (oracle_next(c->rank, c->dim, index));
    oracle_sums_finish(sums, oracle_epsilon(graph, node));
    return true;
}
