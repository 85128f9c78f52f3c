/* SPDX-License-Identifier: MIT */
/* Matrix product: c [batch..., M, N] = a [batch..., M, K] * b [batch..., K, N].
 *
 * Batch dimensions of a and b are equal, or the smaller divides the larger and its matrices are used again and again;
 * 1 is the common case. Source of the rules: the graph validation of the original, matmul. */
#include "data_sdk/ops/operation.h"
#include "data_sdk/schema/dims.h"

#include <inttypes.h>

typedef hipdnn_data_matmul matmul;

static const hd_field fields[] = {
    HD_FIELD(matmul, UID, 0, a, "a_tensor_uid", .json = "inputs.a_tensor_uid", .flow = HD_FLOW_IN),
    HD_FIELD(matmul, UID, 1, b, "b_tensor_uid", .json = "inputs.b_tensor_uid", .flow = HD_FLOW_IN),
    HD_FIELD(matmul, UID, 2, c, "c_tensor_uid", .json = "outputs.c_tensor_uid", .flow = HD_FLOW_OUT),
};

/* The three tensors of a node. */
typedef struct operands {
    hipdnn_data_tensor *a, *b, *c;
} operands;

static hd_status find_operands(const hd_op_context *context, operands *out)
{
    const matmul *node = context->attributes;
    HD_TRY(hd_op_tensor(context, "a_tensor_uid", node->a, &out->a));
    HD_TRY(hd_op_tensor(context, "b_tensor_uid", node->b, &out->b));
    return hd_op_tensor(context, "c_tensor_uid", node->c, &out->c);
}

static hd_status ranks_fit(const hd_op_context *context, const operands *node)
{
    char a[HD_TENSOR_TEXT_SIZE], b[HD_TENSOR_TEXT_SIZE];
    const uint32_t rank = node->a->dim.count;
    if (rank < 2)
        return hd_op_refuse(context,
                            "left %s has %" PRIu32 " dimensions, at least 2 are allowed; give it as [batch..., M, K]",
                            hd_tensor_text(node->a, a), rank);
    if (node->b->dim.count != rank)
        return hd_op_refuse(context,
                            "right %s has %" PRIu32 " dimensions, but left %s has %" PRIu32
                            "; give both as many, with 1 for a batch dimension that one of them lacks",
                            hd_tensor_text(node->b, b), node->b->dim.count, hd_tensor_text(node->a, a), rank);
    return HD_OK;
}

/* The extent of c in batch dimension `i`. */
static hd_status batch_extent(const hd_op_context *context, const operands *node, uint32_t i, int64_t *out_extent)
{
    const int64_t a = node->a->dim.v[i], b = node->b->dim.v[i];
    const int64_t larger = a > b ? a : b, smaller = a > b ? b : a;
    if (smaller < 1 || larger % smaller != 0) {
        char left[HD_TENSOR_TEXT_SIZE], right[HD_TENSOR_TEXT_SIZE];
        return hd_op_refuse(context,
                            "batch dimension %" PRIu32 " is %" PRId64 " in left %s and %" PRId64
                            " in right %s; they must be equal or one a multiple of the other",
                            i, a, hd_tensor_text(node->a, left), b, hd_tensor_text(node->b, right));
    }
    *out_extent = larger;
    return HD_OK;
}

/* Checks that a and b go together, and derives the dims of c from them. */
static hd_status output_dims(const hd_op_context *context, const operands *node, hipdnn_dims *out_dim)
{
    HD_TRY(ranks_fit(context, node));
    hipdnn_dims dim = {.count = node->a->dim.count};
    const uint32_t row = dim.count - 2, column = dim.count - 1;
    const int64_t inner = node->a->dim.v[column];
    if (inner < 1 || node->b->dim.v[row] != inner) {
        char a[HD_TENSOR_TEXT_SIZE], b[HD_TENSOR_TEXT_SIZE];
        return hd_op_refuse(context,
                            "left %s has %" PRId64 " columns and right %s has %" PRId64
                            " rows; they must be equal and at least 1",
                            hd_tensor_text(node->a, a), inner, hd_tensor_text(node->b, b), node->b->dim.v[row]);
    }
    for (uint32_t i = 0; i < row; i++)
        HD_TRY(batch_extent(context, node, i, &dim.v[i]));
    dim.v[row] = node->a->dim.v[row];
    dim.v[column] = node->b->dim.v[column];
    *out_dim = dim;
    return HD_OK;
}

/* Row-major whatever the order of a and b is: a transposed operand says nothing about the product. */
static hd_status infer(const hd_op_context *context)
{
    operands node;
    HD_TRY(find_operands(context, &node));
    if (node.c->dim.count == 0)
        HD_TRY(output_dims(context, &node, &node.c->dim));
    if (node.c->stride.count == 0)
        hd_dims_pack(&node.c->dim, &node.c->stride);
    return HD_OK;
}

static hd_status check(const hd_op_context *context)
{
    operands node;
    HD_TRY(find_operands(context, &node));
    hipdnn_dims expected;
    HD_TRY(output_dims(context, &node, &expected));
    if (hd_dims_equal(&node.c->dim, &expected))
        return HD_OK;
    char c[HD_TENSOR_TEXT_SIZE], seen[HD_DIMS_TEXT_SIZE], allowed[HD_DIMS_TEXT_SIZE];
    return hd_op_refuse(context, "output %s has dims %s, but its inputs give %s", hd_tensor_text(node.c, c),
                        hd_dims_text(&node.c->dim, seen, sizeof seen),
                        hd_dims_text(&expected, allowed, sizeof allowed));
}

const hd_operation hd_operation_matmul = {
    .name = "matmul",
    .table = {"MatmulAttributes", fields, sizeof fields / sizeof fields[0], sizeof(matmul)},
    .tag = HIPDNN_DATA_OPERATION_MATMUL,
    .infer = infer,
    .check = check,
};
