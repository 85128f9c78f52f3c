/* SPDX-License-Identifier: MIT */
/* A stored graph with its plan. Both are bytes here; they have targets of their own. */
#include "target.h"

#include "base/memory.h"
#include "data_sdk/graph/plan.h"

/* What was read can be written, and says the same when it is read again. */
static void check_round_trip(const hipdnn_data_graph_and_plan *first)
{
    hd_arena arena = {0};
    hipdnn_data_graph_and_plan second;
    void *first_bytes, *second_bytes;
    size_t first_size, second_size;
    FUZZ_EXPECT(hd_graph_and_plan_encode(first, &first_bytes, &first_size) == HD_OK);
    FUZZ_EXPECT(hd_graph_and_plan_decode(first_bytes, first_size, &arena, &second) == HD_OK);
    FUZZ_EXPECT(hd_graph_and_plan_encode(&second, &second_bytes, &second_size) == HD_OK);
    fuzz_expect_same(first_bytes, first_size, second_bytes, second_size);
    hd_free(first_bytes);
    hd_free(second_bytes);
    hd_arena_release(&arena);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    hd_arena arena = {0};
    hipdnn_data_graph_and_plan object;
    if (hd_graph_and_plan_decode(bytes, size, &arena, &object) == HD_OK)
        check_round_trip(&object);
    hd_arena_release(&arena);
    return 0;
}
