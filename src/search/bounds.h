// Bounds on a search, and the sentences that say which of them was hit. A bound that was hit means that the search is
// not exhaustive, whatever else it did; which is why every stop leaves a sentence here.
#pragma once
#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

#include "model/options.h"
#include "search/search.h"

namespace heddle {

class BoundsWatch {
 public:
  BoundsWatch(const Bounds& bounds, LiveState& live);

  // Asked before every step; a few compares. True: the search has to end.
  bool forbids_step(std::uint64_t transitions) {
    if (live_.stop.load(std::memory_order_relaxed)) [[unlikely]]
      return interrupted();
    return transitions >= next_look_ && look(transitions);
  }
  // A step that is not counted takes time as well: the next look comes earlier.
  void repeated_step() { next_look_ -= next_look_ > 0 ? 1 : 0; }
  // Asked when the search comes back to explore another branch.
  bool forbids_execution(std::uint64_t executions) {
    return bounds_.executions && executions >= *bounds_.executions && too_many_executions();
  }
  // Asked for an execution that goes on. True: it is cut off here; the search goes on elsewhere.
  bool forbids_depth(std::uint64_t depth) { return depth >= max_depth_ && cut_off(); }

  // Since the last call a look at the clock was due: a good moment to refresh estimates.
  bool take_looked() { return std::exchange(looked_, false); }

  // Something was left out for good: whoever goes on from here in another process has to say so, too (lasting).
  void add(std::string sentence);
  const std::vector<std::string>& lasting() const { return lasting_; }
  bool hit() const { return !sentences_.empty(); }
  std::vector<std::string>& sentences() { return sentences_; }
  double milliseconds() const;

 private:
  using Clock = std::chrono::steady_clock;
  bool look(std::uint64_t transitions);
  bool interrupted();
  bool too_many_executions();
  bool cut_off();
  bool stop(std::string sentence);

  Bounds bounds_;
  LiveState& live_;
  std::uint64_t max_depth_;
  std::uint64_t next_look_ = 0;
  bool looked_ = false;
  bool cut_ = false;
  Clock::time_point begin_ = Clock::now();
  Clock::time_point next_memory_look_ = begin_;
  std::vector<std::string> sentences_, lasting_;
};

std::uint64_t resident_kb();
// For searches that store states, where nobody says --memory: a program with infinitely many must not take all memory
// before somebody notices.
std::uint64_t quarter_of_memory_mb();
std::uint64_t peak_resident_kb();

}  // namespace heddle
