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
// Main functions: enter (a new state), executed, next.
#pragma once
#include <optional>
#include <vector>

#include "search/explorer.h"
#include "search/footprint_words.h"
#include "search/net_effect.h"
#include "search/persistent_set.h"
#include "search/sleep_set.h"
#include "search/strategy.h"

namespace heddle {

struct SelectiveSettings {
  bool persistent_sets = true;
  bool net_effects = false;               // critical sections are compared by their net effect
  bool stop_at_breach = false;            // end with the first execution that breaks the locking discipline
  std::optional<std::size_t> depth = {};  // executions are cut off here; the search goes on and says so
};

class Selective final : public Strategy {
 public:
  Selective(Walk& walk, AccessWatch* watch, SelectiveSettings settings);

  enum class End : std::uint8_t { Covered, Cut, Breached, Stopped };
  End run(std::uint64_t phase = 0);

  bool enter(Frame& frame, std::size_t depth) override;
  void before_step() override;
  void executed(const Transition&, Standing) override;
  void ended(Standing) override;
  bool next(Frame& frame, std::size_t depth) override;
  unsigned left(std::size_t depth) const override;
  void write_plan(std::size_t depth, WordWriter&) const override;
  void read_plan(Frame& frame, std::size_t depth, WordReader&) override;
  void write_common(WordWriter& out) const override { out.put(cut_ ? 1 : 0); }
  void read_common(WordReader& in) override { cut_ = in.take() != 0; }

 private:
  struct State {  // of the path; states_[i] is the one before step i
    std::vector<Pending> pending;
    ThreadSet enabled, chosen;    // invariant: whoever is chosen is enabled
    SleepSetOf<NetEffect> sleep;  // what was explored from here included
    ThreadSet fatal;              // threads that do not sleep on: see above
    ThreadId thread;              // being explored
    Choice choice = 0, outcomes = 1;
    NetEffect effect;  // of the last step from here
    Signature signature = 0;
  };

  void list_pending(State& s, std::size_t depth);
  void check_foresight(std::span<const Pending> pending);
  void choose(State& s);
  static void explore(State& s, ThreadId t);
  static void skip_asleep(State& s);
  void note_effect(State& s, const Transition& t);
  void note_failure(ThreadId stepper);
  void look_for_breaches(Standing standing);

  struct Checked {  // by check_foresight
    const MayDo* may_do = nullptr;
    Address object = 0;
    OperationKind kind = OperationKind::None;
    friend bool operator==(const Checked&, const Checked&) = default;
  };
  static constexpr std::size_t kSlots = 256;

  Walk& walk_;
  AccessWatch* watch_;
  const SelectiveSettings settings_;
  PersistentSet persistent_;
  std::vector<Checked> checked_ = std::vector<Checked>(kSlots);  // a cache: each has one slot where it may stand
  std::vector<State> states_;                  // those beyond the path are kept for reuse
  std::size_t depth_ = 0;                      // of the state that is being explored
  bool cut_ = false;
  KeptByteSets kept_;  // of footprints that were read
};

SearchOutcome search_selective(AbstractMachine&, const CheckOptions&, SearchListener&, LiveState&);

}  // namespace heddle
