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

static void half_input(test_graph *graph)
{
    tensor(graph, BLOCK_X)->data_type = HIPDNN_TYPE_F16;
}

static void double_output(test_graph *graph)
{
    tensor(graph, BLOCK_Y)->data_type = HIPDNN_TYPE_F64;
}

static void bfloat_between(test_graph *graph)
{
    graph->tensors[4].data_type = HIPDNN_TYPE_BF16;
}

static void half_compute(test_graph *graph)
{
    graph->nodes[1].compute_data_type = HIPDNN_TYPE_F16;
}

static void another_mode(test_graph *graph)
{
    graph->attributes[2].pointwise.mode = HIPDNN_POINTWISE_TANH_FWD;
}

static void integer_constant(test_graph *graph)
{
    hipdnn_data_tensor *bias = tensor(graph, BLOCK_BIAS);
    bias->dim = bias->stride = DIMS(1);
    bias->value_type = HIPDNN_DATA_VALUE_INT32;
}

static void ragged_input(test_graph *graph)
{
    const hipdnn_data_tensor *offsets = add_tensor(graph, "offsets", DIMS(2), PACKED);
    tensor(graph, BLOCK_X)->ragged_offset_uid = (hipdnn_optional_i64)HIPDNN_SOME(offsets->uid);
}

static void unaligned_input(test_graph *graph)
{
    tensor(graph, BLOCK_W)->alignment = 2;
}

static void repeated_input(test_graph *graph)
{
    tensor(graph, BLOCK_X)->stride = DIMS(50, 0, 5, 1);
}

static void overlapping_output(test_graph *graph)
{
    tensor(graph, BLOCK_Y)->stride = DIMS(75, 25, 4, 1);
}

static const struct {
    void (*change)(test_graph *graph);
    const char *sentence;
} refusals[] = {
    {half_input, "node 'conv': tensor 'x' (uid 1): data type is half, float is allowed"},
    {double_output, "node 'relu': tensor 'y' (uid 4): data type is double, float is allowed"},
    {bfloat_between, "node 'conv': tensor 'conv::y' (uid 5): data type is bfloat16, float is allowed"},
    {half_compute, "node 'add': compute_data_type is half, float is allowed"},
    {another_mode, "node 'relu': operation is tanh_fwd, add and relu_fwd are allowed"},
    {integer_constant, "node 'add': tensor 'bias' (uid 3): value type is 5, 1 (Float32Value) is allowed"},
    {ragged_input, "node 'conv': tensor 'x' (uid 1): ragged_offset_tensor_uid is 7, only tensors without one"},
    {unaligned_input, "node 'conv': tensor 'w' (uid 2): alignment is 2, multiples of 4 are allowed"},
    {repeated_input, "node 'conv': tensor 'x' (uid 1): strides[1] is 0 where dims[1] is 2, at least 1 is allowed"},
    {overlapping_output, "node 'relu': tensor 'y' (uid 4): it is written, but its strides let two elements share"},
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
