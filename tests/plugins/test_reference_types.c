/* SPDX-License-Identifier: MIT */
/* Element types and layouts of the reference engine: mixtures, where rounding happens, constants, booleans, strides. */
#include "reference.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static hipdnn_data_tensor *add_typed(test_graph *graph, int32_t type, hipdnn_dims dim)
{
    hipdnn_data_tensor *tensor = add_tensor(graph, "t", dim, PACKED);
    tensor->data_type = type;
    return tensor;
}

/* Patterns of 16-bit elements. */
enum { HALF_1 = 0x3C00, HALF_2 = 0x4000, HALF_3 = 0x4200, HALF_6 = 0x4600, HALF_INFINITY = 0x7C00 };
enum { BFLOAT_1 = 0x3F80, BFLOAT_2 = 0x4000, BFLOAT_256 = 0x4380, BFLOAT_258 = 0x4381 };

/* --- mixtures --- */

/* Half and bfloat16 in, double out: 1 * 2 + 2 * 1, and in float what does not fit a half. */
static void test_sums_of_mixed_types(void **state)
{
    (void)state;
    test_graph graph = {0};
    const hipdnn_data_tensor *a = add_typed(&graph, HIPDNN_TYPE_F16, DIMS(1, 2));
    const hipdnn_data_tensor *b = add_typed(&graph, HIPDNN_TYPE_BF16, DIMS(2, 1));
    const hipdnn_data_tensor *c = add_typed(&graph, HIPDNN_TYPE_F64, DIMS(1, 1));
    add_matmul(&graph, a, b, c);
    uint16_t left[] = {HALF_1, HALF_2}, right[] = {BFLOAT_2, BFLOAT_1};
    double out[1];
    RUN(graph, {a->uid, left}, {b->uid, right}, {c->uid, out});
    assert_true(out[0] == 4);
}

/* All operands integers: exact where double is not, wrapped at 64 bits, held in the output's range. */
static void test_sums_of_integers(void **state)
{
    (void)state;
    const int64_t big = INT64_C(9007199254740993);
    test_graph graph = {0};
    const hipdnn_data_tensor *a = add_typed(&graph, HIPDNN_TYPE_I64, DIMS(3, 2));
    const hipdnn_data_tensor *b = add_typed(&graph, HIPDNN_TYPE_I8, DIMS(2, 1));
    const hipdnn_data_tensor *c = add_typed(&graph, HIPDNN_TYPE_I64, DIMS(3, 1));
    hipdnn_data_tensor *d = add_typed(&graph, HIPDNN_TYPE_I32, DIMS(3, 1));
    add_matmul(&graph, a, b, c);
    add_matmul(&graph, a, b, d);
    int64_t left[] = {big, 1, INT64_MAX, 0, 20, -20}, out[3];
    int8_t right[] = {2, -3};
    int32_t small[3];
    RUN(graph, {a->uid, left}, {b->uid, right}, {c->uid, out}, {d->uid, small});
    assert_true(out[0] == 2 * big - 3 && out[1] == -2 && out[2] == 100);
    assert_true(small[0] == INT32_MAX && small[1] == -2 && small[2] == 100);
}

/* The same convolution and its gradients on int8 with an int32 result. */
static void test_convolutions_of_integers(void **state)
{
    (void)state;
    test_graph graph = {0};
    const hipdnn_data_tensor *x = add_typed(&graph, HIPDNN_TYPE_I8, DIMS(1, 1, 3));
    const hipdnn_data_tensor *w = add_typed(&graph, HIPDNN_TYPE_U8, DIMS(1, 1, 2));
    const hipdnn_data_tensor *y = add_typed(&graph, HIPDNN_TYPE_I32, DIMS(1, 1, 2));
    const hipdnn_data_tensor *dx = add_typed(&graph, HIPDNN_TYPE_I32, DIMS(1, 1, 3));
    const hipdnn_data_tensor *dw = add_typed(&graph, HIPDNN_TYPE_I32, DIMS(1, 1, 2));
    add_conv(&graph, x, w, y);
    add_conv_bwd(&graph, y, w, dx);
    add_conv_wrw(&graph, x, y, dw);
    int8_t in[] = {-100, 100, 127};
    uint8_t filter[] = {200, 1};
    int32_t out[2], data[3], taps[2];
    RUN(graph, {x->uid, in}, {w->uid, filter}, {y->uid, out}, {dx->uid, data}, {dw->uid, taps});
    assert_true(out[0] == -19900 && out[1] == 20127);
    assert_true(data[0] == -3980000 && data[1] == -19900 + 200 * 20127 && data[2] == 20127);
    assert_true(taps[0] == 1990000 + 2012700 && taps[1] == -1990000 + 127 * 20127);
}

