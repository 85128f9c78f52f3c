/* SPDX-License-Identifier: MIT */
/* Planning: a step per node, and a place in the workspace for every virtual tensor. */
#include "plan.h"

#include "memory.h"

#include <stdlib.h>
#include <string.h>

static hipdnnPluginStatus_t out_of_memory(const char *what)
{
    return hipdnn_plugin_fail(HIPDNN_PLUGIN_STATUS_ALLOC_FAILED, "out of memory: %s of a plan", what);
}

/* Bytes of a step's parameters, rounded so that those of the next step suit any type. */
static size_t parameter_room(const ref_operation *operation)
{
    const size_t alignment = 16;
    return (operation->parameter_size + alignment - 1) / alignment * alignment;
}

static hipdnnPluginStatus_t allocate(ref_plan *plan, const hipdnn_data_graph *graph)
{
    size_t parameter_size = 0;
    for (size_t i = 0; i < graph->node_count; i++)
        parameter_size += parameter_room(ref_operation_find(graph->nodes[i].operation));
    size_t name_size = 0;
    for (size_t i = 0; i < graph->tensor_count; i++)
        name_size += strlen(graph->tensors[i].name) + 1;

    plan->tensor_count = graph->tensor_count;
    plan->step_count = graph->node_count;
    plan->tensors = calloc(plan->tensor_count, sizeof *plan->tensors);
    plan->steps = calloc(plan->step_count, sizeof *plan->steps);
    plan->bindings = calloc(plan->tensor_count, sizeof *plan->bindings);
    plan->parameters = calloc(1, parameter_size);
    plan->names = calloc(1, name_size);
    const bool complete = plan->tensors != NULL && plan->steps != NULL && plan->bindings != NULL &&
                          plan->parameters != NULL && plan->names != NULL;
    return complete ? HIPDNN_PLUGIN_STATUS_SUCCESS : out_of_memory("the steps and tensors");
}

static ref_number integer_element(const ref_type *type, int64_t value)
{
    const ref_domain domain = type->is_integer ? REF_I64 : REF_F64;
    ref_numbers number;
    ref_number element = {0};
    if (domain == REF_I64)
        number.i64[0] = value;
    else
        number.f64[0] = (double)value;
    type->store[domain](&element, 1, &number, 1);
    return element;
}

/* A constant becomes an element of its tensor's type, whatever kind of number the graph holds it as. */
static ref_number constant_element(const hipdnn_data_tensor *tensor)
{
    const ref_type *type = ref_type_find(tensor->data_type);
    ref_numbers number;
    ref_number element = {0};
    switch ((hipdnn_data_value_type)tensor->value_type) {
    case HIPDNN_DATA_VALUE_FLOAT32:
    case HIPDNN_DATA_VALUE_FLOAT16:
    case HIPDNN_DATA_VALUE_BFLOAT16:
        number.f64[0] = (double)tensor->value.f32;
        break;
    case HIPDNN_DATA_VALUE_FLOAT64:
        number.f64[0] = tensor->value.f64;
        break;
    case HIPDNN_DATA_VALUE_INT32:
        return integer_element(type, tensor->value.i32);
    case HIPDNN_DATA_VALUE_INT64:
        return integer_element(type, tensor->value.i64);
    case HIPDNN_DATA_VALUE_BOOL:
        return integer_element(type, tensor->value.u8 != 0);
    case HIPDNN_DATA_VALUE_FLOAT8: /* of an 8-bit integer it is the byte, as supports has checked */
        memcpy(&element, &tensor->value.u8, 1);
        return element;
    case HIPDNN_DATA_VALUE_NONE:
        return element;
    }
    type->store[REF_F64](&element, 1, &number, 1);
    return element;
}

static void read_tensors(ref_plan *plan, const hipdnn_data_graph *graph)
{
    char *name = plan->names;
    for (size_t i = 0; i < graph->tensor_count; i++) {
        const hipdnn_data_tensor *tensor = &graph->tensors[i];
        const size_t size = strlen(tensor->name) + 1;
        plan->tensors[i] = (ref_tensor){
            .source = tensor->value_type != HIPDNN_DATA_VALUE_NONE ? REF_CONSTANT
                      : tensor->is_virtual                         ? REF_WORKSPACE
                                                                   : REF_BOUND,
            .uid = tensor->uid,
            .name = memcpy(name, tensor->name, size),
        };
        name += size;
    }
}

