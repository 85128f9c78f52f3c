/* SPDX-License-Identifier: MIT */
/* Descriptors through the raw C API. The first test is the tutorial: from tensors to numbers. The others hold what all
 * kinds share: which can be created, in which order, and what each says when it is too early, too late, or not it. */
#include "support.h"

#include <stdalign.h>
#include <string.h>

static hipdnnHandle_t handle;

/* y = relu(conv(x, w)): one picture of 3 x 3, one filter of 2 x 2. */
static void test_the_tutorial(void **state)
{
    (void)state;
    /* A descriptor is an object with attributes: create, set, finalize. After that it does not change any more. */
    hipdnnBackendDescriptor_t x;
    const int64_t x_uid = 10, x_dim[] = {1, 1, 3, 3}, x_stride[] = {9, 9, 3, 1};
    const hipdnnDataType_t type = HIPDNN_DATA_FLOAT;
    assert_ok(hipdnnBackendCreateDescriptor(HIPDNN_BACKEND_TENSOR_DESCRIPTOR, &x));
    assert_ok(hipdnnBackendSetAttribute(x, HIPDNN_ATTR_TENSOR_UNIQUE_ID, HIPDNN_TYPE_INT64, 1, &x_uid));
    assert_ok(hipdnnBackendSetAttribute(x, HIPDNN_ATTR_TENSOR_NAME_EXT, HIPDNN_TYPE_CHAR, 1, "x"));
    assert_ok(hipdnnBackendSetAttribute(x, HIPDNN_ATTR_TENSOR_DATA_TYPE, HIPDNN_TYPE_DATA_TYPE, 1, &type));
    assert_ok(hipdnnBackendSetAttribute(x, HIPDNN_ATTR_TENSOR_DIMENSIONS, HIPDNN_TYPE_INT64, 4, x_dim));
    assert_ok(hipdnnBackendSetAttribute(x, HIPDNN_ATTR_TENSOR_STRIDES, HIPDNN_TYPE_INT64, 4, x_stride));
    assert_ok(hipdnnBackendFinalize(x));

    /* The other tensors likewise. The one between the operations is virtual: nobody gives it memory. */
    hipdnnBackendDescriptor_t w = make_tensor(20, "w", DIMS(1, 1, 2, 2));
    hipdnnBackendDescriptor_t sum = make_virtual(30, "sum", DIMS(1, 1, 2, 2));
    hipdnnBackendDescriptor_t y = make_tensor(40, "y", DIMS(1, 1, 2, 2));

    /* An operation is a descriptor whose attributes are tensors and parameters. */
    hipdnnBackendDescriptor_t conv;
    const int64_t zeros[] = {0, 0}, ones[] = {1, 1};
    const hipdnnConvolutionMode_t mode = HIPDNN_CROSS_CORRELATION;
    assert_ok(hipdnnBackendCreateDescriptor(HIPDNN_BACKEND_OPERATION_CONVOLUTION_FORWARD_DESCRIPTOR, &conv));
    assert_ok(hipdnnBackendSetAttribute(conv, HIPDNN_ATTR_OPERATION_CONVOLUTION_FORWARD_X,
                                        HIPDNN_TYPE_BACKEND_DESCRIPTOR, 1, &x));
    assert_ok(hipdnnBackendSetAttribute(conv, HIPDNN_ATTR_OPERATION_CONVOLUTION_FORWARD_W,
                                        HIPDNN_TYPE_BACKEND_DESCRIPTOR, 1, &w));
    assert_ok(hipdnnBackendSetAttribute(conv, HIPDNN_ATTR_OPERATION_CONVOLUTION_FORWARD_Y,
                                        HIPDNN_TYPE_BACKEND_DESCRIPTOR, 1, &sum));
    assert_ok(hipdnnBackendSetAttribute(conv, HIPDNN_ATTR_CONVOLUTION_PRE_PADDINGS, HIPDNN_TYPE_INT64, 2, zeros));
    assert_ok(hipdnnBackendSetAttribute(conv, HIPDNN_ATTR_CONVOLUTION_POST_PADDINGS, HIPDNN_TYPE_INT64, 2, zeros));
    assert_ok(hipdnnBackendSetAttribute(conv, HIPDNN_ATTR_CONVOLUTION_FILTER_STRIDES, HIPDNN_TYPE_INT64, 2, ones));
    assert_ok(hipdnnBackendSetAttribute(conv, HIPDNN_ATTR_CONVOLUTION_DILATIONS, HIPDNN_TYPE_INT64, 2, ones));
    assert_ok(
        hipdnnBackendSetAttribute(conv, HIPDNN_ATTR_CONVOLUTION_CONV_MODE, HIPDNN_TYPE_CONVOLUTION_MODE, 1, &mode));
    assert_ok(hipdnnBackendSetAttribute(conv, HIPDNN_ATTR_CONVOLUTION_COMP_TYPE, HIPDNN_TYPE_DATA_TYPE, 1, &type));
    assert_ok(hipdnnBackendFinalize(conv));
    hipdnnBackendDescriptor_t relu = make_relu(sum, y);

    /* The graph belongs to a handle. The order of its operations does not matter. */
    hipdnnBackendDescriptor_t graph, operations[] = {relu, conv};
    assert_ok(hipdnnBackendCreateDescriptor(HIPDNN_BACKEND_OPERATIONGRAPH_DESCRIPTOR, &graph));
    assert_ok(hipdnnBackendSetAttribute(graph, HIPDNN_ATTR_OPERATIONGRAPH_HANDLE, HIPDNN_TYPE_HANDLE, 1, &handle));
    assert_ok(hipdnnBackendSetAttribute(graph, HIPDNN_ATTR_OPERATIONGRAPH_OPS, HIPDNN_TYPE_BACKEND_DESCRIPTOR, 2,
                                        operations));
    assert_ok(hipdnnBackendFinalize(graph));

    /* Who can compute it? A heuristic ranks the engines; its results are engine configs that we bring. */
    hipdnnBackendDescriptor_t heuristic, configs[8];
    const hipdnnBackendHeurMode_t heuristic_mode = HIPDNN_HEUR_MODE_FALLBACK;
    int64_t ranked;
    assert_ok(hipdnnBackendCreateDescriptor(HIPDNN_BACKEND_ENGINEHEUR_DESCRIPTOR, &heuristic));
    assert_ok(hipdnnBackendSetAttribute(heuristic, HIPDNN_ATTR_ENGINEHEUR_OPERATION_GRAPH,
                                        HIPDNN_TYPE_BACKEND_DESCRIPTOR, 1, &graph));
    assert_ok(
        hipdnnBackendSetAttribute(heuristic, HIPDNN_ATTR_ENGINEHEUR_MODE, HIPDNN_TYPE_HEUR_MODE, 1, &heuristic_mode));
    assert_ok(hipdnnBackendFinalize(heuristic));
    assert_ok(hipdnnBackendGetAttribute(heuristic, HIPDNN_ATTR_ENGINEHEUR_RESULTS, HIPDNN_TYPE_BACKEND_DESCRIPTOR, 0,
                                        &ranked, NULL));
    assert_in_range(ranked, 1, 8);
    for (int64_t i = 0; i < ranked; i++)
        assert_ok(hipdnnBackendCreateDescriptor(HIPDNN_BACKEND_ENGINECFG_DESCRIPTOR, &configs[i]));
    assert_ok(hipdnnBackendGetAttribute(heuristic, HIPDNN_ATTR_ENGINEHEUR_RESULTS, HIPDNN_TYPE_BACKEND_DESCRIPTOR,
                                        ranked, &ranked, configs));

    /* The best would be configs[0]. The reference engine comes last; its numbers are those of pen and paper. */
    hipdnnBackendDescriptor_t config = configs[ranked - 1], engine;
    char name[64];
    int64_t count;
    assert_ok(hipdnnBackendFinalize(config));
    assert_ok(hipdnnBackendGetAttribute(config, HIPDNN_ATTR_ENGINECFG_ENGINE, HIPDNN_TYPE_BACKEND_DESCRIPTOR, 1, &count,
                                        &engine));
    assert_ok(
        hipdnnBackendGetAttribute(engine, HIPDNN_ATTR_ENGINE_NAME_EXT, HIPDNN_TYPE_CHAR, sizeof name, NULL, name));
    assert_string_equal(name, "CPU_REFERENCE_ENGINE");

    /* A plan has everything but memory, and says how much of it is needed besides the tensors. */
    hipdnnBackendDescriptor_t plan;
    int64_t workspace_size;
    alignas(64) static char workspace[4096];
    assert_ok(hipdnnBackendCreateDescriptor(HIPDNN_BACKEND_EXECUTION_PLAN_DESCRIPTOR, &plan));
    assert_ok(hipdnnBackendSetAttribute(plan, HIPDNN_ATTR_EXECUTION_PLAN_ENGINE_CONFIG, HIPDNN_TYPE_BACKEND_DESCRIPTOR,
                                        1, &config));
    assert_ok(hipdnnBackendFinalize(plan));
    assert_ok(hipdnnBackendGetAttribute(plan, HIPDNN_ATTR_EXECUTION_PLAN_WORKSPACE_SIZE, HIPDNN_TYPE_INT64, 1, NULL,
                                        &workspace_size));
    assert_in_range(workspace_size, 0, sizeof workspace);

    /* The variant pack binds memory to uids. */
    alignas(16) float x_data[] = {1, 7, 3, 4, 5, 6, 9, 8, 2};
    alignas(16) float w_data[] = {-1, 0, 0, 1};
    alignas(16) float y_data[4];
    hipdnnBackendDescriptor_t pack;
    const int64_t uids[] = {10, 20, 40};
    void *pointers[] = {x_data, w_data, y_data}, *workspace_pointer = workspace;
    assert_ok(hipdnnBackendCreateDescriptor(HIPDNN_BACKEND_VARIANT_PACK_DESCRIPTOR, &pack));
    assert_ok(hipdnnBackendSetAttribute(pack, HIPDNN_ATTR_VARIANT_PACK_UNIQUE_IDS, HIPDNN_TYPE_INT64, 3, uids));
    assert_ok(
        hipdnnBackendSetAttribute(pack, HIPDNN_ATTR_VARIANT_PACK_DATA_POINTERS, HIPDNN_TYPE_VOID_PTR, 3, pointers));
    assert_ok(hipdnnBackendSetAttribute(pack, HIPDNN_ATTR_VARIANT_PACK_WORKSPACE, HIPDNN_TYPE_VOID_PTR, 1,
                                        &workspace_pointer));
    assert_ok(hipdnnBackendFinalize(pack));

    /* 5 - 1, 6 - 7, 8 - 4, 2 - 5; and nothing below zero. */
    assert_ok(hipdnnBackendExecute(handle, plan, pack));
    assert_memory_equal(y_data, ((float[]){4, 0, 4, 0}), sizeof y_data);

    /* Every create and every get of a descriptor gave a reference; all are given back, in any order. */
    hipdnnBackendDescriptor_t all[] = {x, w, sum, y, conv, relu, graph, heuristic, engine, plan, pack};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        assert_ok(hipdnnBackendDestroyDescriptor(all[i]));
    for (int64_t i = 0; i < ranked; i++)
        assert_ok(hipdnnBackendDestroyDescriptor(configs[i]));
}

