/* SPDX-License-Identifier: MIT */
/* Which plans there are, and who chooses: knobs, lists, filters. The engines are those of engines.c: one whose plans
 * fail, one with knobs, one that wants a megabyte of workspace, ranked in this order. Public headers alone. */
#include "support.h"

#define BROKEN "TEST_BROKEN_ENGINE"
#define KNOBS "TEST_KNOBS_ENGINE"
#define HUNGRY "TEST_HUNGRY_ENGINE"

enum { HUNGRY_BYTES = 1 << 20 };
static _Alignas(64) char workspace[HUNGRY_BYTES];

static int64_t id_of(const char *name)
{
    return hipdnn_engine_name_to_id(name);
}

/* y = relu(x); an engine writes its number into y. */
typedef struct block {
    hipdnn_graph_t *graph;
    hipdnn_tensor_t *x, *y;
} block;

static block make_block(void)
{
    block b = {.graph = make_graph(HIPDNN_TYPE_F32)};
    b.x = TENSOR(b.graph, "x", 1);
    b.y = relu(b.graph, b.x);
    hipdnn_tensor_set_output(b.y, true);
    return b;
}

/* Lowered: the first two steps. */
static block make_lowered(hipdnnHandle_t handle)
{
    const block b = make_block();
    assert_validates(b.graph);
    assert_done(b.graph, hipdnn_graph_build_operation_graph(b.graph, handle));
    return b;
}

/* With a list of plans: three steps. */
static block make_listed(hipdnnHandle_t handle)
{
    const block b = make_lowered(handle);
    assert_done(b.graph, hipdnn_graph_create_execution_plans(b.graph, NULL, 0));
    return b;
}

static _Alignas(16) float x_data[4], y_data[4];

static float run(const block *b, hipdnnHandle_t handle)
{
    const hipdnn_binding bindings[] = {{b->x, x_data}, {b->y, y_data}};
    y_data[0] = -1;
    assert_done(b->graph, hipdnn_graph_execute(b->graph, handle, bindings, 2, workspace));
    return y_data[0];
}

static hipdnnStatus_t run_at(const block *b, hipdnnHandle_t handle, size_t index)
{
    const hipdnn_binding bindings[] = {{b->x, x_data}, {b->y, y_data}};
    y_data[0] = -1;
    return hipdnn_graph_execute_plan_at_index(b->graph, handle, bindings, 2, workspace, index);
}

static const char *name_at(const block *b, size_t index)
{
    const char *name = "";
    assert_done(b->graph, hipdnn_graph_get_plan_name_at_index(b->graph, index, &name));
    return name;
}

static const char *active(const block *b)
{
    const char *name = "";
    assert_done(b->graph, hipdnn_graph_get_execution_plan_engine_name(b->graph, &name));
    return name;
}

static size_t workspace_of(const block *b)
{
    size_t bytes = 0;
    assert_done(b->graph, hipdnn_graph_get_workspace_size(b->graph, &bytes));
    return bytes;
}

/* ---------------------------------------------------------------------------------------------------- knobs */

static void knobs_from_question_to_number(void **state)
{
    const block b = make_lowered(*state);

    /* An engine says what can be set: ids, what they are for, defaults, what is allowed. */
    const hipdnn_data_knob *knobs = NULL;
    size_t count = 0;
    assert_done(b.graph, hipdnn_graph_get_knobs_for_engine(b.graph, id_of(KNOBS), &knobs, &count));
    assert_int_equal(count, 6);
    assert_string_equal(knobs[0].id, "test.knobs.level");
    assert_string_equal(knobs[0].description, "what is written; workspace grows with it");
    assert_int_equal(knobs[0].default_value.type, HIPDNN_DATA_KNOB_INT64);
    assert_int_equal(knobs[0].default_value.i64, 3);
    assert_int_equal(knobs[0].i64_min, 1);
    assert_int_equal(knobs[0].i64_max, 9);
    assert_int_equal(knobs[0].i64_step, 2);

    /* Settings go into the plan. What is not set has its default. */
    const hipdnn_data_knob_setting settings[] = {
        HIPDNN_KNOB_I64("test.knobs.level", 5),
        HIPDNN_KNOB_F64("test.knobs.ratio", 0.5),
        HIPDNN_KNOB_TEXT("test.knobs.kernel", "tiled"),
    };
    assert_done(b.graph, hipdnn_graph_create_execution_plan_ext(b.graph, id_of(KNOBS), settings, COUNT(settings)));
    assert_int_equal(workspace_of(&b), 5 * 64);
    assert_float_equal(run(&b, *state), 11, 0);

    assert_done(b.graph, hipdnn_graph_create_execution_plan_ext(b.graph, id_of(KNOBS), NULL, 0));
    assert_float_equal(run(&b, *state), 3, 0);
    assert_int_equal(hipdnn_graph_get_execution_plan_count(b.graph), 1);
    hipdnn_graph_destroy(b.graph);
}

