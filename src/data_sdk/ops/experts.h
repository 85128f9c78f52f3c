/* SPDX-License-Identifier: MIT */
/* What the grouped matmul of a mixture of experts and its gradient share: rows of tokens, and which expert has which.
 */
#ifndef HD_DATA_SDK_OPS_EXPERTS_H
#define HD_DATA_SDK_OPS_EXPERTS_H

#include "data_sdk/ops/operand.h"

/* Dimensions of token [1, T, K], output [1, rows, N] and weight [E, K, N]. */
enum { HD_ROWS_ONE, HD_ROWS_COUNT, HD_ROWS_WIDTH };
enum { HD_WEIGHT_EXPERTS, HD_WEIGHT_IN, HD_WEIGHT_OUT };

/* first_token_offset [B * E, 1, 1], INT32: for each batch and expert, the first of its rows. */
hd_status hd_experts_offsets_fit(const hd_op_context *context, const hipdnn_data_tensor *offsets,
                                 const hipdnn_data_tensor *weight, const char *weight_role);

#endif
