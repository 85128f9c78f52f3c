/* SPDX-License-Identifier: MIT */
/* Every pointwise mode of the reference engine at points where its value is known: on doubles, so that nothing is
 * rounded off; with NaN and infinities; and on integers. pointwise.md beside the engine has the rules. */
#include "reference.h"

#include "hipdnn_plugin_sdk/EngineSdk.h"

#include <float.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>

#include <cmocka.h>

enum { MOST_POINTS = 8 };

#define INF ((double)INFINITY)
#define NONE ((double)NAN)

/* The parameters of a mode; those that are not set have their defaults. */
typedef struct parameters {
    hipdnn_optional_f32 lower, upper, slope, swish_beta, elu_alpha, softplus_beta;
} parameters;

static const parameters defaults;

static void set_parameters(hipdnn_data_pointwise *pointwise, const parameters *p)
{
    pointwise->relu_lower_clip = p->lower;
    pointwise->relu_upper_clip = p->upper;
    pointwise->relu_lower_clip_slope = p->slope;
    pointwise->swish_beta = p->swish_beta;
    pointwise->elu_alpha = p->elu_alpha;
    pointwise->softplus_beta = p->softplus_beta;
}

/* out = mode(a, b, c) on `count` elements of one type. */
static void compute(int32_t mode, int32_t type, const parameters *p, size_t count, void *a, void *b, void *c, void *out)
{
    test_graph graph = {0};
    hipdnn_data_tensor *tensor[4];
    void *const memory[4] = {a, b, c, out};
    hipdnnPluginDeviceBuffer_t buffers[4];
    uint32_t bound = 0;
    for (int i = 0; i < 4; i++) {
        tensor[i] = memory[i] == NULL ? NULL : add_tensor(&graph, "t", DIMS((int64_t)count), PACKED);
        if (tensor[i] == NULL)
            continue;
        tensor[i]->data_type = type;
        buffers[bound++] = (hipdnnPluginDeviceBuffer_t){tensor[i]->uid, memory[i]};
    }
    set_parameters(add_pointwise(&graph, mode, tensor[3], tensor[0], tensor[1], tensor[2]), p);
    reference_run(&graph, buffers, bound);
}

/* ------------------------------------------------------------------- doubles */

static bool close_to(double seen, double expected)
{
    if (isnan(expected) || isinf(expected))
        return isnan(expected) ? isnan(seen) : seen == expected;
    return fabs(seen - expected) <= 8 * DBL_EPSILON * fabs(expected);
}

/* A mode, its inputs and its results. */
typedef struct points {
    int32_t mode;
    size_t count;
    double x[MOST_POINTS], y[MOST_POINTS], expected[MOST_POINTS];
    parameters with;
    bool binary;
} points;

static void check_points(const points *tests, size_t count)
{
    for (size_t k = 0; k < count; k++) {
        points t = tests[k];
        double out[MOST_POINTS];
        compute(t.mode, HIPDNN_TYPE_F64, &t.with, t.count, t.x, t.binary ? t.y : NULL, NULL, out);
        for (size_t i = 0; i < t.count; i++)
            if (!close_to(out[i], t.expected[i]))
                fail_msg("%s(%g, %g) is %.17g, expected %.17g", hipdnn_data_pointwise_mode_name(t.mode), t.x[i], t.y[i],
                         out[i], t.expected[i]);
    }
}

#define LIST(...)                                                                                                      \
    {                                                                                                                  \
        __VA_ARGS__                                                                                                    \
    }
#define ONE(name, count_, x_, expected_, ...)                                                                          \
    {                                                                                                                  \
        .mode = HIPDNN_POINTWISE_##name, .count = count_, .x = x_, .expected = expected_, __VA_ARGS__                  \
    }
#define TWO(name, count_, x_, y_, expected_, ...)                                                                      \
    {                                                                                                                  \
        .mode = HIPDNN_POINTWISE_##name, .binary = true, .count = count_, .x = x_, .y = y_, .expected = expected_,     \
        __VA_ARGS__                                                                                                    \
    }
#define WITH(...) .with = {__VA_ARGS__}
#define SOME(value) HIPDNN_SOME(value)

