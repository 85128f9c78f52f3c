/* SPDX-License-Identifier: MIT */
/* Pooling, quantization by blocks, grouped matmul and custom operations: what is inferred, computed by hand, and what
 * is refused, by a fragment of its sentence. */
#include "op_rows.h"
#include "sample.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

static op_case node;

static const hipdnn_optional_bool yes = HIPDNN_SOME(true), no = HIPDNN_SOME(false);

/* ------------------------------------------------------------------------------------------------ pooling */

/* uids, which are places among the node's tensors */
enum { IMAGE, POOLED, INDEX, POOL_TENSORS };

static hipdnn_data_resample_fwd pool;
static hipdnn_data_resample_bwd back;

/* clang-format off */
static const struct {
    const char *what;
    hipdnn_dims x, x_stride, pre, post, stride, window, y, y_stride;
    /* The smallest x that gives y: what the gradient infers. */
    hipdnn_dims dx, dx_stride;
} pools[] = {
    /* (8 + 1 + 1 - 3) / 2 + 1 = 4; (4 - 1) * 2 - 1 - 1 + 3 = 7 */
    {"3 x 3 by 2", D(1, 3, 8, 8), D(192, 64, 8, 1), D(1, 1), D(1, 1), D(2, 2), D(3, 3),
     D(1, 3, 4, 4), D(48, 16, 4, 1), D(1, 3, 7, 7), D(147, 49, 7, 1)},
    {"channels last", D(1, 3, 8, 8), D(192, 1, 24, 3), D(1, 1), D(1, 1), D(2, 2), D(3, 3),
     D(1, 3, 4, 4), D(48, 1, 12, 3), D(1, 3, 7, 7), D(147, 1, 21, 3)},
    {"global", D(2, 8, 7, 5), D(280, 35, 5, 1), D(0, 0), D(0, 0), D(1, 1), D(7, 5),
     D(2, 8, 1, 1), D(8, 1, 1, 1), D(2, 8, 7, 5), D(280, 35, 5, 1)},
    {"one spatial dimension", D(2, 4, 10), D(40, 10, 1), D(0), D(0), D(2), D(2),
     D(2, 4, 5), D(20, 5, 1), D(2, 4, 10), D(40, 10, 1)},
    {"gaps between windows", D(1, 1, 13), D(13, 13, 1), D(0), D(0), D(9), D(1),
     D(1, 1, 2), D(2, 2, 1), D(1, 1, 10), D(10, 10, 1)},
    /* (8 + 0 + 1 - 2) / 2 + 1 = 4; (9 + 1 + 0 - 3) / 1 + 1 = 8; (10 + 0 + 2 - 4) / 3 + 1 = 3 */
    {"uneven everything", D(1, 2, 8, 9, 10), D(1440, 720, 90, 10, 1), D(0, 1, 0), D(1, 0, 2), D(2, 1, 3), D(2, 3, 4),
     D(1, 2, 4, 8, 3), D(192, 96, 24, 3, 1), D(1, 2, 7, 9, 8), D(1008, 504, 72, 8, 1)},
};
/* clang-format on */

static void setup_pool(void)
{
    node = (op_case){&hd_operation_resample_fwd, &pool, .tensor_count = POOL_TENSORS};
    pool = (hipdnn_data_resample_fwd){
        .x = IMAGE,
        .y = POOLED,
        .pre_padding = SHAPE(1, 1),
        .post_padding = SHAPE(1, 1),
        .stride = SHAPE(2, 2),
        .window = SHAPE(3, 3),
        .resample_mode = HIPDNN_RESAMPLE_MAXPOOL,
        .padding_mode = HIPDNN_PADDING_NEG_INF_PAD,
    };
    op_case_give(&node, IMAGE, "x", SHAPE(1, 3, 8, 8));
    op_case_leave(&node, POOLED, "y");
}

static void want_index(int32_t type)
{
    pool.index = (hipdnn_optional_i64)HIPDNN_SOME(INDEX);
    op_case_leave(&node, INDEX, "index");
    node.tensors[INDEX].data_type = type;
}

static void test_resample_fwd_infers(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof pools / sizeof pools[0]; i++) {
        setup_pool();
        pool.pre_padding = pools[i].pre;
        pool.post_padding = pools[i].post;
        pool.stride = pools[i].stride;
        pool.window = pools[i].window;
        op_case_give(&node, IMAGE, "x", pools[i].x);
        node.tensors[IMAGE].stride = pools[i].x_stride;
        want_index(HIPDNN_TYPE_I32);
        assert_accepted(pools[i].what, &node);
        assert_inferred(pools[i].what, &node, POOLED, &pools[i].y, &pools[i].y_stride);
        assert_inferred(pools[i].what, &node, INDEX, &pools[i].y, &pools[i].y_stride);
    }
}

