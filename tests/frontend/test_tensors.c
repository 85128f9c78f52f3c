/* SPDX-License-Identifier: MIT */
/* Tensors and the graph's own settings: constants, run-time scalars, copies, ragged rows, what can be set and asked. */
#include "support.h"

#include <stdlib.h>

static int64_t uid_of(const hipdnn_tensor_t *tensor)
{
    int64_t uid = -1;
    assert_int_equal(hipdnn_tensor_get_uid(tensor, &uid), HIPDNN_STATUS_SUCCESS);
    return uid;
}

/* ------------------------------------------------------------------------------------------------ constants */

static void constants_of_each_type(void **state)
{
    (void)state;
    hipdnn_graph_t *graph = make_graph(HIPDNN_TYPE_F32);
    hipdnn_data_value value;
    assert_int_equal(hipdnn_tensor_get_value(hipdnn_graph_scalar_f32(graph, 0.1f, "c"), &value),
                     HIPDNN_DATA_VALUE_FLOAT32);
    assert_true(value.f32 == 0.1f);
    assert_int_equal(hipdnn_tensor_get_value(hipdnn_graph_scalar(graph, HIPDNN_TYPE_F64, 0.1, NULL), &value),
                     HIPDNN_DATA_VALUE_FLOAT64);
    assert_true(value.f64 == 0.1);

    /* Narrow types round: that is what engines will see. */
    assert_int_equal(hipdnn_tensor_get_value(hipdnn_graph_scalar(graph, HIPDNN_TYPE_F16, 1.0 / 3, NULL), &value),
                     HIPDNN_DATA_VALUE_FLOAT16);
    assert_true(value.f32 == 1365.0f / 4096.0f);
    assert_int_equal(hipdnn_tensor_get_value(hipdnn_graph_scalar(graph, HIPDNN_TYPE_BF16, 257, NULL), &value),
                     HIPDNN_DATA_VALUE_BFLOAT16);
    assert_true(value.f32 == 256);
    assert_int_equal(hipdnn_tensor_get_value(hipdnn_graph_scalar(graph, HIPDNN_TYPE_I32, -7, NULL), &value),
                     HIPDNN_DATA_VALUE_INT32);
    assert_int_equal(value.i32, -7);
    assert_int_equal(hipdnn_tensor_get_value(hipdnn_graph_scalar(graph, HIPDNN_TYPE_I64, 0x1p53, NULL), &value),
                     HIPDNN_DATA_VALUE_INT64);
    assert_true(value.i64 == INT64_C(1) << 53);
    assert_int_equal(hipdnn_tensor_get_value(hipdnn_graph_scalar(graph, HIPDNN_TYPE_BOOL, 1, NULL), &value),
                     HIPDNN_DATA_VALUE_BOOL);
    assert_int_equal(value.u8, 1);
    assert_int_equal(hipdnn_tensor_get_value(hipdnn_graph_scalar(graph, HIPDNN_TYPE_I8, -1, NULL), &value),
                     HIPDNN_DATA_VALUE_FLOAT8);
    assert_int_equal(value.u8, 255);
    assert_int_equal(hipdnn_tensor_get_value(TENSOR(graph, "x", 1), &value), HIPDNN_DATA_VALUE_NONE);
    hipdnn_graph_destroy(graph);
}

static void numbers_that_a_type_does_not_hold(void **state)
{
    (void)state;
    static const struct {
        hipdnn_type type;
        double value;
    } rows[] = {
        {HIPDNN_TYPE_I32, 0.5}, {HIPDNN_TYPE_I32, 0x1p31}, {HIPDNN_TYPE_I64, 0x1p60}, {HIPDNN_TYPE_BOOL, 2},
        {HIPDNN_TYPE_U8, -1},   {HIPDNN_TYPE_I8, 128},     {HIPDNN_TYPE_UNSET, 1},    {HIPDNN_TYPE_FP8_E4M3, 1},
        {(hipdnn_type)99, 1},   {HIPDNN_TYPE_I4, 1},
    };
    hipdnn_graph_t *graph = make_graph(HIPDNN_TYPE_F32);
    for (size_t i = 0; i < COUNT(rows); i++) {
        assert_null(hipdnn_graph_scalar(graph, rows[i].type, rows[i].value, NULL));
        assert_int_equal(hipdnn_graph_get_status(graph), HIPDNN_STATUS_BAD_PARAM);
        hipdnn_graph_clear_error(graph);
    }
    assert_null(hipdnn_graph_scalar(graph, HIPDNN_TYPE_I32, strtod("nan", NULL), NULL));
    assert_says(hipdnn_graph_get_error(graph), "a whole number from -2147483648 to 2147483647");
    hipdnn_graph_destroy(graph);
}

