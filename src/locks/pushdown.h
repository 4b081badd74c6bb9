// Weighted pushdown systems: which configurations can be reached, and with what weights (Reps, Schwoon, Jha, Melski,
// "Weighted pushdown systems", SCP 2005; Bouajjani, Esparza, Maler 1997; Schwoon's thesis for post*).
//
// A system has rules <p, a> -> <p', w> with at most two symbols in w: none returns, one goes on, two call. Weights form
// an idempotent semiring; an element is a sum of terms and is kept as the list of its terms, none of which absorbs
// another. Each term remembers what it was derived from, so that paths can be read off.
//
//   PostStar: from one configuration <p, a>, rules on demand. The automaton of the paper appears here as contexts: a
//             context (p', a') is the state that post* adds for a call that enters <p', a'>, and also what tabulation
//             algorithms call a procedure with its entry fact. A fact says: from the entry of its context the system
//             can come to this control and top symbol (or return with this control), with this weight in between.
//   PreStar:  from which configurations <p, w> a set of target configurations can be reached, by saturation of an
//   automaton.
//
// A system for PostStar has: `Weight`; for_each_rule(control, symbol, function(Rule)); one(control); extend(a, b);
// absorbs(a, b): a + b = a; limit(control), and meet(a, b), which absorbs both, for cells with more terms than that.
#pragma once
#include <tsl/robin_map.h>

#include <cstdint>
#include <deque>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

#include "support/invariant.h"

namespace heddle::locks {

using Control = std::uint32_t;
using Symbol = std::uint32_t;
inline constexpr Symbol kReturned = 0xffffffff;  // in facts: the context has returned
inline constexpr std::uint32_t kNone = 0xffffffff;

template <class Weight>
struct Rule {
  Control control;           // afterwards
  std::uint8_t symbols = 0;  // how many take the place of the one symbol
  Symbol top = 0, below = 0;
  std::optional<Weight> weight = std::nullopt;  // none: one(control)
  std::uint32_t tag = 0, choice = 0;            // the caller's, for paths
};

template <class System>
class PostStar {
 public:
  using Weight = typename System::Weight;
  struct Fact {
    std::uint32_t context;
    Control control;
    Symbol symbol;
    Weight weight;
    std::uint32_t previous = kNone;  // fact of the same context; kNone at its entry
    std::uint32_t frame = kNone;     // if it is there because of a return: the call
    std::uint32_t returned = kNone;  // ... and the fact of the callee's context
    std::uint32_t tag = 0, choice = 0;
    bool absorbed = false;               // others say more; still part of their derivations
    std::uint32_t next_in_cell = kNone;  // with the same context, control and symbol, and not absorbed
  };
  struct Frame {            // a call, seen from the caller
    std::uint32_t fact;     // where it is
    std::uint32_t context;  // of the callee
    Control control;        // with which the callee begins
    Symbol below;           // where it returns to
    Weight weight;          // from the entry of the caller's context to that of the callee
    std::uint32_t tag, choice;
  };
  struct Context {
    Control control;
    Symbol symbol;
    std::vector<std::uint32_t> frames;   // calls of it
    std::vector<std::uint32_t> returns;  // facts
  };

  explicit PostStar(System& system) : system_(system) {}

  // False if it gave up after so many derivations: the facts that it has are not all.
  bool run(Control control, Symbol symbol, std::size_t most = ~std::size_t{0}) {
    context_of(control, symbol);
    while (!pending_.empty()) {
      if (derivations_ > most) return false;
      const std::uint32_t fact = pending_.front();
      pending_.pop_front();
      if (facts_[fact].absorbed) continue;
      if (facts_[fact].symbol == kReturned)
        returned(fact);
      else
        system_.for_each_rule(facts_[fact].control, facts_[fact].symbol,
                              [&](const Rule<Weight>& rule) { apply(fact, rule); });
    }
    return true;
  }

  const std::vector<Fact>& facts() const { return facts_; }
  const std::vector<Frame>& frames() const { return frames_; }
  const std::vector<Context>& contexts() const { return contexts_; }
  bool limited() const { return limited_; }  // meet was used

 private:
  std::uint32_t context_of(Control control, Symbol symbol) {
    const auto [place, fresh] =
        context_ids_.try_emplace(std::uint64_t{control} << 32 | symbol, static_cast<std::uint32_t>(contexts_.size()));
    const std::uint32_t context = place->second;
    if (fresh) {
      contexts_.push_back({control, symbol, {}, {}});
      add({context, control, symbol, system_.one(control)});
    }
    return context;
  }

