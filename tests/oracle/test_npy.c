/* SPDX-License-Identifier: MIT */
/* Reading and writing of .npy files: what NumPy writes is read, anything else is refused with a sentence. */
#include "npy.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

static const char *path;

static const int64_t dim[2] = {2, 3};

/* A file with this header and `count` floats 0, 1, 2 ... */
static void write_file(unsigned char major, const char *header, size_t count)
{
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    const size_t length = strlen(header);
    const unsigned char size[4] = {(unsigned char)(length & 255), (unsigned char)(length >> 8), 0, 0};
    assert_int_equal(fwrite("\x93NUMPY", 1, 6, file), 6);
    assert_int_equal(fwrite((const unsigned char[]){major, 0}, 1, 2, file), 2);
    assert_int_equal(fwrite(size, 1, major == 1 ? 2 : 4, file), major == 1 ? 2 : 4);
    assert_int_equal(fwrite(header, 1, length, file), length);
    for (size_t i = 0; i < count; i++) {
        const float value = (float)i;
        assert_int_equal(fwrite(&value, sizeof value, 1, file), 1);
    }
    assert_int_equal(fclose(file), 0);
}

static void test_round_trip(void **state)
{
    (void)state;
    static const int64_t shapes[][3] = {{6, 0, 0}, {2, 3, 0}, {1, 2, 3}};
    for (size_t rank = 0; rank <= 3; rank++) {
        const int64_t *shape = rank == 0 ? dim : shapes[rank - 1];
        const float out[6] = {0.5f, -1.0f, 2.0f, 3.0f, 4.0f, 5.0f};
        float in[6] = {0};
        char message[NPY_MESSAGE_SIZE] = "";
        assert_true(npy_write(path, npy_type_find("float"), rank, shape, out, message));
        assert_true(npy_read(path, npy_type_find("float"), rank, shape, in, message));
        assert_memory_equal(in, out, (rank == 0 ? 1 : 6) * sizeof(float));
    }
}

/* Every type comes back as it went, and is refused by a tensor of another one. */
static void test_types(void **state)
{
    (void)state;
    static const char *const names[] = {"float", "half",  "bfloat16", "double", "int8",
                                        "uint8", "int32", "int64",    "boolean"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        const npy_type *type = npy_type_find(names[i]), *other = npy_type_find(i == 0 ? "half" : "float");
        const unsigned char out[6 * 8] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12};
        unsigned char in[6 * 8] = {0};
        char message[NPY_MESSAGE_SIZE] = "";
        assert_true(npy_write(path, type, 2, dim, out, message));
        assert_true(npy_read(path, type, 2, dim, in, message));
        assert_memory_equal(in, out, 6 * type->size);
        assert_false(npy_read(path, other, 2, dim, in, message));
        assert_non_null(strstr(message, type->descr));
    }
    assert_null(npy_type_find("fp8_e4m3"));
    /* As NumPy's extension for bfloat16 writes it: the type is lost, so it is not guessed. */
    unsigned short in[6];
    char message[NPY_MESSAGE_SIZE] = "";
    write_file(1, "{'descr': '<V2', 'fortran_order': False, 'shape': (2, 3), }\n", 3);
    assert_false(npy_read(path, npy_type_find("bfloat16"), 2, dim, in, message));
    assert_non_null(strstr(message, "'<V2', but the tensor's are '<u2'; view them so"));
}

static void test_accepted(void **state)
{
    (void)state;
    static const char *const headers[] = {
        "{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3), }          \n",
        "{\"shape\":(2,3),\"fortran_order\":False,\"descr\":\"<f4\"}\n",
        "{'descr': '<f4', 'fortran_order': False, 'shape': (2L, 3L), }\n", /* as Python 2 wrote it */
    };
    for (size_t i = 0; i < sizeof headers / sizeof headers[0]; i++)
        for (unsigned char major = 1; major <= 2; major++) {
            float in[6];
            char message[NPY_MESSAGE_SIZE] = "";
            write_file(major, headers[i], 6);
            if (!npy_read(path, npy_type_find("float"), 2, dim, in, message))
                fail_msg("%s", message);
            assert_true(in[0] == 0.0f && in[5] == 5.0f);
        }
}

static void test_refused(void **state)
{
    (void)state;
    static const struct {
        const char *header;
        size_t count;
        unsigned char major;
        const char *sentence;
    } cases[] = {
        {"{'descr': '<f4', 'fortran_order': True, 'shape': (2, 3), }\n", 6, 1, "Fortran order"},
        {"{'descr': '<f8', 'fortran_order': False, 'shape': (2, 3), }\n", 12, 1, "'<f8'"},
        {"{'descr': '>f4', 'fortran_order': False, 'shape': (2, 3), }\n", 6, 1, "'>f4'"},
        {"{'descr': [('x', '<f4')], 'fortran_order': False, 'shape': (6,), }\n", 6, 1, "header"},
        {"{'descr': '<f4', 'fortran_order': False, 'shape': (3, 2), }\n", 6, 1, "(3,2), but the tensor has (2,3)"},
        {"{'descr': '<f4', 'fortran_order': False, 'shape': (6,), }\n", 6, 1, "(6,), but the tensor has (2,3)"},
        {"{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3, 1), }\n", 6, 1, "(2,3,1)"},
        {"{'descr': '<f4', 'fortran_order': False, 'shape': (), }\n", 6, 1, "()"},
        {"{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3), }\n", 5, 1, "ends after 5 of 6"},
        {"{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3), }\n", 7, 1, "goes on"},
        {"{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3), }\n", 6, 3, "version 3.0"},
        {"{'descr': '<f4', 'fortran_order': False}\n", 6, 1, "header"},
        {"{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3), 'x': 1}\n", 6, 1, "header"},
        {"{'descr': '<f4', 'descr': '<f4', 'fortran_order': False, 'shape': (2, 3)}\n", 6, 1, "header"},
        {"{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3)", 6, 1, "header"},
        {"{'descr': '<f4' 'fortran_order': False, 'shape': (2, 3)}", 6, 1, "header"},
        {"", 0, 1, "header"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        float in[6];
        char message[NPY_MESSAGE_SIZE] = "";
        write_file(cases[i].major, cases[i].header, cases[i].count);
        assert_false(npy_read(path, npy_type_find("float"), 2, dim, in, message));
        if (strstr(message, cases[i].sentence) == NULL)
            fail_msg("case %zu says '%s'", i, message);
    }
}

static void test_no_file(void **state)
{
    (void)state;
    float in[6] = {0};
    char message[NPY_MESSAGE_SIZE] = "";
    (void)remove(path);
    assert_false(npy_read(path, npy_type_find("float"), 2, dim, in, message));
    assert_non_null(strstr(message, "cannot be read"));
    assert_false(npy_write("/nonexistent/x.npy", npy_type_find("float"), 2, dim, in, message));
    assert_non_null(strstr(message, "cannot be written"));
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_round_trip), cmocka_unit_test(test_types),   cmocka_unit_test(test_accepted),
        cmocka_unit_test(test_refused),    cmocka_unit_test(test_no_file),
    };
    path = argc > 1 ? argv[1] : "test.npy";
    return cmocka_run_group_tests(tests, NULL, NULL);
}
