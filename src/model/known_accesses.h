// What instrumented code looks at before it calls a hook (instrument/inline_hooks.cpp): which accesses the running
// thread has made since it began to run, or last synchronised. The vector-clock detector keeps that beside its shadow
// memory (detect/known_lines.h), in a thirtieth of the room: a line for each 256 bytes of the program, with a bit for
// each four of them that were read, or written. Reading by columns what is larger than the cache costs a line then, not
// two cells of the shadow for each element.
//
// A line counts if its tag is `heddle_known_now + address / 256`. There are fewer lines than program memory has, so
// that the same one stands for several places, and the tag tells for which.
#pragma once
#include <cstdint>

#include "model/address_space.h"

namespace heddle {

struct KnownLine {
  std::uint64_t tag;
  std::uint64_t read, written;  // a bit for each four bytes; what is written counts as read, too
  std::uint64_t unused;
};
inline constexpr unsigned kKnownLineShift = 8;
inline constexpr std::uint64_t kKnownLines = std::uint64_t{1} << 26;
inline constexpr Address kKnownBase = 0x2f00'0000'0000;
static_assert(sizeof(KnownLine) == 32 && kShadowBase + kShadowSize <= kKnownBase);

// Tags: the number of a segment | address / 256. An address that no cell begins with, rotated by two bits instead of
// divided by four, makes a tag of no line: it differs from all above the number.
inline constexpr unsigned kSegmentShift = 47 - kKnownLineShift;
inline constexpr unsigned kSegmentBits = 62 - 6 - kSegmentShift;
inline constexpr std::uint64_t kSegments = (std::uint64_t{1} << kSegmentBits) - 1;
inline constexpr std::uint64_t kNothingIsKnown = kSegments << kSegmentShift;  // no line has such a tag

}  // namespace heddle

extern "C" {
extern std::uint64_t heddle_known_now;  // or kNothingIsKnown: every hook is to be called
}
