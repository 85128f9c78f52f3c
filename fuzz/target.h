/* SPDX-License-Identifier: MIT */
/* What all fuzz targets have in common. A target is one file with LLVMFuzzerTestOneInput; either libFuzzer calls it
 * with inputs that it invents, or replay.c with those of the corpus. */
#ifndef FUZZ_TARGET_H
#define FUZZ_TARGET_H

#include "base/error.h"

#include <stddef.h>
#include <stdint.h>

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

/* Ends the process, so that the input is kept, when a promise is broken; prints the thread's last sentence. */
#define FUZZ_EXPECT(condition) fuzz_expect((condition), #condition, __FILE__, __LINE__)
void fuzz_expect(int holds, const char *condition, const char *file, int line);

/* Two encodings of the same object. */
void fuzz_expect_same(const void *a, size_t a_size, const void *b, size_t b_size);

#endif
