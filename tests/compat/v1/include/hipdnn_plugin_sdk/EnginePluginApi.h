/* SPDX-License-Identifier: MIT */
/* What an engine plugin exports, in the order in which the host looks it up.
 *
 * An engine plugin is one shared library with one or more engines. The host asks it which engines can run a graph, what
 * they need, lets one of them plan, and runs the plan. Graphs, configs and details cross as FlatBuffers of the data
 * schema; everything else is a number, a pointer or an opaque handle.
 *
 * The life of a library, as calls:
 *
 *     load      PluginGetName, GetVersion, GetApiVersion, GetType, SetLoggingCallback, SetLogLevel,
 *               GetDeviceKind_ext, GetAllEngineIds (count, fill), GetEngineName per engine
 *     handle    Create, SetDevice_ext, SetStream                   per host handle
 *     select    GetApplicableEngineIds, GetEngineDetails           per graph, ExplainEngine_ext when asked why not
 *     plan      GetWorkspaceSize, CreateExecutionContext, GetWorkspaceSizeFromExecutionContext
 *     run       ExecuteOpGraph, again and again
 *     end       DestroyExecutionContext, DestroyEngineDetails, Destroy
 *
 * "Required": a library without it is refused. "Optional": absence means what the function's comment says.
 *
 * RULES. Messages quote them. New ones are appended, none is renumbered.
 *
 * The plugin
 *   EP-1   exports every required function with C linkage and hides everything else. Two libraries whose symbols are
 *          not hidden end up in each other's functions; the usual sign is two equal handles (EP-8).
 *   EP-2   answers a name and a version that live as long as the library.
 *   EP-3   answers HIPDNN_PLUGIN_TYPE_ENGINE and exports no function of the heuristic plugin API (D36).
 *   EP-4   answers "major.minor.patch" as API version. Major 1 is accepted, 0 still let in; anything else refuses the
 *          library.
 *   EP-5   announces at least one engine, the same ones in the count call and in the fill call, none twice, none with
 *          id 0. A breach refuses the library.
 *   EP-6   makes the id of an engine from its name: FNV-1a, 64 bits, over the bytes without the NUL, taken as signed
 *          (hipdnn_engine_name_to_id). An engine whose name does not hash to its id is dropped; the others stay.
 *   EP-7   may not announce an id that a library loaded earlier owns; that engine is dropped, the others stay.
 *   EP-8   gives each Create a handle that is not NULL and differs from every living handle, other libraries' included;
 *          else it is passed over for that host handle.
 *   EP-9   keeps no pointer that it was lent for a call; it copies what it needs later.
 *   EP-10  owns every buffer that it hands out until the matching Destroy call; texts live as the function says.
 *   EP-11  says why: a failing call leaves a text in the thread's last error, naming object, value seen, value allowed.
 *          NOT_APPLICABLE is an answer and needs none. Outputs of a failing call are ignored.
 *   EP-12  lets no exception, longjmp or exit cross the boundary. An unexpected failure is INTERNAL_ERROR, running out
 *          of memory ALLOC_FAILED.
 *   EP-13  verifies a FlatBuffer before it reads one, and writes to none that it was lent.
 *   EP-14  answers GetApplicableEngineIds with ids that it announced, none twice, never more than it has.
 *   EP-15  decides applicability from the graph and the device alone, always alike, without compiling kernels and
 *          without allocating device memory: it is asked for every graph of the user.
 *   EP-16  makes EngineDetails that verify. Behaviour notes in them are not negative.
 *   EP-17  needs no more workspace than it said: execution stays within what GetWorkspaceSizeFromExecutionContext
 *          answered for that context. The estimate of GetWorkspaceSize may differ from it.
 *   EP-18  exports all three functions of the serialise group or none.
 *   EP-19  logs through the callback that it was given, never from within it. Once its last handle is destroyed, no
 *          thread of its own logs.
 *   EP-20  makes functions without a handle safe to call from any thread at any time; with a handle it may count on
 *          EP-52.
 *   EP-21  treats a finished execution context as immutable. A context may be executed with another handle of the same
 *          library and device than the one that made it, on several threads at once, each with a handle of its own.
 *   EP-22  finds buffers by uid, not by place; queues work on the handle's stream; and, in an engine that notes
 *          SUPPORTS_GRAPH_CAPTURE, neither synchronises nor allocates during execution.
 *   EP-23  does nothing at load: no thread, no device call. A library that brings a thread pool or a GPU runtime is
 *          linked -z nodelete, because unloading it under a running thread crashes.
 *   EP-24  takes overridden shapes only through ExecuteOpGraphWithOverrides, and states API 1.1.0 or newer if it
 *          exports that.
 *
 * The host
 *   EP-50  makes the load calls once per library, in the order shown above. It gives no callback before the major of
 *          the API version is accepted.
 *   EP-51  leaves a refused library out, logs the reason, the rule and the path, and loads the others.
 *   EP-52  makes one call at a time on one handle, and none after Destroy.
 *   EP-53  asks for the last error right after a failed call, on the same thread, before any other call, and copies it.
 *   EP-54  keeps what it lends unchanged for the length of the call.
 *   EP-55  passes only graphs that verify, with at most the API version that the plugin states; a graph with overrides
 *          enabled only to a library that exports ExecuteOpGraphWithOverrides.
 *   EP-56  asks GetEngineDetails once per engine and graph, GetWorkspaceSize when a config is finalized, the exact size
 *          when a plan is (D39).
 *   EP-57  destroys what was created exactly once: contexts, then engine details, then handles (D34). At process exit,
 *          when the library may already be half gone, it destroys nothing.
 *   EP-58  executes with a non-NULL pointer, aligned as the graph says, for every tensor of the graph that is neither
 *          virtual nor has its value in the graph, and with at least the exact workspace (D43). A run-time scalar comes
 *          as a host pointer.
 *   EP-59  never falls back from a call with overrides to the plain one.
 *   EP-60  opens with immediate binding and local scope, and unloads only when no handle of the library is left.
 *   EP-61  reports ALLOC_FAILED as such and every other failure as a plugin error with the plugin's name, the engine,
 *          the call, the status name and the plugin's text (D26).
 *   EP-62  gives a plugin handle only to libraries of the host handle's device kind (D14).
 *
 * Source: the engine plugin ABI table (tests/abi/engine-plugin-abi.tsv), the architecture document; D-numbers are the
 * project's decisions. */
