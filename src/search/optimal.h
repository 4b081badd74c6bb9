// Optimal dynamic partial order reduction: source sets and wakeup trees (Abdulla, Aronis, Jonsson, Sagonas, POPL 2014,
// algorithm 2; JACM 64(4), 2017). One complete execution for each Mazurkiewicz trace, and none that is given up because
// everything is asleep, as far as operations do not block each other.
//
// When an execution has ended, each race of a step e and a later operation e' that was seen in it is reversed: v is
// what was executed after e without being ordered after e, then e'. Unless a sleeping step is a weak initial of v
// (then all of it was explored before), v goes into the wakeup tree of the state before e. Trees are followed branch by
// branch; where a branch has ended the search goes on with any thread.
//
// Deviations from the papers:
//  * At the end of each execution all its races are reversed, also those that earlier executions had: v ends otherwise
//    now, and what was covered with the other end need not be with this one. Left out are those whose v is as it was,
//    and those that are settled: a sleeping step is an initial of v up to e', and stays so whatever follows.
//  * Locks. A lock and an unlock are never enabled together; the race is between two locks, and after v the lock is as
//    free as it was before e. An operation that is still pending at the end counts as second.
//  * A race has nothing in between. That goes for accesses and locks; other operations may not be possible before what
//    is in between, so that all earlier dependent ones are looked at.
//  * Where an operation may block in another way (condition, read/write lock, semaphore, ...) the second operation may
//    turn out to be disabled after the rest of v. Then the search goes on from there as if the branch had ended, which
//    misses nothing, and may find everything asleep; `blocked` counts those.
//  * An outcome of an operation is part of the step. A state that nothing is planned for gets all outcomes of one
//    thread; see also wakeup_tree.h.
//  * A compare-exchange that fails is a read. Whether it will, on the other side of a write, follows from the value
//    that the write replaced.
//  * When the trees become too large, only the first step of v is planned: source sets, as complete but not optimal.
//  * Steps that end the execution and silent operations: see reduction.h. A step that ended the execution is no initial
//    of what has never been executed after it.
//  * A thread that a step disables is considered right there: later on others may keep it disabled, too, and nobody
//    would see that it could have come first. (Two readers, and a writer that could have come before both.)
//
// Not for this search, as long as several threads are alive, is what the oracle's programs do not have: std::lock,
// cancellation, atomic sections, timed read/write locks. Where one is met the search begins again as
// dpor; used_search and --stats say so.
//
// Main functions: choose_first, choose_next (choose); treat (races are noted); end, reverse, insert (and dealt with).
#pragma once
#include "search/reduction.h"
#include "search/wakeup_tree.h"

namespace heddle {

class Optimal final : public Reduction {
 public:
  explicit Optimal(Walk& walk);
  unsigned left(std::size_t depth) const override;

 private:
  static constexpr std::size_t kMostNodes = 1 << 20;
  static constexpr unsigned kNotAsleep = ~0u;

  struct Asked {  // an operation, executed or pending, that has races
    ThreadId thread;
    std::size_t step;  // of the path, in which it was met
    Operation operation;
    Footprint footprint;
    std::vector<Path::Count> past, enabling;
  };
  struct Race {
    std::uint32_t first;   // step of the path
    std::uint32_t second;  // index of asked_
    bool settled = false;  // explored before, however executions with it go on
    bool ended = false;    // was reversed with a v in which nothing was executed after the second operation
  };

  // What is explored.
  bool choose_first(State& state, std::size_t depth) override;
  bool plan_first(State& state, std::size_t depth);
  bool choose_next(State& state, std::size_t depth) override;
  bool choose(State& state, std::size_t depth, bool& impossible);
  void begin_anew(State& state, std::size_t depth, const Pending& p);
  void split(State& state, std::size_t depth, const Pending& p, bool sure);
  void append_outcomes(State& state, std::size_t depth, const Pending& p, bool sure);
  void plan_all(State& state, std::size_t depth);
  WakeupSequence::Event event_of(const Pending& p, Choice choice);

  void write_own_plan(const State&, std::size_t depth, WordWriter& out) const override;
  void read_own_plan(State&, std::size_t depth, WordReader& in) override;

  // What is learned.
  void treat(const std::vector<std::uint32_t>& races, ThreadId p, const Operation& operation,
             const Footprint& footprint, bool executed) override;
  void disabled(const Pending& p) override;
  void end() override;
  bool has_events_after(std::size_t step, std::size_t e) const;
  bool reverse(std::size_t e, const Asked& second);
  void collect(std::size_t e, const Asked& second);
  unsigned insert(std::size_t e, WakeupSequence& v, bool sure);
  bool finds_what_first_found(std::size_t e, const Operation& second) const;
  bool is_possible_before(std::size_t e, const Operation& second) const;

  WakeupTrees trees_;
  std::vector<WakeupTrees::Branches> plans_;  // by depth
  std::vector<Race> races_;                   // of the path
  std::vector<Asked> asked_;                  // the first asked_count_ count; the rest is kept for reuse
  std::size_t asked_count_ = 0;
  WakeupSequence v_, copy_of_v_;
  unsigned before_second_ = 0;      // so many events of v were executed before the second operation
  Footprint footprint_;             // of the last event of v, or of the pending one last asked about
  std::vector<Path::Count> clock_;  // of the last event of v; while races are noted, of what is in between
  bool failed_ = false;             // the execution ended with a bug
};

SearchOutcome search_optimal(AbstractMachine&, const CheckOptions&, SearchListener&, LiveState&);

}  // namespace heddle