/* clang-format off */
#define RESAMPLE_FWD(ROW)                                                                                              \
    /* good */                                                                                                         \
    ROW(pool_plain, NULL, (void)0)                                                                                     \
    ROW(pool_mean, NULL, pool.resample_mode = HIPDNN_RESAMPLE_AVGPOOL_EXCLUDE_PADDING)                                 \
    ROW(pool_byte_index, NULL, want_index(HIPDNN_TYPE_I8); pool.generate_index = yes)                                  \
    ROW(pool_no_index, NULL, pool.generate_index = no)                                                                 \
    ROW(pool_padded_to_the_edge, NULL, pool.pre_padding = pool.post_padding = SHAPE(2, 2); pool.stride = SHAPE(1, 1))  \
    ROW(pool_no_window_in_the_padding, NULL, pool.post_padding.v[1] = 3)                                               \
    ROW(pool_far, NULL, op_case_give(&node, IMAGE, "x", SHAPE(1, 1, HUGE_EXTENT, 1)))                                  \
    /* bad */                                                                                                          \
    ROW(pool_no_x, "x_tensor_uid is 9, but the graph has no tensor of that uid; add it", pool.x = 9)                   \
    ROW(pool_rank, "x tensor 'x' (uid 0) has 2 dimensions, at least 3 are allowed: [N, C] and a spatial one",          \
        op_case_give(&node, IMAGE, "x", SHAPE(8, 8)))                                                                  \
    ROW(pool_empty, "x tensor 'x' (uid 0) has dims [1, 3, 0, 8], but [N, C, spatial...] is needed: dims[2] is 0",      \
        node.tensors[IMAGE].dim.v[2] = 0)                                                                              \
    ROW(pool_lists, "stride has 1 entries, but the tensors have 2 spatial dimensions; give one entry each",            \
        pool.stride = SHAPE(2))                                                                                        \
    ROW(pool_no_window, "window has 0 entries, but", pool.window.count = 0)                                            \
    ROW(pool_pre, "pre_padding[1] is -1, at least 0 is allowed; change it", pool.pre_padding.v[1] = -1)                \
    ROW(pool_post, "post_padding[0] is -9223372036854775808, at least 0", pool.post_padding.v[0] = INT64_MIN)          \
    ROW(pool_stride, "stride[0] is 0, at least 1 is allowed", pool.stride.v[0] = 0)                                    \
    ROW(pool_window, "window[1] is 0, at least 1 is allowed", pool.window.v[1] = 0)                                    \
    ROW(pool_window_too_large, "window[0] is 11, but x has only 10 elements there with its padding; pad more or take", \
        pool.window.v[0] = 11)                                                                                         \
    ROW(pool_first_in_padding, "pre_padding[1] is 3, so the first window, of 3, lies in padding alone; less than the", \
        pool.pre_padding.v[1] = 3)                                                                                     \
    ROW(pool_last_in_padding, "post_padding[1] is 3, so the last window, of 3, lies in padding alone; less than the",  \
        pool.post_padding.v[1] = 3; pool.stride.v[1] = 1)                                                              \
    ROW(pool_too_far, "spatial dimension 0 does not fit 64 bits: x 4611686018427387904, pre_padding "                  \
        "4611686018427387904, post_padding 1, stride 2, window 3; make them smaller",                                  \
        op_case_give(&node, IMAGE, "x", SHAPE(1, 1, HUGE_EXTENT, 1)); pool.pre_padding.v[0] = HUGE_EXTENT)             \
    ROW(pool_y, "y tensor 'y' (uid 1) has dims [1, 3, 4, 5], but what x and the windows give is needed: dims[3] is 5", \
        op_case_give(&node, POOLED, "y", SHAPE(1, 3, 4, 5)))                                                           \
    ROW(pool_mean_index, "index tensor 'index' (uid 2) is given, but resample_mode is avgpool_include_padding, only "  \
        "maxpool has one; leave it out",                                                                               \
        want_index(HIPDNN_TYPE_I32); pool.resample_mode = HIPDNN_RESAMPLE_AVGPOOL_INCLUDE_PADDING)                     \
    ROW(pool_index_type, "index tensor 'index' (uid 2) has data type int64, only int8 and int32 are allowed",          \
        want_index(HIPDNN_TYPE_I64))                                                                                   \
    ROW(pool_index_shape, "index tensor 'index' (uid 2) has dims [1, 3, 8, 8], but the shape of the pooled tensor is", \
        want_index(HIPDNN_TYPE_I32); node.tensors[INDEX].dim = SHAPE(1, 3, 8, 8))                                      \
    ROW(pool_index_missing, "generate_index is true, but index_tensor_uid is missing", pool.generate_index = yes)      \
    ROW(pool_index_unasked, "generate_index is false, but index tensor 'index' (uid 2) is given; leave one of them",   \
        want_index(HIPDNN_TYPE_I32); pool.generate_index = no)
/* clang-format on */
RESAMPLE_FWD(OP_CHANGE)

static void test_resample_fwd_rows(void **state)
{
    (void)state;
    static const op_row rows[] = {RESAMPLE_FWD(OP_ROW)};
    ASSERT_OP_ROWS(&node, setup_pool, rows);
}

