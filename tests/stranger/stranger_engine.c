/* SPDX-License-Identifier: MIT */
/* An engine plugin by somebody who knows only the documented binary interface: the exported functions, the numbers, and
 * the slots of the FlatBuffer tables. No header of any project, no library but C's. It adds or rectifies packed float32
 * tensors in host memory, and exists to show that such a plugin loads and runs. */
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ------------------------------------------------------------------------------------------------ the interface */

#define EXPORT __attribute__((visibility("default")))

typedef enum {
    HIPDNN_PLUGIN_STATUS_SUCCESS = 0,
    HIPDNN_PLUGIN_STATUS_BAD_PARAM = 1,
    HIPDNN_PLUGIN_STATUS_INVALID_VALUE = 2,
    HIPDNN_PLUGIN_STATUS_ALLOC_FAILED = 4,
    HIPDNN_PLUGIN_STATUS_NOT_APPLICABLE = 5
} hipdnnPluginStatus_t;

typedef enum { HIPDNN_PLUGIN_TYPE_ENGINE = 1 } hipdnnPluginType_t;

typedef struct {
    const void *ptr;
    size_t size;
} hipdnnPluginConstData_t;

typedef struct {
    int64_t uid;
    void *ptr;
} hipdnnPluginDeviceBuffer_t;

typedef struct ihipStream_t *hipStream_t;
typedef struct HipdnnEnginePluginHandle *hipdnnEnginePluginHandle_t;
typedef struct HipdnnEnginePluginExecutionContext *hipdnnEnginePluginExecutionContext_t;

_Static_assert(sizeof(hipdnnPluginConstData_t) == 16 && sizeof(hipdnnPluginDeviceBuffer_t) == 16, "as documented");
_Static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "FlatBuffers are read and written as they lie in memory");

/* Numbers of the schema; slots count a table's fields from 0. */
enum { DATA_TYPE_FLOAT = 1, NODE_POINTWISE = 2, MODE_ADD = 2, MODE_RELU_FWD = 34 };
enum { GRAPH_TENSORS = 4, GRAPH_NODES = 5 };
enum { NODE_ATTRIBUTES_TYPE = 2, NODE_ATTRIBUTES = 3 };
enum { POINTWISE_OPERATION = 0, RELU_LOWER_CLIP = 1, RELU_UPPER_CLIP = 2, RELU_LOWER_CLIP_SLOPE = 3 };
enum { POINTWISE_IN_0 = 5, POINTWISE_IN_1 = 6, POINTWISE_IN_2 = 7, POINTWISE_OUT_0 = 8 };
enum { TENSOR_UID = 0, TENSOR_DATA_TYPE = 2, TENSOR_STRIDES = 3, TENSOR_DIMS = 4, TENSOR_VIRTUAL = 5 };
enum { TENSOR_VALUE_TYPE = 6, TENSOR_RUNTIME_PASS_BY_VALUE = 8, TENSOR_RAGGED_OFFSET = 9 };
enum { CONFIG_ENGINE_ID = 0 };

/* ------------------------------------------------------------------------------------------------ the engine */

#define ENGINE_NAME "STRANGER_ENGINE"
#define ENGINE_ID INT64_C(0x13C30D064A52830A) /* FNV-1a of the name */

struct HipdnnEnginePluginHandle {
    hipStream_t stream;
};

struct HipdnnEnginePluginExecutionContext {
    int mode;
    int64_t in_0, in_1, out; /* uids; in_1 counts for MODE_ADD alone */
    size_t count; /* elements of each tensor */
};

static _Thread_local char last_error[2048];

static hipdnnPluginStatus_t fail(hipdnnPluginStatus_t status, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(last_error, sizeof last_error, format, arguments);
    va_end(arguments);
    return status;
}

