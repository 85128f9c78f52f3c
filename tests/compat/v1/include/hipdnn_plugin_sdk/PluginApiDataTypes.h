/* SPDX-License-Identifier: MIT */
/* Types that cross the plugin boundary, for engine and heuristic plugins alike.
 *
 * What has shipped is frozen: values and layouts below are asserted, new ones are appended. Standard headers only; C11,
 * clean in C++17. hipdnn_backend.h defines the guarded types a second time, identically, so that neither header needs
 * the other and both may stand in one translation unit, in any order.
 *
 * Source: the plugin type table (tests/abi/plugin-types.tsv); D-numbers are the project's decisions. */
#ifndef HIPDNN_PLUGIN_SDK_PLUGIN_API_DATA_TYPES_H
#define HIPDNN_PLUGIN_SDK_PLUGIN_API_DATA_TYPES_H

#include <assert.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ------------------------------------------------------------------------------------------------ macros */

#define HIPDNN_STRINGIFY_(x) #x
#define HIPDNN_STRINGIFY(x) HIPDNN_STRINGIFY_(x)

/* The engine plugin API that these headers describe. A plugin answers it from hipdnnPluginGetApiVersion; the minor
 * number gates features, as EnginePluginApi.h says per function. */
#define HIPDNN_ENGINE_API_VERSION_MAJOR 1
#define HIPDNN_ENGINE_API_VERSION_MINOR 4
#define HIPDNN_ENGINE_API_VERSION_PATCH 0
#define HIPDNN_ENGINE_API_VERSION_STRING                                                                               \
    HIPDNN_STRINGIFY(HIPDNN_ENGINE_API_VERSION_MAJOR)                                                                  \
    "." HIPDNN_STRINGIFY(HIPDNN_ENGINE_API_VERSION_MINOR) "." HIPDNN_STRINGIFY(HIPDNN_ENGINE_API_VERSION_PATCH)

/* Advised length of an error text in bytes, NUL included. The host cuts what is longer. */
#define HIPDNN_PLUGIN_ERROR_STRING_MAX_LENGTH 2048

/* Stands first in a declaration that returns a status. */
#ifdef __cplusplus
#define HIPDNN_PLUGIN_NODISCARD [[nodiscard]]
#else
#define HIPDNN_PLUGIN_NODISCARD
#endif

/* ------------------------------------------------------------------------------------------------ enumerations */

/* What a plugin function answers. Whatever is not SUCCESS or NOT_APPLICABLE is a failure, with a text in this thread's
 * last error. */
typedef enum hipdnnPluginStatus_t {
    HIPDNN_PLUGIN_STATUS_SUCCESS = 0, /* done */
    HIPDNN_PLUGIN_STATUS_BAD_PARAM = 1, /* wrong argument */
    HIPDNN_PLUGIN_STATUS_INVALID_VALUE = 2, /* value out of range */
    HIPDNN_PLUGIN_STATUS_INTERNAL_ERROR = 3, /* fault of the plugin or of a library below it */
    HIPDNN_PLUGIN_STATUS_ALLOC_FAILED = 4, /* no memory, host or device */
    HIPDNN_PLUGIN_STATUS_NOT_APPLICABLE = 5, /* nothing to give; an answer, not a failure */
    HIPDNN_PLUGIN_STATUS_NOT_INITIALIZED = 6 /* called too early */
} hipdnnPluginStatus_t;

/* What a library is. */
typedef enum hipdnnPluginType_t {
    HIPDNN_PLUGIN_TYPE_UNSPECIFIED = 0, /* none; never accepted */
    HIPDNN_PLUGIN_TYPE_ENGINE = 1, /* computes */
    HIPDNN_PLUGIN_TYPE_HEURISTIC = 2 /* ranks engines */
} hipdnnPluginType_t;

#ifndef HIPDNN_CALLBACK_TYPES_DEFINED
#define HIPDNN_CALLBACK_TYPES_DEFINED

/* How grave a log line is; as a level, the lowest severity that is let through. */
typedef enum hipdnnSeverity_t {
    HIPDNN_SEV_INFO = 0, /* detail */
    HIPDNN_SEV_WARN = 1, /* doubt */
    HIPDNN_SEV_ERROR = 2, /* failure */
    HIPDNN_SEV_FATAL = 3, /* the process cannot go on */
    HIPDNN_SEV_OFF = 4 /* silence; as a level only */
} hipdnnSeverity_t;

/* A log sink. `message` is NUL-terminated and lent for the call. May be called from any thread. */
typedef void (*hipdnnCallback_t)(hipdnnSeverity_t severity, const char *message);

#endif

#ifndef HIPDNN_BEHAVIOR_NOTE_TYPES_DEFINED
#define HIPDNN_BEHAVIOR_NOTE_TYPES_DEFINED

/* What an engine says about itself. Negative values are refused; positive ones that the host does not know pass
 * through, so that a new plugin works under an old host. That is why the type is an integer. */
typedef int32_t hipdnnBackendBehaviorNote_t;
enum {
    HIPDNN_BEHAVIOR_NOTE_RUNTIME_COMPILATION = 0, /* compiles kernels at run time */
    HIPDNN_BEHAVIOR_NOTE_REQUIRES_LAYOUT_TRANSFORM = 1, /* copies to another layout */
    HIPDNN_BEHAVIOR_NOTE_SUPPORTS_GRAPH_CAPTURE = 2, /* execution may be captured from a stream */
    HIPDNN_BEHAVIOR_NOTE_EXTERNAL_LIBRARY_DEPENDENCY = 3, /* needs another library */
    HIPDNN_BEHAVIOR_NOTE_SUPPORTS_EXECUTION_PLAN_SERIALIZATION = 4, /* plans can be stored */
    HIPDNN_BEHAVIOR_NOTE_TYPE_COUNT = 5 /* number of known notes; grows */
};

