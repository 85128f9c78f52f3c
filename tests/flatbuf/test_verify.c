/* SPDX-License-Identifier: MIT */
/* Hostile bytes: each rule of the verifier by its sentence, then every small damage there is to a valid buffer. */
#include "base/memory.h"
#include "example.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>

#include <cmocka.h>

/* The valid example. Never changed: tests damage copies. */
static uint8_t *valid;
static size_t valid_size;

static int set_up(void **state)
{
    (void)state;
    void *bytes;
    if (example_build(&bytes, &valid_size) != HD_OK)
        return -1;
    valid = bytes;
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    hd_free(valid);
    return 0;
}

/* A copy of exactly `size` bytes, so that a sanitizer sees one byte too many. */
static uint8_t *copy_of(const uint8_t *bytes, size_t size)
{
    uint8_t *copy = hd_alloc(size);
    assert_non_null(copy);
    memcpy(copy, bytes, size);
    return copy;
}

/* --- each rule --- */

/* Overwrites `width` bytes at `at` and expects this refusal. */
static void check_refused(const uint8_t *at, uint32_t value, size_t width, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

static void check_refused(const uint8_t *at, uint32_t value, size_t width, const char *format, ...)
{
    char sentence[HD_ERROR_TEXT_SIZE];
    va_list arguments;
    va_start(arguments, format);
    (void)vsnprintf(sentence, sizeof sentence, format, arguments);
    va_end(arguments);
    uint8_t *damaged = copy_of(valid, valid_size);
    memcpy(damaged + (at - valid), &value, width);
    hd_error_clear();
    assert_int_equal(example_verify(damaged, valid_size), HD_BAD_PARAM);
    assert_string_equal(hd_error_text(), sentence);
    hd_free(damaged);
}

static size_t position(const uint8_t *at)
{
    return (size_t)(at - valid);
}

static uint32_t load_u32(const uint8_t *at)
{
    uint32_t value;
    memcpy(&value, at, sizeof value);
    return value;
}

static const uint8_t *vtable_of(hd_fb_table table)
{
    return table.at - (int32_t)load_u32(table.at);
}

static uint16_t inline_size_of(hd_fb_table table)
{
    uint16_t size;
    memcpy(&size, vtable_of(table) + 2, sizeof size);
    return size;
}

static void test_the_start(void **state)
{
    (void)state;
    assert_int_equal(example_verify(valid, 7), HD_BAD_PARAM);
    assert_string_equal(hd_error_text(), "Root: 7 bytes are no FlatBuffer, which has at least 8");
    assert_int_equal(example_verify(valid, 0), HD_BAD_PARAM);
    /* Refused by its size alone, which no such buffer has to back up. */
    assert_int_equal(example_verify(valid, (size_t)INT32_MAX + 1), HD_BAD_PARAM);
    assert_string_equal(hd_error_text(), "Root: 2147483648 bytes are no FlatBuffer, which has at most 2147483647");

    check_refused(valid + 4, 0x04030201, 4, "Root: bytes 4 to 7 are 0x01020304, the file identifier 'EXMP' is needed");
    check_refused(valid, 0, 4, "Root: the offset at 0 is 0, at least 4 is needed to get past it");
    check_refused(valid, 3, 4, "Root: the offset at 0 is 3, at least 4 is needed to get past it");
    check_refused(valid, (uint32_t)valid_size, 4, "Root: the offset at 0 points to %zu, outside a buffer of %zu bytes",
                  valid_size, valid_size);
    check_refused(valid, UINT32_MAX, 4, "Root: the offset at 0 points to 4294967295, outside a buffer of %zu bytes",
                  valid_size);
    check_refused(valid, (uint32_t)valid_size - 2, 4,
                  "Root: a table head of 4 bytes at offset %zu does not fit into a buffer of %zu bytes", valid_size - 2,
                  valid_size);
    check_refused(valid, load_u32(valid) + 2, 4, "Root: a table head at offset %u is not aligned to 4 bytes",
                  load_u32(valid) + 2);
}

static void test_tables(void **state)
{
    (void)state;
    const hd_fb_table leaf = hd_fb_table_at(hd_fb_get_vector(hd_fb_root(valid), ROOT_LEAVES), 0);
    const size_t at = position(leaf.at);
    const uint8_t *vtable = vtable_of(leaf);
    const size_t room = valid_size;

    check_refused(leaf.at, (uint32_t)at + 2, 4,
                  "Root.leaves[0]: the table at offset %zu has its vtable at -2, outside a buffer of %zu bytes", at,
                  room);
    check_refused(leaf.at, (uint32_t)(at - (room - 2)), 4,
                  "Root.leaves[0]: the table at offset %zu has its vtable at %zu, outside a buffer of %zu bytes", at,
                  room - 2, room);
    check_refused(leaf.at, 0x80000000, 4,
                  "Root.leaves[0]: the table at offset %zu has its vtable at %lld, outside a buffer of %zu bytes", at,
                  (long long)at + 0x80000000, room);
    /* One byte on, the high byte of the size and the low byte of the inline size read as a size. */
    check_refused(leaf.at, load_u32(leaf.at) - 1, 4,
                  "Root.leaves[0]: a vtable of %u bytes at offset %zu does not fit into a buffer of %zu bytes",
                  256u * inline_size_of(leaf), position(vtable) + 1, room);
    check_refused(vtable, 2, 2,
                  "Root.leaves[0]: the vtable at offset %zu has 2 bytes, an even number from 4 on is needed",
                  position(vtable));
    check_refused(vtable, 7, 2,
                  "Root.leaves[0]: the vtable at offset %zu has 7 bytes, an even number from 4 on is needed",
                  position(vtable));
    check_refused(vtable, 0xFFFE, 2,
                  "Root.leaves[0]: a vtable of 65534 bytes at offset %zu does not fit into a buffer of %zu bytes",
                  position(vtable), room);
    check_refused(vtable + 2, 3, 2, "Root.leaves[0]: the table at offset %zu has 3 bytes, at least 4 are needed", at);
    check_refused(vtable + 2, 0xFFFF, 2,
                  "Root.leaves[0]: a table of 65535 bytes at offset %zu does not fit into a buffer of %zu bytes", at,
                  room);
}

static void test_vtables_are_aligned(void **state)
{
    (void)state;
    /* A vtable without slots, fine but for its odd position: among the codes. */
    const hd_fb_table best = hd_fb_get_table(hd_fb_root(valid), ROOT_BEST);
    const uint8_t *vtable = hd_fb_get_vector(hd_fb_root(valid), ROOT_CODES).at + 1;
    const uint8_t words[] = {4, 0, 4, 0};
    const int32_t distance = (int32_t)(best.at - vtable);
    uint8_t *damaged = copy_of(valid, valid_size);
    memcpy(damaged + position(best.at), &distance, sizeof distance);
    memcpy(damaged + position(vtable), words, sizeof words);
    char sentence[HD_ERROR_TEXT_SIZE];
    (void)snprintf(sentence, sizeof sentence, "Root.best: a vtable at offset %zu is not aligned to 2 bytes",
                   position(vtable));
    assert_int_equal(example_verify(damaged, valid_size), HD_BAD_PARAM);
    assert_string_equal(hd_error_text(), sentence);
    hd_free(damaged);
}

static void test_inline_fields(void **state)
{
    (void)state;
    const hd_fb_table root = hd_fb_root(valid);
    const uint16_t inline_size = inline_size_of(root);
    const uint8_t *vtable = vtable_of(root);

    check_refused(vtable + 4 + 2 * ROOT_FLAG, 3, 2,
                  "Root.flag: a field of 1 bytes at 3 of its table does not fit between 4 and the table's %u bytes",
                  inline_size);
    check_refused(vtable + 4 + 2 * ROOT_FLAG, inline_size, 2,
                  "Root.flag: a field of 1 bytes at %u of its table does not fit between 4 and the table's %u bytes",
                  inline_size, inline_size);
    check_refused(vtable + 4 + 2 * ROOT_BIG, inline_size - 7u, 2,
                  "Root.big: a field of 8 bytes at %u of its table does not fit between 4 and the table's %u bytes",
                  inline_size - 7u, inline_size);
    check_refused(vtable + 4 + 2 * ROOT_WHOLE, 6, 2, "Root.whole: a field at offset %zu is not aligned to 4 bytes",
                  position(root.at) + 6);
    const uint32_t big = (uint32_t)(hd_fb_field(root, ROOT_BIG) - root.at);
    check_refused(vtable + 4 + 2 * ROOT_BIG, big - 4, 2, "Root.big: a field at offset %zu is not aligned to 8 bytes",
                  position(root.at) + big - 4);
    check_refused(vtable + 4 + 2 * ROOT_ORIGIN, 0xFFFF, 2,
                  "Root.origin: a field of 16 bytes at 65535 of its table does not fit between 4 and the table's %u "
                  "bytes",
                  inline_size);
    /* The table's own size decides, even when the buffer is large enough. */
    check_refused(vtable + 2, 4, 2,
                  "Root.flag: a field of 1 bytes at %u of its table does not fit between 4 and the table's 4 bytes",
                  (unsigned)(hd_fb_field(root, ROOT_FLAG) - root.at));
}

static void test_strings(void **state)
{
    (void)state;
    const hd_fb_table root = hd_fb_root(valid);
    const uint8_t *offset = hd_fb_field(root, ROOT_NAME);
    const uint8_t *name = hd_fb_get_target(root, ROOT_NAME);
    const uint32_t to_the_end = (uint32_t)(valid_size - position(name) - 4);

    check_refused(name, 900, 4,
                  "Root.name: a string of 900 bytes at offset %zu does not fit into a buffer of %zu bytes",
                  position(name), valid_size);
    check_refused(name, to_the_end, 4, /* its NUL would lie behind the buffer */
                  "Root.name: a string of %u bytes at offset %zu does not fit into a buffer of %zu bytes", to_the_end,
                  position(name), valid_size);
    check_refused(name, UINT32_MAX, 4,
                  "Root.name: a string of 4294967295 bytes at offset %zu does not fit into a buffer of %zu bytes",
                  position(name), valid_size);
    check_refused(name, 6, 4, "Root.name: a string of 6 bytes at offset %zu ends in 0x65 instead of NUL",
                  position(name));
    check_refused(offset, load_u32(offset) + 1, 4, "Root.name: a length word at offset %zu is not aligned to 4 bytes",
                  position(name) + 1);
    const uint32_t last = (uint32_t)(valid_size - position(offset) - 1);
    check_refused(offset, last, 4,
                  "Root.name: a length word of 4 bytes at offset %zu does not fit into a buffer of %zu bytes",
                  valid_size - 1, valid_size);
    check_refused(offset, last + 1, 4, "Root.name: the offset at %zu points to %zu, outside a buffer of %zu bytes",
                  position(offset), valid_size, valid_size);

    const hd_fb_vector tags = hd_fb_get_vector(root, ROOT_TAGS);
    const uint8_t *tag = (const uint8_t *)hd_fb_string_at(tags, 1).text - 4;
    check_refused(tag, 0, 4, "Root.tags[1]: a string of 0 bytes at offset %zu ends in 0x62 instead of NUL",
                  position(tag));
    check_refused(tags.at + 8, 0, 4, "Root.tags[2]: the offset at %zu is 0, at least 4 is needed to get past it",
                  position(tags.at) + 8);
    const hd_fb_table note = hd_fb_get_table(root, ROOT_EXTRA);
    check_refused(hd_fb_get_target(note, NOTE_TEXT), 1000, 4,
                  "Root.extra.text: a string of 1000 bytes at offset %zu does not fit into a buffer of %zu bytes",
                  position(hd_fb_get_target(note, NOTE_TEXT)), valid_size);
}

static void test_vectors(void **state)
{
    (void)state;
    const hd_fb_table root = hd_fb_root(valid);
    const uint8_t *offset = hd_fb_field(root, ROOT_SIZES);
    const uint8_t *sizes = hd_fb_get_target(root, ROOT_SIZES);
    const uint32_t fitting = (uint32_t)(valid_size - position(sizes) - 4) / 8;

    check_refused(sizes, fitting + 1, 4,
                  "Root.sizes: a vector of %u elements of 8 bytes at offset %zu does not fit into a buffer of "
                  "%zu bytes",
                  fitting + 1, position(sizes), valid_size);
    check_refused(sizes, 0x20000000, 4, /* times 8 is 0 in 32 bits */
                  "Root.sizes: a vector of 536870912 elements of 8 bytes at offset %zu does not fit into a buffer of "
                  "%zu bytes",
                  position(sizes), valid_size);
    check_refused(offset, load_u32(offset) + 2, 4, "Root.sizes: a length word at offset %zu is not aligned to 4 bytes",
                  position(sizes) + 2);
    const hd_fb_vector leaves = hd_fb_get_vector(root, ROOT_LEAVES);
    check_refused(leaves.at + 8, 2, 4, "Root.leaves[2]: the offset at %zu is 2, at least 4 is needed to get past it",
                  position(leaves.at) + 8);
    const hd_fb_table right = hd_fb_table_at(leaves, 1);
    check_refused(hd_fb_get_target(right, LEAF_NAME), 5000, 4,
                  "Root.leaves[1].name: a string of 5000 bytes at offset %zu does not fit into a buffer of %zu bytes",
                  position(hd_fb_get_target(right, LEAF_NAME)), valid_size);

    /* 4 bytes before the two values of the left leaf lies their count, 2: a fine vector but for its alignment, when
     * the word before that is a count as well. */
    const hd_fb_table left = hd_fb_table_at(leaves, 0);
    const uint8_t *values = hd_fb_field(left, LEAF_VALUES);
    uint8_t *damaged = copy_of(valid, valid_size);
    const uint32_t moved = load_u32(values) + 4, one = 1;
    memcpy(damaged + position(values), &moved, sizeof moved);
    memcpy(damaged + position(values) + moved, &one, sizeof one);
    char sentence[HD_ERROR_TEXT_SIZE];
    (void)snprintf(sentence, sizeof sentence,
                   "Root.leaves[0].values: elements at offset %zu are not aligned to 8 bytes",
                   position(values) + moved + 4);
    assert_int_equal(example_verify(damaged, valid_size), HD_BAD_PARAM);
    assert_string_equal(hd_error_text(), sentence);
    /* The official builder leaves a vector without elements where it happens to lie. */
    memset(damaged + position(values) + moved, 0, 4);
    assert_int_equal(example_verify(damaged, valid_size), HD_OK);
    hd_free(damaged);
}

static void test_structs_behind_offsets(void **state)
{
    (void)state;
    const hd_fb_table root = hd_fb_root(valid);
    const uint8_t *offset = hd_fb_field(root, ROOT_EXTENT);
    check_refused(offset, load_u32(offset) + 4, 4, "Root.extent: a struct at offset %zu is not aligned to 8 bytes",
                  position(hd_fb_get_target(root, ROOT_EXTENT)) + 4);
    check_refused(offset, (uint32_t)(valid_size - position(offset) - 8), 4,
                  "Root.extent: a struct of 16 bytes at offset %zu does not fit into a buffer of %zu bytes",
                  valid_size - 8, valid_size);
}

/* --- limits --- */

enum { CHAIN_NEXT };

/* Tables in tables, `depth` of them. */
static void build_chain(int depth, void **out_bytes, size_t *out_size)
{
    hd_fb_builder builder = {0};
    hd_fb_ref next = 0;
    for (int i = 0; i < depth; i++) {
        hd_fb_start_table(&builder);
        hd_fb_add_ref(&builder, CHAIN_NEXT, next);
        next = hd_fb_end_table(&builder);
    }
    assert_int_equal(hd_fb_finish(&builder, next, NULL, out_bytes, out_size), HD_OK);
}

static hd_status verify_link(hd_fb_verifier *verifier, const hd_fb_path *path, uint32_t table)
{
    HD_TRY(hd_fb_verify_table(verifier, path, table));
    const hd_fb_path next = {path, "next", -1};
    uint32_t target;
    HD_TRY(hd_fb_verify_offset(verifier, &next, table, CHAIN_NEXT, &target));
    return target == 0 ? HD_OK : verify_link(verifier, &next, target);
}

/* `budget` is the number of tables allowed. */
static hd_status verify_chain(const void *bytes, size_t size, uint32_t budget)
{
    hd_fb_verifier verifier;
    uint32_t root;
    HD_TRY(hd_fb_verify_begin(&verifier, bytes, size, NULL, "Chain", &root));
    assert_int_equal(verifier.tables_left, HD_FB_MAX_TABLES);
    verifier.tables_left = budget;
    const hd_fb_path path = {NULL, "Chain", -1};
    return verify_link(&verifier, &path, root);
}

static void test_depth_and_number_of_tables_are_bounded(void **state)
{
    (void)state;
    void *bytes;
    size_t size;
    char sentence[128];
    build_chain(HD_FB_MAX_DEPTH, &bytes, &size);
    assert_int_equal(verify_chain(bytes, size, HD_FB_MAX_DEPTH), HD_OK);
    assert_int_equal(verify_chain(bytes, size, 2), HD_BAD_PARAM);
    (void)snprintf(sentence, sizeof sentence,
                   "Chain.next.next: 1 more here make over 1000000 tables and listed strings in a buffer of %zu bytes",
                   size);
    assert_string_equal(hd_error_text(), sentence);
    hd_free(bytes);

    build_chain(HD_FB_MAX_DEPTH + 1, &bytes, &size);
    assert_int_equal(verify_chain(bytes, size, HD_FB_MAX_TABLES), HD_BAD_PARAM);
    assert_non_null(strstr(hd_error_text(), ".next: a table at depth 65, at most 64 is allowed"));
    hd_free(bytes);
}

/* 1500 offsets to one leaf-like table that lists 1500 strings: 2 million strings in some 12 kB. */
static void test_shared_children_cannot_blow_up_the_walk(void **state)
{
    (void)state;
    enum { COUNT = 1500 };
    hd_fb_builder builder = {0};
    hd_fb_ref refs[COUNT];
    const hd_fb_ref tag = hd_fb_create_string(&builder, "x", 1);
    for (int i = 0; i < COUNT; i++)
        refs[i] = tag;
    const hd_fb_ref tags = hd_fb_create_refs(&builder, refs, COUNT);
    hd_fb_start_table(&builder);
    hd_fb_add_ref(&builder, 0, tags);
    const hd_fb_ref table = hd_fb_end_table(&builder);
    for (int i = 0; i < COUNT; i++)
        refs[i] = table;
    const hd_fb_ref tables = hd_fb_create_refs(&builder, refs, COUNT);
    hd_fb_start_table(&builder);
    hd_fb_add_ref(&builder, 0, tables);
    void *bytes;
    size_t size;
    assert_int_equal(hd_fb_finish(&builder, hd_fb_end_table(&builder), NULL, &bytes, &size), HD_OK);

    hd_fb_verifier verifier;
    uint32_t root, vector, count, target;
    const hd_fb_path path = {NULL, "Root", -1};
    const hd_fb_path children = {&path, "children", -1};
    const hd_fb_path strings = {&children, "tags", -1};
    assert_int_equal(hd_fb_verify_begin(&verifier, bytes, size, NULL, "Root", &root), HD_OK);
    assert_int_equal(hd_fb_verify_table(&verifier, &path, root), HD_OK);
    assert_int_equal(hd_fb_verify_vector(&verifier, &children, root, 0, 4, &vector, &count), HD_OK);
    hd_status status = HD_OK;
    uint32_t walked = 0;
    for (; status == HD_OK && walked < count; walked++) {
        assert_int_equal(hd_fb_verify_element(&verifier, &children, vector, walked, &target), HD_OK);
        assert_int_equal(hd_fb_verify_table(&verifier, &children, target), HD_OK);
        status = hd_fb_verify_strings(&verifier, &strings, target, 0);
    }
    assert_int_equal(status, HD_BAD_PARAM);
    assert_int_equal(walked, HD_FB_MAX_TABLES / (COUNT + 1) + 1);
    hd_free(bytes);
}

static void test_paths_are_cut_to_their_room(void **state)
{
    (void)state;
    const hd_fb_path graph = {NULL, "Graph", -1};
    const hd_fb_path node = {&graph, "nodes", 3};
    const hd_fb_path stride = {&node, "stride", -1};
    char text[32];
    assert_string_equal(hd_fb_path_text(&stride, text, sizeof text), "Graph.nodes[3].stride");
    for (size_t size = 1; size < sizeof text; size++) {
        char cut[32];
        memset(cut, '#', sizeof cut);
        assert_ptr_equal(hd_fb_path_text(&stride, cut, size), cut);
        assert_int_equal(strlen(cut), size - 1 < strlen(text) ? size - 1 : strlen(text));
        assert_memory_equal(cut, text, strlen(cut));
        assert_int_equal(cut[size], '#');
    }
    text[0] = '#';
    assert_ptr_equal(hd_fb_path_text(&stride, text, 0), text);
    assert_int_equal(text[0], '#');
}

/* --- every small damage: refused, or harmless to read --- */

static uint64_t sum_bytes(const void *bytes, size_t size)
{
    const uint8_t *byte = bytes;
    uint64_t sum = 0;
    for (size_t i = 0; i < size; i++)
        sum += byte[i];
    return sum;
}

static uint64_t sum_string(hd_fb_string string)
{
    return string.text == NULL ? 0 : sum_bytes(string.text, (size_t)string.length + 1);
}

static uint64_t sum_vector(hd_fb_vector vector, size_t element_size)
{
    return sum_bytes(vector.at, vector.count * element_size);
}

static uint64_t sum_leaf(hd_fb_table leaf)
{
    return sum_string(hd_fb_get_string(leaf, LEAF_NAME)) + sum_vector(hd_fb_get_vector(leaf, LEAF_VALUES), 8);
}

static uint64_t sum_point(const uint8_t *at)
{
    return at == NULL ? 0 : sum_bytes(at, sizeof(example_point));
}

/* Touches every byte that a reader of accepted bytes may touch. */
static uint64_t sum_example(const void *bytes)
{
    const hd_fb_table root = hd_fb_root(bytes);
    uint64_t sum = hd_fb_get_bool(root, ROOT_FLAG, false);
    sum += (uint64_t)hd_fb_get_i8(root, ROOT_SMALL, 0) + hd_fb_get_u8(root, ROOT_TINY, 0);
    sum += (uint64_t)hd_fb_get_i32(root, ROOT_WHOLE, 0) + hd_fb_get_u32(root, ROOT_COUNT, 0);
    sum += (uint64_t)hd_fb_get_i64(root, ROOT_BIG, 0) + hd_fb_get_u64(root, ROOT_HUGE, 0);
    sum += hd_fb_get_f32(root, ROOT_RATIO, 0) > 0 ? 1 : 0;
    sum += hd_fb_get_f64(root, ROOT_EXACT, 0) > 0 ? 1 : 0;
    sum += sum_string(hd_fb_get_string(root, ROOT_NAME));
    sum += sum_vector(hd_fb_get_vector(root, ROOT_SIZES), 8) + sum_vector(hd_fb_get_vector(root, ROOT_CODES), 1);
    const hd_fb_vector tags = hd_fb_get_vector(root, ROOT_TAGS);
    for (uint32_t i = 0; i < tags.count; i++)
        sum += sum_string(hd_fb_string_at(tags, i));
    const hd_fb_vector leaves = hd_fb_get_vector(root, ROOT_LEAVES);
    for (uint32_t i = 0; i < leaves.count; i++)
        sum += sum_leaf(hd_fb_table_at(leaves, i));
    sum += sum_leaf(hd_fb_get_table(root, ROOT_BEST));
    sum += sum_point(hd_fb_field(root, ROOT_ORIGIN)) + sum_point(hd_fb_get_target(root, ROOT_EXTENT));
    const uint8_t type = hd_fb_get_u8(root, ROOT_EXTRA_TYPE, EXTRA_NONE);
    if (type == EXTRA_LEAF)
        sum += sum_leaf(hd_fb_get_table(root, ROOT_EXTRA));
    else if (type == EXTRA_NOTE)
        sum += sum_string(hd_fb_get_string(hd_fb_get_table(root, ROOT_EXTRA), NOTE_TEXT));
    return sum;
}

/* Keeps the sums from being optimised away. */
static volatile uint64_t seen;

/* Whether the bytes were accepted. A refusal must have its path. */
static bool walk(const uint8_t *bytes, size_t size)
{
    hd_error_clear();
    const hd_status status = example_verify(bytes, size);
    if (status == HD_OK) {
        seen += sum_example(bytes);
        return true;
    }
    assert_int_equal(status, HD_BAD_PARAM);
    assert_int_equal(strncmp(hd_error_text(), "Root", 4), 0);
    return false;
}

static void test_every_value_of_every_byte(void **state)
{
    (void)state;
    size_t accepted = 0;
    uint8_t *damaged = copy_of(valid, valid_size);
    for (size_t at = 0; at < valid_size; at++) {
        for (int flip = 1; flip < 256; flip++) {
            damaged[at] = (uint8_t)(valid[at] ^ flip);
            accepted += walk(damaged, valid_size);
        }
        damaged[at] = valid[at];
    }
    assert_true(walk(damaged, valid_size));
    /* Values may change, structure may not: there are many of both. */
    assert_in_range(accepted, valid_size * 255 / 5, valid_size * 255 * 4 / 5);
    hd_free(damaged);
}

static void test_every_word_with_the_values_that_break_things(void **state)
{
    (void)state;
    const uint32_t size = (uint32_t)valid_size;
    uint8_t *damaged = copy_of(valid, valid_size);
    for (uint32_t at = 0; at + 4 <= size; at++) {
        const uint32_t left = size - at;
        const uint32_t words[] = {0,          1,        2,          3,          4,          5,          7,
                                  8,          left - 8, left - 5,   left - 4,   left - 1,   left,       left + 1,
                                  size - 4,   size - 1, size,       0 - at,     at,         at - size,  0x7FFFFFFF,
                                  0x80000000, 0 - left, 0xFFFFFFFF, 0xFFFFFFFC, 0x20000000, 0x40000001, 0xFFFEFFFE};
        for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
            memcpy(damaged + at, &words[i], 4);
            (void)walk(damaged, size);
            memcpy(damaged + at, valid + at, 4);
            memcpy(damaged + at, &words[i], 2);
            (void)walk(damaged, size);
            memcpy(damaged + at, valid + at, 4);
        }
    }
    hd_free(damaged);
}

static void test_every_truncation(void **state)
{
    (void)state;
    for (size_t size = 0; size < valid_size; size++) {
        uint8_t *cut = copy_of(valid, size);
        /* The last bytes are the padding of what was written first, and carry nothing. */
        assert_true(!walk(cut, size) || size > valid_size - 8);
        hd_free(cut);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_the_start),
        cmocka_unit_test(test_tables),
        cmocka_unit_test(test_vtables_are_aligned),
        cmocka_unit_test(test_inline_fields),
        cmocka_unit_test(test_strings),
        cmocka_unit_test(test_vectors),
        cmocka_unit_test(test_structs_behind_offsets),
        cmocka_unit_test(test_depth_and_number_of_tables_are_bounded),
        cmocka_unit_test(test_shared_children_cannot_blow_up_the_walk),
        cmocka_unit_test(test_paths_are_cut_to_their_room),
        cmocka_unit_test(test_every_value_of_every_byte),
        cmocka_unit_test(test_every_word_with_the_values_that_break_things),
        cmocka_unit_test(test_every_truncation),
    };
    return cmocka_run_group_tests_name("flatbuf_verify", tests, set_up, tear_down);
}