static void setup_back(void)
{
    node = (op_case){&hd_operation_resample_bwd, &back, .tensor_count = POOL_TENSORS};
    back = (hipdnn_data_resample_bwd){
        .dy = POOLED,
        .dx = IMAGE,
        .index = HIPDNN_SOME(INDEX),
        .pre_padding = SHAPE(1, 1),
        .post_padding = SHAPE(1, 1),
        .stride = SHAPE(2, 2),
        .window = SHAPE(3, 3),
        .resample_mode = HIPDNN_RESAMPLE_MAXPOOL,
    };
    op_case_give(&node, POOLED, "dy", SHAPE(1, 3, 4, 4));
    op_case_give(&node, INDEX, "index", SHAPE(1, 3, 4, 4));
    node.tensors[INDEX].data_type = HIPDNN_TYPE_I32;
    op_case_leave(&node, IMAGE, "dx");
}

static void test_resample_bwd_infers(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof pools / sizeof pools[0]; i++) {
        setup_back();
        back.resample_mode = HIPDNN_RESAMPLE_AVGPOOL_INCLUDE_PADDING;
        back.index.set = false;
        back.pre_padding = pools[i].pre;
        back.post_padding = pools[i].post;
        back.stride = pools[i].stride;
        back.window = pools[i].window;
        op_case_give(&node, POOLED, "dy", pools[i].y);
        node.tensors[POOLED].stride = pools[i].y_stride;
        assert_accepted(pools[i].what, &node);
        assert_inferred(pools[i].what, &node, IMAGE, &pools[i].dx, &pools[i].dx_stride);
        /* The x of the forward pass goes, too. */
        op_case_give(&node, IMAGE, "dx", pools[i].x);
        assert_accepted(pools[i].what, &node);
    }
}

/* clang-format off */
#define RESAMPLE_BWD(ROW)                                                                                              \
    /* good */                                                                                                         \
    ROW(back_plain, NULL, (void)0)                                                                                     \
    ROW(back_given, NULL, op_case_give(&node, IMAGE, "dx", SHAPE(1, 3, 8, 7)))                                         \
    /* bad */                                                                                                          \
    ROW(back_no_dy, "dy_tensor_uid is 9, but the graph has no tensor of that uid; add it", back.dy = 9)                \
    ROW(back_rank, "dy tensor 'dy' (uid 1) has 2 dimensions, at least 3 are allowed",                                  \
        op_case_give(&node, POOLED, "dy", SHAPE(4, 4)))                                                                \
    ROW(back_lists, "post_padding has 3 entries, but the tensors have 2", back.post_padding = SHAPE(0, 0, 0))          \
    ROW(back_stride, "stride[1] is -2, at least 1 is allowed", back.stride.v[1] = -2)                                  \
    ROW(back_nothing, "spatial dimension 1 of dx would be 0, at least 1 is allowed: dy has 4 windows of 3 there, "     \
        "with 8 and 1 of padding; pad less or set the dims of dx", back.pre_padding.v[1] = 8)                          \
    ROW(back_too_far, "spatial dimension 0 does not fit 64 bits: dy 4611686018427387904, pre_padding 1, post_padding " \
        "1, stride 4, window 3", op_case_give(&node, POOLED, "dy", SHAPE(1, 1, HUGE_EXTENT, 1)); back.stride.v[0] = 4) \
    ROW(back_dx, "dy tensor 'dy' (uid 1) has dims [1, 3, 4, 4], but what dx and the windows give is needed: dims[2] "  \
        "is 4, only 5 is allowed", op_case_give(&node, IMAGE, "dx", SHAPE(1, 3, 9, 8)))                                \
    ROW(back_channels, "dims[1] is 3, only 2 is allowed", op_case_give(&node, IMAGE, "dx", SHAPE(1, 2, 8, 8)))         \
    ROW(back_index_missing, "index_tensor_uid is missing, but the gradient of a maximum needs", back.index.set = false)\
    ROW(back_mean_index, "index tensor 'index' (uid 2) is given, but resample_mode is avgpool_exclude_padding, only",  \
        back.resample_mode = HIPDNN_RESAMPLE_AVGPOOL_EXCLUDE_PADDING)                                                  \
    ROW(back_index_type, "index tensor 'index' (uid 2) has data type float, only int8 and int32",                      \
        node.tensors[INDEX].data_type = HIPDNN_TYPE_F32)                                                               \
    ROW(back_index_shape, "index tensor 'index' (uid 2) has dims [1, 3, 7, 7], but the shape of the pooled tensor is", \
        node.tensors[INDEX].dim = SHAPE(1, 3, 7, 7))
/* clang-format on */
RESAMPLE_BWD(OP_CHANGE)

static void test_resample_bwd_rows(void **state)
{
    (void)state;
    static const op_row rows[] = {RESAMPLE_BWD(OP_ROW)};
    ASSERT_OP_ROWS(&node, setup_back, rows);
}

static void test_resample_torture(void **state)
{
    (void)state;
    hipdnn_dims *const pool_lists[] = {&pool.pre_padding, &pool.post_padding, &pool.stride, &pool.window};
    hipdnn_dims *const back_lists[] = {&back.pre_padding, &back.post_padding, &back.stride, &back.window};
    torture_op(&node, setup_pool, pool_lists, 4);
    torture_op(&node, setup_back, back_lists, 4);
}

/* ------------------------------------------------------------------------------------------------- blocks */

