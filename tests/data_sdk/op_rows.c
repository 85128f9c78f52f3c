/* SPDX-License-Identifier: MIT */
#include "op_rows.h"

#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

void assert_op_rows(op_case *node, void (*setup)(void), const op_row *rows, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        setup();
        rows[i].change();
        if (rows[i].fragment == NULL)
            assert_accepted(rows[i].name, node);
        else
            assert_refused(rows[i].name, node, rows[i].fragment);
    }
}

/* Marsaglia's xorshift64: the same numbers everywhere. */
static uint64_t next_random(uint64_t *state)
{
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    return *state;
}

static void replace_extents(hipdnn_dims *dims, uint64_t *random)
{
    static const int64_t extremes[] = {
        0, 1, 2, 3, 7, 32, -1, INT64_C(1) << 31, HUGE_EXTENT, -HUGE_EXTENT, INT64_MAX, INT64_MIN,
    };
    for (uint32_t i = 0; i < dims->count; i++)
        if (next_random(random) % 4 == 0)
            dims->v[i] = extremes[next_random(random) % (sizeof extremes / sizeof extremes[0])];
    if (next_random(random) % 16 == 0)
        dims->count = (uint32_t)(next_random(random) % (HIPDNN_MAX_RANK + 1));
}

void torture_op(op_case *node, void (*setup)(void), hipdnn_dims *const *lists, size_t list_count)
{
    enum { ROUNDS = 20000 };
    const uint64_t seed = UINT64_C(0x9E3779B97F4A7C15);
    uint64_t random = seed;
    int good = 0;
    for (int round = 0; round < ROUNDS; round++) {
        setup();
        for (int64_t uid = 0; uid < node->tensor_count; uid++)
            if (next_random(&random) % 4 == 0)
                replace_extents(&node->tensors[uid].dim, &random);
        for (size_t i = 0; i < list_count; i++)
            if (next_random(&random) % 4 == 0)
                replace_extents(lists[i], &random);
        good += op_case_infer(node) == HD_OK && op_case_check(node) == HD_OK;
    }
    print_message("%s: seed %" PRIu64 ", %d of %d nodes are good\n", node->operation->name, seed, good, (int)ROUNDS);
    assert_in_range(good, 1, ROUNDS - 1);
}
