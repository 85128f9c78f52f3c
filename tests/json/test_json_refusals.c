/* SPDX-License-Identifier: MIT */
/* Documents that are refused, and the sentence that says why. Most rows are one good document with one change. Quotes
 * are written ' and become " before reading, which moves no column. */
#include "data_sdk/json/json.h"
#include "data_sdk/json/locate.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

static const char good[] = /* line */
    /* 1 */
    "{'name':'g','compute_data_type':'float','io_data_type':'half','intermediate_data_type':'float',\n"
    /* 2 */ " 'tensors':[\n"
    /* 3 */ "  {'uid':1,'name':'X','data_type':'half','dims':[1,8,16,16],'strides':[2048,256,16,1],'virtual':false},\n"
    /* 4 */ "  {'uid':2,'name':'W','data_type':'half','dims':[4,8,3,3],'strides':[72,9,3,1],'alignment':16},\n"
    /* 5 */ "  {'uid':3,'name':'T','data_type':'float','dims':[],'virtual':true},\n"
    /* 6 */ "  {'uid':4,'name':'Y','value_type':'Float32Value','value':1.5}],\n"
    /* 7 */ " 'nodes':[\n"
    /* 8 */ "  {'name':'c','type':'ConvolutionFwdAttributes','compute_data_type':'float',\n"
    /* 9 */ "   'inputs':{'x_tensor_uid':1,'w_tensor_uid':2},\n"
    /* 10 */ "   'outputs':{'y_tensor_uid':3},\n"
    /* 11 */ "   'parameters':{'pre_padding':[1,1],'post_padding':[1,1],'stride':[1,1],'dilation':[1,1],\n"
    /* 12 */ "                 'conv_mode':'CROSS_CORRELATION'}},\n"
    /* 13 */ "  {'type':'PointwiseAttributes',\n"
    /* 14 */ "   'inputs':{'operation':'relu_fwd','in_0_tensor_uid':3,'in_1_tensor_uid':null,'relu_upper_clip':6},\n"
    /* 15 */ "   'outputs':{'out_0_tensor_uid':4}}],\n"
    /* 16 */ " 'preferred_engine_id':5,'id':'00112233-4455-6677-8899-aabbccddeeff','is_override_shape_enabled':true}\n";

typedef struct change {
    const char *from, *to; /* the first `from` becomes `to` */
    const char *sentence; /* begins like this */
} change;

