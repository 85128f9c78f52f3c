/* SPDX-License-Identifier: MIT */
/* The container is written by hand: its two vectors of bytes are buffers themselves, so they start at a multiple of 8,
 * as the newer schema's force_align asks, and a reader without a copy can use them in place. Buffers of older writers
 * do not, so no reader may rely on it. */
#include "data_sdk/graph/plan.h"
#include "flatbuf/flatbuf.h"

static const char identifier[] = "HDGP";
static const char name[] = "SerializedGraphAndPlan";

enum { CONTAINER_GRAPH = 0, CONTAINER_PLAN = 1, PART_ALIGNMENT = 8 };

static hd_status verify(const void *bytes, size_t size)
{
    hd_fb_verifier verifier;
    uint32_t root, vector, count;
    HD_TRY(hd_fb_verify_begin(&verifier, bytes, size, identifier, name, &root));
    const hd_fb_path path = {.name = name, .index = -1};
    const hd_fb_path graph = {&path, "graph_blob", -1}, plan = {&path, "plan_blob", -1};
    HD_TRY(hd_fb_verify_table(&verifier, &path, root));
    HD_TRY(hd_fb_verify_vector(&verifier, &graph, root, CONTAINER_GRAPH, 1, &vector, &count));
    return hd_fb_verify_vector(&verifier, &plan, root, CONTAINER_PLAN, 1, &vector, &count);
}

static hipdnn_bytes decode_part(hd_fb_table root, uint16_t slot)
{
    const hd_fb_vector part = hd_fb_get_vector(root, slot);
    return (hipdnn_bytes){part.count == 0 ? NULL : part.at, part.count};
}

hd_status hd_graph_and_plan_decode(const void *bytes, size_t size, hd_arena *arena, hipdnn_data_graph_and_plan *out)
{
    *out = (hipdnn_data_graph_and_plan){0};
    HD_TRY(verify(bytes, size));
    void *copy = hd_arena_alloc(arena, size);
    if (copy == NULL)
        return hd_fail_alloc(size, "a graph with its plan");
    memcpy(copy, bytes, size);
    const hd_fb_table root = hd_fb_root(copy);
    *out = (hipdnn_data_graph_and_plan){decode_part(root, CONTAINER_GRAPH), decode_part(root, CONTAINER_PLAN)};
    return HD_OK;
}

static hd_fb_ref encode_part(hd_fb_builder *builder, const hipdnn_bytes *part)
{
    return part->count == 0 ? 0 : hd_fb_create_vector(builder, part->v, part->count, 1, PART_ALIGNMENT);
}

hd_status hd_graph_and_plan_encode(const hipdnn_data_graph_and_plan *parts, void **out_bytes, size_t *out_size)
{
    hd_fb_builder builder = {0};
    const hd_fb_ref graph = encode_part(&builder, &parts->graph);
    const hd_fb_ref plan = encode_part(&builder, &parts->plan);
    hd_fb_start_table(&builder);
    hd_fb_add_ref(&builder, CONTAINER_GRAPH, graph);
    hd_fb_add_ref(&builder, CONTAINER_PLAN, plan);
    const hd_fb_ref root = hd_fb_end_table(&builder);
    return hd_fb_finish(&builder, root, identifier, out_bytes, out_size);
}
