/* SPDX-License-Identifier: MIT */
/* The built-in policies, in registration order. */
#include "base/ids.h"
#include "plugin/policy.h"
#include "policies/static_ordering/static_ordering.h"

size_t hd_builtin_policies(hd_policy_module out_modules[HD_MAX_BUILTIN_POLICIES])
{
    static const struct {
        const char *name;
        const hd_policy_functions *call;
    } policies[] = {
        {HD_STATIC_ORDERING_NAME, &hd_static_ordering},
    };
    const size_t count = sizeof policies / sizeof *policies;
    for (size_t i = 0; i < count; i++) {
        out_modules[i] = (hd_policy_module){
            .call = policies[i].call,
            .name = policies[i].name,
            .id = hd_name_to_id(policies[i].name),
            .version = "1.0.0",
            .api_version = "0.1.0",
            .is_builtin = true,
        };
    }
    return count;
}
