/* SPDX-License-Identifier: MIT */
/* Accepts nothing that the official C++ verifier refuses, and refuses a little more, which no sound builder writes: a
 * field outside its table's inline size, elements that are not aligned, a vtable shorter than its head.
 *
 * Offsets only point forward, so a walk cannot run in circles; but tables may share children, so a few hundred bytes
 * can describe a tree without end. Depth and budget bound that. */
#include "flatbuf/flatbuf.h"

#include "flatbuf/wire.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>

/* --- refusals: all text is made here, and only when something is refused --- */

static size_t put_path(const hd_fb_path *path, char *text, size_t size)
{
    size_t used = 0;
    if (path->parent != NULL)
        used = put_path(path->parent, text, size);
    const char *dot = path->parent != NULL ? "." : "";
    const int length = path->index < 0
                           ? snprintf(text + used, size - used, "%s%s", dot, path->name)
                           : snprintf(text + used, size - used, "%s%s[%" PRId64 "]", dot, path->name, path->index);
    used += length > 0 ? (size_t)length : 0;
    return used < size ? used : size - 1;
}

const char *hd_fb_path_text(const hd_fb_path *path, char *text, size_t size)
{
    if (size > 0)
        (void)put_path(path, text, size);
    return text;
}

static hd_status refuse(const hd_fb_path *path, const char *format, ...) __attribute__((format(printf, 2, 3), cold));

static hd_status refuse(const hd_fb_path *path, const char *format, ...)
{
    /* Together they fit into the thread's sentence, so that a long path does not push the reason out. */
    char where[HD_ERROR_TEXT_SIZE / 2];
    char reason[HD_ERROR_TEXT_SIZE / 4];
    va_list arguments;
    va_start(arguments, format);
    (void)vsnprintf(reason, sizeof reason, format, arguments);
    va_end(arguments);
    return hd_fail(HD_BAD_PARAM, "%s: %s", hd_fb_path_text(path, where, sizeof where), reason);
}

/* --- what all checks are made of --- */

static bool is_aligned(size_t at, size_t alignment)
{
    return (at & (alignment - 1)) == 0;
}

static hd_status check_range(const hd_fb_verifier *verifier, const hd_fb_path *path, const char *what, size_t at,
                             size_t size, size_t alignment)
{
    if (size > verifier->size || at > verifier->size - size)
        return refuse(path, "a %s of %zu bytes at offset %zu does not fit into a buffer of %zu bytes", what, size, at,
                      verifier->size);
    if (!is_aligned(at, alignment))
        return refuse(path, "a %s at offset %zu is not aligned to %zu bytes", what, at, alignment);
    return HD_OK;
}

/* `at` is verified to hold an offset. */
static hd_status follow(const hd_fb_verifier *verifier, const hd_fb_path *path, uint32_t at, uint32_t *out_target)
{
    const uint32_t offset = hd_fb_load_u32(verifier->bytes + at);
    if (offset < HD_FB_WORD)
        return refuse(path, "the offset at %u is %u, at least %d is needed to get past it", at, offset, HD_FB_WORD);
    const size_t target = (size_t)at + offset;
    if (target >= verifier->size)
        return refuse(path, "the offset at %u points to %zu, outside a buffer of %zu bytes", at, target,
                      verifier->size);
    *out_target = (uint32_t)target;
    return HD_OK;
}

/* `*out_at` is where the field lies, 0 when it is absent: no field can be there, the root offset is. */
static hd_status find_field(const hd_fb_verifier *verifier, const hd_fb_path *path, uint32_t table, uint16_t slot,
                            size_t size, size_t alignment, uint32_t *out_at)
{
    *out_at = 0;
    const uint8_t *bytes = verifier->bytes + table;
    const uint16_t offset = hd_fb_field_offset(bytes, slot);
    if (offset == 0)
        return HD_OK;
    /* verify_table has checked that the inline size lies in the buffer, so staying in it is enough. */
    const uint16_t inline_size = hd_fb_load_u16(hd_fb_vtable(bytes) + sizeof(uint16_t));
    if (offset < HD_FB_WORD || size > inline_size || offset > inline_size - size)
        return refuse(path, "a field of %zu bytes at %u of its table does not fit between %d and the table's %u bytes",
                      size, offset, HD_FB_WORD, inline_size);
    const uint32_t at = table + offset;
    if (!is_aligned(at, alignment))
        return refuse(path, "a field at offset %u is not aligned to %zu bytes", at, alignment);
    *out_at = at;
    return HD_OK;
}

