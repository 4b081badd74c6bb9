// The product of a thread and a Büchi automaton, and its repeating heads (ltl.h).
#include "locks/ltl.h"

#include <algorithm>
#include <deque>
#include <map>
#include <unordered_map>

#include "locks/behaviour.h"
#include "locks/buchi.h"
#include "locks/flow.h"

namespace heddle::locks {

namespace {

// Rules of the thread, with the automaton reading each step. The weight says whether it was in an accepting state.
class ProductSystem {
 public:
  using Weight = bool;
  ProductSystem(const Flow& flow, LockSystem& thread, const Situations& situations, const Buchi& buchi,
                const std::vector<AtomMeaning>& meanings)
      : flow_(flow), thread_(thread), situations_(situations), buchi_(buchi), meanings_(meanings) {
    for (std::uint32_t a = 0; a < meanings.size(); ++a)
      for (const Place place : meanings[a].places) at_place_[place] |= std::uint64_t{1} << a;
  }

  Symbol bottom() const { return static_cast<Symbol>(flow_.symbols()); }  // the thread has returned
  Symbol begin() const { return bottom() + 1; }
  Control control(Control situation, std::uint32_t state) {
    const std::uint64_t key = std::uint64_t{situation} << 32 | state;
    const auto [place, fresh] = numbers_.try_emplace(key, static_cast<Control>(all_.size()));
    if (fresh) all_.emplace_back(situation, state);
    return place->second;
  }
  bool is_ended(Symbol s) const { return s == bottom() || s == flow_.ended(); }

  template <class Function>
  void for_each_rule(Control c, Symbol symbol, Function function) {
    const auto [situation, state] = all_[c];
    if (symbol == begin()) return function(Rule<bool>{c, 2, first_, bottom(), false, kNone, 0});
    if (is_ended(symbol)) return read({situation, 1, symbol, 0, std::nullopt, kNone, 0}, situation, state, 0, function);
    std::vector<Rule<EffectId>> rules;
    thread_.for_each_rule(situation, symbol, [&](const Rule<EffectId>& rule) { rules.push_back(rule); });
    for (const Rule<EffectId>& rule : rules) {
      if (rule.tag == kNone) {  // returns are no steps
        function(Rule<bool>{control(rule.control, state), 0, 0, 0, std::nullopt, kNone, 0});
        continue;
      }
      const auto place = at_place_.find(flow_.step(rule.tag).place);
      read({rule.control, rule.symbols, rule.top, rule.below, std::nullopt, rule.tag, rule.choice}, situation, state,
           place == at_place_.end() ? 0 : place->second, function);
    }
  }
  Weight one(Control) const { return false; }
  Weight extend(Weight a, Weight b) const { return a || b; }
  bool absorbs(Weight a, Weight b) const { return a || !b; }
  Weight meet(Weight a, Weight b) const { return a || b; }
  std::size_t limit(Control) const { return 2; }

  void start_with(Symbol first) { first_ = first; }
  Control situation(Control c) const { return all_[c].first; }

 private:
  template <class Function>
  void read(const Rule<bool>& rule, Control situation, std::uint32_t state, std::uint64_t letter, Function function) {
    for (std::uint32_t a = 0; a < meanings_.size(); ++a)
      if (meanings_[a].held && situations_[situation].find(*meanings_[a].held) != nullptr)
        letter |= std::uint64_t{1} << a;
    const Buchi::State& now = buchi_.states[state];
    if (!now.reads(letter)) return;
    for (const std::uint32_t next : now.next) {
      Rule<bool> together = rule;
      together.control = control(rule.control, next);
      together.weight = now.accepting;
      function(together);
    }
  }

  const Flow& flow_;
  LockSystem& thread_;
  const Situations& situations_;
  const Buchi& buchi_;
  const std::vector<AtomMeaning>& meanings_;
  std::map<Place, std::uint64_t> at_place_;
  std::vector<std::pair<Control, std::uint32_t>> all_;  // situation and state of the automaton
  std::unordered_map<std::uint64_t, Control> numbers_;
  Symbol first_ = 0;
};

using ProductFacts = PostStar<ProductSystem>;

// How heads lead to one another.
struct HeadEdge {
  std::uint32_t to;
  bool accepting;
  std::uint32_t tag, choice;
  bool calls = false;              // into the callee
  std::uint32_t returned = kNone;  // through the callee, which returns by this fact
};

class Heads {
 public:
  Heads(ProductSystem& system, const ProductFacts& post) : system_(system), post_(post) {
    for (std::uint32_t c = 0; c < post.contexts().size(); ++c)
      contexts_[key(post.contexts()[c].control, post.contexts()[c].symbol)] = c;
    start = number(post.contexts()[0].control, post.contexts()[0].symbol);
    for (std::uint32_t head = 0; head < edges.size(); ++head) expand(head);
  }

