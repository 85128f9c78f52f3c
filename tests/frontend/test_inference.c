/* SPDX-License-Identifier: MIT */
/* What a validation fills in, and that a stored graph is the same graph. No device needed. */
#include "support.h"

#include <stdlib.h>

static int64_t uid_of(const hipdnn_tensor_t *tensor)
{
    int64_t uid = -1;
    assert_int_equal(hipdnn_tensor_get_uid(tensor, &uid), HIPDNN_STATUS_SUCCESS);
    return uid;
}

/* ------------------------------------------------------------------------------------------------ inference */

static void strides_are_packed_or_in_the_order_of_the_input(void **state)
{
    (void)state;
    hipdnn_graph_t *graph = make_graph(HIPDNN_TYPE_F32);
    hipdnn_tensor_t *x =
        hipdnn_graph_tensor(graph, &(hipdnn_tensor_attributes){.dim = {2, 8, 16, 16}, .stride = {2048, 1, 128, 8}});
    hipdnn_tensor_t *w = hipdnn_graph_tensor(graph, &(hipdnn_tensor_attributes){.dim = {4, 8, 3, 3}});
    hipdnn_tensor_t *y = hipdnn_graph_conv_fprop(
        graph, x, w, &(hipdnn_conv_fprop_attributes){.padding = {1}, .stride = {2}, .dilation = {0, 2}});
    hipdnn_tensor_t *z = relu(graph, y);
    assert_validates(graph);
    assert_stride(w, LIST(72, 9, 3, 1));
    assert_dim(y, LIST(2, 4, 8, 12)); /* (16+2-3)/2+1 and (16-5)/1+1 */
    assert_stride(y, LIST(384, 1, 48, 4)); /* channels last, like x */
    assert_dim(z, LIST(2, 4, 8, 12));
    assert_stride(z, LIST(384, 1, 48, 4));
    hipdnn_graph_destroy(graph);
}

static void both_forms_of_padding(void **state)
{
    (void)state;
    hipdnn_graph_t *graph = make_graph(HIPDNN_TYPE_F32);
    hipdnn_tensor_t *x = hipdnn_graph_tensor(graph, &(hipdnn_tensor_attributes){.dim = {1, 1, 5}});
    hipdnn_tensor_t *w = hipdnn_graph_tensor(graph, &(hipdnn_tensor_attributes){.dim = {1, 1, 3}});
    hipdnn_tensor_t *same = hipdnn_graph_conv_fprop(graph, x, w, &(hipdnn_conv_fprop_attributes){.padding = {1}});
    hipdnn_tensor_t *causal = hipdnn_graph_conv_fprop(graph, x, w, &(hipdnn_conv_fprop_attributes){.pre_padding = {4}});
    assert_validates(graph);
    assert_dim(same, LIST(1, 1, 5));
    assert_dim(causal, LIST(1, 1, 7));
    hipdnn_graph_destroy(graph);
}

static void types_come_from_the_graph(void **state)
{
    (void)state;
    hipdnn_graph_t *graph = hipdnn_graph_create(
        &(hipdnn_graph_attributes){.io_data_type = HIPDNN_TYPE_F16, .intermediate_data_type = HIPDNN_TYPE_BF16});
    hipdnn_tensor_t *x = hipdnn_graph_tensor(graph, &(hipdnn_tensor_attributes){.dim = {4}});
    hipdnn_tensor_t *own =
        hipdnn_graph_tensor(graph, &(hipdnn_tensor_attributes){.dim = {4}, .data_type = HIPDNN_TYPE_F64});
    hipdnn_tensor_t *inner =
        hipdnn_graph_pointwise(graph, x, own, NULL, &(hipdnn_pointwise_attributes){.mode = HIPDNN_POINTWISE_ADD});
    hipdnn_tensor_t *y = relu(graph, inner);
    hipdnn_tensor_set_output(y, true);
    assert_int_equal(hipdnn_tensor_get_data_type(inner), HIPDNN_TYPE_UNSET);
    assert_validates(graph);
    assert_int_equal(hipdnn_tensor_get_data_type(x), HIPDNN_TYPE_F16);
    assert_int_equal(hipdnn_tensor_get_data_type(own), HIPDNN_TYPE_F64);
    assert_int_equal(hipdnn_tensor_get_data_type(inner), HIPDNN_TYPE_BF16);
    assert_int_equal(hipdnn_tensor_get_data_type(y), HIPDNN_TYPE_F16);
    hipdnn_graph_destroy(graph);
}

