// Livelocks that luck could end: cycles of states that a program may go round forever although every thread gets its
// turns, and in which nobody gets anywhere. Two threads that back off from each other,
//
//   lock(a); while (trylock(b)) { unlock(a); lock(a); }          lock(b); while (trylock(a)) { unlock(b); lock(b); }
//
// can do so in step for as long as they like. The graph: states, and steps between them.
//
//  * Fair: every thread that is enabled in some state of the cycle takes a step in it (strong fairness). What is left
//    to chance (an outcome: a time-out, a weak compare-exchange, heddle_choose) is fair, too: a step belongs to a cycle
//    only if none of its outcomes leads out.
//  * Nobody gets anywhere: of the threads that run, each one
//      retries   somewhere on the cycle it would get out of it for good, or come round a loop that has no exit, if it
//                ran alone; or
//      waits     its steps only look.
//    A thread that has effects and would go on in the same way if it were alone works until it is told to stop, and so
//    does the rest of the program: then there is no livelock, though another one may be out of luck. So does whoever
//    comes round a loop that has no exit on the cycle (AbstractMachine::came_round). At least two retry.
//
// These are pairs "whoever has this on the cycle must have that on it, too" (Streett's), so the components are found as
// fair ones are: strongly connected components of steps that stay. Where a thread is enabled that takes no step, the
// states in which it is are taken out; where one works, its steps that are work; and again, until nothing is. A larger
// component has more ways to get out alone, so what is taken out is on no livelock.
//
// Main functions: livelocks; round (once through a component and back), way (to a component).
#pragma once
#include <cstdint>
#include <optional>
#include <vector>

#include "model/schedule.h"
#include "search/dependency.h"
#include "search/thread_set.h"

namespace heddle {

// Whether a step does more than to look.
bool has_effect(const Footprint&);

class FairCycles {
 public:
  using Node = std::uint32_t;
  static constexpr Node kOutside = ~Node{0};  // no way leads back from there
  struct Edge {
    Node from, to;
    ScheduleStep step;
    bool has_effect;
    bool comes_round = false;  // somebody, in this step, round a loop that has no exit
  };

  // Each enabled thread has an edge for each outcome of its operation.
  FairCycles(std::size_t nodes, std::vector<Edge> edges);

  struct Component {
    std::vector<Node> nodes;
    ThreadSet running, retrying;
  };
  std::vector<Component> livelocks();
  // Everybody who runs in the component takes a step. One of livelocks(), or all nodes before that was called.
  Schedule round(const Component& component, Node from) const;
  // The shortest; the node that it leads to is `to`. Nothing: there is none.
  std::optional<Schedule> way(Node from, const Component& component, Node& to) const;

 private:
  bool stays(std::size_t first, std::size_t& end) const;
  void refine(std::vector<Node> nodes);
  void judge(std::vector<Node> nodes);
  bool take_out_work(const std::vector<Node>& nodes, const ThreadSet& retrying);
  bool leaves_alone(ThreadId t, const std::vector<Node>& nodes);
  void find_components();

  std::vector<Edge> edges_;  // by node, thread and outcome
  std::vector<std::size_t> begin_;
  std::vector<bool> taken_out_;           // of each thread's edges from a node, at the first
  std::vector<std::uint32_t> component_;  // of each node in the whole graph
  std::vector<std::uint32_t> part_;       // of which a node is one at the moment; 0: of none
  std::uint32_t parts_ = 0;
  std::vector<Node> place_;         // of a node in its part
  std::vector<std::uint32_t> met_;  // by which look
  std::uint32_t looks_ = 0;
  std::vector<std::vector<Node>> open_;  // to be refined
  std::vector<Component> found_;
};

}  // namespace heddle
