/* SPDX-License-Identifier: MIT */
/* One function per operation: shapes that fit each other, and whatever else may be there or not. */
#include "random_builder.h"

#include <assert.h>

/* --------------------------------------------------------------------------------- convolution, pooling */

enum { SPATIAL = 2 };

typedef struct convolution {
    hipdnn_dims x, w, y, pre_padding, post_padding, stride, dilation;
    int32_t mode;
} convolution;

static convolution any_convolution(builder *g, hipdnn_dims x)
{
    const int64_t groups = random_divisor(g, x.v[1]);
    convolution made = {.x = x, .w = x, .y = x, .mode = (int32_t)random_between(g, 1, 2)};
    made.w.v[0] = made.y.v[1] = groups * random_between(g, 1, 2);
    made.w.v[1] = x.v[1] / groups;
    made.pre_padding.count = made.post_padding.count = made.stride.count = made.dilation.count = x.count - SPATIAL;
    for (uint32_t i = 0; i < x.count - SPATIAL; i++) {
        const int64_t in = x.v[SPATIAL + i], filter = random_between(g, 1, 3);
        made.w.v[SPATIAL + i] = filter;
        made.stride.v[i] = random_between(g, 1, 2);
        made.dilation.v[i] = random_between(g, 1, 2);
        const int64_t reach = made.dilation.v[i] * (filter - 1) + 1;
        made.post_padding.v[i] = random_between(g, 0, 2);
        made.pre_padding.v[i] = random_between(g, 0, 2) + (reach > in ? reach - in : 0);
        const int64_t padded = in + made.pre_padding.v[i] + made.post_padding.v[i];
        made.y.v[SPATIAL + i] = (padded - reach) / made.stride.v[i] + 1;
    }
    return made;
}

static void make_conv_fwd(builder *g, void *attributes)
{
    const hipdnn_data_tensor x = random_main_input(g, 3, 5);
    const convolution c = any_convolution(g, x.dim);
    *(hipdnn_data_conv_fwd *)attributes = (hipdnn_data_conv_fwd){
        .x = x.uid,
        .w = random_input(g, x.data_type, c.w),
        .y = random_output(g, x.data_type, c.y),
        .pre_padding = c.pre_padding,
        .post_padding = c.post_padding,
        .stride = c.stride,
        .dilation = c.dilation,
        .mode = c.mode,
    };
}

static void make_conv_bwd(builder *g, void *attributes)
{
    const int32_t type = random_float_type(g);
    const convolution c = any_convolution(g, random_dims(g, 3, 5));
    *(hipdnn_data_conv_bwd *)attributes = (hipdnn_data_conv_bwd){
        .dy = random_input(g, type, c.y),
        .w = random_input(g, type, c.w),
        .dx = random_output(g, type, c.x),
        .pre_padding = c.pre_padding,
        .post_padding = c.post_padding,
        .stride = c.stride,
        .dilation = c.dilation,
        .mode = c.mode,
    };
}

static void make_conv_wrw(builder *g, void *attributes)
{
    const hipdnn_data_tensor x = random_main_input(g, 3, 5);
    const convolution c = any_convolution(g, x.dim);
    *(hipdnn_data_conv_wrw *)attributes = (hipdnn_data_conv_wrw){
        .x = x.uid,
        .dy = random_input(g, x.data_type, c.y),
        .dw = random_output(g, x.data_type, c.w),
        .pre_padding = c.pre_padding,
        .post_padding = c.post_padding,
        .stride = c.stride,
        .dilation = c.dilation,
        .mode = c.mode,
    };
}

typedef struct pooling {
    hipdnn_dims x, y, pre_padding, post_padding, stride, window;
    int32_t mode;
} pooling;

/* No window lies in padding alone, so padding is narrower than a window. */
static pooling any_pooling(builder *g, hipdnn_dims x)
{
    pooling made = {.x = x, .y = x, .mode = (int32_t)random_between(g, 1, 3)};
    made.pre_padding.count = made.post_padding.count = made.stride.count = made.window.count = x.count - SPATIAL;
    for (uint32_t i = 0; i < x.count - SPATIAL; i++) {
        const int64_t in = x.v[SPATIAL + i], window = random_between(g, 1, in < 3 ? in : 3);
        made.window.v[i] = window;
        made.stride.v[i] = random_between(g, 1, 2);
        made.pre_padding.v[i] = random_between(g, 0, window - 1);
        made.post_padding.v[i] = random_between(g, 0, window - 1);
        const int64_t padded = in + made.pre_padding.v[i] + made.post_padding.v[i];
        made.y.v[SPATIAL + i] = (padded - window) / made.stride.v[i] + 1;
    }
    return made;
}