static hd_status spend(hd_fb_verifier *verifier, const hd_fb_path *path, uint32_t count)
{
    if (count > verifier->tables_left)
        return refuse(path, "%u more here make over %d tables and listed strings in a buffer of %zu bytes", count,
                      HD_FB_MAX_TABLES, verifier->size);
    verifier->tables_left -= count;
    return HD_OK;
}

static hd_status check_string(const hd_fb_verifier *verifier, const hd_fb_path *path, uint32_t at)
{
    HD_TRY(check_range(verifier, path, "length word", at, HD_FB_WORD, HD_FB_WORD));
    const uint32_t length = hd_fb_load_u32(verifier->bytes + at);
    const size_t text = (size_t)at + HD_FB_WORD;
    if (length >= verifier->size - text)
        return refuse(path, "a string of %u bytes at offset %u does not fit into a buffer of %zu bytes", length, at,
                      verifier->size);
    const uint8_t end = verifier->bytes[text + length];
    if (end != 0)
        return refuse(path, "a string of %u bytes at offset %u ends in 0x%02X instead of NUL", length, at, end);
    return HD_OK;
}

/* --- the interface --- */

hd_status hd_fb_verify_begin(hd_fb_verifier *verifier, const void *bytes, size_t size, const char *identifier,
                             const char *name, uint32_t *out_root)
{
    *out_root = 0;
    *verifier = (hd_fb_verifier){.bytes = bytes, .size = size, .tables_left = HD_FB_MAX_TABLES};
    const hd_fb_path path = {.name = name, .index = -1};
    if (size < 2 * HD_FB_WORD)
        return refuse(&path, "%zu bytes are no FlatBuffer, which has at least %d", size, 2 * HD_FB_WORD);
    if (size > HD_FB_MAX_SIZE)
        return refuse(&path, "%zu bytes are no FlatBuffer, which has at most %d", size, HD_FB_MAX_SIZE);
    const uint8_t *seen = verifier->bytes + HD_FB_WORD;
    if (identifier != NULL && memcmp(seen, identifier, 4) != 0)
        return refuse(&path, "bytes 4 to 7 are 0x%02X%02X%02X%02X, the file identifier '%.4s' is needed", seen[0],
                      seen[1], seen[2], seen[3], identifier);
    return follow(verifier, &path, 0, out_root);
}

hd_status hd_fb_verify_table(hd_fb_verifier *verifier, const hd_fb_path *path, uint32_t position)
{
    int depth = 0;
    for (const hd_fb_path *frame = path; frame != NULL; frame = frame->parent)
        depth++;
    if (depth > HD_FB_MAX_DEPTH)
        return refuse(path, "a table at depth %d, at most %d is allowed", depth, HD_FB_MAX_DEPTH);
    HD_TRY(spend(verifier, path, 1));

    HD_TRY(check_range(verifier, path, "table head", position, HD_FB_WORD, HD_FB_WORD));
    const int64_t vtable = (int64_t)position - hd_fb_load_i32(verifier->bytes + position);
    if (vtable < 0 || vtable > (int64_t)verifier->size - HD_FB_VTABLE_HEAD)
        return refuse(path, "the table at offset %u has its vtable at %" PRId64 ", outside a buffer of %zu bytes",
                      position, vtable, verifier->size);

    const uint16_t vtable_size = hd_fb_load_u16(verifier->bytes + vtable);
    if (vtable_size < HD_FB_VTABLE_HEAD || vtable_size % sizeof(uint16_t) != 0)
        return refuse(path, "the vtable at offset %" PRId64 " has %u bytes, an even number from %d on is needed",
                      vtable, vtable_size, HD_FB_VTABLE_HEAD);
    HD_TRY(check_range(verifier, path, "vtable", (size_t)vtable, vtable_size, sizeof(uint16_t)));

    const uint16_t inline_size = hd_fb_load_u16(verifier->bytes + vtable + sizeof(uint16_t));
    if (inline_size < HD_FB_WORD)
        return refuse(path, "the table at offset %u has %u bytes, at least %d are needed", position, inline_size,
                      HD_FB_WORD);
    return check_range(verifier, path, "table", position, inline_size, HD_FB_WORD);
}

