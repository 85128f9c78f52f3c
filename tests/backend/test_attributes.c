/* SPDX-License-Identifier: MIT */
/* A row per attribute, and for each row the same questions: set and get in each state, wrong type, wrong count, NULL,
 * size query, missing at finalize. Answers are those of tests/abi/backend-attributes.tsv (D22). What is special about
 * single attributes is in test_values.c. */
#include "support.h"

#include <string.h>

enum {
    SET = 1, /* the user may set it */
    GET = 2,
    REQUIRED = 4,
    LIST = 8, /* any count above 0; else exactly 1 */
    BYTES = 16, /* with LIST: a count that the value fixes */
    TEXT = 32, /* any count from 0; a get counts the NUL */
    EMPTY = 64, /* a LIST that may be set to nothing */
    FILLED = 1024, /* a TEXT that may not */
    ALL = 128, /* a get refuses a short buffer; otherwise it cuts */
    EXACT = 256, /* a get asks for exactly one, no size query */
    NO_QUERY = 512 /* a get needs array and count */
};

typedef struct row {
    hipdnnBackendAttributeName_t name;
    const char *text;
    hipdnnBackendAttributeType_t type;
    unsigned flags;
    int64_t count;
    const void *value;
    size_t size; /* of the value */
} row;

/* ROW(name, type, flags, count, array with the value) */
#define ROW(name_, type_, flags_, count_, value_)                                                                      \
    {                                                                                                                  \
        HIPDNN_ATTR_##name_, "HIPDNN_ATTR_" #name_, HIPDNN_TYPE_##type_, flags_, count_, value_, sizeof(value_)        \
    }

typedef struct kind {
    const char *name;
    hipdnnBackendDescriptorType_t type;
    hipdnnStatus_t early_get; /* a get before finalize */
    const row *rows; /* in an order in which they can be set */
    size_t row_count;
} kind;

/* ---------------------------------------------------------------------------------------------------- values */

static hipdnnHandle_t handle[1];
static descriptor offsets[1], x[1], y[1], z[1], relu[1], graph[1], engine[1], config[1];

static const unsigned char no[] = {0}, yes[] = {1};
static const int32_t type_float[] = {HIPDNN_DATA_FLOAT}, type_half[] = {HIPDNN_DATA_HALF};
static const int64_t two_ones[] = {1, 1}, two_zeros[] = {0, 0}, pads[] = {1, 2}, two_uids[] = {1, 2};
static const int64_t uid[] = {-7}, alignment[] = {32}, multiplier[] = {3}, axis[] = {1};
static const float constant[] = {2.5f}, lower[] = {-1}, upper[] = {6}, slope[] = {0.1f}, beta[] = {1.5f};
static const int32_t flipped[] = {HIPDNN_CONVOLUTION}, select_mode[] = {HIPDNN_POINTWISE_BINARY_SELECT};
static const int32_t conv_type[] = {HIPDNN_OPERATION_TYPE_CONVOLUTION_FORWARD_EXT};
static const int32_t pointwise_type[] = {HIPDNN_OPERATION_TYPE_POINTWISE_EXT};
static const int32_t fallback[] = {HIPDNN_HEUR_MODE_FALLBACK};
static int64_t reference_id[1], order[2];
static float memory[2][4];
static void *const pointers[] = {memory[0], memory[1]}, *const workspace[] = {memory};

static const row tensor_rows[] = {
    ROW(TENSOR_UNIQUE_ID, INT64, SET | GET, 1, uid),
    ROW(TENSOR_NAME_EXT, CHAR, SET | GET | TEXT, 7, "a name"),
    ROW(TENSOR_DATA_TYPE, DATA_TYPE, SET | GET | REQUIRED, 1, type_float),
    ROW(TENSOR_DIMENSIONS, INT64, SET | GET | REQUIRED | LIST, 2, two_ones),
    ROW(TENSOR_STRIDES, INT64, SET | GET | REQUIRED | LIST, 2, two_ones),
    ROW(TENSOR_IS_VIRTUAL, BOOLEAN, SET | GET, 1, no),
    ROW(TENSOR_VALUE_EXT, CHAR, SET | GET | LIST | BYTES | ALL, 4, constant),
    ROW(TENSOR_IS_BY_VALUE, BOOLEAN, GET, 1, yes),
    ROW(TENSOR_IS_RUNTIME_PASS_BY_VALUE_EXT, BOOLEAN, SET | GET, 1, no),
    ROW(TENSOR_BYTE_ALIGNMENT, INT64, SET | GET, 1, alignment),
    ROW(TENSOR_RAGGED_OFFSET_DESC, BACKEND_DESCRIPTOR, SET | GET, 1, offsets),
    ROW(TENSOR_RAGGED_OFFSET_MULTIPLIER, INT64, SET | GET, 1, multiplier),
};

