/* SPDX-License-Identifier: MIT */
/* What every object behind the backend C API begins with: its kind, its state, its counts.
 *
 * Two counts: what users hold and what the library holds. A user's destroy drops one public reference; the object goes
 * when nobody holds it. Objects come from a pool whose memory is never given back, so that a NULL, destroyed or
 * wrong-kind pointer is refused with a sentence instead of read as something else. */
#ifndef HD_BACKEND_OBJECT_H
#define HD_BACKEND_OBJECT_H

#include "backend/status.h"
#include "base/error.h"
#include "hipdnn_backend.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum hd_kind_number {
    HD_KIND_NONE = 0, /* a free slot of the pool */
    HD_KIND_HANDLE,
    HD_KIND_TENSOR,
    HD_KIND_OPERATION,
    HD_KIND_GRAPH,
    HD_KIND_HEURISTIC,
    HD_KIND_ENGINE,
    HD_KIND_ENGINE_CONFIG,
    HD_KIND_PLAN,
    HD_KIND_PACK,
    HD_KIND_KNOB_INFO,
    HD_KIND_KNOB_CHOICE,
    HD_KIND_PROFILING
} hd_kind_number;

typedef struct HipdnnBackendDescriptor hd_object;
typedef struct hd_attribute hd_attribute;

typedef struct hd_kind {
    hd_kind_number number;
    const char *name; /* for messages: "tensor" */
    size_t size;
    const hd_attribute *attributes;
    size_t attribute_count;
    hipdnnStatus_t unfinalized_get; /* what a get answers before finalize; SUCCESS: it may */
    bool refinalize; /* a second finalize is allowed and does nothing new */
    /* Attributes beyond the table (operations). NULL: there are none. HD_NOT_SUPPORTED: not mine either. */
    hd_status (*set)(hd_object *object, hipdnnBackendAttributeName_t name, hipdnnBackendAttributeType_t type,
                     int64_t count, const void *elements);
    hd_status (*get)(hd_object *object, hipdnnBackendAttributeName_t name, hipdnnBackendAttributeType_t type,
                     int64_t requested, int64_t *out_count, void *elements);
    hd_status (*finalize)(hd_object *object); /* required attributes are there already */
    void (*dispose)(hd_object *object); /* drops what it holds; the object itself goes after */
} hd_kind;

struct HipdnnBackendDescriptor {
    _Atomic uint32_t tag; /* kind number, finalized, usable: one compare on the way to execute */
    atomic_uint public_count;
    atomic_uint total_count; /* public and internal */
    const hd_kind *kind;
    uint64_t present; /* bit per row of the kind's table: set by the user */
};

enum { HD_TAG_USABLE = 1u, HD_TAG_FINALIZED = 2u, HD_TAG_KIND_SHIFT = 8 };

/* The tag of a usable, finalized object of a kind. */
#define HD_TAG(kind_number) ((uint32_t)(kind_number) << HD_TAG_KIND_SHIFT | HD_TAG_USABLE | HD_TAG_FINALIZED)

static inline uint32_t hd_object_tag(const hd_object *object)
{
    return atomic_load_explicit(&object->tag, memory_order_acquire);
}

static inline bool hd_object_is_finalized(const hd_object *object)
{
    return (hd_object_tag(object) & HD_TAG_FINALIZED) != 0;
}

void hd_object_set_finalized(hd_object *object, bool is_finalized);

/* A new zeroed object with one public reference. */
hd_status hd_object_create(const hd_kind *kind, size_t size, hd_object **out_object);

/* Internal references. Releasing NULL is fine. */
void hd_object_retain(hd_object *object);
void hd_object_release(hd_object *object);

/* One more public reference: what a get that returns a descriptor gives. */
void hd_object_publish(hd_object *object);

/* Drops a public reference; HD_BAD_PARAM when there is none left. */
hd_status hd_object_destroy(hd_object *object);

/* Refuses NULL (HD_NULL_POINTER) and destroyed objects (HD_BAD_PARAM). `what` names the argument. */
hd_status hd_object_check(const hd_object *object, const char *what);

/* As above, and of this kind. */
hd_status hd_object_check_kind(const hd_object *object, hd_kind_number number, const char *kind_name, const char *what);

/* A child for an attribute: as hd_object_check, HD_NOT_SUPPORTED for another kind, HD_NOT_FINALIZED. */
hd_status hd_object_check_child(const hd_object *child, hd_kind_number number, const char *kind_name, const char *what);

/* "a" or "an", for a kind's name in a sentence. */
const char *hd_article(const char *noun);

#endif
