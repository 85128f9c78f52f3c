// SPDX-License-Identifier: MIT
#include "official.h"

#include <cstring>
#include <memory>
#include <string>

namespace fb = flatbuffers;

// ------------------------------------------------------------------------------------------------ numbers

uint64_t random_stream::next()
{
    state_ += 0x9E3779B97F4A7C15;
    uint64_t bits = state_;
    bits = (bits ^ (bits >> 30)) * 0xBF58476D1CE4E5B9;
    bits = (bits ^ (bits >> 27)) * 0x94D049BB133111EB;
    return bits ^ (bits >> 31);
}

uint64_t random_stream::below(uint64_t count)
{
    return count == 0 ? 0 : next() % count;
}

bool random_stream::chance(unsigned percent)
{
    return below(100) < percent;
}

// --------------------------------------------------------------------------------------------- buffers

static bytes buffer_of(const fb::FlatBufferBuilder &builder)
{
    return {builder.GetBufferPointer(), builder.GetBufferPointer() + builder.GetSize()};
}

static bytes take(void *made, size_t size)
{
    const auto *first = static_cast<uint8_t *>(made);
    bytes buffer(first, first + size);
    peer_free(made);
    return buffer;
}

bytes our_recode(int root, const bytes &buffer)
{
    void *made = nullptr;
    size_t size = 0;
    return peer_recode(root, buffer.data(), buffer.size(), &made, &size) ? take(made, size) : bytes();
}

bytes make_our_graph(int tag, uint64_t seed)
{
    void *made = nullptr;
    size_t size = 0;
    return peer_make_graph(seed, tag, &made, &size) ? take(made, size) : bytes();
}

// ------------------------------------------------------------------------------------------- any table
//
// The generated type tables say what a table's fields are, so one function fills all of them: a field that is added to
// a schema is tested from then on.

namespace
{

// Our lists of extents have at most this many entries.
constexpr size_t kMaxRank = 8;

// Small and huge ones; often the 0 and 1 that are defaults.
int64_t random_integer(random_stream &random)
{
    switch (random.below(4)) {
    case 0:
        return static_cast<int64_t>(random.below(3)) - 1;
    case 1:
        return static_cast<int64_t>(random.below(200)) - 100;
    default:
        return static_cast<int64_t>(random.next() >> random.below(64));
    }
}

// Exact in 32 bits, never NaN, which is not equal to itself, nor -0.0, which the official builder takes for 0.
double random_real(random_stream &random)
{
    return (static_cast<double>(random.below(1 << 20)) - (1 << 19)) / 64 + 0.0;
}

std::string random_text(random_stream &random)
{
    std::string text;
    for (size_t length = random.below(20); length > 0; length--)
        text += static_cast<char>(1 + random.below(255));
    return text;
}

class filler
{
  public:
    filler(fb::FlatBufferBuilder &builder, random_stream &random) : builder_(builder), random_(random)
    {
    }

    fb::uoffset_t table(const fb::TypeTable *type);

  private:
    struct field {
        fb::TypeCode code;
        const fb::TypeTable *type;
        bool present;
        fb::uoffset_t child; // of what lies behind an offset
        uint8_t tag; // of a union and of the field in front of it
    };

    void choose_child(field &field);
    void add(fb::voffset_t slot, const field &field);
    void add_scalar(fb::voffset_t slot, const field &field);
    template <typename T>
    fb::uoffset_t numbers();
    fb::uoffset_t list(const field &field);
    fb::uoffset_t member(const fb::TypeTable *type);

