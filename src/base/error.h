/* SPDX-License-Identifier: MIT */
/* One status and one sentence per thread.
 *
 * Whoever knows the cause writes the sentence, once, with hd_fail; callers above pass the status on or put a
 * context in front with hd_fail_in. Each shared library holds its own copy of this file and so its own buffer;
 * the buffer is plain thread-local storage without a destructor, so a library may be unloaded while threads live. */
#ifndef HD_BASE_ERROR_H
#define HD_BASE_ERROR_H

#include <stddef.h>

/* Length of every error text, NUL included (HIPDNN_ERROR_STRING_MAX_LENGTH). */
#define HD_ERROR_TEXT_SIZE 2048

/* The numbers are those of hipdnnStatus_t; the backend asserts it. */
typedef enum hd_status {
    HD_OK = 0,
    HD_NOT_INITIALIZED = 1,
    HD_BAD_PARAM = 2,
    HD_NULL_POINTER = 3,
    HD_NOT_FINALIZED = 4,
    HD_OUT_OF_BOUND = 5,
    HD_SIZE_INSUFFICIENT = 6,
    HD_NOT_SUPPORTED = 8,
    HD_INTERNAL_ERROR = 9,
    HD_ALLOC_FAILED = 10,
    HD_EXECUTION_FAILED = 13,
    HD_PLUGIN_ERROR = 14,
    HD_VERSION_MISMATCH = 15
} hd_status;

/* Records a sentence for this thread and gives `status`, so that a refusal is one line:
 *
 *     return hd_fail(HD_BAD_PARAM, "axis is %d, 0 to %d is allowed", axis, most);
 *
 * A macro, so that compilers and analyzers see that a failure never gives HD_OK. */
#define hd_fail(status, ...) (hd_error_set(__VA_ARGS__), hd_failed(status))

static inline hd_status hd_failed(hd_status status)
{
    return status;
}

void hd_error_set(const char *format, ...) __attribute__((format(printf, 1, 2), cold));

/* Puts "<context>: " in front of the sentence already recorded and returns `status`. A function, because the status is
 * often that of the call that records the sentence. */
hd_status hd_fail_in(hd_status status, const char *format, ...) __attribute__((format(printf, 2, 3), cold));

/* The usual sentence for a failed allocation of `size` bytes for `what`. */
#define hd_fail_alloc(size, what)                                                                                      \
    hd_fail(HD_ALLOC_FAILED, "out of memory: %zu bytes for %s could not be allocated", (size_t)(size), (what))

/* This thread's sentence; empty when nothing failed since the last clear. Valid until the next failure. */
const char *hd_error_text(void);
void hd_error_clear(void);

/* Leaves the function with the status of `expression` unless it is HD_OK. */
#define HD_TRY(expression)                                                                                             \
    do {                                                                                                               \
        const hd_status hd_try_status_ = (expression);                                                                 \
        if (hd_try_status_ != HD_OK)                                                                                   \
            return hd_try_status_;                                                                                     \
    } while (0)

#endif
