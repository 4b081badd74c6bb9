// Library functions, by what property-driven pruning has to know of them (instrument/flows.cpp).
#pragma once
#include <string_view>

namespace heddle {

// Whatever it does, and whatever it returns, follows from its arguments and from memory whose accesses are announced,
// or from operations on synchronisation objects: two threads learn of each other by nothing else.
bool stays_in_memory(std::string_view symbol);
// Numbers that it is given are written out, and nothing else becomes of them.
bool only_writes_out(std::string_view symbol);
// abort and what calls nothing else.
bool ends_process_at_once(std::string_view symbol);

}  // namespace heddle
