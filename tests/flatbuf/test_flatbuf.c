/* SPDX-License-Identifier: MIT */
/* Building and reading; test_verify.c has the hostile bytes. The first test is the one to learn from. */
#include "base/memory.h"
#include "example.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>

#include <cmocka.h>

/* table Point { name: string; x: int = 7; } */
enum { POINT_NAME, POINT_X };

static void test_a_table_is_built_verified_and_read(void **state)
{
    (void)state;
    /* Build: what a table refers to comes first, then the table, then the end. */
    hd_fb_builder builder = {0};
    const hd_fb_ref name = hd_fb_create_string(&builder, "corner", 6);
    const int32_t x = 42;
    hd_fb_start_table(&builder);
    hd_fb_add_ref(&builder, POINT_NAME, name);
    hd_fb_add_inline(&builder, POINT_X, &x, sizeof x, sizeof x);
    const hd_fb_ref point = hd_fb_end_table(&builder);
    void *bytes;
    size_t size;
    assert_int_equal(hd_fb_finish(&builder, point, NULL, &bytes, &size), HD_OK);

    /* Verify: the start, the table, each of its fields. */
    hd_fb_verifier verifier;
    uint32_t root;
    const hd_fb_path path = {NULL, "Point", -1};
    const hd_fb_path name_path = {&path, "name", -1};
    const hd_fb_path x_path = {&path, "x", -1};
    assert_int_equal(hd_fb_verify_begin(&verifier, bytes, size, NULL, "Point", &root), HD_OK);
    assert_int_equal(hd_fb_verify_table(&verifier, &path, root), HD_OK);
    assert_int_equal(hd_fb_verify_string(&verifier, &name_path, root, POINT_NAME), HD_OK);
    assert_int_equal(hd_fb_verify_inline(&verifier, &x_path, root, POINT_X, sizeof x, sizeof x), HD_OK);

    /* Read: nothing is checked any more. */
    const hd_fb_table table = hd_fb_root(bytes);
    assert_string_equal(hd_fb_get_string(table, POINT_NAME).text, "corner");
    assert_int_equal(hd_fb_get_i32(table, POINT_X, 7), 42);
    hd_free(bytes);
}

/* --- the whole example --- */

static void check_longs(hd_fb_vector vector, const int64_t *expected, uint32_t count)
{
    assert_int_equal(vector.count, count);
    if (count > 0)
        assert_memory_equal(vector.at, expected, count * sizeof *expected);
}

static void check_point(const uint8_t *at, int32_t x, double y)
{
    example_point point;
    assert_non_null(at);
    memcpy(&point, at, sizeof point);
    assert_int_equal(point.x, x);
    assert_int_equal(point.padding, 0);
    assert_true(point.y == y);
}

static void check_scalars(hd_fb_table root)
{
    assert_true(hd_fb_get_bool(root, ROOT_FLAG, false));
    assert_int_equal(hd_fb_get_i8(root, ROOT_SMALL, 0), -5);
    assert_int_equal(hd_fb_get_u8(root, ROOT_TINY, 0), 250);
    assert_int_equal(hd_fb_get_i32(root, ROOT_WHOLE, 0), -70000);
    assert_true(hd_fb_get_u32(root, ROOT_COUNT, 0) == 4000000000);
    assert_true(hd_fb_get_i64(root, ROOT_BIG, 0) == INT64_C(-9007199254740993));
    assert_true(hd_fb_get_u64(root, ROOT_HUGE, 0) == UINT64_MAX);
    assert_true(hd_fb_get_f32(root, ROOT_RATIO, 0) == 0.25f);
    assert_true(hd_fb_get_f64(root, ROOT_EXACT, 0) == -1.5);
}

