/* SPDX-License-Identifier: MIT */
/* The reference engine opened as a host opens it, and graphs run on it. */
#ifndef TESTS_PLUGINS_REFERENCE_H
#define TESTS_PLUGINS_REFERENCE_H

#include "graphs.h"
#include "plugin.h"

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

extern plugin reference;
extern hipdnnEnginePluginHandle_t reference_handle;

/* Ends the test program when the library cannot be opened. */
void reference_open(const char *path);
void reference_close(void);

/* Fails the test with the engine's sentence when it does not plan the graph. */
hipdnnEnginePluginExecutionContext_t reference_plan(const test_graph *graph, size_t *out_workspace);
void reference_unplan(hipdnnEnginePluginExecutionContext_t context);

/* Plans and runs once, in a workspace that is exactly as large as asked for. */
void reference_run(const test_graph *graph, const hipdnnPluginDeviceBuffer_t *buffers, uint32_t count);

/* RUN(graph, {x->uid, memory}, {y->uid, memory}) */
#define RUN(graph, ...)                                                                                                \
    reference_run(&(graph), (const hipdnnPluginDeviceBuffer_t[]){__VA_ARGS__},                                         \
                  COUNT(((const hipdnnPluginDeviceBuffer_t[]){__VA_ARGS__})))

/* CHECK(memory, 1, 2, NAN): the floats there. */
void reference_check(const float *seen, const float *expected, size_t count);
#define CHECK(seen, ...) reference_check((seen), (const float[]){__VA_ARGS__}, COUNT(((const float[]){__VA_ARGS__})))

#endif
