/* SPDX-License-Identifier: MIT */
/* Which backend attribute is which schema slot.
 *
 * The one table that both sides of the backend C API share: the backend serves operation descriptors from it, the
 * frontend lowers its nodes by it. Type and count of an attribute follow from the kind of the slot's field. */
#ifndef HD_BINDINGS_H
#define HD_BINDINGS_H

#include "data_sdk/ops/operation.h"
#include "hipdnn_backend_attributes.h"
#include "hipdnn_backend_enums.h"

typedef struct hd_binding {
    hipdnnBackendAttributeName_t attribute;
    const char *text; /* the attribute's name, for messages */
    uint16_t slot;
    bool required; /* finalize refuses an operation without it */
} hd_binding;

typedef struct hd_operation_binding {
    const hd_operation *operation;
    hipdnnBackendDescriptorType_t descriptor_type;
    hipdnnOperationType_ext_t operation_type;
    hipdnnBackendAttributeName_t compute_type; /* a node's compute data type is not in the operation's table */
    const hd_binding *rows;
    size_t row_count;
} hd_operation_binding;

extern const hd_operation_binding *const hd_operation_bindings[];
extern const size_t hd_operation_binding_count;

/* NULL when the backend API has no descriptor for it. */
const hd_operation_binding *hd_binding_of(const hd_operation *operation);

/* Attribute type of a field: a uid is a tensor descriptor, a list is INT64, an enum has a type of its own. */
hipdnnBackendAttributeType_t hd_binding_type(const hd_field *field);

#endif
