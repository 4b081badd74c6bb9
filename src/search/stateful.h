// Stateful search: the reduction of dpor.h, and states that were met before are not explored again. After Elmas, Qadeer
// and Tasiran (2006, figures 5 to 7), whose `table` is StateStore with Claims and whose `rtable` is Summaries.
// Deviations:
//
//  * Accesses are not told apart from other operations. The paper's la(q), the last access to a location, is the latest
//    step that an operation depends on and is not ordered after, by the clocks of the path; and what is reduced is
//    every operation, where the paper lets all threads run at each acquire and join. A state's summary has all
//    operations of its sub-tree, and at a match those are considered like pending ones.
//  * The detector's knowledge is part of the match, but never intersected: see claims.h. So no race is reported that no
//    execution has, and no second detector is needed.
//  * Sleep sets, stored with the states.
//  * Cycles. The paper opens the state whose successor is on the stack, and assumes on the way back that every location
//    races. Here the states of the path that lie on the cycle are all expanded (the strongly connected components
//    are found as Gabow does, on the fly), and when a component is finished its operations are considered once
//    more, at its first state. Nothing is assumed of the rest.
//  * A component that nothing leads out of, and in which no execution ends, is a livelock if somebody in it never comes
//    round a loop without an exit (never_ends.h): servers are meant to run forever. So that no such component is
//    overlooked nobody sleeps in a state of a cycle, and a state in which all enabled threads sleep is explored as if
//    none did.
//  * So may one be that ways lead out of (fair_cycles.h). The steps between its states are known when it is finished;
//    what looks like a livelock then is looked at once more at the end, by a plain walk from there (never_ends.h).
//    Threads that take part in a cycle sleep where another one steps out of it, though the cycle may be fair only after
//    that step: nobody sleeps in a state that follows one of a cycle either.
//
// Main functions: choose_first (is this state known?), choose_next (a state is finished). What it stores can be written
// out and read in by another process: stateful_words.cpp.
#pragma once
#include <optional>

#include "search/claims.h"
#include "search/dpor.h"
#include "search/exact_states.h"
#include "search/fair_cycles.h"
#include "search/state_store.h"
#include "search/summaries.h"

namespace heddle {

class Stateful : public Dpor {
 public:
  explicit Stateful(Walk& walk) : Dpor(walk, true), exact_(walk.options.exact_states) {}

  struct Counts {
    std::uint64_t reexplored = 0;  // visits to a known state that had something left to explore
    std::uint64_t cycles = 0;      // found
  };
  const Counts& counts() const { return counts_; }
  const StateStore& store() const { return store_; }
  const Summaries& summaries() const { return summaries_; }
  const Claims& claims() const { return claims_; }

  // All was explored: what is left is to look at what may be livelocks. False: there are too many states for that.
  bool look_at_suspects();

 private:
  struct Place {  // of a state of the path
    Fingerprint fingerprint;
    Summaries::Set summary = 0;
    bool on_cycle = false;     // one leads through this state
    bool leaves = false;       // a way from here leads out of its component, or ends
    std::uint32_t number = 0;  // in unfinished_
    ThreadSet slept;           // who slept when the search came here, and was not covered by an earlier visit
    std::vector<Summaries::Passing> order;  // that arose with the step that is being explored
  };
  struct Endless {
    std::optional<Failure> livelock;
    Schedule schedule;  // to a state of it
  };
  // States of the path that are known to lie on a common cycle, or one alone.
  struct Component {
    std::size_t depth;               // of the first
    std::size_t first;               // in unfinished_
    std::size_t edges;               // in edges_, the first from a state of it
    std::optional<Endless> endless;  // if nothing leads out of it
  };

  bool choose_first(State& state, std::size_t depth) override;
  bool choose_next(State& state, std::size_t depth) override;
  void end() override;
  void stepped(ThreadId, const Footprint&) override;
  void did(ThreadId, const Footprint&) override;
  void ordered(ThreadId by, ThreadId from) override;
  void write_own_plan(const State& state, std::size_t depth, WordWriter&) const override;
  void read_own_plan(State& state, std::size_t depth, WordReader&) override;
  void write_store(WordWriter&) const override;
  void read_store(WordReader&) override;
  void read_component(WordReader&);
  void write_edges(WordWriter&) const;
  void read_edges(WordReader&);
  void follow(bool on) override { follows_ = on; }
  void follow_to(State& state);
  bool knows_what_was_known();

  bool meet(State& state, std::size_t depth);
  bool follows_cycle(std::size_t depth) { return depth > 0 && place(depth - 1).on_cycle; }
  void meet_again(const StateStore::Entry& entry, std::size_t depth);
  void leave_out(State& state, const ThreadSet& covered);
  void close_cycle(std::size_t unfinished, std::size_t depth);
  void wake(State& state, Place& place);
  void finish_component(State& state, std::size_t depth);
  void suspect(const Component& component, std::size_t depth);
  void pass_up(std::size_t depth);
  Endless judge();
  void tell(const std::optional<Endless>&);
  bool may_come_back(const State& s) const override { return s.outcomes > 1 || s.enabled.size() > 1; }
  Summaries::Set summary_of(std::span<const Pending>);
  void consider_all(Summaries::Set);
  void open(std::size_t step, ThreadId p, bool fatal);

  Place& place(std::size_t depth) { return places_[depth]; }

  StateStore store_;
  ExactStates exact_;
  Summaries summaries_;
  Claims claims_;
  StablePool<Place> places_;
  std::vector<Fingerprint> unfinished_;  // states, in the order in which they were met
  std::vector<Component> components_;    // of the path, the first state's first
  std::vector<FairCycles::Edge> edges_;  // steps from these states, by their places in unfinished_
  std::vector<Schedule> suspects_;       // to the first states of components in which there may be a livelock
  struct Latest {                        // operation that a thread was seen to be about to perform
    Operation operation;
    std::uint64_t number = 0;  // in summaries_
    bool known = false;
  };
  std::vector<Latest> latest_;
  std::vector<std::uint64_t> numbers_;
  Knowledge knowledge_;
  std::vector<ThreadId> carriers_;
  bool entered_ = false;  // the state after the last step
  bool follows_ = false;  // the states of the path were met already, by another explorer
  Counts counts_;
};

SearchOutcome search_stateful(AbstractMachine&, const CheckOptions&, SearchListener&, LiveState&);

}  // namespace heddle
