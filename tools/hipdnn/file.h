/* SPDX-License-Identifier: MIT */
/* Whole files. */
#ifndef HIPDNN_TOOL_FILE_H
#define HIPDNN_TOOL_FILE_H

#include <stdbool.h>
#include <stddef.h>

/* The bytes, with a NUL behind them, for free(); NULL after a failure. */
char *file_read(const char *path, size_t *out_size);

bool file_write(const char *path, const void *bytes, size_t size);

/* Why the last of these failed. */
const char *file_error(void);

#endif
