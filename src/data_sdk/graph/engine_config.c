/* SPDX-License-Identifier: MIT */
#include "base/memory.h"
#include "data_sdk/graph/engine.h"
#include "data_sdk/graph/knob_value.h"

#include <inttypes.h>

static const hd_field config_fields[] = {
    HD_FIELD(hipdnn_data_engine_config, I64, 0, engine_id, "engine_id", .json = NULL),
};
static const hd_table config_table = {"EngineConfig", config_fields, 1, sizeof(hipdnn_data_engine_config)};

static const hd_field setting_fields[] = {
    HD_FIELD(hipdnn_data_knob_setting, STRING, 0, id, "knob_id", .json = NULL),
};
static const hd_table setting_table = {"KnobSetting", setting_fields, 1, sizeof(hipdnn_data_knob_setting)};

enum { CONFIG_KNOBS = 1, SETTING_VALUE = 2 };

/* ------------------------------------------------------------------------------------------- one setting */

static hd_status verify_setting(hd_fb_verifier *verifier, const hd_fb_path *path, uint32_t position)
{
    HD_TRY(hd_table_verify(&setting_table, verifier, path, position));
    const hd_fb_path value = {.parent = path, .name = "value", .index = -1};
    HD_TRY(hd_knob_value_verify(verifier, &value, position, SETTING_VALUE));
    const uint8_t tag = hd_fb_verify_peek_u8(verifier, position, SETTING_VALUE - 1, HIPDNN_DATA_KNOB_NONE);
    if (!hd_knob_type_is_known(tag))
        return hd_refuse_at(&value, HD_BAD_PARAM, "%u is no KnobValue; numbers from %d to %d are known", tag,
                            HIPDNN_DATA_KNOB_INT64, HIPDNN_DATA_KNOB_STRING);
    return HD_OK;
}

static void decode_setting(hd_fb_table bytes, hipdnn_data_knob_setting *out)
{
    hd_table_decode(&setting_table, bytes, out);
    hd_knob_value_decode(bytes, SETTING_VALUE, &out->value);
}

static hd_fb_ref encode_setting(hd_fb_builder *builder, const hipdnn_data_knob_setting *setting)
{
    const hd_fb_ref value = hd_knob_value_encode(builder, &setting->value);
    hd_fb_ref refs[HD_TABLE_MAX_FIELDS];
    hd_table_encode_children(&setting_table, builder, setting, refs);
    hd_fb_start_table(builder);
    hd_table_encode_fields(&setting_table, builder, setting, refs);
    hd_knob_value_add(builder, SETTING_VALUE, &setting->value, value);
    return hd_fb_end_table(builder);
}

static hd_status can_be_written(const hipdnn_data_knob_setting *setting)
{
    if (hd_knob_type_is_known(setting->value.type))
        return HD_OK;
    return hd_fail(HD_BAD_PARAM, "the setting of knob '%.128s' has a value of type %" PRId32 ", %d to %d are known",
                   setting->id == NULL ? "" : setting->id, setting->value.type, HIPDNN_DATA_KNOB_INT64,
                   HIPDNN_DATA_KNOB_STRING);
}

/* -------------------------------------------------------------------------------------------- the tables */

hd_status hd_knob_setting_decode(const void *bytes, size_t size, hd_arena *arena, hipdnn_data_knob_setting *out)
{
    *out = (hipdnn_data_knob_setting){.id = "", .value.text = ""};
    hd_fb_verifier verifier;
    uint32_t root;
    HD_TRY(hd_fb_verify_begin(&verifier, bytes, size, NULL, setting_table.name, &root));
    const hd_fb_path path = {.name = setting_table.name, .index = -1};
    HD_TRY(verify_setting(&verifier, &path, root));
    void *copy = hd_arena_alloc(arena, size);
    if (copy == NULL)
        return hd_fail_alloc(size, "a knob setting");
    memcpy(copy, bytes, size);
    decode_setting(hd_fb_root(copy), out);
    return HD_OK;
}

