/* SPDX-License-Identifier: MIT */
/* A knob on offer: an engine's, or one that a user describes. */
#include "backend/descriptors/kinds.h"
#include "backend/descriptors/knob_value.h"
#include "base/memory.h"
#include "data_sdk/graph/engine.h"

#include <inttypes.h>
#include <limits.h>
#include <float.h>
#include <stdint.h>
#include <string.h>

typedef struct knob_info {
    hd_object base;
    char *id;
    char *description;
    hd_knob_slot default_value, minimum, maximum;
    int64_t step;
    bool deprecated;
    hd_list valid_i64;
    hd_list valid_text; /* bytes: texts parted by NUL, ended by one more */
    int32_t text_max_length;
} knob_info;

static hd_status id_set(hd_object *object, const hd_attribute *row, int64_t count, const void *elements)
{
    return hd_knob_id_set(row, &((knob_info *)object)->id, count, elements);
}

static hd_status description_set(hd_object *object, const hd_attribute *row, int64_t count, const void *elements)
{
    return hd_knob_text_set(row, &((knob_info *)object)->description, count, elements);
}

static hd_knob_slot *slot_of(hd_object *object, const hd_attribute *row)
{
    return (hd_knob_slot *)(void *)((char *)object + row->offset);
}

static hd_status value_set(hd_object *object, const hd_attribute *row, int64_t count, const void *elements)
{
    return hd_knob_slot_set(row, slot_of(object, row), count, elements);
}

static hd_status value_get(hd_object *object, const hd_attribute *row, int64_t requested, int64_t *out_count,
                           void *elements)
{
    return hd_knob_slot_get(row, slot_of(object, row), requested, out_count, elements);
}

static hd_status valid_text_set(hd_object *object, const hd_attribute *row, int64_t count, const void *elements)
{
    knob_info *self = (knob_info *)object;
    if (count < 1 || count > INT32_MAX)
        return hd_fail(HD_BAD_PARAM, "%s: %" PRId64 " bytes were given; give at least 1, texts parted by NUL",
                       row->text, count);
    char *copy = hd_copy_text(elements, (size_t)count);
    if (copy == NULL)
        return hd_fail_alloc((size_t)count, row->text);
    hd_free(self->valid_text.data);
    self->valid_text = (hd_list){copy, count};
    return HD_OK;
}

static hd_status valid_text_get(hd_object *object, const hd_attribute *row, int64_t requested, int64_t *out_count,
                                void *elements)
{
    const knob_info *self = (const knob_info *)object;
    return hd_give_elements(row, self->valid_text.data, self->valid_text.count, 1, requested, out_count, elements);
}

static hd_status default_type_get(hd_object *object, const hd_attribute *row, int64_t requested, int64_t *out_count,
                                  void *elements)
{
    const int32_t type = ((const knob_info *)object)->default_value.value.type;
    return hd_give_i64(row, (int64_t)hd_knob_attribute_type(type), requested, out_count, elements);
}

#define MEMBER(member) .offset = offsetof(knob_info, member)
#define VALUE(name, type, member)                                                                                      \
    {                                                                                                                  \
        HD_ATTRIBUTE(name, type), .flags = HD_SET | HD_GET, .set = value_set, .get = value_get, MEMBER(member)         \
    }

