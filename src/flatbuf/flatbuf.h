/* SPDX-License-Identifier: MIT */
/* FlatBuffers without a schema: verify foreign bytes, read verified ones, build new ones.
 *
 * The order is the contract: nothing reads a byte that a verifier has not accepted, and after that nothing checks
 * bounds again. Positions are byte offsets from the start of the buffer. The wire is little-endian and so is every
 * machine this runs on (asserted); scalars are read with memcpy, so the buffer itself may lie at any address.
 *
 * Left out on purpose: reflection, mutation, key search, size prefixes, vectors of unions, shared strings. */
#ifndef HD_FLATBUF_H
#define HD_FLATBUF_H

#include "base/error.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

_Static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "FlatBuffers are little-endian on the wire");

/* ------------------------------------------------------------------------------------------------ verify */

/* What is checked (a table, a field, an element); frames live on the stack of whoever walks. Printed as
 * `Graph.nodes[3].attributes.stride` in every refusal. */
typedef struct hd_fb_path {
    const struct hd_fb_path *parent; /* NULL at the root */
    const char *name;
    int64_t index; /* -1: not an element of a vector */
} hd_fb_path;

/* Limits against small buffers that describe huge trees (tables may share children). Depth counts the frames of a
 * path; strings of a vector count as tables, because vectors may be shared as well. */
enum { HD_FB_MAX_DEPTH = 64, HD_FB_MAX_TABLES = 1000000 };

typedef struct hd_fb_verifier {
    const uint8_t *bytes;
    size_t size;
    uint32_t tables_left;
} hd_fb_verifier;

/* Starts with the root: size, root offset, and, when not NULL, the 4-character identifier that must be present.
 * On success `*out_root` is the position of the root table, not yet checked itself. `name` is that table's. */
hd_status hd_fb_verify_begin(hd_fb_verifier *verifier, const void *bytes, size_t size, const char *identifier,
                             const char *name, uint32_t *out_root);

/* Checks the table at `position` itself: its vtable, its inline size; and counts it. Must come before its fields. */
hd_status hd_fb_verify_table(hd_fb_verifier *verifier, const hd_fb_path *path, uint32_t position);

/* Checks an inline field (scalar or struct) of `size` bytes with `alignment`, if it is present. */
hd_status hd_fb_verify_inline(hd_fb_verifier *verifier, const hd_fb_path *path, uint32_t table, uint16_t slot,
                              size_t size, size_t alignment);

/* Follows the offset in `slot`: `*out_target` is what it points at, 0 when the field is absent. A target outside the
 * buffer is refused; what lies there is not checked. */
hd_status hd_fb_verify_offset(hd_fb_verifier *verifier, const hd_fb_path *path, uint32_t table, uint16_t slot,
                              uint32_t *out_target);

/* A struct behind an offset (a member of a union of structs) at `position`. */
hd_status hd_fb_verify_struct_at(hd_fb_verifier *verifier, const hd_fb_path *path, uint32_t position, size_t size,
                                 size_t alignment);

/* A NUL-terminated string in `slot`, if present. */
hd_status hd_fb_verify_string(hd_fb_verifier *verifier, const hd_fb_path *path, uint32_t table, uint16_t slot);

/* A vector in `slot` of elements of `element_size` bytes (scalars; 4 for offsets). `*out_vector` is the position of its
 * length word, `*out_count` its length; both 0 when absent. */
hd_status hd_fb_verify_vector(hd_fb_verifier *verifier, const hd_fb_path *path, uint32_t table, uint16_t slot,
                              size_t element_size, uint32_t *out_vector, uint32_t *out_count);

/* The table that element `index` of a verified vector of offsets points at; not yet checked itself. `path` may be the
 * vector's or the element's. */
hd_status hd_fb_verify_element(hd_fb_verifier *verifier, const hd_fb_path *path, uint32_t vector, uint32_t index,
                               uint32_t *out_target);

/* A vector of strings in `slot`, if present. */
hd_status hd_fb_verify_strings(hd_fb_verifier *verifier, const hd_fb_path *path, uint32_t table, uint16_t slot);

/* A scalar of a table whose inline fields are verified, before the whole buffer is: union tags, counts. */
uint8_t hd_fb_verify_peek_u8(const hd_fb_verifier *verifier, uint32_t table, uint16_t slot, uint8_t otherwise);

/* Writes the path as text, cut to `size`. For refusals by meaning, which name the same path. Returns `text`. */
const char *hd_fb_path_text(const hd_fb_path *path, char *text, size_t size);

/* -------------------------------------------------------------------------------------------------- read */

/* A table in verified bytes. `at` is NULL for an absent table. */
typedef struct hd_fb_table {
    const uint8_t *at;
} hd_fb_table;