#ifndef HIPDNN_PLUGIN_SDK_ENGINE_PLUGIN_API_H
#define HIPDNN_PLUGIN_SDK_ENGINE_PLUGIN_API_H

#include "PluginApi.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ------------------------------------------------------------------------------------------------ engines, handle */

/* The ids of all engines of the library.
 *
 * engine_ids  out, max_engines places; may be NULL when max_engines is 0.
 * num_engines out. max_engines 0: how many there are. Else how many were written.
 *
 * Needed    required, since API 1.0.0. EP-5 to EP-7.
 * Called    at load, twice: to count, to fill. There is no handle yet; no device may be asked (EP-23).
 * Status    SUCCESS. BAD_PARAM: num_engines is NULL, or engine_ids is NULL and max_engines is not 0. Anything but
 *           SUCCESS refuses the library. */
HIPDNN_PLUGIN_NODISCARD HIPDNN_PLUGIN_EXPORT hipdnnPluginStatus_t
hipdnnEnginePluginGetAllEngineIds(int64_t *engine_ids, uint32_t max_engines, uint32_t *num_engines);

/* Makes the plugin's session for one host handle.
 *
 * handle    out; destroyed with hipdnnEnginePluginDestroy.
 *
 * Needed    required, since API 1.0.0. EP-8.
 * Called    once per host handle, when that is created, on its thread. Without SetDevice_ext the host makes the
 *           handle's device current first.
 * Status    SUCCESS. BAD_PARAM: handle is NULL. ALLOC_FAILED. INTERNAL_ERROR: a library below refuses. After a failure
 *           the library is passed over for this host handle; the others go on. */
HIPDNN_PLUGIN_NODISCARD HIPDNN_PLUGIN_EXPORT hipdnnPluginStatus_t
hipdnnEnginePluginCreate(hipdnnEnginePluginHandle_t *handle);

