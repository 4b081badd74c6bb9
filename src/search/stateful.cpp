#include "search/stateful.h"

#include <algorithm>

#include "search/explorer.h"
#include "search/never_ends.h"
#include "support/invariant.h"

namespace heddle {
bool Stateful::choose_first(State& s, std::size_t depth) {
  places_.grow_to(depth + 1);
  if (follows_) return follow_to(s), true;
  Place& here = place(depth);
  here.summary = 0;
  here.on_cycle = false;
  here.leaves = false;
  here.summary = summary_of(s.pending);
  entered_ = true;
  if (!meet(s, depth)) return pass_up(depth), false;
  if (here.on_cycle || follows_cycle(depth) || s.sleep.threads().contains(s.enabled)) wake(s, here);
  Dpor::choose_first(s, depth);
  if (here.on_cycle) s.backtrack.add_all(s.enabled);
  return true;
}

// False: all that can follow was explored.
bool Stateful::meet(State& s, std::size_t depth) {
  Place& here = place(depth);
  here.fingerprint = walk_.machine.fingerprint();
  if (!exact_.agrees(here.fingerprint, walk_.machine)) {
    walk_.bounds.add(kCollision);
    gives_up_ = true;
    return false;
  }
  if (!walk_.machine.knowledge(knowledge_)) {
    walk_.bounds.add(kNoKnowledge);
    gives_up_ = true;
    return false;
  }
  const Claims::Known known = claims_.number_of(knowledge_);
  StateStore::Entry* entry = store_.find(here.fingerprint);
  ThreadSet covered;
  if (entry == nullptr) {
    entry = &store_.insert(here.fingerprint);
    ++walk_.stats.states;
  } else {
    claims_.covered(entry->claims, known, s.enabled, covered);
    meet_again(*entry, depth);
    ThreadSet left_out = covered;
    if (!follows_cycle(depth)) left_out.add_all(s.sleep.threads());
    if (left_out.contains(s.enabled)) return ++walk_.stats.matched, false;
    ++counts_.reexplored;
  }
  here.slept.clear();
  s.sleep.threads().for_each([&](ThreadId t) {
    if (!covered.has(t)) here.slept.add(t);
  });
  leave_out(s, covered);
  entry->claims = claims_.with(entry->claims, known, here.slept);
  if (entry->number != 0) {
    here.on_cycle = true;
  } else {
    components_.push_back({depth, unfinished_.size(), edges_.size(), {}});
    unfinished_.push_back(here.fingerprint);
    entry->number = static_cast<std::uint32_t>(unfinished_.size());
    if (depth > 0) edges_.back().to = entry->number - 1;
  }
  here.number = entry->number - 1;
  return true;
}

void Stateful::meet_again(const StateStore::Entry& entry, std::size_t depth) {
  Place& here = place(depth);
  if (entry.number != 0) {
    edges_.back().to = entry.number - 1;
    return close_cycle(entry.number - 1, depth);
  }
  const Summaries::Set summary = claims_.summary(entry.claims);
  here.summary = summaries_.unite(here.summary, summary);
  here.leaves = true;
  consider_all(summary);
}

void Stateful::leave_out(State& s, const ThreadSet& covered) {
  for (const Pending& p : s.pending) {
    if (!covered.has(p.thread)) continue;
    const Footprint footprint = footprint_of_pending(p.operation);
    for (Choice c = 0; c < p.outcomes; ++c)
      if (!s.sleep.has(p.thread, c)) s.sleep.add({p.thread, c, p.outcomes, footprint, signature_of(footprint)});
  }
}

// Explores also what is asleep, except for what was explored from this very state.
void Stateful::wake(State& s, Place& p) {
  s.sleep.remove(p.slept);
  p.slept.clear();
}

// The state at this depth is one that was met and is not finished.
void Stateful::close_cycle(std::size_t unfinished, std::size_t depth) {
  ++counts_.cycles;
  while (components_.back().first > unfinished) components_.pop_back();
  Component& component = components_.back();
  bool leaves = false, more = false;
  for (std::size_t i = component.depth; i < depth; ++i) {
    State& s = state(i);
    wake(s, place(i));
    s.backtrack.add_all(s.enabled);
    place(i).on_cycle = true;
    leaves |= place(i).leaves;
    more |= ThreadSet::count_not_in(s.enabled, s.sleep.threads()) > 1 || s.choice + 1 < s.outcomes;
  }
  if (!leaves && !more) component.endless = judge();
}

// Nothing is left to explore in a component that nothing has led out of, and the machine is at a state of it. Its
// states are known, but not who came round which loop on steps that were explored before it was begun: so a plain walk
// tells.
Stateful::Endless Stateful::judge() {
  Endless endless{std::nullopt, walk_.schedule()};
  const Ahead ahead = look_ahead(walk_.machine, std::max<std::size_t>(kMostStatesAhead, walk_.stats.states + 1));
  if (!ahead.is_known) walk_.bounds.add(kTooManyAhead);
  if (!ahead.forever) return endless;
  endless.livelock = livelock_ahead(walk_.machine, *ahead.forever);
  for (const Schedule* part : {&ahead.forever->way, &ahead.forever->round})
    endless.schedule.insert(endless.schedule.end(), part->begin(), part->end());
  return endless;
}

bool Stateful::choose_next(State& s, std::size_t depth) {
  if (Dpor::choose_next(s, depth)) return true;
  const bool first = components_.back().depth == depth;
  if (first) finish_component(s, depth);
  pass_up(depth);
  if (first && depth > 0) place(depth - 1).leaves = true;
  return false;
}

void Stateful::finish_component(State& s, std::size_t depth) {
  Place& here = place(depth);
  const Component component = std::move(components_.back());
  components_.pop_back();
  if (here.on_cycle) here.summary = summaries_.without_carriers(here.summary);
  for (std::size_t i = component.first; i < unfinished_.size(); ++i) {
    StateStore::Entry& entry = *store_.find(unfinished_[i]);
    entry.claims = claims_.with_summary(entry.claims, here.summary);
    entry.number = 0;
  }
  if (here.on_cycle && here.leaves) suspect(component, depth);
  unfinished_.resize(component.first);
  edges_.resize(component.edges);
  if (depth > 0) edges_.back().to = FairCycles::kOutside;
  if (!here.on_cycle) return;
  if (!here.leaves) tell(component.endless);
  path_.go_back(depth, s.mark);
  consider_all(here.summary);
}

// Its states are all in unfinished_ still, and each enabled thread was explored from each of them; but for one that was
// explored from there before this component was begun, which the walk from its first state sees.
void Stateful::suspect(const Component& component, std::size_t depth) {
  std::vector<FairCycles::Edge> edges(edges_.begin() + static_cast<std::ptrdiff_t>(component.edges), edges_.end());
  for (FairCycles::Edge& e : edges) {
    e.from -= static_cast<std::uint32_t>(component.first);
    if (e.to != FairCycles::kOutside) e.to -= static_cast<std::uint32_t>(component.first);
  }
  if (FairCycles(unfinished_.size() - component.first, std::move(edges)).livelocks().empty()) return;
  const Schedule& path = walk_.schedule();
  suspects_.emplace_back(path.begin(), path.begin() + static_cast<std::ptrdiff_t>(depth));
}

bool Stateful::look_at_suspects() {
  bool known = true;
  for (const Schedule& schedule : suspects_) {
    if (walk_.stopped()) break;
    walk_.machine.start();
    for (const ScheduleStep& step : schedule) walk_.machine.step(step.thread, step.choice);
    const Ahead ahead = look_ahead(walk_.machine, kMostStatesAhead);
    known &= ahead.is_known;
    if (!ahead.forever) continue;
    Schedule whole = schedule;
    for (const ScheduleStep& step : ahead.forever->way) {
      walk_.machine.step(step.thread, step.choice);
      whole.push_back(step);
    }
    const std::optional<Failure> livelock = livelock_of(walk_.machine, *ahead.forever);
    for (const ScheduleStep& step : ahead.forever->round) {
      walk_.machine.step(step.thread, step.choice);
      whole.push_back(step);
    }
    if (livelock) walk_.tell(*livelock, whole);
  }
  return known;
}

void Stateful::tell(const std::optional<Endless>& endless) {
  if (!endless)
    walk_.bounds.add("internal error: nobody looked at states that the program never leaves");
  else if (endless->livelock)
    walk_.tell(*endless->livelock, endless->schedule);
  else
    walk_.count_endless();
}

// To the state above.
void Stateful::pass_up(std::size_t depth) {
  if (depth == 0) return;
  Place& above = place(depth - 1);
  const Place& here = place(depth);
  above.summary = summaries_.unite(above.summary, summaries_.through(here.summary, above.order));
  above.leaves |= here.leaves;
}

void Stateful::stepped(ThreadId t, const Footprint& footprint) {
  Place& before = place(path_.size() - 1);
  before.order.clear();
  const State& s = state(path_.size() - 1);
  const bool comes_round = !walk_.machine.came_round().empty();
  if (!follows_)
    edges_.push_back({before.number, FairCycles::kOutside, {t, s.choice}, has_effect(footprint), comes_round});
  before.summary = summaries_.add(before.summary, t, footprint);
  entered_ = false;
}

void Stateful::did(ThreadId t, const Footprint& footprint) {
  Place& before = place(path_.size() - 1);
  before.summary = summaries_.add(before.summary, t, footprint);
}

void Stateful::ordered(ThreadId by, ThreadId from) {
  if (path_.size() == 0) return;
  std::vector<Summaries::Passing>& order = place(path_.size() - 1).order;
  order.insert(order.begin(), {by, from});
}

// What is pending where an execution ends, without a state that could be met.
void Stateful::end() {
  if (entered_ || path_.size() == 0) return;
  Place& before = place(path_.size() - 1);
  const Summaries::Set set = summary_of(walk_.machine.pending());
  before.summary = summaries_.unite(before.summary, summaries_.through(set, before.order));
  before.leaves = true;
}

// Most threads are about to do what they were about to do at the state before.
Summaries::Set Stateful::summary_of(std::span<const Pending> list) {
  numbers_.clear();
  for (const Pending& p : list) {
    if (p.thread.index() >= latest_.size()) latest_.resize(p.thread.index() + 1);
    Latest& latest = latest_[p.thread.index()];
    const bool names_set = byte_set_number(p.operation).has_value();  // which may have changed
    if (names_set || !latest.known || !same_operation(latest.operation, p.operation) ||
        latest.operation.width != p.operation.width)
      latest = {p.operation, summaries_.number_of(p.thread, footprint_of_pending(p.operation)), !names_set};
    numbers_.push_back(latest.number);
  }
  return summaries_.of(numbers_);
}

void Stateful::consider_all(Summaries::Set set) {
  summaries_.each(set, [&](ThreadId t, const Footprint& footprint, Summaries::Carriers carriers) {
    carriers_.clear();
    for (Summaries::Carriers rest = carriers; rest != 0; rest &= rest - 1)
      carriers_.push_back(ThreadId(static_cast<std::uint16_t>(std::countr_zero(rest))));
    if (carriers == 0) carriers_.push_back(t);
    for (const std::uint32_t e : path_.races_unknown_to(carriers_, footprint)) open(e, t, footprint.exit);
  });
}

// An operation of p that comes later is in a race with this step.
void Stateful::open(std::size_t step, ThreadId p, bool fatal) {
  State& s = state(step);
  if (fatal) s.fatal.add(path_[step].thread);
  if (s.backtrack.contains(s.enabled)) return;
  if (s.enabled.has(p) && !s.sleep.has(p))
    s.backtrack.add(p);
  else
    s.backtrack.add_all(s.enabled);
}

SearchOutcome search_stateful(AbstractMachine& machine, const CheckOptions& asked, SearchListener& listener,
                              LiveState& live) {
  CheckOptions options = asked;
  if (!options.bounds.memory_mb) options.bounds.memory_mb = quarter_of_memory_mb();
  machine.compare_states();
  Walk walk(machine, options, listener, live);
  Stateful strategy(walk);
  const bool covered = Explorer(walk).run(strategy);
  if (covered && !strategy.look_at_suspects())
    walk.bounds.add("threads may get in each other's way forever: too many states to tell");
  walk.stats.reexplored = strategy.counts().reexplored;
  walk.stats.store_bytes = strategy.store().bytes() + strategy.claims().bytes() + strategy.summaries().bytes();
  return walk.outcome(covered, "stateful");
}

}  // namespace heddle
