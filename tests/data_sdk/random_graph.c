/* SPDX-License-Identifier: MIT */
#include "random_graph.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The widest operation, attention, names 28 tensors, each of which may need another for its ragged offsets. */
enum { MOST_TENSORS_OF_NODE = 64 };

typedef random_graph builder;

/* ----------------------------------------------------------------------------------------------- chance */

/* From least to most, both included. */
static int64_t between(builder *g, int64_t least, int64_t most)
{
    return least + (int64_t)random_below(&g->stream, (uint64_t)(most - least + 1));
}

static bool chance(builder *g, int percent)
{
    return between(g, 1, 100) <= percent;
}

static int64_t divisor_of(builder *g, int64_t number)
{
    int64_t divisor = between(g, 1, number);
    while (number % divisor != 0)
        divisor--;
    return divisor;
}

static const char *maybe_name(builder *g, const char *stem)
{
    static const char *const odd[] = {"",    "a \"quoted\" name", "ein Name mit \xC3\xA4", "tab\tand\nline", "same",
                                      "same"};
    if (!chance(g, 70))
        return odd[between(g, 0, sizeof odd / sizeof odd[0] - 1)];
    char text[48];
    const int length = snprintf(text, sizeof text, "%s%lld", stem, (long long)between(g, 0, 999));
    return hd_arena_copy_text(&g->arena, text, (size_t)length);
}

static int32_t float_type(builder *g)
{
    static const int32_t types[] = {HIPDNN_TYPE_F32, HIPDNN_TYPE_F32, HIPDNN_TYPE_F32, HIPDNN_TYPE_F16,
                                    HIPDNN_TYPE_BF16};
    return types[between(g, 0, 4)];
}

static float any_float(builder *g)
{
    return random_float(&g->stream) * 8.0F;
}

static hipdnn_optional_f32 maybe_float(builder *g)
{
    return chance(g, 50) ? (hipdnn_optional_f32)HIPDNN_SOME(any_float(g)) : (hipdnn_optional_f32){0};
}

/* --------------------------------------------------------------------------------------------- tensors */

/* Packed in any order of dimensions, at times with gaps; an input may also repeat its elements. */
static hipdnn_dims any_strides(builder *g, const hipdnn_dims *dim, bool is_input)
{
    uint32_t order[HIPDNN_MAX_RANK];
    hipdnn_dims stride = {.count = dim->count};
    for (uint32_t i = 0; i < dim->count; i++)
        order[i] = i;
    for (uint32_t i = dim->count; chance(g, 70) && i-- > 1;) {
        const uint32_t k = (uint32_t)between(g, 0, i), swapped = order[i];
        order[i] = order[k];
        order[k] = swapped;
    }
    int64_t next = 1;
    for (uint32_t i = dim->count; i-- > 0;) {
        stride.v[order[i]] = next;
        next *= dim->v[order[i]] + (chance(g, 10) ? 3 : 0);
    }
    if (is_input && chance(g, 5))
        stride.v[between(g, 0, dim->count - 1)] = 0;
    return stride;
}

static int64_t new_tensor(builder *g, int32_t type, hipdnn_dims dim, bool is_input)
{
    const size_t index = g->graph.tensor_count++;
    hipdnn_data_tensor *tensor = &g->tensors[index];
    *tensor = (hipdnn_data_tensor){
        .uid = (int64_t)((random_next(&g->stream) & ~UINT64_C(0xFFFFF)) | index), /* each its own */
        .name = maybe_name(g, "t"),
        .data_type = type,
        .dim = dim,
        .stride = any_strides(g, &dim, is_input),
        .alignment = chance(g, 10) ? 1 << between(g, 0, 8) : 16,
        .ragged_offset_multiplier = 1,
    };
    return tensor->uid;
}

static hipdnn_data_tensor *find(builder *g, int64_t uid)
{
    const size_t index = hipdnn_data_graph_find(&g->graph, uid);
    assert(index < g->graph.tensor_count);
    return &g->tensors[index];
}

/* At times the tensor's rows start where another tensor says. */
static void maybe_ragged(builder *g, int64_t uid)
{
    if (!chance(g, 5))
        return;
    const int64_t offsets = new_tensor(g, HIPDNN_TYPE_I32, (hipdnn_dims){.v = {9, 1, 1}, .count = 3}, true);
    hipdnn_data_tensor *tensor = find(g, uid);
    tensor->ragged_offset_uid = (hipdnn_optional_i64)HIPDNN_SOME(offsets);
    tensor->ragged_offset_multiplier = between(g, 1, 4);
}

static bool is_own(const builder *g, size_t index)
{
    for (size_t i = g->written_count - g->own_count; i < g->written_count; i++)
        if (g->written[i] == index)
            return true;
    return false;
}

/* Any tensor that the node under construction may read, more often than not one that a node before it writes; NULL when
 * this one may not be. */
static const hipdnn_data_tensor *try_any(builder *g)
{
    const size_t before = g->written_count - g->own_count;
    size_t index = (size_t)between(g, 0, (int64_t)g->graph.tensor_count - 1);
    if (before > 0 && chance(g, 70))
        index = g->written[between(g, 0, (int64_t)before - 1)];
    const hipdnn_data_tensor *tensor = &g->tensors[index];
    const bool is_by_value = tensor->value_type != HIPDNN_DATA_VALUE_NONE || tensor->is_runtime_pass_by_value;
    return is_by_value || is_own(g, index) ? NULL : tensor;
}