/* Ends a session. Its contexts and engine details are gone by then (EP-57).
 *
 * handle    not NULL; must not be used afterwards, whatever the answer.
 *
 * Needed    required, since API 1.0.0.
 * Called    once per handle: when the host handle was destroyed and its last graph, config, plan and heuristic is gone.
 * Status    SUCCESS. BAD_PARAM: handle is NULL. A failure is only logged. */
HIPDNN_PLUGIN_NODISCARD HIPDNN_PLUGIN_EXPORT hipdnnPluginStatus_t
hipdnnEnginePluginDestroy(hipdnnEnginePluginHandle_t handle);

/* Sets the stream on which later work of the handle is queued.
 *
 * stream    not owned; NULL is the device's default stream. Outlives its use by the user's promise.
 *
 * Needed    required, since API 1.0.0.
 * Called    whenever the user sets the stream of the host handle. Before the first call: the default stream.
 * Status    SUCCESS. BAD_PARAM: handle is NULL. INTERNAL_ERROR: a library below refuses. */
HIPDNN_PLUGIN_NODISCARD HIPDNN_PLUGIN_EXPORT hipdnnPluginStatus_t
hipdnnEnginePluginSetStream(hipdnnEnginePluginHandle_t handle, hipStream_t stream);

/* ------------------------------------------------------------------------------------------------ selection */

/* Which engines of the library can run a graph.
 *
 * op_graph    Graph buffer, lent for the call.
 * engine_ids  out, max_engines places; may be NULL when max_engines is 0.
 * num_engines out; how many apply, even if that is more than max_engines. At most max_engines are written. 0 is an
 *             ordinary answer.
 *
 * Needed    required, since API 1.0.0. EP-13 to EP-15.
 * Called    when candidates are collected, and again when an engine descriptor is finalized. Not called for a graph
 *           that needs a newer API, or overrides that the library lacks (EP-55).
 * Status    SUCCESS. BAD_PARAM: a pointer is NULL, or the graph is malformed. ALLOC_FAILED. INTERNAL_ERROR. After a
 *           failure, or ids that break EP-14, the library is left out of this selection (D44). */
HIPDNN_PLUGIN_NODISCARD HIPDNN_PLUGIN_EXPORT hipdnnPluginStatus_t
hipdnnEnginePluginGetApplicableEngineIds(hipdnnEnginePluginHandle_t handle, const hipdnnPluginConstData_t *op_graph,
                                         int64_t *engine_ids, uint32_t max_engines, uint32_t *num_engines);

/* What an engine offers for a graph: its knobs and behaviour notes.
 *
 * engine_id      one that applies to the graph.
 * op_graph       Graph buffer, lent for the call.
 * engine_details out; an EngineDetails buffer of the plugin's, freed by hipdnnEnginePluginDestroyEngineDetails.
 *
 * Needed    required, since API 1.0.0. EP-16.
 * Called    once per engine and graph, when an engine descriptor is first finalized for it (D39).
 * Status    SUCCESS. BAD_PARAM: a pointer is NULL, the engine is not the plugin's, or the graph is malformed.
 *           ALLOC_FAILED. INTERNAL_ERROR. */
HIPDNN_PLUGIN_NODISCARD HIPDNN_PLUGIN_EXPORT hipdnnPluginStatus_t
hipdnnEnginePluginGetEngineDetails(hipdnnEnginePluginHandle_t handle, int64_t engine_id,
                                   const hipdnnPluginConstData_t *op_graph, hipdnnPluginConstData_t *engine_details);

/* Frees engine details and sets the structure to zero.
 *
 * engine_details in, out; as GetEngineDetails filled it.
 *
 * Needed    required, since API 1.0.0.
 * Called    once per filled structure, with the handle that made it.
 * Status    SUCCESS. BAD_PARAM: a pointer is NULL, the one inside included. A failure is only logged. */
HIPDNN_PLUGIN_NODISCARD HIPDNN_PLUGIN_EXPORT hipdnnPluginStatus_t
hipdnnEnginePluginDestroyEngineDetails(hipdnnEnginePluginHandle_t handle, hipdnnPluginConstData_t *engine_details);

