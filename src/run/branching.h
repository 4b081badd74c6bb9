// Why a search has not come to an end, for people: the operations that most of its branches come from, by name and line,
// and what they may try. Told while the search runs, for the progress line, and when it was stopped, for the verdict.
#pragma once
#include <chrono>
#include <optional>

#include "model/options.h"
#include "report/wire.h"
#include "machine/machine.h"
#include "search/search.h"

namespace heddle::run {

// Finds the names by following the schedule, which has to be one of the search, in a fork. Nothing: there is nothing to
// tell.
void send_branching(Machine& machine, const SearchProgress& progress, const CheckOptions& options, int descriptor);

// What this run suggests: "fewer threads (this program has 21)", "--preemptions 2", ...
std::vector<std::string> suggestions(const SearchProgress& progress, const CheckOptions& options);

// When a running search tells: after some seconds, and whenever it has taken twice as long.
class BranchingWatch {
 public:
  bool is_due() {
    const double now = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin_).count();
    if (now < next_) return false;
    next_ = 2 * now;
    return true;
  }

 private:
  const std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
  double next_ = 3;
};

}  // namespace heddle::run