static void make_resample_fwd(builder *g, void *attributes)
{
    const hipdnn_data_tensor x = random_main_input(g, 3, 5);
    const pooling p = any_pooling(g, x.dim);
    hipdnn_data_resample_fwd *node = attributes;
    *node = (hipdnn_data_resample_fwd){
        .x = x.uid,
        .y = random_output(g, x.data_type, p.y),
        .pre_padding = p.pre_padding,
        .post_padding = p.post_padding,
        .stride = p.stride,
        .window = p.window,
        .resample_mode = p.mode,
        .padding_mode = (int32_t)random_between(g, 1, 2),
    };
    if (p.mode == HIPDNN_RESAMPLE_MAXPOOL)
        node->index = random_maybe_output(g, random_chance(g, 50) ? HIPDNN_TYPE_I8 : HIPDNN_TYPE_I32, p.y);
    if (random_chance(g, 50))
        node->generate_index = (hipdnn_optional_bool)HIPDNN_SOME(node->index.set);
}

static void make_resample_bwd(builder *g, void *attributes)
{
    const int32_t type = random_float_type(g);
    const pooling p = any_pooling(g, random_dims(g, 3, 5));
    hipdnn_data_resample_bwd *node = attributes;
    *node = (hipdnn_data_resample_bwd){
        .dy = random_input(g, type, p.y),
        .dx = random_output(g, type, p.x),
        .pre_padding = p.pre_padding,
        .post_padding = p.post_padding,
        .stride = p.stride,
        .window = p.window,
        .resample_mode = p.mode,
        .padding_mode = (int32_t)random_between(g, 1, 2),
    };
    if (p.mode == HIPDNN_RESAMPLE_MAXPOOL)
        node->index = some(random_input(g, HIPDNN_TYPE_I32, p.y));
}

/* ------------------------------------------------------------------------------------- normalizations */

/* [1, C, 1...] */
static hipdnn_dims channels(hipdnn_dims x)
{
    for (uint32_t i = 0; i < x.count; i++)
        x.v[i] = i == 1 ? x.v[1] : 1;
    return x;
}

static void make_batchnorm_training(builder *g, void *attributes)
{
    const hipdnn_data_tensor x =
        random_main_input(g, 3, 5); /* the last extent makes more than one element per channel */
    const hipdnn_dims channel = channels(x.dim);
    hipdnn_data_batchnorm *node = attributes;
    *node = (hipdnn_data_batchnorm){
        .x = x.uid,
        .scale = random_input(g, x.data_type, channel),
        .bias = random_input(g, x.data_type, channel),
        .epsilon = random_scalar(g),
        .peer_stats = random_inputs(g, HIPDNN_TYPE_F32, shape(2, 2, 1, 1)),
        .y = random_output(g, x.data_type, x.dim),
        .mean = random_maybe_output(g, x.data_type, channel),
        .inv_variance = random_maybe_output(g, x.data_type, channel),
    };
    if (random_chance(g, 50)) {
        node->prev_running_mean = some(random_input(g, x.data_type, channel));
        node->prev_running_variance = some(random_input(g, x.data_type, channel));
        node->momentum = some(random_scalar(g));
        node->next_running_mean = some(random_output(g, x.data_type, channel));
        node->next_running_variance = some(random_output(g, x.data_type, channel));
    }
}

