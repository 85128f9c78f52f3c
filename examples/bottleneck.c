/* SPDX-License-Identifier: MIT */
/* The bottleneck block of ResNet-50 at inference, as one graph: batch norms folded into the convolutions' biases.
 *
 *     y = relu(x + b3 + w3 * relu(b2 + w2 * relu(b1 + w1 * x)))      x, y [1, 256, 56, 56]
 *
 * Everything a program needs: describe, build, bind, run. Runs on the CPU. */
#include "hipdnn_frontend.h"

#include <stdio.h>
#include <stdlib.h>

enum { CHANNELS = 256, NARROW = 64, SIZE = 56, MOST_TENSORS = 16 };

static void die(const char *what, const char *why)
{
    fprintf(stderr, "%s: %s\n", what, why);
    exit(1);
}

/* relu(bias + conv(x, w)), with `residual` added before the relu unless it is NULL. */
static hipdnn_tensor_t *conv_bias_relu(hipdnn_graph_t *graph, hipdnn_tensor_t *x, int64_t in, int64_t out,
                                       int64_t filter, hipdnn_tensor_t *residual)
{
    const int64_t padding = filter / 2;
    hipdnn_tensor_t *w = hipdnn_graph_tensor(graph, &(hipdnn_tensor_attributes){.dim = {out, in, filter, filter}});
    hipdnn_tensor_t *bias = hipdnn_graph_tensor(graph, &(hipdnn_tensor_attributes){.dim = {1, out, 1, 1}});

    const hipdnn_pointwise_attributes add = {.mode = HIPDNN_POINTWISE_ADD};
    const hipdnn_pointwise_attributes relu = {.mode = HIPDNN_POINTWISE_RELU_FWD};
    hipdnn_tensor_t *y =
        hipdnn_graph_conv_fprop(graph, x, w, &(hipdnn_conv_fprop_attributes){.padding = {padding, padding}});
    y = hipdnn_graph_pointwise(graph, y, bias, NULL, &add);
    if (residual != NULL)
        y = hipdnn_graph_pointwise(graph, y, residual, NULL, &add);
    return hipdnn_graph_pointwise(graph, y, NULL, NULL, &relu);
}

/* Small numbers around 0 that are the same everywhere. */
static void fill(float *values, size_t count, uint32_t seed)
{
    uint32_t state = seed * 2654435761u + 1;
    for (size_t i = 0; i < count; i++) {
        state = state * 1664525u + 1013904223u;
        values[i] = (float)(state >> 8) / (float)(1 << 24) * 0.2f - 0.1f;
    }
}

/* Memory for each tensor that wants some, found by asking the graph. */
static size_t bind_all(hipdnn_graph_t *graph, hipdnn_binding *bindings)
{
    size_t count = 0;
    for (size_t i = 0; i < hipdnn_graph_tensor_count(graph); i++) {
        hipdnn_tensor_t *tensor = hipdnn_graph_tensor_at(graph, i);
        size_t bytes = 0;
        if (!hipdnn_tensor_is_bound(tensor))
            continue;
        if (hipdnn_tensor_get_size(tensor, &bytes) != HIPDNN_STATUS_SUCCESS)
            die("size", hipdnn_graph_get_error(graph));
        float *values = aligned_alloc(64, (bytes + 63) / 64 * 64);
        if (values == NULL || count == MOST_TENSORS)
            die("bind", "out of memory");
        fill(values, bytes / sizeof *values, (uint32_t)i);
        bindings[count++] = (hipdnn_binding){tensor, values};
    }
    return count;
}

static double checksum(const hipdnn_binding *bindings, size_t count, const hipdnn_tensor_t *y)
{
    double sum = 0;
    for (size_t i = 0; i < count; i++) {
        const float *values = bindings[i].pointer;
        for (size_t k = 0; bindings[i].tensor == y && k < (size_t)CHANNELS * SIZE * SIZE; k++)
            sum += values[k];
    }
    return sum;
}

int main(void)
{
    hipdnnHandle_t handle;
    if (hipdnnCreateForDevice_ext(&handle, HIPDNN_DEVICE_KIND_CPU, 0) != HIPDNN_STATUS_SUCCESS)
        die("hipdnnCreateForDevice_ext", "no handle; set HIPDNN_LOG_LEVEL=info to see why");

    /* Describe. Failures are looked at once, after the build. */
    hipdnn_graph_t *graph =
        hipdnn_graph_create(&(hipdnn_graph_attributes){.name = "resnet50 bottleneck", .io_data_type = HIPDNN_TYPE_F32});
    hipdnn_tensor_t *x =
        hipdnn_graph_tensor(graph, &(hipdnn_tensor_attributes){.name = "x", .dim = {1, CHANNELS, SIZE, SIZE}});
    hipdnn_tensor_t *y = conv_bias_relu(graph, x, CHANNELS, NARROW, 1, NULL);
    y = conv_bias_relu(graph, y, NARROW, NARROW, 3, NULL);
    y = conv_bias_relu(graph, y, NARROW, CHANNELS, 1, x);
    hipdnn_tensor_set_output(y, true);

    if (hipdnn_graph_build(graph, handle) != HIPDNN_STATUS_SUCCESS)
        die("build", hipdnn_graph_get_error(graph));

    size_t workspace_size = 0;
    const char *engine = "";
    hipdnn_graph_get_workspace_size(graph, &workspace_size);
    hipdnn_graph_get_execution_plan_engine_name(graph, &engine);
    printf("engine %s, %zu bytes of workspace\n", engine, workspace_size);

    /* Bind and run. */
    hipdnn_binding bindings[MOST_TENSORS];
    const size_t count = bind_all(graph, bindings);
    void *workspace = workspace_size > 0 ? aligned_alloc(64, (workspace_size + 63) / 64 * 64) : NULL;
    if (hipdnn_graph_execute(graph, handle, bindings, count, workspace) != HIPDNN_STATUS_SUCCESS)
        die("execute", hipdnn_graph_get_error(graph));
    printf("checksum %.3f\n", checksum(bindings, count, y));

    for (size_t i = 0; i < count; i++)
        free(bindings[i].pointer);
    free(workspace);
    hipdnn_graph_destroy(graph);
    hipdnnDestroy(handle);
    return 0;
}
