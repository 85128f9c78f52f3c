/* SPDX-License-Identifier: MIT */
/* The graph API from a user's side, with public headers alone. Read the first test to learn it; the others go through
 * the steps of a build, bindings and what a built graph refuses. Everything runs on the CPU. */
#include "support.h"

#include <pthread.h>
#include <stdlib.h>

#define REFERENCE "CPU_REFERENCE_ENGINE"

static void assert_built(hipdnn_graph_t *graph, hipdnnHandle_t handle)
{
    if (hipdnn_graph_build(graph, handle) != HIPDNN_STATUS_SUCCESS)
        fail_msg("%s", hipdnn_graph_get_error(graph));
}

static void assert_floats(const float *seen, const float *wanted, size_t count)
{
    for (size_t i = 0; i < count; i++)
        assert_float_equal(seen[i], wanted[i], 1e-6);
}

/* ------------------------------------------------------------------------------------------------ tutorial */

static void from_description_to_numbers(void **state)
{
    hipdnnHandle_t handle = *state;

    /* A graph has tensors and operations on them. Everything left out has a sensible default: names are made up,
     * strides are packed, types come from the graph. */
    hipdnn_graph_t *graph =
        hipdnn_graph_create(&(hipdnn_graph_attributes){.name = "tutorial", .io_data_type = HIPDNN_TYPE_F32});
    hipdnn_tensor_t *x = hipdnn_graph_tensor(graph, &(hipdnn_tensor_attributes){.name = "x", .dim = {1, 1, 3, 3}});
    hipdnn_tensor_t *w = hipdnn_graph_tensor(graph, &(hipdnn_tensor_attributes){.name = "w", .dim = {1, 1, 2, 2}});

    /* An operation returns the tensor it writes, to be passed to the next one. It is virtual: it may never exist in
     * memory. The last one shall, so it is made an output. */
    hipdnn_tensor_t *y = hipdnn_graph_conv_fprop(graph, x, w, NULL);
    y = hipdnn_graph_pointwise(graph, y, NULL, NULL, &(hipdnn_pointwise_attributes){.mode = HIPDNN_POINTWISE_RELU_FWD});
    hipdnn_tensor_set_output(y, true);

    /* Nothing above was checked, and nothing had to be: the graph keeps the first error, and building tells it. */
    if (hipdnn_graph_build(graph, handle) != HIPDNN_STATUS_SUCCESS)
        fail_msg("%s", hipdnn_graph_get_error(graph));

    /* Shapes that were not given are known now, and so is who will compute. */
    hipdnn_dims dim;
    assert_int_equal(hipdnn_tensor_get_dim(y, &dim), HIPDNN_STATUS_SUCCESS);
    assert_int_equal(dim.count, 4);
    assert_int_equal(dim.v[2], 2);
    const char *engine = NULL;
    assert_int_equal(hipdnn_graph_get_execution_plan_engine_name(graph, &engine), HIPDNN_STATUS_SUCCESS);
    assert_true(strlen(engine) > 0);
    size_t workspace_size = 0;
    assert_int_equal(hipdnn_graph_get_workspace_size(graph, &workspace_size), HIPDNN_STATUS_SUCCESS);
    void *workspace = workspace_size > 0 ? aligned_alloc(64, (workspace_size + 63) / 64 * 64) : NULL;

    /* Running binds memory to every tensor that is neither virtual nor constant, in any order. */
    _Alignas(16) float x_data[9] = {1, -2, 3, -4, 5, -6, 7, -8, 9};
    _Alignas(16) float w_data[4] = {1, 2, 3, 4};
    _Alignas(16) float y_data[4] = {-1, -1, -1, -1};
    const hipdnn_binding bindings[] = {{x, x_data}, {w, w_data}, {y, y_data}};
    if (hipdnn_graph_execute(graph, handle, bindings, 3, workspace) != HIPDNN_STATUS_SUCCESS)
        fail_msg("%s", hipdnn_graph_get_error(graph));

    /*  1*1 - 2*2 - 3*4 + 4*5 =  5     -1*2 + 2*3 + 3*5 - 4*6 = -5
     * -1*4 + 2*5 + 3*7 - 4*8 = -5      1*5 - 2*6 - 3*8 + 4*9 =  5, and negative ones become 0 */
    assert_floats(y_data, (const float[]){5, 0, 0, 5}, 4);

    free(workspace);
    hipdnn_graph_destroy(graph);
}

