/* SPDX-License-Identifier: MIT */
/* What the library adds: to a call of the plugin's execute function, and between the first descriptor and a plan.
 * Usage: overhead NULL_PLUGIN.so */
#define _GNU_SOURCE
#include "one_node.h"

#include "hipdnn_plugin_sdk/EnginePluginApi.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* ------------------------------------------------------------------------------------ counting allocations */

extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *memory, size_t size);

static size_t allocations;

/* Visible, so that the libraries' calls end here too. */
#define VISIBLE __attribute__((visibility("default")))

VISIBLE void *malloc(size_t size)
{
    allocations++;
    return __libc_malloc(size);
}

VISIBLE void *calloc(size_t count, size_t size)
{
    allocations++;
    return __libc_calloc(count, size);
}

VISIBLE void *realloc(void *memory, size_t size)
{
    allocations++;
    return __libc_realloc(memory, size);
}

/* --------------------------------------------------------------------------------------------- measuring */

enum { ROUNDS = 21, EXECUTES = 2000000, PLANS = 2000 };

static double now_ns(void)
{
    struct timespec time;
    (void)clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec * 1e9 + (double)time.tv_nsec;
}

static int ascending(const void *a, const void *b)
{
    const double left = *(const double *)a;
    const double right = *(const double *)b;
    return left < right ? -1 : left > right;
}

/* The median is what a user sees; the least says what the code costs when nobody else uses the core. */
static void print_row(const char *what, const char *unit, double values[ROUNDS], const char *goal)
{
    qsort(values, ROUNDS, sizeof *values, ascending);
    printf("  %-27s %8.2f %s %8.2f %s%s\n", what, values[ROUNDS / 2], unit, values[0], unit, goal);
}

/* The plugin's own function on a context of its own: the floor that execute cannot go below. */
typedef struct direct {
    hipdnnPluginStatus_t (*execute)(hipdnnEnginePluginHandle_t, hipdnnEnginePluginExecutionContext_t, void *,
                                    const hipdnnPluginDeviceBuffer_t *, uint32_t);
    hipdnnEnginePluginHandle_t handle;
    hipdnnEnginePluginExecutionContext_t context;
    hipdnnPluginDeviceBuffer_t buffers[2];
} direct;

static void *symbol(void *library, const char *name)
{
    void *found = dlsym(library, name);
    if (found == NULL) {
        fprintf(stderr, "%s is not there\n", name);
        exit(1);
    }
    return found;
}

static void direct_open(direct *out, const char *path, hipdnnBackendDescriptor_t graph)
{
    /* An EngineConfig without fields: a root offset, and a table with an empty vtable; engine id 0 is refused, so the
     * id is a field: offset, vtable {size 6, table 12, slot 0 at 4}, pad, table {soffset, id}. */
    struct {
        uint32_t root;
        uint16_t vtable[4];
        int32_t table;
        int64_t id __attribute__((packed));
    } __attribute__((packed)) config = {12, {6, 12, 4, 0}, 8, hipdnn_engine_name_to_id("NULL_ENGINE")};
    size_t size = 0;
    expect(hipdnnBackendGetSerializedBinaryGraph_ext(graph, 0, &size, NULL), "graph size");
    uint8_t *bytes = malloc(size);
    expect(hipdnnBackendGetSerializedBinaryGraph_ext(graph, size, &size, bytes), "graph bytes");

    void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (library == NULL) {
        fprintf(stderr, "%s\n", dlerror());
        exit(1);
    }
    hipdnnPluginStatus_t (*create)(hipdnnEnginePluginHandle_t *);
    hipdnnPluginStatus_t (*plan)(hipdnnEnginePluginHandle_t, const hipdnnPluginConstData_t *,
                                 const hipdnnPluginConstData_t *, hipdnnEnginePluginExecutionContext_t *);
    *(void **)&create = symbol(library, "hipdnnEnginePluginCreate");
    *(void **)&plan = symbol(library, "hipdnnEnginePluginCreateExecutionContext");
    *(void **)&out->execute = symbol(library, "hipdnnEnginePluginExecuteOpGraph");
    const hipdnnPluginConstData_t graph_data = {bytes, size};
    const hipdnnPluginConstData_t config_data = {&config, sizeof config};
    if (create(&out->handle) != 0 || plan(out->handle, &config_data, &graph_data, &out->context) != 0) {
        fprintf(stderr, "the plugin refused the graph\n");
        exit(1);
    }
    free(bytes);
}

static double time_direct(const direct *floor)
{
    const double start = now_ns();
    for (int i = 0; i < EXECUTES; i++) {
        if (floor->execute(floor->handle, floor->context, NULL, floor->buffers, 2) != HIPDNN_PLUGIN_STATUS_SUCCESS)
            exit(1);
    }
    return (now_ns() - start) / EXECUTES;
}

static double time_execute(hipdnnHandle_t handle, const one_node *node)
{
    const double start = now_ns();
    for (int i = 0; i < EXECUTES; i++) {
        if (hipdnnBackendExecute(handle, node->plan, node->pack) != HIPDNN_STATUS_SUCCESS)
            exit(1);
    }
    return (now_ns() - start) / EXECUTES;
}

static void bench_execute(hipdnnHandle_t handle, const char *plugin)
{
    one_node node;
    direct floor = {0};
    double plugin_ns[ROUNDS];
    double execute_ns[ROUNDS];
    double added_ns[ROUNDS];
    one_node_plan(handle, "NULL_ENGINE", &node);
    one_node_pack(&node);
    direct_open(&floor, plugin, node.graph);
    expect(hipdnnBackendExecute(handle, node.plan, node.pack), "execute");
    const size_t before = allocations;
    for (int round = 0; round < ROUNDS; round++) {
        plugin_ns[round] = time_direct(&floor);
        execute_ns[round] = time_execute(handle, &node);
        added_ns[round] = execute_ns[round] - plugin_ns[round];
    }
    const size_t allocated = allocations - before;
    printf("execute, null engine (%d interleaved rounds)   median      least\n", ROUNDS);
    print_row("plugin's function", "ns", plugin_ns, "");
    print_row("hipdnnBackendExecute", "ns", execute_ns, "");
    print_row("added", "ns", added_ns, "   (goal: at most 5)");
    printf("  allocations %30zu\n", allocated);
    one_node_destroy(&node);
}

static void bench_plan(hipdnnHandle_t handle, const char *engine)
{
    double us[ROUNDS];
    size_t count = 0;
    for (int round = 0; round < ROUNDS; round++) {
        double spent = 0;
        count = 0;
        for (int i = 0; i < PLANS; i++) {
            one_node node;
            const size_t before = allocations;
            const double start = now_ns();
            one_node_plan(handle, engine, &node);
            spent += now_ns() - start;
            count += allocations - before;
            one_node_destroy(&node);
        }
        us[round] = spent / PLANS / 1e3;
    }
    printf("one-node graph, first descriptor to finalized plan, %s\n", engine);
    print_row("time", "us", us, "   (goal: at most 20)");
    printf("  allocations %30zu\n", count / PLANS);
}

int main(int argc, char **argv)
{
    hipdnnHandle_t handle;
    if (argc != 2) {
        fprintf(stderr, "usage: %s NULL_PLUGIN.so\n", argv[0]);
        return 2;
    }
    expect(hipdnnCreate(&handle), "handle");
    bench_execute(handle, argv[1]);
    bench_plan(handle, "NULL_ENGINE");
    bench_plan(handle, "CPU_REFERENCE_ENGINE");
    expect(hipdnnDestroy(handle), "destroy");
    return 0;
}