/* ------------------------------------------------------------------------------------------------ creation */

static void test_types_that_can_be_created(void **state)
{
    (void)state;
    static const int yes[] = {
        HIPDNN_BACKEND_ENGINE_DESCRIPTOR,         HIPDNN_BACKEND_ENGINECFG_DESCRIPTOR,
        HIPDNN_BACKEND_ENGINEHEUR_DESCRIPTOR,     HIPDNN_BACKEND_EXECUTION_PLAN_DESCRIPTOR,
        HIPDNN_BACKEND_KNOB_CHOICE_DESCRIPTOR,    HIPDNN_BACKEND_KNOB_INFO_DESCRIPTOR,
        HIPDNN_BACKEND_OPERATIONGRAPH_DESCRIPTOR, HIPDNN_BACKEND_VARIANT_PACK_DESCRIPTOR,
        HIPDNN_BACKEND_TENSOR_DESCRIPTOR,         HIPDNN_BACKEND_OPERATION_CONVOLUTION_FORWARD_DESCRIPTOR,
        HIPDNN_BACKEND_PROFILING_CONTROL_EXT,     HIPDNN_BACKEND_OPERATION_POINTWISE_DESCRIPTOR,
    };
    static const int no[] = {0, 5, 8, 9, 12, 13, -1, 4711};
    for (size_t i = 0; i < sizeof yes / sizeof *yes; i++)
        destroy(make((hipdnnBackendDescriptorType_t)yes[i]));
    for (size_t i = 0; i < sizeof no / sizeof *no; i++) {
        const hipdnnBackendDescriptorType_t type = (hipdnnBackendDescriptorType_t)no[i];
        descriptor object = (descriptor)&object;
        assert_refused(hipdnnBackendCreateDescriptor(type, &object), NOT_SUPPORTED, "cannot be created");
        assert_null(object);
        /* The pointer is looked at first. */
        assert_refused(hipdnnBackendCreateDescriptor(type, NULL), BAD_PARAM_NULL_POINTER, "descriptor is NULL");
    }
}

