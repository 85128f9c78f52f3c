/* SPDX-License-Identifier: MIT */
/* Our rows and enumerations against the interface facts of tests/abi, both ways: a row missing on either side fails.
 * Only facts on the main line count. */
#include "data_sdk/graph/tables.h"

#include <ctype.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <strings.h>

#include <cmocka.h>

/* ------------------------------------------------------------------------------------------------- reading */

enum { MOST_COLUMNS = 12 };

typedef struct row {
    char line[1024];
    const char *column[MOST_COLUMNS];
} row;

static FILE *open_facts(const char *file)
{
    char path[1024];
    (void)snprintf(path, sizeof path, "%s/%s", ABI_FOLDER, file);
    FILE *facts = fopen(path, "r");
    if (facts == NULL)
        fail_msg("%s cannot be opened", path);
    return facts;
}

static bool next_row(FILE *facts, row *out)
{
    if (fgets(out->line, sizeof out->line, facts) == NULL)
        return false;
    out->line[strcspn(out->line, "\n")] = '\0';
    char *at = out->line;
    for (int i = 0; i < MOST_COLUMNS; i++) {
        out->column[i] = at;
        at += strcspn(at, "\t");
        if (*at == '\t')
            *at++ = '\0';
    }
    return true;
}

/* -------------------------------------------------------------------------------------------------- tables */

/* Columns of schema-tables.tsv. */
enum { TABLE = 2, FIELD = 3, SLOT = 4, TYPE = 5, DEFAULT = 6, STATUS = 9 };

static const hd_table *const flat_tables[] = {
    &hd_graph_table,
    &hd_tensor_table,
    &hd_node_table,
};

static const hd_table *table_by_name(const char *name)
{
    for (size_t i = 0; i < sizeof flat_tables / sizeof flat_tables[0]; i++)
        if (strcmp(flat_tables[i]->name, name) == 0)
            return flat_tables[i];
    const hd_operation *operation = hd_operation_by_table(name);
    return operation == NULL ? NULL : &operation->table;
}

/* Fields around the rows, written by hand. */
static const struct {
    const char *table;
    int slot;
    const char *type;
} by_hand[] = {
    {"Graph", HD_GRAPH_TENSORS, "[TensorAttributes]"},
    {"Graph", HD_GRAPH_NODES, "[Node]"},
    {"Graph", HD_GRAPH_VERSION, "EngineApiVersion"},
    {"Graph", HD_GRAPH_ID, "Uuid"},
    {"TensorAttributes", HD_TENSOR_VALUE - 1, "ubyte (TensorValue tag)"},
    {"TensorAttributes", HD_TENSOR_VALUE, "TensorValue (union, offset)"},
    {"Node", HD_NODE_ATTRIBUTES - 1, "ubyte (NodeAttributes tag)"},
    {"Node", HD_NODE_ATTRIBUTES, "NodeAttributes (union, offset)"},
};

static bool is_by_hand(const row *fact)
{
    for (size_t i = 0; i < sizeof by_hand / sizeof by_hand[0]; i++)
        if (strcmp(by_hand[i].table, fact->column[TABLE]) == 0 && by_hand[i].slot == atoi(fact->column[SLOT]) &&
            strcmp(by_hand[i].type, fact->column[TYPE]) == 0)
            return true;
    return false;
}

/* The schema's type of a row. */
static const char *type_of(const hd_field *field)
{
    static const char *const types[] = {
        [HD_FIELD_UID] = "long",          [HD_FIELD_OPTIONAL_UID] = "long",  [HD_FIELD_BOOL] = "bool",
        [HD_FIELD_I32] = "int",           [HD_FIELD_I64] = "long",           [HD_FIELD_U64] = "ulong",
        [HD_FIELD_F64] = "double",        [HD_FIELD_OPTIONAL_BOOL] = "bool", [HD_FIELD_OPTIONAL_I32] = "int",
        [HD_FIELD_OPTIONAL_I64] = "long", [HD_FIELD_OPTIONAL_F32] = "float", [HD_FIELD_DIMS] = "[long]",
        [HD_FIELD_STRING] = "string",     [HD_FIELD_UID_LIST] = "[long]",    [HD_FIELD_I32_LIST] = "[int]",
        [HD_FIELD_BYTES] = "[ubyte]",
    };
    return field->kind == HD_FIELD_ENUM ? field->values->name : types[field->kind];
}

