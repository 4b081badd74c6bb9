// What every stateless strategy does besides deciding: stepping the machine, keeping the schedule and the live
// counters, handing failures to the listener, counting, obeying bounds. A strategy asks for a step and is told how the
// execution stands; it may come back to a saved state and ask for another.
//
// The machine and the listener are template parameters so that the strategies can be tested on scripted toy programs
// without a fiber in sight; the tool has just one instance of each, with Machine and SearchListener.
#pragma once
#include <algorithm>
#include <string>
#include <utility>

#include "machine/machine.h"
#include "search/bounds.h"
#include "search/random_numbers.h"
#include "search/search.h"

namespace heddle {

// The type that machine.save() fills.
template <class M>
struct SnapshotOf {
  using type = typename M::SavedState;
};
template <>
struct SnapshotOf<Machine> {
  using type = Snapshot;
};

enum class Standing : std::uint8_t {
  Running,
  Finished,
  Stuck,  // nobody can go on, and no step is to blame
  Failed,
  Cut,      // too deep: this execution goes no further, the search goes on
  Stopped,  // the search is over
};

template <class M, class L>
class Walk {
 public:
  using Saved = typename SnapshotOf<M>::type;
  static constexpr bool kDrops = requires(M& m) { m.roam(); };  // toy machines do not

  Walk(M& machine, const CheckOptions& options, L& listener, LiveState& live)
      : machine(machine), options(options), bounds(options.bounds, live), listener_(listener), live_(live) {
    // The execution without the round may need a preemption where the one with it waits.
    if constexpr (kDrops) machine.leave_out_rounds(!options.bounds.preemptions);
  }

  Standing start() {
    schedule_.clear();
    live_.schedule_length = 0;
    machine.start();
    return arrive();
  }

  // Executes the step and says how things stand after it. last_step() is valid unless the search was stopped before.
  Standing step(ThreadId thread, Choice choice) {
    if (bounds.forbids_step(stats.transitions)) [[unlikely]]
      return stop();
    if (stats.transitions >= ask_at_) [[unlikely]]
      if (!may_go_on()) return stop();
    note(thread, choice);
    last_ = &machine.step(thread, choice);
    return arrive();
  }
  const Transition& last_step() const { return *last_; }

  // Back to a saved state of this path, to try something else there. False: a bound says no.
  bool go_back(const Saved& saved, std::size_t depth) {
    if (bounds.forbids_execution(stats.executions)) return stop(), false;
    look_for_an_end();
    const ThreadId left = depth < schedule_.size() ? schedule_[depth].thread : ThreadId{};
    machine.restore(saved);
    for (const Pending& p : machine.pending())
      if (p.thread == left) branching_.count(p.operation, depth);
    schedule_.resize(depth);
    live_.schedule_length = static_cast<std::uint32_t>(std::min(depth, LiveState::kMaxSteps));
    live_.depth = depth;
    live_.backtracks = ++stats.backtracks;
    return true;
  }

  void count_blocked() { live_.blocked = ++stats.blocked; }
  bool stopped() const { return stopped_; }
  std::size_t depth() const { return schedule_.size(); }
  void set_share_done(double share) { live_.share_done = share; }

  // `covered`: the strategy has nothing left to explore.
  SearchOutcome outcome(bool covered, std::string name) {
    look_for_an_end();
    if (covered && stats.executions == 0 && !bounds.hit() && !has_bounded_loops()) bounds.add("no execution was completed");
    SearchOutcome out;
    out.exhausted = covered && !stopped_ && !bounds.hit();
    if (out.exhausted) set_share_done(1);
    out.limits = std::move(bounds.sentences());
    stats.wall_ms = bounds.milliseconds();
    stats.peak_rss_kb = peak_resident_kb();
    out.stats = stats;
    out.branching = branching_;
    out.schedule = schedule_;
    out.used_search = std::move(name);
    return out;
  }

  // An execution that ends with the next step has been counted by an earlier round of the search.
  bool repeats = false;

  M& machine;
  const CheckOptions& options;
  BoundsWatch bounds;
  Statistics stats;

 private:
  void note(ThreadId thread, Choice choice) {
    const std::size_t depth = schedule_.size();
    schedule_.push_back({thread, choice});
    if (depth < LiveState::kMaxSteps) {
      live_.thread[depth] = thread.value;
      live_.choice[depth] = choice;
      live_.schedule_length = static_cast<std::uint32_t>(depth + 1);
    }
    live_.depth = depth + 1;
    live_.transitions = ++stats.transitions;
    if (depth >= stats.max_depth) live_.max_depth = stats.max_depth = depth + 1;
  }

