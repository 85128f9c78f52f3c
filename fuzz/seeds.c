/* SPDX-License-Identifier: MIT */
/* Writes what the fuzzers start from: FOLDER/TARGET/NAME for each real object here, and FOLDER/json.dict, the words
 * of graphs as JSON.
 *
 * usage: fuzz_seeds FOLDER GRAPH.json... */
#include "base/memory.h"
#include "data_sdk/graph/engine.h"
#include "data_sdk/graph/graph.h"
#include "data_sdk/graph/plan.h"
#include "data_sdk/graph/tables.h"
#include "data_sdk/json/json.h"
#include "random_graph.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>

#define COUNT(array) ((uint32_t)(sizeof(array) / sizeof((array)[0])))

static const char *folder;

/* ------------------------------------------------------------------------------------------------ files */

static void die(const char *what, const char *why)
{
    (void)fprintf(stderr, "%s: %s\n", what, why);
    exit(EXIT_FAILURE);
}

static void expect(hd_status status, const char *what)
{
    if (status != HD_OK)
        die(what, hd_error_text());
}

static void make_folder(const char *path)
{
    if (mkdir(path, 0777) != 0 && errno != EEXIST)
        die(path, strerror(errno));
}

static void write_file(const char *path, const void *bytes, size_t size)
{
    FILE *file = fopen(path, "wb");
    if (file == NULL || fwrite(bytes, 1, size, file) != size || fclose(file) != 0)
        die(path, strerror(errno));
}

static void write_seed(const char *target, const char *name, const void *bytes, size_t size)
{
    char path[4096];
    (void)snprintf(path, sizeof path, "%s/%s", folder, target);
    make_folder(path);
    (void)snprintf(path, sizeof path, "%s/%s/%s", folder, target, name);
    write_file(path, bytes, size);
}

static void write_bytes(const char *target, const char *name, void *bytes, size_t size)
{
    write_seed(target, name, bytes, size);
    hd_free(bytes);
}

/* ----------------------------------------------------------------------------------------------- graphs */

static void write_graph(const char *name, const hipdnn_data_graph *graph)
{
    void *bytes;
    size_t size;
    hd_text text = {0};
    expect(hd_graph_encode(graph, &bytes, &size), name);
    write_bytes("graph", name, bytes, size);
    expect(hd_graph_to_json(graph, false, &text), name);
    write_seed("graph_json", name, text.data, text.size);
    hd_text_release(&text);
}

static void write_example(const char *path)
{
    static char text[1 << 20];
    FILE *file = fopen(path, "rb");
    if (file == NULL)
        die(path, strerror(errno));
    const size_t size = fread(text, 1, sizeof text, file);
    (void)fclose(file);
    hd_arena arena = {0};
    const hipdnn_data_graph *graph;
    expect(hd_graph_from_json(text, size, &arena, &graph), path);
    const char *slash = strrchr(path, '/');
    write_graph(slash == NULL ? path : slash + 1, graph);
    hd_arena_release(&arena);
}

/* As JSON, without the shapes of what nodes write. */
static void write_shapeless(const char *name, const random_graph *graph)
{
    hd_text text = {0};
    for (size_t i = 0; i < graph->written_count; i++) {
        hipdnn_data_tensor *tensor = &graph->tensors[graph->written[i]];
        tensor->dim.count = tensor->stride.count = 0;
    }
    expect(hd_graph_to_json(&graph->graph, false, &text), name);
    write_seed("graph_infer", name, text.data, text.size);
    hd_text_release(&text);
}

