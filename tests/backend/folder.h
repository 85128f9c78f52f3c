/* SPDX-License-Identifier: MIT */
/* A folder of the test's own, for files that are plugins, and files that only look like it. */
#ifndef TESTS_BACKEND_FOLDER_H
#define TESTS_BACKEND_FOLDER_H

#include "loading.h"

/* The folder, and the log as loading.h says. For a group's set-up and tear-down; it must be empty at the end. */
int make_folder(void **state);
int remove_folder(void **state);

const char *folder(void);
/* A path in the folder; valid until the fourth call after it. */
const char *at(const char *name);

void write_file(const char *name, const void *bytes, size_t size);
void write_text(const char *name); /* some English */
void make_link(const char *target, const char *name);
void remove_all(const char *const *names, size_t count);

/* Opening this path alone: the reason is logged, the reference engine works, and strict mode gives the status. */
void assert_unusable(const char *path, hipdnnStatus_t strict, const char *words);

#endif
