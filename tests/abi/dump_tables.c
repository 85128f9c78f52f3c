/* SPDX-License-Identifier: MIT */
/* Prints our tables as tab-separated lines, for test_join.py to hold against the interface facts beside this file. The
 * first word of a line says what the rest is:
 *
 *   table      name, tag, name of the operation ("-" and 0: no operation)
 *   field      table, slot, name, kind, enumeration, default, flow, JSON path, required
 *   operation  table, descriptor type, operation type, attribute of the compute type
 *   binding    table, attribute, name, slot, attribute type, required
 *   kind       descriptor type, name, status of a get before finalize
 *   attribute  descriptor type, attribute, name, attribute type, settable, readable, required
 *   symbol     place, name, required
 *   enum       name, schema number, C API number, text */
#include "backend/descriptors/attributes.h"
#include "backend/descriptors/kinds.h"
#include "data_sdk/graph/tables.h"
#include "plugin/engine_symbols.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

static const char *field_kind(hd_field_kind kind)
{
    static const char *const names[] = {
        [HD_FIELD_UID] = "UID",
        [HD_FIELD_OPTIONAL_UID] = "OPTIONAL_UID",
        [HD_FIELD_BOOL] = "BOOL",
        [HD_FIELD_ENUM] = "ENUM",
        [HD_FIELD_I32] = "I32",
        [HD_FIELD_I64] = "I64",
        [HD_FIELD_U64] = "U64",
        [HD_FIELD_F64] = "F64",
        [HD_FIELD_OPTIONAL_I64] = "OPTIONAL_I64",
        [HD_FIELD_OPTIONAL_F32] = "OPTIONAL_F32",
        [HD_FIELD_DIMS] = "DIMS",
        [HD_FIELD_STRING] = "STRING",
        [HD_FIELD_OPTIONAL_BOOL] = "OPTIONAL_BOOL",
        [HD_FIELD_OPTIONAL_I32] = "OPTIONAL_I32",
        [HD_FIELD_UID_LIST] = "UID_LIST",
        [HD_FIELD_I32_LIST] = "I32_LIST",
        [HD_FIELD_BYTES] = "BYTES",
    };
    const size_t number = (size_t)kind;
    return number < sizeof names / sizeof *names && names[number] != NULL ? names[number] : "unknown";
}

static const char *flow(hd_flow value)
{
    return value == HD_FLOW_IN ? "in" : value == HD_FLOW_OUT ? "out" : "-";
}

static void dump_table(const hd_table *table, int32_t tag, const char *operation)
{
    (void)printf("table\t%s\t%" PRId32 "\t%s\n", table->name, tag, operation);
    for (size_t i = 0; i < table->field_count; i++) {
        const hd_field *field = &table->fields[i];
        (void)printf("field\t%s\t%u\t%s\t%s\t%s\t%" PRId64 "\t%s\t%s\t%d\n", table->name, field->slot, field->name,
                     field_kind(field->kind), field->values == NULL ? "-" : field->values->name, field->otherwise,
                     flow(field->flow), field->json == NULL ? "-" : field->json, field->required);
    }
}

static void dump_binding(const hd_operation_binding *binding)
{
    const hd_table *table = &binding->operation->table;
    (void)printf("operation\t%s\t%d\t%d\t%d\n", table->name, (int)binding->descriptor_type,
                 (int)binding->operation_type, (int)binding->compute_type);
    for (size_t i = 0; i < binding->row_count; i++) {
        const hd_binding *row = &binding->rows[i];
        const hd_field *field = hd_table_field_by_slot(table, row->slot);
        (void)printf("binding\t%s\t%d\t%s\t%u\t%d\t%d\n", table->name, (int)row->attribute, row->text, row->slot,
                     field == NULL ? -1 : (int)hd_binding_type(field), row->required);
    }
}

static void dump_kind(hipdnnBackendDescriptorType_t type, const hd_kind *kind)
{
    (void)printf("kind\t%d\t%s\t%d\n", (int)type, kind->name, (int)kind->unfinalized_get);
    for (size_t i = 0; i < kind->attribute_count; i++) {
        const hd_attribute *row = &kind->attributes[i];
        (void)printf("attribute\t%d\t%d\t%s\t%d\t%d\t%d\t%d\n", (int)type, (int)row->name, row->text, (int)row->type,
                     (row->flags & HD_SET) != 0, (row->flags & HD_GET) != 0, (row->flags & HD_REQUIRED) != 0);
    }
}

/* A kind's table is found at an object of it, as the entry points find it. */
static void dump_kinds(void)
{
    enum { PAST_LAST_TYPE = 128 };
    for (int type = 0; type < PAST_LAST_TYPE; type++) {
        hd_object *object;
        if (hd_descriptor_create((hipdnnBackendDescriptorType_t)type, &object) != HD_OK)
            continue;
        dump_kind((hipdnnBackendDescriptorType_t)type, object->kind);
        (void)hd_object_destroy(object);
    }
}

static void dump_enum(const hd_enum *list)
{
    for (size_t i = 0; i < list->count; i++)
        (void)printf("enum\t%s\t%" PRId32 "\t%" PRId32 "\t%s\n", list->name, list->values[i].wire, list->values[i].api,
                     list->values[i].text);
}

int main(void)
{
    dump_table(&hd_graph_table, 0, "-");
    dump_table(&hd_tensor_table, 0, "-");
    dump_table(&hd_node_table, 0, "-");
    for (size_t i = 0; i < hd_operation_count; i++)
        dump_table(&hd_operations[i]->table, hd_operations[i]->tag, hd_operations[i]->name);
    for (size_t i = 0; i < hd_operation_binding_count; i++)
        dump_binding(hd_operation_bindings[i]);
    dump_kinds();
    for (size_t i = 0; i < hd_engine_symbol_count; i++)
        (void)printf("symbol\t%zu\t%s\t%d\n", i + 1, hd_engine_symbols[i].name, hd_engine_symbols[i].required);
    static const hd_enum *const enums[] = {
        &hd_data_type_enum,          &hd_conv_mode_enum,
        &hd_pointwise_mode_enum,     &hd_norm_phase_enum,
        &hd_moe_mode_enum,           &hd_reduction_mode_enum,
        &hd_resample_mode_enum,      &hd_padding_mode_enum,
        &hd_diagonal_alignment_enum, &hd_attention_implementation_enum,
    };
    for (size_t i = 0; i < sizeof enums / sizeof *enums; i++)
        dump_enum(enums[i]);
    return EXIT_SUCCESS;
}