static void test_null_everywhere(void **state)
{
    (void)state;
    int64_t value = 0;
    assert_refused(set(NULL, HIPDNN_ATTR_TENSOR_UNIQUE_ID, HIPDNN_TYPE_INT64, 1, &value), BAD_PARAM_NULL_POINTER,
                   "the descriptor is NULL");
    assert_refused(get(NULL, HIPDNN_ATTR_TENSOR_UNIQUE_ID, HIPDNN_TYPE_INT64, 1, &value, &value),
                   BAD_PARAM_NULL_POINTER, "the descriptor is NULL");
    assert_refused(hipdnnBackendFinalize(NULL), BAD_PARAM_NULL_POINTER, "the descriptor is NULL");
    assert_refused(hipdnnBackendDestroyDescriptor(NULL), BAD_PARAM_NULL_POINTER, "the descriptor is NULL");
}

static void test_a_handle_is_no_descriptor(void **state)
{
    (void)state;
    int64_t value = 0;
    descriptor wrong = (descriptor)(void *)handle;
    assert_refused(set(wrong, HIPDNN_ATTR_TENSOR_UNIQUE_ID, HIPDNN_TYPE_INT64, 1, &value), BAD_PARAM, "is a handle");
    assert_refused(get(wrong, HIPDNN_ATTR_TENSOR_UNIQUE_ID, HIPDNN_TYPE_INT64, 1, &value, &value), BAD_PARAM,
                   "is a handle");
    assert_refused(hipdnnBackendFinalize(wrong), BAD_PARAM, "is a handle");
    assert_refused(hipdnnBackendDestroyDescriptor(wrong), BAD_PARAM, "is a handle");

    descriptor tensor = make(HIPDNN_BACKEND_TENSOR_DESCRIPTOR);
    assert_refused(hipdnnDestroy((hipdnnHandle_t)(void *)tensor), BAD_PARAM, "is a tensor; a handle is needed");
    assert_refused(hipdnnSetStream((hipdnnHandle_t)(void *)tensor, NULL), BAD_PARAM, "a handle is needed");
    descriptor graph = make(HIPDNN_BACKEND_OPERATIONGRAPH_DESCRIPTOR);
    assert_refused(set(graph, HIPDNN_ATTR_OPERATIONGRAPH_HANDLE, HIPDNN_TYPE_HANDLE, 1, &tensor), BAD_PARAM,
                   "a handle is needed");
    destroy(tensor);
    destroy(graph);
}

