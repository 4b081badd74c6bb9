// The table of operation kinds against lists that are written down here once more: what blocks, what changes which
// locks, what depends on everything. A new row has to find its place in them.
#include "model/operation.h"

#include <gtest/gtest.h>

#include <functional>
#include <set>
#include <string>

namespace heddle {
namespace {

using K = OperationKind;

std::set<K> kinds_that(const std::function<bool(K)>& are) {
  std::set<K> found;
  for (std::size_t k = 0; k < kOperationKinds; ++k)
    if (are(static_cast<K>(k))) found.insert(static_cast<K>(k));
  return found;
}

TEST(Operation, EveryKindHasItsOwnName) {
  std::set<std::string> names;
  for (std::size_t k = 0; k < kOperationKinds; ++k) {
    const std::string name = name_of(static_cast<K>(k));
    EXPECT_FALSE(name.empty());
    EXPECT_TRUE(names.insert(name).second) << name;
  }
}

TEST(Operation, MemoryAccesses) {
  const std::set<K> accesses = kinds_that(is_memory_access), writes = kinds_that(may_write);
  EXPECT_EQ(accesses, (std::set{K::AtomicLoad, K::AtomicStore, K::AtomicRmw, K::AtomicCompareExchange, K::PlainRead,
                                K::PlainWrite}));
  EXPECT_EQ(writes, (std::set{K::AtomicStore, K::AtomicRmw, K::AtomicCompareExchange, K::PlainWrite}));
  EXPECT_EQ(kinds_that(is_plain_access), (std::set{K::PlainRead, K::PlainWrite}));
  EXPECT_EQ(kinds_that(is_atomic_access),
            (std::set{K::AtomicLoad, K::AtomicStore, K::AtomicRmw, K::AtomicCompareExchange}));
}

TEST(Operation, WhatMayWait) {
  EXPECT_EQ(kinds_that([](K k) { return waits_of(k) != Waits::Never; }),
            (std::set{K::None, K::Join, K::MutexLock, K::LockAll, K::CondReacquire, K::RwReadLock, K::RwWriteLock,
                      K::SemWait, K::BarrierLeave, K::OnceEnter, K::FutexSleep, K::ChannelSend, K::ChannelReceive,
                      K::ChannelPoll, K::SpinWait, K::LoopCut, K::Assume}));
}

TEST(Operation, WhatMayComeBackWithoutTheLock) {
  EXPECT_EQ(kinds_that(may_give_up), (std::set{K::MutexTryLock, K::MutexTimedLock, K::RwTryReadLock, K::RwTryWriteLock,
                                               K::RwTimedReadLock, K::RwTimedWriteLock}));
}

TEST(Operation, EffectsOnLocks) {
  const auto with = [](LockEffect effect) { return kinds_that([effect](K k) { return lock_effect(k) == effect; }); };
  EXPECT_EQ(with(LockEffect::Takes), (std::set{K::MutexLock, K::MutexTryLock, K::MutexTimedLock, K::CondReacquire,
                                               K::RwWriteLock, K::RwTryWriteLock, K::RwTimedWriteLock}));
  EXPECT_EQ(with(LockEffect::TakesShared), (std::set{K::RwReadLock, K::RwTryReadLock, K::RwTimedReadLock}));
  EXPECT_EQ(with(LockEffect::TakesAll), (std::set{K::LockAll}));
  EXPECT_EQ(with(LockEffect::Releases),
            (std::set{K::MutexUnlock, K::MutexAbandon, K::CondWait, K::CondTimedWait, K::RwUnlock}));
  EXPECT_EQ(kinds_that(takes_mutex), (std::set{K::MutexLock, K::MutexTryLock, K::MutexTimedLock, K::CondReacquire}));
}

TEST(Operation, SeveralOutcomes) {
  EXPECT_EQ(
      kinds_that([](K k) { return outcomes_of(k) != Outcomes::One && !may_give_up(k); }),
      (std::set{K::CondSignal, K::CondReacquire, K::FutexWake, K::FutexSleep, K::Choose, K::AtomicSection, K::Cancel}));
}

TEST(Operation, WhatDependsOnEverything) {
  EXPECT_EQ(kinds_that([](K k) { return traits(k).reach == Reach::Everything; }),
            (std::set{K::Cancel, K::ThreadUse, K::AtomicSection, K::ProcessExit, K::ProcessCrash}));
}

// An object whose operations nothing depends on would be explored in one order only.
TEST(Operation, OperationsOnSharedObjectsHaveRoles) {
  const std::set<K> harmless = {K::MutexConsistent, K::BarrierLeave};  // by the owner; after all have arrived
  EXPECT_EQ(kinds_that([](K k) {
              const bool shared = operand_of(k) >= Operand::Mutex && operand_of(k) <= Operand::Memory;
              return shared && role_of(k) == Role::Nothing;
            }),
            harmless);
}

}  // namespace
}  // namespace heddle
