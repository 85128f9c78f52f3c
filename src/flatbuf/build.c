/* SPDX-License-Identifier: MIT */
/* Back to front, because an offset can only be written when its target is: the bytes lie at the end of a block that
 * grows, and are counted from there. All alignment is therefore relative to the end; the finish makes the size a
 * multiple of the largest one, which makes it relative to the start as well.
 *
 * Blocks come zeroed and no written byte is ever taken back, so skipping bytes is enough to pad with zeroes. */
#include "flatbuf/flatbuf.h"

#include "base/memory.h"
#include "flatbuf/wire.h"

#include <assert.h>
#include <stdalign.h>

/* Holds a usual graph of a few nodes. */
enum { FIRST_BLOCK = 1024 };

/* What hd_fb_finish promises about its bytes holds for any block. */
_Static_assert(alignof(max_align_t) >= 16, "blocks start at a multiple of 16");

/* --- space --- */

/* The first failure is the one that is reported. */
static void fail_misuse(hd_fb_builder *builder, const char *mistake)
{
    if (builder->failed == HD_OK)
        builder->failed = hd_fail(HD_INTERNAL_ERROR, "a FlatBuffer is built wrongly: %s", mistake);
}

static void fail_size(hd_fb_builder *builder, size_t size)
{
    if (builder->failed == HD_OK)
        builder->failed = hd_fail(HD_BAD_PARAM, "a FlatBuffer has at most %d bytes, %zu more were added to %zu",
                                  HD_FB_MAX_SIZE, size, builder->used);
}

static bool grow(hd_fb_builder *builder, size_t wanted)
{
    size_t capacity = builder->capacity;
    if (capacity == 0)
        capacity = builder->expected > FIRST_BLOCK ? builder->expected : FIRST_BLOCK;
    while (capacity < wanted)
        capacity *= 2;
    uint8_t *block = hd_alloc(capacity);
    if (block == NULL) {
        builder->failed = hd_fail_alloc(capacity, "a FlatBuffer");
        return false;
    }
    if (builder->used > 0)
        memcpy(block + capacity - builder->used, builder->block + builder->capacity - builder->used, builder->used);
    hd_free(builder->block);
    builder->block = block;
    builder->capacity = capacity;
    return true;
}

/* `size` zero bytes in front of everything, the first of them aligned; padding goes behind them. NULL when failed.
 * Valid until the next push. */
static uint8_t *push(hd_fb_builder *builder, size_t size, size_t alignment)
{
    assert(alignment > 0 && alignment <= alignof(max_align_t) && (alignment & (alignment - 1)) == 0);
    if (builder->failed != HD_OK)
        return NULL;
    if (size > HD_FB_MAX_SIZE) {
        fail_size(builder, size);
        return NULL;
    }
    const size_t used = (builder->used + size + alignment - 1) & ~(alignment - 1);
    if (used > HD_FB_MAX_SIZE) {
        fail_size(builder, size);
        return NULL;
    }
    /* Also for no bytes at all, an empty vector's: NULL means failure. */
    if ((builder->block == NULL || used > builder->capacity) && !grow(builder, used))
        return NULL;
    if (alignment > builder->max_alignment)
        builder->max_alignment = alignment;
    builder->used = used;
    return builder->block + builder->capacity - used;
}

static hd_fb_ref put_u32(hd_fb_builder *builder, uint32_t value)
{
    uint8_t *at = push(builder, sizeof value, sizeof value);
    if (at == NULL)
        return 0;
    memcpy(at, &value, sizeof value);
    return (hd_fb_ref)builder->used;
}

/* --- strings, vectors, structs --- */

/* A length word and, right behind it, `size` bytes and `zeroes` more. The bytes are padded for the stricter of the two
 * alignments, so that no padding gets between them and their length. */
static hd_fb_ref put_counted(hd_fb_builder *builder, uint32_t count, const void *bytes, size_t size, size_t zeroes,
                             size_t alignment)
{
    uint8_t *at = push(builder, size + zeroes, alignment < HD_FB_WORD ? HD_FB_WORD : alignment);
    if (at == NULL)
        return 0;
    if (size > 0)
        memcpy(at, bytes, size);
    return put_u32(builder, count);
}

