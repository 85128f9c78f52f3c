/* SPDX-License-Identifier: MIT */
/* An engine plugin that is broken in the one way that DEFECT says; NONE is a healthy one. Each way is a library of its
 * own (CMakeLists.txt); the ways are in defects.h. Written against the raw ABI, since the SDK would not let most of
 * this happen.
 *
 * It has two engines, ZOO_ENGINE with three knobs and ZOO_SECOND with none, which apply to every graph and compute
 * nothing. What it is asked to do it writes to the file that ZOO_TRACE names, a line each. */
#include "defects.h"
#include "hipdnn_plugin_sdk/EnginePluginApi.h"

#include "base/ids.h"
#include "base/memory.h"
#include "data_sdk/graph/engine.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define OK HIPDNN_PLUGIN_STATUS_SUCCESS

/* Bytes of workspace: what is estimated for a config, what a plan needs. */
enum { ESTIMATE = 64, EXACT = 128 };

struct HipdnnEnginePluginHandle {
    int number; /* the first handle of the process has 1 */
};

struct HipdnnEnginePluginExecutionContext {
    int64_t engine_id;
};

static const char *last_error;

static hipdnnPluginStatus_t failure(hipdnnPluginStatus_t status, const char *words)
{
    last_error = words;
    return status;
}

static void trace(const char *event, int number)
{
    const char *path = getenv("ZOO_TRACE");
    FILE *file = path == NULL ? NULL : fopen(path, "a");
    if (file == NULL)
        return;
    (void)fprintf(file, "%s %d\n", event, number);
    (void)fclose(file);
}

/* A shared handle is a number, not an object. */
static int number_of(hipdnnEnginePluginHandle_t handle)
{
    return DEFECT == CREATE_SHARED ? 0 : handle->number;
}

#if DEFECT == CALLS_BACK
void zoo_call_back(const char *from, FILE *file);
static void call_back(const char *from)
{
    const char *path = getenv("ZOO_TRACE");
    FILE *file = path == NULL ? NULL : fopen(path, "a");
    if (file == NULL)
        return;
    zoo_call_back(from, file);
    (void)fclose(file);
}
#else
static void call_back(const char *from)
{
    (void)from;
}
#endif

#if DEFECT == UNRESOLVED
void zoo_nobody_has_this(void);
#endif

__attribute__((constructor)) static void loaded(void)
{
    call_back("constructor");
#if DEFECT == UNRESOLVED
    zoo_nobody_has_this();
#endif
    if (DEFECT == NOISY)
        (void)fputs("zoo_noisy: the constructor found no animals\n", stderr);
}

__attribute__((destructor)) static void unloaded(void)
{
    call_back("destructor");
    trace("unload", 0);
}

static int64_t first_id(void)
{
    if (DEFECT == ID_ZERO)
        return 0;
    return hd_name_to_id(DEFECT == TAKEN_ID ? "CPU_REFERENCE_ENGINE" : "ZOO_ENGINE");
}

static int64_t second_id(void)
{
    return DEFECT == REPEATED_ID ? first_id() : hd_name_to_id("ZOO_SECOND");
}

/* ---------------------------------------------------------------------------------------------------- loading */

hipdnnPluginStatus_t hipdnnPluginGetName(const char **name)
{
    call_back("name");
    *name = DEFECT == EMPTY_NAME ? "" : "zoo";
    return OK;
}

hipdnnPluginStatus_t hipdnnPluginGetVersion(const char **version)
{
    *version = "0.0.1";
    return DEFECT == VERSION_FAILS ? failure(HIPDNN_PLUGIN_STATUS_INTERNAL_ERROR, "nobody wrote it down") : OK;
}

