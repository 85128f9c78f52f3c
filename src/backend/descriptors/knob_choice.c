/* SPDX-License-Identifier: MIT */
/* One knob's value, chosen by a user for an engine config. */
#include "backend/descriptors/kinds.h"
#include "backend/descriptors/knob_value.h"
#include "base/memory.h"

#include <string.h>

typedef struct knob_choice {
    hd_object base;
    char *id;
    hd_knob_slot value;
} knob_choice;

static hd_status id_set(hd_object *object, const hd_attribute *row, int64_t count, const void *elements)
{
    return hd_knob_id_set(row, &((knob_choice *)object)->id, count, elements);
}

static hd_status value_set(hd_object *object, const hd_attribute *row, int64_t count, const void *elements)
{
    return hd_knob_slot_set(row, &((knob_choice *)object)->value, count, elements);
}

static hd_status value_get(hd_object *object, const hd_attribute *row, int64_t requested, int64_t *out_count,
                           void *elements)
{
    return hd_knob_slot_get(row, &((const knob_choice *)object)->value, requested, out_count, elements);
}

#define VALUE(type)                                                                                                    \
    {                                                                                                                  \
        HD_ATTRIBUTE(HIPDNN_ATTR_KNOB_CHOICE_KNOB_VALUE, type), .flags = HD_SET | HD_GET, .set = value_set,            \
                                                                .get = value_get                                       \
    }

static const hd_attribute attributes[] = {
    {HD_ATTRIBUTE(HIPDNN_ATTR_KNOB_CHOICE_KNOB_TYPE, HIPDNN_TYPE_CHAR), .store = HD_STORE_TEXT,
     .flags = HD_SET | HD_GET | HD_REQUIRED, .set = id_set, .offset = offsetof(knob_choice, id)},
    VALUE(HIPDNN_TYPE_INT64),
    VALUE(HIPDNN_TYPE_DOUBLE),
    VALUE(HIPDNN_TYPE_CHAR),
};

static hd_status finalize(hd_object *object)
{
    return ((const knob_choice *)object)->value.value.type != HIPDNN_DATA_KNOB_NONE
               ? HD_OK
               : hd_fail(HD_BAD_PARAM, "the knob choice cannot be finalized: HIPDNN_ATTR_KNOB_CHOICE_KNOB_VALUE is not "
                                       "set");
}

static void dispose(hd_object *object)
{
    hd_knob_slot_release(&((knob_choice *)object)->value);
    hd_attribute_release_all(object);
}

const hd_kind hd_knob_choice_kind = {
    .number = HD_KIND_KNOB_CHOICE,
    .name = "knob choice",
    .size = sizeof(knob_choice),
    .attributes = attributes,
    .attribute_count = sizeof attributes / sizeof *attributes,
    .unfinalized_get = HIPDNN_STATUS_NOT_INITIALIZED,
    .finalize = finalize,
    .dispose = dispose,
};

void hd_knob_choice_setting(const hd_object *object, hipdnn_data_knob_setting *out_setting)
{
    const knob_choice *self = (const knob_choice *)object;
    *out_setting = (hipdnn_data_knob_setting){.id = self->id, .value = self->value.value};
}

hd_status hd_knob_choice_from_setting(const hipdnn_data_knob_setting *setting, hd_object **out_choice)
{
    hd_object *object;
    *out_choice = NULL;
    HD_TRY(hd_object_create(&hd_knob_choice_kind, sizeof(knob_choice), &object));
    knob_choice *self = (knob_choice *)object;
    self->id = hd_copy_text(setting->id, strlen(setting->id));
    const hd_status status = self->id == NULL ? hd_fail_alloc(strlen(setting->id), "a knob's id")
                                              : hd_knob_slot_copy(&setting->value, &self->value);
    if (status != HD_OK) {
        hd_object_release(object);
        return status;
    }
    hd_object_set_finalized(object, true);
    *out_choice = object;
    return HD_OK;
}
