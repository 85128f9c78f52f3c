/* SPDX-License-Identifier: MIT */
#include "support.h"

hipdnn_graph_t *make_graph(hipdnn_type io)
{
    hipdnn_graph_t *graph = hipdnn_graph_create(&(hipdnn_graph_attributes){.name = "g", .io_data_type = io});
    assert_non_null(graph);
    return graph;
}

hipdnn_tensor_t *relu(hipdnn_graph_t *graph, hipdnn_tensor_t *x)
{
    return hipdnn_graph_pointwise(graph, x, NULL, NULL,
                                  &(hipdnn_pointwise_attributes){.mode = HIPDNN_POINTWISE_RELU_FWD});
}

void assert_says(const char *text, const char *fragment)
{
    if (strstr(text, fragment) == NULL)
        fail_msg("'%s' does not say '%s'", text, fragment);
}

void assert_validates(hipdnn_graph_t *graph)
{
    assert_done(graph, hipdnn_graph_validate(graph));
}

void assert_done(hipdnn_graph_t *graph, hipdnnStatus_t status)
{
    if (status != HIPDNN_STATUS_SUCCESS)
        fail_msg("status %d: %s", (int)status, hipdnn_graph_get_error(graph));
}

static void assert_list(const char *what, const hipdnn_tensor_t *tensor, const hipdnn_dims *seen, const int64_t *wanted,
                        size_t count)
{
    if (seen->count != count)
        fail_msg("tensor '%s' has %u %s, not %zu", hipdnn_tensor_get_name(tensor), seen->count, what, count);
    for (size_t i = 0; i < count; i++) {
        if (seen->v[i] != wanted[i])
            fail_msg("tensor '%s': %s[%zu] is %lld, not %lld", hipdnn_tensor_get_name(tensor), what, i,
                     (long long)seen->v[i], (long long)wanted[i]);
    }
}

void assert_dim(const hipdnn_tensor_t *tensor, const int64_t *wanted, size_t count)
{
    hipdnn_dims seen;
    assert_int_equal(hipdnn_tensor_get_dim(tensor, &seen), HIPDNN_STATUS_SUCCESS);
    assert_list("dims", tensor, &seen, wanted, count);
}

void assert_stride(const hipdnn_tensor_t *tensor, const int64_t *wanted, size_t count)
{
    hipdnn_dims seen;
    assert_int_equal(hipdnn_tensor_get_stride(tensor, &seen), HIPDNN_STATUS_SUCCESS);
    assert_list("strides", tensor, &seen, wanted, count);
}

int make_handle(void **state)
{
    return hipdnnCreateForDevice_ext((hipdnnHandle_t *)state, HIPDNN_DEVICE_KIND_CPU, 0) != HIPDNN_STATUS_SUCCESS;
}

int destroy_handle(void **state)
{
    return hipdnnDestroy(*state) != HIPDNN_STATUS_SUCCESS;
}
