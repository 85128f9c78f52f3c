/* SPDX-License-Identifier: MIT */
/* Graphs to JSON and back. The first test is the tutorial; what is refused is in test_json_refusals.c. */
#include "base/memory.h"
#include "data_sdk/graph/graph.h"
#include "data_sdk/json/json.h"

#include <float.h>
#include <inttypes.h>
#include <locale.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

/* What a test makes; released after it, passed or failed. */
typedef struct fixture {
    hd_arena arena;
    hd_text text, again;
} fixture;

static int begin(void **state)
{
    static fixture made;
    made = (fixture){0};
    hd_error_clear();
    *state = &made;
    return 0;
}

static int end(void **state)
{
    fixture *made = *state;
    hd_memory_set_gate(NULL, NULL);
    hd_arena_release(&made->arena);
    hd_text_release(&made->text);
    hd_text_release(&made->again);
    return 0;
}

static const hipdnn_data_graph *read_graph(fixture *made, const char *text)
{
    const hipdnn_data_graph *graph = NULL;
    const hd_status status = hd_graph_from_json(text, strlen(text), &made->arena, &graph);
    if (status != HD_OK)
        fail_msg("refused: %s", hd_error_text());
    return graph;
}

static const char *write_graph(const hipdnn_data_graph *graph, bool pretty, hd_text *text)
{
    hd_text_release(text);
    const hd_status status = hd_graph_to_json(graph, pretty, text);
    if (status != HD_OK)
        fail_msg("refused: %s", hd_error_text());
    return text->data;
}

/* Equality that has nothing to do with JSON: the bytes that cross the plugin boundary. */
static void assert_same_graph(const hipdnn_data_graph *a, const hipdnn_data_graph *b)
{
    void *a_bytes, *b_bytes;
    size_t a_size, b_size;
    assert_int_equal(hd_graph_encode(a, &a_bytes, &a_size), HD_OK);
    assert_int_equal(hd_graph_encode(b, &b_bytes, &b_size), HD_OK);
    assert_int_equal(a_size, b_size);
    assert_memory_equal(a_bytes, b_bytes, a_size);
    hd_free(a_bytes);
    hd_free(b_bytes);
}

/* A graph of two operations, half in and out, float between them. */
static const char example[] =
    "{\"name\":\"g\",\"compute_data_type\":\"float\",\"io_data_type\":\"half\",\"intermediate_data_type\":\"float\","
    "\"tensors\":["
    "{\"uid\":1,\"name\":\"X\",\"data_type\":\"half\",\"dims\":[1,8,16,16],\"strides\":[2048,256,16,1],"
    "\"virtual\":false,\"is_runtime_pass_by_value\":false},"
    "{\"uid\":2,\"name\":\"W\",\"data_type\":\"half\",\"dims\":[4,8,3,3],\"strides\":[72,9,3,1],"
    "\"virtual\":false,\"is_runtime_pass_by_value\":false},"
    "{\"uid\":3,\"name\":\"T\",\"data_type\":\"float\",\"dims\":[1,4,16,16],\"strides\":[1024,256,16,1],"
    "\"virtual\":true,\"is_runtime_pass_by_value\":false},"
    "{\"uid\":4,\"name\":\"Y\",\"data_type\":\"half\",\"dims\":[1,4,16,16],\"strides\":[1024,256,16,1],"
    "\"virtual\":false,\"is_runtime_pass_by_value\":false}],"
    "\"nodes\":["
    "{\"name\":\"c\",\"type\":\"ConvolutionFwdAttributes\",\"compute_data_type\":\"float\","
    "\"inputs\":{\"x_tensor_uid\":1,\"w_tensor_uid\":2},\"outputs\":{\"y_tensor_uid\":3},"
    "\"parameters\":{\"pre_padding\":[1,1],\"post_padding\":[1,1],\"stride\":[1,1],\"dilation\":[1,1],"
    "\"conv_mode\":\"CROSS_CORRELATION\"}},"
    "{\"name\":\"r\",\"type\":\"PointwiseAttributes\",\"compute_data_type\":\"float\","
    "\"inputs\":{\"operation\":\"relu_fwd\",\"relu_lower_clip\":null,\"relu_upper_clip\":6.5,"
    "\"relu_lower_clip_slope\":null,\"axis_tensor_uid\":null,\"in_0_tensor_uid\":3,\"in_1_tensor_uid\":null,"
    "\"in_2_tensor_uid\":null,\"swish_beta\":null,\"elu_alpha\":null,\"softplus_beta\":null},"
    "\"outputs\":{\"out_0_tensor_uid\":4}}]}";

