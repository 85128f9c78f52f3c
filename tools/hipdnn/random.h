/* SPDX-License-Identifier: MIT */
/* Random numbers that are the same on every machine: splitmix64 (Steele, Lea and Flood, 2014). */
#ifndef HIPDNN_TOOL_RANDOM_H
#define HIPDNN_TOOL_RANDOM_H

#include <stdint.h>

typedef struct random_stream {
    uint64_t state;
} random_stream;

/* Streams of one seed are unrelated, so that a tensor's numbers depend on its uid and not on the order of filling. */
random_stream random_start(uint64_t seed, uint64_t stream);

uint64_t random_next(random_stream *stream);

/* 0 .. bound - 1; bound at least 1. */
uint64_t random_below(random_stream *stream, uint64_t bound);

/* In [-1, 1), a multiple of 2^-23. */
float random_float(random_stream *stream);

#endif