static const change changes[] = {
    /* Not JSON: jansson's own words and place, the last character of what it could not use. */
    {"{'name'", "['name'", "line 1, column 8: ']' expected near ':'"},
    {"'nodes':[", "'nodes' [", "line 7, column 10: ':' expected near '['"},
    {"'virtual':true", "'virtual':tru", "line 5, column 65: invalid token near 'tru'"},
    {"'uid':2", "'uid':02", "line 4, column 10: invalid token near '0'"},
    {"'value':1.5", "'value':NaN", "line 6, column 61: invalid token near 'NaN'"},
    {"'value':1.5", "'value':1e999", "line 6, column 63: real number overflow near '1e999'"},
    {"'uid':2", "'uid':9223372036854775808", "line 4, column 28: too big integer near '9223372036854775808'"},
    {"'uid':2", "'uid':-9223372036854775809", "line 4, column 29: too big negative integer near"},
    {"'name':'X'", "'name':'\xFF'", "line 3, column 19: unable to decode byte 0xff"},
    {"'name':'X'", "'name':'\\u0000'", "line 3, column 26: \\u0000 is not allowed"},
    {"'name':'X'", "'name':'\n'", "line 3, column 19: unexpected newline"},
    /* Repeated keys. */
    {"'name':'X'", "'uid':1", "line 3, column 16: duplicate object key near '\"uid\"'"},
    {"'stride':[1,1]", "'pre_padding':[1]", "line 11, column 71: duplicate object key"},
    {"'preferred_engine_id'", "'nodes'", "line 16, column 8: duplicate object key"},
    /* Unknown keys. */
    {"'io_data_type'", "'io_type'", "line 1, column 41: io_type: unknown key; known are name, compute_data_type, "},
    {"'virtual':false", "'is_virtual':false",
     "line 3, column 87: tensors[0].is_virtual: unknown key; known are uid, name, data_type, strides, dims, virtual"},
    {"'outputs':{'y", "'output':{'y",
     "line 10, column 4: nodes[0].output: unknown key; known are type, name, compute_data_type, inputs, outputs, "},
    {"'w_tensor_uid'", "'b_tensor_uid'",
     "line 9, column 31: nodes[0].inputs.b_tensor_uid: unknown key; known are x_tensor_uid, w_tensor_uid"},
    {"'relu_upper_clip'", "'relu\\u0001clip'", "line 14, column 80: nodes[1].inputs.relu?clip: unknown key"},
    {"'name':'W'", "'':'W'", "line 4, column 12: tensors[1].\"\": unknown key"},
    /* Unknown texts. */
    {"'compute_data_type':'float'", "'compute_data_type':'fp32'",
     "line 1, column 33: compute_data_type: expected a DataType (unset, float, half, "},
    {"'data_type':'half','dims':[4", "'data_type':'HALF','dims':[4",
     "line 4, column 35: tensors[1].data_type: expected a DataType (unset, float, "},
    {"'CROSS_CORRELATION'", "'cross_correlation'",
     "line 12, column 30: nodes[0].parameters.conv_mode: expected a ConvMode (UNSET, CONVOLUTION, CROSS_CORRELATION), "
     "found the text \"cross_correlation\""},
    {"'relu_fwd'", "'relu'", "line 14, column 26: nodes[1].inputs.operation: expected a PointwiseMode ("},
    {"'PointwiseAttributes'", "'Pointwise'",
     "line 13, column 11: nodes[1].type: expected an operation (BatchnormInferenceAttributes, PointwiseAttributes, "},
    {"'Float32Value'", "'Float31Value'",
     "line 6, column 36: tensors[3].value_type: expected a TensorValue (Float32Value, Float16Value, "},
    {"'Float32Value'", "'NONE'", "line 6, column 36: tensors[3].value_type: expected a TensorValue"},
    {"00112233-", "0011223-3",
     "line 16, column 31: id: expected a UUID (8-4-4-4-12 hex digits), found the text \"0011"},
    {"00112233-", "0011223g-", "line 16, column 31: id: expected a UUID"},
    {"ddeeff'", "ddeeff0'", "line 16, column 31: id: expected a UUID"},
    /* Wrong kinds. */
    {"'name':'g'", "'name':7", "line 1, column 9: name: expected a text, found the integer 7"},
    {"'name':'X'", "'name':null", "line 3, column 19: tensors[0].name: expected a text, found null"},
    {"'uid':3", "'uid':'3'", "line 5, column 10: tensors[2].uid: expected an integer, found the text \"3\""},
    {"'uid':3", "'uid':3.0", "line 5, column 10: tensors[2].uid: expected an integer, found the number 3.0"},
    {"'uid':3", "'uid':1.25e30", "line 5, column 10: tensors[2].uid: expected an integer, found the number 1.25e+30"},
    {"'uid':3", "'uid':null", "line 5, column 10: tensors[2].uid: expected an integer, found null"},
    {"'virtual':true", "'virtual':1",
     "line 5, column 63: tensors[2].virtual: expected true or false, found the integer 1"},
    {"'virtual':true", "'virtual':null", "line 5, column 63: tensors[2].virtual: expected true or false, found null"},
    {"'alignment':16", "'alignment':true", "line 4, column 92: tensors[1].alignment: expected an integer, found true"},
    {"'alignment':16", "'alignment':null", "line 4, column 92: tensors[1].alignment: expected an integer, found null"},
    {"'dims':[4,8,3,3]", "'dims':4", "line 4, column 49: tensors[1].dims: expected a list, found the integer 4"},
    {"'dims':[4,8,3,3]", "'dims':null", "line 4, column 49: tensors[1].dims: expected a list, found null"},
    {"'dims':[4,8,3,3]", "'dims':[4,8,[3],3]",
     "line 4, column 54: tensors[1].dims[2]: expected an integer, found a list"},
    {"'dims':[4,8,3,3]", "'dims':[4,8,3,false]",
     "line 4, column 56: tensors[1].dims[3]: expected an integer, found false"},
    {"'value':1.5", "'value':'1.5'", "line 6, column 59: tensors[3].value: expected a number, found the text \"1.5\""},
    {"'relu_upper_clip':6", "'relu_upper_clip':true",
     "line 14, column 98: nodes[1].inputs.relu_upper_clip: expected a number, found true"},
    {"'in_1_tensor_uid':null", "'in_1_tensor_uid':{}",
     "line 14, column 75: nodes[1].inputs.in_1_tensor_uid: expected an integer, found an object"},
    {"{'x_tensor_uid':1,'w_tensor_uid':2}", "[1,2]",
     "line 9, column 13: nodes[0].inputs: expected an object, found a list"},
    {"{'x_tensor_uid':1,'w_tensor_uid':2}", "null",
     "line 9, column 13: nodes[0].inputs: expected an object, found null"},
    {"{'uid':3,'name':'T','data_type':'float','dims':[],'virtual':true}", "3",
     "line 5, column 3: tensors[2]: expected an object, found the integer 3"},
    {"'preferred_engine_id':5", "'preferred_engine_id':'ENGINE'",
     "line 16, column 24: preferred_engine_id: expected an integer, found the text \"ENGINE\""},
    {"'is_override_shape_enabled':true", "'is_override_shape_enabled':'yes'",
     "line 16, column 98: is_override_shape_enabled: expected true or false, found the text \"yes\""},
    /* Out of range, too long. */
    {"'dims':[4,8,3,3]", "'dims':[1,2,3,4,5,6,7,8,9]",
     "line 4, column 49: tensors[1].dims: expected at most 8 integers, found 9"},
    {"'relu_upper_clip':6", "'relu_upper_clip':3.5e38",
     "line 14, column 98: nodes[1].inputs.relu_upper_clip: 3.5e+38 does not fit a 32-bit float"},
    {"'relu_upper_clip':6", "'relu_upper_clip':-1e-60",
     "line 14, column 98: nodes[1].inputs.relu_upper_clip: -1e-60 does not fit a 32-bit float"},
    {"Float32Value','value':1.5", "BFloat16Value','value':1e39",
     "line 6, column 60: tensors[3].value: 1e+39 does not fit"},
    {"Float32Value','value':1.5", "Int32Value','value':2147483648",
     "line 6, column 57: tensors[3].value: expected an integer from -2147483648 to 2147483647, found the integer "
     "2147483648"},
    {"Float32Value','value':1.5", "Float8Value','value':256",
     "line 6, column 58: tensors[3].value: expected an integer from 0 to 255, found the integer 256"},
    {"Float32Value','value':1.5", "Float8Value','value':-1",
     "line 6, column 58: tensors[3].value: expected an integer from 0"},
    {"Float32Value','value':1.5", "BoolValue','value':1",
     "line 6, column 56: tensors[3].value: expected true or false, found the integer 1"},
    /* Missing: placed at the innermost object that is there. */
    {"'uid':4,", "", "line 6, column 3: tensors[3].uid: missing, expected an integer"},
    {"'type':'PointwiseAttributes',", "", "line 13, column 3: nodes[1].type: missing, expected an operation ("},
    {"'x_tensor_uid':1,", "", "line 9, column 13: nodes[0].inputs.x_tensor_uid: missing, expected an integer"},
    {"'inputs':{'x_tensor_uid':1,'w_tensor_uid':2},", "",
     "line 8, column 3: nodes[0].inputs.x_tensor_uid: missing, expected an integer"},
    {"'outputs':{'out_0_tensor_uid':4}", "'outputs':{}",
     "line 15, column 14: nodes[1].outputs.out_0_tensor_uid: missing, expected an integer"},
    {"'operation':'relu_fwd',", "", "line 14, column 13: nodes[1].inputs.operation: missing, expected a PointwiseMode"},
    {"'dilation':[1,1],", "", "line 11, column 17: nodes[0].parameters.dilation: missing, expected a list"},
    {",'value':1.5", "", "line 6, column 3: tensors[3].value: missing, expected a number"},
    {"'value_type':'Float32Value'", "'value_type':null",
     "line 6, column 49: tensors[3].value: given without value_type"},
    /* Columns count characters, not bytes. */
    {"'name':'W','data_type':'half'", "'name':'\xC3\xA4\xE2\x82\xAC','data_type':0",
     "line 4, column 36: tensors[1].data_type: expected a DataType"},
    /* A key may be written with escapes, and is found all the same. */
    {"'uid':2", "'\\u0075id':true", "line 4, column 15: tensors[1].uid: expected an integer, found true"},
};

