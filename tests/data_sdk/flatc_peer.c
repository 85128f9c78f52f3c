/* SPDX-License-Identifier: MIT */
/* Our side of the tests against the official tools: writes known objects to a file, or checks that a file holds them.
 *
 * usage: flatc_peer write|check graph|values|details|config|device FILE */
#include "base/memory.h"
#include "data_sdk/graph/engine.h"
#include "sample.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

/* ------------------------------------------------------------------------------------------------ the objects */

/* flatc 2.0.8 cannot print unions of structs, so its graph has a run-time scalar instead of a constant. */
static void make_graph(sample *s)
{
    sample_init(s);
    s->tensors[HALF].value_type = HIPDNN_DATA_VALUE_NONE;
    s->tensors[HALF].is_runtime_pass_by_value = true;
    s->tensors[W].ragged_offset_uid = (hipdnn_optional_i64)HIPDNN_SOME(0);
    s->tensors[W].ragged_offset_multiplier = 3;
    s->graph.min_required_engine_api_version = (hipdnn_data_version){1, 4, 0};
}

/* One tensor of each constant; test_flatc_values.cc knows the same list. */
static const hipdnn_data_value values[] = {
    [HIPDNN_DATA_VALUE_FLOAT32] = {.f32 = 1.5F},      [HIPDNN_DATA_VALUE_FLOAT16] = {.f32 = -2.25F},
    [HIPDNN_DATA_VALUE_BFLOAT16] = {.f32 = 1e30F},    [HIPDNN_DATA_VALUE_FLOAT8] = {.u8 = 0xA5},
    [HIPDNN_DATA_VALUE_INT32] = {.i32 = -123456789},  [HIPDNN_DATA_VALUE_FLOAT64] = {.f64 = 1e-300},
    [HIPDNN_DATA_VALUE_INT64] = {.i64 = -5000000000}, [HIPDNN_DATA_VALUE_BOOL] = {.u8 = 1},
};
enum { VALUES = 8 };

typedef struct value_graph {
    hipdnn_data_tensor tensors[VALUES + 1];
    hipdnn_data_pointwise identity;
    hipdnn_data_node node;
    hipdnn_data_graph graph;
} value_graph;

static void make_values(value_graph *g)
{
    for (int i = 0; i < VALUES; i++) {
        g->tensors[i] = make_tensor(i, "", SHAPE(1));
        g->tensors[i].value_type = i + 1;
        g->tensors[i].value = values[i + 1];
    }
    g->tensors[VALUES] = make_tensor(VALUES, "", SHAPE(1));
    g->identity = (hipdnn_data_pointwise){.mode = HIPDNN_POINTWISE_IDENTITY, .in_0 = 0, .out_0 = VALUES};
    g->node = (hipdnn_data_node){"", HIPDNN_TYPE_F32, HIPDNN_DATA_OPERATION_POINTWISE, &g->identity};
    g->graph = (hipdnn_data_graph){
        .name = "", .tensor_count = VALUES + 1, .tensors = g->tensors, .node_count = 1, .nodes = &g->node};
}

static const int64_t tiles[] = {16, 32};
static const char *const layouts[] = {"nchw", "nhwc"};
static const int32_t notes[] = {0, 3};
static const hipdnn_data_knob knobs[] = {
    {.id = "s.t.split",
     .description = "parts",
     .default_value = {HIPDNN_DATA_KNOB_INT64, .i64 = 2},
     .constraint_type = HIPDNN_DATA_KNOB_INT64,
     .i64_min = -4,
     .i64_max = 8,
     .i64_step = 2},
    {.id = "s.t.tile",
     .description = "",
     .default_value = {HIPDNN_DATA_KNOB_INT64, .i64 = 16},
     .constraint_type = HIPDNN_DATA_KNOB_INT64,
     .i64_step = 1,
     .valid_count = 2,
     .valid_i64 = tiles,
     .deprecated = true},
    {.id = "s.n.slack",
     .description = "",
     .default_value = {HIPDNN_DATA_KNOB_DOUBLE, .f64 = 0.25},
     .constraint_type = HIPDNN_DATA_KNOB_DOUBLE,
     .f64_min = -1.5,
     .f64_max = 0.5},
    {.id = "s.t.layout",
     .description = "",
     .default_value = {HIPDNN_DATA_KNOB_STRING, .text = "nhwc"},
     .constraint_type = HIPDNN_DATA_KNOB_STRING,
     .text_max_length = 4,
     .valid_count = 2,
     .valid_text = layouts},
    {.id = "s.t.free", .description = "", .default_value = {HIPDNN_DATA_KNOB_INT64, .i64 = 7}},
};
static const hipdnn_data_engine_details details = {INT64_MIN, "SAMPLE", 5, knobs, 2, notes};

static const hipdnn_data_knob_setting settings[] = {
    {"s.t.split", {HIPDNN_DATA_KNOB_INT64, .i64 = -4}},
    {"s.n.slack", {HIPDNN_DATA_KNOB_DOUBLE, .f64 = 0.5}},
    {"s.t.layout", {HIPDNN_DATA_KNOB_STRING, .text = "nchw"}},
};
static const hipdnn_data_engine_config config = {-1, 3, settings};

static const hipdnn_data_device_properties device = {3, 304, UINT64_C(206158430208), "gfx942"};

/* ----------------------------------------------------------------------------------------------- write, check */