static void uids_are_the_smallest_that_are_free(void **state)
{
    (void)state;
    hipdnn_graph_t *graph = make_graph(HIPDNN_TYPE_F32);
    hipdnn_tensor_t *unused = hipdnn_graph_tensor(graph, NULL);
    hipdnn_tensor_t *a = hipdnn_graph_tensor(graph, &(hipdnn_tensor_attributes){.dim = {4}});
    hipdnn_tensor_t *b = hipdnn_graph_tensor(graph, &(hipdnn_tensor_attributes){.dim = {4}, .uid = HIPDNN_SOME(1)});
    hipdnn_tensor_t *c = hipdnn_graph_tensor(graph, &(hipdnn_tensor_attributes){.dim = {4}, .uid = HIPDNN_SOME(-7)});
    hipdnn_tensor_t *y =
        hipdnn_graph_pointwise(graph, a, b, c, &(hipdnn_pointwise_attributes){.mode = HIPDNN_POINTWISE_BINARY_SELECT});
    hipdnn_tensor_t *z = relu(graph, y);
    hipdnn_tensor_set_uid(z, 0);
    hipdnn_tensor_set_data_type(c, HIPDNN_TYPE_BOOL);
    assert_validates(graph);
    assert_int_equal(uid_of(b), 1);
    assert_int_equal(uid_of(c), -7);
    assert_int_equal(uid_of(z), 0);
    assert_int_equal(uid_of(a), 2);
    assert_int_equal(uid_of(y), 3);
    assert_ptr_equal(hipdnn_graph_find_tensor(graph, 2), a);
    assert_null(hipdnn_graph_find_tensor(graph, 99));
    int64_t uid;
    assert_int_equal(hipdnn_tensor_get_uid(unused, &uid), HIPDNN_STATUS_NOT_INITIALIZED);
    assert_false(hipdnn_tensor_is_bound(unused));
    hipdnn_graph_destroy(graph);
}

static void names_are_made_up(void **state)
{
    (void)state;
    hipdnn_graph_t *graph = make_graph(HIPDNN_TYPE_F32);
    hipdnn_tensor_t *x = hipdnn_graph_tensor(graph, &(hipdnn_tensor_attributes){.dim = {4}});
    hipdnn_tensor_t *y = relu(graph, x);
    hipdnn_tensor_t *z = hipdnn_graph_pointwise(
        graph, y, NULL, NULL, &(hipdnn_pointwise_attributes){.name = "last", .mode = HIPDNN_POINTWISE_ABS});
    assert_string_equal(hipdnn_tensor_get_name(x), "tensor_0");
    assert_string_equal(hipdnn_tensor_get_name(y), "pointwise_0::OUT_0");
    assert_string_equal(hipdnn_tensor_get_name(z), "last::OUT_0");
    assert_ptr_equal(hipdnn_graph_find_tensor_by_name(graph, "last::OUT_0"), z);
    assert_int_equal(hipdnn_tensor_set_name(z, NULL), HIPDNN_STATUS_SUCCESS);
    assert_string_equal(hipdnn_tensor_get_name(z), "");
    hipdnn_graph_destroy(graph);
}

static void a_change_is_inferred_afresh(void **state)
{
    (void)state;
    hipdnn_graph_t *graph = make_graph(HIPDNN_TYPE_F32);
    hipdnn_tensor_t *x = hipdnn_graph_tensor(graph, &(hipdnn_tensor_attributes){.dim = {1, 2, 8, 8}});
    hipdnn_tensor_t *w = hipdnn_graph_tensor(graph, &(hipdnn_tensor_attributes){.dim = {2, 2, 3, 3}});
    hipdnn_tensor_t *y = hipdnn_graph_conv_fprop(graph, x, w, NULL);
    hipdnn_dims dim;
    assert_validates(graph);
    assert_dim(y, LIST(1, 2, 6, 6));
    hipdnn_tensor_set_dim(x, LIST(1, 2, 5, 4));
    assert_int_equal(hipdnn_tensor_get_dim(y, &dim), HIPDNN_STATUS_SUCCESS);
    assert_int_equal(dim.count, 0);
    assert_validates(graph);
    assert_dim(y, LIST(1, 2, 3, 2));
    assert_stride(x, LIST(40, 20, 4, 1));

    /* One spatial dimension more: what the convolution was given still fits. */
    hipdnn_tensor_set_dim(x, LIST(1, 2, 5, 4, 3));
    hipdnn_tensor_set_dim(w, LIST(2, 2, 3, 3, 3));
    assert_validates(graph);
    assert_dim(y, LIST(1, 2, 3, 2, 1));
    hipdnn_graph_destroy(graph);
}