static void reads_and_writes_a_graph(void **state)
{
    fixture *made = *state;
    const hipdnn_data_graph *graph = NULL;
    assert_int_equal(hd_graph_from_json(example, strlen(example), &made->arena, &graph), HD_OK);

    assert_string_equal(graph->name, "g");
    assert_int_equal(graph->io_data_type, HIPDNN_TYPE_F16);
    assert_int_equal(graph->tensor_count, 4);
    assert_int_equal(graph->tensors[1].dim.count, 4);
    assert_int_equal(graph->tensors[1].stride.v[0], 72);
    assert_int_equal(graph->tensors[0].alignment, 16); /* not in the text: the default */
    assert_true(graph->tensors[2].is_virtual);

    assert_int_equal(graph->node_count, 2);
    assert_int_equal(graph->nodes[0].operation, HIPDNN_DATA_OPERATION_CONV_FWD);
    const hipdnn_data_conv_fwd *conv = graph->nodes[0].attributes;
    assert_int_equal(conv->y, 3);
    assert_int_equal(conv->pre_padding.count, 2);
    assert_int_equal(conv->mode, HIPDNN_CONV_MODE_CROSS_CORRELATION);
    const hipdnn_data_pointwise *relu = graph->nodes[1].attributes;
    assert_int_equal(relu->mode, HIPDNN_POINTWISE_RELU_FWD);
    assert_false(relu->in_1.set);
    assert_true(relu->relu_upper_clip.set && relu->relu_upper_clip.value == 6.5f);

    /* Appended to what is there, in exactly this form. */
    hd_text_put(&made->text, "graph=");
    assert_int_equal(hd_graph_to_json(graph, false, &made->text), HD_OK);
    assert_memory_equal(made->text.data, "graph=", 6);
    assert_string_equal(made->text.data + 6, example);
}

/* A graph of one node, without tensors: reading asks for no meaning. `node` has ' for ". */
static const hipdnn_data_node *read_node(fixture *made, const char *node)
{
    char text[1024];
    (void)snprintf(text, sizeof text, "{'tensors':[],'nodes':[{%s}]}", node);
    for (char *at = text; *at != '\0'; at++)
        *at = *at == '\'' ? '"' : *at;
    return &read_graph(made, text)->nodes[0];
}

static const char *write_node(fixture *made, const hipdnn_data_node *node)
{
    const hipdnn_data_graph graph = {.name = "", .node_count = 1, .nodes = node};
    return write_graph(&graph, false, &made->text);
}

/* Every operation's JSON is read in the form that the original writes, and written in the one that it reads: what is
 * unset is null for some keys and absent for others, an enumeration is a text or a number. */
