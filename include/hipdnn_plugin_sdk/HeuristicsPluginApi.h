/* SPDX-License-Identifier: MIT */
/* What a heuristic plugin exports: policies that put candidate engines in an order.
 *
 * There are two generations (D2, D37). As it stands this header declares the one-policy generation: one policy per
 * library, every symbol begins with hipdnnHeuristic. With HIPDNN_HEURISTIC_MULTI_POLICY defined it declares the
 * multi-policy generation instead: several policies per library, which introduces itself with the functions of
 * PluginApi.h. Two functions have the same name and other arguments in the two, PolicyDescriptorCreate and
 * PolicyGetSortedEngineIds, so a library is of one generation and a translation unit sees one.
 *
 * The life of a library, as calls:
 *
 *     load      one-policy: GetApiVersion, GetPolicyId, GetPolicyName, GetPluginVersion, SetLoggingCallback,
 *               SetLogLevel
 *               multi-policy: PluginGetName, GetVersion, GetApiVersion, GetType, SetLoggingCallback, SetLogLevel,
 *               GetAllPolicyIds (count, fill), GetPolicyName per policy
 *     handle    HandleCreate                                          per host handle
 *     select    HandleSetDeviceProperties                             once per selection
 *               PolicyDescriptorCreate                                once per slot of the policy order
 *               PolicySetEngineIds, PolicySetSerializedGraph, PolicyFinalize, PolicyGetSortedEngineIds
 *     end       PolicyDescriptorDestroy, HandleDestroy
 *
 * Policies are asked in the order that the user, the environment or the mode gives. The first that applies wins.
 *
 * RULES. Messages quote them. New ones are appended, none is renumbered.
 *
 * The plugin
 *   HP-1   exports every required function of one generation with C linkage, none of the other's metadata functions, no
 *          engine function, and hides everything else (D36).
 *   HP-2   multi-policy: answers HIPDNN_PLUGIN_TYPE_HEURISTIC. One-policy: exports no function named hipdnnPlugin*.
 *   HP-3   answers "major.minor.patch" as API version, with major 1 in the one-policy and 0 in the multi-policy
 *          generation. Anything else refuses the library.
 *   HP-4   makes the id of a policy from its name: FNV-1a, 64 bits, over the bytes without the NUL, taken as signed
 *          (hipdnn_policy_name_to_id). 0 is no id. A name that is told and does not hash to its id refuses the library.
 *   HP-5   announces no policy id twice, nor one that a built-in policy or a library loaded earlier owns. A breach
 *          refuses the library (D8).
 *   HP-6   calls no device runtime, runs no engine and changes nothing that it is given: it reads, and orders ids.
 *   HP-7   verifies a FlatBuffer before it reads one and copies what it keeps.
 *   HP-8   answers PolicyFinalize with SUCCESS and 0 or 1 in `*out_applied`, or with NOT_APPLICABLE. Any other value or
 *          status is logged with the plugin's last error and taken as a decline (D3).
 *   HP-9   ranks a subset of the candidates, none twice. Else the whole answer is dropped, with a log line that names
 *          the first bad id, and the next policy is asked with the original candidates (D4).
 *   HP-10  ranks alike for the same graph, device facts, candidates, environment and stored knowledge (D24).
 *   HP-11  says why: a failing call leaves a text in the thread's last error. No exception, longjmp or exit crosses the
 *          boundary.
 *   HP-12  does nothing at load, and makes functions without a handle safe to call from any thread.
 *
 * The host
 *   HP-50  decides the generation from the metadata symbols, before any call, and gives no callback before the major of
 *          the API version is accepted (D36).
 *   HP-51  leaves a refused library out, logs the reason, the rule and the path, and loads the others (D8).
 *   HP-52  makes one call at a time on one handle and the descriptors made with it.
 *   HP-53  asks for the last error right after a failed call, on the same thread, before any other call, and copies it.
 *   HP-54  sets device properties once per distinct handle in every selection, before any PolicyFinalize.
 *   HP-55  asks PolicyGetSortedEngineIds only after a PolicyFinalize that applied, with room for every candidate.
 *   HP-56  keeps a policy descriptor as long as the heuristic descriptor that it serves, and destroys it before the
 *          handle (D2, D34).
 *
 * Source: the heuristics RFC, section 8; the heuristic plugin ABI table (tests/abi/heuristic-plugin-abi-upstream.tsv);
 * D-numbers are the project's decisions. */