static void sizes_in_bytes(void **state)
{
    (void)state;
    hipdnn_graph_t *graph = make_graph(HIPDNN_TYPE_F16);
    hipdnn_tensor_t *x = hipdnn_graph_tensor(graph, &(hipdnn_tensor_attributes){.dim = {2, 3}, .stride = {10, 2}});
    hipdnn_tensor_t *y = relu(graph, x);
    hipdnn_tensor_set_output(y, true);
    assert_validates(graph);
    size_t bytes = 0;
    assert_int_equal(hipdnn_tensor_get_size(x, &bytes), HIPDNN_STATUS_SUCCESS);
    assert_int_equal(bytes, 30); /* last element at 1*10 + 2*2 */
    assert_true(hipdnn_tensor_is_bound(x));
    assert_true(hipdnn_tensor_is_bound(y));
    assert_true(hipdnn_tensor_is_written(y));
    assert_false(hipdnn_tensor_is_written(x));
    assert_false(hipdnn_tensor_is_bound(hipdnn_graph_scalar_f32(graph, 1, NULL)));
    hipdnn_graph_destroy(graph);
}

static void sharing_an_input_or_a_constant_connects(void **state)
{
    (void)state;
    hipdnn_graph_t *graph = make_graph(HIPDNN_TYPE_F32);
    hipdnn_tensor_t *x = hipdnn_graph_tensor(graph, &(hipdnn_tensor_attributes){.dim = {4}});
    hipdnn_tensor_t *z = hipdnn_graph_tensor(graph, &(hipdnn_tensor_attributes){.dim = {4}});
    hipdnn_tensor_t *one = hipdnn_graph_scalar_f32(graph, 1, "one");
    const hipdnn_pointwise_attributes add = {.mode = HIPDNN_POINTWISE_ADD};
    relu(graph, x);
    hipdnn_graph_pointwise(graph, x, one, NULL, &add);
    hipdnn_graph_pointwise(graph, z, one, NULL, &add);
    assert_validates(graph);
    hipdnn_graph_destroy(graph);
}

static void long_chains_are_no_problem(void **state)
{
    (void)state;
    hipdnn_graph_t *graph = make_graph(HIPDNN_TYPE_F32);
    hipdnn_tensor_t *y = hipdnn_graph_tensor(graph, &(hipdnn_tensor_attributes){.dim = {4}});
    for (int i = 0; i < 20000; i++)
        y = relu(graph, y);
    assert_validates(graph);
    assert_int_equal(uid_of(y), 20000);
    hipdnn_graph_destroy(graph);
}

/* ---------------------------------------------------------------------------------------------- store, load */

/* A graph with a value for everything that can be stored. */
static hipdnn_graph_t *make_rich(void)
{
    hipdnn_graph_t *graph = hipdnn_graph_create(&(hipdnn_graph_attributes){.name = "rich",
                                                                           .io_data_type = HIPDNN_TYPE_F16,
                                                                           .intermediate_data_type = HIPDNN_TYPE_F32,
                                                                           .compute_data_type = HIPDNN_TYPE_F32});
    hipdnn_tensor_t *x = hipdnn_graph_tensor(
        graph, &(hipdnn_tensor_attributes){
                   .name = "x", .dim = {1, 4, 5, 5}, .stride = {100, 1, 20, 4}, .uid = HIPDNN_SOME(40)});
    hipdnn_tensor_t *w =
        hipdnn_graph_tensor(graph, &(hipdnn_tensor_attributes){.name = "w", .dim = {4, 2, 3, 3}, .alignment = 64});
    hipdnn_tensor_t *y = hipdnn_graph_conv_fprop(graph, x, w,
                                                 &(hipdnn_conv_fprop_attributes){.name = "conv",
                                                                                 .pre_padding = {1, 0},
                                                                                 .post_padding = {0, 2},
                                                                                 .stride = {2, 1},
                                                                                 .dilation = {1, 2},
                                                                                 .mode = HIPDNN_CONV_MODE_CONVOLUTION});
    hipdnn_tensor_t *scaled =
        hipdnn_graph_pointwise(graph, y, hipdnn_graph_scalar_f32(graph, 0.1f, "tenth"), NULL,
                               &(hipdnn_pointwise_attributes){.name = "scale", .mode = HIPDNN_POINTWISE_MUL});
    hipdnn_tensor_t *z = hipdnn_graph_pointwise(graph, scaled, NULL, NULL,
                                                &(hipdnn_pointwise_attributes){.name = "relu6",
                                                                               .mode = HIPDNN_POINTWISE_RELU_FWD,
                                                                               .relu_lower_clip = HIPDNN_SOME(0.0f),
                                                                               .relu_upper_clip = HIPDNN_SOME(6.0f)});
    hipdnn_tensor_set_output(z, true);
    hipdnn_graph_set_preferred_engine_id(graph, -5);
    return graph;
}

