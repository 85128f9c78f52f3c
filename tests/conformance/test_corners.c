/* SPDX-License-Identifier: MIT */
/* The reference engine on elements that are not numbers: what comes out is written down here, not computed. */
#include "trial.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

static hipdnnHandle_t handle;

#define CORNER_TENSOR(uid, dims, strides)                                                                              \
    "{'uid':" uid ",'name':'t','data_type':'float','dims':[" dims "],'strides':[" strides "],'virtual':false}"

/* x -> node -> y, both [1, 1, 2, 4], with b [1, 1, 1, 1] if there is one: uids 1, 3 and 2. `node` is the node's JSON
 * after its name, with ' for ". */
static void run_corner(const char *node, const float *x, const float *b, float *y)
{
    char json[2048];
    (void)snprintf(json, sizeof json,
                   "{'name':'corner','compute_data_type':'float','io_data_type':'float','tensors':["
                   "%s" CORNER_TENSOR("1", "1,1,2,4", "8,8,4,1") "," CORNER_TENSOR(
                       "3", "1,1,2,4", "8,8,4,1") "],'nodes':[{'name':'n',%s}]}",
                   b == NULL ? "" : CORNER_TENSOR("2", "1,1,1,1", "1,1,1,1") ",", node);
    for (char *c = json; *c != '\0'; c++)
        *c = *c == '\'' ? '"' : *c;
    trial t = {.json = json};
    if (!trial_build(&t, handle))
        fail_msg("%s", t.problem);
    hipdnn_binding bindings[3];
    size_t count = 0;
    for (int64_t uid = 1; uid <= 3; uid++) {
        void *pointer = uid == 1 ? (void *)(uintptr_t)x : uid == 2 ? (void *)(uintptr_t)b : y;
        if (pointer != NULL)
            bindings[count++] = (hipdnn_binding){hipdnn_graph_find_tensor(t.graph, uid), pointer};
    }
    if (hipdnn_graph_execute(t.graph, handle, bindings, count, NULL) != HIPDNN_STATUS_SUCCESS)
        fail_msg("%s", hipdnn_graph_get_error(t.graph));
    trial_end(&t);
}

static void expect_elements(const float *got, const float *want, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (isnan(want[i]) ? !isnan(got[i]) : got[i] != want[i])
            fail_msg("element %zu is %g, not %g", i, (double)got[i], (double)want[i]);
}

#define ALIGNED _Alignas(64) static

#define POINTWISE(inputs)                                                                                              \
    "'type':'PointwiseAttributes','inputs':{'in_0_tensor_uid':1," inputs "},'outputs':{'out_0_tensor_uid':3}"
#define CONVOLUTION(parameters)                                                                                        \
    "'type':'ConvolutionFwdAttributes','inputs':{'x_tensor_uid':1,'w_tensor_uid':2},"                                  \
    "'outputs':{'y_tensor_uid':3},'parameters':{" parameters "}"

static void test_nan_passes_relu(void **state)
{
    (void)state;
    ALIGNED const float x[8] = {NAN, -NAN, INFINITY, -INFINITY, -1.0f, 0.0f, -0.0f, 5.0f};
    ALIGNED float y[8];
    run_corner(POINTWISE("'operation':'relu_fwd'"), x, NULL, y);
    expect_elements(y, (const float[]){NAN, NAN, INFINITY, 0, 0, 0, 0, 5}, 8);
    run_corner(POINTWISE("'operation':'relu_fwd','relu_lower_clip':-0.5,"
                         "'relu_upper_clip':2.0,'relu_lower_clip_slope':0.25"),
               x, NULL, y);
    expect_elements(y, (const float[]){NAN, NAN, 2, -INFINITY, -0.625f, 0, 0, 2}, 8);
}

static void test_nan_passes_add(void **state)
{
    (void)state;
    ALIGNED const float x[8] = {NAN, 1.0f, INFINITY, -INFINITY, 0.0f, 2.0f, 3.0f, 4.0f};
    ALIGNED const float one[1] = {1.0f}, infinite[1] = {INFINITY}, none[1] = {NAN};
    ALIGNED float y[8];
    const char *add = POINTWISE("'operation':'add','in_1_tensor_uid':2");
    run_corner(add, x, one, y);
    expect_elements(y, (const float[]){NAN, 2, INFINITY, -INFINITY, 1, 3, 4, 5}, 8);
    run_corner(add, x, infinite, y);
    expect_elements(y, (const float[]){NAN, INFINITY, INFINITY, NAN, INFINITY, INFINITY, INFINITY, INFINITY}, 8);
    run_corner(add, x, none, y);
    expect_elements(y, (const float[]){NAN, NAN, NAN, NAN, NAN, NAN, NAN, NAN}, 8);
}

/* A NaN reaches the outputs whose window holds it, and no other. */
static void test_nan_in_convolution(void **state)
{
    (void)state;
    ALIGNED const float x[8] = {NAN, 1, 2, 3, 4, 5, INFINITY, 7};
    ALIGNED const float w[1] = {2.0f};
    ALIGNED float y[8];
    run_corner(CONVOLUTION("'pre_padding':[0,0],'post_padding':[0,0],'stride':[1,1],'dilation':[1,1],"
                           "'conv_mode':'CROSS_CORRELATION'"),
               x, w, y);
    expect_elements(y, (const float[]){NAN, 2, 4, 6, 8, 10, INFINITY, 14}, 8);
}

static int make_handle(void **state)
{
    (void)state;
    return hipdnnCreateForDevice_ext(&handle, HIPDNN_DEVICE_KIND_CPU, 0) == HIPDNN_STATUS_SUCCESS ? 0 : -1;
}

static int drop_handle(void **state)
{
    (void)state;
    return hipdnnDestroy(handle) == HIPDNN_STATUS_SUCCESS ? 0 : -1;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_nan_passes_relu),
        cmocka_unit_test(test_nan_passes_add),
        cmocka_unit_test(test_nan_in_convolution),
    };
    return cmocka_run_group_tests(tests, make_handle, drop_handle);
}
