/* SPDX-License-Identifier: MIT */
#include "data_sdk/graph/knob_value.h"

static const hd_field int_fields[] = {HD_FIELD(hipdnn_data_knob_value, I64, 0, i64, "value", .json = NULL)};
static const hd_field float_fields[] = {HD_FIELD(hipdnn_data_knob_value, F64, 0, f64, "value", .json = NULL)};
static const hd_field string_fields[] = {HD_FIELD(hipdnn_data_knob_value, STRING, 0, text, "value", .json = NULL)};

/* By tag. */
static const hd_table members[] = {
    [HIPDNN_DATA_KNOB_INT64] = {"IntValue", int_fields, 1, sizeof(hipdnn_data_knob_value)},
    [HIPDNN_DATA_KNOB_DOUBLE] = {"FloatValue", float_fields, 1, sizeof(hipdnn_data_knob_value)},
    [HIPDNN_DATA_KNOB_STRING] = {"StringValue", string_fields, 1, sizeof(hipdnn_data_knob_value)},
};

const char *hd_knob_type_text(int32_t type)
{
    static const char *const texts[] = {"none", "int64", "double", "string"};
    return hd_knob_type_is_known(type) ? texts[type] : texts[HIPDNN_DATA_KNOB_NONE];
}

hd_status hd_knob_value_verify(hd_fb_verifier *verifier, const hd_fb_path *path, uint32_t position, uint16_t slot)
{
    uint8_t tag;
    uint32_t target;
    HD_TRY(hd_union_verify(verifier, path, position, slot, &tag, &target));
    return hd_knob_type_is_known(tag) ? hd_table_verify(&members[tag], verifier, path, target) : HD_OK;
}

void hd_knob_value_decode(hd_fb_table bytes, uint16_t slot, hipdnn_data_knob_value *out)
{
    *out =
        (hipdnn_data_knob_value){.type = hd_fb_get_u8(bytes, (uint16_t)(slot - 1), HIPDNN_DATA_KNOB_NONE), .text = ""};
    if (hd_knob_type_is_known(out->type))
        hd_table_decode(&members[out->type], hd_fb_get_table(bytes, slot), out);
}

hd_fb_ref hd_knob_value_encode(hd_fb_builder *builder, const hipdnn_data_knob_value *value)
{
    return hd_knob_type_is_known(value->type) ? hd_table_encode(&members[value->type], builder, value) : 0;
}

void hd_knob_value_add(hd_fb_builder *builder, uint16_t slot, const hipdnn_data_knob_value *value, hd_fb_ref ref)
{
    const uint8_t tag = (uint8_t)value->type;
    if (ref == 0)
        return;
    hd_fb_add_ref(builder, slot, ref);
    hd_fb_add_inline(builder, (uint16_t)(slot - 1), &tag, sizeof tag, sizeof tag);
}
