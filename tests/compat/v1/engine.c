/* SPDX-License-Identifier: MIT */
/* An engine plugin of the first release: y = relu(x) + offset, for graphs of one RELU_FWD of packed float tensors. The
 * offset is a knob. FlatBuffers are read by their slots, which must never move. */
#include "hipdnn_plugin_sdk/EnginePluginApi.h"

#include <stdlib.h>
#include <string.h>

#define EXPORT __attribute__((visibility("default")))
#define OK HIPDNN_PLUGIN_STATUS_SUCCESS

static const int64_t engine_id = INT64_C(0x379C65E2217F2638); /* FNV-1a of "COMPAT_V1_ENGINE" */

struct HipdnnEnginePluginHandle {
    hipStream_t stream;
};

struct HipdnnEnginePluginExecutionContext {
    int64_t x, y, count, offset;
};

static _Thread_local const char *last_error = "";
static hipdnnCallback_t host_log;

static hipdnnPluginStatus_t fail(hipdnnPluginStatus_t status, const char *words)
{
    last_error = words;
    return status;
}

/* ------------------------------------------------------------------------------------------------ FlatBuffers
 *
 * The host has verified what it lends, so nothing is checked here but presence: NULL is absent. */

static const unsigned char *follow(const unsigned char *at)
{
    uint32_t offset;
    memcpy(&offset, at, sizeof offset);
    return at + offset;
}

static const unsigned char *field(const unsigned char *table, int slot)
{
    int32_t back;
    uint16_t size, distance;
    memcpy(&back, table, sizeof back);
    const unsigned char *vtable = table - back;
    memcpy(&size, vtable, sizeof size);
    if (4 + 2 * slot + 2 > size)
        return NULL;
    memcpy(&distance, vtable + 4 + 2 * slot, sizeof distance);
    return distance == 0 ? NULL : table + distance;
}

static const unsigned char *child(const unsigned char *table, int slot)
{
    const unsigned char *at = field(table, slot);
    return at == NULL ? NULL : follow(at);
}

static int64_t number(const unsigned char *table, int slot, size_t width)
{
    int64_t value = 0;
    const unsigned char *at = field(table, slot);
    if (at != NULL)
        memcpy(&value, at, width);
    return value;
}

static uint32_t length(const unsigned char *vector)
{
    uint32_t count = 0;
    if (vector != NULL)
        memcpy(&count, vector, sizeof count);
    return count;
}

static const unsigned char *element(const unsigned char *vector, uint32_t index)
{
    return follow(vector + 4 + 4 * index);
}

static const unsigned char *root_of(const hipdnnPluginConstData_t *data)
{
    return follow(data->ptr);
}

/* --------------------------------------------------------------------------------------------------- the graph */

enum { GRAPH_TENSORS = 4, GRAPH_NODES = 5, NODE_TYPE = 2, NODE_ATTRIBUTES = 3, POINTWISE_TAG = 2 };
enum { OPERATION = 0, IN_0 = 5, OUT_0 = 8, RELU_FWD = 34 };
enum { TENSOR_UID = 0, TENSOR_TYPE = 2, TENSOR_DIMS = 4, FLOAT_TYPE = 1 };

/* Elements of a float tensor, 0 for another one. */
static int64_t count_of(const unsigned char *tensors, int64_t uid)
{
    for (uint32_t i = 0; i < length(tensors); i++) {
        const unsigned char *tensor = element(tensors, i);
        if (number(tensor, TENSOR_UID, 8) != uid || number(tensor, TENSOR_TYPE, 1) != FLOAT_TYPE)
            continue;
        const unsigned char *dims = child(tensor, TENSOR_DIMS);
        int64_t count = 1, dim;
        for (uint32_t j = 0; j < length(dims); j++, count *= dim)
            memcpy(&dim, dims + 4 + 8 * j, sizeof dim);
        return count;
    }
    return 0;
}