/* A tensor of this type and shape that is there already, or a new one. */
static int64_t input(builder *g, int32_t type, hipdnn_dims dim)
{
    for (size_t tries = 0; tries < 2 * g->graph.tensor_count && chance(g, 90); tries++) {
        const hipdnn_data_tensor *tensor = try_any(g);
        if (tensor != NULL && tensor->data_type == type && hd_dims_equal(&tensor->dim, &dim))
            return tensor->uid;
    }
    const int64_t uid = new_tensor(g, type, dim, true);
    maybe_ragged(g, uid);
    return uid;
}

static int64_t output(builder *g, int32_t type, hipdnn_dims dim)
{
    const int64_t uid = new_tensor(g, type, dim, false);
    hipdnn_data_tensor *tensor = find(g, uid);
    tensor->is_virtual = chance(g, 40);
    g->written[g->written_count++] = (size_t)(tensor - g->tensors);
    g->own_count++;
    maybe_ragged(g, uid);
    return uid;
}

static hipdnn_optional_i64 maybe_input(builder *g, int32_t type, hipdnn_dims dim)
{
    return chance(g, 50) ? (hipdnn_optional_i64)HIPDNN_SOME(input(g, type, dim)) : (hipdnn_optional_i64){0};
}

static hipdnn_optional_i64 maybe_output(builder *g, int32_t type, hipdnn_dims dim)
{
    return chance(g, 50) ? (hipdnn_optional_i64)HIPDNN_SOME(output(g, type, dim)) : (hipdnn_optional_i64){0};
}

static hipdnn_dims any_dims(builder *g, uint32_t least_rank, uint32_t most_rank)
{
    hipdnn_dims dim = {.count = (uint32_t)between(g, least_rank, most_rank)};
    for (uint32_t i = 0; i < dim.count; i++)
        dim.v[i] = between(g, 2, 4);
    if (dim.count > 1 && chance(g, 20))
        dim.v[0] = 1;
    return dim;
}

/* What a node is mainly about: some tensor of the graph, or a new one. Its last extent is never 1. */
static const hipdnn_data_tensor *main_input(builder *g, uint32_t least_rank, uint32_t most_rank)
{
    for (size_t tries = 0; tries < 2 * g->graph.tensor_count && chance(g, 95); tries++) {
        const hipdnn_data_tensor *tensor = try_any(g);
        if (tensor == NULL || tensor->dim.count < least_rank || tensor->dim.count > most_rank)
            continue;
        if (tensor->dim.v[tensor->dim.count - 1] > 1)
            return tensor;
    }
    const int64_t uid = new_tensor(g, float_type(g), any_dims(g, least_rank, most_rank), true);
    maybe_ragged(g, uid);
    return find(g, uid);
}

static hipdnn_data_value any_value(builder *g, int32_t type)
{
    hipdnn_data_value value = {.i64 = 0};
    const float real = any_float(g);
    if (type == HIPDNN_DATA_VALUE_FLOAT32 || type == HIPDNN_DATA_VALUE_FLOAT16 || type == HIPDNN_DATA_VALUE_BFLOAT16)
        value.f32 = real;
    else if (type == HIPDNN_DATA_VALUE_FLOAT64)
        value.f64 = (double)real / 3.0;
    else if (type == HIPDNN_DATA_VALUE_INT32)
        value.i32 = (int32_t)between(g, INT32_MIN, INT32_MAX);
    else if (type == HIPDNN_DATA_VALUE_INT64)
        value.i64 = between(g, -5, 5);
    else if (type == HIPDNN_DATA_VALUE_FLOAT8)
        value.u8 = (uint8_t)between(g, 0, 255);
    else
        value.u8 = (uint8_t)between(g, 0, 1);
    return value;
}

/* One element: in memory, given now, or given when the plan runs. */
static int64_t scalar(builder *g)
{
    const hipdnn_dims dim = {.v = {1}, .count = 1};
    const int64_t kind = between(g, 0, 3);
    if (kind == 0)
        return input(g, HIPDNN_TYPE_F32, dim);
    const int64_t uid = new_tensor(g, HIPDNN_TYPE_F32, dim, true);
    hipdnn_data_tensor *tensor = find(g, uid);
    tensor->is_runtime_pass_by_value = kind == 1;
    if (kind > 1) {
        tensor->value_type = (int32_t)between(g, HIPDNN_DATA_VALUE_FLOAT32, HIPDNN_DATA_VALUE_BOOL);
        tensor->value = any_value(g, tensor->value_type);
    }
    return uid;
}

static hipdnn_optional_i64 maybe_scalar(builder *g)
{
    return chance(g, 50) ? (hipdnn_optional_i64)HIPDNN_SOME(scalar(g)) : (hipdnn_optional_i64){0};
}

static hipdnn_dims shape(int64_t a, int64_t b, int64_t c, int64_t d)
{
    return (hipdnn_dims){.v = {a, b, c, d}, .count = d != 0 ? 4 : 3};
}

/* --------------------------------------------------------------------------------- convolution, pooling */

enum { SPATIAL = 2 };

typedef struct convolution {
    hipdnn_dims x, w, y, pre_padding, post_padding, stride, dilation;
    int32_t mode;
} convolution;

