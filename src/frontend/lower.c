/* SPDX-License-Identifier: MIT */
/* From the snapshot to the backend's operation graph, through the backend's public C API alone.
 *
 * One walk serves every operation: src/bindings says which attribute is which slot, the operation's own table says what
 * a slot holds. */
#include "bindings/bindings.h"
#include "frontend/internal.h"

/* Enumerations have numbers of their own in the C API. */
static hd_status set_enum(hipdnnBackendDescriptor_t descriptor, hipdnnBackendAttributeName_t attribute,
                          hipdnnBackendAttributeType_t type, const hd_enum *values, int32_t wire)
{
    const hd_enum_value *value = hd_enum_by_wire(values, wire);
    if (value == NULL || value->api < 0)
        return hd_fail(HD_NOT_SUPPORTED, "the backend API has no %s '%s' (%d)", values->name,
                       hd_enum_text(values, wire), (int)wire);
    return hd_backend_set(descriptor, attribute, type, 1, &value->api);
}

static hd_status set_type(hipdnnBackendDescriptor_t descriptor, hipdnnBackendAttributeName_t attribute, int32_t wire)
{
    return set_enum(descriptor, attribute, HIPDNN_TYPE_DATA_TYPE, &hd_data_type_enum, wire);
}

/* ------------------------------------------------------------------------------------------------- tensors */

/* Descriptors under construction, all of them destroyed at the end: the operation graph keeps what it needs. */
typedef struct hd_lowering {
    const hd_snapshot *snapshot;
    hipdnnBackendDescriptor_t *tensors; /* as snapshot->tensors; NULL until lowered */
    hipdnnBackendDescriptor_t *nodes; /* as snapshot->graph.nodes */
} hd_lowering;

static hd_status find(hd_lowering *lowering, int64_t uid, hipdnnBackendDescriptor_t **out_place)
{
    const size_t at = hipdnn_data_graph_find(&lowering->snapshot->graph, uid);
    if (at == lowering->snapshot->graph.tensor_count)
        return hd_fail(HD_INTERNAL_ERROR, "no tensor has uid %lld", (long long)uid);
    *out_place = &lowering->tensors[at];
    return HD_OK;
}

static hd_status set_constant(hipdnnBackendDescriptor_t made, const hipdnn_data_tensor *tensor)
{
    uint8_t bytes[8];
    const size_t size = hd_constant_bytes(tensor, bytes);
    if (size != 0)
        HD_TRY(hd_backend_set(made, HIPDNN_ATTR_TENSOR_VALUE_EXT, HIPDNN_TYPE_CHAR, (int64_t)size, bytes));
    if (tensor->is_runtime_pass_by_value)
        HD_TRY(hd_backend_set(made, HIPDNN_ATTR_TENSOR_IS_RUNTIME_PASS_BY_VALUE_EXT, HIPDNN_TYPE_BOOLEAN, 1,
                              &tensor->is_runtime_pass_by_value));
    return HD_OK;
}

static hd_status set_ragged(hd_lowering *lowering, hipdnnBackendDescriptor_t made, const hipdnn_data_tensor *tensor)
{
    if (tensor->ragged_offset_multiplier != 1)
        HD_TRY(hd_backend_set(made, HIPDNN_ATTR_TENSOR_RAGGED_OFFSET_MULTIPLIER, HIPDNN_TYPE_INT64, 1,
                              &tensor->ragged_offset_multiplier));
    if (!tensor->ragged_offset_uid.set)
        return HD_OK;
    hipdnnBackendDescriptor_t *offsets = NULL;
    HD_TRY(find(lowering, tensor->ragged_offset_uid.value, &offsets));
    if (*offsets == NULL)
        return hd_fail(HD_BAD_PARAM, "its ragged offset tensor (uid %lld) is ragged itself",
                       (long long)tensor->ragged_offset_uid.value);
    return hd_backend_set(made, HIPDNN_ATTR_TENSOR_RAGGED_OFFSET_DESC, HIPDNN_TYPE_BACKEND_DESCRIPTOR, 1, offsets);
}

