/* SPDX-License-Identifier: MIT */
/* Which device a handle is for (D14): asked for by the program, by HIPDNN_DEVICE, or neither; and what a plugin of
 * another kind of device is to it. */
#include "loading.h"

#include <stdlib.h>
#include <string.h>

static void assert_on_the_cpu(hipdnnHandle_t handle)
{
    assert_non_null(handle);
    assert_reference_works(handle);
    assert_ok(hipdnnDestroy(handle));
}

static void test_devices_asked_for(void **state)
{
    (void)state;
    static const struct {
        int kind, ordinal;
        hipdnnStatus_t status;
        const char *words;
    } rows[] = {
        {HIPDNN_DEVICE_KIND_CPU, 1, HIPDNN_STATUS_BAD_PARAM, "there is only CPU device 0"},
        {HIPDNN_DEVICE_KIND_CPU, -1, HIPDNN_STATUS_BAD_PARAM, "device -1 was asked for"},
        {HIPDNN_DEVICE_KIND_HIP, -1, HIPDNN_STATUS_BAD_PARAM, "device -1 was asked for"},
        {HIPDNN_DEVICE_KIND_HIP, 9999, HIPDNN_STATUS_NOT_SUPPORTED, "HIP device 9999"},
        {HIPDNN_DEVICE_KIND_CUDA, 9999, HIPDNN_STATUS_NOT_SUPPORTED, "CUDA device 9999"},
        {3, 0, HIPDNN_STATUS_BAD_PARAM, "device kind 3 was asked for"},
        {-1, 0, HIPDNN_STATUS_BAD_PARAM, "device kind -1 was asked for"},
    };
    hipdnnHandle_t handle = NULL;
    assert_ok(hipdnnCreateForDevice_ext(&handle, HIPDNN_DEVICE_KIND_CPU, 0));
    assert_on_the_cpu(handle);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        handle = (hipdnnHandle_t)(void *)&handle;
        const hipdnnDeviceKind_t kind = (hipdnnDeviceKind_t)rows[i].kind;
        check_refused(hipdnnCreateForDevice_ext(&handle, kind, rows[i].ordinal), rows[i].status, rows[i].words,
                      rows[i].words, __FILE__, __LINE__);
        assert_null(handle);
    }
    assert_refused(hipdnnCreateForDevice_ext(NULL, HIPDNN_DEVICE_KIND_CPU, 0), BAD_PARAM_NULL_POINTER,
                   "handle is NULL");
    assert_refused(hipdnnCreate(NULL), BAD_PARAM_NULL_POINTER, "handle is NULL");
}

static void test_the_environment(void **state)
{
    (void)state;
    static const char *const cpu[] = {"cpu", "", " \t"};
    static const char *const absent[] = {"hip:9999", "cuda:9999"};
    static const char *const nonsense[] = {
        "gpu", "CPU", "cpu:0", "cpux", "hip:", "hip:x", "hip0", "hip:-1", "cuda:1 ", "cuda:99999999999"};
    hipdnnHandle_t handle = NULL;
    for (size_t i = 0; i < sizeof cpu / sizeof *cpu; i++) {
        assert_int_equal(setenv("HIPDNN_DEVICE", cpu[i], 1), 0);
        assert_ok(hipdnnCreate(&handle));
        assert_on_the_cpu(handle);
    }
    for (size_t i = 0; i < sizeof absent / sizeof *absent; i++) {
        assert_int_equal(setenv("HIPDNN_DEVICE", absent[i], 1), 0);
        assert_refused(hipdnnCreate(&handle), NOT_SUPPORTED, "device 9999");
        assert_null(handle);
    }
    for (size_t i = 0; i < sizeof nonsense / sizeof *nonsense; i++) {
        assert_int_equal(setenv("HIPDNN_DEVICE", nonsense[i], 1), 0);
        assert_refused(hipdnnCreate(&handle), BAD_PARAM, "it can be cpu, hip, hip:N, cuda or cuda:N");
        assert_null(handle);
    }
    /* Who names a device does not ask the environment. */
    assert_ok(hipdnnCreateForDevice_ext(&handle, HIPDNN_DEVICE_KIND_CPU, 0));
    assert_on_the_cpu(handle);
    assert_int_equal(unsetenv("HIPDNN_DEVICE"), 0);
}

/* Engines of another kind of device are no candidates; with nobody else there, the sentence says why. */
static void test_plugins_of_other_devices(void **state)
{
    (void)state;
    static const struct {
        const char *path, *words;
    } rows[] = {
        {ZOO "/zoo_device_kind_hip.so", "plugin 'zoo' works on HIP, this handle on CPU"},
        {ZOO "/zoo_device_kind_cuda.so", "plugin 'zoo' works on CUDA, this handle on CPU"},
        {ZOO "/zoo_device_kind_strange.so", "plugin 'zoo' works on unknown, this handle on CPU"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        hipdnnHandle_t handle = open_plugins(2, (const char *const[]){REFERENCE_PLUGIN, rows[i].path});
        assert_logged(rows[i].words);
        assert_int_equal(engine_count(handle), 3); /* loaded it is */
        assert_reference_works(handle);
        assert_ok(hipdnnDestroy(handle));

        handle = open_plugins(1, &rows[i].path);
        descriptor graph = make_relu_graph(handle), heuristic = begin_heuristic(graph);
        descriptor engine = begin_engine(graph, "ZOO_ENGINE");
        assert_refused(hipdnnBackendFinalize(heuristic), NOT_SUPPORTED,
                       "ZOO_ENGINE: its plugin serves another kind of device");
        assert_refused(hipdnnBackendFinalize(engine), BAD_PARAM, "its plugin serves another kind of device");
        destroy(engine);
        destroy(heuristic);
        destroy(graph);
        assert_ok(hipdnnDestroy(handle));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_devices_asked_for),
        cmocka_unit_test(test_the_environment),
        cmocka_unit_test(test_plugins_of_other_devices),
    };
    return cmocka_run_group_tests(tests, start_log, end_log);
}