static void has_the_forms_of_the_original(void **state)
{
    fixture *made = *state;
    const hipdnn_data_node *node = read_node(made, "'type':'LayernormAttributes','inputs':{'x_tensor_uid':1,"
                                                   "'scale_tensor_uid':2,'bias_tensor_uid':3,'epsilon_tensor_uid':4},"
                                                   "'outputs':{'y_tensor_uid':5},'forward_phase':2");
    assert_int_equal(((const hipdnn_data_layernorm *)node->attributes)->forward_phase, HIPDNN_NORM_FWD_TRAINING);
    assert_non_null(strstr(write_node(made, node), "\"forward_phase\":2"));
    assert_non_null(strstr(made->text.data, "\"mean_tensor_uid\":null"));

    node = read_node(made, "'type':'RMSNormAttributes','inputs':{'x_tensor_uid':1,'scale_tensor_uid':2,"
                           "'epsilon_tensor_uid':4},'outputs':{'y_tensor_uid':5},'forward_phase':'INFERENCE'");
    assert_int_equal(((const hipdnn_data_rmsnorm *)node->attributes)->forward_phase, HIPDNN_NORM_FWD_INFERENCE);
    assert_non_null(strstr(write_node(made, node), "\"forward_phase\":\"INFERENCE\""));
    assert_null(strstr(made->text.data, "bias"));
    assert_null(strstr(made->text.data, "null"));

    node = read_node(made, "'type':'RMSNormAttributes','inputs':{'x_tensor_uid':1,'scale_tensor_uid':2,"
                           "'bias_tensor_uid':null,'epsilon_tensor_uid':4},'outputs':{'y_tensor_uid':5},"
                           "'forward_phase':2");
    assert_int_equal(((const hipdnn_data_rmsnorm *)node->attributes)->forward_phase, HIPDNN_NORM_FWD_TRAINING);

    node = read_node(made, "'type':'ReductionAttributes','mode':'MUL_NO_ZEROS','in_tensor_uid':1,'out_tensor_uid':2");
    assert_int_equal(((const hipdnn_data_reduction *)node->attributes)->mode, HIPDNN_REDUCE_TENSOR_MUL_NO_ZEROS);
    assert_non_null(strstr(write_node(made, node), "\"mode\":\"mul_no_zeros\""));

    node = read_node(made, "'type':'CustomOpAttributes','custom_op_id':'a','input_tensor_uids':[7,7,-1],"
                           "'output_tensor_uids':[],'data':[0,255]");
    const hipdnn_data_custom_op *custom = node->attributes;
    assert_int_equal(custom->inputs.count, 3);
    assert_true(custom->inputs.v[2] == -1);
    assert_int_equal(custom->outputs.count, 0);
    assert_int_equal(custom->data.v[1], 255);
    assert_non_null(strstr(write_node(made, node), "\"custom_op_id\":\"a\",\"input_tensor_uids\":[7,7,-1],"
                                                   "\"output_tensor_uids\":[],\"data\":[0,255]"));
}

static void has_the_forms_of_attention(void **state)
{
    fixture *made = *state;
    const hipdnn_data_node *node =
        read_node(made, "'type':'SdpaAttributes','inputs':{'q_tensor_uid':1,'k_tensor_uid':2,'v_tensor_uid':3,"
                        "'seed_tensor_uid':null},'outputs':{'o_tensor_uid':4},"
                        "'attributes':{'generate_stats':false,'max_seq_len_kv':7,'left_bound':null,"
                        "'mma_core_mode':null,'diagonal_alignment':'BOTTOM_RIGHT'}");
    const hipdnn_data_sdpa *sdpa = node->attributes;
    assert_true(sdpa->generate_stats.set && !sdpa->generate_stats.value);
    assert_true(sdpa->max_seq_len_kv.set && sdpa->max_seq_len_kv.value == 7);
    assert_false(sdpa->left_bound.set);
    assert_int_equal(sdpa->mma_core_mode, HIPDNN_TYPE_UNSET);
    assert_int_equal(sdpa->diagonal_alignment, HIPDNN_DIAGONAL_ALIGNMENT_BOTTOM_RIGHT_EXT);
    static const char *const parts[] = {
        "\"seed_tensor_uid\":null",    "\"generate_stats\":false",     "\"max_seq_len_kv\":7",
        "\"left_bound\":null",         "\"dropout_probability\":null", "\"mma_core_mode\":\"unset\"",
        "\"implementation\":\"AUTO\"",
    };
    (void)write_node(made, node);
    for (size_t i = 0; i < COUNT(parts); i++)
        if (strstr(made->text.data, parts[i]) == NULL)
            fail_msg("%s is not in %s", parts[i], made->text.data);
}

