/* SPDX-License-Identifier: MIT */
/* A small graph for each operation, and for each way to use one: optional inputs and outputs there and absent. */
#ifndef TESTS_FRONTEND_SAMPLES_H
#define TESTS_FRONTEND_SAMPLES_H

#include "support.h"

typedef struct sample {
    const char *operation; /* the method's name */
    const char *variant;
    void (*build)(hipdnn_graph_t *graph);
} sample;

extern const sample samples[];
extern const size_t sample_count;

/* A graph of F32 that validates. The caller destroys it. */
hipdnn_graph_t *make_sample(const sample *which);

#endif
