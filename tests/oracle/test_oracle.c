/* SPDX-License-Identifier: MIT */
/* The oracle against numbers computed by hand. */
#include "buffer.h"
#include "oracle.h"
#include "random.h"

#include <float.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

/* Graphs are written with ' for ", so that they can be read. Tensors are of doubles, where nothing is rounded off, or
 * of the type that is given. */
#define TYPED(type, uid, dims) "{'uid':" #uid ",'name':'t" #uid "','data_type':'" type "','dims':[" dims "]}"
#define TENSOR(uid, dims) TYPED("double", uid, dims)
#define CONVOLUTION(parameters)                                                                                        \
    "{'name':'c','type':'ConvolutionFwdAttributes','inputs':{'x_tensor_uid':1,'w_tensor_uid':2},"                      \
    "'outputs':{'y_tensor_uid':9},'parameters':{" parameters "}}"
#define POINTWISE(inputs, output)                                                                                      \
    "{'name':'p','type':'PointwiseAttributes','inputs':{" inputs "},'outputs':{'out_0_tensor_uid':" #output "}}"
#define GRAPH(tensors, nodes) "{'tensors':[" tensors "],'nodes':[" nodes "]}"

static oracle_graph *read_graph(const char *quoted)
{
    char json[4096];
    oracle_message message = {""};
    const size_t size = strlen(quoted);
    assert_true(size < sizeof json);
    for (size_t i = 0; i <= size; i++)
        json[i] = quoted[i] == '\'' ? '"' : quoted[i];
    oracle_graph *graph = oracle_read(json, size, &message);
    assert_string_equal(message.text, "");
    assert_non_null(graph);
    return graph;
}

static void set(oracle_graph *graph, int64_t uid, const void *values)
{
    oracle_message message;
    if (values != NULL)
        assert_true(oracle_set(oracle_find(graph, uid), values, &message));
}

/* Inputs 1 and 2 in, tensor 9 out. */
static void expect(const char *quoted, const void *one, const void *two, size_t count, const double *want)
{
    oracle_message message = {""};
    oracle_graph *graph = read_graph(quoted);
    set(graph, 1, one);
    set(graph, 2, two);
    const bool evaluated = oracle_evaluate(graph, &message);
    assert_string_equal(message.text, "");
    assert_true(evaluated);
    const oracle_tensor *out = oracle_find(graph, 9);
    assert_int_equal(out->count, count);
    for (size_t i = 0; i < count; i++) {
        const double got = out->value[i];
        const bool met = isnan(want[i]) ? isnan(got) : got == want[i] || fabs(got - want[i]) <= 1e-14 * fabs(want[i]);
        if (!met)
            fail_msg("element %zu of %s is %.17g, not %.17g", i, quoted, got, want[i]);
    }
    oracle_destroy(graph);
}

#define F(...) ((const double[]){__VA_ARGS__})
#define INF ((double)INFINITY)
#define NONE ((double)NAN)
#define WANT(...) sizeof((const double[]){__VA_ARGS__}) / sizeof(double), ((const double[]){__VA_ARGS__})

static void test_convolution_modes(void **state)
{
    (void)state;
    const double *x = F(1, 2, 3, 4, 5, 6, 7, 8, 9), *w = F(1, 2, 3, 4);
    /* 1*1 + 2*2 + 4*3 + 5*4 = 37 ... and with the filter turned round 1*4 + 2*3 + 4*2 + 5*1 = 23 ... */
    expect(GRAPH(TENSOR(1, "1,1,3,3") "," TENSOR(2, "1,1,2,2") "," TENSOR(9, "1,1,2,2"),
                 CONVOLUTION("'conv_mode':'CROSS_CORRELATION'")),
           x, w, WANT(37, 47, 67, 77));
    expect(GRAPH(TENSOR(1, "1,1,3,3") "," TENSOR(2, "1,1,2,2") "," TENSOR(9, ""),
                 CONVOLUTION("'conv_mode':'CONVOLUTION'")),
           x, w, WANT(23, 33, 53, 63));
}

