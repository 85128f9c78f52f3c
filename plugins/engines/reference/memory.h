/* SPDX-License-Identifier: MIT */
/* Places blocks that live for a while into one region, so that those which never live together share memory. */
#ifndef REFERENCE_MEMORY_H
#define REFERENCE_MEMORY_H

#include "hipdnn_plugin_sdk/PluginApiDataTypes.h"

/* Of every block, and of the region itself: a cache line, so that no two tensors share one. */
enum { REF_ALIGNMENT = 64 };

typedef struct ref_block {
    size_t size; /* bytes; made a multiple of REF_ALIGNMENT */
    size_t first, last; /* steps that it lives through, both included */
    size_t offset; /* out, bytes */
} ref_block;

/* `size` up to the next multiple of REF_ALIGNMENT. Not for sizes near the end of the address space. */
size_t ref_align(size_t size);

/* Blocks come by ascending `first`. Each goes into the first gap that holds it, at or after `start`, a multiple of
 * REF_ALIGNMENT; `*out_size` is the end of the last, at least `start`. */
hipdnnPluginStatus_t ref_memory_place(ref_block *blocks, size_t count, size_t start, size_t *out_size);

#endif
