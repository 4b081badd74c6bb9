// Stateless selective search (Stoller 2002, figure 2, after Godefroid): at each state the threads of a persistent set,
// minus those in the sleep set. invisible_first.h and composed.h are this search with other settings.
//
// Deviations from the figure:
//  * A transition is a step of the machine: a visible operation and all that is invisible after it, so execInvis needs
//    no line of its own.
//  * A thread, not a transition, is explored and goes to sleep: when all outcomes of its operation have been explored.
//  * A step that ends the execution with a bug is dependent with everything, since nobody does anything after it: its
//    state is expanded fully, and its thread does not go to sleep there.
//
// Why races are found as well: threads can exchange happens-before edges only by dependent operations, so all
// executions that differ only in the order of independent steps have the same races up to the first one. And if no
// explored execution was cut off there is no infinite execution at all, so that persistent sets have ignored nobody.
//
// Main functions: run; enter (a new state); step; go_back.
#pragma once
#include <vector>

#include "search/net_effect.h"
#include "search/persistent_set.h"
#include "search/walk.h"

namespace heddle {

struct SelectiveSettings {
  bool persistent_sets = true;
  bool net_effects = false;          // critical sections are compared by their net effect
  std::optional<std::size_t> depth = {};  // executions are cut off here; the search goes on and says so
};

template <class M, class L>
class Selective {
 public:
  Selective(Walk<M, L>& walk, AccessWatch* watch, SelectiveSettings settings)
      : walk_(walk), watch_(watch), settings_(settings) {}

  enum class End : std::uint8_t { Covered, Cut, Breached, Stopped };

  // `stop_at_breach`: end the search with the first execution that breaks the locking discipline.
  End run(bool stop_at_breach) {
    depth_ = 0;
    bool cut = false;
    if (watch_ != nullptr) watch_->clear_breaches();
    Standing standing = walk_.start();
    while (standing != Standing::Stopped) {
      if (stop_at_breach && standing != Standing::Running && !watch_->breaches().empty()) return End::Breached;
      const bool too_deep = standing == Standing::Running && settings_.depth && depth_ >= *settings_.depth;
      cut |= too_deep;
      if (too_deep || standing != Standing::Running || !enter())
        if (!go_back()) break;
      standing = step();
    }
    if (walk_.stopped()) return End::Stopped;
    if (stop_at_breach && !watch_->breaches().empty()) return End::Breached;
    return cut ? End::Cut : End::Covered;
  }

 private:
  struct Sleeper {
    Pending pending;
    NetEffect effect;
  };
  struct Frame {  // a state of the path; frames_[i] is the one before step i
    typename Walk<M, L>::Saved saved;
    std::vector<Pending> pending;
    ThreadSet enabled, chosen;
    ThreadSet asleep;                // or explored from here
    std::vector<Sleeper> sleepers;   // of those, who may sleep on
    ThreadId thread;                 // being explored
    Choice choice = 0, outcomes = 1;
    bool fatal = false;              // one of its outcomes was a bug
    unsigned explored = 0;
    NetEffect effect;                // of the last step from here
  };

  Footprint footprint_of_pending(const Operation& op) const {
    return footprint_of(op, has_byte_set(op.kind) ? walk_.machine.byte_set(op.argument) : ByteSet{});
  }
  static const Pending* find(std::span<const Pending> list, ThreadId t) {
    for (const Pending& p : list)
      if (p.thread == t) return &p;
    return nullptr;
  }

  // A new state. False: all that would have to be explored is asleep.
  bool enter() {
    if (frames_.size() == depth_) frames_.emplace_back();
    Frame& f = frames_[depth_];
    const std::span<const Pending> pending = walk_.machine.pending();
    f.pending.assign(pending.begin(), pending.end());
    f.enabled.clear();
    for (const Pending& p : pending)
      if (p.enabled) f.enabled.add(p.thread);
    f.asleep.clear();
    f.sleepers.clear();
    if (depth_ > 0) inherit_sleep(frames_[depth_ - 1], f);
    if (f.enabled.empty()) walk_.bounds.add("internal error: a running state without an enabled thread");
    f.chosen = f.enabled;
    if (settings_.persistent_sets && ThreadSet::count_not_in(f.enabled, f.asleep) > 1) {
      persistent_.look(walk_.machine, f.pending);
      f.chosen = persistent_.choose(f.asleep);
    }
    ThreadId first;
    if (!ThreadSet::first_not_in(f.chosen, f.asleep, first)) return walk_.count_blocked(), false;
    // Fewer switches make a schedule that is easier to read.
    const ThreadId last = depth_ > 0 ? frames_[depth_ - 1].thread : first;
    const bool stay = f.chosen.has(last) && !f.asleep.has(last);
    f.explored = 0;
    explore(f, stay ? last : first);
    if (f.outcomes > 1 || ThreadSet::count_not_in(f.enabled, f.asleep) > 1) walk_.machine.save(f.saved);
    if (walk_.bounds.take_looked()) estimate();
    return true;
  }

