// The bytes around variables that no variable owns, agreed on by instrument/, which leaves room for them, and machine/,
// which lets nobody touch them.
#pragma once
#include <cstddef>

namespace heddle {

inline constexpr std::size_t kStackZone = 16;   // on both sides of a stack slot that hooks can reach
inline constexpr std::size_t kGlobalZone = 16;  // behind each global, at least; every global begins at a multiple of it
inline constexpr std::size_t kSmallestZone = 16;  // of these and of the heap's

}  // namespace heddle
