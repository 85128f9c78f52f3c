/* SPDX-License-Identifier: MIT */
/* An engine plugin by somebody who knows only the documented binary interface: the exported functions, their numbers,
 * and the slots of the FlatBuffer tables. No header of any project, no library but C's. It adds or rectifies packed
 * float32 tensors in host memory, and exists to show that such a plugin loads and runs. */
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ------------------------------------------------------------------------------------------------ the interface
 *
 * Types and statuses have short names here; on a binary boundary only their layout counts. */

#define EXPORT __attribute__((visibility("default")))

/* hipdnnPluginStatus_t, as far as needed */
typedef enum { SUCCESS = 0, BAD_PARAM = 1, INVALID_VALUE = 2, ALLOC_FAILED = 4, NOT_APPLICABLE = 5 } status;

/* hipdnnPluginType_t */
typedef enum { TYPE_ENGINE = 1 } plugin_type;

/* hipdnnPluginConstData_t */
typedef struct {
    const void *ptr;
    size_t size;
} const_data;

/* hipdnnPluginDeviceBuffer_t */
typedef struct {
    int64_t uid;
    void *ptr;
} device_buffer;

/* What hipdnnEnginePluginHandle_t points to. */
typedef struct {
    void *stream;
} session;

/* What hipdnnEnginePluginExecutionContext_t points to. */
typedef struct {
    int64_t mode;
    int64_t in_0, in_1, out; /* uids; in_1 is in_0 when there is one input */
    size_t count; /* elements of each tensor */
} context;

_Static_assert(sizeof(status) == 4 && sizeof(const_data) == 16 && sizeof(device_buffer) == 16, "as documented");
_Static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "FlatBuffers are read and written as they lie in memory");

/* Numbers of the schema, then slots of its tables. */
enum { DATA_TYPE_FLOAT = 1, NODE_POINTWISE = 2, MODE_ADD = 2, MODE_RELU_FWD = 34 };
enum { GRAPH_TENSORS = 4, GRAPH_NODES = 5 };
enum { NODE_ATTRIBUTES_TYPE = 2, NODE_ATTRIBUTES = 3 };
enum { POINTWISE_OPERATION = 0, RELU_LOWER_CLIP = 1, RELU_UPPER_CLIP = 2, RELU_LOWER_CLIP_SLOPE = 3 };
enum { POINTWISE_IN_0 = 5, POINTWISE_IN_1 = 6, POINTWISE_IN_2 = 7, POINTWISE_OUT_0 = 8 };
enum { TENSOR_UID = 0, TENSOR_DATA_TYPE = 2, TENSOR_STRIDES = 3, TENSOR_DIMS = 4, TENSOR_VIRTUAL = 5 };
enum { TENSOR_VALUE_TYPE = 6, TENSOR_RUNTIME_PASS_BY_VALUE = 8, TENSOR_RAGGED_OFFSET = 9 };
enum { CONFIG_ENGINE_ID = 0 };

#define ENGINE_NAME "STRANGER_ENGINE"
#define ENGINE_ID INT64_C(0x13C30D064A52830A) /* FNV-1a of the name */

static _Thread_local char last_error[2048];

static status fail(status result, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(last_error, sizeof last_error, format, arguments);
    va_end(arguments);
    return result;
}

