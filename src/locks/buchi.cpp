// From formulas to Büchi automata (buchi.h).
#include "locks/buchi.h"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

namespace heddle::locks {

namespace {

using FormulaSet = std::set<FormulaId>;

class Tableau {
 public:
  Tableau(const Formula& formula, FormulaId root, std::size_t most) : formula_(formula), most_(most) {
    expand({kInit}, {root}, {}, {});
  }

  std::optional<Buchi> automaton() {
    if (limited_) return std::nullopt;
    std::vector<FormulaId> untils;
    for (FormulaId f = 0; f < formula_.size(); ++f)
      if (formula_[f].kind == FormulaNode::Kind::kUntil && used(f)) untils.push_back(f);
    return without_sets(untils);
  }

 private:
  static constexpr std::uint32_t kInit = 0xffffffff;
  struct Node {
    FormulaSet old, next;
    std::set<std::uint32_t> incoming;
  };

  bool used(FormulaId f) const {
    for (const Node& node : nodes_)
      if (node.old.contains(f)) return true;
    return false;
  }

  // Figure 1. `fresh` has to hold now and was not looked at, `old` was, `next` has to hold from the next step on.
  void expand(std::set<std::uint32_t> incoming, FormulaSet fresh, FormulaSet old, FormulaSet next) {
    while (!fresh.empty()) {
      const FormulaId f = *fresh.begin();
      fresh.erase(fresh.begin());
      if (!old.insert(f).second) continue;
      const FormulaNode& node = formula_[f];
      switch (node.kind) {
        case FormulaNode::Kind::kFalse:
          return;
        case FormulaNode::Kind::kTrue:
          break;
        case FormulaNode::Kind::kAtom:
        case FormulaNode::Kind::kNotAtom:
          if (contradicts(old, node)) return;
          break;
        case FormulaNode::Kind::kAnd:
          fresh.insert({node.left, node.right});
          break;
        case FormulaNode::Kind::kOr:
          split(incoming, fresh, old, next, {node.left});
          fresh.insert(node.right);
          break;
        case FormulaNode::Kind::kUntil:
          split(incoming, fresh, old, next, {node.right});
          fresh.insert(node.left);
          next.insert(f);
          break;
        case FormulaNode::Kind::kRelease:
          split(incoming, fresh, old, next, {node.left, node.right});
          fresh.insert(node.right);
          next.insert(f);
          break;
      }
      if (limited_) return;
    }
    add(incoming, old, next);
  }
  void split(const std::set<std::uint32_t>& incoming, FormulaSet fresh, const FormulaSet& old, const FormulaSet& next,
             const FormulaSet& more) {
    fresh.insert(more.begin(), more.end());
    // What was looked at before is not looked at again, which is right: it has to hold, too.
    expand(incoming, std::move(fresh), old, next);
  }
  bool contradicts(const FormulaSet& old, const FormulaNode& literal) const {
    for (const FormulaId f : old)
      if (formula_[f].atom == literal.atom && is_literal(f) && formula_[f].kind != literal.kind) return true;
    return false;
  }
  bool is_literal(FormulaId f) const {
    return formula_[f].kind == FormulaNode::Kind::kAtom || formula_[f].kind == FormulaNode::Kind::kNotAtom;
  }

  void add(const std::set<std::uint32_t>& incoming, const FormulaSet& old, const FormulaSet& next) {
    const auto [place, fresh] = ids_.try_emplace({old, next}, static_cast<std::uint32_t>(nodes_.size()));
    if (!fresh) {
      nodes_[place->second].incoming.insert(incoming.begin(), incoming.end());
      return;
    }
    if (nodes_.size() >= most_) limited_ = true;
    nodes_.push_back({old, next, incoming});
    if (!limited_) expand({place->second}, next, {}, {});
  }

  // A counter says for which set of accepting states the run waits; in a state of the first set, at its turn, it
  // accepts.
  Buchi without_sets(const std::vector<FormulaId>& untils) const {
    const std::size_t sets = std::max<std::size_t>(untils.size(), 1);
    const auto in_set = [&](const Node& node, std::size_t set) {
      return untils.empty() || !node.old.contains(untils[set]) || node.old.contains(formula_[untils[set]].right);
    };
    Buchi buchi;
    buchi.states.resize(nodes_.size() * sets);
    for (std::uint32_t n = 0; n < nodes_.size(); ++n) {
      for (std::size_t turn = 0; turn < sets; ++turn) {
        Buchi::State& state = buchi.states[n * sets + turn];
        state.accepting = turn == 0 && in_set(nodes_[n], 0);
        for (const FormulaId f : nodes_[n].old) {
          if (formula_[f].kind == FormulaNode::Kind::kAtom)
            state.requires_atoms |= std::uint64_t{1} << formula_[f].atom;
          if (formula_[f].kind == FormulaNode::Kind::kNotAtom)
            state.forbids_atoms |= std::uint64_t{1} << formula_[f].atom;
        }
      }
      for (const std::uint32_t from : nodes_[n].incoming) {
        if (from == kInit) buchi.initial.push_back(static_cast<std::uint32_t>(n * sets));
        if (from == kInit) continue;
        for (std::size_t turn = 0; turn < sets; ++turn) {
          const std::size_t then = in_set(nodes_[from], turn) ? (turn + 1) % sets : turn;
          buchi.states[from * sets + turn].next.push_back(static_cast<std::uint32_t>(n * sets + then));
        }
      }
    }
    return buchi;
  }

  const Formula& formula_;
  std::size_t most_;
  bool limited_ = false;
  std::vector<Node> nodes_;
  std::map<std::pair<FormulaSet, FormulaSet>, std::uint32_t> ids_;
};

}  // namespace

std::optional<Buchi> automaton(const Formula& formula, FormulaId root, std::size_t most_states) {
  return Tableau(formula, root, most_states).automaton();
}

}  // namespace heddle::locks
