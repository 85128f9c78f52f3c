/* SPDX-License-Identifier: MIT */
/* Attention and its gradient: what is inferred, computed by hand, and what is refused, by a piece of its sentence. */
#include "op_rows.h"
#include "sample.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

/* uids, which are places among the node's tensors */
enum {
    Q,
    K,
    V,
    O,
    STATS,
    MAX,
    SUM_EXP,
    RNG_DUMP,
    AMAX_S,
    AMAX_O,
    ATTN_SCALE,
    MASK,
    LENGTH_Q,
    LENGTH_KV,
    SEED,
    OFFSET,
    DROP_MASK,
    DROP_SCALE,
    DROP_SCALE_INV,
    TABLE_K,
    TABLE_V,
    DOUT,
    DQ,
    DK,
    DV,
    DBIAS,
    TENSORS
};

static op_case node;
static hipdnn_data_sdpa sdpa;

/* Grouped queries: eight heads of q, four of k, two of v, and rows of v that are shorter. */
static void setup(void)
{
    node = (op_case){&hd_operation_sdpa, &sdpa, .tensor_count = TENSORS};
    sdpa = (hipdnn_data_sdpa){.q = Q, .k = K, .v = V, .o = O};
    op_case_give(&node, Q, "q", SHAPE(2, 8, 5, 16));
    op_case_give(&node, K, "k", SHAPE(2, 4, 7, 16));
    op_case_give(&node, V, "v", SHAPE(2, 2, 7, 12));
    op_case_leave(&node, O, "o");
}

static void give(hipdnn_optional_i64 *field, int64_t uid, const char *name, hipdnn_dims dim)
{
    *field = (hipdnn_optional_i64){true, uid};
    op_case_give(&node, uid, name, dim);
}

static void want(hipdnn_optional_i64 *field, int64_t uid, const char *name)
{
    *field = (hipdnn_optional_i64){true, uid};
    op_case_leave(&node, uid, name);
}

static void give_i32(hipdnn_optional_i64 *field, int64_t uid, const char *name, hipdnn_dims dim)
{
    give(field, uid, name, dim);
    node.tensors[uid].data_type = HIPDNN_TYPE_I32;
}

static void drop(float probability)
{
    sdpa.dropout_probability = (hipdnn_optional_f32)HIPDNN_SOME(probability);
}

static void draw(float probability)
{
    drop(probability);
    give(&sdpa.seed, SEED, "seed", SHAPE(1));
    give(&sdpa.offset, OFFSET, "offset", SHAPE(1, 1, 1, 1));
}

static void drop_by_mask(hipdnn_dims dim)
{
    give(&sdpa.dropout_mask, DROP_MASK, "drop", dim);
    give(&sdpa.dropout_scale, DROP_SCALE, "drop_scale", SHAPE(1));
}

static void pad(hipdnn_dims q, hipdnn_dims kv)
{
    sdpa.padding_mask = true;
    give_i32(&sdpa.seq_len_q, LENGTH_Q, "length_q", q);
    give_i32(&sdpa.seq_len_kv, LENGTH_KV, "length_kv", kv);
}

/* Ten pages of four rows; at most five rows, two pages, per sequence. */
static void page(void)
{
    op_case_give(&node, K, "k", SHAPE(10, 4, 4, 16));
    op_case_give(&node, V, "v", SHAPE(10, 2, 4, 12));
    give_i32(&sdpa.page_table_k, TABLE_K, "table_k", SHAPE(2, 1, 2, 1));
    give_i32(&sdpa.page_table_v, TABLE_V, "table_v", SHAPE(2, 1, 2, 1));
    sdpa.max_seq_len_kv = (hipdnn_optional_i32)HIPDNN_SOME(5);
}

/* ----------------------------------------------------------------------------------------------- inferred */

