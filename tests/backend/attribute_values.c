/* SPDX-License-Identifier: MIT */
/* A value for every attribute: by its type, and by name where its kind wants a certain one. */
#include "attribute_rows.h"

#include "base/memory.h"
#include "data_sdk/graph/engine.h"
#include "loading.h"

#include <string.h>

hipdnnHandle_t values_handle;

static descriptor tensors[2], relu, graph, engine, config, choice;
static int64_t engine_id, policy_id;
static void *pointers[2];
static void *setting_bytes;
static hipdnnBackendFlatbufferData_t setting;

static const int64_t ones[] = {1, 1}, uids[] = {1, 2};
static const int32_t sevens[] = {7, 7};
static const float half_float[] = {0.5f};
static const double half[] = {0.5};
static const unsigned char yes[] = {1};
static const char text[] = "a.b.c";

/* A read-only one is there for the question whether it can be set. */
static const struct {
    hipdnnBackendAttributeType_t type;
    int32_t number;
} numbers[] = {
    {HIPDNN_TYPE_BEHAVIOR_NOTE, HIPDNN_BEHAVIOR_NOTE_RUNTIME_COMPILATION},
    {HIPDNN_TYPE_DATA_TYPE, HIPDNN_DATA_FLOAT},
    {HIPDNN_TYPE_CONVOLUTION_MODE, HIPDNN_CROSS_CORRELATION},
    {HIPDNN_TYPE_POINTWISE_MODE, HIPDNN_POINTWISE_RELU_FWD},
    {HIPDNN_TYPE_NORM_FWD_PHASE, HIPDNN_NORM_FWD_TRAINING},
    {HIPDNN_TYPE_DIAGONAL_ALIGNMENT_EXT, HIPDNN_DIAGONAL_ALIGNMENT_BOTTOM_RIGHT_EXT},
    {HIPDNN_TYPE_ATTENTION_IMPLEMENTATION_EXT, HIPDNN_ATTENTION_IMPLEMENTATION_UNIFIED_EXT},
    {HIPDNN_TYPE_REDUCTION_OPERATOR_TYPE, HIPDNN_REDUCE_TENSOR_MAX},
    {HIPDNN_TYPE_RESAMPLE_MODE, HIPDNN_RESAMPLE_MAXPOOL},
    {HIPDNN_TYPE_PADDING_MODE, HIPDNN_PADDING_NEG_INF_PAD},
    {HIPDNN_TYPE_MOE_GROUPED_MATMUL_MODE, HIPDNN_MOE_GROUPED_MATMUL_MODE_GATHER},
    {HIPDNN_TYPE_HEUR_MODE, HIPDNN_HEUR_MODE_FALLBACK},
};

static const struct {
    hipdnnBackendAttributeName_t name;
    int64_t count;
    size_t size;
    const void *elements;
    hipdnnBackendDescriptorType_t child; /* what kind the elements are of, if descriptors */
} by_name[] = {
    {HIPDNN_ATTR_TENSOR_VALUE_EXT, sizeof half_float, 1, half_float, 0},
    {HIPDNN_ATTR_OPERATIONGRAPH_OPS, 1, sizeof relu, &relu, HIPDNN_BACKEND_OPERATION_POINTWISE_DESCRIPTOR},
    {HIPDNN_ATTR_ENGINEHEUR_OPERATION_GRAPH, 1, sizeof graph, &graph, HIPDNN_BACKEND_OPERATIONGRAPH_DESCRIPTOR},
    {HIPDNN_ATTR_ENGINEHEUR_POLICY_ORDER_EXT, 1, sizeof policy_id, &policy_id, 0},
    {HIPDNN_ATTR_ENGINE_OPERATION_GRAPH, 1, sizeof graph, &graph, HIPDNN_BACKEND_OPERATIONGRAPH_DESCRIPTOR},
    {HIPDNN_ATTR_ENGINE_GLOBAL_INDEX, 1, sizeof engine_id, &engine_id, 0},
    {HIPDNN_ATTR_ENGINECFG_ENGINE, 1, sizeof engine, &engine, HIPDNN_BACKEND_ENGINE_DESCRIPTOR},
    {HIPDNN_ATTR_ENGINECFG_KNOB_CHOICES, 1, sizeof choice, &choice, HIPDNN_BACKEND_KNOB_CHOICE_DESCRIPTOR},
    {HIPDNN_ATTR_EXECUTION_PLAN_ENGINE_CONFIG, 1, sizeof config, &config, HIPDNN_BACKEND_ENGINECFG_DESCRIPTOR},
    {HIPDNN_ATTR_VARIANT_PACK_UNIQUE_IDS, 2, sizeof *uids, uids, 0},
    {HIPDNN_ATTR_VARIANT_PACK_OVERRIDE_UNIQUE_IDS_EXT, 2, sizeof *uids, uids, 0},
};

