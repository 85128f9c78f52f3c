/* SPDX-License-Identifier: MIT */
#include "base/arena.h"

#include "base/memory.h"

#include <stdalign.h>
#include <stdint.h>
#include <string.h>

struct hd_arena_block {
    hd_arena_block *older;
    size_t used;
    size_t capacity;
    alignas(max_align_t) unsigned char bytes[];
};

/* One block holds a small graph; larger requests get a block of their own size. Blocks are not zeroed as a whole: most
 * arenas use a fraction of one. */
enum { USUAL_BLOCK = 2048 - (int)sizeof(hd_arena_block) };

void *hd_arena_alloc(hd_arena *arena, size_t size)
{
    const size_t alignment = alignof(max_align_t);
    if (size > SIZE_MAX / 2)
        return NULL;
    size = (size + alignment - 1) / alignment * alignment;
    hd_arena_block *block = arena->newest;
    if (block == NULL || block->capacity - block->used < size) {
        const size_t capacity = size > USUAL_BLOCK ? size : USUAL_BLOCK;
        block = hd_realloc(NULL, sizeof *block + capacity);
        if (block == NULL)
            return NULL;
        block->older = arena->newest;
        block->used = 0;
        block->capacity = capacity;
        arena->newest = block;
    }
    void *memory = block->bytes + block->used;
    block->used += size;
    return memset(memory, 0, size);
}

void *hd_arena_alloc_array(hd_arena *arena, size_t count, size_t size)
{
    size_t total;
    return __builtin_mul_overflow(count, size, &total) ? NULL : hd_arena_alloc(arena, total);
}

char *hd_arena_copy_text(hd_arena *arena, const char *text, size_t length)
{
    char *copy = length == SIZE_MAX ? NULL : hd_arena_alloc(arena, length + 1);
    if (copy != NULL && length > 0)
        memcpy(copy, text, length);
    return copy;
}

void hd_arena_release(hd_arena *arena)
{
    hd_arena_block *block = arena->newest;
    while (block != NULL) {
        hd_arena_block *older = block->older;
        hd_free(block);
        block = older;
    }
    arena->newest = NULL;
}