static void constraints_arrive_whole(void **state)
{
    const block b = make_lowered(*state);
    const hipdnn_data_knob *knob = NULL;
    assert_done(b.graph, hipdnn_graph_find_knob_for_engine(b.graph, id_of(KNOBS), "test.knobs.tile", &knob));
    assert_true(knob->deprecated);
    assert_int_equal(knob->valid_count, 3);
    assert_int_equal(knob->valid_i64[2], 64);

    assert_done(b.graph, hipdnn_graph_find_knob_for_engine(b.graph, id_of(KNOBS), "test.knobs.ratio", &knob));
    assert_int_equal(knob->constraint_type, HIPDNN_DATA_KNOB_DOUBLE);
    assert_float_equal(knob->f64_max, 1, 0);

    assert_done(b.graph, hipdnn_graph_find_knob_for_engine(b.graph, id_of(KNOBS), "test.knobs.kernel", &knob));
    assert_int_equal(knob->text_max_length, 16);
    assert_int_equal(knob->valid_count, 2);
    assert_string_equal(knob->valid_text[0], "plain");
    assert_string_equal(knob->valid_text[1], "tiled");
    assert_string_equal(knob->default_value.text, "plain");

    assert_done(b.graph, hipdnn_graph_find_knob_for_engine(b.graph, id_of(KNOBS), "test.knobs.free", &knob));
    assert_int_equal(knob->constraint_type, HIPDNN_DATA_KNOB_NONE);
    assert_done(b.graph, hipdnn_graph_find_knob_for_engine(b.graph, id_of(KNOBS), "no.such.knob", &knob));
    assert_null(knob);

    const hipdnnBackendBehaviorNote_t *notes = NULL;
    size_t count = 0;
    assert_done(b.graph, hipdnn_graph_get_behavior_notes_for_engine(b.graph, id_of(KNOBS), &notes, &count));
    assert_int_equal(count, 2);
    assert_int_equal(notes[1], HIPDNN_BEHAVIOR_NOTE_SUPPORTS_GRAPH_CAPTURE);
    assert_done(b.graph, hipdnn_graph_get_behavior_notes_for_engine(b.graph, id_of(HUNGRY), &notes, &count));
    assert_int_equal(count, 0);
    hipdnn_graph_destroy(b.graph);
}

/* Lines of the log, kept to be looked at. */
static char logged[8192];

static void keep(hipdnnUserLogCallbackHandle_t handle, hipdnnSeverity_t severity, const char *message)
{
    (void)handle;
    (void)severity;
    strncat(logged, message, sizeof logged - strlen(logged) - 1);
    strncat(logged, "\n", sizeof logged - strlen(logged) - 1);
}

static void unknown_knobs_are_dropped_and_deprecated_ones_used_with_a_warning(void **state)
{
    const block b = make_lowered(*state);
    const hipdnn_data_knob_setting settings[] = {
        HIPDNN_KNOB_I64("other.engine.knob", 1),
        HIPDNN_KNOB_I64("test.knobs.tile", 64),
        HIPDNN_KNOB_I64("test.knobs.level", 7),
    };
    hipdnnBackendSetGlobalLogLevel_ext(HIPDNN_SEV_WARN);
    hipdnnSetUserLogCallback_ext(keep, HIPDNN_SEV_WARN, HIPDNN_LOG_CALLBACK_SYNC, logged);
    assert_done(b.graph, hipdnn_graph_create_execution_plan_ext(b.graph, id_of(KNOBS), settings, COUNT(settings)));
    hipdnnSetUserLogCallback_ext(keep, HIPDNN_SEV_OFF, HIPDNN_LOG_CALLBACK_SYNC, logged);
    hipdnnBackendSetGlobalLogLevel_ext(HIPDNN_SEV_OFF);
    assert_says(logged, "has no knob 'other.engine.knob'; the setting is dropped");
    assert_says(logged, "knob 'test.knobs.tile' is deprecated");
    assert_float_equal(run(&b, *state), 7, 0);
    hipdnn_graph_destroy(b.graph);
}