static const row conv_rows[] = {
    ROW(OPERATION_CONVOLUTION_FORWARD_X, BACKEND_DESCRIPTOR, SET | GET | REQUIRED, 1, x),
    ROW(OPERATION_CONVOLUTION_FORWARD_W, BACKEND_DESCRIPTOR, SET | GET | REQUIRED, 1, y),
    ROW(OPERATION_CONVOLUTION_FORWARD_Y, BACKEND_DESCRIPTOR, SET | GET | REQUIRED, 1, z),
    ROW(CONVOLUTION_PRE_PADDINGS, INT64, SET | GET | REQUIRED | LIST, 2, pads),
    ROW(CONVOLUTION_POST_PADDINGS, INT64, SET | GET | REQUIRED | LIST, 2, two_zeros),
    ROW(CONVOLUTION_FILTER_STRIDES, INT64, SET | GET | REQUIRED | LIST, 2, two_ones),
    ROW(CONVOLUTION_DILATIONS, INT64, SET | GET | REQUIRED | LIST, 2, pads),
    ROW(CONVOLUTION_CONV_MODE, CONVOLUTION_MODE, SET | GET | REQUIRED, 1, flipped),
    ROW(CONVOLUTION_COMP_TYPE, DATA_TYPE, SET | GET | REQUIRED, 1, type_half),
    ROW(OPERATION_NAME_EXT, CHAR, SET | GET | TEXT, 5, "conv"),
    ROW(OPERATION_TYPE_EXT, OPERATION_TYPE_EXT, GET, 1, conv_type),
};

static const row pointwise_rows[] = {
    ROW(OPERATION_POINTWISE_IN_0_EXT, BACKEND_DESCRIPTOR, SET | GET | REQUIRED, 1, x),
    ROW(OPERATION_POINTWISE_OUT_0_EXT, BACKEND_DESCRIPTOR, SET | GET | REQUIRED, 1, y),
    ROW(OPERATION_POINTWISE_IN_1_EXT, BACKEND_DESCRIPTOR, SET | GET, 1, z),
    ROW(OPERATION_POINTWISE_IN_2_EXT, BACKEND_DESCRIPTOR, SET | GET, 1, offsets),
    ROW(POINTWISE_MODE, POINTWISE_MODE, SET | GET | REQUIRED, 1, select_mode),
    ROW(POINTWISE_MATH_PREC, DATA_TYPE, SET | GET | REQUIRED, 1, type_float),
    ROW(POINTWISE_RELU_LOWER_CLIP, FLOAT, SET | GET, 1, lower),
    ROW(POINTWISE_RELU_UPPER_CLIP, FLOAT, SET | GET, 1, upper),
    ROW(POINTWISE_RELU_LOWER_CLIP_SLOPE, FLOAT, SET | GET, 1, slope),
    ROW(POINTWISE_SWISH_BETA, FLOAT, SET | GET, 1, beta),
    ROW(POINTWISE_ELU_ALPHA, FLOAT, SET | GET, 1, upper),
    ROW(POINTWISE_SOFTPLUS_BETA, FLOAT, SET | GET, 1, slope),
    ROW(POINTWISE_AXIS, INT64, SET | GET, 1, axis),
    ROW(OPERATION_NAME_EXT, CHAR, SET | GET | TEXT, 1, ""),
    ROW(OPERATION_TYPE_EXT, OPERATION_TYPE_EXT, GET, 1, pointwise_type),
};

