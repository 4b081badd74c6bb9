// Depth-first search with a bound on context switches, raised from round to round: the executions with 0, then 1, then
// 2, ... Most bugs need very few, so the simplest one is found first, and each round is polynomial in the length of an
// execution where the whole space is exponential. What is counted is one of
//
//   Preemptions  switches away from a thread that could have gone on (iterative context bounding: Musuvathi and Qadeer,
//                PLDI 2007); those from a thread that is blocked or has ended are free. For --preemptions.
//   Switches     every switch to another thread. For schedules that people can follow (minimise.h).
//
// Outcomes of choices are free. Deviation from the paper: it keeps the states at which the next round begins in a queue,
// which grows with the program; here each round begins at the start and walks through the earlier ones again. What it
// meets there is not counted a second time, so that `executions` says how many different ones there were; `transitions`
// says what was done. A round in which the bound never held anything back has covered everything.
//
// Main functions: enter (list_branches: what the bound allows), next (after the last branch of the first state: the next
// round).
#pragma once
#include "search/branches.h"
#include "search/strategy.h"

namespace heddle {

class ContextBound : public Strategy {
 public:
  enum class Counted : std::uint8_t { Preemptions, Switches };
  ContextBound(Walk& walk, Counted counted, std::uint64_t most) : walk_(walk), counted_(counted), most_(most) {}

  bool enter(Frame& frame, std::size_t depth) override;
  void before_step() override;
  bool next(Frame& frame, std::size_t depth) override;
  unsigned left(std::size_t depth) const override { return branches_.left(depth); }
  void write_plan(std::size_t depth, WordWriter& out) const override { out.put(branches_.place(depth)); }
  void read_plan(Frame&, std::size_t depth, WordReader& in) override { branches_.set_place(depth, in); }
  void write_common(WordWriter& out) const override;
  void read_common(WordReader& in) override;

  // Beyond the last round there may be more.
  bool held_back() const { return held_back_; }

 private:
  struct Branch {
    ScheduleStep step;
    std::uint64_t switches;  // counted ones, on the way to this step and with it
  };

  void list_branches(std::size_t depth);
  void list(const Pending& p, std::uint64_t switches);

  Walk& walk_;
  const Counted counted_;
  const std::uint64_t most_;
  Branches<Branch> branches_;
  std::size_t depth_ = 0;    // of the state that is being explored
  std::uint64_t bound_ = 0;  // of this round
  bool held_back_ = false;   // in this round
};

// With at most CheckOptions::bounds.preemptions.
SearchOutcome search_preemptions(AbstractMachine&, const CheckOptions&, SearchListener&, LiveState&);

}  // namespace heddle
