/* SPDX-License-Identifier: MIT */
/* Element types as numbers see them: what they hold, and how they lie in memory.
 *
 * A conversion here is arithmetic on values (ldexp, nearbyint), never on bits, so that it has nothing in common with an
 * engine's. It is slow, and meant to be. */
#ifndef HIPDNN_TOOL_ORACLE_TYPE_H
#define HIPDNN_TOOL_ORACLE_TYPE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct oracle_type {
    const char *name; /* as the JSON has it: "half" */
    size_t size; /* bytes of an element */
    int64_t least, greatest; /* of integers */
    int digits; /* of floats: of the binary significand */
    int least_exponent, greatest_exponent; /* of floats: of normal numbers, written 1.xxx * 2^e */
    bool flushes; /* numbers below the least normal one may count as 0 */
    bool is_integer; /* or boolean */
} oracle_type;

/* NULL when there is none of this name. */
const oracle_type *oracle_type_find(const char *name);

/* The number of a float type that is nearest, ties to even, or an infinity; NaN stays. For integer types, the nearest
 * integer as a double: of int64 beyond 2^53, see oracle_whole. */
double oracle_round(const oracle_type *type, double value);

/* The integer of an integer type that is nearest; NaN is 0, infinities are the ends of the range. A boolean is 1 unless
 * the value is 0. */
int64_t oracle_whole(const oracle_type *type, double value);

/* The integer of an integer type that is nearest to another integer. */
int64_t oracle_clip(const oracle_type *type, int64_t value);

/* An element in memory, of any alignment. The value must be one that the type holds, the integer likewise. */
void oracle_encode(const oracle_type *type, double value, int64_t whole, void *element);
/* *out_whole is set for integer types only. */
double oracle_decode(const oracle_type *type, const void *element, int64_t *out_whole);

#endif