/* Whole documents. */
static const change documents[] = {
    {NULL, "", "line 1, column 1: '[' or '{' expected near end of file"},
    {NULL, " \n ", "line 2, column 1: '[' or '{' expected near end of file"},
    {NULL, "3", "line 1, column 1: '[' or '{' expected near '3'"},
    {NULL, "\n [1.5]", "line 2, column 2: the document: expected an object, found a list"},
    {NULL, "{", "line 1, column 1: string or '}' expected near end of file"},
    {NULL, "{}", "line 1, column 1: tensors: missing, expected a list"},
    {NULL, "\r\n\t{'tensors':[]}", "line 2, column 2: nodes: missing, expected a list"},
    {NULL, "{'tensors':{},'nodes':[]}", "line 1, column 12: tensors: expected a list, found an object"},
    {NULL, "{'tensors':[],'nodes':null}", "line 1, column 23: nodes: expected a list, found null"},
    {NULL, "{'tensors':[],'nodes':[[]]}", "line 1, column 24: nodes[0]: expected an object, found a list"},
    {NULL, "{'tensors':[],'nodes':[{}]}", "line 1, column 24: nodes[0].type: missing, expected an operation ("},
    {NULL, "{'tensors':[],'nodes':[]} 1", "line 1, column 27: end of file expected near '1'"},
    {NULL, "{'tensors':[],'nodes':[]", "line 1, column 24: '}' expected near end of file"},
    {NULL, "\xEF\xBB\xBF{}", "line 1, column 1: "}, /* a byte order mark */
    /* Kinds of fields that the good document does not have. */
    {NULL, "{'tensors':[],'nodes':[{'type':'CustomOpAttributes','custom_op_id':'a','data':[0,256]}]}",
     "line 1, column 82: nodes[0].data[1]: expected an integer from 0 to 255, found the integer 256"},
    {NULL, "{'tensors':[],'nodes':[{'type':'CustomOpAttributes','custom_op_id':'a',\n'input_tensor_uids':[1,'2']}]}",
     "line 2, column 24: nodes[0].input_tensor_uids[1]: expected an integer, found the text \"2\""},
    {NULL, "{'tensors':[],'nodes':[{'type':'CustomOpAttributes','custom_op_id':'a','output_tensor_uids':null}]}",
     "line 1, column 93: nodes[0].output_tensor_uids: expected a list, found null"},
    {NULL,
     "{'tensors':[],'nodes':[{'type':'BlockScaleDequantizeAttributes','inputs':{'x_tensor_uid':1,'scale_tensor_uid':2},"
     "'outputs':{'y_tensor_uid':3},'block_size':[32,2147483648]}]}",
     "line 1, column 160: nodes[0].block_size[1]: expected an integer from -2147483648 to 2147483647, found the"},
    {NULL,
     "{'tensors':[],'nodes':[{'type':'LayernormAttributes','inputs':{'x_tensor_uid':1,'scale_tensor_uid':2,"
     "'bias_tensor_uid':3,'epsilon_tensor_uid':4},'outputs':{'y_tensor_uid':5},'forward_phase':'TRAINING'}]}",
     "line 1, column 191: nodes[0].forward_phase: expected a NormFwdPhase (0: NOT_SET, 1: INFERENCE, 2: TRAINING), "
     "found the text \"TRAINING\""},
    {NULL, "{'tensors':[],'nodes':[{'type':'ReductionAttributes','mode':99,'in_tensor_uid':1,'out_tensor_uid':2}]}",
     "line 1, column 61: nodes[0].mode: expected a ReductionMode (not_set, add, mul, min, max, "},
    {NULL,
     "{'tensors':[],'nodes':[{'type':'SdpaAttributes','inputs':{'q_tensor_uid':1,'k_tensor_uid':2,'v_tensor_uid':3},"
     "'outputs':{'o_tensor_uid':4},'attributes':{'generate_stats':1}}]}",
     "line 1, column 171: nodes[0].attributes.generate_stats: expected true or false, found the integer 1"},
    {NULL,
     "{'tensors':[],'nodes':[{'type':'SdpaAttributes','inputs':{'q_tensor_uid':1,'k_tensor_uid':2,'v_tensor_uid':3},"
     "'outputs':{'o_tensor_uid':4},'attributes':{'max_seq_len_kv':-2147483649}}]}",
     "line 1, column 171: nodes[0].attributes.max_seq_len_kv: expected an integer from -2147483648"},
};

