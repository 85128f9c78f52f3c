/* SPDX-License-Identifier: MIT */
#include "reference.h"

#include "base/ids.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#define OK HIPDNN_PLUGIN_STATUS_SUCCESS

plugin reference;
hipdnnEnginePluginHandle_t reference_handle;

void reference_open(const char *path)
{
    reference = plugin_open(path);
    if (reference.hipdnnEnginePluginCreate(&reference_handle) != OK) {
        (void)fprintf(stderr, "%s\n", plugin_error(&reference));
        exit(EXIT_FAILURE);
    }
}

void reference_close(void)
{
    (void)reference.hipdnnEnginePluginDestroy(reference_handle);
    plugin_close(&reference);
}

hipdnnEnginePluginExecutionContext_t reference_plan(const test_graph *graph, size_t *out_workspace)
{
    hipdnnPluginConstData_t bytes = encode_graph(graph);
    hipdnnPluginConstData_t config = encode_config(hd_name_to_id("CPU_REFERENCE_ENGINE"));
    hipdnnEnginePluginExecutionContext_t context;
    if (reference.hipdnnEnginePluginCreateExecutionContext(reference_handle, &config, &bytes, &context) != OK)
        fail_msg("%s", plugin_error(&reference));
    assert_int_equal(
        reference.hipdnnEnginePluginGetWorkspaceSizeFromExecutionContext(reference_handle, context, out_workspace), OK);
    free_data(&config);
    free_data(&bytes);
    return context;
}

void reference_unplan(hipdnnEnginePluginExecutionContext_t context)
{
    assert_int_equal(reference.hipdnnEnginePluginDestroyExecutionContext(reference_handle, context), OK);
}

void reference_run(const test_graph *graph, const hipdnnPluginDeviceBuffer_t *buffers, uint32_t count)
{
    size_t size;
    const hipdnnEnginePluginExecutionContext_t context = reference_plan(graph, &size);
    void *workspace = malloc(size);
    if (reference.hipdnnEnginePluginExecuteOpGraph(reference_handle, context, workspace, buffers, count) != OK)
        fail_msg("%s", plugin_error(&reference));
    free(workspace);
    reference_unplan(context);
}

void reference_check(const float *seen, const float *expected, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (!(seen[i] == expected[i]) && !(isnan(seen[i]) && isnan(expected[i])))
            fail_msg("element %zu is %g, expected %g", i, (double)seen[i], (double)expected[i]);
}
