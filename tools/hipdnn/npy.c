/* SPDX-License-Identifier: MIT */
#include "npy.h"

#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

_Static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "elements are copied as they lie in the file");

static const unsigned char magic[6] = {0x93, 'N', 'U', 'M', 'P', 'Y'};

enum { HEADER_MOST = 65536 }; /* bytes; version 2.0 allows more, for structured types that are refused anyway */

static bool fail(char message[NPY_MESSAGE_SIZE], const char *format, ...) __attribute__((format(printf, 2, 3)));

static bool fail(char message[NPY_MESSAGE_SIZE], const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    (void)vsnprintf(message, NPY_MESSAGE_SIZE, format, arguments);
    va_end(arguments);
    return false;
}

static size_t product(size_t rank, const int64_t *dim)
{
    size_t count = 1;
    for (size_t i = 0; i < rank; i++)
        count *= (size_t)dim[i];
    return count;
}

/* ------------------------------------------------------------------- types */

const npy_type *npy_type_find(const char *name)
{
    static const struct {
        const char *name;
        npy_type type;
    } types[] = {
        {"float", {"<f4", 4}},  {"half", {"<f2", 2}},  {"bfloat16", {"<u2", 2}},
        {"double", {"<f8", 8}}, {"int8", {"|i1", 1}},  {"uint8", {"|u1", 1}},
        {"int32", {"<i4", 4}},  {"int64", {"<i8", 8}}, {"boolean", {"|b1", 1}},
    };
    for (size_t i = 0; i < sizeof types / sizeof types[0]; i++)
        if (strcmp(types[i].name, name) == 0)
            return &types[i].type;
    return NULL;
}

/* A byte has no order, and some writers say so with '<' or '=' instead of '|'. */
static bool is_type(const char *seen, const npy_type *type)
{
    if (strcmp(seen, type->descr) == 0)
        return true;
    return type->size == 1 && strchr("<>=", seen[0]) != NULL && strcmp(seen + 1, type->descr + 1) == 0;
}

/* ------------------------------------------------------------------- the header: a Python dictionary of three keys */

typedef struct header {
    char text[HEADER_MOST + 1];
    const char *at; /* next character */
    char type[8];
    bool fortran_order;
    char shape[128]; /* without the parentheses and blanks: "1,2,3," */
    bool has_type, has_order, has_shape;
} header;

static void skip_blanks(header *h)
{
    h->at += strspn(h->at, " \t\n\r");
}

static bool take(header *h, const char *token)
{
    skip_blanks(h);
    const size_t length = strlen(token);
    if (strncmp(h->at, token, length) != 0)
        return false;
    h->at += length;
    return true;
}

/* A quoted text without escapes. */
static bool take_text(header *h, char *out, size_t capacity)
{
    skip_blanks(h);
    const char quote = *h->at;
    if (quote != '\'' && quote != '"')
        return false;
    const char *end = strchr(h->at + 1, quote);
    if (end == NULL || (size_t)(end - h->at) > capacity)
        return false;
    const size_t length = (size_t)(end - h->at) - 1;
    memcpy(out, h->at + 1, length);
    out[length] = '\0';
    h->at = end + 1;
    return true;
}

static bool take_shape(header *h)
{
    size_t length = 0;
    if (!take(h, "("))
        return false;
    for (; *h->at != ')'; h->at++) {
        if (strchr("0123456789, L", *h->at) == NULL || *h->at == '\0' || length + 2 > sizeof h->shape)
            return false;
        if (*h->at != ' ' && *h->at != 'L')
            h->shape[length++] = *h->at;
    }
    h->at++;
    h->shape[length] = '\0';
    return true;
}

static bool take_entry(header *h)
{
    char key[16];
    if (!take_text(h, key, sizeof key) || !take(h, ":"))
        return false;
    if (strcmp(key, "descr") == 0 && !h->has_type)
        return h->has_type = take_text(h, h->type, sizeof h->type);
    if (strcmp(key, "fortran_order") == 0 && !h->has_order) {
        h->fortran_order = take(h, "True");
        return h->has_order = h->fortran_order || take(h, "False");
    }
    if (strcmp(key, "shape") == 0 && !h->has_shape)
        return h->has_shape = take_shape(h);
    return false;
}

static bool parse(header *h)
{
    h->at = h->text;
    if (!take(h, "{"))
        return false;
    while (!take(h, "}")) {
        if (!take_entry(h))
            return false;
        if (!take(h, ",") && strchr("}", *h->at) == NULL)
            return false;
    }
    skip_blanks(h);
    return *h->at == '\0' && h->has_type && h->has_order && h->has_shape;
}

/* The same spelling as take_shape leaves: NumPy writes one trailing comma for rank 1 and none above. */
static bool shape_equals(const char *shape, size_t rank, const int64_t *dim)
{
    for (size_t i = 0; i < rank; i++) {
        char *end;
        errno = 0;
        if (strtoll(shape, &end, 10) != dim[i] || end == shape || errno != 0)
            return false;
        shape = end + (*end == ',');
    }
    return *shape == '\0';
}

