/* SPDX-License-Identifier: MIT */
/* What an engine says about itself. A plugin may be newer or careless, so one bad knob is left out, with an error in
 * the log, and the rest stays usable; bytes that are no EngineDetails at all are refused. */
#include "base/ids.h"
#include "base/log.h"
#include "base/memory.h"
#include "data_sdk/graph/engine.h"
#include "data_sdk/graph/knob_value.h"
#include "data_sdk/graph/sort.h"

#include <inttypes.h>

static const hd_field details_fields[] = {
    HD_FIELD(hipdnn_data_engine_details, I64, 0, engine_id, "engine_id", .json = NULL),
    HD_FIELD(hipdnn_data_engine_details, STRING, 3, name, "name", .json = NULL),
};
static const hd_table details_table = {"EngineDetails", details_fields, 2, sizeof(hipdnn_data_engine_details)};

static const hd_field knob_fields[] = {
    HD_FIELD(hipdnn_data_knob, STRING, 0, id, "knob_id", .json = NULL),
    HD_FIELD(hipdnn_data_knob, STRING, 1, description, "description", .json = NULL),
    HD_FIELD(hipdnn_data_knob, BOOL, 6, deprecated, "deprecated", .json = NULL),
};
static const hd_table knob_table = {"Knob", knob_fields, 3, sizeof(hipdnn_data_knob)};

static const hd_field int_fields[] = {
    HD_FIELD(hipdnn_data_knob, I64, 0, i64_min, "min_value", .json = NULL),
    HD_FIELD(hipdnn_data_knob, I64, 1, i64_max, "max_value", .json = NULL),
    HD_FIELD(hipdnn_data_knob, I64, 2, i64_step, "step", .json = NULL, .otherwise = 1),
};
static const hd_field double_fields[] = {
    HD_FIELD(hipdnn_data_knob, F64, 0, f64_min, "min_value", .json = NULL),
    HD_FIELD(hipdnn_data_knob, F64, 1, f64_max, "max_value", .json = NULL),
};
static const hd_field string_fields[] = {
    HD_FIELD(hipdnn_data_knob, I32, 0, text_max_length, "max_length", .json = NULL),
};

/* Union KnobConstraint, by tag; its members are flattened into the knob. */
static const hd_table constraints[] = {
    [HIPDNN_DATA_KNOB_INT64] = {"IntConstraint", int_fields, 3, sizeof(hipdnn_data_knob)},
    [HIPDNN_DATA_KNOB_DOUBLE] = {"FloatConstraint", double_fields, 2, sizeof(hipdnn_data_knob)},
    [HIPDNN_DATA_KNOB_STRING] = {"StringConstraint", string_fields, 1, sizeof(hipdnn_data_knob)},
};

enum {
    DETAILS_KNOBS = 1,
    DETAILS_NOTES = 2,
    KNOB_DEFAULT = 3, /* its tag is in 2 */
    KNOB_CONSTRAINT = 5, /* its tag is in 4 */
    INT_VALID = 3,
    STRING_VALID = 1
};

/* ------------------------------------------------------------------------------------------------ verify */

static hd_status verify_constraint(hd_fb_verifier *verifier, const hd_fb_path *path, uint32_t knob)
{
    uint8_t tag;
    uint32_t target, vector, count;
    HD_TRY(hd_union_verify(verifier, path, knob, KNOB_CONSTRAINT, &tag, &target));
    if (!hd_knob_type_is_known(tag))
        return HD_OK;
    HD_TRY(hd_table_verify(&constraints[tag], verifier, path, target));
    const hd_fb_path valid = {.parent = path, .name = "valid_values", .index = -1};
    if (tag == HIPDNN_DATA_KNOB_INT64)
        return hd_fb_verify_vector(verifier, &valid, target, INT_VALID, sizeof(int64_t), &vector, &count);
    return tag == HIPDNN_DATA_KNOB_STRING ? hd_fb_verify_strings(verifier, &valid, target, STRING_VALID) : HD_OK;
}

static hd_status verify_knob(hd_fb_verifier *verifier, const hd_fb_path *path, uint32_t position)
{
    HD_TRY(hd_table_verify(&knob_table, verifier, path, position));
    const hd_fb_path value = {.parent = path, .name = "default_value", .index = -1};
    const hd_fb_path constraint = {.parent = path, .name = "constraint", .index = -1};
    HD_TRY(hd_knob_value_verify(verifier, &value, position, KNOB_DEFAULT));
    return verify_constraint(verifier, &constraint, position);
}

