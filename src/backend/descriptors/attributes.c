/* SPDX-License-Identifier: MIT */
/* Finding a row, and the rules common to all: states, types, required values. How values are kept: store.c. */
#include "backend/descriptors/attributes.h"

#include "backend/descriptors/store.h"

#include <inttypes.h>

/* The row of a name. An attribute that takes values of several types has a row for each: then the one of `type`, if
 * there is one. */
static const hd_attribute *find(const hd_kind *kind, hipdnnBackendAttributeName_t name,
                                hipdnnBackendAttributeType_t type)
{
    const hd_attribute *found = NULL;
    for (size_t i = 0; i < kind->attribute_count; i++) {
        const hd_attribute *row = &kind->attributes[i];
        if (row->name == name && (found == NULL || row->type == type))
            found = row;
    }
    return found;
}

static uint64_t bit(const hd_kind *kind, const hd_attribute *row)
{
    return UINT64_C(1) << (row - kind->attributes);
}

bool hd_attribute_is_set(const hd_object *object, hipdnnBackendAttributeName_t name)
{
    for (size_t i = 0; i < object->kind->attribute_count; i++) {
        const hd_attribute *row = &object->kind->attributes[i];
        if (row->name == name && (object->present & bit(object->kind, row)) != 0)
            return true;
    }
    return false;
}

static hd_status unknown(const hd_object *object, hipdnnBackendAttributeName_t name, const char *verb)
{
    return hd_fail(HD_NOT_SUPPORTED, "%s %s has no attribute %d that can be %s", hd_article(object->kind->name),
                   object->kind->name, (int)name, verb);
}

static hd_status wrong_type(const hd_attribute *row, hipdnnBackendAttributeType_t type)
{
    return hd_fail(HD_BAD_PARAM, "%s is of attribute type %d, not %d", row->text, (int)row->type, (int)type);
}

hd_status hd_attribute_set(hd_object *object, hipdnnBackendAttributeName_t name, hipdnnBackendAttributeType_t type,
                           int64_t count, const void *elements)
{
    const hd_kind *kind = object->kind;
    if (hd_object_is_finalized(object))
        return hd_fail(HD_NOT_INITIALIZED, "the %s is finalized; attribute %d cannot change any more", kind->name,
                       (int)name);
    const hd_attribute *row = find(kind, name, type);
    if (row == NULL)
        return kind->set != NULL ? kind->set(object, name, type, count, elements) : unknown(object, name, "set");
    if ((row->flags & HD_SET) == 0)
        return hd_fail(HD_NOT_SUPPORTED, "%s cannot be set", row->text);
    if (row->type != type)
        return wrong_type(row, type);
    if (elements == NULL && count != 0) /* whether none is enough, the row knows */
        return hd_fail(HD_NULL_POINTER, "%s: the array of elements is NULL", row->text);
    HD_TRY(row->set != NULL ? row->set(object, row, count, elements)
                            : hd_store_value(row, (char *)object + row->offset, count, elements));
    object->present |= bit(kind, row);
    return HD_OK;
}

hd_status hd_attribute_get(hd_object *object, hipdnnBackendAttributeName_t name, hipdnnBackendAttributeType_t type,
                           int64_t requested, int64_t *out_count, void *elements)
{
    const hd_kind *kind = object->kind;
    if (kind->unfinalized_get != HIPDNN_STATUS_SUCCESS && !hd_object_is_finalized(object))
        return hd_fail((hd_status)kind->unfinalized_get, "the %s is not finalized; attribute %d cannot be read yet",
                       kind->name, (int)name);
    const hd_attribute *row = find(kind, name, type);
    if (row == NULL)
        return kind->get != NULL ? kind->get(object, name, type, requested, out_count, elements)
                                 : unknown(object, name, "read");
    if ((row->flags & HD_GET) == 0)
        return hd_fail(HD_NOT_SUPPORTED, "%s cannot be read", row->text);
    if (row->type != type)
        return wrong_type(row, type);
    if (row->get != NULL)
        return row->get(object, row, requested, out_count, elements);
    return hd_load_value(row, (const char *)object + row->offset, (object->present & bit(kind, row)) != 0, requested,
                         out_count, elements);
}

hd_status hd_attribute_finalize(hd_object *object)
{
    const hd_kind *kind = object->kind;
    if (hd_object_is_finalized(object))
        return kind->refinalize ? HD_OK : hd_fail(HD_BAD_PARAM, "the %s is finalized already", kind->name);
    for (size_t i = 0; i < kind->attribute_count; i++) {
        const hd_attribute *row = &kind->attributes[i];
        if ((row->flags & HD_REQUIRED) != 0 && (object->present & bit(kind, row)) == 0)
            return hd_fail(HD_BAD_PARAM, "the %s cannot be finalized: %s is not set", kind->name, row->text);
    }
    HD_TRY(kind->finalize(object));
    hd_object_set_finalized(object, true);
    return HD_OK;
}

void hd_attribute_release_all(hd_object *object)
{
    for (size_t i = 0; i < object->kind->attribute_count; i++) {
        const hd_attribute *row = &object->kind->attributes[i];
        hd_store_release(row, (char *)object + row->offset);
    }
}
