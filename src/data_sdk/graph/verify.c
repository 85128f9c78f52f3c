/* SPDX-License-Identifier: MIT */
/* Structure of a graph's bytes. Shared tables are fine on the wire; the verifier's budget bounds them. */
#include "data_sdk/graph/tables.h"

#include <inttypes.h>

/* The newest engine plugin API whose graphs this version understands. */
static const hipdnn_data_version newest = {1, 4, 0};

static bool is_newer(const hipdnn_data_version *a, const hipdnn_data_version *b)
{
    if (a->major_version != b->major_version)
        return a->major_version > b->major_version;
    if (a->minor_version != b->minor_version)
        return a->minor_version > b->minor_version;
    return a->patch_version > b->patch_version;
}

/* Comes before the rest: what a newer graph holds may look broken to us, and this is the reason to give. */
static hd_status verify_stamp(const hd_fb_verifier *verifier, const hd_fb_path *path, uint32_t root)
{
    const uint8_t *field = hd_fb_field((hd_fb_table){verifier->bytes + root}, HD_GRAPH_VERSION);
    hipdnn_data_version stamp = {0};
    if (field != NULL)
        memcpy(&stamp, field, sizeof stamp);
    if (!is_newer(&stamp, &newest))
        return HD_OK;
    return hd_refuse_at(path, HD_NOT_SUPPORTED,
                        "the graph needs engine plugin API %" PRIu32 ".%" PRIu32 ".%" PRIu32
                        ", this version knows %" PRIu32 ".%" PRIu32 ".%" PRIu32
                        " and older; use a newer hipdnn-c or fewer features",
                        stamp.major_version, stamp.minor_version, stamp.patch_version, newest.major_version,
                        newest.minor_version, newest.patch_version);
}

static hd_status verify_value(hd_fb_verifier *verifier, const hd_fb_path *tensor, uint32_t position)
{
    const hd_fb_path path = {.parent = tensor, .name = "value", .index = -1};
    uint8_t tag;
    uint32_t target;
    HD_TRY(hd_union_verify(verifier, &path, position, HD_TENSOR_VALUE, &tag, &target));
    if (tag == HIPDNN_DATA_VALUE_NONE)
        return HD_OK;
    const size_t size = hd_value_size(tag);
    if (size == 0)
        return hd_refuse_at(&path, HD_BAD_PARAM, "%u is no TensorValue; numbers up to %d are known", tag,
                            HIPDNN_DATA_VALUE_BOOL);
    HD_TRY(hd_fb_verify_struct_at(verifier, &path, target, size, size));
    if (tag == HIPDNN_DATA_VALUE_BOOL && verifier->bytes[target] > 1)
        return hd_refuse_at(&path, HD_BAD_PARAM, "a bool is %u, 0 or 1 is allowed", verifier->bytes[target]);
    return HD_OK;
}

static hd_status verify_tensor(hd_fb_verifier *verifier, const hd_fb_path *path, uint32_t position)
{
    HD_TRY(hd_table_verify(&hd_tensor_table, verifier, path, position));
    return verify_value(verifier, path, position);
}

static hd_status verify_node(hd_fb_verifier *verifier, const hd_fb_path *path, uint32_t position)
{
    HD_TRY(hd_table_verify(&hd_node_table, verifier, path, position));
    const hd_fb_path attributes = {.parent = path, .name = "attributes", .index = -1};
    uint8_t tag;
    uint32_t target;
    HD_TRY(hd_union_verify(verifier, &attributes, position, HD_NODE_ATTRIBUTES, &tag, &target));
    if (tag == HIPDNN_DATA_OPERATION_NONE)
        return hd_refuse_at(&attributes, HD_BAD_PARAM, "the node has no operation; each node needs one");
    const hd_operation *operation = hd_operation_by_tag(tag);
    if (operation == NULL)
        return hd_refuse_at(&attributes, HD_NOT_SUPPORTED, "operation %u is not known to this version", tag);
    return hd_table_verify(&operation->table, verifier, &attributes, target);
}

/* A vector of tables, each checked by `verify`. */
static hd_status verify_tables(hd_fb_verifier *verifier, const hd_fb_path *graph, uint32_t root, uint16_t slot,
                               const char *name, hd_status (*verify)(hd_fb_verifier *, const hd_fb_path *, uint32_t))
{
    const hd_fb_path path = {.parent = graph, .name = name, .index = -1};
    uint32_t vector, count;
    HD_TRY(hd_fb_verify_vector(verifier, &path, root, slot, sizeof(uint32_t), &vector, &count));
    for (uint32_t i = 0; i < count; i++) {
        const hd_fb_path element = {.parent = graph, .name = name, .index = i};
        uint32_t position;
        HD_TRY(hd_fb_verify_element(verifier, &path, vector, i, &position));
        HD_TRY(verify(verifier, &element, position));
    }
    return HD_OK;
}

hd_status hd_graph_verify(const void *bytes, size_t size)
{
    if (bytes == NULL)
        return hd_fail(HD_NULL_POINTER, "Graph: there are no bytes; pass a serialized graph");
    hd_fb_verifier verifier;
    uint32_t root;
    HD_TRY(hd_fb_verify_begin(&verifier, bytes, size, NULL, "Graph", &root));
    const hd_fb_path path = {.name = "Graph", .index = -1};
    const hd_fb_path version = {&path, "min_required_engine_api_version", -1}, id = {&path, "id", -1};
    /* The stamp before the fields, for an enum number of a newer version is a matter of the version. */
    HD_TRY(hd_fb_verify_table(&verifier, &path, root));
    HD_TRY(hd_fb_verify_inline(&verifier, &version, root, HD_GRAPH_VERSION, sizeof(hipdnn_data_version),
                               HD_VERSION_ALIGNMENT));
    HD_TRY(verify_stamp(&verifier, &version, root));
    HD_TRY(hd_table_verify(&hd_graph_table, &verifier, &path, root));
    HD_TRY(hd_fb_verify_inline(&verifier, &id, root, HD_GRAPH_ID, HD_UUID_SIZE, HD_UUID_ALIGNMENT));
    HD_TRY(verify_tables(&verifier, &path, root, HD_GRAPH_TENSORS, "tensors", verify_tensor));
    return verify_tables(&verifier, &path, root, HD_GRAPH_NODES, "nodes", verify_node);
}