/* ------------------------------------------------------------------------------------------------ planning */

/* How much workspace an engine would need, before planning.
 *
 * engine_config  EngineConfig buffer: engine id and knob settings; lent for the call.
 * op_graph       Graph buffer, lent for the call.
 * workspace_size out, bytes; an estimate (EP-17).
 *
 * Needed    required, since API 1.0.0.
 * Called    when an engine config is finalized.
 * Status    SUCCESS. BAD_PARAM: a pointer is NULL, a buffer is malformed, or the engine is not the plugin's.
 *           INVALID_VALUE: a knob's value is not allowed. ALLOC_FAILED. INTERNAL_ERROR. */
HIPDNN_PLUGIN_NODISCARD HIPDNN_PLUGIN_EXPORT hipdnnPluginStatus_t
hipdnnEnginePluginGetWorkspaceSize(hipdnnEnginePluginHandle_t handle, const hipdnnPluginConstData_t *engine_config,
                                   const hipdnnPluginConstData_t *op_graph, size_t *workspace_size);

/* Plans: everything expensive happens here, so that execution has nothing left to decide.
 *
 * engine_config     EngineConfig buffer, lent for the call.
 * op_graph          Graph buffer, lent for the call.
 * execution_context out; freed by hipdnnEnginePluginDestroyExecutionContext.
 *
 * Needed    required, since API 1.0.0. EP-9, EP-21.
 * Called    when an execution plan is finalized. Without SetDevice_ext the host makes the handle's device current
 *           first.
 * Status    SUCCESS. BAD_PARAM, INVALID_VALUE: as GetWorkspaceSize. ALLOC_FAILED. INTERNAL_ERROR. */
HIPDNN_PLUGIN_NODISCARD HIPDNN_PLUGIN_EXPORT hipdnnPluginStatus_t hipdnnEnginePluginCreateExecutionContext(
    hipdnnEnginePluginHandle_t handle, const hipdnnPluginConstData_t *engine_config,
    const hipdnnPluginConstData_t *op_graph, hipdnnEnginePluginExecutionContext_t *execution_context);

/* Frees a plan's context. Work that it queued may still be running on the stream; what that needs must stay alive.
 *
 * Needed    required, since API 1.0.0.
 * Called    once per context, with the handle that made it.
 * Status    SUCCESS. BAD_PARAM: a pointer is NULL. A failure is only logged. */
HIPDNN_PLUGIN_NODISCARD HIPDNN_PLUGIN_EXPORT hipdnnPluginStatus_t hipdnnEnginePluginDestroyExecutionContext(
    hipdnnEnginePluginHandle_t handle, hipdnnEnginePluginExecutionContext_t execution_context);

/* Writes a context down, so that a later process can rebuild it. First of the serialise group.
 *
 * serialized_context out; opaque bytes of the plugin's, freed by hipdnnEnginePluginDestroySerializedExecutionContext.
 *                    The plugin puts a version of its own into them and refuses foreign ones when they come back.
 *
 * Needed    optional, the group of three together (EP-18); presence decides. Absence: the library's plans cannot be
 *           stored.
 * Called    when the user serialises a plan.
 * Status    SUCCESS, with at least one byte: none is a plugin error. BAD_PARAM: a pointer is NULL. NOT_APPLICABLE: this
 *           context cannot be stored. ALLOC_FAILED. INTERNAL_ERROR. */
HIPDNN_PLUGIN_NODISCARD HIPDNN_PLUGIN_EXPORT hipdnnPluginStatus_t hipdnnEnginePluginSerializeExecutionContext(
    hipdnnEnginePluginHandle_t handle, hipdnnEnginePluginExecutionContext_t execution_context,
    hipdnnPluginConstData_t *serialized_context);

/* Frees what SerializeExecutionContext gave.
 *
 * Needed    optional, the group of three together (EP-18).
 * Called    right after the host copied the bytes.
 * Status    SUCCESS. BAD_PARAM: a pointer is NULL. A failure is only logged. */