static void test_convolution_geometry(void **state)
{
    (void)state;
    /* 0 0 [1 2 3] 0, windows at 0 and 2. */
    expect(GRAPH(TENSOR(1, "1,1,3") "," TENSOR(2, "1,1,3") "," TENSOR(9, "1,1,2"),
                 CONVOLUTION("'pre_padding':[2],'post_padding':[1],'stride':[2],'dilation':[1]")),
           F(1, 2, 3), F(1, 10, 100), WANT(100, 321));
    /* A filter of 2 that reaches over 4. */
    expect(GRAPH(TENSOR(1, "1,1,5") "," TENSOR(2, "1,1,2") "," TENSOR(9, "1,1,2"), CONVOLUTION("'dilation':[3]")),
           F(1, 2, 3, 4, 5), F(1, 10), WANT(41, 52));
    /* The two axes have paddings, strides and dilations of their own: columns [0 1 2 3 4 0], rows [1, 5]. */
    expect(GRAPH(TENSOR(1, "1,1,2,4") "," TENSOR(2, "1,1,2,2") "," TENSOR(9, "1,1,1,2"),
                 CONVOLUTION("'pre_padding':[0,1],'post_padding':[0,1],'stride':[1,3],'dilation':[1,2]")),
           F(1, 2, 3, 4, 5, 6, 7, 8), F(1, 10, 100, 1000), WANT(20 + 6000, 3 + 700));
    /* Three spatial dimensions: the sum of 1 ... 8. */
    expect(GRAPH(TENSOR(1, "1,1,2,2,2") "," TENSOR(2, "1,1,2,2,2") "," TENSOR(9, "1,1,1,1,1"), CONVOLUTION("")),
           F(1, 2, 3, 4, 5, 6, 7, 8), F(1, 1, 1, 1, 1, 1, 1, 1), WANT(36));
}

static void test_convolution_channels(void **state)
{
    (void)state;
    /* One group: both filters see both channels; two images. */
    expect(GRAPH(TENSOR(1, "2,2,1") "," TENSOR(2, "2,2,1") "," TENSOR(9, "2,2,1"), CONVOLUTION("")), F(1, 2, 3, 4),
           F(1, 10, 100, 1000), WANT(21, 2100, 43, 4300));
    /* Two groups of two channels, one filter each. */
    expect(GRAPH(TENSOR(1, "1,4,1") "," TENSOR(2, "2,2,1") "," TENSOR(9, "1,2,1"), CONVOLUTION("")), F(1, 2, 3, 4),
           F(1, 10, 100, 1000), WANT(21, 4300));
    /* Two groups of one channel, two filters each. */
    expect(GRAPH(TENSOR(1, "1,2,1") "," TENSOR(2, "4,1,1") "," TENSOR(9, "1,4,1"), CONVOLUTION("")), F(2, 3),
           F(1, 10, 100, 1000), WANT(2, 20, 300, 3000));
}

#define UNARY(rest)                                                                                                    \
    GRAPH(TENSOR(1, "4") "," TENSOR(9, "4"), POINTWISE("'in_0_tensor_uid':1,'in_1_tensor_uid':null," rest, 9))
#define BINARY(operation)                                                                                              \
    GRAPH(TENSOR(1, "2") "," TENSOR(2, "2") "," TENSOR(9, "2"),                                                        \
          POINTWISE("'in_0_tensor_uid':1,'in_1_tensor_uid':2,'operation':'" operation "'", 9))