static void check_example(const void *bytes)
{
    const hd_fb_table root = hd_fb_root(bytes);
    check_scalars(root);
    assert_string_equal(hd_fb_get_string(root, ROOT_NAME).text, "example");
    assert_int_equal(hd_fb_get_string(root, ROOT_NAME).length, 7);
    check_longs(hd_fb_get_vector(root, ROOT_SIZES), (int64_t[]){1, -2, 3000000000}, 3);
    const hd_fb_vector codes = hd_fb_get_vector(root, ROOT_CODES);
    assert_int_equal(codes.count, 5);
    assert_memory_equal(codes.at, ((uint8_t[]){1, 2, 3, 4, 255}), 5);

    const hd_fb_vector tags = hd_fb_get_vector(root, ROOT_TAGS);
    assert_int_equal(tags.count, 3);
    assert_string_equal(hd_fb_string_at(tags, 0).text, "");
    assert_string_equal(hd_fb_string_at(tags, 1).text, "b");
    assert_string_equal(hd_fb_string_at(tags, 2).text, "a longer tag");

    const hd_fb_vector leaves = hd_fb_get_vector(root, ROOT_LEAVES);
    assert_int_equal(leaves.count, 3);
    assert_string_equal(hd_fb_get_string(hd_fb_table_at(leaves, 0), LEAF_NAME).text, "left");
    check_longs(hd_fb_get_vector(hd_fb_table_at(leaves, 0), LEAF_VALUES), (int64_t[]){7, 8}, 2);
    assert_string_equal(hd_fb_get_string(hd_fb_table_at(leaves, 1), LEAF_NAME).text, "right");
    check_longs(hd_fb_get_vector(hd_fb_table_at(leaves, 1), LEAF_VALUES), NULL, 0);
    assert_non_null(hd_fb_get_vector(hd_fb_table_at(leaves, 1), LEAF_VALUES).at); /* empty, but there */
    assert_null(hd_fb_get_string(hd_fb_table_at(leaves, 2), LEAF_NAME).text);
    assert_null(hd_fb_get_vector(hd_fb_table_at(leaves, 2), LEAF_VALUES).at);

    check_longs(hd_fb_get_vector(hd_fb_get_table(root, ROOT_BEST), LEAF_VALUES), (int64_t[]){-1}, 1);
    check_point(hd_fb_field(root, ROOT_ORIGIN), 3, 0.125);
    assert_int_equal(hd_fb_get_u8(root, ROOT_EXTRA_TYPE, EXTRA_NONE), EXTRA_NOTE);
    assert_string_equal(hd_fb_get_string(hd_fb_get_table(root, ROOT_EXTRA), NOTE_TEXT).text, "said");
    check_point(hd_fb_get_target(root, ROOT_EXTENT), -3, 2.5);
}

static void test_everything_survives(void **state)
{
    (void)state;
    void *bytes;
    size_t size;
    assert_int_equal(example_build(&bytes, &size), HD_OK);
    assert_int_equal((uintptr_t)bytes % 16, 0);
    assert_int_equal(size % 8, 0);
    assert_int_equal(example_verify(bytes, size), HD_OK);
    check_example(bytes);

    /* No byte depends on what was in memory before. */
    void *again;
    size_t again_size;
    assert_int_equal(example_build(&again, &again_size), HD_OK);
    assert_int_equal(again_size, size);
    assert_memory_equal(again, bytes, size);
    hd_free(again);
    hd_free(bytes);
}

static void test_bytes_may_lie_at_any_address(void **state)
{
    (void)state;
    void *bytes;
    size_t size;
    assert_int_equal(example_build(&bytes, &size), HD_OK);
    uint8_t *room = hd_alloc(size + 1);
    assert_non_null(room);
    memcpy(room + 1, bytes, size);
    assert_int_equal(example_verify(room + 1, size), HD_OK);
    check_example(room + 1);
    hd_free(room);
    hd_free(bytes);
}