#define REQUIRE(condition)                                                                                             \
    do {                                                                                                               \
        if (!(condition))                                                                                              \
            return fail(BAD_PARAM, "%s: %s does not hold", __func__, #condition);                                      \
    } while (0)

/* ------------------------------------------------------------------------------------------------ reading
 *
 * Positions are bytes from the start of the buffer; 0 means "absent", for no table, field or vector lies there. A read
 * past the end, or after one, gives 0 and leaves `broken` set, so that callers look once, at the end. */

typedef struct {
    const uint8_t *bytes;
    size_t size;
    bool broken;
} reader;

static reader open_buffer(const const_data *data)
{
    return (reader){.bytes = data->ptr, .size = data->ptr == NULL ? 0 : data->size};
}

static bool inside(reader *r, size_t at, size_t count)
{
    if (at > r->size || count > r->size - at)
        r->broken = true;
    return !r->broken;
}

/* An integer of 1, 2, 4 or 8 bytes; the shorter ones as unsigned. */
static int64_t read_int(reader *r, size_t at, size_t width)
{
    uint64_t value = 0;
    if (inside(r, at, width))
        memcpy(&value, r->bytes + at, width);
    return (int64_t)value;
}

/* What the offset stored at this position leads to. */
static size_t follow(reader *r, size_t at)
{
    size_t offset = (size_t)read_int(r, at, 4);
    if (offset == 0)
        r->broken = true;
    return r->broken ? 0 : at + offset;
}

/* The position of a table's field. The table starts with the distance back to its vtable, which holds its own size, the
 * table's size, then one distance from the table's start for each slot. */
static size_t field(reader *r, size_t table, size_t slot)
{
    int64_t vtable = (int64_t)table - (int32_t)read_int(r, table, 4);
    if (vtable < 0)
        r->broken = true;
    size_t entry = 4 + 2 * slot;
    if (r->broken || (int64_t)entry + 2 > read_int(r, (size_t)vtable, 2))
        return 0;
    size_t distance = (size_t)read_int(r, (size_t)vtable + entry, 2);
    return distance == 0 ? 0 : table + distance;
}

static int64_t field_int(reader *r, size_t table, size_t slot, size_t width)
{
    size_t at = field(r, table, slot);
    return at == 0 ? 0 : read_int(r, at, width);
}

/* The table or vector that a field refers to. */
static size_t field_target(reader *r, size_t table, size_t slot)
{
    size_t at = field(r, table, slot);
    return at == 0 ? 0 : follow(r, at);
}

/* Elements of a vector, all of which lie inside the buffer; they start 4 bytes after its position. */
static size_t vector_length(reader *r, size_t vector, size_t width)
{
    size_t length = vector == 0 ? 0 : (size_t)read_int(r, vector, 4);
    return length > 0 && inside(r, vector + 4, length * width) ? length : 0;
}

/* ------------------------------------------------------------------------------------------------ judging */

/* True for a float tensor in memory whose last dimension is the fastest and which has no gaps. */
static bool is_packed_float(reader *r, size_t tensor, size_t *out_count)
{
    if (field_int(r, tensor, TENSOR_DATA_TYPE, 1) != DATA_TYPE_FLOAT || field_int(r, tensor, TENSOR_VIRTUAL, 1) != 0 ||
        field_int(r, tensor, TENSOR_VALUE_TYPE, 1) != 0 || field_int(r, tensor, TENSOR_RUNTIME_PASS_BY_VALUE, 1) != 0 ||
        field(r, tensor, TENSOR_RAGGED_OFFSET) != 0)
        return false;
    size_t dims = field_target(r, tensor, TENSOR_DIMS), strides = field_target(r, tensor, TENSOR_STRIDES);
    size_t rank = vector_length(r, dims, 8);
    if (rank == 0 || vector_length(r, strides, 8) != rank)
        return false;
    int64_t count = 1;
    for (size_t i = rank; i-- > 0;) {
        int64_t dim = read_int(r, dims + 4 + 8 * i, 8), stride = read_int(r, strides + 4 + 8 * i, 8);
        if (dim < 1 || (dim > 1 && stride != count) || count > (int64_t)(PTRDIFF_MAX / sizeof(float)) / dim)
            return false;
        count *= dim;
    }
    *out_count = (size_t)count;
    return !r->broken;
}

static bool same_dims(reader *r, size_t tensor, size_t other)
{
    size_t dims = field_target(r, tensor, TENSOR_DIMS), other_dims = field_target(r, other, TENSOR_DIMS);
    size_t rank = vector_length(r, dims, 8);
    return rank == vector_length(r, other_dims, 8) && !r->broken &&
           memcmp(r->bytes + dims + 4, r->bytes + other_dims + 4, rank * 8) == 0;
}

static size_t find_tensor(reader *r, size_t tensors, int64_t uid)
{
    size_t count = vector_length(r, tensors, 4);
    for (size_t i = 0; i < count && !r->broken; i++) {
        size_t tensor = follow(r, tensors + 4 + 4 * i);
        if (field_int(r, tensor, TENSOR_UID, 8) == uid)
            return r->broken ? 0 : tensor;
    }
    return 0;
}

/* Says whether the engine computes the graph, and fills in what executing it takes. */
static bool understand(reader *r, context *out)
{
    size_t graph = follow(r, 0);
    size_t tensors = field_target(r, graph, GRAPH_TENSORS), nodes = field_target(r, graph, GRAPH_NODES);
    if (vector_length(r, nodes, 4) != 1)
        return false;
    size_t node = follow(r, nodes + 4);
    size_t pointwise = field_target(r, node, NODE_ATTRIBUTES);
    if (field_int(r, node, NODE_ATTRIBUTES_TYPE, 1) != NODE_POINTWISE || pointwise == 0)
        return false;

    out->mode = field_int(r, pointwise, POINTWISE_OPERATION, 1);
    bool has_second = field(r, pointwise, POINTWISE_IN_1) != 0;
    if ((out->mode != MODE_ADD || !has_second) && (out->mode != MODE_RELU_FWD || has_second))
        return false;
    static const size_t unknown[] = {POINTWISE_IN_2, RELU_LOWER_CLIP, RELU_UPPER_CLIP, RELU_LOWER_CLIP_SLOPE};
    for (size_t i = 0; i < 4; i++)
        if (field(r, pointwise, unknown[i]) != 0)
            return false;

    out->out = field_int(r, pointwise, POINTWISE_OUT_0, 8);
    out->in_0 = field_int(r, pointwise, POINTWISE_IN_0, 8);
    out->in_1 = has_second ? field_int(r, pointwise, POINTWISE_IN_1, 8) : out->in_0;
    const int64_t uids[] = {out->out, out->in_0, out->in_1};
    size_t found[3];
    for (size_t i = 0; i < 3; i++) {
        found[i] = find_tensor(r, tensors, uids[i]);
        if (found[i] == 0 || !is_packed_float(r, found[i], &out->count) || !same_dims(r, found[i], found[0]))
            return false;
    }
    return true;
}

/* NOT_APPLICABLE is an answer; INVALID_VALUE means that the bytes are no graph. */
static status judge(const const_data *op_graph, context *out)
{
    reader r = open_buffer(op_graph);
    bool applies = understand(&r, out);
    if (r.broken)
        return fail(INVALID_VALUE, "the graph's bytes are malformed");
    return applies ? SUCCESS
                   : fail(NOT_APPLICABLE, "only one ADD or RELU_FWD of packed float32 tensors of equal shape");
}

static status check_engine(int64_t engine_id)
{
    return engine_id == ENGINE_ID ? SUCCESS : fail(BAD_PARAM, "no engine here has id %lld", (long long)engine_id);
}

/* Checks that an EngineConfig names the engine, then judges the graph. */
static status judge_config(const const_data *engine_config, const const_data *op_graph, context *out)
{
    reader r = open_buffer(engine_config);
    int64_t engine_id = field_int(&r, follow(&r, 0), CONFIG_ENGINE_ID, 8);
    if (r.broken)
        return fail(INVALID_VALUE, "the engine config's bytes are malformed");
    status result = check_engine(engine_id);
    return result == SUCCESS ? judge(op_graph, out) : result;
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

#define AT(member) offsetof(details_buffer, member)

static const details_buffer details = {
    .root = AT(vtable_distance),
    .vtable_size = AT(vtable_distance) - AT(vtable_size),
    .table_size = AT(name_length) - AT(vtable_distance),
    .slots = {AT(engine_id) - AT(vtable_distance), 0, 0, AT(name) - AT(vtable_distance)},
    .vtable_distance = AT(vtable_distance) - AT(vtable_size),
    .name = AT(name_length) - AT(name),
    .engine_id = ENGINE_ID,
    .name_length = sizeof ENGINE_NAME - 1,
    .name_text = ENGINE_NAME,
};

_Static_assert(AT(vtable_distance) == 16 && AT(engine_id) == 24 && AT(name_text) == 36, "no padding in between");

/* ------------------------------------------------------------------------------------------------ the library */

EXPORT status hipdnnPluginGetName(const char **name)
{
    REQUIRE(name != NULL);
    *name = "stranger";
    return SUCCESS;
}

EXPORT status hipdnnPluginGetVersion(const char **version)
{
    REQUIRE(version != NULL);
    *version = "3.2.1";
    return SUCCESS;
}

EXPORT status hipdnnPluginGetType(plugin_type *type)
{
    REQUIRE(type != NULL);
    *type = TYPE_ENGINE;
    return SUCCESS;
}

EXPORT void hipdnnPluginGetLastErrorString(const char **error_str)
{
    if (error_str != NULL)
        *error_str = last_error;
}

EXPORT status hipdnnEnginePluginGetAllEngineIds(int64_t *engine_ids, uint32_t max_engines, uint32_t *num_engines)
{
    REQUIRE(num_engines != NULL && (engine_ids != NULL || max_engines == 0));
    if (max_engines > 0)
        engine_ids[0] = ENGINE_ID;
    *num_engines = 1;
    return SUCCESS;
}

EXPORT status hipdnnEnginePluginGetEngineName(int64_t engine_id, const char **name)
{
    REQUIRE(name != NULL);
    *name = ENGINE_NAME;
    return check_engine(engine_id);
}

EXPORT status hipdnnEnginePluginCreate(session **handle)
{
    REQUIRE(handle != NULL);
    *handle = calloc(1, sizeof **handle);
    return *handle != NULL ? SUCCESS : fail(ALLOC_FAILED, "no memory for a handle");
}

EXPORT status hipdnnEnginePluginDestroy(session *handle)
{
    REQUIRE(handle != NULL);
    free(handle);
    return SUCCESS;
}

/* Kept, not used: the work is done when the call to execute returns. */
EXPORT status hipdnnEnginePluginSetStream(session *handle, void *stream)
{
    REQUIRE(handle != NULL);
    handle->stream = stream;
    return SUCCESS;
}

/* ------------------------------------------------------------------------------------------------ planning */

EXPORT status hipdnnEnginePluginGetApplicableEngineIds(session *handle, const const_data *op_graph, int64_t *engine_ids,
                                                       uint32_t max_engines, uint32_t *num_engines)
{
    REQUIRE(handle != NULL && op_graph != NULL && num_engines != NULL && (engine_ids != NULL || max_engines == 0));
    context unused;
    status result = judge(op_graph, &unused);
    if (result == SUCCESS && max_engines > 0)
        engine_ids[0] = ENGINE_ID;
    *num_engines = result == SUCCESS ? 1 : 0;
    return result == NOT_APPLICABLE ? SUCCESS : result;
}

EXPORT status hipdnnEnginePluginGetEngineDetails(session *handle, int64_t engine_id, const const_data *op_graph,
                                                 const_data *engine_details)
{
    REQUIRE(handle != NULL && op_graph != NULL && engine_details != NULL);
    status result = check_engine(engine_id);
    if (result != SUCCESS)
        return result;
    void *copy = malloc(sizeof details);
    if (copy == NULL)
        return fail(ALLOC_FAILED, "no memory for engine details");
    memcpy(copy, &details, sizeof details);
    *engine_details = (const_data){.ptr = copy, .size = sizeof details};
    return SUCCESS;
}

EXPORT status hipdnnEnginePluginDestroyEngineDetails(session *handle, const_data *engine_details)
{
    REQUIRE(handle != NULL && engine_details != NULL && engine_details->ptr != NULL);
    free((void *)engine_details->ptr);
    *engine_details = (const_data){0};
    return SUCCESS;
}

EXPORT status hipdnnEnginePluginGetWorkspaceSize(session *handle, const const_data *engine_config,
                                                 const const_data *op_graph, size_t *workspace_size)
{
    REQUIRE(handle != NULL && engine_config != NULL && op_graph != NULL && workspace_size != NULL);
    context unused;
    *workspace_size = 0;
    return judge_config(engine_config, op_graph, &unused);
}

EXPORT status hipdnnEnginePluginCreateExecutionContext(session *handle, const const_data *engine_config,
                                                       const const_data *op_graph, context **execution_context)
{
    REQUIRE(handle != NULL && engine_config != NULL && op_graph != NULL && execution_context != NULL);
    context planned;
    status result = judge_config(engine_config, op_graph, &planned);
    if (result != SUCCESS)
        return result;
    *execution_context = malloc(sizeof planned);
    if (*execution_context == NULL)
        return fail(ALLOC_FAILED, "no memory for an execution context");
    **execution_context = planned;
    return SUCCESS;
}

EXPORT status hipdnnEnginePluginDestroyExecutionContext(session *handle, context *execution_context)
{
    REQUIRE(handle != NULL && execution_context != NULL);
    free(execution_context);
    return SUCCESS;
}

EXPORT status hipdnnEnginePluginGetWorkspaceSizeFromExecutionContext(session *handle, context *execution_context,
                                                                     size_t *workspace_size)
{
    REQUIRE(handle != NULL && execution_context != NULL && workspace_size != NULL);
    *workspace_size = 0;
    return SUCCESS;
}

/* ------------------------------------------------------------------------------------------------ executing */

static void *find_buffer(const device_buffer *buffers, uint32_t count, int64_t uid)
{
    for (uint32_t i = 0; i < count; i++)
        if (buffers[i].uid == uid && buffers[i].ptr != NULL)
            return buffers[i].ptr;
    fail(BAD_PARAM, "no memory is bound to the tensor with uid %lld", (long long)uid);
    return NULL;
}

EXPORT status hipdnnEnginePluginExecuteOpGraph(session *handle, context *execution_context, void *workspace,
                                               const device_buffer *device_buffers, uint32_t num_device_buffers)
{
    (void)workspace;
    REQUIRE(handle != NULL && execution_context != NULL && (device_buffers != NULL || num_device_buffers == 0));
    const float *a = find_buffer(device_buffers, num_device_buffers, execution_context->in_0);
    const float *b = find_buffer(device_buffers, num_device_buffers, execution_context->in_1);
    float *out = find_buffer(device_buffers, num_device_buffers, execution_context->out);
    if (a == NULL || b == NULL || out == NULL)
        return BAD_PARAM;
    if (execution_context->mode == MODE_ADD)
        for (size_t i = 0; i < execution_context->count; i++)
            out[i] = a[i] + b[i];
    else
        for (size_t i = 0; i < execution_context->count; i++)
            out[i] = a[i] < 0.0f ? 0.0f : a[i];
    return SUCCESS;
}