static hd_status set_tensor(hd_lowering *lowering, hipdnnBackendDescriptor_t made, const hipdnn_data_tensor *tensor)
{
    const hipdnn_dims *dim = &tensor->dim, *stride = &tensor->stride;
    HD_TRY(hd_backend_set(made, HIPDNN_ATTR_TENSOR_UNIQUE_ID, HIPDNN_TYPE_INT64, 1, &tensor->uid));
    HD_TRY(hd_backend_set_text(made, HIPDNN_ATTR_TENSOR_NAME_EXT, tensor->name));
    HD_TRY(set_type(made, HIPDNN_ATTR_TENSOR_DATA_TYPE, tensor->data_type));
    HD_TRY(hd_backend_set(made, HIPDNN_ATTR_TENSOR_DIMENSIONS, HIPDNN_TYPE_INT64, dim->count, dim->v));
    HD_TRY(hd_backend_set(made, HIPDNN_ATTR_TENSOR_STRIDES, HIPDNN_TYPE_INT64, stride->count, stride->v));
    HD_TRY(hd_backend_set(made, HIPDNN_ATTR_TENSOR_IS_VIRTUAL, HIPDNN_TYPE_BOOLEAN, 1, &tensor->is_virtual));
    if (tensor->alignment != 16)
        HD_TRY(hd_backend_set(made, HIPDNN_ATTR_TENSOR_BYTE_ALIGNMENT, HIPDNN_TYPE_INT64, 1, &tensor->alignment));
    HD_TRY(set_constant(made, tensor));
    HD_TRY(set_ragged(lowering, made, tensor));
    return hd_backend(hipdnnBackendFinalize(made), "finalizing it");
}

static hd_status lower_tensors(hd_lowering *lowering, bool ragged)
{
    for (size_t i = 0; i < lowering->snapshot->graph.tensor_count; i++) {
        const hipdnn_data_tensor *tensor = &lowering->snapshot->tensors[i];
        if (tensor->ragged_offset_uid.set != ragged)
            continue;
        hipdnnBackendDescriptor_t made = NULL;
        hd_status status = hd_backend_create(HIPDNN_BACKEND_TENSOR_DESCRIPTOR, &made);
        if (status == HD_OK)
            status = set_tensor(lowering, made, tensor);
        lowering->tensors[i] = made;
        if (status != HD_OK)
            return hd_fail_in(status, "tensor '%s' (uid %lld)", tensor->name, (long long)tensor->uid);
    }
    return HD_OK;
}

/* --------------------------------------------------------------------------------------------------- nodes */

static hd_status set_tensors(hd_lowering *lowering, hipdnnBackendDescriptor_t made, hipdnnBackendAttributeName_t name,
                             const int64_t *uids, uint32_t count)
{
    enum { FEW = 4 };
    hipdnnBackendDescriptor_t few[FEW], *tensors = few;
    hd_status status = HD_OK;
    if (count == 0)
        return HD_OK;
    if (count > FEW && (tensors = hd_alloc_array(count, sizeof(hipdnnBackendDescriptor_t))) == NULL)
        return hd_fail_alloc(count * sizeof(hipdnnBackendDescriptor_t), "a list of tensors");
    for (uint32_t i = 0; status == HD_OK && i < count; i++) {
        hipdnnBackendDescriptor_t *tensor = NULL;
        status = find(lowering, uids[i], &tensor);
        if (status == HD_OK)
            tensors[i] = *tensor;
    }
    if (status == HD_OK)
        status = hd_backend_set(made, name, HIPDNN_TYPE_BACKEND_DESCRIPTOR, count, tensors);
    if (tensors != few)
        hd_free(tensors);
    return status;
}

/* 0 where the schema has it as "not set", for which the C API has no number. */
static bool is_unset(const hd_enum *values, int32_t wire)
{
    const hd_enum_value *value = hd_enum_by_wire(values, wire);
    return wire == 0 && value != NULL && value->api < 0;
}

