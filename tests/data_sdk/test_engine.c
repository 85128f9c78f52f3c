/* SPDX-License-Identifier: MIT */
/* What an engine says about itself, what it is told, and the device's facts. The first test is the one to learn from.
 */
#include "base/log.h"
#include "base/memory.h"
#include "data_sdk/graph/engine.h"
#include "data_sdk/schema/field.h"
#include "sample.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

static const int64_t tiles[] = {16, 32, 128};
static const char *const layouts[] = {"nchw", "nhwc", ""};

static const hipdnn_data_knob knobs[] = {
    {.id = "sample.tune.split",
     .description = "parts of the reduction",
     .default_value = {HIPDNN_DATA_KNOB_INT64, .i64 = 0},
     .constraint_type = HIPDNN_DATA_KNOB_INT64,
     .i64_min = -4,
     .i64_max = 8,
     .i64_step = 2},
    {.id = "sample.tune.tile",
     .description = "",
     .default_value = {HIPDNN_DATA_KNOB_INT64, .i64 = 32},
     .constraint_type = HIPDNN_DATA_KNOB_INT64,
     .i64_step = 1,
     .valid_count = 3,
     .valid_i64 = tiles,
     .deprecated = true},
    {.id = "sample.numeric.slack",
     .description = "tolerance",
     .default_value = {HIPDNN_DATA_KNOB_DOUBLE, .f64 = -0.0},
     .constraint_type = HIPDNN_DATA_KNOB_DOUBLE,
     .f64_min = -1.5,
     .f64_max = 0.5},
    {.id = "sample.tune.layout",
     .description = "",
     .default_value = {HIPDNN_DATA_KNOB_STRING, .text = "nhwc"},
     .constraint_type = HIPDNN_DATA_KNOB_STRING,
     .valid_count = 3,
     .valid_text = layouts},
    {.id = "sample.tune.label",
     .description = "",
     .default_value = {HIPDNN_DATA_KNOB_STRING, .text = ""},
     .constraint_type = HIPDNN_DATA_KNOB_STRING,
     .text_max_length = 5},
    {.id = "sample.tune.free", .description = "", .default_value = {HIPDNN_DATA_KNOB_INT64, .i64 = INT64_MIN}},
};
enum { SPLIT, TILE, SLACK, LAYOUT, LABEL, FREE, KNOBS };

static const int32_t notes[] = {0, 3, 4711};

static const hipdnn_data_engine_details details = {
    .engine_id = INT64_MIN,
    .name = "SAMPLE_ENGINE",
    .knob_count = KNOBS,
    .knobs = knobs,
    .behavior_note_count = 3,
    .behavior_notes = notes,
};

/* ------------------------------------------------------------------------------------------------ details */

static void assert_same_value(const hipdnn_data_knob_value *a, const hipdnn_data_knob_value *b)
{
    assert_int_equal(a->type, b->type);
    assert_int_equal(a->i64, b->i64);
    assert_memory_equal(&a->f64, &b->f64, sizeof a->f64);
    assert_string_equal(a->text == NULL ? "" : a->text, b->text == NULL ? "" : b->text);
}

static void assert_same_knob(const hipdnn_data_knob *a, const hipdnn_data_knob *b)
{
    assert_string_equal(a->id, b->id);
    assert_string_equal(a->description, b->description);
    assert_same_value(&a->default_value, &b->default_value);
    assert_int_equal(a->constraint_type, b->constraint_type);
    assert_int_equal(a->i64_min, b->i64_min);
    assert_int_equal(a->i64_max, b->i64_max);
    assert_int_equal(a->i64_step, b->i64_step);
    assert_memory_equal(&a->f64_min, &b->f64_min, sizeof a->f64_min);
    assert_memory_equal(&a->f64_max, &b->f64_max, sizeof a->f64_max);
    assert_int_equal(a->text_max_length, b->text_max_length);
    assert_int_equal(a->valid_count, b->valid_count);
    for (uint32_t i = 0; i < a->valid_count; i++)
        if (a->constraint_type == HIPDNN_DATA_KNOB_INT64)
            assert_int_equal(a->valid_i64[i], b->valid_i64[i]);
        else
            assert_string_equal(a->valid_text[i], b->valid_text[i]);
    assert_int_equal(a->deprecated, b->deprecated);
}

