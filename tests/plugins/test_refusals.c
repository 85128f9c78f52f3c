/* SPDX-License-Identifier: MIT */
/* What the reference engine declines, and the sentence it gives: one changed detail of a graph that it computes. */
#include "base/ids.h"
#include "graphs.h"
#include "plugin.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#define OK HIPDNN_PLUGIN_STATUS_SUCCESS

static plugin reference;

static hipdnn_data_tensor *tensor(test_graph *graph, int64_t uid)
{
    return &graph->tensors[uid - 1];
}

static void eight_bits_in(test_graph *graph)
{
    tensor(graph, BLOCK_X)->data_type = HIPDNN_TYPE_FP8_E4M3;
}

static void four_bits_out(test_graph *graph)
{
    tensor(graph, BLOCK_Y)->data_type = HIPDNN_TYPE_FP4_E2M1;
}

static void boolean_between(test_graph *graph)
{
    graph->tensors[4].data_type = HIPDNN_TYPE_BOOL;
}

static void boolean_inputs_of_a_comparison(test_graph *graph)
{
    graph->tensors[4].data_type = HIPDNN_TYPE_F32;
    tensor(graph, BLOCK_BIAS)->data_type = HIPDNN_TYPE_BOOL;
    graph->attributes[1].pointwise.mode = HIPDNN_POINTWISE_CMP_EQ;
}

static void half_compute(test_graph *graph)
{
    graph->nodes[1].compute_data_type = HIPDNN_TYPE_F16;
}

static void integer_compute(test_graph *graph)
{
    graph->nodes[0].compute_data_type = HIPDNN_TYPE_I32;
    tensor(graph, BLOCK_X)->data_type = HIPDNN_TYPE_I8;
}

static void no_beta(test_graph *graph)
{
    graph->attributes[2].pointwise.mode = HIPDNN_POINTWISE_SOFTPLUS_FWD;
    graph->attributes[2].pointwise.softplus_beta = (hipdnn_optional_f32)HIPDNN_SOME(0.0F);
}

static void small_constant(test_graph *graph)
{
    hipdnn_data_tensor *bias = tensor(graph, BLOCK_BIAS);
    bias->dim = bias->stride = DIMS(1);
    bias->value_type = HIPDNN_DATA_VALUE_FLOAT8;
}

static void ragged_input(test_graph *graph)
{
    const hipdnn_data_tensor *offsets = add_tensor(graph, "offsets", DIMS(2), PACKED);
    tensor(graph, BLOCK_X)->ragged_offset_uid = (hipdnn_optional_i64)HIPDNN_SOME(offsets->uid);
}

static void unaligned_input(test_graph *graph)
{
    tensor(graph, BLOCK_W)->data_type = HIPDNN_TYPE_F64;
    tensor(graph, BLOCK_W)->alignment = 4;
}

static void overlapping_output(test_graph *graph)
{
    tensor(graph, BLOCK_Y)->stride = DIMS(75, 25, 4, 1);
}

/* Interleaved, and 20 * 3 = 15 * 4. */
static void meeting_output(test_graph *graph)
{
    tensor(graph, BLOCK_Y)->stride = DIMS(1000, 250, 20, 15);
}

/* The relu's input and output. */
static const hipdnn_data_reduction reduction = {.mode = HIPDNN_REDUCE_TENSOR_ADD, .in = 6, .out = BLOCK_Y};

static void another_operation(test_graph *graph)
{
    hipdnn_data_tensor *y = tensor(graph, BLOCK_Y);
    y->dim.v[3] = 1;
    graph->nodes[2].operation = HIPDNN_DATA_OPERATION_REDUCTION;
    graph->nodes[2].attributes = &reduction;
}

static const struct {
    void (*change)(test_graph *graph);
    const char *sentence;
} refusals[] = {
    {eight_bits_in,
     "node 'conv': tensor 'x' (uid 1): data type is fp8_e4m3; allowed are float, half, bfloat16, double, "
     "int8, uint8, int32, int64, boolean"},
    {four_bits_out, "node 'relu': tensor 'y' (uid 4): data type is fp4_e2m1; allowed are float, half, "},
    {boolean_between, "node 'conv': tensor 'conv::y' (uid 5): data type is boolean, which is allowed for results of "
                      "comparisons, for logical operations and for the mask of binary_select"},
    {boolean_inputs_of_a_comparison, "node 'add': tensor 'bias' (uid 3): data type is boolean, which is allowed for "},
    {half_compute, "node 'add': compute_data_type is half; allowed are float and double, and int32 and int64 where all "
                   "tensors are integers"},
    {integer_compute, "node 'conv': compute_data_type is int32; allowed are float and double, "},
    {no_beta, "node 'relu': softplus_beta is 0, any other number is allowed"},
    {small_constant,
     "node 'add': tensor 'bias' (uid 3): value type is 4 (Float8Value), which is allowed for int8 and uint8; "
     "data type is float"},
    {ragged_input, "node 'conv': tensor 'x' (uid 1): ragged_offset_tensor_uid is 7, only tensors without one"},
    {unaligned_input, "node 'conv': tensor 'w' (uid 2): alignment is 4, multiples of 8 are allowed"},
    {overlapping_output, "node 'relu': tensor 'y' (uid 4): it is written, but its strides put two elements in one "},
    {meeting_output, "node 'relu': tensor 'y' (uid 4): it is written, but its strides put two elements in one "},
    {another_operation, "node 'relu': it is a reduction, the engine computes pointwise, conv_fprop, conv_dgrad, "
                        "conv_wgrad, matmul"},
};