#if DEFECT != API_UNSAID
hipdnnPluginStatus_t hipdnnPluginGetApiVersion(const char **version)
{
    *version = DEFECT == API_MAJOR_2      ? "2.0.0"
               : DEFECT == API_MAJOR_0    ? "0.9.0"
               : DEFECT == API_UNPARSABLE ? "one.four"
               : DEFECT == API_NULL       ? NULL
               : DEFECT == API_MINOR_0    ? "1.0.0"
               : DEFECT == API_MINOR_1    ? "1.1.0"
               : DEFECT == API_MINOR_2    ? "1.2.0"
               : DEFECT == API_MINOR_3    ? "1.3.0"
                                          : HIPDNN_ENGINE_API_VERSION_STRING;
    return OK;
}
#endif

hipdnnPluginStatus_t hipdnnPluginGetType(hipdnnPluginType_t *type)
{
    *type = DEFECT == WRONG_TYPE ? HIPDNN_PLUGIN_TYPE_HEURISTIC : HIPDNN_PLUGIN_TYPE_ENGINE;
    return OK;
}

void hipdnnPluginGetLastErrorString(const char **error_str)
{
    if (error_str != NULL)
        *error_str = last_error;
}

hipdnnPluginStatus_t hipdnnPluginSetLoggingCallback(hipdnnCallback_t callback)
{
    trace("callback", 0);
    callback(HIPDNN_SEV_WARN, "[zoo] it is open");
    return OK;
}

hipdnnPluginStatus_t hipdnnPluginSetLogLevel(hipdnnSeverity_t level)
{
    trace("level", (int)level);
    return OK;
}

hipdnnPluginStatus_t hipdnnEnginePluginGetDeviceKind_ext(hipdnnDeviceKind_t *kind)
{
    *kind = DEFECT == DEVICE_KIND_HIP       ? HIPDNN_DEVICE_KIND_HIP
            : DEFECT == DEVICE_KIND_CUDA    ? HIPDNN_DEVICE_KIND_CUDA
            : DEFECT == DEVICE_KIND_STRANGE ? (hipdnnDeviceKind_t)17
                                            : HIPDNN_DEVICE_KIND_CPU;
    return DEFECT == DEVICE_KIND_FAILS ? failure(HIPDNN_PLUGIN_STATUS_INTERNAL_ERROR, "it floats") : OK;
}

hipdnnPluginStatus_t hipdnnEnginePluginGetAllEngineIds(int64_t *engine_ids, uint32_t max_engines, uint32_t *num_engines)
{
    const int64_t ids[] = {first_id(), second_id()};
    const uint32_t total = DEFECT == ZERO_ENGINES ? 0 : 2;
    const uint32_t written = DEFECT == COUNTS_DISAGREE ? 1 : total;
    call_back("ids");
    *num_engines = max_engines == 0 ? total : written;
    for (uint32_t i = 0; i < written && i < max_engines; i++)
        engine_ids[i] = ids[i];
    return OK;
}

hipdnnPluginStatus_t hipdnnEnginePluginGetEngineName(int64_t engine_id, const char **name)
{
    const bool is_first = engine_id == first_id();
    if (is_first && DEFECT == NAME_FAILS)
        return failure(HIPDNN_PLUGIN_STATUS_INTERNAL_ERROR, "it has no name");
    if (is_first && DEFECT == NAME_NOT_APPLICABLE)
        return HIPDNN_PLUGIN_STATUS_NOT_APPLICABLE;
    *name = !is_first                 ? "ZOO_SECOND"
            : DEFECT == NAME_MISMATCH ? "ZOO_IMPOSTOR"
            : DEFECT == TAKEN_ID      ? "CPU_REFERENCE_ENGINE"
                                      : "ZOO_ENGINE";
    return OK;
}

/* ---------------------------------------------------------------------------------------------------- handles */

