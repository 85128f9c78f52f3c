/* SPDX-License-Identifier: MIT */
/* Random graphs as JSON text: any layout, any broadcast, any geometry, any mixture of element types. */
#ifndef HIPDNN_TESTS_CONFORMANCE_GENERATE_H
#define HIPDNN_TESTS_CONFORMANCE_GENERATE_H

#include "random.h"

#include <jansson.h>
#include <stdbool.h>

/* What a graph is a case of. */
typedef enum generate_kind {
    GENERATE_CONV_FPROP,
    GENERATE_CONV_DGRAD,
    GENERATE_CONV_WGRAD,
    GENERATE_MATMUL,
    GENERATE_UNARY,
    GENERATE_BINARY,
    GENERATE_TERNARY,
    GENERATE_MIXED, /* several operations that feed each other */
    GENERATE_KINDS
} generate_kind;

const char *generate_kind_name(generate_kind kind);

typedef struct generated {
    char *json; /* freed by the caller */
    const char *family; /* of element types, for counting */
} generated;

enum { GENERATE_FAMILIES = 4 };
extern const char *const generate_families[GENERATE_FAMILIES];

/* The graph depends on the arguments alone. Cases of a pointwise kind take its modes in turn. */
generated generate(random_stream *stream, generate_kind kind, long number);

/* Elements that an input wants, told by how its name begins. */
#define GENERATE_PLAIN "plain" /* floats in [-1, 1), small integers */
#define GENERATE_WIDE "wide" /* floats in [-8, 8) */
#define GENERATE_POSITIVE "positive" /* from 0 up */
#define GENERATE_DIVISOR "divisor" /* away from 0 */
#define GENERATE_INFINITE "infinite" /* plain, with NaN and infinities among them */
#define GENERATE_SPECIAL "special" /* wide, with everything that a type has at its ends */

#endif