static char *text_of(hipdnn_graph_t *graph)
{
    char *text = NULL;
    if (hipdnn_graph_to_json(graph, &text) != HIPDNN_STATUS_SUCCESS)
        fail_msg("%s", hipdnn_graph_get_error(graph));
    return text;
}

static void json_there_and_back(void **state)
{
    (void)state;
    hipdnn_graph_t *graph = make_rich();
    char *text = text_of(graph);
    assert_non_null(strstr(text, "\"CONVOLUTION\""));
    assert_non_null(strstr(text, "\"conv\""));
    hipdnn_graph_t *again = hipdnn_graph_from_json(text, strlen(text));
    if (again == NULL)
        fail_msg("%s", hipdnn_graph_get_error(NULL));
    assert_string_equal(hipdnn_graph_get_name(again), "rich");
    assert_int_equal(hipdnn_graph_node_count(again), 3);
    assert_int_equal(hipdnn_graph_tensor_count(again), hipdnn_graph_tensor_count(graph));
    assert_true(hipdnn_tensor_is_virtual(hipdnn_graph_find_tensor_by_name(again, "conv::Y")));
    assert_true(hipdnn_tensor_is_written(hipdnn_graph_find_tensor_by_name(again, "conv::Y")));
    char *text_again = text_of(again);
    assert_string_equal(text, text_again);

    /* What was read may be changed like any graph. */
    hipdnn_tensor_t *more = relu(again, hipdnn_graph_find_tensor_by_name(again, "relu6::OUT_0"));
    hipdnn_tensor_set_output(more, true);
    assert_validates(again);
    assert_int_equal(hipdnn_graph_node_count(again), 4);
    hipdnn_free(text);
    hipdnn_free(text_again);
    hipdnn_graph_destroy(again);
    hipdnn_graph_destroy(graph);
}

static void bytes_there_and_back(void **state)
{
    (void)state;
    hipdnn_graph_t *graph = make_rich();
    void *bytes = NULL, *bytes_again = NULL;
    size_t size = 0, size_again = 0;
    assert_int_equal(hipdnn_graph_serialize(graph, &bytes, &size), HIPDNN_STATUS_SUCCESS);
    hipdnn_graph_t *again = hipdnn_graph_deserialize(bytes, size);
    if (again == NULL)
        fail_msg("%s", hipdnn_graph_get_error(NULL));
    assert_int_equal(hipdnn_graph_serialize(again, &bytes_again, &size_again), HIPDNN_STATUS_SUCCESS);
    assert_int_equal(size, size_again);
    assert_memory_equal(bytes, bytes_again, size);
    char *text = text_of(graph), *text_again = text_of(again);
    assert_string_equal(text, text_again);
    hipdnn_free(text);
    hipdnn_free(text_again);
    hipdnn_free(bytes);
    hipdnn_free(bytes_again);
    hipdnn_graph_destroy(again);
    hipdnn_graph_destroy(graph);
}

/* Replaces the first `from` in a copy of `text`. */
static char *edit(const char *text, const char *from, const char *to)
{
    const char *at = strstr(text, from);
    assert_non_null(at);
    char *edited = malloc(strlen(text) + strlen(to) + 1);
    assert_non_null(edited);
    memcpy(edited, text, (size_t)(at - text));
    strcpy(edited + (at - text), to);
    strcat(edited, at + strlen(from));
    return edited;
}