hd_fb_ref hd_fb_create_string(hd_fb_builder *builder, const char *text, size_t length)
{
    if (length > HD_FB_MAX_SIZE) {
        fail_size(builder, length);
        return 0;
    }
    return put_counted(builder, (uint32_t)length, text, length, 1, 1);
}

hd_fb_ref hd_fb_create_vector(hd_fb_builder *builder, const void *elements, uint32_t count, size_t element_size,
                              size_t alignment)
{
    size_t size;
    if (__builtin_mul_overflow(count, element_size, &size))
        size = SIZE_MAX;
    return put_counted(builder, count, elements, size, 0, alignment);
}

hd_fb_ref hd_fb_create_refs(hd_fb_builder *builder, const hd_fb_ref *refs, uint32_t count)
{
    const size_t written = builder->used;
    uint8_t *at = push(builder, (size_t)count * HD_FB_WORD, HD_FB_WORD);
    if (at == NULL)
        return 0;
    for (uint32_t i = 0; i < count; i++) {
        if (refs[i] == 0 || refs[i] > written) {
            fail_misuse(builder, "an element of a vector refers to something that is not written");
            return 0;
        }
        const uint32_t element = (uint32_t)builder->used - HD_FB_WORD * i;
        const uint32_t offset = element - refs[i];
        memcpy(at + (size_t)HD_FB_WORD * i, &offset, sizeof offset);
    }
    return put_u32(builder, count);
}

hd_fb_ref hd_fb_create_struct(hd_fb_builder *builder, const void *bytes, size_t size, size_t alignment)
{
    uint8_t *at = push(builder, size, alignment);
    if (at == NULL)
        return 0;
    memcpy(at, bytes, size);
    return (hd_fb_ref)builder->used;
}

/* --- tables --- */

void hd_fb_start_table(hd_fb_builder *builder)
{
    if (builder->table_open)
        fail_misuse(builder, "a table is started inside another");
    /* From an aligned start on, equal tables get an equal layout, and so can share a vtable. */
    (void)push(builder, 0, HD_FB_WORD);
    builder->table_open = true;
    builder->table_start = (uint32_t)builder->used;
}

static uint8_t *push_field(hd_fb_builder *builder, uint16_t slot, size_t size, size_t alignment)
{
    if (!builder->table_open)
        fail_misuse(builder, "a field is added outside a table");
    if (slot >= HD_FB_MAX_SLOTS)
        fail_misuse(builder, "a field's slot is past the last one there is room for");
    uint8_t *at = push(builder, size, alignment);
    if (at == NULL)
        return NULL;
    builder->slots[slot] = (uint32_t)builder->used;
    if (slot >= builder->slot_count)
        builder->slot_count = (uint16_t)(slot + 1);
    return at;
}

void hd_fb_add_inline(hd_fb_builder *builder, uint16_t slot, const void *bytes, size_t size, size_t alignment)
{
    uint8_t *at = push_field(builder, slot, size, alignment);
    if (at != NULL)
        memcpy(at, bytes, size);
}

void hd_fb_add_ref(hd_fb_builder *builder, uint16_t slot, hd_fb_ref ref)
{
    if (ref == 0)
        return;
    if (ref > builder->used)
        fail_misuse(builder, "a field refers to something that is not written");
    uint8_t *at = push_field(builder, slot, HD_FB_WORD, HD_FB_WORD);
    if (at == NULL)
        return;
    const uint32_t offset = (uint32_t)builder->used - ref;
    memcpy(at, &offset, sizeof offset);
}