static void load_file(const char *name, hd_text *text)
{
    char path[512], bytes[4096];
    assert_true(snprintf(path, sizeof path, "%s/%s", EXAMPLES, name) < (int)sizeof path);
    FILE *file = fopen(path, "rb");
    if (file == NULL)
        fail_msg("%s cannot be opened", path);
    for (size_t count; (count = fread(bytes, 1, sizeof bytes, file)) > 0;)
        hd_text_append(text, bytes, count);
    (void)fclose(file);
    assert_false(text->failed);
}

/* The examples are valid graphs, in the very form in which graphs are printed. */
static void examples_are_printed_as_they_stand(void **state)
{
    static const char *const names[] = {"conv.json", "conv_nhwc_grouped.json", "bottleneck.json"};
    fixture *made = *state;
    for (size_t i = 0; i < COUNT(names); i++) {
        hd_text_release(&made->text);
        load_file(names[i], &made->text);
        const hipdnn_data_graph *graph = read_graph(made, made->text.data);
        if (hd_graph_check(graph) != HD_OK)
            fail_msg("%s: %s", names[i], hd_error_text());
        assert_string_equal(write_graph(graph, true, &made->again), made->text.data);
        assert_same_graph(graph, read_graph(made, made->again.data));
        assert_same_graph(graph, read_graph(made, write_graph(graph, false, &made->again)));
    }
}

/* What a frontend infers or defaults may be left out. */
static void short_documents_get_defaults(void **state)
{
    fixture *made = *state;
    const hipdnn_data_graph *graph = read_graph(
        made, "{\"tensors\":[{\"uid\":-3},{\"uid\":4,\"dims\":[]}],\"nodes\":[{\"type\":\"PointwiseAttributes\","
              "\"inputs\":{\"operation\":\"neg\",\"in_0_tensor_uid\":-3},\"outputs\":{\"out_0_tensor_uid\":4}}],"
              "\"preferred_engine_id\":null,\"id\":null}");
    assert_string_equal(graph->name, "");
    assert_int_equal(graph->compute_data_type, HIPDNN_TYPE_UNSET);
    assert_false(graph->preferred_engine_id.set || graph->has_id || graph->is_override_shape_enabled);
    const hipdnn_data_tensor *tensor = &graph->tensors[0];
    assert_int_equal(tensor->uid, -3);
    assert_string_equal(tensor->name, "");
    assert_int_equal(tensor->data_type, HIPDNN_TYPE_UNSET);
    assert_int_equal(tensor->dim.count + tensor->stride.count, 0);
    assert_false(tensor->is_virtual || tensor->is_runtime_pass_by_value || tensor->ragged_offset_uid.set);
    assert_int_equal(tensor->value_type, HIPDNN_DATA_VALUE_NONE);
    assert_int_equal(tensor->alignment, 16);
    assert_int_equal(tensor->ragged_offset_multiplier, 1);
    assert_string_equal(graph->nodes[0].name, "");
}

static void empty_lists_stay_on_their_line(void **state)
{
    fixture *made = *state;
    const hipdnn_data_graph *graph = read_graph(made, "{\"nodes\":[],\"tensors\":[{\"uid\":1}]}");
    assert_string_equal(write_graph(graph, true, &made->text), "{\n"
                                                               "  \"name\": \"\",\n"
                                                               "  \"compute_data_type\": \"unset\",\n"
                                                               "  \"io_data_type\": \"unset\",\n"
                                                               "  \"intermediate_data_type\": \"unset\",\n"
                                                               "  \"tensors\": [\n"
                                                               "    {\n"
                                                               "      \"uid\": 1,\n"
                                                               "      \"name\": \"\",\n"
                                                               "      \"data_type\": \"unset\",\n"
                                                               "      \"dims\": [],\n"
                                                               "      \"strides\": [],\n"
                                                               "      \"virtual\": false,\n"
                                                               "      \"is_runtime_pass_by_value\": false\n"
                                                               "    }\n"
                                                               "  ],\n"
                                                               "  \"nodes\": []\n"
                                                               "}\n");
}

