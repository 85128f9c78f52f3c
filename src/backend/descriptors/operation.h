/* SPDX-License-Identifier: MIT */
/* The inside of operation objects, shared by operation.c and operation_values.c. */
#ifndef HD_BACKEND_OPERATION_OBJECT_H
#define HD_BACKEND_OPERATION_OBJECT_H

#include "backend/descriptors/attributes.h"
#include "backend/descriptors/kinds.h"

/* What stands beside the payload for one row of the binding. */
typedef struct hd_operation_row_state {
    hd_object *one; /* where `tensors` points for a single tensor, so that the usual case allocates nothing */
    hd_object **tensors; /* internal references */
    size_t tensor_count;
    void *memory; /* what a list or text in the payload points at */
    bool is_set;
} hd_operation_row_state;

typedef struct hd_operation_object {
    hd_object base;
    const hd_operation_binding *binding;
    char *name;
    int32_t compute_data_type; /* wire; 0 until set */
    hd_operation_row_state *rows; /* by binding row; behind the payload */
    max_align_t payload[]; /* the operation's struct; uids are filled at finalize */
} hd_operation_object;

/* Row `index` of the binding as a row of the common routines. */
hd_attribute hd_operation_row(const hd_operation_object *operation, size_t index);

hd_status hd_operation_value_set(hd_operation_object *operation, size_t index, const hd_attribute *row, int64_t count,
                                 const void *elements);
hd_status hd_operation_value_get(const hd_operation_object *operation, size_t index, const hd_attribute *row,
                                 int64_t requested, int64_t *out_count, void *elements);
/* Writes the uids of a row's tensors, which cannot change any more, into the payload. */
hd_status hd_operation_value_finish(hd_operation_object *operation, size_t index);
/* Completes a row after its payload's bytes were taken over from another: tensors, lists and texts of its own. */
hd_status hd_operation_value_copy(hd_operation_object *operation, size_t index, const void *payload,
                                  hd_object *(*find)(const void *context, int64_t uid), const void *context);
void hd_operation_value_release(hd_operation_object *operation, size_t index);

#endif
