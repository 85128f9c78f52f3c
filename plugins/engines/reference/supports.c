/* SPDX-License-Identifier: MIT */
/* What the engine computes: any graph of its operations on tensors of the types that it knows. Here is what holds for
 * every node and tensor; what holds for one operation is in its file. That the graph makes sense (shapes fit, virtual
 * tensors have a writer before their readers, nobody writes a constant) was checked when it was decoded. */
#include "supports.h"

#include "overlap.h"

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

static hipdnnPluginStatus_t check_type(const ref_node *node, const ref_operation *operation, uint32_t operand)
{
    const hipdnn_data_tensor *tensor = node->operand[operand];
    char names[256];
    if (tensor->data_type == HIPDNN_TYPE_BOOL) {
        if (operation->takes_boolean != NULL && operation->takes_boolean(node, operand))
            return HIPDNN_PLUGIN_STATUS_SUCCESS;
        return ref_decline(node,
                           "tensor '%s' (uid %" PRId64 "): data type is boolean, which is allowed for results of "
                           "comparisons, for logical operations and for the mask of binary_select",
                           tensor->name, tensor->uid);
    }
    if (ref_type_find(tensor->data_type) == NULL)
        return ref_decline(node, "tensor '%s' (uid %" PRId64 "): data type is %s; allowed are %s", tensor->name,
                           tensor->uid, hipdnn_data_type_name(tensor->data_type), ref_type_names(names, sizeof names));
    return HIPDNN_PLUGIN_STATUS_SUCCESS;
}

static hipdnnPluginStatus_t check_tensor(const ref_node *node, const hipdnn_data_tensor *tensor)
{
    const size_t size = hipdnn_data_type_size(tensor->data_type);
    /* The kind of a constant's value is a field of its own. The schema has none for 8-bit integers: they use this one.
     */
    if (tensor->value_type == HIPDNN_DATA_VALUE_FLOAT8 && size != 1)
        return ref_decline(node,
                           "tensor '%s' (uid %" PRId64
                           "): value type is %d (Float8Value), which is allowed for int8 and uint8; data type is %s",
                           tensor->name, tensor->uid, HIPDNN_DATA_VALUE_FLOAT8,
                           hipdnn_data_type_name(tensor->data_type));
    if (tensor->ragged_offset_uid.set)
        return ref_decline(node,
                           "tensor '%s' (uid %" PRId64 "): ragged_offset_tensor_uid is %" PRId64
                           ", only tensors without one are allowed",
                           tensor->name, tensor->uid, tensor->ragged_offset_uid.value);
    if (tensor->alignment % (int64_t)size != 0)
        return ref_decline(node,
                           "tensor '%s' (uid %" PRId64 "): alignment is %" PRId64 ", multiples of %zu are allowed",
                           tensor->name, tensor->uid, tensor->alignment, size);
    return HIPDNN_PLUGIN_STATUS_SUCCESS;
}

static hipdnnPluginStatus_t check_operands(const ref_node *node, const ref_operation *operation)
{
    for (uint32_t i = 0; i < node->operand_count; i++) {
        const hipdnn_data_tensor *tensor = node->operand[i];
        hipdnnPluginStatus_t status = check_type(node, operation, i);
        if (status == HIPDNN_PLUGIN_STATUS_SUCCESS)
            status = check_tensor(node, tensor);
        if (status != HIPDNN_PLUGIN_STATUS_SUCCESS)
            return status;
        if (i < node->output_count && ref_overlaps(tensor))
            return ref_decline(node,
                               "tensor '%s' (uid %" PRId64 "): it is written, but its strides put two elements in one "
                               "place, or are too intertwined to tell; every element needs a place of its own",
                               tensor->name, tensor->uid);
    }
    return HIPDNN_PLUGIN_STATUS_SUCCESS;
}

/* What is computed is double or int64, which is at least as good as what these types ask for; a type that asks for
 * rounding in between is not what is computed. */
static hipdnnPluginStatus_t check_compute_type(const ref_node *node)
{
    switch ((hipdnn_type)node->node->compute_data_type) {
    case HIPDNN_TYPE_F32:
    case HIPDNN_TYPE_F64:
        return HIPDNN_PLUGIN_STATUS_SUCCESS;
    case HIPDNN_TYPE_I32:
    case HIPDNN_TYPE_I64:
        if (ref_node_domain(node) == REF_I64)
            return HIPDNN_PLUGIN_STATUS_SUCCESS;
        break;
    default:
        break;
    }
    return ref_decline(node,
                       "compute_data_type is %s; allowed are float and double, and int32 and int64 where all tensors "
                       "are integers",
                       hipdnn_data_type_name(node->node->compute_data_type));
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
    hipdnnPluginStatus_t status = check_operands(&read, operation);
    if (status == HIPDNN_PLUGIN_STATUS_SUCCESS)
        status = check_compute_type(&read);
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