#ifndef HIPDNN_PLUGIN_SDK_HEURISTICS_PLUGIN_API_H
#define HIPDNN_PLUGIN_SDK_HEURISTICS_PLUGIN_API_H

#include "PluginApiDataTypes.h"

#ifdef HIPDNN_HEURISTIC_MULTI_POLICY
#include "PluginApi.h" /* this generation's name, version, type, callback, level and last error */
#endif

/* Marks what a plugin exports, so that everything else can be hidden (-fvisibility=hidden). */
#if defined(_WIN32)
#ifdef HIPDNN_HEURISTIC_PLUGIN_STATIC_DEFINE
#define HIPDNN_HEURISTIC_PLUGIN_EXPORT
#else
#define HIPDNN_HEURISTIC_PLUGIN_EXPORT __declspec(dllexport)
#endif
#elif defined(__GNUC__)
#define HIPDNN_HEURISTIC_PLUGIN_EXPORT __attribute__((visibility("default")))
#else
#error "HIPDNN_HEURISTIC_PLUGIN_EXPORT: this compiler's way of exporting a symbol is not known"
#endif

/* The heuristic plugin API that this header declares (HP-3). */
#ifdef HIPDNN_HEURISTIC_MULTI_POLICY
#define HIPDNN_HEURISTIC_API_VERSION_MAJOR 0
#define HIPDNN_HEURISTIC_API_VERSION_MINOR 0
#define HIPDNN_HEURISTIC_API_VERSION_PATCH 1
#else
#define HIPDNN_HEURISTIC_API_VERSION_MAJOR 1
#define HIPDNN_HEURISTIC_API_VERSION_MINOR 0
#define HIPDNN_HEURISTIC_API_VERSION_PATCH 0
#endif
#define HIPDNN_HEURISTIC_API_VERSION_STRING                                                                            \
    HIPDNN_STRINGIFY(HIPDNN_HEURISTIC_API_VERSION_MAJOR)                                                               \
    "." HIPDNN_STRINGIFY(HIPDNN_HEURISTIC_API_VERSION_MINOR) "." HIPDNN_STRINGIFY(HIPDNN_HEURISTIC_API_VERSION_PATCH)

