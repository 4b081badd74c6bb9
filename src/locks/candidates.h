// What races.cpp, deadlocks.cpp and warnings.cpp share: the threads of one program, schedules for them, and what was
// asked about pairs before.
#pragma once
#include <set>
#include <span>
#include <unordered_map>
#include <vector>

#include "locks/analysis.h"
#include "locks/threads.h"
#include "locks/witness.h"

namespace heddle::locks {

struct Analysis::State {
  State(const Program& the_program, const Limits& the_limits)
      : program(the_program),
        limits(the_limits),
        flow(program),
        uses(flow),
        threads(flow, uses, limits),
        witnesses(threads, limits) {}

  const Program& program;
  Limits limits;
  Flow flow;
  Uses uses;
  Threads threads;
  Witnesses witnesses;

  // consistent() of two, remembered.
  bool consistent(const Member&, const Member&);
  // Do both hold a lock that stands for several, so that it might be the same?
  bool may_share_lock(const Member&, const Member&) const;
  Standing standing(const Member&, Place) const;

 private:
  struct PairHash {
    std::size_t operator()(const std::pair<std::uint64_t, std::uint64_t>& p) const {
      return (p.first * 0x9e3779b97f4a7c15 ^ p.second) * 0xc2b2ae3d27d4eb4f >> 7;
    }
  };
  std::uint64_t number_of(const Member&);
  std::map<std::tuple<ThreadId, Control, EffectId>, std::uint64_t> members_;
  std::unordered_map<std::pair<std::uint64_t, std::uint64_t>, bool, PairHash> consistent_;
};

void find_races(Analysis::State&, Findings&);
void find_deadlocks(Analysis::State&, Findings&);
void find_warnings(Analysis::State&, Findings&);

// The edges of these places and the points at which threads stand before them, as two threads can: for races and reach.
struct Pair {
  Member members[2];
  Place places[2];
};
// Tries to certify one of these. Returns which one; if none, why.
struct Certified {
  std::size_t pair = 0;
  Witness witness;
};
Certified certify(Analysis::State&, std::span<const Pair>);

}  // namespace heddle::locks
