/* SPDX-License-Identifier: MIT */
/* The small tables beside the graph: engine config, engine details, device properties. */
#ifndef HD_DATA_SDK_ENGINE_H
#define HD_DATA_SDK_ENGINE_H

#include "base/arena.h"
#include "base/error.h"
#include "hipdnn_data_sdk/graph.h"

/* Each decode verifies first; texts and lists lie in the arena. Each encode gives bytes for hd_free. */
hd_status hd_engine_config_decode(const void *bytes, size_t size, hd_arena *arena, hipdnn_data_engine_config *out);
hd_status hd_engine_config_encode(const hipdnn_data_engine_config *config, void **out_bytes, size_t *out_size);

/* One setting alone: the value of a backend knob choice. */
hd_status hd_knob_setting_decode(const void *bytes, size_t size, hd_arena *arena, hipdnn_data_knob_setting *out);
hd_status hd_knob_setting_encode(const hipdnn_data_knob_setting *setting, void **out_bytes, size_t *out_size);

/* A knob whose default is missing, or breaks its own constraint, or repeats an id is left out with an error in the log
 * (behaviour (h)); the details as a whole stay valid. A negative behaviour note refuses them. */
hd_status hd_engine_details_decode(const void *bytes, size_t size, hd_arena *arena, hipdnn_data_engine_details *out);
hd_status hd_engine_details_encode(const hipdnn_data_engine_details *details, void **out_bytes, size_t *out_size);

/* One knob alone: the value of a backend engine's serialized knob info. */
hd_status hd_knob_encode(const hipdnn_data_knob *knob, void **out_bytes, size_t *out_size);

/* With the identifier HDDP. */
hd_status hd_device_properties_decode(const void *bytes, size_t size, hd_arena *arena,
                                      hipdnn_data_device_properties *out);
hd_status hd_device_properties_encode(const hipdnn_data_device_properties *properties, void **out_bytes,
                                      size_t *out_size);

/* HD_BAD_PARAM names knob, value and what is allowed. */
hd_status hd_knob_check(const hipdnn_data_knob *knob, const hipdnn_data_knob_value *value);

#endif
