// The strongly connected components of a graph: Tarjan's algorithm (1972) without recursion.
//
// Main functions: Successors (edges by their first node), StrongComponents::visit (all that can be reached from a
// node).
#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace heddle {

class Successors {
 public:
  using Node = std::uint32_t;

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

class StrongComponents {
 public:
  using Node = Successors::Node;
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
  std::uint32_t of(Node n) const { return of_[n]; }  // which component; kNone: not visited
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

}  // namespace heddle
