/* SPDX-License-Identifier: MIT */
/* A case that ends a process, or needs one that has not called the library yet: it runs in a child. */
#ifndef TESTS_BACKEND_CHILD_H
#define TESTS_BACKEND_CHILD_H

#include "support.h"

/* What a child exits with when all was well. */
enum { CHILD_DONE = 7 };

/* Runs `child`, which has to end its process with CHILD_DONE. A failed assertion in there ends it
 * otherwise, and so does a signal when it hangs. */
void run_child(void (*child)(void));

/* Waits for a child made by hand. */
void wait_for_child(int pid);

#endif
