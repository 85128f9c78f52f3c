/* SPDX-License-Identifier: MIT */
#include "command.h"

#include <inttypes.h>
#include <jansson.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

int command_verbose = 0;

int command_fail(const char *command, const char *format, ...)
{
    char text[4096];
    va_list arguments;
    va_start(arguments, format);
    (void)vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    if (!command_verbose)
        text[strcspn(text, "\n")] = '\0';
    (void)fprintf(stderr, "%s: %s\n", command, text);
    return COMMAND_FAILED;
}

int command_print_json(const char *command, json_t *json)
{
    if (json == NULL)
        return command_fail(command, "out of memory");
    const int failed = json_dumpf(json, stdout, JSON_INDENT(2) | JSON_REAL_PRECISION(9));
    json_decref(json);
    (void)putchar('\n');
    return failed == 0 && fflush(stdout) == 0 ? COMMAND_OK : command_fail(command, "the output cannot be written");
}

void command_format_id(int64_t id, char text[COMMAND_ID_SIZE])
{
    (void)snprintf(text, COMMAND_ID_SIZE, "0x%016" PRIX64, (uint64_t)id);
}
