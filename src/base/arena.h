/* SPDX-License-Identifier: MIT */
/* Many small allocations that die together: a decoded graph, a parsed document. */
#ifndef HD_BASE_ARENA_H
#define HD_BASE_ARENA_H

#include <stddef.h>

typedef struct hd_arena_block hd_arena_block;

/* All zero is a valid empty arena. */
typedef struct hd_arena {
    hd_arena_block *newest;
} hd_arena;

/* Zeroed, aligned for any type, valid until the arena is released. NULL when out of memory. */
void *hd_arena_alloc(hd_arena *arena, size_t size);

/* As above for `count` elements; NULL also when the product overflows. */
void *hd_arena_alloc_array(hd_arena *arena, size_t count, size_t size);

/* A NUL-terminated copy of `length` bytes. */
char *hd_arena_copy_text(hd_arena *arena, const char *text, size_t length);

/* Frees everything; the arena is empty again. */
void hd_arena_release(hd_arena *arena);

#endif