static const char tiny[] =
    "{\"name\":\"t\",\"compute_data_type\":\"float\",\"io_data_type\":\"float\","
    "\"intermediate_data_type\":\"float\",\"tensors\":["
    "{\"uid\":1,\"name\":\"x\",\"data_type\":\"float\",\"dims\":[4],\"strides\":[1],"
    "\"virtual\":false,\"is_runtime_pass_by_value\":false},"
    "{\"uid\":2,\"name\":\"y\",\"data_type\":\"float\",\"dims\":[4],\"strides\":[1],"
    "\"virtual\":false,\"is_runtime_pass_by_value\":false}],"
    "\"nodes\":[{\"name\":\"r\",\"type\":\"PointwiseAttributes\",\"compute_data_type\":\"float\","
    "\"inputs\":{\"operation\":\"relu_fwd\",\"in_0_tensor_uid\":1,\"in_1_tensor_uid\":null,"
    "\"in_2_tensor_uid\":null,\"axis_tensor_uid\":null,\"relu_lower_clip\":null,"
    "\"relu_upper_clip\":null,\"relu_lower_clip_slope\":null,\"swish_beta\":null,"
    "\"elu_alpha\":null,\"softplus_beta\":null},\"outputs\":{\"out_0_tensor_uid\":2}}]}";

static void bad_files_say_what_is_wrong(void **state)
{
    (void)state;
    static const struct {
        const char *from, *to, *fragment;
        bool is_loaded; /* and refused by the validation */
    } rows[] = {
        {"\"name\":\"t\"", "\"name\":", "line 1", false},
        {"relu_fwd", "relu_forward", "relu_forward", false},
        {"\"in_0_tensor_uid\":1", "\"in_0_tensor_uid\":9", "'r' names uid 9 as its in_0_tensor_uid", false},
        {"\"out_0_tensor_uid\":2", "\"out_0_tensor_uid\":1", "node 'r'", true},
        {"\"uid\":2", "\"uid\":1", "uid 2", false},
        {"\"virtual\":false", "\"virtual\":true", "is virtual, but no operation writes it", true},
        {"\"dims\":[4]", "\"dims\":[0]", "dims[0] is 0", true},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char *text = edit(tiny, rows[i].from, rows[i].to);
        hipdnn_graph_t *graph = hipdnn_graph_from_json(text, strlen(text));
        assert_int_equal(graph != NULL, rows[i].is_loaded);
        if (graph != NULL)
            assert_int_equal(hipdnn_graph_validate(graph), HIPDNN_STATUS_BAD_PARAM);
        const char *error = hipdnn_graph_get_error(graph);
        if (strstr(error, rows[i].fragment) == NULL)
            fail_msg("'%s' does not say '%s'", error, rows[i].fragment);
        hipdnn_graph_destroy(graph);
        free(text);
    }
    assert_null(hipdnn_graph_from_json(NULL, 0));
    assert_null(hipdnn_graph_deserialize("no flatbuffer", 13));
}

static void a_file_may_leave_shapes_out(void **state)
{
    (void)state;
    char *text = edit(tiny, "\"dims\":[4],\"strides\":[1],\"virtual\":false,\"is_runtime_pass_by_value\":false}],",
                      "\"dims\":[],\"strides\":[],\"virtual\":false,\"is_runtime_pass_by_value\":false}],");
    hipdnn_graph_t *graph = hipdnn_graph_from_json(text, strlen(text));
    if (graph == NULL)
        fail_msg("%s", hipdnn_graph_get_error(NULL));
    assert_validates(graph);
    assert_dim(hipdnn_graph_find_tensor(graph, 2), LIST(4));
    hipdnn_graph_destroy(graph);
    free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(strides_are_packed_or_in_the_order_of_the_input),
        cmocka_unit_test(both_forms_of_padding),
        cmocka_unit_test(types_come_from_the_graph),
        cmocka_unit_test(uids_are_the_smallest_that_are_free),
        cmocka_unit_test(names_are_made_up),
        cmocka_unit_test(a_change_is_inferred_afresh),
        cmocka_unit_test(sizes_in_bytes),
        cmocka_unit_test(sharing_an_input_or_a_constant_connects),
        cmocka_unit_test(long_chains_are_no_problem),
        cmocka_unit_test(json_there_and_back),
        cmocka_unit_test(bytes_there_and_back),
        cmocka_unit_test(bad_files_say_what_is_wrong),
        cmocka_unit_test(a_file_may_leave_shapes_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
