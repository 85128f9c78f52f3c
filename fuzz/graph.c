/* SPDX-License-Identifier: MIT */
/* Graphs as bytes: structure, decoding, meaning. What is accepted goes round through bytes and through JSON and still
 * means the same. */
#include "target.h"

#include "base/memory.h"
#include "data_sdk/graph/fingerprint.h"
#include "data_sdk/graph/graph.h"
#include "data_sdk/json/json.h"

static uint64_t fingerprint(const hipdnn_data_graph *graph)
{
    uint64_t number;
    FUZZ_EXPECT(hd_graph_fingerprint(graph, &number) == HD_OK);
    return number;
}

static void check_bytes(const hipdnn_data_graph *graph, hd_arena *arena)
{
    const hipdnn_data_graph *again;
    void *first, *second;
    size_t first_size, second_size;
    FUZZ_EXPECT(hd_graph_encode(graph, &first, &first_size) == HD_OK);
    FUZZ_EXPECT(hd_graph_decode(first, first_size, arena, &again) == HD_OK);
    FUZZ_EXPECT(fingerprint(again) == fingerprint(graph));
    FUZZ_EXPECT(hd_graph_encode(again, &second, &second_size) == HD_OK);
    fuzz_expect_same(first, first_size, second, second_size);
    hd_free(first);
    hd_free(second);
}

/* JSON has no infinities. A text that is not UTF-8 changes on its way; only that of a custom operation means
 * something. */
static void check_json(const hipdnn_data_graph *graph, hd_arena *arena)
{
    static const char replacement[] = "\\ufffd";
    const hipdnn_data_graph *again;
    hd_text text = {0};
    const hd_status status = hd_graph_to_json(graph, false, &text);
    FUZZ_EXPECT(status == HD_OK || status == HD_NOT_SUPPORTED);
    if (status == HD_OK) {
        FUZZ_EXPECT(hd_graph_from_json(text.data, text.size, arena, &again) == HD_OK);
        FUZZ_EXPECT(hd_graph_check(again) == HD_OK);
        FUZZ_EXPECT(strstr(text.data, replacement) != NULL || fingerprint(again) == fingerprint(graph));
    }
    hd_text_release(&text);
}

/* A graph inside a stored plan lies at any address. */
static void check_odd_address(const uint8_t *bytes, size_t size)
{
    uint8_t *odd = hd_alloc(size + 1);
    FUZZ_EXPECT(odd != NULL);
    if (size > 0)
        memcpy(odd + 1, bytes, size);
    FUZZ_EXPECT(hd_graph_verify(odd + 1, size) == hd_graph_verify(bytes, size));
    hd_free(odd);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    hd_arena arena = {0};
    const hipdnn_data_graph *graph;
    check_odd_address(bytes, size);
    if (hd_graph_decode(bytes, size, &arena, &graph) == HD_OK) {
        check_bytes(graph, &arena);
        check_json(graph, &arena);
    }
    hd_arena_release(&arena);
    return 0;
}
