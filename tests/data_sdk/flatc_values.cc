// SPDX-License-Identifier: MIT
// The official C++ library's side of the graph 'values' of flatc_peer.c, which flatc's JSON cannot express.
//
// usage: flatc_values write|check FILE
#include "graph_generated.h"

#include <cstdio>
#include <cstring>
#include <fstream>
#include <iterator>
#include <vector>

using namespace hipdnn_flatbuffers_sdk::data_objects;

namespace
{

constexpr int kValues = 8;

template <typename Struct> flatbuffers::Offset<void> put(flatbuffers::FlatBufferBuilder &builder, const Struct &value)
{
    return builder.CreateStruct(value).Union();
}

std::vector<flatbuffers::Offset<void>> put_values(flatbuffers::FlatBufferBuilder &builder)
{
    return {
        put(builder, Float32Value(1.5F)),     put(builder, Float16Value(-2.25F)),   put(builder, BFloat16Value(1e30F)),
        put(builder, Float8Value(0xA5)),      put(builder, Int32Value(-123456789)), put(builder, Float64Value(1e-300)),
        put(builder, Int64Value(-5000000000)), put(builder, BoolValue(true)),
    };
}

void write(const char *path)
{
    flatbuffers::FlatBufferBuilder builder;
    const auto values = put_values(builder);
    std::vector<flatbuffers::Offset<TensorAttributes>> tensors;
    const std::vector<int64_t> one{1};
    for (int i = 0; i <= kValues; i++) {
        const auto type = i < kValues ? static_cast<TensorValue>(i + 1) : TensorValue_NONE;
        const auto value = i < kValues ? values[static_cast<size_t>(i)] : flatbuffers::Offset<void>();
        tensors.push_back(
            CreateTensorAttributesDirect(builder, i, nullptr, DataType_HALF, &one, &one, false, type, value));
    }
    PointwiseAttributesBuilder identity(builder);
    identity.add_operation(PointwiseMode_IDENTITY);
    identity.add_in_0_tensor_uid(0);
    identity.add_out_0_tensor_uid(kValues);
    const auto attributes = identity.Finish();
    const std::vector<flatbuffers::Offset<Node>> nodes{
        CreateNodeDirect(builder, nullptr, DataType_FLOAT, NodeAttributes_PointwiseAttributes, attributes.Union())};
    builder.Finish(CreateGraphDirect(builder, nullptr, DataType_UNSET, DataType_UNSET, DataType_UNSET, &tensors, &nodes));
    std::ofstream(path, std::ios::binary)
        .write(reinterpret_cast<const char *>(builder.GetBufferPointer()), builder.GetSize());
}

bool values_are_right(const Graph *graph)
{
    const auto &t = *graph->tensors();
    return t[0]->value_as_Float32Value()->value() == 1.5F && t[1]->value_as_Float16Value()->value() == -2.25F &&
           t[2]->value_as_BFloat16Value()->value() == 1e30F && t[3]->value_as_Float8Value()->value() == 0xA5 &&
           t[4]->value_as_Int32Value()->value() == -123456789 && t[5]->value_as_Float64Value()->value() == 1e-300 &&
           t[6]->value_as_Int64Value()->value() == -5000000000 && t[7]->value_as_BoolValue()->value() &&
           t[8]->value_type() == TensorValue_NONE && t[8]->uid() == kValues;
}

bool check(const char *path)
{
    std::ifstream file(path, std::ios::binary);
    const std::vector<char> bytes((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
    flatbuffers::Verifier verifier(reinterpret_cast<const uint8_t *>(bytes.data()), bytes.size());
    if (!VerifyGraphBuffer(verifier)) {
        std::fprintf(stderr, "%s: the official verifier refuses it\n", path);
        return false;
    }
    if (!values_are_right(GetGraph(bytes.data()))) {
        std::fprintf(stderr, "%s: a value is wrong\n", path);
        return false;
    }
    return true;
}

} // namespace

int main(int argc, char **argv)
{
    if (argc != 3)
        return 2;
    if (std::strcmp(argv[1], "write") == 0)
        write(argv[2]);
    else if (!check(argv[2]))
        return 1;
    return 0;
}