static void make_batchnorm_backward(builder *g, void *attributes)
{
    const hipdnn_data_tensor x = random_main_input(g, 2, 5);
    const hipdnn_dims channel = channels(x.dim);
    hipdnn_data_batchnorm_backward *node = attributes;
    *node = (hipdnn_data_batchnorm_backward){
        .dy = random_input(g, x.data_type, x.dim),
        .x = x.uid,
        .scale = random_input(g, x.data_type, channel),
        .peer_stats = random_inputs(g, HIPDNN_TYPE_F32, shape(2, 2, 1, 1)),
        .dx = random_output(g, x.data_type, x.dim),
        .dscale = random_output(g, x.data_type, channel),
        .dbias = random_output(g, x.data_type, channel),
    };
    if (random_chance(g, 50)) {
        node->mean = some(random_input(g, x.data_type, channel));
        node->inv_variance = some(random_input(g, x.data_type, channel));
    }
}

static void make_batchnorm_inference(builder *g, void *attributes)
{
    const hipdnn_data_tensor x = random_main_input(g, 2, 5);
    const hipdnn_dims channel = channels(x.dim);
    *(hipdnn_data_batchnorm_inference *)attributes = (hipdnn_data_batchnorm_inference){
        .x = x.uid,
        .mean = random_input(g, x.data_type, channel),
        .inv_variance = random_input(g, x.data_type, channel),
        .scale = random_input(g, x.data_type, channel),
        .bias = random_input(g, x.data_type, channel),
        .y = random_output(g, x.data_type, x.dim),
    };
}

static void make_batchnorm_inference_variance(builder *g, void *attributes)
{
    const hipdnn_data_tensor x = random_main_input(g, 2, 5);
    const hipdnn_dims channel = channels(x.dim);
    *(hipdnn_data_batchnorm_inference_variance *)attributes = (hipdnn_data_batchnorm_inference_variance){
        .x = x.uid,
        .mean = random_input(g, x.data_type, channel),
        .variance = random_input(g, x.data_type, channel),
        .scale = random_input(g, x.data_type, channel),
        .bias = random_input(g, x.data_type, channel),
        .y = random_output(g, x.data_type, x.dim),
        .epsilon = random_scalar(g),
    };
}

/* The last `count` dimensions are normalized: scale has their extents, statistics those of the others. */
static void split_dims(const hipdnn_dims *x, uint32_t count, hipdnn_dims *scale, hipdnn_dims *statistic)
{
    *scale = *statistic = *x;
    for (uint32_t i = 0; i < x->count; i++)
        *(i < x->count - count ? &scale->v[i] : &statistic->v[i]) = 1;
}

static void make_layernorm(builder *g, void *attributes)
{
    const hipdnn_data_tensor x = random_main_input(g, 2, 5);
    const uint32_t count = (uint32_t)random_between(g, 1, x.dim.count - 1);
    hipdnn_dims scale, statistic;
    split_dims(&x.dim, count, &scale, &statistic);
    hipdnn_data_layernorm *node = attributes;
    *node = (hipdnn_data_layernorm){
        .x = x.uid,
        .scale = random_input(g, x.data_type, scale),
        .bias = random_input(g, x.data_type, scale),
        .epsilon = random_scalar(g),
        .y = random_output(g, x.data_type, x.dim),
        .normalized_dim_count = random_chance(g, 50) ? count : 0,
        .forward_phase = (int32_t)random_between(g, HIPDNN_NORM_FWD_INFERENCE, HIPDNN_NORM_FWD_TRAINING),
    };
    if (node->forward_phase == HIPDNN_NORM_FWD_TRAINING) {
        node->mean = random_maybe_output(g, x.data_type, statistic);
        node->inv_variance = random_maybe_output(g, x.data_type, statistic);
    }
}

static void make_layernorm_backward(builder *g, void *attributes)
{
    const hipdnn_data_tensor x = random_main_input(g, 2, 5);
    const uint32_t count = (uint32_t)random_between(g, 1, x.dim.count - 1);
    const bool is_saved = random_chance(g, 50);
    hipdnn_dims scale, statistic;
    split_dims(&x.dim, count, &scale, &statistic);
    hipdnn_data_layernorm_backward *node = attributes;
    *node = (hipdnn_data_layernorm_backward){
        .dy = random_input(g, x.data_type, x.dim),
        .x = x.uid,
        .scale = random_input(g, x.data_type, scale),
        .dx = random_output(g, x.data_type, x.dim),
        .dscale = random_output(g, x.data_type, scale),
        .dbias = random_output(g, x.data_type, scale),
        .normalized_dim_count = random_chance(g, 50) ? count : 0,
    };
    if (is_saved) {
        node->mean = some(random_input(g, x.data_type, statistic));
        node->inv_variance = some(random_input(g, x.data_type, statistic));
    }
    node->epsilon = is_saved ? random_maybe_scalar(g) : some(random_scalar(g));
}