static const row graph_rows[] = {
    ROW(OPERATIONGRAPH_HANDLE, HANDLE, SET | REQUIRED, 1, handle),
    ROW(OPERATIONGRAPH_OPS, BACKEND_DESCRIPTOR, SET | GET | REQUIRED | LIST | EMPTY | ALL, 1, relu),
    ROW(OPERATIONGRAPH_COMPUTE_DATA_TYPE_EXT, DATA_TYPE, SET | GET, 1, type_float),
    ROW(OPERATIONGRAPH_INTERMEDIATE_DATA_TYPE_EXT, DATA_TYPE, SET | GET, 1, type_half),
    ROW(OPERATIONGRAPH_IO_DATA_TYPE_EXT, DATA_TYPE, SET | GET, 1, type_half),
    ROW(OPERATIONGRAPH_PREFERRED_ENGINE_ID_EXT, INT64, SET | GET, 1, reference_id),
    ROW(OPERATIONGRAPH_NAME_EXT, CHAR, SET | GET | TEXT, 6, "graph"),
    ROW(OPERATIONGRAPH_IS_OVERRIDE_SHAPE_ENABLED_EXT, BOOLEAN, SET | GET, 1, yes),
};

/* RESULTS fills descriptors of the caller's: test_values.c. */
static const row heuristic_rows[] = {
    ROW(ENGINEHEUR_OPERATION_GRAPH, BACKEND_DESCRIPTOR, SET | GET | REQUIRED | EXACT, 1, graph),
    ROW(ENGINEHEUR_MODE, HEUR_MODE, SET | GET | REQUIRED | EXACT, 1, fallback),
    ROW(ENGINEHEUR_FIND_FIRST_EXT, BOOLEAN, SET | GET, 1, no),
    ROW(ENGINEHEUR_POLICY_ORDER_EXT, INT64, SET | GET | LIST | EMPTY, 2, order),
};

static const row engine_rows[] = {
    ROW(ENGINE_OPERATION_GRAPH, BACKEND_DESCRIPTOR, SET | GET | REQUIRED | EXACT, 1, graph),
    ROW(ENGINE_GLOBAL_INDEX, INT64, SET | GET | REQUIRED | EXACT, 1, reference_id),
    ROW(ENGINE_NAME_EXT, CHAR, GET | TEXT, sizeof REFERENCE, REFERENCE),
    ROW(ENGINE_BEHAVIOR_NOTE, BEHAVIOR_NOTE, GET | LIST | ALL, 0, ""),
};

static const int64_t no_workspace[] = {0};
static const row config_rows[] = {
    ROW(ENGINECFG_ENGINE, BACKEND_DESCRIPTOR, SET | GET | REQUIRED | EXACT, 1, engine),
    ROW(ENGINECFG_WORKSPACE_SIZE, INT64, GET | EXACT, 1, no_workspace),
};

static const row plan_rows[] = {
    ROW(EXECUTION_PLAN_HANDLE, HANDLE, SET, 1, handle),
    ROW(EXECUTION_PLAN_ENGINE_CONFIG, BACKEND_DESCRIPTOR, SET | GET | REQUIRED | EXACT, 1, config),
    ROW(EXECUTION_PLAN_WORKSPACE_SIZE, INT64, GET | EXACT, 1, no_workspace),
    ROW(EXECUTION_PLAN_TENSOR_UIDS_EXT, INT64, GET | LIST | ALL, 2, two_uids),
    ROW(EXECUTION_PLAN_ENGINE_GLOBAL_INDEX_EXT, INT64, GET, 1, reference_id),
};

static const row pack_rows[] = {
    ROW(VARIANT_PACK_UNIQUE_IDS, INT64, SET | GET | REQUIRED | LIST | NO_QUERY, 2, two_uids),
    ROW(VARIANT_PACK_DATA_POINTERS, VOID_PTR, SET | GET | REQUIRED | LIST | NO_QUERY, 2, pointers),
    ROW(VARIANT_PACK_WORKSPACE, VOID_PTR, SET | GET | EXACT, 1, workspace),
    ROW(VARIANT_PACK_OVERRIDE_UNIQUE_IDS_EXT, INT64, SET | GET | LIST, 2, two_uids),
    ROW(VARIANT_PACK_OVERRIDE_LENGTHS_EXT, INT64, SET | GET | LIST, 2, two_ones),
    ROW(VARIANT_PACK_OVERRIDE_SHAPES_EXT, INT64, SET | GET | LIST, 2, pads),
    ROW(VARIANT_PACK_OVERRIDE_STRIDES_EXT, INT64, SET | GET | LIST, 2, two_ones),
};

