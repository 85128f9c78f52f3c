/* SPDX-License-Identifier: MIT */
/* Pointwise operations on integers: the exact result, modulo 2^64. */
#include "oracle_pointwise.h"
#include "oracle_wide.h"

#include <math.h>
#include <string.h>

#define UNUSED ((void)a, (void)b, (void)c, (void)p)
#define DEFINE(name, result)                                                                                           \
    static int64_t name(int64_t a, int64_t b, int64_t c, const oracle_parameters *p)                                   \
    {                                                                                                                  \
        UNUSED;                                                                                                        \
        return (result);                                                                                               \
    }

/* Towards zero; beyond the ends of int64 lies what a quotient by 0 would be. */
static int64_t quotient(int64_t a, int64_t b)
{
    if (b == 0)
        return a > 0 ? INT64_MAX : a < 0 ? INT64_MIN : 0;
    return oracle_wrapped((oracle_wide)a / b);
}

/* A clip that is whole, held within int64. */
static int64_t clip(double at)
{
    return at >= 0x1p63 ? INT64_MAX : at <= -0x1p63 ? INT64_MIN : (int64_t)at;
}

DEFINE(absolute, oracle_wrapped(a < 0 ? -(oracle_wide)a : a))
DEFINE(add, oracle_wrapped((oracle_wide)a + b))
DEFINE(add_square, oracle_wrapped((oracle_wide)a + oracle_wrapped(oracle_product(b, b))))
DEFINE(choose, c != 0 ? a : b)
DEFINE(equal, a == b)
DEFINE(greater_or_equal, a >= b)
DEFINE(greater, a > b)
DEFINE(less_or_equal, a <= b)
DEFINE(less, a < b)
DEFINE(unequal, a != b)
DEFINE(divide, quotient(a, b))
DEFINE(identity, a)
DEFINE(both, a != 0 && b != 0)
DEFINE(none, a == 0)
DEFINE(either, a != 0 || b != 0)
DEFINE(maximum, a < b ? b : a)
DEFINE(minimum, b < a ? b : a)
DEFINE(multiply, oracle_wrapped(oracle_product(a, b)))
DEFINE(negate, oracle_wrapped(-(oracle_wide)a))
DEFINE(reciprocal, quotient(1, a))
DEFINE(subtract, oracle_wrapped((oracle_wide)a - b))
DEFINE(relu, a <= clip(p->lower) ? clip(p->lower) : a >= clip(p->upper) ? clip(p->upper) : a)
/* An infinite clip is met by no integer. */
DEFINE(relu_gradient,
       (isfinite(p->lower) && b <= clip(p->lower)) || (isfinite(p->upper) && b >= clip(p->upper)) ? 0 : a)

static const struct {
    const char *name;
    oracle_whole_function *f;
} modes[] = {
    {"abs", absolute},
    {"add", add},
    {"add_square", add_square},
    {"binary_select", choose},
    {"ceil", identity},
    {"cmp_eq", equal},
    {"cmp_ge", greater_or_equal},
    {"cmp_gt", greater},
    {"cmp_le", less_or_equal},
    {"cmp_lt", less},
    {"cmp_neq", unequal},
    {"div", divide},
    {"floor", identity},
    {"identity", identity},
    {"logical_and", both},
    {"logical_not", none},
    {"logical_or", either},
    {"max_op", maximum},
    {"min_op", minimum},
    {"mul", multiply},
    {"neg", negate},
    {"reciprocal", reciprocal},
    {"relu_bwd", relu_gradient},
    {"relu_fwd", relu},
    {"sub", subtract},
};

/* With a slope, or a clip between integers, relu leaves the integers. */
static bool stays_whole(const char *mode, const oracle_parameters *p)
{
    return strncmp(mode, "relu", strlen("relu")) != 0 ||
           (p->slope == 0.0 && trunc(p->lower) == p->lower && trunc(p->upper) == p->upper);
}

oracle_whole_function *oracle_whole_function_of(const char *mode, const oracle_parameters *p)
{
    for (size_t i = 0; i < sizeof modes / sizeof modes[0]; i++)
        if (strcmp(modes[i].name, mode) == 0)
            return stays_whole(mode, p) ? modes[i].f : NULL;
    return NULL;
}