static void make_rmsnorm(builder *g, void *attributes)
{
    const hipdnn_data_tensor x = random_main_input(g, 2, 5);
    hipdnn_dims scale, statistic;
    split_dims(&x.dim, (uint32_t)random_between(g, 1, x.dim.count - 1), &scale, &statistic);
    hipdnn_data_rmsnorm *node = attributes;
    *node = (hipdnn_data_rmsnorm){
        .x = x.uid,
        .scale = random_input(g, x.data_type, scale),
        .epsilon = random_scalar(g),
        .y = random_output(g, x.data_type, x.dim),
        .bias = random_maybe_input(g, x.data_type, scale),
        .forward_phase = (int32_t)random_between(g, HIPDNN_NORM_FWD_INFERENCE, HIPDNN_NORM_FWD_TRAINING),
    };
    if (node->forward_phase == HIPDNN_NORM_FWD_TRAINING)
        node->inv_rms = random_maybe_output(g, x.data_type, statistic);
}

static void make_rmsnorm_backward(builder *g, void *attributes)
{
    const hipdnn_data_tensor x = random_main_input(g, 2, 5);
    hipdnn_dims scale, statistic;
    split_dims(&x.dim, (uint32_t)random_between(g, 1, x.dim.count - 1), &scale, &statistic);
    *(hipdnn_data_rmsnorm_backward *)attributes = (hipdnn_data_rmsnorm_backward){
        .dy = random_input(g, x.data_type, x.dim),
        .x = x.uid,
        .scale = random_input(g, x.data_type, scale),
        .inv_rms = random_input(g, x.data_type, statistic),
        .dx = random_output(g, x.data_type, x.dim),
        .dscale = random_output(g, x.data_type, scale),
        .dbias = random_maybe_output(g, x.data_type, scale),
    };
}

/* ------------------------------------------------------------------------------------------- attention */

typedef struct attention {
    int64_t batch, heads, rows, columns;
    hipdnn_dims q, k, v, o, statistic, scores;
} attention;

static attention any_attention(builder *g)
{
    attention a = {
        .batch = random_between(g, 1, 2), .heads = 1 << random_between(g, 0, 2), .rows = random_between(g, 2, 4)};
    a.columns = random_between(g, 2, 4);
    const int64_t width = random_between(g, 2, 4), value_width = random_between(g, 2, 4);
    a.q = shape(a.batch, a.heads, a.rows, width);
    a.k = shape(a.batch, random_divisor(g, a.heads), a.columns, width);
    a.v = shape(a.batch, random_divisor(g, a.heads), a.columns, value_width);
    a.o = shape(a.batch, a.heads, a.rows, value_width);
    a.statistic = shape(a.batch, a.heads, a.rows, 1);
    a.scores = shape(a.batch, a.heads, a.rows, a.columns);
    return a;
}

/* What forward and backward attention share, in a forward node. */
static void make_options(builder *g, const attention *a, hipdnn_data_sdpa *node)
{
    const hipdnn_dims lengths = shape(a->batch, 1, 1, 1);
    hipdnn_dims mask = a->scores, dropped = a->scores;
    mask.v[random_between(g, 0, 3)] = 1;
    dropped.v[random_between(g, 0, 1)] = 1;
    node->attn_mask = random_maybe_input(g, HIPDNN_TYPE_F32, mask);
    node->padding_mask = random_chance(g, 30);
    if (node->padding_mask || random_chance(g, 20)) {
        node->seq_len_q = some(random_input(g, HIPDNN_TYPE_I32, lengths));
        node->seq_len_kv = some(random_input(g, HIPDNN_TYPE_I32, lengths));
    }
    const int64_t scaling = random_between(g, 0, 2), dropout = random_between(g, 0, 3),
                  corner = random_between(g, 0, 3);
    if (scaling == 1)
        node->scale = some(random_scalar(g));
    else if (scaling == 2)
        node->attn_scale_value = (hipdnn_optional_f32)HIPDNN_SOME(random_any_float(g));
    if (dropout == 1) {
        node->dropout_probability = (hipdnn_optional_f32)HIPDNN_SOME(0.25F);
        node->seed = some(random_scalar(g));
        node->offset = some(random_scalar(g));
    } else if (dropout == 2) {
        node->dropout_mask = some(random_input(g, HIPDNN_TYPE_F32, dropped));
        node->dropout_scale = some(random_scalar(g));
    } else if (dropout == 3) {
        node->dropout_probability = (hipdnn_optional_f32)HIPDNN_SOME(0.0F);
    }
    node->alibi_mask = random_chance(g, 30);
    node->causal_mask = corner == 1;
    node->causal_mask_bottom_right = corner == 2;
    if (random_chance(g, 40))
        node->left_bound = some(random_between(g, 0, 9));
    if (random_chance(g, 40))
        node->right_bound = some(random_between(g, 0, 9));
    node->diagonal_alignment = (int32_t)random_between(g, 0, 1);
}