static convolution any_convolution(builder *g, hipdnn_dims x)
{
    const int64_t groups = divisor_of(g, x.v[1]);
    convolution made = {.x = x, .w = x, .y = x, .mode = (int32_t)between(g, 1, 2)};
    made.w.v[0] = made.y.v[1] = groups * between(g, 1, 2);
    made.w.v[1] = x.v[1] / groups;
    made.pre_padding.count = made.post_padding.count = made.stride.count = made.dilation.count = x.count - SPATIAL;
    for (uint32_t i = 0; i < x.count - SPATIAL; i++) {
        const int64_t in = x.v[SPATIAL + i], filter = between(g, 1, 3);
        made.w.v[SPATIAL + i] = filter;
        made.stride.v[i] = between(g, 1, 2);
        made.dilation.v[i] = between(g, 1, 2);
        const int64_t reach = made.dilation.v[i] * (filter - 1) + 1;
        made.post_padding.v[i] = between(g, 0, 2);
        made.pre_padding.v[i] = between(g, 0, 2) + (reach > in ? reach - in : 0);
        const int64_t padded = in + made.pre_padding.v[i] + made.post_padding.v[i];
        made.y.v[SPATIAL + i] = (padded - reach) / made.stride.v[i] + 1;
    }
    return made;
}

static void make_conv_fwd(builder *g, void *attributes)
{
    const hipdnn_data_tensor *x = main_input(g, 3, 5);
    const int64_t uid = x->uid;
    const int32_t type = x->data_type;
    const convolution c = any_convolution(g, x->dim);
    *(hipdnn_data_conv_fwd *)attributes = (hipdnn_data_conv_fwd){
        uid, input(g, type, c.w), output(g, type, c.y), c.pre_padding, c.post_padding, c.stride, c.dilation, c.mode};
}

static void make_conv_bwd(builder *g, void *attributes)
{
    const int32_t type = float_type(g);
    const convolution c = any_convolution(g, any_dims(g, 3, 5));
    *(hipdnn_data_conv_bwd *)attributes = (hipdnn_data_conv_bwd){input(g, type, c.y),  input(g, type, c.w),
                                                                 output(g, type, c.x), c.pre_padding,
                                                                 c.post_padding,       c.stride,
                                                                 c.dilation,           c.mode};
}

static void make_conv_wrw(builder *g, void *attributes)
{
    const hipdnn_data_tensor *x = main_input(g, 3, 5);
    const int64_t uid = x->uid;
    const int32_t type = x->data_type;
    const convolution c = any_convolution(g, x->dim);
    *(hipdnn_data_conv_wrw *)attributes = (hipdnn_data_conv_wrw){
        uid, input(g, type, c.y), output(g, type, c.w), c.pre_padding, c.post_padding, c.stride, c.dilation, c.mode};
}

typedef struct pooling {
    hipdnn_dims x, y, pre_padding, post_padding, stride, window;
    int32_t mode;
} pooling;

/* No window lies in padding alone, so padding is narrower than a window. */
static pooling any_pooling(builder *g, hipdnn_dims x)
{
    pooling made = {.x = x, .y = x, .mode = (int32_t)between(g, 1, 3)};
    made.pre_padding.count = made.post_padding.count = made.stride.count = made.window.count = x.count - SPATIAL;
    for (uint32_t i = 0; i < x.count - SPATIAL; i++) {
        const int64_t in = x.v[SPATIAL + i], window = between(g, 1, in < 3 ? in : 3);
        made.window.v[i] = window;
        made.stride.v[i] = between(g, 1, 2);
        made.pre_padding.v[i] = between(g, 0, window - 1);
        made.post_padding.v[i] = between(g, 0, window - 1);
        const int64_t padded = in + made.pre_padding.v[i] + made.post_padding.v[i];
        made.y.v[SPATIAL + i] = (padded - window) / made.stride.v[i] + 1;
    }
    return made;
}

static void make_resample_fwd(builder *g, void *attributes)
{
    const hipdnn_data_tensor *x = main_input(g, 3, 5);
    const int64_t uid = x->uid;
    const pooling p = any_pooling(g, x->dim);
    hipdnn_data_resample_fwd *node = attributes;
    *node = (hipdnn_data_resample_fwd){
        .x = uid,
        .y = output(g, x->data_type, p.y),
        .pre_padding = p.pre_padding,
        .post_padding = p.post_padding,
        .stride = p.stride,
        .window = p.window,
        .resample_mode = p.mode,
        .padding_mode = (int32_t)between(g, 1, 2),
    };
    if (p.mode == HIPDNN_RESAMPLE_MAXPOOL)
        node->index = maybe_output(g, chance(g, 50) ? HIPDNN_TYPE_I8 : HIPDNN_TYPE_I32, p.y);
    if (chance(g, 50))
        node->generate_index = (hipdnn_optional_bool)HIPDNN_SOME(node->index.set);
}

static void make_resample_bwd(builder *g, void *attributes)
{
    const int32_t type = float_type(g);
    const pooling p = any_pooling(g, any_dims(g, 3, 5));
    hipdnn_data_resample_bwd *node = attributes;
    *node = (hipdnn_data_resample_bwd){
        .dy = input(g, type, p.y),
        .dx = output(g, type, p.x),
        .pre_padding = p.pre_padding,
        .post_padding = p.post_padding,
        .stride = p.stride,
        .window = p.window,
        .resample_mode = p.mode,
        .padding_mode = (int32_t)between(g, 1, 2),
    };
    if (p.mode == HIPDNN_RESAMPLE_MAXPOOL)
        node->index = (hipdnn_optional_i64)HIPDNN_SOME(input(g, HIPDNN_TYPE_I32, p.y));
}

