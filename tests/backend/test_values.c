/* SPDX-License-Identifier: MIT */
/* What is special about single attributes of tensors, operations and graphs; what all have in common is in
 * test_attributes.c, what asks engines in test_engines.c. */
#include "support.h"

#include <string.h>
#include <time.h>

static hipdnnHandle_t handle;

/* ---------------------------------------------------------------------------------------------------- tensors */

static hipdnnStatus_t set_type(descriptor tensor, int32_t type)
{
    return set(tensor, HIPDNN_ATTR_TENSOR_DATA_TYPE, HIPDNN_TYPE_DATA_TYPE, 1, &type);
}

static void test_numbers_of_data_types(void **state)
{
    (void)state;
    for (int32_t type = HIPDNN_DATA_FLOAT; type <= HIPDNN_DATA_FP8_E5M2_FNUZ; type++) {
        int32_t read = -1;
        descriptor tensor = begin_tensor(1, "x", DIMS(2));
        assert_ok(set_type(tensor, type));
        finalize(tensor);
        assert_ok(get(tensor, HIPDNN_ATTR_TENSOR_DATA_TYPE, HIPDNN_TYPE_DATA_TYPE, 1, NULL, &read));
        assert_int_equal(read, type);
        destroy(tensor);
    }
    descriptor tensor = make(HIPDNN_BACKEND_TENSOR_DESCRIPTOR);
    assert_refused(set_type(tensor, HIPDNN_DATA_FP8_E5M2_FNUZ + 1), BAD_PARAM, "18 is not a DataType");
    assert_refused(set_type(tensor, -1), BAD_PARAM, "-1 is not a DataType");
    destroy(tensor);
}

static void test_defaults_of_a_tensor(void **state)
{
    (void)state;
    const int32_t type = HIPDNN_DATA_FLOAT;
    bool flag = true;
    char name[4] = "???";
    int64_t count = -1;
    descriptor tensor = make(HIPDNN_BACKEND_TENSOR_DESCRIPTOR), offsets = tensor;
    assert_ok(set_type(tensor, type));
    set_i64s(tensor, HIPDNN_ATTR_TENSOR_DIMENSIONS, DIMS(5));
    set_i64s(tensor, HIPDNN_ATTR_TENSOR_STRIDES, DIMS(1));
    finalize(tensor);
    assert_int_equal(get_i64(tensor, HIPDNN_ATTR_TENSOR_UNIQUE_ID), 0);
    assert_int_equal(get_i64(tensor, HIPDNN_ATTR_TENSOR_BYTE_ALIGNMENT), 16);
    assert_int_equal(get_i64(tensor, HIPDNN_ATTR_TENSOR_RAGGED_OFFSET_MULTIPLIER), 1);
    static const hipdnnBackendAttributeName_t flags[] = {
        HIPDNN_ATTR_TENSOR_IS_VIRTUAL, HIPDNN_ATTR_TENSOR_IS_RUNTIME_PASS_BY_VALUE_EXT, HIPDNN_ATTR_TENSOR_IS_BY_VALUE};
    for (size_t i = 0; i < sizeof flags / sizeof *flags; i++, flag = true) {
        assert_ok(get(tensor, flags[i], HIPDNN_TYPE_BOOLEAN, 1, NULL, &flag));
        assert_false(flag);
    }
    assert_ok(get(tensor, HIPDNN_ATTR_TENSOR_NAME_EXT, HIPDNN_TYPE_CHAR, sizeof name, &count, name));
    assert_string_equal(name, "");
    assert_int_equal(count, 1);
    assert_ok(get(tensor, HIPDNN_ATTR_TENSOR_RAGGED_OFFSET_DESC, HIPDNN_TYPE_BACKEND_DESCRIPTOR, 1, &count, &offsets));
    assert_int_equal(count, 0);
    assert_ptr_equal(offsets, tensor); /* untouched */
    assert_refused(get(tensor, HIPDNN_ATTR_TENSOR_VALUE_EXT, HIPDNN_TYPE_CHAR, 4, &count, name), BAD_PARAM,
                   "is not set");
    destroy(tensor);
}