/* The value of a knob may have any of three types; what follows from that is in test_knobs.c. */
static const row choice_rows[] = {
    ROW(KNOB_CHOICE_KNOB_TYPE, CHAR, SET | GET | REQUIRED | TEXT | FILLED, 6, "a.b.c"),
    ROW(KNOB_CHOICE_KNOB_VALUE, INT64, SET | GET | REQUIRED, 1, uid),
};

static const int64_t four[] = {4}, ten[] = {10}, even[] = {4, 6}, int64_type[] = {HIPDNN_TYPE_INT64};
static const row integer_knob_rows[] = {
    ROW(KNOB_INFO_TYPE, CHAR, SET | GET | REQUIRED | TEXT | FILLED, 6, "a.b.c"),
    ROW(KNOB_INFO_DEFAULT_VALUE, INT64, SET | GET | REQUIRED, 1, four),
    ROW(KNOB_INFO_MINIMUM_VALUE, INT64, SET | GET, 1, no_workspace),
    ROW(KNOB_INFO_MAXIMUM_VALUE, INT64, SET | GET, 1, ten),
    ROW(KNOB_INFO_STRIDE, INT64, SET | GET, 1, axis),
    ROW(KNOB_INFO_DESCRIPTION, CHAR, SET | GET | TEXT, 5, "text"),
    ROW(KNOB_INFO_DEPRECATED, BOOLEAN, SET | GET, 1, yes),
    ROW(KNOB_INFO_VALID_VALUES_INT, INT64, SET | GET | LIST, 2, even),
    ROW(KNOB_INFO_DEFAULT_VALUE_TYPE, INT64, GET, 1, int64_type),
};

static const int32_t longest[] = {3};
static const int64_t char_type[] = {HIPDNN_TYPE_CHAR};
static const row text_knob_rows[] = {
    ROW(KNOB_INFO_TYPE, CHAR, SET | GET | REQUIRED | TEXT | FILLED, 6, "a.b.c"),
    ROW(KNOB_INFO_DEFAULT_VALUE, CHAR, SET | GET | REQUIRED | TEXT, 3, "bc"),
    ROW(KNOB_INFO_VALID_VALUES_STRING, CHAR, SET | GET | LIST, 5, "a\0bc"),
    ROW(KNOB_INFO_STRING_MAX_LENGTH, INT32, SET | GET, 1, longest),
    ROW(KNOB_INFO_DEFAULT_VALUE_TYPE, INT64, GET, 1, char_type),
};

#define KIND(name, type, early, rows)                                                                                  \
    {                                                                                                                  \
        name, HIPDNN_BACKEND_##type##_DESCRIPTOR, HIPDNN_STATUS_##early, rows, sizeof(rows) / sizeof(row)              \
    }
static const kind kinds[] = {
    KIND("tensor", TENSOR, NOT_INITIALIZED, tensor_rows),
    KIND("convolution", OPERATION_CONVOLUTION_FORWARD, NOT_INITIALIZED, conv_rows),
    KIND("pointwise", OPERATION_POINTWISE, NOT_INITIALIZED, pointwise_rows),
    KIND("graph", OPERATIONGRAPH, SUCCESS, graph_rows),
    KIND("heuristic", ENGINEHEUR, BAD_PARAM_NOT_FINALIZED, heuristic_rows),
    KIND("engine", ENGINE, NOT_INITIALIZED, engine_rows),
    KIND("config", ENGINECFG, NOT_INITIALIZED, config_rows),
    KIND("plan", EXECUTION_PLAN, NOT_INITIALIZED, plan_rows),
    KIND("pack", VARIANT_PACK, NOT_INITIALIZED, pack_rows),
    KIND("knob choice", KNOB_CHOICE, NOT_INITIALIZED, choice_rows),
    KIND("integer knob", KNOB_INFO, NOT_INITIALIZED, integer_knob_rows),
    KIND("text knob", KNOB_INFO, NOT_INITIALIZED, text_knob_rows),
};

