/* SPDX-License-Identifier: MIT */
/* Which policies are asked: HIPDNN_HEUR_POLICY_ORDER, else the descriptor's ids, else the list of the mode (D1, D11,
 * D42). */
#include "base/ids.h"
#include "hipdnn_backend_enums.h"
#include "selection/order.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include <cmocka.h>

static const char variable[] = "HIPDNN_HEUR_POLICY_ORDER";
static const int64_t own[] = {5, 6, 5};

static hd_policy_order resolve(int32_t mode, bool is_set, size_t count)
{
    hd_policy_order order;
    if (hd_policy_order_resolve(mode, is_set, own, count, &order) != HD_OK)
        fail_msg("%s", hd_error_text());
    return order;
}

static void test_tokens(void **state)
{
    (void)state;
    static const struct {
        const char *text, *token; /* one token, and what of it is a name; NULL: it is a number */
        int64_t number;
    } rows[] = {
        {"7", NULL, 7},
        {"-5112828146460458467", NULL, -5112828146460458467},
        {"+3", NULL, 3},
        {"007", NULL, 7},
        {"9223372036854775807", NULL, INT64_MAX},
        {"-9223372036854775808", NULL, INT64_MIN},
        {"  12 ", NULL, 12},
        {"\t12\n", NULL, 12},
        /* Everything that strtoll does not take whole is a name. */
        {"9223372036854775808", "9223372036854775808", 0},
        {"-9223372036854775809", "-9223372036854775809", 0},
        {"12x", "12x", 0},
        {"0x12", "0x12", 0},
        {"1 2", "1 2", 0},
        {"-", "-", 0},
        {"SelectionHeuristic::Config", "SelectionHeuristic::Config", 0},
        {"  a name with blanks ", "a name with blanks", 0},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        assert_int_equal(setenv(variable, rows[i].text, 1), 0);
        hd_policy_order order = resolve(HIPDNN_HEUR_MODE_FALLBACK, false, 0);
        assert_int_equal(order.source, HD_ORDER_ENVIRONMENT);
        assert_int_equal(order.count, 1);
        const int64_t wanted = rows[i].token == NULL ? rows[i].number : hd_name_to_id(rows[i].token);
        if (order.ids[0] != wanted)
            fail_msg("'%s' is read as another id", rows[i].text);
        hd_policy_order_release(&order);
    }
}

static void test_lists(void **state)
{
    (void)state;
    assert_int_equal(setenv(variable, ",, 3 ,b,\t,3,", 1), 0);
    hd_policy_order order = resolve(HIPDNN_HEUR_MODE_FALLBACK, true, 3);
    assert_int_equal(order.source, HD_ORDER_ENVIRONMENT);
    assert_int_equal(order.count, 3); /* empty tokens are skipped, repeats are kept (D6) */
    assert_true(order.ids[0] == 3 && order.ids[1] == hd_name_to_id("b") && order.ids[2] == 3);
    hd_policy_order_release(&order);
}

/* A list without a token is no list. */
static void test_blank_lists(void **state)
{
    (void)state;
    static const char *const blanks[] = {"", " ", "\t\n", ",", " , ,\t"};
    for (size_t i = 0; i < sizeof blanks / sizeof *blanks; i++) {
        assert_int_equal(setenv(variable, blanks[i], 1), 0);
        hd_policy_order order = resolve(HIPDNN_HEUR_MODE_FALLBACK, true, 3);
        assert_int_equal(order.source, HD_ORDER_DESCRIPTOR);
        assert_int_equal(order.count, 3);
        assert_memory_equal(order.ids, own, sizeof own);
        hd_policy_order_release(&order);
    }
}

/* An order of no policies, set by the user, is an order; finalize fails with it. */
static void test_an_empty_order_of_the_descriptor(void **state)
{
    (void)state;
    hd_policy_order order = resolve(HIPDNN_HEUR_MODE_FALLBACK, true, 0);
    assert_int_equal(order.source, HD_ORDER_DESCRIPTOR);
    assert_int_equal(order.count, 0);
    hd_policy_order_release(&order);
}

static void test_modes(void **state)
{
    (void)state;
    static const char *const full[] = {"SelectionHeuristic::Config", "SelectionHeuristic::Cache",
                                       "SelectionHeuristic::Rules", "SelectionHeuristic::Learned",
                                       "SelectionHeuristic::StaticOrdering"};
    static const char *const fallback[] = {"SelectionHeuristic::Config", "SelectionHeuristic::StaticOrdering"};
    static const struct {
        int32_t mode;
        size_t count;
        const char *const *names;
    } rows[] = {
        {HIPDNN_HEUR_MODE_FALLBACK, 2, fallback},
        {HIPDNN_HEUR_MODE_A_EXT, 5, full},
        {HIPDNN_HEUR_MODE_B_EXT, 5, full},
        {HIPDNN_HEUR_MODE_INSTANT_EXT, 5, full},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        assert_int_equal(hd_policy_mode_check(rows[i].mode), HD_OK);
        hd_policy_order order = resolve(rows[i].mode, false, 0);
        assert_int_equal(order.source, HD_ORDER_MODE);
        assert_int_equal(order.count, rows[i].count);
        for (size_t j = 0; j < order.count; j++)
            assert_true(order.ids[j] == hd_name_to_id(rows[i].names[j]));
        hd_policy_order_release(&order);
    }
    static const int32_t unknown[] = {1, -1, 69999, 70003};
    for (size_t i = 0; i < sizeof unknown / sizeof *unknown; i++) {
        hd_policy_order order;
        assert_int_equal(hd_policy_mode_check(unknown[i]), HD_NOT_SUPPORTED);
        assert_int_equal(hd_policy_order_resolve(unknown[i], false, NULL, 0, &order), HD_NOT_SUPPORTED);
        assert_null(order.ids);
    }
}

static int unset(void **state)
{
    (void)state;
    return unsetenv(variable);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(test_tokens, unset),
        cmocka_unit_test_setup(test_lists, unset),
        cmocka_unit_test_setup(test_blank_lists, unset),
        cmocka_unit_test_setup(test_an_empty_order_of_the_descriptor, unset),
        cmocka_unit_test_setup(test_modes, unset),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