/* clang-format off */
static const struct {
    const char *what;
    hipdnn_dims q, q_stride, k, v, o, o_stride, rows, rows_stride;
} shapes[] = {
    {"one head", D(1, 1, 4, 8), D(32, 32, 8, 1), D(1, 1, 4, 8), D(1, 1, 4, 8),
     D(1, 1, 4, 8), D(32, 32, 8, 1), D(1, 1, 4, 1), D(4, 4, 1, 1)},
    {"grouped queries, shorter values", D(2, 8, 5, 16), D(640, 80, 16, 1), D(2, 4, 7, 16), D(2, 2, 7, 12),
     D(2, 8, 5, 12), D(480, 60, 12, 1), D(2, 8, 5, 1), D(40, 5, 1, 1)},
    {"heads inside: o is packed all the same", D(2, 8, 5, 16), D(640, 16, 128, 1), D(2, 8, 5, 16), D(2, 8, 5, 16),
     D(2, 8, 5, 16), D(640, 80, 16, 1), D(2, 8, 5, 1), D(40, 5, 1, 1)},
    {"one query", D(3, 4, 1, 64), D(256, 64, 64, 1), D(3, 1, 1000, 64), D(3, 1, 1000, 64),
     D(3, 4, 1, 64), D(256, 64, 64, 1), D(3, 4, 1, 1), D(4, 1, 1, 1)},
};
/* clang-format on */

static void test_sdpa_infers(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof shapes / sizeof shapes[0]; i++) {
        setup();
        op_case_give(&node, Q, "q", shapes[i].q);
        node.tensors[Q].stride = shapes[i].q_stride;
        op_case_give(&node, K, "k", shapes[i].k);
        op_case_give(&node, V, "v", shapes[i].v);
        want(&sdpa.stats, STATS, "stats");
        want(&sdpa.max, MAX, "max");
        want(&sdpa.sum_exp, SUM_EXP, "sum_exp");
        assert_accepted(shapes[i].what, &node);
        assert_inferred(shapes[i].what, &node, O, &shapes[i].o, &shapes[i].o_stride);
        for (int64_t uid = STATS; uid <= SUM_EXP; uid++)
            assert_inferred(shapes[i].what, &node, uid, &shapes[i].rows, &shapes[i].rows_stride);
    }
}

static void test_sdpa_infers_the_rarer_outputs(void **state)
{
    (void)state;
    setup();
    want(&sdpa.rng_dump, RNG_DUMP, "rng_dump");
    want(&sdpa.amax_s, AMAX_S, "amax_s");
    want(&sdpa.amax_o, AMAX_O, "amax_o");
    assert_accepted("whole", &node);
    assert_inferred("whole", &node, RNG_DUMP, &SHAPE(2, 8, 5, 7), &SHAPE(280, 35, 7, 1));
    assert_inferred("whole", &node, AMAX_S, &SHAPE(1, 1, 1, 1), &SHAPE(1, 1, 1, 1));
    assert_inferred("whole", &node, AMAX_O, &SHAPE(1, 1, 1, 1), &SHAPE(1, 1, 1, 1));

    setup();
    page();
    want(&sdpa.rng_dump, RNG_DUMP, "rng_dump");
    assert_accepted("paged", &node);
    assert_inferred("paged", &node, O, &SHAPE(2, 8, 5, 12), &SHAPE(480, 60, 12, 1));
    assert_inferred("paged", &node, RNG_DUMP, &SHAPE(2, 8, 5, 5), &SHAPE(200, 25, 5, 1));
}

static void test_what_is_given_is_not_inferred(void **state)
{
    (void)state;
    setup();
    op_case_give(&node, O, "o", SHAPE(2, 8, 5, 12));
    node.tensors[O].stride = SHAPE(480, 12, 96, 1);
    assert_accepted("heads inside", &node);
    assert_inferred("heads inside", &node, O, &SHAPE(2, 8, 5, 12), &SHAPE(480, 12, 96, 1));
}

/* --------------------------------------------------------------------------------------------------- sdpa */