static const hd_attribute attributes[] = {
    {HD_ATTRIBUTE(HIPDNN_ATTR_KNOB_INFO_TYPE, HIPDNN_TYPE_CHAR), .store = HD_STORE_TEXT,
     .flags = HD_SET | HD_GET | HD_REQUIRED, .set = id_set, MEMBER(id)},
    VALUE(HIPDNN_ATTR_KNOB_INFO_DEFAULT_VALUE, HIPDNN_TYPE_INT64, default_value),
    VALUE(HIPDNN_ATTR_KNOB_INFO_DEFAULT_VALUE, HIPDNN_TYPE_DOUBLE, default_value),
    VALUE(HIPDNN_ATTR_KNOB_INFO_DEFAULT_VALUE, HIPDNN_TYPE_CHAR, default_value),
    VALUE(HIPDNN_ATTR_KNOB_INFO_MINIMUM_VALUE, HIPDNN_TYPE_INT64, minimum),
    VALUE(HIPDNN_ATTR_KNOB_INFO_MINIMUM_VALUE, HIPDNN_TYPE_DOUBLE, minimum),
    VALUE(HIPDNN_ATTR_KNOB_INFO_MAXIMUM_VALUE, HIPDNN_TYPE_INT64, maximum),
    VALUE(HIPDNN_ATTR_KNOB_INFO_MAXIMUM_VALUE, HIPDNN_TYPE_DOUBLE, maximum),
    {HD_ATTRIBUTE(HIPDNN_ATTR_KNOB_INFO_STRIDE, HIPDNN_TYPE_INT64), .store = HD_STORE_I64, .flags = HD_SET | HD_GET,
     MEMBER(step)},
    {HD_ATTRIBUTE(HIPDNN_ATTR_KNOB_INFO_DESCRIPTION, HIPDNN_TYPE_CHAR), .store = HD_STORE_TEXT,
     .flags = HD_SET | HD_GET, .set = description_set, MEMBER(description)},
    {HD_ATTRIBUTE(HIPDNN_ATTR_KNOB_INFO_DEPRECATED, HIPDNN_TYPE_BOOLEAN), .store = HD_STORE_BOOL,
     .flags = HD_SET | HD_GET, MEMBER(deprecated)},
    {HD_ATTRIBUTE(HIPDNN_ATTR_KNOB_INFO_VALID_VALUES_INT, HIPDNN_TYPE_INT64), .store = HD_STORE_I64_LIST,
     .flags = HD_SET | HD_GET, MEMBER(valid_i64)},
    {HD_ATTRIBUTE(HIPDNN_ATTR_KNOB_INFO_VALID_VALUES_STRING, HIPDNN_TYPE_CHAR), .flags = HD_SET | HD_GET,
     .set = valid_text_set, .get = valid_text_get},
    {HD_ATTRIBUTE(HIPDNN_ATTR_KNOB_INFO_STRING_MAX_LENGTH, HIPDNN_TYPE_INT32), .store = HD_STORE_NUMBER,
     .flags = HD_SET | HD_GET, MEMBER(text_max_length)},
    {HD_ATTRIBUTE(HIPDNN_ATTR_KNOB_INFO_DEFAULT_VALUE_TYPE, HIPDNN_TYPE_INT64), .flags = HD_GET,
     .get = default_type_get},
};

static bool has(const knob_info *self, hipdnnBackendAttributeName_t name)
{
    return hd_attribute_is_set(&self->base, name);
}

/* Each limit belongs to one type of knob. */
static hd_status check_limits(const knob_info *self)
{
    const int32_t type = self->default_value.value.type;
    const int32_t minimum = self->minimum.value.type;
    const int32_t maximum = self->maximum.value.type;
    if (minimum != maximum)
        return hd_fail(HD_BAD_PARAM, "knob '%.128s': minimum and maximum go together, both of the default's type",
                       self->id);
    if (minimum != HIPDNN_DATA_KNOB_NONE && minimum != type)
        return hd_fail(HD_BAD_PARAM, "knob '%.128s': minimum and maximum must be of the default's type", self->id);
    if (type != HIPDNN_DATA_KNOB_INT64 &&
        (has(self, HIPDNN_ATTR_KNOB_INFO_STRIDE) || has(self, HIPDNN_ATTR_KNOB_INFO_VALID_VALUES_INT)))
        return hd_fail(HD_BAD_PARAM, "knob '%.128s': a stride and integer values belong to integer knobs", self->id);
    if (type != HIPDNN_DATA_KNOB_STRING &&
        (has(self, HIPDNN_ATTR_KNOB_INFO_STRING_MAX_LENGTH) || has(self, HIPDNN_ATTR_KNOB_INFO_VALID_VALUES_STRING)))
        return hd_fail(HD_BAD_PARAM, "knob '%.128s': a longest length and text values belong to text knobs", self->id);
    if (has(self, HIPDNN_ATTR_KNOB_INFO_STRIDE) && self->step < 1)
        return hd_fail(HD_BAD_PARAM, "knob '%.128s': the stride is %" PRId64 ", at least 1 is allowed", self->id,
                       self->step);
    if (has(self, HIPDNN_ATTR_KNOB_INFO_STRING_MAX_LENGTH) && self->text_max_length < 1)
        return hd_fail(HD_BAD_PARAM, "knob '%.128s': the longest length is %" PRId32 ", at least 1 is allowed",
                       self->id, self->text_max_length);
    return HD_OK;
}