static void test_details_survive(void **state)
{
    (void)state;
    /* A plugin writes its details. */
    void *bytes;
    size_t size;
    assert_int_equal(hd_engine_details_encode(&details, &bytes, &size), HD_OK);

    /* A host reads them; what it gets does not point into the plugin's bytes. */
    hd_arena arena = {0};
    hipdnn_data_engine_details read;
    assert_int_equal(hd_engine_details_decode(bytes, size, &arena, &read), HD_OK);
    memset(bytes, 0xEE, size);
    hd_free(bytes);

    assert_int_equal(read.engine_id, details.engine_id);
    assert_string_equal(read.name, details.name);
    assert_int_equal(read.behavior_note_count, 3);
    assert_memory_equal(read.behavior_notes, notes, sizeof notes);
    assert_int_equal(read.knob_count, KNOBS);
    for (uint32_t i = 0; i < KNOBS; i++)
        assert_same_knob(&read.knobs[i], &knobs[i]);
    hd_arena_release(&arena);
}

static void test_no_knobs_at_all(void **state)
{
    (void)state;
    const hipdnn_data_engine_details bare = {.engine_id = 7};
    void *bytes;
    size_t size;
    hd_arena arena = {0};
    hipdnn_data_engine_details read;
    assert_int_equal(hd_engine_details_encode(&bare, &bytes, &size), HD_OK);
    assert_int_equal(hd_engine_details_decode(bytes, size, &arena, &read), HD_OK);
    assert_int_equal(read.engine_id, 7);
    assert_string_equal(read.name, "");
    assert_int_equal(read.knob_count, 0);
    assert_int_equal(read.behavior_note_count, 0);
    hd_arena_release(&arena);
    hd_free(bytes);
}

static hd_text logged;

static void collect(hd_severity severity, const char *text)
{
    assert_int_equal(severity, HD_ERROR);
    hd_text_put(&logged, text);
    hd_text_put(&logged, "\n");
}

/* Encodes the knobs as details of engine 1 and decodes them; the log is in `logged`. */
static hipdnn_data_engine_details pass(const hipdnn_data_knob *list, uint32_t count, hd_arena *arena)
{
    const hipdnn_data_engine_details written = {.engine_id = 1, .knobs = list, .knob_count = count};
    hipdnn_data_engine_details read;
    void *bytes;
    size_t size;
    assert_int_equal(hd_engine_details_encode(&written, &bytes, &size), HD_OK);
    hd_log_set_sink(collect);
    hd_log_set_threshold(HD_INFO);
    assert_int_equal(hd_engine_details_decode(bytes, size, arena, &read), HD_OK);
    hd_log_set_threshold(HD_OFF);
    hd_log_set_sink(NULL);
    hd_free(bytes);
    return read;
}

static void test_bad_knobs_are_left_out(void **state)
{
    (void)state;
    hipdnn_data_knob list[7] = {knobs[SPLIT], knobs[TILE], knobs[LABEL], knobs[FREE], knobs[SPLIT], knobs[SLACK]};
    list[1].default_value.i64 = 17; /* breaks its own constraint */
    list[2].id = ""; /* has no id */
    list[4].default_value.i64 = 2; /* repeats the id of the first */
    list[5].constraint_type = HIPDNN_DATA_KNOB_INT64; /* constraint of another kind */
    list[6] = knobs[LAYOUT];
    hd_arena arena = {0};
    const hipdnn_data_engine_details read = pass(list, 7, &arena);
    assert_int_equal(read.knob_count, 3);
    assert_same_knob(&read.knobs[0], &knobs[SPLIT]);
    assert_same_knob(&read.knobs[1], &knobs[FREE]);
    assert_same_knob(&read.knobs[2], &knobs[LAYOUT]);
    assert_string_equal(
        logged.data,
        "engine 0x0000000000000001: knob 'sample.tune.tile' is left out: knob 'sample.tune.tile' is 17, which is none "
        "of "
        "its 3 valid values; the first is 16\n"
        "engine 0x0000000000000001: knob '' is left out: it has no id\n"
        "engine 0x0000000000000001: knob 'sample.numeric.slack' is left out: knob 'sample.numeric.slack' has a value "
        "of "
        "type double, but its constraint has type int64 (1); they must agree\n"
        "engine 0x0000000000000001: knob 'sample.tune.split' is left out: its id is there twice; the first stays\n");
    hd_text_release(&logged);
    hd_arena_release(&arena);
}

