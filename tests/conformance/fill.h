/* SPDX-License-Identifier: MIT */
#ifndef HIPDNN_TESTS_CONFORMANCE_FILL_H
#define HIPDNN_TESTS_CONFORMANCE_FILL_H

#include "oracle.h"
#include "random.h"

/* Packed elements for an input: those that its name asks for (GENERATE_PLAIN ...; plain ones when it asks for none). */
void fill_elements(const oracle_tensor *tensor, random_stream *stream, void *packed);

#endif
