/* SPDX-License-Identifier: MIT */
/* Knobs: an engine of the zoo offers three, a user chooses, the plugin gets what was chosen. */
#include "loading.h"

#include "data_sdk/graph/engine.h"
#include "base/memory.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static hipdnnHandle_t handle;
static descriptor graph, engine;
static char trace_path[] = "/tmp/hipdnn_trace_XXXXXX";

static descriptor begin_choice(const char *id, hipdnnBackendAttributeType_t type, int64_t count, const void *value)
{
    descriptor choice = make(HIPDNN_BACKEND_KNOB_CHOICE_DESCRIPTOR);
    set_text(choice, HIPDNN_ATTR_KNOB_CHOICE_KNOB_TYPE, id);
    assert_ok(set(choice, HIPDNN_ATTR_KNOB_CHOICE_KNOB_VALUE, type, count, value));
    return choice;
}

static descriptor choose_size(int64_t size)
{
    descriptor choice = begin_choice("zoo.cage.size", HIPDNN_TYPE_INT64, 1, &size);
    finalize(choice);
    return choice;
}

static descriptor begin_config(void)
{
    descriptor config = make(HIPDNN_BACKEND_ENGINECFG_DESCRIPTOR);
    set_child(config, HIPDNN_ATTR_ENGINECFG_ENGINE, engine);
    return config;
}

static hipdnnStatus_t set_choices(descriptor config, int64_t count, const descriptor *choices)
{
    return set(config, HIPDNN_ATTR_ENGINECFG_KNOB_CHOICES, HIPDNN_TYPE_BACKEND_DESCRIPTOR, count, choices);
}

static hipdnnStatus_t get_knobs(int64_t requested, int64_t *count, descriptor *knobs)
{
    return get(engine, HIPDNN_ATTR_ENGINE_KNOB_INFO, HIPDNN_TYPE_BACKEND_DESCRIPTOR, requested, count, knobs);
}

static void test_what_an_engine_offers(void **state)
{
    (void)state;
    descriptor knobs[3];
    int64_t count = 0, number = 0;
    double real = 0;
    char text[64];
    bool deprecated = false;
    assert_ok(get_knobs(0, &count, NULL));
    assert_int_equal(count, 3);
    assert_refused(get_knobs(2, &count, knobs), BAD_PARAM, "there are 3 knobs, room was given for 2");
    assert_refused(get_knobs(3, NULL, knobs), BAD_PARAM_NULL_POINTER, "element count");
    assert_ok(get_knobs(3, &count, knobs));

    assert_ok(get(knobs[0], HIPDNN_ATTR_KNOB_INFO_TYPE, HIPDNN_TYPE_CHAR, sizeof text, NULL, text));
    assert_string_equal(text, "zoo.cage.size");
    assert_ok(get(knobs[0], HIPDNN_ATTR_KNOB_INFO_DESCRIPTION, HIPDNN_TYPE_CHAR, sizeof text, NULL, text));
    assert_string_equal(text, "in square metres");
    assert_int_equal(get_i64(knobs[0], HIPDNN_ATTR_KNOB_INFO_DEFAULT_VALUE_TYPE), HIPDNN_TYPE_INT64);
    assert_int_equal(get_i64(knobs[0], HIPDNN_ATTR_KNOB_INFO_DEFAULT_VALUE), 16);
    assert_int_equal(get_i64(knobs[0], HIPDNN_ATTR_KNOB_INFO_MINIMUM_VALUE), 8);
    assert_int_equal(get_i64(knobs[0], HIPDNN_ATTR_KNOB_INFO_MAXIMUM_VALUE), 64);
    assert_int_equal(get_i64(knobs[0], HIPDNN_ATTR_KNOB_INFO_STRIDE), 8);
    /* Asking for another type than the knob has. */
    assert_refused(get(knobs[0], HIPDNN_ATTR_KNOB_INFO_DEFAULT_VALUE, HIPDNN_TYPE_DOUBLE, 1, NULL, &real), BAD_PARAM,
                   "holds a value of attribute type 3, not 5");

    assert_int_equal(get_i64(knobs[1], HIPDNN_ATTR_KNOB_INFO_DEFAULT_VALUE_TYPE), HIPDNN_TYPE_CHAR);
    assert_ok(get(knobs[1], HIPDNN_ATTR_KNOB_INFO_DEFAULT_VALUE, HIPDNN_TYPE_CHAR, sizeof text, NULL, text));
    assert_string_equal(text, "calm");
    assert_ok(get(knobs[1], HIPDNN_ATTR_KNOB_INFO_VALID_VALUES_STRING, HIPDNN_TYPE_CHAR, sizeof text, &count, text));
    assert_int_equal(count, sizeof "calm\0wild");
    assert_memory_equal(text, "calm\0wild", sizeof "calm\0wild");

    assert_ok(get(knobs[2], HIPDNN_ATTR_KNOB_INFO_MAXIMUM_VALUE, HIPDNN_TYPE_DOUBLE, 1, NULL, &real));
    assert_true(real == 1);
    assert_ok(get(knobs[2], HIPDNN_ATTR_KNOB_INFO_DEPRECATED, HIPDNN_TYPE_BOOLEAN, 1, NULL, &deprecated));
    assert_true(deprecated);
    for (int i = 0; i < 3; i++) {
        assert_refused(set(knobs[i], HIPDNN_ATTR_KNOB_INFO_STRIDE, HIPDNN_TYPE_INT64, 1, &number), NOT_INITIALIZED,
                       "is finalized");
        destroy(knobs[i]);
    }
}

