/* SPDX-License-Identifier: MIT */
#include "backend/descriptors/store.h"

#include "base/memory.h"
#include "hipdnn_data_sdk/types.h"

#include <inttypes.h>
#include <string.h>

/* ------------------------------------------------------------------------------------------------- set */

static hd_status one(const hd_attribute *row, int64_t count)
{
    return count == 1 ? HD_OK
                      : hd_fail(HD_BAD_PARAM, "%s takes exactly 1 element, %" PRId64 " were given", row->text, count);
}

static hd_status at_least_one(const hd_attribute *row, int64_t count)
{
    return count >= 1 ? HD_OK
                      : hd_fail(HD_BAD_PARAM, "%s takes at least 1 element, %" PRId64 " were given", row->text, count);
}

static hd_status store_enum(const hd_attribute *row, int32_t *slot, const void *elements)
{
    int32_t api;
    memcpy(&api, elements, sizeof api);
    const hd_enum_value *value = hd_enum_by_api(row->values, api);
    if (value == NULL)
        return hd_fail(HD_BAD_PARAM, "%s: %" PRId32 " is not a %s", row->text, api, row->values->name);
    *slot = value->wire;
    return HD_OK;
}

static hd_status store_dims(const hd_attribute *row, hipdnn_dims *slot, int64_t count, const void *elements)
{
    HD_TRY(at_least_one(row, count));
    if (count > HIPDNN_MAX_RANK)
        return hd_fail(HD_BAD_PARAM, "%s: %" PRId64 " elements were given, at most %d are possible", row->text, count,
                       HIPDNN_MAX_RANK);
    memcpy(slot->v, elements, (size_t)count * sizeof *slot->v);
    slot->count = (uint32_t)count;
    return HD_OK;
}

static hd_status store_text(const hd_attribute *row, char **slot, int64_t count, const void *elements)
{
    if (count < 0 || count > INT32_MAX)
        return hd_fail(HD_BAD_PARAM, "%s: a length of %" PRId64 " is not possible", row->text, count);
    char *copy = hd_copy_text(elements, (size_t)count);
    if (copy == NULL)
        return hd_fail_alloc((size_t)count, row->text);
    hd_free(*slot);
    *slot = copy;
    return HD_OK;
}

static hd_status store_list(const hd_attribute *row, hd_list *slot, int64_t count, const void *elements)
{
    HD_TRY(at_least_one(row, count));
    _Static_assert(sizeof(void *) == sizeof(int64_t), "both lists have 8-byte elements");
    void *copy = hd_alloc_array((size_t)count, sizeof(int64_t));
    if (copy == NULL)
        return hd_fail_alloc((size_t)count * sizeof(int64_t), row->text);
    memcpy(copy, elements, (size_t)count * sizeof(int64_t));
    hd_free(slot->data);
    *slot = (hd_list){copy, count};
    return HD_OK;
}

static hd_status store_child(const hd_attribute *row, hd_object **slot, const void *elements)
{
    hd_object *child;
    memcpy(&child, elements, sizeof child);
    HD_TRY(hd_object_check_child(child, row->child, row->child_name, row->text));
    hd_object_retain(child);
    hd_object_release(*slot);
    *slot = child;
    return HD_OK;
}

hd_status hd_store_value(const hd_attribute *row, void *slot, int64_t count, const void *elements)
{
    switch (row->store) {
    case HD_STORE_DIMS:
        return store_dims(row, slot, count, elements);
    case HD_STORE_TEXT:
        return store_text(row, slot, count, elements);
    case HD_STORE_I64_LIST:
    case HD_STORE_POINTER_LIST:
        return store_list(row, slot, count, elements);
    default:
        break;
    }
    HD_TRY(one(row, count));
    switch (row->store) {
    case HD_STORE_BOOL: {
        /* Read as a byte: a C++ caller's bool may hold any bits. */
        unsigned char byte;
        memcpy(&byte, elements, 1);
        *(bool *)slot = byte != 0;
        return HD_OK;
    }
    case HD_STORE_I64:
        memcpy(slot, elements, sizeof(int64_t));
        return HD_OK;
    case HD_STORE_OPTIONAL_I64: {
        hipdnn_optional_i64 *optional = slot;
        memcpy(&optional->value, elements, sizeof optional->value);
        optional->set = true;
        return HD_OK;
    }
    case HD_STORE_OPTIONAL_F32: {
        hipdnn_optional_f32 *optional = slot;
        memcpy(&optional->value, elements, sizeof optional->value);
        optional->set = true;
        return HD_OK;
    }
    case HD_STORE_OPTIONAL_BOOL: {
        unsigned char byte;
        memcpy(&byte, elements, 1);
        *(hipdnn_optional_bool *)slot = (hipdnn_optional_bool){true, byte != 0};
        return HD_OK;
    }
    case HD_STORE_OPTIONAL_I32: {
        hipdnn_optional_i32 *optional = slot;
        memcpy(&optional->value, elements, sizeof optional->value);
        optional->set = true;
        return HD_OK;
    }
    case HD_STORE_NUMBER:
        memcpy(slot, elements, sizeof(int32_t));
        return HD_OK;
    case HD_STORE_ENUM:
        return store_enum(row, slot, elements);
    case HD_STORE_POINTER:
        memcpy(slot, elements, sizeof(void *));
        return HD_OK;
    case HD_STORE_CHILD:
        return store_child(row, slot, elements);
    default:
        return hd_fail(HD_INTERNAL_ERROR, "%s has no place in its object", row->text);
    }
}

