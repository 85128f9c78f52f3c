/* SPDX-License-Identifier: MIT */
/* A program with more rights than the one who starts it does not let that one choose its code (D12): HIPDNN_PLUGIN_DIR
 * is ignored, the program's own word counts, the log's variables too.
 *
 * Such a program is a copy of this one with a file capability, run by nobody. That takes root, setcap and a file system
 * that keeps capabilities; without one of them the test is skipped, with 77 as ctest wants it. */
#include "hipdnn_backend.h"

#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

enum { PASSED = 0, FAILED = 1, SKIPPED = 77, NOT_LOADED = 127, NOBODY = 65534 };

/* The leak checker cannot look into a process that keeps its secrets. */
__attribute__((visibility("default"))) int __lsan_is_turned_off(void);
int __lsan_is_turned_off(void)
{
    return 1;
}

#define CHECK(condition)                                                                                               \
    do {                                                                                                               \
        if (!(condition)) {                                                                                            \
            (void)fprintf(stderr, "line %d: %s does not hold\n", __LINE__, #condition);                                \
            return FAILED;                                                                                             \
        }                                                                                                              \
    } while (0)

static bool has_engine(hipdnnHandle_t handle, const char *name)
{
    int64_t id;
    return hipdnnGetEngineIdByName_ext(handle, name, &id) == HIPDNN_STATUS_SUCCESS;
}

/* ---------------------------------------------------------------------------------------- the program with rights */

static int be_started(bool is_secure)
{
    static const char *const paths[] = {ZOO "/zoo_none.so"};
    hipdnnHandle_t handle = NULL;
    if ((getauxval(AT_SECURE) != 0) != is_secure)
        return SKIPPED;
    CHECK(hipdnnCreate(&handle) == HIPDNN_STATUS_SUCCESS);
    CHECK(has_engine(handle, "ZOO_ENGINE") == !is_secure);
    CHECK(has_engine(handle, "CPU_REFERENCE_ENGINE") == is_secure); /* from the default folder */
    CHECK(hipdnnDestroy(handle) == HIPDNN_STATUS_SUCCESS);

    CHECK(hipdnnSetEnginePluginPaths_ext(1, paths, HIPDNN_PLUGIN_LOADING_ABSOLUTE) == HIPDNN_STATUS_SUCCESS);
    CHECK(hipdnnCreate(&handle) == HIPDNN_STATUS_SUCCESS);
    CHECK(has_engine(handle, "ZOO_ENGINE"));
    CHECK(hipdnnDestroy(handle) == HIPDNN_STATUS_SUCCESS);

    struct stat info;
    CHECK(stat(getenv("HIPDNN_LOG_FILE"), &info) == 0 && info.st_size > 0);
    return PASSED;
}

/* ------------------------------------------------------------------------------------------------- the one that starts
 */

static char folder[] = "/tmp/hipdnn_secure_XXXXXX";
static char copy_path[64], log_path[64];

static bool copy_myself(void)
{
    static char bytes[65536];
    const int from = open("/proc/self/exe", O_RDONLY | O_CLOEXEC);
    const int to = open(copy_path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0755);
    ssize_t size = -1;
    while (from >= 0 && to >= 0 && (size = read(from, bytes, sizeof bytes)) > 0)
        if (write(to, bytes, (size_t)size) != size)
            break;
    return from >= 0 && to >= 0 && size == 0 && close(from) == 0 && close(to) == 0;
}

/* Runs a program as root or as nobody; its exit status, or FAILED. */
static int run(bool as_nobody, const char *const *arguments)
{
    int status = 0;
    const pid_t pid = fork();
    if (pid == 0) {
        if (as_nobody && geteuid() == 0 && (setgid(NOBODY) != 0 || setuid(NOBODY) != 0))
            _exit(SKIPPED);
        (void)execvp(arguments[0], (char *const *)(uintptr_t)arguments);
        _exit(SKIPPED);
    }
    return pid > 0 && waitpid(pid, &status, 0) == pid && WIFEXITED(status) ? WEXITSTATUS(status) : FAILED;
}

static bool give_rights(void)
{
    const char *const arguments[] = {"setcap", "cap_net_bind_service=ep", copy_path, NULL};
    const char *const elsewhere[] = {"/usr/sbin/setcap", "cap_net_bind_service=ep", copy_path, NULL};
    return run(false, arguments) == 0 || run(false, elsewhere) == 0;
}

static int start(const char *how)
{
    const char *const arguments[] = {copy_path, how, NULL};
    const int status = run(true, arguments);
    (void)unlink(log_path);
    (void)printf("%s: %d\n", how, status);
    return status == NOT_LOADED ? SKIPPED : status; /* nobody cannot reach the libraries */
}

static int start_both(void)
{
    if (chmod(folder, 0777) != 0 || !copy_myself() || setenv("HIPDNN_PLUGIN_DIR", ZOO "/zoo_none.so", 1) != 0 ||
        setenv("HIPDNN_LOG_FILE", log_path, 1) != 0 || setenv("HIPDNN_LOG_LEVEL", "info", 1) != 0)
        return FAILED;
    /* Without rights the variable counts, or what follows shows nothing. */
    const int plain = start("plain");
    if (plain != PASSED)
        return plain;
    if (!give_rights()) {
        (void)printf("no file capability can be given here\n");
        return SKIPPED;
    }
    return start("secure");
}

int main(int count, char **arguments)
{
    if (count == 2)
        return be_started(strcmp(arguments[1], "secure") == 0);
    if (mkdtemp(folder) == NULL)
        return FAILED;
    (void)snprintf(copy_path, sizeof copy_path, "%s/program", folder);
    (void)snprintf(log_path, sizeof log_path, "%s/log", folder);
    const int status = start_both();
    (void)unlink(copy_path);
    return rmdir(folder) == 0 ? status : FAILED;
}
