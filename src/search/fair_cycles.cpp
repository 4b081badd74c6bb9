#include "search/fair_cycles.h"

#include <algorithm>
#include <deque>
#include <tuple>
#include <utility>

#include "search/strong_components.h"
#include "support/invariant.h"

namespace heddle {
namespace {

using Node = FairCycles::Node;
using Taken = FairCycles::Edge;

// Breadth first, over the edges that `may_take` allows, to the first edge or node that `is_there` likes.
template <class Next, class There>
std::optional<std::vector<Taken>> shortest(Node from, std::size_t nodes, Next next, There is_there) {
  std::vector<Taken> by(nodes);  // how a node was reached
  std::vector<bool> met(nodes);
  std::deque<Node> queue{from};
  met[from] = true;
  std::optional<std::vector<Taken>> found;
  while (!queue.empty() && !found) {
    const Node n = queue.front();
    queue.pop_front();
    next(n, [&](const Taken& e) {
      if (found) return;
      if (is_there(e)) {
        found.emplace(1, e);
        for (Node at = e.from; at != from; at = by[at].from) found->push_back(by[at]);
        std::reverse(found->begin(), found->end());
      } else if (!met[e.to]) {
        met[e.to] = true;
        by[e.to] = e;
        queue.push_back(e.to);
      }
    });
  }
  return found;
}

}  // namespace

bool has_effect(const Footprint& f) {
  if (f.exit || f.locks) return true;
  return std::any_of(std::begin(f.parts), std::end(f.parts), [](const Footprint::Part& part) {
    return part.role != Role::Nothing && part.role != Role::MemoryRead && part.role != Role::ChannelLook;
  });
}

FairCycles::FairCycles(std::size_t nodes, std::vector<Edge> edges)
    : edges_(std::move(edges)),
      begin_(nodes + 1),
      taken_out_(edges_.size()),
      component_(nodes),
      part_(nodes),
      place_(nodes),
      met_(nodes) {
  std::sort(edges_.begin(), edges_.end(), [](const Edge& a, const Edge& b) {
    return std::tuple(a.from, a.step.thread, a.step.choice) < std::tuple(b.from, b.step.thread, b.step.choice);
  });
  for (const Edge& e : edges_) ++begin_[e.from + 1];
  for (std::size_t i = 1; i < begin_.size(); ++i) begin_[i] += begin_[i - 1];
}

// The edges of one thread from one node, which begin at `first`: none of them leads out of the node's part, or was
// taken out.
bool FairCycles::stays(std::size_t first, std::size_t& end) const {
  bool stays = !taken_out_[first];
  const Edge& one = edges_[first];
  for (end = first; end < begin_[one.from + 1] && edges_[end].step.thread == one.step.thread; ++end)
    stays &= edges_[end].to != kOutside && part_[edges_[end].to] == part_[one.from];
  return stays;
}

void FairCycles::find_components() {
  std::vector<std::pair<Node, Node>> pairs;
  for (const Edge& e : edges_)
    if (e.to != kOutside) pairs.emplace_back(e.from, e.to);
  const Successors next(component_.size(), std::move(pairs));
  StrongComponents strong(component_.size(), next);
  for (Node n = 0; n < component_.size(); ++n) strong.visit(n);
  for (Node n = 0; n < component_.size(); ++n) component_[n] = strong.of(n);
}

std::vector<FairCycles::Component> FairCycles::livelocks() {
  find_components();
  std::vector<Node> all(component_.size());
  for (Node n = 0; n < all.size(); ++n) all[n] = n;
  found_.clear();
  open_.push_back(std::move(all));
  while (!open_.empty()) {
    std::vector<Node> nodes = std::move(open_.back());
    open_.pop_back();
    refine(std::move(nodes));
  }
  return std::move(found_);
}

// The strongly connected parts of these nodes, by steps that cannot lead out of them.
void FairCycles::refine(std::vector<Node> nodes) {
  ++parts_;
  for (Node i = 0; i < nodes.size(); ++i) part_[nodes[i]] = parts_, place_[nodes[i]] = i;
  std::vector<std::pair<Node, Node>> pairs;
  std::vector<bool> has_step(nodes.size());
  for (Node n = 0; n < nodes.size(); ++n)
    for (std::size_t i = begin_[nodes[n]], end = i; i < begin_[nodes[n] + 1]; i = end) {
      if (!stays(i, end)) continue;
      has_step[n] = true;
      for (std::size_t k = i; k < end; ++k) pairs.emplace_back(n, place_[edges_[k].to]);
    }
  const Successors next(nodes.size(), std::move(pairs));
  StrongComponents strong(nodes.size(), next);
  for (Node n = 0; n < nodes.size(); ++n) strong.visit(n);
  std::vector<std::vector<Node>> parts(strong.count());
  for (Node n = 0; n < nodes.size(); ++n)
    if (has_step[n]) parts[strong.of(n)].push_back(nodes[n]);
  for (std::vector<Node>& part : parts) {
    if (part.size() == nodes.size()) return judge(std::move(part));
    if (!part.empty()) open_.push_back(std::move(part));
  }
}

// These nodes are a part, strongly connected by steps that stay in it.
void FairCycles::judge(std::vector<Node> nodes) {
  Component c;
  ThreadSet enabled;
  for (const Node n : nodes)
    for (std::size_t i = begin_[n], end = i; i < begin_[n + 1]; i = end) {
      const ThreadId t = edges_[i].step.thread;
      enabled.add(t);
      if (stays(i, end)) c.running.add(t);
    }
  if (!c.running.contains(enabled)) {
    std::erase_if(nodes, [&](Node n) {
      for (std::size_t i = begin_[n]; i < begin_[n + 1]; ++i)
        if (!c.running.has(edges_[i].step.thread)) return true;
      return false;
    });
    if (!nodes.empty()) open_.push_back(std::move(nodes));
    return;
  }
  c.running.for_each([&](ThreadId t) {
    if (leaves_alone(t, nodes)) c.retrying.add(t);
  });
  if (c.retrying.size() < 2) return;
  if (take_out_work(nodes, c.retrying)) return open_.push_back(std::move(nodes));
  c.nodes = std::move(nodes);
  found_.push_back(std::move(c));
}

// The steps of a part that nobody could take who is in a livelock. False: there are none.
bool FairCycles::take_out_work(const std::vector<Node>& nodes, const ThreadSet& retrying) {
  bool somebody_works = false;
  for (const Node n : nodes)
    for (std::size_t i = begin_[n], end = i; i < begin_[n + 1]; i = end) {
      if (!stays(i, end)) continue;
      bool is_work = false;
      for (std::size_t k = i; k < end; ++k)
        is_work |= edges_[k].comes_round || (edges_[k].has_effect && !retrying.has(edges_[k].step.thread));
      taken_out_[i] = is_work;
      somebody_works |= is_work;
    }
  return somebody_works;
}

// Is there a way out, for good, or round a loop that has no exit, by steps of this thread alone?
bool FairCycles::leaves_alone(ThreadId t, const std::vector<Node>& nodes) {
  const std::uint32_t component = component_[nodes.front()];
  std::vector<Node> open = nodes;
  ++looks_;
  for (const Node n : nodes) met_[n] = looks_;
  while (!open.empty()) {
    const Node n = open.back();
    open.pop_back();
    for (std::size_t i = begin_[n]; i < begin_[n + 1]; ++i) {
      const Edge& e = edges_[i];
      if (e.step.thread != t) continue;
      if (e.comes_round || e.to == kOutside || component_[e.to] != component) return true;
      if (met_[e.to] == looks_) continue;
      met_[e.to] = looks_;
      open.push_back(e.to);
    }
  }
  return false;
}

// By steps of the component alone: not by one that chance may lead out, or that is work.
Schedule FairCycles::round(const Component& component, Node from) const {
  const auto next = [&](Node n, auto take) {
    for (std::size_t i = begin_[n], end = i; i < begin_[n + 1]; i = end)
      if (stays(i, end))
        for (std::size_t k = i; k < end; ++k) take(edges_[k]);
  };
  Schedule round;
  Node at = from;
  const auto go = [&](auto is_there) {
    const auto edges = shortest(at, component_.size(), next, is_there);
    HEDDLE_INVARIANT(edges.has_value());
    for (const Edge& e : *edges) round.push_back(e.step);
    at = edges->back().to;
  };
  ThreadSet left = component.running;
  ThreadId t;
  while (ThreadSet::first_not_in(left, {}, t)) {
    go([&](const Edge& e) { return left.has(e.step.thread); });
    for (const ScheduleStep& step : round) left.remove(step.thread);
  }
  if (at != from) go([&](const Edge& e) { return e.to == from; });
  return round;
}

std::optional<Schedule> FairCycles::way(Node from, const Component& component, Node& to) const {
  std::vector<bool> inside(component_.size());
  for (const Node n : component.nodes) inside[n] = true;
  to = from;
  if (inside[from]) return Schedule{};
  const auto next = [&](Node n, auto take) {
    for (std::size_t i = begin_[n]; i < begin_[n + 1]; ++i)
      if (edges_[i].to != kOutside) take(edges_[i]);
  };
  const auto edges = shortest(from, component_.size(), next, [&](const Edge& e) { return inside[e.to]; });
  if (!edges) return std::nullopt;
  Schedule way;
  for (const Edge& e : *edges) way.push_back(e.step);
  to = edges->back().to;
  return way;
}

}  // namespace heddle