hd_status hd_fb_verify_inline(hd_fb_verifier *verifier, const hd_fb_path *path, uint32_t table, uint16_t slot,
                              size_t size, size_t alignment)
{
    uint32_t at;
    return find_field(verifier, path, table, slot, size, alignment, &at);
}

hd_status hd_fb_verify_offset(hd_fb_verifier *verifier, const hd_fb_path *path, uint32_t table, uint16_t slot,
                              uint32_t *out_target)
{
    *out_target = 0;
    uint32_t at;
    HD_TRY(find_field(verifier, path, table, slot, HD_FB_WORD, HD_FB_WORD, &at));
    return at == 0 ? HD_OK : follow(verifier, path, at, out_target);
}

hd_status hd_fb_verify_struct_at(hd_fb_verifier *verifier, const hd_fb_path *path, uint32_t position, size_t size,
                                 size_t alignment)
{
    return check_range(verifier, path, "struct", position, size, alignment);
}

hd_status hd_fb_verify_string(hd_fb_verifier *verifier, const hd_fb_path *path, uint32_t table, uint16_t slot)
{
    uint32_t at;
    HD_TRY(hd_fb_verify_offset(verifier, path, table, slot, &at));
    return at == 0 ? HD_OK : check_string(verifier, path, at);
}

hd_status hd_fb_verify_vector(hd_fb_verifier *verifier, const hd_fb_path *path, uint32_t table, uint16_t slot,
                              size_t element_size, uint32_t *out_vector, uint32_t *out_count)
{
    *out_vector = 0;
    *out_count = 0;
    uint32_t at;
    HD_TRY(hd_fb_verify_offset(verifier, path, table, slot, &at));
    if (at == 0)
        return HD_OK;
    HD_TRY(check_range(verifier, path, "length word", at, HD_FB_WORD, HD_FB_WORD));
    const uint32_t count = hd_fb_load_u32(verifier->bytes + at);
    const size_t elements = (size_t)at + HD_FB_WORD;
    /* Divided instead of multiplied: the product could wrap around. */
    if (count > (verifier->size - elements) / element_size)
        return refuse(path, "a vector of %u elements of %zu bytes at offset %u does not fit into a buffer of %zu bytes",
                      count, element_size, at, verifier->size);
    /* The official builder does not align what has no elements. */
    if (count > 0 && !is_aligned(elements, element_size))
        return refuse(path, "elements at offset %zu are not aligned to %zu bytes", elements, element_size);
    *out_vector = at;
    *out_count = count;
    return HD_OK;
}

hd_status hd_fb_verify_element(hd_fb_verifier *verifier, const hd_fb_path *path, uint32_t vector, uint32_t index,
                               uint32_t *out_target)
{
    *out_target = 0;
    const hd_fb_path element = {.parent = path->parent, .name = path->name, .index = index};
    return follow(verifier, &element, vector + HD_FB_WORD + HD_FB_WORD * index, out_target);
}

hd_status hd_fb_verify_strings(hd_fb_verifier *verifier, const hd_fb_path *path, uint32_t table, uint16_t slot)
{
    uint32_t vector, count;
    HD_TRY(hd_fb_verify_vector(verifier, path, table, slot, HD_FB_WORD, &vector, &count));
    /* Many tables may share one long vector of strings, so those count as well. */
    HD_TRY(spend(verifier, path, count));
    for (uint32_t i = 0; i < count; i++) {
        const hd_fb_path element = {.parent = path->parent, .name = path->name, .index = i};
        uint32_t at;
        HD_TRY(hd_fb_verify_element(verifier, &element, vector, i, &at));
        HD_TRY(check_string(verifier, &element, at));
    }
    return HD_OK;
}

uint8_t hd_fb_verify_peek_u8(const hd_fb_verifier *verifier, uint32_t table, uint16_t slot, uint8_t otherwise)
{
    const uint8_t *bytes = verifier->bytes + table;
    const uint16_t offset = hd_fb_field_offset(bytes, slot);
    return offset == 0 ? otherwise : bytes[offset];
}
