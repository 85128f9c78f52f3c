/* SPDX-License-Identifier: MIT */
/* Shapes that a pack overrides at execute: what a pack may say, which plans take it, and what the plugin gets. */
#include "loading.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static char trace_path[] = "/tmp/hipdnn_trace_XXXXXX";
static _Alignas(16) char memory[128]; /* nobody looks into it */

typedef struct overrides {
    int64_t count, uids[4], length_count, lengths[4], shape_count, shapes[8], stride_count, strides[8];
} overrides;

static void set_list(descriptor pack, hipdnnBackendAttributeName_t name, int64_t count, const int64_t *values)
{
    if (count > 0)
        set_i64s(pack, name, count, values);
}

/* Not finalized: uids 1 and 2 with memory, and these overrides. */
static descriptor begin_pack(const overrides *what)
{
    descriptor pack = make(HIPDNN_BACKEND_VARIANT_PACK_DESCRIPTOR);
    void *pointers[] = {memory, memory}, *workspace = memory;
    set_i64s(pack, HIPDNN_ATTR_VARIANT_PACK_UNIQUE_IDS, DIMS(1, 2));
    assert_ok(set(pack, HIPDNN_ATTR_VARIANT_PACK_DATA_POINTERS, HIPDNN_TYPE_VOID_PTR, 2, pointers));
    assert_ok(set(pack, HIPDNN_ATTR_VARIANT_PACK_WORKSPACE, HIPDNN_TYPE_VOID_PTR, 1, &workspace));
    set_list(pack, HIPDNN_ATTR_VARIANT_PACK_OVERRIDE_UNIQUE_IDS_EXT, what->count, what->uids);
    set_list(pack, HIPDNN_ATTR_VARIANT_PACK_OVERRIDE_LENGTHS_EXT, what->length_count, what->lengths);
    set_list(pack, HIPDNN_ATTR_VARIANT_PACK_OVERRIDE_SHAPES_EXT, what->shape_count, what->shapes);
    set_list(pack, HIPDNN_ATTR_VARIANT_PACK_OVERRIDE_STRIDES_EXT, what->stride_count, what->strides);
    return pack;
}

static const overrides good = {2, {2, 1}, 2, {1, 2}, 3, {3, 5, 7}, 3, {1, 7, 1}};

/* y = relu(x), with overrides enabled or not. */
static descriptor make_elastic_graph(hipdnnHandle_t handle, bool is_elastic)
{
    descriptor x = make_tensor(1, "x", DIMS(4)), y = make_tensor(2, "y", DIMS(4)), relu = make_relu(x, y);
    descriptor graph = begin_graph(handle, 1, &relu);
    set_bool(graph, HIPDNN_ATTR_OPERATIONGRAPH_IS_OVERRIDE_SHAPE_ENABLED_EXT, is_elastic);
    finalize(graph);
    destroy(x);
    destroy(y);
    destroy(relu);
    return graph;
}