static void bad_settings_are_refused(void **state)
{
    static const struct {
        hipdnn_data_knob_setting settings[2];
        size_t count;
        hipdnnStatus_t status;
        const char *fragment;
    } rows[] = {
        {{HIPDNN_KNOB_I64("test.knobs.level", 11)}, 1, HIPDNN_STATUS_BAD_PARAM, "from 1 to 9 is allowed"},
        {{HIPDNN_KNOB_I64("test.knobs.level", 4)}, 1, HIPDNN_STATUS_BAD_PARAM, "steps of 2"},
        {{HIPDNN_KNOB_I64("test.knobs.tile", 9)}, 1, HIPDNN_STATUS_BAD_PARAM, "none of its 3 valid values"},
        {{HIPDNN_KNOB_F64("test.knobs.level", 3)}, 1, HIPDNN_STATUS_BAD_PARAM, "value of type double"},
        {{HIPDNN_KNOB_TEXT("test.knobs.kernel", "fast")}, 1, HIPDNN_STATUS_BAD_PARAM, "'fast', which is none of"},
        {{HIPDNN_KNOB_TEXT("test.knobs.kernel", NULL)}, 1, HIPDNN_STATUS_BAD_PARAM, "has no text"},
        {{{NULL, {0, 0, 0, NULL}}}, 1, HIPDNN_STATUS_BAD_PARAM_NULL_POINTER, "settings[0].id is NULL"},
        {{HIPDNN_KNOB_I64("test.knobs.level", 3), HIPDNN_KNOB_I64("test.knobs.level", 3)},
         2,
         HIPDNN_STATUS_BAD_PARAM,
         "settings[0] and settings[1] both set knob 'test.knobs.level'"},
    };
    const block b = make_lowered(*state);
    for (size_t i = 0; i < COUNT(rows); i++) {
        assert_int_equal(hipdnn_graph_create_execution_plan_ext(b.graph, id_of(KNOBS), rows[i].settings, rows[i].count),
                         rows[i].status);
        assert_says(hipdnn_graph_get_error(b.graph), rows[i].fragment);
        assert_says(hipdnn_graph_get_error(b.graph), KNOBS);
        assert_int_equal(hipdnn_graph_add_engine(b.graph, id_of(KNOBS), rows[i].settings, rows[i].count),
                         rows[i].status);
        assert_int_equal(hipdnn_graph_get_execution_plan_count(b.graph), 0);
    }
    assert_int_equal(hipdnn_graph_create_execution_plan_ext(b.graph, id_of(KNOBS), NULL, 1),
                     HIPDNN_STATUS_BAD_PARAM_NULL_POINTER);
    hipdnn_graph_destroy(b.graph);
}

/* ------------------------------------------------------------------------------------------------- engines */

static void engine_configs_describe_what_applies(void **state)
{
    const block b = make_lowered(*state);
    const hipdnn_engine_config *configs = NULL;
    size_t count = 0;
    for (int round = 0; round < 2; round++)
        assert_done(b.graph, hipdnn_graph_get_engine_configs(b.graph, NULL, 0, &configs, &count));
    assert_int_equal(count, 3);
    assert_string_equal(configs[0].engine_name, BROKEN);
    assert_string_equal(configs[1].engine_name, KNOBS);
    assert_string_equal(configs[2].engine_name, HUNGRY);
    assert_true(configs[1].engine_id == id_of(KNOBS));
    assert_int_equal(configs[1].knob_count, 6);
    assert_int_equal(configs[1].behavior_note_count, 2);
    assert_true(configs[1].supports_exhaustive);
    assert_false(configs[2].supports_exhaustive);
    assert_int_equal(configs[1].workspace_estimate, 3 * 64);
    assert_int_equal(configs[2].workspace_estimate, 2 * HUNGRY_BYTES);
    hipdnn_graph_destroy(b.graph);
}

