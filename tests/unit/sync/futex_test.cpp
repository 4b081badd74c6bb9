#include <set>

#include "driver.h"

namespace heddle::sync {
namespace {

class FutexTest : public SyncTest {
 protected:
  Operation sleeps(ThreadId t, K kind = K::FutexWait) {
    const Effect e = run(t, kind, F);
    EXPECT_EQ(e.edge_count, 0);
    EXPECT_TRUE(e.next.has_value());
    return e.next.value_or(Operation{});
  }
  // Who is awake after each outcome of a wake-up of n.
  std::multiset<std::string> awake_after_wake(std::uint64_t n, const std::vector<std::pair<ThreadId, Operation>>& all) {
    std::multiset<std::string> sets;
    const Operation wake = op(K::FutexWake, F, n);
    const Journal::Mark mark = journal.mark();
    for (Choice choice = 0; choice < world.outcomes(T0, wake); ++choice) {
      run(T0, wake, choice);
      std::string awake;
      for (const auto& [t, sleep] : all)
        if (!world.thread(t).waiting) awake += std::to_string(t.value);
      sets.insert(awake);
      journal.undo_to(mark);
    }
    return sets;
  }
};

TEST_F(FutexTest, ASleeperNeedsAWakeUp) {
  const Operation sleep = sleeps(T1);
  EXPECT_EQ(sleep.kind, K::FutexSleep);
  EXPECT_FALSE(enabled(T1, sleep));
  EXPECT_TRUE(world.busy(id(F)));
  const Effect wake = run(T2, K::FutexWake, F, 1);
  EXPECT_EQ(wake.value, 1u);
  EXPECT_EQ(wake.edge_count, 0);
  EXPECT_EQ(run(T1, sleep).result, 0);
  EXPECT_FALSE(world.busy(id(F)));
}

TEST_F(FutexTest, AWakeUpOfNobodyDoesNothingWhateverTheAddressIs) {
  EXPECT_EQ(run(T2, K::FutexWake, F, 1).value, 0u);
  run(T1, K::MutexLock, M);
  const Effect e = run(T2, K::FutexWake, M, 1);
  EXPECT_EQ(e.misuse, Misuse::None);
  EXPECT_EQ(world.held_by(T1), std::vector{id(M)});
}

TEST_F(FutexTest, WakeOneChoosesAnyWakeAllHasNoChoice) {
  const std::vector<std::pair<ThreadId, Operation>> all = {{T1, sleeps(T1)}, {T2, sleeps(T2)}, {T3, sleeps(T3)}};
  EXPECT_EQ(awake_after_wake(1, all), (std::multiset<std::string>{"1", "2", "3"}));
  EXPECT_EQ(awake_after_wake(2, all), (std::multiset<std::string>{"12", "13", "23"}));
  EXPECT_EQ(awake_after_wake(3, all), (std::multiset<std::string>{"123"}));
  EXPECT_EQ(awake_after_wake(INT32_MAX, all), (std::multiset<std::string>{"123"}));
  EXPECT_EQ(awake_after_wake(0, all), (std::multiset<std::string>{""}));
}

TEST_F(FutexTest, TimedSleepersMayHaveGivenUp) {
  const Operation sleep = sleeps(T1, K::FutexTimedWait);
  EXPECT_TRUE(enabled(T1, sleep));
  const Journal::Mark mark = journal.mark();
  EXPECT_EQ(run(T1, sleep).result, ETIMEDOUT);
  EXPECT_FALSE(world.busy(id(F)));
  journal.undo_to(mark);

  EXPECT_EQ(run(T2, K::FutexWake, F, 1).value, 1u);
  ASSERT_EQ(world.outcomes(T1, sleep), 2);
  const Journal::Mark woken = journal.mark();
  EXPECT_EQ(run(T1, sleep, 0).result, 0);
  journal.undo_to(woken);
  EXPECT_EQ(run(T1, sleep, 1).result, ETIMEDOUT);
  journal.undo_to(mark);

  const std::vector<std::pair<ThreadId, Operation>> all = {{T1, sleep}, {T2, sleeps(T2, K::FutexTimedWait)}};
  EXPECT_EQ(awake_after_wake(1, all), (std::multiset<std::string>{"1", "2", "12"}));
  const Effect lost = run(T3, op(K::FutexWake, F, 1), 2);
  EXPECT_EQ(lost.value, 0u);
  EXPECT_EQ(run(T1, sleep).result, ETIMEDOUT);
}

TEST_F(FutexTest, SpuriousWakeUpsAreForConditionsOnly) {
  const Operation sleep = sleeps(T1), timed = sleeps(T2, K::FutexTimedWait);
  world.set_spurious(true);
  EXPECT_FALSE(enabled(T1, sleep));
  EXPECT_EQ(world.outcomes(T2, timed), 1);
  EXPECT_EQ(run(T2, timed).result, ETIMEDOUT);
}

TEST_F(FutexTest, TooManySetsToChooseFromAreAnnounced) {
  for (std::uint16_t t = 4; t < 40; ++t) {
    world.start_thread(ThreadId(t), T0);
    sleeps(ThreadId(t));
  }
  const Operation wake = op(K::FutexWake, F, 18);
  EXPECT_EQ(world.outcomes(T0, wake), 65534);
  const Effect e = run(T0, wake, 65533);
  EXPECT_TRUE(e.incomplete);
  EXPECT_EQ(e.value, 18u);
  EXPECT_EQ(world.object(id(F)).count, 18u);
  EXPECT_FALSE(run(T0, op(K::FutexWake, F, 17), 3).incomplete);  // 18 sets
}

TEST_F(FutexTest, EverySetIsReachedOnce) {
  std::vector<std::pair<ThreadId, Operation>> all;
  for (std::uint16_t t = 4; t < 12; ++t) {
    world.start_thread(ThreadId(t), T0);
    all.emplace_back(ThreadId(t), sleeps(ThreadId(t)));
  }
  const auto sets = awake_after_wake(3, all);
  EXPECT_EQ(sets.size(), 56u);
  EXPECT_EQ(std::set<std::string>(sets.begin(), sets.end()).size(), 56u);
}

}  // namespace
}  // namespace heddle::sync
