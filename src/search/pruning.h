// Property-driven pruning: only races matter (Wang, Yang, Gupta, Gopalakrishnan 2008, figure 7). The reduction of
// dpor.h, but what has to be explored is decided at the end of an execution, and not at all from states from which
// everything is known to be free of races (race_free.h).
//
// Deviations from the figure:
//  * On dpor with sleep sets: races are observed as there, noted, and acted upon when the execution is over.
//  * The answer for a state holds for all later states of the path. So one question decides about the rest of the path,
//  and
//    the earliest state with the answer yes is found by halving.
//  * "The latest dependent transition whose sub-space is not race-free": the order of the pruned rest is one of many,
//  so
//    what it orders does not count. Its operations are considered like those below a state that was met before
//    (stateful.h): each is in a race with every dependent step before, unless program order, creation and join order
//    the two in all executions that begin like this one.
//  * Accesses are not transitions, so accesses before a state count as well (race_free.h).
//  * An execution that ended while threads were left tells nothing of these: nothing is pruned.
//
// It verifies races and nothing else.
//
// Main functions: treat (notes), end -> first_race_free, apply, cut.
#pragma once
#include "search/dpor.h"
#include "search/race_free.h"

namespace heddle {

class Pruning final : public Dpor {
 public:
  explicit Pruning(Walk& walk);

  // What kept states from being pruned, each once.
  const std::vector<KeptState>& kept() const { return kept_; }

  void before_step() override;

 private:
  struct Note {  // a race with step `earlier`
    std::size_t later, earlier;
    ThreadSet candidates;
  };

  bool choose_first(State& state, std::size_t depth) override;
  void treat(const std::vector<std::uint32_t>& races, ThreadId p, const Operation&, const Footprint&,
             bool executed) override;
  void stepped(ThreadId, const Footprint&) override;
  void end() override;
  void look_for_success();
  bool all_ended() const;
  bool enters_alone(std::size_t step) const;
  bool is_predictable(const Transition& t, const State& s) const;
  std::size_t first_race_free();
  void keep(std::size_t step, const Obstacle& obstacle);
  void cut(std::size_t step);
  ThreadSet initials_after(std::size_t step) const;
  void open(std::size_t step, ThreadId p);

  ExecutionLog& log_;
  RaceFree race_free_;
  std::vector<std::size_t> marks_;  // in the log, of each state of the path
  std::vector<TracedStep> steps_;   // of the path
  std::vector<Note> notes_;
  std::vector<KeptState> kept_;
};

SearchOutcome search_pruning(AbstractMachine&, const CheckOptions&, SearchListener&, LiveState&);

}  // namespace heddle