/* A default of a kind that only a newer plugin knows, or none at all: written by hand, since we would not. */
static void test_knobs_of_another_version_are_left_out(void **state)
{
    (void)state;
    hd_fb_builder builder = {0};
    hd_fb_ref written[3];
    for (uint8_t tag = 0; tag < 3; tag++) { /* no default, a future kind, a future constraint */
        const uint8_t future = 9, kind = tag == 1 ? future : HIPDNN_DATA_KNOB_INT64;
        hd_fb_start_table(&builder);
        const hd_fb_ref empty = hd_fb_end_table(&builder);
        const hd_fb_ref id = hd_fb_create_string(&builder, &"abc"[tag], 1);
        hd_fb_start_table(&builder);
        hd_fb_add_ref(&builder, 0, id);
        if (tag > 0) {
            hd_fb_add_inline(&builder, 2, &kind, 1, 1);
            hd_fb_add_ref(&builder, 3, empty);
        }
        if (tag == 2) {
            hd_fb_add_inline(&builder, 4, &future, 1, 1);
            hd_fb_add_ref(&builder, 5, empty);
        }
        written[tag] = hd_fb_end_table(&builder);
    }
    const hd_fb_ref list = hd_fb_create_refs(&builder, written, 3);
    hd_fb_start_table(&builder);
    hd_fb_add_ref(&builder, 1, list);
    const hd_fb_ref root = hd_fb_end_table(&builder);
    void *bytes;
    size_t size;
    assert_int_equal(hd_fb_finish(&builder, root, NULL, &bytes, &size), HD_OK);
    hd_arena arena = {0};
    hipdnn_data_engine_details read;
    assert_int_equal(hd_engine_details_decode(bytes, size, &arena, &read), HD_OK);
    assert_int_equal(read.knob_count, 0);
    hd_arena_release(&arena);
    hd_free(bytes);
}

static void test_many_knobs_are_checked_quickly(void **state)
{
    (void)state;
    enum { MANY = 4000 };
    hipdnn_data_knob *list = calloc(MANY, sizeof *list);
    char(*ids)[16] = calloc(MANY, sizeof *ids);
    assert_true(list != NULL && ids != NULL);
    for (int i = 0; i < MANY; i++) {
        (void)snprintf(ids[i], sizeof ids[i], "k%d", i % (MANY / 2));
        list[i] = knobs[FREE];
        list[i].id = ids[i];
    }
    hd_arena arena = {0};
    const hipdnn_data_engine_details read = pass(list, MANY, &arena);
    assert_int_equal(read.knob_count, MANY / 2);
    for (int i = 0; i < MANY / 2; i++)
        assert_string_equal(read.knobs[i].id, ids[i]);
    hd_text_release(&logged);
    hd_arena_release(&arena);
    free(list);
    free(ids);
}

static void test_details_that_are_refused(void **state)
{
    (void)state;
    static const int32_t negative[] = {1, -2};
    hipdnn_data_engine_details bad = details;
    bad.behavior_notes = negative;
    bad.behavior_note_count = 2;
    void *bytes;
    size_t size;
    hd_arena arena = {0};
    hipdnn_data_engine_details read;
    assert_int_equal(hd_engine_details_encode(&bad, &bytes, &size), HD_OK);
    assert_int_equal(hd_engine_details_decode(bytes, size, &arena, &read), HD_BAD_PARAM);
    assert_string_equal(hd_error_text(), "EngineDetails.behavior_notes: note 1 is -2, at least 0 is allowed");
    hd_free(bytes);

    hipdnn_data_knob no_default = knobs[SPLIT];
    no_default.default_value.type = HIPDNN_DATA_KNOB_NONE;
    bad = details;
    bad.knobs = &no_default;
    bad.knob_count = 1;
    assert_int_equal(hd_engine_details_encode(&bad, &bytes, &size), HD_BAD_PARAM);
    assert_string_equal(hd_error_text(), "knob 'sample.tune.split' has a default value of type 0, 1 to 3 are known");
    hd_arena_release(&arena);
}

