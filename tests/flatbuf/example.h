/* SPDX-License-Identifier: MIT */
/* What the tests build, verify and read: example.fbs by hand, with the values of example.json. */
#ifndef HD_TESTS_FLATBUF_EXAMPLE_H
#define HD_TESTS_FLATBUF_EXAMPLE_H

#include "flatbuf/flatbuf.h"

#define EXAMPLE_IDENTIFIER "EXMP"

enum { LEAF_NAME, LEAF_VALUES };

enum { NOTE_TEXT };

enum { EXTRA_NONE, EXTRA_LEAF, EXTRA_NOTE };

enum {
    ROOT_FLAG,
    ROOT_SMALL,
    ROOT_TINY,
    ROOT_WHOLE,
    ROOT_COUNT,
    ROOT_BIG,
    ROOT_HUGE,
    ROOT_RATIO,
    ROOT_EXACT,
    ROOT_NAME,
    ROOT_SIZES,
    ROOT_CODES,
    ROOT_TAGS,
    ROOT_LEAVES,
    ROOT_BEST,
    ROOT_ORIGIN,
    ROOT_EXTRA_TYPE,
    ROOT_EXTRA,
    ROOT_EXTENT /* not in the schema: an example_point behind an offset */
};

/* As on the wire, with the padding spelled out: it would otherwise be written with whatever lies on the stack. */
typedef struct example_point {
    int32_t x;
    uint32_t padding;
    double y;
} example_point;

hd_status example_verify(const void *bytes, size_t size);

/* Writes everything; the caller finishes. */
hd_fb_ref example_write(hd_fb_builder *builder);

/* Writes and finishes. */
hd_status example_build(void **out_bytes, size_t *out_size);

#endif
