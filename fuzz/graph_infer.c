/* SPDX-License-Identifier: MIT */
/* Inference of shapes, in the way the frontend uses it: on graphs as JSON, whose inputs alone were looked at. What it
 * infers may be refused afterwards, but not before the next operation has inferred from it. */
#include "target.h"

#include "data_sdk/graph/index.h"
#include "data_sdk/json/json.h"

/* The graph with tensors that can be written. */
typedef struct inference {
    hipdnn_data_graph graph;
    hipdnn_data_tensor *tensors;
    uint32_t *order;
} inference;

static hipdnn_data_tensor *find(const hd_op_context *context, int64_t uid)
{
    const inference *state = context->graph;
    const size_t at = hipdnn_data_graph_find(&state->graph, uid);
    return at < state->graph.tensor_count ? &state->tensors[at] : NULL;
}

static void begin(inference *state, const hipdnn_data_graph *graph, hd_arena *arena)
{
    const size_t count = graph->tensor_count;
    uint32_t *by_uid = hd_arena_alloc_array(arena, count, sizeof *by_uid);
    state->tensors = hd_arena_alloc_array(arena, count, sizeof *state->tensors);
    state->order = hd_arena_alloc_array(arena, graph->node_count, sizeof *state->order);
    FUZZ_EXPECT(by_uid != NULL && state->tensors != NULL && state->order != NULL);
    if (count > 0)
        memcpy(state->tensors, graph->tensors, count * sizeof *state->tensors);
    hd_sort_by_uid(state->tensors, (uint32_t)count, by_uid);
    state->graph = *graph;
    state->graph.tensors = state->tensors;
    state->graph.by_uid = by_uid;
}

/* What no node writes is whole, or has no shape at all; what a node writes may be anything. */
static hd_status check_inputs(inference *state)
{
    hd_graph_index index;
    HD_TRY(hd_graph_index_build(&state->graph, &index));
    hd_status status = HD_OK;
    for (size_t i = 0; i < state->graph.tensor_count && status == HD_OK; i++) {
        hipdnn_data_tensor *tensor = &state->tensors[i];
        if (index.writers[i] != HD_NO_NODE || tensor->dim.count == 0)
            continue;
        if (tensor->stride.count == 0)
            hd_dims_pack(&tensor->dim, &tensor->stride);
        status = hd_tensor_check(tensor);
    }
    hd_graph_index_release(&index);
    return status;
}

static hd_status infer(inference *state)
{
    HD_TRY(hd_graph_order(&state->graph, state->order));
    HD_TRY(check_inputs(state));
    for (size_t i = 0; i < state->graph.node_count; i++) {
        const hipdnn_data_node *node = &state->graph.nodes[state->order[i]];
        const hd_op_context context = {
            .node = node->name,
            .compute_data_type = node->compute_data_type,
            .attributes = node->attributes,
            .tensor = find,
            .graph = state,
        };
        HD_TRY(hd_operation_by_tag(node->operation)->infer(&context));
    }
    return HD_OK;
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    hd_arena arena = {0};
    inference state;
    const hipdnn_data_graph *graph;
    if (hd_graph_from_json((const char *)bytes, size, &arena, &graph) == HD_OK) {
        begin(&state, graph, &arena);
        if (infer(&state) == HD_OK)
            (void)hd_graph_check(&state.graph);
    }
    hd_arena_release(&arena);
    return 0;
}
