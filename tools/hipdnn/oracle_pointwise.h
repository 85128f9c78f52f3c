/* SPDX-License-Identifier: MIT */
/* What pointwise operations on numbers and on integers share. */
#ifndef HIPDNN_TOOL_ORACLE_POINTWISE_H
#define HIPDNN_TOOL_ORACLE_POINTWISE_H

#include "oracle.h"

#define ORACLE_POINTWISE_INPUTS 3

/* Those of the node are floats in the schema, so they are rounded when they are read. */
typedef struct oracle_parameters {
    double lower, upper, slope; /* of relu */
    double swish_beta, elu_alpha, softplus_beta;
    double epsilon; /* the relative error of one rounding */
} oracle_parameters;

typedef int64_t oracle_whole_function(int64_t a, int64_t b, int64_t c, const oracle_parameters *p);

/* A mode on integers. NULL when it has no meaning of its own there, and is computed on numbers. */
oracle_whole_function *oracle_whole_function_of(const char *mode, const oracle_parameters *p);

#endif