hipdnnPluginStatus_t hipdnnEnginePluginCreate(hipdnnEnginePluginHandle_t *handle)
{
    static atomic_int count;
    *handle = NULL;
    if (DEFECT == CREATE_FAILS)
        return failure(HIPDNN_PLUGIN_STATUS_INTERNAL_ERROR, "the cage is shut");
    if (DEFECT == CREATE_NULL)
        return OK;
    if (DEFECT == CREATE_ONCE && atomic_load(&count) == 1)
        return failure(HIPDNN_PLUGIN_STATUS_ALLOC_FAILED, "one cage is enough");
    if (DEFECT == CREATE_SHARED) {
        *handle = (hipdnnEnginePluginHandle_t)(uintptr_t)0x1000; /* never looked into */
        return OK;
    }
    *handle = hd_alloc(sizeof **handle);
    if (*handle == NULL)
        return HIPDNN_PLUGIN_STATUS_ALLOC_FAILED;
    (*handle)->number = atomic_fetch_add(&count, 1) + 1;
    trace("create", (*handle)->number);
    return OK;
}

hipdnnPluginStatus_t hipdnnEnginePluginDestroy(hipdnnEnginePluginHandle_t handle)
{
    if (DEFECT == CREATE_SHARED)
        return OK;
    trace("destroy", handle->number);
    hd_free(handle);
    return OK;
}

hipdnnPluginStatus_t hipdnnEnginePluginSetDevice_ext(hipdnnEnginePluginHandle_t handle, int ordinal)
{
    (void)handle;
    (void)ordinal;
    return DEFECT == SET_DEVICE_FAILS ? failure(HIPDNN_PLUGIN_STATUS_INVALID_VALUE, "no such device") : OK;
}

hipdnnPluginStatus_t hipdnnEnginePluginSetStream(hipdnnEnginePluginHandle_t handle, hipStream_t stream)
{
    (void)stream;
    if (DEFECT == SET_STREAM_FAILS)
        return failure(HIPDNN_PLUGIN_STATUS_BAD_PARAM, "the stream is dry");
    trace("stream", number_of(handle));
    return OK;
}

/* -------------------------------------------------------------------------------------------------- selection */

hipdnnPluginStatus_t hipdnnEnginePluginGetApplicableEngineIds(hipdnnEnginePluginHandle_t handle,
                                                              const hipdnnPluginConstData_t *op_graph,
                                                              int64_t *engine_ids, uint32_t max_engines,
                                                              uint32_t *num_engines)
{
    const int64_t ids[] = {first_id(), second_id()};
    (void)handle;
    (void)op_graph;
    if (DEFECT == APPLICABLE_FAILS)
        return failure(HIPDNN_PLUGIN_STATUS_INTERNAL_ERROR, "the keeper is ill");
    *num_engines = DEFECT == APPLICABLE_NONE ? 0 : 2;
    for (uint32_t i = 0; i < *num_engines && i < max_engines; i++)
        engine_ids[i] = DEFECT == APPLICABLE_TWICE ? ids[0] : ids[i];
    if (DEFECT == APPLICABLE_UNKNOWN && max_engines > 0)
        engine_ids[0] = hd_name_to_id("NOBODY");
    if (DEFECT == APPLICABLE_TOO_MANY)
        *num_engines = 1000;
    return OK;
}

hipdnnPluginStatus_t hipdnnEnginePluginExplainEngine_ext(hipdnnEnginePluginHandle_t handle, int64_t engine_id,
                                                         const hipdnnPluginConstData_t *op_graph, char *text,
                                                         size_t capacity)
{
    (void)handle;
    (void)op_graph;
    (void)snprintf(text, capacity, "%s is asleep", engine_id == first_id() ? "the first" : "the second");
    return OK;
}

static const char *const moods[] = {"calm", "wild"};
static const hipdnn_data_knob knobs[] = {
    {
        .id = "zoo.cage.size",
        .description = "in square metres",
        .default_value = {.type = HIPDNN_DATA_KNOB_INT64, .i64 = 16},
        .constraint_type = HIPDNN_DATA_KNOB_INT64,
        .i64_min = 8,
        .i64_max = 64,
        .i64_step = 8,
    },
    {
        .id = "zoo.animal.mood",
        .description = "",
        .default_value = {.type = HIPDNN_DATA_KNOB_STRING, .text = "calm"},
        .constraint_type = HIPDNN_DATA_KNOB_STRING,
        .text_max_length = 10,
        .valid_count = 2,
        .valid_text = moods,
    },
    {
        .id = "zoo.animal.hunger",
        .description = "",
        .default_value = {.type = HIPDNN_DATA_KNOB_DOUBLE, .f64 = 0.5},
        .constraint_type = HIPDNN_DATA_KNOB_DOUBLE,
        .f64_min = 0,
        .f64_max = 1,
        .deprecated = true,
    },
};

