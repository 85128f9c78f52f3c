/* SPDX-License-Identifier: MIT */
/* What the reference engine knows of one operation. An operation is a file that defines one ref_operation; a new one is
 * such a file and a line in operations.c. */
#ifndef REFERENCE_OPERATION_H
#define REFERENCE_OPERATION_H

#include "rows.h"

#include "hipdnn_plugin_sdk/EngineSdk.h"

enum { REF_MAX_OPERANDS = 4 };

/* A node with its tensors at hand: outputs first, then inputs, in an order that the operation chooses. */
typedef struct ref_node {
    const hipdnn_data_node *node;
    uint32_t output_count;
    uint32_t operand_count;
    const hipdnn_data_tensor *operand[REF_MAX_OPERANDS];
} ref_node;

/* Computes one node. `operands` are in the order of ref_node; inputs are not written. */
typedef void (*ref_run)(const void *parameters, void *const *operands);

typedef struct ref_operation {
    int32_t operation; /* hipdnn_data_operation */
    /* Uids of the node's tensors, outputs first. Returns how many; at most REF_MAX_OPERANDS. */
    uint32_t (*operands)(const void *attributes, int64_t uids[REF_MAX_OPERANDS]);
    uint32_t output_count;
    /* Whether the operand may be boolean. NULL: none may. */
    bool (*takes_boolean)(const ref_node *node, uint32_t operand);
    /* Declines what it cannot compute; the tensors have types that the engine knows by then, and those written do not
     * overlap themselves. NULL: it computes all that the schema allows. */
    hipdnnPluginStatus_t (*supports)(const ref_node *node);
    /* Fills `parameters`, zeroed memory of parameter_size, and answers the function for the node's types. */
    ref_run (*prepare)(const ref_node *node, void *parameters);
    size_t parameter_size;
} ref_operation;

extern const ref_operation ref_conv_bwd;
extern const ref_operation ref_conv_fwd;
extern const ref_operation ref_conv_wrw;
extern const ref_operation ref_matmul;
extern const ref_operation ref_pointwise;

/* NULL when the engine does not compute it. */
const ref_operation *ref_operation_find(int32_t operation);

/* "conv_fprop, pointwise": for refusals. Returns text. */
const char *ref_operation_names(char *text, size_t size);

/* The node with its tensors. */
ref_node ref_node_read(const hipdnn_data_graph *graph, const hipdnn_data_node *node, const ref_operation *operation);

/* What the node computes with: int64 when all its operands are integers or booleans, else double. */
ref_domain ref_node_domain(const ref_node *node);

/* The same, and the types of the operands, for a node of REF_SUM_OPERANDS. */
ref_arithmetic ref_node_arithmetic(const ref_node *node);

#endif
