/* SPDX-License-Identifier: MIT */
/* Memory of a strided tensor, and the way between it and densely packed elements. */
#ifndef HIPDNN_TOOL_BUFFER_H
#define HIPDNN_TOOL_BUFFER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define BUFFER_MAX_RANK 8
#define BUFFER_ALIGNMENT 64 /* bytes: a cache line, and the widest vector */

typedef struct tensor_buffer {
    size_t rank;
    int64_t dim[BUFFER_MAX_RANK], stride[BUFFER_MAX_RANK]; /* strides in elements */
    size_t size; /* bytes of an element */
    size_t count; /* elements of the tensor */
    size_t span; /* elements of memory from the first to the last of them; more than count when there are gaps */
    unsigned char *data; /* [span] elements, aligned to BUFFER_ALIGNMENT */
} tensor_buffer;

/* Allocates exactly the span, every element a pattern that is a NaN in each float type, and one that nothing computes.
 * False when the layout is refused (rank, extents, negative strides, size) or memory ran out; `out` is then empty. */
bool buffer_create(tensor_buffer *out, size_t size, size_t rank, const int64_t *dim, const int64_t *stride);
void buffer_destroy(tensor_buffer *buffer);

/* Packed: [count] elements, last dimension fastest. Of elements that share memory the last one stays. */
void buffer_scatter(tensor_buffer *buffer, const void *packed);
void buffer_gather(const tensor_buffer *buffer, void *packed);

/* Every element back to the pattern. */
void buffer_poison(tensor_buffer *buffer);

/* Whether everything between the elements still is the pattern: nobody wrote outside of the tensor. */
bool buffer_gaps_untouched(const tensor_buffer *buffer);

#endif
