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
// Inert locks (instrument/inert_locks.cpp) guard counters and the like, which decide nothing. Their sections are no
// reason to try another order: the program is explored as if they were not there. That leaves out no race. Let P be the
// program and Q the program without these sections. Threads of Q do what those of P do but for them, so every execution
// of P is one of Q with sections added. Q has less order: two accesses that race in P race in Q, or one of them stands
// in a section. So dpor on Q meets every race of P if the detector counts the order of Q alone. The real one counts
// more, and reports nothing that is not real; whether anything would race in the order of Q, sections included, is
// asked at the end of each execution (RaceFree::holds_throughout). Two sections of one lock never race. If something
// would, or if anything happens that inert locks are not made for, the search begins again and takes notice of all
// locks. A section is executed at once when a thread has come to it, since Q knows of no state between; nothing else is
// tried there.
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
  // `inert`: locks that it takes no notice of.
  Pruning(Walk& walk, std::vector<Address> inert);

  // It gave up, because it has to take notice of all locks.
  bool needs_all_locks() const { return needs_all_locks_; }
  // What kept states from being pruned, each once.
  const std::vector<KeptState>& kept() const { return kept_; }

  void before_step() override;

 private:
  struct Note {  // a race with step `earlier`
    std::size_t later, earlier;
    ThreadSet candidates;
  };

  bool choose_first(State& state, std::size_t depth) override;
  bool may_come_back(const State& state) const override { return !takes_section_ && Dpor::may_come_back(state); }
  void treat(const std::vector<std::uint32_t>& races, ThreadId p, const Operation&, const Footprint&,
             bool executed) override;
  void stepped(ThreadId, const Footprint&) override;
  void end() override;
  void look_for_success();
  bool begins_section(std::size_t step) const {
    return is_inert(steps_[step].operation.kind, steps_[step].operation.object);
  }
  void watch_inert(const Transition& t);
  void need_all_locks() { gives_up_ = needs_all_locks_ = true; }
  void begin_checks();
  bool all_ended() const;
  bool comes_alone(std::size_t step) const;
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
  std::size_t unchanged_ = 0;       // events at the beginning of the log since the last checks
  std::vector<Note> notes_;
  std::vector<KeptState> kept_;
  struct Section {
    std::size_t step;
    ObjectId mutex;
  };
  std::vector<Section> sections_;        // of the path, inside other steps (Walk::take_at_once)
  std::vector<ObjectId> inert_objects_;  // in this execution
  bool needs_all_locks_ = false;
  bool takes_section_ = false;  // at the state that was entered last
};

SearchOutcome search_pruning(AbstractMachine&, const CheckOptions&, SearchListener&, LiveState&);

}  // namespace heddle
