/* SPDX-License-Identifier: MIT */
#include "selection/order.h"

#include "base/environment.h"
#include "base/ids.h"
#include "base/log.h"
#include "base/memory.h"
#include "hipdnn_backend_enums.h"

#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static const char variable[] = "HIPDNN_HEUR_POLICY_ORDER";

static const char *const fallback_list[] = {"SelectionHeuristic::Config", "SelectionHeuristic::StaticOrdering", NULL};
static const char *const full_list[] = {
    "SelectionHeuristic::Config",  "SelectionHeuristic::Cache",          "SelectionHeuristic::Rules",
    "SelectionHeuristic::Learned", "SelectionHeuristic::StaticOrdering", NULL,
};

static const struct {
    int32_t mode;
    const char *const *policies;
} modes[] = {
    {HIPDNN_HEUR_MODE_FALLBACK, fallback_list},
    {HIPDNN_HEUR_MODE_A_EXT, full_list},
    {HIPDNN_HEUR_MODE_B_EXT, full_list},
    {HIPDNN_HEUR_MODE_INSTANT_EXT, full_list},
};

static const char *const *list_of(int32_t mode)
{
    for (size_t i = 0; i < sizeof modes / sizeof *modes; i++) {
        if (modes[i].mode == mode)
            return modes[i].policies;
    }
    return NULL;
}

hd_status hd_policy_mode_check(int32_t mode)
{
    return list_of(mode) != NULL
               ? HD_OK
               : hd_fail(HD_NOT_SUPPORTED,
                         "heuristic mode %" PRId32 " is not known; there are FALLBACK (0), A (70000), B (70001) and "
                         "INSTANT (70002)",
                         mode);
}

/* A token is an id only if base-10 parsing eats all of it without overflow; else it is a name (D11). */
static int64_t token_id(char *token)
{
    char *end;
    errno = 0;
    const long long number = strtoll(token, &end, 10);
    return *end == '\0' && errno == 0 ? (int64_t)number : hd_name_to_id(token);
}

static char *trim(char *token)
{
    while (isspace((unsigned char)*token))
        token++;
    char *end = token + strlen(token);
    while (end > token && isspace((unsigned char)end[-1]))
        *--end = '\0';
    return token;
}

static hd_status from_environment(const char *text, hd_policy_order *order)
{
    size_t most = 1;
    for (const char *at = text; *at != '\0'; at++)
        most += *at == ',';
    char *copy = hd_copy_text(text, strlen(text));
    order->ids = hd_alloc_array(most, sizeof *order->ids);
    if (copy == NULL || order->ids == NULL) {
        hd_free(copy);
        hd_policy_order_release(order);
        return hd_fail_alloc(strlen(text), variable);
    }
    char *rest = NULL;
    for (char *token = strtok_r(copy, ",", &rest); token != NULL; token = strtok_r(NULL, ",", &rest)) {
        token = trim(token);
        if (*token != '\0')
            order->ids[order->count++] = token_id(token);
    }
    hd_free(copy);
    return HD_OK;
}

static hd_status copy_ids(const int64_t *ids, size_t count, hd_policy_order *order)
{
    order->ids = hd_alloc_array(count, sizeof *order->ids);
    if (order->ids == NULL)
        return hd_fail_alloc(count * sizeof *order->ids, "the policy order");
    if (count > 0)
        memcpy(order->ids, ids, count * sizeof *order->ids);
    order->count = count;
    return HD_OK;
}

static hd_status from_mode(int32_t mode, hd_policy_order *order)
{
    int64_t ids[8];
    size_t count = 0;
    HD_TRY(hd_policy_mode_check(mode));
    for (const char *const *name = list_of(mode); *name != NULL; name++)
        ids[count++] = hd_name_to_id(*name);
    return copy_ids(ids, count, order);
}

hd_status hd_policy_order_resolve(int32_t mode, bool is_set, const int64_t *ids, size_t count,
                                  hd_policy_order *out_order)
{
    *out_order = (hd_policy_order){.source = HD_ORDER_ENVIRONMENT};
    const char *text = hd_environment(variable);
    if (text != NULL) {
        HD_TRY(from_environment(text, out_order));
        if (out_order->count > 0) {
            hd_log(HD_WARN, "the policy order comes from %s", variable);
            return HD_OK;
        }
        hd_policy_order_release(out_order);
    }
    if (is_set) {
        out_order->source = HD_ORDER_DESCRIPTOR;
        return copy_ids(ids, count, out_order);
    }
    out_order->source = HD_ORDER_MODE;
    return from_mode(mode, out_order);
}

void hd_policy_order_release(hd_policy_order *order)
{
    hd_free(order->ids);
    *order = (hd_policy_order){.source = order->source};
}
