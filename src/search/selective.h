// Stateless selective search (Stoller 2002, figure 2, after Godefroid): at each state the threads of a persistent set,
// minus those in the sleep set. invisible_first.h and composed.h are this search with other settings.
//
// Deviations from the figure:
//  * A transition is a step of the machine: a visible operation and all that is invisible after it, so execInvis needs
//    no line of its own.
//  * A transition is named by its thread and the outcome of its operation; it sleeps with what it turned out to do.
//  * A step that ends the execution with a bug is dependent with everything, since nobody does anything after it: its
//    state is expanded fully, and its thread does not go to sleep there. If the bug is not the thread's own doing (a
//    circle of waiting threads, or another thread that the step let go on) the same holds for every step before.
//
// Why races are found as well: threads can exchange happens-before edges only by dependent operations, so all
// executions that differ only in the order of independent steps have the same races up to the first one. And if no
// explored execution was cut off there is no infinite execution at all, so that persistent sets have ignored nobody.
//
// Main functions: run; enter (a new state); step; go_back.
#pragma once
#include <string>
#include <unordered_set>
#include <vector>

#include "search/net_effect.h"
#include "search/persistent_set.h"
#include "search/sleep_set.h"
#include "search/walk.h"

namespace heddle {

struct SelectiveSettings {
  bool persistent_sets = true;
  bool net_effects = false;               // critical sections are compared by their net effect
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
  struct Frame {  // a state of the path; frames_[i] is the one before step i
    typename Walk<M, L>::Saved saved;
    std::vector<Pending> pending;
    ThreadSet enabled, chosen;
    SleepSetOf<NetEffect> sleep;  // what was explored from here included
    ThreadSet fatal;              // threads that do not sleep on: see above
    ThreadId thread;              // being explored
    Choice choice = 0, outcomes = 1;
    unsigned explored = 0;  // threads
    NetEffect effect;       // of the last step from here
    Signature signature = 0;
  };

  // A new state. False: all that would have to be explored is asleep.
  bool enter() {
    if (frames_.size() == depth_) frames_.emplace_back();
    Frame& f = frames_[depth_];
    const std::span<const Pending> pending = walk_.machine.pending();
    f.pending.assign(pending.begin(), pending.end());
    f.enabled.clear();
    for (const Pending& p : pending)
      if (p.enabled) f.enabled.add(p.thread);
    if (f.enabled.empty()) walk_.bounds.add("internal error: a running state without an enabled thread");
    if (settings_.persistent_sets) check_foresight(pending);
    f.fatal.clear();
    f.sleep.clear();
    if (depth_ > 0) {
      const Frame& before = frames_[depth_ - 1];
      f.sleep.inherit(before.sleep, before.fatal, before.pending, f.pending, before.thread, before.effect,
                      before.signature);
    }
    choose(f);
    ThreadId first;
    if (!ThreadSet::first_not_in(f.chosen, f.sleep.threads(), first)) return walk_.count_blocked(), false;
    // Fewer switches make a schedule that is easier to read.
    const ThreadId last = depth_ > 0 ? frames_[depth_ - 1].thread : first;
    f.explored = 0;
    explore(f, f.chosen.has(last) && !f.sleep.has(last) ? last : first);
    if (f.outcomes > 1 || ThreadSet::count_not_in(f.enabled, f.sleep.threads()) > 1) walk_.machine.save(f.saved);
    if (walk_.bounds.take_looked()) estimate();
    return true;
  }

  // Persistent sets rest on what is known in advance of each thread (MayDo). If somebody is about to do something else,
  // that knowledge is wrong, and so may be what was left out: the search must not say that it has covered everything.
  // Who is alone interferes with nobody, and may end the process.
  void check_foresight(std::span<const Pending> pending) {
    if (pending.size() < 2) return;
    for (const Pending& p : pending) {
      const MayDo* const may_do = walk_.machine.may_do(p.thread);
      if (may_do == nullptr || may_do->everything) continue;
      const auto kind = static_cast<std::uint64_t>(p.operation.kind);
      const std::uint64_t key = (reinterpret_cast<std::uintptr_t>(may_do) * 31 + p.operation.object) * 64 + kind;
      if (!checked_.insert(key).second) continue;
      if (checked_.size() > kMostChecked) checked_.clear();
      if (!foresees(may_do, footprint_of(p.operation, byte_set_of(walk_.machine, p.operation))))
        walk_.bounds.add(std::string("internal error: nobody foresaw that a thread would do this: ") +
                         name_of(p.operation.kind));
    }
  }

  void choose(Frame& f) {
    f.chosen = f.enabled;
    if (!settings_.persistent_sets || ThreadSet::count_not_in(f.enabled, f.sleep.threads()) <= 1) return;
    persistent_.look(walk_.machine, f.pending);
    f.chosen = persistent_.choose(f.sleep.threads());
  }

  void explore(Frame& f, ThreadId t) {
    f.thread = t;
    f.choice = 0;
    f.outcomes = find_pending(f.pending, t)->outcomes;
    skip_asleep(f);
  }
  void skip_asleep(Frame& f) {
    while (f.choice < f.outcomes && f.sleep.has(f.thread, f.choice)) ++f.choice;
  }

  Standing step() {
    Frame& f = frames_[depth_];
    if (watch_ != nullptr) watch_->begin_step();
    const Standing standing = walk_.step(f.thread, f.choice);
    if (standing == Standing::Stopped) return standing;
    note_effect(f, walk_.last_step());
    ++depth_;
    if (standing == Standing::Failed) note_failure(f.thread);
    return standing;
  }

  void note_failure(ThreadId stepper) {
    bool is_own = true;
    for (const Failure& failure : walk_.machine.failures())
      is_own &= failure.thread == stepper && failure.kind != BugKind::Deadlock && failure.kind != BugKind::Livelock;
    for (std::size_t i = is_own ? depth_ - 1 : 0; i < depth_; ++i) {
      frames_[i].fatal.add(frames_[i].thread);
      frames_[i].chosen = frames_[i].enabled;
    }
  }

  void note_effect(Frame& f, const Transition& t) {
    f.effect.footprint = footprint_of(t, byte_set_of(walk_.machine, t.operation));
    f.signature = signature_of(f.effect.footprint);
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
      f.sleep.add({f.thread, f.choice, f.outcomes, f.effect, f.signature});
      skip_asleep(f);
      if (f.choice == f.outcomes) {
        ++f.explored;
        ThreadId next;
        if (!ThreadSet::first_not_in(f.chosen, f.sleep.threads(), next)) continue;
        explore(f, next);
      }
      return walk_.go_back(f.saved, depth_);
    }
    return false;
  }

  // Each thread of a state stands for an equal share of what is below that state.
  void estimate() {
    double share = 0, below = 1;
    for (std::size_t i = 0; i < depth_; ++i) {
      const Frame& f = frames_[i];
      below /= f.explored + std::max(1u, ThreadSet::count_not_in(f.chosen, f.sleep.threads()));
      share += below * f.explored;
    }
    walk_.set_share_done(share);
  }

  Walk<M, L>& walk_;
  AccessWatch* watch_;
  const SelectiveSettings settings_;
  PersistentSet persistent_;
  static constexpr std::size_t kMostChecked = 1 << 16;
  std::unordered_set<std::uint64_t> checked_;  // by check_foresight: a cache
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