static void test_a_choice_reaches_the_plugin(void **state)
{
    (void)state;
    descriptor size = choose_size(24), config = begin_config(), plan = make(HIPDNN_BACKEND_EXECUTION_PLAN_DESCRIPTOR);
    char line[64] = "";
    assert_ok(set_choices(config, 1, &size));
    destroy(size); /* the config has it */
    finalize(config);
    set_child(plan, HIPDNN_ATTR_EXECUTION_PLAN_ENGINE_CONFIG, config);
    assert_int_equal(truncate(trace_path, 0), 0);
    finalize(plan);
    FILE *file = fopen(trace_path, "r");
    assert_non_null(file);
    assert_non_null(fgets(line, sizeof line, file));
    assert_int_equal(fclose(file), 0);
    assert_string_equal(line, "zoo.cage.size 24\n");
    destroy(plan);
    destroy(config);
}

static void test_values_that_a_knob_does_not_take(void **state)
{
    (void)state;
    static const int64_t seven = 7, seventeen = 17, huge = 4096;
    static const double two = 2, three = 3;
    static const struct {
        const char *id;
        hipdnnBackendAttributeType_t type;
        int64_t count;
        const void *value;
        const char *words;
    } rows[] = {
        {"zoo.cage.size", HIPDNN_TYPE_INT64, 1, &seven, "'zoo.cage.size' is 7, from 8 to 64 is allowed"},
        {"zoo.cage.size", HIPDNN_TYPE_INT64, 1, &huge, "'zoo.cage.size' is 4096"},
        {"zoo.cage.size", HIPDNN_TYPE_INT64, 1, &seventeen, "only steps of 8 are allowed"},
        {"zoo.cage.size", HIPDNN_TYPE_DOUBLE, 1, &three, "'zoo.cage.size' has a value of type"},
        {"zoo.animal.mood", HIPDNN_TYPE_CHAR, 5, "angry", "'zoo.animal.mood' is 'angry'"},
        {"zoo.animal.mood", HIPDNN_TYPE_CHAR, 0, NULL, "'zoo.animal.mood' is ''"},
        {"zoo.animal.hunger", HIPDNN_TYPE_DOUBLE, 1, &two, "'zoo.animal.hunger' is 2, from 0 to 1 is allowed"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        descriptor choice = begin_choice(rows[i].id, rows[i].type, rows[i].count, rows[i].value);
        descriptor config = begin_config();
        finalize(choice);
        assert_ok(set_choices(config, 1, &choice));
        assert_refused(hipdnnBackendFinalize(config), BAD_PARAM, rows[i].words);
        destroy(choice);
        destroy(config);
    }
}

static void test_lists_of_choices(void **state)
{
    (void)state;
    descriptor size = choose_size(16), config = begin_config(), read;
    descriptor open = begin_choice("a.b.c", HIPDNN_TYPE_DOUBLE, 1, &(double){1});
    descriptor many[1025];
    for (int i = 0; i < 1025; i++)
        many[i] = size;
    assert_refused(set_choices(config, 0, NULL), BAD_PARAM, "0 knob choices");
    assert_refused(set_choices(config, 1, NULL), BAD_PARAM_NULL_POINTER, "is NULL");
    assert_refused(set_choices(config, 2, ((descriptor[]){size, NULL})), BAD_PARAM_NULL_POINTER, "is NULL");
    assert_refused(set_choices(config, 1, &open), BAD_PARAM_NOT_FINALIZED, "is not finalized");
    assert_refused(set_choices(config, 1, &graph), NOT_SUPPORTED, "is a graph; a knob choice is needed");
    assert_refused(set_choices(config, 1025, many), BAD_PARAM, "1025 knob choices");
    assert_ok(set_choices(config, 1000, many));
    assert_refused(set_choices(config, 25, many), BAD_PARAM, "25 knob choices after 1000");
    finalize(config);
    assert_refused(get(config, HIPDNN_ATTR_ENGINECFG_KNOB_CHOICES, HIPDNN_TYPE_BACKEND_DESCRIPTOR, 1, NULL, &read),
                   NOT_SUPPORTED, "cannot be read");
    destroy(size);
    destroy(config);
    destroy(open);
}

/* The value fixes the knob's type: another one replaces it. */
static void test_types_of_a_choice(void **state)
{
    (void)state;
    int64_t number = 0, count;
    char text[16];
    descriptor choice = begin_choice("a.b.c", HIPDNN_TYPE_CHAR, 4, "text");
    assert_ok(set(choice, HIPDNN_ATTR_KNOB_CHOICE_KNOB_VALUE, HIPDNN_TYPE_INT64, 1, &(int64_t){42}));
    finalize(choice);
    assert_refused(hipdnnBackendFinalize(choice), BAD_PARAM, "is finalized already");
    assert_ok(get(choice, HIPDNN_ATTR_KNOB_CHOICE_KNOB_VALUE, HIPDNN_TYPE_INT64, 1, &count, &number));
    assert_int_equal(number, 42);
    assert_refused(get(choice, HIPDNN_ATTR_KNOB_CHOICE_KNOB_VALUE, HIPDNN_TYPE_CHAR, 16, &count, text), BAD_PARAM,
                   "holds a value of attribute type 3, not 19");
    destroy(choice);
}

static void test_limits_of_a_described_knob(void **state)
{
    (void)state;
    const int64_t two = 2, nine = 9, zero = 0;
    const double real = 1;
    const int32_t length = 3;
    static const char name[] = "a.b.c";
    descriptor info = make(HIPDNN_BACKEND_KNOB_INFO_DESCRIPTOR);
    const hipdnnBackendAttributeName_t value = HIPDNN_ATTR_KNOB_INFO_DEFAULT_VALUE;
    set_text(info, HIPDNN_ATTR_KNOB_INFO_TYPE, name);
    assert_refused(hipdnnBackendFinalize(info), BAD_PARAM, "HIPDNN_ATTR_KNOB_INFO_DEFAULT_VALUE is not set");
    assert_ok(set(info, value, HIPDNN_TYPE_INT64, 1, &nine));
    set_i64(info, HIPDNN_ATTR_KNOB_INFO_MINIMUM_VALUE, two);
    assert_refused(hipdnnBackendFinalize(info), BAD_PARAM, "minimum and maximum go together");
    assert_ok(set(info, HIPDNN_ATTR_KNOB_INFO_MAXIMUM_VALUE, HIPDNN_TYPE_DOUBLE, 1, &real));
    assert_refused(hipdnnBackendFinalize(info), BAD_PARAM, "minimum and maximum go together");
    set_i64(info, HIPDNN_ATTR_KNOB_INFO_MAXIMUM_VALUE, 1);
    assert_refused(hipdnnBackendFinalize(info), BAD_PARAM, "the minimum 2 is above the maximum 1");
    set_i64(info, HIPDNN_ATTR_KNOB_INFO_MAXIMUM_VALUE, 8);
    assert_refused(hipdnnBackendFinalize(info), BAD_PARAM, "is 9, from 2 to 8 is allowed");
    assert_ok(set(info, value, HIPDNN_TYPE_DOUBLE, 1, &real));
    assert_refused(hipdnnBackendFinalize(info), BAD_PARAM, "must be of the default's type");
    assert_ok(set(info, value, HIPDNN_TYPE_INT64, 1, &two));
    assert_ok(set(info, HIPDNN_ATTR_KNOB_INFO_STRIDE, HIPDNN_TYPE_INT64, 1, &zero));
    assert_refused(hipdnnBackendFinalize(info), BAD_PARAM, "the stride is 0");
    set_i64(info, HIPDNN_ATTR_KNOB_INFO_STRIDE, 1);
    assert_ok(set(info, HIPDNN_ATTR_KNOB_INFO_STRING_MAX_LENGTH, HIPDNN_TYPE_INT32, 1, &length));
    assert_refused(hipdnnBackendFinalize(info), BAD_PARAM, "belong to text knobs");
    destroy(info);
}

/* A setting as bytes does what a choice does. */
static void test_serialized_settings(void **state)
{
    (void)state;
    const hipdnn_data_knob_setting setting = {.id = "zoo.cage.size",
                                              .value = {.type = HIPDNN_DATA_KNOB_INT64, .i64 = 7}};
    const hipdnnBackendAttributeName_t name = HIPDNN_ATTR_KNOB_CHOICE_SERIALIZED_VALUE;
    const hipdnnBackendAttributeType_t type = HIPDNN_TYPE_FLATBUFFER_DATA_STRUCT_EXT;
    void *bytes = NULL;
    size_t size = 0;
    descriptor config = begin_config();
    assert_int_equal(hd_knob_setting_encode(&setting, &bytes, &size), HD_OK);
    assert_refused(set(config, name, type, 1, &(hipdnnBackendFlatbufferData_t){NULL, size}), BAD_PARAM_NULL_POINTER,
                   "NULL");
    assert_refused(set(config, name, type, 1, &(hipdnnBackendFlatbufferData_t){bytes, 0}), BAD_PARAM, "");
    assert_refused(set(config, name, type, 1, &(hipdnnBackendFlatbufferData_t){"garbage!garbage!", 16}), BAD_PARAM, "");
    assert_ok(set(config, name, type, 1, &(hipdnnBackendFlatbufferData_t){bytes, size}));
    hd_free(bytes); /* copied */
    assert_refused(hipdnnBackendFinalize(config), BAD_PARAM, "'zoo.cage.size' is 7, from 8 to 64 is allowed");
    destroy(config);
}

static int set_up(void **state)
{
    const int file = mkstemp(trace_path);
    if (file < 0 || close(file) != 0 || setenv("ZOO_TRACE", trace_path, 1) != 0 || start_log(state) != 0)
        return -1;
    handle = open_zoo("none");
    graph = make_relu_graph(handle);
    engine = make_engine(graph, "ZOO_ENGINE");
    return 0;
}

static int tear_down(void **state)
{
    destroy(engine);
    destroy(graph);
    assert_ok(hipdnnDestroy(handle));
    return unlink(trace_path) + end_log(state);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_what_an_engine_offers),
        cmocka_unit_test(test_a_choice_reaches_the_plugin),
        cmocka_unit_test(test_values_that_a_knob_does_not_take),
        cmocka_unit_test(test_lists_of_choices),
        cmocka_unit_test(test_types_of_a_choice),
        cmocka_unit_test(test_limits_of_a_described_knob),
        cmocka_unit_test(test_serialized_settings),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
