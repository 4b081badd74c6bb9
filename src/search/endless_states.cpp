#include "search/endless_states.h"

#include <algorithm>
#include <utility>

#include "search/fair_cycles.h"
#include "search/strong_components.h"

namespace heddle {
namespace {

using Node = EndlessStates::Node;

}  // namespace

void EndlessStates::did(Node to, bool has_effect) {
  if (to >= effects_.size()) effects_.resize(to + 1);
  effects_[to] = has_effect;
}

void EndlessStates::ends(Node from, const ScheduleStep& step) { edges_.push_back({from, from, step, Kind::End, true}); }

// `b` was met first.
void EndlessStates::is_same(Node a, Node b) { edges_.push_back({a, b, {}, Kind::Same, false}); }

// From which nodes an execution can end.
std::vector<bool> EndlessStates::find_ending(const ScheduleTree& tree) const {
  std::vector<std::pair<Node, Node>> backwards;
  for (const Edge& e : edges_) {
    if (e.kind == Kind::End) continue;
    backwards.emplace_back(e.to, e.from);
    if (e.kind == Kind::Same) backwards.emplace_back(e.from, e.to);
  }
  const Successors before(tree.size(), std::move(backwards));
  std::vector<bool> ending(tree.size());
  std::vector<Node> found;
  const auto find = [&](Node n) {
    if (ending[n]) return;
    ending[n] = true;
    found.push_back(n);
  };
  for (const Edge& e : edges_)
    if (e.kind == Kind::End) find(e.from);
  while (!found.empty()) {
    const Node n = found.back();
    found.pop_back();
    find(tree.parent(n));
    for (std::size_t i = before.begin(n); i < before.end(n); ++i) find(before[i]);
  }
  return ending;
}

std::vector<EndlessStates::Component> EndlessStates::components(const ScheduleTree& tree) const {
  const std::vector<bool> ending = find_ending(tree);
  if (std::find(ending.begin(), ending.end(), false) == ending.end()) return {};

  // Each edge among the others, with who takes the step. Nothing leads from them to a state with an end.
  std::vector<Edge> inner;
  for (const Edge& e : edges_) {
    if (ending[e.from]) continue;
    inner.push_back(e);
    if (e.kind == Kind::Same) inner.push_back({e.to, e.from, {}, Kind::Same, false});
  }
  for (Node n = 1; n < tree.size(); ++n)
    if (!ending[tree.parent(n)]) inner.push_back({tree.parent(n), n, tree.step(n), Kind::Step, false});
  std::vector<std::pair<Node, Node>> edges;
  for (const Edge& e : inner) edges.emplace_back(e.from, e.to);
  const Successors next(tree.size(), std::move(edges));
  StrongComponents strong(tree.size(), next);
  for (Node n = 0; n < tree.size(); ++n)
    if (!ending[n]) strong.visit(n);

  std::vector<bool> is_left(strong.count());
  for (const Edge& e : inner)
    if (strong.of(e.from) != strong.of(e.to)) is_left[strong.of(e.from)] = true;
  std::vector<Component> all(strong.count());
  for (Node n = 0; n < tree.size(); ++n)
    if (!ending[n]) all[strong.of(n)].states.push_back(n);
  for (const Edge& e : inner)
    if (e.kind == Kind::Step && !is_left[strong.of(e.from)]) all[strong.of(e.from)].running.push_back(e.step.thread);

  std::vector<Component> result;
  for (std::uint32_t i = 0; i < all.size(); ++i) {
    if (is_left[i]) continue;
    std::vector<ThreadId>& running = all[i].running;
    std::sort(running.begin(), running.end());
    running.erase(std::unique(running.begin(), running.end()), running.end());
    result.push_back(std::move(all[i]));
  }
  return result;
}

std::vector<Node> EndlessStates::livelocks(const ScheduleTree& tree) const {
  std::vector<Node> first(tree.size());  // that is the same state
  for (Node n = 0; n < first.size(); ++n) first[n] = n;
  for (const Edge& e : edges_)
    if (e.kind == Kind::Same) first[e.from] = e.to;
  std::vector<FairCycles::Edge> edges;
  for (const Edge& e : edges_)
    if (e.kind != Kind::Same)
      edges.push_back({first[e.from], e.kind == Kind::End ? FairCycles::kOutside : first[e.to], e.step, e.has_effect});
  for (Node n = 1; n < tree.size(); ++n) edges.push_back({first[tree.parent(n)], first[n], tree.step(n), effects_[n]});
  std::vector<Node> result;
  for (const FairCycles::Component& component : FairCycles(tree.size(), std::move(edges)).livelocks())
    result.push_back(*std::min_element(component.nodes.begin(), component.nodes.end()));
  return result;
}

void EndlessStates::write(WordWriter& out) const {
  out.put(edges_.size());
  for (const Edge& edge : edges_) {
    out.put(edge.from);
    out.put(edge.to);
    out.put(edge.step.thread.index());
    out.put(edge.step.choice);
    out.put(static_cast<std::uint64_t>(edge.kind) * 2 + (edge.has_effect ? 1 : 0));
  }
  out.put(effects_.size());
  for (const bool effect : effects_) out.put(effect ? 1 : 0);
}

void EndlessStates::read(WordReader& in, const ScheduleTree& tree) {
  edges_.clear();
  in.each([&] {
    const auto from = static_cast<Node>(in.take_below(tree.size()));
    const auto to = static_cast<Node>(in.take_below(tree.size()));
    const ThreadId thread = read_thread(in);
    const auto choice = static_cast<Choice>(in.take());
    const std::uint64_t kind = in.take_below(6);
    edges_.push_back({from, to, {thread, choice}, static_cast<Kind>(kind / 2), kind % 2 != 0});
  });
  effects_.clear();
  in.each([&] { effects_.push_back(in.take() != 0); });
  if (effects_.size() > tree.size()) in.fail();
  effects_.resize(tree.size());
}

}  // namespace heddle
