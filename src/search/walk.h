// What every search does besides deciding: stepping the machine, keeping the schedule and the live counters, handing
// failures to the listener, counting, obeying bounds. Whoever decides (the explorer, for depth-first strategies; a
// sampler) asks for a step and is told how the execution stands; it may come back to a saved state and ask for another.
//
// Main functions: start, step, go_back; outcome, at the end.
#pragma once
#include <functional>
#include <string>
#include <utility>

#include "machine/abstract_machine.h"
#include "search/bounds.h"
#include "search/search.h"

namespace heddle {

enum class Standing : std::uint8_t {
  Running,
  Finished,
  Stuck,  // nobody can go on, and no step is to blame
  Failed,
  Cut,      // too deep: this execution goes no further, the search goes on
  Stopped,  // the search is over
};

class Walk {
 public:
  Walk(AbstractMachine& machine, const CheckOptions& options, SearchListener& listener, LiveState& live);

  Standing start();
  // Executes the step and says how things stand after it. last_step() is valid unless the search was stopped before.
  Standing step(ThreadId thread, Choice choice);
  const Transition& last_step() const { return *last_; }
  // From now on threads go on through locks of these mutexes, a few at a time, since bounds are looked at between steps
  // only. Then a step may add several to the schedule.
  void take_at_once(std::vector<Address> mutexes) { at_once_.mutexes = std::move(mutexes); }
  // Those locked that way in the last step.
  std::span<const ObjectId> taken_at_once() const { return at_once_.taken; }

  // Back to a saved state of this path, to try something else there. False: a bound says no.
  bool go_back(const SavedState& saved, std::size_t depth);

  // Of something that was found out about executions like this one, which do not end.
  void tell(const Failure& failure, const Schedule& schedule);
  // An execution goes on forever, is meant to, and comes to no state that was not covered.
  void count_endless() {
    live_.executions = ++stats.executions;
    runs_forever_ = true;
  }
  void count_blocked() { live_.blocked = ++stats.blocked; }
  bool stopped() const { return stopped_; }
  std::size_t depth() const { return schedule_.size(); }
  const Schedule& schedule() const { return schedule_; }
  void set_share_done(double share) { live_.share_done = share; }

  // Where another search stood that this one goes on with, if it was in this phase; once. Earlier phases are over.
  const Frontier* take_frontier(std::uint64_t phase);
  bool is_past(std::uint64_t phase) const { return from_ != nullptr && from_->phase > phase; }
  // A step of that search's path, again: nothing is counted or told. False: it is not possible here.
  bool repeat(const ScheduleStep& step);
  void refuse_frontier();
  WordReader stored_before(const Frontier& from) {
    return WordReader([this] { return listener_.next_stored(); }, from.stored);
  }
  // The listener wants to know where this one stands; it was stopped where it could go on; it stands there.
  bool frontier_is_due() { return std::exchange(frontier_is_due_, false); }
  bool stopped_before_a_step() const { return stopped_before_a_step_; }
  // `write`: writes what was stored. stats, limits and what was seen are filled in here. `goes_back`: the next thing
  // that this search does is to go back, and whoever goes on from here need not.
  void keep(Frontier frontier, const std::function<void(WordWriter&)>& write, bool goes_back = false);

  // `covered`: the strategy has nothing left to explore.
  SearchOutcome outcome(bool covered, std::string name);

  // An execution that ends with the next step has been counted by an earlier round of the search.
  bool repeats = false;

  AbstractMachine& machine;
  const CheckOptions& options;
  BoundsWatch bounds;
  Statistics stats;

 private:
  struct AtOnce final : TakenAtOnce {
    explicit AtOnce(Walk& walk) : walk(walk) {}
    bool goes_on(ThreadId, const Operation&) override;
    Walk& walk;
    std::vector<ObjectId> taken;
  };

  void extend(const ScheduleStep& step);
  void take(const ScheduleStep& step);
  Standing arrive();
  Standing end(Status status);
  Standing stop();
  Standing stop_before_a_step();
  bool closed_a_circle() const;
  bool wants(BugKind kind) const;
  void look_for_an_end();
  bool comes_to_an_end();
  bool may_go_on();

  SearchListener& listener_;
  LiveState& live_;
  Schedule schedule_;
  BranchCounts branching_;
  const Transition* last_ = nullptr;
  AtOnce at_once_{*this};
  const Frontier* from_;
  bool frontier_is_due_ = false;
  bool stopped_ = false;
  bool stopped_before_a_step_ = false;
  bool owes_backtrack_ = false;
  std::uint64_t ask_at_ = 0;  // transitions at which the listener is asked whether to go on
  std::unique_ptr<SavedState> dropped_;
  bool must_come_to_an_end_ = false;  // the machine is where an execution was dropped
  bool livelock_possible_ = false;    // one did not
  bool runs_forever_ = false;         // an execution, as it is meant to
};

}  // namespace heddle
