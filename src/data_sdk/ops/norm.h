/* SPDX-License-Identifier: MIT */
/* What the seven normalizations share: a tensor of theirs has the shape of x, that of scale, that of a statistic, or is
 * a scalar. Each says once which of its tensors has which; inference and check follow from that. */
#ifndef HD_DATA_SDK_OPS_NORM_H
#define HD_DATA_SDK_OPS_NORM_H

#include "data_sdk/ops/operation.h"

typedef enum hd_norm_shape {
    HD_NORM_AS_X, /* strides in the order of x */
    HD_NORM_AS_SCALE, /* strides in the order of scale */
    HD_NORM_AS_STATISTIC, /* strides in the order of x */
    HD_NORM_SCALAR /* one element, in any number of dimensions; never inferred */
} hd_norm_shape;

typedef struct hd_norm_operand {
    const char *name; /* "inv_variance" */
    size_t offset; /* of the uid, as in the operation's rows */
    hd_norm_shape shape;
} hd_norm_operand;

#define HD_NORM_OPERAND(type, member, shape_)                                                                          \
    {                                                                                                                  \
        .name = #member, .offset = offsetof(type, member), .shape = HD_NORM_##shape_                                   \
    }

typedef struct hd_norm {
    const hd_table *table;
    const hd_norm_operand *operands;
    size_t operand_count;
} hd_norm;

/* The shapes of one node. */
typedef struct hd_norm_shapes {
    const hipdnn_data_tensor *x, *scale;
    hipdnn_dims scale_dim, statistic_dim;
    const char *scale_rule, *statistic_rule; /* the two in words, for messages */
} hd_norm_shapes;

/* The three ways to find the shapes; each refuses an x of less than 2 dimensions.
 *
 * batchnorm: scale and statistics have one entry per channel, [1, C, 1...]. */
hd_status hd_norm_by_channel(const hd_op_context *context, int64_t x, int64_t scale, hd_norm_shapes *out);

/* layernorm: the last `count` dimensions are normalized; 0: those from the first where scale is not 1, and all after
 * the batch when scale has no dims yet. scale has the extents of x there and 1 before, statistics the other way round.
 */
hd_status hd_norm_by_count(const hd_op_context *context, int64_t x, int64_t scale, int64_t count, hd_norm_shapes *out);

/* rmsnorm: the dimensions where scale is not 1 are normalized, never the batch. scale has the extents of x there and 1
 * elsewhere, statistics the other way round. */
hd_status hd_norm_by_scale(const hd_op_context *context, int64_t x, int64_t scale, hd_norm_shapes *out);

/* Gives dims and strides to every operand without them but scalars. */
hd_status hd_norm_infer(const hd_op_context *context, const hd_norm *norm, const hd_norm_shapes *shapes);

/* Refuses an operand of another shape. */
hd_status hd_norm_check(const hd_op_context *context, const hd_norm *norm, const hd_norm_shapes *shapes);

/* An optional tensor of a node. */
typedef struct hd_norm_option {
    const char *field; /* "mean_tensor_uid" */
    bool is_given;
} hd_norm_option;

/* Refuses some of several tensors that mean something only together. */
hd_status hd_norm_together(const hd_op_context *context, const hd_norm_option *options, size_t count);

/* Refuses an unknown phase, and a statistic in another phase than training. */
hd_status hd_norm_phase_fits(const hd_op_context *context, int32_t phase, const hd_norm_option *statistics,
                             size_t count);

#endif