static void quote(char *text)
{
    for (; *text != '\0'; text++)
        if (*text == '\'')
            *text = '"';
}

static void assert_refused(char *text, const char *sentence)
{
    hd_arena arena = {0};
    const hipdnn_data_graph *graph = (const hipdnn_data_graph *)text;
    quote(text);
    hd_error_clear();
    /* On the heap and without a NUL, so that a sanitizer sees a read past the end. */
    const size_t size = strlen(text);
    char *exact = malloc(size == 0 ? 1 : size);
    assert_non_null(exact);
    memcpy(exact, text, size);
    const hd_status status = hd_graph_from_json(exact, size, &arena, &graph);
    free(exact);
    hd_arena_release(&arena);
    if (status != HD_BAD_PARAM || graph != NULL || strncmp(hd_error_text(), sentence, strlen(sentence)) != 0)
        fail_msg("status %d\n  expected: %s...\n  found:    %s\n  document: %s", (int)status, sentence, hd_error_text(),
                 text);
}

static void the_good_document_is_read(void **state)
{
    (void)state;
    char text[sizeof good];
    hd_arena arena = {0};
    const hipdnn_data_graph *graph = NULL;
    memcpy(text, good, sizeof good);
    quote(text);
    if (hd_graph_from_json(text, strlen(text), &arena, &graph) != HD_OK)
        fail_msg("refused: %s", hd_error_text());
    assert_int_equal(graph->tensor_count, 4);
    hd_arena_release(&arena);
}

