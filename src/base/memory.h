/* SPDX-License-Identifier: MIT */
/* The one door through which our own code allocates.
 *
 * Memory is zeroed, so that a struct made here is a valid empty one. A gate, when set, decides whether the next
 * allocation may succeed: that is how running out of memory is tested, point by point. */
#ifndef HD_BASE_MEMORY_H
#define HD_BASE_MEMORY_H

#include <stdbool.h>
#include <stddef.h>

/* Zeroed memory, or NULL. A size of 0 gives a pointer that may be freed. */
void *hd_alloc(size_t size) __attribute__((malloc));

/* Zeroed memory for `count` elements of `size` bytes, or NULL, also when the product overflows. */
void *hd_alloc_array(size_t count, size_t size) __attribute__((malloc));

/* Grows or shrinks; new bytes are not zeroed. On failure NULL, and the old memory stays valid. */
void *hd_realloc(void *memory, size_t size);

void hd_free(void *memory);

/* A copy of `length` bytes of text, NUL-terminated, or NULL. */
char *hd_copy_text(const char *text, size_t length) __attribute__((malloc));

/* Asked before each allocation when set; false makes it fail. NULL removes the gate. Not for use while threads run. */
void hd_memory_set_gate(bool (*gate)(void *context, size_t size), void *context);

#endif
