/* SPDX-License-Identifier: MIT */
/* Two elements lie at one address when the differences of their indices, not all zero, times the strides sum to zero.
 * Sorted by stride, each dimension of a usual layout steps over all faster ones together, and then nothing can: that is
 * looked at first. Else the differences are searched, the slowest dimension first; those faster can make up for little
 * of it, so few differences are left to try. */
#include "overlap.h"

enum { MOST_TRIALS = 100000 };

/* The dimensions of more than one element, slowest first. */
typedef struct layout {
    uint32_t count;
    int64_t dim[HIPDNN_MAX_RANK], stride[HIPDNN_MAX_RANK];
    int64_t reach[HIPDNN_MAX_RANK + 1]; /* offset of the last element of this dimension and all faster ones */
    int trials; /* left */
} layout;

static layout sort_dimensions(const hipdnn_data_tensor *tensor)
{
    layout sorted = {.trials = MOST_TRIALS};
    for (uint32_t d = 0; d < tensor->dim.count; d++) {
        if (tensor->dim.v[d] == 1)
            continue;
        uint32_t at = sorted.count++;
        for (; at > 0 && sorted.stride[at - 1] < tensor->stride.v[d]; at--) {
            sorted.dim[at] = sorted.dim[at - 1];
            sorted.stride[at] = sorted.stride[at - 1];
        }
        sorted.dim[at] = tensor->dim.v[d];
        sorted.stride[at] = tensor->stride.v[d];
    }
    for (uint32_t i = sorted.count; i-- > 0;)
        sorted.reach[i] = sorted.reach[i + 1] + (sorted.dim[i] - 1) * sorted.stride[i];
    return sorted;
}

static bool steps_over_faster_ones(const layout *l)
{
    for (uint32_t i = 0; i < l->count; i++)
        if (l->stride[i] <= l->reach[i + 1])
            return false;
    return true;
}

static int64_t clip(int64_t value, int64_t most)
{
    return value < -most ? -most : value > most ? most : value;
}

/* Whether dimension `i` and the faster ones can make up for `offset`. While all slower differences are zero, the first
 * one that is not is taken positive: its opposite says the same. */
static bool meets(layout *l, uint32_t i, int64_t offset, bool moved)
{
    if (i == l->count)
        return offset == 0 && moved;
    if (l->trials-- <= 0)
        return true;
    const int64_t stride = l->stride[i], rest = l->reach[i + 1], most = l->dim[i] - 1;
    /* offset + difference * stride must come back within reach of the rest. */
    const int64_t low = moved ? clip(-((rest + offset) / stride), most) : 0;
    const int64_t high = clip((rest - offset) / stride, most);
    for (int64_t difference = low; difference <= high; difference++)
        if (meets(l, i + 1, offset + difference * stride, moved || difference != 0))
            return true;
    return false;
}

bool ref_overlaps(const hipdnn_data_tensor *tensor)
{
    layout sorted = sort_dimensions(tensor);
    if (steps_over_faster_ones(&sorted))
        return false;
    /* A stride of 0 repeats an element. Sums of offsets must fit a number; memory for others there is not. */
    if (sorted.stride[sorted.count - 1] == 0 || sorted.reach[0] > INT64_MAX / 4)
        return true;
    return meets(&sorted, 0, 0, false);
}
