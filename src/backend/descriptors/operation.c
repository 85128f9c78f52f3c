/* SPDX-License-Identifier: MIT */
/* All operation descriptors: attributes come from the bindings, values live in the operation's payload struct. */
#include "backend/descriptors/attributes.h"
#include "backend/descriptors/kinds.h"
#include "backend/descriptors/store.h"
#include "base/memory.h"

#include <inttypes.h>
#include <string.h>

typedef struct operation {
    hd_object base;
    const hd_operation_binding *binding;
    char *name;
    int32_t compute_data_type; /* wire; 0 until set */
    uint64_t bound; /* bit per binding row: set by the user */
    hd_object **tensors; /* by binding row; behind the payload */
    max_align_t payload[]; /* the operation's struct; uids are filled at finalize */
} operation;

/* Attributes that every operation has. */
static hd_status type_get(hd_object *object, const hd_attribute *row, int64_t requested, int64_t *out_count,
                          void *elements)
{
    const int32_t type = (int32_t)((const operation *)object)->binding->operation_type;
    return hd_give_elements(row, &type, 1, sizeof type, requested, out_count, elements);
}

static const hd_attribute attributes[] = {
    {HD_ATTRIBUTE(HIPDNN_ATTR_OPERATION_NAME_EXT, HIPDNN_TYPE_CHAR), .store = HD_STORE_TEXT, .flags = HD_SET | HD_GET,
     .offset = offsetof(operation, name)},
    {HD_ATTRIBUTE(HIPDNN_ATTR_OPERATION_TYPE_EXT, HIPDNN_TYPE_OPERATION_TYPE_EXT), .flags = HD_GET, .get = type_get},
};

static const hd_field *field_of(const operation *self, const hd_binding *binding)
{
    return hd_table_field_by_slot(&self->binding->operation->table, binding->slot);
}

static const hd_binding *find_binding(const operation *self, hipdnnBackendAttributeName_t name)
{
    for (size_t i = 0; i < self->binding->row_count; i++) {
        if (self->binding->rows[i].attribute == name)
            return &self->binding->rows[i];
    }
    return NULL;
}

/* A bound attribute as a row of the common routines. */
static hd_attribute as_row(const operation *self, const hd_binding *binding)
{
    static const hd_store stores[] = {
        [HD_FIELD_UID] = HD_STORE_CHILD,
        [HD_FIELD_OPTIONAL_UID] = HD_STORE_CHILD,
        [HD_FIELD_BOOL] = HD_STORE_BOOL,
        [HD_FIELD_ENUM] = HD_STORE_ENUM,
        [HD_FIELD_I32] = HD_STORE_NUMBER,
        [HD_FIELD_I64] = HD_STORE_I64,
        [HD_FIELD_OPTIONAL_I64] = HD_STORE_OPTIONAL_I64,
        [HD_FIELD_OPTIONAL_F32] = HD_STORE_OPTIONAL_F32,
        [HD_FIELD_DIMS] = HD_STORE_DIMS,
    };
    const hd_field *field = field_of(self, binding);
    return (hd_attribute){
        .name = binding->attribute,
        .text = binding->text,
        .type = hd_binding_type(field),
        .store = stores[field->kind],
        .flags = HD_SET | HD_GET,
        .values = field->values,
        .child = HD_KIND_TENSOR,
        .child_name = "tensor",
    };
}

static hd_attribute compute_row(const operation *self)
{
    return (hd_attribute){
        .name = self->binding->compute_type,
        .text = "the operation's compute data type",
        .type = HIPDNN_TYPE_DATA_TYPE,
        .store = HD_STORE_ENUM,
        .flags = HD_SET | HD_GET,
        .values = &hd_data_type_enum,
    };
}

/* Row and place of an attribute that belongs to this operation alone. */
static hd_status locate(operation *self, hipdnnBackendAttributeName_t name, hd_attribute *out_row, void **out_slot,
                        size_t *out_index)
{
    if (name == self->binding->compute_type) {
        *out_row = compute_row(self);
        *out_slot = &self->compute_data_type;
        *out_index = SIZE_MAX;
        return HD_OK;
    }
    const hd_binding *binding = find_binding(self, name);
    if (binding == NULL)
        return hd_fail(HD_NOT_SUPPORTED, "operation %s has no attribute %d", self->binding->operation->name, (int)name);
    *out_row = as_row(self, binding);
    *out_index = (size_t)(binding - self->binding->rows);
    *out_slot = out_row->store == HD_STORE_CHILD ? (void *)&self->tensors[*out_index]
                                                 : (char *)self->payload + field_of(self, binding)->offset;
    return HD_OK;
}

static hd_status check_type(const hd_attribute *row, hipdnnBackendAttributeType_t type)
{
    return row->type == type
               ? HD_OK
               : hd_fail(HD_BAD_PARAM, "%s is of attribute type %d, not %d", row->text, (int)row->type, (int)type);
}

static hd_status set(hd_object *object, hipdnnBackendAttributeName_t name, hipdnnBackendAttributeType_t type,
                     int64_t count, const void *elements)
{
    operation *self = (operation *)object;
    hd_attribute row;
    void *slot;
    size_t index;
    HD_TRY(locate(self, name, &row, &slot, &index));
    HD_TRY(check_type(&row, type));
    if (elements == NULL)
        return hd_fail(HD_NULL_POINTER, "%s: the array of elements is NULL", row.text);
    HD_TRY(hd_store_value(&row, slot, count, elements));
    if (index != SIZE_MAX)
        self->bound |= UINT64_C(1) << index;
    return HD_OK;
}