static void write_random(void)
{
    enum { PER_OPERATION = 3, MIXED = 10, MIXED_NODES = 4 };
    random_graph graph;
    char name[80];
    for (size_t i = 0; i < hd_operation_count * PER_OPERATION; i++) {
        const hd_operation *operation = hd_operations[i % hd_operation_count];
        random_graph_of(&graph, i, operation->tag);
        (void)snprintf(name, sizeof name, "%s_%zu", operation->name, i / hd_operation_count);
        write_graph(name, &graph.graph);
        write_shapeless(name, &graph);
        random_graph_release(&graph);
    }
    for (uint32_t i = 0; i < MIXED; i++) {
        random_graph_of_many(&graph, i, 2 + i % MIXED_NODES);
        (void)snprintf(name, sizeof name, "mixed_%u", i);
        write_graph(name, &graph.graph);
        write_shapeless(name, &graph);
        random_graph_release(&graph);
    }
}

/* ------------------------------------------------------------------------------------ the other objects */

static const char *const layouts[] = {"nchw", "nhwc"};
static const int64_t tiles[] = {16, 32, 64};
static const int32_t notes[] = {0, 3};
static const hipdnn_data_knob knobs[] = {
    {.id = "p.tune.split",
     .description = "parts",
     .default_value = {HIPDNN_DATA_KNOB_INT64, .i64 = 2},
     .constraint_type = HIPDNN_DATA_KNOB_INT64,
     .i64_min = -4,
     .i64_max = 8,
     .i64_step = 2},
    {.id = "p.tune.tile",
     .description = "",
     .default_value = {HIPDNN_DATA_KNOB_INT64, .i64 = 16},
     .constraint_type = HIPDNN_DATA_KNOB_INT64,
     .i64_step = 1,
     .valid_count = COUNT(tiles),
     .valid_i64 = tiles,
     .deprecated = true},
    {.id = "p.math.slack",
     .description = "",
     .default_value = {HIPDNN_DATA_KNOB_DOUBLE, .f64 = 0.25},
     .constraint_type = HIPDNN_DATA_KNOB_DOUBLE,
     .f64_min = -1.5,
     .f64_max = 0.5},
    {.id = "p.tune.layout",
     .description = "",
     .default_value = {HIPDNN_DATA_KNOB_STRING, .text = "nhwc"},
     .constraint_type = HIPDNN_DATA_KNOB_STRING,
     .valid_count = COUNT(layouts),
     .valid_text = layouts},
    {.id = "p.tune.free", .description = "", .default_value = {HIPDNN_DATA_KNOB_INT64, .i64 = 0}},
};
static const hipdnn_data_engine_details details = {0x70010203, "ENGINE", COUNT(knobs), knobs, COUNT(notes), notes};

static const hipdnn_data_knob_setting settings[] = {
    {"p.tune.split", {HIPDNN_DATA_KNOB_INT64, .i64 = 4}},
    {"p.math.slack", {HIPDNN_DATA_KNOB_DOUBLE, .f64 = -0.5}},
    {"p.tune.layout", {HIPDNN_DATA_KNOB_STRING, .text = "nchw"}},
};
static const hipdnn_data_engine_config config = {0x70010203, COUNT(settings), settings};

static const hipdnn_data_device_properties device = {0, 304, UINT64_C(206158430208), "gfx942"};

static const int64_t uids[] = {1, 2, -3}, alignments[] = {16, 256, 1};
static const uint8_t payload[] = {'p', 'a', 'y', 0};
static const hipdnn_data_execution_plan plan = {
    .engine_id = 0x70010203,
    .workspace_size = 4096,
    .tensor_uids = {uids, COUNT(uids)},
    .tensor_alignments = {alignments, COUNT(alignments)},
    .plugin_payload = {payload, COUNT(payload)},
    .is_override_shape_enabled = true,
};

static void write_engine_objects(void)
{
    void *bytes;
    size_t size;
    expect(hd_engine_details_encode(&details, &bytes, &size), "engine_details");
    write_bytes("engine_details", "all", bytes, size);
    expect(hd_engine_config_encode(&config, &bytes, &size), "engine_config");
    write_bytes("engine_config", "all", bytes, size);
    expect(hd_device_properties_encode(&device, &bytes, &size), "device_properties");
    write_bytes("device_properties", "all", bytes, size);
    for (uint32_t i = 0; i < COUNT(settings); i++) {
        expect(hd_knob_setting_encode(&settings[i], &bytes, &size), "knob_setting");
        write_bytes("knob_setting", settings[i].id, bytes, size);
    }
}