hd_status hd_knob_setting_encode(const hipdnn_data_knob_setting *setting, void **out_bytes, size_t *out_size)
{
    *out_bytes = NULL;
    *out_size = 0;
    HD_TRY(can_be_written(setting));
    hd_fb_builder builder = {0};
    const hd_fb_ref root = encode_setting(&builder, setting);
    return hd_fb_finish(&builder, root, NULL, out_bytes, out_size);
}

static hd_status verify_config(const void *bytes, size_t size)
{
    hd_fb_verifier verifier;
    uint32_t root, vector, count;
    HD_TRY(hd_fb_verify_begin(&verifier, bytes, size, NULL, config_table.name, &root));
    const hd_fb_path path = {.name = config_table.name, .index = -1};
    HD_TRY(hd_table_verify(&config_table, &verifier, &path, root));
    const hd_fb_path knobs = {.parent = &path, .name = "knobs", .index = -1};
    HD_TRY(hd_fb_verify_vector(&verifier, &knobs, root, CONFIG_KNOBS, sizeof(uint32_t), &vector, &count));
    for (uint32_t i = 0; i < count; i++) {
        const hd_fb_path knob = {.parent = &path, .name = "knobs", .index = i};
        uint32_t position;
        HD_TRY(hd_fb_verify_element(&verifier, &knobs, vector, i, &position));
        HD_TRY(verify_setting(&verifier, &knob, position));
    }
    return HD_OK;
}

hd_status hd_engine_config_decode(const void *bytes, size_t size, hd_arena *arena, hipdnn_data_engine_config *out)
{
    *out = (hipdnn_data_engine_config){0};
    HD_TRY(verify_config(bytes, size));
    void *copy = hd_arena_alloc(arena, size);
    if (copy == NULL)
        return hd_fail_alloc(size, "an engine config");
    memcpy(copy, bytes, size);
    const hd_fb_table root = hd_fb_root(copy);
    const hd_fb_vector vector = hd_fb_get_vector(root, CONFIG_KNOBS);
    hipdnn_data_knob_setting *knobs = hd_arena_alloc_array(arena, vector.count, sizeof *knobs);
    if (knobs == NULL)
        return hd_fail_alloc(vector.count * sizeof *knobs, "the knobs of an engine config");
    for (uint32_t i = 0; i < vector.count; i++)
        decode_setting(hd_fb_table_at(vector, i), &knobs[i]);
    hd_table_decode(&config_table, root, out);
    out->knob_count = vector.count;
    out->knobs = knobs;
    return HD_OK;
}

static hd_fb_ref encode_config(hd_fb_builder *builder, const hipdnn_data_engine_config *config, hd_fb_ref *elements)
{
    for (uint32_t i = 0; i < config->knob_count; i++)
        elements[i] = encode_setting(builder, &config->knobs[i]);
    const hd_fb_ref knobs = config->knob_count == 0 ? 0 : hd_fb_create_refs(builder, elements, config->knob_count);
    hd_fb_ref refs[HD_TABLE_MAX_FIELDS];
    hd_table_encode_children(&config_table, builder, config, refs);
    hd_fb_start_table(builder);
    hd_table_encode_fields(&config_table, builder, config, refs);
    hd_fb_add_ref(builder, CONFIG_KNOBS, knobs);
    return hd_fb_end_table(builder);
}

hd_status hd_engine_config_encode(const hipdnn_data_engine_config *config, void **out_bytes, size_t *out_size)
{
    *out_bytes = NULL;
    *out_size = 0;
    for (uint32_t i = 0; i < config->knob_count; i++)
        HD_TRY(can_be_written(&config->knobs[i]));
    hd_fb_ref *elements = hd_alloc_array(config->knob_count, sizeof *elements);
    if (elements == NULL)
        return hd_fail_alloc(config->knob_count * sizeof *elements, "an engine config");
    hd_fb_builder builder = {0};
    const hd_fb_ref root = encode_config(&builder, config, elements);
    hd_free(elements);
    return hd_fb_finish(&builder, root, NULL, out_bytes, out_size);
}
