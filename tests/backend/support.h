/* SPDX-License-Identifier: MIT */
/* Short forms of the raw backend API for tests. The tutorial in test_descriptors.c does without them. */
#ifndef TESTS_BACKEND_SUPPORT_H
#define TESTS_BACKEND_SUPPORT_H

#include "hipdnn_backend.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

typedef hipdnnBackendDescriptor_t descriptor;

/* ------------------------------------------------------------------------------------------- assertions */

/* The call succeeds; otherwise the last error is printed. */
#define assert_ok(call) check_ok((call), #call, __FILE__, __LINE__)
/* The call is refused with HIPDNN_STATUS_<status> and a sentence that has these words. */
#define assert_refused(call, status, words)                                                                            \
    check_refused((call), HIPDNN_STATUS_##status, (words), #call, __FILE__, __LINE__)
/* `text` has `words` in it. */
#define assert_says(text, words) check_says((text), (words), __FILE__, __LINE__)

void check_ok(hipdnnStatus_t status, const char *call, const char *file, int line);
void check_refused(hipdnnStatus_t status, hipdnnStatus_t wanted, const char *words, const char *call, const char *file,
                   int line);
void check_says(const char *text, const char *words, const char *file, int line);

/* ------------------------------------------------------------------------------------------ descriptors */

descriptor make(hipdnnBackendDescriptorType_t type);
void finalize(descriptor object);
void destroy(descriptor object);

hipdnnStatus_t set(descriptor object, hipdnnBackendAttributeName_t name, hipdnnBackendAttributeType_t type,
                   int64_t count, const void *elements);
hipdnnStatus_t get(descriptor object, hipdnnBackendAttributeName_t name, hipdnnBackendAttributeType_t type,
                   int64_t requested, int64_t *count, void *elements);

/* Each of these must succeed. */
void set_i64(descriptor object, hipdnnBackendAttributeName_t name, int64_t value);
void set_i64s(descriptor object, hipdnnBackendAttributeName_t name, int64_t count, const int64_t *values);
void set_number(descriptor object, hipdnnBackendAttributeName_t name, hipdnnBackendAttributeType_t type, int32_t value);
void set_bool(descriptor object, hipdnnBackendAttributeName_t name, bool value);
void set_text(descriptor object, hipdnnBackendAttributeName_t name, const char *text);
void set_child(descriptor object, hipdnnBackendAttributeName_t name, descriptor child);
int64_t get_i64(descriptor object, hipdnnBackendAttributeName_t name);
/* A reference for the caller to destroy. */
descriptor get_child(descriptor object, hipdnnBackendAttributeName_t name);

/* ------------------------------------------------------------------- finished pieces, all for destroy() */

/* DIMS(1, 3, 8, 8): count and array, for the functions below. */
#define DIMS(...)                                                                                                      \
    (int64_t)(sizeof((int64_t[]){__VA_ARGS__}) / sizeof(int64_t)), (int64_t[])                                         \
    {                                                                                                                  \
        __VA_ARGS__                                                                                                    \
    }

/* Not finalized; float, packed. */
descriptor begin_tensor(int64_t uid, const char *name, int64_t rank, const int64_t *dim);
descriptor make_tensor(int64_t uid, const char *name, int64_t rank, const int64_t *dim);
descriptor make_virtual(int64_t uid, const char *name, int64_t rank, const int64_t *dim);

/* out = relu(in), y = conv(x, w) without padding, stride and dilation 1. */
descriptor make_relu(descriptor in, descriptor out);
descriptor make_conv(descriptor x, descriptor w, descriptor y);

descriptor begin_graph(hipdnnHandle_t handle, int64_t count, const descriptor *operations);
descriptor make_graph(hipdnnHandle_t handle, int64_t count, const descriptor *operations);
/* y = relu(x), uids 1 and 2, names "x" and "y", dims [4]; its parts are destroyed already. */
descriptor make_relu_graph(hipdnnHandle_t handle);

/* Not finalized: mode FALLBACK. */
descriptor begin_heuristic(descriptor graph);
descriptor make_heuristic(descriptor graph);
descriptor begin_engine(descriptor graph, const char *name);
descriptor make_engine(descriptor graph, const char *name);
descriptor make_config(descriptor engine);
/* A plan of the graph on the engine of this name. */
descriptor make_plan(descriptor graph, const char *engine);
descriptor make_pack(int64_t count, const int64_t *uids, void *const *pointers, void *workspace);

#define REFERENCE "CPU_REFERENCE_ENGINE"

/* Runs a plan of make_relu_graph() with fresh memory and looks at the result. */
void run_relu(hipdnnHandle_t handle, descriptor plan);

#endif