/* The functions' values below have the digits that a double has. */
static void test_unary(void **state)
{
    (void)state;
    const points tests[] = {
        ONE(ABS, 4, LIST(-2.5, 0, -INF, NONE), LIST(2.5, 0, INF, NONE), ),
        ONE(CEIL, 4, LIST(1.25, -1.25, 2, -INF), LIST(2, -1, 2, -INF), ),
        ONE(FLOOR, 4, LIST(1.25, -1.25, 2, NONE), LIST(1, -2, 2, NONE), ),
        ONE(IDENTITY, 3, LIST(0.1, -INF, NONE), LIST(0.1, -INF, NONE), ),
        ONE(NEG, 3, LIST(0.1, -INF, NONE), LIST(-0.1, INF, NONE), ),
        ONE(RECIPROCAL, 5, LIST(4, 0.0, -0.0, INF, NONE), LIST(0.25, INF, -INF, 0, NONE), ),
        ONE(SQRT, 4, LIST(2, 0, -1, INF), LIST(1.4142135623730951, 0, NONE, INF), ),
        ONE(RSQRT, 5, LIST(4, 0.0, -0.0, -1, INF), LIST(0.5, INF, -INF, NONE, 0), ),
        ONE(EXP, 4, LIST(1, 0, -INF, INF), LIST(2.718281828459045, 1, 0, INF), ),
        ONE(LOG, 5, LIST(10, 1, 0, -1, INF), LIST(2.302585092994046, 0, -INF, NONE, INF), ),
        ONE(ERF, 4, LIST(0.5, 0, INF, -INF), LIST(0.5204998778130465, 0, 1, -1), ),
        ONE(SIN, 3, LIST(1, 0, INF), LIST(0.8414709848078965, 0, NONE), ),
        ONE(TAN, 3, LIST(1, 0, INF), LIST(1.5574077246549023, 0, NONE), ),
        ONE(TANH_FWD, 4, LIST(0.5, 0, INF, -INF), LIST(0.46211715726000975, 0, 1, -1), ),
        ONE(LOGICAL_NOT, 5, LIST(0, -0.0, 2, NONE, -INF), LIST(1, 1, 0, 0, 0), ),
    };
    check_points(tests, COUNT(tests));
}

static void test_activations(void **state)
{
    (void)state;
    const points tests[] = {
        ONE(SIGMOID_FWD, 5, LIST(0, 2, -2, INF, -INF), LIST(0.5, 0.8807970779778824, 0.11920292202211755, 1, 0), ),
        ONE(SIGMOID_FWD, 2, LIST(-700, 700), LIST(9.859676543759770e-305, 1), ),
        ONE(SWISH_FWD, 4, LIST(1, -1, INF, -INF), LIST(0.7310585786300049, -0.2689414213699951, INF, 0), ),
        ONE(SWISH_FWD, 3, LIST(1, INF, NONE), LIST(0.8807970779778824, INF, NONE), WITH(.swish_beta = SOME(2))),
        ONE(SWISH_FWD, 3, LIST(3, INF, -INF), LIST(1.5, INF, -INF), WITH(.swish_beta = SOME(0))),
        ONE(ELU_FWD, 5, LIST(2, 0, -1, -INF, NONE), LIST(2, 0, -0.6321205588285577, -1, NONE), ),
        ONE(ELU_FWD, 2, LIST(-1, -INF), LIST(-1.8963616764856732, -3), WITH(.elu_alpha = SOME(3))),
        ONE(SOFTPLUS_FWD, 5, LIST(0, 1, -INF, INF, -800), LIST(0.6931471805599453, 1.3132616875182228, 0, INF, 0), ),
        ONE(SOFTPLUS_FWD, 3, LIST(1, 1000, NONE), LIST(1.0634640055214863, 1000, NONE), WITH(.softplus_beta = SOME(2))),
        ONE(GELU_FWD, 4, LIST(1, -1, -INF, INF), LIST(0.8413447460685429, -0.15865525393145705, 0, INF), ),
        ONE(GELU_APPROX_TANH_FWD, 4, LIST(1, -1, -INF, INF), LIST(0.8411919906082768, -0.15880800939172324, 0, INF), ),
        ONE(RELU_FWD, 6, LIST(-INF, -2, 0, 5, INF, NONE), LIST(0, 0, 0, 5, INF, NONE), ),
        ONE(RELU_FWD, 6, LIST(-INF, -2, 1, 3, INF, NONE), LIST(-INF, -0.5, 1, 3, 4, NONE),
            WITH(.lower = SOME(1), .upper = SOME(4), .slope = SOME(0.5F))),
    };
    check_points(tests, COUNT(tests));
}