static int understand(const hipdnnPluginConstData_t *op_graph, struct HipdnnEnginePluginExecutionContext *out)
{
    const unsigned char *graph = root_of(op_graph), *nodes = child(graph, GRAPH_NODES);
    if (length(nodes) != 1)
        return 0;
    const unsigned char *node = element(nodes, 0), *relu = child(node, NODE_ATTRIBUTES);
    if (number(node, NODE_TYPE, 1) != POINTWISE_TAG || number(relu, OPERATION, 1) != RELU_FWD)
        return 0;
    out->x = number(relu, IN_0, 8);
    out->y = number(relu, OUT_0, 8);
    out->count = count_of(child(graph, GRAPH_TENSORS), out->x);
    return out->count > 0 && out->count == count_of(child(graph, GRAPH_TENSORS), out->y);
}

/* The value of the one knob in an EngineConfig, 0 without it. */
static int64_t offset_in(const hipdnnPluginConstData_t *engine_config)
{
    enum { CONFIG_KNOBS = 1, SETTING_ID = 0, SETTING_TYPE = 1, SETTING_VALUE = 2, INT_TAG = 1, INT_VALUE = 0 };
    static const char id[] = "compat.v1.offset";
    const unsigned char *knobs = child(root_of(engine_config), CONFIG_KNOBS);
    for (uint32_t i = 0; i < length(knobs); i++) {
        const unsigned char *setting = element(knobs, i), *name = child(setting, SETTING_ID);
        if (length(name) == sizeof id - 1 && memcmp(name + 4, id, sizeof id - 1) == 0 &&
            number(setting, SETTING_TYPE, 1) == INT_TAG)
            return number(child(setting, SETTING_VALUE), INT_VALUE, 8);
    }
    return 0;
}

/* EngineDetails: the id, the name, note 2 (graph capture), and the knob, an integer from 0 to 100. */
static const unsigned char details[] = {
    0x10, 0x00, 0x00, 0x00, 0x0c, 0x00, 0x1c, 0x00, 0x10, 0x00, 0x08, 0x00, 0x04, 0x00, 0x0c, 0x00, 0x0c, 0x00, 0x00,
    0x00, 0x30, 0x00, 0x00, 0x00, 0x34, 0x00, 0x00, 0x00, 0x10, 0x00, 0x00, 0x00, 0x38, 0x26, 0x7f, 0x21, 0xe2, 0x65,
    0x9c, 0x37, 0x00, 0x00, 0x00, 0x00, 0x10, 0x00, 0x00, 0x00, 0x43, 0x4f, 0x4d, 0x50, 0x41, 0x54, 0x5f, 0x56, 0x31,
    0x5f, 0x45, 0x4e, 0x47, 0x49, 0x4e, 0x45, 0x00, 0x00, 0x00, 0x00, 0x01, 0x00, 0x00, 0x00, 0x02, 0x00, 0x00, 0x00,
    0x01, 0x00, 0x00, 0x00, 0x14, 0x00, 0x00, 0x00, 0x10, 0x00, 0x1c, 0x00, 0x18, 0x00, 0x14, 0x00, 0x0f, 0x00, 0x10,
    0x00, 0x07, 0x00, 0x08, 0x00, 0x10, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x01, 0x50, 0x00, 0x00, 0x00, 0x00, 0x00,
    0x00, 0x01, 0x58, 0x00, 0x00, 0x00, 0x08, 0x00, 0x00, 0x00, 0x20, 0x00, 0x00, 0x00, 0x16, 0x00, 0x00, 0x00, 0x61,
    0x64, 0x64, 0x65, 0x64, 0x20, 0x74, 0x6f, 0x20, 0x65, 0x76, 0x65, 0x72, 0x79, 0x20, 0x65, 0x6c, 0x65, 0x6d, 0x65,
    0x6e, 0x74, 0x00, 0x00, 0x10, 0x00, 0x00, 0x00, 0x63, 0x6f, 0x6d, 0x70, 0x61, 0x74, 0x2e, 0x76, 0x31, 0x2e, 0x6f,
    0x66, 0x66, 0x73, 0x65, 0x74, 0x00, 0x00, 0x00, 0x00, 0x08, 0x00, 0x0c, 0x00, 0x00, 0x00, 0x04, 0x00, 0x08, 0x00,
    0x00, 0x00, 0x64, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x04, 0x00, 0x04, 0x00, 0x04, 0x00, 0x00, 0x00,
};

/* -------------------------------------------------------------------------------------------------- the library */

