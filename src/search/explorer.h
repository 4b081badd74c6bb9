// The one depth-first loop. It owns the frames of the current path, one for each state, and asks a strategy (strategy.h)
// what to explore; schedule, counting, bounds and the listener are those of its walk (walk.h).
//
//   run      from the start of the program, or from where another explorer stood (frontier.h), until the strategy
//            knows of nothing more
//   follow   to that place: the steps of its path are executed again
//   enter    a new state
//   go_back  to the latest state where something is left to try
#pragma once
#include "search/strategy.h"
#include "search/walk.h"
#include "support/stable_pool.h"

namespace heddle {

class Explorer {
 public:
  explicit Explorer(Walk& walk) : walk_(walk) {}

  // True: everything was covered, as far as the strategy goes. `phase`: see Frontier.
  bool run(Strategy& strategy, std::uint64_t phase = 0);

 private:
  bool explore(Strategy& strategy, Standing standing);
  bool follow(Strategy& strategy, const Frontier& from);
  void keep(const Strategy& strategy);
  Frontier frontier(const Strategy& strategy) const;
  bool enter(Strategy& strategy);
  Standing step(Strategy& strategy);
  bool go_back(Strategy& strategy);
  void estimate(const Strategy& strategy);

  Walk& walk_;
  StablePool<Frame> frames_;  // the first depth_ are the path; those beyond are kept for reuse
  std::size_t depth_ = 0;
  std::uint64_t phase_ = 0;
  std::uint64_t next_estimate_ = 0;  // transitions
};

}  // namespace heddle
