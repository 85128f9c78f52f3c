/* SPDX-License-Identifier: MIT */
/* Every certain row of tests/abi/backend-attributes.tsv, asked in every state: set and get before and after finalize,
 * with the right type and every other, with counts too small and too large, with NULL; and what finalize says without
 * it. The answers are the table's (D22): no decision makes us deviate from its columns, but for ranks, which D47
 * bounds. Values of single attributes: test_attributes.c and test_values.c. */
#include "attribute_rows.h"

#include <stdio.h>
#include <string.h>

/* Room for any value, and what it holds before a get. */
enum { ROOM = 4096, UNTOUCHED = 0xab };
static _Alignas(16) unsigned char room[ROOM];

static size_t failures;

static void complain(const row *r, const char *what, int answer, const char *wanted)
{
    char text[HIPDNN_ERROR_STRING_MAX_LENGTH];
    hipdnnGetLastErrorString(text, sizeof text);
    print_error("%s, %s of type %d, %s: %d '%s', the table wants %s\n", r->kind == NULL ? "a tensor" : r->kind, r->text,
                (int)r->type, what, answer, text, wanted);
    failures++;
}

/* Holds an answer against the table; false when it is a refusal, or not what it should be. */
static bool expect(const row *r, const char *what, hipdnnStatus_t answer, int wanted)
{
    char number[16];
    (void)snprintf(number, sizeof number, "%d", wanted);
    if (wanted == ANY_REFUSAL ? answer == HIPDNN_STATUS_SUCCESS : wanted != NOT_SAID && (int)answer != wanted)
        complain(r, what, (int)answer, wanted == ANY_REFUSAL ? "a refusal" : number);
    else
        return answer == HIPDNN_STATUS_SUCCESS;
    return false;
}

static void expect_number(const row *r, const char *what, int64_t seen, int64_t wanted)
{
    char number[24];
    (void)snprintf(number, sizeof number, "%lld", (long long)wanted);
    if (seen != wanted)
        complain(r, what, (int)seen, number);
}

#define REFUSED(what, answer, status) expect(r, what, (answer), HIPDNN_STATUS_##status)

static const int types[] = {0,  1,  2,  3,  4,  5,  6,  7,  8,  9,  10, 11, 12, 13, 14,    15,    16, 17,
                            18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 10000, 10001, 32, -1};

/* Whether the attribute takes this type, in this row or in another. */
static bool takes(const row *r, int type)
{
    for (const row *other = attribute_rows; other < attribute_rows + attribute_row_count; other++)
        if (other->kind != NULL && strcmp(other->kind, r->kind) == 0 && other->name == r->name &&
            (int)other->type == type)
            return true;
    return false;
}

static bool is_child(const row *r)
{
    return r->type == HIPDNN_TYPE_BACKEND_DESCRIPTOR;
}

/* ----------------------------------------------------------------------------------------------------------- set */

static void ask_set_types(descriptor object, const row *r)
{
    const value v = value_of(r);
    memset(room, 0, sizeof room);
    for (size_t i = 0; i < sizeof types / sizeof *types; i++)
        if (!takes(r, types[i]))
            REFUSED("set of a wrong type", set(object, r->name, (hipdnnBackendAttributeType_t)types[i], v.count, room),
                    BAD_PARAM);
}

static void ask_set_counts(descriptor object, const row *r)
{
    static char long_text[65537];
    static int64_t many[1025];
    const void *elements = value_of(r).elements;
    const bool is_text = r->rule == TEXT || r->rule == FILLED_TEXT;
    REFUSED("set of -1", set(object, r->name, r->type, -1, elements), BAD_PARAM);
    if (r->rule == ONE || r->rule == ONE_OR_UNSET)
        REFUSED("set of 2", set(object, r->name, r->type, 2, room), BAD_PARAM);
    if (r->rule == EXACT_BYTES) {
        REFUSED("set of a byte less", set(object, r->name, r->type, value_of(r).count - 1, elements), BAD_PARAM);
        REFUSED("set of a byte more", set(object, r->name, r->type, value_of(r).count + 1, room), BAD_PARAM);
    }
    if (r->rule == ANY || r->rule == TEXT)
        expect(r, "set of 0", set(object, r->name, r->type, 0, elements), HIPDNN_STATUS_SUCCESS);
    else if (r->rule != BYTES) /* where nothing is said */
        REFUSED("set of 0", set(object, r->name, r->type, 0, elements), BAD_PARAM);
    if (r->most > 0)
        REFUSED("set of too many",
                set(object, r->name, r->type, r->most + 1, is_text ? (const void *)long_text : (const void *)many),
                BAD_PARAM);
}