static void make_extras(builder *g, const attention *a, hipdnn_data_sdpa *node)
{
    hipdnn_optional_i64 *const scalars[] = {&node->descale_q, &node->descale_k, &node->descale_v,
                                            &node->descale_s, &node->scale_s,   &node->scale_o};
    for (size_t i = 0; i < sizeof scalars / sizeof scalars[0]; i++)
        *scalars[i] = random_maybe_scalar(g);
    const hipdnn_dims table = shape(a->batch, 1, 3, 1);
    if (random_chance(g, 30)) {
        node->page_table_k = some(random_input(g, HIPDNN_TYPE_I32, table));
        node->page_table_v = some(random_input(g, HIPDNN_TYPE_I32, table));
        node->max_seq_len_kv = (hipdnn_optional_i32)HIPDNN_SOME((int32_t)a->columns);
    } else if (random_chance(g, 30)) {
        node->max_seq_len_kv = (hipdnn_optional_i32)HIPDNN_SOME((int32_t)random_between(g, 0, 9));
    }
    node->block_mask = random_maybe_input(g, HIPDNN_TYPE_U8, table);
    node->sink_token = random_maybe_input(g, HIPDNN_TYPE_F32, shape(1, a->heads, 1, 1));
    node->stats = random_maybe_output(g, HIPDNN_TYPE_F32, a->statistic);
    if (random_chance(g, 50))
        node->generate_stats = (hipdnn_optional_bool)HIPDNN_SOME(node->stats.set);
    node->max = random_maybe_output(g, HIPDNN_TYPE_F32, a->statistic);
    node->sum_exp = random_maybe_output(g, HIPDNN_TYPE_F32, a->statistic);
    node->rng_dump = random_maybe_output(g, HIPDNN_TYPE_F32, a->scores);
    node->amax_s = random_maybe_output(g, HIPDNN_TYPE_F32, shape(1, 1, 1, 1));
    node->amax_o = random_maybe_output(g, HIPDNN_TYPE_F32, shape(1, 1, 1, 1));
    node->mma_core_mode = (int32_t)random_between(g, HIPDNN_TYPE_UNSET, HIPDNN_TYPE_FP8_E5M2_FNUZ);
    node->implementation = (int32_t)random_between(g, 0, 2);
}

static void make_sdpa(builder *g, void *attributes)
{
    const attention a = any_attention(g);
    const int32_t type = random_float_type(g);
    hipdnn_data_sdpa *node = attributes;
    *node = (hipdnn_data_sdpa){.q = random_input(g, type, a.q),
                               .k = random_input(g, type, a.k),
                               .v = random_input(g, type, a.v),
                               .o = random_output(g, type, a.o)};
    make_options(g, &a, node);
    make_extras(g, &a, node);
}

