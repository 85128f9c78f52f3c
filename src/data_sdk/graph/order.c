/* SPDX-License-Identifier: MIT */
/* Topological order by depth-first search: for each node in the given order, first the writers of its inputs, then the
 * node. So what is in order already stays as it is, a cycle is found as the path that closes it, and no list of
 * readers is needed. The stack is explicit, because a chain may be as long as the graph. */
#include "base/memory.h"
#include "base/text.h"
#include "data_sdk/graph/index.h"

enum { UNSEEN, OPEN, DONE };

/* A node whose inputs are being visited. */
typedef struct frame {
    uint32_t node;
    hd_uid_cursor cursor;
} frame;

typedef struct search {
    const hd_graph_index *index;
    uint8_t *states; /* per node */
    frame *stack;
    size_t depth;
    uint32_t *order;
    size_t ordered;
} search;

/* The cycle runs from `node`, somewhere on the stack, to the top. */
static hd_status refuse_cycle(const search *state, uint32_t node)
{
    enum { NAMED = 8 };
    size_t first = state->depth - 1;
    while (state->stack[first].node != node)
        first--;
    const size_t length = state->depth - first;
    hd_text names = {0};
    for (size_t i = 0; i < length && i < NAMED; i++) {
        char text[HD_NODE_TEXT_SIZE];
        hd_text_format(&names, "%s%s", i == 0 ? "" : " reads from ",
                       hd_node_text(&state->index->graph, state->stack[first + i].node, text));
    }
    if (length > NAMED)
        hd_text_format(&names, " reads from %zu more", length - NAMED);
    const hd_status status =
        hd_fail(HD_BAD_PARAM, "%zu of the graph's nodes form a cycle: %s reads from the first; break it", length,
                names.failed ? "the first" : names.data);
    hd_text_release(&names);
    return status;
}

static void enter(search *state, uint32_t node)
{
    state->states[node] = OPEN;
    state->stack[state->depth++] = (frame){.node = node};
}

/* Visits everything that `root` needs, then `root`. */
static hd_status visit(search *state, uint32_t root)
{
    const hipdnn_data_graph *graph = &state->index->graph;
    enter(state, root);
    while (state->depth > 0) {
        frame *top = &state->stack[state->depth - 1];
        int64_t uid;
        if (hd_node_next_uid(&graph->nodes[top->node], HD_FLOW_IN, &top->cursor, &uid) == NULL) {
            state->states[top->node] = DONE;
            state->order[state->ordered++] = top->node;
            state->depth--;
            continue;
        }
        const uint32_t writer = state->index->writers[hipdnn_data_graph_find(graph, uid)];
        if (writer == HD_NO_NODE || state->states[writer] == DONE)
            continue;
        if (state->states[writer] == OPEN)
            return refuse_cycle(state, writer);
        enter(state, writer);
    }
    return HD_OK;
}

static hd_status order_indexed(const hd_graph_index *index, uint32_t *order)
{
    const size_t count = index->graph.node_count;
    search state = {.index = index, .order = order};
    state.states = hd_alloc(count);
    state.stack = hd_alloc_array(count, sizeof *state.stack);
    hd_status status = HD_OK;
    if (state.states == NULL || state.stack == NULL)
        status = hd_fail_alloc(count * (1 + sizeof *state.stack), "the order of a graph");
    for (uint32_t node = 0; node < count && status == HD_OK; node++)
        if (state.states[node] == UNSEEN)
            status = visit(&state, node);
    hd_free(state.states);
    hd_free(state.stack);
    return status;
}

hd_status hd_graph_order(const hipdnn_data_graph *graph, uint32_t *order)
{
    hd_graph_index index;
    HD_TRY(hd_graph_index_build(graph, &index));
    const hd_status status = order_indexed(&index, order);
    hd_graph_index_release(&index);
    return status;
}
