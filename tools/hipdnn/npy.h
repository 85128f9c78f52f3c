/* SPDX-License-Identifier: MIT */
/* Files of the NumPy array format, versions 1.0 and 2.0: little-endian elements in C order, nothing else.
 * Source: NumPy Enhancement Proposal 1. */
#ifndef HIPDNN_TOOL_NPY_H
#define HIPDNN_TOOL_NPY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define NPY_MESSAGE_SIZE 256

/* How elements are written down in a file. */
typedef struct npy_type {
    const char *descr; /* NumPy's: "<f4" */
    size_t size; /* bytes of an element */
} npy_type;

/* By the name that a graph has for the type: "half". bfloat16, which NumPy does not have, is its patterns as "<u2".
 * NULL for a type that files cannot hold. */
const npy_type *npy_type_find(const char *name);

/* Reads a file whose shape must be `dim` into packed elements, as many as the product of the dims. False with a
 * sentence in `message`. */
bool npy_read(const char *path, const npy_type *type, size_t rank, const int64_t *dim, void *packed,
              char message[NPY_MESSAGE_SIZE]);

/* Writes version 1.0. */
bool npy_write(const char *path, const npy_type *type, size_t rank, const int64_t *dim, const void *packed,
               char message[NPY_MESSAGE_SIZE]);

#endif