static void make_sdpa_backward(builder *g, void *attributes)
{
    const attention a = any_attention(g);
    const int32_t type = random_float_type(g);
    hipdnn_data_sdpa options = {0};
    make_options(g, &a, &options);
    hipdnn_data_sdpa_backward *node = attributes;
    *node = (hipdnn_data_sdpa_backward){
        .q = random_input(g, type, a.q),
        .k = random_input(g, type, a.k),
        .v = random_input(g, type, a.v),
        .o = random_input(g, type, a.o),
        .dout = random_input(g, type, a.o),
        .stats = random_input(g, HIPDNN_TYPE_F32, a.statistic),
        .dq = random_output(g, type, a.q),
        .dk = random_output(g, type, a.k),
        .dv = random_output(g, type, a.v),
        .scale = options.scale,
        .attn_mask = options.attn_mask,
        .seq_len_q = options.seq_len_q,
        .seq_len_kv = options.seq_len_kv,
        .seed = options.seed,
        .offset = options.offset,
        .dropout_mask = options.dropout_mask,
        .dropout_scale = options.dropout_scale,
        .dropout_scale_inv = random_maybe_scalar(g),
        .alibi_mask = options.alibi_mask,
        .padding_mask = options.padding_mask,
        .causal_mask = options.causal_mask,
        .causal_mask_bottom_right = options.causal_mask_bottom_right,
        .dropout_probability = options.dropout_probability,
        .attn_scale_value = options.attn_scale_value,
        .left_bound = options.left_bound,
        .right_bound = options.right_bound,
        .diagonal_alignment = options.diagonal_alignment,
    };
    if (node->attn_mask.set)
        node->dbias = random_maybe_output(g, type, random_tensor(g, node->attn_mask.value)->dim);
}

/* ------------------------------------------------------------------------------------------- the others */

static void make_pointwise(builder *g, void *attributes)
{
    const hipdnn_data_tensor x = random_main_input(g, 1, 5);
    hipdnn_dims other = x.dim;
    hipdnn_data_pointwise *node = attributes;
    *node = (hipdnn_data_pointwise){
        .mode = (int32_t)random_between(g, HIPDNN_POINTWISE_ABS, HIPDNN_POINTWISE_TANH_FWD),
        .in_0 = x.uid,
        .relu_lower_clip = random_maybe_float(g),
        .relu_upper_clip = random_maybe_float(g),
        .relu_lower_clip_slope = random_maybe_float(g),
        .swish_beta = random_maybe_float(g),
        .elu_alpha = random_maybe_float(g),
        .softplus_beta = random_maybe_float(g),
    };
    const int count = hd_pointwise_input_count(node->mode);
    if (random_chance(g, 40))
        other.v[random_between(g, 0, other.count - 1)] = 1;
    if (count > 1)
        node->in_1 = some(random_input(g, x.data_type, other));
    if (count > 2)
        node->in_2 = some(random_input(g, HIPDNN_TYPE_BOOL, x.dim));
    if (node->mode == HIPDNN_POINTWISE_GEN_INDEX || random_chance(g, 10))
        node->axis = some(random_between(g, 0, x.dim.count - 1));
    node->out_0 = random_output(g, x.data_type, x.dim);
}

static void make_matmul(builder *g, void *attributes)
{
    const hipdnn_data_tensor a = random_main_input(g, 2, 5);
    hipdnn_dims b = a.dim, c = a.dim;
    const uint32_t row = b.count - 2, column = b.count - 1;
    b.v[row] = a.dim.v[column];
    b.v[column] = c.v[column] = random_between(g, 2, 4);
    for (uint32_t i = 0; i < row && random_chance(g, 40); i++)
        b.v[i] = 1;
    *(hipdnn_data_matmul *)attributes =
        (hipdnn_data_matmul){a.uid, random_input(g, a.data_type, b), random_output(g, a.data_type, c)};
}

static void make_reduction(builder *g, void *attributes)
{
    const hipdnn_data_tensor x = random_main_input(g, 1, 5);
    hipdnn_dims out = x.dim;
    out.v[out.count - 1] = 1;
    for (uint32_t i = 0; i < out.count; i++)
        out.v[i] = random_chance(g, 30) ? 1 : out.v[i];
    *(hipdnn_data_reduction *)attributes = (hipdnn_data_reduction){
        .mode = (int32_t)random_between(g, HIPDNN_REDUCE_TENSOR_ADD, HIPDNN_REDUCE_TENSOR_MUL_NO_ZEROS),
        .in = x.uid,
        .out = random_output(g, x.data_type, out),
        .is_deterministic = random_chance(g, 50),
    };
}