void hd_store_release(const hd_attribute *row, void *slot)
{
    switch (row->store) {
    case HD_STORE_TEXT:
        hd_free(*(char **)slot);
        break;
    case HD_STORE_I64_LIST:
    case HD_STORE_POINTER_LIST:
        hd_free(((hd_list *)slot)->data);
        break;
    case HD_STORE_CHILD:
        hd_object_release(*(hd_object **)slot);
        break;
    default:
        break;
    }
}

/* ------------------------------------------------------------------------------------------------- get */

static hd_status negative(const hd_attribute *row, int64_t requested)
{
    return hd_fail(HD_BAD_PARAM, "%s: %" PRId64 " elements were asked for", row->text, requested);
}

static hd_status need_count(const hd_attribute *row)
{
    return hd_fail(HD_NULL_POINTER, "%s: the element count is NULL, where its value was asked for", row->text);
}

/* Says the count when this is a size query, and sets `*out_done`. */
static hd_status size_query(const hd_attribute *row, int64_t count, int64_t requested, int64_t *out_count,
                            const void *elements, bool *out_done)
{
    *out_done = false;
    if (requested < 0)
        return negative(row, requested);
    if ((row->flags & HD_EXACT) != 0 && requested != 1)
        return hd_fail(HD_BAD_PARAM, "%s: exactly 1 element can be asked for, not %" PRId64, row->text, requested);
    if ((row->flags & (HD_EXACT | HD_NO_QUERY)) != 0 && elements == NULL)
        return hd_fail(HD_NULL_POINTER, "%s: the array of elements is NULL", row->text);
    if ((row->flags & HD_NO_QUERY) != 0 && out_count == NULL)
        return need_count(row);
    if (elements != NULL && requested > 0)
        return HD_OK;
    if (out_count == NULL)
        return need_count(row);
    *out_count = count;
    *out_done = true;
    return HD_OK;
}

hd_status hd_give_elements(const hd_attribute *row, const void *data, int64_t count, size_t element_size,
                           int64_t requested, int64_t *out_count, void *elements)
{
    bool done;
    HD_TRY(size_query(row, count, requested, out_count, elements, &done));
    if (done)
        return HD_OK;
    const int64_t given = requested < count ? requested : count;
    if (given > 0)
        memcpy(elements, data, (size_t)given * element_size);
    if (out_count != NULL)
        *out_count = given;
    return HD_OK;
}

hd_status hd_give_all_elements(const hd_attribute *row, const void *data, int64_t count, size_t element_size,
                               int64_t requested, int64_t *out_count, void *elements)
{
    if (elements != NULL && requested > 0 && requested < count)
        return hd_fail(HD_BAD_PARAM, "%s: there are %" PRId64 " elements, room was given for %" PRId64, row->text,
                       count, requested);
    return hd_give_elements(row, data, count, element_size, requested, out_count, elements);
}

hd_status hd_give_text(const hd_attribute *row, const char *value, int64_t requested, int64_t *out_count,
                       void *elements)
{
    const char *text = value == NULL ? "" : value;
    const int64_t count = (int64_t)strlen(text) + 1;
    HD_TRY(hd_give_elements(row, text, count, 1, requested, out_count, elements));
    if (elements != NULL && requested > 0 && requested < count)
        ((char *)elements)[requested - 1] = '\0';
    return HD_OK;
}

