/* SPDX-License-Identifier: MIT */
#include "example.h"

/* --- verify: one function per table, a frame of the path per field --- */

static hd_status verify_leaf(hd_fb_verifier *verifier, const hd_fb_path *path, uint32_t leaf)
{
    HD_TRY(hd_fb_verify_table(verifier, path, leaf));
    const hd_fb_path name = {path, "name", -1};
    HD_TRY(hd_fb_verify_string(verifier, &name, leaf, LEAF_NAME));
    const hd_fb_path values = {path, "values", -1};
    uint32_t vector, count;
    return hd_fb_verify_vector(verifier, &values, leaf, LEAF_VALUES, sizeof(int64_t), &vector, &count);
}

static hd_status verify_note(hd_fb_verifier *verifier, const hd_fb_path *path, uint32_t note)
{
    HD_TRY(hd_fb_verify_table(verifier, path, note));
    const hd_fb_path text = {path, "text", -1};
    return hd_fb_verify_string(verifier, &text, note, NOTE_TEXT);
}

static hd_status verify_scalars(hd_fb_verifier *verifier, const hd_fb_path *path, uint32_t root)
{
    static const struct {
        const char *name;
        uint16_t slot;
        uint16_t size;
    } scalars[] = {
        {"flag", ROOT_FLAG, 1},   {"small", ROOT_SMALL, 1}, {"tiny", ROOT_TINY, 1},
        {"whole", ROOT_WHOLE, 4}, {"count", ROOT_COUNT, 4}, {"big", ROOT_BIG, 8},
        {"huge", ROOT_HUGE, 8},   {"ratio", ROOT_RATIO, 4}, {"exact", ROOT_EXACT, 8},
    };
    for (size_t i = 0; i < sizeof scalars / sizeof *scalars; i++) {
        const hd_fb_path field = {path, scalars[i].name, -1};
        HD_TRY(hd_fb_verify_inline(verifier, &field, root, scalars[i].slot, scalars[i].size, scalars[i].size));
    }
    return HD_OK;
}

static hd_status verify_vectors(hd_fb_verifier *verifier, const hd_fb_path *path, uint32_t root)
{
    uint32_t vector, count;
    const hd_fb_path sizes = {path, "sizes", -1};
    HD_TRY(hd_fb_verify_vector(verifier, &sizes, root, ROOT_SIZES, sizeof(int64_t), &vector, &count));
    const hd_fb_path codes = {path, "codes", -1};
    HD_TRY(hd_fb_verify_vector(verifier, &codes, root, ROOT_CODES, sizeof(uint8_t), &vector, &count));
    const hd_fb_path tags = {path, "tags", -1};
    HD_TRY(hd_fb_verify_strings(verifier, &tags, root, ROOT_TAGS));

    const hd_fb_path leaves = {path, "leaves", -1};
    HD_TRY(hd_fb_verify_vector(verifier, &leaves, root, ROOT_LEAVES, sizeof(uint32_t), &vector, &count));
    for (uint32_t i = 0; i < count; i++) {
        const hd_fb_path element = {path, "leaves", i};
        uint32_t leaf;
        HD_TRY(hd_fb_verify_element(verifier, &element, vector, i, &leaf));
        HD_TRY(verify_leaf(verifier, &element, leaf));
    }
    return HD_OK;
}

static hd_status verify_extra(hd_fb_verifier *verifier, const hd_fb_path *path, uint32_t root)
{
    const hd_fb_path type = {path, "extra_type", -1};
    HD_TRY(hd_fb_verify_inline(verifier, &type, root, ROOT_EXTRA_TYPE, 1, 1));
    const hd_fb_path extra = {path, "extra", -1};
    uint32_t target;
    HD_TRY(hd_fb_verify_offset(verifier, &extra, root, ROOT_EXTRA, &target));
    if (target == 0)
        return HD_OK;
    switch (hd_fb_verify_peek_u8(verifier, root, ROOT_EXTRA_TYPE, EXTRA_NONE)) {
    case EXTRA_LEAF:
        return verify_leaf(verifier, &extra, target);
    case EXTRA_NOTE:
        return verify_note(verifier, &extra, target);
    default: /* A member that a later schema may add: not read, so not verified. */
        return HD_OK;
    }
}

hd_status example_verify(const void *bytes, size_t size)
{
    hd_fb_verifier verifier;
    uint32_t root, target;
    HD_TRY(hd_fb_verify_begin(&verifier, bytes, size, EXAMPLE_IDENTIFIER, "Root", &root));
    const hd_fb_path path = {NULL, "Root", -1};
    HD_TRY(hd_fb_verify_table(&verifier, &path, root));
    HD_TRY(verify_scalars(&verifier, &path, root));
    const hd_fb_path name = {&path, "name", -1};
    HD_TRY(hd_fb_verify_string(&verifier, &name, root, ROOT_NAME));
    HD_TRY(verify_vectors(&verifier, &path, root));
    const hd_fb_path best = {&path, "best", -1};
    HD_TRY(hd_fb_verify_offset(&verifier, &best, root, ROOT_BEST, &target));
    if (target != 0)
        HD_TRY(verify_leaf(&verifier, &best, target));
    const hd_fb_path origin = {&path, "origin", -1};
    HD_TRY(hd_fb_verify_inline(&verifier, &origin, root, ROOT_ORIGIN, sizeof(example_point), 8));
    HD_TRY(verify_extra(&verifier, &path, root));
    const hd_fb_path extent = {&path, "extent", -1};
    HD_TRY(hd_fb_verify_offset(&verifier, &extent, root, ROOT_EXTENT, &target));
    return target == 0 ? HD_OK : hd_fb_verify_struct_at(&verifier, &extent, target, sizeof(example_point), 8);
}