/* ------------------------------------------------------------------------------------------------- knobs */

/* clang-format off */
#define INT(number) {HIPDNN_DATA_KNOB_INT64, .i64 = (number)}
#define REAL(number) {HIPDNN_DATA_KNOB_DOUBLE, .f64 = (number)}
#define TEXT(string) {HIPDNN_DATA_KNOB_STRING, .text = (string)}
static const struct {
    int knob;
    hipdnn_data_knob_value value;
    const char *refusal; /* NULL: allowed */
} values[] = {
    {SPLIT, INT(-4), NULL},
    {SPLIT, INT(8), NULL},
    {SPLIT, INT(0), NULL},
    {SPLIT, INT(-5), "knob 'sample.tune.split' is -5, from -4 to 8 is allowed"},
    {SPLIT, INT(10), "is 10, from -4 to 8 is allowed"},
    {SPLIT, INT(3), "is 3, but from -4 on only steps of 2 are allowed"},
    {SPLIT, REAL(2), "has a value of type double (2), int64 is allowed"},
    {SPLIT, {.type = 0}, "has a value of type none (0), int64 is allowed"},
    {SPLIT, {.type = 7}, "has a value of type none (7), int64 is allowed"},
    {TILE, INT(128), NULL},
    {TILE, INT(64), "is 64, which is none of its 3 valid values; the first is 16"},
    {SLACK, REAL(0.5), NULL},
    {SLACK, REAL(-1.5), NULL},
    {SLACK, REAL(0.51), "is 0.51, from -1.5 to 0.5 is allowed"},
    {SLACK, REAL(NAN), "nan, from -1.5 to 0.5 is allowed"},
    {SLACK, REAL(-INFINITY), "is -inf, from -1.5 to 0.5 is allowed"},
    {SLACK, INT(0), "has a value of type int64 (1), double is allowed"},
    {LAYOUT, TEXT("nchw"), NULL},
    {LAYOUT, TEXT(""), NULL},
    {LAYOUT, TEXT("chwn"), "is 'chwn', which is none of its 3 valid values; the first is 'nchw'"},
    {LABEL, TEXT("12345"), NULL},
    {LABEL, TEXT("123456"), "has a value of 6 bytes, at most 5 are allowed"},
    {LABEL, TEXT(NULL), "has no text"},
    {FREE, INT(INT64_MAX), NULL},
    {FREE, TEXT("1"), "has a value of type string (3), int64 is allowed"},
};
/* clang-format on */

static void test_values_of_knobs(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof values / sizeof values[0]; i++) {
        const hd_status status = hd_knob_check(&knobs[values[i].knob], &values[i].value);
        if (status != (values[i].refusal == NULL ? HD_OK : HD_BAD_PARAM))
            fail_msg("row %zu: status %d, '%s'", i, status, hd_error_text());
        if (status != HD_OK && strstr(hd_error_text(), values[i].refusal) == NULL)
            fail_msg("row %zu: '%s' instead of '%s'", i, hd_error_text(), values[i].refusal);
    }
}

static void test_ranges_of_64_bits(void **state)
{
    (void)state;
    hipdnn_data_knob knob = knobs[SPLIT];
    knob.i64_min = INT64_MIN;
    knob.i64_max = INT64_MAX;
    knob.i64_step = INT64_MAX;
    assert_int_equal(hd_knob_check(&knob, &(hipdnn_data_knob_value)INT(INT64_MIN)), HD_OK);
    assert_int_equal(hd_knob_check(&knob, &(hipdnn_data_knob_value)INT(-1)), HD_OK);
    assert_int_equal(hd_knob_check(&knob, &(hipdnn_data_knob_value)INT(INT64_MAX - 1)), HD_OK);
    assert_int_equal(hd_knob_check(&knob, &(hipdnn_data_knob_value)INT(INT64_MAX)), HD_BAD_PARAM);
    knob.i64_step = 0;
    assert_int_equal(hd_knob_check(&knob, &(hipdnn_data_knob_value)INT(0)), HD_BAD_PARAM);
    assert_non_null(strstr(hd_error_text(), "allows steps of 0, which must be at least 1"));
}

/* ------------------------------------------------------------------------------------------------ config */

