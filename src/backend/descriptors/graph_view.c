/* SPDX-License-Identifier: MIT */
#include "backend/descriptors/graph.h"
#include "base/memory.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* One mention of a tensor by an operation. */
typedef struct mention {
    int64_t uid;
    const hd_object *tensor;
    size_t place; /* in order of mention */
} mention;

static int by_uid(const void *a, const void *b)
{
    const mention *left = a;
    const mention *right = b;
    if (left->uid != right->uid)
        return left->uid < right->uid ? -1 : 1;
    return left->place < right->place ? -1 : left->place > right->place;
}

static int by_place(const void *a, const void *b)
{
    const mention *left = a;
    const mention *right = b;
    return left->place < right->place ? -1 : left->place > right->place;
}

static size_t mention_tensor(mention *mentions, size_t count, const hd_object *tensor)
{
    mentions[count] = (mention){hd_tensor_data(tensor)->uid, tensor, count};
    const hd_object *ragged = hd_tensor_ragged_offset(tensor);
    return ragged == NULL ? count + 1 : mention_tensor(mentions, count + 1, ragged);
}

static size_t most_mentions(const hd_graph_object *graph)
{
    size_t most = 0;
    for (size_t i = 0; i < graph->operation_count; i++) {
        hd_tensor_cursor cursor = {0};
        const hd_object *tensor;
        while ((tensor = hd_operation_next_tensor(graph->operations[i], &cursor)) != NULL) {
            for (; tensor != NULL; tensor = hd_tensor_ragged_offset(tensor))
                most++;
        }
    }
    return most;
}

static size_t mention_all(const hd_graph_object *graph, mention *mentions)
{
    size_t mentioned = 0;
    for (size_t i = 0; i < graph->operation_count; i++) {
        hd_tensor_cursor cursor = {0};
        const hd_object *tensor;
        while ((tensor = hd_operation_next_tensor(graph->operations[i], &cursor)) != NULL)
            mentioned = mention_tensor(mentions, mentioned, tensor);
    }
    return mentioned;
}

/* Each tensor once, in order of first mention. */
static hd_status unite(mention *mentions, size_t count, size_t *out_count)
{
    size_t kept = 0;
    qsort(mentions, count, sizeof *mentions, by_uid);
    for (size_t i = 0; i < count; i++) {
        if (kept == 0 || mentions[kept - 1].uid != mentions[i].uid)
            mentions[kept++] = mentions[i];
        else if (mentions[kept - 1].tensor != mentions[i].tensor)
            return hd_fail(HD_BAD_PARAM,
                           "the graph has two tensor descriptors with uid %" PRId64
                           " ('%s' and '%s'); each tensor needs "
                           "a uid of its own, and operations that share a tensor share its descriptor",
                           mentions[i].uid, hd_tensor_data(mentions[kept - 1].tensor)->name,
                           hd_tensor_data(mentions[i].tensor)->name);
    }
    qsort(mentions, kept, sizeof *mentions, by_place);
    *out_count = kept;
    return HD_OK;
}

static hd_status fill_tensors(const hd_graph_object *graph, hd_graph_view *view)
{
    const size_t most = most_mentions(graph);
    mention *mentions = hd_alloc_array(most, sizeof *mentions);
    if (mentions == NULL)
        return hd_fail_alloc(most * sizeof *mentions, "a graph's tensors");
    size_t count = 0;
    hd_status status = HD_OK;
    if (most > 0)
        status = unite(mentions, mention_all(graph, mentions), &count);
    if (status == HD_OK) {
        view->tensors = hd_alloc_array(count, sizeof *view->tensors);
        if (view->tensors == NULL)
            status = hd_fail_alloc(count * sizeof *view->tensors, "a graph's tensors");
    }
    for (size_t i = 0; status == HD_OK && i < count; i++)
        view->tensors[i] = *hd_tensor_data(mentions[i].tensor);
    hd_free(mentions);
    view->graph.tensors = view->tensors;
    view->graph.tensor_count = count;
    return status;
}

hd_status hd_graph_view_create(const hd_graph_object *graph, hd_graph_view *out_view)
{
    *out_view = (hd_graph_view){
        .graph =
            {
                .name = graph->name == NULL ? "" : graph->name,
                .compute_data_type = graph->compute_data_type,
                .intermediate_data_type = graph->intermediate_data_type,
                .io_data_type = graph->io_data_type,
                .preferred_engine_id = graph->preferred_engine_id,
                .is_override_shape_enabled = graph->is_override_shape_enabled,
            },
    };
    hd_status status = fill_tensors(graph, out_view);
    if (status == HD_OK) {
        out_view->nodes = hd_alloc_array(graph->operation_count, sizeof *out_view->nodes);
        if (out_view->nodes == NULL)
            status = hd_fail_alloc(graph->operation_count * sizeof *out_view->nodes, "a graph's nodes");
    }
    for (size_t i = 0; status == HD_OK && i < graph->operation_count; i++)
        hd_operation_node(graph->operations[i], &out_view->nodes[i]);
    out_view->graph.nodes = out_view->nodes;
    out_view->graph.node_count = graph->operation_count;
    if (status != HD_OK)
        hd_graph_view_release(out_view);
    return status;
}

void hd_graph_view_release(hd_graph_view *view)
{
    hd_free(view->tensors);
    hd_free(view->nodes);
    *view = (hd_graph_view){0};
}

hd_status hd_graph_view_sort(hd_graph_view *view)
{
    const size_t count = view->graph.node_count;
    uint32_t *order = hd_alloc_array(count, sizeof *order);
    hipdnn_data_node *sorted = hd_alloc_array(count, sizeof *sorted);
    hd_status status = HD_OK;
    if (order == NULL || sorted == NULL)
        status = hd_fail_alloc(count * sizeof *sorted, "a graph's order");
    if (status == HD_OK)
        status = hd_graph_order(&view->graph, order);
    if (status != HD_OK) {
        hd_free(sorted);
    } else {
        for (size_t i = 0; i < count; i++)
            sorted[i] = view->nodes[order[i]];
        hd_free(view->nodes);
        view->nodes = sorted;
        view->graph.nodes = sorted;
    }
    hd_free(order);
    return status;
}
