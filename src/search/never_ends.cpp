#include "search/never_ends.h"

#include <map>
#include <memory>
#include <utility>

#include "search/all_states.h"
#include "search/fair_cycles.h"
#include "search/strong_components.h"

namespace heddle {
namespace {

using Node = FairCycles::Node;

// All states that follow, as a graph; the first is node 0.
class Graph : public AllStates {
 public:
  Graph(AbstractMachine& machine, std::size_t most) : AllStates(machine), most_(most) {}

  std::vector<FairCycles::Edge> edges;
  ThreadSet came_round;  // a loop that has no exit, in any of the steps
  std::size_t size() const { return nodes_.size(); }

 private:
  bool met(const ScheduleStep* by, const Fingerprint& fingerprint, bool) override {
    const bool goes_on = machine_.status() == Status::Running;
    if ((!goes_on && !machine_.failures().empty()) || states() > most_) return false;
    const Node node = nodes_.try_emplace(fingerprint, static_cast<Node>(nodes_.size())).first->second;
    if (by != nullptr)
      edges.push_back({nodes_.at(before()), goes_on ? node : FairCycles::kOutside, *by, has_effect_, comes_round_});
    return true;
  }
  void take(const ScheduleStep& step) override {
    const Transition& t = machine_.step(step.thread, step.choice);
    comes_round_ = !machine_.came_round().empty();
    for (const ThreadId by : machine_.came_round()) came_round.add(by);
    has_effect_ = has_effect(footprint_of(t, byte_set_of(machine_, t.operation)));
  }

  const std::size_t most_;
  std::map<Fingerprint, Node> nodes_;
  bool has_effect_ = false, comes_round_ = false;  // the last step
};

std::vector<ThreadId> list_of(const ThreadSet& set) {
  std::vector<ThreadId> list;
  set.for_each([&](ThreadId t) { list.push_back(t); });
  return list;
}

// No execution ends, all that follows leads back to the first state, and somebody is stuck.
std::optional<Forever> without_end(const Graph& graph, FairCycles& cycles) {
  std::vector<std::pair<Node, Node>> pairs;
  FairCycles::Component all;
  for (const FairCycles::Edge& e : graph.edges) {
    if (e.to == FairCycles::kOutside) return std::nullopt;
    pairs.emplace_back(e.from, e.to);
    all.running.add(e.step.thread);
  }
  if (graph.came_round.contains(all.running)) return std::nullopt;
  const Successors next(graph.size(), std::move(pairs));
  StrongComponents strong(graph.size(), next);
  strong.visit(0);
  if (strong.count() > 1) return std::nullopt;
  for (Node n = 0; n < graph.size(); ++n) all.nodes.push_back(n);
  Forever forever{{}, cycles.round(all, 0), {}, {}};
  all.running.for_each([&](ThreadId t) {
    if (!graph.came_round.has(t)) forever.stuck.push_back(t);
  });
  return forever;
}

// The nearest: a replay that ends on one must see that one.
std::optional<Forever> livelock_in(FairCycles& cycles) {
  std::optional<Forever> nearest;
  for (const FairCycles::Component& component : cycles.livelocks()) {
    Node first = 0;
    std::optional<Schedule> way = cycles.way(0, component, first);
    if (!way || (nearest && nearest->way.size() <= way->size())) continue;
    nearest = {std::move(*way), cycles.round(component, first), {}, list_of(component.retrying)};
  }
  return nearest;
}

}  // namespace

Ahead look_ahead(AbstractMachine& machine, std::size_t most_states) {
  Graph graph(machine, most_states);
  if (!graph.visit()) return {};
  FairCycles cycles(graph.size(), graph.edges);
  std::optional<Forever> forever = without_end(graph, cycles);
  if (!forever) forever = livelock_in(cycles);
  return {true, std::move(forever)};
}

std::optional<Failure> livelock_of(const AbstractMachine& machine, const Forever& forever) {
  if (forever.retrying.empty()) {
    std::optional<Failure> livelock = machine.livelock(forever.stuck);
    if (livelock) livelock->round = forever.round.size();
    return livelock;
  }
  const ThreadId t = forever.retrying.front();
  for (const Pending& p : machine.pending())
    if (p.thread == t) {
      Failure livelock(BugKind::Livelock, t, p.operation.site, p.operation.object, "");
      livelock.cycle = forever.retrying;
      livelock.round = forever.round.size();
      return livelock;
    }
  return std::nullopt;
}

std::optional<Failure> livelock_ahead(AbstractMachine& machine, const Forever& forever) {
  if (forever.way.empty()) return livelock_of(machine, forever);
  const std::unique_ptr<SavedState> here = machine.make_saved_state();
  machine.save(*here);
  for (const ScheduleStep& step : forever.way) machine.step(step.thread, step.choice);
  std::optional<Failure> livelock = livelock_of(machine, forever);
  machine.restore(*here);
  return livelock;
}

}  // namespace heddle