EXPORT hipdnnPluginStatus_t hipdnnPluginGetName(const char **name)
{
    *name = "compat_v1";
    return OK;
}

EXPORT hipdnnPluginStatus_t hipdnnPluginGetVersion(const char **version)
{
    *version = "1.0.0";
    return OK;
}

EXPORT hipdnnPluginStatus_t hipdnnPluginGetApiVersion(const char **version)
{
    *version = HIPDNN_ENGINE_API_VERSION_STRING;
    return OK;
}

EXPORT hipdnnPluginStatus_t hipdnnPluginGetType(hipdnnPluginType_t *type)
{
    *type = HIPDNN_PLUGIN_TYPE_ENGINE;
    return OK;
}

EXPORT void hipdnnPluginGetLastErrorString(const char **error_str)
{
    *error_str = last_error;
}

EXPORT hipdnnPluginStatus_t hipdnnPluginSetLoggingCallback(hipdnnCallback_t callback)
{
    host_log = callback;
    return OK;
}

EXPORT hipdnnPluginStatus_t hipdnnPluginSetLogLevel(hipdnnSeverity_t level)
{
    return level <= HIPDNN_SEV_OFF ? OK : fail(HIPDNN_PLUGIN_STATUS_BAD_PARAM, "no such level");
}

EXPORT hipdnnPluginStatus_t hipdnnEnginePluginGetDeviceKind_ext(hipdnnDeviceKind_t *kind)
{
    *kind = HIPDNN_DEVICE_KIND_CPU;
    return OK;
}

EXPORT hipdnnPluginStatus_t hipdnnEnginePluginGetAllEngineIds(int64_t *engine_ids, uint32_t max_engines,
                                                              uint32_t *num_engines)
{
    if (max_engines > 0)
        engine_ids[0] = engine_id;
    *num_engines = 1;
    return OK;
}

EXPORT hipdnnPluginStatus_t hipdnnEnginePluginGetEngineName(int64_t id, const char **name)
{
    *name = "COMPAT_V1_ENGINE";
    return id == engine_id ? OK : HIPDNN_PLUGIN_STATUS_NOT_APPLICABLE;
}

EXPORT hipdnnPluginStatus_t hipdnnEnginePluginCreate(hipdnnEnginePluginHandle_t *handle)
{
    *handle = calloc(1, sizeof **handle);
    return *handle != NULL ? OK : HIPDNN_PLUGIN_STATUS_ALLOC_FAILED;
}

EXPORT hipdnnPluginStatus_t hipdnnEnginePluginDestroy(hipdnnEnginePluginHandle_t handle)
{
    free(handle);
    return OK;
}

EXPORT hipdnnPluginStatus_t hipdnnEnginePluginSetDevice_ext(hipdnnEnginePluginHandle_t handle, int ordinal)
{
    (void)handle;
    return ordinal == 0 ? OK : fail(HIPDNN_PLUGIN_STATUS_INVALID_VALUE, "there is only device 0");
}

EXPORT hipdnnPluginStatus_t hipdnnEnginePluginSetStream(hipdnnEnginePluginHandle_t handle, hipStream_t stream)
{
    handle->stream = stream;
    return OK;
}

/* ------------------------------------------------------------------------------------------ planning, running */

EXPORT hipdnnPluginStatus_t hipdnnEnginePluginGetApplicableEngineIds(hipdnnEnginePluginHandle_t handle,
                                                                     const hipdnnPluginConstData_t *op_graph,
                                                                     int64_t *engine_ids, uint32_t max_engines,
                                                                     uint32_t *num_engines)
{
    struct HipdnnEnginePluginExecutionContext unused;
    (void)handle;
    *num_engines = understand(op_graph, &unused) ? 1 : 0;
    if (*num_engines > 0 && max_engines > 0)
        engine_ids[0] = engine_id;
    return OK;
}

EXPORT hipdnnPluginStatus_t hipdnnEnginePluginExplainEngine_ext(hipdnnEnginePluginHandle_t handle, int64_t id,
                                                                const hipdnnPluginConstData_t *op_graph, char *text,
                                                                size_t capacity)
{
    (void)handle;
    (void)id;
    (void)op_graph;
    strncpy(text, "compat_v1 computes one relu of float tensors", capacity);
    return OK;
}

