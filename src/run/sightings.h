// What a search has shown so far, as its listener keeps it; a checkpoint holds it, and a resumed search goes on with it.
#pragma once
#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include "model/ignore.h"
#include "model/schedule.h"
#include "report/wire.h"

namespace heddle::run {

struct Sightings {
  std::set<std::uint64_t> failures;  // by their keys
  std::string found_by;              // the search that found the first bug; empty: none
  Schedule sample;                   // of one complete execution
  std::vector<std::string> ignored;
  std::set<std::size_t> used_entries;   // of --ignore
  std::vector<ByteRange> more_visible;  // in the next round
  // Of this round.
  std::set<int> exit_statuses;
  std::set<std::string> passed_over;
  bool race_passed_over = false;

  void begin_round();
  void add_to(Checkpoint& checkpoint) const;
  void take_from(const Checkpoint& checkpoint);
};

}  // namespace heddle::run