/* clang-format off */
#define SDPA(ROW)                                                                                                      \
    /* good */                                                                                                         \
    ROW(plain, NULL, (void)0)                                                                                          \
    ROW(causal, NULL, sdpa.causal_mask = true)                                                                         \
    ROW(causal_bottom_right, NULL, sdpa.causal_mask_bottom_right = true)                                               \
    ROW(causal_by_bounds, NULL,                                                                                        \
        sdpa.right_bound = (hipdnn_optional_i64)HIPDNN_SOME(0);                                                        \
        sdpa.left_bound = (hipdnn_optional_i64)HIPDNN_SOME(INT64_MAX);                                                 \
        sdpa.diagonal_alignment = HIPDNN_DIAGONAL_ALIGNMENT_BOTTOM_RIGHT_EXT)                                          \
    ROW(scale_tensor, NULL, give(&sdpa.scale, ATTN_SCALE, "scale", SHAPE(1, 1, 1, 1)))                                 \
    ROW(scale_value, NULL, sdpa.attn_scale_value = (hipdnn_optional_f32)HIPDNN_SOME(0.25F))                            \
    ROW(mask_whole, NULL, give(&sdpa.attn_mask, MASK, "mask", SHAPE(2, 8, 5, 7)))                                      \
    ROW(mask_stretched, NULL, give(&sdpa.attn_mask, MASK, "mask", SHAPE(1, 8, 1, 1)))                                  \
    ROW(mask_of_keys, NULL, give(&sdpa.attn_mask, MASK, "mask", SHAPE(7)))                                             \
    ROW(mask_matrix, NULL, give(&sdpa.attn_mask, MASK, "mask", SHAPE(5, 7)))                                           \
    ROW(padded, NULL, pad(SHAPE(2, 1, 1, 1), SHAPE(2, 1, 1, 1)))                                                       \
    ROW(lengths_alone, NULL, pad(SHAPE(2, 1, 1, 1), SHAPE(2, 1, 1, 1)); sdpa.padding_mask = false)                     \
    ROW(drawn, NULL, draw(0.1F))                                                                                       \
    ROW(nothing_dropped, NULL, drop(0.0F))                                                                             \
    ROW(dropped_by_mask, NULL, drop_by_mask(SHAPE(1, 8, 5, 7)))                                                        \
    ROW(stats_asked, NULL,                                                                                             \
        want(&sdpa.stats, STATS, "stats");                                                                             \
        sdpa.generate_stats = (hipdnn_optional_bool)HIPDNN_SOME(true))                                                 \
    ROW(stats_not_asked, NULL, sdpa.generate_stats = (hipdnn_optional_bool)HIPDNN_SOME(false))                         \
    ROW(paged, NULL, page(); give(&sdpa.attn_mask, MASK, "mask", SHAPE(5, 5)))                                         \
    /* tensors */                                                                                                      \
    ROW(no_q, "q_tensor_uid is 31, but the graph has no tensor of that uid; add it", sdpa.q = 31)                      \
    ROW(no_mask, "attn_mask_tensor_uid is 30, but the graph", sdpa.attn_mask = (hipdnn_optional_i64)HIPDNN_SOME(30))   \
    ROW(q_rank, "q tensor 'q' (uid 0) has 3 dimensions, but 4 are needed: [B, H, S, D]; give it those",                \
        op_case_give(&node, Q, "q", SHAPE(8, 5, 16)))                                                                  \
    ROW(k_empty, "k tensor 'k' (uid 1) has dims [2, 0, 7, 16], but [B, H, S, D] is needed: dims[1] is 0, at least 1",  \
        node.tensors[K].dim.v[1] = 0)                                                                                  \
    ROW(v_negative, "dims[1] is -9223372036854775808, at least 1", node.tensors[V].dim.v[1] = INT64_MIN)               \
    ROW(k_batch, "k tensor 'k' (uid 1) has a batch size (dims[0]) of 3, but that of q tensor 'q' (uid 0) is 2; they",  \
        op_case_give(&node, K, "k", SHAPE(3, 4, 7, 16)))                                                               \
    ROW(v_batch, "v tensor 'v' (uid 2) has a batch size (dims[0]) of 1",                                               \
        op_case_give(&node, V, "v", SHAPE(1, 2, 7, 12)))                                                               \
    ROW(v_length, "v tensor 'v' (uid 2) has a sequence length (dims[2]) of 8, but that of k tensor 'k' (uid 1) is 7",  \
        op_case_give(&node, V, "v", SHAPE(2, 2, 8, 12)))                                                               \
    ROW(k_width, "k tensor 'k' (uid 1) has a head size (dims[3]) of 12, but that of q tensor 'q' (uid 0) is 16",       \
        op_case_give(&node, K, "k", SHAPE(2, 4, 7, 12)))                                                               \
    ROW(k_heads, "q tensor 'q' (uid 0) has 8 heads and k tensor 'k' (uid 1) has 3; the first must be a multiple",      \
        op_case_give(&node, K, "k", SHAPE(2, 3, 7, 16)))                                                               \
    ROW(v_heads, "has 8 heads and v tensor 'v' (uid 2) has 16; the first",                                             \
        op_case_give(&node, V, "v", SHAPE(2, 16, 7, 12)))                                                              \
    ROW(o_shape, "o tensor 'o' (uid 3) has dims [2, 8, 5, 16], but [B, Hq, Sq, Dv] is needed: dims[3] is 16, only 12", \
        op_case_give(&node, O, "o", SHAPE(2, 8, 5, 16)))                                                               \
    ROW(stats_shape, "stats tensor 'stats' (uid 4) has 3 dimensions, but 4 are needed: [B, Hq, Sq, 1]",                \
        give(&sdpa.stats, STATS, "stats", SHAPE(2, 8, 5)))                                                             \
    ROW(rng_dump_shape, "rng_dump tensor 'dump' (uid 7) has dims [2, 8, 5, 5], but [B, Hq, Sq, Skv] is needed",        \
        give(&sdpa.rng_dump, RNG_DUMP, "dump", SHAPE(2, 8, 5, 5)))                                                     \
    ROW(amax_shape, "amax_o tensor 'amax' (uid 9) has dims [8], but it is one number: only extents of 1 are allowed",  \
        give(&sdpa.amax_o, AMAX_O, "amax", SHAPE(8)))                                                                  \
    /* options */                                                                                                      \
    ROW(stats_missing, "generate_stats is true, but stats_tensor_uid is missing; give a tensor for them",              \
        sdpa.generate_stats = (hipdnn_optional_bool)HIPDNN_SOME(true))                                                 \
    ROW(stats_unasked, "generate_stats is false, but stats tensor 'stats' (uid 4) is given; leave one of them out",    \
        want(&sdpa.stats, STATS, "stats"); sdpa.generate_stats = (hipdnn_optional_bool)HIPDNN_SOME(false))             \
    ROW(two_scales, "scale tensor 'scale' (uid 10) and attn_scale_value 0.5 are both given, one is allowed; leave",    \
        give(&sdpa.scale, ATTN_SCALE, "scale", SHAPE(1));                                                              \
        sdpa.attn_scale_value = (hipdnn_optional_f32)HIPDNN_SOME(0.5F))                                                \
    ROW(many_scales, "scale tensor 'scale' (uid 10) has dims [1, 8], but it is one number",                            \
        give(&sdpa.scale, ATTN_SCALE, "scale", SHAPE(1, 8)))                                                           \
    ROW(left, "left_bound is -1, at least 0 is allowed", sdpa.left_bound = (hipdnn_optional_i64)HIPDNN_SOME(-1))       \
    ROW(right, "right_bound is -2, at least 0", sdpa.right_bound = (hipdnn_optional_i64)HIPDNN_SOME(-2))               \
    ROW(two_corners, "causal_mask and causal_mask_bottom_right are both true, one is allowed",                         \
        sdpa.causal_mask = sdpa.causal_mask_bottom_right = true)                                                       \
    ROW(mask_rank, "attn_mask tensor 'mask' (uid 11) has 5 dimensions, but the scores that it lies over have 4: "      \
        "[B, Hq, Sq, Skv] = [2, 8, 5, 7]; give it no more", give(&sdpa.attn_mask, MASK, "mask", SHAPE(1, 2, 8, 5, 7))) \
    ROW(mask_keys, "attn_mask tensor 'mask' (uid 11) has dims [5, 16], which do not fit the scores' "                  \
        "[B, Hq, Sq, Skv] = [2, 8, 5, 7]: dims[1] is 16, 7 or 1 is allowed",                                           \
        give(&sdpa.attn_mask, MASK, "mask", SHAPE(5, 16)))                                                             \
    ROW(mask_queries, "dims[2] is 4, 5 or 1 is allowed", give(&sdpa.attn_mask, MASK, "mask", SHAPE(1, 1, 4, 7)))       \
    ROW(mask_heads, "dims[1] is 4, 8 or 1 is allowed", give(&sdpa.attn_mask, MASK, "mask", SHAPE(1, 4, 1, 7)))         \
    ROW(lengths_missing, "padding_mask is true, but seq_len_q_tensor_uid is missing", sdpa.padding_mask = true)        \
    ROW(length_missing, "padding_mask is true, but seq_len_kv_tensor_uid is missing; give one length per batch entry", \
        pad(SHAPE(2, 1, 1, 1), SHAPE(2, 1, 1, 1)); sdpa.seq_len_kv.set = false)                                        \
    ROW(length_shape, "seq_len_kv tensor 'length_kv' (uid 13) has dims [1, 1, 1, 1], but [B, 1, 1, 1] is needed: "     \
        "dims[0] is 1, only 2 is allowed", pad(SHAPE(2, 1, 1, 1), SHAPE(1, 1, 1, 1)))                                  \
    ROW(length_type, "seq_len_q tensor 'length_q' (uid 12) has data type int64, only int32 is allowed; change it",     \
        pad(SHAPE(2, 1, 1, 1), SHAPE(2, 1, 1, 1)); node.tensors[LENGTH_Q].data_type = HIPDNN_TYPE_I64)                 \
    ROW(all_dropped, "dropout_probability is 1, from 0 to less than 1 is allowed", draw(1.0F))                         \
    ROW(less_than_none_dropped, "dropout_probability is -0.5, from 0 to less", draw(-0.5F))                            \
    ROW(who_knows_what_dropped, "dropout_probability is nan, from 0 to less", draw(NAN))                               \
    ROW(not_drawn, "dropout_probability is 0.5, but seed_tensor_uid and offset_tensor_uid are missing; give both",     \
        drop(0.5F))                                                                                                    \
    ROW(offset_missing, "offset_tensor_uid is missing, but seed tensor 'seed' (uid 14) is given; give both",           \
        draw(0.5F); sdpa.offset.set = false)                                                                           \
    ROW(seed_missing, "seed_tensor_uid is missing, but offset tensor 'offset' (uid 15) is given",                      \
        draw(0.5F); sdpa.seed.set = false)                                                                             \
    ROW(many_seeds, "seed tensor 'seed' (uid 14) has dims [2], but it is one number",                                  \
        draw(0.5F); op_case_give(&node, SEED, "seed", SHAPE(2)))                                                       \
    ROW(dropped_twice, "dropout_probability 0.5 and dropout_mask tensor 'drop' (uid 16) are both given, one is",       \
        draw(0.5F); drop_by_mask(SHAPE(2, 8, 5, 7)))                                                                   \
    ROW(drop_scale_missing, "dropout_mask tensor 'drop' (uid 16) is given, but dropout_scale_tensor_uid is missing",   \
        drop_by_mask(SHAPE(2, 8, 5, 7)); sdpa.dropout_scale.set = false)                                               \
    ROW(drop_mask_stretched, "dropout_mask tensor 'drop' (uid 16) has dims [2, 8, 1, 7], which do not fit the "        \
        "scores' [B, Hq, Sq, Skv] = [2, 8, 5, 7]: dims[2] is 1, 5 is allowed", drop_by_mask(SHAPE(2, 8, 1, 7)))        \
    ROW(drop_mask_rank, "dropout_mask tensor 'drop' (uid 16) has 2 dimensions, but the scores that it lies over have " \
        "4: [B, Hq, Sq, Skv] = [2, 8, 5, 7]; give it as many", drop_by_mask(SHAPE(5, 7)))                              \
    /* pages */                                                                                                        \
    ROW(one_table, "page_table_v_tensor_uid is missing, but page_table_k_tensor_uid is given; give both or neither",   \
        page(); sdpa.page_table_v.set = false)                                                                         \
    ROW(paged_how_far, "max_seq_len_kv is 0, but with page tables at least 1 is allowed; set it to the length",        \
        page(); sdpa.max_seq_len_kv.set = false)                                                                       \
    ROW(paged_nowhere, "max_seq_len_kv is -1, but with", page(); sdpa.max_seq_len_kv.value = -1)                       \
    ROW(table_shape, "page_table_k tensor 'table_k' (uid 19) has dims [10, 1, 2, 1], but [B, 1, n, 1] is needed: "     \
        "dims[0] is 10, only 2", page(); give_i32(&sdpa.page_table_k, TABLE_K, "table_k", SHAPE(10, 1, 2, 1)))         \
    ROW(table_type, "page_table_v tensor 'table_v' (uid 20) has data type half, only int32 is allowed",                \
        page(); node.tensors[TABLE_V].data_type = HIPDNN_TYPE_F16)
