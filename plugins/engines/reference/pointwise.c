/* SPDX-License-Identifier: MIT */
/* Elementwise operations: which ones, and how their inputs broadcast. What a mode computes is a row in pointwise_f32.c.
 */
#include "pointwise.h"

#include "supports.h"

#include <math.h>

static uint32_t operands(const void *attributes, int64_t uids[REF_MAX_OPERANDS])
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

static hipdnnPluginStatus_t supports(const ref_node *node)
{
    const hipdnn_data_pointwise *pointwise = node->node->attributes;
    if (ref_pointwise_row_f32(pointwise->mode) == NULL)
        return ref_decline(node, "operation is %s, %s and %s are allowed",
                           hipdnn_data_pointwise_mode_name(pointwise->mode),
                           hipdnn_data_pointwise_mode_name(HIPDNN_POINTWISE_ADD),
                           hipdnn_data_pointwise_mode_name(HIPDNN_POINTWISE_RELU_FWD));
    return HIPDNN_PLUGIN_STATUS_SUCCESS;
}

static float value_or(hipdnn_optional_f32 value, float otherwise)
{
    return value.set ? value.value : otherwise;
}

static void run(const void *parameters, void *const *pointers)
{
    const ref_pointwise_parameters *self = parameters;
    ref_loops_run(&self->loops, pointers, self->row, self);
}

static ref_run prepare(const ref_node *node, void *parameters)
{
    const hipdnn_data_pointwise *pointwise = node->node->attributes;
    ref_pointwise_parameters *self = parameters;
    ref_loops_make(node, &self->loops);
    self->row = ref_pointwise_row_f32(pointwise->mode);
    self->lower_clip = value_or(pointwise->relu_lower_clip, 0.0F);
    self->upper_clip = value_or(pointwise->relu_upper_clip, INFINITY);
    self->lower_slope = value_or(pointwise->relu_lower_clip_slope, 0.0F);
    return run;
}

const ref_operation ref_pointwise = {
    .operation = HIPDNN_DATA_OPERATION_POINTWISE,
    .operands = operands,
    .output_count = 1,
    .supports = supports,
    .prepare = prepare,
    .parameter_size = sizeof(ref_pointwise_parameters),
};