#ifdef __cplusplus
extern "C" {
#endif

/* ------------------------------------------------------------------------------------------------ metadata */

#ifdef HIPDNN_HEURISTIC_MULTI_POLICY

/* hipdnnPluginGetName, GetVersion, GetApiVersion, GetType, SetLoggingCallback and GetLastErrorString are required,
 * hipdnnPluginSetLogLevel is optional: PluginApi.h. */

/* The ids of all policies of the library.
 *
 * policy_ids   out, max_policies places; may be NULL when max_policies is 0.
 * num_policies out. max_policies 0: how many there are, at least one. Else how many were written.
 *
 * Needed    required. HP-4, HP-5.
 * Called    at load, twice: to count, to fill. The counts must agree.
 * Status    SUCCESS. BAD_PARAM: num_policies is NULL, or policy_ids is NULL and max_policies is not 0. Anything but
 *           SUCCESS refuses the library. */
HIPDNN_PLUGIN_NODISCARD HIPDNN_HEURISTIC_PLUGIN_EXPORT hipdnnPluginStatus_t
hipdnnHeuristicPluginGetAllPolicyIds(int64_t *policy_ids, uint32_t max_policies, uint32_t *num_policies);

/* The name of a policy, by which users put it into an order.
 *
 * name      out, not empty; the text belongs to the plugin and lives as long as the library.
 *
 * Needed    required. HP-4.
 * Called    at load, once per policy; the host keeps a copy.
 * Status    SUCCESS. BAD_PARAM: name is NULL, or no policy has that id. Anything but SUCCESS refuses the library. */
HIPDNN_PLUGIN_NODISCARD HIPDNN_HEURISTIC_PLUGIN_EXPORT hipdnnPluginStatus_t
hipdnnHeuristicPluginGetPolicyName(int64_t policy_id, const char **name);

#else

/* The version of the heuristic plugin API: HIPDNN_HEURISTIC_API_VERSION_STRING.
 *
 * version   out; the text belongs to the plugin and lives as long as the library.
 *
 * Needed    required. HP-3. By this symbol, together with GetPolicyId, the host knows the generation.
 * Called    once, at load, before any other function.
 * Status    SUCCESS. BAD_PARAM: version is NULL. */
HIPDNN_PLUGIN_NODISCARD HIPDNN_HEURISTIC_PLUGIN_EXPORT hipdnnPluginStatus_t
hipdnnHeuristicGetApiVersion(const char **version);

/* The id of the library's policy.
 *
 * policy_id out.
 *
 * Needed    required. HP-4, HP-5.
 * Called    once, at load.
 * Status    SUCCESS. BAD_PARAM: policy_id is NULL. Anything but SUCCESS refuses the library. */
HIPDNN_PLUGIN_NODISCARD HIPDNN_HEURISTIC_PLUGIN_EXPORT hipdnnPluginStatus_t
hipdnnHeuristicGetPolicyId(int64_t *policy_id);

/* The name of the library's policy, by which users put it into an order.
 *
 * policy_name out; the text belongs to the plugin and lives as long as the library.
 *
 * Needed    optional; absence: the policy is shown by a built-in list or as a hexadecimal id. HP-4.
 * Called    once, at load; the host keeps a copy.
 * Status    SUCCESS. BAD_PARAM: policy_name is NULL. Anything but SUCCESS refuses the library. */
HIPDNN_PLUGIN_NODISCARD HIPDNN_HEURISTIC_PLUGIN_EXPORT hipdnnPluginStatus_t
hipdnnHeuristicGetPolicyName(const char **policy_name);

/* The plugin's own version, free in form; for logs and listings.
 *
 * version   out; the text belongs to the plugin and lives as long as the library.
 *
 * Needed    required.
 * Called    once, at load.
 * Status    SUCCESS. BAD_PARAM: version is NULL. */
HIPDNN_PLUGIN_NODISCARD HIPDNN_HEURISTIC_PLUGIN_EXPORT hipdnnPluginStatus_t
hipdnnHeuristicGetPluginVersion(const char **version);

/* Gives the plugin the sink for its log lines: as hipdnnPluginSetLoggingCallback, EP-19.
 *
 * Needed    required.
 * Called    at load, once the library was accepted.
 * Status    SUCCESS. BAD_PARAM: callback is NULL. */
HIPDNN_PLUGIN_NODISCARD HIPDNN_HEURISTIC_PLUGIN_EXPORT hipdnnPluginStatus_t
hipdnnHeuristicSetLoggingCallback(hipdnnCallback_t callback);

/* Tells the plugin the lowest severity worth sending: as hipdnnPluginSetLogLevel.
 *
 * Needed    optional.
 * Called    at load, after the callback, and again at each change of the global level.
 * Status    SUCCESS. INVALID_VALUE: no such level; the host takes it quietly. Others are logged. */
HIPDNN_PLUGIN_NODISCARD HIPDNN_HEURISTIC_PLUGIN_EXPORT hipdnnPluginStatus_t
hipdnnHeuristicSetLogLevel(hipdnnSeverity_t level);

/* The text of this thread's last failure in this plugin. Unlike its engine twin it returns a status (D36).
 *
 * message   out; the text belongs to the plugin and is valid until this thread calls the plugin again; "" when nothing
 *           failed. Advised length: HIPDNN_PLUGIN_ERROR_STRING_MAX_LENGTH.
 *
 * Needed    required.
 * Called    right after a call that failed, on the same thread (HP-53).
 * Status    SUCCESS. BAD_PARAM: message is NULL. After a failure the host reports the call without a text. */
HIPDNN_PLUGIN_NODISCARD HIPDNN_HEURISTIC_PLUGIN_EXPORT hipdnnPluginStatus_t
hipdnnHeuristicGetLastErrorString(const char **message);

#endif

/* ------------------------------------------------------------------------------------------------ handle */

/* Makes the plugin's session for one host handle. It serves every policy of the library and holds what outlives one
 * selection: device facts, caches, scratch.
 *
 * out_handle out, not NULL on success; destroyed with hipdnnHeuristicHandleDestroy.
 *
 * Needed    required, both generations.
 * Called    once per host handle, when that is created, on its thread.
 * Status    SUCCESS. BAD_PARAM: out_handle is NULL. ALLOC_FAILED. INTERNAL_ERROR. After a failure the library's
 *           policies are missing from this host handle; the others go on. */
HIPDNN_PLUGIN_NODISCARD HIPDNN_HEURISTIC_PLUGIN_EXPORT hipdnnPluginStatus_t
hipdnnHeuristicHandleCreate(hipdnnHeuristicHandle_t *out_handle);

/* Ends a session. Its policy descriptors are gone by then (HP-56).
 *
 * handle    not NULL; must not be used afterwards, whatever the answer.
 *
 * Needed    required, both generations.
 * Called    once per handle: when the host handle was destroyed and its last heuristic descriptor is gone.
 * Status    SUCCESS. BAD_PARAM: handle is NULL. A failure is only logged. */
HIPDNN_PLUGIN_NODISCARD HIPDNN_HEURISTIC_PLUGIN_EXPORT hipdnnPluginStatus_t
hipdnnHeuristicHandleDestroy(hipdnnHeuristicHandle_t handle);

/* Tells the session the facts of the device that the selection is for. They count until the next call.
 *
 * device_props_serialized DeviceProperties buffer with the identifier HDDP, lent for the call.
 *
 * Needed    required, both generations. HP-6, HP-7.
 * Called    once per selection and distinct handle, before any policy runs (HP-54).
 * Status    SUCCESS. BAD_PARAM: a pointer is NULL, or the buffer is malformed or of another schema. ALLOC_FAILED. After
 *           a failure the policies of this handle are skipped in this selection, with a warning (D7). */
HIPDNN_PLUGIN_NODISCARD HIPDNN_HEURISTIC_PLUGIN_EXPORT hipdnnPluginStatus_t hipdnnHeuristicHandleSetDeviceProperties(
    hipdnnHeuristicHandle_t handle, const hipdnnPluginConstData_t *device_props_serialized);

/* ------------------------------------------------------------------------------------------------ selection */

/* Makes one policy's state for one heuristic descriptor of the host: candidates, graph, ranking.
 *
 * handle    not NULL; where the policy reads the device facts. Outlives the descriptor.
 * policy_id multi-policy generation: which of the library's policies.
 * out_desc  out, not NULL on success; destroyed with hipdnnHeuristicPolicyDescriptorDestroy.
 *
 * Needed    required, both generations; the arguments differ.
 * Called    once per slot of the policy order. A policy that stands in the order twice gets two descriptors (D6).
 * Status    SUCCESS. BAD_PARAM: a pointer is NULL, or no policy has that id. ALLOC_FAILED. After a failure the slot is
 *           skipped. */
#ifdef HIPDNN_HEURISTIC_MULTI_POLICY
HIPDNN_PLUGIN_NODISCARD HIPDNN_HEURISTIC_PLUGIN_EXPORT hipdnnPluginStatus_t hipdnnHeuristicPolicyDescriptorCreate(
    hipdnnHeuristicHandle_t handle, int64_t policy_id, hipdnnHeuristicPolicyDescriptor_t *out_desc);
#else
HIPDNN_PLUGIN_NODISCARD HIPDNN_HEURISTIC_PLUGIN_EXPORT hipdnnPluginStatus_t
hipdnnHeuristicPolicyDescriptorCreate(hipdnnHeuristicHandle_t handle, hipdnnHeuristicPolicyDescriptor_t *out_desc);
#endif

/* Frees a policy descriptor.
 *
 * desc      not NULL; must not be used afterwards, whatever the answer.
 *
 * Needed    required, both generations.
 * Called    once per descriptor, together with the host's heuristic descriptor (HP-56).
 * Status    SUCCESS. BAD_PARAM: desc is NULL. A failure is only logged. */
HIPDNN_PLUGIN_NODISCARD HIPDNN_HEURISTIC_PLUGIN_EXPORT hipdnnPluginStatus_t
hipdnnHeuristicPolicyDescriptorDestroy(hipdnnHeuristicPolicyDescriptor_t desc);

/* Sets the candidates. Takes an earlier ranking back.
 *
 * engine_ids      engine_id_count ids in candidate order, none twice; lent for the call; may be NULL when there are 0.
 * engine_id_count how many; with 0 the policy declines in PolicyFinalize.
 *
 * Needed    required, both generations.
 * Called    in every selection, before the graph.
 * Status    SUCCESS. BAD_PARAM: desc is NULL, or engine_ids is NULL and engine_id_count is not 0. ALLOC_FAILED. After a
 *           failure the slot is skipped. */
HIPDNN_PLUGIN_NODISCARD HIPDNN_HEURISTIC_PLUGIN_EXPORT hipdnnPluginStatus_t hipdnnHeuristicPolicySetEngineIds(
    hipdnnHeuristicPolicyDescriptor_t desc, const int64_t *engine_ids, size_t engine_id_count);

/* Sets the graph. Takes an earlier ranking back.
 *
 * serialized_graph Graph buffer, lent for the call.
 *
 * Needed    required, both generations. HP-7.
 * Called    in every selection, after the candidates.
 * Status    SUCCESS. BAD_PARAM: a pointer is NULL, or the graph is malformed. ALLOC_FAILED. After a failure the slot is
 *           skipped. */
HIPDNN_PLUGIN_NODISCARD HIPDNN_HEURISTIC_PLUGIN_EXPORT hipdnnPluginStatus_t hipdnnHeuristicPolicySetSerializedGraph(
    hipdnnHeuristicPolicyDescriptor_t desc, const hipdnnPluginConstData_t *serialized_graph);

/* Ranks, or declines.
 *
 * out_applied out; 1: ranked, the ids can be asked for. 0: declines, the next policy is asked.
 *
 * Needed    required, both generations. HP-8, HP-10.
 * Called    once per selection that reaches the slot, after both setters.
 * Status    SUCCESS. NOT_APPLICABLE: declines. BAD_PARAM: a pointer is NULL. NOT_INITIALIZED: candidates or graph were
 *           not set. ALLOC_FAILED. INTERNAL_ERROR. */
HIPDNN_PLUGIN_NODISCARD HIPDNN_HEURISTIC_PLUGIN_EXPORT hipdnnPluginStatus_t
hipdnnHeuristicPolicyFinalize(hipdnnHeuristicPolicyDescriptor_t desc, int32_t *out_applied);

/* The ranking, best first.
 *
 * Multi-policy generation:
 *   engine_ids   out; NULL asks the count.
 *   num_engines  in, out. engine_ids NULL: out, how many there are. Else in, the places, and out, how many were
 *                written.
 * One-policy generation, without a count query:
 *   out_ids      out, out_capacity places.
 *   out_capacity places; the host gives as many as there are candidates (HP-55).
 *   out_count    out; how many were written.
 *
 * Too few places are no error in either: a prefix is written.
 *
 * Needed    required, both generations; the arguments differ. HP-9.
 * Called    after PolicyFinalize applied.
 * Status    SUCCESS. BAD_PARAM: a pointer is NULL. NOT_INITIALIZED: there is no ranking. */
#ifdef HIPDNN_HEURISTIC_MULTI_POLICY
HIPDNN_PLUGIN_NODISCARD HIPDNN_HEURISTIC_PLUGIN_EXPORT hipdnnPluginStatus_t hipdnnHeuristicPolicyGetSortedEngineIds(
    hipdnnHeuristicPolicyDescriptor_t desc, int64_t *engine_ids, size_t *num_engines);
#else
HIPDNN_PLUGIN_NODISCARD HIPDNN_HEURISTIC_PLUGIN_EXPORT hipdnnPluginStatus_t hipdnnHeuristicPolicyGetSortedEngineIds(
    hipdnnHeuristicPolicyDescriptor_t desc, int64_t *out_ids, size_t out_capacity, size_t *out_count);
#endif

#ifdef __cplusplus
}
#endif

#endif
