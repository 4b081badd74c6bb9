// post* and pre* against explicit enumeration of random pushdown systems. A weight is the set of rules used on the way,
// a smaller set absorbs a larger one: so weights tell apart which way was taken.
#include "locks/pushdown.h"

#include <gtest/gtest.h>

#include <map>
#include <random>
#include <set>
#include <string>

namespace heddle::locks {
namespace {

struct Masks {
  using Weight = std::uint64_t;
  std::vector<PreStar<Masks>::PlainRule> rules;

  template <class Function>
  void for_each_rule(Control control, Symbol symbol, Function function) {
    for (const auto& plain : rules)
      if (plain.from == control && plain.on == symbol) function(plain.rule);
  }
  Weight one(Control) const { return 0; }
  Weight extend(Weight a, Weight b) const { return a | b; }
  bool absorbs(Weight a, Weight b) const { return (a & ~b) == 0; }
  std::size_t limit(Control) const { return 1000; }
  Weight meet(Weight a, Weight b) const { return a & b; }
};

constexpr std::uint32_t kControls = 2, kSymbols = 3;

Masks random_system(std::mt19937& random) {
  const auto below = [&](std::uint32_t n) { return static_cast<std::uint32_t>(random() % n); };
  Masks system;
  const std::uint32_t count = 6 + below(6);
  for (std::uint32_t r = 0; r < count; ++r) {
    Rule<std::uint64_t> rule{below(kControls),      static_cast<std::uint8_t>(below(5) < 2 ? 0 : 1 + below(2)),
                             below(kSymbols),       below(kSymbols),
                             std::uint64_t{1} << r, r};
    if (below(6) == 0) rule.weight.reset();
    system.rules.push_back({below(kControls), below(kSymbols), rule});
  }
  return system;
}

using Terms = std::set<std::uint64_t>;  // none contains another
bool add_term(Terms& terms, std::uint64_t term) {
  for (const std::uint64_t other : terms)
    if ((other & ~term) == 0) return false;
  std::erase_if(terms, [&](std::uint64_t other) { return (term & ~other) == 0; });
  terms.insert(term);
  return true;
}

using Configuration = std::pair<Control, std::vector<Symbol>>;  // the top is the last
struct Enumeration {
  std::map<Configuration, Terms> reached;
  bool whole = true;  // no stack was too high
};

Enumeration enumerate(const Masks& system, const Configuration& start, std::size_t highest) {
  Enumeration result;
  std::vector<std::pair<Configuration, std::uint64_t>> pending{{start, 0}};
  add_term(result.reached[start], 0);
  while (!pending.empty()) {
    const auto [configuration, mask] = pending.back();
    pending.pop_back();
    if (configuration.second.empty()) continue;
    for (const auto& [from, on, rule] : system.rules) {
      if (from != configuration.first || on != configuration.second.back()) continue;
      Configuration next{rule.control, configuration.second};
      next.second.pop_back();
      if (rule.symbols == 2) next.second.push_back(rule.below);
      if (rule.symbols > 0) next.second.push_back(rule.top);
      if (next.second.size() > highest) {
        result.whole = false;
        continue;
      }
      const std::uint64_t weight = mask | rule.weight.value_or(0);
      if (add_term(result.reached[next], weight)) pending.emplace_back(next, weight);
    }
  }
  return result;
}

// The weights from the start to each control with each top symbol, as the facts say.
std::map<std::pair<Control, Symbol>, Terms> tops(const PostStar<Masks>& post) {
  std::vector<Terms> entries(post.contexts().size());
  entries[0].insert(0);
  for (bool changed = true; changed;) {
    changed = false;
    for (const auto& frame : post.frames()) {
      const Terms callers = entries[post.facts()[frame.fact].context];
      for (const std::uint64_t term : callers) changed |= add_term(entries[frame.context], term | frame.weight);
    }
  }
  std::map<std::pair<Control, Symbol>, Terms> result;
  for (const auto& fact : post.facts()) {
    if (fact.absorbed || (fact.symbol == kReturned && fact.context != 0)) continue;
    for (const std::uint64_t term : entries[fact.context])
      add_term(result[{fact.control, fact.symbol}], term | fact.weight);
  }
  return result;
}

// Follows the rules of a derivation from the entry of the context; false if they do not lead to the fact.
bool derivation_runs(const PostStar<Masks>& post, const Masks& system, std::uint32_t index) {
  std::vector<std::uint32_t> rules;
  const auto collect = [&](const auto& self, std::uint32_t f) -> void {
    const auto& fact = post.facts()[f];
    if (fact.previous == kNone) return;
    self(self, fact.previous);
    rules.push_back(fact.tag);
    if (fact.returned != kNone) self(self, fact.returned);
  };
  collect(collect, index);
  const auto& fact = post.facts()[index];
  const auto& context = post.contexts()[fact.context];
  Configuration now{context.control, {context.symbol}};
  std::uint64_t mask = 0;
  for (const std::uint32_t r : rules) {
    const auto& [from, on, rule] = system.rules[r];
    if (now.second.empty() || now.first != from || now.second.back() != on) return false;
    now.first = rule.control;
    now.second.pop_back();
    if (rule.symbols == 2) now.second.push_back(rule.below);
    if (rule.symbols > 0) now.second.push_back(rule.top);
    mask |= rule.weight.value_or(0);
  }
  if (now.first != fact.control || mask != fact.weight) return false;
  return fact.symbol == kReturned ? now.second.empty() : now.second == std::vector<Symbol>{fact.symbol};
}

TEST(PostStar, AgreesWithEnumeration) {
  std::mt19937 random(7);
  int whole = 0, facts = 0;
  for (int round = 0; round < 4000; ++round) {
    Masks system = random_system(random);
    PostStar<Masks> post(system);
    post.run(0, 0);
    const Enumeration enumeration = enumerate(system, {0, {0}}, 6);
    std::map<std::pair<Control, Symbol>, Terms> expected;
    for (const auto& [configuration, terms] : enumeration.reached) {
      const Symbol top = configuration.second.empty() ? kReturned : configuration.second.back();
      for (const std::uint64_t term : terms) add_term(expected[{configuration.first, top}], term);
    }
    const auto actual = tops(post);
    if (enumeration.whole) {
      ++whole;
      ASSERT_EQ(actual, expected) << "round " << round;
    }
    for (const auto& [top, terms] : expected)
      for (const std::uint64_t term : terms) {
        Terms found = actual.contains(top) ? actual.at(top) : Terms{};
        ASSERT_FALSE(add_term(found, term)) << "round " << round << ": missed";
      }
    for (std::uint32_t f = 0; f < post.facts().size(); ++f, ++facts)
      ASSERT_TRUE(derivation_runs(post, system, f)) << "round " << round;
  }
  EXPECT_GT(whole, 500);
  EXPECT_GT(facts, 10000);
}

TEST(PreStar, AgreesWithEnumeration) {
  std::mt19937 random(11);
  int compared = 0, reaching = 0;
  for (int round = 0; round < 400; ++round) {
    Masks system = random_system(random);
    PreStar<Masks> pre(system, system.rules);
    const PreStar<Masks>::State final = kControls;
    pre.add(1, 2, final, 0);  // targets: control 1 with symbol 2 on top of anything
    for (Symbol symbol = 0; symbol < kSymbols; ++symbol) pre.add(final, symbol, final, 0);
    pre.saturate();
    for (int i = 0; i < 20; ++i) {
      Configuration start{static_cast<Control>(random() % kControls), {}};
      for (std::size_t n = 1 + random() % 3; n > 0; --n)
        start.second.push_back(static_cast<Symbol>(random() % kSymbols));
      const Enumeration enumeration = enumerate(system, start, 6);
      Terms expected;
      for (const auto& [configuration, terms] : enumeration.reached)
        if (configuration.first == 1 && !configuration.second.empty() && configuration.second.back() == 2)
          for (const std::uint64_t term : terms) add_term(expected, term);
      Terms actual;
      for (const std::uint64_t term : pre.weight(start.first, {start.second.rbegin(), start.second.rend()}, final))
        add_term(actual, term);
      for (const std::uint64_t term : expected) {
        Terms found = actual;
        ASSERT_FALSE(add_term(found, term)) << "round " << round << ": missed";
      }
      if (!enumeration.whole) continue;
      ASSERT_EQ(actual, expected) << "round " << round;
      ++compared;
      reaching += expected.empty() ? 0 : 1;
    }
  }
  EXPECT_GT(compared, 2000);
  EXPECT_GT(reaching, 300);
}

}  // namespace
}  // namespace heddle::locks