/* clang-format on */
SDPA(OP_CHANGE)

static void test_sdpa_rows(void **state)
{
    (void)state;
    static const op_row rows[] = {SDPA(OP_ROW)};
    ASSERT_OP_ROWS(&node, setup, rows);
}

static void setup_everything(void)
{
    setup();
    want(&sdpa.stats, STATS, "stats");
    want(&sdpa.rng_dump, RNG_DUMP, "rng_dump");
    give(&sdpa.attn_mask, MASK, "mask", SHAPE(1, 8, 5, 7));
    pad(SHAPE(2, 1, 1, 1), SHAPE(2, 1, 1, 1));
    drop_by_mask(SHAPE(2, 1, 5, 7));
}

static void test_sdpa_torture(void **state)
{
    (void)state;
    torture_op(&node, setup_everything, NULL, 0);
}

/* ------------------------------------------------------------------------------------------ sdpa_backward */

static hipdnn_data_sdpa_backward back;

static void setup_back(void)
{
    setup();
    node.operation = &hd_operation_sdpa_backward;
    node.attributes = &back;
    back = (hipdnn_data_sdpa_backward){
        .q = Q, .k = K, .v = V, .o = O, .dout = DOUT, .stats = STATS, .dq = DQ, .dk = DK, .dv = DV};
    op_case_give(&node, O, "o", SHAPE(2, 8, 5, 12));
    op_case_give(&node, DOUT, "do", SHAPE(2, 8, 5, 12));
    op_case_give(&node, STATS, "stats", SHAPE(2, 8, 5, 1));
    op_case_leave(&node, DQ, "dq");
    op_case_leave(&node, DK, "dk");
    op_case_leave(&node, DV, "dv");
}