static const hipdnn_data_knob_setting settings[] = {
    {"sample.tune.split", INT(-4)},
    {"sample.numeric.slack", REAL(0.25)},
    {"sample.tune.layout", TEXT("nchw")},
    {"sample.tune.label", TEXT("")},
};

static void test_a_config_survives(void **state)
{
    (void)state;
    const hipdnn_data_engine_config config = {.engine_id = -1, .knob_count = 4, .knobs = settings};
    void *bytes;
    size_t size;
    hd_arena arena = {0};
    hipdnn_data_engine_config read;
    assert_int_equal(hd_engine_config_encode(&config, &bytes, &size), HD_OK);
    assert_int_equal(hd_engine_config_decode(bytes, size, &arena, &read), HD_OK);
    memset(bytes, 0xEE, size);
    hd_free(bytes);
    assert_int_equal(read.engine_id, -1);
    assert_int_equal(read.knob_count, 4);
    for (uint32_t i = 0; i < 4; i++) {
        assert_string_equal(read.knobs[i].id, settings[i].id);
        assert_same_value(&read.knobs[i].value, &settings[i].value);
    }
    hd_arena_release(&arena);
}

static void test_a_setting_survives_alone(void **state)
{
    (void)state;
    for (size_t i = 0; i < 4; i++) {
        void *bytes;
        size_t size;
        hd_arena arena = {0};
        hipdnn_data_knob_setting read;
        assert_int_equal(hd_knob_setting_encode(&settings[i], &bytes, &size), HD_OK);
        assert_int_equal(hd_knob_setting_decode(bytes, size, &arena, &read), HD_OK);
        assert_string_equal(read.id, settings[i].id);
        assert_same_value(&read.value, &settings[i].value);
        hd_arena_release(&arena);
        hd_free(bytes);
    }
}

static void test_settings_that_are_refused(void **state)
{
    (void)state;
    const hipdnn_data_knob_setting none = {"k", {.type = HIPDNN_DATA_KNOB_NONE}};
    const hipdnn_data_engine_config config = {.knob_count = 1, .knobs = &none};
    void *bytes;
    size_t size;
    assert_int_equal(hd_engine_config_encode(&config, &bytes, &size), HD_BAD_PARAM);
    assert_string_equal(hd_error_text(), "the setting of knob 'k' has a value of type 0, 1 to 3 are known");

    /* What we do not write may still arrive. */
    hd_fb_builder builder = {0};
    hd_fb_start_table(&builder);
    const hd_fb_ref root = hd_fb_end_table(&builder);
    assert_int_equal(hd_fb_finish(&builder, root, NULL, &bytes, &size), HD_OK);
    hd_arena arena = {0};
    hipdnn_data_knob_setting read;
    assert_int_equal(hd_knob_setting_decode(bytes, size, &arena, &read), HD_BAD_PARAM);
    assert_string_equal(hd_error_text(), "KnobSetting.value: 0 is no KnobValue; numbers from 1 to 3 are known");
    hd_free(bytes);
}

/* ------------------------------------------------------------------------------------------------ device */

static void test_device_properties_survive(void **state)
{
    (void)state;
    static const hipdnn_data_device_properties devices[] = {
        {-1, 96, UINT64_MAX, "x86-64"},
        {0, 304, UINT64_C(206158430208), "gfx942:sramecc+:xnack-"},
        {-1, 0, 0, ""},
    };
    for (size_t i = 0; i < sizeof devices / sizeof devices[0]; i++) {
        void *bytes;
        size_t size;
        hd_arena arena = {0};
        hipdnn_data_device_properties read;
        assert_int_equal(hd_device_properties_encode(&devices[i], &bytes, &size), HD_OK);
        assert_memory_equal((char *)bytes + 4, "HDDP", 4);
        assert_int_equal(hd_device_properties_decode(bytes, size, &arena, &read), HD_OK);
        assert_int_equal(read.device_id, devices[i].device_id);
        assert_int_equal(read.multi_processor_count, devices[i].multi_processor_count);
        assert_true(read.total_global_mem == devices[i].total_global_mem);
        assert_string_equal(read.architecture_name, devices[i].architecture_name);

        ((char *)bytes)[7] = 'X';
        assert_int_equal(hd_device_properties_decode(bytes, size, &arena, &read), HD_BAD_PARAM);
        assert_non_null(strstr(hd_error_text(), "the file identifier 'HDDP' is needed"));
        hd_arena_release(&arena);
        hd_free(bytes);
    }
}

