/* SPDX-License-Identifier: MIT */
/* A plan: a list of steps on numbered tensors, and where each tensor lies. Nothing in it changes after it is made. */
#ifndef REFERENCE_PLAN_H
#define REFERENCE_PLAN_H

#include "operation.h"

typedef enum ref_source {
    REF_BOUND, /* the caller binds memory to the uid */
    REF_WORKSPACE, /* virtual: at `offset` in the aligned workspace */
    REF_CONSTANT /* `value`, in the plan itself */
} ref_source;

typedef struct ref_tensor {
    ref_source source;
    bool used; /* a node names it */
    int64_t uid;
    const char *name;
    size_t offset;
    ref_number value; /* memory that holds one element of the tensor's type */
} ref_tensor;

typedef struct ref_step {
    ref_run run;
    const void *parameters;
    uint32_t operand_count;
    size_t operand[REF_MAX_OPERANDS]; /* indices of tensors */
} ref_step;

/* What the caller has to bind. */
typedef struct ref_binding {
    int64_t uid;
    size_t tensor;
} ref_binding;

typedef struct ref_plan {
    ref_tensor *tensors; /* as the graph numbers them */
    size_t tensor_count;
    ref_step *steps; /* one per node */
    size_t step_count;
    ref_binding *bindings; /* by ascending uid, to be found by bisection */
    size_t binding_count;
    unsigned char *parameters; /* of all steps */
    char *names; /* of all tensors */
    size_t workspace_size; /* from the aligned start; 0: none */
} ref_plan;

/* Pointers to tensors, one each, live on the stack while they are so few; else at the start of the workspace. */
enum { REF_STACK_POINTERS = 64 };

/* hipdnn_plugin_engine.plan_create and plan_destroy */
hipdnnPluginStatus_t ref_plan_create(const hipdnn_plugin_session *session, const hipdnn_data_graph *graph,
                                     const hipdnn_data_engine_config *config, void **out_plan, size_t *out_workspace);
void ref_plan_destroy(void *plan);

/* hipdnn_plugin_engine.execute */
hipdnnPluginStatus_t ref_execute(const hipdnn_plugin_session *session, const void *plan, void *workspace,
                                 const hipdnnPluginDeviceBuffer_t *buffers, uint32_t buffer_count);

#endif
