/* SPDX-License-Identifier: MIT */
#include "operation.h"

#include <stdio.h>

static const ref_operation *const operations[] = {
    &ref_pointwise, &ref_conv_fwd, &ref_conv_bwd, &ref_conv_wrw, &ref_matmul,
};

enum { OPERATION_COUNT = sizeof operations / sizeof operations[0] };

const ref_operation *ref_operation_find(int32_t operation)
{
    for (size_t i = 0; i < OPERATION_COUNT; i++)
        if (operations[i]->operation == operation)
            return operations[i];
    return NULL;
}

const char *ref_operation_names(char *text, size_t size)
{
    size_t used = 0;
    for (size_t i = 0; i < OPERATION_COUNT && used < size; i++)
        used += (size_t)snprintf(text + used, size - used, "%s%s", i == 0 ? "" : ", ",
                                 hipdnn_data_operation_name(operations[i]->operation));
    return text;
}

ref_node ref_node_read(const hipdnn_data_graph *graph, const hipdnn_data_node *node, const ref_operation *operation)
{
    int64_t uids[REF_MAX_OPERANDS];
    ref_node read = {
        .node = node,
        .output_count = operation->output_count,
        .operand_count = operation->operands(node->attributes, uids),
    };
    /* Every uid that a node of a decoded graph names is a tensor of the graph. */
    for (uint32_t i = 0; i < read.operand_count; i++)
        read.operand[i] = &graph->tensors[hipdnn_data_graph_find(graph, uids[i])];
    return read;
}

ref_domain ref_node_domain(const ref_node *node)
{
    for (uint32_t i = 0; i < node->operand_count; i++)
        if (!ref_type_find(node->operand[i]->data_type)->is_integer)
            return REF_F64;
    return REF_I64;
}

ref_arithmetic ref_node_arithmetic(const ref_node *node)
{
    ref_arithmetic how = {.floats = true, .domain = ref_node_domain(node)};
    for (uint32_t i = 0; i < REF_SUM_OPERANDS; i++) {
        how.operand[i] = ref_type_find(node->operand[i]->data_type);
        how.floats = how.floats && node->operand[i]->data_type == HIPDNN_TYPE_F32;
    }
    return how;
}
