/* SPDX-License-Identifier: MIT */
#include "data_sdk/ops/norm.h"
#include "data_sdk/ops/operand.h"
#include "data_sdk/schema/dims.h"

#include <inttypes.h>
#include <stdio.h>

/* -------------------------------------------------------------------------------- the shapes of a node */

static hd_status find_operands(const hd_op_context *context, int64_t x_uid, int64_t scale_uid, hd_norm_shapes *out)
{
    char text[HD_TENSOR_TEXT_SIZE];
    hipdnn_data_tensor *x, *scale;
    HD_TRY(hd_op_tensor(context, "x_tensor_uid", x_uid, &x));
    HD_TRY(hd_op_tensor(context, "scale_tensor_uid", scale_uid, &scale));
    if (x->dim.count < 2)
        return hd_op_refuse(context,
                            "x %s has %" PRIu32 " dimensions, at least 2 are allowed; put a batch dimension in front",
                            hd_tensor_text(x, text), x->dim.count);
    *out = (hd_norm_shapes){.x = x, .scale = scale};
    return HD_OK;
}

static hd_status scale_rank_fits(const hd_op_context *context, const hd_norm_shapes *shapes)
{
    char x[HD_TENSOR_TEXT_SIZE], scale[HD_TENSOR_TEXT_SIZE];
    const uint32_t rank = shapes->x->dim.count, seen = shapes->scale->dim.count;
    if (seen == rank)
        return HD_OK;
    return hd_op_refuse(context,
                        "scale %s has %" PRIu32 " dimensions, but x %s has %" PRIu32
                        "; give as many, with 1 in each dimension that is not normalized",
                        hd_tensor_text(shapes->scale, scale), seen, hd_tensor_text(shapes->x, x), rank);
}

/* The first dimension that is not 1, from `first` on; the rank when there is none. */
static uint32_t first_above_one(const hipdnn_dims *dim, uint32_t first)
{
    while (first < dim->count && dim->v[first] == 1)
        first++;
    return first;
}

/* A scale of nothing but 1 is fine where x has nothing else behind its batch; otherwise x would be normalized by
 * itself, element by element, which nobody wants. */
static hd_status something_is_normalized(const hd_op_context *context, const hd_norm_shapes *shapes)
{
    const hipdnn_dims *x = &shapes->x->dim, *scale = &shapes->scale->dim;
    if (first_above_one(scale, 0) < scale->count || first_above_one(x, 1) == x->count)
        return HD_OK;
    char name[HD_TENSOR_TEXT_SIZE], seen[HD_DIMS_TEXT_SIZE], dims[HD_DIMS_TEXT_SIZE];
    return hd_op_refuse(context,
                        "scale %s has dims %s, so nothing of x with dims %s would be normalized; give it "
                        "the extents of x in the dimensions to normalize",
                        hd_tensor_text(shapes->scale, name), hd_dims_text(scale, seen, sizeof seen),
                        hd_dims_text(x, dims, sizeof dims));
}

/* Dimension `i` of scale and of the statistics. */
static void set_extents(hd_norm_shapes *shapes, uint32_t i, bool is_normalized)
{
    const int64_t extent = shapes->x->dim.v[i];
    shapes->scale_dim.v[i] = is_normalized ? extent : 1;
    shapes->statistic_dim.v[i] = is_normalized ? 1 : extent;
}

hd_status hd_norm_by_channel(const hd_op_context *context, int64_t x, int64_t scale, hd_norm_shapes *out)
{
    HD_TRY(find_operands(context, x, scale, out));
    hipdnn_dims dim = {.count = out->x->dim.count};
    for (uint32_t i = 0; i < dim.count; i++)
        dim.v[i] = i == 1 ? out->x->dim.v[1] : 1;
    out->scale_dim = out->statistic_dim = dim;
    out->scale_rule = out->statistic_rule = "[1, C, 1...], an entry per channel of x,";
    return HD_OK;
}

hd_status hd_norm_by_count(const hd_op_context *context, int64_t x, int64_t scale, int64_t count, hd_norm_shapes *out)
{
    HD_TRY(find_operands(context, x, scale, out));
    const hipdnn_dims *dim = &out->scale->dim;
    const uint32_t rank = out->x->dim.count;
    uint32_t first = 1;
    if (count < 0 || count > rank)
        return hd_op_refuse(context,
                            "normalized_dim_count is %" PRId64 ", from 1 to the %" PRIu32
                            " dimensions of x is allowed, or 0 to follow scale",
                            count, rank);
    if (dim->count != 0)
        HD_TRY(scale_rank_fits(context, out));
    if (count != 0) {
        first = rank - (uint32_t)count;
    } else if (dim->count != 0) {
        HD_TRY(something_is_normalized(context, out));
        first = first_above_one(dim, 0);
    }
    out->scale_dim.count = out->statistic_dim.count = rank;
    for (uint32_t i = 0; i < rank; i++)
        set_extents(out, i, i >= first);
    out->scale_rule = "the extents of x in the last dimensions, which are normalized, with 1 before,";
    out->statistic_rule = "1 in the last dimensions, which are normalized, with the extents of x before,";
    return HD_OK;
}

