/* SPDX-License-Identifier: MIT */
/* Every node and every tensor gets a colour, a hash that begins as what it is by itself. Sweeps then hash in what it is
 * connected with: forward along the nodes' order what it is made from, backward what is made from it. The fingerprint
 * is a sum over all colours, so nothing depends on the order they come in.
 *
 * What an input or an output of a node is to it is part of the hash, so a node whose colour is unique makes the colours
 * of all it is made from unique as well. If no two final nodes (those with no output that is read) look alike, one
 * forward and one backward sweep therefore tell everything apart. If some do, colours alone cannot say which of them
 * share an input: f(g(a), h(b)) and f(g(b), h(a)) look like f(g(a), h(a)) and f(g(b), h(b)). So each final node that
 * looks like another is marked in turn, and the sweeps are repeated to see where the mark gets to. Telling apart any
 * two graphs would be the graph isomorphism problem; what is left after one mark needs many alike outputs of many alike
 * inputs that differ in nothing but a regular pattern. */
#include "data_sdk/graph/fingerprint.h"

#include "base/arena.h"
#include "data_sdk/graph/index.h"
#include "data_sdk/graph/sort.h"
#include "data_sdk/graph/tables.h"

/* Pairs of sweeps: a mark gets from a final node to its inputs, and on to other final nodes that read them too. */
enum { ROUNDS = 2 };

/* Most marks times the size of the graph, which is a tenth of a second. Beyond that there are no marks. */
enum { MOST_STEPS = 1 << 22 };

/* --------------------------------------------------------------------------------------------- hashing */

/* Anything that a hash begins with or that stands for a relation, so that none looks like another. */
enum { TENSOR = 1, NODE, MAKER, PARTS, READERS, RAGGED, OFFSETS, MARK, WHOLE };