static hd_status verify_notes(hd_fb_verifier *verifier, const hd_fb_path *path, uint32_t root)
{
    uint32_t vector, count;
    HD_TRY(hd_fb_verify_vector(verifier, path, root, DETAILS_NOTES, sizeof(int32_t), &vector, &count));
    const hd_fb_vector notes =
        count == 0 ? (hd_fb_vector){0} : hd_fb_get_vector((hd_fb_table){verifier->bytes + root}, DETAILS_NOTES);
    for (uint32_t i = 0; i < notes.count; i++) {
        int32_t note;
        memcpy(&note, notes.at + i * sizeof note, sizeof note);
        if (note < 0)
            return hd_refuse_at(path, HD_BAD_PARAM, "note %" PRIu32 " is %" PRId32 ", at least 0 is allowed", i, note);
    }
    return HD_OK;
}

static hd_status verify_details(const void *bytes, size_t size)
{
    hd_fb_verifier verifier;
    uint32_t root, vector, count;
    HD_TRY(hd_fb_verify_begin(&verifier, bytes, size, NULL, details_table.name, &root));
    const hd_fb_path path = {.name = details_table.name, .index = -1};
    HD_TRY(hd_table_verify(&details_table, &verifier, &path, root));
    const hd_fb_path notes = {.parent = &path, .name = "behavior_notes", .index = -1};
    HD_TRY(verify_notes(&verifier, &notes, root));
    const hd_fb_path knobs = {.parent = &path, .name = "knobs", .index = -1};
    HD_TRY(hd_fb_verify_vector(&verifier, &knobs, root, DETAILS_KNOBS, sizeof(uint32_t), &vector, &count));
    for (uint32_t i = 0; i < count; i++) {
        const hd_fb_path knob = {.parent = &path, .name = "knobs", .index = i};
        uint32_t position;
        HD_TRY(hd_fb_verify_element(&verifier, &knobs, vector, i, &position));
        HD_TRY(verify_knob(&verifier, &knob, position));
    }
    return HD_OK;
}

/* ------------------------------------------------------------------------------------------------ decode */

/* Numbers stay where they are: the verifier has checked that they are aligned in the buffer, and its copy is aligned.
 * Texts need a list of pointers, whose length the verifier's budget bounds. */
static hd_status decode_constraint(hd_fb_table bytes, hd_arena *arena, hipdnn_data_knob *knob)
{
    knob->constraint_type = hd_fb_get_u8(bytes, KNOB_CONSTRAINT - 1, HIPDNN_DATA_KNOB_NONE);
    if (!hd_knob_type_is_known(knob->constraint_type))
        return HD_OK;
    const hd_fb_table constraint = hd_fb_get_table(bytes, KNOB_CONSTRAINT);
    hd_table_decode(&constraints[knob->constraint_type], constraint, knob);
    if (knob->constraint_type == HIPDNN_DATA_KNOB_INT64) {
        const hd_fb_vector valid = hd_fb_get_vector(constraint, INT_VALID);
        knob->valid_count = valid.count;
        knob->valid_i64 = (const int64_t *)(const void *)valid.at;
    }
    if (knob->constraint_type == HIPDNN_DATA_KNOB_STRING) {
        const hd_fb_vector valid = hd_fb_get_vector(constraint, STRING_VALID);
        const char **texts = hd_arena_alloc_array(arena, valid.count, sizeof *texts);
        if (texts == NULL)
            return hd_fail_alloc(valid.count * sizeof *texts, "the valid values of a knob");
        for (uint32_t i = 0; i < valid.count; i++)
            texts[i] = hd_fb_string_at(valid, i).text;
        knob->valid_count = valid.count;
        knob->valid_text = texts;
    }
    return HD_OK;
}

static hd_status check_knob(const hipdnn_data_knob *knob)
{
    if (knob->id[0] == '\0')
        return hd_fail(HD_BAD_PARAM, "it has no id");
    if (!hd_knob_type_is_known(knob->default_value.type))
        return hd_fail(HD_BAD_PARAM, "it has no default value of a known type, but %" PRId32, knob->default_value.type);
    return hd_knob_check(knob, &knob->default_value);
}

static void log_left_out(const hipdnn_data_engine_details *details, const hipdnn_data_knob *knob, const char *why)
{
    char id[HD_ID_TEXT_SIZE];
    hd_log(HD_ERROR, "engine %s: knob '%.128s' is left out: %s", hd_id_text(details->engine_id, id), knob->id, why);
}

static bool knob_before(const void *context, uint32_t a, uint32_t b)
{
    const hipdnn_data_knob *knobs = context;
    const int order = strcmp(knobs[a].id, knobs[b].id);
    return order != 0 ? order < 0 : a < b;
}