hd_status hd_norm_by_scale(const hd_op_context *context, int64_t x, int64_t scale, hd_norm_shapes *out)
{
    HD_TRY(find_operands(context, x, scale, out));
    HD_TRY(scale_rank_fits(context, out));
    HD_TRY(something_is_normalized(context, out));
    const hipdnn_dims *dim = &out->scale->dim;
    out->scale_dim.count = out->statistic_dim.count = dim->count;
    for (uint32_t i = 0; i < dim->count; i++)
        set_extents(out, i, i > 0 && dim->v[i] != 1);
    out->scale_rule = "1 for the batch, then the extent of x or 1 where x is not normalized,";
    out->statistic_rule = "1 where scale is not, with the extents of x elsewhere,";
    return HD_OK;
}

/* -------------------------------------------------------------------------------------------- operands */

/* The tensor of an operand; NULL for an optional one that is absent. */
static hd_status find_tensor(const hd_op_context *context, const hd_norm *norm, const hd_norm_operand *operand,
                             hipdnn_data_tensor **out_tensor)
{
    const hd_field *field = norm->table->fields;
    while (field->offset != operand->offset)
        field++;
    const void *member = (const char *)context->attributes + operand->offset;
    hd_operand found = {.field = field->name, .out_tensor = out_tensor};
    if (field->kind == HD_FIELD_UID)
        found.uid = (hipdnn_optional_i64)HIPDNN_SOME(*(const int64_t *)member);
    else
        found.uid = *(const hipdnn_optional_i64 *)member;
    return hd_operands_find(context, &found, 1);
}

static const hipdnn_dims *dims_of(const hd_norm_shapes *shapes, hd_norm_shape shape)
{
    if (shape == HD_NORM_AS_X)
        return &shapes->x->dim;
    return shape == HD_NORM_AS_SCALE ? &shapes->scale_dim : &shapes->statistic_dim;
}

static const char *rule_of(const hd_norm_shapes *shapes, hd_norm_shape shape)
{
    if (shape == HD_NORM_AS_X)
        return "the shape of x";
    return shape == HD_NORM_AS_SCALE ? shapes->scale_rule : shapes->statistic_rule;
}

hd_status hd_norm_infer(const hd_op_context *context, const hd_norm *norm, const hd_norm_shapes *shapes)
{
    for (size_t i = 0; i < norm->operand_count; i++) {
        const hd_norm_shape shape = norm->operands[i].shape;
        const hipdnn_data_tensor *like = shape == HD_NORM_AS_SCALE ? shapes->scale : shapes->x;
        hipdnn_data_tensor *tensor;
        HD_TRY(find_tensor(context, norm, &norm->operands[i], &tensor));
        if (shape != HD_NORM_SCALAR)
            hd_operand_infer(tensor, dims_of(shapes, shape), &like->stride);
    }
    return HD_OK;
}

hd_status hd_norm_check(const hd_op_context *context, const hd_norm *norm, const hd_norm_shapes *shapes)
{
    for (size_t i = 0; i < norm->operand_count; i++) {
        const hd_norm_operand *operand = &norm->operands[i];
        hipdnn_data_tensor *tensor;
        HD_TRY(find_tensor(context, norm, operand, &tensor));
        if (operand->shape == HD_NORM_SCALAR)
            HD_TRY(hd_operand_is_scalar(context, operand->name, tensor));
        else
            HD_TRY(hd_operand_has_shape(context, operand->name, tensor, dims_of(shapes, operand->shape),
                                        rule_of(shapes, operand->shape)));
    }
    return HD_OK;
}

/* --------------------------------------------------------------------------------------------- options */

hd_status hd_norm_together(const hd_op_context *context, const hd_norm_option *options, size_t count)
{
    const char *given = NULL, *missing = NULL;
    char fields[256];
    size_t used = 0;
    for (size_t i = 0; i < count; i++) {
        if (options[i].is_given)
            given = options[i].field;
        else
            missing = options[i].field;
        if (used < sizeof fields)
            used += (size_t)snprintf(fields + used, sizeof fields - used, "%s%s", i == 0 ? "" : ", ", options[i].field);
    }
    if (given == NULL || missing == NULL)
        return HD_OK;
    return hd_op_refuse(context, "%s is given, but %s is missing; give all of %s, or none", given, missing, fields);
}

hd_status hd_norm_phase_fits(const hd_op_context *context, int32_t phase, const hd_norm_option *statistics,
                             size_t count)
{
    if (phase == HIPDNN_NORM_FWD_TRAINING)
        return HD_OK;
    if (phase != HIPDNN_NORM_FWD_INFERENCE)
        return hd_op_refuse(context,
                            "forward_phase is %" PRId32 ", %d (inference) and %d (training) are known; set one", phase,
                            HIPDNN_NORM_FWD_INFERENCE, HIPDNN_NORM_FWD_TRAINING);
    for (size_t i = 0; i < count; i++)
        if (statistics[i].is_given)
            return hd_op_refuse(context,
                                "%s is given, but forward_phase is %d (inference), which has no such output; leave it "
                                "out or set forward_phase to %d (training)",
                                statistics[i].field, HIPDNN_NORM_FWD_INFERENCE, HIPDNN_NORM_FWD_TRAINING);
    return HD_OK;
}