static void test_sdpa_backward_infers(void **state)
{
    (void)state;
    setup_back();
    node.tensors[Q].stride = SHAPE(640, 16, 128, 1);
    give(&back.attn_mask, MASK, "mask", SHAPE(8, 1, 7));
    want(&back.dbias, DBIAS, "dbias");
    assert_accepted("all", &node);
    assert_inferred("all", &node, DQ, &SHAPE(2, 8, 5, 16), &SHAPE(640, 80, 16, 1));
    assert_inferred("all", &node, DK, &SHAPE(2, 4, 7, 16), &SHAPE(448, 112, 16, 1));
    assert_inferred("all", &node, DV, &SHAPE(2, 2, 7, 12), &SHAPE(168, 84, 12, 1));
    assert_inferred("all", &node, DBIAS, &SHAPE(8, 1, 7), &SHAPE(7, 7, 1));
}

static void drop_back_by_mask(hipdnn_dims dim)
{
    give(&back.dropout_mask, DROP_MASK, "drop", dim);
    give(&back.dropout_scale, DROP_SCALE, "drop_scale", SHAPE(1));
}

/* clang-format off */
#define SDPA_BACKWARD(ROW)                                                                                             \
    /* good */                                                                                                         \
    ROW(back_plain, NULL, (void)0)                                                                                     \
    ROW(back_causal, NULL, back.causal_mask = true)                                                                    \
    ROW(back_dropped, NULL,                                                                                            \
        drop_back_by_mask(SHAPE(1, 1, 5, 7));                                                                          \
        give(&back.dropout_scale_inv, DROP_SCALE_INV, "inverse", SHAPE(1, 1, 1, 1)))                                   \
    ROW(back_heads_inside, NULL, op_case_give(&node, DQ, "dq", SHAPE(2, 8, 5, 16)); node.tensors[DQ].stride.v[1] = 16) \
    /* bad */                                                                                                          \
    ROW(back_no_do, "do_tensor_uid is 31, but the graph has no tensor", back.dout = 31)                                \
    ROW(back_heads, "q tensor 'q' (uid 0) has 8 heads and v tensor 'v' (uid 2) has 3; the first must be a multiple",   \
        op_case_give(&node, V, "v", SHAPE(2, 3, 7, 12)))                                                               \
    ROW(back_o, "o tensor 'o' (uid 3) has dims [2, 8, 5, 16], but [B, Hq, Sq, Dv] is needed: dims[3] is 16, only 12",  \
        op_case_give(&node, O, "o", SHAPE(2, 8, 5, 16)))                                                               \
    ROW(back_do, "do tensor 'do' (uid 21) has dims [2, 8, 4, 12], but [B, Hq, Sq, Dv] is needed: dims[2] is 4",        \
        op_case_give(&node, DOUT, "do", SHAPE(2, 8, 4, 12)))                                                           \
    ROW(back_stats, "stats tensor 'stats' (uid 4) has dims [2, 8, 5, 7], but [B, Hq, Sq, 1] is needed: dims[3] is 7",  \
        op_case_give(&node, STATS, "stats", SHAPE(2, 8, 5, 7)))                                                        \
    ROW(back_dq, "dq tensor 'dq' (uid 22) has dims [2, 8, 5, 12], but [B, Hq, Sq, D] of q is needed: dims[3] is 12",   \
        op_case_give(&node, DQ, "dq", SHAPE(2, 8, 5, 12)))                                                             \
    ROW(back_dk, "dk tensor 'dk' (uid 23) has dims [2, 8, 7, 16], but [B, Hk, Skv, D] of k is needed: dims[1] is 8",   \
        op_case_give(&node, DK, "dk", SHAPE(2, 8, 7, 16)))                                                             \
    ROW(back_dv, "dv tensor 'dv' (uid 24) has 3 dimensions, but 4 are needed: [B, Hv, Skv, Dv] of v",                  \
        op_case_give(&node, DV, "dv", SHAPE(2, 7, 12)))                                                                \
    ROW(back_dbias, "dbias tensor 'dbias' (uid 25) is asked for, but attn_mask_tensor_uid, whose gradient it is, is",  \
        want(&back.dbias, DBIAS, "dbias"))                                                                             \
    ROW(back_dbias_shape, "dbias tensor 'dbias' (uid 25) has dims [1, 7], but the shape of attn_mask is needed: dims", \
        give(&back.attn_mask, MASK, "mask", SHAPE(5, 7)); give(&back.dbias, DBIAS, "dbias", SHAPE(1, 7)))              \
    ROW(back_padding, "padding_mask is true, but seq_len_q_tensor_uid is missing", back.padding_mask = true)           \
    ROW(back_bound, "right_bound is -1, at least 0", back.right_bound = (hipdnn_optional_i64)HIPDNN_SOME(-1))          \
    ROW(back_drop_mask, "dropout_mask tensor 'drop' (uid 16) has dims [2, 4, 5, 7], which do not fit the scores' "     \
        "[B, Hq, Sq, Skv] = [2, 8, 5, 7]: dims[1] is 4, 8 or 1 is allowed", drop_back_by_mask(SHAPE(2, 4, 5, 7)))      \
    ROW(back_inverse, "dropout_scale_inv tensor 'inverse' (uid 18) has dims [2], but it is one number",                \
        give(&back.dropout_scale_inv, DROP_SCALE_INV, "inverse", SHAPE(2)))
