/* SPDX-License-Identifier: MIT */
#include "backend/descriptors/object.h"

#include "backend/descriptors/pool.h"

#include <string.h>

void hd_object_set_finalized(hd_object *object, bool is_finalized)
{
    if (is_finalized)
        (void)atomic_fetch_or_explicit(&object->tag, HD_TAG_FINALIZED, memory_order_release);
    else
        (void)atomic_fetch_and_explicit(&object->tag, ~(uint32_t)HD_TAG_FINALIZED, memory_order_release);
}

hd_status hd_object_create(const hd_kind *kind, size_t size, hd_object **out_object)
{
    hd_object *object = hd_pool_take(size);
    if (object == NULL) {
        *out_object = NULL;
        return hd_fail_alloc(size, kind->name);
    }
    atomic_init(&object->public_count, 1);
    atomic_init(&object->total_count, 1);
    object->kind = kind;
    atomic_store_explicit(&object->tag, (uint32_t)kind->number << HD_TAG_KIND_SHIFT | HD_TAG_USABLE,
                          memory_order_release);
    *out_object = object;
    return HD_OK;
}

void hd_object_retain(hd_object *object)
{
    (void)atomic_fetch_add_explicit(&object->total_count, 1, memory_order_relaxed);
}

void hd_object_release(hd_object *object)
{
    if (object == NULL || atomic_fetch_sub_explicit(&object->total_count, 1, memory_order_acq_rel) > 1)
        return;
    atomic_store_explicit(&object->tag, HD_KIND_NONE, memory_order_release);
    object->kind->dispose(object);
    hd_pool_give(object);
}

void hd_object_publish(hd_object *object)
{
    hd_object_retain(object);
    if (atomic_fetch_add_explicit(&object->public_count, 1, memory_order_acq_rel) == 0)
        (void)atomic_fetch_or_explicit(&object->tag, HD_TAG_USABLE, memory_order_release);
}

hd_status hd_object_destroy(hd_object *object)
{
    unsigned count = atomic_load_explicit(&object->public_count, memory_order_relaxed);
    do {
        if (count == 0)
            return hd_fail(HD_BAD_PARAM, "the %s was destroyed already", object->kind->name);
    } while (!atomic_compare_exchange_weak_explicit(&object->public_count, &count, count - 1, memory_order_acq_rel,
                                                    memory_order_relaxed));
    if (count == 1)
        (void)atomic_fetch_and_explicit(&object->tag, ~(uint32_t)HD_TAG_USABLE, memory_order_release);
    hd_object_release(object);
    return HD_OK;
}

hd_status hd_object_check(const hd_object *object, const char *what)
{
    if (object == NULL)
        return hd_fail(HD_NULL_POINTER, "%s is NULL", what);
    if ((hd_object_tag(object) & HD_TAG_USABLE) == 0)
        return hd_fail(HD_BAD_PARAM, "%s was destroyed already", what);
    return HD_OK;
}

hd_status hd_object_check_kind(const hd_object *object, hd_kind_number number, const char *kind_name, const char *what)
{
    HD_TRY(hd_object_check(object, what));
    const uint32_t found = hd_object_tag(object) >> HD_TAG_KIND_SHIFT;
    return found == (uint32_t)number
               ? HD_OK
               : hd_fail(HD_BAD_PARAM, "%s is %s %s; %s %s is needed", what, hd_article(object->kind->name),
                         object->kind->name, hd_article(kind_name), kind_name);
}

hd_status hd_object_check_child(const hd_object *child, hd_kind_number number, const char *kind_name, const char *what)
{
    HD_TRY(hd_object_check(child, what));
    if (child->kind->number != number)
        return hd_fail(HD_NOT_SUPPORTED, "%s is %s %s; %s %s is needed", what, hd_article(child->kind->name),
                       child->kind->name, hd_article(kind_name), kind_name);
    return hd_object_is_finalized(child) ? HD_OK
                                         : hd_fail(HD_NOT_FINALIZED, "%s: the %s is not finalized", what, kind_name);
}

const char *hd_article(const char *noun)
{
    return *noun != '\0' && strchr("aeiou", *noun) != NULL ? "an" : "a";
}
