/* SPDX-License-Identifier: MIT */
#define _DEFAULT_SOURCE /* getrandom */
#include "backend/descriptors/graph.h"
#include "backend/graph_log.h"
#include "base/log.h"
#include "base/memory.h"
#include "data_sdk/json/json.h"

#include <inttypes.h>
#include <string.h>
#include <sys/random.h>

static hd_status handle_set(hd_object *object, const hd_attribute *row, int64_t count, const void *elements)
{
    hd_graph_object *self = (hd_graph_object *)object;
    hipdnnHandle_t handle;
    if (count != 1)
        return hd_fail(HD_BAD_PARAM, "%s takes exactly 1 element, %" PRId64 " were given", row->text, count);
    memcpy(&handle, elements, sizeof handle);
    HD_TRY(hd_handle_check(handle));
    hd_session_retain(handle->session);
    hd_session_release(self->session);
    self->session = handle->session;
    return HD_OK;
}

static hd_status check_operation(const hd_attribute *row, const hd_object *operation, int64_t index)
{
    if (operation == NULL)
        return hd_fail(HD_NULL_POINTER, "%s: element %" PRId64 " is NULL", row->text, index);
    HD_TRY(hd_object_check(operation, row->text));
    if (operation->kind->number != HD_KIND_OPERATION)
        return hd_fail(HD_NOT_SUPPORTED, "%s: element %" PRId64 " is %s %s, not an operation", row->text, index,
                       hd_article(operation->kind->name), operation->kind->name);
    if (!hd_object_is_finalized(operation))
        return hd_fail(HD_NOT_FINALIZED, "%s: operation %" PRId64 " is not finalized", row->text, index);
    return HD_OK;
}

/* Appends: a graph may be handed over in several calls. */
static hd_status operations_set(hd_object *object, const hd_attribute *row, int64_t count, const void *elements)
{
    hd_graph_object *self = (hd_graph_object *)object;
    hd_object *const *added = elements;
    if (count < 0 || count > INT32_MAX)
        return hd_fail(HD_BAD_PARAM, "%s: a count of %" PRId64 " is not possible", row->text, count);
    for (int64_t i = 0; i < count; i++)
        HD_TRY(check_operation(row, added[i], i));
    const size_t total = self->operation_count + (size_t)count;
    hd_object **operations = hd_realloc(self->operations, total * sizeof *operations);
    if (operations == NULL)
        return hd_fail_alloc(total * sizeof *operations, row->text);
    self->operations = operations;
    for (int64_t i = 0; i < count; i++) {
        hd_object_retain(added[i]);
        operations[self->operation_count++] = added[i];
    }
    return HD_OK;
}

static hd_status operations_get(hd_object *object, const hd_attribute *row, int64_t requested, int64_t *out_count,
                                void *elements)
{
    const hd_graph_object *self = (const hd_graph_object *)object;
    const int64_t count = (int64_t)self->operation_count;
    HD_TRY(hd_give_all_elements(row, self->operations, count, sizeof(hd_object *), requested, out_count, elements));
    for (int64_t i = 0; elements != NULL && requested > 0 && i < count; i++)
        hd_object_publish(self->operations[i]);
    return HD_OK;
}

#define MEMBER(member) .offset = offsetof(hd_graph_object, member)

static const hd_attribute attributes[] = {
    {HD_ATTRIBUTE(HIPDNN_ATTR_OPERATIONGRAPH_HANDLE, HIPDNN_TYPE_HANDLE), .flags = HD_SET | HD_REQUIRED,
     .set = handle_set},
    {HD_ATTRIBUTE(HIPDNN_ATTR_OPERATIONGRAPH_OPS, HIPDNN_TYPE_BACKEND_DESCRIPTOR),
     .flags = HD_SET | HD_GET | HD_REQUIRED, .set = operations_set, .get = operations_get},
    {HD_ATTRIBUTE(HIPDNN_ATTR_OPERATIONGRAPH_COMPUTE_DATA_TYPE_EXT, HIPDNN_TYPE_DATA_TYPE), .store = HD_STORE_ENUM,
     .values = &hd_data_type_enum, .flags = HD_SET | HD_GET | HD_UNSET_REFUSED, MEMBER(compute_data_type)},
    {HD_ATTRIBUTE(HIPDNN_ATTR_OPERATIONGRAPH_INTERMEDIATE_DATA_TYPE_EXT, HIPDNN_TYPE_DATA_TYPE), .store = HD_STORE_ENUM,
     .values = &hd_data_type_enum, .flags = HD_SET | HD_GET | HD_UNSET_REFUSED, MEMBER(intermediate_data_type)},
    {HD_ATTRIBUTE(HIPDNN_ATTR_OPERATIONGRAPH_IO_DATA_TYPE_EXT, HIPDNN_TYPE_DATA_TYPE), .store = HD_STORE_ENUM,
     .values = &hd_data_type_enum, .flags = HD_SET | HD_GET | HD_UNSET_REFUSED, MEMBER(io_data_type)},
    {HD_ATTRIBUTE(HIPDNN_ATTR_OPERATIONGRAPH_PREFERRED_ENGINE_ID_EXT, HIPDNN_TYPE_INT64),
     .store = HD_STORE_OPTIONAL_I64, .flags = HD_SET | HD_GET, MEMBER(preferred_engine_id)},
    {HD_ATTRIBUTE(HIPDNN_ATTR_OPERATIONGRAPH_NAME_EXT, HIPDNN_TYPE_CHAR), .store = HD_STORE_TEXT,
     .flags = HD_SET | HD_GET, MEMBER(name)},
    {HD_ATTRIBUTE(HIPDNN_ATTR_OPERATIONGRAPH_IS_OVERRIDE_SHAPE_ENABLED_EXT, HIPDNN_TYPE_BOOLEAN),
     .store = HD_STORE_BOOL, .flags = HD_SET | HD_GET, MEMBER(is_override_shape_enabled)},
};

