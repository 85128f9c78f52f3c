/* SPDX-License-Identifier: MIT */
/* Attributes as rows. One routine each sets, gets and looks for what is missing; a new attribute is a new row. */
#ifndef HD_BACKEND_ATTRIBUTES_H
#define HD_BACKEND_ATTRIBUTES_H

#include "backend/descriptors/object.h"
#include "data_sdk/schema/enums.h"
#include "hipdnn_backend_attributes.h"

/* Where and how a value is kept in the object. */
typedef enum hd_store {
    HD_STORE_NONE, /* the row's own set and get do it */
    HD_STORE_BOOL, /* bool */
    HD_STORE_I64, /* int64_t */
    HD_STORE_OPTIONAL_I64, /* hipdnn_optional_i64; a get of an unset one gives count 0 */
    HD_STORE_OPTIONAL_F32, /* hipdnn_optional_f32; likewise */
    HD_STORE_OPTIONAL_BOOL, /* hipdnn_optional_bool; likewise */
    HD_STORE_OPTIONAL_I32, /* hipdnn_optional_i32; likewise */
    HD_STORE_NUMBER, /* int32_t: a C enumeration without a schema twin */
    HD_STORE_ENUM, /* int32_t: the schema's number of `values`, the API's outside; a get of an unset one gives count 0
                    */
    HD_STORE_DIMS, /* hipdnn_dims */
    HD_STORE_TEXT, /* char *, owned, NUL-terminated; NULL is "" */
    HD_STORE_I64_LIST, /* hd_list of int64_t */
    HD_STORE_POINTER_LIST, /* hd_list of void * */
    HD_STORE_POINTER, /* void * */
    HD_STORE_CHILD /* hd_object *, an internal reference to a finalized object of kind `child` */
} hd_store;

enum {
    HD_SET = 1u, /* the user may set it */
    HD_GET = 2u,
    HD_REQUIRED = 4u, /* finalize refuses the object without it */
    HD_EXACT = 8u, /* a get asks for exactly one element, there is no size query */
    HD_NO_QUERY = 16u, /* a get needs array and count: no size query */
    HD_UNSET_REFUSED = 32u /* a get of an unset value is BAD_PARAM */
};

typedef struct hd_list {
    void *data; /* owned */
    int64_t count;
} hd_list;

struct hd_attribute {
    hipdnnBackendAttributeName_t name;
    const char *text; /* the name as text */
    hipdnnBackendAttributeType_t type;
    hd_store store;
    unsigned flags;
    size_t offset;
    const hd_enum *values;
    hd_kind_number child;
    const char *child_name;
    hd_status (*set)(hd_object *object, const hd_attribute *row, int64_t count, const void *elements);
    hd_status (*get)(hd_object *object, const hd_attribute *row, int64_t requested, int64_t *out_count, void *elements);
};

/* Opens a row: name, text, type; the rest is named members. */
#define HD_ATTRIBUTE(name_, type_) .name = (name_), .text = #name_, .type = (type_)

/* The entry points' routines; the object was checked. */
hd_status hd_attribute_set(hd_object *object, hipdnnBackendAttributeName_t name, hipdnnBackendAttributeType_t type,
                           int64_t count, const void *elements);
hd_status hd_attribute_get(hd_object *object, hipdnnBackendAttributeName_t name, hipdnnBackendAttributeType_t type,
                           int64_t requested, int64_t *out_count, void *elements);
hd_status hd_attribute_finalize(hd_object *object);

/* Frees what the rows keep; for a kind's dispose. */
void hd_attribute_release_all(hd_object *object);

/* Whether the user set the row at this name. */
bool hd_attribute_is_set(const hd_object *object, hipdnnBackendAttributeName_t name);

/* ------------------------------------------------------------------ pieces that rows of their own share */

/* A value in user memory as one of `store`; `slot` is where the object keeps it. */
hd_status hd_store_value(const hd_attribute *row, void *slot, int64_t count, const void *elements);
hd_status hd_load_value(const hd_attribute *row, const void *slot, bool is_set, int64_t requested, int64_t *out_count,
                        void *elements);

/* Copies `count` elements by the rule of vectors: a size query, or the smaller count. */
hd_status hd_give_elements(const hd_attribute *row, const void *data, int64_t count, size_t element_size,
                           int64_t requested, int64_t *out_count, void *elements);
/* As above for the attributes that refuse a short buffer. */
hd_status hd_give_all_elements(const hd_attribute *row, const void *data, int64_t count, size_t element_size,
                               int64_t requested, int64_t *out_count, void *elements);
hd_status hd_give_text(const hd_attribute *row, const char *value, int64_t requested, int64_t *out_count,
                       void *elements);
hd_status hd_give_i64(const hd_attribute *row, int64_t value, int64_t requested, int64_t *out_count, void *elements);

#endif