enum { WIDE, NARROW, FACTORS, BLOCK_TENSORS };

static hipdnn_data_block_scale_quantize quantize;

static void setup_quantize(void)
{
    node = (op_case){&hd_operation_block_scale_quantize, &quantize, .tensor_count = BLOCK_TENSORS};
    quantize = (hipdnn_data_block_scale_quantize){.x = WIDE, .y = NARROW, .scale = FACTORS, .block_size = 32};
    op_case_give(&node, WIDE, "x", SHAPE(2, 64, 128));
    op_case_leave(&node, NARROW, "y");
    op_case_leave(&node, FACTORS, "scale");
}

/* clang-format off */
static const struct {
    const char *what;
    hipdnn_dims x, x_stride;
    int32_t block_size;
    hipdnn_optional_i64 axis;
    bool transpose;
    hipdnn_dims y_stride, scale, scale_stride;
} quantized[] = {
    {"last axis", D(2, 64, 128), D(8192, 128, 1), 32, {false, 0}, false,
     D(8192, 128, 1), D(2, 64, 4), D(256, 4, 1)},
    {"middle axis", D(2, 64, 128), D(8192, 128, 1), 16, {true, 1}, false,
     D(8192, 128, 1), D(2, 4, 128), D(512, 128, 1)},
    {"column major", D(2, 64, 128), D(8192, 1, 64), 32, {true, 2}, false,
     D(8192, 1, 64), D(2, 64, 4), D(256, 1, 64)},
    {"transposed", D(2, 64, 128), D(8192, 128, 1), 32, {false, 0}, true,
     D(8192, 1, 64), D(2, 64, 4), D(256, 1, 64)},
    {"one block", D(32), D(1), 32, {true, 0}, false,
     D(1), D(1), D(1)},
    {"blocks of one", D(3, 5), D(5, 1), 1, {true, 0}, false,
     D(5, 1), D(3, 5), D(5, 1)},
};
/* clang-format on */

static void test_block_scale_quantize_infers(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof quantized / sizeof quantized[0]; i++) {
        setup_quantize();
        op_case_give(&node, WIDE, "x", quantized[i].x);
        node.tensors[WIDE].stride = quantized[i].x_stride;
        quantize.block_size = quantized[i].block_size;
        quantize.axis = quantized[i].axis;
        quantize.transpose = quantized[i].transpose;
        assert_accepted(quantized[i].what, &node);
        assert_inferred(quantized[i].what, &node, NARROW, &quantized[i].x, &quantized[i].y_stride);
        assert_inferred(quantized[i].what, &node, FACTORS, &quantized[i].scale, &quantized[i].scale_stride);
    }
}

/* clang-format off */
#define QUANTIZE(ROW)                                                                                                  \
    ROW(quantize_plain, NULL, (void)0)                                                                                 \
    ROW(quantize_no_scale, "scale_tensor_uid is 9, but the graph has no tensor", quantize.scale = 9)                   \
    ROW(quantize_block, "block_size is 0, at least 1 is allowed; set it", quantize.block_size = 0)                     \
    ROW(quantize_negative_block, "block_size is -32, at least 1", quantize.block_size = -32)                           \
    ROW(quantize_axis, "axis is 3, from 0 to 2 is allowed for x tensor 'x' (uid 0); leave it out for the last",        \
        quantize.axis = (hipdnn_optional_i64)HIPDNN_SOME(3))                                                           \
    ROW(quantize_negative_axis, "axis is -1, from 0 to 2 is", quantize.axis = (hipdnn_optional_i64)HIPDNN_SOME(-1))    \
    ROW(quantize_far_axis, "axis is -9223372036854775808, from",                                                       \
        quantize.axis = (hipdnn_optional_i64){true, INT64_MIN})                                                        \
    ROW(quantize_rest, "x tensor 'x' (uid 0) has 128 elements along axis 2 and block_size is 48; the first must be",   \
        quantize.block_size = 48)                                                                                      \
    ROW(quantize_larger_block, "has 128 elements along axis 2 and block_size is 256", quantize.block_size = 256)       \
    ROW(quantize_y, "y tensor 'y' (uid 1) has dims [2, 128, 64], but the shape of x is needed: dims[1] is 128, only",  \
        op_case_give(&node, NARROW, "y", SHAPE(2, 128, 64)))                                                           \
    ROW(quantize_scale, "scale tensor 'scale' (uid 2) has dims [2, 2, 128], but the shape of x with blocks along axis" \
        " is needed: dims[1] is 2, only 64 is allowed", op_case_give(&node, FACTORS, "scale", SHAPE(2, 2, 128)))       \
    ROW(quantize_row, "transpose is true, but x tensor 'x' (uid 0) has 1 dimension, at least 2 are allowed; leave",    \
        op_case_give(&node, WIDE, "x", SHAPE(128)); quantize.transpose = true)
/* clang-format on */
QUANTIZE(OP_CHANGE)

static void test_block_scale_quantize_rows(void **state)
{
    (void)state;
    static const op_row rows[] = {QUANTIZE(OP_ROW)};
    ASSERT_OP_ROWS(&node, setup_quantize, rows);
    torture_op(&node, setup_quantize, NULL, 0);
}