/* One tensor that is not an integer, and the node computes in double: 7 / 2 is 3.5, which int32 rounds to even. */
static void test_one_float_makes_a_node_float(void **state)
{
    (void)state;
    test_graph graph = {0};
    const hipdnn_data_tensor *x = add_typed(&graph, HIPDNN_TYPE_I32, DIMS(1));
    const hipdnn_data_tensor *y = add_typed(&graph, HIPDNN_TYPE_F32, DIMS(1));
    const hipdnn_data_tensor *exact = add_typed(&graph, HIPDNN_TYPE_F64, DIMS(1));
    const hipdnn_data_tensor *rounded = add_typed(&graph, HIPDNN_TYPE_I32, DIMS(1));
    add_pointwise(&graph, HIPDNN_POINTWISE_DIV, exact, x, y, NULL);
    add_pointwise(&graph, HIPDNN_POINTWISE_DIV, rounded, x, y, NULL);
    int32_t seven = 7, quotient;
    float two = 2;
    double precise;
    RUN(graph, {x->uid, &seven}, {y->uid, &two}, {exact->uid, &precise}, {rounded->uid, &quotient});
    assert_true(precise == 3.5 && quotient == 4);
}

/* --- rounding --- */

/* A virtual tensor is of its type as any other: 256 + 1 + 1 by way of a bfloat16, where 257 is a tie that goes back to
 * 256, and by way of a float. 65504 and 16 more overflow a half. */
static void test_virtual_tensors_round(void **state)
{
    (void)state;
    static const int32_t between[] = {HIPDNN_TYPE_BF16, HIPDNN_TYPE_F32};
    for (size_t k = 0; k < COUNT(between); k++) {
        test_graph graph = {0};
        const hipdnn_data_tensor *x = add_typed(&graph, HIPDNN_TYPE_BF16, DIMS(1));
        const hipdnn_data_tensor *one = add_constant(&graph, "one", 1);
        const hipdnn_data_tensor *y = add_typed(&graph, HIPDNN_TYPE_BF16, DIMS(1));
        hipdnn_data_tensor *sum = add_virtual(&graph, "sum", DIMS(1));
        sum->data_type = between[k];
        add_add(&graph, x, one, sum);
        add_add(&graph, sum, one, y);
        uint16_t in = BFLOAT_256, out;
        RUN(graph, {x->uid, &in}, {y->uid, &out});
        assert_int_equal(out, between[k] == HIPDNN_TYPE_BF16 ? BFLOAT_256 : BFLOAT_258);
    }
    test_graph graph = {0};
    const hipdnn_data_tensor *x = add_tensor(&graph, "x", DIMS(3), PACKED);
    const hipdnn_data_tensor *y = add_typed(&graph, HIPDNN_TYPE_F16, DIMS(3));
    add_pointwise(&graph, HIPDNN_POINTWISE_IDENTITY, y, x, NULL, NULL);
    float in[] = {65519, 65520, -1e9F};
    uint16_t out[3];
    RUN(graph, {x->uid, in}, {y->uid, out});
    assert_true(out[0] == HALF_INFINITY - 1 && out[1] == HALF_INFINITY && out[2] == (HALF_INFINITY | 0x8000));
}

/* A tensor takes as many bytes of the workspace as its type needs. */
static void test_workspace_counts_bytes(void **state)
{
    (void)state;
    static const struct {
        int32_t type;
        size_t size;
    } types[] = {{HIPDNN_TYPE_I8, 1}, {HIPDNN_TYPE_F16, 2}, {HIPDNN_TYPE_F32, 4}, {HIPDNN_TYPE_F64, 8}};
    for (size_t k = 0; k < COUNT(types); k++) {
        test_graph graph = {0};
        const hipdnn_data_tensor *x = add_tensor(&graph, "x", DIMS(640), PACKED);
        const hipdnn_data_tensor *y = add_tensor(&graph, "y", DIMS(640), PACKED);
        hipdnn_data_tensor *between = add_virtual(&graph, "between", DIMS(640));
        between->data_type = types[k].type;
        add_pointwise(&graph, HIPDNN_POINTWISE_NEG, between, x, NULL, NULL);
        add_pointwise(&graph, HIPDNN_POINTWISE_NEG, y, between, NULL, NULL);
        size_t size;
        reference_unplan(reference_plan(&graph, &size));
        assert_int_equal(size, 640 * types[k].size + 63);
        float in[640] = {1, -2, 100}, out[640];
        RUN(graph, {x->uid, in}, {y->uid, out});
        assert_true(out[0] == 1 && out[1] == -2 && out[2] == 100 && out[639] == 0);
    }
}

