/* SPDX-License-Identifier: MIT */
#define _POSIX_C_SOURCE 200809L /* posix_memalign */
#include "buffer.h"

#include <stdlib.h>
#include <string.h>

/* Byte `i` of the pattern of an element. The highest two make a NaN of any float type, the others a payload that
 * arithmetic does not make up; a single byte is neither 0 nor 1 nor all ones. */
static unsigned char pattern(const tensor_buffer *b, size_t i)
{
    if (b->size > 1 && i + 2 >= b->size)
        return i + 1 == b->size ? 0xFF : 0xF5;
    return 0xA5;
}

/* Calls `visit` with the memory position of each element, in logical order. */
static void each(const tensor_buffer *b, void (*visit)(size_t position, size_t element, void *context), void *context)
{
    int64_t index[BUFFER_MAX_RANK] = {0};
    int64_t position = 0;
    for (size_t element = 0; element < b->count; element++) {
        visit((size_t)position, element, context);
        for (size_t i = b->rank; i-- > 0;) {
            position += b->stride[i];
            if (++index[i] < b->dim[i])
                break;
            position -= b->stride[i] * b->dim[i];
            index[i] = 0;
        }
    }
}

static bool measure(tensor_buffer *b)
{
    const int64_t most = INT64_C(1) << 40;
    int64_t count = 1, last = 0;
    for (size_t i = 0; i < b->rank; i++) {
        if (b->dim[i] < 1 || b->dim[i] > most / count || b->stride[i] < 0)
            return false;
        count *= b->dim[i];
        if (b->dim[i] > 1 && b->stride[i] > (most - last) / (b->dim[i] - 1))
            return false;
        last += b->dim[i] > 1 ? b->stride[i] * (b->dim[i] - 1) : 0;
    }
    b->count = (size_t)count;
    b->span = (size_t)last + 1;
    return true;
}

bool buffer_create(tensor_buffer *out, size_t size, size_t rank, const int64_t *dim, const int64_t *stride)
{
    *out = (tensor_buffer){.rank = rank, .size = size};
    if (rank > BUFFER_MAX_RANK)
        return false;
    for (size_t i = 0; i < rank; i++) {
        out->dim[i] = dim[i];
        /* The stride of an extent of 1 is never used; a wild one must not overflow. */
        out->stride[i] = dim[i] == 1 ? 0 : stride[i];
    }
    void *data = NULL;
    /* Not aligned_alloc: it wants a multiple of the alignment, and a memory checker should see the true end. */
    if (!measure(out) || posix_memalign(&data, BUFFER_ALIGNMENT, out->span * size) != 0) {
        *out = (tensor_buffer){0};
        return false;
    }
    out->data = data;
    buffer_poison(out);
    return true;
}

void buffer_destroy(tensor_buffer *buffer)
{
    free(buffer->data);
    buffer->data = NULL;
}

/* To or from `packed`; the other one is not const, only because one struct serves both ways. */
struct copy {
    const tensor_buffer *buffer;
    unsigned char *packed;
    bool gather;
};

static void copy_one(size_t position, size_t element, void *context)
{
    const struct copy *copy = context;
    const size_t size = copy->buffer->size;
    unsigned char *strided = copy->buffer->data + position * size, *packed = copy->packed + element * size;
    memcpy(copy->gather ? packed : strided, copy->gather ? strided : packed, size);
}

void buffer_scatter(tensor_buffer *buffer, const void *packed)
{
    each(buffer, copy_one, &(struct copy){.buffer = buffer, .packed = (unsigned char *)(uintptr_t)packed});
}

void buffer_gather(const tensor_buffer *buffer, void *packed)
{
    each(buffer, copy_one, &(struct copy){.buffer = buffer, .packed = packed, .gather = true});
}

void buffer_poison(tensor_buffer *buffer)
{
    for (size_t i = 0; i < buffer->span * buffer->size; i++)
        buffer->data[i] = pattern(buffer, i % buffer->size);
}

static void mark_one(size_t position, size_t element, void *context)
{
    bool *used = context;
    (void)element;
    used[position] = true;
}

bool buffer_gaps_untouched(const tensor_buffer *buffer)
{
    bool *used = calloc(buffer->span, sizeof *used);
    bool untouched = used != NULL;
    if (used != NULL)
        each(buffer, mark_one, used);
    for (size_t i = 0; untouched && i < buffer->span * buffer->size; i++)
        untouched = used[i / buffer->size] || buffer->data[i] == pattern(buffer, i % buffer->size);
    free(used);
    return untouched;
}
