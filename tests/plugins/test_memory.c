/* SPDX-License-Identifier: MIT */
/* Running out of memory, at every allocation in turn: the SDK and the reference engine, linked into the test with
 * calloc wrapped, say ALLOC_FAILED, leak nothing (a sanitizer looks on) and work again once there is memory. */
#include "base/ids.h"
#include "graphs.h"
#include "plugin.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

#define OK HIPDNN_PLUGIN_STATUS_SUCCESS
#define STARVED HIPDNN_PLUGIN_STATUS_ALLOC_FAILED

void *__real_calloc(size_t count, size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__real_realloc(void *memory, size_t size);
void *__wrap_realloc(void *memory, size_t size);

/* Allocations until one fails; negative: none does. */
static long allowance = -1;

static bool fails(void)
{
    return allowance >= 0 && allowance-- == 0;
}

void *__wrap_calloc(size_t count, size_t size)
{
    return fails() ? NULL : __real_calloc(count, size);
}

void *__wrap_realloc(void *memory, size_t size)
{
    return fails() ? NULL : __real_realloc(memory, size);
}

static hipdnnPluginConstData_t graph, config;

/* One plan from handle to execution. The first status that is not SUCCESS, or SUCCESS. */
static hipdnnPluginStatus_t live(void)
{
    const int64_t id = hd_name_to_id("CPU_REFERENCE_ENGINE");
    hipdnnEnginePluginHandle_t handle = NULL;
    hipdnnEnginePluginExecutionContext_t context = NULL;
    hipdnnPluginConstData_t details = {0};
    uint32_t count;
    size_t size;
    hipdnnPluginStatus_t status = hipdnnEnginePluginCreate(&handle);
    if (status != OK)
        return status;
    status = hipdnnEnginePluginGetApplicableEngineIds(handle, &graph, NULL, 0, &count);
    if (status == OK)
        status = hipdnnEnginePluginGetEngineDetails(handle, id, &graph, &details);
    if (status == OK)
        status = hipdnnEnginePluginGetWorkspaceSize(handle, &config, &graph, &size);
    if (status == OK)
        status = hipdnnEnginePluginCreateExecutionContext(handle, &config, &graph, &context);
    if (context != NULL)
        assert_int_equal(hipdnnEnginePluginDestroyExecutionContext(handle, context), OK);
    if (details.ptr != NULL)
        assert_int_equal(hipdnnEnginePluginDestroyEngineDetails(handle, &details), OK);
    assert_int_equal(hipdnnEnginePluginDestroy(handle), OK);
    return status;
}

static void test_every_allocation_may_fail(void **state)
{
    (void)state;
    static test_graph block;
    make_block(&block);
    graph = encode_graph(&block);
    config = encode_config(hd_name_to_id("CPU_REFERENCE_ENGINE"));
    long failures = 0;
    for (;; failures++) {
        allowance = failures;
        const hipdnnPluginStatus_t status = live();
        const bool nothing_failed = allowance >= 0;
        allowance = -1;
        if (nothing_failed) {
            assert_int_equal(status, OK);
            break;
        }
        const char *text;
        hipdnnPluginGetLastErrorString(&text);
        assert_int_equal(status, STARVED);
        assert_non_null(strstr(text, "out of memory"));
    }
    assert_true(failures > 15);
    assert_int_equal(live(), OK);
    free_data(&config);
    free_data(&graph);
}

/* Executing allocates nothing at all. */
static void test_execution_allocates_nothing(void **state)
{
    (void)state;
    static test_graph block;
    make_block(&block);
    graph = encode_graph(&block);
    config = encode_config(hd_name_to_id("CPU_REFERENCE_ENGINE"));
    hipdnnEnginePluginHandle_t handle;
    hipdnnEnginePluginExecutionContext_t context;
    float x[50] = {0}, w[54] = {0}, bias[3] = {0}, y[75], workspace[512];
    const hipdnnPluginDeviceBuffer_t buffers[] = {{BLOCK_X, x}, {BLOCK_W, w}, {BLOCK_BIAS, bias}, {BLOCK_Y, y}};
    assert_int_equal(hipdnnEnginePluginCreate(&handle), OK);
    assert_int_equal(hipdnnEnginePluginCreateExecutionContext(handle, &config, &graph, &context), OK);
    allowance = 0;
    assert_int_equal(hipdnnEnginePluginExecuteOpGraph(handle, context, workspace, buffers, 4), OK);
    assert_int_equal(allowance, 0);
    allowance = -1;
    assert_int_equal(hipdnnEnginePluginDestroyExecutionContext(handle, context), OK);
    assert_int_equal(hipdnnEnginePluginDestroy(handle), OK);
    free_data(&config);
    free_data(&graph);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_allocation_may_fail),
        cmocka_unit_test(test_execution_allocates_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
