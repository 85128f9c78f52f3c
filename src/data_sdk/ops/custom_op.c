/* SPDX-License-Identifier: MIT */
/* An operation that only the plugin that knows its id understands: tensors in order, opaque bytes. Nothing can be
 * inferred, and little checked.
 *
 * Source of the rules: the graph validation of the original, custom_op. */
#include "data_sdk/ops/operand.h"

#include <inttypes.h>
#include <stdio.h>

typedef hipdnn_data_custom_op custom_op;

static const hd_field fields[] = {
    HD_FIELD(custom_op, STRING, 0, custom_op_id, "custom_op_id", .json = "custom_op_id", .required = true),
    HD_FIELD(custom_op, UID_LIST, 1, inputs, "input_tensor_uids", .json = "input_tensor_uids", .flow = HD_FLOW_IN),
    HD_FIELD(custom_op, UID_LIST, 2, outputs, "output_tensor_uids", .json = "output_tensor_uids", .flow = HD_FLOW_OUT),
    HD_FIELD(custom_op, BYTES, 3, data, "data", .json = "data"),
};

/* An output by its place in the list. */
static hd_status find_output(const hd_op_context *context, uint32_t i, hipdnn_data_tensor **out_tensor)
{
    const custom_op *node = context->attributes;
    char field[40];
    (void)snprintf(field, sizeof field, "output_tensor_uids[%" PRIu32 "]", i);
    return hd_op_tensor(context, field, node->outputs.v[i], out_tensor);
}

/* Strides are packed where they are absent; dims only the plugin could tell. */
static hd_status infer(const hd_op_context *context)
{
    const custom_op *node = context->attributes;
    char name[HD_TENSOR_TEXT_SIZE];
    for (uint32_t i = 0; i < node->outputs.count; i++) {
        hipdnn_data_tensor *output;
        HD_TRY(find_output(context, i, &output));
        if (output->dim.count == 0)
            return hd_op_refuse(context,
                                "output %" PRIu32 ", %s, has no dims, and nothing here knows what custom_op_id '%.64s' "
                                "gives; set its dims",
                                i, hd_tensor_text(output, name), node->custom_op_id);
        hd_operand_infer(output, &output->dim, NULL);
    }
    return HD_OK;
}

static hd_status check(const hd_op_context *context)
{
    const custom_op *node = context->attributes;
    if (node->outputs.count == 0)
        return hd_op_refuse(context, "output_tensor_uids has 0 entries, at least 1 is allowed; give an output");
    return HD_OK;
}

const hd_operation hd_operation_custom_op = {
    .name = "custom_op",
    .table = {"CustomOpAttributes", fields, sizeof fields / sizeof fields[0], sizeof(custom_op)},
    .tag = HIPDNN_DATA_OPERATION_CUSTOM_OP,
    .infer = infer,
    .check = check,
};