  Standing arrive() {
    if (!machine.failures().empty()) [[unlikely]] {
      for (const Failure& failure : machine.failures())
        if (!listener_.found(failure, schedule_)) stopped_ = true;
    }
    if constexpr (kDrops)
      if (!machine.endless_loops().empty()) [[unlikely]]
        return stop();
    const Status status = machine.status();
    if (status != Status::Running) return end(status);
    if (stopped_) [[unlikely]]
      return Standing::Stopped;
    return bounds.forbids_depth(schedule_.size()) ? Standing::Cut : Standing::Running;
  }

  Standing end(Status status) {
    if (status == Status::Refused) {
      bounds.add(machine.refusal());
      return stop();
    }
    if (is_dropped()) {
      if (!repeats) count_blocked();
      must_come_to_an_end_ = !livelock_possible_ && wants(BugKind::Livelock);
      return Standing::Stuck;
    }
    if (!repeats && assumed_away()) {
      count_blocked();
    } else if (!repeats) {
      live_.executions = ++stats.executions;
      listener_.completed(machine, std::as_const(schedule_));
    }
    if (stopped_) return Standing::Stopped;
    if (status == Status::Finished) return Standing::Finished;
    return status == Status::Stuck && !closed_a_circle() ? Standing::Stuck : Standing::Failed;
  }

  // The step that makes threads wait for each other in a circle ends the execution also where others could go on. How
  // it ends must not depend on those.
  bool closed_a_circle() const { return !machine.failures().empty() && !machine.failures().back().cycle.empty(); }

  // An execution in which an assumption of the program does not hold is none. (Toy machines have no assumptions.)
  bool assumed_away() const {
    if constexpr (requires { machine.assumption_failed(); })
      return machine.failures().empty() && machine.assumption_failed();
    else
      return false;
  }

  bool wants(BugKind kind) const {
    return std::find(options.properties.begin(), options.properties.end(), kind) != options.properties.end();
  }

  // What follows is covered by other executions, provided that it has an end.
  bool is_dropped() const {
    if constexpr (kDrops)
      return machine.dropped();
    else
      return false;
  }

  bool has_bounded_loops() const {
    if constexpr (kDrops)
      return !machine.bounded_loops().empty();
    else
      return false;
  }

  // The execution was dropped; now the strategy has seen all that it wants to see of it.
  void look_for_an_end() {
    if (!std::exchange(must_come_to_an_end_, false) || comes_to_an_end()) return;
    livelock_possible_ = true;
    bounds.add("threads that wake each other may do so for ever: no way to the end of the program was found");
  }

  // Is there a way from here to the end of the program? The machine stays where it led.
  bool comes_to_an_end() {
    if constexpr (kDrops) {
      constexpr unsigned kTries = 20, kMostSteps = 2000, kMostOfLast = 10'000;
      RandomNumbers random(1);
      machine.save(dropped_);
      for (unsigned tried = 0; tried < kTries; ++tried) {
        if (tried > 0) machine.restore(dropped_);
        machine.roam();
        const unsigned most = tried + 1 < kTries ? kMostSteps : kMostOfLast;
        for (unsigned n = 0; n < most && machine.status() == Status::Running && machine.failures().empty(); ++n) {
          const Pending* const p = random_enabled(machine.pending(), random);
          if (p == nullptr) break;
          machine.step(p->thread, random.outcome_of(*p));
        }
        // A bug is an end, too.
        if (machine.status() == Status::Finished || !machine.failures().empty()) return true;
      }
    }
    return false;
  }

  // (Toy listeners are not asked.)
  bool may_go_on() {
    ask_at_ = ~std::uint64_t{0};
    const SearchProgress progress{stats, schedule_, branching_};
    if constexpr (requires { listener_.may_go_on(progress, ask_at_); }) return listener_.may_go_on(progress, ask_at_);
    return true;
  }

  Standing stop() {
    stopped_ = true;
    return Standing::Stopped;
  }

  L& listener_;
  LiveState& live_;
  Schedule schedule_;
  BranchCounts branching_;
  const Transition* last_ = nullptr;
  bool stopped_ = false;
  std::uint64_t ask_at_ = 0;  // transitions at which the listener is asked whether to go on
  Saved dropped_;
  bool must_come_to_an_end_ = false;  // the machine is where an execution was dropped
  bool livelock_possible_ = false;    // one did not
};

}  // namespace heddle
