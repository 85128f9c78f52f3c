/* SPDX-License-Identifier: MIT */
/* What an engine says about itself. */
#include "target.h"

#include "base/memory.h"
#include "data_sdk/graph/engine.h"

/* What was read can be written, and says the same when it is read again. */
static void check_round_trip(const hipdnn_data_engine_details *first)
{
    hd_arena arena = {0};
    hipdnn_data_engine_details second;
    void *first_bytes, *second_bytes;
    size_t first_size, second_size;
    FUZZ_EXPECT(hd_engine_details_encode(first, &first_bytes, &first_size) == HD_OK);
    FUZZ_EXPECT(hd_engine_details_decode(first_bytes, first_size, &arena, &second) == HD_OK);
    FUZZ_EXPECT(hd_engine_details_encode(&second, &second_bytes, &second_size) == HD_OK);
    fuzz_expect_same(first_bytes, first_size, second_bytes, second_size);
    hd_free(first_bytes);
    hd_free(second_bytes);
    hd_arena_release(&arena);
}

/* Knobs that break their own rules were left out. */
static void check_knobs(const hipdnn_data_engine_details *details)
{
    for (uint32_t i = 0; i < details->knob_count; i++)
        FUZZ_EXPECT(hd_knob_check(&details->knobs[i], &details->knobs[i].default_value) == HD_OK);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    hd_arena arena = {0};
    hipdnn_data_engine_details object;
    if (hd_engine_details_decode(bytes, size, &arena, &object) == HD_OK) {
        check_knobs(&object);
        check_round_trip(&object);
    }
    hd_arena_release(&arena);
    return 0;
}