/* --------------------------------------------------------------------------------- one graph for what follows */

typedef struct block {
    hipdnn_graph_t *graph;
    hipdnn_tensor_t *x, *w, *bias, *middle, *y;
} block;

/* y = relu(conv(x, w) + bias), 2 channels of 2x2 from 1 channel of 2x2 by a 1x1 filter. */
static block make_block(void)
{
    block b;
    b.graph = hipdnn_graph_create(&(hipdnn_graph_attributes){.name = "block", .io_data_type = HIPDNN_TYPE_F32});
    b.x = hipdnn_graph_tensor(b.graph, &(hipdnn_tensor_attributes){.name = "x", .dim = {1, 1, 2, 2}});
    b.w = hipdnn_graph_tensor(b.graph, &(hipdnn_tensor_attributes){.name = "w", .dim = {2, 1, 1, 1}});
    b.bias = hipdnn_graph_tensor(b.graph, &(hipdnn_tensor_attributes){.name = "bias", .dim = {1, 2, 1, 1}});
    b.middle = hipdnn_graph_conv_fprop(b.graph, b.x, b.w, NULL);
    hipdnn_tensor_t *sum = hipdnn_graph_pointwise(b.graph, b.middle, b.bias, NULL,
                                                  &(hipdnn_pointwise_attributes){.mode = HIPDNN_POINTWISE_ADD});
    b.y = hipdnn_graph_pointwise(b.graph, sum, NULL, NULL,
                                 &(hipdnn_pointwise_attributes){.mode = HIPDNN_POINTWISE_RELU_FWD});
    hipdnn_tensor_set_name(b.y, "y");
    hipdnn_tensor_set_output(b.y, true);
    return b;
}

typedef struct block_data {
    _Alignas(16) float x[4];
    _Alignas(16) float w[4];
    _Alignas(16) float bias[4];
    _Alignas(16) float y[8];
} block_data;

static const block_data example = {{1, 2, 3, 4}, {1, -1, 0, 0}, {0.5f, 3, 0, 0}, {0}};
static const float wanted[8] = {1.5f, 2.5f, 3.5f, 4.5f, 2, 1, 0, 0};

/* Of whatever the engines of these tests ask for. */
static _Alignas(64) char scratch[2][4096];

/* The reference engine is there on every machine; these tests are not about ranking. */
static void build_on_reference(const block *b, hipdnnHandle_t handle)
{
    hipdnn_graph_validate(b->graph);
    hipdnn_graph_build_operation_graph(b->graph, handle);
    if (hipdnn_graph_create_execution_plan_ext(b->graph, hipdnn_engine_name_to_id(REFERENCE), NULL, 0) !=
        HIPDNN_STATUS_SUCCESS)
        fail_msg("%s", hipdnn_graph_get_error(b->graph));
}

static hipdnnStatus_t run(const block *b, hipdnnHandle_t handle, block_data *data)
{
    const hipdnn_binding bindings[] = {{b->y, data->y}, {b->bias, data->bias}, {b->x, data->x}, {b->w, data->w}};
    return hipdnn_graph_execute(b->graph, handle, bindings, 4, scratch[0]);
}

/* --------------------------------------------------------------------------------------------------- build */

