/* SPDX-License-Identifier: MIT */
/* Elements of every type that the engine knows, and the two kinds of number that it computes with. Kernels load rows of
 * elements as numbers, compute, and store rows of numbers; what an element looks like in memory is known here alone.
 *
 * Loading is exact, but for int64 elements beyond 2^53 that are loaded as double.
 * Storing rounds once, to the nearest, ties to even. Beyond the range of a float type lies infinity; integers are
 * held at their least and greatest, and NaN becomes 0. A boolean is 1 when the number is not 0, and NaN is not 0. */
#ifndef REFERENCE_ELEMENTS_H
#define REFERENCE_ELEMENTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What a node computes with: int64 when all its operands are integers or booleans, double otherwise. Arithmetic on
 * int64 wraps at 64 bits. */
typedef enum ref_domain { REF_F64, REF_I64, REF_DOMAINS } ref_domain;

/* A number in the domain that its node has. */
typedef union ref_number {
    double f64;
    int64_t i64;
} ref_number;

/* Numbers that are computed together, on the stack; 0 is all bytes 0 in both domains. This is a union of arrays,
 * because an array of unions compiles into worse loops. */
enum { REF_ROW = 128 };

typedef union ref_numbers {
    double f64[REF_ROW];
    int64_t i64[REF_ROW];
} ref_numbers;

/* Up to REF_ROW elements that lie `step` elements apart; a step of 0 repeats one. */
typedef void (*ref_load)(ref_numbers *restrict out, const void *restrict from, int64_t step, int64_t count);
typedef void (*ref_store)(void *restrict to, int64_t step, const ref_numbers *restrict from, int64_t count);

typedef struct ref_type {
    int32_t type; /* hipdnn_type */
    bool is_integer; /* or boolean */
    size_t size; /* bytes of an element */
    ref_load load[REF_DOMAINS]; /* by domain; NULL: integers alone are loaded and stored as int64 */
    ref_store store[REF_DOMAINS];
} ref_type;

/* NULL when the engine does not know elements of the type. */
const ref_type *ref_type_find(int32_t type);

/* "float, half": the types it knows, for refusals. Returns text. */
const char *ref_type_names(char *text, size_t size);

#endif
