/* SPDX-License-Identifier: MIT */
#ifndef REFERENCE_OVERLAP_H
#define REFERENCE_OVERLAP_H

#include "hipdnn_data_sdk/graph.h"

#include <stdbool.h>

/* Whether two elements of the tensor lie at one address, or strides are so intertwined that finding out would take
 * long, which no layout that anyone uses is. */
bool ref_overlaps(const hipdnn_data_tensor *tensor);

#endif
