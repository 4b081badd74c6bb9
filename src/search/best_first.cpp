#include "search/best_first.h"

#include <algorithm>

#include "search/fair_cycles.h"
#include "search/never_ends.h"
#include "search/strategy.h"

namespace heddle {
namespace {

// Who tells the plain accesses of a step; nobody where each is a step.
AccessWatch* watch_of(const Walk& walk) {
  return walk.options.visible == Visibility::All ? nullptr : walk.machine.watch();
}

}  // namespace

BestFirst::BestFirst(Walk& walk)
    : walk_(walk),
      shortest_(walk.options.shortest),
      one_at_a_time_(!walk.options.heuristics.any() && !shortest_),
      heuristic_(walk.options.heuristics, watch_of(walk)),
      places_(walk, tree_, heuristic_),
      exact_(walk.options.exact_states) {}

bool BestFirst::run() {
  const Frontier* const from = walk_.take_frontier(0);
  if (walk_.start() != Standing::Running) return !walk_.stopped();
  places_.begin();
  if (from != nullptr ? !resume(*from) : !begin()) return false;
  while (interrupted_ || !queue_.empty()) {
    const Waiting next = interrupted_ ? *std::exchange(interrupted_, std::nullopt) : take();
    if (!expand(next)) {
      if (walk_.stopped_before_a_step()) keep();
      return false;
    }
    if (!queue_.empty() && walk_.frontier_is_due()) [[unlikely]]
      keep();
  }
  return judge_endless() && !walk_.stopped();
}

bool BestFirst::begin() {
  if (const std::optional<Node> root = meet(ScheduleTree::kRoot, {})) put({0, 0, 0, *root});
  return !gives_up_;
}

// Priorities are value + depth * MAX, and MAX is the greatest value: the deeper one comes first. Of equal ones those
// found last, and among these threads in their order.
bool BestFirst::is_before(const Waiting& a, const Waiting& b) const {
  if (a.depth != b.depth) return (a.depth > b.depth) != shortest_;
  if (a.rank != b.rank) return a.rank > b.rank;
  if (a.expansion != b.expansion) return (a.expansion > b.expansion) != shortest_;
  return a.node < b.node;
}

// Of the last step. Of equal values that of another thread than the step before comes first: the two are not in program
// order, so they may be what races.
std::uint32_t BestFirst::rank(Node from, ThreadId thread) const {
  const bool switches = from != ScheduleTree::kRoot && tree_.step(from).thread != thread;
  return 2 * heuristic_.value() + (switches ? 1 : 0);
}

void BestFirst::put(const Waiting& waiting) {
  queue_.push_back(waiting);
  std::push_heap(queue_.begin(), queue_.end(), [this](const Waiting& a, const Waiting& b) { return is_before(b, a); });
}

BestFirst::Waiting BestFirst::take() {
  std::pop_heap(queue_.begin(), queue_.end(), [this](const Waiting& a, const Waiting& b) { return is_before(b, a); });
  const Waiting first = queue_.back();
  queue_.pop_back();
  return first;
}

void BestFirst::find_branches() {
  branches_.clear();
  for (const Pending& p : walk_.machine.pending())
    for (Choice c = 0; p.enabled && c < p.outcomes; ++c) branches_.push_back({p.thread, c});
}

// False: the search is over; or a bound stopped it, and it can be gone on with.
bool BestFirst::expand(const Waiting& from) {
  const auto stop_at = [&](std::uint32_t next) {
    interrupted_ = from;
    interrupted_->next = next;
    return false;
  };
  if (!places_.go_to(from.node)) return stop_at(from.next);
  find_branches();
  if (branches_.empty()) return walk_.bounds.add(kNobodyEnabled), false;
  if (from.next + 1 < branches_.size()) places_.save();
  ++expansions_;
  for (std::uint32_t i = from.next; i < branches_.size(); ++i) {
    const Standing standing = places_.go_to(from.node) ? places_.step(branches_[i]) : Standing::Stopped;
    if (standing == Standing::Stopped) {
      --expansions_;  // whoever goes on is still in this one
      return stop_at(i);
    }
    if (standing != Standing::Running) {
      endless_.ends(from.node, branches_[i]);
      continue;
    }
    const std::optional<Node> child = meet(from.node, branches_[i]);
    if (gives_up_) return false;
    if (!child) continue;
    places_.arrived(*child);
    if (one_at_a_time_ && i + 1 < branches_.size()) put({from.depth, from.rank, from.expansion, from.node, i + 1});
    put({from.depth + 1, rank(from.node, branches_[i].thread), expansions_, *child});
    if (one_at_a_time_) return true;
  }
  return true;
}

// The state after this step, or the first one. Nothing: all that follows is, or will be, explored from another node.
std::optional<BestFirst::Node> BestFirst::meet(Node from, const ScheduleStep& step) {
  if (!walk_.machine.knowledge(knowledge_)) {
    walk_.bounds.add(kNoKnowledge);
    gives_up_ = true;
    return std::nullopt;
  }
  const Claims::Known known = claims_.number_of(knowledge_);
  const Fingerprint fingerprint = walk_.machine.fingerprint();
  if (!exact_.agrees(fingerprint, walk_.machine)) {
    walk_.bounds.add(kCollision);
    gives_up_ = true;
    return std::nullopt;
  }
  StateStore::Entry* entry = store_.find(fingerprint);
  if (entry != nullptr && is_covered(entry->claims, known)) {
    endless_.leads(from, entry->number - 1, step, last_deed());
    ++walk_.stats.matched;
    return std::nullopt;
  }
  const Node found = walk_.depth() == 0 ? ScheduleTree::kRoot : tree_.add(from, step);
  endless_.did(found, found != ScheduleTree::kRoot ? last_deed() : EndlessStates::Deed{});
  if (entry != nullptr) {
    endless_.is_same(found, entry->number - 1);
  } else {
    entry = &store_.insert(fingerprint);
    entry->number = found + 1;
    ++walk_.stats.states;
  }
  entry->claims = claims_.with(entry->claims, known, {});
  return found;
}

EndlessStates::Deed BestFirst::last_deed() const {
  const Transition& last = walk_.last_step();
  return {has_effect(footprint_of(last, byte_set_of(walk_.machine, last.operation))),
          !walk_.machine.came_round().empty()};
}

// Nobody sleeps here: it is all threads or none.
bool BestFirst::is_covered(Claims::Record claims, Claims::Known known) {
  enabled_.clear();
  covered_.clear();
  for (const Pending& p : walk_.machine.pending())
    if (p.enabled) enabled_.add(p.thread);
  claims_.covered(claims, known, enabled_, covered_);
  return covered_.contains(enabled_);
}

// False: a bound stopped it. Whoever goes on with this search judges all of them again.
bool BestFirst::judge_endless() {
  const Statistics before = walk_.stats;
  const auto go_to = [&](Node node) {
    if (walk_.stopped()) return false;
    if (places_.go_to(node)) return true;
    walk_.stats = before;
    keep();
    return false;
  };
  for (const Node node : endless_.components(tree_)) {
    if (!go_to(node)) return false;
    if (!tell_livelock()) walk_.count_endless();
  }
  for (const Node node : endless_.livelocks(tree_)) {
    if (!go_to(node)) return false;
    tell_livelock();
  }
  return true;
}

// The machine is where one may be, or where a way leads to one: with its round. False: there is none.
bool BestFirst::tell_livelock() {
  Schedule schedule = walk_.schedule();
  const Ahead ahead = look_ahead(walk_.machine, walk_.stats.states + 1);
  if (!ahead.is_known) walk_.bounds.add(kTooManyAhead);
  if (!ahead.forever) return false;
  const std::optional<Failure> livelock = livelock_ahead(walk_.machine, *ahead.forever);
  if (!livelock) return false;
  for (const Schedule* part : {&ahead.forever->way, &ahead.forever->round})
    schedule.insert(schedule.end(), part->begin(), part->end());
  walk_.tell(*livelock, schedule);
  return true;
}

SearchOutcome search_best_first(AbstractMachine& machine, const CheckOptions& asked, SearchListener& listener,
                                LiveState& live) {
  CheckOptions options = asked;
  if (!options.bounds.memory_mb) options.bounds.memory_mb = quarter_of_memory_mb();
  machine.compare_states();
  Walk walk(machine, options, listener, live);
  const bool covered = BestFirst(walk).run();
  return walk.outcome(covered, "best-first");
}

}  // namespace heddle
