// Sets of locks, each kept once (Savage et al. 1997, section 3.2), and who holds which.
//
// A lock is an object in one of its lives: after an init, a destroy or the end of its storage it is another lock, so
// that an old set never matches a new mutex in the same place. A set is an index into a table that only grows and whose
// growth nobody can observe, so it is not journalled; intersections and single changes are looked up the second time.
//
// A write is protected only by locks held in exclusive mode, a read by any (section 2.3).
#pragma once
#include <tsl/robin_map.h>

#include <cstdint>
#include <vector>

#include "model/ids.h"
#include "support/journal.h"
#include "support/stable_pool.h"
#include "sync/edge.h"

namespace heddle::detect {

using LockSet = std::uint32_t;
inline constexpr LockSet kEveryLock = 0;
inline constexpr LockSet kNoLock = 1;

class LockSets {
 public:
  using Lock = std::uint32_t;

  LockSets();
  LockSet intersect(LockSet, LockSet);
  LockSet with(LockSet, Lock);
  LockSet without(LockSet, Lock);
  const std::vector<Lock>& members(LockSet set) const { return sets_[set]; }  // not of kEveryLock

  Lock lock(ObjectId object, std::uint32_t life);
  ObjectId object_of(Lock lock) const { return locks_[lock]; }
  std::size_t size() const { return sets_.size(); }

 private:
  LockSet intern(std::vector<Lock>);
  // Keys are pairs of small numbers: without mixing they would all fall into a few places of the table.
  struct Hash {
    std::size_t operator()(std::uint64_t key) const {
      const std::uint64_t mixed = key * 0x9e3779b97f4a7c15u;
      return mixed ^ mixed >> 32;
    }
  };
  using Memo = tsl::robin_map<std::uint64_t, std::uint32_t, Hash>;

  std::vector<std::vector<Lock>> sets_;  // sorted
  tsl::robin_map<std::uint64_t, std::vector<LockSet>> by_hash_;
  std::vector<ObjectId> locks_;
  Memo lock_ids_, intersections_, larger_, smaller_;
};

class HeldLocks {
 public:
  explicit HeldLocks(Journal& journal) : journal_(journal) {}

  void order(ThreadId, const Edge&);
  void forget(ObjectId);

  // What protects a read / a write that t makes now.
  LockSet protecting(ThreadId t, bool write) {
    const Held& held = of(t);
    return write ? held.exclusive : held.all;
  }
  LockSet intersect(LockSet a, LockSet b) { return sets_.intersect(a, b); }
  std::vector<ObjectId> names(LockSet) const;
  std::size_t distinct_sets() const { return sets_.size(); }

 private:
  struct Held {
    LockSet all = kNoLock, exclusive = kNoLock;
  };
  Held& of(ThreadId t) {
    if (t.index() >= threads_.size()) threads_.grow_to(t.index() + 1);
    return threads_[t.index()];
  }
  std::uint32_t& life_of(ObjectId o) {
    if (o.index() >= lives_.size()) lives_.grow_to(o.index() + 1);
    return lives_[o.index()];
  }
  LockSet drop(LockSet, ObjectId);

  Journal& journal_;
  LockSets sets_;
  StablePool<Held> threads_;               // journalled
  StablePool<std::uint32_t, 1024> lives_;  // of each object; journalled
};

}  // namespace heddle::detect