static void test_unary(void **state)
{
    (void)state;
    expect(UNARY("'operation':'relu_fwd'"), F(-1, 0, 2, NONE), NULL, WANT(0, 0, 2, NONE));
    /* Below 1 a line of slope 1/2 through (1, 1). */
    expect(UNARY("'operation':'relu_fwd','relu_lower_clip':1,'relu_upper_clip':3,'relu_lower_clip_slope':0.5"),
           F(-1, 1, 2, 5), NULL, WANT(0, 1, 2, 3));
    expect(UNARY("'operation':'abs'"), F(-1, 0, 2, -INF), NULL, WANT(1, 0, 2, INF));
    expect(UNARY("'operation':'neg'"), F(-1, 0, 2, 3), NULL, WANT(1, 0, -2, -3));
    expect(UNARY("'operation':'identity'"), F(-1, 0, 2, NONE), NULL, WANT(-1, 0, 2, NONE));
    expect(UNARY("'operation':'sigmoid_fwd'"), F(0, INF, -INF, 1), NULL, WANT(0.5, 1, 0, 0.73105857863000488));
    expect(UNARY("'operation':'tanh_fwd'"), F(0, INF, -INF, 1), NULL, WANT(0, 1, -1, 0.76159415595576489));
    expect(UNARY("'operation':'exp'"), F(0, 1, -INF, -1), NULL, WANT(1, 2.7182818284590452, 0, 0.36787944117144232));
    expect(UNARY("'operation':'sqrt'"), F(0, 1, 4, 2), NULL, WANT(0, 1, 2, 1.4142135623730950));
    expect(UNARY("'operation':'reciprocal'"), F(1, 2, -4, 8), NULL, WANT(1, 0.5, -0.25, 0.125));
}

static void test_binary(void **state)
{
    (void)state;
    const double *a = F(7, -8), *b = F(2, 4);
    expect(BINARY("add"), a, b, WANT(9, -4));
    expect(BINARY("sub"), a, b, WANT(5, -12));
    expect(BINARY("mul"), a, b, WANT(14, -32));
    expect(BINARY("div"), a, b, WANT(3.5, -2));
    expect(BINARY("max_op"), a, b, WANT(7, 4));
    expect(BINARY("min_op"), a, b, WANT(2, -8));
    expect(BINARY("add_square"), a, b, WANT(11, 8));
    expect(BINARY("max_op"), F(NONE, 1), F(1, NONE), WANT(NONE, NONE));
    expect(BINARY("add"), F(INF, INF), F(1, -INF), WANT(INF, NONE));
}

static void test_broadcast(void **state)
{
    (void)state;
    const char *add = POINTWISE("'in_0_tensor_uid':1,'in_1_tensor_uid':2,'operation':'sub'", 9);
    char quoted[1024];
    /* Both inputs stretch. */
    (void)snprintf(quoted, sizeof quoted, GRAPH("%s", "%s"), TENSOR(1, "2,1") "," TENSOR(2, "1,3") "," TENSOR(9, "2,3"),
                   add);
    expect(quoted, F(10, 20), F(1, 2, 3), WANT(9, 8, 7, 19, 18, 17));
    /* Dims are aligned at the last one. */
    (void)snprintf(quoted, sizeof quoted, GRAPH("%s", "%s"), TENSOR(1, "2,2") "," TENSOR(2, "2") "," TENSOR(9, ""),
                   add);
    expect(quoted, F(10, 20, 30, 40), F(1, 2), WANT(9, 18, 29, 38));
    (void)snprintf(quoted, sizeof quoted, GRAPH("%s", "%s"), TENSOR(1, "1") "," TENSOR(2, "2,1") "," TENSOR(9, "2,1"),
                   add);
    expect(quoted, F(10), F(1, 2), WANT(9, 8));
}

/* relu(x * w + 0.5 - x): nodes in the wrong order, a constant, a tensor that is used twice. */
static void test_graph(void **state)
{
    (void)state;
    expect(GRAPH(TENSOR(1, "1,1,2") "," TENSOR(2, "1,1,1") "," TENSOR(9, "1,1,2") "," TENSOR(4, "") "," TENSOR(
                     5, "") "," TENSOR(6, "") ",{'uid':3,'dims':[1],'value_type':'Float32Value','value':0.5}",
                 POINTWISE("'operation':'relu_fwd','in_0_tensor_uid':6", 9) "," POINTWISE(
                     "'operation':'sub','in_0_tensor_uid':5,'in_1_tensor_uid':1",
                     6) "," POINTWISE("'operation':'add','in_0_tensor_uid':4,'in_1_tensor_uid':3",
                                      5) ","
                                         "{'name':'c','type':'ConvolutionFwdAttributes','inputs':{'x_tensor_uid':1,'w_"
                                         "tensor_uid':2},"
                                         "'outputs':{'y_tensor_uid':4},'parameters':{}}"),
           F(1, -4), F(3), WANT(2.5, 0));
}