static hipdnn_data_block_scale_dequantize dequantize;
static int32_t blocks[4];

static void setup_dequantize(void)
{
    node = (op_case){&hd_operation_block_scale_dequantize, &dequantize, .tensor_count = BLOCK_TENSORS};
    blocks[0] = 1;
    blocks[1] = 32;
    dequantize = (hipdnn_data_block_scale_dequantize){
        .x = NARROW, .scale = FACTORS, .y = WIDE, .block_size = {.v = blocks, .count = 2}};
    op_case_give(&node, NARROW, "x", SHAPE(2, 64, 128));
    op_case_give(&node, FACTORS, "scale", SHAPE(2, 64, 4));
    op_case_leave(&node, WIDE, "y");
    node.tensors[WIDE].is_virtual = true;
}

static void test_block_scale_dequantize_infers(void **state)
{
    (void)state;
    setup_dequantize();
    assert_accepted("packed", &node);
    assert_inferred("packed", &node, WIDE, &SHAPE(2, 64, 128), &SHAPE(8192, 128, 1));
    setup_dequantize();
    node.tensors[NARROW].stride = SHAPE(8192, 1, 64);
    assert_accepted("column major", &node);
    assert_inferred("column major", &node, WIDE, &SHAPE(2, 64, 128), &SHAPE(8192, 1, 64));
}

/* clang-format off */
#define DEQUANTIZE(ROW)                                                                                                \
    ROW(dequantize_plain, NULL, (void)0)                                                                               \
    ROW(dequantize_one_block_size, NULL, blocks[0] = 32; dequantize.block_size.count = 1)                              \
    ROW(dequantize_negative_scales, NULL, dequantize.is_negative_scale = true)                                         \
    ROW(dequantize_no_x, "x_tensor_uid is 9, but the graph has no tensor", dequantize.x = 9)                           \
    ROW(dequantize_in_memory, "y tensor 'y' (uid 0) is not virtual, only virtual is allowed: what is dequantized is",  \
        node.tensors[WIDE].is_virtual = false)                                                                         \
    ROW(dequantize_no_block, "block_size has 0 entries, from 1 to 3 are allowed, the dimensions of x tensor 'x'",      \
        dequantize.block_size.count = 0)                                                                               \
    ROW(dequantize_many_blocks, "block_size has 4 entries, from 1 to 3 are allowed", dequantize.block_size.count = 4)  \
    ROW(dequantize_block, "block_size[1] is 0, at least 1 is allowed; change it", blocks[1] = 0)                       \
    ROW(dequantize_negative_block, "block_size[0] is -2147483648, at least 1", blocks[0] = INT32_MIN)                  \
    ROW(dequantize_y, "y tensor 'y' (uid 0) has dims [2, 64, 4], but the shape of x is needed: dims[2] is 4, only 128" \
        " is allowed", node.tensors[WIDE].dim = SHAPE(2, 64, 4))
/* clang-format on */
DEQUANTIZE(OP_CHANGE)

static void test_block_scale_dequantize_rows(void **state)
{
    (void)state;
    static const op_row rows[] = {DEQUANTIZE(OP_ROW)};
    ASSERT_OP_ROWS(&node, setup_dequantize, rows);
    torture_op(&node, setup_dequantize, NULL, 0);
}

/* ------------------------------------------------------------------------------------------------ experts */

enum { TOKEN, WEIGHT, FIRST, WHERE, CHOICE, PRODUCT, MOE_TENSORS };

static hipdnn_data_moe_grouped_matmul moe;

static void give_i32(int64_t uid, const char *name, hipdnn_dims dim)
{
    op_case_give(&node, uid, name, dim);
    node.tensors[uid].data_type = HIPDNN_TYPE_I32;
}

/* Six rows, four experts, from eight to sixteen columns. */
static void setup_moe(void)
{
    node = (op_case){&hd_operation_moe_grouped_matmul, &moe, .tensor_count = MOE_TENSORS};
    moe = (hipdnn_data_moe_grouped_matmul){
        .token = TOKEN, .weight = WEIGHT, .first_token_offset = FIRST, .output = PRODUCT};
    op_case_give(&node, TOKEN, "token", SHAPE(1, 6, 8));
    op_case_give(&node, WEIGHT, "weight", SHAPE(4, 8, 16));
    give_i32(FIRST, "first", SHAPE(4, 1, 1));
    op_case_leave(&node, PRODUCT, "output");
}

/* Three tokens, each fetched for two of its experts. */
static void gather(void)
{
    moe.mode = HIPDNN_MOE_GROUPED_MATMUL_MODE_GATHER;
    moe.token_index = (hipdnn_optional_i64)HIPDNN_SOME(WHERE);
    op_case_give(&node, TOKEN, "token", SHAPE(1, 3, 8));
    give_i32(WHERE, "where", SHAPE(1, 6, 1));
}

