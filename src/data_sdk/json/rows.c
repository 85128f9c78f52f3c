/* SPDX-License-Identifier: MIT */
#include "data_sdk/json/rows.h"

#include <assert.h>
#include <string.h>

hd_json_row_name hd_json_split_name(const hd_field *row)
{
    hd_json_row_name name = {.key = row->json};
    const char *dot = strchr(row->json, '.');
    if (dot == NULL)
        return name;
    const size_t length = (size_t)(dot - row->json);
    assert(length < sizeof name.group);
    memcpy(name.group, row->json, length);
    name.key = dot + 1;
    return name;
}

bool hd_json_opens_group(const hd_table *table, size_t i)
{
    const hd_json_row_name name = hd_json_split_name(&table->fields[i]);
    if (name.group[0] == '\0')
        return false;
    for (size_t earlier = 0; earlier < i; earlier++)
        if (table->fields[earlier].json != NULL &&
            strcmp(hd_json_split_name(&table->fields[earlier]).group, name.group) == 0)
            return false;
    return true;
}