static void an_engine_that_is_not_there_is_refused_by_id(void **state)
{
    const block b = make_lowered(*state);
    const hipdnn_data_knob *knobs = NULL;
    size_t count = 0;
    assert_int_equal(hipdnn_graph_get_knobs_for_engine(b.graph, 5, &knobs, &count), HIPDNN_STATUS_BAD_PARAM);
    assert_says(hipdnn_graph_get_error(b.graph), "engine 0x0000000000000005");
    hipdnn_graph_destroy(b.graph);
}

static void support_is_a_quick_question(void **state)
{
    const block b = make_block();
    bool is_supported = false;
    assert_done(b.graph, hipdnn_graph_is_supported_ext(b.graph, *state, &is_supported));
    assert_true(is_supported);
    hipdnn_graph_set_name(b.graph, "nobody");
    assert_done(b.graph, hipdnn_graph_is_supported_ext(b.graph, *state, &is_supported));
    assert_false(is_supported);
    assert_int_equal(hipdnn_graph_create_execution_plans(b.graph, NULL, 0), HIPDNN_STATUS_NOT_SUPPORTED);
    assert_says(hipdnn_graph_get_error(b.graph), "nobody wants this graph");
    hipdnn_graph_destroy(b.graph);
}

/* ---------------------------------------------------------------------------------------------------- plans */

static void the_first_plan_that_works_is_taken(void **state)
{
    const block b = make_listed(*state);
    assert_int_equal(hipdnn_graph_get_execution_plan_count(b.graph), 3);
    assert_done(b.graph, hipdnn_graph_build_plans(b.graph));
    assert_string_equal(active(&b), KNOBS);
    assert_float_equal(run(&b, *state), 3, 0);

    /* Those after it were not made; the one before could not be. */
    assert_string_equal(name_at(&b, 2), HUNGRY);
    assert_int_equal(run_at(&b, *state, 2), HIPDNN_STATUS_NOT_INITIALIZED);
    assert_says(hipdnn_graph_get_error(b.graph), "plan 2 (engine ");
    assert_says(hipdnn_graph_get_error(b.graph), "call hipdnn_graph_build_plan_at_index first");
    assert_int_equal(run_at(&b, *state, 0), HIPDNN_STATUS_NOT_INITIALIZED);
    assert_int_equal(hipdnn_graph_build_plan_at_index(b.graph, 0), HIPDNN_STATUS_PLUGIN_ERROR);
    assert_says(hipdnn_graph_get_error(b.graph), "the compiler is on strike");
    assert_string_equal(active(&b), KNOBS);
    hipdnn_graph_destroy(b.graph);
}

static void all_plans_side_by_side(void **state)
{
    const block b = make_block();
    assert_done(b.graph,
                hipdnn_graph_build_with(b.graph, *state, &(hipdnn_build_attributes){.policy = HIPDNN_BUILD_ALL}));
    size_t bytes = 0;
    assert_string_equal(active(&b), KNOBS);
    assert_int_equal(run_at(&b, *state, 1), HIPDNN_STATUS_SUCCESS);
    assert_float_equal(y_data[0], 3, 0);
    assert_int_equal(run_at(&b, *state, 2), HIPDNN_STATUS_SUCCESS);
    assert_float_equal(y_data[0], 100, 0);
    assert_done(b.graph, hipdnn_graph_get_workspace_size_plan_at_index(b.graph, 2, &bytes));
    assert_int_equal(bytes, HUNGRY_BYTES);
    assert_int_equal(hipdnn_graph_get_workspace_size_plan_at_index(b.graph, 0, &bytes), HIPDNN_STATUS_NOT_INITIALIZED);
    assert_int_equal(run_at(&b, *state, 3), HIPDNN_STATUS_BAD_PARAM);
    assert_says(hipdnn_graph_get_error(b.graph), "index is 3, but graph 'g' has 3 plans");
    hipdnn_graph_destroy(b.graph);
}