static void test_binary(void **state)
{
    (void)state;
    const points tests[] = {
        TWO(ADD, 3, LIST(1, INF, NONE), LIST(0.5, -INF, 1), LIST(1.5, NONE, NONE), ),
        TWO(ADD_SQUARE, 2, LIST(1, 1), LIST(-3, -INF), LIST(10, INF), ),
        TWO(SUB, 2, LIST(1, INF), LIST(0.25, INF), LIST(0.75, NONE), ),
        TWO(MUL, 3, LIST(3, INF, -2), LIST(0.5, 0, INF), LIST(1.5, NONE, -INF), ),
        TWO(DIV, 4, LIST(1, 1, 0, -1), LIST(8, 0, 0, -0.0), LIST(0.125, INF, NONE, INF), ),
        TWO(MAX, 4, LIST(1, -INF, NONE, 1), LIST(2, 3, 1, NONE), LIST(2, 3, NONE, NONE), ),
        TWO(MIN, 4, LIST(1, -INF, NONE, 1), LIST(2, 3, 1, NONE), LIST(1, -INF, NONE, NONE), ),
        TWO(CMP_EQ, 4, LIST(1, 2, NONE, INF), LIST(1, 1, NONE, INF), LIST(1, 0, 0, 1), ),
        TWO(CMP_NEQ, 4, LIST(1, 2, NONE, INF), LIST(1, 1, NONE, INF), LIST(0, 1, 1, 0), ),
        TWO(CMP_GT, 4, LIST(1, 2, 0, NONE), LIST(1, 1, 1, 1), LIST(0, 1, 0, 0), ),
        TWO(CMP_GE, 4, LIST(1, 2, 0, NONE), LIST(1, 1, 1, 1), LIST(1, 1, 0, 0), ),
        TWO(CMP_LT, 4, LIST(1, 2, 0, 0), LIST(1, 1, 1, NONE), LIST(0, 0, 1, 0), ),
        TWO(CMP_LE, 4, LIST(1, 2, 0, 0), LIST(1, 1, 1, NONE), LIST(1, 0, 1, 0), ),
        TWO(LOGICAL_AND, 4, LIST(1, 1, 0, NONE), LIST(2, 0, 0, -1), LIST(1, 0, 0, 1), ),
        TWO(LOGICAL_OR, 4, LIST(1, 1, 0, NONE), LIST(2, 0, -0.0, 0), LIST(1, 1, 0, 1), ),
    };
    check_points(tests, COUNT(tests));
}

/* in_0 is dy, in_1 is x. */
static void test_backward(void **state)
{
    (void)state;
    const points tests[] = {
        TWO(RELU_BWD, 6, LIST(3, 3, 3, INF, 3, NONE), LIST(2, 0, -1, -1, NONE, 1), LIST(3, 0, 0, 0, 3, NONE), ),
        TWO(RELU_BWD, 4, LIST(8, 8, 8, 8), LIST(0, 1, 2, 4), LIST(2, 2, 8, 0),
            WITH(.lower = SOME(1), .upper = SOME(4), .slope = SOME(0.25F))),
        TWO(SIGMOID_BWD, 3, LIST(4, 2, 1), LIST(0, INF, 40), LIST(1, 0, 4.248354255291589e-18), ),
        TWO(TANH_BWD, 3, LIST(2, 1, 1), LIST(0, 1, -INF), LIST(2, 0.41997434161402614, 0), ),
        TWO(ELU_BWD, 4, LIST(2, 2, 2, 2), LIST(1, 0, -INF, NONE), LIST(2, 6, 0, NONE), WITH(.elu_alpha = SOME(3))),
        TWO(SOFTPLUS_BWD, 3, LIST(2, 2, 2), LIST(0, INF, 1), LIST(1, 2, 1.7615941559557649),
            WITH(.softplus_beta = SOME(2))),
        TWO(SWISH_BWD, 4, LIST(2, 2, 2, 2), LIST(0, INF, -INF, 1), LIST(1, 2, 0, 1.8553410237429735), ),
        TWO(SWISH_BWD, 2, LIST(2, 2), LIST(INF, 3), LIST(1, 1), WITH(.swish_beta = SOME(0))),
        TWO(GELU_BWD, 4, LIST(2, 2, 2, 1), LIST(0, INF, -INF, 1), LIST(1, 2, 0, 1.0833154705876864), ),
        TWO(GELU_APPROX_TANH_BWD, 4, LIST(2, 2, 2, 1), LIST(0, INF, -INF, 1), LIST(1, 2, 0, 1.0829640838457826), ),
    };
    check_points(tests, COUNT(tests));
}

