/* SPDX-License-Identifier: MIT */
/* Sorting of indices by what they refer to. qsort has no context and may allocate behind our gate. */
#ifndef HD_DATA_SDK_GRAPH_SORT_H
#define HD_DATA_SDK_GRAPH_SORT_H

#include <stdbool.h>
#include <stdint.h>

/* Ascending by `before`, which must be a strict order without ties: compare indices last. O(n log n) in the worst case,
 * O(n) for what is in order already; no memory. */
void hd_sort_indices(uint32_t *indices, uint32_t count, bool (*before)(const void *context, uint32_t a, uint32_t b),
                     const void *context);

#endif
