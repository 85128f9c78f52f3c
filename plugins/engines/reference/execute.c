/* SPDX-License-Identifier: MIT */
/* Execution: resolves every tensor to a pointer once, then runs the steps. All that changes lies on the stack or in the
 * workspace, so that threads may share a plan. */
#include "plan.h"

#include "memory.h"

#include <inttypes.h>

static unsigned char *align(void *workspace)
{
    const uintptr_t address = (uintptr_t)workspace;
    return workspace == NULL ? NULL : (unsigned char *)workspace + (ref_align(address) - address);
}

/* NULL when the plan does not use `uid`: callers bind what they have. */
static const ref_binding *find_binding(const ref_plan *plan, int64_t uid)
{
    size_t low = 0;
    size_t high = plan->binding_count;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (plan->bindings[middle].uid < uid)
            low = middle + 1;
        else
            high = middle;
    }
    return low < plan->binding_count && plan->bindings[low].uid == uid ? &plan->bindings[low] : NULL;
}

static void point_into_workspace_and_plan(const ref_plan *plan, unsigned char *workspace, void **pointers)
{
    for (size_t i = 0; i < plan->tensor_count; i++) {
        const ref_tensor *tensor = &plan->tensors[i];
        pointers[i] = NULL;
        if (tensor->source == REF_WORKSPACE && tensor->used)
            pointers[i] = workspace + tensor->offset;
        else if (tensor->source == REF_CONSTANT)
            pointers[i] = (void *)&tensor->value; /* only ever read: supports refuses to write a constant */
    }
}

static hipdnnPluginStatus_t bind(const ref_plan *plan, const hipdnnPluginDeviceBuffer_t *buffers, uint32_t buffer_count,
                                 void **pointers)
{
    for (uint32_t i = 0; i < buffer_count; i++) {
        const ref_binding *binding = find_binding(plan, buffers[i].uid);
        if (binding != NULL)
            pointers[binding->tensor] = buffers[i].ptr;
    }
    for (size_t i = 0; i < plan->binding_count; i++) {
        const ref_tensor *tensor = &plan->tensors[plan->bindings[i].tensor];
        if (pointers[plan->bindings[i].tensor] == NULL)
            return hipdnn_plugin_fail(HIPDNN_PLUGIN_STATUS_BAD_PARAM,
                                      "tensor '%s' (uid %" PRId64 ") has no pointer among the %u bound ones",
                                      tensor->name, tensor->uid, buffer_count);
    }
    return HIPDNN_PLUGIN_STATUS_SUCCESS;
}

hipdnnPluginStatus_t ref_execute(const hipdnn_plugin_session *session, const void *plan, void *workspace,
                                 const hipdnnPluginDeviceBuffer_t *buffers, uint32_t buffer_count)
{
    (void)session; /* the CPU has no stream: done on return */
    const ref_plan *self = plan;
    unsigned char *region = align(workspace);
    void *few[REF_STACK_POINTERS];
    void **pointers = self->tensor_count <= REF_STACK_POINTERS ? few : (void **)(void *)region;
    point_into_workspace_and_plan(self, region, pointers);
    const hipdnnPluginStatus_t status = bind(self, buffers, buffer_count, pointers);
    if (status != HIPDNN_PLUGIN_STATUS_SUCCESS)
        return status;
    for (size_t i = 0; i < self->step_count; i++) {
        const ref_step *step = &self->steps[i];
        void *operands[REF_MAX_OPERANDS];
        for (uint32_t j = 0; j < step->operand_count; j++)
            operands[j] = pointers[step->operand[j]];
        step->run(step->parameters, operands);
    }
    return HIPDNN_PLUGIN_STATUS_SUCCESS;
}
