/* SPDX-License-Identifier: MIT */
/* What the subcommands of `hipdnn` share. A subcommand is one file with one function in the table of main.c. */
#ifndef HIPDNN_TOOL_COMMAND_H
#define HIPDNN_TOOL_COMMAND_H

#include <stddef.h>
#include <stdint.h>

/* What the command exits with. */
enum {
    COMMAND_OK = 0,
    COMMAND_FAILED = 1, /* it could not do what was asked, or the answer is "no" */
    COMMAND_MISUSED = 2 /* bad usage */
};

/* argv[0] is "hipdnn <name>", so that messages name the subcommand. */
int command_graph(int argc, char **argv);
int command_info(int argc, char **argv);
int command_run(int argc, char **argv);

/* Prints "<command>: <sentence>" on stderr; returns COMMAND_FAILED. Only the first line of the sentence is printed
 * unless command_verbose is set. */
int command_fail(const char *command, const char *format, ...) __attribute__((format(printf, 2, 3)));
extern int command_verbose;

/* Prints one JSON value and a line feed on stdout and drops the reference. NULL counts as out of memory. */
struct json_t;
int command_print_json(const char *command, struct json_t *json);

/* "0x" and 16 digits, as engine and policy ids are written everywhere. */
#define COMMAND_ID_SIZE 19
void command_format_id(int64_t id, char text[COMMAND_ID_SIZE]);

#endif
