/* SPDX-License-Identifier: MIT */
#include "child.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

enum { PATIENCE_S = 120 };

void wait_for_child(int pid)
{
    int status = -1;
    assert_int_equal(waitpid(pid, &status, 0), pid);
    if (!WIFEXITED(status) || WEXITSTATUS(status) != CHILD_DONE)
        fail_msg("the child ended with wait status 0x%x", (unsigned)status);
}

void run_child(void (*child)(void))
{
    (void)fflush(NULL);
    const pid_t pid = fork();
    assert_true(pid >= 0);
    if (pid == 0) {
        /* cmocka would go on with the next test, in a process that is none of its own. */
        (void)setenv("CMOCKA_TEST_ABORT", "1", 1);
        (void)alarm(PATIENCE_S);
        child();
        _exit(1);
    }
    wait_for_child(pid);
}
