#include "search/walk.h"

#include <algorithm>
#include <utility>

#include "search/random_numbers.h"
#include "support/invariant.h"

namespace heddle {

Walk::Walk(AbstractMachine& machine, const CheckOptions& options, SearchListener& listener, LiveState& live)
    : machine(machine), options(options), bounds(options.bounds, live), listener_(listener), live_(live),
      from_(listener.resumes_from()), dropped_(machine.make_saved_state()) {
  if (from_ != nullptr) {
    stats = from_->stats;
    for (const std::string& sentence : from_->limits) bounds.add(sentence);
    runs_forever_ = from_->runs_forever;
    livelock_possible_ = from_->livelock_possible;
  }
  // The execution without the round may need a preemption where the one with it waits.
  machine.leave_out_rounds(!options.bounds.preemptions);
}

// These two are a part of every step.
inline void Walk::extend(const ScheduleStep& step) {
  const std::size_t depth = schedule_.size();
  schedule_.push_back(step);
  if (depth < LiveState::kMaxSteps) {
    live_.thread[depth] = step.thread.value;
    live_.choice[depth] = step.choice;
    live_.schedule_length = static_cast<std::uint32_t>(depth + 1);
  }
  live_.depth = depth + 1;
}

[[gnu::always_inline]] inline Standing Walk::arrive() {
  HEDDLE_INVARIANT(is_in_thread_order(machine.pending()));
  if (machine.is_eventful()) {
    for (const Failure& failure : machine.failures())
      if (!listener_.found(failure, schedule_)) stopped_ = true;
    if (machine.met_endless_loop()) return stop();
    if (const Status status = machine.status(); status != Status::Running) return end(status);
    if (stopped_) return Standing::Stopped;
  }
  return bounds.forbids_depth(schedule_.size()) ? Standing::Cut : Standing::Running;
}

Standing Walk::start() {
  schedule_.clear();
  live_.schedule_length = 0;
  machine.start();
  return arrive();
}

Standing Walk::step(ThreadId thread, Choice choice) {
  if (bounds.forbids_step(stats.transitions)) [[unlikely]]
    return stop_before_a_step();
  if (stats.transitions >= ask_at_) [[unlikely]]
    if (!may_go_on()) return stop_before_a_step();
  live_.transitions = ++stats.transitions;
  take({thread, choice});
  if (depth() > stats.max_depth) live_.max_depth = stats.max_depth = depth();
  return arrive();
}

inline void Walk::take(const ScheduleStep& step) {
  extend(step);
  if (at_once_.mutexes.empty()) {
    last_ = &machine.step(step.thread, step.choice);
    return;
  }
  at_once_.taken.clear();
  last_ = &machine.step_through(step.thread, step.choice, at_once_);
}

bool Walk::AtOnce::goes_on(ThreadId t, const Operation& op) {
  constexpr std::size_t kMost = 16;
  if (taken.size() == kMost) return false;
  walk.extend({t, 0});
  taken.push_back(op.id);
  return true;
}

bool Walk::go_back(const SavedState& saved, std::size_t depth) {
  if (bounds.forbids_execution(stats.executions)) {
    owes_backtrack_ = true;  // whoever goes on from here begins with it
    return stop_before_a_step(), false;
  }
  HEDDLE_INVARIANT(depth <= schedule_.size());  // a state of this path, and of no other
  look_for_an_end();
  const ThreadId left = depth < schedule_.size() ? schedule_[depth].thread : ThreadId{};
  machine.restore(saved);
  if (const Operation* const next = machine.next_of(left)) branching_.count(*next, depth);
  schedule_.resize(depth);
  live_.schedule_length = static_cast<std::uint32_t>(std::min(depth, LiveState::kMaxSteps));
  live_.depth = depth;
  live_.backtracks = ++stats.backtracks;
  return true;
}

SearchOutcome Walk::outcome(bool covered, std::string name) {
  look_for_an_end();
  if (covered && stats.executions == 0 && !bounds.hit() && !machine.has_bounded_loops())
    bounds.add("no execution was completed");
  SearchOutcome out;
  out.exhausted = covered && !stopped_ && !bounds.hit();
  if (out.exhausted) set_share_done(1);
  out.limits = std::move(bounds.sentences());
  stats.wall_ms = bounds.milliseconds();
  stats.peak_rss_kb = peak_resident_kb();
  out.stats = stats;
  out.branching = std::move(branching_);
  out.schedule = schedule_;
  out.used_search = std::move(name);
  out.runs_forever = runs_forever_;
  out.livelock_possible = livelock_possible_;
  return out;
}

Standing Walk::end(Status status) {
  if (status == Status::Refused) {
    bounds.add(machine.refusal());
    return stop();
  }
  // What follows is covered by other executions, provided that it has an end.
  if (machine.dropped()) {
    if (!repeats) count_blocked();
    must_come_to_an_end_ = !livelock_possible_ && wants(BugKind::Livelock);
    return Standing::Stuck;
  }
  // An execution in which an assumption of the program does not hold is none.
  if (!repeats && machine.failures().empty() && machine.assumption_failed()) {
    count_blocked();
  } else if (!repeats) {
    live_.executions = ++stats.executions;
    runs_forever_ |= machine.runs_forever();
    listener_.completed(machine, std::as_const(schedule_));
  }
  if (stopped_) return Standing::Stopped;
  if (status == Status::Finished) return Standing::Finished;
  return status == Status::Stuck && !closed_a_circle() ? Standing::Stuck : Standing::Failed;
}

void Walk::tell(const Failure& failure, const Schedule& schedule) {
  live_.executions = ++stats.executions;
  if (!listener_.found(failure, schedule)) stopped_ = true;
}

Standing Walk::stop() {
  stopped_ = true;
  return Standing::Stopped;
}

Standing Walk::stop_before_a_step() {
  stopped_before_a_step_ = true;
  return stop();
}

const Frontier* Walk::take_frontier(std::uint64_t phase) {
  return from_ != nullptr && from_->phase == phase ? std::exchange(from_, nullptr) : nullptr;
}

bool Walk::repeat(const ScheduleStep& step) {
  bool possible = false;
  for (const Pending& p : machine.pending())
    possible |= p.thread == step.thread && p.enabled && step.choice < p.outcomes;
  if (!possible) return false;
  bounds.repeated_step();
  take(step);
  return machine.status() == Status::Running;
}

void Walk::keep(Frontier frontier, const std::function<void(WordWriter&)>& write, bool goes_back) {
  // What the last execution has left to be found out belongs to what lies before this place.
  look_for_an_end();
  WordWriter words([this](std::span<const std::uint64_t> piece) { listener_.stored(piece); });
  write(words);
  words.flush();
  frontier.stored = words.drained();
  frontier.stats = stats;
  if (owes_backtrack_ || goes_back) ++frontier.stats.backtracks;
  frontier.limits = bounds.lasting();
  frontier.runs_forever = runs_forever_;
  frontier.livelock_possible = livelock_possible_;
  listener_.reached(frontier);
}

void Walk::refuse_frontier() {
  bounds.add("the checkpoint does not fit this program");
  stop();
}

// The step that makes threads wait for each other in a circle ends the execution also where others could go on. How it
// ends must not depend on those.
bool Walk::closed_a_circle() const {
  return !machine.failures().empty() && !machine.failures().back().cycle.empty();
}

bool Walk::wants(BugKind kind) const {
  return std::find(options.properties.begin(), options.properties.end(), kind) != options.properties.end();
}

// The execution was dropped; now the strategy has seen all that it wants to see of it.
void Walk::look_for_an_end() {
  if (!std::exchange(must_come_to_an_end_, false) || comes_to_an_end()) return;
  livelock_possible_ = true;
  bounds.add("threads may keep waking each other forever: no way to the end of the program was found");
}

// Is there a way from here to the end of the program? The machine stays where it led.
bool Walk::comes_to_an_end() {
  constexpr unsigned kTries = 20, kMostSteps = 2000, kMostOfLast = 10'000;
  RandomNumbers random(1);
  machine.save(*dropped_);
  for (unsigned tried = 0; tried < kTries; ++tried) {
    if (tried > 0) machine.restore(*dropped_);
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
  return false;
}

bool Walk::may_go_on() {
  ask_at_ = ~std::uint64_t{0};
  const bool yes = listener_.may_go_on({stats, schedule_, branching_}, ask_at_);
  frontier_is_due_ = yes && listener_.wants_frontier();
  return yes;
}

}  // namespace heddle
