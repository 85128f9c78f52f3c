/* SPDX-License-Identifier: MIT */
/* A program of the first release, with its engine: y = relu(x) + 3. It ends with 0 when everything is as it was then.
 *
 *     client ENGINE_LIBRARY */
#include "hipdnn_backend.h"

#include "graph_bytes.h"

#include <stdalign.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef hipdnnBackendDescriptor_t descriptor;

#define CHECK(condition)                                                                                               \
    do {                                                                                                               \
        if (!(condition))                                                                                              \
            give_up(#condition, __LINE__);                                                                             \
    } while (0)
#define OK(call) CHECK((call) == HIPDNN_STATUS_SUCCESS)

static void give_up(const char *condition, int line)
{
    char text[HIPDNN_ERROR_STRING_MAX_LENGTH];
    hipdnnGetLastErrorString(text, sizeof text);
    (void)fprintf(stderr, "line %d: %s does not hold; the last error is '%s'\n", line, condition, text);
    exit(1);
}

static descriptor make(hipdnnBackendDescriptorType_t type)
{
    descriptor made = NULL;
    OK(hipdnnBackendCreateDescriptor(type, &made));
    return made;
}

static void set(descriptor object, hipdnnBackendAttributeName_t name, hipdnnBackendAttributeType_t type, int64_t count,
                const void *elements)
{
    OK(hipdnnBackendSetAttribute(object, name, type, count, elements));
}

static descriptor make_tensor(int64_t uid, const char *name)
{
    const int64_t dims[] = {2, 2}, strides[] = {2, 1};
    const hipdnnDataType_t type = HIPDNN_DATA_FLOAT;
    descriptor tensor = make(HIPDNN_BACKEND_TENSOR_DESCRIPTOR);
    set(tensor, HIPDNN_ATTR_TENSOR_UNIQUE_ID, HIPDNN_TYPE_INT64, 1, &uid);
    set(tensor, HIPDNN_ATTR_TENSOR_NAME_EXT, HIPDNN_TYPE_CHAR, (int64_t)strlen(name), name);
    set(tensor, HIPDNN_ATTR_TENSOR_DATA_TYPE, HIPDNN_TYPE_DATA_TYPE, 1, &type);
    set(tensor, HIPDNN_ATTR_TENSOR_DIMENSIONS, HIPDNN_TYPE_INT64, 2, dims);
    set(tensor, HIPDNN_ATTR_TENSOR_STRIDES, HIPDNN_TYPE_INT64, 2, strides);
    OK(hipdnnBackendFinalize(tensor));
    return tensor;
}

static descriptor make_graph(hipdnnHandle_t handle)
{
    const hipdnnPointwiseMode_t mode = HIPDNN_POINTWISE_RELU_FWD;
    const hipdnnDataType_t type = HIPDNN_DATA_FLOAT;
    descriptor x = make_tensor(1, "x"), y = make_tensor(2, "y");
    descriptor relu = make(HIPDNN_BACKEND_OPERATION_POINTWISE_DESCRIPTOR);
    descriptor graph = make(HIPDNN_BACKEND_OPERATIONGRAPH_DESCRIPTOR);
    set(relu, HIPDNN_ATTR_POINTWISE_MODE, HIPDNN_TYPE_POINTWISE_MODE, 1, &mode);
    set(relu, HIPDNN_ATTR_POINTWISE_MATH_PREC, HIPDNN_TYPE_DATA_TYPE, 1, &type);
    set(relu, HIPDNN_ATTR_OPERATION_POINTWISE_IN_0_EXT, HIPDNN_TYPE_BACKEND_DESCRIPTOR, 1, &x);
    set(relu, HIPDNN_ATTR_OPERATION_POINTWISE_OUT_0_EXT, HIPDNN_TYPE_BACKEND_DESCRIPTOR, 1, &y);
    OK(hipdnnBackendFinalize(relu));
    set(graph, HIPDNN_ATTR_OPERATIONGRAPH_HANDLE, HIPDNN_TYPE_HANDLE, 1, &handle);
    set(graph, HIPDNN_ATTR_OPERATIONGRAPH_OPS, HIPDNN_TYPE_BACKEND_DESCRIPTOR, 1, &relu);
    OK(hipdnnBackendFinalize(graph));
    OK(hipdnnBackendDestroyDescriptor(x));
    OK(hipdnnBackendDestroyDescriptor(y));
    OK(hipdnnBackendDestroyDescriptor(relu));
    return graph;
}

/* The engine is the only one, so the ranking's only result; it comes back with its knob set to 3. */
static descriptor make_config(descriptor graph)
{
    const hipdnnBackendHeurMode_t mode = HIPDNN_HEUR_MODE_FALLBACK;
    const int64_t three = 3;
    int64_t count = 0;
    descriptor heuristic = make(HIPDNN_BACKEND_ENGINEHEUR_DESCRIPTOR),
               config = make(HIPDNN_BACKEND_ENGINECFG_DESCRIPTOR);
    descriptor choice = make(HIPDNN_BACKEND_KNOB_CHOICE_DESCRIPTOR);
    set(heuristic, HIPDNN_ATTR_ENGINEHEUR_OPERATION_GRAPH, HIPDNN_TYPE_BACKEND_DESCRIPTOR, 1, &graph);
    set(heuristic, HIPDNN_ATTR_ENGINEHEUR_MODE, HIPDNN_TYPE_HEUR_MODE, 1, &mode);
    OK(hipdnnBackendFinalize(heuristic));
    OK(hipdnnBackendGetAttribute(heuristic, HIPDNN_ATTR_ENGINEHEUR_RESULTS, HIPDNN_TYPE_BACKEND_DESCRIPTOR, 0, &count,
                                 NULL));
    CHECK(count == 1);
    OK(hipdnnBackendGetAttribute(heuristic, HIPDNN_ATTR_ENGINEHEUR_RESULTS, HIPDNN_TYPE_BACKEND_DESCRIPTOR, 1, &count,
                                 &config));
    set(choice, HIPDNN_ATTR_KNOB_CHOICE_KNOB_TYPE, HIPDNN_TYPE_CHAR, 16, "compat.v1.offset");
    set(choice, HIPDNN_ATTR_KNOB_CHOICE_KNOB_VALUE, HIPDNN_TYPE_INT64, 1, &three);
    OK(hipdnnBackendFinalize(choice));
    set(config, HIPDNN_ATTR_ENGINECFG_KNOB_CHOICES, HIPDNN_TYPE_BACKEND_DESCRIPTOR, 1, &choice);
    OK(hipdnnBackendFinalize(config));
    OK(hipdnnBackendDestroyDescriptor(heuristic));
    OK(hipdnnBackendDestroyDescriptor(choice));
    return config;
}

static void look_at_the_engine(descriptor config)
{
    char name[64];
    int32_t note = -1;
    int64_t count = 0, most = 0, id = 0;
    descriptor engine, knob;
    OK(hipdnnBackendGetAttribute(config, HIPDNN_ATTR_ENGINECFG_ENGINE, HIPDNN_TYPE_BACKEND_DESCRIPTOR, 1, &count,
                                 &engine));
    OK(hipdnnBackendGetAttribute(engine, HIPDNN_ATTR_ENGINE_NAME_EXT, HIPDNN_TYPE_CHAR, sizeof name, &count, name));
    CHECK(strcmp(name, "COMPAT_V1_ENGINE") == 0 && count == 17);
    OK(hipdnnBackendGetAttribute(engine, HIPDNN_ATTR_ENGINE_GLOBAL_INDEX, HIPDNN_TYPE_INT64, 1, &count, &id));
    CHECK(id == hipdnn_engine_name_to_id(name));
    OK(hipdnnBackendGetAttribute(engine, HIPDNN_ATTR_ENGINE_BEHAVIOR_NOTE, HIPDNN_TYPE_BEHAVIOR_NOTE, 1, &count,
                                 &note));
    CHECK(count == 1 && note == HIPDNN_BEHAVIOR_NOTE_SUPPORTS_GRAPH_CAPTURE);
    OK(hipdnnBackendGetAttribute(engine, HIPDNN_ATTR_ENGINE_KNOB_INFO, HIPDNN_TYPE_BACKEND_DESCRIPTOR, 1, &count,
                                 &knob));
    CHECK(count == 1);
    OK(hipdnnBackendGetAttribute(knob, HIPDNN_ATTR_KNOB_INFO_MAXIMUM_VALUE, HIPDNN_TYPE_INT64, 1, &count, &most));
    CHECK(most == 100);
    OK(hipdnnBackendDestroyDescriptor(knob));
    OK(hipdnnBackendDestroyDescriptor(engine));
}

static descriptor make_pack(void *x, void *y, void *workspace)
{
    const int64_t uids[] = {1, 2};
    void *const pointers[] = {x, y};
    descriptor pack = make(HIPDNN_BACKEND_VARIANT_PACK_DESCRIPTOR);
    set(pack, HIPDNN_ATTR_VARIANT_PACK_UNIQUE_IDS, HIPDNN_TYPE_INT64, 2, uids);
    set(pack, HIPDNN_ATTR_VARIANT_PACK_DATA_POINTERS, HIPDNN_TYPE_VOID_PTR, 2, pointers);
    set(pack, HIPDNN_ATTR_VARIANT_PACK_WORKSPACE, HIPDNN_TYPE_VOID_PTR, 1, &workspace);
    OK(hipdnnBackendFinalize(pack));
    return pack;
}

static void compute(hipdnnHandle_t handle, descriptor graph)
{
    alignas(64) static float x[4] = {-1, 2, -3, 4}, y[4], other[4];
    alignas(64) static char workspace[4096];
    const float wanted[] = {3, 5, 3, 7};
    void *const again[] = {x, other};
    int64_t size = 0, count = 0;
    descriptor config = make_config(graph), plan = make(HIPDNN_BACKEND_EXECUTION_PLAN_DESCRIPTOR);
    look_at_the_engine(config);
    set(plan, HIPDNN_ATTR_EXECUTION_PLAN_HANDLE, HIPDNN_TYPE_HANDLE, 1, &handle);
    set(plan, HIPDNN_ATTR_EXECUTION_PLAN_ENGINE_CONFIG, HIPDNN_TYPE_BACKEND_DESCRIPTOR, 1, &config);
    OK(hipdnnBackendFinalize(plan));
    OK(hipdnnBackendGetAttribute(plan, HIPDNN_ATTR_EXECUTION_PLAN_WORKSPACE_SIZE, HIPDNN_TYPE_INT64, 1, &count, &size));
    CHECK(size == 128);
    descriptor pack = make_pack(x, y, workspace);
    OK(hipdnnBackendExecute(handle, plan, pack));
    CHECK(memcmp(y, wanted, sizeof wanted) == 0);
    OK(hipdnnBackendUpdateVariantPack_ext(pack, 2, again));
    OK(hipdnnBackendExecute(handle, plan, pack));
    CHECK(memcmp(other, wanted, sizeof wanted) == 0);
    OK(hipdnnBackendDestroyDescriptor(pack));
    OK(hipdnnBackendDestroyDescriptor(plan));
    OK(hipdnnBackendDestroyDescriptor(config));
}

/* Graphs as they were stored then. */
static void load_stored_graphs(hipdnnHandle_t handle)
{
    for (int i = 0; i < 2; i++) {
        descriptor graph = NULL;
        OK(i == 0 ? hipdnnBackendCreateAndDeserializeGraph_ext(&graph, graph_bytes, sizeof graph_bytes)
                  : hipdnnBackendCreateAndDeserializeJsonGraph_ext(&graph, graph_json, sizeof graph_json));
        set(graph, HIPDNN_ATTR_OPERATIONGRAPH_HANDLE, HIPDNN_TYPE_HANDLE, 1, &handle);
        OK(hipdnnBackendFinalize(graph));
        compute(handle, graph);
        OK(hipdnnBackendDestroyDescriptor(graph));
    }
}

static void store_and_load(hipdnnHandle_t handle, descriptor graph)
{
    static uint8_t bytes[65536];
    static char text[65536];
    size_t size = 0, length = 0;
    descriptor from_bytes = NULL, from_text = NULL;
    OK(hipdnnBackendGetSerializedBinaryGraph_ext(graph, 0, &size, NULL));
    CHECK(size > 0 && size <= sizeof bytes);
    OK(hipdnnBackendGetSerializedBinaryGraph_ext(graph, sizeof bytes, &size, bytes));
    OK(hipdnnBackendGetSerializedJsonGraph_ext(graph, sizeof text, &length, text));
    CHECK(length == strlen(text) + 1);
    OK(hipdnnBackendCreateAndDeserializeGraph_ext(&from_bytes, bytes, size));
    OK(hipdnnBackendCreateAndDeserializeJsonGraph_ext(&from_text, text, length));
    OK(hipdnnBackendDestroyDescriptor(from_bytes));
    OK(hipdnnBackendDestroyDescriptor(from_text));
    (void)handle;
}

static void listen(hipdnnUserLogCallbackHandle_t handle, hipdnnSeverity_t severity, const char *message)
{
    if (severity == HIPDNN_SEV_WARN && strstr(message, "[compat_v1] a plan is made") != NULL)
        ++*(int *)handle;
}

static void refuse(void)
{
    char text[HIPDNN_ERROR_STRING_MAX_LENGTH];
    CHECK(hipdnnBackendFinalize(NULL) == HIPDNN_STATUS_BAD_PARAM_NULL_POINTER);
    hipdnnPeekLastErrorString_ext(text, sizeof text);
    CHECK(*text != '\0');
    hipdnnGetLastErrorString(text, sizeof text);
    CHECK(*text != '\0');
    hipdnnGetLastErrorString(text, sizeof text);
    CHECK(*text == '\0');
    CHECK(strcmp(hipdnnGetErrorString(HIPDNN_STATUS_PLUGIN_ERROR), "HIPDNN_STATUS_PLUGIN_ERROR") == 0);
}

int main(int count, char **arguments)
{
    int plans = 0;
    size_t engines = 0, policies = 0;
    hipdnnHandle_t handle = NULL;
    hipdnnSeverity_t level = HIPDNN_SEV_OFF;
    CHECK(count == 2);
    const char *const paths[] = {arguments[1]};
    OK(hipdnnBackendSetGlobalLogLevel_ext(HIPDNN_SEV_WARN));
    OK(hipdnnBackendGetGlobalLogLevel_ext(&level));
    CHECK(level == HIPDNN_SEV_WARN);
    OK(hipdnnSetUserLogCallback_ext(listen, HIPDNN_SEV_WARN, HIPDNN_LOG_CALLBACK_SYNC, &plans));
    OK(hipdnnSetPluginUnloadMode_ext(HIPDNN_PLUGIN_UNLOAD_EAGER));
    OK(hipdnnSetEnginePluginPaths_ext(1, paths, HIPDNN_PLUGIN_LOADING_ABSOLUTE));
    OK(hipdnnCreateForDevice_ext(&handle, HIPDNN_DEVICE_KIND_CPU, 0));
    OK(hipdnnGetEngineCount_ext(handle, &engines));
    OK(hipdnnGetHeuristicPolicyCount_ext(handle, &policies));
    CHECK(engines == 1 && policies >= 1);
    descriptor graph = make_graph(handle);
    compute(handle, graph);
    store_and_load(handle, graph);
    load_stored_graphs(handle);
    CHECK(plans == 3);
    refuse();
    OK(hipdnnBackendDestroyDescriptor(graph));
    OK(hipdnnDestroy(handle));
    OK(hipdnnSetUserLogCallback_ext(listen, HIPDNN_SEV_OFF, HIPDNN_LOG_CALLBACK_SYNC, &plans));
    CHECK(strchr(hipdnnVersionString_ext(), '.') != NULL);
    return 0;
}
