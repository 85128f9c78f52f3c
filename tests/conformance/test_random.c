/* SPDX-License-Identifier: MIT */
/* The reference engine against the oracle on random graphs.
 *
 *     test_random [SEED [KIND CASE]]      HIPDNN_TEST_SEED=SEED test_random
 *
 * A failure prints seed, kind, case and graph; the same seed gives the same cases on every machine, and KIND and CASE
 * run one alone. The engine has to take every graph. */
#include "generate.h"
#include "trial.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { GRAPHS = 1000 /* of each kind */, MOST_FAILURES = 5 };

static uint64_t seed = 1;
static const char *only_kind;
static long only_case = -1;
static hipdnnHandle_t handle;

typedef struct tally {
    int by_family[GENERATE_FAMILIES], ran, failed;
    double units; /* largest error */
} tally;

static void count_family(tally *all, const char *family)
{
    for (int i = 0; i < GENERATE_FAMILIES; i++)
        all->by_family[i] += strcmp(family, generate_families[i]) == 0;
    all->ran++;
}

static void run_case(generate_kind kind, long number, tally *all)
{
    random_stream stream = random_start(seed, (uint64_t)kind << 32 | (uint64_t)number);
    const generated graph = generate(&stream, kind, number);
    trial t = {.json = graph.json};
    if (!trial_run(&t, handle, &stream)) {
        all->failed++;
        (void)fprintf(stderr, "seed %llu, %s, case %ld: %s\n%s\n", (unsigned long long)seed, generate_kind_name(kind),
                      number, t.problem, graph.json);
    }
    count_family(all, graph.family);
    all->units = fmax(all->units, t.units);
    trial_end(&t);
    free(graph.json);
}

static void print_tally(generate_kind kind, const tally *all)
{
    (void)printf("%-12s %5d graphs (", generate_kind_name(kind), all->ran);
    for (int i = 0; i < GENERATE_FAMILIES; i++)
        (void)printf("%s%s: %d", i == 0 ? "" : ", ", generate_families[i], all->by_family[i]);
    (void)printf("), error up to %.2g units of %g\n", all->units, ORACLE_TOLERANCE);
}

static void run_kind(generate_kind kind)
{
    tally all = {0};
    if (only_kind != NULL && strcmp(only_kind, generate_kind_name(kind)) != 0)
        return;
    if (only_case >= 0)
        run_case(kind, only_case, &all);
    for (long number = 0; only_case < 0 && number < GRAPHS; number++) {
        run_case(kind, number, &all);
        if (all.failed >= MOST_FAILURES)
            fail_msg("%d graphs failed; the rest is not run", all.failed);
    }
    print_tally(kind, &all);
    assert_int_equal(all.failed, 0);
}

static void test_random_graphs(void **state)
{
    run_kind(*(const generate_kind *)*state);
}

static int make_handle(void **state)
{
    (void)state;
    return hipdnnCreateForDevice_ext(&handle, HIPDNN_DEVICE_KIND_CPU, 0) == HIPDNN_STATUS_SUCCESS ? 0 : -1;
}

static int drop_handle(void **state)
{
    (void)state;
    return hipdnnDestroy(handle) == HIPDNN_STATUS_SUCCESS ? 0 : -1;
}

int main(int argc, char **argv)
{
    struct CMUnitTest tests[GENERATE_KINDS];
    generate_kind kinds[GENERATE_KINDS];
    const char *given = argc > 1 ? argv[1] : getenv("HIPDNN_TEST_SEED");
    if (given != NULL && given[0] != '\0')
        seed = strtoull(given, NULL, 10);
    only_kind = argc > 2 ? argv[2] : NULL;
    only_case = argc > 3 ? strtol(argv[3], NULL, 10) : -1;
    (void)printf("seed %llu\n", (unsigned long long)seed);
    for (int i = 0; i < GENERATE_KINDS; i++) {
        kinds[i] = (generate_kind)i;
        tests[i] = (struct CMUnitTest){generate_kind_name(kinds[i]), test_random_graphs, NULL, NULL, &kinds[i]};
    }
    return cmocka_run_group_tests(tests, make_handle, drop_handle);
}
