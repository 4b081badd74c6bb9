// How likely a step is to lead to a data race: the heuristics of Kim, Yavuz-Kahveci and Sanders (2009, section 4 and
// figure 6). Each can be switched off; a value then counts only if a heuristic that it belongs to is on:
//
//   8  write to a location that another thread wrote last   writes first (WF) or watch written (WW)
//   7  write to any other                                   WF
//   6  read from a location that another thread wrote last  WW
//   5  read from any other                                  WF and WW
//   4  acquire of what was not released before              acquire first (AF)
//   3  whatever else
//   2  acquire of what was released before                  avoid release/acquire (ARA) or AF
//   1  release                                              ARA
//
// Deviations. The labels of 7, 6, 4 and 1 in figure 6 are swapped against the text of section 4; these are the text's.
// Acquire and release are what orders threads in C++: locks, semaphores, once, barriers, atomics that are not relaxed.
// A read-modify-write is an acquire, and what it writes is released from then on. A location is the first byte of an
// access. Under --visible sync a step is an operation and the plain accesses that follow it: its value is the best of
// the accesses, or where no heuristic says anything about them that of the operation. What main wrote or released
// before its first step, beside nobody, does not count: it happens before all that others do (decision 41).
//
// The paper's written_by and prior_release are facts about the path: what a step changes in them is logged, and undone
// on the way back.
//
// Main functions: after_step, went_back; value.
#pragma once
#include <tsl/robin_map.h>

#include <cstdint>
#include <vector>

#include "detect/access_watch.h"
#include "model/options.h"
#include "search/places.h"

namespace heddle {

class HeuristicValue final : public PathFollower {
 public:
  static constexpr unsigned kOther = 3;

  // `watch`: tells the plain accesses of a step; nullptr: each is a step.
  HeuristicValue(const Heuristics& on, AccessWatch* watch) : on_(on), watch_(on.any() ? watch : nullptr) {}

  void before_step() override;
  void after_step(const Transition&) override;
  void went_back(std::size_t depth) override;

  unsigned value() const { return value_; }  // of the last step

 private:
  struct Change {
    Address key;
    std::uint32_t before;
  };

  unsigned of_access(ThreadId, Address, bool write);
  unsigned of_synchronisation(const Transition&);
  void note(Address key, std::uint32_t now);

  const Heuristics on_;
  AccessWatch* const watch_;
  unsigned value_ = kOther;
  // Of a location: who wrote it last, plus 1. Of a synchronisation object: 1 if it was released.
  tsl::robin_map<Address, std::uint32_t> facts_;
  std::vector<Change> changes_;     // of the path
  std::vector<std::size_t> marks_;  // how many there were before each of its steps
};

}  // namespace heddle
