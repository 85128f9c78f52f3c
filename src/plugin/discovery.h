/* SPDX-License-Identifier: MIT */
/* From configured paths to library files. Platform code. */
#ifndef HD_PLUGIN_DISCOVERY_H
#define HD_PLUGIN_DISCOVERY_H

#include "base/error.h"
#include "base/text.h"

#include <stddef.h>

/* A growing list of owned texts. All zero is empty. */
typedef struct hd_path_list {
    char **paths;
    size_t count;
} hd_path_list;

hd_status hd_path_list_add(hd_path_list *list, const char *path);
int hd_path_list_contains(const hd_path_list *list, const char *path);
void hd_path_list_release(hd_path_list *list);

/* Appends the canonical paths of the libraries that `path` names, those of a folder sorted, each file once over the
 * whole list. `path` is a folder (its *.so, not recursive), a `.so` file, or a stem: `lib<stem>.so` is taken when that
 * file is there. A relative path starts at `base`, the backend library's folder. What could not be used (a missing
 * file, an unreadable folder, another extension) is one sentence in the status; the list keeps what was found. What was
 * looked at is appended to `tried`, quoted, separated by commas. */
hd_status hd_discover(const char *path, const char *base, hd_path_list *files, hd_text *tried);

#endif