static void expect_error(const char *quoted, const double *one, const double *two, double value, double error)
{
    oracle_message message = {""};
    oracle_graph *graph = read_graph(quoted);
    set(graph, 1, one);
    set(graph, 2, two);
    assert_true(oracle_evaluate(graph, &message));
    const oracle_tensor *out = oracle_find(graph, 9);
    if (out->value[0] != value || fabs(out->error[0] - error) > 1e-6 * error)
        fail_msg("%s is %.17g with an error of %g, not %.17g with %g", quoted, out->value[0], out->error[0], value,
                 error);
    oracle_destroy(graph);
}

static void test_error(void **state)
{
    (void)state;
    const double epsilon = (double)FLT_EPSILON, tiny = 0x1p-30;
    /* Choosing is exact; a sum of four terms of magnitude 1, 2, 3, 4 is not, although they cancel: the partial sums are
     * 1, 3, 0, -4. */
    expect_error(UNARY("'operation':'relu_fwd'"), F(3, 0, 0, 0), NULL, 3.0, 0.0);
    expect_error(GRAPH(TENSOR(1, "1,1,4") "," TENSOR(2, "1,1,4") "," TENSOR(9, ""), CONVOLUTION("")), F(1, 2, -3, 4),
                 F(1, 1, 1, -1), -4.0, epsilon * (10.0 + sqrt(26.0)));
    /* A sum that a float holds costs nothing; one that it does not hold is rounded, and what it may be wrong by is
     * multiplied by the second operand. */
    const char *quoted = GRAPH(TENSOR(1, "1") "," TENSOR(2, "1") "," TENSOR(4, "") "," TENSOR(9, ""),
                               POINTWISE("'operation':'add','in_0_tensor_uid':1,'in_1_tensor_uid':2", 4) "," POINTWISE(
                                   "'operation':'mul','in_0_tensor_uid':4,'in_1_tensor_uid':2", 9));
    expect_error(quoted, F(1), F(4), 20.0, 0.0);
    expect_error(quoted, F(1), F(tiny), (1 + tiny) * tiny, 2 * epsilon * (1 + tiny) * tiny);
}

/* Tensor 4 lies between two steps and rounds to its type: 257 is no bfloat16. */
#define THROUGH(type)                                                                                                  \
    GRAPH(TENSOR(1, "1") "," TENSOR(2, "1") "," TYPED(type, 4, "1") "," TENSOR(9, ""),                                 \
          POINTWISE("'operation':'add','in_0_tensor_uid':1,'in_1_tensor_uid':2",                                       \
                    4) "," POINTWISE("'operation':'sub','in_0_tensor_uid':4,'in_1_tensor_uid':2", 9))

static void test_storing(void **state)
{
    (void)state;
    expect_error(THROUGH("bfloat16"), F(256), F(1), 255.0, 0.0);
    expect_error(THROUGH("half"), F(256), F(1), 256.0, 0.0);
    expect_error(THROUGH("half"), F(65519), F(0), 65504.0, 0.0);
    expect_error(THROUGH("half"), F(65520), F(0), INF, 0.0);
    expect_error(THROUGH("int8"), F(126.5), F(1), 126.0, 0.0);
    expect_error(THROUGH("uint8"), F(-4), F(1), -1.0, 0.0);
    expect_error(THROUGH("boolean"), F(0.5), F(2), -1.0, 0.0);
    /* A value that no float holds may have been rounded on the way. Far from halfway between two numbers of the type
     * that changes nothing; close to it both may be met. */
    expect_error(THROUGH("half"), F(1 + 0x1p-26), F(1), 1.0, 0.0);
    expect_error(THROUGH("half"), F(2048 + 0x1p-26), F(1), 2049.0, 2.0 / ORACLE_TOLERANCE);
}

