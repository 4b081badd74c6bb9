// Threads as something that others wait for: start, finish, join, detach. The happens-before edges of create and join
// connect two threads, not a thread and an object, and are made by the machine (RaceDetector::fork and join).
#include <cerrno>

#include "sync/world.h"

namespace heddle::sync {

void World::start_thread(ThreadId t, ThreadId parent, std::uint16_t rank) {
  threads_.grow_to(t.index() + 1);
  Thread& thread = threads_[t.index()];
  journal_.remember(thread);
  thread = Thread{};
  thread.status = ThreadStatus::Running;
  thread.parent = parent;
  thread.rank = rank;
}

void World::finish_thread(ThreadId t) {
  Thread& thread = threads_[t.index()];
  journal_.remember(thread);
  thread.status = ThreadStatus::Finished;
}

void World::vanish(ThreadId t) {
  if (threads_[t.index()].waiting) wake(t, Wake::Woken);
  if (threads_[t.index()].writes != kNoObject) stop_waiting_to_write(t, threads_[t.index()].writes);
  finish_thread(t);
}

// Two joins that wait at the same time are both let go when the thread ends; the second to be applied is the misuse.
void World::join(ThreadId t, const Operation& op, Effect& e) {
  if (op.object >= threads_.size() || threads_[op.object].status == ThreadStatus::Absent) {
    fail(e, ESRCH, Misuse::NoSuchThread);
    return;
  }
  Thread& target = threads_[op.object];
  if (op.object == t.index()) {
    fail(e, EDEADLK, Misuse::JoinSelf);
  } else if (target.joined) {
    fail(e, ESRCH, Misuse::JoinTwice);
  } else if (target.detached) {
    fail(e, EINVAL, Misuse::JoinDetached);
  } else {
    journal_.remember(target);
    target.joined = true;
  }
}

void World::detach(ThreadId, const Operation& op, Effect& e) {
  if (op.object >= threads_.size() || threads_[op.object].status == ThreadStatus::Absent) {
    fail(e, ESRCH, Misuse::NoSuchThread);
    return;
  }
  Thread& target = threads_[op.object];
  if (target.joined || target.detached) {
    fail(e, EINVAL, Misuse::DetachTwice);
    return;
  }
  journal_.remember(target);
  target.detached = true;
}

}  // namespace heddle::sync
