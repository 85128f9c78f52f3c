/* SPDX-License-Identifier: MIT */
/* The rows of a table as members of a JSON object. A row's `json` names its member: "key", or "group.key" for a member
 * of the object "group". */
#ifndef HD_DATA_SDK_JSON_ROWS_H
#define HD_DATA_SDK_JSON_ROWS_H

#include "data_sdk/json/value.h"
#include "data_sdk/json/writer.h"
#include "data_sdk/schema/field.h"

typedef struct hd_json_row_name {
    char group[24]; /* "" when there is none */
    const char *key;
} hd_json_row_name;

/* `row` must have a JSON name. */
hd_json_row_name hd_json_split_name(const hd_field *row);

/* Is row `i` the first of its group? */
bool hd_json_opens_group(const hd_table *table, size_t i);

/* Adds the keys, or groups, of the rows. */
void hd_json_add_row_keys(hd_json_keys *keys, const hd_table *table);

/* Fills the table's C struct from an object whose own keys are checked; those of its groups are checked here. A row
 * that may be absent gets the schema's default. */
hd_status hd_json_read_rows(const hd_json_value *object, const hd_table *table, void *out);

/* Writes each row as a member, groups in the order of their first rows. What is unset is null, for the original's
 * reader requires most keys; a row can say that it is left out instead. */
hd_status hd_json_write_rows(hd_json_writer *writer, const hd_table *table, const void *object);

/* Writes the row whose JSON name is `key`. */
hd_status hd_json_write_row(hd_json_writer *writer, const hd_table *table, const char *key, const void *object);

/* For a table whose rows are not written in the wire's order, and some only when they differ from the default. Each row
 * has its place in `order`. */
typedef struct hd_json_order {
    const char *key;
    bool always;
} hd_json_order;
hd_status hd_json_write_ordered(hd_json_writer *writer, const hd_table *table, const hd_json_order *order, size_t count,
                                const void *object);

#endif
