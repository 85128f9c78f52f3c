/* SPDX-License-Identifier: MIT */
/* The command `hipdnn`. It includes public headers only, and so proves that they suffice. */
#include "command.h"

#include "hipdnn_backend.h"

#include <argp.h>
#include <stdio.h>
#include <string.h>

static const struct {
    const char *name, *summary;
    int (*run)(int argc, char **argv);
} commands[] = {
    {"graph", "check, print, draw or convert a graph", command_graph},
    {"info", "what is installed: versions, plugins, engines", command_info},
    {"run", "run a graph from a JSON file, and check the result", command_run},
};

static void usage(FILE *to)
{
    (void)fprintf(to, "Usage: hipdnn COMMAND [ARGUMENT...]\n\nCommands:\n");
    for (size_t i = 0; i < sizeof commands / sizeof commands[0]; i++)
        (void)fprintf(to, "  %-8s %s\n", commands[i].name, commands[i].summary);
    (void)fprintf(to, "\n`hipdnn COMMAND --help` says more about one. `hipdnn --version` prints the version.\n"
                      "Exit status: 0 done, 1 failed, 2 bad usage.\n");
}

int main(int argc, char **argv)
{
    argp_err_exit_status = COMMAND_MISUSED;
    const char *name = argc > 1 ? argv[1] : "";
    for (size_t i = 0; i < sizeof commands / sizeof commands[0]; i++) {
        if (strcmp(name, commands[i].name) != 0)
            continue;
        char full_name[64];
        (void)snprintf(full_name, sizeof full_name, "hipdnn %s", name);
        argv[1] = full_name;
        return commands[i].run(argc - 1, argv + 1);
    }
    if (strcmp(name, "--help") == 0 || strcmp(name, "-h") == 0 || strcmp(name, "help") == 0) {
        usage(stdout);
        return COMMAND_OK;
    }
    if (strcmp(name, "--version") == 0 || strcmp(name, "-V") == 0) {
        (void)printf("hipdnn %s\n", hipdnnVersionString_ext());
        return COMMAND_OK;
    }
    if (name[0] != '\0')
        (void)fprintf(stderr, "hipdnn: there is no command '%s'\n", name);
    usage(stderr);
    return COMMAND_MISUSED;
}