hd_status hd_give_i64(const hd_attribute *row, int64_t value, int64_t requested, int64_t *out_count, void *elements)
{
    return hd_give_elements(row, &value, 1, sizeof value, requested, out_count, elements);
}

static hd_status give_optional(const hd_attribute *row, const void *value, bool is_set, size_t size, int64_t requested,
                               int64_t *out_count, void *elements)
{
    if (!is_set && out_count == NULL)
        return need_count(row);
    return hd_give_elements(row, value, is_set, size, requested, out_count, elements);
}

static hd_status give_enum(const hd_attribute *row, int32_t wire, bool is_set, int64_t requested, int64_t *out_count,
                           void *elements)
{
    if (!is_set)
        return give_optional(row, NULL, false, sizeof wire, requested, out_count, elements);
    const hd_enum_value *value = hd_enum_by_wire(row->values, wire);
    if (value == NULL || value->api < 0)
        return hd_fail(HD_BAD_PARAM, "%s: %s %" PRId32 " has no number in this API", row->text, row->values->name,
                       wire);
    return hd_give_elements(row, &value->api, 1, sizeof value->api, requested, out_count, elements);
}

/* The user gets one more public reference to the same object, to be destroyed like any other. */
static hd_status give_child(const hd_attribute *row, hd_object *child, int64_t requested, int64_t *out_count,
                            void *elements)
{
    if (child == NULL && out_count == NULL)
        return need_count(row);
    HD_TRY(hd_give_elements(row, &child, child != NULL, sizeof child, requested, out_count, elements));
    if (child != NULL && elements != NULL && requested > 0)
        hd_object_publish(child);
    return HD_OK;
}

hd_status hd_load_value(const hd_attribute *row, const void *slot, bool is_set, int64_t requested, int64_t *out_count,
                        void *elements)
{
    if (!is_set && (row->flags & HD_UNSET_REFUSED) != 0)
        return hd_fail(HD_BAD_PARAM, "%s is not set", row->text);
    switch (row->store) {
    case HD_STORE_BOOL:
        return hd_give_elements(row, slot, 1, sizeof(bool), requested, out_count, elements);
    case HD_STORE_I64:
    case HD_STORE_POINTER:
        return hd_give_elements(row, slot, 1, sizeof(int64_t), requested, out_count, elements);
    case HD_STORE_NUMBER:
        return hd_give_elements(row, slot, 1, sizeof(int32_t), requested, out_count, elements);
    case HD_STORE_OPTIONAL_I64: {
        const hipdnn_optional_i64 *optional = slot;
        return give_optional(row, &optional->value, optional->set, sizeof optional->value, requested, out_count,
                             elements);
    }
    case HD_STORE_OPTIONAL_F32: {
        const hipdnn_optional_f32 *optional = slot;
        return give_optional(row, &optional->value, optional->set, sizeof optional->value, requested, out_count,
                             elements);
    }
    case HD_STORE_OPTIONAL_BOOL: {
        const hipdnn_optional_bool *optional = slot;
        return give_optional(row, &optional->value, optional->set, sizeof optional->value, requested, out_count,
                             elements);
    }
    case HD_STORE_OPTIONAL_I32: {
        const hipdnn_optional_i32 *optional = slot;
        return give_optional(row, &optional->value, optional->set, sizeof optional->value, requested, out_count,
                             elements);
    }
    case HD_STORE_ENUM:
        return give_enum(row, *(const int32_t *)slot, is_set, requested, out_count, elements);
    case HD_STORE_DIMS: {
        const hipdnn_dims *dims = slot;
        return hd_give_elements(row, dims->v, dims->count, sizeof *dims->v, requested, out_count, elements);
    }
    case HD_STORE_TEXT:
        return hd_give_text(row, *(char *const *)slot, requested, out_count, elements);
    case HD_STORE_I64_LIST:
    case HD_STORE_POINTER_LIST: {
        const hd_list *list = slot;
        return hd_give_elements(row, list->data, list->count, sizeof(int64_t), requested, out_count, elements);
    }
    case HD_STORE_CHILD:
        return give_child(row, *(hd_object *const *)slot, requested, out_count, elements);
    case HD_STORE_NONE:
        break;
    }
    return hd_fail(HD_INTERNAL_ERROR, "%s has no place in its object", row->text);
}
