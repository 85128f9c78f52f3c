/* SPDX-License-Identifier: MIT */
/* What operations derive: dims computed by hand, strides in the order of the input. And the shapes' own arithmetic. */
#include "sample.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>

#include <cmocka.h>

/* Tensors by uid, which is their place. */
static hipdnn_data_tensor tensors[4];

static hipdnn_data_tensor *find(const hd_op_context *context, int64_t uid)
{
    (void)context;
    return uid >= 0 && uid < 4 ? &tensors[uid] : NULL;
}

static hd_op_context context_of(const void *attributes)
{
    return (hd_op_context){.node = "n", .compute_data_type = HIPDNN_TYPE_F32, .attributes = attributes, .tensor = find};
}

static void assert_dims(const char *what, const hipdnn_dims *seen, const hipdnn_dims *expected)
{
    char a[HD_DIMS_TEXT_SIZE], b[HD_DIMS_TEXT_SIZE];
    if (!hd_dims_equal(seen, expected))
        fail_msg("%s: %s instead of %s", what, hd_dims_text(seen, a, sizeof a), hd_dims_text(expected, b, sizeof b));
}

/* A tensor with strides of its own. */
static hipdnn_data_tensor make_strided(int64_t uid, hipdnn_dims dim, hipdnn_dims stride)
{
    hipdnn_data_tensor tensor = make_tensor(uid, "t", dim);
    tensor.stride = stride;
    return tensor;
}

/* -------------------------------------------------------------------------------------------- convolution */

/* clang-format off */
#define D(...) {{__VA_ARGS__}, sizeof((int64_t[]){__VA_ARGS__}) / sizeof(int64_t)}
static const struct {
    const char *what;
    hipdnn_dims x, x_stride, w, pre, post, stride, dilation, y, y_stride;
} convolutions[] = {
    /* (224 + 3 + 3 - 7) / 2 + 1 = 112 */
    {"first layer of a ResNet", D(1, 3, 224, 224), D(150528, 50176, 224, 1), D(64, 3, 7, 7),
     D(3, 3), D(3, 3), D(2, 2), D(1, 1),
     D(1, 64, 112, 112), D(802816, 12544, 112, 1)},
    {"the same, channels last", D(1, 3, 224, 224), D(150528, 1, 672, 3), D(64, 3, 7, 7), D(3, 3),
     D(3, 3), D(2, 2), D(1, 1),
     D(1, 64, 112, 112), D(802816, 1, 7168, 64)},
    {"one channel, channels last", D(8, 1, 28, 28), D(784, 1, 28, 1), D(4, 1, 5, 5), D(0, 0), D(0, 0), D(1, 1), D(1, 1),
     D(8, 4, 24, 24), D(2304, 1, 96, 4)},
    {"one channel, channels first", D(8, 1, 28, 28), D(784, 784, 28, 1), D(4, 1, 5, 5), D(0, 0),
     D(0, 0), D(1, 1), D(1, 1),
     D(8, 4, 24, 24), D(2304, 576, 24, 1)},
    {"1 x 1", D(2, 8, 5, 7), D(280, 35, 7, 1), D(3, 8, 1, 1), D(0, 0), D(0, 0), D(1, 1), D(1, 1),
     D(2, 3, 5, 7), D(105, 35, 7, 1)},
    {"depthwise", D(1, 32, 9, 9), D(2592, 81, 9, 1), D(32, 1, 3, 3), D(1, 1), D(1, 1), D(1, 1), D(1, 1),
     D(1, 32, 9, 9), D(2592, 81, 9, 1)},
    {"two groups", D(1, 8, 4, 4), D(128, 16, 4, 1), D(6, 4, 2, 2), D(0, 0), D(0, 0), D(2, 2), D(1, 1),
     D(1, 6, 2, 2), D(24, 4, 2, 1)},
    /* (10 + 1 + 2 - (2 * 2 + 1)) / 3 + 1 = 3; (12 + 0 + 4 - (3 * 4 + 1)) / 2 + 1 = 2 */
    {"uneven everything", D(1, 1, 10, 12), D(120, 120, 12, 1), D(1, 1, 3, 5), D(1, 0), D(2, 4), D(3, 2), D(2, 3),
     D(1, 1, 3, 2), D(6, 6, 2, 1)},
    {"exactly one window", D(1, 1, 5, 5), D(25, 25, 5, 1), D(1, 1, 3, 3), D(0, 0), D(0, 0), D(9, 9), D(2, 2),
     D(1, 1, 1, 1), D(1, 1, 1, 1)},
    /* (16 + 2 + 1 - 4) / 3 + 1 = 6 */
    {"one spatial dimension", D(4, 2, 16), D(32, 16, 1), D(5, 2, 4), D(2), D(1), D(3), D(1),
     D(4, 5, 6), D(30, 6, 1)},
    {"one spatial dimension, channels last", D(4, 2, 16), D(32, 1, 2), D(5, 2, 4), D(2), D(1), D(3), D(1),
     D(4, 5, 6), D(30, 1, 5)},
    {"three spatial dimensions", D(1, 2, 8, 9, 10), D(1440, 720, 90, 10, 1), D(3, 2, 2, 3, 4),
     D(0, 1, 0), D(0, 1, 1), D(2, 1, 3), D(1, 1, 1),
     D(1, 3, 4, 9, 3), D(324, 108, 27, 3, 1)},
    {"three spatial dimensions, channels last", D(1, 2, 8, 9, 10), D(1440, 1, 180, 20, 2),
     D(3, 2, 2, 3, 4), D(0, 1, 0), D(0, 1, 1), D(2, 1, 3), D(1, 1, 1),
     D(1, 3, 4, 9, 3), D(324, 1, 81, 9, 3)},
};
/* clang-format on */

