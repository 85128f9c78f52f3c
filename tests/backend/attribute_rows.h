/* SPDX-License-Identifier: MIT */
/* The certain rows of tests/abi/backend-attributes.tsv as a C table, and what it takes to ask each of them: a value
 * that it takes, and a descriptor that has everything else. */
#ifndef TESTS_BACKEND_ATTRIBUTE_ROWS_H
#define TESTS_BACKEND_ATTRIBUTE_ROWS_H

#include "support.h"

/* Statuses that the table has no number for. */
enum { ANY_REFUSAL = -1, NOT_SAID = -2 };

typedef enum count_rule {
    NO_COUNT, /* not supported at all */
    ONE,
    ONE_OR_UNSET, /* a get of an unset one gives none */
    SOME, /* above 0 */
    ANY, /* from 0 */
    TEXT, /* from 0; a get counts the NUL */
    FILLED_TEXT, /* above 0 */
    BYTES,
    EXACT_BYTES /* as many as another attribute says */
} count_rule;

typedef enum need { OPTIONAL, REQUIRED, TOGETHER, BY_VALUE } need;

enum {
    EXACT = 1, /* a get asks for exactly one */
    NO_QUERY = 2, /* a get needs array and count */
    UNSET_REFUSED = 4 /* a get of an unset one is BAD_PARAM */
};

typedef struct row {
    const char *kind; /* NULL: a number alone, which no kind has */
    const char *text; /* the attribute's name */
    hipdnnBackendAttributeName_t name;
    hipdnnBackendAttributeType_t type; /* an attribute of several types has a row for each */
    count_rule rule;
    int64_t most; /* of a set; 0: no limit known */
    int set, early_get, late_get; /* a status, or one of those above */
    need need;
    unsigned flags;
    int32_t fixed; /* the value of a read-only attribute; 0: not said */
} row;

extern const row attribute_rows[];
extern const size_t attribute_row_count;

typedef struct value {
    int64_t count;
    size_t size; /* of an element */
    const void *elements;
} value;

/* The handle, a graph, an engine with knobs and the like, for values to refer to. For a group's set-up and tear-down;
 * the log is started as loading.h says. */
int make_values(void **state);
int drop_values(void **state);
extern hipdnnHandle_t values_handle;

/* Valid until drop_values. */
value value_of(const row *r);
/* Of the kind that a row of descriptors takes. */
descriptor make_unfinalized_child(const row *r);

/* Every kind that can be created. */
typedef struct kind {
    const char *name; /* as in the table */
    hipdnnBackendDescriptorType_t type;
} kind;
extern const kind kinds[];
extern const size_t kind_count;

descriptor make_kind(const char *name);

/* A descriptor of the row's kind: what is required is set, save the row itself, in types that go with it. */
descriptor begin_around(const row *r);
/* The same, and the row, and what goes together with it. */
descriptor begin_with(const row *r);
hipdnnStatus_t set_row(descriptor object, const row *r);

#endif
