// Optimal dynamic partial order reduction: source sets and wakeup trees (Abdulla, Aronis, Jonsson, Sagonas, POPL 2014,
// algorithm 2; JACM 64(4), 2017). One complete execution for each Mazurkiewicz trace, and none that is given up because
// everything is asleep, as far as operations do not block each other.
//
// When an execution has ended, each race of a step e and a later operation e' that was seen in it is reversed: v is
// what was executed after e without being ordered after e, then e'. Unless a sleeping step is a weak initial of v
// (then all of it was explored before), v goes into the wakeup tree of the state before e. Trees are followed branch by
// branch; where a branch has ended the search goes on with any thread.
//
// Deviations from the papers:
//  * At the end of each execution all its races are reversed, also those that earlier executions had: v ends otherwise
//    now, and what was covered with the other end need not be with this one. Left out are those whose v is as it was,
//    and those that are settled: a sleeping step is an initial of v up to e', and stays so whatever follows.
//  * Locks. A lock and an unlock are never enabled together; the race is between two locks, and after v the lock is as
//    free as it was before e. An operation that is still pending at the end counts as second.
//  * A race has nothing in between. That goes for accesses and locks; other operations may not be possible before what
//    is in between, so that all earlier dependent ones are looked at.
//  * Where an operation may block in another way (condition, read/write lock, semaphore, ...) the second operation may
//    turn out to be disabled after the rest of v. Then the search goes on from there as if the branch had ended, which
//    misses nothing, and may find everything asleep; `blocked` counts those.
//  * An outcome of an operation is part of the step. A state that nothing is planned for gets all outcomes of one
//    thread; see also wakeup_tree.h.
//  * A compare-exchange that fails is a read. Whether it will, on the other side of a write, follows from the value
//    that the write replaced.
//  * When the trees become too large, only the first step of v is planned: source sets, as complete but not optimal.
//  * Steps that end the execution and silent operations: see reduced.h. A step that ended the execution is no initial
//    of what has never been executed after it.
//  * A thread that a step disables is considered right there: later on others may keep it disabled, too, and nobody
//    would see that it could have come first. (Two readers, and a writer that could have come before both.)
//
// Not for this search, as long as several threads are alive, is what the oracle's programs do not have: std::lock,
// cancellation, atomic sections, init and destroy, timed read/write locks. Where one is met the search begins again as
// dpor; used_search and --stats say so.
//
// Main functions: begin, next (choose); treat (races are noted); end, reverse, insert (and dealt with).
#pragma once
#include <utility>

#include "search/dpor.h"
#include "search/reduced.h"
#include "search/wakeup_tree.h"

namespace heddle {

template <class M, class L>
class Optimal : public ReducedSearch<M, L, WakeupTrees::Branches, Optimal<M, L>> {
  using Base = ReducedSearch<M, L, WakeupTrees::Branches, Optimal<M, L>>;
  using Base::frame;
  using Base::path_;
  using typename Base::Frame;
  friend Base;

 public:
  explicit Optimal(Walk<M, L>& walk) : Base(walk, true) {}

  bool gives_up() const { return met_other_; }

 private:
  static constexpr std::size_t kMostNodes = 1 << 20;
  static constexpr unsigned kNotAsleep = ~0u;

  struct Asked {  // an operation, executed or pending, that has races
    ThreadId thread;
    std::size_t step;  // of the path, in which it was met
    Operation operation;
    Footprint footprint;
    std::vector<Path::Count> past, enabling;
  };
  struct Race {
    std::uint32_t first;   // step of the path
    std::uint32_t second;  // index of asked_
    bool settled = false;  // explored before, however executions with it go on
    bool ended = false;    // was reversed with a v in which nothing was executed after the second operation
  };

  bool begin(Frame& f) {
    trees_.drop_all(f.plan);
    if (path_.size() > 0) f.plan = trees_.take_below_first(frame(path_.size() - 1).plan);
    const bool planned = !f.plan.empty();
    bool impossible = false;
    if (choose(f, impossible)) return true;
    if (planned && !impossible) return false;
    ThreadId thread;
    if (!this->find_awake(f, thread)) return false;
    begin_anew(f, *find_pending(f.pending, thread));
    return choose(f, impossible);
  }