/* ------------------------------------------------------------------------------------------------ questions */

static int64_t set_count(const row *r)
{
    return r->flags & TEXT ? r->count - 1 : r->count;
}

static void set_row(descriptor object, const row *r)
{
    assert_ok(set(object, r->name, r->type, set_count(r), r->value));
}

/* Everything in front of `end` is set. */
static descriptor begin(const kind *k, const row *end)
{
    descriptor object = make(k->type);
    for (const row *r = k->rows; r < end; r++)
        if (r->flags & SET)
            set_row(object, r);
    return object;
}

static descriptor begin_all(const kind *k)
{
    return begin(k, k->rows + k->row_count);
}

/* What is required is set, but not `left_out`. */
static descriptor begin_least(const kind *k, const row *left_out)
{
    descriptor object = make(k->type);
    for (const row *r = k->rows; r < k->rows + k->row_count; r++)
        if (r->flags & REQUIRED && r != left_out)
            set_row(object, r);
    return object;
}

static void ask_set(const kind *k, const row *r)
{
    descriptor object = begin(k, r);
    const hipdnnBackendAttributeType_t other = HIPDNN_TYPE_LAYOUT_TYPE;
    if (!(r->flags & SET)) {
        assert_refused(set(object, r->name, r->type, r->count, r->value), NOT_SUPPORTED, "cannot be set");
        destroy(object);
        return;
    }
    assert_refused(set(object, r->name, other, set_count(r), r->value), BAD_PARAM, "is of attribute type");
    assert_refused(set(object, r->name, r->type, 1, NULL), BAD_PARAM_NULL_POINTER, "is NULL");
    assert_refused(set(object, r->name, r->type, -1, r->value), BAD_PARAM, "-1");
    if (!(r->flags & (LIST | TEXT)))
        assert_refused(set(object, r->name, r->type, 2, r->value), BAD_PARAM, "takes exactly 1 element, 2 were given");
    if (r->flags & BYTES)
        assert_refused(set(object, r->name, r->type, r->count - 1, r->value), BAD_PARAM, "were given");
    if (!(r->flags & (TEXT | EMPTY)))
        assert_refused(set(object, r->name, r->type, 0, r->value), BAD_PARAM, "were given");
    if (r->flags & FILLED)
        assert_refused(set(object, r->name, r->type, 0, NULL), BAD_PARAM, "a text of 0 bytes");
    else if (r->flags & (TEXT | EMPTY))
        assert_ok(set(object, r->name, r->type, 0, NULL));
    set_row(object, r);
    if (!(r->flags & LIST)) /* lists of operations append */
        set_row(object, r);
    destroy(object);
}

static void ask_missing(const kind *k, const row *r)
{
    descriptor object = begin_least(k, r);
    if (r->flags & REQUIRED) {
        const bool is_compute =
            r->name == HIPDNN_ATTR_CONVOLUTION_COMP_TYPE || r->name == HIPDNN_ATTR_POINTWISE_MATH_PREC;
        assert_refused(hipdnnBackendFinalize(object), BAD_PARAM, is_compute ? "compute data type" : r->text);
        set_row(object, r);
    }
    finalize(object);
    destroy(object);
}

static bool is_child(const row *r)
{
    return r->type == HIPDNN_TYPE_BACKEND_DESCRIPTOR;
}

/* Asks with room for more than there is; what comes must be the row's value. */
static void ask_value(descriptor object, const row *r)
{
    _Alignas(16) unsigned char room[256];
    int64_t count = -1;
    memset(room, 0xab, sizeof room);
    const int64_t requested = r->flags & EXACT ? 1 : r->flags & (LIST | TEXT) ? r->count + 3 : 1;
    assert_ok(get(object, r->name, r->type, requested, &count, room));
    assert_int_equal(count, r->count);
    const size_t used = r->count == 0 ? 0 : r->size;
    assert_memory_equal(room, r->value, used);
    assert_int_equal(room[used], 0xab);
    for (int64_t i = 0; is_child(r) && i < count; i++)
        destroy(((descriptor *)(void *)room)[i]);
    if (r->flags & NO_QUERY || r->count == 0)
        return;
    assert_ok(get(object, r->name, r->type, requested, NULL, room)); /* the count may be left out */
    if (is_child(r))
        destroy(*(descriptor *)(void *)room);
}