  void apply(std::uint32_t fact, const Rule<Weight>& rule) {
    const Weight weight = rule.weight ? system_.extend(facts_[fact].weight, *rule.weight) : facts_[fact].weight;
    if (rule.symbols == 2) {
      call(fact, rule, weight);
    } else {
      const Symbol to = rule.symbols == 1 ? rule.top : kReturned;
      add({facts_[fact].context, rule.control, to, weight, fact, kNone, kNone, rule.tag, rule.choice});
    }
  }

  void call(std::uint32_t fact, const Rule<Weight>& rule, const Weight& weight) {
    const std::uint32_t callee = context_of(rule.control, rule.top);
    const auto frame = static_cast<std::uint32_t>(frames_.size());
    frames_.push_back({fact, callee, rule.control, rule.below, weight, rule.tag, rule.choice});
    contexts_[callee].frames.push_back(frame);
    for (std::size_t i = 0; i < contexts_[callee].returns.size(); ++i) join(frame, contexts_[callee].returns[i]);
  }
  void returned(std::uint32_t fact) {
    const std::uint32_t context = facts_[fact].context;
    contexts_[context].returns.push_back(fact);
    for (std::size_t i = 0; i < contexts_[context].frames.size(); ++i) join(contexts_[context].frames[i], fact);
  }
  void join(std::uint32_t frame, std::uint32_t fact) {
    if (facts_[fact].absorbed) return;
    const Frame& call = frames_[frame];
    const Weight weight = system_.extend(call.weight, facts_[fact].weight);
    add({facts_[call.fact].context, facts_[fact].control, call.below, weight, call.fact, frame, fact, call.tag,
         call.choice});
  }

  void add(Fact fact) {
    ++derivations_;
    const auto number = static_cast<std::uint32_t>(facts_.size());
    const std::pair key(fact.context, std::uint64_t{fact.control} << 32 | fact.symbol);
    const auto [place, fresh] = cells_.try_emplace(key, number);
    if (!fresh) {
      if (!enter(place.value(), fact)) return;
      place.value() = number;
    }
    pending_.push_back(number);
    facts_.push_back(std::move(fact));
  }
  // Puts a fact before those of its cell, without those that it absorbs. False if one of them absorbs it.
  bool enter(std::uint32_t first, Fact& fact) {
    std::size_t terms = 0;
    for (std::uint32_t other = first; other != kNone; other = facts_[other].next_in_cell, ++terms)
      if (system_.absorbs(facts_[other].weight, fact.weight)) return false;
    if (terms >= system_.limit(fact.control)) {
      limited_ = true;
      for (std::uint32_t other = first; other != kNone; other = facts_[other].next_in_cell)
        fact.weight = system_.meet(fact.weight, facts_[other].weight);
    }
    std::uint32_t* link = &fact.next_in_cell;
    for (std::uint32_t other = first; other != kNone; other = facts_[other].next_in_cell) {
      facts_[other].absorbed = system_.absorbs(fact.weight, facts_[other].weight);
      if (facts_[other].absorbed) continue;
      *link = other;
      link = &facts_[other].next_in_cell;
    }
    *link = kNone;
    return true;
  }

  struct CellHash {
    std::size_t operator()(const std::pair<std::uint32_t, std::uint64_t>& cell) const {
      const std::uint64_t hash = (cell.second ^ std::uint64_t{cell.first} * 0xc2b2ae3d27d4eb4f) * 0x9e3779b97f4a7c15;
      return hash ^ hash >> 31;
    }
  };

  System& system_;
  std::vector<Fact> facts_;  // invariant: a fact stands behind those it was derived from
  std::vector<Frame> frames_;
  std::vector<Context> contexts_;  // the first is where the system starts
  std::unordered_map<std::uint64_t, std::uint32_t> context_ids_;
  tsl::robin_map<std::pair<std::uint32_t, std::uint64_t>, std::uint32_t, CellHash> cells_;  // their newest fact
  std::deque<std::uint32_t> pending_;
  std::size_t derivations_ = 0;  // also of facts that were known
  bool limited_ = false;
};

// The automaton that PreStar saturates: its states are the controls and `extra` further ones; it accepts <p, w> if it
// can read w from state p to state `final`.
template <class System>
class PreStar {
 public:
  using Weight = typename System::Weight;
  using State = std::uint32_t;
  struct PlainRule {
    Control from;
    Symbol on;
    Rule<Weight> rule;
  };