static void a_plan_built_by_index_becomes_the_active_one(void **state)
{
    const block b = make_listed(*state);
    size_t bytes = 0;
    int64_t id = 0;
    assert_done(b.graph, hipdnn_graph_get_estimated_max_workspace_size(b.graph, &bytes));
    assert_int_equal(bytes, 2 * HUNGRY_BYTES);
    assert_done(b.graph, hipdnn_graph_build_plan_at_index(b.graph, 2));
    assert_string_equal(active(&b), HUNGRY);
    assert_float_equal(run(&b, *state), 100, 0);
    assert_done(b.graph, hipdnn_graph_build_plan_at_index(b.graph, 1));
    assert_float_equal(run(&b, *state), 3, 0);
    assert_done(b.graph, hipdnn_graph_get_plan_engine_id_at_index(b.graph, 2, &id));
    assert_true(id == id_of(HUNGRY));

    /* A binding keeps the plan that was active when it was made. */
    const hipdnn_binding bindings[] = {{b.x, x_data}, {b.y, y_data}};
    hipdnn_binding_t *binding = hipdnn_graph_bind(b.graph, bindings, 2, workspace);
    assert_done(b.graph, hipdnn_graph_build_plan_at_index(b.graph, 2));
    assert_int_equal(hipdnn_binding_execute(binding, *state), HIPDNN_STATUS_SUCCESS);
    assert_float_equal(y_data[0], 3, 0);
    hipdnn_binding_destroy(binding);
    hipdnn_graph_destroy(b.graph);
}

static void deselected_engines_are_neither_built_nor_run(void **state)
{
    const block b = make_listed(*state);
    const int64_t knobs = id_of(KNOBS), hungry = id_of(HUNGRY), broken = id_of(BROKEN);
    assert_done(b.graph, hipdnn_graph_build_plans(b.graph));
    assert_string_equal(active(&b), KNOBS);

    assert_done(b.graph, hipdnn_graph_deselect_engines(b.graph, &knobs, 1));
    const char *name = "";
    assert_int_equal(hipdnn_graph_get_execution_plan_engine_name(b.graph, &name), HIPDNN_STATUS_NOT_INITIALIZED);
    assert_int_equal(run_at(&b, *state, 1), HIPDNN_STATUS_BAD_PARAM);
    assert_says(hipdnn_graph_get_error(b.graph), "its engine is deselected");
    assert_int_equal(hipdnn_graph_build_plan_at_index(b.graph, 1), HIPDNN_STATUS_BAD_PARAM);
    assert_done(b.graph, hipdnn_graph_build_plans(b.graph));
    assert_string_equal(active(&b), HUNGRY);

    /* Calls add up; a failure counts more than a filter. */
    assert_done(b.graph, hipdnn_graph_deselect_engines(b.graph, &hungry, 1));
    assert_int_equal(hipdnn_graph_build_plans(b.graph), HIPDNN_STATUS_PLUGIN_ERROR);
    assert_done(b.graph, hipdnn_graph_deselect_engines(b.graph, &broken, 1));
    assert_int_equal(hipdnn_graph_check_support(b.graph), HIPDNN_STATUS_BAD_PARAM);
    assert_int_equal(hipdnn_graph_build_plans(b.graph), HIPDNN_STATUS_BAD_PARAM);
    assert_says(hipdnn_graph_get_error(b.graph), "none of the 3 ranked engines succeeded");
    assert_int_equal(hipdnn_graph_get_execution_plan_count(b.graph), 3);

    /* A new list is a new start. */
    assert_done(b.graph, hipdnn_graph_create_execution_plans(b.graph, NULL, 0));
    assert_done(b.graph, hipdnn_graph_build_plans(b.graph));
    assert_string_equal(active(&b), KNOBS);
    hipdnn_graph_destroy(b.graph);
}

static void workspace_is_limited_by_what_plans_need(void **state)
{
    const block b = make_listed(*state);
    const int64_t knobs = id_of(KNOBS);
    assert_done(b.graph, hipdnn_graph_deselect_workspace_greater_than(b.graph, 1000));
    assert_done(b.graph, hipdnn_graph_build_all_plans(b.graph));
    assert_string_equal(active(&b), KNOBS);
    assert_int_equal(run_at(&b, *state, 2), HIPDNN_STATUS_BAD_PARAM);
    assert_says(hipdnn_graph_get_error(b.graph), "needs 1048576 bytes of workspace, and plans above 1000");

    /* The last call counts. The estimate of two megabytes does not stand in the way of a plan of one. */
    assert_done(b.graph, hipdnn_graph_deselect_workspace_greater_than(b.graph, HUNGRY_BYTES));
    assert_int_equal(run_at(&b, *state, 2), HIPDNN_STATUS_SUCCESS);
    assert_done(b.graph, hipdnn_graph_deselect_engines(b.graph, &knobs, 1));
    assert_done(b.graph, hipdnn_graph_build_plans(b.graph));
    assert_string_equal(active(&b), HUNGRY);

    /* An active plan that is too large is one no longer. */
    assert_done(b.graph, hipdnn_graph_deselect_workspace_greater_than(b.graph, 0));
    assert_int_equal(hipdnn_graph_build_plans(b.graph), HIPDNN_STATUS_PLUGIN_ERROR);
    hipdnn_graph_destroy(b.graph);
}