/* A constant is rounded to its tensor's type, whatever kind of number it is. */
static void test_constants(void **state)
{
    (void)state;
    static const struct {
        int32_t type, value_type;
        hipdnn_data_value value;
        double expected;
    } constants[] = {
        {HIPDNN_TYPE_F32, HIPDNN_DATA_VALUE_FLOAT32, {.f32 = 0.25F}, 0.25},
        {HIPDNN_TYPE_F16, HIPDNN_DATA_VALUE_FLOAT16, {.f32 = 0.25F}, 0.25},
        {HIPDNN_TYPE_BF16, HIPDNN_DATA_VALUE_BFLOAT16, {.f32 = 257.0F}, 256},
        {HIPDNN_TYPE_F64, HIPDNN_DATA_VALUE_FLOAT64, {.f64 = 0.1}, 0.1},
        {HIPDNN_TYPE_I32, HIPDNN_DATA_VALUE_INT32, {.i32 = -7}, -7},
        {HIPDNN_TYPE_I64, HIPDNN_DATA_VALUE_INT64, {.i64 = INT64_C(1) << 40}, 0x1p40},
        {HIPDNN_TYPE_F32, HIPDNN_DATA_VALUE_INT32, {.i32 = 3}, 3},
        {HIPDNN_TYPE_F16, HIPDNN_DATA_VALUE_FLOAT64, {.f64 = 1e6}, (double)INFINITY},
        {HIPDNN_TYPE_I8, HIPDNN_DATA_VALUE_INT32, {.i32 = 300}, 127},
        {HIPDNN_TYPE_I8, HIPDNN_DATA_VALUE_FLOAT32, {.f32 = 2.5F}, 2},
        {HIPDNN_TYPE_I8, HIPDNN_DATA_VALUE_FLOAT8, {.u8 = 253}, -3},
        {HIPDNN_TYPE_U8, HIPDNN_DATA_VALUE_FLOAT8, {.u8 = 253}, 253},
    };
    for (size_t k = 0; k < COUNT(constants); k++) {
        test_graph graph = {0};
        const hipdnn_data_tensor *x = add_typed(&graph, HIPDNN_TYPE_F64, DIMS(1));
        hipdnn_data_tensor *constant = add_constant(&graph, "constant", 0);
        const hipdnn_data_tensor *y = add_typed(&graph, HIPDNN_TYPE_F64, DIMS(1));
        constant->data_type = constants[k].type;
        constant->value_type = constants[k].value_type;
        constant->value = constants[k].value;
        add_add(&graph, x, constant, y);
        double zero = 0, out;
        RUN(graph, {x->uid, &zero}, {y->uid, &out});
        if (out != constants[k].expected)
            fail_msg("constant %zu is %g, expected %g", k, out, constants[k].expected);
    }
}

/* --- booleans --- */

/* out = x > y and not (x > 3) ? x : y. A comparison writes 0 and 1; a mask may be any byte but 0. */
static void test_booleans(void **state)
{
    (void)state;
    test_graph graph = {0};
    const hipdnn_data_tensor *x = add_typed(&graph, HIPDNN_TYPE_F16, DIMS(4));
    const hipdnn_data_tensor *y = add_typed(&graph, HIPDNN_TYPE_F32, DIMS(4));
    const hipdnn_data_tensor *three = add_constant(&graph, "three", 3);
    const hipdnn_data_tensor *mask = add_typed(&graph, HIPDNN_TYPE_BOOL, DIMS(4));
    const hipdnn_data_tensor *out = add_tensor(&graph, "out", DIMS(4), PACKED);
    hipdnn_data_tensor *greater = add_virtual(&graph, "greater", DIMS(4));
    hipdnn_data_tensor *large = add_virtual(&graph, "large", DIMS(4));
    hipdnn_data_tensor *moderate = add_virtual(&graph, "moderate", DIMS(4));
    greater->data_type = large->data_type = moderate->data_type = HIPDNN_TYPE_BOOL;
    add_pointwise(&graph, HIPDNN_POINTWISE_CMP_GT, greater, x, y, NULL);
    add_pointwise(&graph, HIPDNN_POINTWISE_CMP_GT, large, x, three, NULL);
    add_pointwise(&graph, HIPDNN_POINTWISE_LOGICAL_NOT, moderate, large, NULL, NULL);
    add_pointwise(&graph, HIPDNN_POINTWISE_LOGICAL_AND, mask, greater, moderate, NULL);
    add_pointwise(&graph, HIPDNN_POINTWISE_BINARY_SELECT, out, x, y, mask);
    uint16_t in[] = {HALF_2, HALF_2, HALF_6, HALF_3};
    float other[] = {1, 5, 1, -1}, selected[4];
    uint8_t seen[4];
    RUN(graph, {x->uid, in}, {y->uid, other}, {mask->uid, seen}, {out->uid, selected});
    CHECK(selected, 2, 5, 1, 3);
    assert_true(seen[0] == 1 && seen[1] == 0 && seen[2] == 0 && seen[3] == 1);

    test_graph select = {0};
    const hipdnn_data_tensor *a = add_typed(&select, HIPDNN_TYPE_I64, DIMS(3));
    const hipdnn_data_tensor *given = add_typed(&select, HIPDNN_TYPE_BOOL, DIMS(3));
    const hipdnn_data_tensor *b = add_typed(&select, HIPDNN_TYPE_I64, DIMS(3));
    add_pointwise(&select, HIPDNN_POINTWISE_BINARY_SELECT, b, a, a, given);
    int64_t integers[] = {INT64_MAX, INT64_MIN, 1}, same[3];
    uint8_t bytes[] = {0, 1, 0x80};
    RUN(select, {a->uid, integers}, {given->uid, bytes}, {b->uid, same});
    assert_memory_equal(integers, same, sizeof same);
}