static void test_convolution_dims_and_strides(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof convolutions / sizeof convolutions[0]; i++) {
        tensors[0] = make_strided(0, convolutions[i].x, convolutions[i].x_stride);
        tensors[1] = make_tensor(1, "w", convolutions[i].w);
        tensors[2] = (hipdnn_data_tensor){.uid = 2, .name = "y"};
        const hipdnn_data_conv_fwd conv = {.x = 0,
                                           .w = 1,
                                           .y = 2,
                                           .pre_padding = convolutions[i].pre,
                                           .post_padding = convolutions[i].post,
                                           .stride = convolutions[i].stride,
                                           .dilation = convolutions[i].dilation,
                                           .mode = HIPDNN_CONV_MODE_CONVOLUTION};
        const hd_op_context context = context_of(&conv);
        if (hd_operation_conv_fwd.infer(&context) != HD_OK)
            fail_msg("%s: %s", convolutions[i].what, hd_error_text());
        assert_dims(convolutions[i].what, &tensors[2].dim, &convolutions[i].y);
        assert_dims(convolutions[i].what, &tensors[2].stride, &convolutions[i].y_stride);
        assert_int_equal(hd_operation_conv_fwd.check(&context), HD_OK);
    }
}

static void test_what_is_given_is_not_inferred(void **state)
{
    (void)state;
    tensors[0] = make_tensor(0, "x", SHAPE(1, 1, 4, 4));
    tensors[1] = make_tensor(1, "w", SHAPE(1, 1, 1, 1));
    tensors[2] = (hipdnn_data_tensor){.uid = 2, .name = "y", .stride = SHAPE(64, 64, 1, 8)};
    const hipdnn_data_conv_fwd conv = {.w = 1,
                                       .y = 2,
                                       .pre_padding = SHAPE(0, 0),
                                       .post_padding = SHAPE(0, 0),
                                       .stride = SHAPE(1, 1),
                                       .dilation = SHAPE(1, 1)};
    const hd_op_context context = context_of(&conv);
    assert_int_equal(hd_operation_conv_fwd.infer(&context), HD_OK);
    assert_dims("dims", &tensors[2].dim, &SHAPE(1, 1, 4, 4));
    assert_dims("strides", &tensors[2].stride, &SHAPE(64, 64, 1, 8));
}

/* ---------------------------------------------------------------------------------------------- pointwise */

/* clang-format off */
static const struct {
    const char *what;
    int32_t mode;
    hipdnn_dims in[3];
    hipdnn_dims out; /* no entries: refused */
} broadcasts[] = {
    {"one input", HIPDNN_POINTWISE_NEG, {D(2, 3)}, D(2, 3)},
    {"equal shapes", HIPDNN_POINTWISE_ADD, {D(2, 3), D(2, 3)}, D(2, 3)},
    {"per channel", HIPDNN_POINTWISE_ADD, {D(2, 8, 6, 6), D(1, 8, 1, 1)}, D(2, 8, 6, 6)},
    {"the second is larger", HIPDNN_POINTWISE_SUB, {D(1, 1), D(4, 5)}, D(4, 5)},
    {"both stretch", HIPDNN_POINTWISE_MUL, {D(4, 1), D(1, 5)}, D(4, 5)},
    {"a scalar", HIPDNN_POINTWISE_MUL, {D(2, 3, 4), D(1)}, D(2, 3, 4)},
    {"last dimensions", HIPDNN_POINTWISE_MUL, {D(3, 4), D(2, 1, 4)}, D(2, 3, 4)},
    {"three inputs", HIPDNN_POINTWISE_BINARY_SELECT, {D(2, 1, 1), D(3, 1), D(4)}, D(2, 3, 4)},
    {"no fit", HIPDNN_POINTWISE_ADD, {D(2, 3), D(2, 4)}, {.count = 0}},
    {"the third does not fit", HIPDNN_POINTWISE_BINARY_SELECT, {D(2, 3), D(1, 3), D(3, 3)}, {.count = 0}},
};
/* clang-format on */