/* ----------------------------------------------------------------------------------------- order of the steps */

static void refuse_child(hipdnnBackendDescriptorType_t type, hipdnnBackendAttributeName_t name, descriptor unfinalized,
                         descriptor stranger)
{
    descriptor parent = make(type), none = NULL;
    assert_refused(set(parent, name, HIPDNN_TYPE_BACKEND_DESCRIPTOR, 1, &unfinalized), BAD_PARAM_NOT_FINALIZED,
                   "is not finalized");
    assert_refused(set(parent, name, HIPDNN_TYPE_BACKEND_DESCRIPTOR, 1, &none), BAD_PARAM_NULL_POINTER, "is NULL");
    assert_refused(set(parent, name, HIPDNN_TYPE_BACKEND_DESCRIPTOR, 1, &stranger), NOT_SUPPORTED, "is a variant pack");
    destroy(parent);
}

static void test_children_come_first(void **state)
{
    (void)state;
    static const struct {
        hipdnnBackendDescriptorType_t parent;
        hipdnnBackendAttributeName_t name;
        hipdnnBackendDescriptorType_t child;
    } rows[] = {
        {HIPDNN_BACKEND_TENSOR_DESCRIPTOR, HIPDNN_ATTR_TENSOR_RAGGED_OFFSET_DESC, HIPDNN_BACKEND_TENSOR_DESCRIPTOR},
        {HIPDNN_BACKEND_OPERATION_CONVOLUTION_FORWARD_DESCRIPTOR, HIPDNN_ATTR_OPERATION_CONVOLUTION_FORWARD_W,
         HIPDNN_BACKEND_TENSOR_DESCRIPTOR},
        {HIPDNN_BACKEND_OPERATION_POINTWISE_DESCRIPTOR, HIPDNN_ATTR_OPERATION_POINTWISE_IN_2_EXT,
         HIPDNN_BACKEND_TENSOR_DESCRIPTOR},
        {HIPDNN_BACKEND_OPERATIONGRAPH_DESCRIPTOR, HIPDNN_ATTR_OPERATIONGRAPH_OPS,
         HIPDNN_BACKEND_OPERATION_POINTWISE_DESCRIPTOR},
        {HIPDNN_BACKEND_ENGINEHEUR_DESCRIPTOR, HIPDNN_ATTR_ENGINEHEUR_OPERATION_GRAPH,
         HIPDNN_BACKEND_OPERATIONGRAPH_DESCRIPTOR},
        {HIPDNN_BACKEND_ENGINE_DESCRIPTOR, HIPDNN_ATTR_ENGINE_OPERATION_GRAPH,
         HIPDNN_BACKEND_OPERATIONGRAPH_DESCRIPTOR},
        {HIPDNN_BACKEND_ENGINECFG_DESCRIPTOR, HIPDNN_ATTR_ENGINECFG_ENGINE, HIPDNN_BACKEND_ENGINE_DESCRIPTOR},
        {HIPDNN_BACKEND_EXECUTION_PLAN_DESCRIPTOR, HIPDNN_ATTR_EXECUTION_PLAN_ENGINE_CONFIG,
         HIPDNN_BACKEND_ENGINECFG_DESCRIPTOR},
    };
    descriptor stranger = make_pack(1, (int64_t[]){1}, (void *[]){&stranger}, NULL);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        descriptor child = make(rows[i].child);
        refuse_child(rows[i].parent, rows[i].name, child, stranger);
        destroy(child);
    }
    destroy(stranger);
}

