// Where a program runs forever: once a search has met all states, those from which no execution ends, whatever happens.
// They are found from the ends backwards; what is left over falls into strongly connected components (Tarjan 1972), and
// those that nothing leads out of are where executions stay. Where they may stay though ways lead out: fair_cycles.h.
//
// The graph: the nodes of a schedule tree are states, and its edges are steps. Beside these there are the steps to
// states that were known, and states that were explored twice, with a detector that knew less.
//
// Main functions: did, ends, leads, is_same while the search goes on; components and livelocks at its end.
#pragma once
#include <cstdint>
#include <vector>

#include "search/schedule_tree.h"

namespace heddle {

class EndlessStates {
 public:
  using Node = ScheduleTree::Node;

  struct Deed {
    bool has_effect = false;   // the step does more than to look
    bool comes_round = false;  // FairCycles::Edge
  };
  // The step to this node.
  void did(Node to, Deed);
  // A step from here ends the execution, or leads where nobody looks any further.
  void ends(Node from, const ScheduleStep& step);
  // It leads to a state that was met before.
  void leads(Node from, Node to, const ScheduleStep& step, Deed deed) {
    edges_.push_back({from, to, step, Kind::Step, deed});
  }
  // The state was met before; it is explored once more.
  void is_same(Node a, Node b);

  // In which executions stay forever: of each component the first state that was met.
  std::vector<Node> components(const ScheduleTree& tree) const;
  // In which they may stay, each in vain. Of each the first state that was met.
  std::vector<Node> livelocks(const ScheduleTree& tree) const;

  void write(WordWriter&) const;
  void read(WordReader&, const ScheduleTree& tree);

 private:
  enum class Kind : std::uint8_t { Same, Step, End };
  struct Edge {
    Node from, to;
    ScheduleStep step;
    Kind kind;
    Deed deed;
  };
  std::vector<bool> find_ending(const ScheduleTree& tree) const;

  std::vector<Edge> edges_;  // beside those of the tree
  std::vector<Deed> deeds_;  // by node, of the step to it
};

}  // namespace heddle