/* A random UUID, version 4: whoever logs or caches can tell two finalizes apart. */
static hd_status make_id(uint8_t id[16])
{
    if (getrandom(id, 16, 0) != 16)
        return hd_fail(HD_INTERNAL_ERROR, "the system gave no random bytes for the graph's id");
    id[6] = (uint8_t)((id[6] & 0x0f) | 0x40);
    id[8] = (uint8_t)((id[8] & 0x3f) | 0x80);
    return HD_OK;
}

static hd_status encode(hd_graph_object *self, hd_graph_view *view)
{
    HD_TRY(hd_graph_view_sort(view));
    HD_TRY(hd_graph_check(&view->graph));
    self->required_api = hd_graph_required_api(&view->graph);
    view->graph.min_required_engine_api_version = self->required_api;
    view->graph.has_id = true;
    HD_TRY(make_id(view->graph.id));
    hd_graph_log(&view->graph);
    return hd_graph_encode(&view->graph, &self->bytes, &self->size);
}

static hd_status finalize(hd_object *object)
{
    hd_graph_object *self = (hd_graph_object *)object;
    hd_graph_view view;
    if (self->operation_count == 0)
        return hd_fail(HD_BAD_PARAM, "the graph has no operation; add at least one");
    HD_TRY(hd_graph_view_create(self, &view));
    const hd_status status = encode(self, &view);
    hd_graph_view_release(&view);
    return status == HD_OK ? HD_OK : hd_fail_in(status, "graph '%s'", self->name == NULL ? "" : self->name);
}

static void dispose(hd_object *object)
{
    hd_graph_object *self = (hd_graph_object *)object;
    hd_graph_forget_engines(self);
    (void)pthread_mutex_destroy(&self->notes_lock);
    for (size_t i = 0; i < self->operation_count; i++)
        hd_object_release(self->operations[i]);
    hd_free(self->operations);
    hd_free(self->bytes);
    hd_attribute_release_all(object);
    hd_session_release(self->session);
}

const hd_kind hd_graph_kind = {
    .number = HD_KIND_GRAPH,
    .name = "graph",
    .size = sizeof(hd_graph_object),
    .attributes = attributes,
    .attribute_count = sizeof attributes / sizeof *attributes,
    .unfinalized_get = HIPDNN_STATUS_SUCCESS,
    .refinalize = true,
    .finalize = finalize,
    .dispose = dispose,
};

hd_session *hd_graph_session(const hd_object *graph)
{
    return ((const hd_graph_object *)graph)->session;
}

bool hd_graph_takes_overrides(const hd_object *graph)
{
    return ((const hd_graph_object *)graph)->is_override_shape_enabled;
}

void hd_graph_request_of(const hd_object *graph, hd_graph_request *out_request)
{
    const hd_graph_object *self = (const hd_graph_object *)graph;
    *out_request = (hd_graph_request){
        .bytes = {self->bytes, self->size},
        .required_api = self->required_api,
        .wants_overrides = self->is_override_shape_enabled,
    };
}

hd_status hd_graph_bound_tensors(const hd_object *graph, hd_bound_tensor **out_tensors, size_t *out_count)
{
    hd_graph_view view;
    HD_TRY(hd_graph_view_create((const hd_graph_object *)graph, &view));
    hd_bound_tensor *bound = hd_alloc_array(view.graph.tensor_count, sizeof *bound);
    size_t count = 0;
    for (size_t i = 0; bound != NULL && i < view.graph.tensor_count; i++) {
        const hipdnn_data_tensor *tensor = &view.graph.tensors[i];
        if (!tensor->is_virtual && tensor->value_type == HIPDNN_DATA_VALUE_NONE)
            bound[count++] = (hd_bound_tensor){tensor->uid, tensor->alignment, tensor->name};
    }
    const size_t wanted = view.graph.tensor_count * sizeof *bound;
    hd_graph_view_release(&view);
    *out_tensors = bound;
    *out_count = count;
    return bound == NULL ? hd_fail_alloc(wanted, "the tensors to bind") : HD_OK;
}

hd_status hd_graph_bytes(const hd_object *graph, void **out_bytes, size_t *out_size)
{
    const hd_graph_object *self = (const hd_graph_object *)graph;
    if (hd_object_is_finalized(graph)) {
        *out_bytes = hd_alloc(self->size);
        *out_size = self->size;
        if (*out_bytes == NULL)
            return hd_fail_alloc(self->size, "a graph's bytes");
        memcpy(*out_bytes, self->bytes, self->size);
        return HD_OK;
    }
    hd_graph_view view;
    HD_TRY(hd_graph_view_create(self, &view));
    hd_status status = hd_graph_view_sort(&view);
    if (status == HD_OK) {
        view.graph.min_required_engine_api_version = hd_graph_required_api(&view.graph);
        status = hd_graph_encode(&view.graph, out_bytes, out_size);
    }
    hd_graph_view_release(&view);
    return status;
}

hd_status hd_graph_json(const hd_object *graph, hd_text *out_text)
{
    void *bytes;
    size_t size;
    hd_arena arena = {0};
    const hipdnn_data_graph *data;
    HD_TRY(hd_graph_bytes(graph, &bytes, &size));
    hd_status status = hd_graph_decode(bytes, size, &arena, &data);
    if (status == HD_OK)
        status = hd_graph_to_json(data, true, out_text);
    hd_arena_release(&arena);
    hd_free(bytes);
    return status;
}
