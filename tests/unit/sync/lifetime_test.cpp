// Names, kinds and the end of storage.
#include <array>

#include "driver.h"

namespace heddle::sync {
namespace {

class LifetimeTest : public SyncTest {
 protected:
  std::vector<ObjectId> forget(Address begin, std::uint64_t size) {
    std::vector<ObjectId> gone;
    world.forget_range(begin, size, [&](ObjectId o) { gone.push_back(o); });
    return gone;
  }
};

TEST_F(LifetimeTest, NamesAreDenseAndSurviveABacktrack) {
  const Journal::Mark mark = journal.mark();
  const ObjectId m = id(M), c = id(C);
  EXPECT_EQ(m, ObjectId(0));
  EXPECT_EQ(c, ObjectId(World::kParts));
  EXPECT_EQ(world.address_of(c), C);
  EXPECT_EQ(world.address_of(World::second_part(c)), C);
  journal.undo_to(mark);
  EXPECT_EQ(id(C), c);
  EXPECT_EQ(id(M), m);
}

TEST_F(LifetimeTest, ARangeForgetsWhatBeginsInIt) {
  run(T1, K::MutexLock, M);
  run(T1, K::MutexLock, M2);
  EXPECT_TRUE(forget(M + 1, M2 - M - 1).empty());
  EXPECT_TRUE(forget(M2, 0).empty());
  bool was_busy = false;
  world.forget_range(M, 1, [&](ObjectId o) { was_busy = world.busy(o); });
  EXPECT_TRUE(was_busy);
  EXPECT_FALSE(world.busy(id(M)));
  EXPECT_EQ(world.held_by(T1), std::vector{id(M2)});
  EXPECT_EQ(run(T2, K::MutexLock, M).result, 0);
  EXPECT_EQ(forget(0, ~std::uint64_t{0}), (std::vector{id(M), id(M2)}));
  EXPECT_TRUE(world.held_by(T1).empty());
}

TEST_F(LifetimeTest, ARangeFindsEveryObjectAmongMany) {
  constexpr unsigned kObjects = 2000;
  for (unsigned i = 0; i < kObjects; ++i) world.object_at(0x10'0000 + i * 24);
  unsigned found = 0;
  for (Address a = 0x10'0000; a < 0x10'0000 + kObjects * 24; a += 8) {
    const auto gone = forget(a, 8);
    EXPECT_EQ(gone.size(), (a - 0x10'0000) % 24 == 0 ? 1u : 0u);
    found += gone.size();
  }
  EXPECT_EQ(found, kObjects);
  EXPECT_EQ(forget(0x10'0000, kObjects * 24).size(), kObjects);
}

TEST_F(LifetimeTest, AForgottenRwLockHasTwoParts) {
  run(T1, K::RwReadLock, RW);
  run(T2, K::RwReadLock, RW);
  EXPECT_EQ(forget(RW, 8), (std::vector{id(RW), World::second_part(id(RW))}));
  EXPECT_TRUE(world.held_by(T1).empty());
  EXPECT_EQ(run(T3, K::RwWriteLock, RW).result, 0);
}

TEST_F(LifetimeTest, WaitersOfAForgottenConditionAreNotThoseOfTheNext) {
  const Operation stale = waits(T1, C, M, K::CondTimedWait), stuck = waits(T2, C, M);
  forget(C, 48);
  EXPECT_EQ(world.outcomes(T0, op(K::CondSignal, C)), 1);
  run(T0, K::CondBroadcast, C);
  EXPECT_FALSE(enabled(T2, stuck));
  EXPECT_EQ(run(T1, stale).result, ETIMEDOUT);
  EXPECT_EQ(world.object(id(C)).count, 0u);
}

TEST_F(LifetimeTest, DestroyedMemoryMayBecomeSomethingElse) {
  run(T1, K::CondDestroy, C);
  EXPECT_EQ(run(T1, K::CondSignal, C).misuse, Misuse::UsedAfterDestroy);
  const Effect e = run(T1, K::MutexLock, C);
  EXPECT_EQ(e.misuse, Misuse::None);
  EXPECT_TRUE(e.forgets);
}

TEST_F(LifetimeTest, AnObjectIsOneKindAsLongAsItLives) {
  run(T1, K::MutexLock, M);
  EXPECT_EQ(run(T2, K::CondSignal, M).misuse, Misuse::WrongKind);
  EXPECT_EQ(run(T2, K::FutexWait, M).misuse, Misuse::WrongKind);
  EXPECT_EQ(run(T2, K::SemInit, M, 1).misuse, Misuse::InitialisedWhileBusy);
  run(T1, K::MutexUnlock, M);
  for (const K kind : {K::CondSignal, K::RwReadLock, K::SemPost, K::BarrierArrive, K::RwDestroy})
    EXPECT_EQ(run(T2, kind, M).misuse, Misuse::WrongKind);
  forget(M, 1);
  EXPECT_EQ(run(T2, K::CondSignal, M).misuse, Misuse::None);
  run(T2, K::CondDestroy, M);
  EXPECT_EQ(run(T2, K::SemPost, M).misuse, Misuse::NotInitialised);
  EXPECT_EQ(run(T2, K::RwReadLock, M).misuse, Misuse::None);
}

TEST_F(LifetimeTest, AFutexThatNobodyWaitsForGivesWay) {
  run(T1, K::FutexWake, F, 1);
  const Effect e = run(T2, K::MutexLock, F);
  EXPECT_EQ(e.misuse, Misuse::None);
}

TEST_F(LifetimeTest, ASpinLockIsNoMutex) {
  EXPECT_EQ(run(T1, K::MutexLock, M, kSpin).misuse, Misuse::NotInitialised);
  run(T1, K::MutexInit, M, kSpin);
  run(T1, K::MutexLock, M, kSpin);
  run(T1, K::MutexUnlock, M, kSpin);
  EXPECT_EQ(run(T2, K::MutexLock, M).misuse, Misuse::WrongKind);
  EXPECT_EQ(run(T2, K::MutexDestroy, M).misuse, Misuse::WrongKind);
  EXPECT_EQ(run(T2, K::MutexDestroy, M, kSpin).misuse, Misuse::None);
}

TEST_F(LifetimeTest, TheFirstUseOfAFreshObjectForgetsNothing) {
  EXPECT_FALSE(run(T1, K::MutexLock, M).forgets);
  EXPECT_FALSE(run(T1, K::FutexWait, F).forgets);
}

TEST_F(LifetimeTest, EveryMisuseHasItsOwnDescription) {
  std::vector<std::string> seen;
  for (int m = 0; m <= static_cast<int>(Misuse::OnceNotRunning); ++m) {
    const std::string text = describe(static_cast<Misuse>(m));
    EXPECT_NE(text, "unknown misuse");
    for (const std::string& other : seen) EXPECT_NE(text, other);
    seen.push_back(text);
  }
}

TEST_F(LifetimeTest, OperationsOfOthersAreEnabledAndDoNothing) {
  Operation choose;
  choose.kind = K::Choose;
  choose.argument = 5;
  EXPECT_EQ(world.outcomes(T1, choose), 5);
  for (const K kind : {K::AtomicLoad, K::AtomicRmw, K::Fence, K::PlainWrite, K::Yield, K::ProcessExit, K::ThreadExit}) {
    const Effect e = run(T1, kind, F);
    EXPECT_EQ(e.edge_count, 0);
    EXPECT_EQ(e.misuse, Misuse::None);
  }
}

TEST_F(LifetimeTest, EdgesOfAtomics) {
  Operation o = op(K::AtomicCompareExchange, F);
  o.order = MemoryOrder::AcquireRelease;
  o.failure_order = MemoryOrder::Relaxed;
  EXPECT_EQ(atomic_edge(o, true), (Edge{EdgeKind::AtomicRmw, MemoryOrder::AcquireRelease, id(F)}));
  EXPECT_EQ(atomic_edge(o, false), (Edge{EdgeKind::AtomicLoad, MemoryOrder::Relaxed, id(F)}));
  o.kind = K::AtomicStore;
  EXPECT_EQ(atomic_edge(o, true).kind, EdgeKind::AtomicStore);
  o.kind = K::Fence;
  EXPECT_EQ(atomic_edge(o, false).kind, EdgeKind::Fence);
}

}  // namespace
}  // namespace heddle::sync