/* A backward mode is the slope of its forward mode: (f(x + h) - f(x - h)) / 2h, with h such that both of its errors are
 * small. */
static void test_backward_is_the_slope_of_forward(void **state)
{
    (void)state;
    static const struct {
        int32_t forward, backward;
    } pairs[] = {
        {HIPDNN_POINTWISE_RELU_FWD, HIPDNN_POINTWISE_RELU_BWD},
        {HIPDNN_POINTWISE_SIGMOID_FWD, HIPDNN_POINTWISE_SIGMOID_BWD},
        {HIPDNN_POINTWISE_TANH_FWD, HIPDNN_POINTWISE_TANH_BWD},
        {HIPDNN_POINTWISE_ELU_FWD, HIPDNN_POINTWISE_ELU_BWD},
        {HIPDNN_POINTWISE_SOFTPLUS_FWD, HIPDNN_POINTWISE_SOFTPLUS_BWD},
        {HIPDNN_POINTWISE_SWISH_FWD, HIPDNN_POINTWISE_SWISH_BWD},
        {HIPDNN_POINTWISE_GELU_FWD, HIPDNN_POINTWISE_GELU_BWD},
        {HIPDNN_POINTWISE_GELU_APPROX_TANH_FWD, HIPDNN_POINTWISE_GELU_APPROX_TANH_BWD},
    };
    enum { POINTS = 61 };
    const double h = 0x1p-17;
    const parameters with = {SOME(-1.01F), SOME(2.01F), SOME(0.3F), SOME(1.7F), SOME(0.6F), SOME(2.2F)};
    for (size_t k = 0; k < COUNT(pairs); k++) {
        double x[POINTS], left[POINTS], right[POINTS], dy[POINTS], slope[POINTS], low[POINTS], high[POINTS];
        for (int i = 0; i < POINTS; i++) {
            x[i] = 0.1 * (i - POINTS / 2) + 0.05;
            left[i] = x[i] - h;
            right[i] = x[i] + h;
            dy[i] = 1;
        }
        compute(pairs[k].forward, HIPDNN_TYPE_F64, &with, POINTS, left, NULL, NULL, low);
        compute(pairs[k].forward, HIPDNN_TYPE_F64, &with, POINTS, right, NULL, NULL, high);
        compute(pairs[k].backward, HIPDNN_TYPE_F64, &with, POINTS, dy, x, NULL, slope);
        for (int i = 0; i < POINTS; i++)
            if (fabs((high[i] - low[i]) / (2 * h) - slope[i]) > 1e-8)
                fail_msg("%s at %g: %g, not %g", hipdnn_data_pointwise_mode_name(pairs[k].backward), x[i], slope[i],
                         (high[i] - low[i]) / (2 * h));
    }
}

/* The mask is any number; its NaN is not 0. The others pass untouched. */
static void test_select(void **state)
{
    (void)state;
    double x[] = {1, 2, NONE, 4}, y[] = {10, NONE, 30, INF}, mask[] = {2, 0, NONE, -0.0}, out[4];
    compute(HIPDNN_POINTWISE_BINARY_SELECT, HIPDNN_TYPE_F64, &defaults, 4, x, y, mask, out);
    assert_true(out[0] == 1 && isnan(out[1]) && isnan(out[2]) && out[3] == INF);
}

/* ------------------------------------------------------------------- integers */

typedef struct integer_points {
    int32_t mode;
    size_t count;
    int64_t x[MOST_POINTS], y[MOST_POINTS], expected[MOST_POINTS];
    parameters with;
    bool binary;
} integer_points;

