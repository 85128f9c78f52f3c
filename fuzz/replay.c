/* SPDX-License-Identifier: MIT */
/* Runs a target over files instead of under libFuzzer: any compiler, no dependencies, and so part of `make check`.
 *
 * usage: replay_TARGET FILE_OR_FOLDER... */
#include "target.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static size_t replayed;

static void die(const char *path)
{
    (void)fprintf(stderr, "%s: %s\n", path, strerror(errno));
    exit(EXIT_FAILURE);
}

static void replay_file(const char *path)
{
    FILE *file = fopen(path, "rb");
    if (file == NULL || fseek(file, 0, SEEK_END) != 0)
        die(path);
    const long size = ftell(file);
    if (size < 0)
        die(path);
    rewind(file);
    /* Of the exact size, so that a sanitizer sees a read past the end. */
    uint8_t *bytes = malloc(size == 0 ? 1 : (size_t)size);
    if (bytes == NULL || fread(bytes, 1, (size_t)size, file) != (size_t)size)
        die(path);
    (void)fclose(file);
    (void)LLVMFuzzerTestOneInput(bytes, (size_t)size);
    free(bytes);
    replayed++;
}

static void replay_folder(const char *folder, DIR *entries)
{
    const struct dirent *entry;
    while ((entry = readdir(entries)) != NULL) {
        char path[4096];
        if (entry->d_name[0] == '.')
            continue;
        const int length = snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
        if (length < 0 || (size_t)length >= sizeof path) {
            errno = ENAMETOOLONG;
            die(folder);
        }
        replay_file(path);
    }
}

int main(int argc, char **argv)
{
    for (int i = 1; i < argc; i++) {
        DIR *entries = opendir(argv[i]);
        if (entries == NULL) {
            replay_file(argv[i]);
        } else {
            replay_folder(argv[i], entries);
            (void)closedir(entries);
        }
    }
    (void)printf("%zu inputs replayed\n", replayed);
    /* A folder that lost its files would pass unseen. */
    return replayed > 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