#endif

#ifndef HIPDNN_DEVICE_KIND_DEFINED
#define HIPDNN_DEVICE_KIND_DEFINED

/* Where a handle's memory lives and its engines run (D14). */
typedef enum hipdnnDeviceKind_t {
    HIPDNN_DEVICE_KIND_CPU = 0, /* the host */
    HIPDNN_DEVICE_KIND_HIP = 1, /* a HIP device */
    HIPDNN_DEVICE_KIND_CUDA = 2 /* a CUDA device */
} hipdnnDeviceKind_t;

#endif

/* ------------------------------------------------------------------------------------------------ structures */

/* Bytes of one FlatBuffer, or opaque bytes of a plugin. Who owns them is said where they are passed. */
typedef struct hipdnnPluginConstData_t {
    const void *ptr; /* the bytes; any alignment */
    size_t size; /* how many */
} hipdnnPluginConstData_t;

/* Memory bound to one tensor of a graph. */
typedef struct hipdnnPluginDeviceBuffer_t {
    int64_t uid; /* the tensor */
    void *ptr; /* its memory, in the address space of the handle's device */
} hipdnnPluginDeviceBuffer_t;

/* ------------------------------------------------------------------------------------------------ opaque types */

/* Defined by the plugin alone. */
typedef struct HipdnnEnginePluginHandle *hipdnnEnginePluginHandle_t;
typedef struct HipdnnEnginePluginExecutionContext *hipdnnEnginePluginExecutionContext_t;
typedef struct hipdnnHeuristicHandle_opaque *hipdnnHeuristicHandle_t;
typedef struct hipdnnHeuristicPolicyDescriptor_opaque *hipdnnHeuristicPolicyDescriptor_t;

/* Declared as HIP declares it, so that its headers may come before, after or not at all: repeating an identical typedef
 * is legal in C11 and C++ (D23). On a CUDA handle it carries a cudaStream_t; on the CPU it is NULL. */
typedef struct ihipStream_t *hipStream_t;

/* ------------------------------------------------------------------------------------------------ layout */

/* Enumerations are passed as C ints. */
static_assert(sizeof(hipdnnPluginStatus_t) == 4, "hipdnnPluginStatus_t has 4 bytes");
static_assert(sizeof(hipdnnPluginType_t) == 4, "hipdnnPluginType_t has 4 bytes");
static_assert(sizeof(hipdnnSeverity_t) == 4, "hipdnnSeverity_t has 4 bytes");
static_assert(sizeof(hipdnnBackendBehaviorNote_t) == 4, "hipdnnBackendBehaviorNote_t has 4 bytes");
static_assert(sizeof(hipdnnDeviceKind_t) == 4, "hipdnnDeviceKind_t has 4 bytes");

/* The last value of each list: whoever inserts instead of appending is stopped here. */
static_assert(HIPDNN_PLUGIN_STATUS_SUCCESS == 0 && HIPDNN_PLUGIN_STATUS_NOT_INITIALIZED == 6, "plugin statuses");
static_assert(HIPDNN_PLUGIN_TYPE_ENGINE == 1 && HIPDNN_PLUGIN_TYPE_HEURISTIC == 2, "plugin types");
static_assert(HIPDNN_SEV_INFO == 0 && HIPDNN_SEV_OFF == 4, "severities");
static_assert(HIPDNN_BEHAVIOR_NOTE_SUPPORTS_EXECUTION_PLAN_SERIALIZATION == 4, "behaviour notes");
static_assert(HIPDNN_DEVICE_KIND_CPU == 0 && HIPDNN_DEVICE_KIND_CUDA == 2, "device kinds");

static_assert(sizeof(hipdnnPluginConstData_t) == 16, "hipdnnPluginConstData_t has 16 bytes");
static_assert(offsetof(hipdnnPluginConstData_t, ptr) == 0, "hipdnnPluginConstData_t.ptr is at 0");
static_assert(offsetof(hipdnnPluginConstData_t, size) == 8, "hipdnnPluginConstData_t.size is at 8");
static_assert(sizeof(hipdnnPluginDeviceBuffer_t) == 16, "hipdnnPluginDeviceBuffer_t has 16 bytes");
static_assert(offsetof(hipdnnPluginDeviceBuffer_t, uid) == 0, "hipdnnPluginDeviceBuffer_t.uid is at 0");
static_assert(offsetof(hipdnnPluginDeviceBuffer_t, ptr) == 8, "hipdnnPluginDeviceBuffer_t.ptr is at 8");

/* Handles and callbacks are passed as one pointer. */
static_assert(sizeof(hipdnnEnginePluginHandle_t) == 8, "hipdnnEnginePluginHandle_t is a pointer of 8 bytes");
static_assert(sizeof(hipdnnEnginePluginExecutionContext_t) == 8, "an execution context is a pointer of 8 bytes");
static_assert(sizeof(hipdnnHeuristicHandle_t) == 8, "hipdnnHeuristicHandle_t is a pointer of 8 bytes");
static_assert(sizeof(hipdnnHeuristicPolicyDescriptor_t) == 8, "a policy descriptor is a pointer of 8 bytes");
static_assert(sizeof(hipStream_t) == 8, "hipStream_t is a pointer of 8 bytes");
static_assert(sizeof(hipdnnCallback_t) == 8, "hipdnnCallback_t is a pointer of 8 bytes");

#ifdef __cplusplus
}
#endif

#endif
