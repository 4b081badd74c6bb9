// Which slot of the address space a thread has, by its path (main/2/1 is 2, 1) and nothing else: not by the order in
// which a search meets the threads. So a thread's addresses are the same in every interleaving and in every process.
//
//   main                     0
//   main/1 .. main/255       their number
//   deeper ones              the path as a number: for each step its Elias gamma code (as many zeros as the number has
//   binary
//                            digits after the first, then the digits), behind a leading one. Few bits for what is
//                            usual: ten threads deep, seven children of seven threads, 31 threads with a child each
//   main/256 ..              their number, elsewhere
//   all others               no slot of their own: they get the rest in the order in which they are met
#pragma once
#include <cstdint>
#include <optional>
#include <span>

#include "model/ids.h"

namespace heddle {

inline constexpr unsigned kShortNumbers = 256;  // slots for main and its first children
inline constexpr unsigned kPathSlots = 2048;    // then for deeper paths
inline constexpr unsigned kFirstLongNumber = kShortNumbers + kPathSlots;
inline constexpr unsigned kFirstNamelessSlot = kFirstLongNumber + (kMaxThreads - kShortNumbers + 1);
static_assert(kFirstNamelessSlot + kMaxThreads <= kThreadSlots);

// nullopt: it has none of its own.
std::optional<std::uint16_t> slot_of_path(std::span<const unsigned> path);

}  // namespace heddle
