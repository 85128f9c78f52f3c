/* SPDX-License-Identifier: MIT */
/* The mutable graph, and what its files share.
 *
 * What the user gave and what was made of it are kept apart. `given` parts are changed by builders and setters; a
 * validation makes a snapshot from them, in which everything left out is filled in, and never writes back. So a graph
 * that is changed and validated again infers afresh, and dropping the snapshot undoes everything later. How far a graph
 * has come is what it holds: snapshot, operation graph, ranking, plan; each needs the one before.
 *
 * Tensors are named by their index in `given` parts and by their uid in the snapshot. */
#ifndef HD_FRONTEND_INTERNAL_H
#define HD_FRONTEND_INTERNAL_H

#include "base/arena.h"
#include "base/error.h"
#include "base/memory.h"
#include "base/text.h"
#include "data_sdk/graph/graph.h"
#include "data_sdk/ops/operation.h"
#include "hipdnn_frontend.h"

#include <stdatomic.h>

struct hipdnn_tensor {
    hipdnn_graph_t *graph;
    uint32_t index;
    bool has_uid;
    bool is_written; /* by a node */
    bool is_used; /* by a node, or as the ragged offset of a tensor */
    uint32_t slot; /* among the tensors that a pack binds, valid with a snapshot when hd_tensor_is_bound */
    hipdnn_data_tensor given; /* its ragged offset is an index */
    hipdnn_data_tensor *resolved; /* in the snapshot; NULL without one, or when no node uses the tensor */
};

/* Does a caller bind memory for it? */
static inline bool hd_tensor_is_bound(const hipdnn_tensor_t *tensor)
{
    return tensor->is_used && !tensor->given.is_virtual && tensor->given.value_type == HIPDNN_DATA_VALUE_NONE;
}

/* Brings a node's attributes into the form that inference expects, once ranks are known. */
typedef hd_status (*hd_complete)(const hd_op_context *context, void *attributes);

typedef struct hd_node {
    const hd_operation *operation;
    const char *name;
    int32_t compute_data_type; /* 0: the graph's */
    const void *given; /* the operation's struct; a uid is an index */
    hd_complete complete; /* NULL: complete as given */
} hd_node;

typedef struct hd_types {
    int32_t io, intermediate, compute; /* hipdnn_type */
} hd_types;

/* The whole graph as the data SDK knows it: used tensors only, nodes in topological order. */
typedef struct hd_snapshot {
    hd_arena arena; /* everything below lives here */
    hipdnn_data_graph graph; /* no nodes: there is no snapshot */
    hipdnn_data_tensor *tensors; /* the graph's, writable */
    hipdnn_tensor_t **bound; /* by slot */
    uint32_t bound_count;
} hd_snapshot;

/* An engine config of a ranking. It is finalized when it is first looked at, because that asks the engine. */
typedef struct hd_ranked {
    hipdnnBackendDescriptor_t config;
    bool is_finalized;
    int64_t engine_id; /* once finalized */
} hd_ranked;

typedef struct hd_ranking {
    hd_ranked *entries; /* best first */
    size_t count;
} hd_ranking;

/* A finalized plan, shared by its graph and by bindings. */
typedef struct hd_plan {
    _Atomic uint32_t references;
    hipdnnBackendDescriptor_t descriptor;
    int64_t workspace_size;
    int64_t engine_id;
    char *engine_name;
} hd_plan;

/* Pointers by slot, and the variant pack made of them. */
typedef struct hd_pack {
    hipdnnBackendDescriptor_t descriptor; /* NULL: not made yet */
    void *workspace;
    uint32_t count;
    void **pointers;
    uint64_t *rounds; /* the round in which each slot was last bound */
    uint64_t round;
    bool is_dirty; /* the pointers are not the descriptor's */
} hd_pack;

typedef struct hd_kept_error {
    hd_status status;
    bool is_first; /* of building the graph up: stays until cleared */
    char text[HD_ERROR_TEXT_SIZE];
} hd_kept_error;

struct hipdnn_graph {
    hd_arena arena; /* tensors, nodes, names, payloads */
    const char *name;
    hd_types types;
    hipdnn_optional_i64 preferred_engine_id;
    bool is_override_shape_enabled;
    hipdnn_tensor_t **tensors;
    uint32_t tensor_count, tensor_capacity;
    hd_node **nodes;
    uint32_t node_count, node_capacity;

    hd_snapshot snapshot;
    hipdnnBackendDescriptor_t operation_graph;
    hd_ranking ranking;
    hd_plan *plan;
    hd_pack pack;
    bool is_stale; /* was built, then changed */

    hd_kept_error error;
};

/* ------------------------------------------------------------------------------- graph.c: calls and errors */

/* Every public call on a graph begins and ends so. Begin refuses NULL and a graph with a first error. End puts the
 * call's name in front of the sentence and keeps it in the graph; hd_graph_end_change keeps it for good. */
hd_status hd_graph_begin(const hipdnn_graph_t *graph);
hipdnnStatus_t hd_graph_end(hipdnn_graph_t *graph, const char *call, hd_status status);
hipdnnStatus_t hd_graph_end_change(hipdnn_graph_t *graph, const char *call, hd_status status);

