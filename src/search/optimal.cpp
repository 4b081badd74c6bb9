#include "search/optimal.h"

#include <utility>

#include "search/dpor.h"
#include "search/explorer.h"

namespace heddle {
namespace {

bool is_planned_for(OperationKind kind) { return traits(kind).plans.planning == Planning::Planned; }

bool has_one_outcome(const Operation& op) {
  return !op.cancellable && traits(op.kind).plans.outcome == InPlan::SameOutcome;
}

}  // namespace

Optimal::Optimal(Walk& walk) : Reduction(walk, true) {
  for (std::size_t kind = 0; kind < kOperationKinds; ++kind)
    not_made_for_[kind] = !is_planned_for(static_cast<OperationKind>(kind));
}

bool Optimal::choose_first(State& s, std::size_t depth) {
  return plan_first(s, depth) || (walk_.count_blocked(), false);
}

bool Optimal::plan_first(State& s, std::size_t depth) {
  if (plans_.size() == depth) plans_.emplace_back();
  trees_.drop_all(plans_[depth]);
  if (depth > 0) plans_[depth] = trees_.take_below_first(plans_[depth - 1]);
  const bool planned = !plans_[depth].empty();
  bool impossible = false;
  if (choose(s, depth, impossible)) return true;
  if (planned && !impossible) return false;
  ThreadId thread;
  if (!find_awake(s, thread)) return false;
  begin_anew(s, depth, *find_pending(s.pending, thread));
  return choose(s, depth, impossible);
}

// Nothing is planned for this state. Of a branch that is the first from its beginning nobody asks what it touches.
void Optimal::begin_anew(State& s, std::size_t depth, const Pending& p) {
  static constexpr Footprint kNotAsked;
  const bool sure = s.sleep.sleepers().empty();
  if (p.outcomes == 1)
    trees_.append(plans_[depth], {p.thread, 0, 0, nullptr, &kNotAsked, 0, true}, sure);
  else
    append_outcomes(s, depth, p, sure);
}

bool Optimal::choose_next(State& s, std::size_t depth) {
  trees_.drop_first(plans_[depth]);
  bool impossible = false;
  if (!choose(s, depth, impossible)) return false;
  while (asked_count_ > 0 && asked_[asked_count_ - 1].step >= depth) --asked_count_;
  while (!races_.empty() && races_.back().second >= asked_count_) races_.pop_back();
  return true;
}

unsigned Optimal::left(std::size_t depth) const {
  const unsigned planned = trees_.count(plans_[depth]);
  return planned > 0 ? planned - 1 : 0;  // the first is being explored
}

// The first branch that can be explored. `impossible`: one was planned that is not possible here.
bool Optimal::choose(State& s, std::size_t depth, bool& impossible) {
  WakeupTrees::Branches& plan = plans_[depth];
  while (!plan.empty()) {
    const WakeupTrees::Node& node = trees_[plan.first];
    const Pending* const p = find_pending(s.pending, node.thread);
    const bool any = node.choice == kAnyOutcome;
    if (p == nullptr || !p->enabled || (!any && node.choice >= p->outcomes)) {
      impossible = true;
      trees_.skip_first(plan);
      continue;
    }
    if (!any && !s.sleep.has(node.thread, node.choice)) {
      trees_.gather(plan);
      explore(s, *p, node.choice);
      return true;
    }
    const bool sure = node.sure;
    trees_.drop_first(plan);
    if (any) split(s, depth, *p, sure);
  }
  return false;
}

// A planned step of which the outcome was left open: all of them, in its place. What was planned after it may count on
// it having been explored before.
void Optimal::split(State& s, std::size_t depth, const Pending& p, bool sure) {
  for (Choice c = p.outcomes; c-- > 0;)
    if (!s.sleep.has(p.thread, c)) trees_.prepend(plans_[depth], event_of(p, c), sure);
}

void Optimal::append_outcomes(State& s, std::size_t depth, const Pending& p, bool sure) {
  for (Choice c = 0; c < p.outcomes; ++c)
    if (!s.sleep.has(p.thread, c) && !trees_.has(plans_[depth], p.thread, c))
      trees_.append(plans_[depth], event_of(p, c), sure);
}

// Nobody can begin: who knows what makes it possible.
void Optimal::plan_all(State& s, std::size_t depth) {
  for (const Pending& p : s.pending)
    if (p.enabled) append_outcomes(s, depth, p, false);
}

// Valid until the next call.
WakeupSequence::Event Optimal::event_of(const Pending& p, Choice choice) {
  footprint_ = footprint_of_pending(p.operation);
  const bool exact = p.operation.kind != OperationKind::AtomicCompareExchange;
  return {p.thread, choice, 0, nullptr, &footprint_, signature_of(footprint_), exact};
}

void Optimal::write_own_plan(const State&, std::size_t depth, WordWriter& out) const {
  trees_.write(plans_[depth], out);
}

void Optimal::read_own_plan(State&, std::size_t depth, WordReader& in) {
  trees_.drop_all(plans_[depth]);
  trees_.read(plans_[depth], in, kept_);
  if (plans_[depth].empty()) in.fail();  // the first is the one that is being explored
}

// What others have done meanwhile may keep it disabled later on: only here is it certain that it could come first. (For
// a mutex and a once it is certain anyway.)
void Optimal::disabled(const Pending& p) {
  const OperationKind kind = p.operation.kind;
  const bool is_certain = kind == OperationKind::MutexLock || kind == OperationKind::OnceEnter;
  if (!is_certain || waits_for_change(p.operation)) consider(p);
}

void Optimal::treat(const std::vector<std::uint32_t>& races, ThreadId p, const Operation& operation,
                    const Footprint& footprint, bool executed) {
  const auto second = static_cast<std::uint32_t>(asked_count_);
  // Reversing a race brings what was in between out of the way, and then the earlier step is the race.
  const bool immediate_only = is_memory_access(operation.kind) ||
                              (operation.kind == OperationKind::MutexLock && !waits_for_change(operation));
  clock_.assign(path_.width(), 0);
  for (const std::uint32_t e : races) {  // the latest first
    if (immediate_only && path_.is_before(e, clock_.data())) continue;
    if (may_come_back(state(e))) races_.push_back({e, second});
    if (immediate_only && is_possible_before(e, operation)) path_.join(clock_, e);
  }
  if (races_.empty() || races_.back().second != second) return;
  if (asked_.size() == asked_count_) asked_.emplace_back();
  Asked& asked = asked_[asked_count_++];
  asked.thread = p;
  asked.step = executed ? path_.size() : path_.size() - 1;
  asked.operation = operation;
  asked.footprint = footprint;
  path_.copy_past(p, asked.past, asked.enabling);
}

// The end of the process, or of the last of several.
static bool completes(OperationKind kind) {
  return kind == OperationKind::ProcessExit || kind == OperationKind::ProcessCrash;
}

void Optimal::end() {
  failed_ = path_.size() > 0 && path_.back().ends && !completes(walk_.last_step().operation.kind);
  for (Race& race : races_) {
    if (race.settled) continue;
    const Asked& second = asked_[race.second];
    const bool ends = !has_events_after(second.step, race.first);
    if (ends && std::exchange(race.ended, true)) continue;
    race.settled = reverse(race.first, second);
  }
}

// Is there, after this step, one that is not ordered after e?
bool Optimal::has_events_after(std::size_t step, std::size_t e) const {
  for (std::size_t i = step + 1; i < path_.size(); ++i)
    if (!path_.is_before(e, path_.clock_of(i))) return true;
  return false;
}

// True: the race is settled.
bool Optimal::reverse(std::size_t e, const Asked& second) {
  State& s = state(e);
  collect(e, second);
  const Pending* const p = find_pending(s.pending, v_.events().front().thread);
  if (p == nullptr || !p->enabled) return plan_all(s, e), false;
  if (!dependent(path_[e].footprint, footprint_)) return false;  // a compare-exchange that would fail
  const bool sure = is_possible_before(e, second.operation);
  if (has_one_outcome(second.operation)) return insert(e, v_, sure) < before_second_;
  if (!v_.last_comes_first()) {
    v_.last().choice = kAnyOutcome;
    return insert(e, v_, sure) < before_second_;
  }
  const Pending* const last = find_pending(s.pending, second.thread);
  if (last == nullptr || !last->enabled) return plan_all(s, e), false;
  for (Choice c = 0; c < last->outcomes; ++c) {
    copy_of_v_ = v_;
    copy_of_v_.last().choice = c;
    insert(e, copy_of_v_, sure);
  }
  return false;
}

// v: what is not ordered after step e, then the second operation.
void Optimal::collect(std::size_t e, const Asked& second) {
  v_.clear();
  before_second_ = 0;
  for (std::size_t i = e + 1; i < path_.size(); ++i) {
    if (path_.is_before(e, path_.clock_of(i))) continue;
    before_second_ += i < second.step;
    const Path::Step& step = path_[i];
    v_.add({step.thread, state(i).choice, step.index, path_.clock_of(i), &step.footprint, path_.signature(i), true});
  }
  footprint_ = second.footprint;
  bool exact = true;
  if (second.operation.kind == OperationKind::AtomicCompareExchange && !footprint_.exit) {
    exact = finds_what_first_found(e, second.operation);
    const bool fails = exact && state(e).before != second.operation.argument;
    footprint_.parts[0].role = fails ? Role::MemoryRead : Role::MemoryWrite;
  }
  path_.clock_before(e, footprint_, second.past, second.enabling, clock_);
  v_.add({second.thread, 0, 0, clock_.data(), &footprint_, signature_of(footprint_), exact});
}

// An atomic operation that comes before step e, on the same bytes, finds there what e found.
bool Optimal::finds_what_first_found(std::size_t e, const Operation& second) const {
  const Pending* const first = find_pending(state(e).pending, path_[e].thread);
  return is_atomic_access(first->operation.kind) && first->operation.object == second.object &&
         first->operation.width == second.width && second.width <= sizeof state(e).before;
}

// The place in v of a sleeping step that begins it; kNotAsleep if there is none.
unsigned Optimal::insert(std::size_t e, WakeupSequence& v, bool sure) {
  const State& s = state(e);
  // A bug cut off the execution after its step: v is not all that there is.
  const bool truncated = failed_ && e + 1 == path_.size();
  for (const SleepSet::Sleeper& sleeper : s.sleep.sleepers()) {
    const int place = v.place_of(sleeper.thread, sleeper.choice, sleeper.footprint, sleeper.signature);
    const bool fatal = s.fatal.has(sleeper.thread);  // nothing came after it, so it stands for nothing that has it later
    if (place == 0 || (place > 0 && !fatal)) return static_cast<unsigned>(place);
    if (place == WakeupSequence::kAside && !truncated && !fatal) return kNotAsleep;
  }
  if (trees_.size() > kMostNodes) {
    v.keep_first_only();
    sure = false;
  }
  trees_.insert_after_first(plans_[e], v, sure);
  return kNotAsleep;
}

// Is the second operation certainly enabled after the rest of v, with the effect that v says it has?
bool Optimal::is_possible_before(std::size_t e, const Operation& second) const {
  // A step that ends the execution depends on everything: the two need not be about the same object.
  const auto takes_it = [&](Role role) {
    const Footprint& f = path_[e].footprint;
    const auto is_it = [&](const Footprint::Part& part) { return part.role == role && part.object == second.object; };
    return !f.exit && !f.locks && (is_it(f.parts[0]) || is_it(f.parts[1]));
  };
  switch (traits(second.kind).plans.reversed) {
    case Reversed::Possible:
      return !second.cancellable;
    case Reversed::IfSame:
      return finds_what_first_found(e, second);
    case Reversed::IfEntered:
      return takes_it(Role::Once);  // so nobody was running it
    case Reversed::IfFree:
      // So it was free: an owner locks again without a step.
      return !waits_for_change(second) && takes_it(Role::MutexAcquire);
    case Reversed::Unsure:
      return false;
  }
  return false;
}

SearchOutcome search_optimal(AbstractMachine& machine, const CheckOptions& options, SearchListener& listener,
                             LiveState& live) {
  Walk walk(machine, options, listener, live);
  if (!walk.is_past(0)) {
    Optimal strategy(walk);
    const bool covered = Explorer(walk).run(strategy);
    if (!strategy.gives_up() || walk.stopped()) return walk.outcome(covered, "optimal");
  }
  Dpor strategy(walk, true);
  const bool covered = Explorer(walk).run(strategy, 1);
  return walk.outcome(covered, "dpor");
}

}  // namespace heddle