  // Nothing is planned for this state. Of a branch that is the first from its beginning nobody asks what it touches.
  void begin_anew(Frame& f, const Pending& p) {
    static constexpr Footprint kNotAsked;
    const bool sure = f.sleep.sleepers().empty();
    if (p.outcomes == 1)
      trees_.append(f.plan, {p.thread, 0, 0, nullptr, &kNotAsked, 0, true}, sure);
    else
      append_outcomes(f, p, sure);
  }

  bool next(Frame& f, std::size_t depth) {
    trees_.drop_first(f.plan);
    bool impossible = false;
    if (!choose(f, impossible)) return false;
    while (asked_count_ > 0 && asked_[asked_count_ - 1].step >= depth) --asked_count_;
    while (!races_.empty() && races_.back().second >= asked_count_) races_.pop_back();
    return true;
  }

  unsigned left(const Frame& f) const { return trees_.count(f.plan); }

  // The first branch that can be explored. `impossible`: one was planned that is not possible here.
  bool choose(Frame& f, bool& impossible) {
    while (!f.plan.empty()) {
      const WakeupTrees::Node& node = trees_[f.plan.first];
      const Pending* const p = find_pending(f.pending, node.thread);
      const bool any = node.choice == kAnyOutcome;
      if (p == nullptr || !p->enabled || (!any && node.choice >= p->outcomes)) {
        impossible = true;
        trees_.skip_first(f.plan);
        continue;
      }
      if (!any && !f.sleep.has(node.thread, node.choice)) {
        trees_.gather(f.plan);
        this->explore(f, *p, node.choice);
        return true;
      }
      const bool sure = node.sure;
      trees_.drop_first(f.plan);
      if (any) split(f, *p, sure);
    }
    return false;
  }

  // A planned step of which the outcome was left open: all of them, in its place. What was planned after it may count
  // on it having been explored before.
  void split(Frame& f, const Pending& p, bool sure) {
    for (Choice c = p.outcomes; c-- > 0;)
      if (!f.sleep.has(p.thread, c)) trees_.prepend(f.plan, event_of(p, c), sure);
  }

  void append_outcomes(Frame& f, const Pending& p, bool sure) {
    for (Choice c = 0; c < p.outcomes; ++c)
      if (!f.sleep.has(p.thread, c) && !trees_.has(f.plan, p.thread, c)) trees_.append(f.plan, event_of(p, c), sure);
  }

  // Valid until the next call.
  WakeupSequence::Event event_of(const Pending& p, Choice choice) {
    footprint_ = this->footprint_of_pending(p.operation);
    const bool exact = p.operation.kind != OperationKind::AtomicCompareExchange;
    return {p.thread, choice, 0, nullptr, &footprint_, signature_of(footprint_), exact};
  }

  // What others have done meanwhile may keep it disabled later on: only here is it certain that it could come first.
  // (For a mutex and a once it is certain anyway.)
  void disabled(const Pending& p) {
    const OperationKind kind = p.operation.kind;
    const bool is_certain = kind == OperationKind::MutexLock || kind == OperationKind::OnceEnter;
    if (!is_certain || waits_for_change(p.operation)) this->consider(p);
  }

  void meet(OperationKind kind, std::size_t alive) { met_other_ |= alive > 1 && !is_planned_for(kind); }

  // What planning whole sequences is confirmed for by the oracle.
  static bool is_planned_for(OperationKind kind) {
    using enum OperationKind;
    switch (kind) {
      case ThreadCreate:
      case Join:
      case MutexLock:
      case MutexTryLock:
      case MutexTimedLock:
      case MutexUnlock:
      case CondWait:
      case CondTimedWait:
      case CondReacquire:
      case CondSignal:
      case CondBroadcast:
      case RwReadLock:
      case RwWriteLock:
      case RwTryReadLock:
      case RwTryWriteLock:
      case RwUnlock:
      case SemWait:
      case SemTryWait:
      case SemTimedWait:
      case SemPost:
      case BarrierArrive:
      case OnceEnter:
      case OnceDone:
      case OnceAbandon:
      case FutexWait:
      case FutexTimedWait:
      case FutexSleep:
      case FutexWake:
      case Choose:
      case SpinWait:
      case LoopPoint:
      case ProcessExit:
        return true;
      default:
        return is_memory_access(kind);
    }
  }

