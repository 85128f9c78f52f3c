/* SPDX-License-Identifier: MIT */
/* The backend C API: handles, descriptors with attributes, and what is made from them.
 *
 * The usual way: hipdnnCreate; descriptors for tensors, operations and their graph; a heuristic descriptor ranks the
 * engines; its results are engine configs; a config makes an execution plan; a variant pack binds memory; execute.
 * Which attributes a descriptor has, their types and counts: docs/attributes.md.
 *
 * What holds for every function, so that it is not said again below:
 *
 *   Statuses   SUCCESS is 0. A failure leaves one sentence in this thread's last error (hipdnnGetLastErrorString); a
 *              success changes nothing there. Statuses are named without HIPDNN_STATUS_. Besides those listed, every
 *              function that returns a status may answer
 *                BAD_PARAM       a handle or descriptor was destroyed, or is of another kind than the function takes
 *                ALLOC_FAILED    memory ran out, here or in a plugin (D26)
 *                INTERNAL_ERROR  the library failed in a way that it does not expect
 *              A handle or descriptor pointer that the library never gave is the caller's error and is not detected.
 *   Ownership  Create gives something to destroy, and NULL after a failure. Get of a descriptor gives a reference to
 *              the same object, to be destroyed like one of your own. Set and all other inputs copy, and keep
 *              descriptors alive that they refer to.
 *   Threads    "any": locked or without state. "one per handle", "one per descriptor": calls on the same object come
 *              one at a time. Finalized descriptors are immutable and may be used by several threads, with the one
 *              exception of hipdnnBackendUpdateVariantPack_ext (D25).
 *   Two calls  "NULL asks the size" means: with that pointer NULL the call writes the size needed and succeeds.
 *   Since      every function is there since the first release.
 *   Source     "table" is tests/abi/backend-functions.tsv, row of the same name; "architecture" the backend
 *              architecture document; RFC the heuristics RFC; D-numbers are the project's decisions. */
#ifndef HIPDNN_BACKEND_H
#define HIPDNN_BACKEND_H

#include "hipdnn_backend_attributes.h"
#include "hipdnn_backend_enums.h"
#include "hipdnn_modes.h"

#include <assert.h>
#include <stddef.h>
#include <stdint.h>

/* ------------------------------------------------------------------------------------------------ macros */

#if defined(__GNUC__) && !defined(HIPDNN_BACKEND_STATIC_DEFINE)
#define HIPDNN_BACKEND_EXPORT __attribute__((visibility("default")))
#define HIPDNN_BACKEND_NO_EXPORT __attribute__((visibility("hidden")))
#else
#define HIPDNN_BACKEND_EXPORT
#define HIPDNN_BACKEND_NO_EXPORT
#endif
#if defined(__GNUC__)
#define HIPDNN_BACKEND_DEPRECATED __attribute__((__deprecated__))
#else
#define HIPDNN_BACKEND_DEPRECATED
#endif
#define HIPDNN_BACKEND_DEPRECATED_EXPORT HIPDNN_BACKEND_EXPORT HIPDNN_BACKEND_DEPRECATED

/* Bytes that hold every error text, NUL included. */
#define HIPDNN_ERROR_STRING_MAX_LENGTH 2048

/* What counts until hipdnnSetEnginePluginPaths_ext, hipdnnSetHeuristicPluginPaths_ext and hipdnnSetPluginUnloadMode_ext
 * say otherwise. Macros, because C11 has no constexpr. */
#define HIPDNN_DEFAULT_PLUGIN_LOADING_MODE HIPDNN_PLUGIN_LOADING_ADDITIVE
#define HIPDNN_DEFAULT_PLUGIN_UNLOADING_MODE HIPDNN_PLUGIN_UNLOAD_LAZY