/* Moves what may stay to the front, in the order given. `order` is scratch for one index per knob. */
static void keep_unique(hipdnn_data_engine_details *details, hipdnn_data_knob *knobs, uint32_t *order)
{
    const uint32_t count = details->knob_count;
    for (uint32_t i = 0; i < count; i++)
        order[i] = i;
    hd_sort_indices(order, count, knob_before, knobs);
    const char *previous = NULL;
    for (uint32_t i = 0; i < count; i++) {
        hipdnn_data_knob *knob = &knobs[order[i]];
        if (previous != NULL && strcmp(previous, knob->id) == 0) {
            log_left_out(details, knob, "its id is there twice; the first stays");
            knob->id = NULL;
        } else {
            previous = knob->id;
        }
    }
    details->knob_count = 0;
    for (uint32_t i = 0; i < count; i++)
        if (knobs[i].id != NULL)
            knobs[details->knob_count++] = knobs[i];
}

static hd_status decode_knobs(hd_fb_table root, hd_arena *arena, hipdnn_data_engine_details *details)
{
    const hd_fb_vector vector = hd_fb_get_vector(root, DETAILS_KNOBS);
    hipdnn_data_knob *knobs = hd_arena_alloc_array(arena, vector.count, sizeof *knobs);
    uint32_t *order = hd_arena_alloc_array(arena, vector.count, sizeof *order);
    if (knobs == NULL || order == NULL)
        return hd_fail_alloc(vector.count * (sizeof *knobs + sizeof *order), "the knobs of an engine");
    details->knobs = knobs;
    for (uint32_t i = 0; i < vector.count; i++) {
        const hd_fb_table bytes = hd_fb_table_at(vector, i);
        hipdnn_data_knob *knob = &knobs[details->knob_count];
        *knob = (hipdnn_data_knob){0};
        hd_table_decode(&knob_table, bytes, knob);
        hd_knob_value_decode(bytes, KNOB_DEFAULT, &knob->default_value);
        HD_TRY(decode_constraint(bytes, arena, knob));
        if (check_knob(knob) == HD_OK)
            details->knob_count++;
        else
            log_left_out(details, knob, hd_error_text());
    }
    keep_unique(details, knobs, order);
    return HD_OK;
}

hd_status hd_engine_details_decode(const void *bytes, size_t size, hd_arena *arena, hipdnn_data_engine_details *out)
{
    *out = (hipdnn_data_engine_details){.name = ""};
    HD_TRY(verify_details(bytes, size));
    void *copy = hd_arena_alloc(arena, size);
    if (copy == NULL)
        return hd_fail_alloc(size, "engine details");
    memcpy(copy, bytes, size);
    const hd_fb_table root = hd_fb_root(copy);
    hd_table_decode(&details_table, root, out);
    const hd_fb_vector notes = hd_fb_get_vector(root, DETAILS_NOTES);
    out->behavior_note_count = notes.count;
    out->behavior_notes = (const int32_t *)(const void *)notes.at;
    return decode_knobs(root, arena, out);
}

/* ------------------------------------------------------------------------------------------------ encode */

static hd_fb_ref encode_valid_texts(hd_fb_builder *builder, const hipdnn_data_knob *knob, hd_fb_ref *scratch)
{
    for (uint32_t i = 0; i < knob->valid_count; i++)
        scratch[i] = hd_fb_create_string(builder, knob->valid_text[i], strlen(knob->valid_text[i]));
    return hd_fb_create_refs(builder, scratch, knob->valid_count);
}

static hd_fb_ref encode_constraint(hd_fb_builder *builder, const hipdnn_data_knob *knob, hd_fb_ref *scratch)
{
    if (!hd_knob_type_is_known(knob->constraint_type))
        return 0;
    hd_fb_ref valid = 0;
    if (knob->valid_count > 0 && knob->constraint_type == HIPDNN_DATA_KNOB_INT64)
        valid = hd_fb_create_vector(builder, knob->valid_i64, knob->valid_count, sizeof(int64_t), sizeof(int64_t));
    if (knob->valid_count > 0 && knob->constraint_type == HIPDNN_DATA_KNOB_STRING)
        valid = encode_valid_texts(builder, knob, scratch);
    const hd_table *table = &constraints[knob->constraint_type];
    hd_fb_ref refs[HD_TABLE_MAX_FIELDS];
    hd_table_encode_children(table, builder, knob, refs);
    hd_fb_start_table(builder);
    hd_table_encode_fields(table, builder, knob, refs);
    hd_fb_add_ref(builder, knob->constraint_type == HIPDNN_DATA_KNOB_INT64 ? INT_VALID : STRING_VALID, valid);
    return hd_fb_end_table(builder);
}

