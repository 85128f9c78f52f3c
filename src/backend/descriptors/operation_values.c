/* SPDX-License-Identifier: MIT */
/* Values of operation attributes by the kind of their field. Plain numbers lie in the payload alone; tensors are
 * objects beside it; lists and texts are memory that the payload points at. */
#include "backend/descriptors/operation.h"

#include "base/memory.h"

#include <inttypes.h>
#include <string.h>

typedef hd_operation_object operation;
typedef hd_operation_row_state row_state;

static const hd_field *field_of(const operation *self, size_t index)
{
    return hd_table_field_by_slot(&self->binding->operation->table, self->binding->rows[index].slot);
}

static void *member_of(const operation *self, const hd_field *field)
{
    return (char *)self->payload + field->offset;
}

hd_attribute hd_operation_row(const operation *self, size_t index)
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
        [HD_FIELD_OPTIONAL_BOOL] = HD_STORE_OPTIONAL_BOOL,
        [HD_FIELD_OPTIONAL_I32] = HD_STORE_OPTIONAL_I32,
        [HD_FIELD_BYTES] = HD_STORE_NONE,
    };
    const hd_field *field = field_of(self, index);
    return (hd_attribute){
        .name = self->binding->rows[index].attribute,
        .text = self->binding->rows[index].text,
        .type = hd_binding_type(field),
        .store = stores[field->kind],
        .flags = HD_SET | HD_GET,
        .values = field->values,
        .child = HD_KIND_TENSOR,
        .child_name = hd_tensor_kind.name,
    };
}

/* ------------------------------------------------------------------------------------------- tensors */

static void drop_tensors(row_state *row)
{
    for (size_t i = 0; i < row->tensor_count; i++)
        hd_object_release(row->tensors[i]);
    if (row->tensors != &row->one)
        hd_free(row->tensors);
    row->one = NULL;
    row->tensors = NULL;
    row->tensor_count = 0;
}

static void keep_one(row_state *row, hd_object *tensor)
{
    hd_object_retain(tensor);
    drop_tensors(row);
    row->one = tensor;
    row->tensors = &row->one;
    row->tensor_count = 1;
}

static hd_status keep_many(row_state *row, hd_object *const *tensors, size_t count)
{
    hd_object **kept = hd_alloc_array(count, sizeof *kept);
    if (kept == NULL)
        return hd_fail_alloc(count * sizeof *kept, "a list of tensors");
    for (size_t i = 0; i < count; i++) {
        hd_object_retain(tensors[i]);
        kept[i] = tensors[i];
    }
    drop_tensors(row);
    row->tensors = kept;
    row->tensor_count = count;
    return HD_OK;
}

static hd_status tensors_set(row_state *state, const hd_attribute *row, bool is_list, int64_t count,
                             const void *elements)
{
    hd_object *const *tensors = elements;
    if (count < 1 || count > INT32_MAX || (!is_list && count != 1))
        return hd_fail(HD_BAD_PARAM, "%s takes %s element, %" PRId64 " were given", row->text,
                       is_list ? "at least 1" : "exactly 1", count);
    for (int64_t i = 0; i < count; i++)
        HD_TRY(hd_object_check_child(tensors[i], HD_KIND_TENSOR, hd_tensor_kind.name, row->text));
    if (is_list)
        return keep_many(state, tensors, (size_t)count);
    keep_one(state, tensors[0]);
    return HD_OK;
}

/* The count of a list is the total, also when fewer are copied. */
static hd_status tensors_get(const row_state *state, const hd_attribute *row, int64_t requested, int64_t *out_count,
                             void *elements)
{
    const int64_t total = (int64_t)state->tensor_count;
    if (out_count == NULL && total != 1)
        return hd_fail(HD_NULL_POINTER, "%s: the element count is NULL", row->text);
    HD_TRY(hd_give_elements(row, state->tensors, total, sizeof(hd_object *), requested, out_count, elements));
    if (elements == NULL)
        return HD_OK;
    for (int64_t i = 0; i < requested && i < total; i++)
        hd_object_publish(state->tensors[i]);
    if (out_count != NULL)
        *out_count = total;
    return HD_OK;
}

