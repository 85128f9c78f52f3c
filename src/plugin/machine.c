/* SPDX-License-Identifier: MIT */
#include "plugin/machine.h"

#include <elf.h>
#include <fcntl.h>
#include <stdbool.h>
#include <string.h>
#include <unistd.h>

/* The start of an ELF header up to the machine is the same for both classes. */
static bool read_header(const char *path, Elf64_Ehdr *header)
{
    const int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0)
        return false;
    const ssize_t size = read(file, header, sizeof *header);
    (void)close(file);
    return size == (ssize_t)sizeof *header && memcmp(header->e_ident, ELFMAG, SELFMAG) == 0;
}

hd_status hd_machine_check(const char *path)
{
    Elf64_Ehdr ours, theirs;
    if (!read_header("/proc/self/exe", &ours) || !read_header(path, &theirs) ||
        (theirs.e_ident[EI_DATA] == ours.e_ident[EI_DATA] && theirs.e_machine == ours.e_machine))
        return HD_OK;
    return hd_fail(HD_BAD_PARAM,
                   "'%s' could not be loaded: it is made for another machine (ELF machine %u, byte order %u) than this "
                   "process (%u, %u)",
                   path, (unsigned)theirs.e_machine, (unsigned)theirs.e_ident[EI_DATA], (unsigned)ours.e_machine,
                   (unsigned)ours.e_ident[EI_DATA]);
}