static void test_broadcast(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof broadcasts / sizeof broadcasts[0]; i++) {
        const int count = hd_pointwise_input_count(broadcasts[i].mode);
        hipdnn_data_pointwise node = {.mode = broadcasts[i].mode, .in_0 = 0, .out_0 = 3};
        for (int in = 0; in < count; in++)
            tensors[in] = make_tensor(in, "in", broadcasts[i].in[in]);
        node.in_1 = (hipdnn_optional_i64){count > 1, 1};
        node.in_2 = (hipdnn_optional_i64){count > 2, 2};
        /* Strides are given: not every row has an input of the output's shape to take them from. */
        tensors[3] = (hipdnn_data_tensor){.uid = 3, .name = "out", .stride = broadcasts[i].out};
        tensors[3].stride.count += broadcasts[i].out.count == 0;
        const hd_op_context context = context_of(&node);
        const hd_status status = hd_operation_pointwise.infer(&context);
        if ((status == HD_OK) != (broadcasts[i].out.count > 0))
            fail_msg("%s: status %d: %s", broadcasts[i].what, status, hd_error_text());
        if (status == HD_OK)
            assert_dims(broadcasts[i].what, &tensors[3].dim, &broadcasts[i].out);
    }
}

static void test_pointwise_strides_come_from_an_input_of_that_shape(void **state)
{
    (void)state;
    const hipdnn_data_pointwise node = {.mode = HIPDNN_POINTWISE_ADD, .in_0 = 0, .in_1 = HIPDNN_SOME(1), .out_0 = 3};
    const hd_op_context context = context_of(&node);
    tensors[0] = make_tensor(0, "bias", SHAPE(1, 8, 1, 1));
    tensors[1] = make_strided(1, SHAPE(2, 8, 3, 3), SHAPE(72, 1, 24, 8));
    tensors[3] = (hipdnn_data_tensor){.uid = 3, .name = "out"};
    assert_int_equal(hd_operation_pointwise.infer(&context), HD_OK);
    assert_dims("channels last", &tensors[3].stride, &SHAPE(72, 1, 24, 8));

    tensors[0] = make_tensor(0, "column", SHAPE(4, 1));
    tensors[1] = make_tensor(1, "row", SHAPE(1, 5));
    tensors[3] = (hipdnn_data_tensor){.uid = 3, .name = "out"};
    assert_int_equal(hd_operation_pointwise.infer(&context), HD_BAD_PARAM);
    assert_string_equal(hd_error_text(),
                        "node 'n': output tensor 'out' (uid 3) has no strides, and no input has its dims [4, 5] to "
                        "take them from; set the output's strides");
}

/* Source: the rows 'pointwise, one / two / three inputs' of the operation table. */
static void test_input_counts(void **state)
{
    (void)state;
    static const char *const two[] = {
        "add",         "add_square",   "cmp_eq", "cmp_ge",    "cmp_gt",   "cmp_le",
        "cmp_lt",      "cmp_neq",      "div",    "elu_bwd",   "gelu_bwd", "gelu_approx_tanh_bwd",
        "logical_and", "logical_or",   "max_op", "min_op",    "mul",      "relu_bwd",
        "sigmoid_bwd", "softplus_bwd", "sub",    "swish_bwd", "tanh_bwd",
    };
    int counts[4] = {0};
    for (int32_t mode = 1; mode <= HIPDNN_POINTWISE_TANH_FWD; mode++)
        counts[hd_pointwise_input_count(mode)]++;
    for (size_t i = 0; i < sizeof two / sizeof two[0]; i++)
        assert_int_equal(hd_pointwise_input_count(hd_enum_by_text(&hd_pointwise_mode_enum, two[i])->wire), 2);
    assert_int_equal(hd_pointwise_input_count(HIPDNN_POINTWISE_BINARY_SELECT), 3);
    assert_int_equal(counts[0], 0);
    assert_int_equal(counts[1], 23);
    assert_int_equal(counts[2], 23);
    assert_int_equal(counts[3], 1);
    assert_int_equal(hd_pointwise_input_count(0), 0);
    assert_int_equal(hd_pointwise_input_count(48), 0);
    assert_int_equal(hd_pointwise_input_count(-1), 0);
}

