// Library functions, by what property-driven pruning has to know of them (instrument/flows.cpp).
#pragma once
#include <cstdint>
#include <string_view>

namespace heddle {

// Whatever it does, and whatever it returns, follows from its arguments and from memory whose accesses are announced,
// or from operations on synchronisation objects: two threads learn of each other by nothing else.
bool stays_in_memory(std::string_view symbol);
// Numbers that it is given are written out, and nothing else becomes of them.
bool only_writes_out(std::string_view symbol);
// abort and what calls nothing else.
bool ends_process_at_once(std::string_view symbol);

// Threads may learn of each other by its result, which depends on more than memory, but by nothing else: once it has
// returned it has left nothing behind that a function of stays_in_memory, or an access, could notice.
bool matters_while_called(std::string_view symbol);
// The number that is given to heddle_branch before such a call; no branch has it.
inline constexpr std::uint32_t kBeyondMemory = 0xff'ffff;

}  // namespace heddle