/* What is absent (a list, an optional value) stays unset. */
static hd_status set_field(hd_lowering *lowering, hipdnnBackendDescriptor_t made, hipdnnBackendAttributeName_t name,
                           const hd_field *field, const void *attributes)
{
    const void *member = (const char *)attributes + field->offset;
    const hipdnnBackendAttributeType_t type = hd_binding_type(field);
    int64_t count = 1;
    switch (field->kind) {
    case HD_FIELD_UID:
    case HD_FIELD_OPTIONAL_UID:
    case HD_FIELD_UID_LIST: {
        uint32_t tensor_count;
        const int64_t *uids = hd_attributes_tensors(field, (void *)(uintptr_t)attributes, &tensor_count);
        return set_tensors(lowering, made, name, uids, tensor_count);
    }
    case HD_FIELD_ENUM:
        return is_unset(field->values, *(const int32_t *)member)
                   ? HD_OK
                   : set_enum(made, name, type, field->values, *(const int32_t *)member);
    case HD_FIELD_STRING:
        return hd_backend_set_text(made, name, *(const char *const *)member);
    case HD_FIELD_OPTIONAL_I64:
        count = ((const hipdnn_optional_i64 *)member)->set;
        member = &((const hipdnn_optional_i64 *)member)->value;
        break;
    case HD_FIELD_OPTIONAL_F32:
        count = ((const hipdnn_optional_f32 *)member)->set;
        member = &((const hipdnn_optional_f32 *)member)->value;
        break;
    case HD_FIELD_OPTIONAL_BOOL:
        count = ((const hipdnn_optional_bool *)member)->set;
        member = &((const hipdnn_optional_bool *)member)->value;
        break;
    case HD_FIELD_OPTIONAL_I32:
        count = ((const hipdnn_optional_i32 *)member)->set;
        member = &((const hipdnn_optional_i32 *)member)->value;
        break;
    case HD_FIELD_DIMS:
        count = ((const hipdnn_dims *)member)->count;
        member = ((const hipdnn_dims *)member)->v;
        break;
    case HD_FIELD_I32_LIST:
        count = ((const hipdnn_i32_list *)member)->count;
        member = ((const hipdnn_i32_list *)member)->v;
        break;
    case HD_FIELD_BYTES:
        count = ((const hipdnn_bytes *)member)->count;
        member = ((const hipdnn_bytes *)member)->v;
        break;
    case HD_FIELD_BOOL:
    case HD_FIELD_I32:
    case HD_FIELD_I64:
    case HD_FIELD_U64:
    case HD_FIELD_F64:
        break;
    }
    return count != 0 ? hd_backend_set(made, name, type, count, member) : HD_OK;
}

static hd_status set_node(hd_lowering *lowering, hipdnnBackendDescriptor_t made, const hipdnn_data_node *node,
                          const hd_operation_binding *binding)
{
    for (size_t i = 0; i < binding->row_count; i++) {
        const hd_binding *row = &binding->rows[i];
        const hd_field *field = hd_table_field_by_slot(&binding->operation->table, row->slot);
        HD_TRY(set_field(lowering, made, row->attribute, field, node->attributes));
    }
    HD_TRY(set_type(made, binding->compute_type, node->compute_data_type));
    HD_TRY(hd_backend_set_text(made, HIPDNN_ATTR_OPERATION_NAME_EXT, node->name));
    return hd_backend(hipdnnBackendFinalize(made), "finalizing it");
}

static hd_status lower_node(hd_lowering *lowering, const hipdnn_data_node *node, hipdnnBackendDescriptor_t *out_made)
{
    const hd_operation *operation = hd_operation_by_tag(node->operation);
    const hd_operation_binding *binding = hd_binding_of(operation);
    if (binding == NULL)
        return hd_fail(HD_NOT_SUPPORTED, "the backend API has no operation %s", operation->name);
    HD_TRY(hd_backend_create(binding->descriptor_type, out_made));
    return set_node(lowering, *out_made, node, binding);
}

/* --------------------------------------------------------------------------------------------------- graph */

