/* SPDX-License-Identifier: MIT */
/* Our side of the tests against the official C++ library, in C++'s terms: the internal headers are C. */
#ifndef TESTS_WIRE_PEER_H
#define TESTS_WIRE_PEER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The tables that travel alone. */
enum {
    PEER_GRAPH,
    PEER_ENGINE_CONFIG,
    PEER_ENGINE_DETAILS,
    PEER_DEVICE_PROPERTIES,
    PEER_KNOB_SETTING,
    PEER_EXECUTION_PLAN,
    PEER_GRAPH_AND_PLAN,
    PEER_ROOTS
};

/* Whether our reader takes the bytes. Of a graph its structure alone is judged, which is what the official verifier
 * judges; of the others, whose meaning is a few numbers, all. */
bool peer_accepts(int root, const void *bytes, size_t size);

/* Reads bytes and writes the object anew; false when either refuses. Nothing is asked of a graph's meaning. The result
 * is for peer_free. */
bool peer_recode(int root, const void *bytes, size_t size, void **out_bytes, size_t *out_size);

/* A graph that means something and has the operation with this tag, in our bytes for peer_free. */
bool peer_make_graph(uint64_t seed, int tag, void **out_bytes, size_t *out_size);

/* All of reading a graph, its meaning too, and what it means. */
bool peer_fingerprint(const void *bytes, size_t size, uint64_t *out_fingerprint);

/* The sentence of the last refusal. */
const char *peer_error(void);
void peer_free(void *bytes);

#ifdef __cplusplus
}
#endif

#endif
