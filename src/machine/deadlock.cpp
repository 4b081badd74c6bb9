// Who waits for whom. Two ways to be stuck: nobody at all can go on, or some threads wait for each other in a circle
// while others still run. The second is looked for among the threads that ran in this step: a circle closes when its
// last member starts to wait.
//
// Waits that count for a circle are those that only one particular thread can end: for the owner of a mutex, the writer
// (or every reader) of a rwlock, a thread to be joined, the runner of a once. A wait for a condition or semaphore may be
// ended by anyone, and so may one where the thread can be cancelled, while somebody is left to do that.
#include <algorithm>

#include "machine/engine.h"

namespace heddle {

void Engine::look_for_deadlock(bool someone_enabled) {
  runs_forever_ = false;
  if (pending.empty()) return;  // cannot be: the last thread to end ends the process
  std::vector<ThreadId>& cycle = wait_path_;
  cycle.clear();
  if (wants(BugKind::Deadlock))
    for (ThreadId t : ran_)
      if (waits_in_a_cycle(t, t, cycle, someone_enabled)) break;
  if (someone_enabled && cycle.empty()) return;
  if (!someone_enabled && cycle.empty()) wait_after_all();
  // Whoever waits may wait for the thread that was thought away, or would be let go by a further round of a loop; then
  // it was let go by an earlier one, in another execution. So would one that found a free lock held, and did not.
  if (cycle.empty() && (assumption_failed() || would_be_noticed() || somebody_met_a_moment())) {
    status = Status::Stuck;
    return;
  }
  runs_forever_ = cycle.empty() && all_spin_forever();
  if (runs_forever_) {
    status = Status::Stuck;
    return;
  }
  Failure failure;
  failure.kind = BugKind::Deadlock;
  failure.thread = cycle.empty() ? pending.back().thread : cycle.front();
  const auto spins_in_vain = [&](const Pending& p) { return spins(p) && !spin_rounds_[p.thread.index()].forever; };
  if (cycle.empty() && std::any_of(pending.begin(), pending.end(), spins_in_vain)) {
    failure.kind = BugKind::Livelock;
    for (const Pending& p : pending)
      if (spins_in_vain(p)) failure.thread = p.thread;
  }
  failure.site = threads[failure.thread.index()].pending.site;
  failure.address = threads[failure.thread.index()].pending.object;
  failure.cycle = cycle;
  if (round.stop_at_step) stop_for_debugger(failure.thread, summary(failure));
  failures.push_back(std::move(failure));
  status = someone_enabled ? Status::Failed : Status::Stuck;
}

// A timed wait in vain goes round forever; one that would have to end for no reason is a wait like any other.
bool Engine::spins(const Pending& p) const {
  if (p.operation.kind == OperationKind::SpinWait) return true;
  const bool timed = p.operation.kind != OperationKind::CondReacquire || world.thread(p.thread).timed;
  return timed && waits_for_change(p.operation) && world.enabled(p.thread, p.operation);
}

// Of a state in which nobody can go on: threads go round loops that have no exit, as they are meant to, and no other
// spins. What counts is the loop that a thread goes round: one further out that has no exit does not help it.
bool Engine::all_spin_forever() const {
  bool spinning = false;
  for (const Pending& p : pending) {
    if (!spins(p)) continue;
    if (!spin_rounds_[p.thread.index()].forever) return false;
    spinning = true;
  }
  return spinning;
}

// The running thread has come round a loop that has no exit.
void Engine::comes_round() {
  SpinRound& round = spin_rounds_[current.index()];
  if (round.loop) round.forever = round.inside.forever = true;
  if (came_round_.empty() || came_round_.back() != current) came_round_.push_back(current);
}

// Depth first along "cannot go on without"; `path` is the way to `at`, and the circle if there is one.
bool Engine::waits_in_a_cycle(ThreadId from, ThreadId at, std::vector<ThreadId>& path, bool someone_enabled) {
  const ThreadRecord& record = threads[at.index()];
  if (!record.live || record.pending.kind == OperationKind::None || enabled(at, record.pending)) return false;
  if (someone_enabled && record.pending.cancellable && !record.cancellation.disabled) return false;
  const auto only = world.provider(at, record.pending);  // the usual case, without a list
  if (only && *only != from && (!threads[only->index()].live || enabled(*only, threads[only->index()].pending))) return false;
  std::vector<ThreadId> next;
  world.needed(at, record.pending, next);
  each_missing_lock(at, record.pending, [&](const Operation& lock) { world.needed(at, lock, next); });
  path.push_back(at);
  for (ThreadId n : next) {
    if (n == from) return true;
    if (std::find(path.begin(), path.end(), n) == path.end() && waits_in_a_cycle(from, n, path, someone_enabled)) return true;
  }
  path.pop_back();
  return false;
}

}  // namespace heddle
