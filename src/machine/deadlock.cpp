// Who waits for whom. Two ways to be stuck: nobody at all can go on, or some threads wait for each other in a circle
// while others still run. The second is looked for among the threads that ran in this step: a circle closes when its
// last member starts to wait.
//
// Waits that count for a circle are those that only one particular thread can end: for the owner of a mutex, the writer
// (or every reader) of a rwlock, a thread to be joined, the runner of a once. A wait for a condition or semaphore may be
// ended by anyone.
#include <algorithm>

#include "machine/engine.h"

namespace heddle {

void Engine::look_for_deadlock(bool someone_enabled) {
  if (pending.empty()) return;  // cannot be: the last thread to end ends the process
  std::vector<ThreadId> cycle;
  if (wants(BugKind::Deadlock))
    for (ThreadId t : ran_)
      if (threads[t.index()].live && !enabled(t, threads[t.index()].pending) && waits_in_a_cycle(t, cycle)) break;
  if (someone_enabled && cycle.empty()) return;
  Failure failure;
  failure.kind = BugKind::Deadlock;
  failure.thread = cycle.empty() ? pending.back().thread : cycle.front();
  const bool spinning = std::any_of(pending.begin(), pending.end(), [](const Pending& p) { return p.operation.kind == OperationKind::SpinWait; });
  if (cycle.empty() && spinning) {
    failure.kind = BugKind::Livelock;
    for (const Pending& p : pending)
      if (p.operation.kind == OperationKind::SpinWait) failure.thread = p.thread;
  }
  failure.site = threads[failure.thread.index()].pending.site;
  failure.address = threads[failure.thread.index()].pending.object;
  failure.cycle = std::move(cycle);
  failures.push_back(std::move(failure));
  status = someone_enabled ? Status::Failed : Status::Stuck;
}

// Follows the waits from one thread back to itself.
bool Engine::waits_in_a_cycle(ThreadId from, std::vector<ThreadId>& cycle) {
  std::vector<ThreadId> path{from};
  for (ThreadId at = from;;) {
    const Operation& op = threads[at.index()].pending;
    if (!threads[at.index()].live || op.kind == OperationKind::None || enabled(at, op)) return false;
    const auto next = world.provider(at, op);
    if (!next) return false;
    if (*next == from) {
      cycle = std::move(path);
      return true;
    }
    if (std::find(path.begin(), path.end(), *next) != path.end()) return false;
    path.push_back(*next);
    at = *next;
  }
}

}  // namespace heddle
