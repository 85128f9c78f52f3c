/* SPDX-License-Identifier: MIT */
/* Memory of objects: a few size classes, never given back to the system.
 *
 * A slot that is free has a tag of 0 in its first word for good, so a destroyed descriptor can always be told from a
 * live one. The price is that memory once used for objects stays with objects. */
#ifndef HD_BACKEND_POOL_H
#define HD_BACKEND_POOL_H

#include <stddef.h>

/* Zeroed memory of at least `size` bytes for an object, or NULL. Any thread. */
void *hd_pool_take(size_t size);

/* The object's tag is 0 already. Any thread. */
void hd_pool_give(void *object);

/* Around a fork, so that the child finds the lock free. */
void hd_pool_before_fork(void);
void hd_pool_after_fork(void);

#endif
