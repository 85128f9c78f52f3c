/* SPDX-License-Identifier: MIT */
/* Source of the rules: the graph validation of the original, sdpa and sdpa_backward. Where it is silent on options that
 * exclude each other (two corners for one diagonal, two kinds of dropout), they are refused: engines would choose
 * differently, and nobody would notice. */
#include "data_sdk/ops/attention.h"

#include "data_sdk/schema/dims.h"

#include <inttypes.h>

hd_status hd_attention_find(const hd_op_context *context, const hd_attention_attributes *attributes,
                            hd_attention *out_attention)
{
    *out_attention = (hd_attention){.attributes = *attributes};
    const hd_operand operands[] = {
        {"q_tensor_uid", HIPDNN_SOME(attributes->q), &out_attention->q},
        {"k_tensor_uid", HIPDNN_SOME(attributes->k), &out_attention->k},
        {"v_tensor_uid", HIPDNN_SOME(attributes->v), &out_attention->v},
        {"scale_tensor_uid", attributes->scale, &out_attention->scale},
        {"attn_mask_tensor_uid", attributes->attn_mask, &out_attention->attn_mask},
        {"seq_len_q_tensor_uid", attributes->seq_len_q, &out_attention->seq_len_q},
        {"seq_len_kv_tensor_uid", attributes->seq_len_kv, &out_attention->seq_len_kv},
        {"seed_tensor_uid", attributes->seed, &out_attention->seed},
        {"offset_tensor_uid", attributes->offset, &out_attention->offset},
        {"dropout_mask_tensor_uid", attributes->dropout_mask, &out_attention->dropout_mask},
        {"dropout_scale_tensor_uid", attributes->dropout_scale, &out_attention->dropout_scale},
    };
    return hd_operands_find(context, operands, sizeof operands / sizeof operands[0]);
}

hipdnn_dims hd_attention_rows(const hd_attention *attention, int64_t width)
{
    hipdnn_dims dim = attention->q->dim;
    dim.v[HD_ATTENTION_WIDTH] = width;
    return dim;
}

int64_t hd_attention_value_width(const hd_attention *attention)
{
    return attention->v->dim.v[HD_ATTENTION_WIDTH];
}

int64_t hd_attention_key_length(const hd_attention *attention)
{
    return attention->paged_length != 0 ? attention->paged_length : attention->k->dim.v[HD_ATTENTION_LENGTH];
}

/* ------------------------------------------------------------------------------------------------- shapes */

static hd_status is_matrices(const hd_op_context *context, const char *role, const hipdnn_data_tensor *tensor)
{
    return hd_operand_has_shape(context, role, tensor,
                                &HD_DIMS(HD_ANY_EXTENT, HD_ANY_EXTENT, HD_ANY_EXTENT, HD_ANY_EXTENT), "[B, H, S, D]");
}

/* An extent that `tensor` must share with `other`. */
static hd_status shares_extent(const hd_op_context *context, const char *role, const hipdnn_data_tensor *tensor,
                               const char *other_role, const hipdnn_data_tensor *other, int axis)
{
    static const char *const extents[] = {"batch size", "number of heads", "sequence length", "head size"};
    if (tensor->dim.v[axis] == other->dim.v[axis])
        return HD_OK;
    char name[HD_TENSOR_TEXT_SIZE], other_name[HD_TENSOR_TEXT_SIZE];
    return hd_op_refuse(context,
                        "%s %s has a %s (dims[%d]) of %" PRId64 ", but that of %s %s is %" PRId64
                        "; they must be equal: change one",
                        role, hd_tensor_text(tensor, name), extents[axis], axis, tensor->dim.v[axis], other_role,
                        hd_tensor_text(other, other_name), other->dim.v[axis]);
}

/* Each head of k or v serves equally many heads of q. */
static hd_status divides_heads(const hd_op_context *context, const hipdnn_data_tensor *q, const char *role,
                               const hipdnn_data_tensor *tensor)
{
    const int64_t q_heads = q->dim.v[HD_ATTENTION_HEADS], heads = tensor->dim.v[HD_ATTENTION_HEADS];
    if (q_heads % heads == 0)
        return HD_OK;
    char name[HD_TENSOR_TEXT_SIZE], q_name[HD_TENSOR_TEXT_SIZE];
    return hd_op_refuse(context,
                        "q %s has %" PRId64 " heads and %s %s has %" PRId64
                        "; the first must be a multiple of the second: change one",
                        hd_tensor_text(q, q_name), q_heads, role, hd_tensor_text(tensor, name), heads);
}