static void make_block_scale_quantize(builder *g, void *attributes)
{
    const hipdnn_data_tensor x = random_main_input(g, 2, 5);
    const uint32_t axis = (uint32_t)random_between(g, 0, x.dim.count - 1);
    const bool is_last = axis == x.dim.count - 1 && random_chance(g, 50);
    hipdnn_dims scale = x.dim;
    const int64_t block = random_divisor(g, x.dim.v[axis]);
    scale.v[axis] /= block;
    *(hipdnn_data_block_scale_quantize *)attributes = (hipdnn_data_block_scale_quantize){
        .x = x.uid,
        .y = random_output(g, HIPDNN_TYPE_FP8_E4M3, x.dim),
        .scale = random_output(g, HIPDNN_TYPE_FP8_E8M0, scale),
        .block_size = (int32_t)block,
        .axis = is_last ? (hipdnn_optional_i64){0} : some(axis),
        .transpose = random_chance(g, 50),
    };
}

static void make_block_scale_dequantize(builder *g, void *attributes)
{
    const hipdnn_data_tensor x = random_main_input(g, 1, 5);
    int32_t *blocks = hd_arena_alloc_array(&g->arena, x.dim.count, sizeof *blocks);
    const uint32_t count = (uint32_t)random_between(g, 1, x.dim.count);
    for (uint32_t i = 0; i < count; i++)
        blocks[i] = (int32_t)random_between(g, 1, 32);
    const int64_t y = random_output(g, random_float_type(g), x.dim);
    random_tensor(g, y)->is_virtual = true; /* the only kind there is */
    *(hipdnn_data_block_scale_dequantize *)attributes = (hipdnn_data_block_scale_dequantize){
        .x = x.uid,
        .scale = random_input(g, HIPDNN_TYPE_FP8_E8M0, x.dim),
        .y = y,
        .block_size = {blocks, count},
        .is_negative_scale = random_chance(g, 50),
    };
}

static void make_moe(builder *g, void *attributes)
{
    const int64_t tokens = random_between(g, 2, 4), width = random_between(g, 2, 4), experts = random_between(g, 1, 3);
    const int64_t out = random_between(g, 2, 4), mode = random_between(g, 0, 2);
    const bool gathers = mode == HIPDNN_MOE_GROUPED_MATMUL_MODE_GATHER;
    const int64_t rows = gathers ? random_between(g, 2, 6) : tokens;
    const int32_t type = random_float_type(g);
    hipdnn_data_moe_grouped_matmul *node = attributes;
    *node = (hipdnn_data_moe_grouped_matmul){
        .token = random_input(g, type, shape(1, tokens, width, 0)),
        .weight = random_input(g, type, shape(experts, width, out, 0)),
        .first_token_offset = random_input(g, HIPDNN_TYPE_I32, shape(experts * random_between(g, 1, 2), 1, 1, 0)),
        .output = random_output(g, type, shape(1, rows, out, 0)),
        .mode = (int32_t)mode,
        .top_k = mode == HIPDNN_MOE_GROUPED_MATMUL_MODE_SCATTER ? (int32_t)random_between(g, 1, experts) : 0,
    };
    if (mode != HIPDNN_MOE_GROUPED_MATMUL_MODE_NONE)
        node->token_index = some(random_input(g, HIPDNN_TYPE_I32, shape(1, rows, 1, 0)));
    if (mode == HIPDNN_MOE_GROUPED_MATMUL_MODE_SCATTER)
        node->token_ks = some(random_input(g, HIPDNN_TYPE_I32, shape(1, rows, 1, 0)));
}

static void make_moe_bwd(builder *g, void *attributes)
{
    const int64_t tokens = random_between(g, 2, 4), width = random_between(g, 2, 4), experts = random_between(g, 1, 3);
    const int64_t out = random_between(g, 2, 4);
    const int32_t type = random_float_type(g);
    *(hipdnn_data_moe_grouped_matmul_bwd *)attributes = (hipdnn_data_moe_grouped_matmul_bwd){
        .doutput = random_input(g, type, shape(1, tokens, out, 0)),
        .token = random_input(g, type, shape(1, tokens, width, 0)),
        .first_token_offset = random_input(g, HIPDNN_TYPE_I32, shape(experts, 1, 1, 0)),
        .dweight = random_output(g, type, shape(experts, width, out, 0)),
    };
}