HIPDNN_PLUGIN_NODISCARD HIPDNN_PLUGIN_EXPORT hipdnnPluginStatus_t hipdnnEnginePluginDestroySerializedExecutionContext(
    hipdnnEnginePluginHandle_t handle, hipdnnPluginConstData_t *serialized_context);

/* Rebuilds a context from stored bytes, without graph and config.
 *
 * serialized_context lent for the call. It comes from a file: the plugin trusts none of it.
 * execution_context  out; freed by hipdnnEnginePluginDestroyExecutionContext.
 *
 * Needed    optional, the group of three together (EP-18).
 * Called    when the user loads a stored plan.
 * Status    SUCCESS. BAD_PARAM: a pointer is NULL, or the bytes are malformed or of another version or device.
 *           ALLOC_FAILED. INTERNAL_ERROR. */
HIPDNN_PLUGIN_NODISCARD HIPDNN_PLUGIN_EXPORT hipdnnPluginStatus_t
hipdnnEnginePluginCreateExecutionContextFromSerialized(hipdnnEnginePluginHandle_t handle,
                                                       const hipdnnPluginConstData_t *serialized_context,
                                                       hipdnnEnginePluginExecutionContext_t *execution_context);

/* How much workspace a context needs when it runs.
 *
 * workspace_size out, bytes; exact (EP-17). 0: execution gets NULL.
 *
 * Needed    required, since API 1.0.0.
 * Called    when an execution plan is finalized, right after its context is made.
 * Status    SUCCESS. BAD_PARAM: a pointer is NULL. INTERNAL_ERROR. */
HIPDNN_PLUGIN_NODISCARD HIPDNN_PLUGIN_EXPORT hipdnnPluginStatus_t
hipdnnEnginePluginGetWorkspaceSizeFromExecutionContext(hipdnnEnginePluginHandle_t handle,
                                                       hipdnnEnginePluginExecutionContext_t execution_context,
                                                       size_t *workspace_size);

/* ------------------------------------------------------------------------------------------------ execution */

/* Runs a plan: queues it on the handle's stream and returns. On the CPU it may be done on return.
 *
 * workspace          device memory of at least the exact size, NULL when that is 0; scratch, the contents are nobody's.
 *                    Its alignment is the user's allocator's; the host promises none.
 * device_buffers     num_device_buffers pairs of uid and pointer, in the user's order; lent for the call. There may be
 *                    pairs that the plan does not use.
 *
 * Needed    required, since API 1.0.0. EP-21, EP-22.
 * Called    per hipdnnBackendExecute without overrides.
 * Status    SUCCESS: queued. BAD_PARAM: a pointer is NULL, or a uid that the plan needs is missing. ALLOC_FAILED.
 *           INTERNAL_ERROR: the launch failed. */
HIPDNN_PLUGIN_NODISCARD HIPDNN_PLUGIN_EXPORT hipdnnPluginStatus_t hipdnnEnginePluginExecuteOpGraph(
    hipdnnEnginePluginHandle_t handle, hipdnnEnginePluginExecutionContext_t execution_context, void *workspace,
    const hipdnnPluginDeviceBuffer_t *device_buffers, uint32_t num_device_buffers);

/* Runs a plan with other shapes for some tensors than it was planned with.
 *
 * num_overrides       at least 1; the length of the four arrays, which run in parallel and are lent for the call.
 * override_unique_ids tensors whose shape differs; each is also among device_buffers, none twice.
 * override_lengths    rank of each.
 * override_shapes     per tensor `length` extents.
 * override_strides    per tensor `length` strides, in elements.
 * The rest            as hipdnnEnginePluginExecuteOpGraph.
 *
 * Needed    optional, since API 1.1.0; needs the symbol and the stated version (EP-24). Absence: graphs with overrides
 *           enabled do not reach the library.
 * Called    per hipdnnBackendExecute with at least one override, on a plan that allows them (EP-59).
 * Status    SUCCESS: queued. BAD_PARAM: as ExecuteOpGraph. INVALID_VALUE: a shape that this plan cannot run.
 *           ALLOC_FAILED. INTERNAL_ERROR. */
