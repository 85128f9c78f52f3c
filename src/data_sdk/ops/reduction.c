/* SPDX-License-Identifier: MIT */
/* Reduction: out = mode(in) over the dimensions where out is 1 and in is not.
 *
 * So the dims of out say what is reduced and cannot be derived. Source of the rules: the graph validation of the
 * original, reduction. */
#include "data_sdk/ops/operation.h"
#include "data_sdk/schema/dims.h"

#include <inttypes.h>

typedef hipdnn_data_reduction reduction;

static const hd_field fields[] = {
    HD_FIELD(reduction, ENUM, 0, mode, "mode", .json = "mode", .values = &hd_reduction_mode_enum, .required = true),
    HD_FIELD(reduction, UID, 1, in, "in_tensor_uid", .json = "in_tensor_uid", .flow = HD_FLOW_IN),
    HD_FIELD(reduction, UID, 2, out, "out_tensor_uid", .json = "out_tensor_uid", .flow = HD_FLOW_OUT),
    HD_FIELD(reduction, BOOL, 3, is_deterministic, "is_deterministic", .json = "is_deterministic"),
};

/* The two tensors of a node. */
typedef struct operands {
    hipdnn_data_tensor *in, *out;
} operands;

static hd_status find_operands(const hd_op_context *context, operands *out)
{
    const reduction *node = context->attributes;
    HD_TRY(hd_op_tensor(context, "in_tensor_uid", node->in, &out->in));
    return hd_op_tensor(context, "out_tensor_uid", node->out, &out->out);
}

static hd_status infer(const hd_op_context *context)
{
    operands node;
    HD_TRY(find_operands(context, &node));
    char out[HD_TENSOR_TEXT_SIZE];
    if (node.out->dim.count == 0)
        return hd_op_refuse(context,
                            "output %s has no dims, and they say what is reduced; set them, with 1 in each dimension "
                            "to reduce",
                            hd_tensor_text(node.out, out));
    if (node.out->stride.count == 0)
        hd_dims_pack_like(&node.out->dim, &node.in->stride, &node.out->stride);
    return HD_OK;
}

static hd_status mode_fits(const hd_op_context *context)
{
    const reduction *node = context->attributes;
    if (node->mode >= HIPDNN_REDUCE_TENSOR_ADD && node->mode <= HIPDNN_REDUCE_TENSOR_MUL_NO_ZEROS)
        return HD_OK;
    return hd_op_refuse(context, "mode is %" PRId32 ", modes %d to %d are known; set one", node->mode,
                        HIPDNN_REDUCE_TENSOR_ADD, HIPDNN_REDUCE_TENSOR_MUL_NO_ZEROS);
}

/* Each extent of out is that of in or 1, and one at least is smaller. */
static hd_status dims_fit(const hd_op_context *context, const operands *node)
{
    const hipdnn_dims *in = &node->in->dim, *out = &node->out->dim;
    char to[HD_TENSOR_TEXT_SIZE], from[HD_TENSOR_TEXT_SIZE], dims[HD_DIMS_TEXT_SIZE];
    if (out->count != in->count)
        return hd_op_refuse(context,
                            "output %s has %" PRIu32 " dimensions, but input %s has %" PRIu32
                            "; give as many, with 1 in each dimension to reduce",
                            hd_tensor_text(node->out, to), out->count, hd_tensor_text(node->in, from), in->count);
    for (uint32_t i = 0; i < in->count; i++)
        if (out->v[i] != in->v[i] && out->v[i] != 1)
            return hd_op_refuse(context,
                                "dimension %" PRIu32 " of output %s is %" PRId64 ", but only %" PRId64
                                ", as in input %s, or 1 is allowed",
                                i, hd_tensor_text(node->out, to), out->v[i], in->v[i], hd_tensor_text(node->in, from));
    if (hd_dims_equal(in, out))
        return hd_op_refuse(context,
                            "output %s has the dims %s of input %s, so nothing is reduced; set at least one that is "
                            "not 1 to 1",
                            hd_tensor_text(node->out, to), hd_dims_text(out, dims, sizeof dims),
                            hd_tensor_text(node->in, from));
    return HD_OK;
}

static hd_status check(const hd_op_context *context)
{
    operands node;
    HD_TRY(find_operands(context, &node));
    HD_TRY(mode_fits(context));
    return dims_fit(context, &node);
}

const hd_operation hd_operation_reduction = {
    .name = "reduction",
    .table = {"ReductionAttributes", fields, sizeof fields / sizeof fields[0], sizeof(reduction)},
    .tag = HIPDNN_DATA_OPERATION_REDUCTION,
    .infer = infer,
    .check = check,
};