static void step_by_step(void **state)
{
    const block b = make_block();
    assert_int_equal(hipdnn_graph_validate(b.graph), HIPDNN_STATUS_SUCCESS);
    assert_int_equal(hipdnn_graph_build_operation_graph(b.graph, *state), HIPDNN_STATUS_SUCCESS);
    const hipdnnBackendHeurMode_t modes[] = {HIPDNN_HEUR_MODE_FALLBACK};
    assert_int_equal(hipdnn_graph_create_execution_plans(b.graph, modes, 1), HIPDNN_STATUS_SUCCESS);
    assert_int_equal(hipdnn_graph_check_support(b.graph), HIPDNN_STATUS_SUCCESS);
    assert_int_equal(hipdnn_graph_build_plans(b.graph), HIPDNN_STATUS_SUCCESS);
    assert_int_equal(hipdnn_graph_build_plans(b.graph), HIPDNN_STATUS_SUCCESS);
    assert_string_equal(hipdnn_graph_get_error(b.graph), "");
    hipdnn_graph_destroy(b.graph);
}

static void modes_are_asked_in_turn(void **state)
{
    const block b = make_block();
    hipdnn_graph_validate(b.graph);
    hipdnn_graph_build_operation_graph(b.graph, *state);
    const hipdnnBackendHeurMode_t modes[] = {(hipdnnBackendHeurMode_t)12345, HIPDNN_HEUR_MODE_A_EXT};
    assert_int_equal(hipdnn_graph_create_execution_plans(b.graph, modes, 2), HIPDNN_STATUS_SUCCESS);
    assert_int_equal(hipdnn_graph_create_execution_plans(b.graph, modes, 1), HIPDNN_STATUS_NOT_SUPPORTED);
    assert_int_equal(hipdnn_graph_build_plans(b.graph), HIPDNN_STATUS_NOT_INITIALIZED);
    hipdnn_graph_destroy(b.graph);
}

static void a_pinned_engine_is_the_one_that_plans(void **state)
{
    const block b = make_block();
    const int64_t reference = hipdnn_engine_name_to_id(REFERENCE);
    build_on_reference(&b, *state);
    int64_t id = 0;
    const char *name = "";
    assert_int_equal(hipdnn_graph_get_execution_plan_engine_id(b.graph, &id), HIPDNN_STATUS_SUCCESS);
    assert_int_equal(hipdnn_graph_get_execution_plan_engine_name(b.graph, &name), HIPDNN_STATUS_SUCCESS);
    assert_true(id == reference);
    assert_string_equal(name, REFERENCE);
    assert_int_equal(hipdnn_graph_build_plans(b.graph), HIPDNN_STATUS_SUCCESS);

    /* A pin that cannot hold fails, and leaves no other plan behind. */
    assert_int_not_equal(hipdnn_graph_create_execution_plan_ext(b.graph, 1, NULL, 0), HIPDNN_STATUS_SUCCESS);
    assert_says(hipdnn_graph_get_error(b.graph), "engine 0x0000000000000001");
    assert_int_equal(hipdnn_graph_get_execution_plan_engine_id(b.graph, &id), HIPDNN_STATUS_NOT_INITIALIZED);
    hipdnn_graph_destroy(b.graph);
}

