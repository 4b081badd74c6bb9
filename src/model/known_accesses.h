// What instrumented code looks at before it calls a hook (instrument/inline_hooks.cpp): the shadow memory of the
// vector-clock detector (detect/shadow_word.h), two words for each four bytes of program memory, a write and a read. A
// word above `epoch << kKnownEpochShift` by less than `1 << kKnownEpochShift` is an access of this epoch; by half as
// much, none that ended what was there.
#pragma once
#include <cstdint>

#include "model/address_space.h"

namespace heddle {

inline constexpr unsigned kKnownEpochShift = 25;
// How many cells may be looked at. A wide access reaches into further ones.
inline constexpr std::uint64_t kKnownReach = (kProgramSize - 16) / 4;

}  // namespace heddle

extern "C" {
extern std::uint64_t heddle_known_reach;         // kKnownReach, or 0: every hook is to be called
extern const std::uint64_t* heddle_known_epoch;  // of the running thread
}