static double units_of(const char *type, double want, double error, double got)
{
    unsigned char element[8];
    const oracle_tensor tensor = {.type = oracle_type_find(type), .count = 1, .value = &want, .error = &error};
    oracle_encode(tensor.type, got, 0, element);
    return oracle_compare(&tensor, element).units;
}

static double units(double want, double error, double got)
{
    return units_of("float", want, error, got);
}

static void test_compare(void **state)
{
    (void)state;
    const double epsilon = (double)FLT_EPSILON;
    assert_true(units(1.0, 0.0, 1.0) == 0.0);
    assert_true(units(1.0, 0.0, 1.0 + epsilon) > 1e6); /* an exact result must be met */
    assert_true(fabs(units(1.0, epsilon, 1.0 + 3.0 * epsilon) - 3.0) < 1e-6);
    assert_true(units(NONE, epsilon, NONE) == 0.0);
    assert_true(isinf(units(NONE, epsilon, 1.0)));
    assert_true(isinf(units(1.0, epsilon, NONE)));
    assert_true(units(INF, 0.0, INF) == 0.0);
    assert_true(isinf(units(INF, 0.0, -INF)));
    assert_true(isinf(units(INF, 0.0, (double)FLT_MAX)));
    assert_true(units(INF, INF, (double)FLT_MAX) == 0.0); /* it may be either */
    assert_true(isinf(units(1.0, INF, NONE)));
    assert_true(units(1e-39, 0.0, 0.0) < 0.2); /* flushed */
    assert_true(isinf(units_of("half", 0x1p-24, 0.0, 0.0)));
}

/* Exactly met beyond 2^53, too. */
static void test_compare_integers(void **state)
{
    (void)state;
    int64_t whole = INT64_MAX - 1, got = INT64_MAX;
    double value = (double)whole, error = 0.0;
    const oracle_tensor tensor = {
        .type = oracle_type_find("int64"), .count = 1, .value = &value, .error = &error, .whole = &whole};
    assert_true(isinf(oracle_compare(&tensor, &got).units));
    assert_true(oracle_compare(&tensor, &got).absolute == 1.0);
    got = whole;
    assert_true(oracle_compare(&tensor, &got).units == 0.0);
}

static void test_refusals(void **state)
{
    (void)state;
    static const struct {
        const char *quoted, *sentence;
    } cases[] = {
        {GRAPH(TENSOR(1, "1") "," TENSOR(9, "1"),
               "{'name':'m','type':'ReductionAttributes','outputs':{'c_tensor_uid':9}}"),
         "ReductionAttributes"},
        {GRAPH(TENSOR(1, "1") "," TYPED("fp8_e4m3", 9, "1"), POINTWISE("'operation':'abs','in_0_tensor_uid':1", 9)),
         "fp8_e4m3"},
        {GRAPH(TENSOR(1, "1") "," TENSOR(9, "1"), POINTWISE("'operation':'gen_index','in_0_tensor_uid':1", 9)), "axis"},
        {GRAPH(TENSOR(1, "1") "," TENSOR(9, "1"), POINTWISE("'operation':'cube','in_0_tensor_uid':1", 9)), "cube"},
        {GRAPH(TENSOR(1, "1") "," TENSOR(9, "1"), POINTWISE("'operation':'abs','in_0_tensor_uid':7", 9)), "7"},
        {GRAPH(TENSOR(1, "1") "," TENSOR(9, "1"), POINTWISE("'operation':'abs','in_0_tensor_uid':1", 8)), "8"},
        {GRAPH(TENSOR(1, "1") "," TENSOR(9, "1"), POINTWISE("'operation':'add','in_0_tensor_uid':1", 9)), "in_1"},
        {GRAPH(TENSOR(1, "1") "," TENSOR(9, "1"), POINTWISE("'operation':'abs','in_0_tensor_uid':9", 9)), "no value"},
        {GRAPH(TENSOR(1, "1") "," TENSOR(9, "1,1"), POINTWISE("'operation':'abs','in_0_tensor_uid':1", 9)), "rank"},
        {GRAPH(TENSOR(1, "1") "," TENSOR(9, "2"), POINTWISE("'operation':'abs','in_0_tensor_uid':1", 9)), "dims[0]"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        oracle_message message = {""};
        oracle_graph *graph = read_graph(cases[i].quoted);
        set(graph, 1, F(1));
        assert_false(oracle_evaluate(graph, &message));
        if (strstr(message.text, cases[i].sentence) == NULL)
            fail_msg("case %zu says '%s'", i, message.text);
        oracle_destroy(graph);
    }
}

static void test_malformed(void **state)
{
    (void)state;
    static const char *const texts[] = {
        "", "{", "[]", "{}", "{\"tensors\":[{}]}", "{\"tensors\":[{\"uid\":1,\"dims\":[0]}]}"};
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        oracle_message message = {""};
        assert_null(oracle_read(texts[i], strlen(texts[i]), &message));
        assert_string_not_equal(message.text, "");
    }
}