static void plans_of_ones_own(void **state)
{
    const block b = make_lowered(*state);
    for (int64_t level = 1; level <= 9; level += 4) {
        const hipdnn_data_knob_setting setting = HIPDNN_KNOB_I64("test.knobs.level", level);
        assert_done(b.graph, hipdnn_graph_add_engine(b.graph, id_of(KNOBS), &setting, 1));
    }
    const hipdnn_data_knob_setting benchmarking = HIPDNN_KNOB_I64("global.benchmarking", 1);
    assert_done(b.graph, hipdnn_graph_add_engine(b.graph, id_of(KNOBS), &benchmarking, 1));
    const hipdnn_data_knob_setting unknown = HIPDNN_KNOB_I64("other.engine.knob", 1);
    assert_int_equal(hipdnn_graph_add_engine(b.graph, id_of(KNOBS), &unknown, 1), HIPDNN_STATUS_BAD_PARAM);
    assert_says(hipdnn_graph_get_error(b.graph), "'other.engine.knob' is none of the 6");
    assert_int_equal(hipdnn_graph_get_execution_plan_count(b.graph), 4);

    assert_done(b.graph, hipdnn_graph_build_all_plans(b.graph));
    static const float wanted[] = {1, 5, 9, 3};
    for (size_t i = 0; i < COUNT(wanted); i++) {
        assert_int_equal(run_at(&b, *state, i), HIPDNN_STATUS_SUCCESS);
        assert_float_equal(y_data[0], wanted[i], 0);
    }
    assert_float_equal(run(&b, *state), 1, 0);
    hipdnn_graph_destroy(b.graph);
}

static void a_change_forgets_plans_and_what_engines_said(void **state)
{
    const block b = make_listed(*state);
    const hipdnn_data_knob *knobs = NULL;
    size_t count = 0;
    assert_done(b.graph, hipdnn_graph_build_plans(b.graph));
    hipdnn_tensor_set_name(b.x, "input");
    assert_int_equal(hipdnn_graph_get_execution_plan_count(b.graph), 0);
    assert_int_equal(hipdnn_graph_get_knobs_for_engine(b.graph, id_of(KNOBS), &knobs, &count),
                     HIPDNN_STATUS_NOT_INITIALIZED);
    assert_says(hipdnn_graph_get_error(b.graph), "was changed after it was built");
    assert_int_equal(hipdnn_graph_deselect_engines(b.graph, NULL, 0), HIPDNN_STATUS_NOT_INITIALIZED);
    hipdnn_graph_destroy(b.graph);
}

/* --------------------------------------------------------------------------------------- shapes of one execution */

