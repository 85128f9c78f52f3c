/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE /* syscall */
#include "backend/logger.h"

#include "backend/descriptors/pool.h"
#include "backend/log_callbacks.h"
#include "base/environment.h"
#include "plugin/registry.h"

#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

static pthread_once_t started = PTHREAD_ONCE_INIT;
static FILE *file; /* NULL: stderr; open until the process ends */

void hd_logger_write(hd_severity severity, const char *component, const char *text)
{
    static const char *const words[] = {"info", "warning", "error", "critical"};
    struct timespec now;
    struct tm local;
    char stamp[32] = "";
    const int number = (int)severity;
    if (!hd_log_enabled(severity) || number < HD_INFO || number > HD_FATAL)
        return;
    (void)clock_gettime(CLOCK_REALTIME, &now);
    if (localtime_r(&now.tv_sec, &local) != NULL)
        (void)strftime(stamp, sizeof stamp, "%Y-%m-%d %H:%M:%S", &local);
    char line[4608];
    (void)snprintf(line, sizeof line, "[%s] %s", component, text);
    /* One call, so that lines of several threads and processes do not mix. */
    (void)fprintf(file == NULL ? stderr : file, "[%s.%03ld] [tid %ld] [%s] %s\n", stamp, now.tv_nsec / 1000000,
                  (long)syscall(SYS_gettid), words[number], line);
    if (file != NULL)
        (void)fflush(file);
    hd_log_callbacks_call(severity, line);
}

static void sink(hd_severity severity, const char *text)
{
    hd_logger_write(severity, "hipdnn_backend", text);
}

static hd_severity level_of(const char *word)
{
    static const struct {
        const char *word;
        hd_severity level;
    } levels[] = {{"info", HD_INFO}, {"warn", HD_WARN}, {"error", HD_ERROR}, {"fatal", HD_FATAL}};
    for (size_t i = 0; word != NULL && i < sizeof levels / sizeof *levels; i++) {
        if (strcasecmp(word, levels[i].word) == 0)
            return levels[i].level;
    }
    return HD_OFF;
}

/* A child of fork has one thread: the locks that others held at that moment would never be given back. From the outer
 * lock to the inner ones. */
static void before_fork(void)
{
    hd_registry_before_fork();
    hd_pool_before_fork();
    hd_log_callbacks_before_fork();
}

static void after_fork(void)
{
    hd_log_callbacks_after_fork();
    hd_pool_after_fork();
    hd_registry_after_fork();
}

static void after_fork_in_child(void)
{
    hd_log_callbacks_in_child();
    hd_pool_after_fork();
    hd_registry_after_fork();
}

static void start(void)
{
    (void)pthread_atfork(before_fork, after_fork, after_fork_in_child);
    const char *path = hd_environment("HIPDNN_LOG_FILE");
    hd_log_set_sink(sink);
    hd_log_set_threshold(level_of(hd_environment("HIPDNN_LOG_LEVEL")));
    if (path == NULL || !hd_log_enabled(HD_FATAL))
        return;
    file = fopen(path, "ae");
    if (file == NULL)
        hd_log(HD_ERROR, "HIPDNN_LOG_FILE '%s' cannot be opened for appending; the log goes to stderr", path);
}

void hd_logger_start(void)
{
    (void)pthread_once(&started, start);
}
