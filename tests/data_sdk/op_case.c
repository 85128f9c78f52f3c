/* SPDX-License-Identifier: MIT */
#include "op_case.h"

#include "sample.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

void op_case_give(op_case *node, int64_t uid, const char *name, hipdnn_dims dim)
{
    node->tensors[uid] = make_tensor(uid, name, dim);
}

void op_case_leave(op_case *node, int64_t uid, const char *name)
{
    node->tensors[uid] = make_tensor(uid, name, (hipdnn_dims){.count = 0});
}

static hipdnn_data_tensor *find(const hd_op_context *context, int64_t uid)
{
    const op_case *node = context->graph;
    return uid >= 0 && uid < node->tensor_count ? (hipdnn_data_tensor *)&node->tensors[uid] : NULL;
}

static hd_op_context context_of(const op_case *node)
{
    return (hd_op_context){.node = "n",
                           .compute_data_type = HIPDNN_TYPE_F32,
                           .attributes = node->attributes,
                           .tensor = find,
                           .graph = node};
}

hd_status op_case_infer(op_case *node)
{
    const hd_op_context context = context_of(node);
    return node->operation->infer(&context);
}

hd_status op_case_check(op_case *node)
{
    const hd_op_context context = context_of(node);
    return node->operation->check(&context);
}

void assert_inferred(const char *what, const op_case *node, int64_t uid, const hipdnn_dims *dim,
                     const hipdnn_dims *stride)
{
    char a[HD_DIMS_TEXT_SIZE], b[HD_DIMS_TEXT_SIZE];
    const hipdnn_data_tensor *tensor = &node->tensors[uid];
    if (!hd_dims_equal(&tensor->dim, dim))
        fail_msg("%s: dims of %s are %s instead of %s", what, tensor->name, hd_dims_text(&tensor->dim, a, sizeof a),
                 hd_dims_text(dim, b, sizeof b));
    if (!hd_dims_equal(&tensor->stride, stride))
        fail_msg("%s: strides of %s are %s instead of %s", what, tensor->name,
                 hd_dims_text(&tensor->stride, a, sizeof a), hd_dims_text(stride, b, sizeof b));
}

void assert_accepted(const char *what, op_case *node)
{
    if (op_case_infer(node) != HD_OK || op_case_check(node) != HD_OK)
        fail_msg("%s: %s", what, hd_error_text());
}

void assert_refused(const char *what, op_case *node, const char *fragment)
{
    hd_error_clear();
    hd_status status = op_case_infer(node);
    if (status == HD_OK)
        status = op_case_check(node);
    if (status != HD_BAD_PARAM || strncmp(hd_error_text(), "node 'n': ", 10) != 0 ||
        strstr(hd_error_text(), fragment) == NULL)
        fail_msg("%s: status %d, '%s' instead of '%s'", what, status, hd_error_text(), fragment);
}