hipdnnPluginStatus_t hipdnnEnginePluginGetEngineDetails(hipdnnEnginePluginHandle_t handle, int64_t engine_id,
                                                        const hipdnnPluginConstData_t *op_graph,
                                                        hipdnnPluginConstData_t *engine_details)
{
    /* One that the host does not know is passed through. */
    static const int32_t notes[] = {HIPDNN_BEHAVIOR_NOTE_RUNTIME_COMPILATION, 4711};
    static const int32_t negative[] = {HIPDNN_BEHAVIOR_NOTE_RUNTIME_COMPILATION, -5};
    const hipdnn_data_engine_details details = {
        .engine_id = DEFECT == DETAILS_OF_ANOTHER ? engine_id + 1 : engine_id,
        .name = "a name that does not count",
        .behavior_notes = DEFECT == DETAILS_NEGATIVE_NOTE ? negative : notes,
        .behavior_note_count = 2,
        .knobs = knobs,
        .knob_count = engine_id == first_id() ? sizeof knobs / sizeof *knobs : 0,
    };
    void *bytes = NULL;
    size_t size = 0;
    (void)op_graph;
    *engine_details = (hipdnnPluginConstData_t){0};
    if (DEFECT == DETAILS_FAIL)
        return failure(HIPDNN_PLUGIN_STATUS_INTERNAL_ERROR, "the label fell off");
    if (DEFECT == DETAILS_NULL)
        return OK;
    if (hd_engine_details_encode(&details, &bytes, &size) != HD_OK)
        return failure(HIPDNN_PLUGIN_STATUS_INTERNAL_ERROR, hd_error_text());
    if (DEFECT == DETAILS_GARBAGE)
        memset(bytes, 0x5a, size);
    *engine_details = (hipdnnPluginConstData_t){bytes, size};
    trace("details", number_of(handle));
    return OK;
}

hipdnnPluginStatus_t hipdnnEnginePluginDestroyEngineDetails(hipdnnEnginePluginHandle_t handle,
                                                            hipdnnPluginConstData_t *engine_details)
{
    trace("destroy_details", number_of(handle));
    hd_free((void *)engine_details->ptr);
    *engine_details = (hipdnnPluginConstData_t){0};
    return OK;
}

/* ------------------------------------------------------------------------------------------ planning, running */

/* 1024 more at every call. */
static size_t grown(void)
{
    static atomic_size_t size;
    return atomic_fetch_add(&size, 1024);
}

hipdnnPluginStatus_t hipdnnEnginePluginGetWorkspaceSize(hipdnnEnginePluginHandle_t handle,
                                                        const hipdnnPluginConstData_t *engine_config,
                                                        const hipdnnPluginConstData_t *op_graph, size_t *workspace_size)
{
    (void)handle;
    (void)engine_config;
    (void)op_graph;
    *workspace_size = ESTIMATE + (DEFECT == WORKSPACE_GROWS ? grown() : 0);
    return DEFECT == WORKSPACE_FAILS ? failure(HIPDNN_PLUGIN_STATUS_INTERNAL_ERROR, "nobody counted") : OK;
}