static void a_preferred_engine_comes_first_and_only_for_this_graph(void **state)
{
    const block b = make_block();
    int64_t ranked[16], id = 0;
    size_t count = 0;
    assert_built(b.graph, *state);
    assert_int_equal(hipdnn_graph_get_ranked_engine_ids(b.graph, NULL, 0, ranked, 16, &count), HIPDNN_STATUS_SUCCESS);
    assert_in_range(count, 1, 16);

    hipdnn_graph_set_preferred_engine_id(b.graph, ranked[count - 1]);
    assert_built(b.graph, *state);
    assert_int_equal(hipdnn_graph_get_execution_plan_engine_id(b.graph, &id), HIPDNN_STATUS_SUCCESS);
    assert_true(id == ranked[count - 1]);

    /* The list stays the backend's (D40); without room only the number is told. */
    int64_t again[16];
    size_t number = 0;
    assert_int_equal(hipdnn_graph_get_ranked_engine_ids(b.graph, NULL, 0, again, 16, &number), HIPDNN_STATUS_SUCCESS);
    assert_memory_equal(again, ranked, count * sizeof *ranked);
    assert_int_equal(hipdnn_graph_get_ranked_engine_ids(b.graph, NULL, 0, NULL, 0, &number), HIPDNN_STATUS_SUCCESS);
    assert_int_equal(number, count);

    /* One that is not a candidate is only warned of. */
    hipdnn_graph_set_preferred_engine_name(b.graph, "NO_SUCH_ENGINE");
    assert_built(b.graph, *state);
    assert_int_equal(hipdnn_graph_get_execution_plan_engine_id(b.graph, &id), HIPDNN_STATUS_SUCCESS);
    assert_true(id == ranked[0]);
    hipdnn_graph_destroy(b.graph);
}

static void a_changed_graph_is_built_again(void **state)
{
    const block b = make_block();
    block_data data = example;
    build_on_reference(&b, *state);
    assert_int_equal(run(&b, *state, &data), HIPDNN_STATUS_SUCCESS);

    hipdnn_tensor_set_output(b.middle, true);
    assert_int_equal(run(&b, *state, &data), HIPDNN_STATUS_NOT_INITIALIZED);
    assert_says(hipdnn_graph_get_error(b.graph), "was changed after it was built");

    build_on_reference(&b, *state);
    assert_int_equal(run(&b, *state, &data), HIPDNN_STATUS_BAD_PARAM);
    assert_says(hipdnn_graph_get_error(b.graph), "'conv_fprop_0::Y' (uid 3)");
    hipdnn_graph_destroy(b.graph);
}

static void the_reason_why_no_engine_applies_arrives(void **state)
{
    hipdnn_graph_t *graph = hipdnn_graph_create(&(hipdnn_graph_attributes){.io_data_type = HIPDNN_TYPE_FP4_E2M1});
    hipdnn_tensor_t *x = hipdnn_graph_tensor(graph, &(hipdnn_tensor_attributes){.dim = {4}});
    hipdnn_tensor_t *y =
        hipdnn_graph_pointwise(graph, x, NULL, NULL, &(hipdnn_pointwise_attributes){.mode = HIPDNN_POINTWISE_TAN});
    hipdnn_tensor_set_output(y, true);
    assert_int_equal(hipdnn_graph_build(graph, *state), HIPDNN_STATUS_NOT_SUPPORTED);
    assert_says(hipdnn_graph_get_error(graph), "hipdnn_graph_build: ranking engines: ");
    assert_says(hipdnn_graph_get_error(graph), REFERENCE);
    hipdnn_graph_destroy(graph);
}

/* ------------------------------------------------------------------------------------------------- execute */

static void execute_and_bind_give_the_same(void **state)
{
    const block b = make_block();
    block_data one = example, other = example;
    build_on_reference(&b, *state);
    assert_int_equal(run(&b, *state, &one), HIPDNN_STATUS_SUCCESS);
    assert_floats(one.y, wanted, 8);

    const hipdnn_binding bindings[] = {{b.x, other.x}, {b.w, other.w}, {b.bias, other.bias}, {b.y, other.y}};
    hipdnn_binding_t *binding = hipdnn_graph_bind(b.graph, bindings, 4, scratch[1]);
    assert_non_null(binding);
    assert_int_equal(hipdnn_binding_execute(binding, *state), HIPDNN_STATUS_SUCCESS);
    assert_memory_equal(one.y, other.y, sizeof one.y);

    /* A binding outlives its graph. */
    hipdnn_graph_destroy(b.graph);
    other.x[0] = 10;
    assert_int_equal(hipdnn_binding_execute(binding, *state), HIPDNN_STATUS_SUCCESS);
    assert_float_equal(other.y[0], 10.5, 0);
    hipdnn_binding_destroy(binding);
}

