/* SPDX-License-Identifier: MIT */
#ifndef REFERENCE_POINTWISE_H
#define REFERENCE_POINTWISE_H

#include "loops.h"

typedef struct ref_pointwise_parameters {
    ref_loops loops;
    ref_row row;
    float lower_clip, upper_clip, lower_slope; /* relu */
} ref_pointwise_parameters;

/* The row of a mode on floats; NULL when it is not computed. A row gets ref_pointwise_parameters; operands are the
 * output and then the inputs. */
ref_row ref_pointwise_row_f32(int32_t mode);

#endif