/* Tensors, operations, graphs and packs do not mind a second finalize; what asks plugins does. */
static void test_finalize_twice(void **state)
{
    (void)state;
    descriptor x = make_tensor(1, "x", DIMS(4)), y = make_tensor(2, "y", DIMS(4)), relu = make_relu(x, y);
    descriptor graph = make_graph(handle, 1, &relu);
    descriptor pack = make_pack(1, (int64_t[]){1}, (void *[]){&pack}, NULL);
    descriptor content[] = {x, relu, graph, pack};
    for (size_t i = 0; i < sizeof content / sizeof *content; i++)
        finalize(content[i]);

    descriptor engine = make_engine(graph, REFERENCE), config = make_config(engine);
    descriptor asked[] = {make_heuristic(graph), engine, config, make_plan(graph, REFERENCE)};
    for (size_t i = 0; i < sizeof asked / sizeof *asked; i++) {
        assert_refused(hipdnnBackendFinalize(asked[i]), BAD_PARAM, "is finalized already");
        destroy(asked[i]);
    }
    for (size_t i = 0; i < sizeof content / sizeof *content; i++)
        destroy(content[i]);
    destroy(y);
}

/* After a refused finalize the object is as it was: it may be completed and finalized. */
static void test_finalize_again_after_a_failure(void **state)
{
    (void)state;
    descriptor tensor = begin_tensor(1, "x", DIMS(2, 3));
    set_i64s(tensor, HIPDNN_ATTR_TENSOR_STRIDES, DIMS(1));
    assert_refused(hipdnnBackendFinalize(tensor), BAD_PARAM, "2 dims and 1 strides");
    set_i64s(tensor, HIPDNN_ATTR_TENSOR_STRIDES, DIMS(3, 1));
    finalize(tensor);

    descriptor y = make_tensor(2, "y", DIMS(7)), relu = make_relu(tensor, y);
    descriptor graph = begin_graph(handle, 1, &relu);
    assert_refused(hipdnnBackendFinalize(graph), BAD_PARAM, "output tensor 'y' (uid 2) has dims");
    destroy(graph);
    destroy(relu);
    destroy(y);
    destroy(tensor);
}

