/* SPDX-License-Identifier: MIT */
#include "data_sdk/graph/print.h"

#include "data_sdk/graph/index.h"

#include <inttypes.h>

/* ---------------------------------------------------------------------------------------------- pieces */

/* A tensor's name, or "#uid" when it has none. */
static void put_tensor_name(const hipdnn_data_graph *graph, int64_t uid, hd_text *out)
{
    const size_t index = hipdnn_data_graph_find(graph, uid);
    if (index < graph->tensor_count && graph->tensors[index].name[0] != '\0')
        hd_text_put(out, graph->tensors[index].name);
    else
        hd_text_format(out, "#%" PRId64, uid);
}

static const char *role_of(const hipdnn_data_tensor *tensor)
{
    if (tensor->value_type != HIPDNN_DATA_VALUE_NONE)
        return "constant";
    if (tensor->is_runtime_pass_by_value)
        return "run-time scalar";
    return tensor->is_virtual ? "virtual" : "bound";
}

static void put_values(const int32_t *values, uint32_t count, hd_text *out)
{
    hd_text_put(out, "[");
    for (uint32_t i = 0; i < count; i++)
        hd_text_format(out, "%s%" PRId32, i > 0 ? ", " : "", values[i]);
    hd_text_put(out, "]");
}

/* The value of a parameter; false, and nothing, when it is absent or at its default. */
static bool put_value(const hd_field *field, const void *member, hd_text *out)
{
    char dims[HD_DIMS_TEXT_SIZE];
    switch (field->kind) {
    case HD_FIELD_BOOL:
        if (*(const bool *)member == (field->otherwise != 0))
            return false;
        hd_text_put(out, *(const bool *)member ? "true" : "false");
        return true;
    case HD_FIELD_ENUM:
        if (*(const int32_t *)member == field->otherwise)
            return false;
        hd_text_put(out, hd_enum_text(field->values, *(const int32_t *)member));
        return true;
    case HD_FIELD_I32:
        hd_text_format(out, "%" PRId32, *(const int32_t *)member);
        return *(const int32_t *)member != field->otherwise;
    case HD_FIELD_I64:
        hd_text_format(out, "%" PRId64, *(const int64_t *)member);
        return *(const int64_t *)member != field->otherwise;
    case HD_FIELD_U64:
        hd_text_format(out, "%" PRIu64, *(const uint64_t *)member);
        return true;
    case HD_FIELD_F64:
        hd_text_format(out, "%g", *(const double *)member);
        return true;
    case HD_FIELD_OPTIONAL_I64:
        hd_text_format(out, "%" PRId64, ((const hipdnn_optional_i64 *)member)->value);
        return ((const hipdnn_optional_i64 *)member)->set;
    case HD_FIELD_OPTIONAL_I32:
        hd_text_format(out, "%" PRId32, ((const hipdnn_optional_i32 *)member)->value);
        return ((const hipdnn_optional_i32 *)member)->set;
    case HD_FIELD_OPTIONAL_F32:
        hd_text_format(out, "%g", (double)((const hipdnn_optional_f32 *)member)->value);
        return ((const hipdnn_optional_f32 *)member)->set;
    case HD_FIELD_OPTIONAL_BOOL:
        hd_text_put(out, ((const hipdnn_optional_bool *)member)->value ? "true" : "false");
        return ((const hipdnn_optional_bool *)member)->set;
    case HD_FIELD_DIMS:
        hd_text_put(out, hd_dims_text(member, dims, sizeof dims));
        return ((const hipdnn_dims *)member)->count > 0;
    case HD_FIELD_STRING:
        hd_text_put(out, *(const char *const *)member);
        return **(const char *const *)member != '\0';
    case HD_FIELD_I32_LIST:
        put_values(((const hipdnn_i32_list *)member)->v, ((const hipdnn_i32_list *)member)->count, out);
        return ((const hipdnn_i32_list *)member)->count > 0;
    case HD_FIELD_BYTES:
        hd_text_format(out, "%" PRIu32 " bytes", ((const hipdnn_bytes *)member)->count);
        return ((const hipdnn_bytes *)member)->count > 0;
    case HD_FIELD_UID:
    case HD_FIELD_OPTIONAL_UID:
    case HD_FIELD_UID_LIST:
        break;
    }
    return false;
}

/* "<between>name value" for each parameter that says something. */
static void put_parameters(const hipdnn_data_node *node, const char *between, hd_text *out)
{
    const hd_table *table = &hd_operation_by_tag(node->operation)->table;
    for (size_t i = 0; i < table->field_count; i++) {
        const hd_field *field = &table->fields[i];
        const size_t before = out->size;
        hd_text_format(out, "%s%s ", between, field->name);
        /* Written first and taken back if it says nothing: the walk over kinds stays one. */
        if (!put_value(field, (const char *)node->attributes + field->offset, out) && !out->failed) {
            out->size = before;
            out->data[before] = '\0';
        }
    }
}

/* --------------------------------------------------------------------------------------------- listing */

static void print_tensor(const hipdnn_data_tensor *tensor, hd_text *out)
{
    char dim[HD_DIMS_TEXT_SIZE];
    char stride[HD_DIMS_TEXT_SIZE];
    hd_text_format(out, "  %6" PRId64 "  %-24s %-9s %-24s strides %-24s %s\n", tensor->uid, tensor->name,
                   hd_enum_text(&hd_data_type_enum, tensor->data_type), hd_dims_text(&tensor->dim, dim, sizeof dim),
                   hd_dims_text(&tensor->stride, stride, sizeof stride), role_of(tensor));
}