static bool is_optional(hd_field_kind kind)
{
    return kind == HD_FIELD_OPTIONAL_UID || kind == HD_FIELD_OPTIONAL_BOOL || kind == HD_FIELD_OPTIONAL_I32 ||
           kind == HD_FIELD_OPTIONAL_I64 || kind == HD_FIELD_OPTIONAL_F32;
}

/* The default as the facts write it; an enumeration's is its text, whose case is another matter. */
static void default_of(const hd_field *field, char *text, size_t size)
{
    if (type_of(field)[0] == '[' || field->kind == HD_FIELD_STRING)
        (void)snprintf(text, size, "-");
    else if (is_optional(field->kind))
        (void)snprintf(text, size, "null");
    else if (field->kind == HD_FIELD_BOOL)
        (void)snprintf(text, size, "%s", field->otherwise != 0 ? "true" : "false");
    else if (field->kind == HD_FIELD_ENUM)
        (void)snprintf(text, size, "%s", hd_enum_text(field->values, (int32_t)field->otherwise));
    else
        (void)snprintf(text, size, "%lld", (long long)field->otherwise);
}

static void assert_field(const row *fact, const hd_field *field)
{
    char otherwise[32];
    if (field == NULL)
        fail_msg("%s.%s has no row", fact->column[TABLE], fact->column[FIELD]);
    default_of(field, otherwise, sizeof otherwise);
    assert_string_equal(field->name, fact->column[FIELD]);
    assert_string_equal(type_of(field), fact->column[TYPE]);
    if (field->kind == HD_FIELD_ENUM)
        assert_int_equal(strcasecmp(otherwise, fact->column[DEFAULT]), 0);
    else
        assert_string_equal(otherwise, fact->column[DEFAULT]);
    /* In JSON a field is called as in the schema, with or without a group before it. */
    const char *dot = strchr(field->json, '.');
    assert_string_equal(dot == NULL ? field->json : dot + 1, field->name);
}

static void test_tables_are_those_of_the_schema(void **state)
{
    (void)state;
    FILE *facts = open_facts("schema-tables.tsv");
    row fact;
    size_t joined = 0, expected = 0;
    while (next_row(facts, &fact)) {
        const hd_table *table = table_by_name(fact.column[TABLE]);
        if (table == NULL || strcmp(fact.column[STATUS], "mainline") != 0 || is_by_hand(&fact))
            continue;
        assert_field(&fact, hd_table_field_by_slot(table, (uint16_t)atoi(fact.column[SLOT])));
        joined++;
    }
    (void)fclose(facts);
    for (size_t i = 0; i < sizeof flat_tables / sizeof flat_tables[0]; i++)
        expected += flat_tables[i]->field_count;
    for (size_t i = 0; i < hd_operation_count; i++)
        expected += hd_operations[i]->table.field_count;
    assert_int_equal(joined, expected);
}

static void assert_rows_are_in_order(const hd_table *table)
{
    assert_in_range(table->field_count, 1, HD_TABLE_MAX_FIELDS);
    for (size_t i = 0; i < table->field_count; i++) {
        assert_true(i == 0 || table->fields[i - 1].slot < table->fields[i].slot);
        assert_true(table->fields[i].offset < table->size);
        assert_int_equal(table->fields[i].kind == HD_FIELD_ENUM, table->fields[i].values != NULL);
        assert_true(!table->fields[i].json_left_out || is_optional(table->fields[i].kind));
        assert_true(!table->fields[i].json_as_number || table->fields[i].kind == HD_FIELD_ENUM);
    }
    assert_null(hd_table_field_by_slot(table, 99));
}

static void test_rows_are_in_order(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof flat_tables / sizeof flat_tables[0]; i++)
        assert_rows_are_in_order(flat_tables[i]);
    for (size_t i = 0; i < hd_operation_count; i++) {
        assert_rows_are_in_order(&hd_operations[i]->table);
        assert_true(i == 0 || hd_operations[i - 1]->tag < hd_operations[i]->tag);
        assert_ptr_equal(hd_operation_by_tag(hd_operations[i]->tag), hd_operations[i]);
    }
    assert_null(hd_operation_by_tag(HIPDNN_DATA_OPERATION_NONE));
    assert_null(hd_operation_by_table("GraphAttributes"));
}