static void test_truth_is_one_byte(void **state)
{
    (void)state;
    const unsigned char odd = 0x42; /* what a C++ caller's memory may hold */
    unsigned char read[2] = {9, 9};
    descriptor tensor = begin_tensor(1, "x", DIMS(2));
    assert_ok(set(tensor, HIPDNN_ATTR_TENSOR_IS_VIRTUAL, HIPDNN_TYPE_BOOLEAN, 1, &odd));
    finalize(tensor);
    assert_ok(get(tensor, HIPDNN_ATTR_TENSOR_IS_VIRTUAL, HIPDNN_TYPE_BOOLEAN, 1, NULL, read));
    assert_int_equal(read[0], 1);
    assert_int_equal(read[1], 9);
    destroy(tensor);
}

/* A constant is the bytes of one element, in the tensor's type. */
static void test_constants(void **state)
{
    (void)state;
    static const struct {
        int32_t type;
        int64_t size;
    } rows[] = {
        {HIPDNN_DATA_FLOAT, 4},         {HIPDNN_DATA_DOUBLE, 8},       {HIPDNN_DATA_HALF, 2},
        {HIPDNN_DATA_BFLOAT16, 2},      {HIPDNN_DATA_INT32, 4},        {HIPDNN_DATA_INT64, 8},
        {HIPDNN_DATA_INT8, 1},          {HIPDNN_DATA_UINT8, 1},        {HIPDNN_DATA_BOOLEAN, 1},
        {HIPDNN_DATA_FP8_E4M3, 1},      {HIPDNN_DATA_FP8_E5M2, 1},     {HIPDNN_DATA_FP8_E4M3_FNUZ, 1},
        {HIPDNN_DATA_FP8_E5M2_FNUZ, 1}, {HIPDNN_DATA_FP4_E2M1, 0},     {HIPDNN_DATA_INT4, 0},
        {HIPDNN_DATA_FP8_E8M0, 0},      {HIPDNN_DATA_FP6_E2M3_EXT, 0}, {HIPDNN_DATA_FP6_E3M2_EXT, 0},
    };
    const unsigned char bytes[] = {0x01, 0x3c, 0x40, 0x40, 0x12, 0x34, 0x56, 0x3f};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        unsigned char read[16];
        int64_t count = 0;
        descriptor tensor = begin_tensor(1, "c", DIMS(1));
        assert_ok(set_type(tensor, rows[i].type));
        if (rows[i].size == 0) {
            assert_refused(set(tensor, HIPDNN_ATTR_TENSOR_VALUE_EXT, HIPDNN_TYPE_CHAR, 1, bytes), BAD_PARAM,
                           "is not possible");
            destroy(tensor);
            continue;
        }
        assert_refused(set(tensor, HIPDNN_ATTR_TENSOR_VALUE_EXT, HIPDNN_TYPE_CHAR, rows[i].size + 1, bytes), BAD_PARAM,
                       "were given");
        assert_ok(set(tensor, HIPDNN_ATTR_TENSOR_VALUE_EXT, HIPDNN_TYPE_CHAR, rows[i].size, bytes));
        finalize(tensor);
        memset(read, 0xab, sizeof read);
        assert_ok(get(tensor, HIPDNN_ATTR_TENSOR_VALUE_EXT, HIPDNN_TYPE_CHAR, sizeof read, &count, read));
        assert_int_equal(count, rows[i].size);
        assert_memory_equal(read, bytes, (size_t)count);
        assert_int_equal(read[count], 0xab);
        destroy(tensor);
    }
}

/* A constant was read as its tensor's type: the type cannot change under it. */
static void test_type_of_a_constant(void **state)
{
    (void)state;
    const float value = 1;
    descriptor tensor = begin_tensor(1, "c", DIMS(1));
    assert_ok(set(tensor, HIPDNN_ATTR_TENSOR_VALUE_EXT, HIPDNN_TYPE_CHAR, sizeof value, &value));
    assert_ok(set_type(tensor, HIPDNN_DATA_DOUBLE));
    assert_refused(hipdnnBackendFinalize(tensor), BAD_PARAM, "HIPDNN_ATTR_TENSOR_VALUE_EXT");
    assert_ok(set(tensor, HIPDNN_ATTR_TENSOR_VALUE_EXT, HIPDNN_TYPE_CHAR, 8, (double[]){1}));
    finalize(tensor);
    destroy(tensor);
}