/* One thread's own: memory, workspace, handle and binding. The plan is shared. */
typedef struct worker {
    pthread_t thread;
    hipdnn_binding_t *binding;
    hipdnnHandle_t handle;
    block_data data;
    _Alignas(64) char workspace[4096];
    bool is_right;
} worker;

static void *work(void *argument)
{
    worker *self = argument;
    self->is_right = true;
    for (int i = 0; i < 200; i++) {
        self->data.x[0] = (float)i;
        self->is_right &= hipdnn_binding_execute(self->binding, self->handle) == HIPDNN_STATUS_SUCCESS &&
                          self->data.y[0] == (float)i + 0.5f;
    }
    return NULL;
}

static void threads_run_bindings_of_one_graph(void **state)
{
    static worker workers[4];
    const block b = make_block();
    build_on_reference(&b, *state);
    for (size_t i = 0; i < 4; i++) {
        worker *w = &workers[i];
        w->data = example;
        const hipdnn_binding bindings[] = {
            {b.x, w->data.x}, {b.w, w->data.w}, {b.bias, w->data.bias}, {b.y, w->data.y}};
        w->binding = hipdnn_graph_bind(b.graph, bindings, 4, w->workspace);
        assert_non_null(w->binding);
        assert_int_equal(hipdnnCreateForDevice_ext(&w->handle, HIPDNN_DEVICE_KIND_CPU, 0), HIPDNN_STATUS_SUCCESS);
    }
    hipdnn_graph_destroy(b.graph);
    for (size_t i = 0; i < 4; i++)
        assert_int_equal(pthread_create(&workers[i].thread, NULL, work, &workers[i]), 0);
    for (size_t i = 0; i < 4; i++) {
        pthread_join(workers[i].thread, NULL);
        assert_true(workers[i].is_right);
        hipdnn_binding_destroy(workers[i].binding);
        hipdnnDestroy(workers[i].handle);
    }
}

static void each_execution_may_have_other_memory(void **state)
{
    const block b = make_block();
    block_data data[3] = {example, example, example};
    build_on_reference(&b, *state);
    for (int round = 0; round < 6; round++) {
        block_data *now = &data[round % 3];
        now->x[0] = (float)round;
        assert_int_equal(run(&b, *state, now), HIPDNN_STATUS_SUCCESS);
        assert_float_equal(now->y[0], (float)round + 0.5f, 0);
    }

    /* Another workspace is another pack, and works as well. */
    block_data *now = &data[0];
    const hipdnn_binding bindings[] = {{b.x, now->x}, {b.w, now->w}, {b.bias, now->bias}, {b.y, now->y}};
    now->x[0] = 7;
    assert_int_equal(hipdnn_graph_execute(b.graph, *state, bindings, 4, scratch[1]), HIPDNN_STATUS_SUCCESS);
    assert_float_equal(now->y[0], 7.5, 0);
    hipdnn_graph_destroy(b.graph);
}

static void a_refused_execution_does_not_spoil_the_next(void **state)
{
    const block b = make_block();
    block_data first = example, second = example;
    build_on_reference(&b, *state);
    assert_int_equal(run(&b, *state, &first), HIPDNN_STATUS_SUCCESS);

    /* Half of the pointers are another's when the missing ones are noticed. */
    const hipdnn_binding half[] = {{b.x, second.x}, {b.y, second.y}};
    assert_int_equal(hipdnn_graph_execute(b.graph, *state, half, 2, scratch[0]), HIPDNN_STATUS_BAD_PARAM);
    second.x[0] = 3;
    const hipdnn_binding mixed[] = {{b.x, second.x}, {b.y, second.y}, {b.w, first.w}, {b.bias, first.bias}};
    assert_int_equal(hipdnn_graph_execute(b.graph, *state, mixed, 4, scratch[0]), HIPDNN_STATUS_SUCCESS);
    assert_float_equal(second.y[0], 3.5, 0);
    assert_string_equal(hipdnn_graph_get_error(b.graph), "");
    hipdnn_graph_destroy(b.graph);
}

