// Depth-first search without any reduction: every enabled thread and every outcome at every state. The ground truth
// that the other strategies are tested against, so it is kept as simple as it is fast.
#pragma once
#include "search/branches.h"
#include "search/strategy.h"

namespace heddle {

class Dfs : public Strategy {
 public:
  explicit Dfs(Walk& walk) : Strategy(false), walk_(walk) {}

  bool enter(Frame& frame, std::size_t depth) override;
  bool next(Frame& frame, std::size_t depth) override;
  unsigned left(std::size_t depth) const override { return branches_.left(depth); }
  void write_plan(std::size_t depth, WordWriter& out) const override { out.put(branches_.place(depth)); }
  void read_plan(Frame&, std::size_t depth, WordReader& in) override { branches_.set_place(depth, in); }

 private:
  Walk& walk_;
  Branches<ScheduleStep> branches_;
};

SearchOutcome search_dfs(AbstractMachine&, const CheckOptions&, SearchListener&, LiveState&);

}  // namespace heddle
