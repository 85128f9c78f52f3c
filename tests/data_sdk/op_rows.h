/* SPDX-License-Identifier: MIT */
/* Tables of changes to a good node, and nodes at random. */
#ifndef TESTS_DATA_SDK_OP_ROWS_H
#define TESTS_DATA_SDK_OP_ROWS_H

#include "op_case.h"

/* A table is a macro, from which come the functions that make the changes, and the rows:
 *
 *   #define ADD(ROW) ROW(add_rank, "has 9 dimensions", op_case_give(...)) ...
 *   ADD(OP_CHANGE)
 *   static const op_row rows[] = {ADD(OP_ROW)}; */
typedef struct op_row {
    const char *name, *fragment; /* of the refusal; NULL: the node is good */
    void (*change)(void);
} op_row;

#define OP_CHANGE(name, fragment, ...)                                                                                 \
    static void change_##name(void)                                                                                    \
    {                                                                                                                  \
        __VA_ARGS__;                                                                                                   \
    }
#define OP_ROW(name, fragment, ...) {#name, fragment, change_##name},

/* For each row: sets up the good node, changes it, and asks for infer and check. */
void assert_op_rows(op_case *node, void (*setup)(void), const op_row *rows, size_t count);
#define ASSERT_OP_ROWS(node, setup, rows) assert_op_rows(node, setup, rows, sizeof(rows) / sizeof(rows)[0])

/* Sets up the good node and replaces dims and the attributes' `lists`, mostly by the ends of their range, many times:
 * the node may be refused, and nothing may overflow. */
void torture_op(op_case *node, void (*setup)(void), hipdnn_dims *const *lists, size_t list_count);

#endif