/* The numbers are part of the command's promise: the same on every machine, for ever. */
static void test_random(void **state)
{
    (void)state;
    random_stream reference = {.state = 1234567}; /* the published first outputs of splitmix64 for this seed */
    assert_true(random_next(&reference) == UINT64_C(6457827717110365317));
    assert_true(random_next(&reference) == UINT64_C(3203168211198807973));
    random_stream a = random_start(1, 2), b = random_start(1, 2), c = random_start(2, 1);
    for (int i = 0; i < 1000; i++) {
        const float x = random_float(&a);
        assert_true(x >= -1.0f && x < 1.0f);
        assert_true(x == random_float(&b));
    }
    assert_true(random_next(&a) != random_next(&c));
}

static void test_buffer(void **state)
{
    (void)state;
    const float packed[6] = {0, 1, 2, 3, 4, 5};
    float back[6];
    tensor_buffer buffer;
    /* [2, 3] column by column, columns 4 apart: 0 3 . . 1 4 . . 2 5 */
    assert_true(buffer_create(&buffer, sizeof(float), 2, (const int64_t[]){2, 3}, (const int64_t[]){1, 4}));
    assert_int_equal(buffer.count, 6);
    assert_int_equal(buffer.span, 10);
    assert_int_equal((uintptr_t)buffer.data % BUFFER_ALIGNMENT, 0);
    buffer_scatter(&buffer, packed);
    const float *data = (const float *)(void *)buffer.data;
    assert_true(data[0] == 0.0f && data[1] == 3.0f && data[4] == 1.0f && data[9] == 5.0f && isnan(data[2]));
    buffer_gather(&buffer, back);
    assert_memory_equal(packed, back, sizeof packed);
    assert_true(buffer_gaps_untouched(&buffer));
    buffer.data[2 * sizeof(float)] = 0;
    assert_false(buffer_gaps_untouched(&buffer));
    buffer_destroy(&buffer);
    assert_false(buffer_create(&buffer, sizeof(float), 1, (const int64_t[]){2}, (const int64_t[]){-1}));
    assert_false(buffer_create(&buffer, sizeof(float), 2, (const int64_t[]){INT64_MAX, 2}, (const int64_t[]){2, 1}));
    /* An extent of 1 takes any stride. */
    assert_true(buffer_create(&buffer, sizeof(float), 2, (const int64_t[]){1, 2}, (const int64_t[]){INT64_MAX, 1}));
    assert_int_equal(buffer.span, 2);
    buffer_destroy(&buffer);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_convolution_modes),
        cmocka_unit_test(test_convolution_geometry),
        cmocka_unit_test(test_convolution_channels),
        cmocka_unit_test(test_unary),
        cmocka_unit_test(test_binary),
        cmocka_unit_test(test_broadcast),
        cmocka_unit_test(test_graph),
        cmocka_unit_test(test_error),
        cmocka_unit_test(test_storing),
        cmocka_unit_test(test_compare),
        cmocka_unit_test(test_compare_integers),
        cmocka_unit_test(test_refusals),
        cmocka_unit_test(test_malformed),
        cmocka_unit_test(test_random),
        cmocka_unit_test(test_buffer),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
