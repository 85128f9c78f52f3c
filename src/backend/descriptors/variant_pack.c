/* SPDX-License-Identifier: MIT */
#include "backend/descriptors/attributes.h"
#include "backend/descriptors/kinds.h"
#include "base/memory.h"

#include <inttypes.h>
#include <string.h>

typedef struct pack {
    hd_pack head; /* what execute reads */
    hd_list uids, pointers; /* as set */
} pack;

/* The pointers may have been rebound since they were set: execute's copy is the truth. */
static hd_status pointers_get(hd_object *object, const hd_attribute *row, int64_t requested, int64_t *out_count,
                              void *elements)
{
    const pack *self = (const pack *)object;
    HD_TRY(hd_give_elements(row, self->pointers.data, self->pointers.count, sizeof(void *), requested, out_count,
                            elements));
    for (uint32_t i = 0; i < self->head.buffer_count && i < requested; i++)
        memcpy((char *)elements + i * sizeof(void *), &self->head.buffers[i].ptr, sizeof(void *));
    return HD_OK;
}

static const hd_attribute attributes[] = {
    {HD_ATTRIBUTE(HIPDNN_ATTR_VARIANT_PACK_UNIQUE_IDS, HIPDNN_TYPE_INT64), .store = HD_STORE_I64_LIST,
     .flags = HD_SET | HD_GET | HD_REQUIRED | HD_NO_QUERY, .offset = offsetof(pack, uids)},
    {HD_ATTRIBUTE(HIPDNN_ATTR_VARIANT_PACK_DATA_POINTERS, HIPDNN_TYPE_VOID_PTR), .store = HD_STORE_POINTER_LIST,
     .flags = HD_SET | HD_GET | HD_REQUIRED | HD_NO_QUERY, .get = pointers_get, .offset = offsetof(pack, pointers)},
    {HD_ATTRIBUTE(HIPDNN_ATTR_VARIANT_PACK_WORKSPACE, HIPDNN_TYPE_VOID_PTR), .store = HD_STORE_POINTER,
     .flags = HD_SET | HD_GET | HD_EXACT, .offset = offsetof(pack, head.workspace)},
};

static hd_status finalize(hd_object *object)
{
    pack *self = (pack *)object;
    const int64_t count = self->uids.count;
    if (count != self->pointers.count)
        return hd_fail(HD_BAD_PARAM, "the variant pack has %" PRId64 " uids and %" PRId64 " pointers; they go in pairs",
                       count, self->pointers.count);
    if (count > UINT32_MAX)
        return hd_fail(HD_BAD_PARAM, "the variant pack has %" PRId64 " uids, more than are possible", count);
    hipdnnPluginDeviceBuffer_t *buffers = hd_alloc_array((size_t)count, sizeof *buffers);
    if (buffers == NULL)
        return hd_fail_alloc((size_t)count * sizeof *buffers, "a variant pack");
    const int64_t *uids = self->uids.data;
    void *const *pointers = self->pointers.data;
    for (int64_t i = 0; i < count; i++)
        buffers[i] = (hipdnnPluginDeviceBuffer_t){uids[i], pointers[i]};
    self->head.buffers = buffers;
    self->head.buffer_count = (uint32_t)count;
    return HD_OK;
}

static void dispose(hd_object *object)
{
    hd_free(((pack *)object)->head.buffers);
    hd_attribute_release_all(object);
}

const hd_kind hd_pack_kind = {
    .number = HD_KIND_PACK,
    .name = "variant pack",
    .size = sizeof(pack),
    .attributes = attributes,
    .attribute_count = sizeof attributes / sizeof *attributes,
    .unfinalized_get = HIPDNN_STATUS_NOT_INITIALIZED,
    .refinalize = true,
    .finalize = finalize,
    .dispose = dispose,
};

/* Searches from `hint` on: a pack usually lists tensors in the plan's order. */
static const hipdnnPluginDeviceBuffer_t *find(const hd_pack *self, int64_t uid, uint32_t hint)
{
    for (uint32_t i = 0; i < self->buffer_count; i++) {
        const hipdnnPluginDeviceBuffer_t *buffer = &self->buffers[(hint + i) % self->buffer_count];
        if (buffer->uid == uid)
            return buffer;
    }
    return NULL;
}

hd_status hd_pack_check(const hd_pack *self, const hd_plan *plan)
{
    for (uint32_t i = 0; i < plan->bound_count; i++) {
        const hd_bound_tensor *tensor = &plan->bound[i];
        const hipdnnPluginDeviceBuffer_t *buffer = find(self, tensor->uid, i);
        if (buffer == NULL || buffer->ptr == NULL)
            return hd_fail(HD_BAD_PARAM,
                           "the variant pack has no %s for tensor '%s' (uid %" PRId64 "), which the plan needs",
                           buffer == NULL ? "entry" : "pointer", tensor->name, tensor->uid);
        if (tensor->alignment > 1 && (uintptr_t)buffer->ptr % (uintptr_t)tensor->alignment != 0)
            return hd_fail(HD_BAD_PARAM,
                           "the pointer for tensor '%s' (uid %" PRId64 "), %p, is not aligned to the %" PRId64
                           " bytes that the tensor promises",
                           tensor->name, tensor->uid, buffer->ptr, tensor->alignment);
    }
    return HD_OK;
}

hd_status hd_pack_rebind(hd_pack *self, int64_t count, void *const *pointers)
{
    if (count != (int64_t)self->buffer_count)
        return hd_fail(HD_BAD_PARAM, "the variant pack has %" PRIu32 " entries, %" PRId64 " pointers were given",
                       self->buffer_count, count);
    for (uint32_t i = 0; i < self->buffer_count; i++)
        self->buffers[i].ptr = pointers[i];
    /* New pointers are checked again when pack and plan next meet. */
    atomic_store_explicit(&self->checked_serial, 0, memory_order_release);
    return HD_OK;
}
