// When `auto` looks for the easy bug: an exhaustive search that goes on for a while is interrupted by short bursts of
// random schedules (search/burst.h), each in a fork of the exploring process. The search stands still meanwhile and
// goes on where it was; nothing that a burst meets but a bug reaches it: no bound, no count, no refusal, no assumption.
//
// When and how long: counted in transitions of the search, so that two runs give the same result. The first burst comes
// where a fork costs next to nothing compared with what was done, each further one when twice as much was done, and all
// of them together may take one transition in kShare of the search. Transitions are not all equally long (a random
// schedule begins at the start of the program, a depth-first search hardly ever comes back there): if a burst takes
// more than its share of time, a clock ends it. And the clock alone decides for a program whose transitions are so slow
// that the first burst would be late.
#pragma once
#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "model/bug.h"

namespace heddle::run {

struct BurstShare {  // of one burst
  std::uint64_t first = 0;  // number of its first schedule
  std::uint64_t executions = 0;
  std::optional<std::uint64_t> transitions;
  double seconds = 0;
};

struct BurstReport {  // shared memory: what a burst tells
  std::uint64_t executions = 0, transitions = 0;
  bool found = false;
  char found_by[16] = {};  // the search of the schedule that showed the first bug
};

class Burst {
 public:
  explicit Burst(bool wanted);

  // The search begins, or begins again.
  void begin_round();
  // Asked with what the search has done, every few transitions: is a burst due?
  bool is_due(const Statistics& so_far) const;
  // After is_due: `work` runs in a fork. True: it has found a bug, which was sent.
  bool run(const Statistics& so_far, const std::function<int(const BurstShare&, BurstReport&)>& work);
  // One of this size, whatever the search has done.
  bool run_once(const BurstShare& share, const std::function<int(const BurstShare&, BurstReport&)>& work);

  std::uint64_t executions() const { return executions_; }  // random schedules tried so far
  const std::string& found_by() const { return found_by_; }  // the search of the first schedule that showed a bug

 private:
  using Clock = std::chrono::steady_clock;
  double elapsed() const { return std::chrono::duration<double>(Clock::now() - begin_).count(); }

  BurstReport* report_ = nullptr;  // nullptr: no bursts (any more)
  const Clock::time_point begin_ = Clock::now();
  double next_seconds_;            // while the search is slow
  std::uint64_t next_ = 0;         // transitions of the search
  std::uint64_t executions_ = 0;   // of all bursts
  std::uint64_t transitions_ = 0;  // of the bursts of this round
  double seconds_ = 0;             // of all bursts
  std::string found_by_;
};

}  // namespace heddle::run
