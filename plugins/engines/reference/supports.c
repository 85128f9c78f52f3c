/* SPDX-License-Identifier: MIT */
/* What the engine computes: any graph of its operations on float tensors with positive strides. Here is what holds for
 * every node and tensor; what holds for one operation is in its file. That the graph makes sense (shapes fit, virtual
 * tensors have a writer before their readers, nobody writes a constant) was checked when it was decoded. */
#include "supports.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>

hipdnnPluginStatus_t ref_decline(const ref_node *node, const char *format, ...)
{
    char text[1024];
    va_list arguments;
    va_start(arguments, format);
    (void)vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    return hipdnn_plugin_fail(HIPDNN_PLUGIN_STATUS_NOT_APPLICABLE, "node '%s': %s", node->node->name, text);
}

/* Whether two elements may lie at one address: sorted by stride, each dimension must step over all faster ones
 * together. Strides that interleave without meeting ([3, 2] for [2, 3]) are refused too; nobody writes those. */
static bool may_overlap(const hipdnn_data_tensor *tensor)
{
    uint32_t order[HIPDNN_MAX_RANK];
    uint32_t count = 0;
    for (uint32_t d = 0; d < tensor->dim.count; d++) {
        if (tensor->dim.v[d] == 1)
            continue;
        uint32_t at = count++;
        for (; at > 0 && tensor->stride.v[order[at - 1]] > tensor->stride.v[d]; at--)
            order[at] = order[at - 1];
        order[at] = d;
    }
    int64_t reach = 0; /* offset of the last element of the faster dimensions */
    for (uint32_t i = 0; i < count; i++) {
        const int64_t stride = tensor->stride.v[order[i]];
        if (stride <= reach)
            return true;
        reach += stride * (tensor->dim.v[order[i]] - 1);
    }
    return false;
}

static hipdnnPluginStatus_t check_strides(const ref_node *node, const hipdnn_data_tensor *tensor)
{
    for (uint32_t d = 0; d < tensor->dim.count; d++)
        if (tensor->dim.v[d] > 1 && tensor->stride.v[d] < 1)
            return ref_decline(node,
                               "tensor '%s' (uid %" PRId64 "): strides[%u] is %" PRId64 " where dims[%u] is %" PRId64
                               ", at least 1 is allowed",
                               tensor->name, tensor->uid, d, tensor->stride.v[d], d, tensor->dim.v[d]);
    return HIPDNN_PLUGIN_STATUS_SUCCESS;
}

static hipdnnPluginStatus_t check_tensor(const ref_node *node, const hipdnn_data_tensor *tensor)
{
    if (tensor->data_type != HIPDNN_TYPE_F32)
        return ref_decline(node, "tensor '%s' (uid %" PRId64 "): data type is %s, %s is allowed", tensor->name,
                           tensor->uid, hipdnn_data_type_name(tensor->data_type),
                           hipdnn_data_type_name(HIPDNN_TYPE_F32));
    /* The kind of a constant's value is a field of its own. */
    if (tensor->value_type != HIPDNN_DATA_VALUE_NONE && tensor->value_type != HIPDNN_DATA_VALUE_FLOAT32)
        return ref_decline(node, "tensor '%s' (uid %" PRId64 "): value type is %d, %d (Float32Value) is allowed",
                           tensor->name, tensor->uid, (int)tensor->value_type, HIPDNN_DATA_VALUE_FLOAT32);
    if (tensor->ragged_offset_uid.set)
        return ref_decline(node,
                           "tensor '%s' (uid %" PRId64 "): ragged_offset_tensor_uid is %" PRId64
                           ", only tensors without one are allowed",
                           tensor->name, tensor->uid, tensor->ragged_offset_uid.value);
    if (tensor->alignment % (int64_t)sizeof(float) != 0)
        return ref_decline(node,
                           "tensor '%s' (uid %" PRId64 "): alignment is %" PRId64 ", multiples of %zu are allowed",
                           tensor->name, tensor->uid, tensor->alignment, sizeof(float));
    return check_strides(node, tensor);
}

static hipdnnPluginStatus_t check_operands(const ref_node *node)
{
    for (uint32_t i = 0; i < node->operand_count; i++) {
        const hipdnn_data_tensor *tensor = node->operand[i];
        const hipdnnPluginStatus_t status = check_tensor(node, tensor);
        if (status != HIPDNN_PLUGIN_STATUS_SUCCESS)
            return status;
        if (i < node->output_count && may_overlap(tensor))
            return ref_decline(node,
                               "tensor '%s' (uid %" PRId64 "): it is written, but its strides let two elements share "
                               "an address or dimensions interleave; each must step over all faster ones",
                               tensor->name, tensor->uid);
    }
    return HIPDNN_PLUGIN_STATUS_SUCCESS;
}

static hipdnnPluginStatus_t check_node(const hipdnn_data_graph *graph, const hipdnn_data_node *node)
{
    const ref_operation *operation = ref_operation_find(node->operation);
    if (operation == NULL) {
        char names[256];
        return ref_decline(&(ref_node){.node = node}, "it is a %s, the engine computes %s",
                           hipdnn_data_operation_name(node->operation), ref_operation_names(names, sizeof names));
    }
    const ref_node read = ref_node_read(graph, node, operation);
    if (node->compute_data_type != HIPDNN_TYPE_F32)
        return ref_decline(&read, "compute_data_type is %s, %s is allowed",
                           hipdnn_data_type_name(node->compute_data_type), hipdnn_data_type_name(HIPDNN_TYPE_F32));
    const hipdnnPluginStatus_t status = check_operands(&read);
    if (status != HIPDNN_PLUGIN_STATUS_SUCCESS || operation->supports == NULL)
        return status;
    return operation->supports(&read);
}

hipdnnPluginStatus_t ref_supports(const hipdnn_data_graph *graph)
{
    for (size_t i = 0; i < graph->node_count; i++) {
        const hipdnnPluginStatus_t status = check_node(graph, &graph->nodes[i]);
        if (status != HIPDNN_PLUGIN_STATUS_SUCCESS)
            return status;
    }
    return HIPDNN_PLUGIN_STATUS_SUCCESS;
}
