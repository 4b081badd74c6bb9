// The table of lock sets. See lock_sets.h.
#include "detect/lock_sets.h"

#include <algorithm>
#include <iterator>

namespace heddle::detect {

namespace {
constexpr std::uint64_t key(std::uint32_t a, std::uint32_t b) { return std::uint64_t{a} << 32 | b; }

std::uint64_t hash(const std::vector<LockSets::Lock>& locks) {
  std::uint64_t h = 1469598103934665603U;
  for (const LockSets::Lock lock : locks) h = (h ^ lock) * 1099511628211U;
  return h;
}
}  // namespace

LockSets::LockSets() {
  sets_.emplace_back();  // stands for all locks
  intern({});
}

LockSet LockSets::intern(std::vector<Lock> locks) {
  std::vector<LockSet>& same_hash = by_hash_[hash(locks)];
  for (const LockSet set : same_hash)
    if (sets_[set] == locks) return set;
  same_hash.push_back(static_cast<LockSet>(sets_.size()));
  sets_.push_back(std::move(locks));
  return same_hash.back();
}

LockSets::Lock LockSets::lock(ObjectId object, std::uint32_t life) {
  const auto [found, fresh] = lock_ids_.try_emplace(key(object.value, life), static_cast<Lock>(locks_.size()));
  if (fresh) locks_.push_back(object);
  return found->second;
}

LockSet LockSets::intersect(LockSet a, LockSet b) {
  if (a == b || b == kEveryLock) return a;
  if (a == kEveryLock) return b;
  if (a > b) std::swap(a, b);
  if (a == kNoLock) return a;
  const auto [found, fresh] = intersections_.try_emplace(key(a, b), 0U);
  if (!fresh) return found->second;
  std::vector<Lock> common;
  std::set_intersection(sets_[a].begin(), sets_[a].end(), sets_[b].begin(), sets_[b].end(), std::back_inserter(common));
  return found.value() = intern(std::move(common));
}

LockSet LockSets::with(LockSet set, Lock lock) {
  const auto [found, fresh] = larger_.try_emplace(key(set, lock), 0U);
  if (!fresh) return found->second;
  std::vector<Lock> locks = sets_[set];
  const auto place = std::lower_bound(locks.begin(), locks.end(), lock);
  if (place == locks.end() || *place != lock) locks.insert(place, lock);
  return found.value() = intern(std::move(locks));
}

LockSet LockSets::without(LockSet set, Lock lock) {
  const auto [found, fresh] = smaller_.try_emplace(key(set, lock), 0U);
  if (!fresh) return found->second;
  std::vector<Lock> locks = sets_[set];
  std::erase(locks, lock);
  return found.value() = intern(std::move(locks));
}

// ---- who holds what ----

void HeldLocks::order(ThreadId t, const Edge& edge) {
  const Hold hold = hold_of(edge);
  if (hold == Hold::None) return;
  const ObjectId object = lock_of(edge);
  Held& held = of(t);
  journal_.remember(held);
  if (hold == Hold::Ends || hold == Hold::EndsShared) {
    const bool same = held.all == held.exclusive;
    held.all = drop(held.all, object);
    held.exclusive = same ? held.all : drop(held.exclusive, object);
    return;
  }
  const LockSets::Lock lock = sets_.lock(object, life_of(object));
  const bool same = held.all == held.exclusive;
  held.all = sets_.with(held.all, lock);
  if (hold == Hold::Exclusive) held.exclusive = same ? held.all : sets_.with(held.exclusive, lock);
}

// The lock may have been taken in another life of its object.
LockSet HeldLocks::drop(LockSet set, ObjectId object) {
  for (const LockSets::Lock lock : sets_.members(set))
    if (sets_.object_of(lock) == object) return sets_.without(set, lock);
  return set;
}

void HeldLocks::forget(ObjectId object) {
  std::uint32_t& life = life_of(object);
  journal_.remember(life);
  ++life;
}

std::vector<ObjectId> HeldLocks::names(LockSet set) const {
  std::vector<ObjectId> names;
  for (const LockSets::Lock lock : sets_.members(set)) names.push_back(sets_.object_of(lock));
  return names;
}

}  // namespace heddle::detect
