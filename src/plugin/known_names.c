/* SPDX-License-Identifier: MIT */
#include "plugin/known_names.h"

#include "base/ids.h"

#include <stddef.h>

const char *hd_known_engine_name(int64_t id)
{
    static const char *const names[] = {
        "MIOPEN_ENGINE", "MIOPEN_ENGINE_DETERMINISTIC", "HIPBLASLT_ENGINE", "HIP_MLOPS_ENGINE", "ASM_SDPA_ENGINE",
        "ROCKE_ENGINE",  "HIP_FLASH2_ENGINE",
    };
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        if (hd_name_to_id(names[i]) == id)
            return names[i];
    }
    return NULL;
}
