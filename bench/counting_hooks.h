// The machine's hooks with a counter in front of each: a program loaded with this table tells how many accesses it
// announces. Used by the benchmark only; the tool's own hooks count nothing.
#pragma once
#include <cstdint>
#include <span>

#include "model/symbol_policy.h"

namespace heddle::bench {

struct HookCounts {
  std::uint64_t reads = 0, writes = 0;  // of up to 16 bytes
  std::uint64_t ranges = 0;             // longer ones, mem*
  std::uint64_t back_edges = 0;
  std::uint64_t others = 0;  // stack variables
  std::uint64_t all() const { return reads + writes + ranges + back_edges + others; }
};

extern HookCounts hook_counts;
std::span<const RuntimeSymbol> counting_symbols();

}  // namespace heddle::bench