static void test_absent_fields_read_as_the_default(void **state)
{
    (void)state;
    hd_fb_builder builder = {0};
    hd_fb_start_table(&builder);
    hd_fb_add_ref(&builder, ROOT_NAME, 0);
    const hd_fb_ref empty = hd_fb_end_table(&builder);
    void *bytes;
    size_t size;
    assert_int_equal(hd_fb_finish(&builder, empty, EXAMPLE_IDENTIFIER, &bytes, &size), HD_OK);
    assert_int_equal(size, 16); /* root offset, identifier, vtable, table */
    assert_int_equal(example_verify(bytes, size), HD_OK);

    const hd_fb_table tables[] = {hd_fb_root(bytes), {.at = NULL}};
    for (size_t i = 0; i < 2; i++) {
        assert_true(hd_fb_get_bool(tables[i], ROOT_FLAG, true));
        assert_int_equal(hd_fb_get_i8(tables[i], ROOT_SMALL, -1), -1);
        assert_int_equal(hd_fb_get_u8(tables[i], ROOT_TINY, 1), 1);
        assert_int_equal(hd_fb_get_i32(tables[i], ROOT_WHOLE, -2), -2);
        assert_int_equal(hd_fb_get_u32(tables[i], ROOT_COUNT, 2), 2);
        assert_int_equal(hd_fb_get_i64(tables[i], ROOT_BIG, -3), -3);
        assert_int_equal(hd_fb_get_u64(tables[i], ROOT_HUGE, 3), 3);
        assert_true(hd_fb_get_f32(tables[i], ROOT_RATIO, 0.5f) == 0.5f);
        assert_true(hd_fb_get_f64(tables[i], ROOT_EXACT, 0.75) == 0.75);
        assert_null(hd_fb_field(tables[i], ROOT_ORIGIN));
        assert_null(hd_fb_get_string(tables[i], ROOT_NAME).text);
        assert_null(hd_fb_get_vector(tables[i], ROOT_SIZES).at);
        assert_null(hd_fb_get_table(tables[i], ROOT_BEST).at);
        assert_null(hd_fb_get_target(tables[i], ROOT_EXTENT));
    }
    hd_free(bytes);
}

static void test_an_empty_vector_may_come_first(void **state)
{
    (void)state;
    hd_fb_builder builder = {0};
    const hd_fb_ref vector = hd_fb_create_vector(&builder, NULL, 0, 8, 8);
    assert_int_not_equal(vector, 0);
    hd_fb_start_table(&builder);
    hd_fb_add_ref(&builder, ROOT_SIZES, vector);
    hd_fb_add_ref(&builder, ROOT_LEAVES, vector);
    const hd_fb_ref root = hd_fb_end_table(&builder);
    void *bytes;
    size_t size;
    assert_int_equal(hd_fb_finish(&builder, root, EXAMPLE_IDENTIFIER, &bytes, &size), HD_OK);
    assert_int_equal(example_verify(bytes, size), HD_OK);
    assert_non_null(hd_fb_get_vector(hd_fb_root(bytes), ROOT_SIZES).at);
    hd_free(bytes);
}

/* --- vtables --- */

/* A table with one byte in `slot`. */
static hd_fb_ref write_byte_at(hd_fb_builder *builder, uint16_t slot)
{
    const uint8_t value = (uint8_t)slot;
    hd_fb_start_table(builder);
    hd_fb_add_inline(builder, slot, &value, 1, 1);
    return hd_fb_end_table(builder);
}

/* Writes `count` tables whose slots cycle through `shapes` and checks that all of them read back; returns the size. */
static size_t size_of_shapes(uint32_t count, uint16_t shapes)
{
    hd_fb_builder builder = {0};
    hd_fb_ref tables[200] = {0};
    for (uint32_t i = 0; i < count; i++)
        tables[i] = write_byte_at(&builder, (uint16_t)(i % shapes));
    const hd_fb_ref vector = hd_fb_create_refs(&builder, tables, count);
    hd_fb_start_table(&builder);
    hd_fb_add_ref(&builder, 0, vector);
    const hd_fb_ref root = hd_fb_end_table(&builder);
    void *bytes;
    size_t size;
    assert_int_equal(hd_fb_finish(&builder, root, NULL, &bytes, &size), HD_OK);
    const hd_fb_vector read = hd_fb_get_vector(hd_fb_root(bytes), 0);
    assert_int_equal(read.count, count);
    for (uint32_t i = 0; i < count; i++)
        assert_int_equal(hd_fb_get_u8(hd_fb_table_at(read, i), (uint16_t)(i % shapes), 255), i % shapes);
    hd_free(bytes);
    return size;
}