/* --------------------------------------------------------------------------------------------- enumerations */

/* Columns of schema-enums.tsv and of backend-enums.tsv. */
enum { ENUM = 0, MEMBER = 2, VALUE = 3, ENUM_STATUS = 6, API_NAME = 1, API_VALUE = 2, API_STATUS = 4 };

/* What JSON calls a value: the schema's member in either case. */
typedef struct enumeration {
    const hd_enum *list;
    const char *api_type, *api_prefix;
    bool is_upper;
} enumeration;

static const enumeration enums[] = {
    {&hd_data_type_enum, "hipdnnDataType_t", "HIPDNN_DATA_", false},
    {&hd_conv_mode_enum, "hipdnnConvolutionMode_t", "HIPDNN_", true},
    {&hd_pointwise_mode_enum, "hipdnnPointwiseMode_t", "HIPDNN_POINTWISE_", false},
    {&hd_norm_phase_enum, "hipdnnNormFwdPhase_t", "HIPDNN_NORM_FWD_", true},
    {&hd_moe_mode_enum, "hipdnnMoeGroupedMatmulMode_t", "HIPDNN_MOE_GROUPED_MATMUL_MODE_", false},
    {&hd_reduction_mode_enum, "hipdnnReduceTensorOp_t", "HIPDNN_REDUCE_TENSOR_", false},
    {&hd_resample_mode_enum, "hipdnnResampleMode_t", "HIPDNN_RESAMPLE_", false},
    {&hd_padding_mode_enum, "hipdnnPaddingMode_t", "HIPDNN_PADDING_", false},
    {&hd_diagonal_alignment_enum, "hipdnnDiagonalAlignment_t", "HIPDNN_DIAGONAL_ALIGNMENT_", true},
    {&hd_attention_implementation_enum, "hipdnnAttentionImplementation_t", "HIPDNN_ATTENTION_IMPLEMENTATION_", true},
};
enum { ENUMS = sizeof enums / sizeof enums[0] };

/* The text of a member of the schema: in its list's case; a reduction's MAX_OP and MIN_OP are "max" and "min". */
static void text_of(const enumeration *of, const char *member, char *text, size_t size)
{
    (void)snprintf(text, size, "%s", member);
    for (char *at = text; !of->is_upper && *at != '\0'; at++)
        *at = (char)tolower((unsigned char)*at);
    char *op = strstr(text, "_op");
    if (of->list == &hd_reduction_mode_enum && op != NULL)
        *op = '\0';
}

static void test_enumerations_are_those_of_the_schema(void **state)
{
    (void)state;
    size_t seen[ENUMS] = {0}, operations = 0;
    FILE *facts = open_facts("schema-enums.tsv");
    row fact;
    while (next_row(facts, &fact)) {
        if (strcmp(fact.column[ENUM_STATUS], "mainline") != 0)
            continue;
        const int number = atoi(fact.column[VALUE]);
        if (strcmp(fact.column[ENUM], "NodeAttributes (union)") == 0 && number != HIPDNN_DATA_OPERATION_NONE) {
            assert_non_null(hd_operation_by_tag(number));
            assert_string_equal(hd_operation_by_tag(number)->table.name, fact.column[MEMBER]);
            operations++;
        }
        for (int i = 0; i < ENUMS; i++) {
            if (strcmp(fact.column[ENUM], enums[i].list->name) != 0)
                continue;
            char text[64];
            text_of(&enums[i], fact.column[MEMBER], text, sizeof text);
            const hd_enum_value *value = hd_enum_by_wire(enums[i].list, number);
            assert_non_null(value);
            assert_string_equal(value->text, text);
            assert_ptr_equal(hd_enum_by_text(enums[i].list, text), value);
            seen[i]++;
        }
    }
    (void)fclose(facts);
    for (int i = 0; i < ENUMS; i++)
        assert_int_equal(seen[i], enums[i].list->count);
    assert_int_equal(operations, hd_operation_count);
    assert_null(hd_operation_by_tag(24));
    assert_null(hd_operation_by_tag(-1));
}