static void ask_set_pointers(descriptor object, const row *r)
{
    void *const none[2] = {NULL, NULL};
    REFUSED("set from NULL", set(object, r->name, r->type, value_of(r).count, NULL), BAD_PARAM_NULL_POINTER);
    if (r->type == HIPDNN_TYPE_HANDLE || is_child(r))
        REFUSED("set of a NULL element", set(object, r->name, r->type, 1, none), BAD_PARAM_NULL_POINTER);
    if (!is_child(r))
        return;
    descriptor pack = make_pack(1, (int64_t[]){1}, (void *[]){room}, NULL), stranger[] = {pack, pack};
    REFUSED("set of a child of another kind", set(object, r->name, r->type, 1, stranger), NOT_SUPPORTED);
    descriptor open = make_unfinalized_child(r);
    REFUSED("set of an unfinalized child", set(object, r->name, r->type, 1, &open), BAD_PARAM_NOT_FINALIZED);
    destroy(open);
    destroy(pack);
}

static void ask_set(const row *r)
{
    descriptor object = begin_around(r);
    if (r->set != HIPDNN_STATUS_SUCCESS) {
        expect(r, "set", set_row(object, r), r->set);
    } else {
        ask_set_types(object, r);
        ask_set_counts(object, r);
        ask_set_pointers(object, r);
        expect(r, "set", set_row(object, r), HIPDNN_STATUS_SUCCESS);
    }
    destroy(object);
}

/* ------------------------------------------------------------------------------------------------------ finalize */

static void ask_finalize(const row *r)
{
    descriptor object = begin_around(r);
    if (r->need == REQUIRED)
        REFUSED("finalize without it", hipdnnBackendFinalize(object), BAD_PARAM);
    else if (r->need != BY_VALUE) /* what a mode asks for is checked with the graph */
        expect(r, "finalize without it", hipdnnBackendFinalize(object), HIPDNN_STATUS_SUCCESS);
    destroy(object);
    if (r->need != TOGETHER)
        return;
    object = begin_around(r);
    expect(r, "set", set_row(object, r), HIPDNN_STATUS_SUCCESS);
    REFUSED("finalize with it alone", hipdnnBackendFinalize(object), BAD_PARAM);
    destroy(object);
}

/* ----------------------------------------------------------------------------------------------------------- get */

static int64_t get_count(const row *r)
{
    const value v = value_of(r);
    return r->rule == TEXT || r->rule == FILLED_TEXT ? v.count + 1 : v.count;
}

/* What was set, in room enough; what lies behind it stays as it was. */
static void ask_value(descriptor object, const row *r, const char *what)
{
    const value v = value_of(r);
    const bool is_known = r->set == HIPDNN_STATUS_SUCCESS || r->fixed != 0;
    const int64_t requested = r->flags & EXACT ? 1 : 64;
    const size_t used = (size_t)v.count * v.size;
    int64_t count = -1;
    memset(room, UNTOUCHED, sizeof room);
    if (!expect(r, what, get(object, r->name, r->type, requested, &count, room), HIPDNN_STATUS_SUCCESS))
        return;
    if (is_known) {
        expect_number(r, "the count of a get", count, get_count(r));
        if (memcmp(room, v.elements, used) != 0 ||
            room[used + (r->rule == TEXT || r->rule == FILLED_TEXT)] != UNTOUCHED)
            complain(r, what, 0, "the value that was set");
    }
    for (int64_t i = 0; is_child(r) && i < count; i++)
        destroy(((descriptor *)(void *)room)[i]);
}

static void ask_size(descriptor object, const row *r)
{
    int64_t count = -1, queried = -1;
    if (r->flags & EXACT) {
        REFUSED("get of 0", get(object, r->name, r->type, 0, &count, room), BAD_PARAM);
        REFUSED("get of 2", get(object, r->name, r->type, 2, &count, room), BAD_PARAM);
        REFUSED("get into NULL", get(object, r->name, r->type, 1, &count, NULL), BAD_PARAM_NULL_POINTER);
    } else if (r->flags & NO_QUERY) {
        REFUSED("get into NULL", get(object, r->name, r->type, 9, &count, NULL), BAD_PARAM_NULL_POINTER);
        REFUSED("get without a count", get(object, r->name, r->type, 9, NULL, room), BAD_PARAM_NULL_POINTER);
    } else {
        expect(r, "size query by 0", get(object, r->name, r->type, 0, &count, room), HIPDNN_STATUS_SUCCESS);
        expect(r, "size query by NULL", get(object, r->name, r->type, 0, &queried, NULL), HIPDNN_STATUS_SUCCESS);
        expect_number(r, "two size queries", queried, count);
        if (r->set == HIPDNN_STATUS_SUCCESS || r->fixed != 0)
            expect_number(r, "a size query", count, get_count(r));
        REFUSED("size query without a count", get(object, r->name, r->type, 0, NULL, room), BAD_PARAM_NULL_POINTER);
    }
    REFUSED("get of -1", get(object, r->name, r->type, -1, &count, room), BAD_PARAM);
}