static void graph_options_survive(void **state)
{
    fixture *made = *state;
    const hipdnn_data_graph *graph =
        read_graph(made, "{\"is_override_shape_enabled\":true,\"preferred_engine_id\":-9223372036854775808,"
                         "\"id\":\"00112233-4455-6677-8899-AABBCCDDEEFF\",\"tensors\":[],\"nodes\":[]}");
    assert_true(graph->is_override_shape_enabled && graph->preferred_engine_id.set && graph->has_id);
    assert_true(graph->preferred_engine_id.value == INT64_MIN);
    assert_int_equal(graph->id[15], 0xFF);
    const char *text = write_graph(graph, false, &made->text);
    assert_non_null(strstr(text, "\"intermediate_data_type\":\"unset\",\"is_override_shape_enabled\":true,"
                                 "\"preferred_engine_id\":-9223372036854775808,"
                                 "\"id\":\"00112233-4455-6677-8899-aabbccddeeff\",\"tensors\":["));
    assert_same_graph(graph, read_graph(made, text));
}

static void tensor_options_survive(void **state)
{
    /* One element of the list "tensors" each, as written. */
    static const char *const options[] = {
        "\"ragged_offset_tensor_uid\":0",
        "\"alignment\":128",
        "\"ragged_offset_multiplier\":64",
        "\"value_type\":\"Float32Value\",\"value\":0.1",
        "\"value_type\":\"Float16Value\",\"value\":65504",
        "\"value_type\":\"BFloat16Value\",\"value\":-1.5",
        "\"value_type\":\"Float8Value\",\"value\":255",
        "\"value_type\":\"Int32Value\",\"value\":-2147483648",
        "\"value_type\":\"Float64Value\",\"value\":0.1",
        "\"value_type\":\"Int64Value\",\"value\":9223372036854775807",
        "\"value_type\":\"BoolValue\",\"value\":true",
        "\"value_type\":\"BoolValue\",\"value\":false",
    };
    fixture *made = *state;
    for (size_t i = 0; i < COUNT(options); i++) {
        char document[512];
        (void)snprintf(
            document, sizeof document,
            "{\"name\":\"\",\"compute_data_type\":\"unset\",\"io_data_type\":\"unset\","
            "\"intermediate_data_type\":\"unset\",\"tensors\":[{\"uid\":1,\"name\":\"\",\"data_type\":"
            "\"float\",\"dims\":[1],\"strides\":[1],\"virtual\":false,\"is_runtime_pass_by_value\":true,%s}],"
            "\"nodes\":[]}",
            options[i]);
        assert_string_equal(write_graph(read_graph(made, document), false, &made->text), document);
    }
    const hipdnn_data_graph *graph =
        read_graph(made, "{\"nodes\":[],\"tensors\":[{\"uid\":1,\"value_type\":null,\"value\":null,"
                         "\"ragged_offset_tensor_uid\":null},{\"uid\":2,\"value_type\":\"Int64Value\",\"value\":7}]}");
    assert_int_equal(graph->tensors[0].value_type, HIPDNN_DATA_VALUE_NONE);
    assert_int_equal(graph->tensors[1].value.i64, 7);
}

/* A graph around one tensor with a name, or one node with a number. */
static hipdnn_data_graph graph_around(const hipdnn_data_tensor *tensor, const hipdnn_data_node *node)
{
    return (hipdnn_data_graph){
        .name = "", .tensors = tensor, .tensor_count = tensor != NULL, .nodes = node, .node_count = node != NULL};
}

static float float_through_json(fixture *made, float value)
{
    const hipdnn_data_pointwise relu = {.mode = HIPDNN_POINTWISE_RELU_FWD, .relu_upper_clip = HIPDNN_SOME(value)};
    const hipdnn_data_node node = {.name = "", .operation = HIPDNN_DATA_OPERATION_POINTWISE, .attributes = &relu};
    const hipdnn_data_graph graph = graph_around(NULL, &node);
    const hipdnn_data_graph *read = read_graph(made, write_graph(&graph, false, &made->text));
    const float result = ((const hipdnn_data_pointwise *)read->nodes[0].attributes)->relu_upper_clip.value;
    hd_arena_release(&made->arena);
    return result;
}

