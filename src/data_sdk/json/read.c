/* SPDX-License-Identifier: MIT */
/* The document from the top: graph, tensors, nodes. Their flat fields and those of an operation are read by the rows of
 * their tables. */
#include "data_sdk/json/json.h"

#include "data_sdk/graph/tables.h"
#include "data_sdk/json/locale.h"
#include "data_sdk/json/rows.h"
#include "data_sdk/json/tensor.h"
#include "data_sdk/json/uuid.h"

#include <limits.h>
#include <string.h>

static void add_key(hd_json_keys *keys, const char *key)
{
    hd_json_add_key(keys, key, strlen(key));
}

static hd_status refuse_operation(const hd_json_value *type)
{
    hd_text expected = {0};
    hd_text_put(&expected, "an operation (");
    for (size_t i = 0; i < hd_operation_count; i++)
        hd_text_format(&expected, "%s%s", i == 0 ? "" : ", ", hd_operations[i]->table.name);
    hd_text_put(&expected, ")");
    const hd_status status = hd_json_refuse_kind(type, expected.failed ? "an operation" : expected.data);
    hd_text_release(&expected);
    return status;
}

static hd_status read_node(const hd_json_value *value, hipdnn_data_node *node)
{
    if (!json_is_object(value->json))
        return hd_json_refuse_kind(value, "an object");
    const hd_json_value type = hd_json_member(value, "type"); /* first: it says which other keys there are */
    const hd_operation *operation =
        json_is_string(type.json) ? hd_operation_by_table(json_string_value(type.json)) : NULL;
    if (operation == NULL)
        return refuse_operation(&type);
    hd_json_keys keys = {0};
    add_key(&keys, "type");
    hd_json_add_row_keys(&keys, &hd_node_table);
    hd_json_add_row_keys(&keys, &operation->table);
    HD_TRY(hd_json_get_object(value, &keys));

    void *attributes = hd_arena_alloc(value->document->arena, operation->table.size);
    if (attributes == NULL)
        return hd_fail_alloc(operation->table.size, operation->table.name);
    HD_TRY(hd_json_read_rows(value, &hd_node_table, node));
    HD_TRY(hd_json_read_rows(value, &operation->table, attributes));
    node->operation = operation->tag;
    node->attributes = attributes;
    return HD_OK;
}

static hd_status read_nodes(const hd_json_value *list, hipdnn_data_graph *graph)
{
    size_t count;
    HD_TRY(hd_json_get_list(list, &count));
    hipdnn_data_node *nodes = hd_arena_alloc_array(list->document->arena, count, sizeof *nodes);
    if (nodes == NULL)
        return hd_fail_alloc(count * sizeof *nodes, "the nodes of a JSON document");
    for (size_t i = 0; i < count; i++) {
        const hd_json_value element = hd_json_element(list, i);
        HD_TRY(read_node(&element, &nodes[i]));
    }
    graph->nodes = nodes;
    graph->node_count = count;
    return HD_OK;
}

static hd_status read_tensors(const hd_json_value *list, hipdnn_data_graph *graph)
{
    size_t count;
    HD_TRY(hd_json_get_list(list, &count));
    hipdnn_data_tensor *tensors = hd_arena_alloc_array(list->document->arena, count, sizeof *tensors);
    if (tensors == NULL)
        return hd_fail_alloc(count * sizeof *tensors, "the tensors of a JSON document");
    for (size_t i = 0; i < count; i++) {
        const hd_json_value element = hd_json_element(list, i);
        HD_TRY(hd_json_read_tensor(&element, &tensors[i]));
    }
    graph->tensors = tensors;
    graph->tensor_count = count;
    return HD_OK;
}

static hd_status read_id(const hd_json_value *id, hipdnn_data_graph *graph)
{
    if (hd_json_is_none(id))
        return HD_OK;
    if (!json_is_string(id->json) || !hd_uuid_parse(json_string_value(id->json), graph->id))
        return hd_json_refuse_kind(id, "a UUID (8-4-4-4-12 hex digits)");
    graph->has_id = true;
    return HD_OK;
}

static hd_status read_graph(const hd_json_value *root, hipdnn_data_graph *graph)
{
    hd_json_keys keys = {0};
    hd_json_add_row_keys(&keys, &hd_graph_table);
    add_key(&keys, "id");
    add_key(&keys, "tensors");
    add_key(&keys, "nodes");
    HD_TRY(hd_json_get_object(root, &keys));
    HD_TRY(hd_json_read_rows(root, &hd_graph_table, graph));
    const hd_json_value id = hd_json_member(root, "id");
    HD_TRY(read_id(&id, graph));
    const hd_json_value tensors = hd_json_member(root, "tensors");
    HD_TRY(read_tensors(&tensors, graph));
    const hd_json_value nodes = hd_json_member(root, "nodes");
    return read_nodes(&nodes, graph);
}

/* jansson names the place itself. Out of memory it says nothing at all, or, in the midst of a text, that this text is
 * invalid: that cannot be told from a syntax error. */
static hd_status parse(const hd_json_document *document, json_t **out_root)
{
    json_error_t error;
    *out_root = NULL;
    if (document->size > INT_MAX) /* jansson counts positions in int */
        return hd_fail(HD_BAD_PARAM, "the document has %zu bytes, at most %d are read", document->size, INT_MAX);
    *out_root = json_loadb(document->text, document->size, JSON_REJECT_DUPLICATES, &error);
    if (*out_root != NULL)
        return HD_OK;
    if (error.text[0] == '\0' || json_error_code(&error) == json_error_out_of_memory)
        return hd_fail_alloc(document->size, "a JSON document");
    return hd_fail(HD_BAD_PARAM, "line %d, column %d: %s", error.line, error.column > 0 ? error.column : 1, error.text);
}

static hd_status read_document(const hd_json_document *document, const hipdnn_data_graph **out_graph)
{
    hipdnn_data_graph *graph = hd_arena_alloc(document->arena, sizeof *graph);
    if (graph == NULL)
        return hd_fail_alloc(sizeof *graph, "a graph");
    hd_json_value root = {.document = document};
    hd_status status = parse(document, &root.json);
    if (status == HD_OK)
        status = read_graph(&root, graph);
    json_decref(root.json);
    if (status == HD_OK)
        *out_graph = graph;
    return status;
}

hd_status hd_graph_from_json(const char *text, size_t size, hd_arena *arena, const hipdnn_data_graph **out_graph)
{
    *out_graph = NULL;
    const hd_json_document document = {text == NULL ? "" : text, size, arena}; /* an empty hd_text has no bytes */
    hd_json_locale locale;
    HD_TRY(hd_json_locale_enter(&locale));
    const hd_status status = read_document(&document, out_graph);
    hd_json_locale_leave(&locale);
    return status;
}
