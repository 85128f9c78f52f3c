/* SPDX-License-Identifier: MIT */
/* The other side of test_flatc.sh.
 *
 *   flatc_peer build FILE   writes the example with our builder
 *   flatc_peer print FILE   verifies FILE and prints it as `flatc --json --strict-json` would, byte for byte */
#include "base/memory.h"
#include "example.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

/* --- JSON: an item starts its line and says how deep it lies --- */

static const char *separator = "";

static void begin_item(int depth, const char *key)
{
    printf("%s\n%*s", separator, 2 * depth, "");
    if (key != NULL)
        printf("\"%s\": ", key);
    separator = ",";
}

static void open_scope(char bracket)
{
    putchar(bracket);
    separator = "";
}

static void close_scope(int depth, char bracket)
{
    printf("\n%*s%c", 2 * depth, "", bracket);
    separator = ",";
}

static void print_integer(int depth, const char *key, int64_t value)
{
    begin_item(depth, key);
    printf("%" PRId64, value);
}

/* The example's fractions end soon, so that %g agrees with flatc. */
static void print_fraction(int depth, const char *key, double value)
{
    begin_item(depth, key);
    printf("%g", value);
}

static void print_string(int depth, const char *key, hd_fb_string string)
{
    begin_item(depth, key);
    printf("\"%.*s\"", (int)string.length, string.text);
}

static void print_longs(int depth, const char *key, hd_fb_vector vector)
{
    begin_item(depth, key);
    open_scope('[');
    for (uint32_t i = 0; i < vector.count; i++) {
        int64_t value;
        memcpy(&value, vector.at + i * sizeof value, sizeof value);
        print_integer(depth + 1, NULL, value);
    }
    if (vector.count == 0)
        putchar('\n'); /* as flatc does, in vectors only */
    close_scope(depth, ']');
}

/* --- the tables --- */

static void print_leaf(int depth, const char *key, hd_fb_table leaf)
{
    begin_item(depth, key);
    open_scope('{');
    const hd_fb_string name = hd_fb_get_string(leaf, LEAF_NAME);
    if (name.text != NULL)
        print_string(depth + 1, "name", name);
    const hd_fb_vector values = hd_fb_get_vector(leaf, LEAF_VALUES);
    if (values.at != NULL)
        print_longs(depth + 1, "values", values);
    close_scope(depth, '}');
}

static void print_scalars(hd_fb_table root)
{
    begin_item(1, "flag");
    printf("%s", hd_fb_get_bool(root, ROOT_FLAG, false) ? "true" : "false");
    print_integer(1, "small", hd_fb_get_i8(root, ROOT_SMALL, 0));
    print_integer(1, "tiny", hd_fb_get_u8(root, ROOT_TINY, 0));
    print_integer(1, "whole", hd_fb_get_i32(root, ROOT_WHOLE, 0));
    print_integer(1, "count", hd_fb_get_u32(root, ROOT_COUNT, 0));
    print_integer(1, "big", hd_fb_get_i64(root, ROOT_BIG, 0));
    begin_item(1, "huge");
    printf("%" PRIu64, hd_fb_get_u64(root, ROOT_HUGE, 0));
    print_fraction(1, "ratio", (double)hd_fb_get_f32(root, ROOT_RATIO, 0));
    print_fraction(1, "exact", hd_fb_get_f64(root, ROOT_EXACT, 0));
}

static void print_vectors(hd_fb_table root)
{
    print_longs(1, "sizes", hd_fb_get_vector(root, ROOT_SIZES));

    const hd_fb_vector codes = hd_fb_get_vector(root, ROOT_CODES);
    begin_item(1, "codes");
    open_scope('[');
    for (uint32_t i = 0; i < codes.count; i++)
        print_integer(2, NULL, codes.at[i]);
    close_scope(1, ']');

    const hd_fb_vector tags = hd_fb_get_vector(root, ROOT_TAGS);
    begin_item(1, "tags");
    open_scope('[');
    for (uint32_t i = 0; i < tags.count; i++)
        print_string(2, NULL, hd_fb_string_at(tags, i));
    close_scope(1, ']');

    const hd_fb_vector leaves = hd_fb_get_vector(root, ROOT_LEAVES);
    begin_item(1, "leaves");
    open_scope('[');
    for (uint32_t i = 0; i < leaves.count; i++)
        print_leaf(2, NULL, hd_fb_table_at(leaves, i));
    close_scope(1, ']');
}

static void print_root(hd_fb_table root)
{
    open_scope('{');
    print_scalars(root);
    print_string(1, "name", hd_fb_get_string(root, ROOT_NAME));
    print_vectors(root);
    print_leaf(1, "best", hd_fb_get_table(root, ROOT_BEST));

    example_point origin = {0};
    const uint8_t *at = hd_fb_field(root, ROOT_ORIGIN);
    if (at != NULL)
        memcpy(&origin, at, sizeof origin);
    begin_item(1, "origin");
    open_scope('{');
    print_integer(2, "x", origin.x);
    print_fraction(2, "y", origin.y);
    close_scope(1, '}');

    begin_item(1, "extra_type");
    printf("\"%s\"", hd_fb_get_u8(root, ROOT_EXTRA_TYPE, EXTRA_NONE) == EXTRA_NOTE ? "Note" : "not a Note");
    begin_item(1, "extra");
    open_scope('{');
    print_string(2, "text", hd_fb_get_string(hd_fb_get_table(root, ROOT_EXTRA), NOTE_TEXT));
    close_scope(1, '}');
    close_scope(0, '}');
    putchar('\n');
}

/* --- the two commands --- */

static int build(FILE *file)
{
    void *bytes;
    size_t size;
    if (example_build(&bytes, &size) != HD_OK) {
        fprintf(stderr, "flatc_peer: %s\n", hd_error_text());
        return EXIT_FAILURE;
    }
    const bool written = fwrite(bytes, 1, size, file) == size;
    hd_free(bytes);
    return written ? EXIT_SUCCESS : EXIT_FAILURE;
}

static int print(FILE *file)
{
    static uint8_t bytes[1 << 16];
    const size_t size = fread(bytes, 1, sizeof bytes, file);
    if (example_verify(bytes, size) != HD_OK) {
        fprintf(stderr, "flatc_peer: %s\n", hd_error_text());
        return EXIT_FAILURE;
    }
    print_root(hd_fb_root(bytes));
    return EXIT_SUCCESS;
}

int main(int argc, char **argv)
{
    const bool builds = argc == 3 && strcmp(argv[1], "build") == 0;
    if (!builds && !(argc == 3 && strcmp(argv[1], "print") == 0)) {
        fprintf(stderr, "usage: flatc_peer build|print FILE\n");
        return 2;
    }
    FILE *file = fopen(argv[2], builds ? "wb" : "rb");
    if (file == NULL) {
        perror(argv[2]);
        return EXIT_FAILURE;
    }
    const int result = builds ? build(file) : print(file);
    return fclose(file) == 0 ? result : EXIT_FAILURE;
}
