/* SPDX-License-Identifier: MIT */
#include "peer.h"

#include "base/memory.h"
#include "data_sdk/graph/engine.h"
#include "data_sdk/graph/fingerprint.h"
#include "data_sdk/graph/graph.h"
#include "data_sdk/graph/plan.h"
#include "random_graph.h"

/* decode.c is compiled for this test once more, with these names in place of its own and of the check it ends with: so
 * the real decoder can be asked about graphs that mean nothing, which random ones do not. */
hd_status peer_decode(const void *bytes, size_t size, hd_arena *arena, const hipdnn_data_graph **out_graph);
hd_status peer_no_check(const hipdnn_data_graph *graph);

hd_status peer_no_check(const hipdnn_data_graph *graph)
{
    (void)graph;
    return HD_OK;
}

/* ---------------------------------------------------------------------------------------------- recode */

typedef hd_status recode(const void *bytes, size_t size, hd_arena *arena, void **out_bytes, size_t *out_size);

static hd_status recode_graph(const void *bytes, size_t size, hd_arena *arena, void **out_bytes, size_t *out_size)
{
    const hipdnn_data_graph *graph;
    HD_TRY(peer_decode(bytes, size, arena, &graph));
    return hd_graph_encode(graph, out_bytes, out_size);
}

#define RECODE(name)                                                                                                   \
    static hd_status recode_##name(const void *bytes, size_t size, hd_arena *arena, void **out_bytes,                  \
                                   size_t *out_size)                                                                   \
    {                                                                                                                  \
        hipdnn_data_##name object;                                                                                     \
        HD_TRY(hd_##name##_decode(bytes, size, arena, &object));                                                       \
        return hd_##name##_encode(&object, out_bytes, out_size);                                                       \
    }

RECODE(engine_config)
RECODE(engine_details)
RECODE(device_properties)
RECODE(knob_setting)
RECODE(execution_plan)
RECODE(graph_and_plan)

bool peer_recode(int root, const void *bytes, size_t size, void **out_bytes, size_t *out_size)
{
    static recode *const recoders[PEER_ROOTS] = {
        [PEER_GRAPH] = recode_graph,
        [PEER_ENGINE_CONFIG] = recode_engine_config,
        [PEER_ENGINE_DETAILS] = recode_engine_details,
        [PEER_DEVICE_PROPERTIES] = recode_device_properties,
        [PEER_KNOB_SETTING] = recode_knob_setting,
        [PEER_EXECUTION_PLAN] = recode_execution_plan,
        [PEER_GRAPH_AND_PLAN] = recode_graph_and_plan,
    };
    hd_arena arena = {0};
    *out_bytes = NULL;
    const hd_status status = recoders[root](bytes, size, &arena, out_bytes, out_size);
    hd_arena_release(&arena);
    return status == HD_OK;
}

/* ---------------------------------------------------------------------------------------------- accept */

/* What was accepted is written, too, so that a sanitizer sees every byte that a reader would touch. */
bool peer_accepts(int root, const void *bytes, size_t size)
{
    void *again;
    size_t again_size;
    if (root == PEER_GRAPH && hd_graph_verify(bytes, size) != HD_OK)
        return false;
    const bool accepted = peer_recode(root, bytes, size, &again, &again_size);
    hd_free(again);
    return accepted;
}

bool peer_make_graph(uint64_t seed, int tag, void **out_bytes, size_t *out_size)
{
    random_graph graph;
    random_graph_of(&graph, seed, tag);
    const hd_status status = hd_graph_encode(&graph.graph, out_bytes, out_size);
    random_graph_release(&graph);
    return status == HD_OK;
}

bool peer_fingerprint(const void *bytes, size_t size, uint64_t *out_fingerprint)
{
    hd_arena arena = {0};
    const hipdnn_data_graph *graph;
    const bool read =
        hd_graph_decode(bytes, size, &arena, &graph) == HD_OK && hd_graph_fingerprint(graph, out_fingerprint) == HD_OK;
    hd_arena_release(&arena);
    return read;
}

const char *peer_error(void)
{
    return hd_error_text();
}

void peer_free(void *bytes)
{
    hd_free(bytes);
}
