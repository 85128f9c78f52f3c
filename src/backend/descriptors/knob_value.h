/* SPDX-License-Identifier: MIT */
/* A knob's value in a descriptor: an integer, a real or a text, by the attribute type that it is set with. */
#ifndef HD_BACKEND_KNOB_VALUE_H
#define HD_BACKEND_KNOB_VALUE_H

#include "backend/descriptors/attributes.h"
#include "hipdnn_data_sdk/graph.h"

/* Longest texts (backend notes, inner limits). */
enum { HD_KNOB_ID_LENGTH = 4096, HD_KNOB_TEXT_LENGTH = 65536 };

/* All zero: not set. `value.text` is `text`, which is owned. */
typedef struct hd_knob_slot {
    hipdnn_data_knob_value value;
    char *text;
} hd_knob_slot;

/* The value's kind follows from the row's attribute type. */
hd_status hd_knob_slot_set(const hd_attribute *row, hd_knob_slot *slot, int64_t count, const void *elements);
/* BAD_PARAM when the value is of another type than the row's. */
hd_status hd_knob_slot_get(const hd_attribute *row, const hd_knob_slot *slot, int64_t requested, int64_t *out_count,
                           void *elements);
hd_status hd_knob_slot_copy(const hipdnn_data_knob_value *value, hd_knob_slot *slot);
void hd_knob_slot_release(hd_knob_slot *slot);

/* The attribute type of values of a kind. */
hipdnnBackendAttributeType_t hd_knob_attribute_type(int32_t knob_type);

/* A text of 1 to HD_KNOB_ID_LENGTH bytes into an owned `char *`. */
hd_status hd_knob_id_set(const hd_attribute *row, char **slot, int64_t count, const void *elements);
/* The same for one of 0 to HD_KNOB_TEXT_LENGTH bytes. */
hd_status hd_knob_text_set(const hd_attribute *row, char **slot, int64_t count, const void *elements);

#endif
