/* SPDX-License-Identifier: MIT */
/* Files that look like plugins and are not, or not for us: of another machine, cut short, unreadable, with a symbol
 * that nobody has; and libraries that misbehave while they are loaded. Each time the log says why and the other engines
 * work. Texts, dangling links and the like: test_discovery.c. */
#include "folder.h"

#include <elf.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <unistd.h>

/* ----------------------------------------------------------------------------------------------------- ELF files */

/* A library that says it is for this machine; nothing stands behind its header. */
static Elf64_Ehdr make_header(uint16_t machine)
{
    Elf64_Ehdr header = {
        .e_type = ET_DYN,
        .e_machine = machine,
        .e_version = EV_CURRENT,
        .e_ehsize = sizeof(Elf64_Ehdr),
        .e_phentsize = sizeof(Elf64_Phdr),
    };
    memcpy(header.e_ident, ELFMAG, SELFMAG);
    header.e_ident[EI_CLASS] = ELFCLASS64;
    header.e_ident[EI_DATA] = ELFDATA2LSB;
    header.e_ident[EI_VERSION] = EV_CURRENT;
    return header;
}

static void test_libraries_of_another_machine(void **state)
{
    (void)state;
    static const char *const made[] = {"foreign.so"};
    static const uint16_t machines[] = {EM_S390, EM_PPC64, EM_RISCV};
    for (size_t i = 0; i < sizeof machines / sizeof *machines; i++) {
        const Elf64_Ehdr header = make_header(machines[i]);
        write_file("foreign.so", &header, sizeof header);
        assert_unusable(at("foreign.so"), HIPDNN_STATUS_BAD_PARAM,
                        "/foreign.so' could not be loaded: it is made for another machine");
        remove_all(made, 1);
    }
}

static void test_libraries_that_are_cut_short(void **state)
{
    (void)state;
    static const char *const made[] = {"cut.so"};
    static unsigned char bytes[4096];
    FILE *file = fopen(ZOO "/zoo_none.so", "rb");
    assert_non_null(file);
    assert_int_equal(fread(bytes, 1, sizeof bytes, file), sizeof bytes);
    assert_int_equal(fclose(file), 0);
    static const size_t sizes[] = {0, 1, 4, 16, 63, 64, 500};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        write_file("cut.so", bytes, sizes[i]);
        assert_unusable(at("cut.so"), HIPDNN_STATUS_BAD_PARAM,
                        "/cut.so' could not be loaded: "); /* the loader's own words */
        remove_all(made, 1);
    }
}

static void test_a_symbol_that_nobody_has(void **state)
{
    (void)state;
    assert_unusable(ZOO "/zoo_unresolved.so", HIPDNN_STATUS_BAD_PARAM, "zoo_nobody_has_this");
}

/* ------------------------------------------------------------------------------------------------------- folders */

/* A folder is a folder, whatever it is called. */
static void test_a_folder_with_a_librarys_name(void **state)
{
    (void)state;
    static const char *const made[] = {"folder.so/zoo.so", "folder.so"};
    assert_int_equal(mkdir(at("folder.so"), 0700), 0);
    make_link(ZOO "/zoo_none.so", "folder.so/zoo.so");
    const char *const paths[] = {at("folder.so"), REFERENCE_PLUGIN};
    hipdnnHandle_t handle = open_plugins(2, paths);
    assert_int_equal(engine_count(handle), 3);
    assert_reference_works(handle);
    assert_ok(hipdnnDestroy(handle));
    remove_all(made, 2);
}

/* Root reads everything, so the question is asked as nobody, who must be able to reach the reference engine. */
enum { NOBODY = 65534 };

static bool become_nobody(void)
{
    if (geteuid() == 0 && (chmod(folder(), 0755) != 0 || seteuid(NOBODY) != 0))
        return false;
    return faccessat(AT_FDCWD, REFERENCE_PLUGIN, R_OK, AT_EACCESS) == 0;
}

static void test_files_that_cannot_be_read(void **state)
{
    (void)state;
    static const char *const made[] = {"secret.so", "closed/zoo.so", "closed"};
    const uid_t before = geteuid();
    write_text("secret.so");
    assert_int_equal(mkdir(at("closed"), 0700), 0);
    make_link(ZOO "/zoo_none.so", "closed/zoo.so");
    assert_int_equal(chmod(at("secret.so"), 0), 0);
    assert_int_equal(chmod(at("closed"), 0), 0);
    const bool can = become_nobody();
    if (can) {
        assert_unusable(at("secret.so"), HIPDNN_STATUS_BAD_PARAM, "Permission denied");
        assert_unusable(at("closed"), HIPDNN_STATUS_PLUGIN_ERROR, "/closed' cannot be read: Permission denied");
        assert_unusable(at("closed/zoo.so"), HIPDNN_STATUS_PLUGIN_ERROR,
                        "/closed/zoo.so' cannot be used: Permission denied");
    }
    assert_int_equal(seteuid(before), 0);
    assert_int_equal(prctl(PR_SET_DUMPABLE, 1), 0); /* the leak checker wants to look in at the end */
    assert_int_equal(chmod(at("closed"), 0700), 0);
    remove_all(made, 3);
    if (!can) {
        print_message("nobody cannot reach %s\n", REFERENCE_PLUGIN);
        skip();
    }
}

/* ----------------------------------------------------------------------------------- while a library is loaded */

static void test_a_noisy_library(void **state)
{
    (void)state;
    hipdnnHandle_t handle = open_zoo("noisy"); /* its line on stderr is its own business */
    assert_int_equal(engine_count(handle), 3);
    assert_reference_works(handle);
    assert_ok(hipdnnDestroy(handle));
}

/* A plugin that calls the library that is loading it would wait for itself: it is refused, at once and with a sentence,
 * wherever it calls from. */
static void test_a_library_that_calls_back(void **state)
{
    (void)state;
    static const char *const made[] = {"trace"};
    static const char *const from[] = {"constructor", "name", "ids", "destructor"};
    static const char *const functions[] = {"hipdnnCreate", "hipdnnSetEnginePluginPaths_ext",
                                            "hipdnnSetPluginUnloadMode_ext"};
    char text[16384], words[256];
    assert_int_equal(setenv("ZOO_TRACE", at("trace"), 1), 0);
    hipdnnHandle_t handle = open_zoo("calls_back");
    assert_int_equal(engine_count(handle), 3);
    assert_reference_works(handle);
    assert_ok(hipdnnDestroy(handle)); /* unloads it */
    assert_int_equal(unsetenv("ZOO_TRACE"), 0);
    FILE *file = fopen(at("trace"), "r");
    assert_non_null(file);
    text[fread(text, 1, sizeof text - 1, file)] = '\0';
    assert_int_equal(fclose(file), 0);
    for (size_t i = 0; i < sizeof from / sizeof *from; i++) {
        for (size_t j = 0; j < sizeof functions / sizeof *functions; j++) {
            (void)snprintf(words, sizeof words, "%s %s %d a plugin called the library that is just loading", from[i],
                           functions[j], (int)HIPDNN_STATUS_NOT_SUPPORTED);
            assert_says(text, words);
        }
    }
    remove_all(made, 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_libraries_of_another_machine), cmocka_unit_test(test_libraries_that_are_cut_short),
        cmocka_unit_test(test_a_symbol_that_nobody_has),     cmocka_unit_test(test_a_folder_with_a_librarys_name),
        cmocka_unit_test(test_files_that_cannot_be_read),    cmocka_unit_test(test_a_noisy_library),
        cmocka_unit_test(test_a_library_that_calls_back),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