static void ask_late_get(descriptor object, const row *r)
{
    int64_t count = -1;
    if (r->late_get != HIPDNN_STATUS_SUCCESS) {
        expect(r, "late get", get(object, r->name, r->type, 1, &count, room), r->late_get);
        return;
    }
    for (size_t i = 0; i < sizeof types / sizeof *types; i++)
        if (!takes(r, types[i]))
            REFUSED("get of a wrong type",
                    get(object, r->name, (hipdnnBackendAttributeType_t)types[i], 1, &count, room), BAD_PARAM);
    if (r->name != HIPDNN_ATTR_ENGINEHEUR_RESULTS) /* fills configs of the caller's: test_engines.c */
        ask_value(object, r, "late get");
    ask_size(object, r);
}

static void ask_get(const row *r)
{
    int64_t count = -1;
    const bool is_settable = r->set == HIPDNN_STATUS_SUCCESS;
    descriptor object = is_settable ? begin_with(r) : begin_around(r);
    if (r->early_get == HIPDNN_STATUS_SUCCESS)
        ask_value(object, r, "early get");
    else
        expect(r, "early get", get(object, r->name, r->type, 1, &count, room), r->early_get);
    if (expect(r, "finalize", hipdnnBackendFinalize(object), HIPDNN_STATUS_SUCCESS)) {
        REFUSED("late set", set_row(object, r), NOT_INITIALIZED);
        ask_late_get(object, r);
    }
    destroy(object);
}

/* An attribute that was never set and need not be. */
static void ask_unset(const row *r)
{
    int64_t count = -1;
    if (r->need == REQUIRED || r->set != HIPDNN_STATUS_SUCCESS || r->late_get != HIPDNN_STATUS_SUCCESS)
        return;
    descriptor object = begin_around(r);
    finalize(object);
    memset(room, UNTOUCHED, sizeof room);
    const hipdnnStatus_t status = get(object, r->name, r->type, r->flags & EXACT ? 1 : 64, &count, room);
    if (r->flags & UNSET_REFUSED) {
        REFUSED("get of an unset one", status, BAD_PARAM);
    } else if (expect(r, "get of an unset one", status, HIPDNN_STATUS_SUCCESS)) {
        if (r->rule == ONE_OR_UNSET || r->rule == SOME || r->rule == BYTES)
            expect_number(r, "the count of an unset one", count, 0);
        if (r->rule == TEXT)
            expect_number(r, "the count of an unset text", count, 1);
        if (count == 0 && room[0] != UNTOUCHED)
            complain(r, "get of an unset one", 0, "the array untouched");
    }
    destroy(object);
}

/* ---------------------------------------------------------------------------------------------------- the tests */

static void for_each_row(void (*ask)(const row *))
{
    failures = 0;
    for (const row *r = attribute_rows; r < attribute_rows + attribute_row_count; r++)
        if (r->kind != NULL)
            ask(r);
    assert_int_equal(failures, 0);
}

static void test_set(void **state)
{
    (void)state;
    for_each_row(ask_set);
}

static void test_finalize(void **state)
{
    (void)state;
    for_each_row(ask_finalize);
}

static void test_get(void **state)
{
    (void)state;
    for_each_row(ask_get);
}

static void test_get_of_the_unset(void **state)
{
    (void)state;
    for_each_row(ask_unset);
}

static bool has(const kind *k, const row *r)
{
    for (const row *other = attribute_rows; other < attribute_rows + attribute_row_count; other++)
        if (other->kind != NULL && strcmp(other->kind, k->name) == 0 && other->name == r->name)
            return true;
    return false;
}

/* Every name on every kind that does not have it, in the name's own type: before finalize set is NOT_SUPPORTED. */
static void test_names_of_other_kinds(void **state)
{
    (void)state;
    failures = 0;
    for (const kind *k = kinds; k < kinds + kind_count; k++) {
        descriptor object = make(k->type);
        for (const row *r = attribute_rows; r < attribute_rows + attribute_row_count; r++) {
            if (has(k, r))
                continue;
            const hipdnnStatus_t status =
                r->kind == NULL ? set(object, r->name, HIPDNN_TYPE_INT64, 1, (int64_t[]){1}) : set_row(object, r);
            if (!expect(r, "set of another kind's", status, HIPDNN_STATUS_NOT_SUPPORTED) && failures > 0)
                fail_msg("a %s was asked", k->name);
        }
        destroy(object);
    }
}

/* The table's kinds are those that can be created. */
static void test_kinds(void **state)
{
    (void)state;
    for (int type = -1; type < 100; type++) {
        descriptor object = NULL;
        bool is_known = false;
        for (size_t i = 0; i < kind_count; i++)
            is_known = is_known || (int)kinds[i].type == type;
        const hipdnnStatus_t status = hipdnnBackendCreateDescriptor((hipdnnBackendDescriptorType_t)type, &object);
        if (!is_known)
            assert_refused(status, NOT_SUPPORTED, "cannot be created");
        else
            assert_ok(status);
        if (is_known)
            destroy(object);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_kinds),
        cmocka_unit_test(test_set),
        cmocka_unit_test(test_finalize),
        cmocka_unit_test(test_get),
        cmocka_unit_test(test_get_of_the_unset),
        cmocka_unit_test(test_names_of_other_kinds),
    };
    return cmocka_run_group_tests(tests, make_values, drop_values);
}
