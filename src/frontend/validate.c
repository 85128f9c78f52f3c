/* SPDX-License-Identifier: MIT */
/* From what was given to a snapshot in which nothing is left out, and whose meaning is checked. */
#include "data_sdk/graph/index.h"
#include "data_sdk/graph/sort.h"
#include "frontend/internal.h"

#include <string.h>

void hd_snapshot_drop(hipdnn_graph_t *graph)
{
    if (graph->snapshot.arena.newest == NULL)
        return;
    for (uint32_t i = 0; i < graph->tensor_count; i++)
        graph->tensors[i]->resolved = NULL;
    hd_arena_release(&graph->snapshot.arena);
    graph->snapshot = (hd_snapshot){0};
}

static void *take(hd_snapshot *snapshot, size_t count, size_t size, hd_status *status)
{
    void *memory = *status == HD_OK ? hd_arena_alloc_array(&snapshot->arena, count, size) : NULL;
    if (memory == NULL && *status == HD_OK)
        *status = hd_fail_alloc(size, "the validated graph");
    return memory;
}

/* -------------------------------------------------------------------------------------------------- tensors */

static void default_types(hd_types given, hd_types *out)
{
    *out = given;
    if (out->compute == HIPDNN_TYPE_UNSET)
        out->compute = out->io == HIPDNN_TYPE_F64 ? HIPDNN_TYPE_F64 : HIPDNN_TYPE_F32;
    if (out->intermediate == HIPDNN_TYPE_UNSET)
        out->intermediate = out->compute;
}

static hd_status copy_tensors(hipdnn_graph_t *graph, hd_snapshot *snapshot)
{
    hd_status status = HD_OK;
    snapshot->tensors = take(snapshot, graph->tensor_count, sizeof *snapshot->tensors, &status);
    snapshot->bound = take(snapshot, graph->tensor_count, sizeof *snapshot->bound, &status);
    HD_TRY(status);
    snapshot->graph.tensors = snapshot->tensors;
    for (uint32_t i = 0; i < graph->tensor_count; i++) {
        hipdnn_tensor_t *tensor = graph->tensors[i];
        if (!hd_tensor_is_used(tensor))
            continue;
        hipdnn_data_tensor *copy = &snapshot->tensors[snapshot->graph.tensor_count++];
        *copy = tensor->given;
        tensor->resolved = copy;
        if (copy->data_type == HIPDNN_TYPE_UNSET)
            copy->data_type = copy->is_virtual ? snapshot->graph.intermediate_data_type : snapshot->graph.io_data_type;
        if (hd_tensor_is_bound(tensor)) {
            tensor->slot = snapshot->bound_count;
            snapshot->bound[snapshot->bound_count++] = tensor;
        }
    }
    return HD_OK;
}

static bool uid_before(const void *context, uint32_t a, uint32_t b)
{
    const hipdnn_tensor_t *const *tensors = context;
    const int64_t left = tensors[a]->given.uid, right = tensors[b]->given.uid;
    return left != right ? left < right : a < b;
}

/* Tensors without a uid get the smallest that are free, from 0. That one is given twice is found later, with the rest
 * of what data_sdk knows about uids. */
static hd_status assign_uids(hipdnn_graph_t *graph, hd_snapshot *snapshot)
{
    hd_status status = HD_OK;
    uint32_t *taken = take(snapshot, graph->tensor_count, sizeof *taken, &status);
    HD_TRY(status);
    uint32_t count = 0, at = 0;
    for (uint32_t i = 0; i < graph->tensor_count; i++) {
        if (hd_tensor_is_used(graph->tensors[i]) && graph->tensors[i]->has_uid)
            taken[count++] = i;
    }
    hd_sort_indices(taken, count, uid_before, graph->tensors);
    int64_t next = 0;
    for (uint32_t i = 0; i < graph->tensor_count; i++) {
        hipdnn_tensor_t *tensor = graph->tensors[i];
        if (!hd_tensor_is_used(tensor) || tensor->has_uid)
            continue;
        for (; at < count && graph->tensors[taken[at]]->given.uid <= next; at++)
            next += graph->tensors[taken[at]]->given.uid == next;
        tensor->resolved->uid = next++;
    }
    return HD_OK;
}

/* What names a tensor by index names it by uid from here on. */
static hd_status finish_tensors(hipdnn_graph_t *graph, hd_snapshot *snapshot)
{
    hd_status status = HD_OK;
    const uint32_t count = (uint32_t)snapshot->graph.tensor_count;
    uint32_t *by_uid = take(snapshot, count, sizeof *by_uid, &status);
    HD_TRY(status);
    hd_sort_by_uid(snapshot->tensors, count, by_uid);
    snapshot->graph.by_uid = by_uid;
    for (uint32_t i = 0; i < graph->tensor_count; i++) {
        const hipdnn_optional_i64 offsets = graph->tensors[i]->given.ragged_offset_uid;
        if (hd_tensor_is_used(graph->tensors[i]) && offsets.set)
            graph->tensors[i]->resolved->ragged_offset_uid.value = graph->tensors[offsets.value]->resolved->uid;
    }
    return HD_OK;
}

