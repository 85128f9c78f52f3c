/* SPDX-License-Identifier: MIT */
/* Tables of the schema as rows. A row joins a schema slot with a member of a C struct; verify, encode, decode, JSON,
 * print and fingerprint walk the rows, so that a field is described once. A row holds nothing of a floor above.
 *
 * Unions and nested tables are not rows: the few tables that have them (graph, tensor, node, knob) are written out by
 * hand around the rows of their flat fields. */
#ifndef HD_DATA_SDK_SCHEMA_FIELD_H
#define HD_DATA_SDK_SCHEMA_FIELD_H

#include "base/error.h"
#include "data_sdk/schema/enums.h"
#include "flatbuf/flatbuf.h"
#include "hipdnn_data_sdk/graph.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What a field is on the wire and in the struct. */
typedef enum hd_field_kind {
    HD_FIELD_UID, /* long, int64_t; names a tensor */
    HD_FIELD_OPTIONAL_UID, /* long = null, hipdnn_optional_i64; names a tensor */
    HD_FIELD_BOOL, /* bool */
    HD_FIELD_ENUM, /* byte, int32_t holding the wire number */
    HD_FIELD_I32, /* int, int32_t */
    HD_FIELD_I64, /* long, int64_t */
    HD_FIELD_U64, /* ulong, uint64_t */
    HD_FIELD_F64, /* double */
    HD_FIELD_OPTIONAL_I64, /* long = null, hipdnn_optional_i64 */
    HD_FIELD_OPTIONAL_F32, /* float = null, hipdnn_optional_f32 */
    HD_FIELD_DIMS, /* [long] of at most HIPDNN_MAX_RANK, hipdnn_dims */
    HD_FIELD_STRING, /* string, const char *; "" when absent */
    HD_FIELD_OPTIONAL_BOOL, /* bool = null, hipdnn_optional_bool */
    HD_FIELD_OPTIONAL_I32, /* int = null, hipdnn_optional_i32 */
    HD_FIELD_UID_LIST, /* [long], hipdnn_i64_list; each names a tensor */
    HD_FIELD_I32_LIST, /* [int], hipdnn_i32_list */
    HD_FIELD_BYTES /* [ubyte], hipdnn_bytes */
} hd_field_kind;

typedef enum hd_flow { HD_FLOW_NONE, HD_FLOW_IN, HD_FLOW_OUT } hd_flow;

typedef struct hd_field {
    hd_field_kind kind;
    uint16_t slot;
    size_t offset; /* of the member */
    const char *name; /* the schema's name of the field */
    const char *json; /* "inputs.x_tensor_uid": group and key, or a key alone; NULL: not in JSON by row */
    const hd_enum *values; /* ENUM */
    int64_t otherwise; /* the schema's default of a scalar; left out of the bytes when the value equals it */
    hd_flow flow; /* of a uid */
    bool json_as_number; /* an ENUM that JSON has by its wire number, not by its text */
    bool json_left_out; /* an optional that JSON leaves out when it is not set; of the others it has null. The
                         * original's reader wants the one or the other, key by key */
    bool required; /* a DIMS, STRING or ENUM that must be given (JSON and meaning; the wire has no required here) */
} hd_field;

typedef struct hd_table {
    const char *name; /* the schema's */
    const hd_field *fields; /* by ascending slot */
    size_t field_count;
    size_t size; /* of the C struct */
} hd_table;

/* One row. The schema's name and at least `.json` follow the member:
 * HD_FIELD(hipdnn_data_conv_fwd, UID, 0, x, "x_tensor_uid", .json = "inputs.x_tensor_uid", .flow = HD_FLOW_IN) */
#define HD_FIELD(type, kind_, slot_, member, name_, ...)                                                               \
    {                                                                                                                  \
        .kind = HD_FIELD_##kind_, .slot = (slot_), .offset = offsetof(type, member), .name = (name_), __VA_ARGS__      \
    }

/* The rows' walkers. `object` is the table's C struct. */

/* Structure: the table itself and its fields; an enum must be known, a DIMS no longer than HIPDNN_MAX_RANK. Lists
 * count against the verifier's budget for tables. */
hd_status hd_table_verify(const hd_table *table, hd_fb_verifier *verifier, const hd_fb_path *path, uint32_t position);

/* Reads verified bytes. Texts and lists point into them: whoever decodes keeps one copy of the buffer, from an arena so
 * that it is aligned for any element, beside the object. Copying each text instead would let a small buffer, whose
 * tables share one long string, ask for any amount of memory. */
void hd_table_decode(const hd_table *table, hd_fb_table bytes, void *object);

/* Writes a table. For a table with hand-written fields: children first, then start, fields, the rest, end. An enum
 * number that is not in its list and a count above HIPDNN_MAX_RANK fail the builder. */
enum { HD_TABLE_MAX_FIELDS = 48 };
hd_fb_ref hd_table_encode(const hd_table *table, hd_fb_builder *builder, const void *object);
void hd_table_encode_children(const hd_table *table, hd_fb_builder *builder, const void *object,
                              hd_fb_ref refs[HD_TABLE_MAX_FIELDS]);
void hd_table_encode_fields(const hd_table *table, hd_fb_builder *builder, const void *object,
                            const hd_fb_ref refs[HD_TABLE_MAX_FIELDS]);

/* A union: its tag in `slot` - 1, its offset in `slot`; both or neither are there. The member itself is not checked,
 * nor whether the tag is known. `path` is the union's. */
hd_status hd_union_verify(hd_fb_verifier *verifier, const hd_fb_path *path, uint32_t position, uint16_t slot,
                          uint8_t *out_tag, uint32_t *out_target);

/* A refusal by meaning while verifying: "Graph.nodes[3].name: <sentence>". */
hd_status hd_refuse_at(const hd_fb_path *path, hd_status status, const char *format, ...)
    __attribute__((format(printf, 3, 4), cold));

const hd_field *hd_table_field_by_slot(const hd_table *table, uint16_t slot);

#endif