  void treat(const std::vector<std::uint32_t>& races, ThreadId p, const Operation& operation,
             const Footprint& footprint, bool executed) {
    if (races.empty()) return;
    const auto second = static_cast<std::uint32_t>(asked_count_);
    // Reversing a race brings what was in between out of the way, and then the earlier step is the race.
    const bool immediate_only = is_memory_access(operation.kind) ||
                                (operation.kind == OperationKind::MutexLock && !waits_for_change(operation));
    clock_.assign(path_.width(), 0);
    for (const std::uint32_t e : races) {  // the latest first
      if (immediate_only && path_.is_before(e, clock_.data())) continue;
      if (has_others(frame(e))) races_.push_back({e, second});
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

  // Is there anything at this state that could be explored instead? (If not the state was not even saved.)
  static bool has_others(const Frame& f) {
    return f.outcomes > 1 || ThreadSet::count_not_in(f.enabled, f.sleep.threads()) > 1;
  }

  void end() {
    failed_ =
        path_.size() > 0 && path_.back().ends && this->walk_.last_step().operation.kind != OperationKind::ProcessExit;
    for (Race& race : races_) {
      if (race.settled) continue;
      const Asked& second = asked_[race.second];
      const bool ends = !has_events_after(second.step, race.first);
      if (ends && std::exchange(race.ended, true)) continue;
      race.settled = reverse(race.first, second);
    }
  }

  // Is there, after this step, one that is not ordered after e?
  bool has_events_after(std::size_t step, std::size_t e) const {
    for (std::size_t i = step + 1; i < path_.size(); ++i)
      if (!path_.is_before(e, path_.clock_of(i))) return true;
    return false;
  }

  // True: the race is settled.
  bool reverse(std::size_t e, const Asked& second) {
    Frame& f = frame(e);
    collect(e, second);
    const Pending* const p = find_pending(f.pending, v_.events().front().thread);
    if (p == nullptr || !p->enabled) return plan_all(f), false;
    if (!dependent(path_[e].footprint, footprint_)) return false;  // a compare-exchange that would fail
    const bool sure = is_possible_before(e, second.operation);
    if (has_one_outcome(second.operation)) return insert(f, v_, sure) < before_second_;
    if (!v_.last_comes_first()) {
      v_.last().choice = kAnyOutcome;
      return insert(f, v_, sure) < before_second_;
    }
    const Pending* const last = find_pending(f.pending, second.thread);
    if (last == nullptr || !last->enabled) return plan_all(f), false;
    for (Choice c = 0; c < last->outcomes; ++c) {
      copy_of_v_ = v_;
      copy_of_v_.last().choice = c;
      insert(f, copy_of_v_, sure);
    }
    return false;
  }

  // v: what is not ordered after step e, then the second operation.
  void collect(std::size_t e, const Asked& second) {
    v_.clear();
    before_second_ = 0;
    for (std::size_t i = e + 1; i < path_.size(); ++i) {
      if (path_.is_before(e, path_.clock_of(i))) continue;
      before_second_ += i < second.step;
      const Path::Step& step = path_[i];
      v_.add({step.thread, frame(i).choice, step.index, path_.clock_of(i), &step.footprint, path_.signature(i), true});
    }
    footprint_ = second.footprint;
    bool exact = true;
    if (second.operation.kind == OperationKind::AtomicCompareExchange && !footprint_.exit) {
      exact = finds_what_first_found(e, second.operation);
      const bool fails = exact && frame(e).before != second.operation.argument;
      footprint_.parts[0].role = fails ? Role::MemoryRead : Role::MemoryWrite;
    }
    path_.clock_before(e, footprint_, second.past, second.enabling, clock_);
    v_.add({second.thread, 0, 0, clock_.data(), &footprint_, signature_of(footprint_), exact});
  }

  // An atomic operation that comes before step e, on the same bytes, finds there what e found.
  bool finds_what_first_found(std::size_t e, const Operation& second) {
    const Pending* const first = find_pending(frame(e).pending, path_[e].thread);
    const OperationKind kind = first->operation.kind;
    return is_memory_access(kind) && kind != OperationKind::PlainRead && kind != OperationKind::PlainWrite &&
           first->operation.object == second.object && first->operation.width == second.width &&
           second.width <= sizeof frame(e).before;
  }

  // The place in v of a sleeping step that begins it; kNotAsleep if there is none.
  unsigned insert(Frame& f, WakeupSequence& v, bool sure) {
    // A bug cut off the execution after its step: v is not all that there is.
    const bool truncated = failed_ && &f == &frame(path_.size() - 1);
    for (const SleepSet::Sleeper& s : f.sleep.sleepers()) {
      const int place = v.place_of(s.thread, s.choice, s.footprint, s.signature);
      const bool fatal = f.fatal.has(s.thread);  // nothing came after it, so it stands for nothing that has it later
      if (place == 0 || (place > 0 && !fatal)) return static_cast<unsigned>(place);
      if (place == WakeupSequence::kAside && !truncated && !fatal) return kNotAsleep;
    }
    if (trees_.size() > kMostNodes) {
      v.keep_first_only();
      sure = false;
    }
    trees_.insert_after_first(f.plan, v, sure);
    return kNotAsleep;
  }

  // Is the second operation certainly enabled after the rest of v, with the effect that v says it has?
  bool is_possible_before(std::size_t e, const Operation& second) {
    // A step that ends the execution depends on everything: the two need not be about the same object.
    const auto takes_it = [&](Role role) {
      const Footprint& f = path_[e].footprint;
      const auto is_it = [&](const Footprint::Part& part) { return part.role == role && part.object == second.object; };
      return !f.exit && !f.locks && (is_it(f.parts[0]) || is_it(f.parts[1]));
    };
    using enum OperationKind;
    switch (second.kind) {
      case AtomicLoad:
      case AtomicStore:
      case AtomicRmw:
      case PlainRead:
      case PlainWrite:
      case MutexTryLock:
      case MutexUnlock:
      case RwTryReadLock:
      case RwTryWriteLock:
      case RwUnlock:
      case SemTryWait:
      case SemPost:
      case CondSignal:
      case CondBroadcast:
      case BarrierArrive:
      case FutexWake:
      case Choose:
      case ProcessExit:
        return !second.cancellable;
      case AtomicCompareExchange:
        return finds_what_first_found(e, second);
      case OnceEnter:
        return takes_it(Role::Once);  // so nobody was running it
      case MutexLock:
        // So it was free: an owner locks again without a step.
        return !waits_for_change(second) && takes_it(Role::MutexAcquire);
      default:
        return false;
    }
  }

  // Nobody can begin: who knows what makes it possible.
  void plan_all(Frame& f) {
    for (const Pending& p : f.pending)
      if (p.enabled) append_outcomes(f, p, false);
  }

  static bool has_one_outcome(const Operation& op) {
    using enum OperationKind;
    if (op.cancellable) return false;
    switch (op.kind) {
      case MutexLock:
      case MutexTryLock:
      case MutexUnlock:
      case LockAll:
      case RwReadLock:
      case RwWriteLock:
      case RwTryReadLock:
      case RwTryWriteLock:
      case RwUnlock:
      case SemWait:
      case SemTryWait:
      case SemPost:
      case BarrierArrive:
      case OnceEnter:
      case AtomicLoad:
      case AtomicStore:
      case AtomicRmw:
      case AtomicCompareExchange:
      case PlainRead:
      case PlainWrite:
      case SpinWait:
      case ProcessExit:
        return true;
      default:
        return false;
    }
  }

  bool met_other_ = false;  // something that it is not made for
  WakeupTrees trees_;
  std::vector<Race> races_;   // of the path
  std::vector<Asked> asked_;  // the first asked_count_ count; the rest is kept for reuse
  std::size_t asked_count_ = 0;
  WakeupSequence v_, copy_of_v_;
  unsigned before_second_ = 0;      // so many events of v were executed before the second operation
  Footprint footprint_;             // of the last event of v, or of the pending one last asked about
  std::vector<Path::Count> clock_;  // of the last event of v; while races are noted, of what is in between
  bool failed_ = false;             // the execution ended with a bug
};

template <class M, class L>
SearchOutcome search_optimal(M& machine, const CheckOptions& options, L& listener, LiveState& live) {
  Walk<M, L> walk(machine, options, listener, live);
  {
    Optimal<M, L> optimal(walk);
    const bool covered = optimal.run();
    if (!optimal.gives_up() || walk.stopped()) return walk.outcome(covered, "optimal");
  }
  const bool covered = Dpor<M, L>(walk, true).run();
  return walk.outcome(covered, "dpor");
}

}  // namespace heddle