/* Inputs of the graph must be whole before inference starts, but for dims that an operation may infer. */
static hd_status check_inputs(const hipdnn_graph_t *graph)
{
    for (uint32_t i = 0; i < graph->tensor_count; i++) {
        const hipdnn_tensor_t *tensor = graph->tensors[i];
        if (!hd_tensor_is_used(tensor) || tensor->is_written)
            continue;
        hipdnn_data_tensor *input = tensor->resolved;
        if (input->is_virtual)
            return hd_fail(HD_BAD_PARAM,
                           "tensor '%s' (uid %lld) is virtual, but no operation writes it: an input of the graph is "
                           "bound memory or a constant",
                           input->name, (long long)input->uid);
        if (input->data_type == HIPDNN_TYPE_UNSET)
            return hd_fail(HD_BAD_PARAM,
                           "tensor '%s' (uid %lld) has no data type: set one, or set the graph's io_data_type",
                           input->name, (long long)input->uid);
        if (input->dim.count == 0)
            continue;
        if (input->stride.count == 0)
            hd_dims_pack(&input->dim, &input->stride);
        HD_TRY(hd_tensor_check(input));
    }
    return HD_OK;
}

/* ---------------------------------------------------------------------------------------------------- nodes */

static hd_status copy_node(const hipdnn_graph_t *graph, hd_snapshot *snapshot, const hd_node *node,
                           hipdnn_data_node *copy)
{
    const hd_table *table = &node->operation->table;
    void *attributes = NULL;
    HD_TRY(hd_attributes_copy(table, node->given, &snapshot->arena, &attributes));
    for (size_t i = 0; i < table->field_count; i++) {
        uint32_t count;
        int64_t *uids = hd_attributes_tensors(&table->fields[i], attributes, &count);
        for (uint32_t k = 0; k < count; k++)
            uids[k] = graph->tensors[uids[k]]->resolved->uid;
    }
    *copy = (hipdnn_data_node){
        .name = node->name,
        .compute_data_type =
            node->compute_data_type != HIPDNN_TYPE_UNSET ? node->compute_data_type : snapshot->graph.compute_data_type,
        .operation = node->operation->tag,
        .attributes = attributes,
    };
    return HD_OK;
}

/* Copies all nodes and sorts them; `order[i]` is the graph's index of the i-th. */
static hd_status copy_nodes(const hipdnn_graph_t *graph, hd_snapshot *snapshot, uint32_t **out_order)
{
    hd_status status = HD_OK;
    const uint32_t count = graph->node_count;
    hipdnn_data_node *unsorted = take(snapshot, count, sizeof *unsorted, &status);
    hipdnn_data_node *sorted = take(snapshot, count, sizeof *sorted, &status);
    uint32_t *order = take(snapshot, count, sizeof *order, &status);
    HD_TRY(status);
    for (uint32_t i = 0; i < count; i++)
        HD_TRY(copy_node(graph, snapshot, graph->nodes[i], &unsorted[i]));
    snapshot->graph.nodes = unsorted;
    snapshot->graph.node_count = count;
    HD_TRY(hd_graph_order(&snapshot->graph, order));
    for (uint32_t i = 0; i < count; i++)
        sorted[i] = unsorted[order[i]];
    snapshot->graph.nodes = sorted;
    *out_order = order;
    return HD_OK;
}

static uint32_t root(uint32_t *parents, uint32_t member)
{
    while (parents[member] != member)
        member = parents[member] = parents[parents[member]];
    return member;
}

static void join_tensors(const hipdnn_graph_t *graph, uint32_t *parents, uint32_t node)
{
    const hd_table *table = &graph->nodes[node]->operation->table;
    for (size_t i = 0; i < table->field_count; i++) {
        uint32_t count;
        const int64_t *indices = hd_attributes_tensors(&table->fields[i], graph->nodes[node]->given, &count);
        for (uint32_t k = 0; k < count; k++)
            parents[root(parents, (uint32_t)indices[k])] = root(parents, graph->tensor_count + node);
    }
}

/* Nodes that share a tensor, whoever writes it, belong together; all must. */
static hd_status check_connected(hipdnn_graph_t *graph, hd_snapshot *snapshot)
{
    hd_status status = HD_OK;
    const uint32_t total = graph->tensor_count + graph->node_count;
    uint32_t *parents = take(snapshot, total, sizeof *parents, &status);
    HD_TRY(status);
    for (uint32_t i = 0; i < total; i++)
        parents[i] = i;
    for (uint32_t i = 0; i < graph->node_count; i++)
        join_tensors(graph, parents, i);
    for (uint32_t i = 1; i < graph->node_count; i++) {
        if (root(parents, graph->tensor_count + i) != root(parents, graph->tensor_count))
            return hd_fail(
                HD_BAD_PARAM,
                "nodes '%s' and '%s' share no tensor, neither directly nor through other nodes: make a graph "
                "for each part",
                graph->nodes[0]->name, graph->nodes[i]->name);
    }
    return HD_OK;
}

