/* SPDX-License-Identifier: MIT */
/* Numbers with a decimal point, whatever the locale of the process. */
#ifndef HD_DATA_SDK_JSON_LOCALE_H
#define HD_DATA_SDK_JSON_LOCALE_H

#include "base/error.h"

/* What to go back to; both are locale_t, a type that plain C11 does not show. */
typedef struct hd_json_locale {
    void *plain;
    void *previous;
} hd_json_locale;

/* The calling thread formats and parses numbers as C does until the matching leave. */
hd_status hd_json_locale_enter(hd_json_locale *out_locale);
void hd_json_locale_leave(hd_json_locale *locale);

#endif