static hd_fb_ref encode_knob(hd_fb_builder *builder, const hipdnn_data_knob *knob, hd_fb_ref *scratch)
{
    const uint8_t constraint_tag = (uint8_t)knob->constraint_type;
    const hd_fb_ref value = hd_knob_value_encode(builder, &knob->default_value);
    const hd_fb_ref constraint = encode_constraint(builder, knob, scratch);
    hd_fb_ref refs[HD_TABLE_MAX_FIELDS];
    hd_table_encode_children(&knob_table, builder, knob, refs);
    hd_fb_start_table(builder);
    hd_table_encode_fields(&knob_table, builder, knob, refs);
    hd_knob_value_add(builder, KNOB_DEFAULT, &knob->default_value, value);
    if (constraint != 0) {
        hd_fb_add_ref(builder, KNOB_CONSTRAINT, constraint);
        hd_fb_add_inline(builder, KNOB_CONSTRAINT - 1, &constraint_tag, sizeof constraint_tag, sizeof constraint_tag);
    }
    return hd_fb_end_table(builder);
}

static hd_fb_ref encode_details(hd_fb_builder *builder, const hipdnn_data_engine_details *details, hd_fb_ref *elements,
                                hd_fb_ref *scratch)
{
    for (uint32_t i = 0; i < details->knob_count; i++)
        elements[i] = encode_knob(builder, &details->knobs[i], scratch);
    const hd_fb_ref knobs = details->knob_count == 0 ? 0 : hd_fb_create_refs(builder, elements, details->knob_count);
    const hd_fb_ref notes = details->behavior_note_count == 0
                                ? 0
                                : hd_fb_create_vector(builder, details->behavior_notes, details->behavior_note_count,
                                                      sizeof(int32_t), sizeof(int32_t));
    hd_fb_ref refs[HD_TABLE_MAX_FIELDS];
    hd_table_encode_children(&details_table, builder, details, refs);
    hd_fb_start_table(builder);
    hd_table_encode_fields(&details_table, builder, details, refs);
    hd_fb_add_ref(builder, DETAILS_KNOBS, knobs);
    hd_fb_add_ref(builder, DETAILS_NOTES, notes);
    return hd_fb_end_table(builder);
}

/* The one field here that the schema requires. */
static hd_status check_default(const hipdnn_data_knob *knob)
{
    return hd_knob_type_is_known(knob->default_value.type)
               ? HD_OK
               : hd_fail(HD_BAD_PARAM, "knob '%.128s' has a default value of type %" PRId32 ", %d to %d are known",
                         knob->id, knob->default_value.type, HIPDNN_DATA_KNOB_INT64, HIPDNN_DATA_KNOB_STRING);
}

hd_status hd_knob_encode(const hipdnn_data_knob *knob, void **out_bytes, size_t *out_size)
{
    *out_bytes = NULL;
    *out_size = 0;
    HD_TRY(check_default(knob));
    hd_fb_ref *scratch = hd_alloc_array(knob->valid_count, sizeof *scratch);
    if (scratch == NULL)
        return hd_fail_alloc(knob->valid_count * sizeof *scratch, "a knob");
    hd_fb_builder builder = {0};
    const hd_fb_ref root = encode_knob(&builder, knob, scratch);
    hd_free(scratch);
    return hd_fb_finish(&builder, root, NULL, out_bytes, out_size);
}

hd_status hd_engine_details_encode(const hipdnn_data_engine_details *details, void **out_bytes, size_t *out_size)
{
    *out_bytes = NULL;
    *out_size = 0;
    size_t most_valid = 0;
    for (uint32_t i = 0; i < details->knob_count; i++) {
        const hipdnn_data_knob *knob = &details->knobs[i];
        HD_TRY(check_default(knob));
        most_valid = knob->valid_count > most_valid ? knob->valid_count : most_valid;
    }
    const size_t count = details->knob_count + most_valid;
    hd_fb_ref *elements = hd_alloc_array(count, sizeof *elements);
    if (elements == NULL)
        return hd_fail_alloc(count * sizeof *elements, "engine details");
    hd_fb_builder builder = {0};
    const hd_fb_ref root = encode_details(&builder, details, elements, elements + details->knob_count);
    hd_free(elements);
    return hd_fb_finish(&builder, root, NULL, out_bytes, out_size);
}