static hd_status set_graph(const hd_lowering *lowering, hipdnnBackendDescriptor_t made, hipdnnHandle_t handle)
{
    const hipdnn_data_graph *graph = &lowering->snapshot->graph;
    HD_TRY(hd_backend_set(made, HIPDNN_ATTR_OPERATIONGRAPH_HANDLE, HIPDNN_TYPE_HANDLE, 1, &handle));
    HD_TRY(hd_backend_set(made, HIPDNN_ATTR_OPERATIONGRAPH_OPS, HIPDNN_TYPE_BACKEND_DESCRIPTOR,
                          (int64_t)graph->node_count, lowering->nodes));
    HD_TRY(hd_backend_set_text(made, HIPDNN_ATTR_OPERATIONGRAPH_NAME_EXT, graph->name));
    HD_TRY(set_type(made, HIPDNN_ATTR_OPERATIONGRAPH_COMPUTE_DATA_TYPE_EXT, graph->compute_data_type));
    HD_TRY(set_type(made, HIPDNN_ATTR_OPERATIONGRAPH_INTERMEDIATE_DATA_TYPE_EXT, graph->intermediate_data_type));
    if (graph->io_data_type != HIPDNN_TYPE_UNSET)
        HD_TRY(set_type(made, HIPDNN_ATTR_OPERATIONGRAPH_IO_DATA_TYPE_EXT, graph->io_data_type));
    if (graph->preferred_engine_id.set)
        HD_TRY(hd_backend_set(made, HIPDNN_ATTR_OPERATIONGRAPH_PREFERRED_ENGINE_ID_EXT, HIPDNN_TYPE_INT64, 1,
                              &graph->preferred_engine_id.value));
    if (graph->is_override_shape_enabled)
        HD_TRY(hd_backend_set(made, HIPDNN_ATTR_OPERATIONGRAPH_IS_OVERRIDE_SHAPE_ENABLED_EXT, HIPDNN_TYPE_BOOLEAN, 1,
                              &graph->is_override_shape_enabled));
    return hd_backend(hipdnnBackendFinalize(made), "finalizing the operation graph");
}

static hd_status lower_all(hd_lowering *lowering, hipdnnHandle_t handle, hipdnnBackendDescriptor_t *out_graph)
{
    const hipdnn_data_graph *graph = &lowering->snapshot->graph;
    if (lowering->tensors == NULL || lowering->nodes == NULL)
        return hd_fail_alloc((graph->tensor_count + graph->node_count) * sizeof(void *), "descriptors");
    HD_TRY(lower_tensors(lowering, false));
    HD_TRY(lower_tensors(lowering, true));
    for (size_t i = 0; i < graph->node_count; i++) {
        const hd_status status = lower_node(lowering, &graph->nodes[i], &lowering->nodes[i]);
        if (status != HD_OK)
            return hd_fail_in(status, "node '%s'", graph->nodes[i].name);
    }
    HD_TRY(hd_backend_create(HIPDNN_BACKEND_OPERATIONGRAPH_DESCRIPTOR, out_graph));
    return set_graph(lowering, *out_graph, handle);
}

static void destroy_all(hipdnnBackendDescriptor_t *list, size_t count)
{
    for (size_t i = 0; list != NULL && i < count; i++)
        hd_backend_destroy(&list[i]);
    hd_free(list);
}

hd_status hd_graph_lower(hipdnn_graph_t *graph, hipdnnHandle_t handle)
{
    if (handle == NULL)
        return hd_fail(HD_NULL_POINTER, "handle is NULL: pass one that hipdnnCreate made");
    const hipdnn_data_graph *data = &graph->snapshot.graph;
    hd_lowering lowering = {
        .snapshot = &graph->snapshot,
        .tensors = hd_alloc_array(data->tensor_count, sizeof *lowering.tensors),
        .nodes = hd_alloc_array(data->node_count, sizeof *lowering.nodes),
    };
    hipdnnBackendDescriptor_t made = NULL;
    const hd_status status = lower_all(&lowering, handle, &made);
    destroy_all(lowering.nodes, data->node_count);
    destroy_all(lowering.tensors, data->tensor_count);
    if (status == HD_OK)
        graph->operation_graph = made;
    else
        hd_backend_destroy(&made);
    return status;
}

hipdnnStatus_t hipdnn_graph_build_operation_graph(hipdnn_graph_t *graph, hipdnnHandle_t handle)
{
    hd_status status = hd_graph_begin(graph);
    if (status == HD_OK)
        status = hd_require_snapshot(graph);
    if (status == HD_OK) {
        hd_graph_drop_lowered(graph);
        status = hd_graph_lower(graph, handle);
    }
    return hd_graph_end(graph, __func__, status);
}
