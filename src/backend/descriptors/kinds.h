/* SPDX-License-Identifier: MIT */
/* The kinds of objects and what they show each other. One file per kind holds the rest. */
#ifndef HD_BACKEND_KINDS_H
#define HD_BACKEND_KINDS_H

#include "backend/descriptors/object.h"
#include "bindings/bindings.h"
#include "data_sdk/graph/graph.h"
#include "plugin/session.h"
#include "selection/candidates.h"

/* Creates an object of a descriptor type. HD_NOT_SUPPORTED names the type. */
hd_status hd_descriptor_create(hipdnnBackendDescriptorType_t type, hd_object **out_object);

/* ---------------------------------------------------------------------------------------------- handle */

struct hipdnnHandle {
    hd_object base;
    /* Copies of the session's, so that execute reads one object. */
    uint64_t key;
    const hipdnnEnginePluginHandle_t *engine_handles;
    hd_session *session;
};

hd_status hd_handle_create(hd_device device, hipdnnHandle_t *out_handle);
/* Refuses NULL, destroyed handles and other objects. */
hd_status hd_handle_check(hipdnnHandle_t handle);

/* ---------------------------------------------------------------------------------------------- tensor */

extern const hd_kind hd_tensor_kind;

/* A finalized tensor's data; lives as long as the tensor. */
const hipdnn_data_tensor *hd_tensor_data(const hd_object *tensor);
/* Its ragged offset tensor, or NULL. */
hd_object *hd_tensor_ragged_offset(const hd_object *tensor);
/* A finalized tensor with these data. */
hd_status hd_tensor_from_data(const hipdnn_data_tensor *data, hd_object *ragged_offset, hd_object **out_tensor);

/* ------------------------------------------------------------------------------------------- operation */

hd_status hd_operation_create(const hd_operation_binding *binding, hd_object **out_operation);
/* A finalized operation's node; lives as long as the operation. */
void hd_operation_node(const hd_object *operation, hipdnn_data_node *out_node);
/* Its tensors in the order of the schema's slots, one a call; NULL after the last. A zeroed cursor starts. */
typedef struct hd_tensor_cursor {
    size_t row, index;
} hd_tensor_cursor;
hd_object *hd_operation_next_tensor(const hd_object *operation, hd_tensor_cursor *cursor);
/* A finalized operation with these attributes; `find` gives the tensor objects of the uids. */
hd_status hd_operation_from_node(const hipdnn_data_node *node, hd_object *(*find)(const void *context, int64_t uid),
                                 const void *context, hd_object **out_operation);

/* ----------------------------------------------------------------------------------------------- graph */

extern const hd_kind hd_graph_kind;

/* Of a finalized graph. */
hd_session *hd_graph_session(const hd_object *graph);
bool hd_graph_takes_overrides(const hd_object *graph);
void hd_graph_request_of(const hd_object *graph, hd_graph_request *out_request);
/* Uids of the tensors that need memory from the caller, with their alignments. */
typedef struct hd_bound_tensor {
    int64_t uid;
    int64_t alignment;
    const char *name; /* lives as long as the graph */
} hd_bound_tensor;
hd_status hd_graph_bound_tensors(const hd_object *graph, hd_bound_tensor **out_tensors, size_t *out_count);

hd_status hd_graph_from_data(const hipdnn_data_graph *data, hd_object **out_graph);
/* The graph's bytes: those of the finalize, else encoded now. For hd_free. */
hd_status hd_graph_bytes(const hd_object *graph, void **out_bytes, size_t *out_size);
/* The graph as JSON text. */
hd_status hd_graph_json(const hd_object *graph, hd_text *out_text);

/* What an engine says about a graph; asked for once per engine and graph (D39), lives as long as the graph. */
typedef struct hd_engine_note hd_engine_note;
/* HD_BAD_PARAM when the engine does not apply. `is_candidate`: known to apply, not asked again. */
hd_status hd_graph_engine_note(hd_object *graph, const hd_engine *engine, bool is_candidate,
                               const hd_engine_note **out_note);