  PreStar(System& system, std::vector<PlainRule> rules) : system_(system), rules_(std::move(rules)) {
    for (std::size_t r = 0; r < rules_.size(); ++r) {
      const Rule<Weight>& rule = rules_[r].rule;
      if (rule.symbols > 0) by_top_[std::uint64_t{rule.control} << 32 | rule.top].push_back(r);
    }
  }

  // To be called for the transitions of the targets' automaton first; then saturate.
  void add(State from, Symbol symbol, State to, Weight weight) {
    std::vector<Weight>& terms = weights_[from][symbol][to];
    for (const Weight& other : terms)
      if (system_.absorbs(other, weight)) return;
    std::erase_if(terms, [&](const Weight& other) { return system_.absorbs(weight, other); });
    terms.push_back(weight);
    pending_.push_back({from, symbol, to, std::move(weight)});
  }

  void saturate() {
    for (const PlainRule& plain : rules_)
      if (plain.rule.symbols == 0) add(plain.from, plain.on, plain.rule.control, weight_of(plain));
    while (!pending_.empty()) {
      const Transition last = pending_.front();
      pending_.pop_front();
      const auto found = by_top_.find(std::uint64_t{last.from} << 32 | last.symbol);
      if (found != by_top_.end())
        for (const std::size_t r : found->second) apply(rules_[r], last);
      // Calls whose first symbol was read before and whose second is read now: made by apply as rules of their own.
      const auto waiting = waiting_.find(std::uint64_t{last.from} << 32 | last.symbol);
      if (waiting == waiting_.end()) continue;
      for (std::size_t i = 0; i < waiting->second.size(); ++i) {
        const Transition half = waiting->second[i];
        add(half.from, half.symbol, last.to, system_.extend(half.weight, last.weight));
      }
    }
  }

  // The terms with which <control, stack> (top first) can reach the targets; none: it cannot.
  std::vector<Weight> weight(Control control, const std::vector<Symbol>& stack, State final) const {
    std::unordered_map<State, std::vector<Weight>> now{{control, {system_.one(control)}}};
    for (const Symbol symbol : stack) {
      std::unordered_map<State, std::vector<Weight>> next;
      for (const auto& [state, terms] : now) {
        const auto from = weights_.find(state);
        if (from == weights_.end()) continue;
        const auto on = from->second.find(symbol);
        if (on == from->second.end()) continue;
        for (const auto& [to, others] : on->second)
          for (const Weight& a : terms)
            for (const Weight& b : others) next[to].push_back(system_.extend(a, b));
      }
      now = std::move(next);
    }
    const auto found = now.find(final);
    return found == now.end() ? std::vector<Weight>{} : found->second;
  }

 private:
  struct Transition {
    State from;
    Symbol symbol;
    State to;
    Weight weight;
  };

  Weight weight_of(const PlainRule& plain) const {
    return plain.rule.weight ? *plain.rule.weight : system_.one(plain.from);
  }
  void apply(const PlainRule& plain, const Transition& first) {
    const Weight weight = system_.extend(weight_of(plain), first.weight);
    if (plain.rule.symbols == 1) return add(plain.from, plain.on, first.to, weight);
    const Transition half{plain.from, plain.on, first.to, weight};
    waiting_[std::uint64_t{first.to} << 32 | plain.rule.below].push_back(half);
    const auto from = weights_.find(first.to);
    if (from == weights_.end()) return;
    const auto on = from->second.find(plain.rule.below);
    if (on == from->second.end()) return;
    const auto targets = on->second;  // add may change it
    for (const auto& [to, terms] : targets)
      for (const Weight& term : terms) add(half.from, half.symbol, to, system_.extend(weight, term));
  }

  System& system_;
  std::vector<PlainRule> rules_;
  std::unordered_map<std::uint64_t, std::vector<std::size_t>> by_top_;
  std::unordered_map<std::uint64_t, std::vector<Transition>> waiting_;
  std::unordered_map<State, std::unordered_map<Symbol, std::unordered_map<State, std::vector<Weight>>>> weights_;
  std::deque<Transition> pending_;
};

}  // namespace heddle::locks
