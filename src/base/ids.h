/* SPDX-License-Identifier: MIT */
/* Ids of engines and policies: a hash of their name. */
#ifndef HD_BASE_IDS_H
#define HD_BASE_IDS_H

#include <stddef.h>
#include <stdint.h>

/* FNV-1a, 64 bits, over the bytes without the NUL; NULL and "" give 0, which is never a valid id. */
int64_t hd_name_to_id(const char *name);

/* The same hash over any bytes; 0 only for no bytes. */
uint64_t hd_hash_bytes(const void *bytes, size_t size);

/* "0x" and 16 upper-case hex digits: how an id without a name is shown. */
#define HD_ID_TEXT_SIZE 19
const char *hd_id_text(int64_t id, char text[HD_ID_TEXT_SIZE]);

#endif