static hipdnn_data_tensor *find(const hd_op_context *context, int64_t uid)
{
    const hd_snapshot *snapshot = context->graph;
    const size_t at = hipdnn_data_graph_find(&snapshot->graph, uid);
    return at < snapshot->graph.tensor_count ? &snapshot->tensors[at] : NULL;
}

/* An input of the node without dims; NULL: all have theirs. */
static const hipdnn_data_tensor *find_shapeless(const hd_op_context *context, const hd_operation *operation)
{
    for (size_t i = 0; i < operation->table.field_count; i++) {
        const hd_field *field = &operation->table.fields[i];
        uint32_t count;
        const int64_t *uids = hd_attributes_tensors(field, (void *)context->attributes, &count);
        for (uint32_t k = 0; k < count && field->flow == HD_FLOW_IN; k++) {
            const hipdnn_data_tensor *tensor = find(context, uids[k]);
            if (tensor->dim.count == 0)
                return tensor;
        }
    }
    return NULL;
}

/* Some operations infer inputs too: a layernorm its scale. So a missing shape is refused behind the inference, and
 * when that failed, it is the likely cause. */
static hd_status infer_node(const hd_op_context *context, const hd_node *node)
{
    const hipdnn_data_tensor *shapeless = find_shapeless(context, node->operation);
    /* The snapshot is this file's own, so its attributes are writable. */
    hd_status status = node->complete != NULL ? node->complete(context, (void *)context->attributes) : HD_OK;
    if (status == HD_OK)
        status = node->operation->infer(context);
    if (status != HD_OK && shapeless != NULL)
        return hd_fail_in(status, "tensor '%s' (uid %lld) has no dims, set dim", shapeless->name,
                          (long long)shapeless->uid);
    HD_TRY(status);
    shapeless = shapeless != NULL ? find_shapeless(context, node->operation) : NULL;
    return shapeless == NULL ? HD_OK
                             : hd_fail(HD_BAD_PARAM,
                                       "tensor '%s' (uid %lld) has no dims, and no operation from which they could be "
                                       "inferred: set dim",
                                       shapeless->name, (long long)shapeless->uid);
}

static hd_status infer(const hipdnn_graph_t *graph, hd_snapshot *snapshot, const uint32_t *order)
{
    for (size_t i = 0; i < snapshot->graph.node_count; i++) {
        const hipdnn_data_node *copy = &snapshot->graph.nodes[i];
        const hd_op_context context = {
            .node = copy->name,
            .compute_data_type = copy->compute_data_type,
            .attributes = copy->attributes,
            .tensor = find,
            .graph = snapshot,
        };
        HD_TRY(infer_node(&context, graph->nodes[order[i]]));
    }
    return HD_OK;
}

static hd_status make(hipdnn_graph_t *graph, hd_snapshot *snapshot)
{
    hd_types types;
    uint32_t *order = NULL;
    default_types(graph->types, &types);
    snapshot->graph = (hipdnn_data_graph){
        .name = graph->name,
        .compute_data_type = types.compute,
        .intermediate_data_type = types.intermediate,
        .io_data_type = types.io,
        .preferred_engine_id = graph->preferred_engine_id,
        .is_override_shape_enabled = graph->is_override_shape_enabled,
    };
    HD_TRY(copy_tensors(graph, snapshot));
    HD_TRY(assign_uids(graph, snapshot));
    HD_TRY(finish_tensors(graph, snapshot));
    HD_TRY(copy_nodes(graph, snapshot, &order));
    HD_TRY(check_connected(graph, snapshot));
    HD_TRY(check_inputs(graph));
    HD_TRY(infer(graph, snapshot, order));
    HD_TRY(hd_graph_check(&snapshot->graph));
    snapshot->graph.min_required_engine_api_version = hd_graph_required_api(&snapshot->graph);
    return HD_OK;
}

hd_status hd_graph_validate(hipdnn_graph_t *graph)
{
    if (graph->node_count == 0)
        return hd_fail(HD_BAD_PARAM, "graph '%s' has no operation: add one, for example with hipdnn_graph_conv_fprop",
                       graph->name);
    if (hd_graph_is_validated(graph))
        return HD_OK;
    const hd_status status = make(graph, &graph->snapshot);
    if (status != HD_OK)
        hd_snapshot_drop(graph);
    return status;
}

hipdnnStatus_t hipdnn_graph_validate(hipdnn_graph_t *graph)
{
    hd_status status = hd_graph_begin(graph);
    if (status == HD_OK)
        status = hd_graph_validate(graph);
    return hd_graph_end(graph, __func__, status);
}