static double double_through_json(fixture *made, double value)
{
    const hipdnn_data_tensor tensor = {
        .name = "", .alignment = 16, .value_type = HIPDNN_DATA_VALUE_FLOAT64, .value = {.f64 = value}};
    const hipdnn_data_graph graph = graph_around(&tensor, NULL);
    const double result = read_graph(made, write_graph(&graph, false, &made->text))->tensors[0].value.f64;
    hd_arena_release(&made->arena);
    return result;
}

/* Bits, because 0 and -0 are equal. */
static void assert_same_bits(const void *a, const void *b, size_t size)
{
    assert_memory_equal(a, b, size);
}

static void numbers_read_back_equal(void **state)
{
    static const float floats[] = {0.0f,     -0.0f,   1.0f,         0.1f,        1.0f / 3,    6.0f,  FLT_MAX,
                                   -FLT_MAX, FLT_MIN, FLT_TRUE_MIN, 16777216.0f, 16777218.0f, 1e10f, 123456.7f};
    static const double doubles[] = {
        0.0, -0.0, 0.1, 1.0 / 3, DBL_MAX, DBL_MIN, DBL_TRUE_MIN, 9007199254740993.0, 1e17, 99999999999999984.0, 1e22};
    fixture *made = *state;
    for (size_t i = 0; i < COUNT(floats); i++) {
        const float back = float_through_json(made, floats[i]);
        assert_same_bits(&back, &floats[i], sizeof back);
    }
    for (size_t i = 0; i < COUNT(doubles); i++) {
        const double back = double_through_json(made, doubles[i]);
        assert_same_bits(&back, &doubles[i], sizeof back);
    }
}

static void random_numbers_read_back_equal(void **state)
{
    fixture *made = *state;
    uint64_t random = UINT64_C(0x9E3779B97F4A7C15);
    print_message("seed 0x%" PRIx64 "\n", random);
    for (int i = 0; i < 5000; i++) {
        random = random * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
        const uint32_t half = (uint32_t)(random >> 32);
        float single;
        double wide;
        memcpy(&single, &half, sizeof single);
        memcpy(&wide, &random, sizeof wide);
        if (isfinite(single)) {
            const float back = float_through_json(made, single);
            assert_same_bits(&back, &single, sizeof back);
        }
        if (isfinite(wide)) {
            const double back = double_through_json(made, wide);
            assert_same_bits(&back, &wide, sizeof back);
        }
    }
}

/* Short numbers stay short: what a person wrote is what a person gets. */
static void numbers_have_as_few_digits_as_needed(void **state)
{
    fixture *made = *state;
    (void)float_through_json(made, 0.1f);
    assert_non_null(strstr(made->text.data, "\"relu_upper_clip\":0.1,"));
    (void)float_through_json(made, 6.0f);
    assert_non_null(strstr(made->text.data, "\"relu_upper_clip\":6,"));
    (void)double_through_json(made, 1e-5);
    assert_non_null(strstr(made->text.data, "\"value\":1e-05}"));
}