static void test_shapes_of_tensors(void **state)
{
    (void)state;
    static const struct {
        int64_t dim_count, dim[8], stride_count, stride[8];
        const char *words; /* NULL: fine */
    } rows[] = {
        {8, {1, 1, 1, 1, 1, 1, 1, 2}, 8, {2, 2, 2, 2, 2, 2, 2, 1}, NULL},
        {2, {2, 3}, 2, {0, 1}, NULL}, /* a broadcast */
        {2, {2, 3}, 1, {1}, "2 dims and 1 strides"},
        {2, {2, 0}, 2, {1, 1}, "dims[1] is 0"},
        {1, {-4}, 1, {1}, "dims[0] is -4"},
        {1, {4}, 1, {-1}, "strides[0] is -1"},
        {2, {INT64_MAX, 2}, 2, {2, 1}, "take more than"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        descriptor tensor = make(HIPDNN_BACKEND_TENSOR_DESCRIPTOR);
        assert_ok(set_type(tensor, HIPDNN_DATA_FLOAT));
        set_text(tensor, HIPDNN_ATTR_TENSOR_NAME_EXT, "t");
        set_i64s(tensor, HIPDNN_ATTR_TENSOR_DIMENSIONS, rows[i].dim_count, rows[i].dim);
        set_i64s(tensor, HIPDNN_ATTR_TENSOR_STRIDES, rows[i].stride_count, rows[i].stride);
        if (rows[i].words != NULL)
            assert_refused(hipdnnBackendFinalize(tensor), BAD_PARAM, rows[i].words);
        else
            finalize(tensor);
        destroy(tensor);
    }
    descriptor tensor = make(HIPDNN_BACKEND_TENSOR_DESCRIPTOR);
    assert_refused(set(tensor, HIPDNN_ATTR_TENSOR_DIMENSIONS, HIPDNN_TYPE_INT64, 9, (int64_t[9]){0}), BAD_PARAM,
                   "at most 8 are possible"); /* D47 */
    destroy(tensor);
}

/* Replacing a value frees the old one and keeps nothing of it. */
static void test_a_shorter_value_replaces_a_longer_one(void **state)
{
    (void)state;
    char name[32];
    int64_t dims[8], count;
    descriptor tensor = begin_tensor(1, "a long name", DIMS(2, 3, 4));
    set_text(tensor, HIPDNN_ATTR_TENSOR_NAME_EXT, "b");
    set_i64s(tensor, HIPDNN_ATTR_TENSOR_DIMENSIONS, DIMS(6));
    set_i64s(tensor, HIPDNN_ATTR_TENSOR_STRIDES, DIMS(1));
    finalize(tensor);
    assert_ok(get(tensor, HIPDNN_ATTR_TENSOR_NAME_EXT, HIPDNN_TYPE_CHAR, sizeof name, &count, name));
    assert_string_equal(name, "b");
    assert_ok(get(tensor, HIPDNN_ATTR_TENSOR_DIMENSIONS, HIPDNN_TYPE_INT64, 8, &count, dims));
    assert_int_equal(count, 1);
    destroy(tensor);
}

static void test_text_is_cut_to_any_room(void **state)
{
    (void)state;
    descriptor tensor = make_tensor(1, "tensor", DIMS(2));
    for (int64_t room = 1; room <= 7; room++) {
        char text[8] = {1, 1, 1, 1, 1, 1, 1, 1};
        int64_t count = 0;
        assert_ok(get(tensor, HIPDNN_ATTR_TENSOR_NAME_EXT, HIPDNN_TYPE_CHAR, room, &count, text));
        assert_int_equal(count, room);
        assert_int_equal(strlen(text), room - 1);
        assert_memory_equal(text, "tensor", (size_t)room - 1);
        assert_int_equal(text[room], 1);
    }
    destroy(tensor);
}

/* ------------------------------------------------------------------------------------------------- operations */

static void test_unset_options_of_an_operation(void **state)
{
    (void)state;
    static const struct {
        hipdnnBackendAttributeName_t name;
        hipdnnBackendAttributeType_t type;
    } rows[] = {
        {HIPDNN_ATTR_OPERATION_POINTWISE_IN_1_EXT, HIPDNN_TYPE_BACKEND_DESCRIPTOR},
        {HIPDNN_ATTR_OPERATION_POINTWISE_IN_2_EXT, HIPDNN_TYPE_BACKEND_DESCRIPTOR},
        {HIPDNN_ATTR_POINTWISE_RELU_LOWER_CLIP, HIPDNN_TYPE_FLOAT},
        {HIPDNN_ATTR_POINTWISE_RELU_UPPER_CLIP, HIPDNN_TYPE_FLOAT},
        {HIPDNN_ATTR_POINTWISE_RELU_LOWER_CLIP_SLOPE, HIPDNN_TYPE_FLOAT},
        {HIPDNN_ATTR_POINTWISE_SWISH_BETA, HIPDNN_TYPE_FLOAT},
        {HIPDNN_ATTR_POINTWISE_ELU_ALPHA, HIPDNN_TYPE_FLOAT},
        {HIPDNN_ATTR_POINTWISE_SOFTPLUS_BETA, HIPDNN_TYPE_FLOAT},
        {HIPDNN_ATTR_POINTWISE_AXIS, HIPDNN_TYPE_INT64},
    };
    descriptor x = make_tensor(1, "x", DIMS(4)), y = make_tensor(2, "y", DIMS(4)), relu = make_relu(x, y);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        int64_t count = -1, room = 0x1234;
        assert_ok(get(relu, rows[i].name, rows[i].type, 1, &count, &room));
        assert_int_equal(count, 0);
        assert_int_equal(room, 0x1234);
        count = -1;
        assert_ok(get(relu, rows[i].name, rows[i].type, 0, &count, NULL));
        assert_int_equal(count, 0);
        assert_refused(get(relu, rows[i].name, rows[i].type, 1, NULL, &room), BAD_PARAM_NULL_POINTER, "element count");
    }
    destroy(relu);
    destroy(x);
    destroy(y);
}