static uint32_t count_texts(const hd_list *bytes)
{
    uint32_t count = 0;
    const char *at = bytes->data;
    for (int64_t i = 0; i < bytes->count; i++)
        count += at[i] == '\0' || i + 1 == bytes->count;
    return count;
}

/* The knob as data; `texts` has room for the valid texts. */
static void describe(const knob_info *self, const char **texts, hipdnn_data_knob *out)
{
    const bool ranged = self->minimum.value.type != HIPDNN_DATA_KNOB_NONE;
    *out = (hipdnn_data_knob){
        .id = self->id,
        .description = self->description == NULL ? "" : self->description,
        .default_value = self->default_value.value,
        .constraint_type = self->default_value.value.type,
        .i64_min = ranged ? self->minimum.value.i64 : INT64_MIN,
        .i64_max = ranged ? self->maximum.value.i64 : INT64_MAX,
        .i64_step = self->step < 1 ? 1 : self->step,
        .f64_min = ranged ? self->minimum.value.f64 : -DBL_MAX,
        .f64_max = ranged ? self->maximum.value.f64 : DBL_MAX,
        .text_max_length = self->text_max_length < 1 ? INT32_MAX : self->text_max_length,
        .valid_i64 = self->valid_i64.data,
        .valid_text = texts,
        .deprecated = self->deprecated,
    };
    out->valid_count = (uint32_t)self->valid_i64.count;
    const char *at = self->valid_text.data;
    for (uint32_t i = 0; at != NULL && i < count_texts(&self->valid_text); i++) {
        texts[out->valid_count++] = at;
        at += strlen(at) + 1;
    }
}

static hd_status finalize(hd_object *object)
{
    const knob_info *self = (const knob_info *)object;
    hipdnn_data_knob knob;
    if (self->default_value.value.type == HIPDNN_DATA_KNOB_NONE)
        return hd_fail(HD_BAD_PARAM,
                       "the knob info cannot be finalized: HIPDNN_ATTR_KNOB_INFO_DEFAULT_VALUE is not set");
    HD_TRY(check_limits(self));
    const uint32_t count = count_texts(&self->valid_text);
    const char **texts = hd_alloc_array(count, sizeof *texts);
    if (texts == NULL)
        return hd_fail_alloc(count * sizeof *texts, "a knob's values");
    describe(self, texts, &knob);
    hd_status status = HD_OK;
    if (knob.default_value.type == HIPDNN_DATA_KNOB_INT64 && knob.i64_min > knob.i64_max)
        status = hd_fail(HD_BAD_PARAM, "knob '%.128s': the minimum %" PRId64 " is above the maximum %" PRId64, self->id,
                         knob.i64_min, knob.i64_max);
    if (status == HD_OK)
        status = hd_knob_check(&knob, &knob.default_value);
    hd_free(texts);
    return status;
}

static void dispose(hd_object *object)
{
    knob_info *self = (knob_info *)object;
    hd_knob_slot_release(&self->default_value);
    hd_knob_slot_release(&self->minimum);
    hd_knob_slot_release(&self->maximum);
    hd_free(self->valid_text.data);
    hd_attribute_release_all(object);
}

