// Best-first search after Kim, Yavuz-Kahveci and Sanders (2009, figure 5): of the states that are known and not yet
// expanded, the one with the highest priority is expanded next, and its priority is its heuristic value (heuristics.h)
// plus its depth times the greatest value. So a path is followed to its end before another one is taken up, and the
// heuristics choose among the successors of a state; counterexamples get short because what leads to a race comes
// first. No reduction: each enabled thread, with each outcome, makes a successor. When no state is left everything was
// covered. Deviations:
//
//  * A state is what decides how the program goes on, and what the detector knows. A known state is left alone if a
//  visit
//    that knew no more was, or will be, expanded (claims.h); otherwise it is expanded again.
//  * The queue holds schedules, not states (schedule_tree.h); the machine goes back to what is in common and repeats
//  the
//    rest (places.h).
//  * Of successors with equal values, which the paper leaves open, one that switches threads comes first.
//  * A bug is told when a step shows it, as the paper's tool does; figure 5 does so when the state comes out of the
//  queue.
//  * Without any heuristic the successors of a state are executed one at a time, each when what follows the one before
//  was
//    explored: plain depth-first search with state matching, the paper's baseline.
//  * --shortest: small depths first, and the heuristics choose among states of one depth. States of depth n + 1 are
//    expanded after all of depth n, so the first schedule that shows a bug has no shorter one that shows any.
//  * A program that never ends from a state, whatever happens, is judged at the end (endless_states.h).
//
// Main functions: run; expand (the successors of a state), meet (is this one known?), judge_endless. What it stores can
// be written out and read in by another process, which goes on with it: best_first_words.cpp.
#pragma once
#include <optional>
#include <vector>

#include "search/claims.h"
#include "search/endless_states.h"
#include "search/exact_states.h"
#include "search/heuristics.h"
#include "search/places.h"
#include "search/state_store.h"
#include "search/walk.h"

namespace heddle {

class BestFirst {
 public:
  explicit BestFirst(Walk& walk);

  // True: everything was covered.
  bool run();

 private:
  using Node = ScheduleTree::Node;
  struct Waiting {  // to be expanded
    std::uint32_t depth;
    std::uint32_t rank;       // among those of its depth
    std::uint32_t expansion;  // in which it was found
    Node node;
    std::uint32_t next = 0;  // the first of its successors that was not executed
  };

  bool is_before(const Waiting& a, const Waiting& b) const;
  std::uint32_t rank(Node from, ThreadId) const;
  void put(const Waiting&);
  Waiting take();
  bool expand(const Waiting&);
  void find_branches();
  std::optional<Node> meet(Node from, const ScheduleStep& step);
  bool is_covered(Claims::Record, Claims::Known);
  EndlessStates::Deed last_deed() const;
  bool judge_endless();
  bool tell_livelock();
  bool begin();
  bool resume(const Frontier&);
  void keep();
  Node next_node() const;
  void write_store(WordWriter&) const;
  void read_store(WordReader&);
  static void write_waiting(const Waiting&, WordWriter&);
  Waiting read_waiting(WordReader&) const;
  bool knows_what_was_known();

  Walk& walk_;
  const bool shortest_;
  const bool one_at_a_time_;  // successors
  HeuristicValue heuristic_;
  ScheduleTree tree_;
  Places places_;
  StateStore store_;  // number: the node of the first visit, plus 1
  ExactStates exact_;
  Claims claims_;
  EndlessStates endless_;
  std::vector<Waiting> queue_;          // a heap
  std::optional<Waiting> interrupted_;  // a bound stopped the search while this was expanded, at `next`
  std::uint32_t expansions_ = 0;
  Schedule branches_;  // of the state that is being expanded: single steps
  Knowledge knowledge_;
  bool gives_up_ = false;
  ThreadSet enabled_, covered_;
};

SearchOutcome search_best_first(AbstractMachine&, const CheckOptions&, SearchListener&, LiveState&);

}  // namespace heddle
