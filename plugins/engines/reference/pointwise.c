/* SPDX-License-Identifier: MIT */
/* Elementwise operations: how their inputs broadcast, and how rows of elements become numbers and numbers elements. */
#include "pointwise.h"

#include "supports.h"

#include <math.h>

enum { OUT, IN_0, IN_1, IN_2 };

static uint32_t operands_of(const void *attributes, int64_t uids[REF_MAX_OPERANDS])
{
    const hipdnn_data_pointwise *pointwise = attributes;
    uint32_t count = 0;
    uids[count++] = pointwise->out_0;
    uids[count++] = pointwise->in_0;
    if (pointwise->in_1.set)
        uids[count++] = pointwise->in_1.value;
    if (pointwise->in_2.set)
        uids[count++] = pointwise->in_2.value;
    return count;
}

static bool takes_boolean(const ref_node *node, uint32_t operand)
{
    const hipdnn_data_pointwise *pointwise = node->node->attributes;
    switch ((hipdnnPointwiseMode_t)pointwise->mode) {
    case HIPDNN_POINTWISE_LOGICAL_AND:
    case HIPDNN_POINTWISE_LOGICAL_NOT:
    case HIPDNN_POINTWISE_LOGICAL_OR:
        return true;
    case HIPDNN_POINTWISE_CMP_EQ:
    case HIPDNN_POINTWISE_CMP_GE:
    case HIPDNN_POINTWISE_CMP_GT:
    case HIPDNN_POINTWISE_CMP_LE:
    case HIPDNN_POINTWISE_CMP_LT:
    case HIPDNN_POINTWISE_CMP_NEQ:
        return operand == OUT;
    case HIPDNN_POINTWISE_BINARY_SELECT:
        return operand == IN_2;
    default:
        return false;
    }
}

static hipdnnPluginStatus_t supports(const ref_node *node)
{
    const hipdnn_data_pointwise *pointwise = node->node->attributes;
    if (ref_pointwise_f64(pointwise->mode) == NULL)
        return ref_decline(node, "operation is %s, which the engine does not know",
                           hipdnn_data_pointwise_mode_name(pointwise->mode));
    /* The formula divides by it. */
    if (pointwise->softplus_beta.set && pointwise->softplus_beta.value == 0.0F)
        return ref_decline(node, "softplus_beta is 0, any other number is allowed");
    return HIPDNN_PLUGIN_STATUS_SUCCESS;
}

static float value_or(hipdnn_optional_f32 value, float otherwise)
{
    return value.set ? value.value : otherwise;
}

/* A row of any types: in pieces that fit the stack. */
static void row_any(const void *parameters, void *const *operands, const int64_t *step, int64_t count)
{
    const ref_pointwise_parameters *self = parameters;
    const ref_domain domain = self->domain;
    for (int64_t begin = 0; begin < count; begin += REF_ROW) {
        const int64_t piece = count - begin < REF_ROW ? count - begin : REF_ROW;
        ref_numbers in[REF_POINTWISE_INPUTS], out;
        void *at[REF_MAX_OPERANDS] = {0};
        for (uint32_t j = 0; j < self->loops.operand_count; j++)
            at[j] = (unsigned char *)operands[j] + begin * step[j] * (int64_t)self->type[j]->size;
        for (uint32_t j = IN_0; j < self->loops.operand_count; j++)
            self->type[j]->load[domain](&in[j - IN_0], at[j], step[j], piece);
        self->mode(self, &out, in, piece);
        self->type[OUT]->store[domain](at[OUT], step[OUT], &out, piece);
    }
}

static void run(const void *parameters, void *const *operands)
{
    const ref_pointwise_parameters *self = parameters;
    ref_loops_run(&self->loops, operands, self->row, self);
}

/* A row of one index, and the type of the output that it goes to. */
typedef struct index_fill {
    const ref_type *type;
    ref_domain domain;
    ref_numbers index;
} index_fill;

static void fill_row(const void *parameters, void *const *operands, const int64_t *step, int64_t count)
{
    const index_fill *fill = parameters;
    for (int64_t begin = 0; begin < count; begin += REF_ROW)
        fill->type->store[fill->domain]((unsigned char *)operands[OUT] + begin * step[OUT] * (int64_t)fill->type->size,
                                        step[OUT], &fill->index, count - begin < REF_ROW ? count - begin : REF_ROW);
}

static void set_index(index_fill *fill, int64_t index)
{
    for (int i = 0; i < REF_ROW; i++) {
        if (fill->domain == REF_I64)
            fill->index.i64[i] = index;
        else
            fill->index.f64[i] = (double)index;
    }
}

