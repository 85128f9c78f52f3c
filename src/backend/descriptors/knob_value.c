/* SPDX-License-Identifier: MIT */
#include "backend/descriptors/knob_value.h"

#include "base/memory.h"

#include <inttypes.h>
#include <string.h>

static const struct {
    int32_t knob_type;
    hipdnnBackendAttributeType_t attribute_type;
} types[] = {
    {HIPDNN_DATA_KNOB_INT64, HIPDNN_TYPE_INT64},
    {HIPDNN_DATA_KNOB_DOUBLE, HIPDNN_TYPE_DOUBLE},
    {HIPDNN_DATA_KNOB_STRING, HIPDNN_TYPE_CHAR},
};

hipdnnBackendAttributeType_t hd_knob_attribute_type(int32_t knob_type)
{
    for (size_t i = 0; i < sizeof types / sizeof *types; i++) {
        if (types[i].knob_type == knob_type)
            return types[i].attribute_type;
    }
    return HIPDNN_TYPE_INT64;
}

static int32_t knob_type_of(const hd_attribute *row)
{
    for (size_t i = 0; i < sizeof types / sizeof *types; i++) {
        if (types[i].attribute_type == row->type)
            return types[i].knob_type;
    }
    return HIPDNN_DATA_KNOB_NONE;
}

static hd_status set_text(const hd_attribute *row, char **slot, int64_t count, int64_t least, int64_t most,
                          const void *elements)
{
    if (count < least || count > most)
        return hd_fail(HD_BAD_PARAM, "%s: a text of %" PRId64 " bytes, from %" PRId64 " to %" PRId64 " are allowed",
                       row->text, count, least, most);
    char *copy = hd_copy_text(elements, (size_t)count);
    if (copy == NULL)
        return hd_fail_alloc((size_t)count, row->text);
    hd_free(*slot);
    *slot = copy;
    return HD_OK;
}

hd_status hd_knob_id_set(const hd_attribute *row, char **slot, int64_t count, const void *elements)
{
    return set_text(row, slot, count, 1, HD_KNOB_ID_LENGTH, elements);
}

hd_status hd_knob_text_set(const hd_attribute *row, char **slot, int64_t count, const void *elements)
{
    return set_text(row, slot, count, 0, HD_KNOB_TEXT_LENGTH, elements);
}

hd_status hd_knob_slot_set(const hd_attribute *row, hd_knob_slot *slot, int64_t count, const void *elements)
{
    const int32_t type = knob_type_of(row);
    hipdnn_data_knob_value value = {.type = type};
    if (type == HIPDNN_DATA_KNOB_STRING) {
        HD_TRY(set_text(row, &slot->text, count, 0, HD_KNOB_TEXT_LENGTH, elements));
        value.text = slot->text;
    } else if (count != 1) {
        return hd_fail(HD_BAD_PARAM, "%s takes exactly 1 element, %" PRId64 " were given", row->text, count);
    } else {
        memcpy(type == HIPDNN_DATA_KNOB_INT64 ? (void *)&value.i64 : (void *)&value.f64, elements, sizeof(int64_t));
    }
    slot->value = value;
    return HD_OK;
}

hd_status hd_knob_slot_get(const hd_attribute *row, const hd_knob_slot *slot, int64_t requested, int64_t *out_count,
                           void *elements)
{
    if (slot->value.type == HIPDNN_DATA_KNOB_NONE)
        return hd_give_elements(row, NULL, 0, sizeof(int64_t), requested, out_count, elements);
    if (slot->value.type != knob_type_of(row))
        return hd_fail(HD_BAD_PARAM, "%s holds a value of attribute type %d, not %d", row->text,
                       (int)hd_knob_attribute_type(slot->value.type), (int)row->type);
    if (slot->value.type == HIPDNN_DATA_KNOB_STRING)
        return hd_give_text(row, slot->value.text, requested, out_count, elements);
    const void *number =
        slot->value.type == HIPDNN_DATA_KNOB_INT64 ? (const void *)&slot->value.i64 : (const void *)&slot->value.f64;
    return hd_give_elements(row, number, 1, sizeof(int64_t), requested, out_count, elements);
}

hd_status hd_knob_slot_copy(const hipdnn_data_knob_value *value, hd_knob_slot *slot)
{
    hd_knob_slot copy = {.value = *value};
    if (value->type == HIPDNN_DATA_KNOB_STRING) {
        copy.text = hd_copy_text(value->text, strlen(value->text));
        if (copy.text == NULL)
            return hd_fail_alloc(strlen(value->text), "a knob's value");
        copy.value.text = copy.text;
    }
    hd_knob_slot_release(slot);
    *slot = copy;
    return HD_OK;
}

void hd_knob_slot_release(hd_knob_slot *slot)
{
    hd_free(slot->text);
    *slot = (hd_knob_slot){0};
}
