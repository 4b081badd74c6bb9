// Where a program runs forever: once a search has met all states, those from which no execution ends, whatever happens.
// They are found from the ends backwards; what is left over falls into strongly connected components (Tarjan 1972), and
// those that nothing leads out of are where executions stay.
//
// The graph: the nodes of a schedule tree are states, and its edges are steps. Beside these there are the steps to
// states that were known, and states that were explored twice, with a detector that knew less.
//
// Main functions: ends, leads, is_same while the search goes on; components at its end.
#pragma once
#include <cstdint>
#include <vector>

#include "search/schedule_tree.h"

namespace heddle {

class EndlessStates {
 public:
  using Node = ScheduleTree::Node;

  // A step from here ends the execution, or leads where nobody looks any further.
  void ends(Node from);
  // A step of this thread leads from here to a state that was met before.
  void leads(Node from, Node to, ThreadId thread) { edges_.push_back({from, to, thread, true}); }
  // The state was met before; it is explored once more.
  void is_same(Node a, Node b);

  struct Component {
    std::vector<Node> states;       // the first that was met is the first
    std::vector<ThreadId> running;  // who takes steps in it, each once
  };
  // In which executions stay forever.
  std::vector<Component> components(const ScheduleTree& tree) const;

  void write(WordWriter&) const;
  void read(WordReader&, const ScheduleTree& tree);

 private:
  struct Edge {
    Node from, to;
    ThreadId thread;
    bool is_step;
  };
  std::vector<bool> find_ending(const ScheduleTree& tree) const;

  std::vector<Edge> edges_;  // beside those of the tree
  std::vector<bool> ends_;   // by node
};

}  // namespace heddle
