// Vector clocks of threads and synchronisation objects, and what each operation does to them: happens-before by the
// C++20 rules ([intro.races], [atomics.fences]) over a sequentially consistent interleaving.
//
//   thread t has   now      everything that happened before its next action
//                  fence    its past at its last release fence: what its relaxed stores publish
//                  pending  what its relaxed loads have read of others' releases: an acquire fence makes it count
//   object o has   one clock, what an acquire of its present value learns. For an atomic that is the union over the
//   release
//                  sequences which its last write belongs to; a plain store starts anew, a read-modify-write goes on.
//
// An operation that publishes a thread's past ticks the thread's own component afterwards, so that what comes later is
// not covered. Storage is a journalled bump allocator: arrays double when they must and then stay.
#pragma once
#include <cstdint>

#include "detect/lockset_watch.h"
#include "detect/mapping.h"
#include "detect/shadow_word.h"
#include "model/ids.h"
#include "support/journal.h"
#include "support/stable_pool.h"
#include "sync/edge.h"

namespace heddle::detect {

// Components beyond `length` are zero. invariant: length <= capacity.
struct Clock {
  std::uint32_t* at = nullptr;
  std::uint32_t length = 0;
  std::uint32_t capacity = 0;

  std::uint32_t operator[](unsigned thread) const { return thread < length ? at[thread] : 0; }
};

struct ThreadClocks {
  Clock now;
  Clock fence;
  Clock pending;
};

class Clocks {
 public:
  explicit Clocks(Journal& journal, std::uint32_t largest = kMaxClock);

  // A thread's past; makes it up (own component 1) at the first use.
  const Clock& now(ThreadId t) { return thread(t).now; }
  std::uint32_t own(ThreadId t) { return thread(t).now[t.value]; }

  void fork(ThreadId parent, ThreadId child);
  void join(ThreadId joiner, ThreadId finished);
  void order(ThreadId, const Edge&);
  void forget(ObjectId);
  void copy(ObjectId from, ObjectId to);
  // What t does from now on is told apart from what it did before, though nobody has learnt of that.
  void tick(ThreadId);

  // ---- knowledge_gather.h ----
  using Knower = Clock;
  static constexpr std::uint64_t key(unsigned thread, std::uint32_t clock) {
    return std::uint64_t{thread} << 32 | clock;
  }
  template <class F>
  void each_knower(F f) const {
    const auto tell = [&](Member::Kind kind, std::size_t index, const Clock& clock) {
      if (clock.length != 0) f(Member{kind, static_cast<std::uint32_t>(index)}, clock);
    };
    for (std::size_t t = 0; t < threads_.size(); ++t) tell(Member::Kind::Thread, t, threads_[t].now);
    for (std::size_t t = 0; t < threads_.size(); ++t) tell(Member::Kind::Fence, t, threads_[t].fence);
    for (std::size_t t = 0; t < threads_.size(); ++t) tell(Member::Kind::Pending, t, threads_[t].pending);
    for (std::size_t o = 0; o < objects_.size(); ++o) tell(Member::Kind::Object, o, objects_[o]);
  }
  static bool covers(const Clock& clock, std::uint64_t key) {
    return static_cast<std::uint32_t>(key) <= clock[static_cast<unsigned>(key >> 32)];
  }

  // A message if a counter was too small for this program, else nullptr.
  const char* overflowed() const { return overflowed_; }

 private:
  ThreadClocks& thread(ThreadId);
  Clock& object(ObjectId);

  void atomic_load(ThreadClocks&, const Clock& object, MemoryOrder);
  void fence(ThreadId, ThreadClocks&, MemoryOrder);

  void join(Clock& into, const Clock& from);
  void assign(Clock& to, const Clock& from);
  void clear(Clock&);
  // Room for `length` components; the contents are kept if asked for.
  void reserve(Clock&, std::uint32_t length, bool keep);

  Journal& journal_;
  const std::uint32_t largest_;  // component
  Mapping space_;
  std::uint64_t used_ = 0;  // components of space_; journalled
  StablePool<ThreadClocks> threads_;
  StablePool<Clock, 1024> objects_;
  const char* overflowed_ = nullptr;
};

}  // namespace heddle::detect