/* -------------------------------------------------------------------------------------- lists and texts */

/* Replaces what the payload points at by a copy; the copy of a text ends with NUL, beyond its count. */
static hd_status keep_memory(row_state *state, const void *elements, size_t count, size_t size)
{
    char *copy = count > (SIZE_MAX - 1) / size ? NULL : hd_copy_text(elements, count * size);
    if (copy == NULL)
        return hd_fail_alloc(count, "an operation's list");
    hd_free(state->memory);
    state->memory = copy;
    return HD_OK;
}

static hd_status list_set(operation *self, size_t index, const hd_attribute *row, int64_t count, const void *elements)
{
    const hd_field *field = field_of(self, index);
    const int64_t least = field->kind == HD_FIELD_BYTES ? 0 : 1;
    row_state *state = &self->rows[index];
    void *member = member_of(self, field);
    if (count < least || count > INT32_MAX)
        return hd_fail(HD_BAD_PARAM, "%s takes at least %" PRId64 " elements, %" PRId64 " were given", row->text, least,
                       count);
    HD_TRY(keep_memory(state, elements, (size_t)count, field->kind == HD_FIELD_I32_LIST ? sizeof(int32_t) : 1));
    if (field->kind == HD_FIELD_I32_LIST)
        *(hipdnn_i32_list *)member = (hipdnn_i32_list){state->memory, (uint32_t)count};
    else if (field->kind == HD_FIELD_BYTES)
        *(hipdnn_bytes *)member = (hipdnn_bytes){state->memory, (uint32_t)count};
    else
        *(const char **)member = state->memory;
    return HD_OK;
}

/* ------------------------------------------------------------------------------------------- all kinds */

hd_status hd_operation_value_set(operation *self, size_t index, const hd_attribute *row, int64_t count,
                                 const void *elements)
{
    const hd_field *field = field_of(self, index);
    switch (field->kind) {
    case HD_FIELD_UID:
    case HD_FIELD_OPTIONAL_UID:
    case HD_FIELD_UID_LIST:
        return tensors_set(&self->rows[index], row, field->kind == HD_FIELD_UID_LIST, count, elements);
    case HD_FIELD_I32_LIST:
    case HD_FIELD_BYTES:
    case HD_FIELD_STRING:
        return list_set(self, index, row, count, elements);
    default:
        return hd_store_value(row, member_of(self, field), count, elements);
    }
}

/* An enumeration whose 0 says that nothing was chosen has no value until it is set; elsewhere 0 is the default. */
static bool has_value(const hd_field *field, const void *member)
{
    if (field->kind != HD_FIELD_ENUM || *(const int32_t *)member != 0)
        return true;
    const hd_enum_value *zero = hd_enum_by_wire(field->values, 0);
    return zero != NULL && zero->api >= 0 && field->values != &hd_padding_mode_enum;
}

hd_status hd_operation_value_get(const operation *self, size_t index, const hd_attribute *row, int64_t requested,
                                 int64_t *out_count, void *elements)
{
    const hd_field *field = field_of(self, index);
    const void *member = member_of(self, field);
    switch (field->kind) {
    case HD_FIELD_UID:
    case HD_FIELD_OPTIONAL_UID:
    case HD_FIELD_UID_LIST:
        return tensors_get(&self->rows[index], row, requested, out_count, elements);
    case HD_FIELD_I32_LIST: {
        const hipdnn_i32_list *list = member;
        return hd_give_elements(row, list->v, list->count, sizeof *list->v, requested, out_count, elements);
    }
    case HD_FIELD_BYTES: {
        const hipdnn_bytes *bytes = member;
        return hd_give_elements(row, bytes->v, bytes->count, 1, requested, out_count, elements);
    }
    case HD_FIELD_STRING:
        return hd_give_text(row, *(const char *const *)member, requested, out_count, elements);
    default:
        return hd_load_value(row, member, has_value(field, member), requested, out_count, elements);
    }
}

