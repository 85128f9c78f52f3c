/* SPDX-License-Identifier: MIT */
/* Which policies are asked, in which order. */
#ifndef HD_SELECTION_ORDER_H
#define HD_SELECTION_ORDER_H

#include "base/error.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum hd_order_source { HD_ORDER_ENVIRONMENT, HD_ORDER_DESCRIPTOR, HD_ORDER_MODE } hd_order_source;

typedef struct hd_policy_order {
    int64_t *ids;
    size_t count;
    hd_order_source source;
} hd_policy_order;

/* HIPDNN_HEUR_POLICY_ORDER, else the ids given when `is_set`, else the list of the mode (D1, D11, D42). */
hd_status hd_policy_order_resolve(int32_t mode, bool is_set, const int64_t *ids, size_t count,
                                  hd_policy_order *out_order);
void hd_policy_order_release(hd_policy_order *order);

/* HD_NOT_SUPPORTED for a mode that is not known. */
hd_status hd_policy_mode_check(int32_t mode);

#endif