static void each_change_is_refused(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(changes); i++) {
        char text[sizeof good + 256];
        const char *at = strstr(good, changes[i].from);
        if (at == NULL)
            fail_msg("'%s' is not in the document", changes[i].from);
        (void)snprintf(text, sizeof text, "%.*s%s%s", (int)(at - good), good, changes[i].to,
                       at + strlen(changes[i].from));
        assert_refused(text, changes[i].sentence);
    }
}

static void each_document_is_refused(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(documents); i++) {
        char text[256];
        (void)snprintf(text, sizeof text, "%s", documents[i].to);
        assert_refused(text, documents[i].sentence);
    }
}

/* No beginning of a document is a document, and none makes the reader stumble. */
static void each_beginning_is_refused(void **state)
{
    (void)state;
    for (size_t length = 0; length + 2 < sizeof good; length++) { /* the last two are the brace and the line end */
        char text[sizeof good];
        memcpy(text, good, length);
        text[length] = '\0';
        assert_refused(text, "line ");
    }
}

static void deep_nesting_is_refused(void **state)
{
    (void)state;
    enum { DEPTH = 100000 };
    char *text = calloc(1, DEPTH + 1);
    assert_non_null(text);
    memset(text, '[', DEPTH);
    assert_refused(text, "line 1, column 2049: maximum parsing depth reached");
    free(text);
}

