/* SPDX-License-Identifier: MIT */
/* What a plugin must survive: NULL in every place, and buffers full of lies in every place that takes one. */
#include "base/ids.h"
#include "graphs.h"
#include "plugin.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#define OK HIPDNN_PLUGIN_STATUS_SUCCESS
#define BAD HIPDNN_PLUGIN_STATUS_BAD_PARAM

static plugin plugins[2];
enum { PLUGIN_COUNT = sizeof plugins / sizeof plugins[0] };

/* What every entry point can be called with, for plugin `p`. */
typedef struct fixture {
    const plugin *p;
    int64_t id;
    hipdnnEnginePluginHandle_t handle;
    hipdnnPluginConstData_t graph, config;
    hipdnnEnginePluginExecutionContext_t context;
} fixture;

/* A graph that both engines accept: the null engine is asked for, the reference engine computes it anyway. */
static fixture begin(const plugin *p)
{
    static test_graph graph;
    fixture made = {.p = p};
    uint32_t count;
    assert_int_equal(p->hipdnnEnginePluginGetAllEngineIds(&made.id, 1, &count), OK);
    assert_int_equal(p->hipdnnEnginePluginCreate(&made.handle), OK);
    make_block(&graph);
    graph.preferred_engine_id = (hipdnn_optional_i64)HIPDNN_SOME(hd_name_to_id("NULL_ENGINE"));
    made.graph = encode_graph(&graph);
    made.config = encode_config(made.id);
    assert_int_equal(p->hipdnnEnginePluginCreateExecutionContext(made.handle, &made.config, &made.graph, &made.context),
                     OK);
    return made;
}

static void end(fixture *made)
{
    assert_int_equal(made->p->hipdnnEnginePluginDestroyExecutionContext(made->handle, made->context), OK);
    assert_int_equal(made->p->hipdnnEnginePluginDestroy(made->handle), OK);
    free_data(&made->config);
    free_data(&made->graph);
}