/* The loops leave out the axis; they are walked once for each index along it. */
static void run_gen_index(const void *parameters, void *const *operands)
{
    const ref_pointwise_parameters *self = parameters;
    index_fill fill = {.type = self->type[OUT], .domain = self->domain};
    for (int64_t i = 0; i < self->axis_extent; i++) {
        void *const out = (unsigned char *)operands[OUT] + i * self->axis_stride * (int64_t)fill.type->size;
        set_index(&fill, i);
        ref_loops_run(&self->loops, &out, fill_row, &fill);
    }
}

static void read_parameters(const hipdnn_data_pointwise *pointwise, ref_pointwise_parameters *out)
{
    out->lower_clip = value_or(pointwise->relu_lower_clip, 0.0F);
    out->upper_clip = value_or(pointwise->relu_upper_clip, INFINITY);
    out->lower_slope = value_or(pointwise->relu_lower_clip_slope, 0.0F);
    out->swish_beta = value_or(pointwise->swish_beta, 1.0F);
    out->elu_alpha = value_or(pointwise->elu_alpha, 1.0F);
    out->softplus_beta = value_or(pointwise->softplus_beta, 1.0F);
}

/* On integers a relu stays among them when both clips are integers or infinite and there is no slope. */
static bool clips_are_integers(const ref_pointwise_parameters *self)
{
    return self->lower_slope == 0.0F && rintf(self->lower_clip) == self->lower_clip &&
           rintf(self->upper_clip) == self->upper_clip;
}

/* The mode, and the domain that it is computed in. */
static void choose_mode(const ref_node *node, int32_t mode, ref_pointwise_parameters *self)
{
    const bool is_relu = mode == HIPDNN_POINTWISE_RELU_FWD || mode == HIPDNN_POINTWISE_RELU_BWD;
    self->domain = REF_F64;
    self->mode = ref_pointwise_f64(mode);
    if (ref_node_domain(node) == REF_I64 && ref_pointwise_i64(mode) != NULL && (!is_relu || clips_are_integers(self))) {
        self->domain = REF_I64;
        self->mode = ref_pointwise_i64(mode);
    }
}

static bool all_floats(const ref_node *node)
{
    for (uint32_t j = 0; j < node->operand_count; j++)
        if (node->operand[j]->data_type != HIPDNN_TYPE_F32)
            return false;
    return true;
}

/* Loops over the output, but for dimension `except`. */
static void make_loops(const ref_node *node, int64_t except, ref_loops *loops)
{
    const hipdnn_data_tensor *out = node->operand[OUT];
    ref_loops_start(loops, node);
    for (uint32_t d = 0; d < out->dim.count; d++) {
        int64_t stride[REF_MAX_OPERANDS];
        for (uint32_t j = 0; j < node->operand_count; j++)
            stride[j] = ref_broadcast_stride(node, j, d);
        if ((int64_t)d != except)
            ref_loops_nest(loops, out->dim.v[d], stride);
    }
    ref_loops_finish(loops);
}

static ref_run prepare_gen_index(const ref_node *node, int64_t axis, ref_pointwise_parameters *self)
{
    ref_node alone = *node; /* the input lends its shape, which the output has; its elements are not looked at */
    alone.operand_count = 1;
    make_loops(&alone, axis, &self->loops);
    self->axis_extent = node->operand[OUT]->dim.v[axis];
    self->axis_stride = node->operand[OUT]->stride.v[axis];
    return run_gen_index;
}

static ref_run prepare(const ref_node *node, void *parameters)
{
    const hipdnn_data_pointwise *pointwise = node->node->attributes;
    ref_pointwise_parameters *self = parameters;
    read_parameters(pointwise, self);
    choose_mode(node, pointwise->mode, self);
    for (uint32_t j = 0; j < node->operand_count; j++)
        self->type[j] = ref_type_find(node->operand[j]->data_type);
    if (pointwise->mode == HIPDNN_POINTWISE_GEN_INDEX)
        return prepare_gen_index(node, pointwise->axis.value, self);
    make_loops(node, -1, &self->loops);
    self->row = all_floats(node) ? ref_pointwise_row_f32(pointwise->mode) : NULL;
    if (self->row == NULL)
        self->row = row_any;
    return run;
}

const ref_operation ref_pointwise = {
    .operation = HIPDNN_DATA_OPERATION_POINTWISE,
    .operands = operands_of,
    .output_count = 1,
    .takes_boolean = takes_boolean,
    .supports = supports,
    .prepare = prepare,
    .parameter_size = sizeof(ref_pointwise_parameters),
};