/* --- strides --- */

/* An input may repeat: a stride of 0 is a broadcast that the layout does. */
static void test_inputs_with_stride_zero(void **state)
{
    (void)state;
    test_graph graph = {0};
    const hipdnn_data_tensor *x = add_tensor(&graph, "x", DIMS(1, 1, 2, 3), DIMS(0, 0, 0, 1));
    const hipdnn_data_tensor *w = add_tensor(&graph, "w", DIMS(1, 1, 2, 1), DIMS(1, 1, 0, 1));
    const hipdnn_data_tensor *y = add_tensor(&graph, "y", DIMS(1, 1, 1, 3), PACKED);
    add_conv(&graph, x, w, y);
    float in[] = {1, 2, 3}, filter[] = {10}, out[3];
    RUN(graph, {x->uid, in}, {w->uid, filter}, {y->uid, out});
    CHECK(out, 20, 40, 60);

    test_graph sum = {0};
    const hipdnn_data_tensor *a = add_tensor(&sum, "a", DIMS(2, 2), DIMS(1, 0));
    const hipdnn_data_tensor *b = add_tensor(&sum, "b", DIMS(2, 2), DIMS(0, 1));
    const hipdnn_data_tensor *c = add_tensor(&sum, "c", DIMS(2, 2), PACKED);
    add_add(&sum, a, b, c);
    float tens[] = {10, 20}, ones[] = {1, 2}, table[4];
    RUN(sum, {a->uid, tens}, {b->uid, ones}, {c->uid, table});
    CHECK(table, 11, 12, 21, 22);
}

/* Dimensions that interleave without meeting: 0 2 4 / 3 5 7. */
static void test_outputs_that_interleave(void **state)
{
    (void)state;
    test_graph graph = {0};
    const hipdnn_data_tensor *x = add_tensor(&graph, "x", DIMS(2, 3), PACKED);
    const hipdnn_data_tensor *y = add_tensor(&graph, "y", DIMS(2, 3), DIMS(3, 2));
    add_relu(&graph, x, y);
    float in[] = {1, 2, 3, 4, 5, 6}, out[] = {-1, -1, -1, -1, -1, -1, -1, -1};
    RUN(graph, {x->uid, in}, {y->uid, out});
    CHECK(out, 1, -1, 2, 4, 3, 5, -1, 6);
}

int main(void)
{
    reference_open(REFERENCE_PLUGIN);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_sums_of_mixed_types),
        cmocka_unit_test(test_sums_of_integers),
        cmocka_unit_test(test_convolutions_of_integers),
        cmocka_unit_test(test_one_float_makes_a_node_float),
        cmocka_unit_test(test_virtual_tensors_round),
        cmocka_unit_test(test_workspace_counts_bytes),
        cmocka_unit_test(test_constants),
        cmocka_unit_test(test_booleans),
        cmocka_unit_test(test_inputs_with_stride_zero),
        cmocka_unit_test(test_outputs_that_interleave),
    };
    const int failed = cmocka_run_group_tests(tests, NULL, NULL);
    reference_close();
    return failed;
}