static void names_are_escaped(void **state)
{
    static const struct {
        const char *name, *written, *back; /* back NULL: equal to name */
    } rows[] = {
        {"a/b <c>", "a/b <c>", NULL},
        {"\"\\", "\\\"\\\\", NULL},
        {"\b\f\n\r\t\x01\x1f\x7f", "\\b\\f\\n\\r\\t\\u0001\\u001f\x7f", NULL},
        {"\xC3\xA4 \xE2\x82\xAC \xF0\x9F\x98\x80 \xF4\x8F\xBF\xBF",
         "\xC3\xA4 \xE2\x82\xAC \xF0\x9F\x98\x80 \xF4\x8F\xBF\xBF", NULL},
        {"\xFFz", "\\ufffdz", "\xEF\xBF\xBDz"}, /* never a first byte */
        {"\x80z", "\\ufffdz", "\xEF\xBF\xBDz"}, /* continues nothing */
        {"\xC3", "\\ufffd", "\xEF\xBF\xBD"}, /* cut short */
        {"\xE2\x82", "\\ufffd\\ufffd", "\xEF\xBF\xBD\xEF\xBF\xBD"},
        {"\xC0\xAF", "\\ufffd\\ufffd", "\xEF\xBF\xBD\xEF\xBF\xBD"}, /* overlong */
        {"\xE0\x80\xAF", "\\ufffd\\ufffd\\ufffd", "\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD"},
        {"\xED\xA0\x80", "\\ufffd\\ufffd\\ufffd", "\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD"}, /* a surrogate */
        {"\xF4\x90\x80\x80", "\\ufffd\\ufffd\\ufffd\\ufffd", "\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD"},
        {NULL, "", ""},
    };
    fixture *made = *state;
    for (size_t i = 0; i < COUNT(rows); i++) {
        hipdnn_data_graph graph = graph_around(NULL, NULL);
        graph.name = rows[i].name;
        char start[128];
        (void)snprintf(start, sizeof start, "{\"name\":\"%s\",", rows[i].written);
        const char *text = write_graph(&graph, false, &made->text);
        assert_memory_equal(text, start, strlen(start));
        assert_string_equal(read_graph(made, text)->name, rows[i].back == NULL ? rows[i].name : rows[i].back);
    }
}

/* A graph that JSON cannot hold is refused, and nothing of it is left in the text. */
static void what_json_cannot_hold_is_refused(void **state)
{
    const hipdnn_data_pointwise infinite = {.mode = 2, .relu_upper_clip = HIPDNN_SOME(INFINITY)};
    const hipdnn_data_pointwise unknown_mode = {.mode = 1000};
    const hipdnn_data_node nodes[] = {
        {.operation = HIPDNN_DATA_OPERATION_POINTWISE, .attributes = &infinite},
        {.operation = HIPDNN_DATA_OPERATION_POINTWISE, .attributes = &unknown_mode},
        {.operation = 77},
        {.operation = HIPDNN_DATA_OPERATION_POINTWISE, .compute_data_type = 99, .attributes = &infinite},
    };
    const hipdnn_data_tensor tensors[] = {
        {.value_type = HIPDNN_DATA_VALUE_FLOAT64, .value = {.f64 = (double)NAN}},
        {.value_type = 9},
        {.data_type = -1},
    };
    const hipdnn_data_graph untyped = {.io_data_type = 200};
    const struct {
        hipdnn_data_graph graph;
        hd_status status;
        const char *sentence;
    } rows[] = {
        {graph_around(NULL, &nodes[0]), HD_NOT_SUPPORTED, "nodes[0]: relu_upper_clip is inf"},
        {graph_around(NULL, &nodes[1]), HD_BAD_PARAM, "nodes[0]: operation is 1000, which is no PointwiseMode"},
        {graph_around(NULL, &nodes[2]), HD_NOT_SUPPORTED, "nodes[0]: operation 77 is unknown"},
        {graph_around(NULL, &nodes[3]), HD_BAD_PARAM, "nodes[0]: compute_data_type is 99, which is no DataType"},
        {graph_around(&tensors[0], NULL), HD_NOT_SUPPORTED, "tensors[0]: value is nan"},
        {graph_around(&tensors[1], NULL), HD_BAD_PARAM, "tensors[0]: value_type is 9"},
        {graph_around(&tensors[2], NULL), HD_BAD_PARAM, "tensors[0]: data_type is -1"},
        {untyped, HD_BAD_PARAM, "io_data_type is 200"},
    };
    fixture *made = *state;
    hd_text_put(&made->text, "before");
    for (size_t i = 0; i < COUNT(rows); i++) {
        assert_int_equal(hd_graph_to_json(&rows[i].graph, true, &made->text), rows[i].status);
        if (strstr(hd_error_text(), rows[i].sentence) == NULL)
            fail_msg("expected '%s' in '%s'", rows[i].sentence, hd_error_text());
        assert_string_equal(made->text.data, "before");
        assert_int_equal(made->text.size, 6);
    }
}

