/* SPDX-License-Identifier: MIT */
/* What attention and its gradient share: the shapes of q, k and v, the masks, the scale, dropout. */
#ifndef HD_DATA_SDK_OPS_ATTENTION_H
#define HD_DATA_SDK_OPS_ATTENTION_H

#include "data_sdk/ops/operand.h"

/* Dimensions of q [B, Hq, Sq, D], k [B, Hk, Skv, D] and v [B, Hv, Skv, Dv]. */
enum { HD_ATTENTION_BATCH, HD_ATTENTION_HEADS, HD_ATTENTION_LENGTH, HD_ATTENTION_WIDTH, HD_ATTENTION_RANK };

/* The attributes that both operations have. */
typedef struct hd_attention_attributes {
    int64_t q, k, v;
    hipdnn_optional_i64 scale, attn_mask, seq_len_q, seq_len_kv, seed, offset, dropout_mask, dropout_scale;
    bool padding_mask, causal_mask, causal_mask_bottom_right;
    hipdnn_optional_f32 dropout_probability, attn_scale_value;
    hipdnn_optional_i64 left_bound, right_bound;
} hd_attention_attributes;

/* Takes them from the struct of either operation, which name them alike. */
#define HD_ATTENTION_ATTRIBUTES(node)                                                                                  \
    {                                                                                                                  \
        .q = (node)->q, .k = (node)->k, .v = (node)->v, .scale = (node)->scale, .attn_mask = (node)->attn_mask,        \
        .seq_len_q = (node)->seq_len_q, .seq_len_kv = (node)->seq_len_kv, .seed = (node)->seed,                        \
        .offset = (node)->offset, .dropout_mask = (node)->dropout_mask, .dropout_scale = (node)->dropout_scale,        \
        .padding_mask = (node)->padding_mask, .causal_mask = (node)->causal_mask,                                      \
        .causal_mask_bottom_right = (node)->causal_mask_bottom_right,                                                  \
        .dropout_probability = (node)->dropout_probability, .attn_scale_value = (node)->attn_scale_value,              \
        .left_bound = (node)->left_bound, .right_bound = (node)->right_bound                                           \
    }

/* The same with tensors in place of uids; NULL: not given. */
typedef struct hd_attention {
    hd_attention_attributes attributes;
    hipdnn_data_tensor *q, *k, *v, *scale, *attn_mask, *seq_len_q, *seq_len_kv, *seed, *offset, *dropout_mask,
        *dropout_scale;
    /* Not 0: k and v are pools of pages, shared by the batch, and no sequence is longer than this. */
    int64_t paged_length;
} hd_attention;

hd_status hd_attention_find(const hd_op_context *context, const hd_attention_attributes *attributes,
                            hd_attention *out_attention);

/* Refuses q, k and v that do not go together. After it the dims below mean something. */
hd_status hd_attention_shapes_fit(const hd_op_context *context, const hd_attention *attention);

/* Refuses masks, scale and dropout that do not go with each other or with the shapes. */
hd_status hd_attention_options_fit(const hd_op_context *context, const hd_attention *attention);

/* A row of `width` for each query, [B, Hq, Sq, width]: o has rows of Dv, the statistics of 1, the scores of Skv. */
hipdnn_dims hd_attention_rows(const hd_attention *attention, int64_t width);
int64_t hd_attention_value_width(const hd_attention *attention);
int64_t hd_attention_key_length(const hd_attention *attention);

#endif