  void explore(Frame& f, ThreadId t) {
    f.thread = t;
    f.choice = 0;
    f.outcomes = find(f.pending, t)->outcomes;
    f.fatal = false;
  }

  // Who was asleep (or explored) before the last step still is, unless the step may make a difference to it.
  void inherit_sleep(const Frame& before, Frame& now) {
    for (const Sleeper& s : before.sleepers) {
      const Operation& was = s.pending.operation;
      const Pending* is = find(now.pending, s.pending.thread);
      if (is == nullptr || !is->enabled || is->outcomes != s.pending.outcomes) continue;
      const Operation& op = is->operation;
      if (op.kind != was.kind || op.object != was.object || op.argument != was.argument || op.site != was.site) continue;
      if (dependent(s.effect, before.effect)) continue;
      now.asleep.add(is->thread);
      now.sleepers.push_back({*is, s.effect});
    }
  }

  Standing step() {
    Frame& f = frames_[depth_];
    if (watch_ != nullptr) watch_->begin_step();
    const Standing standing = walk_.step(f.thread, f.choice);
    if (standing == Standing::Stopped) return standing;
    note_effect(f, walk_.last_step());
    if (standing == Standing::Failed) {
      f.fatal = true;
      f.chosen = f.enabled;
    }
    ++depth_;
    return standing;
  }

  void note_effect(Frame& f, const Transition& t) {
    f.effect.footprint =
        footprint_of(t, has_byte_set(t.operation.kind) ? walk_.machine.byte_set(t.operation.argument) : ByteSet{});
    f.effect.passes = settings_.net_effects && f.outcomes == 1 && passes_mutex(t);
    f.effect.accesses.clear();
    if (!f.effect.passes) return;
    const std::span<const WatchedRange> accesses = watch_->step_accesses();
    f.effect.accesses.assign(accesses.begin(), accesses.end());
    compact(f.effect.accesses);
  }

  // To the latest state where something is left to try. False: there is none, or a bound forbids it.
  bool go_back() {
    while (depth_ > 0) {
      Frame& f = frames_[--depth_];
      if (++f.choice == f.outcomes) {
        put_to_sleep(f);
        ThreadId next;
        if (!ThreadSet::first_not_in(f.chosen, f.asleep, next)) continue;
        explore(f, next);
      }
      return walk_.go_back(f.saved, depth_);
    }
    return false;
  }

  void put_to_sleep(Frame& f) {
    f.asleep.add(f.thread);
    ++f.explored;
    if (f.fatal) return;
    const Pending& p = *find(f.pending, f.thread);
    // What it did says more than what it was about to do, but only if it had no choice.
    NetEffect effect{footprint_of_pending(p.operation), f.effect.passes, {}};
    if (effect.passes) effect.accesses = f.effect.accesses;
    f.sleepers.push_back({p, std::move(effect)});
  }

  // Each thread of a state stands for an equal share of what is below that state.
  void estimate() {
    double share = 0, below = 1;
    for (std::size_t i = 0; i < depth_; ++i) {
      const Frame& f = frames_[i];
      below /= f.explored + std::max(1u, ThreadSet::count_not_in(f.chosen, f.asleep));
      share += below * f.explored;
    }
    walk_.set_share_done(share);
  }

  Walk<M, L>& walk_;
  AccessWatch* watch_;
  const SelectiveSettings settings_;
  PersistentSet persistent_;
  std::vector<Frame> frames_;  // those beyond the path are kept for reuse
  std::size_t depth_ = 0;
};

template <class M, class L>
SearchOutcome search_selective(M& machine, const CheckOptions& options, L& listener, LiveState& live) {
  Walk<M, L> walk(machine, options, listener, live);
  Selective<M, L> search(walk, nullptr, {});
  const auto end = search.run(false);
  return walk.outcome(end == Selective<M, L>::End::Covered, "selective");
}

}  // namespace heddle
