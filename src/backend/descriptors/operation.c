/* SPDX-License-Identifier: MIT */
/* All operation descriptors: attributes come from the bindings, values live in the operation's payload struct. What a
 * value that is more than a number needs (tensors, lists, texts): operation_values.c. */
#include "backend/descriptors/operation.h"

#include "base/memory.h"

#include <inttypes.h>
#include <string.h>

typedef hd_operation_object operation;

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

/* Place of an attribute among the binding's rows; SIZE_MAX is the compute type. */
static hd_status locate(const operation *self, hipdnnBackendAttributeName_t name, hipdnnBackendAttributeType_t type,
                        size_t *out_index, hd_attribute *out_row)
{
    size_t index = 0;
    while (index < self->binding->row_count && self->binding->rows[index].attribute != name)
        index++;
    if (name == self->binding->compute_type) {
        *out_index = SIZE_MAX;
        *out_row = compute_row(self);
    } else if (index < self->binding->row_count) {
        *out_index = index;
        *out_row = hd_operation_row(self, index);
    } else {
        return hd_fail(HD_NOT_SUPPORTED, "operation %s has no attribute %d", self->binding->operation->name, (int)name);
    }
    return out_row->type == type ? HD_OK
                                 : hd_fail(HD_BAD_PARAM, "%s is of attribute type %d, not %d", out_row->text,
                                           (int)out_row->type, (int)type);
}

static hd_status set(hd_object *object, hipdnnBackendAttributeName_t name, hipdnnBackendAttributeType_t type,
                     int64_t count, const void *elements)
{
    operation *self = (operation *)object;
    hd_attribute row;
    size_t index;
    HD_TRY(locate(self, name, type, &index, &row));
    if (elements == NULL)
        return hd_fail(HD_NULL_POINTER, "%s: the array of elements is NULL", row.text);
    if (index == SIZE_MAX)
        return hd_store_value(&row, &self->compute_data_type, count, elements);
    HD_TRY(hd_operation_value_set(self, index, &row, count, elements));
    self->rows[index].is_set = true;
    return HD_OK;
}

static hd_status get(hd_object *object, hipdnnBackendAttributeName_t name, hipdnnBackendAttributeType_t type,
                     int64_t requested, int64_t *out_count, void *elements)
{
    const operation *self = (const operation *)object;
    hd_attribute row;
    size_t index;
    HD_TRY(locate(self, name, type, &index, &row));
    if (index == SIZE_MAX)
        return hd_load_value(&row, &self->compute_data_type, self->compute_data_type != HIPDNN_TYPE_UNSET, requested,
                             out_count, elements);
    return hd_operation_value_get(self, index, &row, requested, out_count, elements);
}

/* Attributes that an operation has all of or none; ended by 0. Source: the attribute table, required_for_finalize. */
static const int together[][6] = {
    {HIPDNN_ATTR_OPERATION_BATCHNORM_MEAN_EXT, HIPDNN_ATTR_OPERATION_BATCHNORM_INV_VARIANCE_EXT},
    {HIPDNN_ATTR_OPERATION_BATCHNORM_PREV_RUNNING_MEAN_EXT, HIPDNN_ATTR_OPERATION_BATCHNORM_PREV_RUNNING_VARIANCE_EXT,
     HIPDNN_ATTR_OPERATION_BATCHNORM_MOMENTUM_EXT, HIPDNN_ATTR_OPERATION_BATCHNORM_NEXT_RUNNING_MEAN_EXT,
     HIPDNN_ATTR_OPERATION_BATCHNORM_NEXT_RUNNING_VARIANCE_EXT},
    {HIPDNN_ATTR_OPERATION_BATCHNORM_BACKWARD_MEAN_EXT, HIPDNN_ATTR_OPERATION_BATCHNORM_BACKWARD_INV_VARIANCE_EXT},
    {HIPDNN_ATTR_OPERATION_LAYERNORM_MEAN_EXT, HIPDNN_ATTR_OPERATION_LAYERNORM_INV_VARIANCE_EXT},
    {HIPDNN_ATTR_OPERATION_LAYERNORM_BACKWARD_MEAN_EXT, HIPDNN_ATTR_OPERATION_LAYERNORM_BACKWARD_INV_VARIANCE_EXT},
};

