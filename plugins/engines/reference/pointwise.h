/* SPDX-License-Identifier: MIT */
/* Elementwise operations. pointwise.md says what each mode computes. */
#ifndef REFERENCE_POINTWISE_H
#define REFERENCE_POINTWISE_H

#include "loops.h"

enum { REF_POINTWISE_INPUTS = 3 };

typedef struct ref_pointwise_parameters ref_pointwise_parameters;

/* Computes `count` numbers, at most REF_ROW. A mode does not look at inputs that it does not take. */
typedef void (*ref_mode)(const ref_pointwise_parameters *self, ref_numbers *restrict out,
                         const ref_numbers *restrict in, int64_t count);

struct ref_pointwise_parameters {
    ref_loops loops;
    ref_row row;
    ref_mode mode;
    ref_domain domain;
    const ref_type *type[REF_MAX_OPERANDS]; /* of the output, then of the inputs */
    float lower_clip, upper_clip, lower_slope; /* relu */
    float swish_beta, elu_alpha, softplus_beta;
    int64_t axis_extent, axis_stride; /* gen_index: of the output */
};

/* A mode on numbers of the domain. NULL: there is no such mode, or no meaning for it on integers that differs from that
 * on their values as doubles. */
ref_mode ref_pointwise_f64(int32_t mode);
ref_mode ref_pointwise_i64(int32_t mode);

/* The row of a mode where all tensors are floats, for the few that are worth it; NULL for the others. The elements are
 * those that ref_pointwise_f64 gives. */
ref_row ref_pointwise_row_f32(int32_t mode);

#endif
