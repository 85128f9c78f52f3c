/* SPDX-License-Identifier: MIT */
/* Elementwise: out_0 = mode(in_0 [, in_1 [, in_2]]), inputs broadcast against each other.
 *
 * Shapes are aligned at their last dimension and an extent of 1 stretches, as everywhere else in the field; so a scalar
 * of shape [1] goes with anything. Source of the rules: the graph validation of the original, pointwise. */
#include "data_sdk/ops/operation.h"
#include "data_sdk/schema/dims.h"

#include <inttypes.h>

typedef hipdnn_data_pointwise pointwise;

static const hd_field fields[] = {
    HD_FIELD(pointwise, ENUM, 0, mode, "operation", .json = "inputs.operation", .required = true,
             .values = &hd_pointwise_mode_enum),
    HD_FIELD(pointwise, OPTIONAL_F32, 1, relu_lower_clip, "relu_lower_clip", .json = "inputs.relu_lower_clip"),
    HD_FIELD(pointwise, OPTIONAL_F32, 2, relu_upper_clip, "relu_upper_clip", .json = "inputs.relu_upper_clip"),
    HD_FIELD(pointwise, OPTIONAL_F32, 3, relu_lower_clip_slope, "relu_lower_clip_slope",
             .json = "inputs.relu_lower_clip_slope"),
    HD_FIELD(pointwise, OPTIONAL_I64, 4, axis, "axis_tensor_uid", .json = "inputs.axis_tensor_uid"),
    HD_FIELD(pointwise, UID, 5, in_0, "in_0_tensor_uid", .json = "inputs.in_0_tensor_uid", .flow = HD_FLOW_IN),
    HD_FIELD(pointwise, OPTIONAL_UID, 6, in_1, "in_1_tensor_uid", .json = "inputs.in_1_tensor_uid", .flow = HD_FLOW_IN),
    HD_FIELD(pointwise, OPTIONAL_UID, 7, in_2, "in_2_tensor_uid", .json = "inputs.in_2_tensor_uid", .flow = HD_FLOW_IN),
    HD_FIELD(pointwise, UID, 8, out_0, "out_0_tensor_uid", .json = "outputs.out_0_tensor_uid", .flow = HD_FLOW_OUT),
    HD_FIELD(pointwise, OPTIONAL_F32, 9, swish_beta, "swish_beta", .json = "inputs.swish_beta"),
    HD_FIELD(pointwise, OPTIONAL_F32, 10, elu_alpha, "elu_alpha", .json = "inputs.elu_alpha"),
    HD_FIELD(pointwise, OPTIONAL_F32, 11, softplus_beta, "softplus_beta", .json = "inputs.softplus_beta"),
};

enum { MOST_INPUTS = 3 };

/* The modes that take another number of inputs than one. */
int hd_pointwise_input_count(int32_t mode)
{
    switch ((hipdnnPointwiseMode_t)mode) {
    case HIPDNN_POINTWISE_ADD:
    case HIPDNN_POINTWISE_ADD_SQUARE:
    case HIPDNN_POINTWISE_CMP_EQ:
    case HIPDNN_POINTWISE_CMP_GE:
    case HIPDNN_POINTWISE_CMP_GT:
    case HIPDNN_POINTWISE_CMP_LE:
    case HIPDNN_POINTWISE_CMP_LT:
    case HIPDNN_POINTWISE_CMP_NEQ:
    case HIPDNN_POINTWISE_DIV:
    case HIPDNN_POINTWISE_ELU_BWD:
    case HIPDNN_POINTWISE_GELU_APPROX_TANH_BWD:
    case HIPDNN_POINTWISE_GELU_BWD:
    case HIPDNN_POINTWISE_LOGICAL_AND:
    case HIPDNN_POINTWISE_LOGICAL_OR:
    case HIPDNN_POINTWISE_MAX:
    case HIPDNN_POINTWISE_MIN:
    case HIPDNN_POINTWISE_MUL:
    case HIPDNN_POINTWISE_RELU_BWD:
    case HIPDNN_POINTWISE_SIGMOID_BWD:
    case HIPDNN_POINTWISE_SOFTPLUS_BWD:
    case HIPDNN_POINTWISE_SUB:
    case HIPDNN_POINTWISE_SWISH_BWD:
    case HIPDNN_POINTWISE_TANH_BWD:
        return 2;
    case HIPDNN_POINTWISE_BINARY_SELECT:
        return 3;
    default:
        return mode >= HIPDNN_POINTWISE_ABS && mode <= HIPDNN_POINTWISE_TANH_FWD ? 1 : 0;
    }
}

/* The tensors of a node. */
typedef struct operands {
    int count;
    hipdnn_data_tensor *in[MOST_INPUTS];
    hipdnn_data_tensor *out;
} operands;

