/* SPDX-License-Identifier: MIT */
#include "backend/log_callbacks.h"

#include "base/memory.h"

#include <pthread.h>
#include <stdatomic.h>

typedef struct entry {
    struct entry *next;
    hipdnnUserLogCallback_t callback;
    hipdnnUserLogCallbackHandle_t handle;
    hipdnnSeverity_t least;
    unsigned calls; /* in flight */
    bool is_removed;
    bool is_orphan; /* removed by its own callback: freed when that returns, since nobody waits */
} entry;

/* All but the count under the lock. Callbacks run without it, so that they may log, add and remove. */
static struct {
    pthread_mutex_t lock;
    pthread_cond_t returned;
    entry *first;
    atomic_uint count; /* so that a process without callbacks does not lock */
} registry = {.lock = PTHREAD_MUTEX_INITIALIZER, .returned = PTHREAD_COND_INITIALIZER};

/* The entry whose callback this thread is in. */
static _Thread_local entry *current;

static entry *find(hipdnnUserLogCallback_t callback, hipdnnUserLogCallbackHandle_t handle)
{
    entry *at = registry.first;
    while (at != NULL && (at->is_removed || at->callback != callback || at->handle != handle))
        at = at->next;
    return at;
}

static void unlink_and_free(entry *gone)
{
    entry **at = &registry.first;
    while (*at != gone)
        at = &(*at)->next;
    *at = gone->next;
    hd_free(gone);
}

static hipdnnStatus_t add_locked(hipdnnUserLogCallback_t callback, hipdnnSeverity_t least,
                                 hipdnnUserLogCallbackHandle_t handle)
{
    entry *added = hd_alloc(sizeof *added);
    if (added == NULL)
        return HIPDNN_STATUS_ALLOC_FAILED;
    *added = (entry){.next = registry.first, .callback = callback, .handle = handle, .least = least};
    registry.first = added;
    (void)atomic_fetch_add(&registry.count, 1);
    return HIPDNN_STATUS_SUCCESS;
}

static hipdnnStatus_t remove_locked(entry *gone)
{
    if (gone == NULL)
        return HIPDNN_STATUS_BAD_PARAM;
    gone->is_removed = true;
    (void)atomic_fetch_sub(&registry.count, 1);
    /* A callback that removes itself cannot wait for itself to return. */
    gone->is_orphan = current == gone;
    while (gone->calls > (unsigned)gone->is_orphan)
        (void)pthread_cond_wait(&registry.returned, &registry.lock);
    if (!gone->is_orphan)
        unlink_and_free(gone);
    return HIPDNN_STATUS_SUCCESS;
}

hipdnnStatus_t hd_log_callbacks_set(hipdnnUserLogCallback_t callback, hipdnnSeverity_t least,
                                    hipdnnUserLogCallbackHandle_t handle)
{
    hipdnnStatus_t status = HIPDNN_STATUS_SUCCESS;
    (void)pthread_mutex_lock(&registry.lock);
    entry *known = find(callback, handle);
    if (least == HIPDNN_SEV_OFF)
        status = remove_locked(known);
    else if (known != NULL)
        known->least = least;
    else
        status = add_locked(callback, least, handle);
    (void)pthread_mutex_unlock(&registry.lock);
    return status;
}

/* Calls one entry without the lock; it stays in the list meanwhile. */
static void call_unlocked(entry *called, hd_severity severity, const char *text)
{
    called->calls++;
    (void)pthread_mutex_unlock(&registry.lock);
    current = called;
    called->callback(called->handle, (hipdnnSeverity_t)severity, text);
    current = NULL;
    (void)pthread_mutex_lock(&registry.lock);
    called->calls--;
    (void)pthread_cond_broadcast(&registry.returned);
}

void hd_log_callbacks_call(hd_severity severity, const char *text)
{
    if (atomic_load(&registry.count) == 0 || current != NULL)
        return;
    (void)pthread_mutex_lock(&registry.lock);
    for (entry *at = registry.first; at != NULL;) {
        if (!at->is_removed && (int)severity >= (int)at->least)
            call_unlocked(at, severity, text);
        entry *next = at->next;
        if (at->is_orphan && at->calls == 0)
            unlink_and_free(at);
        at = next;
    }
    (void)pthread_mutex_unlock(&registry.lock);
}

void hd_log_callbacks_before_fork(void)
{
    (void)pthread_mutex_lock(&registry.lock);
}

void hd_log_callbacks_after_fork(void)
{
    (void)pthread_mutex_unlock(&registry.lock);
}

void hd_log_callbacks_in_child(void)
{
    /* Calls in flight and those who waited for them were threads that the child does not have. What they would have
     * freed stays; a removed entry is called by nobody. */
    for (entry *at = registry.first; at != NULL; at = at->next)
        at->calls = at == current ? 1 : 0;
    (void)pthread_cond_init(&registry.returned, NULL);
    (void)pthread_mutex_unlock(&registry.lock);
}