EXPORT hipdnnPluginStatus_t hipdnnEnginePluginGetEngineDetails(hipdnnEnginePluginHandle_t handle, int64_t id,
                                                               const hipdnnPluginConstData_t *op_graph,
                                                               hipdnnPluginConstData_t *engine_details)
{
    (void)handle;
    (void)id;
    (void)op_graph;
    void *copy = malloc(sizeof details);
    if (copy == NULL)
        return HIPDNN_PLUGIN_STATUS_ALLOC_FAILED;
    memcpy(copy, details, sizeof details);
    engine_details->ptr = copy;
    engine_details->size = sizeof details;
    return OK;
}

EXPORT hipdnnPluginStatus_t hipdnnEnginePluginDestroyEngineDetails(hipdnnEnginePluginHandle_t handle,
                                                                   hipdnnPluginConstData_t *engine_details)
{
    (void)handle;
    free((void *)engine_details->ptr);
    engine_details->ptr = NULL;
    return OK;
}

EXPORT hipdnnPluginStatus_t hipdnnEnginePluginGetWorkspaceSize(hipdnnEnginePluginHandle_t handle,
                                                               const hipdnnPluginConstData_t *engine_config,
                                                               const hipdnnPluginConstData_t *op_graph,
                                                               size_t *workspace_size)
{
    (void)handle;
    (void)engine_config;
    (void)op_graph;
    *workspace_size = 0;
    return OK;
}

EXPORT hipdnnPluginStatus_t hipdnnEnginePluginCreateExecutionContext(
    hipdnnEnginePluginHandle_t handle, const hipdnnPluginConstData_t *engine_config,
    const hipdnnPluginConstData_t *op_graph, hipdnnEnginePluginExecutionContext_t *execution_context)
{
    struct HipdnnEnginePluginExecutionContext planned;
    (void)handle;
    if (!understand(op_graph, &planned))
        return fail(HIPDNN_PLUGIN_STATUS_BAD_PARAM, "that graph is none of mine");
    planned.offset = offset_in(engine_config);
    *execution_context = malloc(sizeof planned);
    if (*execution_context == NULL)
        return HIPDNN_PLUGIN_STATUS_ALLOC_FAILED;
    **execution_context = planned;
    if (host_log != NULL)
        host_log(HIPDNN_SEV_WARN, "[compat_v1] a plan is made");
    return OK;
}

EXPORT hipdnnPluginStatus_t hipdnnEnginePluginDestroyExecutionContext(
    hipdnnEnginePluginHandle_t handle, hipdnnEnginePluginExecutionContext_t execution_context)
{
    (void)handle;
    free(execution_context);
    return OK;
}

EXPORT hipdnnPluginStatus_t hipdnnEnginePluginGetWorkspaceSizeFromExecutionContext(
    hipdnnEnginePluginHandle_t handle, hipdnnEnginePluginExecutionContext_t execution_context, size_t *workspace_size)
{
    (void)handle;
    (void)execution_context;
    *workspace_size = 128;
    return OK;
}

static float *find(const hipdnnPluginDeviceBuffer_t *buffers, uint32_t count, int64_t uid)
{
    for (uint32_t i = 0; i < count; i++)
        if (buffers[i].uid == uid)
            return buffers[i].ptr;
    return NULL;
}

EXPORT hipdnnPluginStatus_t hipdnnEnginePluginExecuteOpGraph(hipdnnEnginePluginHandle_t handle,
                                                             hipdnnEnginePluginExecutionContext_t execution_context,
                                                             void *workspace,
                                                             const hipdnnPluginDeviceBuffer_t *device_buffers,
                                                             uint32_t num_device_buffers)
{
    const float *x = find(device_buffers, num_device_buffers, execution_context->x);
    float *y = find(device_buffers, num_device_buffers, execution_context->y);
    (void)handle;
    if (x == NULL || y == NULL || workspace == NULL)
        return fail(HIPDNN_PLUGIN_STATUS_BAD_PARAM, "memory is missing");
    for (int64_t i = 0; i < execution_context->count; i++)
        y[i] = (x[i] > 0 ? x[i] : 0) + (float)execution_context->offset;
    return OK;
}
