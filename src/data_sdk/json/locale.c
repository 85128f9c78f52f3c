/* SPDX-License-Identifier: MIT */
#define _POSIX_C_SOURCE 200809L /* newlocale, uselocale */
#include "data_sdk/json/locale.h"

#include <locale.h>

/* Under a decimal comma printf writes numbers that are not JSON. jansson swaps the point for the locale's, but only for
 * one of a single byte: where it has two (Pashto, for one) its assertion ends the process. setlocale would change
 * other threads; uselocale changes this one alone. */
hd_status hd_json_locale_enter(hd_json_locale *out_locale)
{
    *out_locale = (hd_json_locale){0};
    const locale_t plain = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    if (plain == (locale_t)0)
        return hd_fail(HD_ALLOC_FAILED, "the C locale, which JSON's numbers need, could not be had");
    out_locale->plain = plain;
    out_locale->previous = uselocale(plain);
    return HD_OK;
}

void hd_json_locale_leave(hd_json_locale *locale)
{
    (void)uselocale(locale->previous);
    freelocale(locale->plain);
}