/* ---------------------------------------------------------------------------------- hostile bytes and memory */

typedef hd_status (*feeder)(const void *bytes, size_t size, hd_arena *arena);

static hd_status feed_details(const void *bytes, size_t size, hd_arena *arena)
{
    hipdnn_data_engine_details out;
    return hd_engine_details_decode(bytes, size, arena, &out);
}
static hd_status feed_config(const void *bytes, size_t size, hd_arena *arena)
{
    hipdnn_data_engine_config out;
    return hd_engine_config_decode(bytes, size, arena, &out);
}
static hd_status feed_properties(const void *bytes, size_t size, hd_arena *arena)
{
    hipdnn_data_device_properties out;
    return hd_device_properties_decode(bytes, size, arena, &out);
}

/* Every truncation, every bit flipped, every allocation failing. */
static void torment(feeder decode, void *bytes, size_t size)
{
    for (size_t cut = 0; cut < size; cut++) {
        uint8_t *block = malloc(cut + 1);
        assert_non_null(block);
        memcpy(block + 1, bytes, cut);
        hd_arena arena = {0};
        (void)decode(block + 1, cut, &arena);
        hd_arena_release(&arena);
        free(block);
    }
    uint8_t *at = bytes;
    for (size_t i = 0; i < size * 8; i++) {
        at[i / 8] ^= (uint8_t)(1 << i % 8);
        hd_arena arena = {0};
        const hd_status status = decode(bytes, size, &arena);
        assert_true(status == HD_OK || status == HD_BAD_PARAM);
        hd_arena_release(&arena);
        at[i / 8] ^= (uint8_t)(1 << i % 8);
    }
    hd_status status = HD_ALLOC_FAILED;
    for (int n = 0; status != HD_OK; n++) {
        hd_arena arena = {0};
        fail_allocation(n);
        status = decode(bytes, size, &arena);
        fail_allocation(-1);
        assert_true(status == HD_OK || status == HD_ALLOC_FAILED);
        hd_arena_release(&arena);
    }
    hd_free(bytes);
}

static void test_hostile_bytes_and_lack_of_memory(void **state)
{
    (void)state;
    const hipdnn_data_engine_config config = {.engine_id = -1, .knob_count = 4, .knobs = settings};
    const hipdnn_data_device_properties device = {1, 2, 3, "four"};
    void *bytes = NULL;
    size_t size = 0;
    hd_status status = HD_ALLOC_FAILED;
    for (int n = 0; status != HD_OK; n++) {
        fail_allocation(n);
        status = hd_engine_details_encode(&details, &bytes, &size);
        fail_allocation(-1);
        assert_true(status == HD_OK || (status == HD_ALLOC_FAILED && bytes == NULL));
    }
    torment(feed_details, bytes, size);
    status = HD_ALLOC_FAILED;
    for (int n = 0; status != HD_OK; n++) {
        fail_allocation(n);
        status = hd_engine_config_encode(&config, &bytes, &size);
        fail_allocation(-1);
        assert_true(status == HD_OK || (status == HD_ALLOC_FAILED && bytes == NULL));
    }
    torment(feed_config, bytes, size);
    assert_int_equal(hd_device_properties_encode(&device, &bytes, &size), HD_OK);
    torment(feed_properties, bytes, size);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_details_survive),
        cmocka_unit_test(test_no_knobs_at_all),
        cmocka_unit_test(test_bad_knobs_are_left_out),
        cmocka_unit_test(test_knobs_of_another_version_are_left_out),
        cmocka_unit_test(test_many_knobs_are_checked_quickly),
        cmocka_unit_test(test_details_that_are_refused),
        cmocka_unit_test(test_values_of_knobs),
        cmocka_unit_test(test_ranges_of_64_bits),
        cmocka_unit_test(test_a_config_survives),
        cmocka_unit_test(test_a_setting_survives_alone),
        cmocka_unit_test(test_settings_that_are_refused),
        cmocka_unit_test(test_device_properties_survive),
        cmocka_unit_test(test_hostile_bytes_and_lack_of_memory),
    };
    return cmocka_run_group_tests_name("data_sdk engine", tests, NULL, NULL);
}