#define LEAST INT64_MIN
#define MOST INT64_MAX
#define BIG INT64_C(9007199254740993) /* 2^53 + 1, which no double is */

static void test_integers(void **state)
{
    (void)state;
    const integer_points tests[] = {
        ONE(ABS, 3, LIST(-5, BIG, LEAST), LIST(5, BIG, LEAST), ),
        ONE(NEG, 3, LIST(-5, BIG, LEAST), LIST(5, -BIG, LEAST), ),
        ONE(CEIL, 1, LIST(-BIG), LIST(-BIG), ),
        ONE(FLOOR, 1, LIST(-BIG), LIST(-BIG), ),
        ONE(IDENTITY, 2, LIST(BIG, LEAST), LIST(BIG, LEAST), ),
        ONE(LOGICAL_NOT, 2, LIST(BIG, 0), LIST(0, 1), ),
        ONE(RECIPROCAL, 4, LIST(1, -1, 7, 0), LIST(1, -1, 0, MOST), ),
        ONE(RELU_FWD, 4, LIST(-BIG, 0, BIG, MOST), LIST(0, 0, BIG, MOST), ),
        ONE(RELU_FWD, 4, LIST(LEAST, -3, 5, BIG), LIST(-2, -2, 5, 6), WITH(.lower = SOME(-2), .upper = SOME(6))),
        ONE(RELU_FWD, 2, LIST(LEAST, 7), LIST(LEAST, 7), WITH(.lower = SOME(-INFINITY))),
        /* A slope leaves the integers: -2 + 0.25 * (-7 + 2) = -3.25. */
        ONE(RELU_FWD, 1, LIST(-7), LIST(-3), WITH(.lower = SOME(-2), .slope = SOME(0.25F))),
        ONE(EXP, 2, LIST(3, 1000), LIST(20, MOST), ),
        ONE(SQRT, 2, LIST(10, -1), LIST(3, 0), ),
        TWO(ADD, 2, LIST(BIG, MOST), LIST(1, 1), LIST(BIG + 1, LEAST), ),
        TWO(ADD_SQUARE, 2, LIST(1, 0), LIST(-3, INT64_C(1) << 32), LIST(10, 0), ),
        TWO(SUB, 2, LIST(BIG, LEAST), LIST(1, 1), LIST(BIG - 1, MOST), ),
        TWO(MUL, 2, LIST(BIG, MOST), LIST(3, 2), LIST(3 * BIG, -2), ),
        TWO(DIV, 6, LIST(7, -7, BIG, 5, -5, 0), LIST(2, 2, 1, 0, 0, 0), LIST(3, -3, BIG, MOST, LEAST, 0), ),
        TWO(DIV, 1, LIST(LEAST), LIST(-1), LIST(LEAST), ),
        TWO(MAX, 1, LIST(BIG), LIST(BIG - 1), LIST(BIG), ),
        TWO(MIN, 1, LIST(BIG), LIST(BIG - 1), LIST(BIG - 1), ),
        TWO(CMP_EQ, 2, LIST(BIG, BIG), LIST(BIG - 1, BIG), LIST(0, 1), ),
        TWO(CMP_NEQ, 1, LIST(BIG), LIST(BIG - 1), LIST(1), ),
        TWO(CMP_GT, 1, LIST(BIG), LIST(BIG - 1), LIST(1), ),
        TWO(CMP_GE, 1, LIST(BIG - 1), LIST(BIG), LIST(0), ),
        TWO(CMP_LT, 1, LIST(BIG - 1), LIST(BIG), LIST(1), ),
        TWO(CMP_LE, 1, LIST(BIG), LIST(BIG - 1), LIST(0), ),
        TWO(LOGICAL_AND, 2, LIST(BIG, 1), LIST(2, 0), LIST(1, 0), ),
        TWO(LOGICAL_OR, 2, LIST(0, 1), LIST(0, 0), LIST(0, 1), ),
        TWO(RELU_BWD, 4, LIST(BIG, BIG, BIG, BIG), LIST(1, 0, -1, MOST), LIST(BIG, 0, 0, BIG), ),
    };
    for (size_t k = 0; k < COUNT(tests); k++) {
        integer_points t = tests[k];
        int64_t out[MOST_POINTS];
        compute(t.mode, HIPDNN_TYPE_I64, &t.with, t.count, t.x, t.binary ? t.y : NULL, NULL, out);
        for (size_t i = 0; i < t.count; i++)
            if (out[i] != t.expected[i])
                fail_msg("%s(%lld, %lld) is %lld, expected %lld", hipdnn_data_pointwise_mode_name(t.mode),
                         (long long)t.x[i], (long long)t.y[i], (long long)out[i], (long long)t.expected[i]);
    }
}

