// SPDX-License-Identifier: MIT
// Our reader and writer against the official ones on random objects of every table, both ways:
//
//   theirs -> we read and write -> they read: their two objects are equal
//   ours -> they unpack and pack -> we read and write: our bytes are equal, for our writer has one form for an object
//
// and, for graphs that mean something, the fingerprint stays.
//
// usage: roundtrip [OBJECTS_PER_TABLE [SEED]]
#include "official.h"

#include <cstdio>
#include <cstdlib>

namespace
{

constexpr uint64_t kObjects = 300;
constexpr uint64_t kMostFailures = 10;
uint64_t failures;

void fail(const char *name, uint64_t number, const char *what)
{
    std::fprintf(stderr, "%s, object %llu: %s\nour last refusal: %s\n", name, static_cast<unsigned long long>(number),
                 what, peer_error());
    if (++failures == kMostFailures)
        std::exit(EXIT_FAILURE);
}

void check_object(int root, uint64_t number, const bytes &theirs)
{
    const official_root &official = official_roots[root];
    const bytes ours = our_recode(root, theirs);
    if (ours.empty())
        fail(official.name, number, "we refuse their bytes");
    else if (!official.verify(ours))
        fail(official.name, number, "they refuse our bytes");
    else if (!official.equal(theirs, ours))
        fail(official.name, number, "our bytes say something else than theirs");
    else if (our_recode(root, official.again(ours)) != ours)
        fail(official.name, number, "our bytes, packed anew by them, say something else");
}

void check_root(int root, uint64_t objects, random_stream &random)
{
    for (uint64_t number = 0; number < objects; number++)
        check_object(root, number, official_roots[root].make(random));
    std::printf("%-24s %llu objects\n", official_roots[root].name, static_cast<unsigned long long>(objects));
}

// Each operation as the only node of a graph.
void check_operations(uint64_t objects, random_stream &random)
{
    for (int tag = 1; tag <= static_cast<int>(schema::NodeAttributes::MAX); tag++) {
        const auto operation = static_cast<schema::NodeAttributes>(tag);
        for (uint64_t number = 0; number < objects; number++)
            check_object(PEER_GRAPH, number, make_random_graph(random, {operation}));
    }
    std::printf("%-24s %d operations, %llu objects each\n", "Graph", static_cast<int>(schema::NodeAttributes::MAX),
                static_cast<unsigned long long>(objects));
}

void check_meaning(int tag, uint64_t seed)
{
    uint64_t before = 0, after = 0;
    const bytes ours = make_our_graph(tag, seed);
    if (ours.empty()) {
        fail("random graph", seed, "it cannot be made");
        return;
    }
    if (!official_roots[PEER_GRAPH].verify(ours)) {
        fail("random graph", seed, "they refuse our bytes");
        return;
    }
    const bytes packed = official_roots[PEER_GRAPH].again(ours);
    if (!peer_fingerprint(ours.data(), ours.size(), &before) || !peer_fingerprint(packed.data(), packed.size(), &after))
        fail("random graph", seed, "we refuse it");
    else if (before != after)
        fail("random graph", seed, "packed anew by them, it has another fingerprint");
}

} // namespace

int main(int argc, char **argv)
{
    const uint64_t objects = argc > 1 ? std::strtoull(argv[1], nullptr, 10) : kObjects;
    const uint64_t seed = argc > 2 ? std::strtoull(argv[2], nullptr, 10) : 1;
    std::printf("seed %llu\n", static_cast<unsigned long long>(seed));
    random_stream random(seed);
    for (int root = 0; root < PEER_ROOTS; root++)
        check_root(root, objects, random);
    check_operations(objects / 10 + 1, random);
    for (int tag = 1; tag <= static_cast<int>(schema::NodeAttributes::MAX); tag++)
        for (uint64_t number = 0; number < objects / 10 + 1; number++)
            check_meaning(tag, random.next());
    return failures == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
