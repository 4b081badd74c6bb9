// All that threads with one entry procedure can come to: their pushdown system, saturated, and what the facts inside
// procedures mean from the start of the thread on (entries). Threads with the same entry share one behaviour.
//
// Main functions: points (the situations, with histories, in which a thread stands at a node), ends, call_chain.
#pragma once
#include <memory>
#include <set>
#include <span>
#include <vector>

#include "locks/effects.h"
#include "locks/flow.h"
#include "locks/pushdown.h"

namespace heddle::locks {

// Rules on demand: situation and node give the steps.
class LockSystem {
 public:
  using Weight = EffectId;
  LockSystem(const Flow& flow, Uses& uses, Situations& situations, Effects& effects, std::size_t limit)
      : flow_(flow), uses_(uses), situations_(situations), effects_(effects), limit_(limit) {}

  template <class Function>
  void for_each_rule(Control control, Symbol symbol, Function function) {
    rules_.clear();
    make_rules(control, symbol);
    for (const Rule<EffectId>& rule : rules_) function(rule);
  }
  Weight one(Control c) { return effects_.identity(situations_[c]); }
  Weight extend(Weight a, Weight b) { return effects_.extend(a, b); }
  bool absorbs(Weight a, Weight b) const { return effects_.absorbs(a, b); }
  Weight meet(Weight a, Weight b) { return effects_.meet(a, b); }
  std::size_t limit(Control c) const { return situations_[c].coarse ? 1 : limit_; }

  struct NotNested {
    Control control;
    Symbol symbol;
    Place place;
    LockId lock;
    friend auto operator<=>(const NotNested&, const NotNested&) = default;
  };
  const std::set<NotNested>& not_nested() const { return not_nested_; }

 private:
  void make_rules(Control, Symbol);
  void visit_rules(Control, Symbol);
  void step_rules(Control, Symbol, const FlowStep&);
  void acquire_rules(Control, const FlowStep&);
  void acquire_all_rules(Control, const FlowStep&);
  void release_rules(Control, Symbol, const FlowStep&);
  void call_rules(Control, const FlowStep&);
  void fork_rules(Control, const FlowStep&);
  void join_rules(Control, const FlowStep&);
  void go(Control, const FlowStep&);
  void coarse_rules(Control, const FlowStep&);
  void change(Control, const Situation& after, SetId used, const FlowStep&, LockId choice);

  const Flow& flow_;
  Uses& uses_;
  Situations& situations_;
  Effects& effects_;
  std::size_t limit_;
  std::vector<Rule<EffectId>> rules_;
  std::set<NotNested> not_nested_;
};

class Behaviour {
 public:
  struct Settings {
    ProcedureId entry;
    std::vector<Held> initially_held;
    bool track_used = false;
    std::uint32_t histories = 0, situations = 0;  // limits
    std::size_t derivations = ~std::size_t{0};    // beyond that it is not complete
  };
  Behaviour(const Flow&, Uses&, const Settings&);
  bool complete() const { return complete_; }  // otherwise it must not be asked anything

  // From the start of the thread to the entry of a context.
  struct Entry {
    std::uint32_t context;
    EffectId effect;
    std::uint32_t caller = kNone;  // entry of the calling context
    std::uint32_t frame = kNone;
    bool absorbed = false;
  };
  // A thread stands somewhere, having come there by this entry and this fact.
  struct Point {
    std::uint32_t entry, fact;
    Control control;
    EffectId effect;  // from the start of the thread
  };
  // At a node of a flow or a visited procedure; none absorbs another with the same situation.
  const std::vector<Point>& points(Symbol) const;
  // Those of them beside which others can do most: fewer locks, smaller histories. Enough for pairs, not for deadlocks.
  const std::vector<Point>& freest(Symbol) const;
  std::vector<Point> ends() const;
  bool is_end(const Point&) const;
  // One in each situation, that which was found first.
  std::vector<Point> first_points() const;
  // In each situation those that no other absorbs, wherever they are; an end of the thread is none of the others.
  const std::vector<Point>& all_points() const;
  // The symbol under which facts about this node are found.
  Symbol symbol_of(ProcedureId, Node) const;
  bool reaches(Symbol s) const { return !facts_at(s).empty(); }

  const Flow& flow() const { return flow_; }
  const Situation& situation(Control c) const { return situations_[c]; }
  std::size_t situations() const { return situations_.size(); }
  const Effect& effect(EffectId e) const { return effects_[e]; }
  const PostStar<LockSystem>& post() const { return post_; }
  const std::vector<Entry>& entries() const { return entries_; }
  const std::set<LockSystem::NotNested>& not_nested() const { return system_.not_nested(); }

  bool histories_limited() const { return post_.limited() || entries_limited_; }
  bool situations_limited() const { return situations_.limited(); }
  bool counts_limited() const { return situations_.counts_limited(); }

 private:
  std::span<const std::uint32_t> facts_at(Symbol) const;
  bool frees(const Point&, const Point&) const;
  void find_entries();
  void add_entry(Entry);
  void index_facts();

  const Flow& flow_;
  Settings settings_;
  Situations situations_;
  mutable Effects effects_;  // points composes
  LockSystem system_;
  PostStar<LockSystem> post_;
  std::vector<Entry> entries_;
  std::vector<std::vector<std::uint32_t>> entries_of_;  // live ones of each context
  std::vector<std::uint32_t> pending_;
  bool entries_limited_ = false;
  bool complete_ = true;
  std::vector<std::uint32_t> by_symbol_;   // live facts, sorted by symbol; the returned ones last
  std::vector<std::uint32_t> first_fact_;  // in by_symbol_, of each symbol
  mutable std::unordered_map<Symbol, std::vector<Point>> points_, freest_;
  mutable std::vector<Point> all_points_;
};

}  // namespace heddle::locks
