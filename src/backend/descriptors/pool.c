/* SPDX-License-Identifier: MIT */
#include "backend/descriptors/pool.h"

#include "backend/descriptors/object.h"
#include "base/memory.h"

#include <pthread.h>
#include <stdalign.h>
#include <string.h>

/* In front of each object, out of reach of a user's pointer. */
typedef struct slot {
    alignas(max_align_t) struct slot *next; /* while free */
    size_t class_index;
} slot;

/* Sizes of the bytes after the slot's head. The last holds the largest operation. */
static const size_t class_sizes[] = {128, 256, 512, 1024, 4096};
enum { CLASS_COUNT = sizeof class_sizes / sizeof *class_sizes, SLAB_SIZE = 64 * 1024 };

typedef struct slab {
    alignas(max_align_t) struct slab *next;
} slab;

static struct {
    pthread_mutex_t lock;
    slot *free[CLASS_COUNT];
    slab *slabs; /* kept reachable: a leak checker must not take the pool for lost */
} pool = {.lock = PTHREAD_MUTEX_INITIALIZER};

static void grow_locked(size_t class_index)
{
    slab *added = hd_alloc(SLAB_SIZE);
    if (added == NULL)
        return;
    added->next = pool.slabs;
    pool.slabs = added;
    const size_t step = sizeof(slot) + class_sizes[class_index];
    unsigned char *at = (unsigned char *)(added + 1);
    for (size_t left = SLAB_SIZE - sizeof *added; left >= step; left -= step, at += step) {
        slot *fresh = (slot *)(void *)at;
        fresh->class_index = class_index;
        fresh->next = pool.free[class_index];
        pool.free[class_index] = fresh;
    }
}

void *hd_pool_take(size_t size)
{
    size_t class_index = 0;
    while (class_index < CLASS_COUNT && class_sizes[class_index] < size)
        class_index++;
    if (class_index == CLASS_COUNT)
        return NULL;
    (void)pthread_mutex_lock(&pool.lock);
    if (pool.free[class_index] == NULL)
        grow_locked(class_index);
    slot *taken = pool.free[class_index];
    if (taken != NULL)
        pool.free[class_index] = taken->next;
    (void)pthread_mutex_unlock(&pool.lock);
    if (taken == NULL)
        return NULL;
    /* The tag stays 0 until the object is whole: another thread may still hold the slot's old pointer. */
    unsigned char *object = (unsigned char *)(taken + 1);
    memset(object + sizeof(uint32_t), 0, class_sizes[class_index] - sizeof(uint32_t));
    return object;
}

void hd_pool_give(void *object)
{
    slot *given = (slot *)object - 1;
    (void)pthread_mutex_lock(&pool.lock);
    given->next = pool.free[given->class_index];
    pool.free[given->class_index] = given;
    (void)pthread_mutex_unlock(&pool.lock);
}

void hd_pool_before_fork(void)
{
    (void)pthread_mutex_lock(&pool.lock);
}

void hd_pool_after_fork(void)
{
    (void)pthread_mutex_unlock(&pool.lock);
}
