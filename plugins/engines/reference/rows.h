/* SPDX-License-Identifier: MIT */
/* What the kernels of sums (convolutions, matmul) do with a row of elements.
 *
 * A kernel is written once, as inline functions that get a ref_arithmetic, and is instantiated twice. In the instance
 * for floats `floats` is a constant, so the compiler leaves out everything else and no call remains in a loop; the
 * other instance serves all types, a call per row. */
#ifndef REFERENCE_ROWS_H
#define REFERENCE_ROWS_H

#include "elements.h"

#include <string.h>

#define REF_INLINE static inline __attribute__((always_inline))

/* Two inputs and an output are what a sum of products has. */
enum { REF_SUM_OPERANDS = 3 };

typedef struct ref_arithmetic {
    bool floats; /* all operands are floats; then nothing else here counts */
    ref_domain domain;
    const ref_type *operand[REF_SUM_OPERANDS];
} ref_arithmetic;

/* Where the element lies that is `elements` after the one at `base`. */
REF_INLINE const void *ref_at(const ref_arithmetic *how, int operand, const void *base, int64_t elements)
{
    const size_t size = how->floats ? sizeof(float) : how->operand[operand]->size;
    return (const unsigned char *)base + elements * (int64_t)size;
}

/* The same for an output. */
REF_INLINE void *ref_out_at(const ref_arithmetic *how, int operand, void *base, int64_t elements)
{
    const size_t size = how->floats ? sizeof(float) : how->operand[operand]->size;
    return (unsigned char *)base + elements * (int64_t)size;
}

REF_INLINE ref_number ref_load_one(const ref_arithmetic *how, int operand, const void *from)
{
    if (how->floats)
        return (ref_number){.f64 = (double)*(const float *)from};
    ref_numbers row;
    how->operand[operand]->load[how->domain](&row, from, 1, 1);
    return how->domain == REF_I64 ? (ref_number){.i64 = row.i64[0]} : (ref_number){.f64 = row.f64[0]};
}

REF_INLINE void ref_store_row(const ref_arithmetic *how, int operand, void *to, int64_t step, const ref_numbers *from,
                              int64_t count)
{
    if (!how->floats) {
        how->operand[operand]->store[how->domain](to, step, from, count);
        return;
    }
    float *at = to;
    for (int64_t i = 0; i < count; i++)
        at[i * step] = (float)from->f64[i];
}

/* Sums and products of int64 wrap. */
REF_INLINE int64_t ref_add_product(int64_t sum, int64_t a, int64_t b)
{
    return (int64_t)((uint64_t)sum + (uint64_t)a * (uint64_t)b);
}

/* sum[i * sum_step] += x[i * step] * weight. */
REF_INLINE void ref_multiply_add_floats(double *restrict sum, int64_t sum_step, const float *restrict x, int64_t step,
                                        double weight, int64_t count)
{
    for (int64_t i = 0; i < count; i++)
        sum[i * sum_step] += (double)x[i * step] * weight;
}

/* The same for elements of any type, on the sums from `first` on. The sums do not depend on each other, so the
 * processor overlaps the additions, which it could not do along one sum. */
REF_INLINE void ref_multiply_add(const ref_arithmetic *how, ref_numbers *sum, int64_t first, int64_t sum_step,
                                 int operand, const void *x, int64_t step, ref_number weight, int64_t count)
{
    if (how->floats) {
        ref_multiply_add_floats(sum->f64 + first, sum_step, x, step, weight.f64, count);
        return;
    }
    ref_numbers row;
    how->operand[operand]->load[how->domain](&row, x, step, count);
    if (how->domain == REF_I64)
        for (int64_t i = 0; i < count; i++)
            sum->i64[first + i * sum_step] = ref_add_product(sum->i64[first + i * sum_step], row.i64[i], weight.i64);
    else
        for (int64_t i = 0; i < count; i++)
            sum->f64[first + i * sum_step] += row.f64[i] * weight.f64;
}

/* Partial sums of a scalar product, so that they overlap too. */
enum { REF_LANES = 8 };

REF_INLINE double ref_dot_floats(const float *a, int64_t a_step, const float *b, int64_t b_step, int64_t count)
{
    double part[REF_LANES] = {0}, sum = 0;
    int64_t i = 0;
    for (; i + REF_LANES <= count; i += REF_LANES)
        for (int64_t l = 0; l < REF_LANES; l++)
            part[l] += (double)a[(i + l) * a_step] * (double)b[(i + l) * b_step];
    for (; i < count; i++)
        sum += (double)a[i * a_step] * (double)b[i * b_step];
    for (int l = 0; l < REF_LANES; l++)
        sum += part[l];
    return sum;
}

/* sum[at] += a[0] * b[0] + a[a_step] * b[b_step] + ..., for up to REF_ROW elements. */
REF_INLINE void ref_add_dot(const ref_arithmetic *how, ref_numbers *sum, int64_t at, int a_operand, const void *a,
                            int64_t a_step, int b_operand, const void *b, int64_t b_step, int64_t count)
{
    if (how->floats) {
        sum->f64[at] += ref_dot_floats(a, a_step, b, b_step, count);
        return;
    }
    ref_numbers left, right;
    how->operand[a_operand]->load[how->domain](&left, a, a_step, count);
    how->operand[b_operand]->load[how->domain](&right, b, b_step, count);
    if (how->domain == REF_I64)
        for (int64_t i = 0; i < count; i++)
            sum->i64[at] = ref_add_product(sum->i64[at], left.i64[i], right.i64[i]);
    else
        for (int64_t i = 0; i < count; i++)
            sum->f64[at] += left.f64[i] * right.f64[i];
}

#endif
