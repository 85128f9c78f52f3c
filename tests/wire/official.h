// SPDX-License-Identifier: MIT
// The official C++ library's side: the generated headers, and random objects of any of their tables.
#ifndef TESTS_WIRE_OFFICIAL_H
#define TESTS_WIRE_OFFICIAL_H

#include "device_properties_generated.h"
#include "engine_config_generated.h"
#include "engine_details_generated.h"
#include "execution_plan_generated.h"
#include "graph_generated.h"
#include "serialized_graph_and_plan_generated.h"

#include "peer.h"

#include <cstdint>
#include <vector>

namespace schema = hipdnn_flatbuffers_sdk::data_objects;

using bytes = std::vector<uint8_t>;

// splitmix64: a stream is its seed, everywhere.
class random_stream
{
  public:
    explicit random_stream(uint64_t seed) : state_(seed)
    {
    }
    uint64_t next();
    uint64_t below(uint64_t count); // 0 when count is 0
    bool chance(unsigned percent);

  private:
    uint64_t state_;
};

// One of the tables that travel alone, as the official side knows it. `make` gives a valid buffer that our reader
// accepts; `again` unpacks a valid buffer into the generated objects and packs these.
struct official_root {
    const char *name;
    bool (*verify)(const bytes &buffer);
    bool (*equal)(const bytes &a, const bytes &b);
    bytes (*again)(const bytes &buffer);
    bytes (*make)(random_stream &random);
};

extern const official_root official_roots[PEER_ROOTS];

// A graph with one node of each tag in turn, whose fields are random: valid in structure, without meaning.
bytes make_random_graph(random_stream &random, const std::vector<schema::NodeAttributes> &operations);

// Our side, in the terms of this one; empty when ours refuses.
bytes our_recode(int root, const bytes &buffer);
bytes make_our_graph(int tag, uint64_t seed);

#endif