static void write_plans(void)
{
    random_graph graph;
    random_graph_of(&graph, 0, HIPDNN_DATA_OPERATION_MATMUL);
    void *graph_bytes, *plan_bytes, *bytes;
    size_t graph_size, plan_size, size;
    expect(hd_graph_encode(&graph.graph, &graph_bytes, &graph_size), "graph");
    expect(hd_execution_plan_encode(&plan, &plan_bytes, &plan_size), "execution_plan");
    const hipdnn_data_graph_and_plan both = {{graph_bytes, (uint32_t)graph_size}, {plan_bytes, (uint32_t)plan_size}};
    expect(hd_graph_and_plan_encode(&both, &bytes, &size), "graph_and_plan");
    write_bytes("graph_and_plan", "both", bytes, size);
    write_bytes("execution_plan", "all", plan_bytes, plan_size);
    hd_free(graph_bytes);
    random_graph_release(&graph);
}

/* ----------------------------------------------------------------------------------------------- words */

/* A word of the dictionary: `"` where JSON has one, `tail` what follows it there. */
static void put_word(hd_text *dictionary, const char *word, int length, const char *tail)
{
    hd_text_format(dictionary, "\"\\\"%.*s\\\"%s\"\n", length, word, tail);
}

static void put_table(hd_text *dictionary, const hd_table *table)
{
    put_word(dictionary, table->name, (int)strlen(table->name), "");
    for (size_t i = 0; i < table->field_count; i++) {
        const hd_field *field = &table->fields[i];
        const char *key = field->json == NULL ? field->name : field->json, *dot = strchr(key, '.');
        if (dot != NULL) {
            put_word(dictionary, key, (int)(dot - key), ":{");
            key = dot + 1;
        }
        put_word(dictionary, key, (int)strlen(key), ":");
        for (size_t v = 0; field->values != NULL && v < field->values->count; v++)
            put_word(dictionary, field->values->values[v].text, (int)strlen(field->values->values[v].text), "");
    }
}

static void write_dictionary(void)
{
    static const char *const keys[] = {"nodes", "tensors", "type", "value_type", "value", "id"};
    static const char *const values[] = {"Float32Value", "Float16Value", "BFloat16Value", "Float8Value",
                                         "Int32Value",   "Float64Value", "Int64Value",    "BoolValue"};
    char path[4096];
    hd_text dictionary = {0};
    put_table(&dictionary, &hd_graph_table);
    put_table(&dictionary, &hd_tensor_table);
    put_table(&dictionary, &hd_node_table);
    for (size_t i = 0; i < hd_operation_count; i++)
        put_table(&dictionary, &hd_operations[i]->table);
    for (size_t i = 0; i < COUNT(keys); i++)
        put_word(&dictionary, keys[i], (int)strlen(keys[i]), ":");
    for (size_t i = 0; i < COUNT(values); i++)
        put_word(&dictionary, values[i], (int)strlen(values[i]), "");
    (void)snprintf(path, sizeof path, "%s/json.dict", folder);
    write_file(path, dictionary.data, dictionary.size);
    hd_text_release(&dictionary);
}

int main(int argc, char **argv)
{
    if (argc < 2) {
        (void)fprintf(stderr, "usage: %s FOLDER GRAPH.json...\n", argv[0]);
        return 2;
    }
    folder = argv[1];
    make_folder(folder);
    for (int i = 2; i < argc; i++)
        write_example(argv[i]);
    write_random();
    write_engine_objects();
    write_plans();
    write_dictionary();
    return EXIT_SUCCESS;
}
