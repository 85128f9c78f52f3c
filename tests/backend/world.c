/* SPDX-License-Identifier: MIT */
#include "world.h"

#include <stdalign.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

typedef hipdnnBackendDescriptor_t descriptor;

#define TRY(call)                                                                                                      \
    do {                                                                                                               \
        const hipdnnStatus_t status_ = (call);                                                                         \
        if (status_ != HIPDNN_STATUS_SUCCESS)                                                                          \
            return status_;                                                                                            \
    } while (0)

/* Sets elements of an array literal or an object: SET(x, TENSOR_UNIQUE_ID, INT64, 1, &uid). */
#define SET(object, name, type, count, elements)                                                                       \
    TRY(hipdnnBackendSetAttribute((object), HIPDNN_ATTR_##name, HIPDNN_TYPE_##type, (count), (elements)))

static void keep(world *w, descriptor object)
{
    if (w->object_count == MOST_OBJECTS)
        abort();
    w->objects[w->object_count++] = object;
}

static hipdnnStatus_t make(world *w, hipdnnBackendDescriptorType_t type, descriptor *out)
{
    TRY(hipdnnBackendCreateDescriptor(type, out));
    keep(w, *out);
    return HIPDNN_STATUS_SUCCESS;
}

hipdnnStatus_t end_world(world *w)
{
    while (w->object_count > 0)
        TRY(hipdnnBackendDestroyDescriptor(w->objects[--w->object_count]));
    if (w->handle != NULL)
        TRY(hipdnnDestroy(w->handle));
    *w = (world){0};
    return HIPDNN_STATUS_SUCCESS;
}

hipdnnStatus_t load(world *w)
{
    static const char *const paths[] = {REFERENCE_PLUGIN, ZOO "/zoo_none.so"};
    TRY(hipdnnSetEnginePluginPaths_ext(2, paths, HIPDNN_PLUGIN_LOADING_ABSOLUTE));
    return hipdnnCreate(&w->handle);
}

/* ------------------------------------------------------------------------------------------------------- graphs */

static hipdnnStatus_t make_tensor(world *w, int64_t uid, bool is_virtual, descriptor *out)
{
    const int64_t four[] = {4}, one[] = {1};
    const int32_t type = HIPDNN_DATA_FLOAT;
    TRY(make(w, HIPDNN_BACKEND_TENSOR_DESCRIPTOR, out));
    SET(*out, TENSOR_UNIQUE_ID, INT64, 1, &uid);
    SET(*out, TENSOR_NAME_EXT, CHAR, 6, "tensor");
    SET(*out, TENSOR_DATA_TYPE, DATA_TYPE, 1, &type);
    SET(*out, TENSOR_DIMENSIONS, INT64, 1, four);
    SET(*out, TENSOR_STRIDES, INT64, 1, one);
    SET(*out, TENSOR_IS_VIRTUAL, BOOLEAN, 1, &is_virtual);
    return hipdnnBackendFinalize(*out);
}

static hipdnnStatus_t make_relu(world *w, descriptor in, descriptor out, descriptor *relu)
{
    const int32_t mode = HIPDNN_POINTWISE_RELU_FWD, type = HIPDNN_DATA_FLOAT;
    TRY(make(w, HIPDNN_BACKEND_OPERATION_POINTWISE_DESCRIPTOR, relu));
    SET(*relu, OPERATION_NAME_EXT, CHAR, 4, "relu");
    SET(*relu, POINTWISE_MODE, POINTWISE_MODE, 1, &mode);
    SET(*relu, POINTWISE_MATH_PREC, DATA_TYPE, 1, &type);
    SET(*relu, OPERATION_POINTWISE_IN_0_EXT, BACKEND_DESCRIPTOR, 1, &in);
    SET(*relu, OPERATION_POINTWISE_OUT_0_EXT, BACKEND_DESCRIPTOR, 1, &out);
    return hipdnnBackendFinalize(*relu);
}

static hipdnnStatus_t make_graph(world *w, int64_t count, const descriptor *operations, descriptor *graph)
{
    TRY(make(w, HIPDNN_BACKEND_OPERATIONGRAPH_DESCRIPTOR, graph));
    SET(*graph, OPERATIONGRAPH_HANDLE, HANDLE, 1, &w->handle);
    SET(*graph, OPERATIONGRAPH_NAME_EXT, CHAR, 5, "graph");
    SET(*graph, OPERATIONGRAPH_OPS, BACKEND_DESCRIPTOR, count, operations);
    return hipdnnBackendFinalize(*graph);
}

/* z = relu(relu(x)), uids 1 and 3. */
static hipdnnStatus_t make_two_relus(world *w, descriptor *graph)
{
    descriptor x, y, z, operations[2];
    TRY(make_tensor(w, 1, false, &x));
    TRY(make_tensor(w, 2, true, &y));
    TRY(make_tensor(w, 3, false, &z));
    TRY(make_relu(w, x, y, &operations[0]));
    TRY(make_relu(w, y, z, &operations[1]));
    return make_graph(w, 2, operations, graph);
}

/* -------------------------------------------------------------------------------------------------------- plans */

/* The engines that there are, ranked, as configs: two of the zoo, and the reference last. */
enum { ENGINES = 3 };
static hipdnnStatus_t rank(world *w, descriptor graph, descriptor configs[ENGINES])
{
    const int32_t mode = HIPDNN_HEUR_MODE_FALLBACK;
    const int64_t order[] = {hipdnn_policy_name_to_id("nobody's policy"),
                             hipdnn_policy_name_to_id("SelectionHeuristic::StaticOrdering")};
    int64_t count = 0;
    descriptor heuristic;
    TRY(make(w, HIPDNN_BACKEND_ENGINEHEUR_DESCRIPTOR, &heuristic));
    SET(heuristic, ENGINEHEUR_OPERATION_GRAPH, BACKEND_DESCRIPTOR, 1, &graph);
    SET(heuristic, ENGINEHEUR_MODE, HEUR_MODE, 1, &mode);
    SET(heuristic, ENGINEHEUR_POLICY_ORDER_EXT, INT64, 2, order);
    TRY(hipdnnBackendFinalize(heuristic));
    for (int i = 0; i < ENGINES; i++)
        TRY(make(w, HIPDNN_BACKEND_ENGINECFG_DESCRIPTOR, &configs[i]));
    return hipdnnBackendGetAttribute(heuristic, HIPDNN_ATTR_ENGINEHEUR_RESULTS, HIPDNN_TYPE_BACKEND_DESCRIPTOR, ENGINES,
                                     &count, configs);
}

static hipdnnStatus_t make_engine(world *w, descriptor graph, const char *name, descriptor *engine)
{
    const int64_t id = hipdnn_engine_name_to_id(name);
    TRY(make(w, HIPDNN_BACKEND_ENGINE_DESCRIPTOR, engine));
    SET(*engine, ENGINE_OPERATION_GRAPH, BACKEND_DESCRIPTOR, 1, &graph);
    SET(*engine, ENGINE_GLOBAL_INDEX, INT64, 1, &id);
    return hipdnnBackendFinalize(*engine);
}

static hipdnnStatus_t make_choice(world *w, const char *id, bool is_text, descriptor *choice)
{
    const int64_t size = 24;
    TRY(make(w, HIPDNN_BACKEND_KNOB_CHOICE_DESCRIPTOR, choice));
    SET(*choice, KNOB_CHOICE_KNOB_TYPE, CHAR, (int64_t)strlen(id), id);
    if (is_text)
        SET(*choice, KNOB_CHOICE_KNOB_VALUE, CHAR, 4, "wild");
    else
        SET(*choice, KNOB_CHOICE_KNOB_VALUE, INT64, 1, &size);
    return hipdnnBackendFinalize(*choice);
}

static hipdnnStatus_t configure_zoo(world *w, descriptor graph, descriptor *config)
{
    descriptor engine, choices[2];
    TRY(make_engine(w, graph, "ZOO_ENGINE", &engine));
    TRY(make_choice(w, "zoo.cage.size", false, &choices[0]));
    TRY(make_choice(w, "zoo.animal.mood", true, &choices[1]));
    TRY(make(w, HIPDNN_BACKEND_ENGINECFG_DESCRIPTOR, config));
    SET(*config, ENGINECFG_ENGINE, BACKEND_DESCRIPTOR, 1, &engine);
    SET(*config, ENGINECFG_KNOB_CHOICES, BACKEND_DESCRIPTOR, 2, choices);
    return hipdnnBackendFinalize(*config);
}

static hipdnnStatus_t make_pack(world *w, void *const pointers[2], void *workspace, bool has_overrides,
                                descriptor *pack)
{
    const int64_t uids[] = {1, 3}, lengths[] = {1, 1}, ones[] = {1, 1}, fours[] = {4, 4};
    TRY(make(w, HIPDNN_BACKEND_VARIANT_PACK_DESCRIPTOR, pack));
    SET(*pack, VARIANT_PACK_UNIQUE_IDS, INT64, 2, uids);
    SET(*pack, VARIANT_PACK_DATA_POINTERS, VOID_PTR, 2, pointers);
    SET(*pack, VARIANT_PACK_WORKSPACE, VOID_PTR, 1, &workspace);
    if (has_overrides) {
        SET(*pack, VARIANT_PACK_OVERRIDE_UNIQUE_IDS_EXT, INT64, 2, uids);
        SET(*pack, VARIANT_PACK_OVERRIDE_LENGTHS_EXT, INT64, 2, lengths);
        SET(*pack, VARIANT_PACK_OVERRIDE_SHAPES_EXT, INT64, 2, fours);
        SET(*pack, VARIANT_PACK_OVERRIDE_STRIDES_EXT, INT64, 2, ones);
    }
    return hipdnnBackendFinalize(*pack);
}

static hipdnnStatus_t run(world *w, descriptor config, descriptor pack)
{
    descriptor plan;
    int64_t uids[2], count = 0;
    TRY(make(w, HIPDNN_BACKEND_EXECUTION_PLAN_DESCRIPTOR, &plan));
    SET(plan, EXECUTION_PLAN_ENGINE_CONFIG, BACKEND_DESCRIPTOR, 1, &config);
    TRY(hipdnnBackendFinalize(plan));
    TRY(hipdnnBackendGetAttribute(plan, HIPDNN_ATTR_EXECUTION_PLAN_TENSOR_UIDS_EXT, HIPDNN_TYPE_INT64, 2, &count,
                                  uids));
    TRY(hipdnnBackendExecute(w->handle, plan, pack));
    return hipdnnBackendExecute(w->handle, plan, pack);
}

hipdnnStatus_t compute(world *w)
{
    alignas(16) float x[4] = {-1, 2, -3, 4}, z[4] = {9, 9, 9, 9};
    alignas(64) char workspace[4096];
    descriptor graph, configs[ENGINES], zoo_config, pack, overrides;
    TRY(make_two_relus(w, &graph));
    TRY(rank(w, graph, configs));
    TRY(make_pack(w, (void *[]){x, z}, workspace, false, &pack));
    TRY(make_pack(w, (void *[]){x, z}, workspace, true, &overrides));
    TRY(hipdnnBackendFinalize(configs[ENGINES - 1]));
    TRY(run(w, configs[ENGINES - 1], pack));
    if (memcmp(z, (float[]){0, 2, 0, 4}, sizeof z) != 0)
        return HIPDNN_STATUS_EXECUTION_FAILED;
    TRY(configure_zoo(w, graph, &zoo_config));
    return run(w, zoo_config, pack);
}

/* ------------------------------------------------------------------------------------------ everything in a graph */

static hipdnnStatus_t make_special_tensors(world *w, descriptor *ragged, descriptor *constant)
{
    const float half = 0.5f;
    const int64_t uid = 20, alignment = 32, one[] = {1};
    const int32_t type = HIPDNN_DATA_FLOAT;
    descriptor offsets;
    TRY(make_tensor(w, 19, false, &offsets));
    TRY(make(w, HIPDNN_BACKEND_TENSOR_DESCRIPTOR, ragged));
    SET(*ragged, TENSOR_UNIQUE_ID, INT64, 1, &uid);
    SET(*ragged, TENSOR_DATA_TYPE, DATA_TYPE, 1, &type);
    SET(*ragged, TENSOR_DIMENSIONS, INT64, 1, one);
    SET(*ragged, TENSOR_STRIDES, INT64, 1, one);
    SET(*ragged, TENSOR_BYTE_ALIGNMENT, INT64, 1, &alignment);
    SET(*ragged, TENSOR_RAGGED_OFFSET_DESC, BACKEND_DESCRIPTOR, 1, &offsets);
    TRY(hipdnnBackendFinalize(*ragged));
    TRY(make(w, HIPDNN_BACKEND_TENSOR_DESCRIPTOR, constant));
    SET(*constant, TENSOR_UNIQUE_ID, INT64, 1, &(int64_t){21});
    SET(*constant, TENSOR_DATA_TYPE, DATA_TYPE, 1, &type);
    SET(*constant, TENSOR_DIMENSIONS, INT64, 1, one);
    SET(*constant, TENSOR_STRIDES, INT64, 1, one);
    SET(*constant, TENSOR_VALUE_EXT, CHAR, sizeof half, &half);
    return hipdnnBackendFinalize(*constant);
}

/* A custom operation has what others have not: an id, lists of tensors, bytes. */
static hipdnnStatus_t make_custom(world *w, descriptor in, descriptor out, descriptor *custom)
{
    const int32_t type = HIPDNN_DATA_FLOAT;
    descriptor inputs[3] = {in};
    TRY(make_special_tensors(w, &inputs[1], &inputs[2]));
    TRY(make(w, HIPDNN_BACKEND_OPERATION_CUSTOM_OP_DESCRIPTOR_EXT, custom));
    SET(*custom, OPERATION_CUSTOM_OP_ID_EXT, CHAR, 8, "zoo.walk");
    SET(*custom, OPERATION_CUSTOM_OP_INPUTS_EXT, BACKEND_DESCRIPTOR, 3, inputs);
    SET(*custom, OPERATION_CUSTOM_OP_OUTPUTS_EXT, BACKEND_DESCRIPTOR, 1, &out);
    SET(*custom, OPERATION_CUSTOM_OP_DATA_EXT, CHAR, 5, "\x01\x00\xff..");
    SET(*custom, CUSTOM_OP_COMP_TYPE_EXT, DATA_TYPE, 1, &type);
    return hipdnnBackendFinalize(*custom);
}

/* A list of numbers and an operation with extents, which stand in no graph here. */
static hipdnnStatus_t make_lonely_operations(world *w, descriptor x)
{
    const int32_t type = HIPDNN_DATA_FLOAT, sizes[] = {1, 2};
    descriptor dequantize;
    TRY(make(w, HIPDNN_BACKEND_OPERATION_BLOCK_SCALE_DEQUANTIZE_DESCRIPTOR, &dequantize));
    SET(dequantize, OPERATION_BLOCK_SCALE_DEQUANTIZE_XDESC, BACKEND_DESCRIPTOR, 1, &x);
    SET(dequantize, OPERATION_BLOCK_SCALE_DEQUANTIZE_SCALE_DESC, BACKEND_DESCRIPTOR, 1, &x);
    SET(dequantize, OPERATION_BLOCK_SCALE_DEQUANTIZE_YDESC, BACKEND_DESCRIPTOR, 1, &x);
    SET(dequantize, OPERATION_BLOCK_SCALE_DEQUANTIZE_BLOCK_SIZE, INT32, 2, sizes);
    SET(dequantize, OPERATION_BLOCK_SCALE_DEQUANTIZE_MATH_PREC, DATA_TYPE, 1, &type);
    return hipdnnBackendFinalize(dequantize);
}

static hipdnnStatus_t finalize_loaded(world *w, descriptor loaded)
{
    keep(w, loaded);
    SET(loaded, OPERATIONGRAPH_HANDLE, HANDLE, 1, &w->handle);
    return hipdnnBackendFinalize(loaded);
}

/* As bytes and back. */
static hipdnnStatus_t store_bytes(world *w, descriptor graph)
{
    static uint8_t bytes[65536];
    size_t size = 0;
    descriptor loaded;
    TRY(hipdnnBackendGetSerializedBinaryGraph_ext(graph, sizeof bytes, &size, bytes));
    TRY(hipdnnBackendCreateAndDeserializeGraph_ext(&loaded, bytes, size));
    return finalize_loaded(w, loaded);
}

static hipdnnStatus_t store_json(world *w, descriptor graph)
{
    static char text[65536];
    size_t size = 0;
    descriptor loaded;
    TRY(hipdnnBackendGetSerializedJsonGraph_ext(graph, sizeof text, &size, text));
    TRY(hipdnnBackendCreateAndDeserializeJsonGraph_ext(&loaded, text, size));
    return finalize_loaded(w, loaded);
}

hipdnnStatus_t describe(world *w)
{
    descriptor x, y, z, operations[2], graph;
    TRY(make_tensor(w, 1, false, &x));
    TRY(make_tensor(w, 2, true, &y));
    TRY(make_tensor(w, 3, false, &z));
    TRY(make_lonely_operations(w, x));
    TRY(make_custom(w, y, z, &operations[0])); /* before what it reads: the graph sorts them */
    TRY(make_relu(w, x, y, &operations[1]));
    TRY(make_graph(w, 2, operations, &graph));
    TRY(store_bytes(w, graph));
    return store_json(w, graph);
}

/* --------------------------------------------------------------------------------------------------- what there is */

static hipdnnStatus_t describe_a_knob(world *w)
{
    const int32_t longest = 3;
    descriptor info;
    TRY(make(w, HIPDNN_BACKEND_KNOB_INFO_DESCRIPTOR, &info));
    SET(info, KNOB_INFO_TYPE, CHAR, 5, "a.b.c");
    SET(info, KNOB_INFO_DESCRIPTION, CHAR, 4, "text");
    SET(info, KNOB_INFO_DEFAULT_VALUE, CHAR, 2, "bc");
    SET(info, KNOB_INFO_VALID_VALUES_STRING, CHAR, 5, "a\0bc");
    SET(info, KNOB_INFO_STRING_MAX_LENGTH, INT32, 1, &longest);
    return hipdnnBackendFinalize(info);
}

static hipdnnStatus_t look_at_knobs(world *w)
{
    descriptor graph, engine, knobs[3];
    hipdnnBackendFlatbufferData_t bytes[3];
    int64_t count = 0;
    TRY(make_two_relus(w, &graph));
    TRY(make_engine(w, graph, "ZOO_ENGINE", &engine));
    TRY(hipdnnBackendGetAttribute(engine, HIPDNN_ATTR_ENGINE_KNOB_INFO, HIPDNN_TYPE_BACKEND_DESCRIPTOR, 3, &count,
                                  knobs));
    for (int i = 0; i < 3; i++)
        keep(w, knobs[i]);
    return hipdnnBackendGetAttribute(engine, HIPDNN_ATTR_KNOB_INFO_SERIALIZED_VALUE,
                                     HIPDNN_TYPE_FLATBUFFER_DATA_STRUCT_EXT, 3, &count, bytes);
}

static hipdnnStatus_t profile(world *w)
{
    const bool pulled = true;
    descriptor profiling;
    TRY(make(w, HIPDNN_BACKEND_PROFILING_CONTROL_EXT, &profiling));
    SET(profiling, PROFILING_HANDLE_EXT, HANDLE, 1, &w->handle);
    SET(profiling, PROFILING_START_EXT, BOOLEAN, 1, &pulled);
    SET(profiling, PROFILING_STOP_EXT, BOOLEAN, 1, &pulled);
    return hipdnnBackendFinalize(profiling);
}

static void ignore(hipdnnUserLogCallbackHandle_t handle, hipdnnSeverity_t severity, const char *message)
{
    (void)handle;
    (void)severity;
    (void)message;
}

hipdnnStatus_t listen(world *w)
{
    TRY(hipdnnSetUserLogCallback_ext(ignore, HIPDNN_SEV_FATAL, HIPDNN_LOG_CALLBACK_SYNC, w));
    return hipdnnSetUserLogCallback_ext(ignore, HIPDNN_SEV_OFF, HIPDNN_LOG_CALLBACK_SYNC, w);
}

hipdnnStatus_t look_around(world *w)
{
    char name[64], plugin[64], version[64], type[64];
    size_t sizes[4] = {sizeof name, sizeof plugin, sizeof version, sizeof type};
    TRY(hipdnnGetEngineInfo_ext(w->handle, 0, NULL, name, &sizes[0], plugin, &sizes[1], version, &sizes[2], type,
                                &sizes[3]));
    TRY(describe_a_knob(w));
    TRY(look_at_knobs(w));
    return profile(w);
}
