/* SPDX-License-Identifier: MIT */
/* Knobs: from descriptors to what a user reads, and from a user's settings to descriptors. */
#include "data_sdk/graph/engine.h"
#include "frontend/internal.h"

#include <string.h>

/* --------------------------------------------------------------------------------------------------- read */

/* A value, or none: the attribute is unset. */
static hd_status read_value(hipdnnBackendDescriptor_t info, hipdnnBackendAttributeName_t attribute, int32_t type,
                            hd_arena *arena, hipdnn_data_knob_value *out_value)
{
    int64_t count = 0;
    *out_value = (hipdnn_data_knob_value){0};
    if (type == HIPDNN_DATA_KNOB_STRING) {
        out_value->type = type;
        return hd_backend_get_text(info, attribute, arena, &out_value->text);
    }
    const bool is_integer = type == HIPDNN_DATA_KNOB_INT64;
    const hipdnnBackendAttributeType_t attribute_type = is_integer ? HIPDNN_TYPE_INT64 : HIPDNN_TYPE_DOUBLE;
    HD_TRY(hd_backend_count(info, attribute, attribute_type, &count));
    if (count == 0)
        return HD_OK;
    out_value->type = type;
    return hd_backend_get(info, attribute, attribute_type, 1,
                          is_integer ? (void *)&out_value->i64 : (void *)&out_value->f64);
}

static hd_status read_default(hipdnnBackendDescriptor_t info, hd_arena *arena, hipdnn_data_knob *knob)
{
    static const struct {
        int64_t attribute_type;
        int32_t knob_type;
    } types[] = {
        {HIPDNN_TYPE_INT64, HIPDNN_DATA_KNOB_INT64},
        {HIPDNN_TYPE_DOUBLE, HIPDNN_DATA_KNOB_DOUBLE},
        {HIPDNN_TYPE_CHAR, HIPDNN_DATA_KNOB_STRING},
    };
    int64_t attribute_type = -1;
    HD_TRY(hd_backend_get(info, HIPDNN_ATTR_KNOB_INFO_DEFAULT_VALUE_TYPE, HIPDNN_TYPE_INT64, 1, &attribute_type));
    for (size_t i = 0; i < sizeof types / sizeof *types; i++) {
        if (types[i].attribute_type == attribute_type)
            return read_value(info, HIPDNN_ATTR_KNOB_INFO_DEFAULT_VALUE, types[i].knob_type, arena,
                              &knob->default_value);
    }
    return hd_fail(HD_NOT_SUPPORTED, "knob '%s' has a default of attribute type %lld, which this library does not know",
                   knob->id, (long long)attribute_type);
}

/* The texts come in one piece, each ended by NUL. */
static hd_status read_valid_texts(hipdnnBackendDescriptor_t info, hd_arena *arena, hipdnn_data_knob *knob)
{
    void *bytes = NULL;
    int64_t size = 0;
    HD_TRY(hd_backend_get_list(info, HIPDNN_ATTR_KNOB_INFO_VALID_VALUES_STRING, HIPDNN_TYPE_CHAR, 1, arena, &bytes,
                               &size));
    for (int64_t i = 0; i < size; i++)
        knob->valid_count += ((const char *)bytes)[i] == '\0';
    const char **texts = hd_arena_alloc_array(arena, knob->valid_count, sizeof *texts);
    if (texts == NULL)
        return hd_fail_alloc(knob->valid_count * sizeof *texts, "a knob's values");
    const char *at = bytes;
    for (uint32_t i = 0; i < knob->valid_count; i++, at += strlen(at) + 1)
        texts[i] = at;
    knob->valid_text = texts;
    return HD_OK;
}