static void prepare_steps(ref_plan *plan, const hipdnn_data_graph *graph)
{
    unsigned char *parameters = plan->parameters;
    for (size_t i = 0; i < graph->node_count; i++) {
        const ref_operation *operation = ref_operation_find(graph->nodes[i].operation);
        const ref_node node = ref_node_read(graph, &graph->nodes[i], operation);
        ref_step *step = &plan->steps[i];
        step->run = operation->prepare(&node, parameters);
        step->parameters = parameters;
        step->operand_count = node.operand_count;
        for (uint32_t j = 0; j < node.operand_count; j++) {
            step->operand[j] = (size_t)(node.operand[j] - graph->tensors);
            ref_tensor *tensor = &plan->tensors[step->operand[j]];
            tensor->used = true;
            if (tensor->source == REF_CONSTANT)
                tensor->value = constant_element(node.operand[j]);
        }
        parameters += parameter_room(operation);
    }
}

static int by_uid(const void *left, const void *right)
{
    const int64_t a = ((const ref_binding *)left)->uid;
    const int64_t b = ((const ref_binding *)right)->uid;
    return (a > b) - (a < b);
}

static void list_bindings(ref_plan *plan)
{
    for (size_t i = 0; i < plan->tensor_count; i++)
        if (plan->tensors[i].used && plan->tensors[i].source == REF_BOUND)
            plan->bindings[plan->binding_count++] = (ref_binding){.uid = plan->tensors[i].uid, .tensor = i};
    qsort(plan->bindings, plan->binding_count, sizeof *plan->bindings, by_uid);
}

/* Does not overflow: the size of every tensor of a decoded graph is countable in bytes. */
static size_t byte_size(const hipdnn_data_tensor *tensor)
{
    return (size_t)hipdnn_data_tensor_span(tensor) * hipdnn_data_type_size(tensor->data_type);
}

/* A virtual tensor lives from the step that writes it to the last one that reads it. Until blocks are placed, a
 * tensor's `offset` is the number of its block. */
static size_t list_blocks(ref_plan *plan, const hipdnn_data_graph *graph, ref_block *blocks)
{
    size_t count = 0;
    for (size_t i = 0; i < plan->step_count; i++) {
        const ref_step *step = &plan->steps[i];
        const uint32_t output_count = ref_operation_find(graph->nodes[i].operation)->output_count;
        for (uint32_t j = 0; j < step->operand_count; j++) {
            ref_tensor *tensor = &plan->tensors[step->operand[j]];
            if (tensor->source != REF_WORKSPACE)
                continue;
            if (j < output_count) {
                tensor->offset = count;
                blocks[count++] =
                    (ref_block){.size = byte_size(&graph->tensors[step->operand[j]]), .first = i, .last = i};
            } else {
                blocks[tensor->offset].last = i;
            }
        }
    }
    return count;
}

static hipdnnPluginStatus_t lay_out_workspace(ref_plan *plan, const hipdnn_data_graph *graph)
{
    size_t start = 0;
    if (plan->tensor_count > REF_STACK_POINTERS)
        start = ref_align(plan->tensor_count * sizeof(void *));
    ref_block *blocks = calloc(plan->tensor_count, sizeof *blocks);
    if (blocks == NULL)
        return out_of_memory("the layout");
    const size_t count = list_blocks(plan, graph, blocks);
    const hipdnnPluginStatus_t status = ref_memory_place(blocks, count, start, &plan->workspace_size);
    for (size_t i = 0; i < plan->tensor_count && status == HIPDNN_PLUGIN_STATUS_SUCCESS; i++)
        if (plan->tensors[i].used && plan->tensors[i].source == REF_WORKSPACE)
            plan->tensors[i].offset = blocks[plan->tensors[i].offset].offset;
    free(blocks);
    return status;
}

hipdnnPluginStatus_t ref_plan_create(const hipdnn_plugin_session *session, const hipdnn_data_graph *graph,
                                     const hipdnn_data_engine_config *config, void **out_plan, size_t *out_workspace)
{
    (void)session;
    (void)config; /* no knobs */
    ref_plan *plan = calloc(1, sizeof *plan);
    if (plan == NULL)
        return out_of_memory("the head");
    hipdnnPluginStatus_t status = allocate(plan, graph);
    if (status == HIPDNN_PLUGIN_STATUS_SUCCESS) {
        read_tensors(plan, graph);
        prepare_steps(plan, graph);
        list_bindings(plan);
        status = lay_out_workspace(plan, graph);
    }
    if (status != HIPDNN_PLUGIN_STATUS_SUCCESS) {
        ref_plan_destroy(plan);
        return status;
    }
    *out_plan = plan;
    /* Nobody promises an aligned workspace, so there is room to align it. */
    *out_workspace = plan->workspace_size == 0 ? 0 : plan->workspace_size + REF_ALIGNMENT - 1;
    return HIPDNN_PLUGIN_STATUS_SUCCESS;
}

void ref_plan_destroy(void *plan)
{
    ref_plan *dying = plan;
    free(dying->tensors);
    free(dying->steps);
    free(dying->bindings);
    free(dying->parameters);
    free(dying->names);
    free(dying);
}