static void test_numbers_of_modes(void **state)
{
    (void)state;
    descriptor relu = make(HIPDNN_BACKEND_OPERATION_POINTWISE_DESCRIPTOR);
    descriptor conv = make(HIPDNN_BACKEND_OPERATION_CONVOLUTION_FORWARD_DESCRIPTOR);
    for (int32_t mode = -1; mode <= 49; mode++) {
        const hipdnnStatus_t pointwise = set(relu, HIPDNN_ATTR_POINTWISE_MODE, HIPDNN_TYPE_POINTWISE_MODE, 1, &mode);
        if (mode >= HIPDNN_POINTWISE_ABS && mode <= HIPDNN_POINTWISE_TANH_FWD)
            assert_ok(pointwise);
        else
            assert_refused(pointwise, BAD_PARAM, "is not a PointwiseMode");
        const hipdnnStatus_t convolution =
            set(conv, HIPDNN_ATTR_CONVOLUTION_CONV_MODE, HIPDNN_TYPE_CONVOLUTION_MODE, 1, &mode);
        if (mode == HIPDNN_CONVOLUTION || mode == HIPDNN_CROSS_CORRELATION)
            assert_ok(convolution);
        else
            assert_refused(convolution, BAD_PARAM, "is not a ConvMode");
    }
    destroy(relu);
    destroy(conv);
}

/* ----------------------------------------------------------------------------------------------------- graphs */