/* What an attribute does not say is no limit: a knob without any has no constraint. */
static hd_status read_limits(hipdnnBackendDescriptor_t info, hd_arena *arena, hipdnn_data_knob *knob)
{
    hipdnn_data_knob_value least, most;
    const int32_t type = knob->default_value.type;
    if (type == HIPDNN_DATA_KNOB_STRING) {
        HD_TRY(hd_backend_get(info, HIPDNN_ATTR_KNOB_INFO_STRING_MAX_LENGTH, HIPDNN_TYPE_INT32, 1,
                              &knob->text_max_length));
        HD_TRY(read_valid_texts(info, arena, knob));
        knob->constraint_type = knob->text_max_length > 0 || knob->valid_count > 0 ? type : HIPDNN_DATA_KNOB_NONE;
        return HD_OK;
    }
    HD_TRY(read_value(info, HIPDNN_ATTR_KNOB_INFO_MINIMUM_VALUE, type, arena, &least));
    HD_TRY(read_value(info, HIPDNN_ATTR_KNOB_INFO_MAXIMUM_VALUE, type, arena, &most));
    knob->constraint_type = least.type;
    knob->i64_min = least.i64;
    knob->i64_max = most.i64;
    knob->f64_min = least.f64;
    knob->f64_max = most.f64;
    if (type != HIPDNN_DATA_KNOB_INT64)
        return HD_OK;
    void *values = NULL;
    int64_t count = 0;
    HD_TRY(hd_backend_get(info, HIPDNN_ATTR_KNOB_INFO_STRIDE, HIPDNN_TYPE_INT64, 1, &knob->i64_step));
    HD_TRY(hd_backend_get_list(info, HIPDNN_ATTR_KNOB_INFO_VALID_VALUES_INT, HIPDNN_TYPE_INT64, sizeof(int64_t), arena,
                               &values, &count));
    knob->valid_i64 = values;
    knob->valid_count = (uint32_t)count;
    return HD_OK;
}

static hd_status read_knob(hipdnnBackendDescriptor_t info, hd_arena *arena, hipdnn_data_knob *knob)
{
    HD_TRY(hd_backend_get_text(info, HIPDNN_ATTR_KNOB_INFO_TYPE, arena, &knob->id));
    HD_TRY(hd_backend_get_text(info, HIPDNN_ATTR_KNOB_INFO_DESCRIPTION, arena, &knob->description));
    HD_TRY(hd_backend_get(info, HIPDNN_ATTR_KNOB_INFO_DEPRECATED, HIPDNN_TYPE_BOOLEAN, 1, &knob->deprecated));
    HD_TRY(read_default(info, arena, knob));
    return read_limits(info, arena, knob);
}

hd_status hd_knobs_read(hipdnnBackendDescriptor_t engine, hd_arena *arena, const hipdnn_data_knob **out_knobs,
                        size_t *out_count)
{
    void *list = NULL;
    int64_t count = 0;
    HD_TRY(hd_backend_get_list(engine, HIPDNN_ATTR_ENGINE_KNOB_INFO, HIPDNN_TYPE_BACKEND_DESCRIPTOR,
                               sizeof(hipdnnBackendDescriptor_t), arena, &list, &count));
    hipdnnBackendDescriptor_t *infos = list;
    hipdnn_data_knob *knobs = hd_arena_alloc_array(arena, (size_t)count, sizeof *knobs);
    hd_status status = knobs != NULL ? HD_OK : hd_fail_alloc((size_t)count * sizeof *knobs, "knobs");
    for (int64_t i = 0; status == HD_OK && i < count; i++)
        status = read_knob(infos[i], arena, &knobs[i]);
    for (int64_t i = 0; i < count; i++)
        hd_backend_destroy(&infos[i]);
    *out_knobs = knobs;
    *out_count = (size_t)count;
    return status;
}

/* -------------------------------------------------------------------------------------------------- choose */

const hipdnn_data_knob *hd_engine_find_knob(const hd_engine *engine, const char *id)
{
    for (size_t i = 0; i < engine->knob_count; i++) {
        if (strcmp(engine->knobs[i].id, id) == 0)
            return &engine->knobs[i];
    }
    return NULL;
}

/* Behaviour (h). `out_is_taken` says whether the setting goes into the config. */
static hd_status check_setting(const hd_engine *engine, const hipdnn_data_knob_setting *setting, hd_knob_rule rule,
                               bool *out_is_taken)
{
    const hipdnn_data_knob *knob = hd_engine_find_knob(engine, setting->id);
    *out_is_taken = false;
    if (rule == HD_REFUSE_UNKNOWN_KNOBS && strcmp(setting->id, HD_BENCHMARKING_KNOB) == 0) {
        hd_warn("engine %s: knob '" HD_BENCHMARKING_KNOB "' is left out: it is not for plans in a list", engine->name);
        return HD_OK;
    }
    if (knob == NULL && rule == HD_REFUSE_UNKNOWN_KNOBS)
        return hd_fail(HD_BAD_PARAM, "knob '%s' is none of the %zu that engine %s offers", setting->id,
                       engine->knob_count, engine->name);
    if (knob == NULL) {
        hd_warn("engine %s has no knob '%s'; the setting is dropped", engine->name, setting->id);
        return HD_OK;
    }
    HD_TRY(hd_knob_check(knob, &setting->value));
    if (knob->deprecated)
        hd_warn("engine %s: knob '%s' is deprecated", engine->name, setting->id);
    *out_is_taken = true;
    return HD_OK;
}