    fb::FlatBufferBuilder &builder_;
    random_stream &random_;
};

template <typename T>
fb::uoffset_t filler::numbers()
{
    std::vector<T> elements(random_.below(kMaxRank + 1));
    for (T &element : elements)
        element = static_cast<T>(random_integer(random_));
    return builder_.CreateVector(elements).o;
}

fb::uoffset_t filler::list(const field &field)
{
    switch (field.code.base_type) {
    case fb::ET_UCHAR:
        return numbers<uint8_t>();
    case fb::ET_INT:
        return numbers<int32_t>();
    case fb::ET_LONG:
        return numbers<int64_t>();
    default:
        return 0;
    }
}

// Of a union: a table, or a struct of one member, which is what ours are.
fb::uoffset_t filler::member(const fb::TypeTable *type)
{
    if (type->st == fb::ST_TABLE)
        return table(type);
    const auto size = static_cast<size_t>(type->values[type->num_elems]);
    uint64_t bits = random_.next();
    const float real = static_cast<float>(random_real(random_));
    if (type->type_codes[0].base_type == fb::ET_FLOAT)
        memcpy(&bits, &real, sizeof real);
    else if (type->type_codes[0].base_type == fb::ET_DOUBLE) {
        const double wide = random_real(random_);
        memcpy(&bits, &wide, sizeof wide);
    } else if (type->type_codes[0].base_type == fb::ET_BOOL)
        bits &= 1;
    builder_.Align(size);
    builder_.PushBytes(reinterpret_cast<const uint8_t *>(&bits), size);
    return builder_.GetSize();
}

// Children are written before the table that has them.
void filler::choose_child(field &field)
{
    if (field.code.is_repeating)
        field.child = list(field);
    else if (field.code.base_type == fb::ET_STRING)
        field.child = builder_.CreateString(random_text(random_)).o;
    else if (field.code.base_type == fb::ET_SEQUENCE && field.type->st == fb::ST_UNION) {
        field.tag = static_cast<uint8_t>(1 + random_.below(field.type->num_elems - 1));
        field.child = member(field.type->type_refs[field.type->type_codes[field.tag].sequence_ref]());
    }
}

void filler::add_scalar(fb::voffset_t slot, const field &field)
{
    const int64_t integer =
        field.type == nullptr ? random_integer(random_) : static_cast<int64_t>(random_.below(field.type->num_elems));
    switch (field.code.base_type) {
    case fb::ET_BOOL:
        builder_.AddElement(slot, static_cast<uint8_t>(random_.below(2)));
        break;
    case fb::ET_CHAR:
        builder_.AddElement(slot, static_cast<int8_t>(integer));
        break;
    case fb::ET_INT:
        builder_.AddElement(slot, static_cast<int32_t>(integer));
        break;
    case fb::ET_UINT:
        builder_.AddElement(slot, static_cast<uint32_t>(integer));
        break;
    case fb::ET_LONG:
    case fb::ET_ULONG:
        builder_.AddElement(slot, integer);
        break;
    case fb::ET_FLOAT:
        builder_.AddElement(slot, static_cast<float>(random_real(random_)));
        break;
    case fb::ET_DOUBLE:
        builder_.AddElement(slot, random_real(random_));
        break;
    }
}

void filler::add(fb::voffset_t slot, const field &field)
{
    if (field.code.base_type == fb::ET_UTYPE)
        builder_.AddElement(slot, field.tag);
    else if (field.child != 0)
        builder_.AddOffset(slot, fb::Offset<void>(field.child));
    else
        add_scalar(slot, field);
}

fb::uoffset_t filler::table(const fb::TypeTable *type)
{
    std::vector<field> fields;
    for (size_t i = 0; i < type->num_elems; i++) {
        const fb::TypeCode code = type->type_codes[i];
        field next{code, code.sequence_ref < 0 ? nullptr : type->type_refs[code.sequence_ref](), random_.chance(70), 0,
                   0};
        if (next.present)
            choose_child(next);
        if (next.tag != 0)
            fields.back().tag = next.tag;
        if (code.base_type == fb::ET_SEQUENCE && next.type->st == fb::ST_UNION)
            fields.back().present = next.present;
        fields.push_back(next);
    }
    // Any order of fields in the table is right. The official builder's is by size.
    const fb::uoffset_t start = builder_.StartTable();
    const size_t first = random_.below(fields.size());
    for (size_t i = 0; i < fields.size(); i++) {
        const size_t at = (first + i) % fields.size();
        if (fields[at].present)
            add(fb::FieldIndexToOffset(static_cast<fb::voffset_t>(at)), fields[at]);
    }
    return builder_.EndTable(start);
}

// ------------------------------------------------------------------------------------------- the roots

using schema::NodeAttributes;

// One of those from `least` on.
template <typename Enum>
Enum random_member(random_stream &random, Enum least, Enum most)
{
    const auto first = static_cast<int>(least), last = static_cast<int>(most);
    return static_cast<Enum>(first + static_cast<int>(random.below(static_cast<uint64_t>(last - first + 1))));
}

schema::KnobValueUnion random_value(random_stream &random)
{
    schema::KnobValueUnion value;
    const uint64_t kind = random.below(3);
    if (kind == 0) {
        schema::IntValueT integer;
        integer.value = random_integer(random);
        value.Set(std::move(integer));
    } else if (kind == 1) {
        schema::FloatValueT real;
        real.value = random_real(random);
        value.Set(std::move(real));
    } else {
        schema::StringValueT text;
        text.value = random_text(random);
        value.Set(std::move(text));
    }
    return value;
}

// One that lets the value pass: our reader leaves out a knob that breaks its own rule.
schema::KnobConstraintUnion random_constraint(random_stream &random, const schema::KnobValueUnion &value)
{
    schema::KnobConstraintUnion constraint;
    if (random.chance(25))
        return constraint;
    if (value.type == schema::KnobValue::IntValue) {
        const int64_t allowed = value.AsIntValue()->value;
        schema::IntConstraintT range;
        range.step = 1 + static_cast<int64_t>(random.below(5));
        range.min_value = range.max_value = allowed;
        if (random.chance(50))
            range.valid_values = {random_integer(random), allowed};
        constraint.Set(std::move(range));
    } else if (value.type == schema::KnobValue::FloatValue) {
        schema::FloatConstraintT range;
        range.min_value = value.AsFloatValue()->value - static_cast<double>(random.below(9));
        range.max_value = value.AsFloatValue()->value + static_cast<double>(random.below(9));
        constraint.Set(std::move(range));
    } else {
        schema::StringConstraintT texts;
        texts.max_length = 20 + static_cast<int32_t>(random.below(100));
        if (random.chance(50))
            texts.valid_values = {random_text(random), value.AsStringValue()->value};
        constraint.Set(std::move(texts));
    }
    return constraint;
}

schema::KnobSettingT random_setting(random_stream &random)
{
    schema::KnobSettingT setting;
    setting.knob_id = random_text(random);
    setting.value = random_value(random);
    return setting;
}

void fill(schema::KnobSettingT &setting, random_stream &random)
{
    setting = random_setting(random);
}

void fill(schema::EngineConfigT &config, random_stream &random)
{
    config.engine_id = random_integer(random);
    for (uint64_t count = random.below(5); count > 0; count--)
        config.knobs.push_back(std::make_unique<schema::KnobSettingT>(random_setting(random)));
}

void fill(schema::EngineDetailsT &details, random_stream &random)
{
    details.engine_id = random_integer(random);
    details.name = random_text(random);
    for (uint64_t count = random.below(5); count > 0; count--)
        details.behavior_notes.push_back(static_cast<int32_t>(random.below(8)));
    for (uint64_t count = random.below(5); count > 0; count--) {
        auto knob = std::make_unique<schema::KnobT>();
        knob->knob_id = std::to_string(count) + random_text(random);
        knob->description = random_text(random);
        knob->default_value = random_value(random);
        knob->constraint = random_constraint(random, knob->default_value);
        knob->deprecated = random.chance(30);
        details.knobs.push_back(std::move(knob));
    }
}

void fill(schema::DevicePropertiesT &device, random_stream &random)
{
    device.device_id = static_cast<int32_t>(random_integer(random));
    device.multi_processor_count = static_cast<int32_t>(random_integer(random));
    device.total_global_mem = random.next();
    device.architecture_name = random_text(random);
}

bytes random_bytes(random_stream &random, size_t least)
{
    bytes payload(least + random.below(40));
    for (uint8_t &byte : payload)
        byte = static_cast<uint8_t>(random.next());
    return payload;
}

void fill(schema::SerializedExecutionPlanT &plan, random_stream &random)
{
    plan.version = 1;
    plan.engine_id = random_integer(random);
    plan.workspace_size = static_cast<int64_t>(random.next() >> 1);
    const bool has_alignments = random.chance(50);
    for (uint64_t count = 1 + random.below(6); count > 0; count--) {
        plan.tensor_uids.push_back(random_integer(random));
        if (has_alignments)
            plan.tensor_alignments.push_back(1 + static_cast<int64_t>(random.below(256)));
    }
    plan.plugin_payload = random_bytes(random, 1);
    plan.is_override_shape_enabled = random.chance(50);
}

void fill(schema::SerializedGraphAndPlanT &both, random_stream &random)
{
    both.graph_blob = random_bytes(random, 0);
    both.plan_blob = random_bytes(random, 0);
}

template <typename Table>
constexpr const char *identifier = nullptr;
template <>
constexpr const char *identifier<schema::DeviceProperties> = "HDDP";
template <>
constexpr const char *identifier<schema::SerializedGraphAndPlan> = "HDGP";

template <typename Table>
std::unique_ptr<typename Table::NativeTableType> unpack(const bytes &buffer)
{
    return std::unique_ptr<typename Table::NativeTableType>(fb::GetRoot<Table>(buffer.data())->UnPack());
}

template <typename Table>
bytes pack(const typename Table::NativeTableType &object)
{
    fb::FlatBufferBuilder builder;
    builder.Finish(Table::Pack(builder, &object), identifier<Table>);
    return buffer_of(builder);
}

template <typename Table>
bool verify(const bytes &buffer)
{
    // The limits of our verifier, which are the defaults of this one.
    fb::Verifier verifier(buffer.data(), buffer.size(), 64, 1000000);
    return verifier.VerifyBuffer<Table>(identifier<Table>);
}

template <typename Table>
bool equal(const bytes &a, const bytes &b)
{
    return *unpack<Table>(a) == *unpack<Table>(b);
}

// The == that flatc 2.0.8 generates for an array in a struct compares addresses.
template <>
bool equal<schema::Graph>(const bytes &a, const bytes &b)
{
    const auto first = unpack<schema::Graph>(a), second = unpack<schema::Graph>(b);
    const auto first_id = std::move(first->id), second_id = std::move(second->id);
    const bool same_id = first_id == nullptr ? second_id == nullptr
                                             : second_id != nullptr &&
                                                   std::memcmp(first_id.get(), second_id.get(), sizeof *first_id) == 0;
    return same_id && *first == *second;
}

template <typename Table>
bytes again(const bytes &buffer)
{
    return pack<Table>(*unpack<Table>(buffer));
}

template <typename Table>
bytes make(random_stream &random)
{
    typename Table::NativeTableType object;
    fill(object, random);
    return pack<Table>(object);
}

template <>
bytes make<schema::Graph>(random_stream &random)
{
    std::vector<NodeAttributes> operations;
    for (uint64_t count = 1 + random.below(4); count > 0; count--)
        operations.push_back(random_member(random, NodeAttributes::MIN, NodeAttributes::MAX));
    for (NodeAttributes &operation : operations)
        if (operation == NodeAttributes::NONE)
            operation = NodeAttributes::MAX;
    return make_random_graph(random, operations);
}

template <typename Table>
constexpr official_root root(const char *name)
{
    return {name, verify<Table>, equal<Table>, again<Table>, make<Table>};
}

const fb::TypeTable *type_of(NodeAttributes operation)
{
    const fb::TypeTable *all = schema::NodeAttributesTypeTable();
    return all->type_refs[all->type_codes[static_cast<size_t>(operation)].sequence_ref]();
}

} // namespace

