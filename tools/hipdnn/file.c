/* SPDX-License-Identifier: MIT */
#include "file.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int last_error;

const char *file_error(void)
{
    return strerror(last_error);
}

/* Grows as it reads: a pipe has no size to ask for. */
static char *read_all(FILE *file, size_t *out_size)
{
    size_t size = 0;
    size_t capacity = 64 * 1024;
    char *text = malloc(capacity);
    while (text != NULL) {
        size += fread(text + size, 1, capacity - 1 - size, file);
        if (ferror(file) || size < capacity - 1)
            break;
        char *grown = capacity > (size_t)-1 / 2 ? NULL : realloc(text, capacity * 2);
        if (grown == NULL) {
            free(text);
            return NULL;
        }
        text = grown;
        capacity *= 2;
    }
    if (text != NULL)
        text[size] = '\0';
    *out_size = size;
    return text;
}

char *file_read(const char *path, size_t *out_size)
{
    errno = 0;
    FILE *file = fopen(path, "rb");
    char *text = file == NULL ? NULL : read_all(file, out_size);
    const bool failed = file == NULL || text == NULL || ferror(file);
    last_error = failed && errno == 0 ? ENOMEM : errno;
    if (file != NULL)
        (void)fclose(file);
    if (!failed)
        return text;
    free(text);
    return NULL;
}

bool file_write(const char *path, const void *bytes, size_t size)
{
    errno = 0;
    FILE *file = fopen(path, "wb");
    bool written = file != NULL && fwrite(bytes, 1, size, file) == size;
    if (file != NULL)
        written = fclose(file) == 0 && written;
    last_error = written || errno != 0 ? errno : EIO;
    return written;
}
