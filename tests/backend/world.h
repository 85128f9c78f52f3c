/* SPDX-License-Identifier: MIT */
/* Whole ways through the backend for test_out_of_memory.c, in steps that may fail at any point: each returns the status
 * of the first call that failed, and leaves what it made so far to be destroyed. */
#ifndef TESTS_BACKEND_WORLD_H
#define TESTS_BACKEND_WORLD_H

#include "hipdnn_backend.h"

#include <stddef.h>

enum { MOST_OBJECTS = 64 };

typedef struct world {
    hipdnnHandle_t handle;
    hipdnnBackendDescriptor_t objects[MOST_OBJECTS];
    size_t object_count;
    hipdnnBackendDescriptor_t graph; /* one of the objects, as a step leaves it to the next */
} world;

/* Loads the reference engine and a healthy one of the zoo. */
hipdnnStatus_t load(world *w);
/* From tensors to an execution on both engines. */
hipdnnStatus_t compute(world *w);
/* A graph with lists, texts, bytes, constants and ragged offsets; then as bytes and as JSON, and back. */
hipdnnStatus_t describe(world *w);
/* Knobs offered and described, what a handle says about engines, profiling. */
hipdnnStatus_t look_around(world *w);
/* A log sink comes and goes; the last error stays as it was. */
hipdnnStatus_t listen(world *w);

/* Destroys whatever there is; anything but SUCCESS is a bug. */
hipdnnStatus_t end_world(world *w);

#endif
