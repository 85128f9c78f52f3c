/* SPDX-License-Identifier: MIT */
/* The graph object's inside, shared by the files of this kind: graph.c, graph_view.c, graph_load.c, graph_engines.c. */
#ifndef HD_BACKEND_GRAPH_OBJECT_H
#define HD_BACKEND_GRAPH_OBJECT_H

#include "backend/descriptors/attributes.h"
#include "backend/descriptors/kinds.h"

#include <pthread.h>

typedef struct hd_graph_object {
    hd_object base;
    hd_session *session; /* from the handle attribute */
    hd_object **operations;
    size_t operation_count;
    int32_t compute_data_type, intermediate_data_type, io_data_type;
    char *name;
    hipdnn_optional_i64 preferred_engine_id;
    bool is_override_shape_enabled;
    /* Made by finalize. */
    void *bytes;
    size_t size;
    hipdnn_data_version required_api;
    /* What engines said; grows while the graph is shared, so under the lock. */
    pthread_mutex_t notes_lock;
    struct hd_engine_note *notes;
} hd_graph_object;

/* The graph as data, borrowing names and payloads from the descriptors; valid while they are. */
typedef struct hd_graph_view {
    hipdnn_data_graph graph;
    hipdnn_data_tensor *tensors;
    hipdnn_data_node *nodes;
} hd_graph_view;

/* HD_BAD_PARAM when two tensor objects have one uid. Nodes come in the order they were added. */
hd_status hd_graph_view_create(const hd_graph_object *graph, hd_graph_view *out_view);
void hd_graph_view_release(hd_graph_view *view);

/* Nodes into topological order. */
hd_status hd_graph_view_sort(hd_graph_view *view);

/* Destroys what engines said; with the session still there. */
void hd_graph_forget_engines(hd_graph_object *graph);

#endif