static hd_status check_group(const operation *self, const int *group)
{
    const hd_binding *given = NULL, *missing = NULL;
    for (; *group != 0; group++) {
        for (size_t i = 0; i < self->binding->row_count; i++) {
            if ((int)self->binding->rows[i].attribute == *group && self->rows[i].is_set)
                given = &self->binding->rows[i];
            else if ((int)self->binding->rows[i].attribute == *group)
                missing = &self->binding->rows[i];
        }
    }
    return given == NULL || missing == NULL
               ? HD_OK
               : hd_fail(HD_BAD_PARAM, "operation %s cannot be finalized: %s is set, but %s is not; they go together",
                         self->binding->operation->name, given->text, missing->text);
}

static hd_status check_required(const operation *self)
{
    for (size_t i = 0; i < self->binding->row_count; i++) {
        if (self->binding->rows[i].required && !self->rows[i].is_set)
            return hd_fail(HD_BAD_PARAM, "operation %s cannot be finalized: %s is not set",
                           self->binding->operation->name, self->binding->rows[i].text);
    }
    if (self->compute_data_type == HIPDNN_TYPE_UNSET)
        return hd_fail(HD_BAD_PARAM,
                       "operation %s cannot be finalized: its compute data type (attribute %d) is not set",
                       self->binding->operation->name, (int)self->binding->compute_type);
    for (size_t i = 0; i < sizeof together / sizeof *together; i++)
        HD_TRY(check_group(self, together[i]));
    return HD_OK;
}

static hd_status finalize(hd_object *object)
{
    operation *self = (operation *)object;
    HD_TRY(check_required(self));
    for (size_t i = 0; i < self->binding->row_count; i++)
        HD_TRY(hd_operation_value_finish(self, i));
    return HD_OK;
}

static void dispose(hd_object *object)
{
    operation *self = (operation *)object;
    for (size_t i = 0; i < self->binding->row_count; i++)
        hd_operation_value_release(self, i);
    hd_attribute_release_all(object);
}

const hd_kind hd_operation_kind = {
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
    const size_t size = sizeof(operation) + payload + binding->row_count * sizeof(hd_operation_row_state);
    HD_TRY(hd_object_create(&hd_operation_kind, size, out_operation));
    operation *self = (operation *)*out_operation;
    self->binding = binding;
    self->rows = (hd_operation_row_state *)(void *)((char *)self->payload + payload);
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

hd_object *hd_operation_next_tensor(const hd_object *object, hd_tensor_cursor *cursor)
{
    const operation *self = (const operation *)object;
    for (; cursor->row < self->binding->row_count; cursor->row++, cursor->index = 0) {
        const hd_operation_row_state *row = &self->rows[cursor->row];
        if (cursor->index < row->tensor_count)
            return row->tensors[cursor->index++];
    }
    return NULL;
}

hd_status hd_operation_from_node(const hipdnn_data_node *node, hd_object *(*find)(const void *context, int64_t uid),
                                 const void *context, hd_object **out_operation)
{
    const hd_operation_binding *binding = hd_binding_of(hd_operation_by_tag(node->operation));
    hd_object *object;
    *out_operation = NULL;
    if (binding == NULL)
        return hd_fail(HD_NOT_SUPPORTED, "operation %d of the schema has no descriptor", node->operation);
    HD_TRY(hd_operation_create(binding, &object));
    operation *self = (operation *)object;
    memcpy(self->payload, node->attributes, binding->operation->table.size);
    self->compute_data_type = node->compute_data_type;
    self->name = hd_copy_text(node->name, strlen(node->name));
    hd_status status = self->name == NULL ? hd_fail_alloc(strlen(node->name), "an operation's name") : HD_OK;
    for (size_t i = 0; status == HD_OK && i < binding->row_count; i++)
        status = hd_operation_value_copy(self, i, node->attributes, find, context);
    if (status != HD_OK) {
        hd_object_release(object);
        return status;
    }
    hd_object_set_finalized(object, true);
    *out_operation = object;
    return HD_OK;
}