hipdnnPluginStatus_t hipdnnEnginePluginCreateExecutionContext(hipdnnEnginePluginHandle_t handle,
                                                              const hipdnnPluginConstData_t *engine_config,
                                                              const hipdnnPluginConstData_t *op_graph,
                                                              hipdnnEnginePluginExecutionContext_t *execution_context)
{
    hd_arena arena = {0};
    hipdnn_data_engine_config config;
    (void)op_graph;
    *execution_context = NULL;
    if (DEFECT == CONTEXT_FAILS)
        return failure(HIPDNN_PLUGIN_STATUS_INTERNAL_ERROR, "no plan survives");
    if (DEFECT == CONTEXT_ALLOC_FAILED)
        return failure(HIPDNN_PLUGIN_STATUS_ALLOC_FAILED, "the barn is full");
    if (DEFECT == CONTEXT_NULL)
        return OK;
    if (hd_engine_config_decode(engine_config->ptr, engine_config->size, &arena, &config) != HD_OK)
        return failure(HIPDNN_PLUGIN_STATUS_BAD_PARAM, hd_error_text());
    *execution_context = hd_alloc(sizeof **execution_context);
    if (*execution_context != NULL)
        (*execution_context)->engine_id = config.engine_id;
    for (uint32_t i = 0; i < config.knob_count; i++)
        trace(config.knobs[i].id, (int)config.knobs[i].value.i64);
    hd_arena_release(&arena);
    trace("context", number_of(handle));
    return *execution_context == NULL ? HIPDNN_PLUGIN_STATUS_ALLOC_FAILED : OK;
}

hipdnnPluginStatus_t hipdnnEnginePluginDestroyExecutionContext(hipdnnEnginePluginHandle_t handle,
                                                               hipdnnEnginePluginExecutionContext_t execution_context)
{
    trace("destroy_context", number_of(handle));
    hd_free(execution_context);
    return OK;
}

hipdnnPluginStatus_t hipdnnEnginePluginGetWorkspaceSizeFromExecutionContext(
    hipdnnEnginePluginHandle_t handle, hipdnnEnginePluginExecutionContext_t execution_context, size_t *workspace_size)
{
    (void)handle;
    (void)execution_context;
    *workspace_size = EXACT + (DEFECT == WORKSPACE_GROWS ? grown() : 0);
    return DEFECT == CONTEXT_WORKSPACE_FAILS ? failure(HIPDNN_PLUGIN_STATUS_INTERNAL_ERROR, "it ate the plan") : OK;
}

#if DEFECT != MISSING_SYMBOL
hipdnnPluginStatus_t hipdnnEnginePluginExecuteOpGraph(hipdnnEnginePluginHandle_t handle,
                                                      hipdnnEnginePluginExecutionContext_t execution_context,
                                                      void *workspace, const hipdnnPluginDeviceBuffer_t *device_buffers,
                                                      uint32_t num_device_buffers)
{
    (void)workspace;
    (void)num_device_buffers;
    if (DEFECT == EXECUTE_AS_TOLD)
        return failure((hipdnnPluginStatus_t)(int)*(const float *)device_buffers[0].ptr, "it was told so");
    if (DEFECT == EXECUTE_SILENT)
        return failure(HIPDNN_PLUGIN_STATUS_INTERNAL_ERROR, NULL);
    trace(execution_context->engine_id == first_id() ? "execute_first" : "execute_second", number_of(handle));
    return OK;
}
#endif

#if DEFECT != NO_OVERRIDES
hipdnnPluginStatus_t hipdnnEnginePluginExecuteOpGraphWithOverrides(
    hipdnnEnginePluginHandle_t handle, hipdnnEnginePluginExecutionContext_t execution_context, void *workspace,
    const hipdnnPluginDeviceBuffer_t *device_buffers, uint32_t num_device_buffers, uint32_t num_overrides,
    const int64_t *override_unique_ids, const uint32_t *override_lengths, const int64_t *const *override_shapes,
    const int64_t *const *override_strides)
{
    (void)handle;
    (void)execution_context;
    (void)workspace;
    (void)device_buffers;
    (void)num_device_buffers;
    for (uint32_t i = 0; i < num_overrides; i++) {
        trace("uid", (int)override_unique_ids[i]);
        for (uint32_t j = 0; j < override_lengths[i]; j++) {
            trace("extent", (int)override_shapes[i][j]);
            trace("stride", (int)override_strides[i][j]);
        }
    }
    return OK;
}
#endif
