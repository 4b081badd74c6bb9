#include "search/endless_states.h"

#include <algorithm>
#include <utility>

namespace heddle {
namespace {

using Node = EndlessStates::Node;

// Edges by their first node.
class Successors {
 public:
  Successors(std::size_t nodes, std::vector<std::pair<Node, Node>> edges)
      : edges_(std::move(edges)), begin_(nodes + 1) {
    std::sort(edges_.begin(), edges_.end());
    for (const auto& edge : edges_) ++begin_[edge.first + 1];
    for (std::size_t i = 1; i < begin_.size(); ++i) begin_[i] += begin_[i - 1];
  }
  std::size_t begin(Node n) const { return begin_[n]; }
  std::size_t end(Node n) const { return begin_[n + 1]; }
  Node operator[](std::size_t i) const { return edges_[i].second; }

 private:
  std::vector<std::pair<Node, Node>> edges_;
  std::vector<std::size_t> begin_;
};

// The strongly connected components of some nodes: Tarjan's algorithm without recursion.
class StrongComponents {
 public:
  static constexpr std::uint32_t kNone = ~std::uint32_t{0};

  StrongComponents(std::size_t nodes, const Successors& next)
      : next_(next), met_(nodes, kNone), low_(nodes), of_(nodes, kNone) {}

  void visit(Node root) {
    if (met_[root] != kNone) return;
    enter(root);
    while (!path_.empty()) {
      auto& [node, edge] = path_.back();
      if (edge == next_.end(node)) {
        leave();
        continue;
      }
      const Node to = next_[edge++];
      if (met_[to] == kNone)
        enter(to);
      else if (of_[to] == kNone)
        low_[node] = std::min(low_[node], met_[to]);
    }
  }
  std::uint32_t of(Node n) const { return of_[n]; }  // which component
  std::uint32_t count() const { return count_; }

 private:
  void enter(Node n) {
    met_[n] = low_[n] = clock_++;
    open_.push_back(n);
    path_.emplace_back(n, next_.begin(n));
  }
  void leave() {
    const Node n = path_.back().first;
    path_.pop_back();
    if (!path_.empty()) low_[path_.back().first] = std::min(low_[path_.back().first], low_[n]);
    if (low_[n] != met_[n]) return;
    Node member = n;
    do {
      member = open_.back();
      open_.pop_back();
      of_[member] = count_;
    } while (member != n);
    ++count_;
  }

  const Successors& next_;
  std::vector<std::uint32_t> met_, low_, of_;
  std::vector<std::pair<Node, std::size_t>> path_;
  std::vector<Node> open_;  // met, and in no component yet
  std::uint32_t clock_ = 0, count_ = 0;
};

}  // namespace

void EndlessStates::ends(Node from) {
  if (from >= ends_.size()) ends_.resize(from + 1);
  ends_[from] = true;
}

void EndlessStates::is_same(Node a, Node b) {
  edges_.push_back({a, b, {}, false});
  edges_.push_back({b, a, {}, false});
}

// From which nodes an execution can end.
std::vector<bool> EndlessStates::find_ending(const ScheduleTree& tree) const {
  std::vector<std::pair<Node, Node>> backwards;
  for (const Edge& e : edges_) backwards.emplace_back(e.to, e.from);
  const Successors before(tree.size(), std::move(backwards));
  std::vector<bool> ending(tree.size());
  std::vector<Node> found;
  const auto find = [&](Node n) {
    if (ending[n]) return;
    ending[n] = true;
    found.push_back(n);
  };
  for (Node n = 0; n < ends_.size(); ++n)
    if (ends_[n]) find(n);
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
  for (const Edge& e : edges_)
    if (!ending[e.from]) inner.push_back(e);
  for (Node n = 1; n < tree.size(); ++n)
    if (!ending[tree.parent(n)]) inner.push_back({tree.parent(n), n, tree.step(n).thread, true});
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
    if (e.is_step && !is_left[strong.of(e.from)]) all[strong.of(e.from)].running.push_back(e.thread);

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

void EndlessStates::write(WordWriter& out) const {
  out.put(edges_.size());
  for (const Edge& edge : edges_) {
    out.put(edge.from);
    out.put(edge.to);
    out.put(edge.is_step ? edge.thread.index() + 1 : 0);
  }
  out.put(ends_.size());
  for (const bool ends : ends_) out.put(ends ? 1 : 0);
}

void EndlessStates::read(WordReader& in, const ScheduleTree& tree) {
  edges_.clear();
  in.each([&] {
    const auto from = static_cast<Node>(in.take_below(tree.size()));
    const auto to = static_cast<Node>(in.take_below(tree.size()));
    const std::uint64_t thread = in.take_below(kMaxThreads + 1);
    edges_.push_back({from, to, ThreadId(static_cast<std::uint16_t>(thread > 0 ? thread - 1 : 0)), thread > 0});
  });
  ends_.clear();
  in.each([&] { ends_.push_back(in.take() != 0); });
  if (ends_.size() > tree.size()) in.fail();
}

}  // namespace heddle