static bool check(const header *h, const npy_type *type, size_t rank, const int64_t *dim, const char *path,
                  char message[NPY_MESSAGE_SIZE])
{
    if (!is_type(h->type, type))
        return fail(message, "%s holds elements of type '%s', but the tensor's are '%s'%s", path, h->type, type->descr,
                    h->type[1] == 'V' && type->size == 2 ? "; view them so" : "");
    if (h->fortran_order)
        return fail(message, "%s is in Fortran order; only C order is read", path);
    if (!shape_equals(h->shape, rank, dim)) {
        char wanted[NPY_MESSAGE_SIZE] = "";
        size_t length = 0;
        for (size_t i = 0; i < rank && length < sizeof wanted; i++)
            length += (size_t)snprintf(wanted + length, sizeof wanted - length, "%s%" PRId64, i ? "," : "", dim[i]);
        return fail(message, "%s has the shape (%s), but the tensor has (%s)", path, h->shape, wanted);
    }
    return true;
}

static bool read_header(FILE *file, header *h, const char *path, char message[NPY_MESSAGE_SIZE])
{
    unsigned char start[8], size[4] = {0};
    if (fread(start, 1, sizeof start, file) != sizeof start || memcmp(start, magic, sizeof magic) != 0)
        return fail(message, "%s is not an .npy file", path);
    if ((start[6] != 1 && start[6] != 2) || start[7] != 0)
        return fail(message, "%s is of version %u.%u; only 1.0 and 2.0 are read", path, start[6], start[7]);
    const size_t width = start[6] == 1 ? 2 : 4;
    if (fread(size, 1, width, file) != width)
        return fail(message, "%s ends within its header", path);
    const size_t length = size[0] | (size_t)size[1] << 8 | (size_t)size[2] << 16 | (size_t)size[3] << 24;
    if (length > HEADER_MOST)
        return fail(message, "%s has a header of %zu bytes; at most %d are read", path, length, HEADER_MOST);
    if (fread(h->text, 1, length, file) != length)
        return fail(message, "%s ends within its header", path);
    h->text[length] = '\0';
    return parse(h) || fail(message, "%s has a header that is not {descr, fortran_order, shape}", path);
}

static bool read_elements(FILE *file, size_t size, size_t count, void *packed, const char *path,
                          char message[NPY_MESSAGE_SIZE])
{
    const size_t got = fread(packed, size, count, file);
    if (got != count)
        return fail(message, "%s ends after %zu of %zu elements", path, got, count);
    if (fgetc(file) != EOF)
        return fail(message, "%s goes on after its %zu elements", path, count);
    return true;
}

bool npy_read(const char *path, const npy_type *type, size_t rank, const int64_t *dim, void *packed,
              char message[NPY_MESSAGE_SIZE])
{
    FILE *file = fopen(path, "rb");
    if (file == NULL)
        return fail(message, "%s cannot be read: %s", path, strerror(errno));
    header *h = calloc(1, sizeof *h);
    const bool ok = h == NULL ? fail(message, "out of memory")
                              : read_header(file, h, path, message) && check(h, type, rank, dim, path, message) &&
                                    read_elements(file, type->size, product(rank, dim), packed, path, message);
    free(h);
    (void)fclose(file);
    return ok;
}

/* ------------------------------------------------------------------- writing */

/* Blanks and a line feed fill the header so that the elements begin at a multiple of 64. */
static size_t make_header(char *text, size_t capacity, const npy_type *type, size_t rank, const int64_t *dim)
{
    size_t length = (size_t)snprintf(text, capacity, "{'descr': '%s', 'fortran_order': False, 'shape': (", type->descr);
    for (size_t i = 0; i < rank; i++)
        length += (size_t)snprintf(text + length, capacity - length, "%s%" PRId64, i ? ", " : "", dim[i]);
    length += (size_t)snprintf(text + length, capacity - length, "%s), }", rank == 1 ? "," : "");
    while ((sizeof magic + 4 + length + 1) % 64 != 0)
        text[length++] = ' ';
    text[length++] = '\n';
    return length;
}

bool npy_write(const char *path, const npy_type *type, size_t rank, const int64_t *dim, const void *packed,
               char message[NPY_MESSAGE_SIZE])
{
    char text[512]; /* 8 extents of at most 20 digits, the keys and the filling */
    const size_t length = make_header(text, sizeof text, type, rank, dim);
    const unsigned char version[4] = {1, 0, (unsigned char)(length & 255), (unsigned char)(length >> 8)};
    FILE *file = fopen(path, "wb");
    if (file == NULL)
        return fail(message, "%s cannot be written: %s", path, strerror(errno));
    const size_t count = product(rank, dim);
    bool ok = fwrite(magic, 1, sizeof magic, file) == sizeof magic &&
              fwrite(version, 1, sizeof version, file) == sizeof version && fwrite(text, 1, length, file) == length &&
              fwrite(packed, type->size, count, file) == count;
    ok = fclose(file) == 0 && ok;
    return ok || fail(message, "%s cannot be written: %s", path, strerror(errno));
}
