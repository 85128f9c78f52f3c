/* SPDX-License-Identifier: MIT */
/* Loading chosen plugins, and what the log says about it. */
#ifndef TESTS_BACKEND_LOADING_H
#define TESTS_BACKEND_LOADING_H

#include "support.h"

/* The log of this process goes to a file of its own, everything in it, and libraries are unloaded with the last handle.
 * Before the first call of the API. Both for a group's set-up and tear-down. */
int start_log(void **state);
int end_log(void **state);

/* Makes a handle with these plugins alone and forgets what was logged before. */
hipdnnStatus_t try_plugins(size_t count, const char *const *paths, hipdnnHandle_t *handle);
hipdnnHandle_t open_plugins(size_t count, const char *const *paths);
/* With the reference engine and a library of the zoo, after it. */
hipdnnHandle_t open_zoo(const char *defect);
hipdnnStatus_t try_zoo(const char *defect, hipdnnHandle_t *handle);

/* A line logged since then has these words. */
#define assert_logged(words) check_says(logged(), (words), __FILE__, __LINE__)
const char *logged(void);

size_t engine_count(hipdnnHandle_t handle);

/* The reference engine is found by a heuristic, and computes. */
void assert_reference_works(hipdnnHandle_t handle);

#endif