static void scatter(void)
{
    gather();
    moe.mode = HIPDNN_MOE_GROUPED_MATMUL_MODE_SCATTER;
    moe.token_ks = (hipdnn_optional_i64)HIPDNN_SOME(CHOICE);
    moe.top_k = 2;
    op_case_give(&node, TOKEN, "token", SHAPE(1, 6, 8));
    give_i32(CHOICE, "choice", SHAPE(1, 6, 1));
}

static void test_moe_infers(void **state)
{
    (void)state;
    static void (*const modes[])(void) = {NULL, gather, scatter};
    for (size_t i = 0; i < sizeof modes / sizeof modes[0]; i++) {
        setup_moe();
        if (modes[i] != NULL)
            modes[i]();
        node.tensors[TOKEN].stride = SHAPE(48, 1, 6); /* the output is packed all the same */
        const char *const mode = hd_enum_text(&hd_moe_mode_enum, moe.mode);
        assert_accepted(mode, &node);
        assert_inferred(mode, &node, PRODUCT, &SHAPE(1, 6, 16), &SHAPE(96, 16, 1));
    }
}

/* clang-format off */
#define MOE(ROW)                                                                                                       \
    /* good */                                                                                                         \
    ROW(moe_plain, NULL, (void)0)                                                                                      \
    ROW(moe_gather, NULL, gather())                                                                                    \
    ROW(moe_scatter, NULL, scatter())                                                                                  \
    ROW(moe_two_batches, NULL, give_i32(FIRST, "first", SHAPE(8, 1, 1)))                                               \
    ROW(moe_all_experts, NULL, scatter(); moe.top_k = 4)                                                               \
    /* bad */                                                                                                          \
    ROW(moe_no_token, "token_tensor_uid is 9, but the graph has no tensor", moe.token = 9)                             \
    ROW(moe_token_rank, "token tensor 'token' (uid 0) has 2 dimensions, but 3 are needed: [1, T, K]",                  \
        op_case_give(&node, TOKEN, "token", SHAPE(6, 8)))                                                              \
    ROW(moe_token_batch, "token tensor 'token' (uid 0) has dims [2, 6, 8], but [1, T, K] is needed: dims[0] is 2, "    \
        "only 1 is allowed; change it", op_case_give(&node, TOKEN, "token", SHAPE(2, 6, 8)))                           \
    ROW(moe_width, "weight tensor 'weight' (uid 1) has dims [4, 16, 8], but [E, K, N] with the K of token is needed: " \
        "dims[1] is 16, only 8 is allowed", op_case_give(&node, WEIGHT, "weight", SHAPE(4, 16, 8)))                    \
    ROW(moe_no_expert, "but [E, K, N] with the K of token is needed: dims[0] is 0", node.tensors[WEIGHT].dim.v[0] = 0) \
    ROW(moe_offsets, "first_token_offset tensor 'first' (uid 2) has 6 entries and weight tensor 'weight' (uid 1) has " \
        "4 experts; the first must be a multiple of the second", give_i32(FIRST, "first", SHAPE(6, 1, 1)))             \
    ROW(moe_offsets_shape, "first_token_offset tensor 'first' (uid 2) has 1 dimensions, but 3 are needed: [B * E, 1",  \
        give_i32(FIRST, "first", SHAPE(4)))                                                                            \
    ROW(moe_offsets_type, "first_token_offset tensor 'first' (uid 2) has data type half, only int32 is allowed",       \
        op_case_give(&node, FIRST, "first", SHAPE(4, 1, 1)))                                                           \
    ROW(moe_output, "output tensor 'output' (uid 5) has dims [1, 3, 16], but [1, R, N] is needed: dims[1] is 3, only " \
        "6", gather(); op_case_give(&node, PRODUCT, "output", SHAPE(1, 3, 16)))                                        \
    ROW(moe_none_index, "mode is none, which takes no token_index_tensor_uid, but it is given; leave it out",          \
        gather(); moe.mode = HIPDNN_MOE_GROUPED_MATMUL_MODE_NONE)                                                      \
    ROW(moe_gather_index, "mode is gather, which takes a token_index_tensor_uid, but it is missing; give it",          \
        gather(); moe.token_index.set = false)                                                                         \
    ROW(moe_gather_ks, "mode is gather, which takes no token_ks_tensor_uid, but it is given; leave it out",            \
        scatter(); moe.mode = HIPDNN_MOE_GROUPED_MATMUL_MODE_GATHER)                                                   \
    ROW(moe_scatter_ks, "mode is scatter, which takes a token_ks_tensor_uid, but it is missing",                       \
        scatter(); moe.token_ks.set = false)                                                                           \
    ROW(moe_scatter_index, "token_index tensor 'where' (uid 3) has dims [1, 5, 1], but [1, T, 1] with the T of token " \
        "is needed: dims[1] is 5, only 6 is allowed", scatter(); give_i32(WHERE, "where", SHAPE(1, 5, 1)))             \
    ROW(moe_index_shape, "token_index tensor 'where' (uid 3) has dims [1, 6, 2], but [1, R, 1] is needed: dims[2] is", \
        gather(); give_i32(WHERE, "where", SHAPE(1, 6, 2)))                                                            \
    ROW(moe_index_type, "token_index tensor 'where' (uid 3) has data type int64, only int32 is allowed",               \
        gather(); node.tensors[WHERE].data_type = HIPDNN_TYPE_I64)                                                     \
    ROW(moe_no_choice, "top_k is 0, from 1 to 4 is allowed, the experts of weight tensor 'weight' (uid 1); set it",    \
        scatter(); moe.top_k = 0)                                                                                      \
    ROW(moe_many_choices, "top_k is 5, from 1 to 4 is allowed", scatter(); moe.top_k = 5)
