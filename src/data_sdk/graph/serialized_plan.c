/* SPDX-License-Identifier: MIT */
#include "data_sdk/graph/plan.h"
#include "data_sdk/schema/field.h"

#include <inttypes.h>

static const hd_field fields[] = {
    HD_FIELD(hipdnn_data_execution_plan, I64, 1, engine_id, "engine_id", .json = NULL),
    HD_FIELD(hipdnn_data_execution_plan, I64, 2, workspace_size, "workspace_size", .json = NULL),
    HD_FIELD(hipdnn_data_execution_plan, UID_LIST, 3, tensor_uids, "tensor_uids", .json = NULL),
    HD_FIELD(hipdnn_data_execution_plan, BYTES, 4, plugin_payload, "plugin_payload", .json = NULL),
    HD_FIELD(hipdnn_data_execution_plan, BOOL, 5, is_override_shape_enabled, "is_override_shape_enabled", .json = NULL),
};
static const hd_table table = {"SerializedExecutionPlan", fields, sizeof fields / sizeof fields[0],
                               sizeof(hipdnn_data_execution_plan)};

/* No other table has a field of these types, a uint and a [long] that names no tensors. */
enum { PLAN_VERSION = 0, PLAN_ALIGNMENTS = 6 };

/* The one version of the format that there is. */
enum { FORMAT_VERSION = 1 };

/* ---------------------------------------------------------------------------------------------- meaning */

static hd_status check_alignments(const hipdnn_data_execution_plan *plan)
{
    const hipdnn_i64_list *alignments = &plan->tensor_alignments;
    if (alignments->count != 0 && alignments->count != plan->tensor_uids.count)
        return hd_fail(HD_BAD_PARAM,
                       "%s has %" PRIu32 " tensor_uids and %" PRIu32 " tensor_alignments; one each or none", table.name,
                       plan->tensor_uids.count, alignments->count);
    for (uint32_t i = 0; i < alignments->count; i++)
        if (alignments->v[i] < 1)
            return hd_fail(HD_BAD_PARAM, "%s.tensor_alignments[%" PRIu32 "] is %" PRId64 ", at least 1 is allowed",
                           table.name, i, alignments->v[i]);
    return HD_OK;
}

static hd_status check(const hipdnn_data_execution_plan *plan)
{
    if (plan->workspace_size < 0)
        return hd_fail(HD_BAD_PARAM, "%s.workspace_size is %" PRId64 ", at least 0 is allowed", table.name,
                       plan->workspace_size);
    if (plan->tensor_uids.count == 0 || plan->plugin_payload.count == 0)
        return hd_fail(HD_BAD_PARAM, "%s has no %s; a plan needs them", table.name,
                       plan->tensor_uids.count == 0 ? "tensor_uids" : "plugin_payload bytes");
    return check_alignments(plan);
}

/* ------------------------------------------------------------------------------------------------ bytes */

/* The version before the fields: what a newer format holds may look broken to us. */
static hd_status verify_version(hd_fb_verifier *verifier, const hd_fb_path *plan, uint32_t root)
{
    const hd_fb_path path = {.parent = plan, .name = "version", .index = -1};
    HD_TRY(hd_fb_verify_inline(verifier, &path, root, PLAN_VERSION, sizeof(uint32_t), sizeof(uint32_t)));
    const uint32_t version = hd_fb_get_u32((hd_fb_table){verifier->bytes + root}, PLAN_VERSION, 0);
    if (version != FORMAT_VERSION)
        return hd_refuse_at(&path, HD_NOT_SUPPORTED, "format %" PRIu32 " is not known, %d is; build the plan anew",
                            version, FORMAT_VERSION);
    return HD_OK;
}

static hd_status verify(const void *bytes, size_t size)
{
    hd_fb_verifier verifier;
    uint32_t root, vector, count;
    HD_TRY(hd_fb_verify_begin(&verifier, bytes, size, NULL, table.name, &root));
    const hd_fb_path path = {.name = table.name, .index = -1};
    HD_TRY(hd_fb_verify_table(&verifier, &path, root));
    HD_TRY(verify_version(&verifier, &path, root));
    HD_TRY(hd_table_verify(&table, &verifier, &path, root));
    const hd_fb_path alignments = {.parent = &path, .name = "tensor_alignments", .index = -1};
    return hd_fb_verify_vector(&verifier, &alignments, root, PLAN_ALIGNMENTS, sizeof(int64_t), &vector, &count);
}

hd_status hd_execution_plan_decode(const void *bytes, size_t size, hd_arena *arena, hipdnn_data_execution_plan *out)
{
    *out = (hipdnn_data_execution_plan){0};
    HD_TRY(verify(bytes, size));
    void *copy = hd_arena_alloc(arena, size);
    if (copy == NULL)
        return hd_fail_alloc(size, "a stored plan");
    memcpy(copy, bytes, size);

    hipdnn_data_execution_plan plan;
    const hd_fb_table root = hd_fb_root(copy);
    hd_table_decode(&table, root, &plan);
    const hd_fb_vector alignments = hd_fb_get_vector(root, PLAN_ALIGNMENTS);
    plan.tensor_alignments = (hipdnn_i64_list){.count = alignments.count};
    if (alignments.count > 0)
        plan.tensor_alignments.v = (const void *)alignments.at; /* aligned, as rows' lists are */
    HD_TRY(check(&plan));
    *out = plan;
    return HD_OK;
}

static hd_fb_ref encode(hd_fb_builder *builder, const hipdnn_data_execution_plan *plan)
{
    const uint32_t version = FORMAT_VERSION;
    const hipdnn_i64_list *list = &plan->tensor_alignments;
    const hd_fb_ref alignments =
        list->count == 0 ? 0 : hd_fb_create_vector(builder, list->v, list->count, sizeof *list->v, sizeof *list->v);
    hd_fb_ref refs[HD_TABLE_MAX_FIELDS];
    hd_table_encode_children(&table, builder, plan, refs);
    hd_fb_start_table(builder);
    hd_table_encode_fields(&table, builder, plan, refs);
    hd_fb_add_inline(builder, PLAN_VERSION, &version, sizeof version, sizeof version);
    hd_fb_add_ref(builder, PLAN_ALIGNMENTS, alignments);
    return hd_fb_end_table(builder);
}

hd_status hd_execution_plan_encode(const hipdnn_data_execution_plan *plan, void **out_bytes, size_t *out_size)
{
    *out_bytes = NULL;
    *out_size = 0;
    HD_TRY(check(plan));
    hd_fb_builder builder = {0};
    const hd_fb_ref root = encode(&builder, plan);
    return hd_fb_finish(&builder, root, NULL, out_bytes, out_size);
}
