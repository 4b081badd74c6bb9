// Ways to use a synchronisation object that POSIX and C++ leave undefined, or that can only be mistakes.
#pragma once
#include <cstdint>

namespace heddle::sync {

enum class Misuse : std::uint8_t {
  None,
  UnlockNotOwned,      // unlock of a mutex or rwlock that the thread does not hold
  RelockOwned,         // a plain mutex (or rwlock) locked again by its owner: it would wait for itself
  WaitWithoutMutex,    // condition wait without holding the mutex
  WaitWithOtherMutex,  // two threads wait on one condition with different mutexes
  UsedAfterDestroy,
  NotInitialised,        // by nobody: what lies there is no static initialiser, or there is none for its kind
  DestroyedWhileLocked,  // or with waiters
  InitialisedWhileBusy,  // init of an object that is locked, waited for or running
  WrongKind,             // one object used as two things at once
  JoinSelf,
  JoinTwice,  // joined by another thread already (or twice at once)
  JoinDetached,
  DetachTwice,     // or detach of a joined thread
  NoSuchThread,    // join or detach of something that is no thread
  GoneThread,      // use of the handle of a thread that was joined, or that was detached and has ended
  SharedTwice,     // std::shared_mutex::lock_shared by a thread that has it
  OnceNotRunning,  // end of a one-time initialisation that this thread does not run
};

// A phrase for a report: "unlock of a lock that this thread does not hold".
const char* describe(Misuse);

}  // namespace heddle::sync