static void one_execution_may_have_smaller_shapes(void **state)
{
    block b = {.graph = make_graph(HIPDNN_TYPE_F32)};
    b.x = TENSOR(b.graph, "x", 4, 3);
    b.y = relu(b.graph, b.x);
    hipdnn_tensor_set_output(b.y, true);
    hipdnn_graph_set_override_shape_enabled(b.graph, true);
    assert_done(b.graph, hipdnn_graph_build(b.graph, *state));

    static _Alignas(16) float x[12], y[12];
    const hipdnn_binding bindings[] = {{b.x, x}, {b.y, y}};
    const hipdnn_shape_override smaller[] = {{.tensor = b.x, .dim = {2, 3}},
                                             {.tensor = b.y, .dim = {2, 2}, .stride = {5, 1}}};
    assert_done(b.graph, hipdnn_graph_execute_with_overrides(b.graph, *state, bindings, 2, workspace, smaller, 2));
    assert_float_equal(y[0], 2, 0);
    assert_float_equal(y[1], 5, 0);

    /* Strides that are left out are packed; no override is an ordinary execution. */
    assert_done(b.graph, hipdnn_graph_execute_with_overrides(b.graph, *state, bindings, 2, workspace, smaller, 1));
    assert_float_equal(x[0], 3, 0);
    assert_float_equal(x[1], 3, 0);
    assert_done(b.graph, hipdnn_graph_execute_with_overrides(b.graph, *state, bindings, 2, workspace, NULL, 0));
    assert_float_equal(y[0], 3, 0);

    static const struct {
        int64_t dim[3], stride[3];
        const char *fragment;
    } rows[] = {
        {{5, 3}, {0}, "overrides[0]: dim[0] of tensor 'x' is 5: from 1 to 4 is allowed"},
        {{2}, {0}, "dim[1] of tensor 'x' is 0"},
        {{2, 3, 1}, {0}, "dim[2] of tensor 'x' is 1: from 0 to 0 is allowed"},
        {{2, 3}, {3}, "stride[1] of tensor 'x' is 0: 2 strides above 0"},
        {{2, 3}, {3, 1, 1}, "stride[2] of tensor 'x' is 1"},
        {{2, 3}, {1, 2}, "in another order than the tensor's 3 and 1"},
    };
    for (size_t i = 0; i < COUNT(rows); i++) {
        hipdnn_shape_override bad = {.tensor = b.x};
        memcpy(bad.dim, rows[i].dim, sizeof rows[i].dim);
        memcpy(bad.stride, rows[i].stride, sizeof rows[i].stride);
        assert_int_equal(hipdnn_graph_execute_with_overrides(b.graph, *state, bindings, 2, workspace, &bad, 1),
                         HIPDNN_STATUS_BAD_PARAM);
        assert_says(hipdnn_graph_get_error(b.graph), rows[i].fragment);
    }
    const hipdnn_shape_override twice[] = {smaller[0], smaller[0]};
    assert_int_equal(hipdnn_graph_execute_with_overrides(b.graph, *state, bindings, 2, workspace, twice, 2),
                     HIPDNN_STATUS_BAD_PARAM);
    assert_says(hipdnn_graph_get_error(b.graph), "overrides[1]: tensor 'x' is overridden twice");

    hipdnn_graph_set_override_shape_enabled(b.graph, false);
    assert_done(b.graph, hipdnn_graph_build(b.graph, *state));
    assert_int_equal(hipdnn_graph_execute_with_overrides(b.graph, *state, bindings, 2, workspace, smaller, 1),
                     HIPDNN_STATUS_BAD_PARAM);
    assert_says(hipdnn_graph_get_error(b.graph), "takes no other shapes");
    hipdnn_graph_destroy(b.graph);
}

/* The test's own engines, and no others. */
static int make_handle_with_engines(void **state)
{
    static const char *const folders[] = {ENGINES_FOLDER};
    if (hipdnnSetEnginePluginPaths_ext(1, folders, HIPDNN_PLUGIN_LOADING_ABSOLUTE) != HIPDNN_STATUS_SUCCESS)
        return -1;
    return make_handle(state);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(knobs_from_question_to_number),
        cmocka_unit_test(constraints_arrive_whole),
        cmocka_unit_test(unknown_knobs_are_dropped_and_deprecated_ones_used_with_a_warning),
        cmocka_unit_test(bad_settings_are_refused),
        cmocka_unit_test(engine_configs_describe_what_applies),
        cmocka_unit_test(an_engine_that_is_not_there_is_refused_by_id),
        cmocka_unit_test(support_is_a_quick_question),
        cmocka_unit_test(the_first_plan_that_works_is_taken),
        cmocka_unit_test(all_plans_side_by_side),
        cmocka_unit_test(a_plan_built_by_index_becomes_the_active_one),
        cmocka_unit_test(deselected_engines_are_neither_built_nor_run),
        cmocka_unit_test(workspace_is_limited_by_what_plans_need),
        cmocka_unit_test(plans_of_ones_own),
        cmocka_unit_test(a_change_forgets_plans_and_what_engines_said),
        cmocka_unit_test(one_execution_may_have_smaller_shapes),
    };
    return cmocka_run_group_tests(tests, make_handle_with_engines, destroy_handle);
}