static void test_integers_are_held_in_range(void **state)
{
    (void)state;
    int8_t a[] = {100, -100, 100}, b[] = {100, 100, -1}, out[3];
    compute(HIPDNN_POINTWISE_ADD, HIPDNN_TYPE_I8, &defaults, 3, a, b, NULL, out);
    assert_true(out[0] == 127 && out[1] == 0 && out[2] == 99);
    compute(HIPDNN_POINTWISE_MUL, HIPDNN_TYPE_I8, &defaults, 3, a, b, NULL, out);
    assert_true(out[0] == 127 && out[1] == -128 && out[2] == -100);
    uint8_t c[] = {5, 0, 255}, d[3];
    compute(HIPDNN_POINTWISE_NEG, HIPDNN_TYPE_U8, &defaults, 3, c, NULL, NULL, d);
    assert_true(d[0] == 0 && d[1] == 0 && d[2] == 0);
}

/* ------------------------------------------------------------------- gen_index */

/* The index along each axis in turn; the output has a layout of its own, and the input is not looked at. */
static void test_gen_index(void **state)
{
    (void)state;
    float nothing[6] = {NAN, NAN, NAN, NAN, NAN, NAN}, out[7];
    for (int64_t axis = 0; axis < 2; axis++) {
        test_graph graph = {0};
        const hipdnn_data_tensor *in = add_tensor(&graph, "in", DIMS(2, 3), PACKED);
        const hipdnn_data_tensor *index = add_tensor(&graph, "out", DIMS(2, 3), DIMS(4, 1));
        add_pointwise(&graph, HIPDNN_POINTWISE_GEN_INDEX, index, in, NULL, NULL)->axis =
            (hipdnn_optional_i64)HIPDNN_SOME(axis);
        out[3] = -1;
        RUN(graph, {in->uid, nothing}, {index->uid, out});
        if (axis == 0)
            CHECK(out, 0, 0, 0, -1, 1, 1, 1);
        else
            CHECK(out, 0, 1, 2, -1, 0, 1, 2);
    }
}

/* Past the range of the type the last index repeats. */
static void test_gen_index_of_small_integers(void **state)
{
    (void)state;
    enum { LENGTH = 300 };
    test_graph graph = {0};
    hipdnn_data_tensor *in = add_tensor(&graph, "in", DIMS(LENGTH, 1), PACKED);
    hipdnn_data_tensor *out = add_tensor(&graph, "out", DIMS(LENGTH, 1), PACKED);
    in->data_type = out->data_type = HIPDNN_TYPE_U8;
    add_pointwise(&graph, HIPDNN_POINTWISE_GEN_INDEX, out, in, NULL, NULL)->axis = (hipdnn_optional_i64)HIPDNN_SOME(0);
    uint8_t nothing[LENGTH] = {0}, index[LENGTH];
    RUN(graph, {in->uid, nothing}, {out->uid, index});
    for (int i = 0; i < LENGTH; i++)
        assert_int_equal(index[i], i < 255 ? i : 255);
}

int main(void)
{
    reference_open(REFERENCE_PLUGIN);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_unary),
        cmocka_unit_test(test_activations),
        cmocka_unit_test(test_binary),
        cmocka_unit_test(test_backward),
        cmocka_unit_test(test_backward_is_the_slope_of_forward),
        cmocka_unit_test(test_select),
        cmocka_unit_test(test_integers),
        cmocka_unit_test(test_integers_are_held_in_range),
        cmocka_unit_test(test_gen_index),
        cmocka_unit_test(test_gen_index_of_small_integers),
    };
    const int failed = cmocka_run_group_tests(tests, NULL, NULL);
    reference_close();
    return failed;
}
