/* SPDX-License-Identifier: MIT */
#include "sample.h"

#include "base/memory.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

hipdnn_data_tensor make_tensor(int64_t uid, const char *name, hipdnn_dims dim)
{
    hipdnn_data_tensor tensor = {
        .uid = uid,
        .name = name,
        .data_type = HIPDNN_TYPE_F16,
        .dim = dim,
        .alignment = 16,
        .ragged_offset_multiplier = 1,
    };
    hd_dims_pack(&dim, &tensor.stride);
    return tensor;
}

static hipdnn_data_tensor make_virtual(int64_t uid, const char *name, hipdnn_dims dim)
{
    hipdnn_data_tensor tensor = make_tensor(uid, name, dim);
    tensor.data_type = HIPDNN_TYPE_F32;
    tensor.is_virtual = true;
    return tensor;
}

static void make_tensors(sample *s)
{
    hipdnn_data_tensor *t = s->tensors;
    const hipdnn_dims image = SHAPE(2, 8, 6, 6);
    t[X] = make_tensor(70, "x", image);
    t[W] = make_tensor(-5, "w", SHAPE(8, 4, 3, 3));
    t[C] = make_virtual(12, "", image);
    t[BIAS] = make_tensor(0, "bias", SHAPE(1, 8, 1, 1));
    t[B] = make_virtual(13, "b", image);
    t[R] = make_virtual(14, "r", image);
    t[HALF] = make_tensor(9, "half", SHAPE(1));
    t[HALF].data_type = HIPDNN_TYPE_F32;
    t[HALF].value_type = HIPDNN_DATA_VALUE_FLOAT32;
    t[HALF].value.f32 = 0.5F;
    t[S] = make_virtual(15, "s", image);
    t[Y] = make_tensor(INT64_MAX, "y", image);
    t[Y].alignment = 64;
}

static void make_nodes(sample *s)
{
    const hipdnn_data_tensor *t = s->tensors;
    s->conv = (hipdnn_data_conv_fwd){
        .x = t[X].uid,
        .w = t[W].uid,
        .y = t[C].uid,
        .pre_padding = SHAPE(1, 1),
        .post_padding = SHAPE(1, 1),
        .stride = SHAPE(1, 1),
        .dilation = SHAPE(1, 1),
        .mode = HIPDNN_CONV_MODE_CROSS_CORRELATION,
    };
    s->add_bias = (hipdnn_data_pointwise){
        .mode = HIPDNN_POINTWISE_ADD, .in_0 = t[C].uid, .in_1 = HIPDNN_SOME(t[BIAS].uid), .out_0 = t[B].uid};
    s->relu = (hipdnn_data_pointwise){.mode = HIPDNN_POINTWISE_RELU_FWD,
                                      .in_0 = t[B].uid,
                                      .out_0 = t[R].uid,
                                      .relu_lower_clip = HIPDNN_SOME(0.0F),
                                      .relu_lower_clip_slope = HIPDNN_SOME(0.01F)};
    s->scale = (hipdnn_data_pointwise){
        .mode = HIPDNN_POINTWISE_MUL, .in_0 = t[R].uid, .in_1 = HIPDNN_SOME(t[HALF].uid), .out_0 = t[S].uid};
    s->residual = (hipdnn_data_pointwise){
        .mode = HIPDNN_POINTWISE_ADD, .in_0 = t[S].uid, .in_1 = HIPDNN_SOME(t[X].uid), .out_0 = t[Y].uid};
    s->nodes[CONV] = (hipdnn_data_node){"conv", HIPDNN_TYPE_F32, HIPDNN_DATA_OPERATION_CONV_FWD, &s->conv};
    s->nodes[ADD_BIAS] = (hipdnn_data_node){"", HIPDNN_TYPE_F32, HIPDNN_DATA_OPERATION_POINTWISE, &s->add_bias};
    s->nodes[RELU] = (hipdnn_data_node){"relu", HIPDNN_TYPE_F32, HIPDNN_DATA_OPERATION_POINTWISE, &s->relu};
    s->nodes[SCALE] = (hipdnn_data_node){"scale", HIPDNN_TYPE_F32, HIPDNN_DATA_OPERATION_POINTWISE, &s->scale};
    s->nodes[RESIDUAL] = (hipdnn_data_node){"residual", HIPDNN_TYPE_F64, HIPDNN_DATA_OPERATION_POINTWISE, &s->residual};
}

void sample_init(sample *s)
{
    memset(s, 0, sizeof *s);
    make_tensors(s);
    make_nodes(s);
    s->graph = (hipdnn_data_graph){
        .name = "block",
        .compute_data_type = HIPDNN_TYPE_F32,
        .intermediate_data_type = HIPDNN_TYPE_F32,
        .io_data_type = HIPDNN_TYPE_F16,
        .tensor_count = SAMPLE_TENSORS,
        .tensors = s->tensors,
        .node_count = SAMPLE_NODES,
        .nodes = s->nodes,
        .preferred_engine_id = HIPDNN_SOME(0),
        .is_override_shape_enabled = true,
        .min_required_engine_api_version = {1, 3, 0},
        .has_id = true,
        .id = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 255},
    };
}

/* ----------------------------------------------------------------------------------------------- compare */