static hd_status finish_list(row_state *state, hipdnn_i64_list *member)
{
    int64_t *uids = hd_alloc_array(state->tensor_count, sizeof *uids);
    if (uids == NULL)
        return hd_fail_alloc(state->tensor_count * sizeof *uids, "a list of uids");
    for (size_t i = 0; i < state->tensor_count; i++)
        uids[i] = hd_tensor_data(state->tensors[i])->uid;
    hd_free(state->memory);
    state->memory = uids;
    *member = (hipdnn_i64_list){uids, (uint32_t)state->tensor_count};
    return HD_OK;
}

hd_status hd_operation_value_finish(operation *self, size_t index)
{
    const hd_field *field = field_of(self, index);
    row_state *state = &self->rows[index];
    void *member = member_of(self, field);
    if (field->kind == HD_FIELD_STRING && *(const char **)member == NULL)
        *(const char **)member = "";
    if (state->tensor_count == 0)
        return HD_OK;
    const int64_t uid = hd_tensor_data(state->tensors[0])->uid;
    if (field->kind == HD_FIELD_UID)
        *(int64_t *)member = uid;
    else if (field->kind == HD_FIELD_OPTIONAL_UID)
        *(hipdnn_optional_i64 *)member = (hipdnn_optional_i64){true, uid};
    else
        return finish_list(state, member);
    return HD_OK;
}

void hd_operation_value_release(operation *self, size_t index)
{
    drop_tensors(&self->rows[index]);
    hd_free(self->rows[index].memory);
}

/* -------------------------------------------------------------------------------- from a stored graph */

/* The tensor objects of the uids in a payload, which are `count`. */
static hd_status adopt(operation *self, size_t index, const int64_t *uids, size_t count,
                       hd_object *(*find)(const void *, int64_t), const void *context)
{
    const hd_field *field = field_of(self, index);
    hd_object **tensors = hd_alloc_array(count, sizeof *tensors);
    hd_status status = tensors == NULL ? hd_fail_alloc(count * sizeof *tensors, "a list of tensors") : HD_OK;
    for (size_t i = 0; status == HD_OK && i < count; i++) {
        tensors[i] = find(context, uids[i]);
        if (tensors[i] == NULL)
            status = hd_fail(HD_BAD_PARAM, "operation %s: %s names tensor %" PRId64 ", which the graph does not have",
                             self->binding->operation->name, field->name, uids[i]);
    }
    if (status == HD_OK && field->kind == HD_FIELD_UID_LIST)
        status = keep_many(&self->rows[index], tensors, count);
    else if (status == HD_OK)
        keep_one(&self->rows[index], tensors[0]);
    hd_free(tensors);
    return status == HD_OK ? hd_operation_value_finish(self, index) : status;
}

hd_status hd_operation_value_copy(operation *self, size_t index, const void *payload,
                                  hd_object *(*find)(const void *context, int64_t uid), const void *context)
{
    const hd_field *field = field_of(self, index);
    const hd_attribute row = hd_operation_row(self, index);
    const void *from = (const char *)payload + field->offset;
    self->rows[index].is_set = true;
    switch (field->kind) {
    case HD_FIELD_UID:
        return adopt(self, index, from, 1, find, context);
    case HD_FIELD_OPTIONAL_UID: {
        const hipdnn_optional_i64 *uid = from;
        return uid->set ? adopt(self, index, &uid->value, 1, find, context) : HD_OK;
    }
    case HD_FIELD_UID_LIST: {
        const hipdnn_i64_list *uids = from;
        return uids->count > 0 ? adopt(self, index, uids->v, uids->count, find, context) : HD_OK;
    }
    case HD_FIELD_I32_LIST: {
        const hipdnn_i32_list *list = from;
        return list->count > 0 ? list_set(self, index, &row, list->count, list->v) : HD_OK;
    }
    case HD_FIELD_BYTES: {
        const hipdnn_bytes *bytes = from;
        return list_set(self, index, &row, bytes->count, bytes->v);
    }
    case HD_FIELD_STRING: {
        const char *text = *(const char *const *)from;
        return *text != '\0' ? list_set(self, index, &row, (int64_t)strlen(text), text)
                             : hd_operation_value_finish(self, index);
    }
    default:
        return HD_OK; /* a plain value came with the payload's bytes */
    }
}
