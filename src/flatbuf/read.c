/* SPDX-License-Identifier: MIT */
/* Reads verified bytes: no checks, no state, a few loads per call. */
#include "flatbuf/flatbuf.h"

#include "flatbuf/wire.h"

/* What the offset at `at` points at. */
static const uint8_t *follow(const uint8_t *at)
{
    return at + hd_fb_load_u32(at);
}

static hd_fb_string string_of(const uint8_t *at)
{
    return (hd_fb_string){.text = (const char *)(at + HD_FB_WORD), .length = hd_fb_load_u32(at)};
}

hd_fb_table hd_fb_root(const void *bytes)
{
    return (hd_fb_table){.at = follow(bytes)};
}

const uint8_t *hd_fb_field(hd_fb_table table, uint16_t slot)
{
    if (table.at == NULL)
        return NULL;
    const uint16_t offset = hd_fb_field_offset(table.at, slot);
    return offset == 0 ? NULL : table.at + offset;
}

#define HD_FB_GETTER(suffix, type)                                                                                     \
    type hd_fb_get_##suffix(hd_fb_table table, uint16_t slot, type otherwise)                                          \
    {                                                                                                                  \
        const uint8_t *at = hd_fb_field(table, slot);                                                                  \
        if (at != NULL)                                                                                                \
            memcpy(&otherwise, at, sizeof otherwise);                                                                  \
        return otherwise;                                                                                              \
    }

HD_FB_GETTER(i8, int8_t)
HD_FB_GETTER(u8, uint8_t)
HD_FB_GETTER(i32, int32_t)
HD_FB_GETTER(u32, uint32_t)
HD_FB_GETTER(i64, int64_t)
HD_FB_GETTER(u64, uint64_t)
HD_FB_GETTER(f32, float)
HD_FB_GETTER(f64, double)

/* Not one of the above: a foreign byte of 2 copied into a bool is undefined behaviour. */
bool hd_fb_get_bool(hd_fb_table table, uint16_t slot, bool otherwise)
{
    return hd_fb_get_u8(table, slot, otherwise) != 0;
}

const uint8_t *hd_fb_get_target(hd_fb_table table, uint16_t slot)
{
    const uint8_t *at = hd_fb_field(table, slot);
    return at == NULL ? NULL : follow(at);
}

hd_fb_string hd_fb_get_string(hd_fb_table table, uint16_t slot)
{
    const uint8_t *at = hd_fb_get_target(table, slot);
    return at == NULL ? (hd_fb_string){0} : string_of(at);
}

hd_fb_table hd_fb_get_table(hd_fb_table table, uint16_t slot)
{
    return (hd_fb_table){.at = hd_fb_get_target(table, slot)};
}

hd_fb_vector hd_fb_get_vector(hd_fb_table table, uint16_t slot)
{
    const uint8_t *at = hd_fb_get_target(table, slot);
    return at == NULL ? (hd_fb_vector){0} : (hd_fb_vector){.at = at + HD_FB_WORD, .count = hd_fb_load_u32(at)};
}

hd_fb_table hd_fb_table_at(hd_fb_vector vector, uint32_t index)
{
    return (hd_fb_table){.at = follow(vector.at + (size_t)HD_FB_WORD * index)};
}

hd_fb_string hd_fb_string_at(hd_fb_vector vector, uint32_t index)
{
    return string_of(follow(vector.at + (size_t)HD_FB_WORD * index));
}
