/* SPDX-License-Identifier: MIT */
/* Random graphs of convolutions and pointwise operations, as JSON text: any layout, any broadcast, any geometry. */
#ifndef HIPDNN_TESTS_CONFORMANCE_GENERATE_H
#define HIPDNN_TESTS_CONFORMANCE_GENERATE_H

#include "random.h"

#include <jansson.h>
#include <stdbool.h>

typedef struct generated {
    char *json; /* freed by the caller */
    const char *kind; /* for counting: "convolution", "pointwise", "chain" */
    int spatial; /* dimensions after N and C */
    bool is_plain; /* of convolutions, additions and relus alone */
} generated;

/* The graph depends on the stream alone. An input whose name begins with this wants elements away from 0. */
#define GENERATE_DIVISOR "divisor"

generated generate(random_stream *stream);

#endif
