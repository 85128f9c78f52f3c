/* SPDX-License-Identifier: MIT */
/* A graph from a JSON file, built for the CPU, with memory for its tensors: what subcommands execute. */
#ifndef HIPDNN_TOOL_SESSION_H
#define HIPDNN_TOOL_SESSION_H

#include "buffer.h"
#include "oracle.h"

#include "hipdnn_backend.h"
#include "hipdnn_frontend.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A tensor that is bound when the graph runs. */
typedef struct session_tensor {
    hipdnn_tensor_t *tensor;
    int64_t uid;
    const char *name;
    bool is_written; /* an output */
    const oracle_type *type;
    tensor_buffer memory;
} session_tensor;

typedef struct session {
    char *json; /* the file's text, NUL-terminated */
    size_t json_size;
    hipdnnHandle_t handle;
    hipdnn_graph_t *graph;
    int64_t engine_id;
    const char *engine_name; /* of the plan */
    session_tensor *tensors;
    size_t tensor_count;
    void *workspace;
    size_t workspace_size;
    hipdnn_binding_t *binding;
    char message[HIPDNN_ERROR_STRING_MAX_LENGTH + 256]; /* why the last call failed */
} session;

/* Reads the file, builds the graph, allocates and binds. `engine` NULL: the one that ranks first; otherwise exactly
 * that one, or a failure. On false the session holds the sentence, and is closed like any other. */
bool session_open(session *s, const char *path, const char *engine);
void session_close(session *s);

/* NULL when the graph binds no such tensor. */
session_tensor *session_find(session *s, int64_t uid);

/* Gives every input random elements, which depend on the seed and the tensor's uid alone: floats in [-1, 1), rounded to
 * the tensor's type, integers from -8 (unsigned: 0) to 8, booleans of either kind. */
bool session_fill(session *s, uint64_t seed);

/* Runs once; *out_seconds, unless NULL, is how long that took. */
bool session_execute(session *s, double *out_seconds);

/* Elements densely packed, from the tensor's memory. The caller frees them; NULL when out of memory. */
void *session_elements(const session_tensor *tensor);

/* Gives the oracle's graph, read from the same text, the inputs as they lie in memory, and evaluates it. */
bool session_consult(session *s, oracle_graph *graph);

#endif