static void assert_same_dims(const hipdnn_dims *a, const hipdnn_dims *b)
{
    assert_int_equal(a->count, b->count);
    assert_memory_equal(a->v, b->v, a->count * sizeof a->v[0]);
}

static void assert_same_i64(hipdnn_optional_i64 a, hipdnn_optional_i64 b)
{
    assert_int_equal(a.set, b.set);
    assert_true(!a.set || a.value == b.value);
}

static void assert_same_f32(hipdnn_optional_f32 a, hipdnn_optional_f32 b)
{
    assert_int_equal(a.set, b.set);
    if (a.set)
        assert_memory_equal(&a.value, &b.value, sizeof a.value);
}

static void assert_same_tensor(const hipdnn_data_tensor *a, const hipdnn_data_tensor *b)
{
    static const size_t sizes[] = {0, 4, 4, 4, 1, 4, 8, 8, 1};
    assert_int_equal(a->uid, b->uid);
    assert_string_equal(a->name, b->name);
    assert_int_equal(a->data_type, b->data_type);
    assert_same_dims(&a->stride, &b->stride);
    assert_same_dims(&a->dim, &b->dim);
    assert_int_equal(a->is_virtual, b->is_virtual);
    assert_int_equal(a->is_runtime_pass_by_value, b->is_runtime_pass_by_value);
    assert_int_equal(a->value_type, b->value_type);
    assert_memory_equal(&a->value, &b->value, sizes[a->value_type]);
    assert_same_i64(a->ragged_offset_uid, b->ragged_offset_uid);
    assert_int_equal(a->alignment, b->alignment);
    assert_int_equal(a->ragged_offset_multiplier, b->ragged_offset_multiplier);
}

static void assert_same_conv(const hipdnn_data_conv_fwd *a, const hipdnn_data_conv_fwd *b)
{
    assert_int_equal(a->x, b->x);
    assert_int_equal(a->w, b->w);
    assert_int_equal(a->y, b->y);
    assert_same_dims(&a->pre_padding, &b->pre_padding);
    assert_same_dims(&a->post_padding, &b->post_padding);
    assert_same_dims(&a->stride, &b->stride);
    assert_same_dims(&a->dilation, &b->dilation);
    assert_int_equal(a->mode, b->mode);
}

static void assert_same_pointwise(const hipdnn_data_pointwise *a, const hipdnn_data_pointwise *b)
{
    assert_int_equal(a->mode, b->mode);
    assert_int_equal(a->in_0, b->in_0);
    assert_same_i64(a->in_1, b->in_1);
    assert_same_i64(a->in_2, b->in_2);
    assert_int_equal(a->out_0, b->out_0);
    assert_same_i64(a->axis, b->axis);
    assert_same_f32(a->relu_lower_clip, b->relu_lower_clip);
    assert_same_f32(a->relu_upper_clip, b->relu_upper_clip);
    assert_same_f32(a->relu_lower_clip_slope, b->relu_lower_clip_slope);
    assert_same_f32(a->swish_beta, b->swish_beta);
    assert_same_f32(a->elu_alpha, b->elu_alpha);
    assert_same_f32(a->softplus_beta, b->softplus_beta);
}

static void assert_same_node(const hipdnn_data_node *a, const hipdnn_data_node *b)
{
    assert_string_equal(a->name, b->name);
    assert_int_equal(a->compute_data_type, b->compute_data_type);
    assert_int_equal(a->operation, b->operation);
    if (a->operation == HIPDNN_DATA_OPERATION_CONV_FWD)
        assert_same_conv(a->attributes, b->attributes);
    else
        assert_same_pointwise(a->attributes, b->attributes);
}

void assert_same_graph(const hipdnn_data_graph *a, const hipdnn_data_graph *b)
{
    assert_string_equal(a->name, b->name);
    assert_int_equal(a->compute_data_type, b->compute_data_type);
    assert_int_equal(a->intermediate_data_type, b->intermediate_data_type);
    assert_int_equal(a->io_data_type, b->io_data_type);
    assert_int_equal(a->tensor_count, b->tensor_count);
    for (size_t i = 0; i < a->tensor_count; i++)
        assert_same_tensor(&a->tensors[i], &b->tensors[i]);
    assert_int_equal(a->node_count, b->node_count);
    for (size_t i = 0; i < a->node_count; i++)
        assert_same_node(&a->nodes[i], &b->nodes[i]);
    assert_same_i64(a->preferred_engine_id, b->preferred_engine_id);
    assert_int_equal(a->is_override_shape_enabled, b->is_override_shape_enabled);
    assert_memory_equal(&a->min_required_engine_api_version, &b->min_required_engine_api_version,
                        sizeof a->min_required_engine_api_version);
    assert_int_equal(a->has_id, b->has_id);
    assert_memory_equal(a->id, b->id, sizeof a->id);
}

/* -------------------------------------------------------------------------------------------- allocation */

static int allocations_left;

static bool count_down(void *context, size_t size)
{
    (void)context;
    (void)size;
    return allocations_left-- > 0;
}

void fail_allocation(int n)
{
    allocations_left = n;
    hd_memory_set_gate(n < 0 ? NULL : count_down, NULL);
}
