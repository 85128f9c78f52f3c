/* SPDX-License-Identifier: MIT */
#include "base/memory.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static bool (*allocation_gate)(void *context, size_t size);
static void *gate_context;

static bool allowed(size_t size)
{
    return allocation_gate == NULL || allocation_gate(gate_context, size);
}

void *hd_alloc(size_t size)
{
    return allowed(size) ? calloc(1, size == 0 ? 1 : size) : NULL;
}

void *hd_alloc_array(size_t count, size_t size)
{
    size_t total;
    return __builtin_mul_overflow(count, size, &total) ? NULL : hd_alloc(total);
}

void *hd_realloc(void *memory, size_t size)
{
    return allowed(size) ? realloc(memory, size == 0 ? 1 : size) : NULL;
}

void hd_free(void *memory)
{
    free(memory);
}

char *hd_copy_text(const char *text, size_t length)
{
    char *copy = length == SIZE_MAX ? NULL : hd_alloc(length + 1);
    if (copy != NULL && length > 0)
        memcpy(copy, text, length);
    return copy;
}

void hd_memory_set_gate(bool (*gate)(void *context, size_t size), void *context)
{
    allocation_gate = gate;
    gate_context = context;
}