static void test_errors_are_kept_until_read(void **state)
{
    (void)state;
    char text[HIPDNN_ERROR_STRING_MAX_LENGTH], cut[8];
    assert_int_equal(hipdnnBackendFinalize(NULL), HIPDNN_STATUS_BAD_PARAM_NULL_POINTER);
    destroy(make(HIPDNN_BACKEND_TENSOR_DESCRIPTOR)); /* a success changes nothing */
    hipdnnPeekLastErrorString_ext(text, sizeof text);
    assert_string_equal(text, "the descriptor is NULL");
    hipdnnPeekLastErrorString_ext(cut, sizeof cut);
    assert_string_equal(cut, "the des");
    hipdnnGetLastErrorString(text, sizeof text);
    assert_string_equal(text, "the descriptor is NULL");
    hipdnnGetLastErrorString(text, sizeof text);
    assert_string_equal(text, "");
    hipdnnGetLastErrorString(NULL, 4);
    hipdnnPeekLastErrorString_ext(text, sizeof text);
    assert_says(text, "there is no room");
    hipdnnGetLastErrorString(text, 0);
    hipdnnGetLastErrorString(text, sizeof text);
    assert_says(text, "size 0");
    assert_string_equal(hipdnnGetErrorString(HIPDNN_STATUS_BAD_PARAM), "HIPDNN_STATUS_BAD_PARAM");
    assert_string_equal(hipdnnGetErrorString((hipdnnStatus_t)99), "HIPDNN_STATUS_UNKNOWN");
}

static int set_up(void **state)
{
    (void)state;
    return (int)hipdnnCreate(&handle);
}

static int tear_down(void **state)
{
    (void)state;
    return (int)hipdnnDestroy(handle);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_the_tutorial),
        cmocka_unit_test(test_types_that_can_be_created),
        cmocka_unit_test(test_null_everywhere),
        cmocka_unit_test(test_a_handle_is_no_descriptor),
        cmocka_unit_test(test_children_come_first),
        cmocka_unit_test(test_finalize_twice),
        cmocka_unit_test(test_finalize_again_after_a_failure),
        cmocka_unit_test(test_errors_are_kept_until_read),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