/* The schema's member for a name of the C API: the prefix goes, and so does _EXT. A pointwise MAX is MAX_OP. */
static void member_of(const enumeration *of, const char *name, char *member, size_t size)
{
    const char *rest = name + strlen(of->api_prefix);
    const bool is_op = of->list == &hd_pointwise_mode_enum && (strcmp(rest, "MAX") == 0 || strcmp(rest, "MIN") == 0);
    const bool is_unset = of->list == &hd_padding_mode_enum && strcmp(rest, "NOT_SET") == 0;
    (void)snprintf(member, size, "%s%s%s", is_unset ? "PADDING_" : "", rest, is_op ? "_OP" : "");
    char *ext = strstr(member, "_EXT");
    if (ext != NULL)
        *ext = '\0';
}

static void test_enumerations_have_the_numbers_of_the_api(void **state)
{
    (void)state;
    size_t seen[ENUMS] = {0};
    FILE *facts = open_facts("backend-enums.tsv");
    row fact;
    while (next_row(facts, &fact))
        for (int i = 0; i < ENUMS; i++) {
            const char *status = fact.column[API_STATUS];
            if (strcmp(fact.column[0], enums[i].api_type) != 0 ||
                (strcmp(status, "main") != 0 && strcmp(status, "newest") != 0))
                continue;
            char member[64], text[64];
            member_of(&enums[i], fact.column[API_NAME], member, sizeof member);
            text_of(&enums[i], member, text, sizeof text);
            const hd_enum_value *value = hd_enum_by_text(enums[i].list, text);
            if (value == NULL)
                fail_msg("%s is in no list as '%s'", fact.column[API_NAME], text);
            assert_int_equal(value->api, atoi(fact.column[API_VALUE]));
            assert_ptr_equal(hd_enum_by_api(enums[i].list, value->api), value);
            seen[i]++;
        }
    (void)fclose(facts);
    for (int i = 0; i < ENUMS; i++) /* all but 'unset', where the C API has none */
        assert_int_equal(seen[i], enums[i].list->count - (enums[i].list->values[0].api == -1));
}

/* Where writers differ, any case will do; elsewhere it will not. */
static void test_texts_in_any_case(void **state)
{
    (void)state;
    const hd_enum *modes = &hd_reduction_mode_enum;
    assert_ptr_equal(hd_enum_by_text(modes, "MUL_NO_ZEROS"), hd_enum_by_text(modes, "mul_no_zeros"));
    assert_non_null(hd_enum_by_text(modes, "Avg"));
    assert_null(hd_enum_by_text(modes, "AVGS"));
    assert_null(hd_enum_by_text(modes, "AV"));
    assert_null(hd_enum_by_text(modes, ""));
    assert_non_null(hd_enum_by_text(&hd_resample_mode_enum, "MAXPOOL"));
    assert_null(hd_enum_by_text(&hd_data_type_enum, "FLOAT"));
    assert_null(hd_enum_by_text(&hd_diagonal_alignment_enum, "top_left"));
}

static void test_what_is_in_no_list(void **state)
{
    (void)state;
    for (int i = 0; i < ENUMS; i++) {
        const hd_enum *list = enums[i].list;
        assert_int_equal(list->values[0].wire, 0);
        assert_null(hd_enum_by_api(list, -1));
        assert_null(hd_enum_by_wire(list, -1));
        assert_null(hd_enum_by_wire(list, (int32_t)list->count));
        assert_null(hd_enum_by_text(list, ""));
        assert_string_equal(hd_enum_text(list, 1000), "unknown");
    }
    assert_int_equal(hd_data_type_size(HIPDNN_TYPE_UNSET), 0);
    assert_int_equal(hd_data_type_size(-1), 0);
    for (int32_t type = 1; type <= HIPDNN_TYPE_FP8_E5M2_FNUZ; type++)
        assert_in_range(hd_data_type_size(type), 1, 8);
    assert_int_equal(hd_data_type_size(HIPDNN_TYPE_F32), 4);
    assert_int_equal(hd_data_type_size(HIPDNN_TYPE_BF16), 2);
    assert_int_equal(hd_data_type_size(HIPDNN_TYPE_I64), 8);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_tables_are_those_of_the_schema),
        cmocka_unit_test(test_rows_are_in_order),
        cmocka_unit_test(test_enumerations_are_those_of_the_schema),
        cmocka_unit_test(test_enumerations_have_the_numbers_of_the_api),
        cmocka_unit_test(test_texts_in_any_case),
        cmocka_unit_test(test_what_is_in_no_list),
    };
    return cmocka_run_group_tests_name("data_sdk schema", tests, NULL, NULL);
}
