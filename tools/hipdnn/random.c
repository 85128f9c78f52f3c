/* SPDX-License-Identifier: MIT */
#include "random.h"

uint64_t random_next(random_stream *stream)
{
    stream->state += UINT64_C(0x9E3779B97F4A7C15);
    uint64_t z = stream->state;
    z = (z ^ (z >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94D049BB133111EB);
    return z ^ (z >> 31);
}

random_stream random_start(uint64_t seed, uint64_t stream)
{
    /* Both halves pass through the mixer: neighbouring seeds and uids must not give overlapping streams. */
    random_stream mixer = {.state = seed};
    mixer.state = random_next(&mixer) ^ stream;
    return (random_stream){.state = random_next(&mixer)};
}

uint64_t random_below(random_stream *stream, uint64_t bound)
{
    /* The bias of the remainder is bound / 2^64. */
    return random_next(stream) % bound;
}

float random_float(random_stream *stream)
{
    const int32_t bits = (int32_t)(random_next(stream) >> 40); /* 24 bits: every one of them fits a float */
    return (float)(bits - (INT32_C(1) << 23)) * 0x1p-23f;
}
