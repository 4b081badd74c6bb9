// What becomes of the values that a program reads, as far as its code tells: for property-driven pruning
// (search/race_free.h), which has to know whether a thread could do anything else if it read another value. Made by
// instrument/flows.cpp; a toy program has its own.
#pragma once
#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include "model/ids.h"

namespace heddle {

// The value of a read decides about no branch but these, no address, no operation; it, and what is computed from it,
// is stored by these accesses and dropped otherwise.
struct Flow {
  std::vector<std::uint32_t> stores;    // sites
  std::vector<std::uint32_t> branches;  // numbers in Flows::branches
};

// A place where the code divides, up to where all ways meet again: what may be executed there, or not. None of it is
// a synchronisation operation, a call, or an access to memory other than global variables.
struct BranchContents {
  struct Touch {
    Address begin = 0;
    std::uint64_t size = 0;
    bool write = false;
    SiteId site{};
  };
  std::vector<Touch> touches;
};

struct Flows {
  // By the site of the read. Missing: its value may decide about anything.
  std::unordered_map<std::uint32_t, Flow> reads;
  std::vector<BranchContents> branches;
  // Mutexes whose sections touch nothing that decides anything (instrument/inert_locks.cpp): but for the order that
  // they make nobody would notice if they were not there.
  std::vector<Address> inert_locks;
  // By what else than memory and synchronisation objects threads may learn of each other, or empty: nothing.
  std::string beyond_memory;
};

}  // namespace heddle
