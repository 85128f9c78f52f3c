/* SPDX-License-Identifier: MIT */
/* Integers wide enough for any sum and product of two int64, and the way back. */
#ifndef HIPDNN_TOOL_ORACLE_WIDE_H
#define HIPDNN_TOOL_ORACLE_WIDE_H

#include <stdint.h>

__extension__ typedef __int128 oracle_wide;

static inline oracle_wide oracle_product(int64_t a, int64_t b)
{
    return (oracle_wide)a * b;
}

/* The remainder modulo 2^64 that is an int64. */
static inline int64_t oracle_wrapped(oracle_wide x)
{
    const oracle_wide range = (oracle_wide)1 << 64;
    oracle_wide rest = x % range;
    rest += rest < 0 ? range : 0;
    return (int64_t)(rest > INT64_MAX ? rest - range : rest);
}

#endif