/* The call must be refused with `function: what`. */
#define REFUSED(call, what)                                                                                            \
    do {                                                                                                               \
        assert_int_equal(p->call, BAD);                                                                                \
        check_sentence(p, #call, what);                                                                                \
    } while (0)

static void check_sentence(const plugin *p, const char *call, const char *what)
{
    char expected[256];
    (void)snprintf(expected, sizeof expected, "%.*s: %s", (int)strcspn(call, "("), call, what);
    assert_string_equal(plugin_error(p), expected);
}

static void refuses_null_without_a_handle(const plugin *p)
{
    REFUSED(hipdnnPluginGetName(NULL), "name is NULL");
    REFUSED(hipdnnPluginGetVersion(NULL), "version is NULL");
    REFUSED(hipdnnPluginGetApiVersion(NULL), "version is NULL");
    REFUSED(hipdnnPluginGetType(NULL), "type is NULL");
    REFUSED(hipdnnPluginSetLoggingCallback(NULL), "callback is NULL");
    REFUSED(hipdnnEnginePluginGetDeviceKind_ext(NULL), "kind is NULL");
    REFUSED(hipdnnEnginePluginGetEngineName(1, NULL), "name is NULL");
    REFUSED(hipdnnEnginePluginCreate(NULL), "handle is NULL");
    REFUSED(hipdnnEnginePluginDestroy(NULL), "handle is NULL");
    REFUSED(hipdnnEnginePluginSetStream(NULL, NULL), "handle is NULL");
    REFUSED(hipdnnEnginePluginSetDevice_ext(NULL, 0), "handle is NULL");
    uint32_t count = 9;
    REFUSED(hipdnnEnginePluginGetAllEngineIds(NULL, 1, NULL), "num_engines is NULL");
    REFUSED(hipdnnEnginePluginGetAllEngineIds(NULL, 1, &count), "engine_ids is NULL");
    assert_int_equal(count, 0);
    p->hipdnnPluginGetLastErrorString(NULL); /* does nothing */
}

static void refuses_null_while_selecting(const fixture *f)
{
    const plugin *p = f->p;
    uint32_t count = 9;
    char text[16];
    hipdnnPluginConstData_t details;
    REFUSED(hipdnnEnginePluginGetApplicableEngineIds(f->handle, &f->graph, NULL, 0, NULL), "num_engines is NULL");
    REFUSED(hipdnnEnginePluginGetApplicableEngineIds(NULL, &f->graph, NULL, 0, &count), "handle is NULL");
    assert_int_equal(count, 0);
    REFUSED(hipdnnEnginePluginGetApplicableEngineIds(f->handle, NULL, NULL, 0, &count), "op_graph is NULL");
    REFUSED(hipdnnEnginePluginGetApplicableEngineIds(f->handle, &f->graph, NULL, 1, &count), "engine_ids is NULL");
    REFUSED(hipdnnEnginePluginExplainEngine_ext(NULL, f->id, &f->graph, text, 16), "handle is NULL");
    REFUSED(hipdnnEnginePluginExplainEngine_ext(f->handle, f->id, NULL, text, 16), "op_graph is NULL");
    REFUSED(hipdnnEnginePluginExplainEngine_ext(f->handle, f->id, &f->graph, NULL, 16), "text is NULL");
    REFUSED(hipdnnEnginePluginGetEngineDetails(NULL, f->id, &f->graph, &details), "handle is NULL");
    REFUSED(hipdnnEnginePluginGetEngineDetails(f->handle, f->id, NULL, &details), "op_graph is NULL");
    REFUSED(hipdnnEnginePluginGetEngineDetails(f->handle, f->id, &f->graph, NULL), "engine_details is NULL");
    assert_null(details.ptr);
    REFUSED(hipdnnEnginePluginDestroyEngineDetails(NULL, &details), "handle is NULL");
    REFUSED(hipdnnEnginePluginDestroyEngineDetails(f->handle, NULL), "engine_details is NULL");
    REFUSED(hipdnnEnginePluginDestroyEngineDetails(f->handle, &details), "engine_details->ptr is NULL");
}

static void refuses_null_while_planning(const fixture *f)
{
    const plugin *p = f->p;
    size_t size = 9;
    hipdnnEnginePluginExecutionContext_t context = f->context;
    REFUSED(hipdnnEnginePluginGetWorkspaceSize(NULL, &f->config, &f->graph, &size), "handle is NULL");
    assert_int_equal(size, 0);
    REFUSED(hipdnnEnginePluginGetWorkspaceSize(f->handle, NULL, &f->graph, &size), "engine_config is NULL");
    REFUSED(hipdnnEnginePluginGetWorkspaceSize(f->handle, &f->config, NULL, &size), "op_graph is NULL");
    REFUSED(hipdnnEnginePluginGetWorkspaceSize(f->handle, &f->config, &f->graph, NULL), "workspace_size is NULL");
    REFUSED(hipdnnEnginePluginCreateExecutionContext(NULL, &f->config, &f->graph, &context), "handle is NULL");
    assert_null(context);
    REFUSED(hipdnnEnginePluginCreateExecutionContext(f->handle, NULL, &f->graph, &context), "engine_config is NULL");
    REFUSED(hipdnnEnginePluginCreateExecutionContext(f->handle, &f->config, NULL, &context), "op_graph is NULL");
    REFUSED(hipdnnEnginePluginCreateExecutionContext(f->handle, &f->config, &f->graph, NULL),
            "execution_context is NULL");
    REFUSED(hipdnnEnginePluginGetWorkspaceSizeFromExecutionContext(NULL, f->context, &size), "handle is NULL");
    REFUSED(hipdnnEnginePluginGetWorkspaceSizeFromExecutionContext(f->handle, NULL, &size),
            "execution_context is NULL");
    REFUSED(hipdnnEnginePluginGetWorkspaceSizeFromExecutionContext(f->handle, f->context, NULL),
            "workspace_size is NULL");
    REFUSED(hipdnnEnginePluginDestroyExecutionContext(NULL, f->context), "handle is NULL");
    REFUSED(hipdnnEnginePluginDestroyExecutionContext(f->handle, NULL), "execution_context is NULL");
    REFUSED(hipdnnEnginePluginExecuteOpGraph(NULL, f->context, NULL, NULL, 0), "handle is NULL");
    REFUSED(hipdnnEnginePluginExecuteOpGraph(f->handle, NULL, NULL, NULL, 0), "execution_context is NULL");
    REFUSED(hipdnnEnginePluginExecuteOpGraph(f->handle, f->context, NULL, NULL, 1), "device_buffers is NULL");
}

static void test_null_everywhere(void **state)
{
    (void)state;
    for (size_t i = 0; i < PLUGIN_COUNT; i++) {
        fixture f = begin(&plugins[i]);
        refuses_null_without_a_handle(f.p);
        refuses_null_while_selecting(&f);
        refuses_null_while_planning(&f);
        end(&f);
    }
}

/* A struct that points nowhere, or at nothing. */
static void test_empty_buffers(void **state)
{
    (void)state;
    fixture f = begin(&plugins[0]);
    const plugin *p = f.p;
    size_t size;
    uint32_t count;
    const hipdnnPluginConstData_t nowhere = {NULL, 8};
    const hipdnnPluginConstData_t nothing = {"", 0};
    REFUSED(hipdnnEnginePluginGetApplicableEngineIds(f.handle, &nowhere, NULL, 0, &count), "op_graph->ptr is NULL");
    REFUSED(hipdnnEnginePluginGetApplicableEngineIds(f.handle, &nothing, NULL, 0, &count), "op_graph->size is 0");
    REFUSED(hipdnnEnginePluginGetWorkspaceSize(f.handle, &nowhere, &f.graph, &size), "engine_config->ptr is NULL");
    REFUSED(hipdnnEnginePluginGetWorkspaceSize(f.handle, &nothing, &f.graph, &size), "engine_config->size is 0");
    end(&f);
}

static void test_other_wrong_values(void **state)
{
    (void)state;
    fixture f = begin(&plugins[0]);
    const char *name;
    char text[64];
    hipdnnPluginConstData_t details;
    assert_int_equal(f.p->hipdnnEnginePluginSetDevice_ext(f.handle, -1), HIPDNN_PLUGIN_STATUS_INVALID_VALUE);
    assert_non_null(strstr(plugin_error(f.p), "ordinal is -1"));
    assert_int_equal(f.p->hipdnnPluginSetLogLevel((hipdnnSeverity_t)5), HIPDNN_PLUGIN_STATUS_INVALID_VALUE);
    assert_non_null(strstr(plugin_error(f.p), "level is 5, allowed are 0 to 4"));

    /* An engine that is not here: 42 is 0x2A. */
    const char *const nobody = "engine 0x000000000000002A is not one of the 1 of plugin 'hipdnn_reference'";
    hipdnnPluginConstData_t config = encode_config(42);
    size_t size;
    assert_int_equal(f.p->hipdnnEnginePluginGetEngineName(42, &name), BAD);
    assert_non_null(strstr(plugin_error(f.p), nobody));
    assert_int_equal(f.p->hipdnnEnginePluginExplainEngine_ext(f.handle, 42, &f.graph, text, sizeof text), BAD);
    assert_non_null(strstr(plugin_error(f.p), nobody));
    assert_int_equal(f.p->hipdnnEnginePluginGetEngineDetails(f.handle, 42, &f.graph, &details), BAD);
    assert_non_null(strstr(plugin_error(f.p), nobody));
    assert_int_equal(f.p->hipdnnEnginePluginGetWorkspaceSize(f.handle, &config, &f.graph, &size), BAD);
    assert_non_null(strstr(plugin_error(f.p), nobody));
    free_data(&config);
    end(&f);
}

/* Every call that takes a graph or a config, with these. Nothing may crash, leak or blame itself; whether the bytes
 * still mean something is for the data SDK to know. Returns whether a plan came out. */
static bool survives(const fixture *f, const hipdnnPluginConstData_t *graph, const hipdnnPluginConstData_t *config)
{
    const plugin *p = f->p;
    char text[64];
    int64_t id;
    uint32_t count;
    size_t size;
    hipdnnPluginConstData_t details;
    hipdnnEnginePluginExecutionContext_t context;
    hipdnnPluginStatus_t statuses[] = {
        p->hipdnnEnginePluginGetApplicableEngineIds(f->handle, graph, &id, 1, &count),
        p->hipdnnEnginePluginExplainEngine_ext(f->handle, f->id, graph, text, sizeof text),
        p->hipdnnEnginePluginGetEngineDetails(f->handle, f->id, graph, &details),
        p->hipdnnEnginePluginGetWorkspaceSize(f->handle, config, graph, &size),
        p->hipdnnEnginePluginCreateExecutionContext(f->handle, config, graph, &context),
    };
    for (size_t i = 0; i < sizeof statuses / sizeof statuses[0]; i++)
        assert_true(statuses[i] != HIPDNN_PLUGIN_STATUS_INTERNAL_ERROR);
    if (details.ptr != NULL)
        assert_int_equal(p->hipdnnEnginePluginDestroyEngineDetails(f->handle, &details), OK);
    if (context != NULL)
        assert_int_equal(p->hipdnnEnginePluginDestroyExecutionContext(f->handle, context), OK);
    return context != NULL;
}

static void test_cut_buffers(void **state)
{
    (void)state;
    for (size_t i = 0; i < PLUGIN_COUNT; i++) {
        fixture f = begin(&plugins[i]);
        for (size_t size = 1; size < f.graph.size; size++) {
            hipdnnPluginConstData_t cut = copy_data(f.graph, size);
            assert_false(survives(&f, &cut, &f.config) && size < f.graph.size - 16);
            free_data(&cut);
        }
        for (size_t size = 1; size < f.config.size; size++) {
            hipdnnPluginConstData_t cut = copy_data(f.config, size);
            assert_false(survives(&f, &f.graph, &cut) && size < f.config.size - 16);
            free_data(&cut);
        }
        end(&f);
    }
}

static void test_changed_buffers(void **state)
{
    (void)state;
    static const unsigned char flips[] = {0x01, 0x80, 0xFF};
    for (size_t i = 0; i < PLUGIN_COUNT; i++) {
        fixture f = begin(&plugins[i]);
        hipdnnPluginConstData_t graph = copy_data(f.graph, f.graph.size);
        hipdnnPluginConstData_t config = copy_data(f.config, f.config.size);
        for (size_t j = 0; j < sizeof flips; j++) {
            for (size_t at = 0; at < graph.size; at++) {
                unsigned char *byte = (unsigned char *)(uintptr_t)graph.ptr + at;
                *byte ^= flips[j];
                (void)survives(&f, &graph, &f.config);
                *byte ^= flips[j];
            }
            for (size_t at = 0; at < config.size; at++) {
                unsigned char *byte = (unsigned char *)(uintptr_t)config.ptr + at;
                *byte ^= flips[j];
                (void)survives(&f, &f.graph, &config);
                *byte ^= flips[j];
            }
        }
        assert_true(survives(&f, &graph, &config));
        free_data(&config);
        free_data(&graph);
        end(&f);
    }
}

int main(void)
{
    plugins[0] = plugin_open(REFERENCE_PLUGIN);
    plugins[1] = plugin_open(NULL_PLUGIN);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_null_everywhere),    cmocka_unit_test(test_empty_buffers),
        cmocka_unit_test(test_other_wrong_values), cmocka_unit_test(test_cut_buffers),
        cmocka_unit_test(test_changed_buffers),
    };
    const int failed = cmocka_run_group_tests(tests, NULL, NULL);
    for (size_t i = 0; i < PLUGIN_COUNT; i++)
        plugin_close(&plugins[i]);
    return failed;
}