HIPDNN_PLUGIN_NODISCARD HIPDNN_PLUGIN_EXPORT hipdnnPluginStatus_t hipdnnEnginePluginExecuteOpGraphWithOverrides(
    hipdnnEnginePluginHandle_t handle, hipdnnEnginePluginExecutionContext_t execution_context, void *workspace,
    const hipdnnPluginDeviceBuffer_t *device_buffers, uint32_t num_device_buffers, uint32_t num_overrides,
    const int64_t *override_unique_ids, const uint32_t *override_lengths, const int64_t *const *override_shapes,
    const int64_t *const *override_strides);

/* ------------------------------------------------------------------------------------------------ names */

/* The name of an engine, by which users and policies know it.
 *
 * name      out; the text belongs to the plugin and lives as long as the library.
 *
 * Needed    optional, since API 1.4.0, but presence alone decides. Absence: engines are shown by a built-in list or as
 *           hexadecimal ids.
 * Called    at load, once per engine, by ascending id; the host keeps a copy. No handle; any thread.
 * Status    SUCCESS: the name must hash to the id (EP-6); NULL or "" counts as unnamed. NOT_APPLICABLE: unnamed, the
 *           engine stays. Anything else drops the engine. */
HIPDNN_PLUGIN_NODISCARD HIPDNN_PLUGIN_EXPORT hipdnnPluginStatus_t hipdnnEnginePluginGetEngineName(int64_t engine_id,
                                                                                                  const char **name);

/* ------------------------------------------------------------------------------------------------ our extensions */

/* Hosts other than this project's do not call these; a plugin that exports them runs there as well. */

/* Why an engine does not apply to a graph, for people: node, tensor, attribute, value seen, value allowed (D13).
 *
 * engine_id one of the plugin's.
 * op_graph  Graph buffer, lent for the call.
 * text      out, `capacity` bytes with the NUL; cut to fit, always NUL-terminated when capacity is not 0.
 *
 * Needed    optional; presence decides. Absence: no reason is known.
 * Called    after GetApplicableEngineIds left the engine out, when somebody asks why: no engine applies at all, or the
 *           selection is traced. Never on the way to a result.
 * Status    SUCCESS: text is one sentence. NOT_APPLICABLE: no reason to give; the engine applies, or none is known.
 *           BAD_PARAM: a pointer is NULL, the engine is not the plugin's, or the graph is malformed. Any failure counts
 *           as no reason known and is logged. */
HIPDNN_PLUGIN_NODISCARD HIPDNN_PLUGIN_EXPORT hipdnnPluginStatus_t
hipdnnEnginePluginExplainEngine_ext(hipdnnEnginePluginHandle_t handle, int64_t engine_id,
                                    const hipdnnPluginConstData_t *op_graph, char *text, size_t capacity);

/* Which kind of device the library's engines run on (D14).
 *
 * kind      out.
 *
 * Needed    optional; presence decides. Absence: HIP on a machine where a HIP device answers, else CPU.
 * Called    once, at load. It states what the library is built for; no device may be asked (EP-23).
 * Status    SUCCESS. BAD_PARAM: kind is NULL. Anything but SUCCESS, or an unknown kind, refuses the library. */
HIPDNN_PLUGIN_NODISCARD HIPDNN_PLUGIN_EXPORT hipdnnPluginStatus_t
hipdnnEnginePluginGetDeviceKind_ext(hipdnnDeviceKind_t *kind);

/* Tells a handle its device, for good (D14).
 *
 * ordinal   index of the device among those of the library's kind; 0 on the CPU.
 *
 * Needed    optional; presence decides. Absence: the host makes the device current around Create and context creation.
 * Called    once, right after Create and before anything else on the handle.
 * Status    SUCCESS. BAD_PARAM: handle is NULL. INVALID_VALUE: no such device. After a failure the library is passed
 *           over for this host handle. */
HIPDNN_PLUGIN_NODISCARD HIPDNN_PLUGIN_EXPORT hipdnnPluginStatus_t
hipdnnEnginePluginSetDevice_ext(hipdnnEnginePluginHandle_t handle, int ordinal);

#ifdef __cplusplus
}
#endif

#endif