static hd_status get(hd_object *object, hipdnnBackendAttributeName_t name, hipdnnBackendAttributeType_t type,
                     int64_t requested, int64_t *out_count, void *elements)
{
    operation *self = (operation *)object;
    hd_attribute row;
    void *slot;
    size_t index;
    HD_TRY(locate(self, name, &row, &slot, &index));
    HD_TRY(check_type(&row, type));
    return hd_load_value(&row, slot, true, requested, out_count, elements);
}

static hd_status check_required(const operation *self)
{
    for (size_t i = 0; i < self->binding->row_count; i++) {
        const hd_binding *binding = &self->binding->rows[i];
        if (!binding->required || (self->bound >> i & 1) != 0)
            continue;
        return hd_fail(HD_BAD_PARAM, "operation %s cannot be finalized: %s is not set", self->binding->operation->name,
                       binding->text);
    }
    if (self->compute_data_type == HIPDNN_TYPE_UNSET)
        return hd_fail(HD_BAD_PARAM,
                       "operation %s cannot be finalized: its compute data type (attribute %d) is not set",
                       self->binding->operation->name, (int)self->binding->compute_type);
    return HD_OK;
}

/* The payload names tensors by uid, which a finalized tensor cannot change any more. */
static hd_status finalize(hd_object *object)
{
    operation *self = (operation *)object;
    HD_TRY(check_required(self));
    for (size_t i = 0; i < self->binding->row_count; i++) {
        const hd_field *field = field_of(self, &self->binding->rows[i]);
        void *slot = (char *)self->payload + field->offset;
        if (self->tensors[i] == NULL)
            continue;
        const int64_t uid = hd_tensor_data(self->tensors[i])->uid;
        if (field->kind == HD_FIELD_UID)
            *(int64_t *)slot = uid;
        else if (field->kind == HD_FIELD_OPTIONAL_UID)
            *(hipdnn_optional_i64 *)slot = (hipdnn_optional_i64){true, uid};
    }
    return HD_OK;
}

static void dispose(hd_object *object)
{
    operation *self = (operation *)object;
    for (size_t i = 0; i < self->binding->row_count; i++)
        hd_object_release(self->tensors[i]);
    hd_attribute_release_all(object);
}

static const hd_kind operation_kind = {
    .number = HD_KIND_OPERATION,
    .name = "operation",
    .size = sizeof(operation),
    .attributes = attributes,
    .attribute_count = sizeof attributes / sizeof *attributes,
    .unfinalized_get = HIPDNN_STATUS_NOT_INITIALIZED,
    .refinalize = true,
    .set = set,
    .get = get,
    .finalize = finalize,
    .dispose = dispose,
};

hd_status hd_operation_create(const hd_operation_binding *binding, hd_object **out_operation)
{
    const size_t step = sizeof(max_align_t);
    const size_t payload = (binding->operation->table.size + step - 1) / step * step;
    const size_t size = sizeof(operation) + payload + binding->row_count * sizeof(hd_object *);
    HD_TRY(hd_object_create(&operation_kind, size, out_operation));
    operation *self = (operation *)*out_operation;
    self->binding = binding;
    self->tensors = (hd_object **)(void *)((char *)self->payload + payload);
    return HD_OK;
}

void hd_operation_node(const hd_object *object, hipdnn_data_node *out_node)
{
    const operation *self = (const operation *)object;
    *out_node = (hipdnn_data_node){
        .name = self->name == NULL ? "" : self->name,
        .compute_data_type = self->compute_data_type,
        .operation = self->binding->operation->tag,
        .attributes = self->payload,
    };
}

hd_object *const *hd_operation_tensors(const hd_object *object, size_t *out_count)
{
    const operation *self = (const operation *)object;
    *out_count = self->binding->row_count;
    return self->tensors;
}

/* The tensor objects behind a payload's uids. */
static hd_status adopt_tensors(operation *self, hd_object *(*find)(const void *, int64_t), const void *context)
{
    for (size_t i = 0; i < self->binding->row_count; i++) {
        const hd_field *field = field_of(self, &self->binding->rows[i]);
        const void *slot = (const char *)self->payload + field->offset;
        int64_t uid;
        if (field->kind == HD_FIELD_UID)
            uid = *(const int64_t *)slot;
        else if (field->kind == HD_FIELD_OPTIONAL_UID && ((const hipdnn_optional_i64 *)slot)->set)
            uid = ((const hipdnn_optional_i64 *)slot)->value;
        else
            continue;
        self->tensors[i] = find(context, uid);
        if (self->tensors[i] == NULL)
            return hd_fail(HD_BAD_PARAM, "operation %s: %s names tensor %" PRId64 ", which the graph does not have",
                           self->binding->operation->name, field->name, uid);
        hd_object_retain(self->tensors[i]);
    }
    return HD_OK;
}

hd_status hd_operation_from_node(const hipdnn_data_node *node, hd_object *(*find)(const void *context, int64_t uid),
                                 const void *context, hd_object **out_operation)
{
    const hd_operation_binding *binding = hd_binding_of(hd_operation_by_tag(node->operation));
    *out_operation = NULL;
    if (binding == NULL)
        return hd_fail(HD_NOT_SUPPORTED, "operation %d of the schema has no descriptor", node->operation);
    hd_object *object;
    HD_TRY(hd_operation_create(binding, &object));
    operation *self = (operation *)object;
    memcpy(self->payload, node->attributes, binding->operation->table.size);
    self->compute_data_type = node->compute_data_type;
    self->bound = ~UINT64_C(0);
    self->name = hd_copy_text(node->name, strlen(node->name));
    hd_status status = self->name == NULL ? hd_fail_alloc(strlen(node->name), "an operation's name")
                                          : adopt_tensors(self, find, context);
    if (status != HD_OK) {
        hd_object_release(object);
        return status;
    }
    hd_object_set_finalized(object, true);
    *out_operation = object;
    return HD_OK;
}