static void test_equal_vtables_are_written_once(void **state)
{
    (void)state;
    /* An element, a table of 8 bytes with its padding, and no vtable. */
    assert_int_equal(size_of_shapes(101, 1) - size_of_shapes(1, 1), 100 * 12);
    const uint16_t kept = HD_FB_VTABLE_CACHE;
    assert_int_equal(size_of_shapes(5 * kept, kept) - size_of_shapes(kept, kept), 4 * kept * 12);
    /* More shapes than are remembered: larger, and still right. */
    assert_true(size_of_shapes(2 * HD_FB_MAX_SLOTS, HD_FB_MAX_SLOTS) > 2 * HD_FB_MAX_SLOTS * 12);
}

/* --- failures are remembered --- */

/* Finishes, expecting a failure with this sentence, and a builder that is empty again. */
static void check_failed(hd_fb_builder *builder, hd_fb_ref root, hd_status status, const char *sentence)
{
    void *bytes = builder;
    size_t size = 1;
    assert_int_equal(hd_fb_finish(builder, root, NULL, &bytes, &size), status);
    assert_string_equal(hd_error_text(), sentence);
    assert_null(bytes);
    assert_int_equal(size, 0);
    assert_null(builder->block);
    assert_int_equal(builder->used, 0);
    assert_int_equal(builder->failed, HD_OK);
}

static void check_misuse(hd_fb_builder *builder, hd_fb_ref root, const char *mistake)
{
    char sentence[HD_ERROR_TEXT_SIZE];
    (void)snprintf(sentence, sizeof sentence, "a FlatBuffer is built wrongly: %s", mistake);
    check_failed(builder, root, HD_INTERNAL_ERROR, sentence);
}

static void test_misuse_is_remembered(void **state)
{
    (void)state;
    hd_fb_builder builder = {0};
    assert_int_equal(write_byte_at(&builder, HD_FB_MAX_SLOTS), 0);
    assert_int_equal(hd_fb_create_string(&builder, "late", 4), 0); /* nothing is written after a failure */
    check_misuse(&builder, 1, "a field's slot is past the last one there is room for");

    hd_fb_start_table(&builder);
    const hd_fb_ref inner = write_byte_at(&builder, 0);
    check_misuse(&builder, inner, "a table is started inside another");

    hd_fb_start_table(&builder);
    check_misuse(&builder, 1, "its last table was not ended");

    const uint8_t value = 1;
    hd_fb_add_inline(&builder, 0, &value, 1, 1);
    check_misuse(&builder, 1, "a field is added outside a table");

    assert_int_equal(hd_fb_end_table(&builder), 0);
    check_misuse(&builder, 1, "a table is ended that was not started");

    hd_fb_start_table(&builder);
    hd_fb_add_ref(&builder, 0, 1);
    check_misuse(&builder, hd_fb_end_table(&builder), "a field refers to something that is not written");

    const hd_fb_ref nothing = 0;
    assert_int_equal(hd_fb_create_refs(&builder, &nothing, 1), 0);
    check_misuse(&builder, 1, "an element of a vector refers to something that is not written");

    check_misuse(&builder, 0, "its root is not written");

    static const uint8_t wide[65536];
    hd_fb_start_table(&builder);
    hd_fb_add_inline(&builder, 0, wide, sizeof wide, 1);
    check_misuse(&builder, hd_fb_end_table(&builder), "the fields of a table take more than 65535 bytes");
}