/* clang-format on */
MOE(OP_CHANGE)

static void setup_scatter(void)
{
    setup_moe();
    scatter();
}

static void test_moe_rows(void **state)
{
    (void)state;
    static const op_row rows[] = {MOE(OP_ROW)};
    ASSERT_OP_ROWS(&node, setup_moe, rows);
    torture_op(&node, setup_scatter, NULL, 0);
}

static hipdnn_data_moe_grouped_matmul_bwd moe_back;

static void setup_moe_back(void)
{
    setup_moe();
    node.operation = &hd_operation_moe_grouped_matmul_bwd;
    node.attributes = &moe_back;
    moe_back = (hipdnn_data_moe_grouped_matmul_bwd){
        .doutput = PRODUCT, .token = TOKEN, .first_token_offset = FIRST, .dweight = WEIGHT};
    op_case_give(&node, PRODUCT, "doutput", SHAPE(1, 6, 16));
    op_case_leave(&node, WEIGHT, "dweight");
    node.tensors[WEIGHT].dim = SHAPE(4, 8, 16);
}

static void test_moe_back_infers_strides_alone(void **state)
{
    (void)state;
    setup_moe_back();
    assert_accepted("packed", &node);
    assert_inferred("packed", &node, WEIGHT, &SHAPE(4, 8, 16), &SHAPE(128, 16, 1));
}

/* clang-format off */
#define MOE_BACK(ROW)                                                                                                  \
    ROW(moe_back_plain, NULL, (void)0)                                                                                 \
    ROW(moe_back_two_batches, NULL, give_i32(FIRST, "first", SHAPE(8, 1, 1)))                                          \
    ROW(moe_back_no_token, "token_tensor_uid is 9, but the graph has no tensor", moe_back.token = 9)                   \
    ROW(moe_back_how_many, "dweight tensor 'dweight' (uid 1) has no dims, and the number of experts does not follow",  \
        op_case_leave(&node, WEIGHT, "dweight"))                                                                       \
    ROW(moe_back_batch, "token tensor 'token' (uid 0) has dims [2, 6, 8], but [1, T, K] is needed: dims[0] is 2",      \
        op_case_give(&node, TOKEN, "token", SHAPE(2, 6, 8)))                                                           \
    ROW(moe_back_rows, "doutput tensor 'doutput' (uid 5) has dims [1, 5, 16], but [1, T, N] with the T of token is",   \
        op_case_give(&node, PRODUCT, "doutput", SHAPE(1, 5, 16)))                                                      \
    ROW(moe_back_in, "dweight tensor 'dweight' (uid 1) has dims [4, 7, 16], but [E, K, N] with the K of token and the" \
        " N of doutput is needed: dims[1] is 7, only 8 is allowed", node.tensors[WEIGHT].dim = SHAPE(4, 7, 16))        \
    ROW(moe_back_out, "dims[2] is 8, only 16 is allowed", node.tensors[WEIGHT].dim = SHAPE(4, 8, 8))                   \
    ROW(moe_back_rank, "dweight tensor 'dweight' (uid 1) has 2 dimensions",                                            \
        op_case_give(&node, WEIGHT, "dweight", SHAPE(8, 16)))                                                          \
    ROW(moe_back_offsets, "first_token_offset tensor 'first' (uid 2) has 3 entries and dweight tensor 'dweight' (uid " \
        "1) has 4 experts", give_i32(FIRST, "first", SHAPE(3, 1, 1)))                                                  \
    ROW(moe_back_offsets_type, "data type half, only int32", op_case_give(&node, FIRST, "first", SHAPE(4, 1, 1)))
/* clang-format on */
MOE_BACK(OP_CHANGE)

static void test_moe_back_rows(void **state)
{
    (void)state;
    static const op_row rows[] = {MOE_BACK(OP_ROW)};
    ASSERT_OP_ROWS(&node, setup_moe_back, rows);
    torture_op(&node, setup_moe_back, NULL, 0);
}

/* ------------------------------------------------------------------------------------------------- custom */

enum { FIRST_IN, SECOND_IN, FIRST_OUT, SECOND_OUT, CUSTOM_TENSORS };

static hipdnn_data_custom_op custom;
static int64_t custom_in[] = {FIRST_IN, SECOND_IN}, custom_out[] = {FIRST_OUT, SECOND_OUT};

static void setup_custom(void)
{
    node = (op_case){&hd_operation_custom_op, &custom, .tensor_count = CUSTOM_TENSORS};
    custom_out[1] = SECOND_OUT;
    custom = (hipdnn_data_custom_op){.custom_op_id = "acme.sort", .inputs = {custom_in, 2}, .outputs = {custom_out, 2}};
    op_case_give(&node, FIRST_IN, "a", SHAPE(2, 3));
    op_case_give(&node, SECOND_IN, "b", SHAPE(4));
    op_case_give(&node, FIRST_OUT, "c", SHAPE(5));
    op_case_leave(&node, SECOND_OUT, "d");
    node.tensors[SECOND_OUT].dim = SHAPE(6, 7);
}