  std::vector<std::vector<HeadEdge>> edges;
  std::uint32_t start = 0;

 private:
  static std::uint64_t key(Control control, Symbol symbol) { return std::uint64_t{control} << 32 | symbol; }
  std::uint32_t number(Control control, Symbol symbol) {
    const auto [place, fresh] = numbers_.try_emplace(key(control, symbol), static_cast<std::uint32_t>(edges.size()));
    if (fresh) edges.emplace_back();
    if (fresh) heads_.emplace_back(control, symbol);
    return place->second;
  }
  void expand(std::uint32_t head) {
    const auto [control, symbol] = heads_[head];
    std::vector<Rule<bool>> rules;
    system_.for_each_rule(control, symbol, [&](const Rule<bool>& rule) { rules.push_back(rule); });
    for (const Rule<bool>& rule : rules) {
      if (rule.symbols == 0) continue;
      const bool accepting = rule.weight.value_or(false);
      const std::uint32_t to = number(rule.control, rule.top);
      edges[head].push_back({to, accepting, rule.tag, rule.choice, rule.symbols == 2});
      if (rule.symbols == 1) continue;
      const std::uint32_t context = contexts_.at(key(rule.control, rule.top));
      for (const std::uint32_t f : post_.contexts()[context].returns) {
        const auto& fact = post_.facts()[f];
        if (fact.absorbed) continue;
        const std::uint32_t behind = number(fact.control, rule.below);
        edges[head].push_back({behind, accepting || fact.weight, rule.tag, rule.choice, false, f});
      }
    }
  }

  ProductSystem& system_;
  const ProductFacts& post_;
  std::unordered_map<std::uint64_t, std::uint32_t> contexts_, numbers_;
  std::vector<std::pair<Control, Symbol>> heads_;
};

// Strongly connected components, by Tarjan, without recursion.
std::vector<std::uint32_t> components(const std::vector<std::vector<HeadEdge>>& edges) {
  std::vector<std::uint32_t> number(edges.size(), 0), low(edges.size(), 0), component(edges.size(), kNone), stack;
  std::vector<std::pair<std::uint32_t, std::size_t>> path;
  std::uint32_t count = 0;
  for (std::uint32_t first = 0; first < edges.size(); ++first) {
    if (number[first] != 0) continue;
    path.emplace_back(first, 0);
    while (!path.empty()) {
      const std::uint32_t node = path.back().first;
      if (path.back().second == 0) {
        number[node] = low[node] = ++count;
        stack.push_back(node);
      }
      if (path.back().second < edges[node].size()) {
        const std::uint32_t to = edges[node][path.back().second++].to;
        if (number[to] == 0)
          path.emplace_back(to, 0);
        else if (component[to] == kNone)
          low[node] = std::min(low[node], number[to]);
        continue;
      }
      path.pop_back();
      if (!path.empty()) low[path.back().first] = std::min(low[path.back().first], low[node]);
      if (low[node] != number[node]) continue;
      for (std::uint32_t member = kNone; member != node; stack.pop_back()) {
        member = stack.back();
        component[member] = node;
      }
    }
  }
  return component;
}

// The edges of a shortest way; inside one component if it is given.
std::vector<const HeadEdge*> way(const std::vector<std::vector<HeadEdge>>& edges, std::uint32_t from, std::uint32_t to,
                                 const std::vector<std::uint32_t>* component) {
  std::vector<std::pair<std::uint32_t, const HeadEdge*>> came(edges.size(), {kNone, nullptr});
  std::deque<std::uint32_t> pending{from};
  came[from].first = from;
  while (!pending.empty() && came[to].first == kNone) {
    const std::uint32_t node = pending.front();
    pending.pop_front();
    for (const HeadEdge& edge : edges[node]) {
      if (came[edge.to].first != kNone || (component != nullptr && (*component)[edge.to] != (*component)[from]))
        continue;
      came[edge.to] = {node, &edge};
      pending.push_back(edge.to);
    }
  }
  std::vector<const HeadEdge*> result;
  for (std::uint32_t at = to; came[at].second != nullptr; at = came[at].first) result.push_back(came[at].second);
  std::ranges::reverse(result);
  return result;
}

class StepWriter {
 public:
  StepWriter(const Flow& flow, const ProductFacts& post) : flow_(flow), post_(post) {}

