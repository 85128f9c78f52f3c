/* SPDX-License-Identifier: MIT */
/* Sums of products, and what they may be wrong by. */
#include "oracle.h"
#include "oracle_wide.h"

#include <math.h>
#include <stdlib.h>

/* Of the error,
 *   `magnitude` is what rounding the products may cost, and summing them in an order that is good or bad by luck;
 *   `partial` what the additions may cost: each rounds a partial sum, in one order as well as in another;
 *   `carried` what the operands bring along. The last two are sums of errors that know nothing of each other. */
typedef struct sum {
    double value, magnitude, partial, carried;
    int64_t whole;
} sum;

struct oracle_sums {
    oracle_tensor *target;
    bool exact; /* integers alone */
    sum of[];
};

oracle_sums *oracle_sums_create(oracle_tensor *target, bool exact)
{
    oracle_sums *sums = calloc(1, sizeof *sums + target->count * sizeof sums->of[0]);
    if (sums != NULL) {
        sums->target = target;
        sums->exact = exact;
    }
    return sums;
}

static double square(double x)
{
    return x * x;
}

void oracle_sums_add(oracle_sums *sums, size_t at, const oracle_tensor *a, size_t at_a, const oracle_tensor *b,
                     size_t at_b)
{
    sum *s = &sums->of[at];
    if (sums->exact) {
        s->whole = oracle_wrapped(s->whole + oracle_product(a->whole[at_a], b->whole[at_b]));
        return;
    }
    const double x = a->value[at_a], y = b->value[at_b];
    s->value += x * y;
    s->magnitude += fabs(x * y);
    s->partial += square(s->value);
    s->carried += square(x * b->error[at_b]) + square(y * a->error[at_a]);
}

void oracle_sums_finish(oracle_sums *sums, double epsilon)
{
    for (size_t i = 0; i < sums->target->count; i++) {
        const sum *s = &sums->of[i];
        if (sums->exact)
            oracle_store_whole(sums->target, i, s->whole);
        else
            oracle_store(sums->target, i, s->value, epsilon * (s->magnitude + sqrt(s->partial)) + sqrt(s->carried));
    }
    free(sums);
}