static void test_two_gigabytes_are_the_end(void **state)
{
    (void)state;
    /* The elements are never looked at. */
    static const uint8_t byte;
    hd_fb_builder builder = {0};
    assert_int_equal(hd_fb_create_vector(&builder, &byte, 1u << 28, 8, 8), 0);
    check_failed(&builder, 0, HD_BAD_PARAM,
                 "a FlatBuffer has at most 2147483647 bytes, 2147483648 more were added to 0");
    assert_int_equal(hd_fb_create_vector(&builder, &byte, INT32_MAX, 1, 1), 0); /* fits, but not with its padding */
    check_failed(&builder, 0, HD_BAD_PARAM,
                 "a FlatBuffer has at most 2147483647 bytes, 2147483647 more were added to 0");
    assert_int_equal(hd_fb_create_vector(&builder, &byte, UINT32_MAX, SIZE_MAX / 2, 1), 0);
    check_failed(&builder, 0, HD_BAD_PARAM,
                 "a FlatBuffer has at most 2147483647 bytes, 18446744073709551615 more were added to 0");
    assert_int_equal(hd_fb_create_string(&builder, "", SIZE_MAX), 0);
    check_failed(&builder, 0, HD_BAD_PARAM,
                 "a FlatBuffer has at most 2147483647 bytes, 18446744073709551615 more were added to 0");
}

/* --- out of memory --- */

static bool count_down(void *context, size_t size)
{
    (void)size;
    int *left = context;
    return (*left)-- > 0;
}

/* The example in front of `size` other bytes, with `allowed` allocations; `*out_left` of them were not made. */
static hd_status build_before(uint32_t size, int allowed, void **out_bytes, size_t *out_size, int *out_left)
{
    static const uint8_t filler[700];
    *out_left = allowed;
    hd_memory_set_gate(count_down, out_left);
    hd_fb_builder builder = {0};
    while (size > 0) {
        const uint32_t part = size < sizeof filler ? size : sizeof filler;
        (void)hd_fb_create_vector(&builder, filler, part, 1, 1);
        size -= part;
    }
    const hd_fb_ref root = example_write(&builder);
    const hd_status status = hd_fb_finish(&builder, root, EXAMPLE_IDENTIFIER, out_bytes, out_size);
    hd_memory_set_gate(NULL, NULL);
    return status;
}

static void check_out_of_memory(hd_status status, const void *bytes, size_t size)
{
    assert_int_equal(status, HD_ALLOC_FAILED);
    assert_non_null(strstr(hd_error_text(), "for a FlatBuffer could not be allocated"));
    assert_null(bytes);
    assert_int_equal(size, 0);
}

static void test_each_allocation_may_fail(void **state)
{
    (void)state;
    int allowed = 0, left;
    void *bytes;
    size_t size;
    hd_status status;
    while ((status = build_before(50000, allowed, &bytes, &size, &left)) != HD_OK) {
        check_out_of_memory(status, bytes, size);
        allowed++;
    }
    assert_true(allowed > 5);
    assert_int_equal(left, 0);
    assert_int_equal(example_verify(bytes, size), HD_OK);
    check_example(bytes);
    hd_free(bytes);
}

/* Wherever in the example the first block, of 1024 bytes, is full: the next one may not come, or may. */
static void test_the_block_may_be_full_anywhere(void **state)
{
    (void)state;
    for (uint32_t before = 0; before < 1024; before++) {
        void *bytes;
        size_t size;
        int left;
        const hd_status status = build_before(before, 1, &bytes, &size, &left);
        check_out_of_memory(status, bytes, size);
        /* One more for a second block, when it is needed, and one for the finish. */
        assert_int_equal(build_before(before, 3, &bytes, &size, &left), HD_OK);
        assert_int_equal(example_verify(bytes, size), HD_OK);
        check_example(bytes);
        hd_free(bytes);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_table_is_built_verified_and_read),
        cmocka_unit_test(test_everything_survives),
        cmocka_unit_test(test_bytes_may_lie_at_any_address),
        cmocka_unit_test(test_absent_fields_read_as_the_default),
        cmocka_unit_test(test_an_empty_vector_may_come_first),
        cmocka_unit_test(test_equal_vtables_are_written_once),
        cmocka_unit_test(test_misuse_is_remembered),
        cmocka_unit_test(test_two_gigabytes_are_the_end),
        cmocka_unit_test(test_each_allocation_may_fail),
        cmocka_unit_test(test_the_block_may_be_full_anywhere),
    };
    return cmocka_run_group_tests_name("flatbuf", tests, NULL, NULL);
}