  bool write(const HeadEdge& edge, std::vector<Step>& out) const {
    step(edge.tag, edge.choice, out);
    return edge.returned == kNone || inside(edge.returned, out);
  }

 private:
  static constexpr std::size_t kLongest = 100000;

  void step(std::uint32_t tag, std::uint32_t choice, std::vector<Step>& out) const {
    if (tag == kNone) return;  // the beginning, or a thread that has ended
    const FlowStep& flow = flow_.step(tag);
    Step step{0, flow.second_half ? Step::What::kReacquire : Step::What::kEdge, flow.place, std::nullopt, std::nullopt};
    if (flow.kind == FlowStep::Kind::kAcquire || flow.kind == FlowStep::Kind::kRelease) step.lock = LockId(choice);
    if (flow.kind == FlowStep::Kind::kCall) step.callee = ProcedureId(choice);
    out.push_back(step);
  }
  // From the entry of the fact's context.
  bool inside(std::uint32_t last, std::vector<Step>& out) const {
    std::vector<std::uint32_t> facts;
    for (std::uint32_t f = last; post_.facts()[f].previous != kNone; f = post_.facts()[f].previous) facts.push_back(f);
    for (auto f = facts.rbegin(); f != facts.rend(); ++f) {
      const auto& fact = post_.facts()[*f];
      if (out.size() > kLongest) return false;
      if (fact.symbol == kReturned)
        out.push_back({0, Step::What::kReturn, {flow_.procedure_of(post_.contexts()[fact.context].symbol), 0}, {}, {}});
      else
        step(fact.tag, fact.choice, out);
      if (fact.returned != kNone && !inside(fact.returned, out)) return false;
    }
    return true;
  }

  const Flow& flow_;
  const ProductFacts& post_;
};

LtlAnswer unknown(const std::string& why) { return {LtlAnswer::Verdict::kUnknown, {}, {}, why}; }

LtlAnswer find_lasso(const Heads& heads, const StepWriter& writer) {
  const std::vector<std::uint32_t> component = components(heads.edges);
  for (std::uint32_t head = 0; head < heads.edges.size(); ++head)
    for (const HeadEdge& edge : heads.edges[head]) {
      if (!edge.accepting || component[head] != component[edge.to]) continue;
      LtlAnswer answer{LtlAnswer::Verdict::kViolated, {}, {}, ""};
      bool short_enough = true;
      for (const HeadEdge* e : way(heads.edges, heads.start, head, nullptr))
        short_enough &= writer.write(*e, answer.stem);
      short_enough &= writer.write(edge, answer.loop);
      for (const HeadEdge* e : way(heads.edges, edge.to, head, &component))
        short_enough &= writer.write(*e, answer.loop);
      if (!short_enough) answer.why = "the computation is too long to be shown";
      return answer;
    }
  return {};
}

}  // namespace

LtlAnswer check_ltl(const Program& program, ThreadId t, const Formula& formula,
                    const std::vector<AtomMeaning>& meanings, const Limits& limits) {
  Formula negated = formula;
  const std::optional<Buchi> buchi = automaton(negated, negated.negation(formula.root));
  if (!buchi) return unknown("the automaton of the formula is too large");
  const Flow flow(program, false);
  Uses uses(flow);
  Situations situations(flow, limits.situations);
  Effects effects(flow, uses, false, {});
  LockSystem thread(flow, uses, situations, effects, 1);
  ProductSystem system(flow, thread, situations, *buchi, meanings);
  Situation initial;
  for (const Held& held : program[t].initially_held) initial.held.push_back({held.lock, held.mode});
  const Control situation = situations.number_of(initial);
  system.start_with(flow.entry(program[t].entry));
  LtlAnswer answer;
  for (const std::uint32_t state : buchi->initial) {
    ProductFacts post(system);
    post.run(system.control(situation, state), system.begin());
    Heads heads(system, post);
    answer = find_lasso(heads, StepWriter(flow, post));
    if (answer.verdict == LtlAnswer::Verdict::kViolated) break;
  }
  if (situations.limited()) return unknown("too many locksets");
  if (situations.counts_limited() && answer.verdict == LtlAnswer::Verdict::kViolated)
    return unknown("a recursive lock is acquired more often than is counted");
  return answer;
}

}  // namespace heddle::locks
