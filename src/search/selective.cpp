#include "search/selective.h"

#include <string>

#include "detect/access_watch.h"
#include "support/invariant.h"

namespace heddle {

Selective::Selective(Walk& walk, AccessWatch* watch, SelectiveSettings settings)
    : walk_(walk), watch_(watch), settings_(settings) {
  if (watch_ != nullptr) watch_->clear_breaches();
}

Selective::End Selective::run(std::uint64_t phase) {
  Explorer(walk_).run(*this, phase);
  if (gives_up_) return End::Breached;
  if (walk_.stopped()) return End::Stopped;
  if (settings_.stop_at_breach && !watch_->breaches().empty()) return End::Breached;
  return cut_ ? End::Cut : End::Covered;
}

bool Selective::enter(Frame& frame, std::size_t depth) {
  depth_ = depth;
  if (settings_.depth && depth >= *settings_.depth) return cut_ = true, false;
  if (states_.size() == depth) states_.emplace_back();
  State& s = states_[depth];
  list_pending(s, depth);
  choose(s);
  ThreadId first;
  if (!ThreadSet::first_not_in(s.chosen, s.sleep.threads(), first)) return walk_.count_blocked(), false;
  // Fewer switches make a schedule that is easier to read.
  const ThreadId last = depth > 0 ? states_[depth - 1].thread : first;
  explore(s, s.chosen.has(last) && !s.sleep.has(last) ? last : first);
  frame.step = {s.thread, s.choice};
  frame.is_saved = s.outcomes > 1 || ThreadSet::count_not_in(s.enabled, s.sleep.threads()) > 1;
  return true;
}

void Selective::list_pending(State& s, std::size_t depth) {
  const std::span<const Pending> pending = walk_.machine.pending();
  s.pending.assign(pending.begin(), pending.end());
  s.enabled.clear();
  for (const Pending& p : pending)
    if (p.enabled) s.enabled.add(p.thread);
  if (s.enabled.empty()) walk_.bounds.add(kNobodyEnabled);
  if (settings_.persistent_sets) check_foresight(pending);
  s.fatal.clear();
  s.sleep.clear();
  if (depth == 0) return;
  const State& before = states_[depth - 1];
  s.sleep.inherit(before.sleep, before.fatal, before.pending, s.pending, before.thread, before.effect,
                  before.signature);
}

// Persistent sets rest on what is known in advance of each thread (MayDo). If somebody is about to do something else,
// that knowledge is wrong, and so may be what was left out: the search must not say that it has covered everything.
// Who is alone interferes with nobody, and may end the process.
void Selective::check_foresight(std::span<const Pending> pending) {
  if (pending.size() < 2) return;
  for (const Pending& p : pending) {
    const MayDo* const may_do = walk_.machine.may_do(p.thread);
    if (may_do == nullptr || may_do->everything) continue;
    const Checked now{may_do, p.operation.object, p.operation.kind};
    const std::uint64_t mixed = (now.object ^ reinterpret_cast<std::uintptr_t>(may_do) << 7) +
                                static_cast<std::uint64_t>(now.kind) * 0x9e3779b9u;
    Checked& slot = checked_[(mixed * 0x9e3779b97f4a7c15u) >> 56];
    if (slot == now) continue;
    slot = now;
    if (!foresees(may_do, footprint_of(p.operation, byte_set_of(walk_.machine, p.operation))))
      walk_.bounds.add(std::string("internal error: a thread does what the static analysis did not foresee: ") +
                       name_of(p.operation.kind));
  }
}

void Selective::choose(State& s) {
  s.chosen = s.enabled;
  if (!settings_.persistent_sets || ThreadSet::count_not_in(s.enabled, s.sleep.threads()) <= 1) return;
  persistent_.look(walk_.machine, s.pending);
  s.chosen = persistent_.choose(s.sleep.threads());
}

void Selective::explore(State& s, ThreadId t) {
  s.thread = t;
  s.choice = 0;
  s.outcomes = find_pending(s.pending, t)->outcomes;
  skip_asleep(s);
  HEDDLE_INVARIANT(s.enabled.contains(s.chosen) && s.chosen.has(t) && s.choice < s.outcomes);
}

void Selective::skip_asleep(State& s) {
  while (s.choice < s.outcomes && s.sleep.has(s.thread, s.choice)) ++s.choice;
}

void Selective::before_step() {
  if (watch_ != nullptr) watch_->begin_step();
}

void Selective::executed(const Transition& t, Standing standing) {
  State& s = states_[depth_++];
  note_effect(s, t);
  if (standing == Standing::Failed) note_failure(s.thread);
  look_for_breaches(standing);
}

void Selective::ended(Standing standing) { look_for_breaches(standing); }

void Selective::look_for_breaches(Standing standing) {
  gives_up_ |= settings_.stop_at_breach && standing != Standing::Running && !watch_->breaches().empty();
}

void Selective::note_failure(ThreadId stepper) {
  bool is_own = true;
  for (const Failure& failure : walk_.machine.failures())
    is_own &= failure.thread == stepper && failure.kind != BugKind::Deadlock && failure.kind != BugKind::Livelock;
  for (std::size_t i = is_own ? depth_ - 1 : 0; i < depth_; ++i) {
    states_[i].fatal.add(states_[i].thread);
    states_[i].chosen = states_[i].enabled;
  }
}

void Selective::note_effect(State& s, const Transition& t) {
  s.effect.footprint = footprint_of(t, byte_set_of(walk_.machine, t.operation));
  s.signature = signature_of(s.effect.footprint);
  s.effect.passes = settings_.net_effects && s.outcomes == 1 && passes_mutex(t);
  s.effect.accesses.clear();
  if (!s.effect.passes) return;
  const std::span<const WatchedRange> accesses = watch_->step_accesses();
  s.effect.accesses.assign(accesses.begin(), accesses.end());
  compact(s.effect.accesses);
}

bool Selective::next(Frame& frame, std::size_t depth) {
  depth_ = depth;
  State& s = states_[depth];
  s.sleep.add({s.thread, s.choice, s.outcomes, s.effect, s.signature});
  skip_asleep(s);
  if (s.choice == s.outcomes) {
    ThreadId another;
    if (!ThreadSet::first_not_in(s.chosen, s.sleep.threads(), another)) return false;
    explore(s, another);
  }
  frame.step = {s.thread, s.choice};
  return true;
}

unsigned Selective::left(std::size_t depth) const {
  const unsigned awake = ThreadSet::count_not_in(states_[depth].chosen, states_[depth].sleep.threads());
  return awake > 0 ? awake - 1 : 0;  // one is being explored
}

void Selective::write_plan(std::size_t depth, WordWriter& out) const {
  const State& s = states_[depth];
  write_sleep(s.sleep, out);
  write_threads(s.chosen, out);
  write_threads(s.fatal, out);
  out.put(s.thread.index());
  out.put(s.choice);
  out.put(s.outcomes);
}

void Selective::read_plan(Frame&, std::size_t depth, WordReader& in) {
  State& s = states_[depth];
  read_sleep(s.sleep, in, kept_);
  read_threads(s.chosen, in);
  read_threads(s.fatal, in);
  s.thread = read_thread(in);
  s.choice = static_cast<Choice>(in.take());
  s.outcomes = static_cast<Choice>(in.take());
}

SearchOutcome search_selective(AbstractMachine& machine, const CheckOptions& options, SearchListener& listener,
                               LiveState& live) {
  Walk walk(machine, options, listener, live);
  const auto end = Selective(walk, nullptr, {}).run();
  return walk.outcome(end == Selective::End::Covered, "selective");
}

}  // namespace heddle