/* An equal recent vtable, or a new one. `vtable[0]` is its size in bytes. */
static hd_fb_ref put_vtable(hd_fb_builder *builder, const uint16_t *vtable)
{
    const size_t size = vtable[0];
    const uint32_t kept = builder->vtable_count < HD_FB_VTABLE_CACHE ? builder->vtable_count : HD_FB_VTABLE_CACHE;
    for (uint32_t i = 0; i < kept; i++) {
        const uint8_t *other = builder->block + builder->capacity - builder->vtables[i];
        if (hd_fb_load_u16(other) == size && memcmp(other, vtable, size) == 0)
            return builder->vtables[i];
    }
    uint8_t *at = push(builder, size, sizeof *vtable);
    if (at == NULL)
        return 0;
    memcpy(at, vtable, size);
    const hd_fb_ref ref = (hd_fb_ref)builder->used;
    builder->vtables[builder->vtable_count++ % HD_FB_VTABLE_CACHE] = ref;
    return ref;
}

/* Writes the open table's head and, unless there is an equal one, its vtable. */
static hd_fb_ref put_table_head(hd_fb_builder *builder)
{
    const hd_fb_ref table = put_u32(builder, 0);
    if (table == 0)
        return 0;
    const uint32_t inline_size = table - builder->table_start;
    if (inline_size > UINT16_MAX) {
        fail_misuse(builder, "the fields of a table take more than 65535 bytes");
        return 0;
    }
    uint16_t vtable[2 + HD_FB_MAX_SLOTS];
    vtable[0] = (uint16_t)(HD_FB_VTABLE_HEAD + sizeof *vtable * builder->slot_count);
    vtable[1] = (uint16_t)inline_size;
    for (uint16_t slot = 0; slot < builder->slot_count; slot++)
        vtable[2 + slot] = builder->slots[slot] == 0 ? 0 : (uint16_t)(table - builder->slots[slot]);

    const hd_fb_ref ref = put_vtable(builder, vtable);
    if (ref == 0)
        return 0;
    const int32_t distance = (int32_t)ref - (int32_t)table;
    memcpy(builder->block + builder->capacity - table, &distance, sizeof distance);
    return table;
}

hd_fb_ref hd_fb_end_table(hd_fb_builder *builder)
{
    if (!builder->table_open)
        fail_misuse(builder, "a table is ended that was not started");
    const hd_fb_ref table = put_table_head(builder);
    memset(builder->slots, 0, builder->slot_count * sizeof builder->slots[0]);
    builder->slot_count = 0;
    builder->table_open = false;
    return table;
}

/* --- the end --- */

static hd_status finish(hd_fb_builder *builder, hd_fb_ref root, const char *identifier, void **out_bytes,
                        size_t *out_size)
{
    if (builder->table_open)
        fail_misuse(builder, "its last table was not ended");
    if (root == 0 || root > builder->used)
        fail_misuse(builder, "its root is not written");
    const size_t alignment = builder->max_alignment < HD_FB_WORD ? HD_FB_WORD : builder->max_alignment;
    uint8_t *at = push(builder, identifier == NULL ? HD_FB_WORD : 2 * HD_FB_WORD, alignment);
    if (at == NULL)
        return builder->failed;
    const uint32_t offset = (uint32_t)builder->used - root;
    memcpy(at, &offset, sizeof offset);
    if (identifier != NULL)
        memcpy(at + HD_FB_WORD, identifier, HD_FB_WORD);

    /* A block of the exact size: these bytes may live as long as a plan, and a checker sees who reads past them. */
    void *bytes = hd_alloc(builder->used);
    if (bytes == NULL)
        return hd_fail_alloc(builder->used, "a FlatBuffer");
    memcpy(bytes, at, builder->used);
    *out_bytes = bytes;
    *out_size = builder->used;
    return HD_OK;
}

hd_status hd_fb_finish(hd_fb_builder *builder, hd_fb_ref root, const char *identifier, void **out_bytes,
                       size_t *out_size)
{
    *out_bytes = NULL;
    *out_size = 0;
    const hd_status status = finish(builder, root, identifier, out_bytes, out_size);
    hd_fb_builder_release(builder);
    return status;
}

void hd_fb_builder_release(hd_fb_builder *builder)
{
    hd_free(builder->block);
    *builder = (hd_fb_builder){0};
}