/* Exactly the inputs that the mode takes, in order. */
static hd_status find_operands(const hd_op_context *context, operands *out)
{
    static const char *const names[MOST_INPUTS] = {"in_0_tensor_uid", "in_1_tensor_uid", "in_2_tensor_uid"};
    const pointwise *node = context->attributes;
    const hipdnn_optional_i64 given[MOST_INPUTS] = {{true, node->in_0}, node->in_1, node->in_2};
    out->count = hd_pointwise_input_count(node->mode);
    if (out->count == 0)
        return hd_op_refuse(context, "operation is %" PRId32 ", modes 1 to %d are known; set one", node->mode,
                            HIPDNN_POINTWISE_TANH_FWD);
    for (int i = 0; i < MOST_INPUTS; i++) {
        const bool taken = i < out->count;
        if (given[i].set != taken)
            return hd_op_refuse(
                context, "%s takes %d %s, but %s is %s", hd_enum_text(&hd_pointwise_mode_enum, node->mode), out->count,
                out->count == 1 ? "input" : "inputs", names[i], taken ? "missing; set it" : "given; leave it out");
        if (taken)
            HD_TRY(hd_op_tensor(context, names[i], given[i].value, &out->in[i]));
    }
    return hd_op_tensor(context, "out_0_tensor_uid", node->out_0, &out->out);
}

/* Stretches `shape` by the shape of `tensor`. */
static hd_status broadcast(const hd_op_context *context, const hipdnn_data_tensor *tensor, hipdnn_dims *shape)
{
    const hipdnn_dims *dim = &tensor->dim;
    hipdnn_dims wider = dim->count > shape->count ? *dim : *shape;
    const uint32_t common = dim->count > shape->count ? shape->count : dim->count;
    for (uint32_t back = 1; back <= common; back++) {
        const int64_t a = shape->v[shape->count - back], b = dim->v[dim->count - back];
        if (a != b && a != 1 && b != 1) {
            char name[HD_TENSOR_TEXT_SIZE], seen[HD_DIMS_TEXT_SIZE], others[HD_DIMS_TEXT_SIZE];
            return hd_op_refuse(context,
                                "input %s has dims %s, which do not broadcast with %s of the inputs before it: counted "
                                "from the end, dimension %" PRIu32 " is %" PRId64 " and %" PRId64
                                ", which must be equal or one of them 1",
                                hd_tensor_text(tensor, name), hd_dims_text(dim, seen, sizeof seen),
                                hd_dims_text(shape, others, sizeof others), back, b, a);
        }
        wider.v[wider.count - back] = a == 1 ? b : a;
    }
    *shape = wider;
    return HD_OK;
}

static hd_status output_dims(const hd_op_context *context, const operands *node, hipdnn_dims *out_dim)
{
    *out_dim = node->in[0]->dim;
    for (int i = 1; i < node->count; i++)
        HD_TRY(broadcast(context, node->in[i], out_dim));
    return HD_OK;
}

static hd_status infer(const hd_op_context *context)
{
    operands node;
    HD_TRY(find_operands(context, &node));
    if (node.out->dim.count == 0)
        HD_TRY(output_dims(context, &node, &node.out->dim));
    if (node.out->stride.count != 0)
        return HD_OK;
    for (int i = 0; i < node.count; i++)
        if (hd_dims_equal(&node.in[i]->dim, &node.out->dim)) {
            node.out->stride = node.in[i]->stride;
            return HD_OK;
        }
    char out[HD_TENSOR_TEXT_SIZE], dims[HD_DIMS_TEXT_SIZE];
    return hd_op_refuse(context,
                        "output %s has no strides, and no input has its dims %s to take them from; set the output's "
                        "strides",
                        hd_tensor_text(node.out, out), hd_dims_text(&node.out->dim, dims, sizeof dims));
}

/* GEN_INDEX counts along an axis of its output. */
static hd_status axis_fits(const hd_op_context *context, const operands *node)
{
    const pointwise *attributes = context->attributes;
    const hipdnn_optional_i64 axis = attributes->axis;
    const uint32_t rank = node->out->dim.count;
    if (attributes->mode != HIPDNN_POINTWISE_GEN_INDEX)
        return HD_OK;
    if (!axis.set)
        return hd_op_refuse(context, "gen_index has no axis; set one, from 0 to %" PRIu32, rank - 1);
    if (axis.value < 0 || axis.value >= rank)
        return hd_op_refuse(context, "the axis is %" PRId64 ", from 0 to %" PRIu32 " is allowed", axis.value, rank - 1);
    return HD_OK;
}

static hd_status check(const hd_op_context *context)
{
    operands node;
    HD_TRY(find_operands(context, &node));
    hipdnn_dims expected;
    HD_TRY(output_dims(context, &node, &expected));
    if (hd_dims_equal(&node.out->dim, &expected))
        return axis_fits(context, &node);
    char out[HD_TENSOR_TEXT_SIZE], seen[HD_DIMS_TEXT_SIZE], allowed[HD_DIMS_TEXT_SIZE];
    return hd_op_refuse(context, "output %s has dims %s, but its inputs broadcast to %s", hd_tensor_text(node.out, out),
                        hd_dims_text(&node.out->dim, seen, sizeof seen),
                        hd_dims_text(&expected, allowed, sizeof allowed));
}

const hd_operation hd_operation_pointwise = {
    .name = "pointwise",
    .table = {"PointwiseAttributes", fields, sizeof fields / sizeof fields[0], sizeof(pointwise)},
    .tag = HIPDNN_DATA_OPERATION_POINTWISE,
    .infer = infer,
    .check = check,
};
