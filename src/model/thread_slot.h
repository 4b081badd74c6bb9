// Which slot of the address space a thread has, by its path (main/2/1 is 2, 1) and nothing else: not by the order in
// which a search meets the threads. So a thread's addresses are the same in every interleaving and in every process.
//
//   main                     0
//   main/1 .. main/255       their number
//   deeper ones              the path as a number: for each step its Elias gamma code (as many zeros as the number has
//   binary
//                            digits after the first, then the digits), behind a leading one. Few bits for what is
//                            usual: eight threads deep, seven threads with three children each, fifteen with one
//   all others               no slot of their own: they get what is free, from the top, in the order in which they are
//   met
//
// More slots would not do: detectors reserve eight bytes and more for each byte of the address space that slots take,
// and heddle trace runs several detectors at once.
#pragma once
#include <cstdint>
#include <optional>
#include <span>

#include "model/ids.h"

namespace heddle {

inline constexpr unsigned kShortNumbers = 256;  // slots for main and its first children
inline constexpr unsigned kPathSlots = 512;     // then for deeper paths
static_assert(kShortNumbers + kPathSlots <= kThreadSlots && kMaxThreads <= kThreadSlots);

// nullopt: it has none of its own.
std::optional<std::uint16_t> slot_of_path(std::span<const unsigned> path);

}  // namespace heddle
