/* SPDX-License-Identifier: MIT */
/* The short way to an engine plugin: describe engines in a table, and the SDK is the plugin.
 *
 * An author writes a few functions and one table, names the module with HIPDNN_PLUGIN_MODULE, and links
 * libhipdnn_plugin_sdk.a, which holds every entry point of PluginApi.h and EnginePluginApi.h: it decodes and verifies
 * the buffers, keeps the last decoded graph, hands out details, explains refusals, passes errors and logs on. Nothing
 * of the SDK is needed to write a plugin: EnginePluginApi.h alone is the contract. plugins/engines/null is a commented
 * example.
 *
 * Threads: `supports`, `workspace`, `plan_create` and `plan_destroy` are called by one thread at a time for one plugin
 * handle, but by several threads for several handles. `execute` must be reentrant: threads share plans. */
#ifndef HIPDNN_PLUGIN_SDK_ENGINESDK_H
#define HIPDNN_PLUGIN_SDK_ENGINESDK_H

#include "hipdnn_data_sdk/graph.h"
#include "hipdnn_plugin_sdk/EnginePluginApi.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What a call belongs to; lent for the call. */
typedef struct hipdnn_plugin_session {
    hipStream_t stream; /* as the host set it; NULL is the default stream */
    int device_ordinal; /* of the handle's device; 0 on the CPU */
} hipdnn_plugin_session;

typedef struct hipdnn_plugin_engine {
    /* Unique name; the engine's id is its hash. */
    const char *name;

    /* What the engine offers; may be empty. */
    const hipdnn_data_knob *knobs;
    uint32_t knob_count;
    const int32_t *behavior_notes;
    uint32_t behavior_note_count;

    /* SUCCESS: the engine computes this graph, exactly as it stands. NOT_APPLICABLE: it does not; the sentence left
     * with hipdnn_plugin_fail is what users read as the reason. Must be quick: no compiling, no device memory. */
    hipdnnPluginStatus_t (*supports)(const hipdnn_data_graph *graph);

    /* Bytes of workspace that a plan would need, an estimate from above. NULL: the SDK makes a plan and asks it. */
    hipdnnPluginStatus_t (*workspace)(const hipdnn_data_graph *graph, const hipdnn_data_engine_config *config,
                                      size_t *out_bytes);

    /* Prepares everything that does not depend on pointers. Graph and config are lent for the call. */
    hipdnnPluginStatus_t (*plan_create)(const hipdnn_plugin_session *session, const hipdnn_data_graph *graph,
                                        const hipdnn_data_engine_config *config, void **out_plan,
                                        size_t *out_workspace);
    void (*plan_destroy)(void *plan);

    /* Runs the plan on the session's stream. `buffers` are (uid, pointer) pairs in any order, lent for the call;
     * `workspace` holds the bytes that plan_create asked for. Allocates nothing on the success path. */
    hipdnnPluginStatus_t (*execute)(const hipdnn_plugin_session *session, const void *plan, void *workspace,
                                    const hipdnnPluginDeviceBuffer_t *buffers, uint32_t buffer_count);
} hipdnn_plugin_engine;

typedef struct hipdnn_plugin_module {
    const char *name; /* of the library, e.g. "hipdnn_reference" */
    const char *version; /* the plugin's own */
    hipdnnDeviceKind_t device_kind; /* which memory the engines work on */
    const hipdnn_plugin_engine *const *engines;
    uint32_t engine_count;
} hipdnn_plugin_module;

/* Names the module of this library; once, at file scope. The second definition makes the linker take the SDK's entry
 * points out of the archive, which nothing else in a plugin refers to. */
#define HIPDNN_PLUGIN_MODULE(module)                                                                                   \
    const hipdnn_plugin_module *const hipdnn_plugin_this_module = &(module);                                           \
    hipdnnPluginStatus_t (*const hipdnn_plugin_entry_anchor)(hipdnnEnginePluginHandle_t *) = hipdnnEnginePluginCreate

extern const hipdnn_plugin_module *const hipdnn_plugin_this_module;
extern hipdnnPluginStatus_t (*const hipdnn_plugin_entry_anchor)(hipdnnEnginePluginHandle_t *);

/* Records a sentence for this thread and returns `status`: what was asked, what was found, what is allowed. */
hipdnnPluginStatus_t hipdnn_plugin_fail(hipdnnPluginStatus_t status, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* One line to the host's log; dropped below the host's level. */
void hipdnn_plugin_log(hipdnnSeverity_t severity, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* The pointer bound to `uid`, or NULL. */
void *hipdnn_plugin_find_buffer(const hipdnnPluginDeviceBuffer_t *buffers, uint32_t buffer_count, int64_t uid);

/* Elements between the first and the last that dims and strides reach, plus one. Cannot overflow for a tensor of a
 * decoded graph. */
int64_t hipdnn_data_tensor_span(const hipdnn_data_tensor *tensor);

/* Bytes of one element of a hipdnn_type; 0 when unset. */
size_t hipdnn_data_type_size(int32_t data_type);

/* Names for messages: "float", "relu_fwd". Static texts, never NULL. */
const char *hipdnn_data_type_name(int32_t data_type);
const char *hipdnn_data_pointwise_mode_name(int32_t mode);
/* The frontend method's name: "conv_fprop"; "unknown" for a number that this SDK does not know. */
const char *hipdnn_data_operation_name(int32_t operation);

#ifdef __cplusplus
}
#endif

#endif
