#ifndef ALLOCATION_COUNTER_H
#define ALLOCATION_COUNTER_H

#include <stdint.h>

/// How often the process has asked for memory since it began; -1 where allocations are not counted (off Linux).
///
/// Linking this target is enough: its `malloc` and kin stand before those of the C library, for the Swift runtime too.
int64_t allocation_count(void);

/// Bytes that the process has asked for and not given back; -1 where that is not known (off Linux).
int64_t allocated_bytes(void);

#endif