static void test_custom_op_infers_strides_alone(void **state)
{
    (void)state;
    setup_custom();
    node.tensors[FIRST_OUT].stride = SHAPE(3);
    assert_accepted("two outputs", &node);
    assert_inferred("two outputs", &node, FIRST_OUT, &SHAPE(5), &SHAPE(3));
    assert_inferred("two outputs", &node, SECOND_OUT, &SHAPE(6, 7), &SHAPE(7, 1));
}

/* clang-format off */
#define CUSTOM(ROW)                                                                                                    \
    ROW(custom_plain, NULL, (void)0)                                                                                   \
    ROW(custom_source, NULL, custom.inputs = (hipdnn_i64_list){NULL, 0})                                               \
    ROW(custom_no_output, "output_tensor_uids has 0 entries, at least 1 is allowed; give an output",                   \
        custom.outputs = (hipdnn_i64_list){NULL, 0})                                                                   \
    ROW(custom_nowhere, "output_tensor_uids[1] is 9, but the graph has no tensor of that uid; add it",                 \
        custom_out[1] = 9)                                                                                             \
    ROW(custom_no_dims, "output 1, tensor 'd' (uid 3), has no dims, and nothing here knows what custom_op_id "         \
        "'acme.sort' gives; set its dims", op_case_leave(&node, SECOND_OUT, "d"))
/* clang-format on */
CUSTOM(OP_CHANGE)

static void test_custom_op_rows(void **state)
{
    (void)state;
    static const op_row rows[] = {CUSTOM(OP_ROW)};
    ASSERT_OP_ROWS(&node, setup_custom, rows);
}

/* ------------------------------------------------------------------------- what the rows alone make needed */

/* The graph of one node over the first tensors. */
static hd_status check_graph(int32_t operation, const void *attributes, size_t tensor_count)
{
    const hipdnn_data_node one = {"n", HIPDNN_TYPE_F32, operation, attributes};
    const hipdnn_data_graph graph = {
        .name = "g", .tensor_count = tensor_count, .tensors = node.tensors, .node_count = 1, .nodes = &one};
    return hd_graph_check(&graph);
}

static void test_required_attributes(void **state)
{
    (void)state;
    setup_custom();
    hd_dims_pack(&node.tensors[SECOND_OUT].dim, &node.tensors[SECOND_OUT].stride);
    assert_int_equal(check_graph(HIPDNN_DATA_OPERATION_CUSTOM_OP, &custom, 4), HD_OK);
    custom.custom_op_id = "";
    assert_int_equal(check_graph(HIPDNN_DATA_OPERATION_CUSTOM_OP, &custom, 4), HD_BAD_PARAM);
    assert_string_equal(hd_error_text(), "node 'n': custom_op_id is not set; set it");

    setup_pool();
    op_case_give(&node, POOLED, "y", SHAPE(1, 3, 4, 4));
    pool.padding_mode = HIPDNN_PADDING_NOT_SET;
    assert_int_equal(check_graph(HIPDNN_DATA_OPERATION_RESAMPLE_FWD, &pool, 2), HD_BAD_PARAM);
    assert_string_equal(hd_error_text(), "node 'n': padding_mode is not set; set it");

    /* Only the forward pass reads padding. */
    setup_back();
    op_case_give(&node, IMAGE, "dx", SHAPE(1, 3, 7, 7));
    assert_int_equal(check_graph(HIPDNN_DATA_OPERATION_RESAMPLE_BWD, &back, 3), HD_OK);
    back.resample_mode = 0;
    assert_int_equal(check_graph(HIPDNN_DATA_OPERATION_RESAMPLE_BWD, &back, 3), HD_BAD_PARAM);
    assert_string_equal(hd_error_text(), "node 'n': resample_mode is not set; set it");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_resample_fwd_infers),
        cmocka_unit_test(test_resample_fwd_rows),
        cmocka_unit_test(test_resample_bwd_infers),
        cmocka_unit_test(test_resample_bwd_rows),
        cmocka_unit_test(test_resample_torture),
        cmocka_unit_test(test_block_scale_quantize_infers),
        cmocka_unit_test(test_block_scale_quantize_rows),
        cmocka_unit_test(test_block_scale_dequantize_infers),
        cmocka_unit_test(test_block_scale_dequantize_rows),
        cmocka_unit_test(test_moe_infers),
        cmocka_unit_test(test_moe_rows),
        cmocka_unit_test(test_moe_back_infers_strides_alone),
        cmocka_unit_test(test_moe_back_rows),
        cmocka_unit_test(test_custom_op_infers_strides_alone),
        cmocka_unit_test(test_custom_op_rows),
        cmocka_unit_test(test_required_attributes),
    };
    return cmocka_run_group_tests_name("data_sdk other operations", tests, NULL, NULL);
}