const hd_kind hd_knob_info_kind = {
    .number = HD_KIND_KNOB_INFO,
    .name = "knob info",
    .size = sizeof(knob_info),
    .attributes = attributes,
    .attribute_count = sizeof attributes / sizeof *attributes,
    .unfinalized_get = HIPDNN_STATUS_NOT_INITIALIZED,
    .finalize = finalize,
    .dispose = dispose,
};

static hd_status copy_text(const char *text, char **out)
{
    *out = hd_copy_text(text, strlen(text));
    return *out == NULL ? hd_fail_alloc(strlen(text), "a knob's text") : HD_OK;
}

static hd_status copy_range(const hipdnn_data_knob *knob, knob_info *self)
{
    if (knob->constraint_type == HIPDNN_DATA_KNOB_INT64) {
        HD_TRY(hd_knob_slot_copy(&(hipdnn_data_knob_value){.type = HIPDNN_DATA_KNOB_INT64, .i64 = knob->i64_min},
                                 &self->minimum));
        self->step = knob->i64_step;
        return hd_knob_slot_copy(&(hipdnn_data_knob_value){.type = HIPDNN_DATA_KNOB_INT64, .i64 = knob->i64_max},
                                 &self->maximum);
    }
    if (knob->constraint_type == HIPDNN_DATA_KNOB_DOUBLE) {
        HD_TRY(hd_knob_slot_copy(&(hipdnn_data_knob_value){.type = HIPDNN_DATA_KNOB_DOUBLE, .f64 = knob->f64_min},
                                 &self->minimum));
        return hd_knob_slot_copy(&(hipdnn_data_knob_value){.type = HIPDNN_DATA_KNOB_DOUBLE, .f64 = knob->f64_max},
                                 &self->maximum);
    }
    self->text_max_length = knob->text_max_length;
    return HD_OK;
}

static hd_status copy_valid(const hipdnn_data_knob *knob, knob_info *self)
{
    if (knob->valid_count == 0)
        return HD_OK;
    if (knob->constraint_type == HIPDNN_DATA_KNOB_INT64) {
        int64_t *values = hd_alloc_array(knob->valid_count, sizeof *values);
        if (values == NULL)
            return hd_fail_alloc(knob->valid_count * sizeof *values, "a knob's values");
        memcpy(values, knob->valid_i64, knob->valid_count * sizeof *values);
        self->valid_i64 = (hd_list){values, knob->valid_count};
        return HD_OK;
    }
    hd_text bytes = {0};
    for (uint32_t i = 0; i < knob->valid_count; i++)
        hd_text_append(&bytes, knob->valid_text[i], strlen(knob->valid_text[i]) + 1);
    if (bytes.failed) {
        hd_text_release(&bytes);
        return hd_fail_alloc(bytes.size, "a knob's values");
    }
    self->valid_text = (hd_list){bytes.data, (int64_t)bytes.size};
    return HD_OK;
}

static hd_status fill(const hipdnn_data_knob *knob, knob_info *self)
{
    HD_TRY(copy_text(knob->id, &self->id));
    HD_TRY(copy_text(knob->description, &self->description));
    HD_TRY(hd_knob_slot_copy(&knob->default_value, &self->default_value));
    self->deprecated = knob->deprecated;
    if (knob->constraint_type == HIPDNN_DATA_KNOB_NONE)
        return HD_OK;
    HD_TRY(copy_range(knob, self));
    return copy_valid(knob, self);
}

hd_status hd_knob_info_from_data(const hipdnn_data_knob *knob, hd_object **out_info)
{
    hd_object *object;
    *out_info = NULL;
    HD_TRY(hd_object_create(&hd_knob_info_kind, sizeof(knob_info), &object));
    const hd_status status = fill(knob, (knob_info *)object);
    if (status != HD_OK) {
        hd_object_release(object);
        return status;
    }
    hd_object_set_finalized(object, true);
    *out_info = object;
    return HD_OK;
}
