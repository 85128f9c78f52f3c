/* SPDX-License-Identifier: MIT */
/* The inner status is the public one. */
#ifndef HD_BACKEND_STATUS_H
#define HD_BACKEND_STATUS_H

#include "base/error.h"
#include "hipdnn_backend_enums.h"

_Static_assert((int)HD_OK == HIPDNN_STATUS_SUCCESS && (int)HD_NOT_INITIALIZED == HIPDNN_STATUS_NOT_INITIALIZED &&
                   (int)HD_BAD_PARAM == HIPDNN_STATUS_BAD_PARAM &&
                   (int)HD_NULL_POINTER == HIPDNN_STATUS_BAD_PARAM_NULL_POINTER &&
                   (int)HD_NOT_FINALIZED == HIPDNN_STATUS_BAD_PARAM_NOT_FINALIZED &&
                   (int)HD_OUT_OF_BOUND == HIPDNN_STATUS_BAD_PARAM_OUT_OF_BOUND &&
                   (int)HD_SIZE_INSUFFICIENT == HIPDNN_STATUS_BAD_PARAM_SIZE_INSUFFICIENT &&
                   (int)HD_NOT_SUPPORTED == HIPDNN_STATUS_NOT_SUPPORTED &&
                   (int)HD_INTERNAL_ERROR == HIPDNN_STATUS_INTERNAL_ERROR &&
                   (int)HD_ALLOC_FAILED == HIPDNN_STATUS_ALLOC_FAILED &&
                   (int)HD_EXECUTION_FAILED == HIPDNN_STATUS_EXECUTION_FAILED &&
                   (int)HD_PLUGIN_ERROR == HIPDNN_STATUS_PLUGIN_ERROR &&
                   (int)HD_VERSION_MISMATCH == HIPDNN_STATUS_VERSION_MISMATCH,
               "hd_status has the numbers of hipdnnStatus_t");

/* The enumerator's name; "HIPDNN_STATUS_UNKNOWN" for a number that has none. */
const char *hd_status_name(int status);

/* What every entry point ends with: a failure is logged with its sentence, and the status handed out. */
hipdnnStatus_t hd_answer(hd_status status);

#endif