static void make_custom_op(builder *g, void *attributes)
{
    const uint32_t inputs = (uint32_t)random_between(g, 0, 3), outputs = (uint32_t)random_between(g, 1, 3);
    const uint32_t size = random_chance(g, 30) ? 0 : (uint32_t)random_between(g, 1, 20);
    int64_t *in = hd_arena_alloc_array(&g->arena, inputs, sizeof *in);
    int64_t *out = hd_arena_alloc_array(&g->arena, outputs, sizeof *out);
    uint8_t *data = hd_arena_alloc(&g->arena, size);
    for (uint32_t i = 0; i < inputs; i++)
        in[i] = random_main_input(g, 1, 8).uid;
    for (uint32_t i = 0; i < outputs; i++)
        out[i] = random_output(g, random_float_type(g), random_dims(g, 1, 8));
    for (uint32_t i = 0; i < size; i++)
        data[i] = (uint8_t)random_between(g, 0, 255);
    *(hipdnn_data_custom_op *)attributes = (hipdnn_data_custom_op){
        .custom_op_id = random_chance(g, 50) ? "vendor.op" : "vendor.\xC3\xB6p",
        .inputs = {in, inputs},
        .outputs = {out, outputs},
        .data = {data, size},
    };
}

/* ---------------------------------------------------------------------------------------------- all of them */

static void (*const makers[])(builder *, void *) = {
    [HIPDNN_DATA_OPERATION_BATCHNORM_INFERENCE] = make_batchnorm_inference,
    [HIPDNN_DATA_OPERATION_POINTWISE] = make_pointwise,
    [HIPDNN_DATA_OPERATION_BATCHNORM_BACKWARD] = make_batchnorm_backward,
    [HIPDNN_DATA_OPERATION_BATCHNORM] = make_batchnorm_training,
    [HIPDNN_DATA_OPERATION_CONV_FWD] = make_conv_fwd,
    [HIPDNN_DATA_OPERATION_CONV_BWD] = make_conv_bwd,
    [HIPDNN_DATA_OPERATION_CONV_WRW] = make_conv_wrw,
    [HIPDNN_DATA_OPERATION_BATCHNORM_INFERENCE_VARIANCE] = make_batchnorm_inference_variance,
    [HIPDNN_DATA_OPERATION_MATMUL] = make_matmul,
    [HIPDNN_DATA_OPERATION_RMSNORM] = make_rmsnorm,
    [HIPDNN_DATA_OPERATION_LAYERNORM] = make_layernorm,
    [HIPDNN_DATA_OPERATION_SDPA] = make_sdpa,
    [HIPDNN_DATA_OPERATION_BLOCK_SCALE_DEQUANTIZE] = make_block_scale_dequantize,
    [HIPDNN_DATA_OPERATION_BLOCK_SCALE_QUANTIZE] = make_block_scale_quantize,
    [HIPDNN_DATA_OPERATION_SDPA_BACKWARD] = make_sdpa_backward,
    [HIPDNN_DATA_OPERATION_CUSTOM_OP] = make_custom_op,
    [HIPDNN_DATA_OPERATION_RMSNORM_BACKWARD] = make_rmsnorm_backward,
    [HIPDNN_DATA_OPERATION_REDUCTION] = make_reduction,
    [HIPDNN_DATA_OPERATION_RESAMPLE_FWD] = make_resample_fwd,
    [HIPDNN_DATA_OPERATION_LAYERNORM_BACKWARD] = make_layernorm_backward,
    [HIPDNN_DATA_OPERATION_RESAMPLE_BWD] = make_resample_bwd,
    [HIPDNN_DATA_OPERATION_MOE_GROUPED_MATMUL] = make_moe,
    [HIPDNN_DATA_OPERATION_MOE_GROUPED_MATMUL_BWD] = make_moe_bwd,
};

void random_operation(builder *g, int32_t tag, void *attributes)
{
    assert(tag > 0 && (size_t)tag < sizeof makers / sizeof makers[0] && makers[tag] != NULL);
    makers[tag](g, attributes);
}