static void ask_size(descriptor object, const row *r)
{
    _Alignas(16) unsigned char room[256];
    int64_t count = -1;
    if (r->flags & EXACT) {
        assert_refused(get(object, r->name, r->type, 0, &count, room), BAD_PARAM, "exactly 1 element");
        assert_refused(get(object, r->name, r->type, 2, &count, room), BAD_PARAM, "exactly 1 element");
        assert_refused(get(object, r->name, r->type, 1, &count, NULL), BAD_PARAM_NULL_POINTER, "array of elements");
    } else if (r->flags & NO_QUERY) {
        assert_refused(get(object, r->name, r->type, 9, &count, NULL), BAD_PARAM_NULL_POINTER, "array of elements");
        assert_refused(get(object, r->name, r->type, 9, NULL, room), BAD_PARAM_NULL_POINTER, "element count");
    } else {
        assert_ok(get(object, r->name, r->type, 0, &count, room));
        assert_int_equal(count, r->count);
        count = -1;
        assert_ok(get(object, r->name, r->type, 9, &count, NULL));
        assert_int_equal(count, r->count);
        assert_refused(get(object, r->name, r->type, 0, NULL, room), BAD_PARAM_NULL_POINTER, "element count");
        assert_refused(get(object, r->name, r->type, 9, NULL, NULL), BAD_PARAM_NULL_POINTER, "element count");
    }
    assert_refused(get(object, r->name, r->type, -1, &count, room), BAD_PARAM, "-1");
}

/* Room for one element less than there is. */
static void ask_short(descriptor object, const row *r)
{
    _Alignas(16) unsigned char room[256];
    int64_t count = -1;
    if (!(r->flags & (LIST | TEXT)) || r->count < 2)
        return;
    if (r->flags & ALL) {
        assert_refused(get(object, r->name, r->type, r->count - 1, &count, room), BAD_PARAM, "room was given for");
        return;
    }
    memset(room, 0xab, sizeof room);
    assert_ok(get(object, r->name, r->type, r->count - 1, &count, room));
    assert_int_equal(count, r->count - 1);
    const size_t used = r->size - r->size / (size_t)r->count;
    assert_memory_equal(room, r->value, r->flags & TEXT ? used - 1 : used);
    if (r->flags & TEXT) /* cut text ends too */
        assert_int_equal(room[used - 1], 0);
    assert_int_equal(room[used], 0xab);
}

static void ask_get(const kind *k, const row *r)
{
    _Alignas(16) unsigned char room[256];
    int64_t count = -1;
    descriptor object = begin_all(k);
    hipdnnStatus_t early = k->early_get;
    if (early == HIPDNN_STATUS_SUCCESS && r->flags & GET)
        ask_value(object, r);
    else if (early == HIPDNN_STATUS_SUCCESS)
        early = HIPDNN_STATUS_NOT_SUPPORTED;
    if (early != HIPDNN_STATUS_SUCCESS)
        check_refused(get(object, r->name, r->type, 1, &count, room), early, "read", r->text, __FILE__, __LINE__);
    finalize(object);

    assert_refused(set(object, r->name, r->type, set_count(r), r->value), NOT_INITIALIZED, "is finalized");
    if (r->flags & GET) {
        assert_refused(get(object, r->name, HIPDNN_TYPE_LAYOUT_TYPE, 1, &count, room), BAD_PARAM, "attribute type");
        ask_value(object, r);
        ask_size(object, r);
        ask_short(object, r);
    } else {
        assert_refused(get(object, r->name, r->type, 1, &count, room), NOT_SUPPORTED, "cannot be read");
    }
    destroy(object);
}

static void for_each_row(void (*ask)(const kind *, const row *))
{
    for (const kind *k = kinds; k < kinds + sizeof kinds / sizeof *kinds; k++)
        for (const row *r = k->rows; r < k->rows + k->row_count; r++)
            ask(k, r);
}