static void test_an_input_that_is_not_there(void **state)
{
    (void)state;
    const hipdnn_data_pointwise relu = {.mode = HIPDNN_POINTWISE_RELU_FWD, .in_0 = 5, .out_0 = 3};
    const hd_op_context context = context_of(&relu);
    assert_int_equal(hd_operation_pointwise.infer(&context), HD_BAD_PARAM);
    assert_string_equal(hd_error_text(),
                        "node 'n': in_0_tensor_uid is 5, but the graph has no tensor of that uid; add it");
}

/* --------------------------------------------------------------------------------------------------- dims */

/* clang-format off */
static const struct {
    const char *what;
    hipdnn_dims dim, like, stride;
} layouts[] = {
    {"channels last", D(2, 3, 4, 5), D(60, 1, 15, 3), D(60, 1, 15, 3)},
    {"gaps are closed", D(2, 3, 4, 5), D(6000, 1, 150, 10), D(60, 1, 15, 3)},
    {"batch inside", D(2, 3), D(1, 2), D(1, 2)},
    {"all equal: packed", D(2, 3, 4), D(1, 1, 1), D(12, 4, 1)},
    {"all zero: packed", D(2, 3, 4), D(0, 0, 0), D(12, 4, 1)},
    {"width 1, channels last", D(2, 3, 4, 1), D(12, 1, 3, 3), D(12, 1, 3, 3)},
    {"height 1, channels last, one channel", D(2, 3, 1, 5), D(5, 1, 5, 1), D(15, 1, 15, 3)},
    {"another rank: packed", D(2, 3, 4), D(1, 2), D(12, 4, 1)},
    {"no dimension", {.count = 0}, {.count = 0}, {.count = 0}},
    {"past 64 bits", D(9, INT64_MAX, 2), D(3, 2, 1), D(INT64_MAX, 2, 1)},
};
/* clang-format on */

static void test_strides_like_another_tensor(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof layouts / sizeof layouts[0]; i++) {
        hipdnn_dims stride;
        hd_dims_pack_like(&layouts[i].dim, &layouts[i].like, &stride);
        assert_dims(layouts[i].what, &stride, &layouts[i].stride);
    }
}

static void test_text_of_dims(void **state)
{
    (void)state;
    char text[HD_DIMS_TEXT_SIZE];
    assert_string_equal(hd_dims_text(&SHAPE(1, -2, 3), text, sizeof text), "[1, -2, 3]");
    assert_string_equal(hd_dims_text(&(hipdnn_dims){.count = 0}, text, sizeof text), "[]");
    const int64_t m = INT64_MIN;
    assert_int_equal(strlen(hd_dims_text(&SHAPE(m, m, m, m, m, m, m, m), text, sizeof text)), 8 * 20 + 7 * 2 + 2);
    assert_string_equal(hd_dims_text(&SHAPE(12, 34), text, 6), "[12, ");
}

static void test_span(void **state)
{
    (void)state;
    int64_t span;
    hipdnn_data_tensor tensor = make_strided(1, SHAPE(2, 3, 4), SHAPE(100, 10, 0));
    assert_int_equal(hd_tensor_span(&tensor, &span), HD_OK);
    assert_int_equal(span, 121);
    tensor = make_strided(1, SHAPE(3, 1), SHAPE(INT64_MAX / 2, 1));
    assert_int_equal(hd_tensor_span(&tensor, &span), HD_OK);
    assert_int_equal(span, INT64_MAX);
    tensor = make_strided(1, SHAPE(3, 2), SHAPE(INT64_MAX / 2, 1));
    assert_int_equal(hd_tensor_span(&tensor, &span), HD_BAD_PARAM);
    assert_int_equal(span, 0);
    tensor = make_strided(1, SHAPE(3, 2), SHAPE(INT64_MAX, 1));
    assert_int_equal(hd_tensor_span(&tensor, &span), HD_BAD_PARAM);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_convolution_dims_and_strides),
        cmocka_unit_test(test_what_is_given_is_not_inferred),
        cmocka_unit_test(test_broadcast),
        cmocka_unit_test(test_pointwise_strides_come_from_an_input_of_that_shape),
        cmocka_unit_test(test_input_counts),
        cmocka_unit_test(test_an_input_that_is_not_there),
        cmocka_unit_test(test_strides_like_another_tensor),
        cmocka_unit_test(test_text_of_dims),
        cmocka_unit_test(test_span),
    };
    return cmocka_run_group_tests_name("data_sdk infer", tests, NULL, NULL);
}
