/* SPDX-License-Identifier: MIT */
/* Heap sort: hostile input cannot make it slow. */
#include "data_sdk/graph/sort.h"

/* Lets the element at `root` sink until both its children come before it. */
static void sink(uint32_t *heap, uint32_t root, uint32_t count, bool (*before)(const void *, uint32_t, uint32_t),
                 const void *context)
{
    const uint32_t sinking = heap[root];
    for (;;) {
        uint64_t child = (uint64_t)root * 2 + 1;
        if (child >= count)
            break;
        if (child + 1 < count && before(context, heap[child], heap[child + 1]))
            child++;
        if (!before(context, sinking, heap[child]))
            break;
        heap[root] = heap[child];
        root = (uint32_t)child;
    }
    heap[root] = sinking;
}

static bool is_sorted(const uint32_t *indices, uint32_t count, bool (*before)(const void *, uint32_t, uint32_t),
                      const void *context)
{
    for (uint32_t i = 1; i < count; i++)
        if (before(context, indices[i], indices[i - 1]))
            return false;
    return true;
}

void hd_sort_indices(uint32_t *indices, uint32_t count, bool (*before)(const void *context, uint32_t a, uint32_t b),
                     const void *context)
{
    if (is_sorted(indices, count, before, context))
        return;
    for (uint32_t root = count / 2; root-- > 0;)
        sink(indices, root, count, before, context);
    for (uint32_t end = count; end-- > 1;) {
        const uint32_t largest = indices[0];
        indices[0] = indices[end];
        indices[end] = largest;
        sink(indices, 0, end, before, context);
    }
}