static hd_status encode(const char *kind, void **bytes, size_t *size)
{
    if (strcmp(kind, "graph") == 0) {
        sample s;
        make_graph(&s);
        return hd_graph_encode(&s.graph, bytes, size);
    }
    if (strcmp(kind, "values") == 0) {
        value_graph g;
        make_values(&g);
        return hd_graph_encode(&g.graph, bytes, size);
    }
    if (strcmp(kind, "details") == 0)
        return hd_engine_details_encode(&details, bytes, size);
    if (strcmp(kind, "config") == 0)
        return hd_engine_config_encode(&config, bytes, size);
    return hd_device_properties_encode(&device, bytes, size);
}

static void check_graph(const hipdnn_data_graph *expected, const void *bytes, size_t size, hd_arena *arena)
{
    const hipdnn_data_graph *graph;
    if (hd_graph_decode(bytes, size, arena, &graph) != HD_OK)
        fail_msg("%s", hd_error_text());
    assert_same_graph(expected, graph);
}

static void check_value(const hipdnn_data_knob_value *a, const hipdnn_data_knob_value *b)
{
    assert_int_equal(a->type, b->type);
    assert_int_equal(a->i64, b->i64);
    assert_true(a->f64 == b->f64);
    assert_string_equal(a->text == NULL ? "" : a->text, b->text);
}

static void check_details(const void *bytes, size_t size, hd_arena *arena)
{
    hipdnn_data_engine_details read;
    assert_int_equal(hd_engine_details_decode(bytes, size, arena, &read), HD_OK);
    assert_int_equal(read.engine_id, details.engine_id);
    assert_string_equal(read.name, details.name);
    assert_int_equal(read.behavior_note_count, details.behavior_note_count);
    assert_memory_equal(read.behavior_notes, notes, sizeof notes);
    assert_int_equal(read.knob_count, details.knob_count);
    for (uint32_t i = 0; i < read.knob_count; i++) {
        const hipdnn_data_knob *a = &knobs[i], *b = &read.knobs[i];
        assert_string_equal(a->id, b->id);
        assert_string_equal(a->description, b->description);
        check_value(&a->default_value, &b->default_value);
        assert_int_equal(a->constraint_type, b->constraint_type);
        assert_true(a->i64_min == b->i64_min && a->i64_max == b->i64_max && a->i64_step == b->i64_step);
        assert_true(a->f64_min == b->f64_min && a->f64_max == b->f64_max);
        assert_int_equal(a->text_max_length, b->text_max_length);
        assert_int_equal(a->deprecated, b->deprecated);
        assert_int_equal(a->valid_count, b->valid_count);
        for (uint32_t v = 0; v < a->valid_count; v++)
            if (a->valid_i64 != NULL)
                assert_int_equal(a->valid_i64[v], b->valid_i64[v]);
            else
                assert_string_equal(a->valid_text[v], b->valid_text[v]);
    }
}

static void check_config(const void *bytes, size_t size, hd_arena *arena)
{
    hipdnn_data_engine_config read;
    assert_int_equal(hd_engine_config_decode(bytes, size, arena, &read), HD_OK);
    assert_int_equal(read.engine_id, config.engine_id);
    assert_int_equal(read.knob_count, config.knob_count);
    for (uint32_t i = 0; i < read.knob_count; i++) {
        assert_string_equal(read.knobs[i].id, settings[i].id);
        check_value(&settings[i].value, &read.knobs[i].value);
    }
}

static void check_device(const void *bytes, size_t size, hd_arena *arena)
{
    hipdnn_data_device_properties read;
    assert_int_equal(hd_device_properties_decode(bytes, size, arena, &read), HD_OK);
    assert_int_equal(read.device_id, device.device_id);
    assert_int_equal(read.multi_processor_count, device.multi_processor_count);
    assert_true(read.total_global_mem == device.total_global_mem);
    assert_string_equal(read.architecture_name, device.architecture_name);
}

static void check(const char *kind, const void *bytes, size_t size)
{
    hd_arena arena = {0};
    if (strcmp(kind, "graph") == 0) {
        sample s;
        make_graph(&s);
        check_graph(&s.graph, bytes, size, &arena);
    } else if (strcmp(kind, "values") == 0) {
        value_graph g;
        make_values(&g);
        check_graph(&g.graph, bytes, size, &arena);
    } else if (strcmp(kind, "details") == 0) {
        check_details(bytes, size, &arena);
    } else if (strcmp(kind, "config") == 0) {
        check_config(bytes, size, &arena);
    } else {
        check_device(bytes, size, &arena);
    }
    hd_arena_release(&arena);
}

int main(int argc, char **argv)
{
    if (argc != 4)
        return 2;
    const bool writes = strcmp(argv[1], "write") == 0;
    FILE *file = fopen(argv[3], writes ? "wb" : "rb");
    if (file == NULL)
        return 2;
    if (writes) {
        void *bytes;
        size_t size;
        assert_int_equal(encode(argv[2], &bytes, &size), HD_OK);
        assert_int_equal(fwrite(bytes, 1, size, file), size);
        hd_free(bytes);
    } else {
        static uint8_t bytes[65536];
        const size_t size = fread(bytes, 1, sizeof bytes, file);
        check(argv[2], bytes, size);
    }
    return fclose(file) == 0 ? 0 : 2;
}