bytes make_random_graph(random_stream &random, const std::vector<NodeAttributes> &operations)
{
    fb::FlatBufferBuilder builder;
    filler fill(builder, random);
    std::vector<fb::Offset<schema::TensorAttributes>> tensors;
    for (uint64_t count = random.below(4); count > 0; count--)
        tensors.emplace_back(fill.table(schema::TensorAttributesTypeTable()));
    std::vector<fb::Offset<schema::Node>> nodes;
    for (const NodeAttributes operation : operations) {
        const auto attributes = fb::Offset<void>(fill.table(type_of(operation)));
        const auto type = random_member(random, schema::DataType::MIN, schema::DataType::MAX);
        nodes.push_back(schema::CreateNodeDirect(builder, random_text(random).c_str(), type, operation, attributes));
    }
    const auto tensor_list = builder.CreateVector(tensors);
    const auto node_list = builder.CreateVector(nodes);
    const auto name = builder.CreateString(random_text(random));
    const schema::EngineApiVersion version(1, static_cast<uint32_t>(random.below(5)), 0);
    uint8_t id[16];
    for (uint8_t &byte : id)
        byte = static_cast<uint8_t>(random.next());
    const schema::Uuid uuid{fb::make_span(id)};

    schema::GraphBuilder graph(builder);
    graph.add_tensors(tensor_list);
    graph.add_nodes(node_list);
    graph.add_io_data_type(random_member(random, schema::DataType::MIN, schema::DataType::MAX));
    graph.add_compute_data_type(random_member(random, schema::DataType::MIN, schema::DataType::MAX));
    if (random.chance(50))
        graph.add_name(name);
    if (random.chance(50))
        graph.add_preferred_engine_id(random_integer(random));
    if (random.chance(50))
        graph.add_is_override_shape_enabled(true);
    if (random.chance(50))
        graph.add_min_required_engine_api_version(&version);
    if (random.chance(50))
        graph.add_id(&uuid);
    builder.Finish(graph.Finish());
    return buffer_of(builder);
}

const official_root official_roots[PEER_ROOTS] = {
    root<schema::Graph>("Graph"),
    root<schema::EngineConfig>("EngineConfig"),
    root<schema::EngineDetails>("EngineDetails"),
    root<schema::DeviceProperties>("DeviceProperties"),
    root<schema::KnobSetting>("KnobSetting"),
    root<schema::SerializedExecutionPlan>("SerializedExecutionPlan"),
    root<schema::SerializedGraphAndPlan>("SerializedGraphAndPlan"),
};
