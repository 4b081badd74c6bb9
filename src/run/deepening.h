// Searches of a program with loops that need not end (machine/endless.cpp): again and again, with more rounds each time.
#pragma once
#include <chrono>
#include <optional>
#include <vector>

#include "machine/machine.h"
#include "model/round.h"
#include "report/wire.h"
#include "search/search.h"

namespace heddle::run {

class Deepening {
 public:
  Deepening(Machine& machine, const CheckOptions& options, Round& round)
      : machine_(machine), options_(options), round_(round) {}

  // What the next search has to keep: the user's bounds, and our own time limit where there is one.
  Bounds bounds() const;

  // After a search: is it to be run again, with another bound? `over`: a bug was found, or somebody wants an end. If not,
  // `outcome` becomes that of the last search that came to its end.
  bool goes_on(SearchOutcome& outcome, bool over);
  // Loops that were not followed to their end, and how far everything was covered.
  const std::vector<BoundedLoop>& covered() const { return covered_; }

  // For a search that is gone on with in another process. (It has its time anew.)
  void add_to(Checkpoint& checkpoint) const;
  void resume(const Checkpoint& checkpoint);

 private:
  bool add_suspects();
  bool begin_next(std::uint32_t rounds);
  double seconds_left() const;

  Machine& machine_;
  const CheckOptions& options_;
  Round& round_;
  std::vector<BoundedLoop> covered_;
  SearchOutcome last_;
  bool has_last_ = false;
  std::optional<double> own_limit_;  // seconds for the search that comes next or has just ended
  std::chrono::steady_clock::time_point begin_;
};

}  // namespace heddle::run