#ifdef __cplusplus
extern "C" {
#endif

/* ------------------------------------------------------------------------------------------------ types */

/* A user's session: device, stream, plugins, policies. */
typedef struct hipdnnHandle *hipdnnHandle_t;

/* Any of the objects that hipdnnBackendDescriptorType_t lists. */
typedef struct HipdnnBackendDescriptor *hipdnnBackendDescriptor_t;

/* Declared as HIP declares it, so that its headers may come before, after or not at all: repeating an identical typedef
 * is legal in C11 and C++ (D23). On a CUDA handle it carries a cudaStream_t; on the CPU it is NULL. */
typedef struct ihipStream_t *hipStream_t;

/* A FlatBuffer as the value of an attribute (HIPDNN_TYPE_FLATBUFFER_DATA_STRUCT_EXT). */
typedef struct hipdnnBackendFlatbufferData_t {
    const void *ptr; /* after a get: lives as long as the descriptor that it came from */
    size_t size; /* bytes */
} hipdnnBackendFlatbufferData_t;

/* The three groups below stand in hipdnn_plugin_sdk/PluginApiDataTypes.h too, identically: plugins do not include this
 * header, and programs need not include that one. */

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

/* A user's log sink and the word that it gets back with every line. Lines are lent for the call. */
typedef void *hipdnnUserLogCallbackHandle_t;
typedef void (*hipdnnUserLogCallback_t)(hipdnnUserLogCallbackHandle_t handle, hipdnnSeverity_t severity,
                                        const char *message);

/* Where plugins are looked for, besides the paths given. */
typedef enum hipdnnPluginLoadingMode_ext_t {
    HIPDNN_PLUGIN_LOADING_ADDITIVE = 0, /* the default folder, then the paths */
    HIPDNN_PLUGIN_LOADING_ABSOLUTE = 1 /* the paths alone */
} hipdnnPluginLoadingMode_ext_t;

/* When plugin libraries are unloaded. */
typedef enum hipdnnPluginUnloadingMode_ext_t {
    HIPDNN_PLUGIN_UNLOAD_LAZY = 0, /* kept until the paths change or the process ends */
    HIPDNN_PLUGIN_UNLOAD_EAGER = 1 /* with the last handle and what was made with it */
} hipdnnPluginUnloadingMode_ext_t;

static_assert(sizeof(hipdnnHandle_t) == 8, "hipdnnHandle_t is a pointer of 8 bytes");
static_assert(sizeof(hipdnnBackendDescriptor_t) == 8, "hipdnnBackendDescriptor_t is a pointer of 8 bytes");
static_assert(sizeof(hipdnnBackendFlatbufferData_t) == 16, "hipdnnBackendFlatbufferData_t has 16 bytes");
static_assert(offsetof(hipdnnBackendFlatbufferData_t, size) == 8, "hipdnnBackendFlatbufferData_t.size is at 8");
static_assert(sizeof(hipdnnStatus_t) == 4, "hipdnnStatus_t has 4 bytes");
static_assert(sizeof(hipdnnBackendAttributeName_t) == 4, "hipdnnBackendAttributeName_t has 4 bytes");

/* ------------------------------------------------------------------------------------------------ handle */

/* Makes a handle on the default device and loads the plugins, if no earlier handle did.
 *
 * The device is what HIPDNN_DEVICE says (`cpu`, `hip[:n]`, `cuda[:n]`); unset: the first of HIP, CUDA that answers and
 * for which an engine plugin is loaded; else the CPU (D14). A plugin that fails to load is left out and logged; with
 * HIPDNN_PLUGIN_STRICT=1 it fails this call (D8).
 *
 * handle     out, not NULL. The caller destroys it with hipdnnDestroy.
 *
 * Threads    any.
 * Status     BAD_PARAM_NULL_POINTER: handle is NULL. BAD_PARAM: HIPDNN_DEVICE is not of that form. NOT_SUPPORTED: it
 *            names a device that does not answer. PLUGIN_ERROR: HIPDNN_PLUGIN_STRICT=1 and a plugin was refused.
 * Source     table; D8, D12, D14. */
HIPDNN_BACKEND_EXPORT hipdnnStatus_t hipdnnCreate(hipdnnHandle_t *handle);

/* Makes a handle on the device named here; HIPDNN_DEVICE is not read. Otherwise as hipdnnCreate.
 *
 * handle     out, not NULL. The caller destroys it with hipdnnDestroy.
 * kind       of device; engines of another kind are no candidates on this handle.
 * ordinal    index among the devices of that kind; 0 for the CPU.
 *
 * Threads    any.
 * Status     BAD_PARAM_NULL_POINTER: handle is NULL. BAD_PARAM: kind is unknown, ordinal is negative, or not 0 for the
 *            CPU. NOT_SUPPORTED: no such device answers. PLUGIN_ERROR: as hipdnnCreate.
 * Source     D14. */
HIPDNN_BACKEND_EXPORT hipdnnStatus_t hipdnnCreateForDevice_ext(hipdnnHandle_t *handle, hipdnnDeviceKind_t kind,
                                                               int ordinal);

/* Gives a handle up. Descriptors made with it stay usable and keep the plugins' sessions alive until the last of them
 * is gone; in EAGER mode the last one of all takes the libraries with it.
 *
 * handle     not NULL; not usable afterwards.
 *
 * Threads    one per handle.
 * Status     BAD_PARAM_NULL_POINTER: handle is NULL.
 * Source     table; architecture, handle destruction; D34. */
HIPDNN_BACKEND_EXPORT hipdnnStatus_t hipdnnDestroy(hipdnnHandle_t handle);

/* Sets the stream on which later executions with this handle are queued, and tells every engine plugin.
 *
 * handle     not NULL.
 * streamId   of the handle's device; not owned; outlives its use. NULL is the default stream.
 *
 * Threads    one per handle.
 * Status     BAD_PARAM_NULL_POINTER: handle is NULL. PLUGIN_ERROR: a plugin refuses the stream.
 * Source     table; architecture, set stream; D26. */
HIPDNN_BACKEND_EXPORT hipdnnStatus_t hipdnnSetStream(hipdnnHandle_t handle, hipStream_t streamId);

/* Reads the stream of a handle.
 *
 * handle     not NULL.
 * streamId   out, not NULL; what was set, NULL if nothing was. Not owned by the caller.
 *
 * Threads    one per handle.
 * Status     BAD_PARAM_NULL_POINTER: either is NULL.
 * Source     table. */
HIPDNN_BACKEND_EXPORT hipdnnStatus_t hipdnnGetStream(hipdnnHandle_t handle, hipStream_t *streamId);

/* ------------------------------------------------------------------------------------------------ descriptors */

/* Makes an empty descriptor, not finalized.
 *
 * descriptorType any that docs/attributes.md lists as creatable.
 * descriptor     out, not NULL. The caller destroys it with hipdnnBackendDestroyDescriptor.
 *
 * Threads    any.
 * Status     BAD_PARAM_NULL_POINTER: descriptor is NULL (checked first). NOT_SUPPORTED: the type is not creatable.
 * Source     table. */
HIPDNN_BACKEND_EXPORT hipdnnStatus_t hipdnnBackendCreateDescriptor(hipdnnBackendDescriptorType_t descriptorType,
                                                                   hipdnnBackendDescriptor_t *descriptor);

/* Gives one reference up. Descriptors that depend on it keep it alive, so early destroy is safe.
 *
 * descriptor not NULL; not usable afterwards through this reference.
 *
 * Threads    any, for a reference of its own.
 * Status     BAD_PARAM_NULL_POINTER: descriptor is NULL. BAD_PARAM: the caller holds no reference any more.
 * Source     table. */
HIPDNN_BACKEND_EXPORT hipdnnStatus_t hipdnnBackendDestroyDescriptor(hipdnnBackendDescriptor_t descriptor);

/* Runs a plan with the memory of a pack: queues it on the stream of the handle, with the handle's plugins.
 *
 * The first time a pack meets a plan, presence and alignment of its pointers and its overrides are checked; the pack
 * remembers that (D43). After that a call costs one indirect call, without lock or allocation.
 *
 * handle        not NULL; of the kind, device and generation of loaded plugins that the plan was made with, not
 *               necessarily the same handle.
 * executionPlan not NULL; finalized.
 * variantPack   not NULL; finalized. The memory that it names stays valid until the stream has done the work.
 *
 * Threads    one per handle. Plans and packs may be shared by threads that use a handle each.
 * Status     BAD_PARAM_NULL_POINTER: any is NULL. BAD_PARAM: a descriptor is of the wrong kind or not finalized; the
 *            handle is of another kind, device or generation; a tensor that the plan needs is missing or misaligned.
 *            BAD_PARAM_OUT_OF_BOUND: an override's shapes or strides reach past their list. NOT_SUPPORTED: overrides
 *            are given and the plan or its plugin cannot take them. INTERNAL_ERROR: the plan's engine is not loaded.
 *            PLUGIN_ERROR: the plugin failed.
 * Source     table; architecture, execute; D25, D26, D43. */
HIPDNN_BACKEND_EXPORT hipdnnStatus_t hipdnnBackendExecute(hipdnnHandle_t handle,
                                                          hipdnnBackendDescriptor_t executionPlan,
                                                          hipdnnBackendDescriptor_t variantPack);

/* Binds other memory to a finalized variant pack, so that a loop needs no new pack.
 *
 * The next hipdnnBackendExecute checks the new pointers as it did the first ones. Workspace and overrides stay.
 *
 * pack       not NULL; a finalized variant pack.
 * count      as many as the pack has unique ids.
 * pointers   not NULL; in the order of the unique ids, copied. A NULL entry unbinds that tensor.
 *
 * Threads    one per pack: not while another thread executes with it. Work already queued keeps the old pointers.
 * Status     BAD_PARAM_NULL_POINTER: pack or pointers is NULL. NOT_INITIALIZED: the pack is not finalized. BAD_PARAM:
 *            not a variant pack, or another count.
 * Source     D43; the project's design, "everything expensive happens before execute". */
HIPDNN_BACKEND_EXPORT hipdnnStatus_t hipdnnBackendUpdateVariantPack_ext(hipdnnBackendDescriptor_t pack, int64_t count,
                                                                        void *const *pointers);

/* Validates a descriptor and freezes it. What that involves depends on the kind: a graph is checked and encoded; a
 * heuristic ranks engines; an engine asks its plugin for details; a config for a workspace estimate; a plan is made.
 *
 * After a failure the descriptor is unfinalized, may be changed and finalized again, heuristics too (D15).
 *
 * descriptor not NULL.
 *
 * Threads    one per descriptor and per handle that it refers to.
 * Status     BAD_PARAM_NULL_POINTER: descriptor is NULL. BAD_PARAM: a required attribute is missing, attributes
 *            contradict each other, an engine does not apply to its graph, or an engine, config, heuristic, plan, knob
 *            info, knob choice or profiling descriptor is finalized already; tensors, operations, graphs and packs
 *            succeed again. NOT_SUPPORTED: a heuristic has no candidate engine (D9) or an unknown mode (D42).
 *            INTERNAL_ERROR: every policy of a heuristic declined (D10). PLUGIN_ERROR: a plugin failed.
 * Source     table; architecture; RFC 5.1; D9, D10, D15, D39, D42. */
HIPDNN_BACKEND_EXPORT hipdnnStatus_t hipdnnBackendFinalize(hipdnnBackendDescriptor_t descriptor);

/* Reads an attribute.
 *
 * Size query: arrayOfElements NULL or requestedElementCount 0, where docs/attributes.md allows it; then elementCount is
 * needed. Vectors: the smaller of the two counts is copied. Text: the count includes the NUL; a short buffer gets cut
 * text, NUL-ended. An attribute that was never set and need not be: success, count 0, array untouched.
 *
 * Each descriptor that is read is a reference for the caller to destroy. HIPDNN_ATTR_ENGINEHEUR_RESULTS is the
 * exception: it fills engine config descriptors that the caller made.
 *
 * descriptor            not NULL.
 * attributeName         one that the kind has.
 * attributeType         the attribute's type.
 * requestedElementCount places in arrayOfElements.
 * elementCount          out; may be NULL when the array is filled, unless docs/attributes.md says otherwise.
 * arrayOfElements       out; may be NULL in a size query.
 *
 * Threads    one per descriptor until it is finalized.
 * Status     BAD_PARAM_NULL_POINTER: a pointer that is needed is NULL. NOT_INITIALIZED: not finalized; graphs may be
 *            read before. BAD_PARAM_NOT_FINALIZED: the same for a heuristic, whose trace may be read after any attempt
 *            (D46). BAD_PARAM: type or count is wrong, or a graph's type attribute was never set. NOT_SUPPORTED: the
 *            kind has no such attribute, or it is not readable. PLUGIN_ERROR: an engine's details are malformed.
 * Source     table; D22, D46. */
HIPDNN_BACKEND_EXPORT hipdnnStatus_t hipdnnBackendGetAttribute(hipdnnBackendDescriptor_t descriptor,
                                                               hipdnnBackendAttributeName_t attributeName,
                                                               hipdnnBackendAttributeType_t attributeType,
                                                               int64_t requestedElementCount, int64_t *elementCount,
                                                               void *arrayOfElements);

/* Writes an attribute. Copies values and takes a reference to child descriptors.
 *
 * Scalar: count exactly 1. Vector: above 0. Text: bytes without the NUL, 0 allowed. Lists of operations and of knob
 * choices append, everything else replaces.
 *
 * descriptor      not NULL.
 * attributeName   one that the kind has.
 * attributeType   the attribute's type.
 * elementCount    as above.
 * arrayOfElements not NULL, unless 0 elements are allowed and given.
 *
 * Threads    one per descriptor.
 * Status     BAD_PARAM_NULL_POINTER: a pointer is NULL, or one in the array. NOT_INITIALIZED: finalized already.
 *            BAD_PARAM: type, count or value is wrong. BAD_PARAM_NOT_FINALIZED: a child is not finalized.
 *            NOT_SUPPORTED: the kind has no such attribute, it is not writable, or a child is of a kind that it does
 *            not take.
 * Source     table; D22, D47. */
HIPDNN_BACKEND_EXPORT hipdnnStatus_t hipdnnBackendSetAttribute(hipdnnBackendDescriptor_t descriptor,
                                                               hipdnnBackendAttributeName_t attributeName,
                                                               hipdnnBackendAttributeType_t attributeType,
                                                               int64_t elementCount, const void *arrayOfElements);

/* ------------------------------------------------------------------------------------------------ errors, version */

/* The name of a status, for example "HIPDNN_STATUS_BAD_PARAM"; "HIPDNN_STATUS_UNKNOWN" for a value that is none.
 *
 * Returns    static text, never NULL.
 * Threads    any.
 * Source     table. */
HIPDNN_BACKEND_EXPORT const char *hipdnnGetErrorString(hipdnnStatus_t status);

/* Copies this thread's last error, cut to fit and NUL-terminated, and clears it. "" when nothing failed since.
 *
 * message    out, maxSize bytes; HIPDNN_ERROR_STRING_MAX_LENGTH always suffices. With NULL, or maxSize 0, nothing is
 *            copied and that itself becomes the last error.
 *
 * Threads    any; each has its own text.
 * Source     table; D45. */
HIPDNN_BACKEND_EXPORT void hipdnnGetLastErrorString(char *message, size_t maxSize);

/* As hipdnnGetLastErrorString, without clearing.
 *
 * Threads    any; each has its own text.
 * Source     table; D45. */
HIPDNN_BACKEND_EXPORT void hipdnnPeekLastErrorString_ext(char *message, size_t maxSize);

/* The library's version. Deprecated: hipdnnVersionString_ext cannot fail.
 *
 * version    out, not NULL; static text.
 *
 * Threads    any.
 * Status     BAD_PARAM_NULL_POINTER: version is NULL.
 * Source     table. */
HIPDNN_BACKEND_DEPRECATED_EXPORT hipdnnStatus_t hipdnnGetVersion_ext(const char **version);

/* The library's version, MAJOR.MINOR.PATCH.TWEAK; the last part is a short commit hash or "unknown".
 *
 * Returns    static text, never NULL.
 * Threads    any.
 * Source     table. */
HIPDNN_BACKEND_EXPORT const char *hipdnnVersionString_ext(void);

/* ------------------------------------------------------------------------------------------------ serialization */

/* Makes a graph descriptor from bytes: a graph, or a container that holds one. It is not finalized, and its handle is
 * still to be set.
 *
 * descriptor      out, not NULL. The caller destroys it.
 * serializedGraph not NULL; verified, then copied. Any alignment.
 * graphByteSize   above 0.
 *
 * Threads    any.
 * Status     BAD_PARAM_NULL_POINTER: a pointer is NULL. BAD_PARAM: size 0, malformed, or a container without a graph.
 *            NOT_SUPPORTED: the graph needs a newer plugin API than this library knows.
 * Source     table. */
HIPDNN_BACKEND_EXPORT hipdnnStatus_t hipdnnBackendCreateAndDeserializeGraph_ext(hipdnnBackendDescriptor_t *descriptor,
                                                                                const uint8_t *serializedGraph,
                                                                                size_t graphByteSize);

/* Makes a graph descriptor from JSON text. Otherwise as hipdnnBackendCreateAndDeserializeGraph_ext.
 *
 * descriptor   out, not NULL. The caller destroys it.
 * jsonGraph    not NULL; an ending NUL is allowed, not needed.
 * jsonByteSize above 0.
 *
 * Threads    any.
 * Status     BAD_PARAM_NULL_POINTER: a pointer is NULL. BAD_PARAM: size 0, or not the JSON of a graph; the text names
 *            line, column and path.
 * Source     table. */
HIPDNN_BACKEND_EXPORT hipdnnStatus_t hipdnnBackendCreateAndDeserializeJsonGraph_ext(
    hipdnnBackendDescriptor_t *descriptor, const char *jsonGraph, size_t jsonByteSize);

/* Writes a graph descriptor as bytes. Works before it is finalized.
 *
 * descriptor        not NULL; a graph.
 * requestedByteSize bytes in serializedGraph.
 * graphByteSize     out, not NULL; the size needed, always written.
 * serializedGraph   out; NULL asks the size.
 *
 * Threads    one per descriptor until it is finalized.
 * Status     BAD_PARAM_NULL_POINTER: descriptor or graphByteSize is NULL. BAD_PARAM_SIZE_INSUFFICIENT: the buffer is
 *            too small; nothing is written to it. BAD_PARAM: not a graph.
 * Source     table. */
HIPDNN_BACKEND_EXPORT hipdnnStatus_t hipdnnBackendGetSerializedBinaryGraph_ext(hipdnnBackendDescriptor_t descriptor,
                                                                               size_t requestedByteSize,
                                                                               size_t *graphByteSize,
                                                                               uint8_t *serializedGraph);

/* Writes a graph descriptor as JSON text. As hipdnnBackendGetSerializedBinaryGraph_ext; the size counts the NUL.
 *
 * descriptor        not NULL; a graph.
 * requestedByteSize bytes in jsonGraph.
 * graphByteSize     out, not NULL; the size needed, always written.
 * jsonGraph         out; NULL asks the size.
 *
 * Threads    one per descriptor until it is finalized.
 * Status     as hipdnnBackendGetSerializedBinaryGraph_ext.
 * Source     table. */
HIPDNN_BACKEND_EXPORT hipdnnStatus_t hipdnnBackendGetSerializedJsonGraph_ext(hipdnnBackendDescriptor_t descriptor,
                                                                             size_t requestedByteSize,
                                                                             size_t *graphByteSize, char *jsonGraph);

/* Writes an execution plan as bytes, its plugin's state included.
 *
 * descriptor        not NULL; a finalized plan.
 * requestedByteSize bytes in serializedPlan.
 * planByteSize      out, not NULL; the size needed, always written.
 * serializedPlan    out; NULL asks the size.
 *
 * Threads    one per handle that the plan was made with: its plugin is asked.
 * Status     BAD_PARAM_NULL_POINTER: descriptor or planByteSize is NULL. NOT_INITIALIZED: the plan is not finalized.
 *            BAD_PARAM: not a plan. BAD_PARAM_SIZE_INSUFFICIENT: the buffer is too small; nothing is written to it.
 *            NOT_SUPPORTED: the plan's plugin cannot store plans. PLUGIN_ERROR: it failed, or gave no bytes.
 * Source     table; D26. */
HIPDNN_BACKEND_EXPORT hipdnnStatus_t hipdnnBackendGetSerializedExecutionPlan_ext(hipdnnBackendDescriptor_t descriptor,
                                                                                 size_t requestedByteSize,
                                                                                 size_t *planByteSize,
                                                                                 uint8_t *serializedPlan);

/* Makes a finalized plan from bytes: a plan, or a container that holds one. It has no engine config: reading that
 * attribute answers BAD_PARAM_NULL_POINTER.
 *
 * handle         not NULL; its plugin rebuilds the plan.
 * descriptor     out, not NULL. The caller destroys it.
 * serializedPlan not NULL; verified. The plugin's part of it is given to that plugin and trusted no further.
 * planByteSize   above 0.
 *
 * Threads    one per handle.
 * Status     BAD_PARAM_NULL_POINTER: a pointer is NULL. BAD_PARAM: size 0, malformed, no plugin state, no tensors, a
 *            negative workspace size, or a container without a plan. NOT_SUPPORTED: another version of the format, or
 *            the plan's engine or plugin is missing or cannot load plans. PLUGIN_ERROR: the plugin refused the bytes.
 * Source     table; D26. */
HIPDNN_BACKEND_EXPORT hipdnnStatus_t hipdnnBackendCreateAndDeserializeExecutionPlan_ext(
    hipdnnHandle_t handle, hipdnnBackendDescriptor_t *descriptor, const uint8_t *serializedPlan, size_t planByteSize);

/* Writes a graph, and a plan if given, into one container, known by "HDGP" at bytes 4 to 7.
 *
 * graphDescriptor   not NULL; a graph.
 * planDescriptor    a finalized plan, or NULL for the graph alone.
 * requestedByteSize bytes in blob.
 * blobByteSize      out, not NULL; the size needed, always written.
 * blob              out; NULL asks the size.
 *
 * Threads    one per handle that the plan was made with; one per descriptor until the graph is finalized.
 * Status     BAD_PARAM_NULL_POINTER: graphDescriptor or blobByteSize is NULL. BAD_PARAM: a descriptor of the wrong
 *            kind. BAD_PARAM_SIZE_INSUFFICIENT: the buffer is too small; nothing is written to it. For the plan as
 *            hipdnnBackendGetSerializedExecutionPlan_ext.
 * Source     table. */
HIPDNN_BACKEND_EXPORT hipdnnStatus_t hipdnnBackendGetSerializedBinaryGraphAndPlan_ext(
    hipdnnBackendDescriptor_t graphDescriptor, hipdnnBackendDescriptor_t planDescriptor, size_t requestedByteSize,
    size_t *blobByteSize, uint8_t *blob);

/* Says what serialized bytes hold.
 *
 * Bytes without the container's mark, or fewer than 8, are reported as a graph, unchecked.
 *
 * blob         not NULL.
 * blobByteSize bytes in it.
 * contentFlags out, not NULL; bits of hipdnnSerializedContentFlags_t.
 *
 * Threads    any.
 * Status     BAD_PARAM_NULL_POINTER: a pointer is NULL. BAD_PARAM: a malformed container.
 * Source     table. */
HIPDNN_BACKEND_EXPORT hipdnnStatus_t hipdnnBackendGetSerializedBinaryContents_ext(const uint8_t *blob,
                                                                                  size_t blobByteSize,
                                                                                  int *contentFlags);

/* ------------------------------------------------------------------------------------------------ logging */

/* Logs one line as the library does: the global level filters, then file or stderr and the user's callbacks get it.
 * The way by which plugins log, open to clients too. A line logged from within a log callback goes to stderr.
 *
 * severity   of the line.
 * msg        NUL-terminated, lent for the call; NULL is ignored.
 *
 * Threads    any.
 * Source     table. */
HIPDNN_BACKEND_EXPORT void hipdnnLoggingCallback_ext(hipdnnSeverity_t severity, const char *msg);

/* Adds, changes or removes a log sink. The pair of callback and handle is the key.
 *
 * callback   not NULL.
 * minLevel   lowest severity that it gets, besides the global level. HIPDNN_SEV_OFF removes it: waits for calls under
 *            way and drops lines still waiting, so that the handle may be freed afterwards.
 * mode       HIPDNN_LOG_CALLBACK_SYNC: called by the thread that logs. HIPDNN_LOG_CALLBACK_ASYNC: may be called by
 *            another one.
 * handle     not NULL; given back with every line, not owned.
 *
 * A line is "[component] text"; the severity comes beside it. Lines logged from within a callback reach no callback.
 *
 * Threads    any; a callback may remove itself, but not wait for another.
 * Status     BAD_PARAM: callback or handle is NULL (not BAD_PARAM_NULL_POINTER), mode or minLevel has no such value, or
 *            the pair to remove is unknown. NOT_INITIALIZED: logging could not be started. This function leaves the
 *            last error as it was.
 * Source     table. */
HIPDNN_BACKEND_EXPORT hipdnnStatus_t hipdnnSetUserLogCallback_ext(hipdnnUserLogCallback_t callback,
                                                                  hipdnnSeverity_t minLevel,
                                                                  hipdnnLogCallbackMode_t mode,
                                                                  hipdnnUserLogCallbackHandle_t handle);

/* Sets the lowest severity that is logged in this process, and tells every loaded plugin.
 *
 * level      any; at first what HIPDNN_LOG_LEVEL says, else HIPDNN_SEV_OFF.
 *
 * Threads    any; process-wide.
 * Status     BAD_PARAM: no such level.
 * Source     table. */
HIPDNN_BACKEND_EXPORT hipdnnStatus_t hipdnnBackendSetGlobalLogLevel_ext(hipdnnSeverity_t level);

/* Reads the lowest severity that is logged.
 *
 * level      out, not NULL.
 *
 * Threads    any.
 * Status     BAD_PARAM: level is NULL (not BAD_PARAM_NULL_POINTER).
 * Source     table. */
HIPDNN_BACKEND_EXPORT hipdnnStatus_t hipdnnBackendGetGlobalLogLevel_ext(hipdnnSeverity_t *level);

/* ------------------------------------------------------------------------------------------------ plugins */

/* Says where engine plugins are loaded from, for handles made later.
 *
 * numPaths    how many; 0 in ABSOLUTE mode leaves none.
 * pluginPaths folders, or library files; may be NULL when numPaths is 0. Copied. A relative path starts at the folder
 *             of the backend library, never at the working directory.
 * loadingMode HIPDNN_PLUGIN_LOADING_ADDITIVE: appended to the paths set before; the default folder is searched first.
 *             HIPDNN_PLUGIN_LOADING_ABSOLUTE: they replace the paths set before, and the default folder is not
 *             searched.
 *
 * Threads    any; process-wide.
 * Status     BAD_PARAM_NULL_POINTER: the array is NULL and numPaths is not 0, or an entry is NULL. BAD_PARAM: no such
 *            mode. NOT_SUPPORTED: a handle, or something made with one, is alive and the configuration would change;
 *            the same configuration again succeeds without effect.
 * Source     table; architecture, set plugin paths; D12. */
HIPDNN_BACKEND_EXPORT hipdnnStatus_t hipdnnSetEnginePluginPaths_ext(size_t numPaths, const char *const *pluginPaths,
                                                                    hipdnnPluginLoadingMode_ext_t loadingMode);

/* Says where heuristic plugins are loaded from. As hipdnnSetEnginePluginPaths_ext; built-in policies are there in both
 * modes.
 *
 * Threads    any; process-wide.
 * Status     as hipdnnSetEnginePluginPaths_ext.
 * Source     table; RFC 10.2; D38. */
HIPDNN_BACKEND_EXPORT hipdnnStatus_t hipdnnSetHeuristicPluginPaths_ext(size_t numPaths, const char *const *pluginPaths,
                                                                       hipdnnPluginLoadingMode_ext_t loadingMode);

/* Says when plugin libraries of both kinds are unloaded. HIPDNN_PLUGIN_UNLOAD_EAGER without a living handle unloads at
 * once.
 *
 * Threads    any; process-wide.
 * Status     BAD_PARAM: no such mode.
 * Source     table; architecture, plugin lifecycle. */
HIPDNN_BACKEND_EXPORT hipdnnStatus_t hipdnnSetPluginUnloadMode_ext(hipdnnPluginUnloadingMode_ext_t unloadingMode);

/* Lists the files of the engine plugins of a handle, in load order.
 *
 * handle         not NULL.
 * numPluginPaths in, out, not NULL; buffers given; then how many there are.
 * pluginPaths    NULL asks the count and the length; else that many buffers of the caller's, none NULL.
 * maxStringLen   in, out, not NULL; bytes of each buffer; then the longest text's, NUL included.
 *
 * Threads    one per handle.
 * Status     BAD_PARAM_NULL_POINTER: handle, numPluginPaths, maxStringLen or a buffer is NULL. BAD_PARAM: too few or
 *            too small buffers.
 * Source     table. */
HIPDNN_BACKEND_EXPORT hipdnnStatus_t hipdnnGetLoadedEnginePluginPaths_ext(hipdnnHandle_t handle, size_t *numPluginPaths,
                                                                          char **pluginPaths, size_t *maxStringLen);

/* Lists the files of the heuristic plugins of a handle, in load order. As hipdnnGetLoadedEnginePluginPaths_ext.
 *
 * Threads    one per handle.
 * Status     as hipdnnGetLoadedEnginePluginPaths_ext.
 * Source     D38; RFC 10.2. */
HIPDNN_BACKEND_EXPORT hipdnnStatus_t hipdnnGetLoadedHeuristicPluginPaths_ext(hipdnnHandle_t handle,
                                                                             size_t *numPluginPaths, char **pluginPaths,
                                                                             size_t *maxStringLen);

/* ------------------------------------------------------------------------------------------------ engines */

/* The id of an engine name, whether or not such an engine exists: FNV-1a, 64 bits, over the bytes without the NUL,
 * taken as signed. Ids are often negative.
 *
 * name       may be NULL.
 *
 * Returns    the id; 0, which is never a valid id, for NULL and "".
 * Threads    any.
 * Source     D38; RFC 5.3.1. */
HIPDNN_BACKEND_EXPORT int64_t hipdnn_engine_name_to_id(const char *name);

/* Counts the engines of the loaded plugins of a handle.
 *
 * handle     not NULL.
 * numEngines out, not NULL.
 *
 * Threads    one per handle.
 * Status     BAD_PARAM_NULL_POINTER: either is NULL.
 * Source     table. */
HIPDNN_BACKEND_EXPORT hipdnnStatus_t hipdnnGetEngineCount_ext(hipdnnHandle_t handle, size_t *numEngines);

/* Describes one engine. Engines are ordered by name.
 *
 * If any of the four texts is NULL, the sizes of all are written, NUL included, and none is copied.
 *
 * handle      not NULL.
 * engineIndex below the count.
 * engineId    out; may be NULL.
 * engineName  out; the name, or the id in hexadecimal.     engineNameLen in, out, not NULL; bytes.
 * pluginName  out; of the library that has the engine.     pluginNameLen in, out, not NULL; bytes.
 * version     out; that library's version.                 versionLen    in, out, not NULL; bytes.
 * type        out; that library's plugin type.             typeLen       in, out, not NULL; bytes.
 *
 * Threads    one per handle.
 * Status     BAD_PARAM_NULL_POINTER: handle or a length is NULL. BAD_PARAM: the index is out of range, or a buffer is
 *            too small.
 * Source     table. */
HIPDNN_BACKEND_EXPORT hipdnnStatus_t hipdnnGetEngineInfo_ext(hipdnnHandle_t handle, size_t engineIndex,
                                                             int64_t *engineId, char *engineName, size_t *engineNameLen,
                                                             char *pluginName, size_t *pluginNameLen, char *version,
                                                             size_t *versionLen, char *type, size_t *typeLen);

/* The id of a loaded engine by its name.
 *
 * handle     not NULL.
 * engineName not NULL.
 * engineId   out, not NULL.
 *
 * Threads    one per handle.
 * Status     BAD_PARAM_NULL_POINTER: any is NULL. NOT_SUPPORTED: no loaded engine has that name.
 * Source     table. */
HIPDNN_BACKEND_EXPORT hipdnnStatus_t hipdnnGetEngineIdByName_ext(hipdnnHandle_t handle, const char *engineName,
                                                                 int64_t *engineId);

/* The name of a loaded engine by its id; the id in hexadecimal if it has none.
 *
 * handle        not NULL.
 * engineId      of an engine that is loaded.
 * engineName    out; NULL asks the size.
 * engineNameLen not NULL; in, bytes of the buffer; out, in a size query alone, the size with the NUL.
 *
 * Threads    one per handle.
 * Status     BAD_PARAM_NULL_POINTER: handle or engineNameLen is NULL. NOT_SUPPORTED: no loaded engine has that id.
 *            BAD_PARAM: the buffer is too small.
 * Source     table. */
HIPDNN_BACKEND_EXPORT hipdnnStatus_t hipdnnGetEngineNameById_ext(hipdnnHandle_t handle, int64_t engineId,
                                                                 char *engineName, size_t *engineNameLen);

/* ------------------------------------------------------------------------------------------------ policies */

/* The id of a policy name, whether or not such a policy exists. The same hash as hipdnn_engine_name_to_id.
 *
 * name       may be NULL.
 *
 * Returns    the id; 0, which is never a valid id, for NULL and "".
 * Threads    any.
 * Source     D38; RFC 5.3.1. */
HIPDNN_BACKEND_EXPORT int64_t hipdnn_policy_name_to_id(const char *name);

/* Counts the policies of a handle, built-in ones included.
 *
 * handle      not NULL.
 * numPolicies out, not NULL.
 *
 * Threads    one per handle.
 * Status     BAD_PARAM_NULL_POINTER: either is NULL.
 * Source     table; RFC 16.2. */
HIPDNN_BACKEND_EXPORT hipdnnStatus_t hipdnnGetHeuristicPolicyCount_ext(hipdnnHandle_t handle, size_t *numPolicies);

/* Describes one policy. Built-in ones come first, then those of plugins in load order.
 *
 * If any of the four texts is NULL, the sizes of all are written, NUL included, and none is copied.
 *
 * handle        not NULL.
 * policyIndex   below the count.
 * policyId      out; may be NULL.
 * policyName    out; the name, or the id in hexadecimal.   policyNameLen    in, out, not NULL; bytes.
 * pluginName    out; of the library, or the built-in.      pluginNameLen    in, out, not NULL; bytes.
 * pluginVersion out; that library's version.               pluginVersionLen in, out, not NULL; bytes.
 * apiVersion    out; the heuristic API that it states.     apiVersionLen    in, out, not NULL; bytes.
 *
 * Threads    one per handle.
 * Status     BAD_PARAM_NULL_POINTER: handle or a length is NULL. BAD_PARAM: the index is out of range, or a buffer is
 *            too small.
 * Source     table; RFC 16.2; D38. */
HIPDNN_BACKEND_EXPORT hipdnnStatus_t hipdnnGetHeuristicPolicyInfo_ext(hipdnnHandle_t handle, size_t policyIndex,
                                                                      int64_t *policyId, char *policyName,
                                                                      size_t *policyNameLen, char *pluginName,
                                                                      size_t *pluginNameLen, char *pluginVersion,
                                                                      size_t *pluginVersionLen, char *apiVersion,
                                                                      size_t *apiVersionLen);

/* Says where a policy comes from.
 *
 * handle     not NULL.
 * index      as hipdnnGetHeuristicPolicyInfo_ext.
 * is_builtin out; 1 or 0; may be NULL.
 * path       out; file of the library, "" for a built-in policy. NULL asks the size.
 * length     in, out, not NULL; bytes of path; the size with the NUL is written in a size query.
 *
 * Threads    one per handle.
 * Status     BAD_PARAM_NULL_POINTER: handle or length is NULL. BAD_PARAM: the index is out of range, or the buffer is
 *            too small.
 * Source     D38; RFC 16.2. */
HIPDNN_BACKEND_EXPORT hipdnnStatus_t hipdnnGetHeuristicPolicySource_ext(hipdnnHandle_t handle, size_t index,
                                                                        int *is_builtin, char *path, size_t *length);

/* Sets the order in which heuristic descriptors of a handle ask policies. HIPDNN_HEUR_POLICY_ORDER and the descriptor's
 * own HIPDNN_ATTR_ENGINEHEUR_POLICY_ORDER_EXT beat it; it beats the list of the mode (D1).
 *
 * handle     not NULL.
 * ids        policy ids, copied; may be NULL when count is 0. Repeats are kept (D6). An id that no policy has is
 *            skipped when it is used, with a warning (D5).
 * count      how many; 0 takes the order back (D11).
 *
 * Threads    one per handle. Counts for heuristics finalized later.
 * Status     BAD_PARAM_NULL_POINTER: handle is NULL, or ids is NULL and count is not 0. BAD_PARAM: an id is 0.
 * Source     D1, D38; RFC 15. */
HIPDNN_BACKEND_EXPORT hipdnnStatus_t hipdnnSetHeuristicPolicyOrder_ext(hipdnnHandle_t handle, const int64_t *ids,
                                                                       size_t count);

/* Stores a measured ranking of engines for a graph on the handle's device, for later selections.
 *
 * Not storing is no failure: the call succeeds and outcome says why. HIPDNN_DISABLE_EXACT_ENGINE_CACHE switches storing
 * off and is looked at before the graph.
 *
 * handle               not NULL.
 * graphDescriptor      not NULL; a finalized graph, else nothing is stored.
 * engineIdsInRankOrder best first, none twice, complete; may be NULL when there are 0, and nothing is stored then.
 * engineIdCount        how many.
 * outcome              out; may be NULL.
 *
 * Threads    one per handle; several processes may write at once.
 * Status     BAD_PARAM_NULL_POINTER: handle or graphDescriptor is NULL.
 * Source     table. */
HIPDNN_BACKEND_EXPORT hipdnnStatus_t hipdnnBackendWriteEngineRankingResults_ext(
    hipdnnHandle_t handle, hipdnnBackendDescriptor_t graphDescriptor, const int64_t *engineIdsInRankOrder,
    size_t engineIdCount, hipdnnAutotuneCacheWriteOutcome_ext_t *outcome);

#ifdef __cplusplus
}
#endif

#endif
