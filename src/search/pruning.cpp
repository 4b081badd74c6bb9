#include "search/pruning.h"

#include <algorithm>
#include <utility>

#include "model/address_space.h"
#include "search/explorer.h"
#include "support/invariant.h"

namespace heddle {

namespace {

constexpr std::size_t kMostKept = 1000;
constexpr std::uint64_t kExecutionsInVain = 32;  // of a first try

// Operations that do the same, and return the same, whatever other threads do.
bool returns_the_same(OperationKind kind) {
  switch (kind) {
    case OperationKind::MutexInit:
    case OperationKind::MutexDestroy:
    case OperationKind::MutexLock:
    case OperationKind::MutexUnlock:
    case OperationKind::LockAllBegin:
    case OperationKind::LockAll:
    case OperationKind::CondInit:
    case OperationKind::CondDestroy:
    case OperationKind::CondWait:
    case OperationKind::CondSignal:
    case OperationKind::CondBroadcast:
    case OperationKind::RwInit:
    case OperationKind::RwDestroy:
    case OperationKind::RwReadLock:
    case OperationKind::RwWriteLock:
    case OperationKind::RwWriteArrive:
    case OperationKind::RwUnlock:
    case OperationKind::SemInit:
    case OperationKind::SemDestroy:
    case OperationKind::SemWait:
    case OperationKind::SemPost:
    case OperationKind::BarrierInit:
    case OperationKind::AtomicLoad:  // what these read is looked at
    case OperationKind::AtomicStore:
    case OperationKind::AtomicRmw:
    case OperationKind::AtomicCompareExchange:
    case OperationKind::PlainRead:
    case OperationKind::PlainWrite:
    case OperationKind::StorageEnd:
    case OperationKind::OnceEnter:  // as long as nobody else does: comes_alone
    case OperationKind::ThreadCreate:
    case OperationKind::Join:
    case OperationKind::ProcessExit:
      return true;
    default:
      return false;
  }
}

// What the thread finds depends on who was there before.
bool is_first_come(const Operation& op) { return op.kind == OperationKind::OnceEnter || is_process_state(op.object); }

}  // namespace

Pruning::Pruning(Walk& walk, std::vector<Address> inert)
    : Dpor(walk, true),
      log_(*walk.machine.log()),
      race_free_(log_, walk.machine.flows(), walk.machine.shows_accesses(), !inert.empty()) {
  inert_ = std::move(inert);
  walk_.take_at_once(inert_);
  log_.cut(0);
}

bool Pruning::choose_first(State& s, std::size_t depth) {
  marks_.resize(depth + 1);
  marks_[depth] = log_.size();
  takes_section_ = false;
  for (const Pending& p : inert_.empty() ? std::span<const Pending>() : s.pending) {
    if (!is_inert(p.operation.kind, p.operation.object) || !p.enabled || p.outcomes > 1) continue;
    s.backtrack.clear();
    s.backtrack.add(p.thread);
    explore(s, p);
    return takes_section_ = true;
  }
  return Dpor::choose_first(s, depth);
}

void Pruning::before_step() {
  const std::size_t mark = marks_[path_.size()];
  log_.cut(mark);
  unchanged_ = std::min(unchanged_, mark);
}

void Pruning::stepped(ThreadId, const Footprint&) {
  const std::size_t step = path_.size() - 1;
  const Transition& t = walk_.last_step();
  steps_.resize(step + 1);
  steps_[step] = {marks_[step], t.thread, t.operation, t.wrote, is_predictable(t, state(step))};
  while (!sections_.empty() && sections_.back().step >= step) sections_.pop_back();
  if (inert_.empty()) return;
  for (const ObjectId mutex : walk_.taken_at_once()) sections_.push_back({step, mutex});
  watch_inert(t);
}

// Threads are switched inside sections, or wait in loops for what is written there: neither was thought of.
void Pruning::watch_inert(const Transition& t) {
  if (t.operation.kind == OperationKind::MutexUnlock || waits_for_change(t.operation)) need_all_locks();
  for (const Pending& p : walk_.machine.pending())
    if (is_inert(p.operation.kind, p.operation.object) && (!p.enabled || p.outcomes > 1)) need_all_locks();
}

bool Pruning::is_predictable(const Transition& t, const State& s) const {
  for (const SilentOperation& silent : t.silent)
    if (!returns_the_same(silent.kind) || silent.kind == OperationKind::OnceEnter) return false;
  if (s.outcomes > 1 && t.operation.kind != OperationKind::CondSignal) return false;
  if (t.operation.kind != OperationKind::CondReacquire) return returns_the_same(t.operation.kind);
  // The second half of a wait: without a time limit it returns when it was woken, and says no more.
  for (std::size_t i = path_.size() - 1; i-- > 0;)
    if (path_[i].thread == t.thread) return steps_[i].operation.kind == OperationKind::CondWait;
  return false;
}

void Pruning::treat(const std::vector<std::uint32_t>& races, ThreadId p, const Operation&, const Footprint&,
                    bool executed) {
  // What was not executed was pending at the end, or was done silently in the last step.
  const std::size_t later = executed || path_.size() == 0 ? path_.size() : path_.size() - 1;
  for (const std::uint32_t e : races)
    if (!begins_section(e) && !state(e).backtrack.contains(state(e).enabled))
      notes_.push_back({later, e, path_.initials(e, p)});
}

void Pruning::begin_checks() {
  inert_objects_.clear();
  const auto add = [this](ObjectId mutex) {
    if (std::find(inert_objects_.begin(), inert_objects_.end(), mutex) == inert_objects_.end())
      inert_objects_.push_back(mutex);
  };
  for (const Section& section : sections_) add(section.mutex);
  for (std::size_t i = 0; i < path_.size(); ++i)
    if (begins_section(i)) add(steps_[i].operation.id);
  race_free_.begin({steps_.data(), path_.size()}, inert_objects_, std::exchange(unchanged_, log_.size()));
}

// The execution is over.
void Pruning::end() {
  if (!inert_.empty()) {
    begin_checks();
    // What an assertion cut off might be reached where a counter has another value.
    const bool cut_off = walk_.machine.status() == Status::Failed || walk_.machine.status() == Status::Refused;
    if (cut_off || log_.is_full() || !race_free_.holds_throughout()) return notes_.clear(), need_all_locks();
  }
  const std::size_t pruned_from = first_race_free();
  for (const Note& note : notes_) {
    if (note.later < pruned_from)
      add_one_of(note.candidates, state(note.earlier));
    else if (note.earlier >= pruned_from)
      ++walk_.stats.pruned;
  }
  notes_.clear();
  if (walk_.options.is_first_try) look_for_success();
  if (pruned_from < path_.size()) cut(pruned_from);
}

// What nothing can be left out of is left to others. A count decides, so that every run does the same.
void Pruning::look_for_success() {
  if (!inert_.empty() || walk_.stats.checks_held > 0 || walk_.stats.executions < kExecutionsInVain) return;
  gives_up_ = true;
  walk_.bounds.add("nothing could be left out");
}

bool Pruning::all_ended() const {
  return walk_.machine.status() == Status::Finished && path_.size() > 0 && state(path_.size() - 1).pending.size() == 1;
}

// An initialisation, exit(), or what a model keeps of the process (handlers that run at exit): no other thread has come
// to it, so that in every order this one finds it as it was.
bool Pruning::comes_alone(std::size_t step) const {
  for (std::size_t i = 0; i < path_.size(); ++i)
    if (steps_[i].thread != steps_[step].thread && steps_[i].operation.object == steps_[step].operation.object &&
        is_first_come(steps_[i].operation))
      return false;
  return true;
}

// The first state of the path that something is to be explored from, and from which everything is free of races; the
// length of the path if there is none.
std::size_t Pruning::first_race_free() {
  if (notes_.empty()) return path_.size();
  const Flows* flows = walk_.machine.flows();
  const bool hidden = flows != nullptr && !flows->beyond_memory.empty();
  if (hidden || log_.is_full() || !all_ended()) {
    const Obstacle::Kind kind = log_.is_full() ? Obstacle::Kind::Memory : Obstacle::Kind::Unfinished;
    keep(path_.size() - 1, {.kind = hidden ? Obstacle::Kind::Hidden : kind});
    return path_.size();
  }
  std::vector<std::size_t> states;
  for (const Note& note : notes_) states.push_back(note.earlier);
  std::sort(states.begin(), states.end());
  states.erase(std::unique(states.begin(), states.end()), states.end());
  for (std::size_t i = 0; i < path_.size(); ++i)
    if (is_first_come(steps_[i].operation)) steps_[i].predictable &= comes_alone(i);
  if (inert_.empty()) begin_checks();
  // invariant: no for all before `low`, yes from `high` on, if that is there. The last one first, since its no is one
  // for all and costs least; then the first one, since its yes is.
  std::size_t low = 0, high = states.size();
  bool tried_first = false;
  for (std::size_t middle = high - 1; low < high;
       middle = std::exchange(tried_first, true) ? low + (high - low) / 2 : low) {
    ++walk_.stats.checks;
    if (race_free_.holds_from(states[middle])) {
      ++walk_.stats.checks_held;
      high = middle;
    } else {
      keep(states[middle], race_free_.obstacle());
      low = middle + 1;
    }
  }
  return high < states.size() ? states[high] : path_.size();
}

void Pruning::keep(std::size_t step, const Obstacle& obstacle) {
  if (!walk_.options.explain_pruning || kept_.size() == kMostKept) return;
  const TracedStep& s = steps_[step];
  for (const KeptState& k : kept_)
    if (k.thread == s.thread && k.operation.site == s.operation.site && k.obstacle.kind == obstacle.kind &&
        k.obstacle.first.site == obstacle.first.site && k.obstacle.second.site == obstacle.second.site)
      return;
  kept_.push_back({s.thread, s.operation, obstacle});
}

// Everything that begins with the first `step` steps is free of races. What is done after them may still be a reason to
// explore something else before.
void Pruning::cut(std::size_t step) {
  struct Rest {
    ThreadId thread;
    Footprint footprint;
    std::vector<ThreadId> carriers;
  };
  std::vector<Rest> rest;
  // By thread: those whose past, up to the state, comes before whatever it does next.
  std::vector<ThreadSet> carriers;
  const auto of = [&](ThreadId t) -> ThreadSet& {
    while (carriers.size() <= t.index()) {
      carriers.emplace_back();
      carriers.back().add(ThreadId(static_cast<std::uint16_t>(carriers.size() - 1)));
    }
    return carriers[t.index()];
  };
  for (std::size_t i = step; i < path_.size(); ++i) {
    Rest& next = rest.emplace_back();
    next.thread = path_[i].thread;
    next.footprint = path_[i].footprint;
    of(next.thread).for_each([&](ThreadId t) { next.carriers.push_back(t); });
    const std::size_t end = i + 1 < path_.size() ? steps_[i + 1].event : log_.size();
    for (std::size_t e = steps_[i].event; e < end; ++e) {
      const ExecutionLog::Event& event = log_.events()[e];
      if (event.kind == ExecutionLog::Kind::Fork) {
        const ThreadSet parent = of(event.thread);
        of(event.other).add_all(parent);
      }
      if (event.kind == ExecutionLog::Kind::Join) {
        const ThreadSet finished = of(event.other);
        of(event.thread).add_all(finished);
      }
    }
  }
  path_.go_back(step, state(step).mark);
  for (const Rest& next : rest)
    for (const std::uint32_t e : path_.races_unknown_to(next.carriers, next.footprint)) open(e, next.thread);
}

// Who can begin the steps of the path after this one that are not ordered after it.
ThreadSet Pruning::initials_after(std::size_t step) const {
  ThreadSet found;
  std::vector<std::pair<ThreadId, Path::Count>> first;  // steps of each thread among them
  for (std::size_t i = step + 1; i < path_.size(); ++i) {
    const Path::Count* const clock = path_.clock_of(i);
    if (path_.is_before(step, clock)) continue;
    const Path::Step& next = path_[i];
    const bool leads =
        std::none_of(first.begin(), first.end(), [&](const auto& f) { return clock[f.first.index()] >= f.second; });
    if (leads) found.add(next.thread);
    if (std::none_of(first.begin(), first.end(), [&](const auto& f) { return f.first == next.thread; }))
      first.emplace_back(next.thread, next.index);
  }
  return found;
}

// The rest came to its end, so that nobody is kept from sleeping (State::fatal), as in dpor.
void Pruning::open(std::size_t step, ThreadId p) {
  State& s = state(step);
  if (begins_section(step) || s.backtrack.contains(s.enabled)) return;
  // Who can begin the steps between that are not ordered after it can begin whatever follows them, too.
  const ThreadSet candidates = initials_after(step);
  if (!candidates.empty())
    add_one_of(candidates, s);
  else if (s.enabled.has(p) && !s.sleep.has(p))
    s.backtrack.add(p);
  else
    s.backtrack.add_all(s.enabled);
}

SearchOutcome search_pruning(AbstractMachine& machine, const CheckOptions& options, SearchListener& listener,
                             LiveState& live) {
  Walk walk(machine, options, listener, live);
  const Flows* flows = machine.flows();
  std::vector<Address> inert;
  if (flows != nullptr && !machine.shows_accesses() && !options.keep_going) inert = flows->inert_locks;
  std::vector<KeptState> kept;
  bool covered = false, needs_all_locks = true;
  const auto run = [&](std::vector<Address> locks, std::uint64_t phase) {
    Pruning strategy(walk, std::move(locks));
    covered = Explorer(walk).run(strategy, phase);
    needs_all_locks = strategy.needs_all_locks();
    kept = strategy.kept();
  };
  if (!inert.empty() && !walk.is_past(0)) run(inert, 0);
  if (needs_all_locks && !walk.stopped()) run({}, inert.empty() ? 0 : 1);
  SearchOutcome outcome = walk.outcome(covered, "pruning");
  outcome.kept_by_pruning.assign(kept.begin(), kept.end());
  return outcome;
}

}  // namespace heddle
