/* SPDX-License-Identifier: MIT */
/* Files of the NumPy array format, versions 1.0 and 2.0: little-endian floats in C order, nothing else.
 * Source: NumPy Enhancement Proposal 1. */
#ifndef HIPDNN_TOOL_NPY_H
#define HIPDNN_TOOL_NPY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define NPY_MESSAGE_SIZE 256

/* Reads a file whose shape must be `dim` into packed elements, as many as the product of the dims. False with a
 * sentence in `message`. */
bool npy_read(const char *path, size_t rank, const int64_t *dim, float *packed, char message[NPY_MESSAGE_SIZE]);

/* Writes version 1.0. */
bool npy_write(const char *path, size_t rank, const int64_t *dim, const float *packed, char message[NPY_MESSAGE_SIZE]);

#endif