static void check_refusal(hipdnnEnginePluginHandle_t handle, const test_graph *graph, const char *sentence)
{
    const int64_t id = hd_name_to_id("CPU_REFERENCE_ENGINE");
    hipdnnPluginConstData_t bytes = encode_graph(graph);
    hipdnnPluginConstData_t config = encode_config(id);
    uint32_t count = 9;
    char text[512];
    assert_int_equal(reference.hipdnnEnginePluginGetApplicableEngineIds(handle, &bytes, NULL, 0, &count), OK);
    assert_int_equal(count, 0);
    assert_int_equal(reference.hipdnnEnginePluginExplainEngine_ext(handle, id, &bytes, text, sizeof text), OK);
    if (strncmp(text, sentence, strlen(sentence)) != 0)
        fail_msg("expected: %s\n     got: %s", sentence, text);

    /* A host that plans all the same hears the same reason. */
    size_t size;
    hipdnnEnginePluginExecutionContext_t context;
    assert_int_equal(reference.hipdnnEnginePluginGetWorkspaceSize(handle, &config, &bytes, &size),
                     HIPDNN_PLUGIN_STATUS_NOT_APPLICABLE);
    assert_int_equal(reference.hipdnnEnginePluginCreateExecutionContext(handle, &config, &bytes, &context),
                     HIPDNN_PLUGIN_STATUS_NOT_APPLICABLE);
    assert_null(context);
    assert_non_null(strstr(plugin_error(&reference), sentence));
    free_data(&config);
    free_data(&bytes);
}

static void test_refusals(void **state)
{
    (void)state;
    static test_graph graph;
    hipdnnEnginePluginHandle_t handle;
    assert_int_equal(reference.hipdnnEnginePluginCreate(&handle), OK);
    for (size_t i = 0; i < sizeof refusals / sizeof refusals[0]; i++) {
        make_block(&graph);
        refusals[i].change(&graph);
        check_refusal(handle, &graph, refusals[i].sentence);
    }
    assert_int_equal(reference.hipdnnEnginePluginDestroy(handle), OK);
}

/* What execution refuses: pointers that are not there. */
static void test_missing_pointers(void **state)
{
    (void)state;
    static test_graph graph;
    make_block(&graph);
    hipdnnPluginConstData_t bytes = encode_graph(&graph);
    hipdnnPluginConstData_t config = encode_config(hd_name_to_id("CPU_REFERENCE_ENGINE"));
    hipdnnEnginePluginHandle_t handle;
    hipdnnEnginePluginExecutionContext_t context;
    assert_int_equal(reference.hipdnnEnginePluginCreate(&handle), OK);
    assert_int_equal(reference.hipdnnEnginePluginCreateExecutionContext(handle, &config, &bytes, &context), OK);

    float memory[75] = {0};
    char workspace[4096];
    const hipdnnPluginDeviceBuffer_t buffers[] = {
        {BLOCK_X, memory}, {BLOCK_BIAS, NULL}, {BLOCK_W, memory}, {BLOCK_Y, memory}, {99, memory}};
    assert_int_equal(reference.hipdnnEnginePluginExecuteOpGraph(handle, context, workspace, buffers, 5),
                     HIPDNN_PLUGIN_STATUS_BAD_PARAM);
    assert_string_equal(plugin_error(&reference), "tensor 'bias' (uid 3) has no pointer among the 5 bound ones");
    assert_int_equal(reference.hipdnnEnginePluginExecuteOpGraph(handle, context, workspace, buffers, 1),
                     HIPDNN_PLUGIN_STATUS_BAD_PARAM);
    assert_string_equal(plugin_error(&reference), "tensor 'w' (uid 2) has no pointer among the 1 bound ones");
    assert_int_equal(reference.hipdnnEnginePluginExecuteOpGraph(handle, context, NULL, buffers, 5),
                     HIPDNN_PLUGIN_STATUS_BAD_PARAM);
    assert_non_null(strstr(plugin_error(&reference), "workspace is NULL, the plan needs "));

    assert_int_equal(reference.hipdnnEnginePluginDestroyExecutionContext(handle, context), OK);
    assert_int_equal(reference.hipdnnEnginePluginDestroy(handle), OK);
    free_data(&config);
    free_data(&bytes);
}

int main(void)
{
    reference = plugin_open(REFERENCE_PLUGIN);
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_refusals), cmocka_unit_test(test_missing_pointers)};
    const int failed = cmocka_run_group_tests(tests, NULL, NULL);
    plugin_close(&reference);
    return failed;
}
