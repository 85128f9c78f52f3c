/* SPDX-License-Identifier: MIT */
/* The mutable graph, and what its files share.
 *
 * What the user gave and what was made of it are kept apart. `given` parts are changed by builders and setters; a
 * validation makes a snapshot from them, in which everything left out is filled in, and never writes back. So a graph
 * that is changed and validated again infers afresh, and dropping the snapshot undoes everything later. How far a graph
 * has come is what it holds: snapshot, operation graph, list of plans, plan; each needs the one before.
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
#include "frontend/planning.h"
#include "hipdnn_frontend.h"

struct hipdnn_tensor {
    hipdnn_graph_t *graph;
    uint32_t index;
    uint32_t uses; /* by fields of nodes, and as the ragged offsets of tensors that are used */
    uint32_t slot; /* among the tensors that a pack binds, valid with a snapshot when hd_tensor_is_bound */
    bool has_uid;
    bool is_written; /* by a node */
    hipdnn_data_tensor given; /* its ragged offset is an index */
    hipdnn_data_tensor *resolved; /* in the snapshot; NULL without one, or when no node uses the tensor */
};

static inline bool hd_tensor_is_used(const hipdnn_tensor_t *tensor)
{
    return tensor->uses != 0;
}

/* Does a caller bind memory for it? */
static inline bool hd_tensor_is_bound(const hipdnn_tensor_t *tensor)
{
    return hd_tensor_is_used(tensor) && !tensor->given.is_virtual && tensor->given.value_type == HIPDNN_DATA_VALUE_NONE;
}

/* Brings a node's attributes into the form that inference expects, once ranks are known. */
typedef hd_status (*hd_complete)(const hd_op_context *context, void *attributes);

typedef struct hd_node {
    const hd_operation *operation;
    const char *name;
    int32_t compute_data_type; /* 0: the graph's */
    void *given; /* the operation's struct; a uid is an index */
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
    hd_engines engines;
    hd_plan_list plans;
    hd_plan *plan; /* the active one: what execute runs */
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

/* HD_NULL_POINTER when there is no place for an answer. */
hd_status hd_require_place(const void *out);

/* Drops all that was made from the graph as it was: what the backend made, and the snapshot. */
void hd_graph_changed(hipdnn_graph_t *graph);
/* The list of plans, with the active one. */
void hd_graph_drop_plans(hipdnn_graph_t *graph);
void hd_graph_drop_lowered(hipdnn_graph_t *graph);
/* Shares the plan; NULL: none. */
void hd_graph_activate(hipdnn_graph_t *graph, hd_plan *plan);

bool hd_graph_is_validated(const hipdnn_graph_t *graph);

/* HD_NOT_INITIALIZED with the step that is missing. */
hd_status hd_require_snapshot(const hipdnn_graph_t *graph);
hd_status hd_require_operation_graph(const hipdnn_graph_t *graph);
hd_status hd_require_plan_list(const hipdnn_graph_t *graph);
hd_status hd_require_plan(const hipdnn_graph_t *graph);

/* Checks that attribute structs share. */
hd_status hd_check_reserved(const uint64_t reserved[4]);
hd_status hd_check_type(const char *what, int32_t data_type);

/* Copies what it is given. */
hd_status hd_graph_add_tensor(hipdnn_graph_t *graph, const hipdnn_data_tensor *given, hipdnn_tensor_t **out_tensor);
/* The node is copied; `given` lives in the graph's arena. */
hd_status hd_graph_add_node(hipdnn_graph_t *graph, const hd_node *node);
/* A copy that lives as long as the graph. */
hd_status hd_graph_copy_text(hipdnn_graph_t *graph, const char *text, const char **out_text);

/* ------------------------------------------------------------------------------------------- attributes.c */

/* An operation's struct with the lists and texts that it points at, into the arena. */
hd_status hd_attributes_copy(const hd_table *table, const void *attributes, hd_arena *arena, void **out_copy);

/* The tensors that a field of a copy names, writable; NULL and 0 when it names none. */
int64_t *hd_attributes_tensors(const hd_field *field, void *copy, uint32_t *out_count);

/* ------------------------------------------------------------------------------------------------- tensor.c */

/* What is known of it now. */
const hipdnn_data_tensor *hd_tensor_known(const hipdnn_tensor_t *tensor);

/* Counts uses, also of the ragged offsets that come with a first use. */
void hd_tensor_add_use(hipdnn_tensor_t *tensor);
void hd_tensor_drop_use(hipdnn_tensor_t *tensor);

/* Copies `given` and the name, which is made up when it is NULL or "". */
hd_status hd_tensor_add(hipdnn_graph_t *graph, hipdnn_data_tensor *given, const char *name,
                        hipdnn_tensor_t **out_tensor);

/* --------------------------------------------------------------------------------------------- validate.c */

hd_status hd_graph_validate(hipdnn_graph_t *graph);
void hd_snapshot_drop(hipdnn_graph_t *graph);

/* --------------------------------------------------------------------------------------------- constant.c */

/* Number of bytes; 0 for a tensor that is no constant. */
size_t hd_constant_bytes(const hipdnn_data_tensor *tensor, uint8_t bytes[8]);

/* ------------------------------------------------------------------------------------------------ lower.c */

hd_status hd_graph_lower(hipdnn_graph_t *graph, hipdnnHandle_t handle);

/* ---------------------------------------------------------------------------------------------- execute.c */

void hd_pack_release(hd_pack *pack);

/* -------------------------------------------------------------------------------------------- overrides.c */

/* Shapes of one execution, as the backend takes them: dims and strides of all tensors one after the other. */
typedef struct hd_overrides {
    int64_t *uids, *ranks; /* `count` each */
    int64_t *dims, *strides; /* `total` each, the sum of the ranks */
    size_t count, total;
} hd_overrides;

hd_status hd_overrides_take(const hipdnn_graph_t *graph, const hipdnn_shape_override *from, size_t count,
                            hd_overrides *out_overrides);
void hd_overrides_release(hd_overrides *overrides);

#endif