static hd_status check_ids(const hipdnn_data_knob_setting *settings, size_t count)
{
    if (settings == NULL && count != 0)
        return hd_fail(HD_NULL_POINTER, "settings is NULL, but %zu are announced", count);
    for (size_t i = 0; i < count; i++) {
        if (settings[i].id == NULL)
            return hd_fail(HD_NULL_POINTER, "settings[%zu].id is NULL", i);
        for (size_t k = 0; k < i; k++) {
            if (strcmp(settings[k].id, settings[i].id) == 0)
                return hd_fail(HD_BAD_PARAM, "settings[%zu] and settings[%zu] both set knob '%s'", k, i,
                               settings[i].id);
        }
    }
    return HD_OK;
}

static hd_status set_choice_value(hipdnnBackendDescriptor_t choice, const hipdnn_data_knob_value *value)
{
    const hipdnnBackendAttributeName_t attribute = HIPDNN_ATTR_KNOB_CHOICE_KNOB_VALUE;
    switch ((hipdnn_data_knob_type)value->type) {
    case HIPDNN_DATA_KNOB_INT64:
        return hd_backend_set(choice, attribute, HIPDNN_TYPE_INT64, 1, &value->i64);
    case HIPDNN_DATA_KNOB_DOUBLE:
        return hd_backend_set(choice, attribute, HIPDNN_TYPE_DOUBLE, 1, &value->f64);
    case HIPDNN_DATA_KNOB_STRING:
        return hd_backend_set(choice, attribute, HIPDNN_TYPE_CHAR, (int64_t)strlen(value->text), value->text);
    case HIPDNN_DATA_KNOB_NONE:
        break;
    }
    return HD_OK; /* hd_knob_check lets no other pass */
}

static hd_status fill_choice(hipdnnBackendDescriptor_t choice, const hipdnn_data_knob_setting *setting)
{
    HD_TRY(hd_backend_set_text(choice, HIPDNN_ATTR_KNOB_CHOICE_KNOB_TYPE, setting->id));
    HD_TRY(set_choice_value(choice, &setting->value));
    return hd_backend(hipdnnBackendFinalize(choice), "finalizing a knob choice");
}

static hd_status add_choice(hipdnnBackendDescriptor_t config, const hipdnn_data_knob_setting *setting)
{
    hipdnnBackendDescriptor_t choice = NULL;
    hd_status status = hd_backend_create(HIPDNN_BACKEND_KNOB_CHOICE_DESCRIPTOR, &choice);
    if (status == HD_OK)
        status = fill_choice(choice, setting);
    if (status == HD_OK)
        status = hd_backend_set(config, HIPDNN_ATTR_ENGINECFG_KNOB_CHOICES, HIPDNN_TYPE_BACKEND_DESCRIPTOR, 1, &choice);
    hd_backend_destroy(&choice);
    return status;
}

static hd_status fill_config(hipdnnBackendDescriptor_t config, const hd_engine *engine,
                             const hipdnn_data_knob_setting *settings, size_t setting_count, hd_knob_rule rule)
{
    HD_TRY(
        hd_backend_set(config, HIPDNN_ATTR_ENGINECFG_ENGINE, HIPDNN_TYPE_BACKEND_DESCRIPTOR, 1, &engine->descriptor));
    for (size_t i = 0; i < setting_count; i++) {
        bool is_taken = false;
        HD_TRY(check_setting(engine, &settings[i], rule, &is_taken));
        if (is_taken)
            HD_TRY(add_choice(config, &settings[i]));
    }
    return hd_backend(hipdnnBackendFinalize(config), "finalizing its config");
}

hd_status hd_knobs_configure(const hd_engine *engine, const hipdnn_data_knob_setting *settings, size_t setting_count,
                             hd_knob_rule rule, hipdnnBackendDescriptor_t *out_config)
{
    *out_config = NULL;
    HD_TRY(check_ids(settings, setting_count));
    HD_TRY(hd_backend_create(HIPDNN_BACKEND_ENGINECFG_DESCRIPTOR, out_config));
    const hd_status status = fill_config(*out_config, engine, settings, setting_count, rule);
    if (status != HD_OK)
        hd_backend_destroy(out_config);
    return status;
}