hd_status hd_attention_shapes_fit(const hd_op_context *context, const hd_attention *attention)
{
    const hipdnn_data_tensor *q = attention->q, *k = attention->k, *v = attention->v;
    HD_TRY(is_matrices(context, "q", q));
    HD_TRY(is_matrices(context, "k", k));
    HD_TRY(is_matrices(context, "v", v));
    if (attention->paged_length == 0) {
        HD_TRY(shares_extent(context, "k", k, "q", q, HD_ATTENTION_BATCH));
        HD_TRY(shares_extent(context, "v", v, "q", q, HD_ATTENTION_BATCH));
        HD_TRY(shares_extent(context, "v", v, "k", k, HD_ATTENTION_LENGTH));
    }
    HD_TRY(shares_extent(context, "k", k, "q", q, HD_ATTENTION_WIDTH));
    HD_TRY(divides_heads(context, q, "k", k));
    return divides_heads(context, q, "v", v);
}

/* ------------------------------------------------------------------------------------------------ options */

static hd_status scale_fits(const hd_op_context *context, const hd_attention *attention)
{
    const hipdnn_optional_f32 value = attention->attributes.attn_scale_value;
    char name[HD_TENSOR_TEXT_SIZE];
    if (attention->scale != NULL && value.set)
        return hd_op_refuse(context, "scale %s and attn_scale_value %g are both given, one is allowed; leave one out",
                            hd_tensor_text(attention->scale, name), (double)value.value);
    return hd_operand_is_scalar(context, "scale", attention->scale);
}

static hd_status bound_fits(const hd_op_context *context, const char *name, hipdnn_optional_i64 bound)
{
    if (!bound.set || bound.value >= 0)
        return HD_OK;
    return hd_op_refuse(context, "%s is %" PRId64 ", at least 0 is allowed; leave it out for no bound", name,
                        bound.value);
}

static hd_status diagonal_fits(const hd_op_context *context, const hd_attention_attributes *attributes)
{
    HD_TRY(bound_fits(context, "left_bound", attributes->left_bound));
    HD_TRY(bound_fits(context, "right_bound", attributes->right_bound));
    if (attributes->causal_mask && attributes->causal_mask_bottom_right)
        return hd_op_refuse(context, "causal_mask and causal_mask_bottom_right are both true, one is allowed: the "
                                     "diagonal starts in one corner; set right_bound and diagonal_alignment instead");
    return HD_OK;
}

/* A mask lies over the scores [B, Hq, Sq, Skv], aligned at their last dimension, and stretches where it has 1: an added
 * one anywhere, one of dropout (`is_dropout`) over the batch and the heads alone. */
static hd_status mask_fits(const hd_op_context *context, const hd_attention *attention, const char *role,
                           const hipdnn_data_tensor *mask, bool is_dropout)
{
    if (mask == NULL)
        return HD_OK;
    char name[HD_TENSOR_TEXT_SIZE], seen[HD_DIMS_TEXT_SIZE], allowed[HD_DIMS_TEXT_SIZE];
    const hipdnn_dims scores = hd_attention_rows(attention, hd_attention_key_length(attention));
    const hipdnn_dims *dim = &mask->dim;
    if (dim->count > scores.count || (is_dropout && dim->count != scores.count))
        return hd_op_refuse(context,
                            "%s %s has %" PRIu32 " dimensions, but the scores that it lies over have %" PRIu32
                            ": [B, Hq, Sq, Skv] = %s; give it %s",
                            role, hd_tensor_text(mask, name), dim->count, scores.count,
                            hd_dims_text(&scores, allowed, sizeof allowed), is_dropout ? "as many" : "no more");
    for (uint32_t axis = 0; axis < dim->count; axis++) {
        const int64_t full = scores.v[scores.count - dim->count + axis];
        const bool may_stretch = !is_dropout || axis < HD_ATTENTION_LENGTH;
        if (dim->v[axis] != full && !(may_stretch && dim->v[axis] == 1))
            return hd_op_refuse(context,
                                "%s %s has dims %s, which do not fit the scores' [B, Hq, Sq, Skv] = %s: dims[%" PRIu32
                                "] is %" PRId64 ", %" PRId64 "%s is allowed; change it",
                                role, hd_tensor_text(mask, name), hd_dims_text(dim, seen, sizeof seen),
                                hd_dims_text(&scores, allowed, sizeof allowed), axis, dim->v[axis], full,
                                may_stretch ? " or 1" : "");
    }
    return HD_OK;
}