/* A permutation in which every bit of the input reaches every bit of the output. Source: splitmix64. */
static uint64_t mix(uint64_t bits)
{
    bits = (bits ^ (bits >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
    bits = (bits ^ (bits >> 27)) * UINT64_C(0x94D049BB133111EB);
    return bits ^ (bits >> 31);
}

static uint64_t put(uint64_t hash, uint64_t value)
{
    return mix(hash ^ mix(value + UINT64_C(0x9E3779B97F4A7C15)));
}

static uint64_t put_bytes(uint64_t hash, const void *bytes, size_t size)
{
    hash = put(hash, size);
    for (size_t at = 0; at < size; at += sizeof(uint64_t)) {
        uint64_t word = 0;
        memcpy(&word, (const char *)bytes + at, size - at < sizeof word ? size - at : sizeof word);
        hash = put(hash, word);
    }
    return hash;
}

static uint64_t put_slot(uint64_t hash, const hd_field *field, const void *bytes, size_t size)
{
    return size == 0 ? hash : put_bytes(put(hash, field->slot), bytes, size);
}

/* A number unless it equals the default. */
static uint64_t put_number(uint64_t hash, const hd_field *field, int64_t number)
{
    return number == field->otherwise ? hash : put_slot(hash, field, &number, sizeof number);
}

/* By its bits: -0.0 is another number than 0.0. */
static uint64_t put_real(uint64_t hash, const hd_field *field, const double *real)
{
    const double otherwise = (double)field->otherwise;
    uint64_t bits, default_bits;
    memcpy(&bits, real, sizeof bits);
    memcpy(&default_bits, &otherwise, sizeof default_bits);
    return bits == default_bits ? hash : put_slot(hash, field, &bits, sizeof bits);
}

static uint64_t put_optional(uint64_t hash, const hd_field *field, bool set, const void *bytes, size_t size)
{
    return set ? put_slot(hash, field, bytes, size) : hash;
}

/* All but which tensors it names. */
static uint64_t put_field(uint64_t hash, const hd_field *field, const void *member)
{
    const hipdnn_optional_bool *truth = member;
    const hipdnn_optional_i32 *narrow = member;
    const hipdnn_optional_i64 *wide = member;
    const hipdnn_optional_f32 *real = member;
    const hipdnn_dims *dims = member;
    const hipdnn_i32_list *list = member;
    const hipdnn_bytes *bytes = member;
    switch (field->kind) {
    case HD_FIELD_BOOL:
        return put_number(hash, field, *(const bool *)member);
    case HD_FIELD_ENUM:
    case HD_FIELD_I32:
        return put_number(hash, field, *(const int32_t *)member);
    case HD_FIELD_I64:
    case HD_FIELD_U64:
        return put_number(hash, field, *(const int64_t *)member);
    case HD_FIELD_F64:
        return put_real(hash, field, member);
    case HD_FIELD_OPTIONAL_BOOL:
        return put_optional(hash, field, truth->set, &truth->value, sizeof truth->value);
    case HD_FIELD_OPTIONAL_I32:
        return put_optional(hash, field, narrow->set, &narrow->value, sizeof narrow->value);
    case HD_FIELD_OPTIONAL_I64:
        return put_optional(hash, field, wide->set, &wide->value, sizeof wide->value);
    case HD_FIELD_OPTIONAL_F32:
        return put_optional(hash, field, real->set, &real->value, sizeof real->value);
    case HD_FIELD_DIMS:
        return put_slot(hash, field, dims->v, dims->count * sizeof dims->v[0]);
    case HD_FIELD_I32_LIST:
        return put_slot(hash, field, list->v, list->count * sizeof *list->v);
    case HD_FIELD_BYTES:
        return put_slot(hash, field, bytes->v, bytes->count);
    case HD_FIELD_STRING:
        return put_slot(hash, field, *(const char *const *)member, strlen(*(const char *const *)member));
    case HD_FIELD_UID:
    case HD_FIELD_OPTIONAL_UID:
    case HD_FIELD_UID_LIST:
        break;
    }
    return hash;
}

static uint64_t put_fields(uint64_t hash, const hd_table *table, const void *object)
{
    for (size_t i = 0; i < table->field_count; i++)
        hash = put_field(hash, &table->fields[i], (const char *)object + table->fields[i].offset);
    return hash;
}

/* ------------------------------------------------------------------------------------- what is by itself */

static uint64_t tensor_by_itself(const hipdnn_data_tensor *tensor)
{
    hipdnn_data_tensor nameless = *tensor;
    nameless.name = "";
    const uint64_t hash = put_fields(put(TENSOR, (uint64_t)tensor->value_type), &hd_tensor_table, &nameless);
    return put_bytes(hash, &tensor->value, hd_value_size(tensor->value_type));
}

static uint64_t node_by_itself(const hipdnn_data_node *node)
{
    const uint64_t hash = put(put(NODE, (uint64_t)node->operation), (uint64_t)node->compute_data_type);
    return put_fields(hash, &hd_operation_by_tag(node->operation)->table, node->attributes);
}

/* ----------------------------------------------------------------------------------------- connections */

/* What a tensor is to a node. */
typedef struct edge {
    uint64_t place; /* by field and, in a list, by element */
    uint32_t tensor;
    bool is_output;
} edge;

typedef struct colours {
    uint64_t *nodes;
    uint64_t *tensors;
} colours;

typedef struct painting {
    const hipdnn_data_graph *graph;
    edge *edges; /* node after node, each node's in the order of its fields */
    size_t *ends; /* per node: where its edges end and the next node's begin */
    uint32_t *offsets; /* per tensor: the tensor of its ragged offsets, or tensor_count */
    bool *is_read; /* per tensor */
    uint64_t *readers; /* per tensor: a sum over those that read it */
    uint32_t *alike; /* final nodes that look like another */
    size_t alike_count;
    colours now;
    colours before; /* a mark was set */
} painting;

static size_t count_edges(const hipdnn_data_graph *graph)
{
    static const hd_flow flows[] = {HD_FLOW_IN, HD_FLOW_OUT};
    size_t count = 0;
    for (size_t i = 0; i < graph->node_count; i++)
        for (size_t flow = 0; flow < 2; flow++) {
            hd_uid_cursor cursor = {0};
            int64_t uid;
            while (hd_node_next_uid(&graph->nodes[i], flows[flow], &cursor, &uid) != NULL)
                count++;
        }
    return count;
}

static edge *connect_flow(const hipdnn_data_graph *graph, const hipdnn_data_node *node, hd_flow flow, edge *next)
{
    hd_uid_cursor cursor = {0};
    int64_t uid;
    const hd_field *field;
    while ((field = hd_node_next_uid(node, flow, &cursor, &uid)) != NULL)
        *next++ = (edge){
            .place = put(field->slot, cursor.element),
            .tensor = (uint32_t)hipdnn_data_graph_find(graph, uid),
            .is_output = flow == HD_FLOW_OUT,
        };
    return next;
}

static void connect(painting *self)
{
    const hipdnn_data_graph *graph = self->graph;
    edge *next = self->edges;
    for (size_t i = 0; i < graph->node_count; i++) {
        const edge *first = next;
        next = connect_flow(graph, &graph->nodes[i], HD_FLOW_IN, next);
        for (const edge *input = first; input < next; input++)
            self->is_read[input->tensor] = true;
        next = connect_flow(graph, &graph->nodes[i], HD_FLOW_OUT, next);
        self->ends[i] = (size_t)(next - self->edges);
    }
    for (size_t i = 0; i < graph->tensor_count; i++) {
        const hipdnn_optional_i64 *uid = &graph->tensors[i].ragged_offset_uid;
        self->offsets[i] = (uint32_t)(uid->set ? hipdnn_data_graph_find(graph, uid->value) : graph->tensor_count);
    }
}

static size_t first_edge(const painting *self, size_t node)
{
    return node == 0 ? 0 : self->ends[node - 1];
}

/* ---------------------------------------------------------------------------------------------- sweeps */

static void sweep_forward(painting *self)
{
    colours *now = &self->now;
    for (size_t i = 0; i < self->graph->tensor_count; i++)
        if (self->offsets[i] < self->graph->tensor_count)
            now->tensors[i] = put(put(now->tensors[i], OFFSETS), now->tensors[self->offsets[i]]);
    for (size_t i = 0; i < self->graph->node_count; i++) {
        uint64_t colour = put(now->nodes[i], PARTS);
        for (size_t at = first_edge(self, i); at < self->ends[i]; at++) {
            const edge *to = &self->edges[at];
            if (!to->is_output)
                colour = put(put(colour, to->place), now->tensors[to->tensor]);
            else /* the inputs are all in: they come first */
                now->tensors[to->tensor] = put(put(put(now->tensors[to->tensor], MAKER), to->place), colour);
        }
        now->nodes[i] = colour;
    }
}

/* A tensor has its final colour of this sweep when all that read it have theirs: when its maker comes, or at the end.
 */
static void sweep_backward(painting *self)
{
    colours *now = &self->now;
    memset(self->readers, 0, self->graph->tensor_count * sizeof *self->readers);
    for (size_t i = 0; i < self->graph->tensor_count; i++)
        if (self->offsets[i] < self->graph->tensor_count)
            self->readers[self->offsets[i]] += put(RAGGED, now->tensors[i]);
    for (size_t i = self->graph->node_count; i-- > 0;) {
        uint64_t colour = put(now->nodes[i], PARTS);
        for (size_t at = first_edge(self, i); at < self->ends[i]; at++) {
            const edge *to = &self->edges[at];
            if (to->is_output)
                colour = put(put(put(colour, to->place), now->tensors[to->tensor]), self->readers[to->tensor]);
        }
        for (size_t at = first_edge(self, i); at < self->ends[i]; at++)
            if (!self->edges[at].is_output)
                self->readers[self->edges[at].tensor] += put(put(READERS, self->edges[at].place), colour);
        now->nodes[i] = colour;
    }
    for (size_t i = 0; i < self->graph->tensor_count; i++)
        now->tensors[i] = put(put(now->tensors[i], READERS), self->readers[i]);
}

static void sweep(painting *self)
{
    for (int round = 0; round < ROUNDS; round++) {
        sweep_forward(self);
        sweep_backward(self);
    }
}

static uint64_t sum_up(const painting *self)
{
    uint64_t nodes = 0, tensors = 0;
    for (size_t i = 0; i < self->graph->node_count; i++)
        nodes += put(NODE, self->now.nodes[i]);
    for (size_t i = 0; i < self->graph->tensor_count; i++)
        tensors += put(TENSOR, self->now.tensors[i]);
    return put(put(WHOLE, nodes), tensors);
}

/* ----------------------------------------------------------------------------------------------- marks */

static bool is_final(const painting *self, size_t node)
{
    for (size_t at = first_edge(self, node); at < self->ends[node]; at++)
        if (self->edges[at].is_output && self->is_read[self->edges[at].tensor])
            return false;
    return true;
}

static bool colour_before(const void *context, uint32_t a, uint32_t b)
{
    const uint64_t *nodes = context;
    return nodes[a] < nodes[b] || (nodes[a] == nodes[b] && a < b);
}

static void find_alike(painting *self)
{
    const uint64_t *nodes = self->now.nodes;
    uint32_t *final = self->alike;
    size_t count = 0;
    for (uint32_t i = 0; i < self->graph->node_count; i++)
        if (is_final(self, i))
            final[count++] = i;
    hd_sort_indices(final, (uint32_t)count, colour_before, nodes);
    self->alike_count = 0;
    uint64_t last = 0;
    for (size_t i = 0; i < count; i++) {
        const uint64_t colour = nodes[final[i]];
        const bool like_last = i > 0 && colour == last;
        last = colour;
        if (like_last || (i + 1 < count && colour == nodes[final[i + 1]]))
            final[self->alike_count++] = final[i];
    }
}

static void copy_colours(const painting *self, const colours *from, const colours *to)
{
    memcpy(to->nodes, from->nodes, self->graph->node_count * sizeof *to->nodes);
    memcpy(to->tensors, from->tensors, self->graph->tensor_count * sizeof *to->tensors);
}

static uint64_t sum_up_marked(painting *self)
{
    const size_t nodes = self->graph->node_count;
    const size_t steps = 1 + nodes + self->graph->tensor_count + first_edge(self, nodes);
    uint64_t sum = 0;
    find_alike(self);
    if (self->alike_count > MOST_STEPS / steps)
        return sum;
    copy_colours(self, &self->now, &self->before);
    for (size_t i = 0; i < self->alike_count; i++) {
        copy_colours(self, &self->before, &self->now);
        self->now.nodes[self->alike[i]] = put(self->now.nodes[self->alike[i]], MARK);
        sweep(self);
        sum += put(MARK, sum_up(self));
    }
    return sum;
}

/* ----------------------------------------------------------------------------------------------- whole */

static bool prepare_colours(colours *self, const hipdnn_data_graph *graph, hd_arena *arena)
{
    self->nodes = hd_arena_alloc_array(arena, graph->node_count, sizeof *self->nodes);
    self->tensors = hd_arena_alloc_array(arena, graph->tensor_count, sizeof *self->tensors);
    return self->nodes != NULL && self->tensors != NULL;
}

static bool prepare(painting *self, const hipdnn_data_graph *graph, hd_arena *arena)
{
    const size_t nodes = graph->node_count, tensors = graph->tensor_count;
    *self = (painting){
        .graph = graph,
        .edges = hd_arena_alloc_array(arena, count_edges(graph), sizeof *self->edges),
        .ends = hd_arena_alloc_array(arena, nodes, sizeof *self->ends),
        .offsets = hd_arena_alloc_array(arena, tensors, sizeof *self->offsets),
        .is_read = hd_arena_alloc_array(arena, tensors, sizeof *self->is_read),
        .readers = hd_arena_alloc_array(arena, tensors, sizeof *self->readers),
        .alike = hd_arena_alloc_array(arena, nodes, sizeof *self->alike),
    };
    return self->edges != NULL && self->ends != NULL && self->offsets != NULL && self->is_read != NULL &&
           self->readers != NULL && self->alike != NULL && prepare_colours(&self->now, graph, arena) &&
           prepare_colours(&self->before, graph, arena);
}

static hd_status paint(const hipdnn_data_graph *graph, hd_arena *arena, uint64_t *out_fingerprint)
{
    painting self;
    if (!prepare(&self, graph, arena))
        return hd_fail_alloc(count_edges(graph) * sizeof(edge), "the fingerprint of a graph");
    connect(&self);
    for (size_t i = 0; i < graph->tensor_count; i++)
        self.now.tensors[i] = tensor_by_itself(&graph->tensors[i]);
    for (size_t i = 0; i < graph->node_count; i++)
        self.now.nodes[i] = node_by_itself(&graph->nodes[i]);
    sweep(&self);
    const uint64_t sum = put(sum_up(&self), graph->is_override_shape_enabled);
    *out_fingerprint = put(sum, sum_up_marked(&self));
    return HD_OK;
}

hd_status hd_graph_fingerprint(const hipdnn_data_graph *graph, uint64_t *out_fingerprint)
{
    *out_fingerprint = 0;
    hd_graph_index index;
    HD_TRY(hd_graph_index_build(graph, &index));
    hd_arena arena = {0};
    const hd_status status = paint(&index.graph, &arena, out_fingerprint);
    hd_arena_release(&arena);
    hd_graph_index_release(&index);
    return status;
}