static void test_operations_are_appended(void **state)
{
    (void)state;
    descriptor t[] = {make_tensor(1, "a", DIMS(4)), make_virtual(2, "b", DIMS(4)), make_tensor(3, "c", DIMS(4))};
    descriptor operations[] = {make_relu(t[0], t[1]), make_relu(t[1], t[2])}, none = NULL, read[2];
    descriptor graph = make(HIPDNN_BACKEND_OPERATIONGRAPH_DESCRIPTOR);
    const hipdnnBackendAttributeName_t name = HIPDNN_ATTR_OPERATIONGRAPH_OPS;
    const hipdnnBackendAttributeType_t type = HIPDNN_TYPE_BACKEND_DESCRIPTOR;
    int64_t count;
    assert_ok(set(graph, HIPDNN_ATTR_OPERATIONGRAPH_HANDLE, HIPDNN_TYPE_HANDLE, 1, &handle));
    assert_ok(set(graph, name, type, 0, &none));
    assert_ok(get(graph, name, type, 0, &count, NULL));
    assert_int_equal(count, 0);
    assert_refused(hipdnnBackendFinalize(graph), BAD_PARAM, "no operation");
    assert_ok(set(graph, name, type, 1, &operations[1]));
    /* A list with one bad entry adds nothing. */
    assert_refused(set(graph, name, type, 2, ((descriptor[]){operations[0], NULL})), BAD_PARAM_NULL_POINTER,
                   "element 1 is NULL");
    assert_refused(set(graph, name, type, 2, ((descriptor[]){operations[0], t[0]})), NOT_SUPPORTED,
                   "element 1 is a tensor, not an operation");
    assert_ok(set(graph, name, type, 1, &operations[0]));
    finalize(graph);
    assert_ok(get(graph, name, type, 2, &count, read));
    assert_int_equal(count, 2);
    for (int i = 0; i < 2; i++) {
        assert_ptr_equal(read[i], operations[1 - i]); /* in the order in which they came */
        destroy(read[i]);
        destroy(operations[i]);
    }
    for (int i = 0; i < 3; i++)
        destroy(t[i]);
    destroy(graph);
}

static void test_unset_options_of_a_graph(void **state)
{
    (void)state;
    static const hipdnnBackendAttributeName_t types[] = {HIPDNN_ATTR_OPERATIONGRAPH_COMPUTE_DATA_TYPE_EXT,
                                                         HIPDNN_ATTR_OPERATIONGRAPH_INTERMEDIATE_DATA_TYPE_EXT,
                                                         HIPDNN_ATTR_OPERATIONGRAPH_IO_DATA_TYPE_EXT};
    descriptor graphs[] = {make(HIPDNN_BACKEND_OPERATIONGRAPH_DESCRIPTOR), make_relu_graph(handle)};
    for (size_t g = 0; g < 2; g++) {
        int64_t count = -1, room = 0x1234;
        int32_t type;
        for (size_t i = 0; i < sizeof types / sizeof *types; i++)
            assert_refused(get(graphs[g], types[i], HIPDNN_TYPE_DATA_TYPE, 1, &count, &type), BAD_PARAM, "is not set");
        assert_ok(
            get(graphs[g], HIPDNN_ATTR_OPERATIONGRAPH_PREFERRED_ENGINE_ID_EXT, HIPDNN_TYPE_INT64, 1, &count, &room));
        assert_int_equal(count, 0);
        assert_int_equal(room, 0x1234);
        destroy(graphs[g]);
    }
}

/* One uid is one tensor object; a second one is refused even if it looks the same. */
static void test_one_uid_twice(void **state)
{
    (void)state;
    descriptor x = make_tensor(1, "x", DIMS(4)), again = make_tensor(1, "again", DIMS(4));
    descriptor relu = make_relu(x, again), graph = begin_graph(handle, 1, &relu);
    assert_refused(hipdnnBackendFinalize(graph), BAD_PARAM, "two tensor descriptors with uid 1 ('x' and 'again')");
    destroy(graph);
    destroy(relu);
    destroy(x);
    destroy(again);
}

static void test_ragged_offsets(void **state)
{
    (void)state;
    descriptor offsets = make_tensor(5, "offsets", DIMS(2)), x = begin_tensor(1, "x", DIMS(4));
    set_child(x, HIPDNN_ATTR_TENSOR_RAGGED_OFFSET_DESC, offsets);
    finalize(x);
    descriptor back = get_child(x, HIPDNN_ATTR_TENSOR_RAGGED_OFFSET_DESC);
    assert_ptr_equal(back, offsets);
    destroy(back);

    /* Ragged offsets of ragged offsets are refused when the graph is built. */
    descriptor y = begin_tensor(2, "y", DIMS(4));
    set_child(y, HIPDNN_ATTR_TENSOR_RAGGED_OFFSET_DESC, x);
    finalize(y);
    descriptor relu = make_relu(x, y), graph = begin_graph(handle, 1, &relu);
    assert_refused(hipdnnBackendFinalize(graph), BAD_PARAM, "ragged itself");
    descriptor all[] = {offsets, x, y, relu, graph};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        destroy(all[i]);
}