static void test_what_a_pack_may_say(void **state)
{
    (void)state;
    static const struct {
        overrides what;
        const char *words; /* NULL: fine */
    } rows[] = {
        {{1, {1}, 1, {2}, 2, {3, 4}, 2, {4, 1}}, NULL},
        {{2, {1}, 1, {1}, 1, {3}, 1, {1}}, "overrides 2 tensors and gives 1 ranks"},
        {{1, {3}, 1, {1}, 1, {3}, 1, {1}}, "uid 3, which is not in the pack"},
        {{2, {1, 1}, 2, {1, 1}, 2, {3, 3}, 2, {1, 1}}, "overridden twice"},
        {{1, {1}, 1, {0}, 1, {3}, 1, {1}}, "rank 0"},
        {{1, {1}, 1, {9}, 1, {3}, 1, {1}}, "rank 9"},
        {{1, {1}, 1, {-1}, 1, {3}, 1, {1}}, "rank -1"},
        {{1, {1}, 1, {2}, 1, {3}, 2, {1, 1}}, "ranks add up to 2; 1 extents and 2 strides"},
        {{1, {1}, 1, {2}, 2, {3, 3}, 3, {1, 1, 1}}, "ranks add up to 2; 2 extents and 3 strides"},
        {{0, {0}, 1, {1}, 0, {0}, 0, {0}}, "overrides 0 tensors and gives 1 ranks"},
        {{0, {0}, 0, {0}, 1, {3}, 0, {0}}, "1 extents"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        descriptor pack = begin_pack(&rows[i].what);
        if (rows[i].words == NULL)
            finalize(pack);
        else
            assert_refused(hipdnnBackendFinalize(pack), BAD_PARAM, rows[i].words);
        destroy(pack);
    }
    /* A refused pack can be set right. */
    descriptor pack = begin_pack(&good);
    set_i64s(pack, HIPDNN_ATTR_VARIANT_PACK_OVERRIDE_LENGTHS_EXT, DIMS(1, 1));
    assert_refused(hipdnnBackendFinalize(pack), BAD_PARAM, "ranks add up to 2");
    set_i64s(pack, HIPDNN_ATTR_VARIANT_PACK_OVERRIDE_LENGTHS_EXT, 2, good.lengths);
    finalize(pack);
    destroy(pack);
}

static void test_what_the_plugin_gets(void **state)
{
    (void)state;
    hipdnnHandle_t handle = open_zoo("none");
    descriptor graph = make_elastic_graph(handle, true), plan = make_plan(graph, "ZOO_ENGINE");
    descriptor pack = begin_pack(&good), plain = begin_pack(&(overrides){0});
    char text[1024];
    finalize(pack);
    finalize(plain);
    assert_int_equal(truncate(trace_path, 0), 0);
    assert_ok(hipdnnBackendExecute(handle, plan, pack));
    assert_ok(hipdnnBackendExecute(handle, plan, plain)); /* an elastic plan runs as it is, too */
    FILE *file = fopen(trace_path, "r");
    assert_non_null(file);
    text[fread(text, 1, sizeof text - 1, file)] = '\0';
    assert_int_equal(fclose(file), 0);
    assert_says(text, "uid 2\nextent 3\nstride 1\nuid 1\nextent 5\nstride 7\nextent 7\nstride 1\nexecute_first ");
    descriptor all[] = {graph, plan, pack, plain};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        destroy(all[i]);
    assert_ok(hipdnnDestroy(handle));
}

static void test_who_takes_them(void **state)
{
    (void)state;
    hipdnnHandle_t handle = open_zoo("no_overrides");
    descriptor elastic = make_elastic_graph(handle, true), rigid = make_elastic_graph(handle, false);
    descriptor engine = begin_engine(elastic, "ZOO_ENGINE"), plan = make_plan(rigid, "ZOO_ENGINE");
    descriptor pack = begin_pack(&good);
    finalize(pack);
    assert_refused(hipdnnBackendFinalize(engine), BAD_PARAM, "its plugin takes no shape overrides");
    assert_refused(hipdnnBackendExecute(handle, plan, pack), NOT_SUPPORTED,
                   "HIPDNN_ATTR_OPERATIONGRAPH_IS_OVERRIDE_SHAPE_ENABLED_EXT");
    descriptor all[] = {elastic, rigid, engine, plan, pack};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        destroy(all[i]);
    assert_ok(hipdnnDestroy(handle));
}

static int set_up(void **state)
{
    const int file = mkstemp(trace_path);
    return file < 0 || close(file) != 0 || setenv("ZOO_TRACE", trace_path, 1) != 0 ? -1 : start_log(state);
}

static int tear_down(void **state)
{
    return unlink(trace_path) + end_log(state);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_what_a_pack_may_say),
        cmocka_unit_test(test_what_the_plugin_gets),
        cmocka_unit_test(test_who_takes_them),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