/* --- build: children first --- */

static hd_fb_ref write_text(hd_fb_builder *builder, const char *text)
{
    return hd_fb_create_string(builder, text, strlen(text));
}

/* NULL leaves a field absent. */
static hd_fb_ref write_leaf(hd_fb_builder *builder, const char *name, const int64_t *values, uint32_t count)
{
    const hd_fb_ref name_ref = name == NULL ? 0 : write_text(builder, name);
    const hd_fb_ref values_ref = values == NULL ? 0 : hd_fb_create_vector(builder, values, count, sizeof *values, 8);
    hd_fb_start_table(builder);
    hd_fb_add_ref(builder, LEAF_NAME, name_ref);
    hd_fb_add_ref(builder, LEAF_VALUES, values_ref);
    return hd_fb_end_table(builder);
}

static hd_fb_ref write_note(hd_fb_builder *builder, const char *text)
{
    const hd_fb_ref text_ref = write_text(builder, text);
    hd_fb_start_table(builder);
    hd_fb_add_ref(builder, NOTE_TEXT, text_ref);
    return hd_fb_end_table(builder);
}

static void add_scalars(hd_fb_builder *builder)
{
    const uint8_t flag = 1, tiny = 250;
    const int8_t small = -5;
    const int32_t whole = -70000;
    const uint32_t count = 4000000000;
    const int64_t big = INT64_C(-9007199254740993);
    const uint64_t huge = UINT64_MAX;
    const float ratio = 0.25f;
    const double exact = -1.5;
    /* By slot, which is not the densest order: every kind of padding occurs. */
    hd_fb_add_inline(builder, ROOT_FLAG, &flag, sizeof flag, sizeof flag);
    hd_fb_add_inline(builder, ROOT_SMALL, &small, sizeof small, sizeof small);
    hd_fb_add_inline(builder, ROOT_TINY, &tiny, sizeof tiny, sizeof tiny);
    hd_fb_add_inline(builder, ROOT_WHOLE, &whole, sizeof whole, sizeof whole);
    hd_fb_add_inline(builder, ROOT_COUNT, &count, sizeof count, sizeof count);
    hd_fb_add_inline(builder, ROOT_BIG, &big, sizeof big, sizeof big);
    hd_fb_add_inline(builder, ROOT_HUGE, &huge, sizeof huge, sizeof huge);
    hd_fb_add_inline(builder, ROOT_RATIO, &ratio, sizeof ratio, sizeof ratio);
    hd_fb_add_inline(builder, ROOT_EXACT, &exact, sizeof exact, sizeof exact);
}

static hd_fb_ref write_tags(hd_fb_builder *builder)
{
    static const char *const tags[] = {"", "b", "a longer tag"};
    hd_fb_ref refs[3];
    for (int i = 0; i < 3; i++)
        refs[i] = write_text(builder, tags[i]);
    return hd_fb_create_refs(builder, refs, 3);
}

/* One leaf with values, one whose values are empty, one that has nothing: the difference must survive. */
static hd_fb_ref write_leaves(hd_fb_builder *builder)
{
    const int64_t values[] = {7, 8};
    hd_fb_ref refs[3];
    refs[0] = write_leaf(builder, "left", values, 2);
    refs[1] = write_leaf(builder, "right", values, 0);
    refs[2] = write_leaf(builder, NULL, NULL, 0);
    return hd_fb_create_refs(builder, refs, 3);
}

hd_fb_ref example_write(hd_fb_builder *builder)
{
    const hd_fb_ref name = write_text(builder, "example");
    const int64_t sizes[] = {1, -2, 3000000000};
    const hd_fb_ref sizes_ref = hd_fb_create_vector(builder, sizes, 3, sizeof *sizes, sizeof *sizes);
    const uint8_t codes[] = {1, 2, 3, 4, 255};
    const hd_fb_ref codes_ref = hd_fb_create_vector(builder, codes, 5, sizeof *codes, sizeof *codes);
    const hd_fb_ref tags = write_tags(builder);
    const hd_fb_ref leaves = write_leaves(builder);
    const int64_t best_value = -1;
    const hd_fb_ref best = write_leaf(builder, NULL, &best_value, 1);
    const hd_fb_ref note = write_note(builder, "said");
    const example_point extent = {.x = -3, .y = 2.5};
    const hd_fb_ref extent_ref = hd_fb_create_struct(builder, &extent, sizeof extent, 8);

    hd_fb_start_table(builder);
    add_scalars(builder);
    hd_fb_add_ref(builder, ROOT_NAME, name);
    hd_fb_add_ref(builder, ROOT_SIZES, sizes_ref);
    hd_fb_add_ref(builder, ROOT_CODES, codes_ref);
    hd_fb_add_ref(builder, ROOT_TAGS, tags);
    hd_fb_add_ref(builder, ROOT_LEAVES, leaves);
    hd_fb_add_ref(builder, ROOT_BEST, best);
    const example_point origin = {.x = 3, .y = 0.125};
    hd_fb_add_inline(builder, ROOT_ORIGIN, &origin, sizeof origin, 8);
    const uint8_t extra_type = EXTRA_NOTE;
    hd_fb_add_inline(builder, ROOT_EXTRA_TYPE, &extra_type, sizeof extra_type, sizeof extra_type);
    hd_fb_add_ref(builder, ROOT_EXTRA, note);
    hd_fb_add_ref(builder, ROOT_EXTENT, extent_ref);
    return hd_fb_end_table(builder);
}

hd_status example_build(void **out_bytes, size_t *out_size)
{
    hd_fb_builder builder = {0};
    const hd_fb_ref root = example_write(&builder);
    return hd_fb_finish(&builder, root, EXAMPLE_IDENTIFIER, out_bytes, out_size);
}
