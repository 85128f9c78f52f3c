/* SPDX-License-Identifier: MIT */
#include "backend/graph_log.h"

#include "base/environment.h"
#include "base/log.h"
#include "base/text.h"
#include "data_sdk/json/json.h"
#include "data_sdk/json/uuid.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* All of it, or an errno. */
static int write_all(int file, const char *bytes, size_t size)
{
    while (size > 0) {
        const ssize_t written = write(file, bytes, size);
        if (written < 0 && errno != EINTR)
            return errno;
        if (written > 0) {
            bytes += written;
            size -= (size_t)written;
        }
    }
    return 0;
}

/* A file that is there already is the same graph: ids are random. */
static int write_file(const char *path, const hd_text *text)
{
    const int file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0644);
    if (file < 0)
        return errno == EEXIST ? 0 : errno;
    const int failed = write_all(file, text->data, text->size);
    return close(file) == 0 || failed != 0 ? failed : errno;
}

void hd_graph_log(const hipdnn_data_graph *graph)
{
    const char *folder = hd_environment("HIPDNN_LOG_GRAPH_DIR");
    char id[HD_UUID_TEXT_SIZE];
    char path[PATH_MAX];
    hd_text text = {0};
    if (folder == NULL)
        return;
    const int length = snprintf(path, sizeof path, "%s/graph_%s.json", folder, hd_uuid_text(graph->id, id));
    int failed = length < 0 || (size_t)length >= sizeof path ? ENAMETOOLONG : 0;
    if (failed == 0 && mkdir(folder, 0755) != 0 && errno != EEXIST)
        failed = errno;
    if (failed == 0 && hd_graph_to_json(graph, true, &text) != HD_OK)
        hd_log(HD_WARN, "graph '%s' could not be written to %s: %s", graph->name, path, hd_error_text());
    else if (failed == 0)
        failed = write_file(path, &text);
    if (failed != 0)
        hd_log(HD_WARN, "graph '%s' could not be written to %s: %s", graph->name, path, strerror(failed));
    hd_text_release(&text);
}
