// How many bytes of the program's memory the object of an operation has: all of them are its own, and none of them is
// anybody else's business while it is used. C11's and C++'s objects are POSIX's.
#pragma once
#include <pthread.h>
#include <semaphore.h>
#include <threads.h>

#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <shared_mutex>

#include "sync/world.h"

namespace heddle {

inline constexpr std::uint32_t kObjectWord = 4;  // what shows its state: a lock is held, a semaphore has a count

static_assert(sizeof(mtx_t) == sizeof(pthread_mutex_t) && sizeof(std::mutex) == sizeof(pthread_mutex_t));
static_assert(sizeof(cnd_t) == sizeof(pthread_cond_t) && sizeof(std::condition_variable) == sizeof(pthread_cond_t));
static_assert(sizeof(std::shared_mutex) == sizeof(pthread_rwlock_t) && sizeof(pthread_spinlock_t) == kObjectWord);

// Zero: it has no object in memory.
inline std::uint32_t extent_of_object(const Operation& op) {
  switch (sync::kind_used_by(op.kind)) {
    case sync::ObjectKind::Mutex:
      return (op.argument & sync::kSpin) != 0 ? kObjectWord : sizeof(pthread_mutex_t);
    case sync::ObjectKind::Condition:
      return sizeof(pthread_cond_t);
    case sync::ObjectKind::RwLock:
      return sizeof(pthread_rwlock_t);
    case sync::ObjectKind::Semaphore:
      return sizeof(sem_t);
    case sync::ObjectKind::Barrier:
      return sizeof(pthread_barrier_t);
    case sync::ObjectKind::Once:
    case sync::ObjectKind::Futex:
      return kObjectWord;
    case sync::ObjectKind::None:
    case sync::ObjectKind::Destroyed:
      break;
  }
  return 0;
}

}  // namespace heddle