static void print_tensors_of(const hipdnn_data_graph *graph, const hipdnn_data_node *node, hd_flow flow, hd_text *out)
{
    hd_uid_cursor cursor = {0};
    int64_t uid;
    for (bool first = true; hd_node_next_uid(node, flow, &cursor, &uid) != NULL; first = false) {
        hd_text_put(out, first ? "" : ", ");
        put_tensor_name(graph, uid, out);
    }
}

static void print_node(const hipdnn_data_graph *graph, size_t index, hd_text *out)
{
    const hipdnn_data_node *node = &graph->nodes[index];
    hd_text_put(out, "  ");
    print_tensors_of(graph, node, HD_FLOW_OUT, out);
    hd_text_format(out, " = %s(", hd_operation_by_tag(node->operation)->name);
    print_tensors_of(graph, node, HD_FLOW_IN, out);
    hd_text_put(out, ")");
    put_parameters(node, "  ", out);
    hd_text_format(out, "  compute %s", hd_enum_text(&hd_data_type_enum, node->compute_data_type));
    if (node->name[0] != '\0')
        hd_text_format(out, "  '%s'", node->name);
    hd_text_put(out, "\n");
}

void hd_graph_print(const hipdnn_data_graph *graph, hd_text *out)
{
    hd_text_format(out, "graph '%s': io %s, intermediate %s, compute %s\n", graph->name,
                   hd_enum_text(&hd_data_type_enum, graph->io_data_type),
                   hd_enum_text(&hd_data_type_enum, graph->intermediate_data_type),
                   hd_enum_text(&hd_data_type_enum, graph->compute_data_type));
    hd_text_format(out, "%zu tensors\n", graph->tensor_count);
    for (size_t i = 0; i < graph->tensor_count; i++)
        print_tensor(&graph->tensors[i], out);
    hd_text_format(out, "%zu nodes\n", graph->node_count);
    for (size_t i = 0; i < graph->node_count; i++)
        print_node(graph, i, out);
}

/* --------------------------------------------------------------------------------------------- drawing */

/* A label's text: quotes and backslashes escaped. */
static void put_label(const char *text, hd_text *out)
{
    for (; *text != '\0'; text++) {
        if (*text == '"' || *text == '\\')
            hd_text_put(out, "\\");
        hd_text_append(out, *text == '\n' ? " " : text, 1);
    }
}

static void draw_tensor(const hipdnn_data_graph *graph, size_t index, hd_text *out)
{
    const hipdnn_data_tensor *tensor = &graph->tensors[index];
    char dim[HD_DIMS_TEXT_SIZE];
    hd_text name = {0};
    put_tensor_name(graph, tensor->uid, &name);
    hd_text_format(out, "  t%zu [shape=ellipse%s, label=\"", index, tensor->is_virtual ? ", style=dashed" : "");
    put_label(name.data == NULL ? "" : name.data, out);
    hd_text_format(out, "\\n%s %s\"];\n", hd_enum_text(&hd_data_type_enum, tensor->data_type),
                   hd_dims_text(&tensor->dim, dim, sizeof dim));
    hd_text_release(&name);
}

static void draw_edges(const hipdnn_data_graph *graph, size_t index, hd_flow flow, hd_text *out)
{
    hd_uid_cursor cursor = {0};
    int64_t uid;
    while (hd_node_next_uid(&graph->nodes[index], flow, &cursor, &uid) != NULL) {
        const size_t tensor = hipdnn_data_graph_find(graph, uid);
        if (flow == HD_FLOW_IN)
            hd_text_format(out, "  t%zu -> n%zu;\n", tensor, index);
        else
            hd_text_format(out, "  n%zu -> t%zu;\n", index, tensor);
    }
}

static void draw_node(const hipdnn_data_graph *graph, size_t index, hd_text *out)
{
    const hipdnn_data_node *node = &graph->nodes[index];
    hd_text parameters = {0};
    put_parameters(node, "\n", &parameters);
    hd_text_format(out, "  n%zu [shape=box, style=filled, fillcolor=lightgrey, label=\"%s", index,
                   hd_operation_by_tag(node->operation)->name);
    if (node->name[0] != '\0') {
        hd_text_put(out, "\\n");
        put_label(node->name, out);
    }
    for (const char *at = parameters.data; at != NULL && *at != '\0'; at++) {
        const char one[2] = {*at, '\0'};
        if (*at == '\n')
            hd_text_put(out, "\\n");
        else
            put_label(one, out);
    }
    hd_text_put(out, "\"];\n");
    hd_text_release(&parameters);
    draw_edges(graph, index, HD_FLOW_IN, out);
    draw_edges(graph, index, HD_FLOW_OUT, out);
}

void hd_graph_draw(const hipdnn_data_graph *graph, hd_text *out)
{
    hd_text_put(out, "digraph \"");
    put_label(graph->name, out);
    hd_text_put(out, "\" {\n");
    for (size_t i = 0; i < graph->tensor_count; i++)
        draw_tensor(graph, i, out);
    for (size_t i = 0; i < graph->node_count; i++)
        draw_node(graph, i, out);
    hd_text_put(out, "}\n");
}
