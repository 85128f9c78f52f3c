/* SPDX-License-Identifier: MIT */
#include "backend/descriptors/attributes.h"
#include "backend/descriptors/kinds.h"
#include "base/memory.h"

#include <inttypes.h>
#include <string.h>

typedef struct pack {
    hd_pack head; /* what execute reads */
    /* As set. Shapes and strides are those of all overrides, one after the other. */
    hd_list uids, pointers;
    hd_list override_uids, override_lengths, override_shapes, override_strides;
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
    {HD_ATTRIBUTE(HIPDNN_ATTR_VARIANT_PACK_OVERRIDE_UNIQUE_IDS_EXT, HIPDNN_TYPE_INT64), .store = HD_STORE_I64_LIST,
     .flags = HD_SET | HD_GET, .offset = offsetof(pack, override_uids)},
    {HD_ATTRIBUTE(HIPDNN_ATTR_VARIANT_PACK_OVERRIDE_LENGTHS_EXT, HIPDNN_TYPE_INT64), .store = HD_STORE_I64_LIST,
     .flags = HD_SET | HD_GET, .offset = offsetof(pack, override_lengths)},
    {HD_ATTRIBUTE(HIPDNN_ATTR_VARIANT_PACK_OVERRIDE_SHAPES_EXT, HIPDNN_TYPE_INT64), .store = HD_STORE_I64_LIST,
     .flags = HD_SET | HD_GET, .offset = offsetof(pack, override_shapes)},
    {HD_ATTRIBUTE(HIPDNN_ATTR_VARIANT_PACK_OVERRIDE_STRIDES_EXT, HIPDNN_TYPE_INT64), .store = HD_STORE_I64_LIST,
     .flags = HD_SET | HD_GET, .offset = offsetof(pack, override_strides)},
};

/* Every overridden tensor is in the pack, once, with a rank that a tensor can have; the flat lists hold all ranks. */
static hd_status check_overrides(const pack *self)
{
    const int64_t count = self->override_uids.count;
    const int64_t *uids = self->override_uids.data;
    const int64_t *lengths = self->override_lengths.data;
    int64_t total = 0;
    if (self->override_lengths.count != count)
        return hd_fail(HD_BAD_PARAM, "the variant pack overrides %" PRId64 " tensors and gives %" PRId64 " ranks",
                       count, self->override_lengths.count);
    for (int64_t i = 0; i < count; i++) {
        bool bound = false;
        for (int64_t j = 0; j < self->uids.count && !bound; j++)
            bound = ((const int64_t *)self->uids.data)[j] == uids[i];
        for (int64_t j = 0; j < i; j++)
            bound = bound && uids[j] != uids[i];
        if (!bound)
            return hd_fail(HD_BAD_PARAM,
                           "override %" PRId64 " is for uid %" PRId64 ", which is not in the pack or overridden twice",
                           i, uids[i]);
        if (lengths[i] < 1 || lengths[i] > HIPDNN_MAX_RANK)
            return hd_fail(HD_BAD_PARAM, "override %" PRId64 " has rank %" PRId64 ", 1 to %d are possible", i,
                           lengths[i], HIPDNN_MAX_RANK);
        total += lengths[i];
    }
    if (self->override_shapes.count != total || self->override_strides.count != total)
        return hd_fail(HD_BAD_PARAM,
                       "the overrides' ranks add up to %" PRId64 "; %" PRId64 " extents and %" PRId64
                       " strides were given",
                       total, self->override_shapes.count, self->override_strides.count);
    return HD_OK;
}

static hd_status cut_overrides(pack *self)
{
    const size_t count = (size_t)self->override_uids.count;
    const int64_t *lengths = self->override_lengths.data;
    hd_overrides *out = &self->head.overrides;
    if (count == 0 && self->override_lengths.count == 0 && self->override_shapes.count == 0 &&
        self->override_strides.count == 0)
        return HD_OK;
    HD_TRY(check_overrides(self));
    out->lengths = hd_alloc_array(count, sizeof *out->lengths);
    out->shapes = hd_alloc_array(count, sizeof *out->shapes);
    out->strides = hd_alloc_array(count, sizeof *out->strides);
    if (out->lengths == NULL || out->shapes == NULL || out->strides == NULL)
        return hd_fail_alloc(count * 3 * sizeof(void *), "shape overrides");
    int64_t at = 0;
    for (size_t i = 0; i < count; i++) {
        out->lengths[i] = (uint32_t)lengths[i];
        out->shapes[i] = (const int64_t *)self->override_shapes.data + at;
        out->strides[i] = (const int64_t *)self->override_strides.data + at;
        at += lengths[i];
    }
    out->uids = self->override_uids.data;
    out->count = (uint32_t)count;
    return HD_OK;
}

static void release_overrides(hd_overrides *overrides)
{
    hd_free(overrides->lengths);
    hd_free(overrides->shapes);
    hd_free(overrides->strides);
    *overrides = (hd_overrides){0};
}

static hd_status finalize(hd_object *object)
{
    pack *self = (pack *)object;
    const int64_t count = self->uids.count;
    if (count != self->pointers.count)
        return hd_fail(HD_BAD_PARAM, "the variant pack has %" PRId64 " uids and %" PRId64 " pointers; they go in pairs",
                       count, self->pointers.count);
    if (count > UINT32_MAX)
        return hd_fail(HD_BAD_PARAM, "the variant pack has %" PRId64 " uids, more than are possible", count);
    release_overrides(&self->head.overrides); /* of a finalize that failed */
    HD_TRY(cut_overrides(self));
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
    release_overrides(&((pack *)object)->head.overrides);
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
    return plan->workspace_size == 0 || self->workspace != NULL
               ? HD_OK
               : hd_fail(HD_BAD_PARAM,
                         "the plan needs a workspace of %" PRId64
                         " bytes; the variant pack has none, set HIPDNN_ATTR_VARIANT_PACK_WORKSPACE",
                         plan->workspace_size);
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
