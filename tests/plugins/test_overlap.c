/* SPDX-License-Identifier: MIT */
/* Whether elements of a layout share memory, against writing every element down. */
#include "overlap.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

static uint64_t random_state = 3;

static int64_t pick(int64_t least, int64_t most)
{
    random_state = random_state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return least + (int64_t)((random_state >> 33) % (uint64_t)(most - least + 1));
}

enum { MOST_PLACES = 4096 };

static bool overlaps_in_memory(const hipdnn_data_tensor *tensor)
{
    static bool used[MOST_PLACES];
    int64_t index[HIPDNN_MAX_RANK] = {0};
    memset(used, 0, sizeof used);
    for (;;) {
        int64_t place = 0;
        for (uint32_t i = 0; i < tensor->dim.count; i++)
            place += index[i] * tensor->stride.v[i];
        assert_true(place < MOST_PLACES);
        if (used[place])
            return true;
        used[place] = true;
        uint32_t i = 0;
        for (; i < tensor->dim.count && ++index[i] == tensor->dim.v[i]; i++)
            index[i] = 0;
        if (i == tensor->dim.count)
            return false;
    }
}

static void test_small_layouts(void **state)
{
    (void)state;
    int found = 0;
    for (int k = 0; k < 200000; k++) {
        hipdnn_data_tensor tensor = {0};
        tensor.dim.count = tensor.stride.count = (uint32_t)pick(1, 4);
        for (uint32_t i = 0; i < tensor.dim.count; i++) {
            tensor.dim.v[i] = pick(1, 5);
            tensor.stride.v[i] = pick(0, i == 0 ? 12 : 60);
        }
        const bool expected = overlaps_in_memory(&tensor);
        found += expected;
        if (ref_overlaps(&tensor) != expected)
            fail_msg("case %d: %s", k, expected ? "an overlap was not found" : "there is none");
    }
    assert_true(found > 20000 && found < 180000);
}

/* Numbers near the end of their range, and a search that would not end: the answer is there at once, and careful. */
static void test_large_layouts(void **state)
{
    (void)state;
    const hipdnn_data_tensor usual = {.dim = {.v = {64, 64, 1, 56}, .count = 4},
                                      .stride = {.v = {200704, 3136, INT64_MAX, 56}, .count = 4}};
    const hipdnn_data_tensor wide = {.dim = {.v = {2, 2}, .count = 2},
                                     .stride = {.v = {INT64_MAX / 2, INT64_MAX / 2}, .count = 2}};
    hipdnn_data_tensor tangled = {.dim = {.count = 8}, .stride = {.count = 8}};
    for (int i = 0; i < 8; i++) {
        tangled.dim.v[i] = 1000;
        tangled.stride.v[i] = INT64_C(1000000007) * (i + 1000) + i * i;
    }
    assert_false(ref_overlaps(&usual));
    assert_true(ref_overlaps(&wide));
    assert_true(ref_overlaps(&tangled));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_small_layouts),
        cmocka_unit_test(test_large_layouts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