/* A long foreign text is cut, between characters: 30 of the two-byte letters fit, not 30 and a half. */
static void long_texts_are_cut(void **state)
{
    (void)state;
    enum { LETTERS = 200, SHOWN = 30 };
    char text[3 * LETTERS] = "{'name':'x','tensors':[],'nodes':[],'io_data_type':'";
    char sentence[HD_ERROR_TEXT_SIZE] = "found the text \"";
    for (size_t i = 0; i < LETTERS; i++)
        strcat(text, "\xC3\xA4");
    for (size_t i = 0; i < SHOWN; i++)
        strcat(sentence, "\xC3\xA4");
    assert_refused(strcat(text, "'}"), "line 1, column 52: io_data_type: expected a DataType (unset, ");
    assert_non_null(strstr(hd_error_text(), strcat(sentence, "...\"")));
}

/* An empty hd_text has no bytes at all. */
static void no_text_is_refused(void **state)
{
    (void)state;
    hd_arena arena = {0};
    const hipdnn_data_graph *graph;
    assert_int_equal(hd_graph_from_json(NULL, 0, &arena, &graph), HD_BAD_PARAM);
    assert_null(graph);
    hd_arena_release(&arena);
}

/* The locator alone: it goes along a path as far as the text does. */
static void places_are_found(void **state)
{
    (void)state;
    static const char text[] = "{\"a\" : [1, {\"b\":\n  2}], \"c\":\"]}\\\"\",\n\"d\":3}";
    const hd_json_path root = {NULL, NULL, 0};
    const hd_json_path a = {&root, "a", 0}, c = {&root, "c", 0}, d = {&root, "d", 0}, e = {&root, "e", 0};
    const hd_json_path a0 = {&a, NULL, 0}, a1 = {&a, NULL, 1}, a2 = {&a, NULL, 2}, b = {&a1, "b", 0};
    const hd_json_path c0 = {&c, NULL, 0}, cx = {&c, "x", 0}, ed = {&e, "d", 0};
    const struct {
        const hd_json_path *path;
        bool at_key;
        size_t line, column;
    } rows[] = {
        {&root, false, 1, 1}, {&a, false, 1, 8}, {&a, true, 1, 2},   {&a0, false, 1, 9},
        {&a1, false, 1, 12},  {&b, false, 2, 3}, {&b, true, 1, 13},  {&c, false, 2, 12},
        {&d, false, 3, 5},    {&d, true, 3, 1},  {&a2, false, 1, 8}, /* past the end: the list */
        {&e, false, 1, 1}, /* not there: the object */
        {&ed, false, 1, 1}, /* below what is not there, although the root has a "d" */
        {&c0, false, 2, 12}, /* a text has no elements */
        {&cx, true, 2, 12},
    };
    for (size_t i = 0; i < COUNT(rows); i++) {
        const hd_json_place place = hd_json_locate(text, strlen(text), rows[i].path, rows[i].at_key);
        if (place.line != rows[i].line || place.column != rows[i].column)
            fail_msg("row %zu: line %zu, column %zu", i, place.line, place.column);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_good_document_is_read), cmocka_unit_test(each_change_is_refused),
        cmocka_unit_test(each_document_is_refused),  cmocka_unit_test(each_beginning_is_refused),
        cmocka_unit_test(deep_nesting_is_refused),   cmocka_unit_test(no_text_is_refused),
        cmocka_unit_test(long_texts_are_cut),        cmocka_unit_test(places_are_found),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
