/* SPDX-License-Identifier: MIT */
/* How attribute values are kept in objects; used by the attribute routines. */
#ifndef HD_BACKEND_STORE_H
#define HD_BACKEND_STORE_H

#include "backend/descriptors/attributes.h"

/* Frees what a slot owns. */
void hd_store_release(const hd_attribute *row, void *slot);

#endif