static void test_set(void **state)
{
    (void)state;
    for_each_row(ask_set);
}

static void test_missing_at_finalize(void **state)
{
    (void)state;
    for_each_row(ask_missing);
}

static void test_get(void **state)
{
    (void)state;
    for_each_row(ask_get);
}

/* Names that a kind does not have: of nobody, of another kind, and those that are numbers alone. */
static void test_unknown_names(void **state)
{
    (void)state;
    static const int strange[] = {
        0,
        99999,
        HIPDNN_ATTR_INTERMEDIATE_INFO_SIZE,
        HIPDNN_ATTR_LAYOUT_INFO_TYPES,
        HIPDNN_ATTR_OPERATIONGRAPH_ENGINE_GLOBAL_COUNT,
        HIPDNN_ATTR_OPERATIONGRAPH_IS_DYNAMIC_SHAPE_ENABLED,
        HIPDNN_ATTR_ENGINEHEUR_SM_COUNT_TARGET,
        HIPDNN_ATTR_ENGINE_NUMERICAL_NOTE,
        HIPDNN_ATTR_ENGINE_LAYOUT_INFO,
        HIPDNN_ATTR_ENGINE_CU_COUNT_TARGET_EXT,
        HIPDNN_ATTR_ENGINE_DEVICEPROP,
        HIPDNN_ATTR_ENGINECFG_INTERMEDIATE_INFO,
        HIPDNN_ATTR_EXECUTION_PLAN_JSON_REPRESENTATION,
        HIPDNN_ATTR_EXECUTION_PLAN_KERNEL_CACHE,
        HIPDNN_ATTR_VARIANT_PACK_INTERMEDIATES,
        HIPDNN_ATTR_OPERATION_MATMUL_ADESC,
    };
    int64_t value = 1, count;
    for (const kind *k = kinds; k < kinds + sizeof kinds / sizeof *kinds; k++) {
        descriptor open = begin(k, k->rows), closed = begin_all(k);
        finalize(closed);
        for (size_t i = 0; i < sizeof strange / sizeof *strange; i++) {
            const hipdnnBackendAttributeName_t name = (hipdnnBackendAttributeName_t)strange[i];
            assert_refused(set(open, name, HIPDNN_TYPE_INT64, 1, &value), NOT_SUPPORTED, "has no attribute");
            assert_refused(get(closed, name, HIPDNN_TYPE_INT64, 1, &count, &value), NOT_SUPPORTED, "has no attribute");
        }
        const kind *other = k == kinds ? k + 1 : kinds;
        assert_refused(set(open, other->rows[0].name, other->rows[0].type, 1, other->rows[0].value), NOT_SUPPORTED,
                       "has no attribute");
        destroy(open);
        destroy(closed);
    }
}

static int set_up(void **state)
{
    (void)state;
    assert_ok(hipdnnCreate(&handle[0]));
    reference_id[0] = hipdnn_engine_name_to_id(REFERENCE);
    order[0] = hipdnn_policy_name_to_id("nobody's policy");
    order[1] = hipdnn_policy_name_to_id("SelectionHeuristic::StaticOrdering");
    offsets[0] = make_tensor(9, "offsets", DIMS(2));
    x[0] = make_tensor(1, "x", DIMS(1, 1, 3, 3));
    y[0] = make_tensor(2, "y", DIMS(1, 1, 3, 3));
    z[0] = make_tensor(3, "z", DIMS(1, 1, 3, 3));
    relu[0] = make_relu(x[0], y[0]);
    graph[0] = make_graph(handle[0], 1, relu);
    engine[0] = make_engine(graph[0], REFERENCE);
    config[0] = make_config(engine[0]);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    const descriptor all[] = {offsets[0], x[0], y[0], z[0], relu[0], graph[0], engine[0], config[0]};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        destroy(all[i]);
    return (int)hipdnnDestroy(handle[0]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_set),
        cmocka_unit_test(test_missing_at_finalize),
        cmocka_unit_test(test_get),
        cmocka_unit_test(test_unknown_names),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
