// The names of things. All are small integers that stay valid for a whole search, across backtracking.
#pragma once
#include <cstdint>

#include "support/strong_id.h"

namespace heddle {

// A program thread. Dense, in the order in which the search first meets them; "who is it" is its path
// (main/2/1: first child of main's second child), which does not depend on the schedule. See ThreadNames.
using ThreadId = StrongId<struct ThreadTag, std::uint16_t>;
inline constexpr ThreadId kMainThread{0};
inline constexpr unsigned kMaxThreads = 1000;  // a shadow word has ten bits for a thread, minus a few marks
// Places in the address space for a thread's stack and heap. Which one it has follows from its name: ThreadNames::slot.
inline constexpr unsigned kThreadSlots = 1024;

// A synchronisation object, dense; one per address that was ever used as one. See sync/.
using ObjectId = StrongId<struct ObjectTag, std::uint32_t>;

// A place in the source that does something we observe. Index into SiteTable. 0 is "unknown". At most 24 bits.
using SiteId = StrongId<struct SiteTag, std::uint32_t>;

// A virtual address in the exploring process.
using Address = std::uintptr_t;

// Which of an operation's outcomes is taken: the waiter a signal wakes, a time-out or not, heddle_choose(n).
using Choice = std::uint16_t;

}  // namespace heddle
