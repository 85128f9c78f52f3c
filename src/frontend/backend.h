/* SPDX-License-Identifier: MIT */
/* Calling the backend, through its public C API alone. */
#ifndef HD_FRONTEND_BACKEND_H
#define HD_FRONTEND_BACKEND_H

#include "base/arena.h"
#include "base/error.h"
#include "hipdnn_backend.h"

/* A status of the backend; its words go into the sentence behind `doing`. */
hd_status hd_backend(hipdnnStatus_t status, const char *doing);

hd_status hd_backend_create(hipdnnBackendDescriptorType_t type, hipdnnBackendDescriptor_t *out_descriptor);
hd_status hd_backend_set(hipdnnBackendDescriptor_t descriptor, hipdnnBackendAttributeName_t attribute,
                         hipdnnBackendAttributeType_t type, int64_t count, const void *values);
/* "" is not set: an absent text is an empty one. */
hd_status hd_backend_set_text(hipdnnBackendDescriptor_t descriptor, hipdnnBackendAttributeName_t attribute,
                              const char *text);

/* Exactly `count` elements. */
hd_status hd_backend_get(hipdnnBackendDescriptor_t descriptor, hipdnnBackendAttributeName_t attribute,
                         hipdnnBackendAttributeType_t type, int64_t count, void *out_values);
hd_status hd_backend_count(hipdnnBackendDescriptor_t descriptor, hipdnnBackendAttributeName_t attribute,
                           hipdnnBackendAttributeType_t type, int64_t *out_count);
/* All elements, of `size` bytes each, into the arena; NULL when there are none. */
hd_status hd_backend_get_list(hipdnnBackendDescriptor_t descriptor, hipdnnBackendAttributeName_t attribute,
                              hipdnnBackendAttributeType_t type, size_t size, hd_arena *arena, void **out_elements,
                              int64_t *out_count);
/* Into the arena; "" for an absent one. */
hd_status hd_backend_get_text(hipdnnBackendDescriptor_t descriptor, hipdnnBackendAttributeName_t attribute,
                              hd_arena *arena, const char **out_text);

/* NULL is fine; the variable is NULL afterwards. */
void hd_backend_destroy(hipdnnBackendDescriptor_t *descriptor);

/* The frontend has no log of its own: a line goes to the backend's. */
void hd_warn(const char *format, ...) __attribute__((format(printf, 1, 2), cold));

#endif
