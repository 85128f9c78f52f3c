/* SPDX-License-Identifier: MIT */
/* What the tests of the graph API share. Public headers alone. */
#ifndef TESTS_FRONTEND_SUPPORT_H
#define TESTS_FRONTEND_SUPPORT_H

#include "hipdnn_frontend.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

/* A list of extents and its length, for a call: LIST(1, 64, 56, 56). */
#define LIST(...) (const int64_t[]){__VA_ARGS__}, COUNT(((int64_t[]){__VA_ARGS__}))

/* A graph of this io type, or a failed test. */
hipdnn_graph_t *make_graph(hipdnn_type io);

/* A tensor with these dims; TENSOR(graph, "x", 1, 64, 56, 56). */
#define TENSOR(graph, name_, ...)                                                                                      \
    hipdnn_graph_tensor(graph, &(hipdnn_tensor_attributes){.name = (name_), .dim = {__VA_ARGS__}})

hipdnn_tensor_t *relu(hipdnn_graph_t *graph, hipdnn_tensor_t *x);

void assert_says(const char *text, const char *fragment);
void assert_validates(hipdnn_graph_t *graph);
/* The status is success; else fails with the graph's sentence. */
void assert_done(hipdnn_graph_t *graph, hipdnnStatus_t status);
void assert_dim(const hipdnn_tensor_t *tensor, const int64_t *wanted, size_t count);
void assert_stride(const hipdnn_tensor_t *tensor, const int64_t *wanted, size_t count);

/* For cmocka: the state is a handle on the CPU. */
int make_handle(void **state);
int destroy_handle(void **state);

#endif
