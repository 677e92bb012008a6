#pragma once
#include <stdint.h>

/// Sixteen bytes; Swift's SIMD16<UInt8>.
typedef uint8_t byte_lanes __attribute__((ext_vector_type(16)));
typedef _Bool byte_lane_bits __attribute__((ext_vector_type(16)));

/// The highest bit of each lane, that of the first lane lowest: one instruction on x86-64, which nothing in Swift's vectors
/// becomes, and a few on others.
static inline __attribute__((always_inline)) uint16_t highest_bits(byte_lanes lanes) {
    return __builtin_bit_cast(uint16_t, __builtin_convertvector(lanes >= 0x80, byte_lane_bits));
}