/* -------------------------------------------------------------------------------------------------- profiling */

static hipdnnStatus_t pull(descriptor profiling, hipdnnBackendAttributeName_t trigger)
{
    return set(profiling, trigger, HIPDNN_TYPE_BOOLEAN, 1, &(bool){false}); /* the value is ignored */
}

static void test_profiling(void **state)
{
    (void)state;
    float elapsed = -1;
    int64_t count = 0;
    descriptor profiling = make(HIPDNN_BACKEND_PROFILING_CONTROL_EXT);
    assert_refused(pull(profiling, HIPDNN_ATTR_PROFILING_START_EXT), BAD_PARAM, "HIPDNN_ATTR_PROFILING_HANDLE_EXT");
    assert_ok(set(profiling, HIPDNN_ATTR_PROFILING_HANDLE_EXT, HIPDNN_TYPE_HANDLE, 1, &handle));
    assert_refused(pull(profiling, HIPDNN_ATTR_PROFILING_STOP_EXT), BAD_PARAM, "HIPDNN_ATTR_PROFILING_START_EXT");
    assert_ok(pull(profiling, HIPDNN_ATTR_PROFILING_START_EXT));
    assert_refused(hipdnnBackendFinalize(profiling), BAD_PARAM, "HIPDNN_ATTR_PROFILING_STOP_EXT is not set");
    const struct timespec two_ms = {.tv_nsec = 2000000};
    assert_int_equal(nanosleep(&two_ms, NULL), 0);
    assert_ok(pull(profiling, HIPDNN_ATTR_PROFILING_DEVICE_SYNC_EXT));
    assert_ok(pull(profiling, HIPDNN_ATTR_PROFILING_STOP_EXT));
    assert_refused(get(profiling, HIPDNN_ATTR_PROFILING_ELAPSED_MS_EXT, HIPDNN_TYPE_FLOAT, 1, &count, &elapsed),
                   NOT_INITIALIZED, "is not finalized");
    finalize(profiling);
    assert_ok(get(profiling, HIPDNN_ATTR_PROFILING_ELAPSED_MS_EXT, HIPDNN_TYPE_FLOAT, 1, &count, &elapsed));
    assert_true(elapsed >= 2 && elapsed < 60000);
    assert_refused(hipdnnBackendFinalize(profiling), BAD_PARAM, "is finalized already");
    assert_refused(set(profiling, HIPDNN_ATTR_PROFILING_ELAPSED_MS_EXT, HIPDNN_TYPE_FLOAT, 1, &elapsed),
                   NOT_INITIALIZED, "is finalized");
    destroy(profiling);
}

static int set_up(void **state)
{
    (void)state;
    return (int)hipdnnCreate(&handle);
}

static int tear_down(void **state)
{
    (void)state;
    return (int)hipdnnDestroy(handle);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_numbers_of_data_types),
        cmocka_unit_test(test_defaults_of_a_tensor),
        cmocka_unit_test(test_truth_is_one_byte),
        cmocka_unit_test(test_constants),
        cmocka_unit_test(test_type_of_a_constant),
        cmocka_unit_test(test_shapes_of_tensors),
        cmocka_unit_test(test_a_shorter_value_replaces_a_longer_one),
        cmocka_unit_test(test_text_is_cut_to_any_room),
        cmocka_unit_test(test_unset_options_of_an_operation),
        cmocka_unit_test(test_numbers_of_modes),
        cmocka_unit_test(test_operations_are_appended),
        cmocka_unit_test(test_unset_options_of_a_graph),
        cmocka_unit_test(test_one_uid_twice),
        cmocka_unit_test(test_ragged_offsets),
        cmocka_unit_test(test_profiling),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
