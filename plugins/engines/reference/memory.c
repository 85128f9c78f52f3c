/* SPDX-License-Identifier: MIT */
#include "memory.h"

#include "hipdnn_plugin_sdk/EngineSdk.h"

#include <stdlib.h>
#include <string.h>

/* The blocks that live at the current step, by ascending offset. Blocks come by ascending first step, so one whose last
 * step is over never meets a later one and is forgotten. */
typedef struct live_list {
    const ref_block **blocks;
    size_t count;
} live_list;

size_t ref_align(size_t size)
{
    return (size + REF_ALIGNMENT - 1) / REF_ALIGNMENT * REF_ALIGNMENT;
}

static void forget_before(live_list *live, size_t step)
{
    size_t kept = 0;
    for (size_t i = 0; i < live->count; i++)
        if (live->blocks[i]->last >= step)
            live->blocks[kept++] = live->blocks[i];
    live->count = kept;
}

static void place(live_list *live, ref_block *block, size_t start)
{
    size_t i = 0;
    block->offset = start;
    for (; i < live->count && live->blocks[i]->offset - block->offset < block->size; i++)
        block->offset = live->blocks[i]->offset + live->blocks[i]->size;
    memmove(&live->blocks[i + 1], &live->blocks[i], (live->count - i) * sizeof *live->blocks);
    live->blocks[i] = block;
    live->count++;
}

/* Whether all blocks side by side would fit: then no placement, which is never longer, overflows. */
static bool fits(size_t start, const ref_block *blocks, size_t count)
{
    size_t total = start;
    for (size_t i = 0; i < count; i++)
        if (__builtin_add_overflow(total, blocks[i].size, &total))
            return false;
    return total <= PTRDIFF_MAX;
}

/* False when a block alone is too large. */
static bool align_blocks(ref_block *blocks, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (blocks[i].size > PTRDIFF_MAX - REF_ALIGNMENT)
            return false;
        blocks[i].size = ref_align(blocks[i].size);
    }
    return true;
}

hipdnnPluginStatus_t ref_memory_place(ref_block *blocks, size_t count, size_t start, size_t *out_size)
{
    *out_size = start;
    if (count == 0)
        return HIPDNN_PLUGIN_STATUS_SUCCESS;
    if (!align_blocks(blocks, count) || !fits(start, blocks, count))
        return hipdnn_plugin_fail(HIPDNN_PLUGIN_STATUS_ALLOC_FAILED,
                                  "the graph's virtual tensors together are larger than an address space");
    live_list live = {.blocks = calloc(count, sizeof *live.blocks)};
    if (live.blocks == NULL)
        return hipdnn_plugin_fail(HIPDNN_PLUGIN_STATUS_ALLOC_FAILED, "out of memory: a list of %zu blocks", count);
    for (size_t i = 0; i < count; i++) {
        forget_before(&live, blocks[i].first);
        place(&live, &blocks[i], start);
        const size_t end = blocks[i].offset + blocks[i].size;
        *out_size = end > *out_size ? end : *out_size;
    }
    free(live.blocks);
    return HIPDNN_PLUGIN_STATUS_SUCCESS;
}
