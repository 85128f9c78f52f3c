/* SPDX-License-Identifier: MIT */
/* One graph on an engine and on the oracle. */
#ifndef HIPDNN_TESTS_CONFORMANCE_TRIAL_H
#define HIPDNN_TESTS_CONFORMANCE_TRIAL_H

#include "buffer.h"
#include "oracle.h"
#include "random.h"

#include "hipdnn_backend.h"
#include "hipdnn_frontend.h"

#include <stdbool.h>
#include <stddef.h>

#define TRIAL_ENGINE "CPU_REFERENCE_ENGINE"

enum { TRIAL_MOST_TENSORS = 32 };

/* A tensor with its memory and, for inputs, what was put there. */
typedef struct trial_tensor {
    hipdnn_tensor_t *tensor;
    oracle_tensor *oracle;
    tensor_buffer memory;
    void *elements; /* packed */
    bool is_input;
} trial_tensor;

typedef struct trial {
    const char *json;
    hipdnn_graph_t *graph;
    oracle_graph *oracle;
    trial_tensor tensors[TRIAL_MOST_TENSORS];
    size_t count;
    void *workspace;
    double units; /* largest error of an output */
    char problem[1024]; /* "" while there is none */
} trial;

/* Reads the graph and builds it for the engine; one that the engine declines is a problem. */
bool trial_build(trial *t, hipdnnHandle_t handle);

/* Builds, fills the inputs from the stream, executes, and compares every bound tensor: inputs are as they were, outputs
 * are what the oracle says, and nothing was written between the elements of either. */
bool trial_run(trial *t, hipdnnHandle_t handle, random_stream *stream);

void trial_end(trial *t);

#endif