/* ------------------------------------------------------------------------------------- normalizations */

/* [1, C, 1...] */
static hipdnn_dims channels(hipdnn_dims x)
{
    for (uint32_t i = 0; i < x.count; i++)
        x.v[i] = i == 1 ? x.v[1] : 1;
    return x;
}

static void make_batchnorm(builder *g, void *attributes)
{
    const hipdnn_data_tensor *x = main_input(g, 3, 5); /* the last extent makes more than one element per channel */
    const int64_t uid = x->uid;
    const int32_t type = x->data_type;
    const hipdnn_dims all = x->dim, channel = channels(all);
    hipdnn_data_batchnorm *node = attributes;
    *node = (hipdnn_data_batchnorm){
        .x = uid,
        .scale = input(g, type, channel),
        .bias = input(g, type, channel),
        .epsilon = scalar(g),
        .y = output(g, type, all),
        .mean = maybe_output(g, type, channel),
        .inv_variance = maybe_output(g, type, channel),
    };
    if (chance(g, 50)) {
        node->prev_running_mean = (hipdnn_optional_i64)HIPDNN_SOME(input(g, type, channel));
        node->prev_running_variance = (hipdnn_optional_i64)HIPDNN_SOME(input(g, type, channel));
        node->momentum = (hipdnn_optional_i64)HIPDNN_SOME(scalar(g));
        node->next_running_mean = (hipdnn_optional_i64)HIPDNN_SOME(output(g, type, channel));
        node->next_running_variance = (hipdnn_optional_i64)HIPDNN_SOME(output(g, type, channel));
    }
}

/* Up to three tensors of this shape. */
static hipdnn_i64_list any_list(builder *g, int32_t type, hipdnn_dims dim)
{
    int64_t *uids = hd_arena_alloc_array(&g->arena, 3, sizeof *uids);
    const uint32_t count = (uint32_t)between(g, 0, 3);
    for (uint32_t i = 0; i < count; i++)
        uids[i] = input(g, type, dim);
    return (hipdnn_i64_list){uids, count};
}

static void make_batchnorm_training(builder *g, void *attributes)
{
    make_batchnorm(g, attributes);
    ((hipdnn_data_batchnorm *)attributes)->peer_stats = any_list(g, HIPDNN_TYPE_F32, shape(2, 2, 1, 1));
}

static void make_batchnorm_backward(builder *g, void *attributes)
{
    const hipdnn_data_tensor *x = main_input(g, 2, 5);
    const int64_t uid = x->uid;
    const int32_t type = x->data_type;
    const hipdnn_dims all = x->dim, channel = channels(all);
    hipdnn_data_batchnorm_backward *node = attributes;
    *node = (hipdnn_data_batchnorm_backward){
        .dy = input(g, type, all),
        .x = uid,
        .scale = input(g, type, channel),
        .peer_stats = any_list(g, HIPDNN_TYPE_F32, shape(2, 2, 1, 1)),
        .dx = output(g, type, all),
        .dscale = output(g, type, channel),
        .dbias = output(g, type, channel),
    };
    if (chance(g, 50)) {
        node->mean = (hipdnn_optional_i64)HIPDNN_SOME(input(g, type, channel));
        node->inv_variance = (hipdnn_optional_i64)HIPDNN_SOME(input(g, type, channel));
    }
}

static void make_batchnorm_inference(builder *g, void *attributes)
{
    const hipdnn_data_tensor *x = main_input(g, 2, 5);
    const int64_t uid = x->uid;
    const int32_t type = x->data_type;
    const hipdnn_dims all = x->dim, channel = channels(all);
    *(hipdnn_data_batchnorm_inference *)attributes = (hipdnn_data_batchnorm_inference){
        .x = uid,
        .mean = input(g, type, channel),
        .inv_variance = input(g, type, channel),
        .scale = input(g, type, channel),
        .bias = input(g, type, channel),
        .y = output(g, type, all),
    };
}

