/* SPDX-License-Identifier: MIT */
#include "target.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void fuzz_expect(int holds, const char *condition, const char *file, int line)
{
    if (holds)
        return;
    (void)fprintf(stderr, "%s:%d: does not hold: %s\nlast error: %s\n", file, line, condition, hd_error_text());
    abort();
}

void fuzz_expect_same(const void *a, size_t a_size, const void *b, size_t b_size)
{
    FUZZ_EXPECT(a_size == b_size);
    FUZZ_EXPECT(memcmp(a, b, a_size) == 0);
}