/* Lengths are also taken without a padding mask: an engine may use them with ragged tensors. */
static hd_status lengths_fit(const hd_op_context *context, const hd_attention *attention)
{
    const struct {
        const char *role;
        const hipdnn_data_tensor *tensor;
    } lengths[] = {{"seq_len_q", attention->seq_len_q}, {"seq_len_kv", attention->seq_len_kv}};
    const hipdnn_dims shape = HD_DIMS(attention->q->dim.v[HD_ATTENTION_BATCH], 1, 1, 1);
    for (size_t i = 0; i < sizeof lengths / sizeof lengths[0]; i++) {
        if (attention->attributes.padding_mask && lengths[i].tensor == NULL)
            return hd_op_refuse(context,
                                "padding_mask is true, but %s_tensor_uid is missing; give one length per batch entry, "
                                "or leave padding_mask out",
                                lengths[i].role);
        HD_TRY(hd_operand_has_shape(context, lengths[i].role, lengths[i].tensor, &shape, "[B, 1, 1, 1]"));
        HD_TRY(hd_operand_has_type(context, lengths[i].role, lengths[i].tensor, HIPDNN_TYPE_I32));
    }
    return HD_OK;
}

/* Dropout is drawn (probability, seed, offset) or given (mask, scale). A probability of 0 drops nothing and needs
 * neither. */
static hd_status dropout_fits(const hd_op_context *context, const hd_attention *attention)
{
    const hipdnn_optional_f32 probability = attention->attributes.dropout_probability;
    const bool is_drawn = probability.set && probability.value != 0.0F;
    char name[HD_TENSOR_TEXT_SIZE];
    if (is_drawn && !(probability.value > 0.0F && probability.value < 1.0F)) /* NaN too */
        return hd_op_refuse(context, "dropout_probability is %g, from 0 to less than 1 is allowed; change it",
                            (double)probability.value);
    if ((attention->seed == NULL) != (attention->offset == NULL))
        return hd_op_refuse(context, "%s_tensor_uid is missing, but %s %s is given; give both or neither",
                            attention->seed == NULL ? "seed" : "offset", attention->seed == NULL ? "offset" : "seed",
                            hd_tensor_text(attention->seed == NULL ? attention->offset : attention->seed, name));
    if (is_drawn && attention->dropout_mask != NULL)
        return hd_op_refuse(context,
                            "dropout_probability %g and dropout_mask %s are both given, one is allowed; leave one out",
                            (double)probability.value, hd_tensor_text(attention->dropout_mask, name));
    if (is_drawn && attention->seed == NULL)
        return hd_op_refuse(context,
                            "dropout_probability is %g, but seed_tensor_uid and offset_tensor_uid are missing; give "
                            "both, or a probability of 0",
                            (double)probability.value);
    if (attention->dropout_mask != NULL && attention->dropout_scale == NULL)
        return hd_op_refuse(context, "dropout_mask %s is given, but dropout_scale_tensor_uid is missing; give both",
                            hd_tensor_text(attention->dropout_mask, name));
    HD_TRY(mask_fits(context, attention, "dropout_mask", attention->dropout_mask, true));
    HD_TRY(hd_operand_is_scalar(context, "dropout_scale", attention->dropout_scale));
    HD_TRY(hd_operand_is_scalar(context, "seed", attention->seed));
    return hd_operand_is_scalar(context, "offset", attention->offset);
}

hd_status hd_attention_options_fit(const hd_op_context *context, const hd_attention *attention)
{
    HD_TRY(scale_fits(context, attention));
    HD_TRY(diagonal_fits(context, &attention->attributes));
    HD_TRY(mask_fits(context, attention, "attn_mask", attention->attn_mask, false));
    HD_TRY(lengths_fit(context, attention));
    return dropout_fits(context, attention);
}
