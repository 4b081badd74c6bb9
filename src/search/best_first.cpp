#include "search/best_first.h"

#include <algorithm>

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
  if (walk_.start() != Standing::Running) return !walk_.stopped();
  places_.begin();
  if (const std::optional<Node> root = meet(ScheduleTree::kRoot, {})) put({0, 0, 0, *root});
  if (gives_up_) return false;
  while (!queue_.empty()) {
    const Waiting next = take();
    if (!places_.go_to(next.node) || !expand(next)) return false;
  }
  judge_endless();
  return !walk_.stopped();
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

// The machine is at that state. False: the search is over.
bool BestFirst::expand(const Waiting& from) {
  find_branches();
  if (branches_.empty()) return walk_.bounds.add(kNobodyEnabled), false;
  if (from.next + 1 < branches_.size()) places_.save();
  ++expansions_;
  for (std::uint32_t i = from.next; i < branches_.size(); ++i) {
    if (!places_.go_to(from.node)) return false;
    const Standing standing = places_.step(branches_[i]);
    if (standing == Standing::Stopped) return false;
    if (standing != Standing::Running) {
      endless_.ends(from.node);
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
    endless_.leads(from, entry->number - 1, step.thread);
    ++walk_.stats.matched;
    return std::nullopt;
  }
  const Node found = walk_.depth() == 0 ? ScheduleTree::kRoot : tree_.add(from, step);
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

// Nobody sleeps here: it is all threads or none.
bool BestFirst::is_covered(Claims::Record claims, Claims::Known known) {
  enabled_.clear();
  covered_.clear();
  for (const Pending& p : walk_.machine.pending())
    if (p.enabled) enabled_.add(p.thread);
  claims_.covered(claims, known, enabled_, covered_);
  return covered_.contains(enabled_);
}

void BestFirst::judge_endless() {
  for (const EndlessStates::Component& component : endless_.components(tree_)) {
    if (walk_.stopped() || !places_.go_to(component.states.front())) return;
    if (const std::optional<Failure> livelock = walk_.machine.livelock(component.running))
      walk_.tell(*livelock, walk_.schedule());
    else
      walk_.count_endless();
  }
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