/* Bytes and elements of a vector; `count` 0 and `at` NULL when absent. Elements may be unaligned: use memcpy. */
typedef struct hd_fb_vector {
    const uint8_t *at;
    uint32_t count;
} hd_fb_vector;

typedef struct hd_fb_string {
    const char *text; /* NUL-terminated; NULL when absent */
    uint32_t length;
} hd_fb_string;

hd_fb_table hd_fb_root(const void *bytes);
/* The field's bytes, or NULL when absent. */
const uint8_t *hd_fb_field(hd_fb_table table, uint16_t slot);
bool hd_fb_get_bool(hd_fb_table table, uint16_t slot, bool otherwise);
int8_t hd_fb_get_i8(hd_fb_table table, uint16_t slot, int8_t otherwise);
uint8_t hd_fb_get_u8(hd_fb_table table, uint16_t slot, uint8_t otherwise);
int32_t hd_fb_get_i32(hd_fb_table table, uint16_t slot, int32_t otherwise);
uint32_t hd_fb_get_u32(hd_fb_table table, uint16_t slot, uint32_t otherwise);
int64_t hd_fb_get_i64(hd_fb_table table, uint16_t slot, int64_t otherwise);
uint64_t hd_fb_get_u64(hd_fb_table table, uint16_t slot, uint64_t otherwise);
float hd_fb_get_f32(hd_fb_table table, uint16_t slot, float otherwise);
double hd_fb_get_f64(hd_fb_table table, uint16_t slot, double otherwise);
hd_fb_string hd_fb_get_string(hd_fb_table table, uint16_t slot);
hd_fb_table hd_fb_get_table(hd_fb_table table, uint16_t slot);
/* A struct behind an offset. */
const uint8_t *hd_fb_get_target(hd_fb_table table, uint16_t slot);
hd_fb_vector hd_fb_get_vector(hd_fb_table table, uint16_t slot);
hd_fb_table hd_fb_table_at(hd_fb_vector vector, uint32_t index);
hd_fb_string hd_fb_string_at(hd_fb_vector vector, uint32_t index);

/* ------------------------------------------------------------------------------------------------- build */

/* What has been written, counted from the end of the buffer; 0 is "nothing". */
typedef uint32_t hd_fb_ref;

/* The widest table of the schemas, SdpaAttributes, has 43 slots. */
enum { HD_FB_MAX_SLOTS = 64, HD_FB_VTABLE_CACHE = 16 };

/* Writes back to front into one growing block. Children first, then their parent. An allocation that fails, a
 * buffer past 2 GiB or a misuse (a table in a table, a slot past the last) records its sentence at once and is
 * remembered: the later calls do nothing and the finish returns its status. All zero is valid. */
typedef struct hd_fb_builder {
    uint8_t *block;
    size_t capacity;
    size_t used; /* bytes at the end of the block */
    size_t expected; /* bytes that will likely be written, so that the block need not grow; 0: not known */
    size_t max_alignment;
    hd_status failed;
    bool table_open;
    uint32_t table_start; /* `used` when the open table began */
    uint16_t slot_count; /* highest slot written so far, plus 1 */
    uint32_t slots[HD_FB_MAX_SLOTS]; /* `used` just after the field was written; 0: absent */
    uint32_t vtables[HD_FB_VTABLE_CACHE]; /* recent vtables, so that equal ones are written once */
    uint32_t vtable_count;
} hd_fb_builder;

hd_fb_ref hd_fb_create_string(hd_fb_builder *builder, const char *text, size_t length);
/* `alignment` is the element's; elements are copied as they are. */
hd_fb_ref hd_fb_create_vector(hd_fb_builder *builder, const void *elements, uint32_t count, size_t element_size,
                              size_t alignment);
hd_fb_ref hd_fb_create_refs(hd_fb_builder *builder, const hd_fb_ref *refs, uint32_t count);
/* A struct to be referred to by a union. */
hd_fb_ref hd_fb_create_struct(hd_fb_builder *builder, const void *bytes, size_t size, size_t alignment);

void hd_fb_start_table(hd_fb_builder *builder);
/* Writes always, also when the value equals the schema's default: leaving defaults out is the caller's choice. */
void hd_fb_add_inline(hd_fb_builder *builder, uint16_t slot, const void *bytes, size_t size, size_t alignment);
/* A ref of 0 leaves the field absent. */
void hd_fb_add_ref(hd_fb_builder *builder, uint16_t slot, hd_fb_ref ref);
hd_fb_ref hd_fb_end_table(hd_fb_builder *builder);

/* Ends with the root and an optional 4-character identifier. The bytes are the caller's to hd_free; the builder is
 * empty again, failed or not. They start at a multiple of 16. */
hd_status hd_fb_finish(hd_fb_builder *builder, hd_fb_ref root, const char *identifier, void **out_bytes,
                       size_t *out_size);

/* Drops everything written. */
void hd_fb_builder_release(hd_fb_builder *builder);

#endif
