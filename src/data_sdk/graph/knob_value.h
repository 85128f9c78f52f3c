/* SPDX-License-Identifier: MIT */
/* Union KnobValue, which a knob's default and a knob's setting share. */
#ifndef HD_DATA_SDK_GRAPH_KNOB_VALUE_H
#define HD_DATA_SDK_GRAPH_KNOB_VALUE_H

#include "data_sdk/schema/field.h"

/* The union whose offset is in `slot`. A kind that this version does not know is passed over and decoded as its number:
 * what that means is the caller's to say. */
hd_status hd_knob_value_verify(hd_fb_verifier *verifier, const hd_fb_path *path, uint32_t position, uint16_t slot);
void hd_knob_value_decode(hd_fb_table bytes, uint16_t slot, hipdnn_data_knob_value *out);

/* The member, to be written before its parent's table starts; then its tag and offset in that table. */
hd_fb_ref hd_knob_value_encode(hd_fb_builder *builder, const hipdnn_data_knob_value *value);
void hd_knob_value_add(hd_fb_builder *builder, uint16_t slot, const hipdnn_data_knob_value *value, hd_fb_ref ref);

/* "int64", "double", "string"; "none" for another number. */
const char *hd_knob_type_text(int32_t type);
static inline bool hd_knob_type_is_known(int32_t type)
{
    return type >= HIPDNN_DATA_KNOB_INT64 && type <= HIPDNN_DATA_KNOB_STRING;
}

#endif