/* A host program may have set any locale; neither the text nor the locale may change. */
static void locale_of_the_process_does_not_matter(void **state)
{
    static const char *const names[] = {"de_DE.UTF-8", "ps_AF.UTF-8"};
    fixture *made = *state;
    size_t tried = 0;
    for (size_t i = 0; i < COUNT(names); i++) {
        if (setlocale(LC_ALL, names[i]) == NULL)
            continue;
        tried++;
        const char *point = localeconv()->decimal_point;
        assert_string_not_equal(point, ".");
        assert_string_equal(write_graph(read_graph(made, example), false, &made->text), example);
        assert_string_equal(localeconv()->decimal_point, point);
        const hipdnn_data_graph *none;
        assert_int_equal(hd_graph_from_json("[1.5]", 5, &made->arena, &none), HD_BAD_PARAM);
        assert_string_equal(localeconv()->decimal_point, point);
        (void)setlocale(LC_ALL, "C");
    }
    if (tried == 0)
        skip();
}

typedef struct countdown {
    size_t left;
    bool fired;
} countdown;

static bool fail_at_zero(void *context, size_t size)
{
    countdown *count = context;
    (void)size;
    if (count->left-- > 0)
        return true;
    count->left = 0;
    count->fired = true;
    return false;
}

/* Each allocation fails in turn, and all after it; a leak checker watches. A text of 6 KB makes the arena grow. */
static void running_out_of_memory_is_survived(void **state)
{
    fixture *made = *state;
    load_file("bottleneck.json", &made->text);
    size_t failures = 0;
    for (size_t after = 0;; after++) {
        countdown count = {after, false};
        hd_memory_set_gate(fail_at_zero, &count);
        const hipdnn_data_graph *graph = (const hipdnn_data_graph *)made;
        hd_status status = hd_graph_from_json(made->text.data, made->text.size, &made->arena, &graph);
        assert_int_equal(status == HD_OK, graph != NULL);
        if (status == HD_OK)
            status = hd_graph_to_json(graph, true, &made->again);
        hd_memory_set_gate(NULL, NULL);
        assert_int_equal(status, count.fired ? HD_ALLOC_FAILED : HD_OK);
        if (count.fired)
            assert_non_null(strstr(hd_error_text(), "out of memory"));
        hd_arena_release(&made->arena);
        if (!count.fired)
            break;
        assert_true(made->again.data == NULL || made->again.size == 0);
        hd_text_release(&made->again);
        failures++;
    }
    assert_string_equal(made->again.data, made->text.data);
    assert_true(failures >= 8);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(reads_and_writes_a_graph, begin, end),
        cmocka_unit_test_setup_teardown(has_the_forms_of_the_original, begin, end),
        cmocka_unit_test_setup_teardown(has_the_forms_of_attention, begin, end),
        cmocka_unit_test_setup_teardown(examples_are_printed_as_they_stand, begin, end),
        cmocka_unit_test_setup_teardown(short_documents_get_defaults, begin, end),
        cmocka_unit_test_setup_teardown(empty_lists_stay_on_their_line, begin, end),
        cmocka_unit_test_setup_teardown(graph_options_survive, begin, end),
        cmocka_unit_test_setup_teardown(tensor_options_survive, begin, end),
        cmocka_unit_test_setup_teardown(numbers_read_back_equal, begin, end),
        cmocka_unit_test_setup_teardown(random_numbers_read_back_equal, begin, end),
        cmocka_unit_test_setup_teardown(numbers_have_as_few_digits_as_needed, begin, end),
        cmocka_unit_test_setup_teardown(names_are_escaped, begin, end),
        cmocka_unit_test_setup_teardown(what_json_cannot_hold_is_refused, begin, end),
        cmocka_unit_test_setup_teardown(locale_of_the_process_does_not_matter, begin, end),
        cmocka_unit_test_setup_teardown(running_out_of_memory_is_survived, begin, end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