descriptor make_unfinalized_child(const row *r)
{
    for (size_t i = 0; i < sizeof by_name / sizeof *by_name; i++)
        if (by_name[i].name == r->name)
            return make(by_name[i].child);
    return make(HIPDNN_BACKEND_TENSOR_DESCRIPTOR);
}

static value number_of(const row *r)
{
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        if (numbers[i].type == r->type)
            return (value){1, sizeof numbers[i].number, &numbers[i].number};
    fail_msg("%s: this test has no value of type %d", r->text, (int)r->type);
    return (value){0};
}

value value_of(const row *r)
{
    for (size_t i = 0; i < sizeof by_name / sizeof *by_name; i++)
        if (by_name[i].name == r->name)
            return (value){by_name[i].count, by_name[i].size, by_name[i].elements};
    const int64_t count = r->rule == SOME || r->rule == ANY ? 2 : 1;
    switch ((int)r->type) {
    case HIPDNN_TYPE_HANDLE:
        return (value){1, sizeof values_handle, &values_handle};
    case HIPDNN_TYPE_BACKEND_DESCRIPTOR:
        return (value){count, sizeof *tensors, tensors};
    case HIPDNN_TYPE_VOID_PTR:
        return (value){count, sizeof *pointers, pointers};
    case HIPDNN_TYPE_INT64:
        return (value){count, sizeof *ones, ones};
    case HIPDNN_TYPE_INT32:
        return (value){count, sizeof *sevens, sevens};
    case HIPDNN_TYPE_FLOAT:
        return (value){1, sizeof *half_float, half_float};
    case HIPDNN_TYPE_DOUBLE:
        return (value){1, sizeof *half, half};
    case HIPDNN_TYPE_BOOLEAN:
        return (value){1, sizeof *yes, yes};
    case HIPDNN_TYPE_CHAR:
        return (value){sizeof text - 1, 1, text};
    case HIPDNN_TYPE_FLATBUFFER_DATA_STRUCT_EXT:
        return (value){1, sizeof setting, &setting};
    case HIPDNN_TYPE_OPERATION_TYPE_EXT:
        return (value){1, sizeof r->fixed, &r->fixed};
    default:
        return number_of(r);
    }
}

static descriptor make_choice(void)
{
    descriptor made = make(HIPDNN_BACKEND_KNOB_CHOICE_DESCRIPTOR);
    const int64_t size = 24;
    set_text(made, HIPDNN_ATTR_KNOB_CHOICE_KNOB_TYPE, "zoo.cage.size");
    set_i64(made, HIPDNN_ATTR_KNOB_CHOICE_KNOB_VALUE, size);
    finalize(made);
    return made;
}

int make_values(void **state)
{
    const hipdnn_data_knob_setting knob = {.id = "zoo.cage.size", .value = {.type = HIPDNN_DATA_KNOB_INT64, .i64 = 24}};
    static float memory[2];
    if (start_log(state) != 0 || hd_knob_setting_encode(&knob, &setting_bytes, &setting.size) != HD_OK)
        return -1;
    setting.ptr = setting_bytes;
    values_handle = open_plugins(1, (const char *const[]){ZOO "/zoo_none.so"});
    engine_id = hipdnn_engine_name_to_id("ZOO_ENGINE");
    policy_id = hipdnn_policy_name_to_id("SelectionHeuristic::StaticOrdering");
    for (int i = 0; i < 2; i++) {
        tensors[i] = make_tensor(i + 1, i == 0 ? "x" : "y", DIMS(1, 1));
        pointers[i] = &memory[i];
    }
    relu = make_relu(tensors[0], tensors[1]);
    graph = make_graph(values_handle, 1, &relu);
    engine = make_engine(graph, "ZOO_ENGINE");
    config = make_config(engine);
    choice = make_choice();
    return 0;
}

int drop_values(void **state)
{
    const descriptor all[] = {tensors[0], tensors[1], relu, graph, engine, config, choice};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        destroy(all[i]);
    hd_free(setting_bytes);
    assert_ok(hipdnnDestroy(values_handle));
    return end_log(state);
}
