/* SPDX-License-Identifier: MIT */
/* The document from the top: graph, tensors, nodes. Their flat fields and those of an operation are written by the rows
 * of their tables. */
#include "data_sdk/json/json.h"

#include "data_sdk/graph/tables.h"
#include "data_sdk/json/locale.h"
#include "data_sdk/json/rows.h"
#include "data_sdk/json/tensor.h"
#include "data_sdk/json/uuid.h"

static hd_status write_node(hd_json_writer *writer, const hipdnn_data_node *node)
{
    const hd_operation *operation = hd_operation_by_tag(node->operation);
    if (operation == NULL)
        return hd_fail(HD_NOT_SUPPORTED, "operation %d is unknown", (int)node->operation);
    hd_json_open(writer, '{');
    HD_TRY(hd_json_write_row(writer, &hd_node_table, "name", node));
    hd_json_put_key(writer, "type");
    hd_json_put_text(writer, operation->table.name);
    HD_TRY(hd_json_write_row(writer, &hd_node_table, "compute_data_type", node));
    HD_TRY(hd_json_write_rows(writer, &operation->table, node->attributes));
    hd_json_close(writer, '}');
    return HD_OK;
}

static hd_status write_tensors(hd_json_writer *writer, const hipdnn_data_graph *graph)
{
    hd_json_put_key(writer, "tensors");
    hd_json_open(writer, '[');
    for (size_t i = 0; i < graph->tensor_count; i++) {
        const hd_status status = hd_json_write_tensor(writer, &graph->tensors[i]);
        if (status != HD_OK)
            return hd_fail_in(status, "tensors[%zu]", i);
    }
    hd_json_close(writer, ']');
    return HD_OK;
}

static hd_status write_nodes(hd_json_writer *writer, const hipdnn_data_graph *graph)
{
    hd_json_put_key(writer, "nodes");
    hd_json_open(writer, '[');
    for (size_t i = 0; i < graph->node_count; i++) {
        const hd_status status = write_node(writer, &graph->nodes[i]);
        if (status != HD_OK)
            return hd_fail_in(status, "nodes[%zu]", i);
    }
    hd_json_close(writer, ']');
    return HD_OK;
}

static hd_status write_graph(hd_json_writer *writer, const hipdnn_data_graph *graph)
{
    static const hd_json_order order[] = {
        {"name", true},
        {"compute_data_type", true},
        {"io_data_type", true},
        {"intermediate_data_type", true},
        {"is_override_shape_enabled", false},
        {"preferred_engine_id", false},
    };
    hd_json_open(writer, '{');
    HD_TRY(hd_json_write_ordered(writer, &hd_graph_table, order, sizeof order / sizeof order[0], graph));
    if (graph->has_id) {
        char id[HD_UUID_TEXT_SIZE];
        hd_json_put_key(writer, "id");
        hd_json_put_text(writer, hd_uuid_text(graph->id, id));
    }
    HD_TRY(write_tensors(writer, graph));
    HD_TRY(write_nodes(writer, graph));
    hd_json_close(writer, '}');
    if (writer->pretty) /* the form of a file */
        hd_text_put(writer->text, "\n");
    return HD_OK;
}

hd_status hd_graph_to_json(const hipdnn_data_graph *graph, bool pretty, hd_text *out_text)
{
    const size_t before = out_text->size;
    hd_json_writer writer = {.text = out_text, .pretty = pretty};
    hd_json_locale locale;
    HD_TRY(hd_json_locale_enter(&locale));
    hd_status status = write_graph(&writer, graph);
    hd_json_locale_leave(&locale);
    if (status == HD_OK && out_text->failed)
        status = hd_fail_alloc(out_text->capacity, "the JSON text of a graph");
    if (status != HD_OK && out_text->data != NULL) { /* half a document is none */
        out_text->size = before;
        out_text->data[before] = '\0';
    }
    return status;
}
