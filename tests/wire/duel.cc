// SPDX-License-Identifier: MIT
// Our verifier against the official one, on valid buffers of every table and what mutations make of them. We may refuse
// what they accept, for the reasons in `rules`, which docs/wire.md lists as well; what they refuse we must refuse.
//
// usage: duel [MUTANTS [SEED]]
#include "official.h"

#include <fnmatch.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace
{

constexpr uint64_t kMutants = 20000;

// ------------------------------------------------------------------------------------------------ rules

// Where we are stricter, by the form of our sentence. A refusal of ours alone that no form fits fails the test.
struct rule {
    const char *form; // as fnmatch has it
    const char *why;
    uint64_t count;
};

rule rules[] = {
    // The buffer's structure.
    {"*: a field of * does not fit between *", "a field outside its table's inline size", 0},
    {"*: a table of * does not fit into a buffer *", "a table that reaches past the end", 0},
    {"*: the table at offset * bytes, at least 4 are needed", "a table smaller than its head", 0},
    {"*: the table at offset * has its vtable at *, outside *", "a vtable smaller than its head", 0},
    {"*: the vtable at offset * bytes, an even number from 4 on *", "a vtable smaller than its head", 0},
    {"*: elements at offset * are not aligned to *", "elements that are not aligned", 0},
    {"*: the offset at * is *, at least 4 is needed *", "an offset into itself", 0},
    // What no reader could make sense of.
    {"*: a bool is *, 0 or 1 is allowed", "a bool of neither 0 nor 1", 0},
    {"*: * is no *; numbers * are known", "an unknown number of an enumeration or a union", 0},
    {"*: operation * is not known to this version", "an unknown number of an enumeration or a union", 0},
    {"*: the type is *, but the value is *; both or neither *", "half a union", 0},
    {"*: the list has * entries, at most 8 are allowed", "more than 8 dimensions", 0},
    {"*: the node has no operation; *", "a node without an operation", 0},
    {"*: the graph needs engine plugin API *", "a graph of a newer version", 0},
    {"*: * more * make over * tables *", "over a million tables, listed texts and uids", 0},
    // Stored plans and engine details, whose few rules of meaning come with the reading.
    {"*: format * is not known, *", "a plan of another format", 0},
    {"SerializedExecutionPlan*workspace_size is *, at least 0 is allowed", "a plan's numbers", 0},
    {"SerializedExecutionPlan has no *; a plan needs them", "a plan's numbers", 0},
    {"SerializedExecutionPlan has * tensor_uids and * tensor_alignments; *", "a plan's numbers", 0},
    {"SerializedExecutionPlan*tensor_alignments* is *, at least 1 is allowed", "a plan's numbers", 0},
    {"*: note * is *, at least 0 is allowed", "a negative behaviour note", 0},
};

rule *find_rule(const char *sentence)
{
    for (rule &each : rules)
        if (fnmatch(each.form, sentence, 0) == 0)
            return &each;
    return nullptr;
}

// Forms with one reason stand together.
void print_rules()
{
    std::printf("\nrefused by us alone, because of\n");
    for (size_t i = 0; i < std::size(rules);) {
        const char *why = rules[i].why;
        uint64_t count = 0;
        for (; i < std::size(rules) && std::strcmp(rules[i].why, why) == 0; i++)
            count += rules[i].count;
        std::printf("  %-52s %10llu\n", why, static_cast<unsigned long long>(count));
    }
}

// -------------------------------------------------------------------------------------------- mutations

uint32_t load_u32(const bytes &buffer, size_t at)
{
    uint32_t value;
    std::memcpy(&value, &buffer[at], sizeof value);
    return value;
}

void store_u32(bytes &buffer, size_t at, uint32_t value)
{
    std::memcpy(&buffer[at], &value, sizeof value);
}

// Where a word can be that is an offset, a length or a distance.
size_t word_at(const bytes &buffer, random_stream &random)
{
    return 4 * random.below(buffer.size() / 4);
}

void flip_bit(bytes &buffer, random_stream &random)
{
    buffer[random.below(buffer.size())] ^= static_cast<uint8_t>(1U << random.below(8));
}

void set_byte(bytes &buffer, random_stream &random)
{
    static const uint8_t edges[] = {0, 1, 2, 4, 8, 0x7F, 0x80, 0xFF};
    buffer[random.below(buffer.size())] =
        random.chance(50) ? edges[random.below(sizeof edges)] : static_cast<uint8_t>(random.next());
}

void set_word(bytes &buffer, random_stream &random)
{
    const size_t at = word_at(buffer, random);
    const uint32_t left = static_cast<uint32_t>(buffer.size() - at); // an offset of this much leaves the buffer
    const uint32_t edges[] = {0, 1, 2, 3, 4, left, left - 1, left - 4, left / 8, INT32_MAX, UINT32_MAX, 1U << 31};
    store_u32(buffer, at, edges[random.below(sizeof edges / sizeof *edges)]);
}

void nudge_word(bytes &buffer, random_stream &random)
{
    const size_t at = word_at(buffer, random);
    const auto by = static_cast<uint32_t>(random.below(33)) - 16;
    store_u32(buffer, at, load_u32(buffer, at) + by);
}

// A vtable's sizes and slots.
void set_half(bytes &buffer, random_stream &random)
{
    const size_t at = 2 * random.below(buffer.size() / 2);
    const auto value = static_cast<uint16_t>(random.below(random.chance(50) ? 64 : 2 * buffer.size()));
    std::memcpy(&buffer[at], &value, sizeof value);
}

void truncate(bytes &buffer, random_stream &random)
{
    buffer.resize(random.chance(50) ? buffer.size() - random.below(std::min<size_t>(buffer.size(), 16))
                                    : random.below(buffer.size()));
}

void extend(bytes &buffer, random_stream &random)
{
    for (uint64_t count = 1 + random.below(24); count > 0; count--)
        buffer.push_back(static_cast<uint8_t>(random.chance(50) ? 0 : random.next()));
}

// A part of another buffer in place of as much of this one.
void splice(bytes &buffer, const bytes &other, random_stream &random)
{
    const size_t from = word_at(other, random), to = word_at(buffer, random);
    const size_t most = std::min(other.size() - from, buffer.size() - to);
    const size_t count = random.below(most + 1);
    std::copy_n(other.begin() + static_cast<ptrdiff_t>(from), count, buffer.begin() + static_cast<ptrdiff_t>(to));
}

// Two offsets to one target: a table, a text or a list that is shared, often as something that it is not.
void share_target(bytes &buffer, random_stream &random)
{
    const size_t one = word_at(buffer, random), other = word_at(buffer, random);
    const size_t target = one + load_u32(buffer, one);
    if (target < buffer.size() && target > other)
        store_u32(buffer, other, static_cast<uint32_t>(target - other));
}

// A range once more, somewhere else: tables with another's distance to a vtable.
void repeat(bytes &buffer, random_stream &random)
{
    const bytes copy = buffer;
    splice(buffer, copy, random);
}

bytes mutate(bytes buffer, const bytes &other, random_stream &random)
{
    for (uint64_t count = 1 + random.below(3); count > 0 && buffer.size() >= 8; count--) {
        switch (random.below(16)) {
        case 0:
        case 1:
            flip_bit(buffer, random);
            break;
        case 2:
        case 3:
        case 4:
            set_byte(buffer, random);
            break;
        case 5:
        case 6:
            set_word(buffer, random);
            break;
        case 7:
        case 8:
            nudge_word(buffer, random);
            break;
        case 9:
        case 10:
            set_half(buffer, random);
            break;
        case 11:
            truncate(buffer, random);
            break;
        case 12:
            extend(buffer, random);
            break;
        case 13:
            splice(buffer, other, random);
            break;
        case 14:
            share_target(buffer, random);
            break;
        default:
            repeat(buffer, random);
            break;
        }
    }
    return buffer;
}

// -------------------------------------------------------------------------------------------- the duel

struct score {
    uint64_t both_accept, both_refuse, we_refuse, they_refuse;
};

void print_hex(const bytes &buffer)
{
    for (const uint8_t byte : buffer)
        std::fprintf(stderr, "%02x", byte);
    std::fprintf(stderr, "\n");
}

// False when the outcome is one that must not be.
bool judge(int root, const bytes &mutant, score &score)
{
    const official_root &official = official_roots[root];
    // A block of its own, so that a sanitizer sees who reads past its end.
    const bytes own(mutant.begin(), mutant.end());
    const bool they = official.verify(own);
    const bool we = peer_accepts(root, own.data(), own.size());
    score.both_accept += they && we;
    score.both_refuse += !they && !we;
    score.we_refuse += they && !we;
    score.they_refuse += !they && we;
    if (they == we)
        return true;
    rule *reason = we ? nullptr : find_rule(peer_error());
    if (reason != nullptr) {
        reason->count++;
        return true;
    }
    std::fprintf(stderr, "%s: %s\n", official.name, we ? "refused by the official verifier alone" : peer_error());
    print_hex(mutant);
    return false;
}

// Valid buffers, by the official builder and by ours; of graphs, some with each operation alone.
std::vector<bytes> make_starts(int root, random_stream &random)
{
    std::vector<bytes> starts;
    for (int i = 0; i < 20; i++)
        starts.push_back(official_roots[root].make(random));
    if (root == PEER_GRAPH) {
        for (int tag = 1; tag <= static_cast<int>(schema::NodeAttributes::MAX); tag++) {
            starts.push_back(make_random_graph(random, {static_cast<schema::NodeAttributes>(tag)}));
            starts.push_back(make_random_graph(random, {static_cast<schema::NodeAttributes>(tag)}));
            starts.push_back(make_our_graph(tag, random.next()));
        }
    }
    for (size_t i = 0, count = starts.size(); i < count; i += 2)
        starts.push_back(our_recode(root, starts[i]));
    return starts;
}

bool fight(int root, uint64_t mutants, random_stream &random)
{
    score score{};
    bool good = true;
    const std::vector<bytes> starts = make_starts(root, random);
    for (const bytes &start : starts)
        good = judge(root, start, score) && good;
    if (!good || score.both_accept != starts.size()) {
        std::fprintf(stderr, "%s: a buffer to start from is refused: %s\n", official_roots[root].name, peer_error());
        return false;
    }
    for (uint64_t i = 0; i < mutants && good; i++) {
        const bytes &start = starts[random.below(starts.size())], &other = starts[random.below(starts.size())];
        good = judge(root, mutate(start, other, random), score);
    }
    std::printf("%-24s %12llu %12llu %12llu %12llu\n", official_roots[root].name,
                static_cast<unsigned long long>(score.both_accept), static_cast<unsigned long long>(score.both_refuse),
                static_cast<unsigned long long>(score.we_refuse), static_cast<unsigned long long>(score.they_refuse));
    return good;
}

} // namespace

int main(int argc, char **argv)
{
    const uint64_t mutants = argc > 1 ? std::strtoull(argv[1], nullptr, 10) : kMutants;
    const uint64_t seed = argc > 2 ? std::strtoull(argv[2], nullptr, 10) : 1;
    std::printf("seed %llu\n%-24s %12s %12s %12s %12s\n", static_cast<unsigned long long>(seed), "", "both accept",
                "both refuse", "we refuse", "they refuse");
    random_stream random(seed);
    bool good = true;
    // Graphs have most of the tables; the others get a tenth each.
    for (int root = 0; root < PEER_ROOTS; root++)
        good = fight(root, root == PEER_GRAPH ? mutants : mutants / 10, random) && good;
    print_rules();
    return good ? EXIT_SUCCESS : EXIT_FAILURE;
}