static void make_batchnorm_inference_variance(builder *g, void *attributes)
{
    const hipdnn_data_tensor *x = main_input(g, 2, 5);
    const int64_t uid = x->uid;
    const int32_t type = x->data_type;
    const hipdnn_dims all = x->dim, channel = channels(all);
    *(hipdnn_data_batchnorm_inference_variance *)attributes = (hipdnn_data_batchnorm_inference_variance){
        .x = uid,
        .mean = input(g, type, channel),
        .variance = input(g, type, channel),
        .scale = input(g, type, channel),
        .bias = input(g, type, channel),
        .y = output(g, type, all),
        .epsilon = scalar(g),
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
    const hipdnn_data_tensor *x = main_input(g, 2, 5);
    const int64_t uid = x->uid;
    const int32_t type = x->data_type;
    const hipdnn_dims all = x->dim;
    const uint32_t count = (uint32_t)between(g, 1, all.count - 1);
    hipdnn_dims scale, statistic;
    split_dims(&all, count, &scale, &statistic);
    hipdnn_data_layernorm *node = attributes;
    *node = (hipdnn_data_layernorm){
        .x = uid,
        .scale = input(g, type, scale),
        .bias = input(g, type, scale),
        .epsilon = scalar(g),
        .y = output(g, type, all),
        .normalized_dim_count = chance(g, 50) ? count : 0,
        .forward_phase = (int32_t)between(g, HIPDNN_NORM_FWD_INFERENCE, HIPDNN_NORM_FWD_TRAINING),
    };
    if (node->forward_phase == HIPDNN_NORM_FWD_TRAINING) {
        node->mean = maybe_output(g, type, statistic);
        node->inv_variance = maybe_output(g, type, statistic);
    }
}

static void make_layernorm_backward(builder *g, void *attributes)
{
    const hipdnn_data_tensor *x = main_input(g, 2, 5);
    const int64_t uid = x->uid;
    const int32_t type = x->data_type;
    const hipdnn_dims all = x->dim;
    const uint32_t count = (uint32_t)between(g, 1, all.count - 1);
    const bool is_saved = chance(g, 50);
    hipdnn_dims scale, statistic;
    split_dims(&all, count, &scale, &statistic);
    hipdnn_data_layernorm_backward *node = attributes;
    *node = (hipdnn_data_layernorm_backward){
        .dy = input(g, type, all),
        .x = uid,
        .scale = input(g, type, scale),
        .dx = output(g, type, all),
        .dscale = output(g, type, scale),
        .dbias = output(g, type, scale),
        .normalized_dim_count = chance(g, 50) ? count : 0,
    };
    if (is_saved) {
        node->mean = (hipdnn_optional_i64)HIPDNN_SOME(input(g, type, statistic));
        node->inv_variance = (hipdnn_optional_i64)HIPDNN_SOME(input(g, type, statistic));
    }
    node->epsilon = is_saved ? maybe_scalar(g) : (hipdnn_optional_i64)HIPDNN_SOME(scalar(g));
}

static void make_rmsnorm(builder *g, void *attributes)
{
    const hipdnn_data_tensor *x = main_input(g, 2, 5);
    const int64_t uid = x->uid;
    const int32_t type = x->data_type;
    const hipdnn_dims all = x->dim;
    hipdnn_dims scale, statistic;
    split_dims(&all, (uint32_t)between(g, 1, all.count - 1), &scale, &statistic);
    hipdnn_data_rmsnorm *node = attributes;
    *node = (hipdnn_data_rmsnorm){
        .x = uid,
        .scale = input(g, type, scale),
        .epsilon = scalar(g),
        .y = output(g, type, all),
        .bias = maybe_input(g, type, scale),
        .forward_phase = (int32_t)between(g, HIPDNN_NORM_FWD_INFERENCE, HIPDNN_NORM_FWD_TRAINING),
    };
    if (node->forward_phase == HIPDNN_NORM_FWD_TRAINING)
        node->inv_rms = maybe_output(g, type, statistic);
}

static void make_rmsnorm_backward(builder *g, void *attributes)
{
    const hipdnn_data_tensor *x = main_input(g, 2, 5);
    const int64_t uid = x->uid;
    const int32_t type = x->data_type;
    const hipdnn_dims all = x->dim;
    hipdnn_dims scale, statistic;
    split_dims(&all, (uint32_t)between(g, 1, all.count - 1), &scale, &statistic);
    *(hipdnn_data_rmsnorm_backward *)attributes = (hipdnn_data_rmsnorm_backward){
        .dy = input(g, type, all),
        .x = uid,
        .scale = input(g, type, scale),
        .inv_rms = input(g, type, statistic),
        .dx = output(g, type, all),
        .dscale = output(g, type, scale),
        .dbias = maybe_output(g, type, scale),
    };
}

/* ------------------------------------------------------------------------------------------- attention */

typedef struct attention {
    int64_t batch, heads, rows, columns;
    hipdnn_dims q, k, v, o, statistic, scores;
} attention;

static attention any_attention(builder *g)
{
    attention a = {.batch = between(g, 1, 2), .heads = 1 << between(g, 0, 2), .rows = between(g, 2, 4)};
    a.columns = between(g, 2, 4);
    const int64_t width = between(g, 2, 4), value_width = between(g, 2, 4);
    a.q = shape(a.batch, a.heads, a.rows, width);
    a.k = shape(a.batch, divisor_of(g, a.heads), a.columns, width);
    a.v = shape(a.batch, divisor_of(g, a.heads), a.columns, value_width);
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
    mask.v[between(g, 0, 3)] = 1;
    dropped.v[between(g, 0, 1)] = 1;
    node->attn_mask = maybe_input(g, HIPDNN_TYPE_F32, mask);
    node->padding_mask = chance(g, 30);
    if (node->padding_mask || chance(g, 20)) {
        node->seq_len_q = (hipdnn_optional_i64)HIPDNN_SOME(input(g, HIPDNN_TYPE_I32, lengths));
        node->seq_len_kv = (hipdnn_optional_i64)HIPDNN_SOME(input(g, HIPDNN_TYPE_I32, lengths));
    }
    const int64_t scaling = between(g, 0, 2), dropout = between(g, 0, 3), corner = between(g, 0, 3);
    if (scaling == 1)
        node->scale = (hipdnn_optional_i64)HIPDNN_SOME(scalar(g));
    else if (scaling == 2)
        node->attn_scale_value = (hipdnn_optional_f32)HIPDNN_SOME(any_float(g));
    if (dropout == 1) {
        node->dropout_probability = (hipdnn_optional_f32)HIPDNN_SOME(0.25F);
        node->seed = (hipdnn_optional_i64)HIPDNN_SOME(scalar(g));
        node->offset = (hipdnn_optional_i64)HIPDNN_SOME(scalar(g));
    } else if (dropout == 2) {
        node->dropout_mask = (hipdnn_optional_i64)HIPDNN_SOME(input(g, HIPDNN_TYPE_F32, dropped));
        node->dropout_scale = (hipdnn_optional_i64)HIPDNN_SOME(scalar(g));
    } else if (dropout == 3) {
        node->dropout_probability = (hipdnn_optional_f32)HIPDNN_SOME(0.0F);
    }
    node->alibi_mask = chance(g, 30);
    node->causal_mask = corner == 1;
    node->causal_mask_bottom_right = corner == 2;
    if (chance(g, 40))
        node->left_bound = (hipdnn_optional_i64)HIPDNN_SOME(between(g, 0, 9));
    if (chance(g, 40))
        node->right_bound = (hipdnn_optional_i64)HIPDNN_SOME(between(g, 0, 9));
    node->diagonal_alignment = (int32_t)between(g, 0, 1);
}

static void make_extras(builder *g, const attention *a, hipdnn_data_sdpa *node)
{
    hipdnn_optional_i64 *const scalars[] = {&node->descale_q, &node->descale_k, &node->descale_v,
                                            &node->descale_s, &node->scale_s,   &node->scale_o};
    for (size_t i = 0; i < sizeof scalars / sizeof scalars[0]; i++)
        *scalars[i] = maybe_scalar(g);
    const hipdnn_dims table = shape(a->batch, 1, 3, 1);
    if (chance(g, 30)) {
        node->page_table_k = (hipdnn_optional_i64)HIPDNN_SOME(input(g, HIPDNN_TYPE_I32, table));
        node->page_table_v = (hipdnn_optional_i64)HIPDNN_SOME(input(g, HIPDNN_TYPE_I32, table));
        node->max_seq_len_kv = (hipdnn_optional_i32)HIPDNN_SOME((int32_t)a->columns);
    } else if (chance(g, 30)) {
        node->max_seq_len_kv = (hipdnn_optional_i32)HIPDNN_SOME((int32_t)between(g, 0, 9));
    }
    node->block_mask = maybe_input(g, HIPDNN_TYPE_U8, table);
    node->sink_token = maybe_input(g, HIPDNN_TYPE_F32, shape(1, a->heads, 1, 1));
    node->stats = maybe_output(g, HIPDNN_TYPE_F32, a->statistic);
    if (chance(g, 50))
        node->generate_stats = (hipdnn_optional_bool)HIPDNN_SOME(node->stats.set);
    node->max = maybe_output(g, HIPDNN_TYPE_F32, a->statistic);
    node->sum_exp = maybe_output(g, HIPDNN_TYPE_F32, a->statistic);
    node->rng_dump = maybe_output(g, HIPDNN_TYPE_F32, a->scores);
    node->amax_s = maybe_output(g, HIPDNN_TYPE_F32, shape(1, 1, 1, 1));
    node->amax_o = maybe_output(g, HIPDNN_TYPE_F32, shape(1, 1, 1, 1));
    node->mma_core_mode = (int32_t)between(g, HIPDNN_TYPE_UNSET, HIPDNN_TYPE_FP8_E5M2_FNUZ);
    node->implementation = (int32_t)between(g, 0, 2);
}

static void make_sdpa(builder *g, void *attributes)
{
    const attention a = any_attention(g);
    const int32_t type = float_type(g);
    hipdnn_data_sdpa *node = attributes;
    *node = (hipdnn_data_sdpa){
        .q = input(g, type, a.q), .k = input(g, type, a.k), .v = input(g, type, a.v), .o = output(g, type, a.o)};
    make_options(g, &a, node);
    make_extras(g, &a, node);
}

static void make_sdpa_backward(builder *g, void *attributes)
{
    const attention a = any_attention(g);
    const int32_t type = float_type(g);
    hipdnn_data_sdpa options = {0};
    make_options(g, &a, &options);
    hipdnn_data_sdpa_backward *node = attributes;
    *node = (hipdnn_data_sdpa_backward){
        .q = input(g, type, a.q),
        .k = input(g, type, a.k),
        .v = input(g, type, a.v),
        .o = input(g, type, a.o),
        .dout = input(g, type, a.o),
        .stats = input(g, HIPDNN_TYPE_F32, a.statistic),
        .dq = output(g, type, a.q),
        .dk = output(g, type, a.k),
        .dv = output(g, type, a.v),
        .scale = options.scale,
        .attn_mask = options.attn_mask,
        .seq_len_q = options.seq_len_q,
        .seq_len_kv = options.seq_len_kv,
        .seed = options.seed,
        .offset = options.offset,
        .dropout_mask = options.dropout_mask,
        .dropout_scale = options.dropout_scale,
        .dropout_scale_inv = maybe_scalar(g),
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
        node->dbias = maybe_output(g, type, find(g, node->attn_mask.value)->dim);
}

/* ------------------------------------------------------------------------------------------- the others */

static void make_pointwise(builder *g, void *attributes)
{
    const hipdnn_data_tensor *x = main_input(g, 1, 5);
    const int64_t uid = x->uid;
    const int32_t type = x->data_type;
    const hipdnn_dims all = x->dim;
    hipdnn_dims other = all;
    hipdnn_data_pointwise *node = attributes;
    *node = (hipdnn_data_pointwise){
        .mode = (int32_t)between(g, HIPDNN_POINTWISE_ABS, HIPDNN_POINTWISE_TANH_FWD),
        .in_0 = uid,
        .relu_lower_clip = maybe_float(g),
        .relu_upper_clip = maybe_float(g),
        .relu_lower_clip_slope = maybe_float(g),
        .swish_beta = maybe_float(g),
        .elu_alpha = maybe_float(g),
        .softplus_beta = maybe_float(g),
    };
    const int count = hd_pointwise_input_count(node->mode);
    if (chance(g, 40))
        other.v[between(g, 0, other.count - 1)] = 1;
    if (count > 1)
        node->in_1 = (hipdnn_optional_i64)HIPDNN_SOME(input(g, type, other));
    if (count > 2)
        node->in_2 = (hipdnn_optional_i64)HIPDNN_SOME(input(g, HIPDNN_TYPE_BOOL, all));
    if (node->mode == HIPDNN_POINTWISE_GEN_INDEX || chance(g, 10))
        node->axis = (hipdnn_optional_i64)HIPDNN_SOME(between(g, 0, all.count - 1));
    node->out_0 = output(g, type, all);
}

static void make_matmul(builder *g, void *attributes)
{
    const hipdnn_data_tensor *a = main_input(g, 2, 5);
    const int64_t uid = a->uid;
    const int32_t type = a->data_type;
    hipdnn_dims b = a->dim, c = a->dim;
    const uint32_t row = b.count - 2, column = b.count - 1;
    b.v[row] = a->dim.v[column];
    b.v[column] = c.v[column] = between(g, 2, 4);
    for (uint32_t i = 0; i < row && chance(g, 40); i++)
        b.v[i] = 1;
    *(hipdnn_data_matmul *)attributes = (hipdnn_data_matmul){uid, input(g, type, b), output(g, type, c)};
}

static void make_reduction(builder *g, void *attributes)
{
    const hipdnn_data_tensor *x = main_input(g, 1, 5);
    const int64_t uid = x->uid;
    const int32_t type = x->data_type;
    hipdnn_dims out = x->dim;
    out.v[out.count - 1] = 1;
    for (uint32_t i = 0; i < out.count; i++)
        out.v[i] = chance(g, 30) ? 1 : out.v[i];
    *(hipdnn_data_reduction *)attributes = (hipdnn_data_reduction){
        .mode = (int32_t)between(g, HIPDNN_REDUCE_TENSOR_ADD, HIPDNN_REDUCE_TENSOR_MUL_NO_ZEROS),
        .in = uid,
        .out = output(g, type, out),
        .is_deterministic = chance(g, 50),
    };
}

static void make_block_scale_quantize(builder *g, void *attributes)
{
    const hipdnn_data_tensor *x = main_input(g, 2, 5);
    const int64_t uid = x->uid;
    const hipdnn_dims all = x->dim;
    const uint32_t axis = (uint32_t)between(g, 0, all.count - 1);
    const bool is_last = axis == all.count - 1 && chance(g, 50);
    hipdnn_dims scale = all;
    const int64_t block = divisor_of(g, all.v[axis]);
    scale.v[axis] /= block;
    *(hipdnn_data_block_scale_quantize *)attributes = (hipdnn_data_block_scale_quantize){
        .x = uid,
        .y = output(g, HIPDNN_TYPE_FP8_E4M3, all),
        .scale = output(g, HIPDNN_TYPE_FP8_E8M0, scale),
        .block_size = (int32_t)block,
        .axis = is_last ? (hipdnn_optional_i64){0} : (hipdnn_optional_i64)HIPDNN_SOME(axis),
        .transpose = chance(g, 50),
    };
}

static void make_block_scale_dequantize(builder *g, void *attributes)
{
    const hipdnn_data_tensor *x = main_input(g, 1, 5);
    const int64_t uid = x->uid;
    const hipdnn_dims all = x->dim;
    int32_t *blocks = hd_arena_alloc_array(&g->arena, all.count, sizeof *blocks);
    const uint32_t count = (uint32_t)between(g, 1, all.count);
    for (uint32_t i = 0; i < count; i++)
        blocks[i] = (int32_t)between(g, 1, 32);
    const int64_t y = output(g, float_type(g), all);
    find(g, y)->is_virtual = true; /* the only kind there is */
    *(hipdnn_data_block_scale_dequantize *)attributes = (hipdnn_data_block_scale_dequantize){
        .x = uid,
        .scale = input(g, HIPDNN_TYPE_FP8_E8M0, all),
        .y = y,
        .block_size = {blocks, count},
        .is_negative_scale = chance(g, 50),
    };
}

static void make_moe(builder *g, void *attributes)
{
    const int64_t tokens = between(g, 2, 4), width = between(g, 2, 4), experts = between(g, 1, 3);
    const int64_t out = between(g, 2, 4), mode = between(g, 0, 2);
    const bool gathers = mode == HIPDNN_MOE_GROUPED_MATMUL_MODE_GATHER;
    const int64_t rows = gathers ? between(g, 2, 6) : tokens;
    const int32_t type = float_type(g);
    hipdnn_data_moe_grouped_matmul *node = attributes;
    *node = (hipdnn_data_moe_grouped_matmul){
        .token = input(g, type, shape(1, tokens, width, 0)),
        .weight = input(g, type, shape(experts, width, out, 0)),
        .first_token_offset = input(g, HIPDNN_TYPE_I32, shape(experts * between(g, 1, 2), 1, 1, 0)),
        .output = output(g, type, shape(1, rows, out, 0)),
        .mode = (int32_t)mode,
        .top_k = mode == HIPDNN_MOE_GROUPED_MATMUL_MODE_SCATTER ? (int32_t)between(g, 1, experts) : 0,
    };
    if (mode != HIPDNN_MOE_GROUPED_MATMUL_MODE_NONE)
        node->token_index = (hipdnn_optional_i64)HIPDNN_SOME(input(g, HIPDNN_TYPE_I32, shape(1, rows, 1, 0)));
    if (mode == HIPDNN_MOE_GROUPED_MATMUL_MODE_SCATTER)
        node->token_ks = (hipdnn_optional_i64)HIPDNN_SOME(input(g, HIPDNN_TYPE_I32, shape(1, rows, 1, 0)));
}

static void make_moe_bwd(builder *g, void *attributes)
{
    const int64_t tokens = between(g, 2, 4), width = between(g, 2, 4), experts = between(g, 1, 3);
    const int64_t out = between(g, 2, 4);
    const int32_t type = float_type(g);
    *(hipdnn_data_moe_grouped_matmul_bwd *)attributes = (hipdnn_data_moe_grouped_matmul_bwd){
        .doutput = input(g, type, shape(1, tokens, out, 0)),
        .token = input(g, type, shape(1, tokens, width, 0)),
        .first_token_offset = input(g, HIPDNN_TYPE_I32, shape(experts, 1, 1, 0)),
        .dweight = output(g, type, shape(experts, width, out, 0)),
    };
}

static void make_custom_op(builder *g, void *attributes)
{
    const uint32_t inputs = (uint32_t)between(g, 0, 3), outputs = (uint32_t)between(g, 1, 3);
    const uint32_t size = chance(g, 30) ? 0 : (uint32_t)between(g, 1, 20);
    int64_t *in = hd_arena_alloc_array(&g->arena, inputs, sizeof *in);
    int64_t *out = hd_arena_alloc_array(&g->arena, outputs, sizeof *out);
    uint8_t *data = hd_arena_alloc(&g->arena, size);
    for (uint32_t i = 0; i < inputs; i++)
        in[i] = main_input(g, 1, 8)->uid;
    for (uint32_t i = 0; i < outputs; i++)
        out[i] = output(g, float_type(g), any_dims(g, 1, 8));
    for (uint32_t i = 0; i < size; i++)
        data[i] = (uint8_t)between(g, 0, 255);
    *(hipdnn_data_custom_op *)attributes = (hipdnn_data_custom_op){
        .custom_op_id = chance(g, 50) ? "vendor.op" : "vendor.\xC3\xB6p",
        .inputs = {in, inputs},
        .outputs = {out, outputs},
        .data = {data, size},
    };
}

/* --------------------------------------------------------------------------------------------- the graph */

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

static void start(builder *g, uint64_t seed, uint32_t count)
{
    memset(g, 0, sizeof *g);
    g->stream = random_start(seed, 0);
    g->tensors = hd_arena_alloc_array(&g->arena, (size_t)count * MOST_TENSORS_OF_NODE, sizeof *g->tensors);
    g->nodes = hd_arena_alloc_array(&g->arena, count, sizeof *g->nodes);
    g->written = hd_arena_alloc_array(&g->arena, (size_t)count * MOST_TENSORS_OF_NODE, sizeof *g->written);
    if (g->tensors == NULL || g->nodes == NULL || g->written == NULL)
        abort();
    g->graph.tensors = g->tensors;
    g->graph.nodes = g->nodes;
    g->graph.name = maybe_name(g, "graph");
    g->graph.compute_data_type = float_type(g);
    g->graph.io_data_type = float_type(g);
    g->graph.intermediate_data_type = float_type(g);
    g->graph.is_override_shape_enabled = chance(g, 30);
    if (chance(g, 30))
        g->graph.preferred_engine_id = (hipdnn_optional_i64)HIPDNN_SOME(between(g, -9, 9));
    g->graph.has_id = chance(g, 50);
    for (size_t i = 0; g->graph.has_id && i < sizeof g->graph.id; i++)
        g->graph.id[i] = (uint8_t)between(g, 0, 255);
}

static void add_node(builder *g, int32_t tag)
{
    const hd_operation *operation = hd_operation_by_tag(tag);
    assert(operation != NULL && (size_t)tag < sizeof makers / sizeof makers[0] && makers[tag] != NULL);
    void *attributes = hd_arena_alloc(&g->arena, operation->table.size);
    if (attributes == NULL)
        abort();
    makers[tag](g, attributes);
    g->own_count = 0;
    g->nodes[g->graph.node_count++] = (hipdnn_data_node){
        .name = maybe_name(g, "n"),
        .compute_data_type = float_type(g),
        .operation = tag,
        .attributes = attributes,
    };
}

void random_graph_of(random_graph *out, uint64_t seed, int32_t operation)
{
    start(out, seed, 1);
    add_node(out, operation);
}

void random_graph_of_many(random_graph *out, uint64_t seed, uint32_t count)
{
    start(out, seed, count);
    for (uint32_t i = 0; i < count; i++)
        add_node(out, hd_operations[between(out, 0, (int64_t)hd_operation_count - 1)]->tag);
}

void random_graph_release(random_graph *graph)
{
    hd_arena_release(&graph->arena);
    *graph = (random_graph){0};
}