static void constants_and_inner_outputs(void **state)
{
    /* y = min(max(x + 2, 0), 6), with the sum visible too. */
    hipdnn_graph_t *graph = hipdnn_graph_create(&(hipdnn_graph_attributes){.io_data_type = HIPDNN_TYPE_F32});
    hipdnn_tensor_t *x = hipdnn_graph_tensor(graph, &(hipdnn_tensor_attributes){.dim = {4}});
    hipdnn_tensor_t *two = hipdnn_graph_scalar_f32(graph, 2, "two");
    hipdnn_tensor_t *sum =
        hipdnn_graph_pointwise(graph, x, two, NULL, &(hipdnn_pointwise_attributes){.mode = HIPDNN_POINTWISE_ADD});
    hipdnn_tensor_t *y = hipdnn_graph_pointwise(
        graph, sum, NULL, NULL,
        &(hipdnn_pointwise_attributes){.mode = HIPDNN_POINTWISE_RELU_FWD, .relu_upper_clip = HIPDNN_SOME(6.0f)});
    hipdnn_tensor_set_output(sum, true);
    hipdnn_tensor_set_output(y, true);
    assert_built(graph, *state);

    _Alignas(16) float in[4] = {-3, 0, 3, 5}, inner[4], out[4];
    const hipdnn_binding bindings[] = {{x, in}, {sum, inner}, {y, out}};
    if (hipdnn_graph_execute(graph, *state, bindings, 3, scratch[0]) != HIPDNN_STATUS_SUCCESS)
        fail_msg("%s", hipdnn_graph_get_error(graph));
    assert_floats(inner, (const float[]){-1, 2, 5, 7}, 4);
    assert_floats(out, (const float[]){0, 2, 5, 6}, 4);
    hipdnn_graph_destroy(graph);
}

/* ------------------------------------------------------------------------- what a built graph refuses to bind */

typedef struct refusal {
    const char *fragment;
    hipdnnStatus_t status;
    size_t count;
    hipdnn_binding bindings[5];
} refusal;