static void a_scalar_that_comes_when_the_graph_runs(void **state)
{
    (void)state;
    hipdnn_graph_t *graph = make_graph(HIPDNN_TYPE_F32);
    hipdnn_tensor_t *alpha =
        hipdnn_graph_tensor(graph, &(hipdnn_tensor_attributes){.name = "alpha", .is_runtime_pass_by_value = true});
    hipdnn_graph_pointwise(graph, TENSOR(graph, "x", 2, 3), alpha, NULL,
                           &(hipdnn_pointwise_attributes){.mode = HIPDNN_POINTWISE_MUL});
    assert_validates(graph);
    assert_dim(alpha, LIST(1));
    assert_true(hipdnn_tensor_is_runtime_pass_by_value(alpha));
    assert_true(hipdnn_tensor_is_bound(alpha));
    assert_int_equal(hipdnn_tensor_get_value(alpha, NULL), HIPDNN_DATA_VALUE_NONE);
    hipdnn_tensor_set_dim(alpha, LIST(2));
    assert_int_equal(hipdnn_graph_validate(graph), HIPDNN_STATUS_BAD_PARAM);
    assert_says(hipdnn_graph_get_error(graph), "only one element is allowed");
    hipdnn_graph_destroy(graph);
}

/* --------------------------------------------------------------------------------------------------- copies */

static void a_tensor_like_another(void **state)
{
    (void)state;
    hipdnn_graph_t *graph = make_graph(HIPDNN_TYPE_F16), *other = make_graph(HIPDNN_TYPE_F32);
    hipdnn_tensor_t *x = hipdnn_graph_tensor(
        graph, &(hipdnn_tensor_attributes){.dim = {2, 3}, .stride = {1, 2}, .uid = HIPDNN_SOME(7), .alignment = 64});
    hipdnn_tensor_t *y = relu(graph, x);
    hipdnn_tensor_t *like = hipdnn_graph_tensor_like(graph, x, "like");
    assert_dim(like, LIST(2, 3));
    assert_stride(like, LIST(1, 2));
    assert_int_equal(hipdnn_tensor_get_alignment(like), 64);
    assert_false(hipdnn_tensor_has_uid(like));
    assert_string_equal(hipdnn_tensor_get_name(like), "like");

    /* Of a result what was inferred is copied, but not that it is virtual; another graph may take it. */
    assert_validates(graph);
    hipdnn_tensor_t *copy = hipdnn_graph_tensor_like(other, y, NULL);
    assert_dim(copy, LIST(2, 3));
    assert_stride(copy, LIST(1, 2));
    assert_false(hipdnn_tensor_is_virtual(copy));
    assert_string_equal(hipdnn_tensor_get_name(copy), "tensor_0");
    assert_int_equal(
        hipdnn_tensor_get_value(hipdnn_graph_tensor_like(other, hipdnn_graph_scalar_f32(graph, 2, "two"), "two"), NULL),
        HIPDNN_DATA_VALUE_FLOAT32);

    hipdnn_tensor_set_ragged_offset(x, TENSOR(graph, "offsets", 3, 1), 0);
    assert_non_null(hipdnn_graph_tensor_like(graph, x, NULL));
    assert_null(hipdnn_graph_tensor_like(other, x, NULL));
    assert_says(hipdnn_graph_get_error(other), "is ragged, and its offsets belong to graph 'g'");
    assert_null(hipdnn_graph_tensor_like(graph, NULL, NULL));
    assert_says(hipdnn_graph_get_error(graph), "like is NULL");
    hipdnn_graph_destroy(graph);
    hipdnn_graph_destroy(other);
}

/* --------------------------------------------------------------------------------------------------- ragged */

static void offsets_are_used_when_their_tensor_is(void **state)
{
    (void)state;
    hipdnn_graph_t *graph = make_graph(HIPDNN_TYPE_F32);
    hipdnn_tensor_t *first = TENSOR(graph, "first", 3, 1), *second = TENSOR(graph, "second", 3, 1);
    hipdnn_tensor_t *x =
        hipdnn_graph_tensor(graph, &(hipdnn_tensor_attributes){.name = "x", .dim = {2, 4}, .ragged_offset = first});
    assert_ptr_equal(hipdnn_tensor_get_ragged_offset(x), first);
    assert_false(hipdnn_tensor_is_bound(first)); /* nobody uses x */
    hipdnn_tensor_t *y = relu(graph, x);
    assert_true(hipdnn_tensor_is_bound(first));
    assert_done(graph, hipdnn_tensor_set_ragged_offset(y, first, 0));
    assert_done(graph, hipdnn_tensor_set_ragged_offset(x, second, 4));
    assert_true(hipdnn_tensor_is_bound(first)); /* of y */
    assert_true(hipdnn_tensor_is_bound(second));
    assert_done(graph, hipdnn_tensor_set_ragged_offset(y, NULL, 0));
    assert_false(hipdnn_tensor_is_bound(first));
    assert_null(hipdnn_tensor_get_ragged_offset(y));
    assert_validates(graph);
    hipdnn_graph_destroy(graph);
}

