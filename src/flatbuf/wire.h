/* SPDX-License-Identifier: MIT */
/* The wire format, shared by verify, read and build; nobody else includes this.
 *
 *   buffer   u32 offset to the root table, 4 characters of identifier or none, then objects in any order
 *   offset   u32, from its own position forward to the target
 *   table    i32 distance from its vtable (negative when the vtable lies behind it), then its inline fields
 *   vtable   u16 its own size, u16 the table's inline size, then per slot u16 where in the table the field lies, or 0
 *   vector   u32 count, then the elements
 *   string   u32 length, then the bytes and a NUL that is not counted
 *
 * Everything is aligned to its size, counted from the start of the buffer. */
#ifndef HD_FLATBUF_WIRE_H
#define HD_FLATBUF_WIRE_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

enum {
    HD_FB_WORD = 4, /* an offset, a length, a table's distance from its vtable */
    HD_FB_VTABLE_HEAD = 4, /* the two sizes in front of the slots; a field in a table cannot start before 4 either */
    HD_FB_MAX_SIZE = INT32_MAX /* distances between tables and vtables are signed */
};

/* A sum of two positions, or of a position and a 32-bit offset, must not wrap around. */
_Static_assert(sizeof(size_t) >= 8, "positions are added in size_t");

static inline uint16_t hd_fb_load_u16(const uint8_t *at)
{
    uint16_t value;
    memcpy(&value, at, sizeof value);
    return value;
}

static inline uint32_t hd_fb_load_u32(const uint8_t *at)
{
    uint32_t value;
    memcpy(&value, at, sizeof value);
    return value;
}

static inline int32_t hd_fb_load_i32(const uint8_t *at)
{
    int32_t value;
    memcpy(&value, at, sizeof value);
    return value;
}

/* Of a table whose vtable is verified. */
static inline const uint8_t *hd_fb_vtable(const uint8_t *table)
{
    return table - hd_fb_load_i32(table);
}

/* Where in a verified table the field lies, 0 when absent. A vtable ends with the last slot its writer knew. */
static inline uint16_t hd_fb_field_offset(const uint8_t *table, uint16_t slot)
{
    const uint8_t *vtable = hd_fb_vtable(table);
    const size_t entry = HD_FB_VTABLE_HEAD + sizeof(uint16_t) * slot;
    return entry < hd_fb_load_u16(vtable) ? hd_fb_load_u16(vtable + entry) : 0;
}

#endif
