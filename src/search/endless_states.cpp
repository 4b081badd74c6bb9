#include "search/endless_states.h"

#include <algorithm>
#include <utility>

#include "search/fair_cycles.h"
#include "search/strong_components.h"

namespace heddle {
namespace {

using Node = EndlessStates::Node;

std::uint64_t word_of(EndlessStates::Deed deed) { return (deed.has_effect ? 1 : 0) + (deed.comes_round ? 2 : 0); }
EndlessStates::Deed deed_of(std::uint64_t word) { return {word % 2 != 0, word / 2 % 2 != 0}; }

}  // namespace

void EndlessStates::did(Node to, Deed deed) {
  if (to >= deeds_.size()) deeds_.resize(to + 1);
  deeds_[to] = deed;
}

void EndlessStates::ends(Node from, const ScheduleStep& step) {
  edges_.push_back({from, from, step, Kind::End, {true}});
}

// `b` was met first.
void EndlessStates::is_same(Node a, Node b) { edges_.push_back({a, b, {}, Kind::Same, {}}); }

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

std::vector<Node> EndlessStates::components(const ScheduleTree& tree) const {
  const std::vector<bool> ending = find_ending(tree);
  if (std::find(ending.begin(), ending.end(), false) == ending.end()) return {};

  // The edges among the others. Nothing leads from them to a state with an end.
  std::vector<std::pair<Node, Node>> edges;
  for (const Edge& e : edges_) {
    if (ending[e.from]) continue;
    edges.emplace_back(e.from, e.to);
    if (e.kind == Kind::Same) edges.emplace_back(e.to, e.from);
  }
  for (Node n = 1; n < tree.size(); ++n)
    if (!ending[tree.parent(n)]) edges.emplace_back(tree.parent(n), n);
  const Successors next(tree.size(), edges);
  StrongComponents strong(tree.size(), next);
  for (Node n = 0; n < tree.size(); ++n)
    if (!ending[n]) strong.visit(n);

  std::vector<bool> is_known(strong.count());  // or is left
  for (const auto& [from, to] : edges)
    if (strong.of(from) != strong.of(to)) is_known[strong.of(from)] = true;
  std::vector<Node> first;
  for (Node n = 0; n < tree.size(); ++n) {
    if (ending[n] || is_known[strong.of(n)]) continue;
    is_known[strong.of(n)] = true;
    first.push_back(n);
  }
  return first;
}

std::vector<Node> EndlessStates::livelocks(const ScheduleTree& tree) const {
  std::vector<Node> first(tree.size());  // that is the same state
  for (Node n = 0; n < first.size(); ++n) first[n] = n;
  for (const Edge& e : edges_)
    if (e.kind == Kind::Same) first[e.from] = e.to;
  std::vector<FairCycles::Edge> edges;
  for (const Edge& e : edges_)
    if (e.kind != Kind::Same)
      edges.push_back({first[e.from], e.kind == Kind::End ? FairCycles::kOutside : first[e.to], e.step,
                       e.deed.has_effect, e.deed.comes_round});
  for (Node n = 1; n < tree.size(); ++n)
    edges.push_back({first[tree.parent(n)], first[n], tree.step(n), deeds_[n].has_effect, deeds_[n].comes_round});
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
    out.put(static_cast<std::uint64_t>(edge.kind) * 4 + word_of(edge.deed));
  }
  out.put(deeds_.size());
  for (const Deed deed : deeds_) out.put(word_of(deed));
}

void EndlessStates::read(WordReader& in, const ScheduleTree& tree) {
  edges_.clear();
  in.each([&] {
    const auto from = static_cast<Node>(in.take_below(tree.size()));
    const auto to = static_cast<Node>(in.take_below(tree.size()));
    const ThreadId thread = read_thread(in);
    const auto choice = static_cast<Choice>(in.take());
    const std::uint64_t kind = in.take_below(12);
    edges_.push_back({from, to, {thread, choice}, static_cast<Kind>(kind / 4), deed_of(kind)});
  });
  deeds_.clear();
  in.each([&] { deeds_.push_back(deed_of(in.take_below(4))); });
  if (deeds_.size() > tree.size()) in.fail();
  deeds_.resize(tree.size());
}

}  // namespace heddle