/* ------------------------------------------------------------------------------------------------- set, ask */

static void what_can_be_set_and_asked_of_a_tensor(void **state)
{
    (void)state;
    hipdnn_graph_t *graph = make_graph(HIPDNN_TYPE_F32);
    hipdnn_tensor_t *x = TENSOR(graph, "x", 2, 3);
    int64_t volume = 0;
    assert_int_equal(hipdnn_tensor_get_volume(x, &volume), HIPDNN_STATUS_SUCCESS);
    assert_int_equal(volume, 6);
    assert_int_equal(hipdnn_tensor_get_alignment(x), 16);
    assert_done(graph, hipdnn_tensor_set_alignment(x, 256));
    assert_int_equal(hipdnn_tensor_get_alignment(x), 256);
    assert_done(graph, hipdnn_tensor_set_alignment(x, 0));
    assert_int_equal(hipdnn_tensor_get_alignment(x), 16);

    assert_false(hipdnn_tensor_has_uid(x));
    hipdnn_tensor_set_uid(x, 9);
    assert_true(hipdnn_tensor_has_uid(x));
    hipdnn_tensor_t *y = relu(graph, x);
    assert_int_equal(hipdnn_tensor_get_volume(y, &volume), HIPDNN_STATUS_NOT_INITIALIZED);
    assert_validates(graph);
    assert_int_equal(uid_of(x), 9);
    assert_true(hipdnn_tensor_has_uid(y));
    assert_done(graph, hipdnn_tensor_clear_uid(x));
    assert_validates(graph);
    assert_int_equal(uid_of(x), 0);

    hipdnn_tensor_set_dim(x, LIST(INT64_MAX, INT64_MAX));
    assert_int_equal(hipdnn_tensor_get_volume(x, &volume), HIPDNN_STATUS_BAD_PARAM);
    hipdnn_graph_destroy(graph);
}

static void what_can_be_set_and_asked_of_a_graph(void **state)
{
    (void)state;
    hipdnn_graph_t *graph = hipdnn_graph_create(NULL);
    hipdnn_tensor_t *x = TENSOR(graph, "x", 2, 3), *y = relu(graph, x), *z = relu(graph, y);
    hipdnn_tensor_set_output(z, true);
    assert_int_equal(hipdnn_graph_get_io_data_type(graph), HIPDNN_TYPE_UNSET);
    assert_done(graph, hipdnn_graph_set_name(graph, "late"));
    assert_done(graph, hipdnn_graph_set_io_data_type(graph, HIPDNN_TYPE_F16));
    assert_done(graph, hipdnn_graph_set_intermediate_data_type(graph, HIPDNN_TYPE_BF16));
    assert_done(graph, hipdnn_graph_set_compute_data_type(graph, HIPDNN_TYPE_F64));
    assert_done(graph, hipdnn_graph_set_preferred_engine_name(graph, "SOME_ENGINE"));
    assert_done(graph, hipdnn_graph_set_override_shape_enabled(graph, true));
    assert_validates(graph);
    assert_int_equal(hipdnn_tensor_get_data_type(x), HIPDNN_TYPE_F16);
    assert_int_equal(hipdnn_tensor_get_data_type(y), HIPDNN_TYPE_BF16);

    /* All of it is stored. */
    char *text = NULL;
    assert_done(graph, hipdnn_graph_to_json(graph, &text));
    hipdnn_graph_t *again = hipdnn_graph_from_json(text, strlen(text));
    assert_non_null(again);
    assert_string_equal(hipdnn_graph_get_name(again), "late");
    assert_int_equal(hipdnn_graph_get_io_data_type(again), HIPDNN_TYPE_F16);
    assert_int_equal(hipdnn_graph_get_intermediate_data_type(again), HIPDNN_TYPE_BF16);
    assert_int_equal(hipdnn_graph_get_compute_data_type(again), HIPDNN_TYPE_F64);
    assert_true(hipdnn_graph_get_preferred_engine_id(again) == hipdnn_engine_name_to_id("SOME_ENGINE"));
    assert_true(hipdnn_graph_is_override_shape_enabled(again));
    assert_done(again, hipdnn_graph_set_preferred_engine_id(again, 0));
    assert_int_equal(hipdnn_graph_get_preferred_engine_id(again), 0);
    hipdnn_free(text);
    hipdnn_graph_destroy(again);
    hipdnn_graph_destroy(graph);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(constants_of_each_type),
        cmocka_unit_test(numbers_that_a_type_does_not_hold),
        cmocka_unit_test(a_scalar_that_comes_when_the_graph_runs),
        cmocka_unit_test(a_tensor_like_another),
        cmocka_unit_test(offsets_are_used_when_their_tensor_is),
        cmocka_unit_test(what_can_be_set_and_asked_of_a_tensor),
        cmocka_unit_test(what_can_be_set_and_asked_of_a_graph),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