/* clang-format on */
SDPA_BACKWARD(OP_CHANGE)

static void test_sdpa_backward_rows(void **state)
{
    (void)state;
    static const op_row rows[] = {SDPA_BACKWARD(OP_ROW)};
    ASSERT_OP_ROWS(&node, setup_back, rows);
}

static void setup_back_everything(void)
{
    setup_back();
    give(&back.attn_mask, MASK, "mask", SHAPE(8, 1, 7));
    want(&back.dbias, DBIAS, "dbias");
    drop_back_by_mask(SHAPE(2, 1, 5, 7));
}

static void test_sdpa_backward_torture(void **state)
{
    (void)state;
    torture_op(&node, setup_back_everything, NULL, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_sdpa_infers),
        cmocka_unit_test(test_sdpa_infers_the_rarer_outputs),
        cmocka_unit_test(test_what_is_given_is_not_inferred),
        cmocka_unit_test(test_sdpa_rows),
        cmocka_unit_test(test_sdpa_torture),
        cmocka_unit_test(test_sdpa_backward_infers),
        cmocka_unit_test(test_sdpa_backward_rows),
        cmocka_unit_test(test_sdpa_backward_torture),
    };
    return cmocka_run_group_tests_name("data_sdk attention", tests, NULL, NULL);
}
