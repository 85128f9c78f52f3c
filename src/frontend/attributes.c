/* SPDX-License-Identifier: MIT */
/* Copies of operations' structs. A struct points at lists and texts, which are the caller's, a decoded graph's or a
 * graph's own; a copy has its own, so that uids may be put in the place of indices and the other way round. */
#include "frontend/internal.h"

#include <string.h>

static hd_status copy_bytes(const void *from, size_t count, size_t size, hd_arena *arena, void **out_copy)
{
    *out_copy = NULL;
    if (count == 0)
        return HD_OK;
    void *copy = hd_arena_alloc_array(arena, count, size);
    if (copy == NULL)
        return hd_fail_alloc(count * size, "a list");
    memcpy(copy, from, count * size);
    *out_copy = copy;
    return HD_OK;
}

/* What the member points at. */
static hd_status copy_pointee(const hd_field *field, void *member, hd_arena *arena)
{
    void *copy = NULL;
    switch (field->kind) {
    case HD_FIELD_UID_LIST: {
        hipdnn_i64_list *list = member;
        HD_TRY(copy_bytes(list->v, list->count, sizeof *list->v, arena, &copy));
        list->v = copy;
        return HD_OK;
    }
    case HD_FIELD_I32_LIST: {
        hipdnn_i32_list *list = member;
        HD_TRY(copy_bytes(list->v, list->count, sizeof *list->v, arena, &copy));
        list->v = copy;
        return HD_OK;
    }
    case HD_FIELD_BYTES: {
        hipdnn_bytes *bytes = member;
        HD_TRY(copy_bytes(bytes->v, bytes->count, 1, arena, &copy));
        bytes->v = copy;
        return HD_OK;
    }
    case HD_FIELD_STRING: {
        const char **text = member;
        HD_TRY(copy_bytes(*text, strlen(*text) + 1, 1, arena, &copy));
        *text = copy;
        return HD_OK;
    }
    default:
        return HD_OK;
    }
}

hd_status hd_attributes_copy(const hd_table *table, const void *attributes, hd_arena *arena, void **out_copy)
{
    void *copy = hd_arena_alloc(arena, table->size);
    if (copy == NULL)
        return hd_fail_alloc(table->size, "a node");
    memcpy(copy, attributes, table->size);
    for (size_t i = 0; i < table->field_count; i++)
        HD_TRY(copy_pointee(&table->fields[i], (char *)copy + table->fields[i].offset, arena));
    *out_copy = copy;
    return HD_OK;
}

int64_t *hd_attributes_tensors(const hd_field *field, void *copy, uint32_t *out_count)
{
    void *member = (char *)copy + field->offset;
    *out_count = 0;
    if (field->kind == HD_FIELD_UID) {
        *out_count = 1;
        return member;
    }
    if (field->kind == HD_FIELD_OPTIONAL_UID) {
        hipdnn_optional_i64 *optional = member;
        *out_count = optional->set;
        return optional->set ? &optional->value : NULL;
    }
    if (field->kind == HD_FIELD_UID_LIST) {
        const hipdnn_i64_list *list = member;
        *out_count = list->count;
        return (int64_t *)(uintptr_t)list->v; /* the copy's own */
    }
    return NULL;
}