static void bad_bindings_are_refused_by_name(void **state)
{
    const block b = make_block(), foreign = make_block();
    hipdnn_tensor_t *unused = hipdnn_graph_tensor(b.graph, &(hipdnn_tensor_attributes){.name = "idle", .dim = {1}});
    block_data data = example;
    float *x = data.x, *w = data.w, *bias = data.bias, *y = data.y;
    build_on_reference(&b, *state);
    const refusal refusals[] = {
        {"2 of 4 tensors are not bound: 'w' (uid 1), 'bias' (uid 2)", HIPDNN_STATUS_BAD_PARAM, 2, {{b.x, x}, {b.y, y}}},
        {"4 of 4 tensors are not bound: 'x'", HIPDNN_STATUS_BAD_PARAM, 0, {{b.x, x}}},
        {"tensor 'x' is bound twice", HIPDNN_STATUS_BAD_PARAM, 4, {{b.x, x}, {b.w, w}, {b.x, x}, {b.y, y}}},
        {"tensor 'conv_fprop_0::Y' (uid 3) is virtual", HIPDNN_STATUS_BAD_PARAM, 2, {{b.x, x}, {b.middle, y}}},
        {"bindings[1]: tensor 'w' belongs to graph 'block'", HIPDNN_STATUS_BAD_PARAM, 2, {{b.x, x}, {foreign.w, w}}},
        {"tensor 'idle' (uid 0) is used by no operation", HIPDNN_STATUS_BAD_PARAM, 1, {{unused, x}}},
        {"bindings[2].tensor is NULL", HIPDNN_STATUS_BAD_PARAM, 3, {{b.x, x}, {b.w, w}, {NULL, x}}},
        {"pointer of tensor 'bias' is NULL", HIPDNN_STATUS_BAD_PARAM_NULL_POINTER, 1, {{b.bias, NULL}}},
        {"is not aligned", HIPDNN_STATUS_BAD_PARAM, 4, {{b.x, x + 1}, {b.w, w}, {b.bias, bias}, {b.y, y}}},
    };
    for (size_t i = 0; i < sizeof refusals / sizeof *refusals; i++) {
        const refusal *row = &refusals[i];
        assert_int_equal(hipdnn_graph_execute(b.graph, *state, row->bindings, row->count, scratch[0]), row->status);
        assert_says(hipdnn_graph_get_error(b.graph), row->fragment);
        assert_says(hipdnn_graph_get_error(b.graph), "hipdnn_graph_execute: ");
        assert_int_equal(hipdnn_graph_get_status(b.graph), row->status);
    }
    for (size_t i = 0; i + 1 < sizeof refusals / sizeof *refusals; i++) {
        assert_null(hipdnn_graph_bind(b.graph, refusals[i].bindings, refusals[i].count, scratch[1]));
        assert_says(hipdnn_graph_get_error(b.graph), refusals[i].fragment);
    }
    assert_int_equal(hipdnn_graph_execute(b.graph, *state, NULL, 4, NULL), HIPDNN_STATUS_BAD_PARAM_NULL_POINTER);
    assert_int_equal(run(&b, NULL, &data), HIPDNN_STATUS_BAD_PARAM_NULL_POINTER);
    assert_int_equal(run(&b, *state, &data), HIPDNN_STATUS_SUCCESS);
    hipdnn_graph_destroy(b.graph);
    hipdnn_graph_destroy(foreign.graph);
}

static void a_stored_graph_runs_like_the_original(void **state)
{
    const block b = make_block();
    char *text = NULL;
    assert_int_equal(hipdnn_graph_to_json(b.graph, &text), HIPDNN_STATUS_SUCCESS);
    block again = {.graph = hipdnn_graph_from_json(text, strlen(text))};
    if (again.graph == NULL)
        fail_msg("%s", hipdnn_graph_get_error(NULL));
    again.x = hipdnn_graph_find_tensor_by_name(again.graph, "x");
    again.w = hipdnn_graph_find_tensor_by_name(again.graph, "w");
    again.bias = hipdnn_graph_find_tensor_by_name(again.graph, "bias");
    again.y = hipdnn_graph_find_tensor_by_name(again.graph, "y");
    block_data data = example;
    build_on_reference(&again, *state);
    assert_int_equal(run(&again, *state, &data), HIPDNN_STATUS_SUCCESS);
    assert_floats(data.y, wanted, 8);
    hipdnn_free(text);
    hipdnn_graph_destroy(again.graph);
    hipdnn_graph_destroy(b.graph);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(from_description_to_numbers),
        cmocka_unit_test(step_by_step),
        cmocka_unit_test(modes_are_asked_in_turn),
        cmocka_unit_test(a_pinned_engine_is_the_one_that_plans),
        cmocka_unit_test(a_preferred_engine_comes_first_and_only_for_this_graph),
        cmocka_unit_test(a_changed_graph_is_built_again),
        cmocka_unit_test(the_reason_why_no_engine_applies_arrives),
        cmocka_unit_test(execute_and_bind_give_the_same),
        cmocka_unit_test(threads_run_bindings_of_one_graph),
        cmocka_unit_test(each_execution_may_have_other_memory),
        cmocka_unit_test(a_refused_execution_does_not_spoil_the_next),
        cmocka_unit_test(constants_and_inner_outputs),
        cmocka_unit_test(bad_bindings_are_refused_by_name),
        cmocka_unit_test(a_stored_graph_runs_like_the_original),
    };
    return cmocka_run_group_tests(tests, make_handle, destroy_handle);
}
