/* SPDX-License-Identifier: MIT */
/* Shared libraries. */
#ifndef HD_BASE_LIBRARY_H
#define HD_BASE_LIBRARY_H

#include "base/error.h"

#include <stddef.h>

typedef struct hd_library hd_library;

/* Opens with immediate binding and local scope. On failure the loader's own words are in the sentence. */
hd_status hd_library_open(const char *path, hd_library **out_library);

/* NULL when the library does not export `name`. */
void *hd_library_symbol(hd_library *library, const char *name);

/* NULL is fine. */
void hd_library_close(hd_library *library);

/* Folder of the shared library or program that holds `address`, absolute, without a trailing slash. */
hd_status hd_library_folder(const void *address, char *folder, size_t size);

#endif