/* Drops all that was made from the graph as it was: what the backend made, and the snapshot. */
void hd_graph_changed(hipdnn_graph_t *graph);
void hd_graph_drop_plan(hipdnn_graph_t *graph);
void hd_graph_drop_lowered(hipdnn_graph_t *graph);

bool hd_graph_is_validated(const hipdnn_graph_t *graph);

/* HD_NOT_INITIALIZED with the step that is missing. */
hd_status hd_require_snapshot(const hipdnn_graph_t *graph);
hd_status hd_require_operation_graph(const hipdnn_graph_t *graph);
hd_status hd_require_plan(const hipdnn_graph_t *graph);

/* Checks that attribute structs share. */
hd_status hd_check_reserved(const uint64_t reserved[4]);
hd_status hd_check_type(const char *what, int32_t data_type);

/* Both copy what they are given. */
hd_status hd_graph_add_tensor(hipdnn_graph_t *graph, const hipdnn_data_tensor *given, hipdnn_tensor_t **out_tensor);
hd_status hd_graph_add_node(hipdnn_graph_t *graph, const hd_node *node);
/* Where `attributes` name a tensor in this field; NULL: they do not. */
int64_t *hd_field_tensor(const hd_field *field, void *attributes);
/* A copy that lives as long as the graph. */
hd_status hd_graph_copy_text(hipdnn_graph_t *graph, const char *text, const char **out_text);

/* ------------------------------------------------------------------------------------------------ adding.c
 *
 * A public function per operation translates its attribute struct, between begin and end, in a static function:
 *
 *     HD_TRY(hd_adding_begin(adding, ...));
 *     HD_TRY(hd_adding_input(adding, "x", x, &payload.x));
 *     HD_TRY(hd_adding_output(adding, "Y", &payload.y, out_y));
 *     return hd_adding_node(adding, &payload);
 *
 * and hands its status to hd_adding_end, which takes back what was added when it failed. */
typedef struct hd_adding {
    const char *call; /* the public function */
    hipdnn_graph_t *graph;
    hd_node node;
    uint32_t tensor_count; /* before */
} hd_adding;

hd_status hd_adding_begin(hd_adding *adding, const hd_operation *operation, const char *name, int32_t compute_data_type,
                          const uint64_t reserved[4]);
hd_status hd_adding_input(hd_adding *adding, const char *what, const hipdnn_tensor_t *tensor, int64_t *out_index);
/* Absent when `tensor` is NULL. */
hd_status hd_adding_optional_input(hd_adding *adding, const char *what, const hipdnn_tensor_t *tensor,
                                   hipdnn_optional_i64 *out_index);
/* `result` is the output's part of its name: "Y". */
hd_status hd_adding_output(hd_adding *adding, const char *result, int64_t *out_index, hipdnn_tensor_t **out_tensor);
hd_status hd_adding_node(hd_adding *adding, const void *payload);
/* True when `status` is HD_OK. */
bool hd_adding_end(hd_adding *adding, hd_status status);

/* ------------------------------------------------------------------------------------------------- tensor.c */

/* Members of `graph`, as known now. */
const hipdnn_data_tensor *hd_tensor_known(const hipdnn_tensor_t *tensor);

/* --------------------------------------------------------------------------------------------- validate.c */

hd_status hd_graph_validate(hipdnn_graph_t *graph);
void hd_snapshot_drop(hipdnn_graph_t *graph);

/* --------------------------------------------------------------------------------------------- constant.c */

/* Number of bytes; 0 for a tensor that is no constant. */
size_t hd_constant_bytes(const hipdnn_data_tensor *tensor, uint8_t bytes[8]);

/* ------------------------------------------------------------------------------------------------ lower.c */

/* A status of the backend; its words go into the sentence behind `doing`. */
hd_status hd_backend(hipdnnStatus_t status, const char *doing);
hd_status hd_backend_create(hipdnnBackendDescriptorType_t type, hipdnnBackendDescriptor_t *out_descriptor);
hd_status hd_backend_set(hipdnnBackendDescriptor_t descriptor, hipdnnBackendAttributeName_t attribute,
                         hipdnnBackendAttributeType_t type, int64_t count, const void *values);
hd_status hd_backend_get(hipdnnBackendDescriptor_t descriptor, hipdnnBackendAttributeName_t attribute,
                         hipdnnBackendAttributeType_t type, int64_t count, void *out_values);
/* NULL is fine; the variable is NULL afterwards. */
void hd_backend_destroy(hipdnnBackendDescriptor_t *descriptor);

hd_status hd_graph_lower(hipdnn_graph_t *graph, hipdnnHandle_t handle);

/* ------------------------------------------------------------------------------------------------ plans.c */

void hd_ranking_release(hd_ranking *ranking);
hd_plan *hd_plan_share(hd_plan *plan);
/* NULL is fine. */
void hd_plan_release(hd_plan *plan);

hd_status hd_graph_rank(hipdnn_graph_t *graph, const hipdnnBackendHeurMode_t *modes, size_t mode_count);
hd_status hd_graph_check_support(hipdnn_graph_t *graph);
hd_status hd_graph_build_plans(hipdnn_graph_t *graph);

/* ---------------------------------------------------------------------------------------------- execute.c */

void hd_pack_release(hd_pack *pack);

#endif
