/* SPDX-License-Identifier: MIT */
/* A graph for people, and the number that says what it means. */
#include "data_sdk/graph/fingerprint.h"
#include "data_sdk/graph/print.h"
#include "frontend/internal.h"

static hd_status begin(hipdnn_graph_t *graph, const void *out)
{
    HD_TRY(hd_graph_begin(graph));
    if (out == NULL)
        return hd_fail(HD_NULL_POINTER, "the place for the result is NULL");
    return hd_graph_validate(graph);
}

static hipdnnStatus_t describe(hipdnn_graph_t *graph, const char *function, char **out_text,
                               void (*put)(const hipdnn_data_graph *, hd_text *))
{
    hd_text text = {0};
    if (out_text != NULL)
        *out_text = NULL;
    hd_status status = begin(graph, out_text);
    if (status == HD_OK)
        put(&graph->snapshot.graph, &text);
    if (status == HD_OK && text.failed)
        status = hd_fail_alloc(text.size, "the graph's text");
    if (status == HD_OK)
        *out_text = text.data;
    else
        hd_text_release(&text);
    return hd_graph_end(graph, function, status);
}

hipdnnStatus_t hipdnn_graph_to_text(hipdnn_graph_t *graph, char **out_text)
{
    return describe(graph, __func__, out_text, hd_graph_print);
}

hipdnnStatus_t hipdnn_graph_to_dot(hipdnn_graph_t *graph, char **out_text)
{
    return describe(graph, __func__, out_text, hd_graph_draw);
}

hipdnnStatus_t hipdnn_graph_get_fingerprint(hipdnn_graph_t *graph, uint64_t *out_fingerprint)
{
    hd_status status = begin(graph, out_fingerprint);
    if (status == HD_OK)
        status = hd_graph_fingerprint(&graph->snapshot.graph, out_fingerprint);
    return hd_graph_end(graph, __func__, status);
}
