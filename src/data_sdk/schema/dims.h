/* SPDX-License-Identifier: MIT */
/* Lists of extents and strides: compare, print, pack. */
#ifndef HD_DATA_SDK_SCHEMA_DIMS_H
#define HD_DATA_SDK_SCHEMA_DIMS_H

#include "hipdnn_data_sdk/types.h"

#include <stdbool.h>
#include <stddef.h>

/* Packed strides, last dimension fastest. Strides past INT64_MAX stay there: the tensor's check then refuses them. */
void hd_dims_pack(const hipdnn_dims *dim, hipdnn_dims *out_stride);

/* Strides for `dim` in the stride order of `like_stride`, packed (a channels-last input gives a channels-last output).
 * Plainly packed when the ranks differ. */
void hd_dims_pack_like(const hipdnn_dims *dim, const hipdnn_dims *like_stride, hipdnn_dims *out_stride);

bool hd_dims_equal(const hipdnn_dims *a, const hipdnn_dims *b);

/* "[1, 64, 56, 56]", cut to size. Returns text. HD_DIMS_TEXT_SIZE is enough for any. */
enum { HD_DIMS_TEXT_SIZE = 200 };
const char *hd_dims_text(const hipdnn_dims *dims, char *text, size_t size);

#endif
