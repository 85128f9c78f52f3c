/* SPDX-License-Identifier: MIT */
#include "data_sdk/graph/engine.h"
#include "data_sdk/schema/field.h"

static const char identifier[] = "HDDP";

static const hd_field fields[] = {
    HD_FIELD(hipdnn_data_device_properties, I32, 0, device_id, "device_id", .json = NULL, .otherwise = -1),
    HD_FIELD(hipdnn_data_device_properties, I32, 1, multi_processor_count, "multi_processor_count", .json = NULL),
    HD_FIELD(hipdnn_data_device_properties, U64, 2, total_global_mem, "total_global_mem", .json = NULL),
    HD_FIELD(hipdnn_data_device_properties, STRING, 3, architecture_name, "architecture_name", .json = NULL),
};
static const hd_table table = {"DeviceProperties", fields, sizeof fields / sizeof fields[0],
                               sizeof(hipdnn_data_device_properties)};

hd_status hd_device_properties_decode(const void *bytes, size_t size, hd_arena *arena,
                                      hipdnn_data_device_properties *out)
{
    *out = (hipdnn_data_device_properties){.device_id = -1, .architecture_name = ""};
    hd_fb_verifier verifier;
    uint32_t root;
    HD_TRY(hd_fb_verify_begin(&verifier, bytes, size, identifier, table.name, &root));
    const hd_fb_path path = {.name = table.name, .index = -1};
    HD_TRY(hd_table_verify(&table, &verifier, &path, root));
    void *copy = hd_arena_alloc(arena, size);
    if (copy == NULL)
        return hd_fail_alloc(size, "device properties");
    memcpy(copy, bytes, size);
    hd_table_decode(&table, hd_fb_root(copy), out);
    return HD_OK;
}

hd_status hd_device_properties_encode(const hipdnn_data_device_properties *properties, void **out_bytes,
                                      size_t *out_size)
{
    hd_fb_builder builder = {0};
    const hd_fb_ref root = hd_table_encode(&table, &builder, properties);
    return hd_fb_finish(&builder, root, identifier, out_bytes, out_size);
}