#define REQUIRE(condition)                                                                                             \
    if (!(condition))                                                                                                  \
    return fail(HIPDNN_PLUGIN_STATUS_BAD_PARAM, "%s: %s does not hold", __func__, #condition)

/* ------------------------------------------------------------------------------------------------ reading
 *
 * Positions are bytes from the start of the buffer; 0 means "absent", for no table, field or vector lies there. A read
 * past the end, or after one, gives 0 and leaves `broken` set, so that callers look once, at the end. */

typedef struct {
    const uint8_t *bytes;
    size_t size;
    bool broken;
} reader;

static bool inside(reader *r, size_t at, size_t count)
{
    if (at > r->size || count > r->size - at)
        r->broken = true;
    return !r->broken;
}

static void fetch(reader *r, size_t at, void *value, size_t size)
{
    memset(value, 0, size);
    if (inside(r, at, size))
        memcpy(value, r->bytes + at, size);
}

static uint16_t read_u16(reader *r, size_t at)
{
    uint16_t value;
    fetch(r, at, &value, sizeof value);
    return value;
}

static uint32_t read_u32(reader *r, size_t at)
{
    uint32_t value;
    fetch(r, at, &value, sizeof value);
    return value;
}

static int64_t read_i64(reader *r, size_t at)
{
    int64_t value;
    fetch(r, at, &value, sizeof value);
    return value;
}

/* What an offset stored at this position leads to. */
static size_t follow(reader *r, size_t at)
{
    uint32_t offset = read_u32(r, at);
    if (offset == 0)
        r->broken = true;
    return r->broken ? 0 : at + offset;
}

/* The position of a table's field. The table starts with the distance back to its vtable, which holds its own size, the
 * table's size, then one distance from the table's start for each slot. */
static size_t field(reader *r, size_t table, unsigned slot)
{
    int64_t vtable = (int64_t)table - (int32_t)read_u32(r, table);
    if (vtable < 0)
        r->broken = true;
    if (r->broken)
        return 0;
    size_t entry = 4 + 2 * (size_t)slot;
    if (entry + 2 > read_u16(r, (size_t)vtable))
        return 0;
    uint16_t distance = read_u16(r, (size_t)vtable + entry);
    return distance == 0 ? 0 : table + distance;
}

static int field_byte(reader *r, size_t table, unsigned slot)
{
    size_t at = field(r, table, slot);
    int8_t value = 0;
    if (at != 0)
        fetch(r, at, &value, sizeof value);
    return value;
}

static int64_t field_i64(reader *r, size_t table, unsigned slot)
{
    size_t at = field(r, table, slot);
    return at == 0 ? 0 : read_i64(r, at);
}

/* A table or vector that a field refers to. */
static size_t field_target(reader *r, size_t table, unsigned slot)
{
    size_t at = field(r, table, slot);
    return at == 0 ? 0 : follow(r, at);
}

/* Elements of a vector, all of which lie inside the buffer; they start 4 bytes after its position. */
static size_t vector_length(reader *r, size_t vector, size_t element_size)
{
    size_t length = vector == 0 ? 0 : read_u32(r, vector);
    return length > 0 && inside(r, vector + 4, length * element_size) ? length : 0;
}

static size_t vector_table(reader *r, size_t vector, size_t index)
{
    return follow(r, vector + 4 + 4 * index);
}

static reader read_buffer(const hipdnnPluginConstData_t *data)
{
    return (reader){.bytes = data->ptr, .size = data->ptr == NULL ? 0 : data->size};
}

/* ------------------------------------------------------------------------------------------------ judging */

/* True for a float tensor in memory whose last dimension is the fastest and which has no gaps. */
static bool is_packed_float(reader *r, size_t tensor, size_t *out_count)
{
    if (field_byte(r, tensor, TENSOR_DATA_TYPE) != DATA_TYPE_FLOAT || field_byte(r, tensor, TENSOR_VIRTUAL) != 0 ||
        field_byte(r, tensor, TENSOR_VALUE_TYPE) != 0 || field_byte(r, tensor, TENSOR_RUNTIME_PASS_BY_VALUE) != 0 ||
        field(r, tensor, TENSOR_RAGGED_OFFSET) != 0)
        return false;
    size_t dims = field_target(r, tensor, TENSOR_DIMS);
    size_t strides = field_target(r, tensor, TENSOR_STRIDES);
    size_t rank = vector_length(r, dims, sizeof(int64_t));
    if (rank == 0 || vector_length(r, strides, sizeof(int64_t)) != rank)
        return false;
    int64_t count = 1;
    for (size_t i = rank; i-- > 0;) {
        int64_t dim = read_i64(r, dims + 4 + 8 * i);
        int64_t stride = read_i64(r, strides + 4 + 8 * i);
        if (dim < 1 || (dim > 1 && stride != count) || count > (int64_t)(PTRDIFF_MAX / sizeof(float)) / dim)
            return false;
        count *= dim;
    }
    *out_count = (size_t)count;
    return !r->broken;
}

static bool same_shape(reader *r, size_t tensor, size_t other)
{
    size_t dims = field_target(r, tensor, TENSOR_DIMS), other_dims = field_target(r, other, TENSOR_DIMS);
    size_t rank = vector_length(r, dims, sizeof(int64_t));
    return vector_length(r, other_dims, sizeof(int64_t)) == rank && !r->broken &&
           memcmp(r->bytes + dims + 4, r->bytes + other_dims + 4, rank * sizeof(int64_t)) == 0;
}

static size_t find_tensor(reader *r, size_t tensors, int64_t uid)
{
    size_t count = vector_length(r, tensors, 4);
    for (size_t i = 0; i < count && !r->broken; i++) {
        size_t tensor = vector_table(r, tensors, i);
        if (field_i64(r, tensor, TENSOR_UID) == uid)
            return r->broken ? 0 : tensor;
    }
    return 0;
}

/* Says whether the engine computes the graph, and fills in what executing it takes. */
static bool understand(reader *r, struct HipdnnEnginePluginExecutionContext *out)
{
    size_t graph = follow(r, 0);
    size_t tensors = field_target(r, graph, GRAPH_TENSORS);
    size_t nodes = field_target(r, graph, GRAPH_NODES);
    if (vector_length(r, nodes, 4) != 1)
        return false;
    size_t node = vector_table(r, nodes, 0);
    size_t pointwise = field_target(r, node, NODE_ATTRIBUTES);
    if (field_byte(r, node, NODE_ATTRIBUTES_TYPE) != NODE_POINTWISE || pointwise == 0)
        return false;

    out->mode = field_byte(r, pointwise, POINTWISE_OPERATION);
    bool binary = out->mode == MODE_ADD;
    if (!binary && out->mode != MODE_RELU_FWD)
        return false;
    if ((field(r, pointwise, POINTWISE_IN_1) != 0) != binary || field(r, pointwise, POINTWISE_IN_2) != 0 ||
        field(r, pointwise, RELU_LOWER_CLIP) != 0 || field(r, pointwise, RELU_UPPER_CLIP) != 0 ||
        field(r, pointwise, RELU_LOWER_CLIP_SLOPE) != 0)
        return false;
    out->in_0 = field_i64(r, pointwise, POINTWISE_IN_0);
    out->in_1 = binary ? field_i64(r, pointwise, POINTWISE_IN_1) : out->in_0;
    out->out = field_i64(r, pointwise, POINTWISE_OUT_0);

    const int64_t uids[] = {out->out, out->in_0, out->in_1};
    size_t first = 0;
    for (size_t i = 0; i < 3; i++) {
        size_t tensor = find_tensor(r, tensors, uids[i]);
        if (tensor == 0 || !is_packed_float(r, tensor, &out->count))
            return false;
        if (i == 0)
            first = tensor;
        else if (!same_shape(r, first, tensor))
            return false;
    }
    return true;
}

/* NOT_APPLICABLE is an answer; INVALID_VALUE means that the bytes are no graph. */
static hipdnnPluginStatus_t judge(const hipdnnPluginConstData_t *op_graph,
                                  struct HipdnnEnginePluginExecutionContext *out)
{
    reader r = read_buffer(op_graph);
    bool applies = understand(&r, out);
    if (r.broken)
        return fail(HIPDNN_PLUGIN_STATUS_INVALID_VALUE, "the graph's bytes are malformed");
    if (!applies)
        return fail(HIPDNN_PLUGIN_STATUS_NOT_APPLICABLE,
                    ENGINE_NAME " computes one ADD or RELU_FWD of packed float32 tensors of equal shape, nothing else");
    return HIPDNN_PLUGIN_STATUS_SUCCESS;
}

static hipdnnPluginStatus_t check_engine(int64_t engine_id)
{
    if (engine_id != ENGINE_ID)
        return fail(HIPDNN_PLUGIN_STATUS_BAD_PARAM, "no engine here has the id %lld", (long long)engine_id);
    return HIPDNN_PLUGIN_STATUS_SUCCESS;
}

/* Checks that an EngineConfig names the engine, then judges the graph. */
static hipdnnPluginStatus_t judge_config(const hipdnnPluginConstData_t *engine_config,
                                         const hipdnnPluginConstData_t *op_graph,
                                         struct HipdnnEnginePluginExecutionContext *out)
{
    reader r = read_buffer(engine_config);
    int64_t engine_id = field_i64(&r, follow(&r, 0), CONFIG_ENGINE_ID);
    if (r.broken)
        return fail(HIPDNN_PLUGIN_STATUS_INVALID_VALUE, "the engine config's bytes are malformed");
    hipdnnPluginStatus_t status = check_engine(engine_id);
    return status == HIPDNN_PLUGIN_STATUS_SUCCESS ? judge(op_graph, out) : status;
}

/* ------------------------------------------------------------------------------------------------ details
 *
 * The EngineDetails buffer is always the same: engine id and name, no knobs, no notes. A struct lays its bytes out. */

typedef struct {
    uint32_t root; /* distance to the table */
    uint16_t vtable_size, table_size, slots[4]; /* engine_id, knobs, behavior_notes, name */
    int32_t vtable_distance; /* the table starts here */
    uint32_t name; /* distance to name_length */
    int64_t engine_id;
    uint32_t name_length;
    char name_text[sizeof ENGINE_NAME];
} details_buffer;

#define DETAILS_TABLE offsetof(details_buffer, vtable_distance)

static const details_buffer details = {
    .root = DETAILS_TABLE,
    .vtable_size = DETAILS_TABLE - offsetof(details_buffer, vtable_size),
    .table_size = offsetof(details_buffer, name_length) - DETAILS_TABLE,
    .slots = {offsetof(details_buffer, engine_id) - DETAILS_TABLE, 0, 0,
              offsetof(details_buffer, name) - DETAILS_TABLE},
    .vtable_distance = DETAILS_TABLE - offsetof(details_buffer, vtable_size),
    .name = offsetof(details_buffer, name_length) - offsetof(details_buffer, name),
    .engine_id = ENGINE_ID,
    .name_length = sizeof ENGINE_NAME - 1,
    .name_text = ENGINE_NAME,
};

_Static_assert(DETAILS_TABLE == 16 && offsetof(details_buffer, engine_id) == 24, "no padding before the name");

/* ------------------------------------------------------------------------------------------------ the library */

EXPORT hipdnnPluginStatus_t hipdnnPluginGetName(const char **name)
{
    REQUIRE(name != NULL);
    *name = "stranger";
    return HIPDNN_PLUGIN_STATUS_SUCCESS;
}

EXPORT hipdnnPluginStatus_t hipdnnPluginGetVersion(const char **version)
{
    REQUIRE(version != NULL);
    *version = "3.2.1";
    return HIPDNN_PLUGIN_STATUS_SUCCESS;
}

EXPORT hipdnnPluginStatus_t hipdnnPluginGetType(hipdnnPluginType_t *type)
{
    REQUIRE(type != NULL);
    *type = HIPDNN_PLUGIN_TYPE_ENGINE;
    return HIPDNN_PLUGIN_STATUS_SUCCESS;
}

EXPORT void hipdnnPluginGetLastErrorString(const char **error_str)
{
    if (error_str != NULL)
        *error_str = last_error;
}

EXPORT hipdnnPluginStatus_t hipdnnEnginePluginGetAllEngineIds(int64_t *engine_ids, uint32_t max_engines,
                                                              uint32_t *num_engines)
{
    REQUIRE(num_engines != NULL && (engine_ids != NULL || max_engines == 0));
    if (max_engines > 0)
        engine_ids[0] = ENGINE_ID;
    *num_engines = 1;
    return HIPDNN_PLUGIN_STATUS_SUCCESS;
}

EXPORT hipdnnPluginStatus_t hipdnnEnginePluginGetEngineName(int64_t engine_id, const char **name)
{
    REQUIRE(name != NULL);
    hipdnnPluginStatus_t status = check_engine(engine_id);
    if (status == HIPDNN_PLUGIN_STATUS_SUCCESS)
        *name = ENGINE_NAME;
    return status;
}

/* ------------------------------------------------------------------------------------------------ the handle */

EXPORT hipdnnPluginStatus_t hipdnnEnginePluginCreate(hipdnnEnginePluginHandle_t *handle)
{
    REQUIRE(handle != NULL);
    *handle = calloc(1, sizeof **handle);
    return *handle == NULL ? fail(HIPDNN_PLUGIN_STATUS_ALLOC_FAILED, "no memory for a handle")
                           : HIPDNN_PLUGIN_STATUS_SUCCESS;
}

EXPORT hipdnnPluginStatus_t hipdnnEnginePluginDestroy(hipdnnEnginePluginHandle_t handle)
{
    REQUIRE(handle != NULL);
    free(handle);
    return HIPDNN_PLUGIN_STATUS_SUCCESS;
}

/* Kept, not used: the work is done when the call to execute returns. */
EXPORT hipdnnPluginStatus_t hipdnnEnginePluginSetStream(hipdnnEnginePluginHandle_t handle, hipStream_t stream)
{
    REQUIRE(handle != NULL);
    handle->stream = stream;
    return HIPDNN_PLUGIN_STATUS_SUCCESS;
}

/* ------------------------------------------------------------------------------------------------ planning */

EXPORT hipdnnPluginStatus_t hipdnnEnginePluginGetApplicableEngineIds(hipdnnEnginePluginHandle_t handle,
                                                                     const hipdnnPluginConstData_t *op_graph,
                                                                     int64_t *engine_ids, uint32_t max_engines,
                                                                     uint32_t *num_engines)
{
    REQUIRE(handle != NULL && op_graph != NULL && num_engines != NULL && (engine_ids != NULL || max_engines == 0));
    struct HipdnnEnginePluginExecutionContext context;
    hipdnnPluginStatus_t status = judge(op_graph, &context);
    if (status != HIPDNN_PLUGIN_STATUS_SUCCESS && status != HIPDNN_PLUGIN_STATUS_NOT_APPLICABLE)
        return status;
    *num_engines = status == HIPDNN_PLUGIN_STATUS_SUCCESS ? 1 : 0;
    if (*num_engines == 1 && max_engines > 0)
        engine_ids[0] = ENGINE_ID;
    return HIPDNN_PLUGIN_STATUS_SUCCESS;
}

EXPORT hipdnnPluginStatus_t hipdnnEnginePluginGetEngineDetails(hipdnnEnginePluginHandle_t handle, int64_t engine_id,
                                                               const hipdnnPluginConstData_t *op_graph,
                                                               hipdnnPluginConstData_t *engine_details)
{
    REQUIRE(handle != NULL && op_graph != NULL && engine_details != NULL);
    hipdnnPluginStatus_t status = check_engine(engine_id);
    struct HipdnnEnginePluginExecutionContext context;
    if (status == HIPDNN_PLUGIN_STATUS_SUCCESS)
        status = judge(op_graph, &context);
    if (status != HIPDNN_PLUGIN_STATUS_SUCCESS)
        return status;
    void *copy = malloc(sizeof details);
    if (copy == NULL)
        return fail(HIPDNN_PLUGIN_STATUS_ALLOC_FAILED, "no memory for engine details");
    memcpy(copy, &details, sizeof details);
    *engine_details = (hipdnnPluginConstData_t){.ptr = copy, .size = sizeof details};
    return HIPDNN_PLUGIN_STATUS_SUCCESS;
}

EXPORT hipdnnPluginStatus_t hipdnnEnginePluginDestroyEngineDetails(hipdnnEnginePluginHandle_t handle,
                                                                   hipdnnPluginConstData_t *engine_details)
{
    REQUIRE(handle != NULL && engine_details != NULL && engine_details->ptr != NULL);
    free((void *)engine_details->ptr);
    *engine_details = (hipdnnPluginConstData_t){0};
    return HIPDNN_PLUGIN_STATUS_SUCCESS;
}

EXPORT hipdnnPluginStatus_t hipdnnEnginePluginGetWorkspaceSize(hipdnnEnginePluginHandle_t handle,
                                                               const hipdnnPluginConstData_t *engine_config,
                                                               const hipdnnPluginConstData_t *op_graph,
                                                               size_t *workspace_size)
{
    REQUIRE(handle != NULL && engine_config != NULL && op_graph != NULL && workspace_size != NULL);
    struct HipdnnEnginePluginExecutionContext context;
    hipdnnPluginStatus_t status = judge_config(engine_config, op_graph, &context);
    if (status == HIPDNN_PLUGIN_STATUS_SUCCESS)
        *workspace_size = 0;
    return status;
}

EXPORT hipdnnPluginStatus_t hipdnnEnginePluginCreateExecutionContext(
    hipdnnEnginePluginHandle_t handle, const hipdnnPluginConstData_t *engine_config,
    const hipdnnPluginConstData_t *op_graph, hipdnnEnginePluginExecutionContext_t *execution_context)
{
    REQUIRE(handle != NULL && engine_config != NULL && op_graph != NULL && execution_context != NULL);
    struct HipdnnEnginePluginExecutionContext context;
    hipdnnPluginStatus_t status = judge_config(engine_config, op_graph, &context);
    if (status != HIPDNN_PLUGIN_STATUS_SUCCESS)
        return status;
    *execution_context = malloc(sizeof context);
    if (*execution_context == NULL)
        return fail(HIPDNN_PLUGIN_STATUS_ALLOC_FAILED, "no memory for an execution context");
    **execution_context = context;
    return HIPDNN_PLUGIN_STATUS_SUCCESS;
}

EXPORT hipdnnPluginStatus_t hipdnnEnginePluginDestroyExecutionContext(
    hipdnnEnginePluginHandle_t handle, hipdnnEnginePluginExecutionContext_t execution_context)
{
    REQUIRE(handle != NULL && execution_context != NULL);
    free(execution_context);
    return HIPDNN_PLUGIN_STATUS_SUCCESS;
}

EXPORT hipdnnPluginStatus_t hipdnnEnginePluginGetWorkspaceSizeFromExecutionContext(
    hipdnnEnginePluginHandle_t handle, hipdnnEnginePluginExecutionContext_t execution_context, size_t *workspace_size)
{
    REQUIRE(handle != NULL && execution_context != NULL && workspace_size != NULL);
    *workspace_size = 0;
    return HIPDNN_PLUGIN_STATUS_SUCCESS;
}

/* ------------------------------------------------------------------------------------------------ executing */

static void *find_buffer(const hipdnnPluginDeviceBuffer_t *buffers, uint32_t count, int64_t uid)
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
    (void)workspace;
    REQUIRE(handle != NULL && execution_context != NULL && (device_buffers != NULL || num_device_buffers == 0));
    const struct HipdnnEnginePluginExecutionContext *context = execution_context;
    const float *a = find_buffer(device_buffers, num_device_buffers, context->in_0);
    const float *b = find_buffer(device_buffers, num_device_buffers, context->in_1);
    float *out = find_buffer(device_buffers, num_device_buffers, context->out);
    if (a == NULL || b == NULL || out == NULL)
        return fail(HIPDNN_PLUGIN_STATUS_BAD_PARAM, "no memory is bound to the tensor with uid %lld",
                    (long long)(a == NULL   ? context->in_0
                                : b == NULL ? context->in_1
                                            : context->out));
    if (context->mode == MODE_ADD)
        for (size_t i = 0; i < context->count; i++)
            out[i] = a[i] + b[i];
    else
        for (size_t i = 0; i < context->count; i++)
            out[i] = a[i] < 0.0f ? 0.0f : a[i];
    return HIPDNN_PLUGIN_STATUS_SUCCESS;
}
