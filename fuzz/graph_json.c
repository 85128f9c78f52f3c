/* SPDX-License-Identifier: MIT */
/* Graphs as JSON. What is read can be written and read again, to the same text; what also means something goes round
 * through bytes. */
#include "target.h"

#include "base/memory.h"
#include "data_sdk/graph/fingerprint.h"
#include "data_sdk/graph/graph.h"
#include "data_sdk/json/json.h"

static void check_text(const hipdnn_data_graph *graph, hd_arena *arena)
{
    hd_text first = {0}, second = {0};
    FUZZ_EXPECT(hd_graph_to_json(graph, true, &first) == HD_OK);
    const hipdnn_data_graph *again;
    FUZZ_EXPECT(hd_graph_from_json(first.data, first.size, arena, &again) == HD_OK);
    FUZZ_EXPECT(hd_graph_to_json(again, true, &second) == HD_OK);
    fuzz_expect_same(first.data, first.size, second.data, second.size);
    hd_text_release(&first);
    hd_text_release(&second);
}

static void check_bytes(const hipdnn_data_graph *graph, hd_arena *arena)
{
    void *bytes;
    size_t size;
    uint64_t before, after;
    const hipdnn_data_graph *again;
    FUZZ_EXPECT(hd_graph_encode(graph, &bytes, &size) == HD_OK);
    FUZZ_EXPECT(hd_graph_decode(bytes, size, arena, &again) == HD_OK);
    FUZZ_EXPECT(hd_graph_fingerprint(graph, &before) == HD_OK);
    FUZZ_EXPECT(hd_graph_fingerprint(again, &after) == HD_OK);
    FUZZ_EXPECT(before == after);
    hd_free(bytes);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    hd_arena arena = {0};
    const hipdnn_data_graph *graph;
    if (hd_graph_from_json((const char *)bytes, size, &arena, &graph) == HD_OK) {
        check_text(graph, &arena);
        if (hd_graph_check(graph) == HD_OK)
            check_bytes(graph, &arena);
    }
    hd_arena_release(&arena);
    return 0;
}