const hipdnn_data_engine_details *hd_engine_note_details(const hd_engine_note *note);
/* The engine's knobs as buffers, one each; made when first asked for, live as long as the graph. */
hd_status hd_graph_engine_knobs(hd_object *graph, const hd_engine_note *note,
                                const hipdnnBackendFlatbufferData_t **out_knobs);

/* ------------------------------------------------------------------------------- from heuristic to plan */

extern const hd_kind hd_heuristic_kind;
extern const hd_kind hd_engine_kind;
extern const hd_kind hd_engine_config_kind;
extern const hd_kind hd_plan_kind;
extern const hd_kind hd_pack_kind;

extern const hd_kind hd_knob_info_kind;
extern const hd_kind hd_knob_choice_kind;
extern const hd_kind hd_profiling_kind;

/* A finalized knob info with these data. */
hd_status hd_knob_info_from_data(const hipdnn_data_knob *knob, hd_object **out_info);
/* A finalized choice with a setting's id and value. */
hd_status hd_knob_choice_from_setting(const hipdnn_data_knob_setting *setting, hd_object **out_choice);
/* A finalized choice as a setting; lives as long as the choice. */
void hd_knob_choice_setting(const hd_object *choice, hipdnn_data_knob_setting *out_setting);

/* A finalized engine descriptor for an engine that is known to apply. */
hd_status hd_engine_from_candidate(hd_object *graph, const hd_engine *engine, hd_object **out_engine);
const hd_engine *hd_engine_of(const hd_object *engine);
hd_object *hd_engine_graph(const hd_object *engine);
const hipdnn_data_engine_details *hd_engine_details(const hd_object *engine);

/* Puts an engine into a caller's unfinalized config. */
hd_status hd_engine_config_set_engine(hd_object *config, hd_object *engine);
hd_object *hd_engine_config_engine(const hd_object *config);
/* The EngineConfig buffer of a finalized config; lives as long as it. */
hipdnnPluginConstData_t hd_engine_config_bytes(const hd_object *config);

/* What execute reads. The first members fill one cache line after the header. */
typedef struct hd_plan {
    hd_object base;
    uint64_t serial; /* unique in the process; what a pack remembers */
    uint64_t key; /* of the sessions it runs with */
    hipdnnPluginStatus_t (*execute)(hipdnnEnginePluginHandle_t, hipdnnEnginePluginExecutionContext_t, void *,
                                    const hipdnnPluginDeviceBuffer_t *, uint32_t);
    hipdnnEnginePluginExecutionContext_t context;
    uint32_t module_index;
    uint32_t bound_count;
    hd_bound_tensor *bound; /* what the caller must bind */
    int64_t workspace_size;
    hd_object *config;
    const hd_engine *engine;
    bool takes_overrides; /* the graph was finalized with overrides enabled */
} hd_plan;

/* Shapes that replace those of the graph at execute, one entry per tensor; as the plugin ABI takes them. */
typedef struct hd_overrides {
    uint32_t count; /* 0: none */
    const int64_t *uids;
    uint32_t *lengths;
    const int64_t **shapes;
    const int64_t **strides;
} hd_overrides;

typedef struct hd_pack {
    hd_object base;
    _Atomic uint64_t checked_serial; /* of the plan it was last checked with; 0: none */
    void *workspace;
    hipdnnPluginDeviceBuffer_t *buffers;
    uint32_t buffer_count;
    hd_overrides overrides;
} hd_pack;

/* Presence and alignment of what a plan needs, its workspace included (D43). */
hd_status hd_pack_check(const hd_pack *pack, const hd_plan *plan);
/* New pointers, in the order of the uids. */
hd_status hd_pack_rebind(hd_pack *pack, int64_t count, void *const *pointers);

#endif
