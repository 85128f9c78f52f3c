/* SPDX-License-Identifier: MIT */
#include "data_sdk/schema/dims.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

_Static_assert(HIPDNN_MAX_RANK *(sizeof "-9223372036854775808, " - 1) + sizeof "[]" <= HD_DIMS_TEXT_SIZE,
               "the longest list fits");

/* Gives dimension `axis` the running stride and multiplies that by its extent. */
static void place(const hipdnn_dims *dim, uint32_t axis, int64_t *running, hipdnn_dims *out_stride)
{
    out_stride->v[axis] = *running;
    if (__builtin_mul_overflow(*running, dim->v[axis], running))
        *running = INT64_MAX;
}

void hd_dims_pack(const hipdnn_dims *dim, hipdnn_dims *out_stride)
{
    hipdnn_dims stride = {.count = dim->count};
    int64_t running = 1;
    for (uint32_t axis = dim->count; axis-- > 0;)
        place(dim, axis, &running, &stride);
    *out_stride = stride;
}

/* Whether dimension a lies outside (is slower than) dimension b > a.
 *
 * Equal strides mean that one extent is 1, and leave the order open: [784, 1, 28, 1] is channels-last of one channel.
 * Then the earlier dimension is the outer one, unless it already lies inside a dimension between the two; so the
 * example stays channels-last, where a plain stable sort would make it N, H, C, W, which nobody computes. */
static bool is_outside(const hipdnn_dims *stride, uint32_t a, uint32_t b)
{
    if (stride->v[a] != stride->v[b])
        return stride->v[a] > stride->v[b];
    for (uint32_t between = a + 1; between < b; between++)
        if (stride->v[between] > stride->v[a])
            return false;
    return true;
}

void hd_dims_pack_like(const hipdnn_dims *dim, const hipdnn_dims *like_stride, hipdnn_dims *out_stride)
{
    if (dim->count != like_stride->count) {
        hd_dims_pack(dim, out_stride);
        return;
    }
    uint32_t order[HIPDNN_MAX_RANK]; /* axes, outermost first */
    for (uint32_t axis = 0; axis < dim->count; axis++) {
        uint32_t at = axis;
        for (; at > 0 && !is_outside(like_stride, order[at - 1], axis); at--)
            order[at] = order[at - 1];
        order[at] = axis;
    }
    hipdnn_dims stride = {.count = dim->count};
    int64_t running = 1;
    for (uint32_t i = dim->count; i-- > 0;)
        place(dim, order[i], &running, &stride);
    *out_stride = stride;
}

bool hd_dims_equal(const hipdnn_dims *a, const hipdnn_dims *b)
{
    return a->count == b->count && memcmp(a->v, b->v, a->count * sizeof a->v[0]) == 0;
}

const char *hd_dims_text(const hipdnn_dims *dims, char *text, size_t size)
{
    size_t used = (size_t)snprintf(text, size, "[");
    for (uint32_t i = 0; i < dims->count && used < size; i++)
        used += (size_t)snprintf(text + used, size - used, "%s%" PRId64, i == 0 ? "" : ", ", dims->v[i]);
    if (used < size)
        (void)snprintf(text + used, size - used, "]");
    return text;
}
