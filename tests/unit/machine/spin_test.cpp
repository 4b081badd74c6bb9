// Rounds of loops: which of them are a wait, for what, and what wakes the thread.
#include "machine/spin.h"

#include "program.h"

namespace heddle::test {
namespace {

class SpinTest : public MachineTest {
 protected:
  // Steps a thread until it waits for a change or cannot go on otherwise; at most so often.
  bool comes_to_wait(unsigned n, int most = 20) {
    while (most-- > 0 && can(n)) step(n);
    return pending(n) != nullptr && !can(n) && pending(n)->operation.kind == OperationKind::SpinWait;
  }
  std::vector<std::pair<Address, std::uint32_t>> waits_for(unsigned n) const {
    const auto set = machine->byte_set(pending(n)->operation.argument);
    return {set.begin(), set.end()};
  }
  static Address address(const std::uint32_t& word) { return reinterpret_cast<Address>(&word); }
};

void* until_flag(void*) {
  while (load(globals.flag) == 0) heddle_back_edge(kLoop);
  return nullptr;
}
void* sets_other_then_flag(void*) {
  store(globals.other, 1);
  store(globals.flag, 0);  // no change
  store(globals.flag, 1);
  return nullptr;
}
int waits_for_flag(int, char**, char**) {
  create(0, until_flag);
  create(1, sets_other_then_flag);
  join(0);
  join(1);
  return 0;
}

TEST_F(SpinTest, ARoundThatChangesNothingWaitsForWhatItRead) {
  start(waits_for_flag);
  ASSERT_TRUE(comes_to_wait(1));
  EXPECT_EQ(waits_for(1), (std::vector<std::pair<Address, std::uint32_t>>{{address(globals.flag), 4}}));
  step(2);  // another variable
  EXPECT_FALSE(can(1));
  step(2);  // the same value
  EXPECT_FALSE(can(1));
  step(2);
  EXPECT_TRUE(can(1));
  EXPECT_EQ(finish(), Status::Finished);
}

TEST_F(SpinTest, ARestoreBringsTheWaitBack) {
  start(waits_for_flag);
  ASSERT_TRUE(comes_to_wait(1));
  const auto waiting = machine->make_saved_state();
  machine->save(*waiting);
  for (int i = 0; i < 3; ++i) {
    step(2), step(2), step(2);
    EXPECT_TRUE(can(1));
    EXPECT_EQ(finish(), Status::Finished);
    machine->restore(*waiting);
    EXPECT_FALSE(can(1));
    EXPECT_EQ(pending(1)->operation.kind, OperationKind::SpinWait);
  }
}

void* there_and_back(void*) {
  store(globals.flag, 0);
  store(globals.flag, 7);
  store(globals.flag, 0);
  store(globals.flag, 1);
  return nullptr;
}
void* until_flag_is_one(void*) {
  while (load(globals.flag) != 1) heddle_back_edge(kLoop);
  return nullptr;
}
int change_and_change_back(int, char**, char**) {
  create(0, until_flag_is_one);
  create(1, there_and_back);
  join(0);
  join(1);
  return 0;
}

// By value: the thread would only have gone round once more.
TEST_F(SpinTest, AChangeThatIsUndoneIsNone) {
  start(change_and_change_back);
  ASSERT_TRUE(comes_to_wait(1));
  step(2);
  EXPECT_FALSE(can(1));
  step(2);
  EXPECT_TRUE(can(1));
  step(2);
  EXPECT_FALSE(can(1));
  step(2);
  EXPECT_TRUE(can(1));
}

void* counts_its_rounds(void*) {
  while (load(globals.flag) == 0) {
    heddle_write4(&globals.other, 0);
    globals.other++;
    heddle_back_edge(kLoop);
  }
  return nullptr;
}
int a_loop_that_counts(int, char**, char**) {
  create(0, counts_its_rounds);
  create(1, sets_other_then_flag);
  join(0);
  join(1);
  return 0;
}

TEST_F(SpinTest, ARoundThatChangesSomethingIsNoWait) {
  start(a_loop_that_counts);
  for (int i = 0; i < 10; ++i) {
    ASSERT_TRUE(can(1));
    step(1);
    EXPECT_NE(pending(1)->operation.kind, OperationKind::SpinWait);
  }
  EXPECT_GT(globals.other, 5u);
}

// `lock; look; unlock; again`: what it saw counts, not that it had the mutex, and it waits where it does not hold it.
void* looks_under_a_mutex(void*) {
  for (;;) {
    lock(globals.a);
    heddle_read4(&globals.other, 0);
    const bool there = globals.other != 0;
    unlock(globals.a);
    if (there) return nullptr;
    heddle_back_edge(kLoop);
  }
}
void* writes_under_a_mutex(void*) {
  lock(globals.a);
  heddle_write4(&globals.other, 0);
  globals.other = 1;
  unlock(globals.a);
  return nullptr;
}
int polling(int, char**, char**) {
  create(0, looks_under_a_mutex);
  create(1, writes_under_a_mutex);
  join(0);
  join(1);
  return 0;
}

TEST_F(SpinTest, PollingUnderAMutexWaitsWithoutIt) {
  start(polling);
  for (int i = 0; i < 20 && can(1); ++i) step(1);
  EXPECT_FALSE(can(1));
  ASSERT_TRUE(can(2));  // so the mutex is free
  while (can(2)) step(2);
  EXPECT_TRUE(can(1));
  EXPECT_EQ(finish(), Status::Finished);
}

TEST(ByteSets, EqualSetsHaveOneNumber) {
  ByteSets sets;
  const auto one = sets.intern({{0x1000, 4}, {0x2000, 8}}), other = sets.intern({{0x1000, 4}});
  EXPECT_NE(one, other);
  EXPECT_EQ(sets.intern({{0x1000, 4}, {0x2000, 8}}), one);
  ASSERT_EQ(sets[one].size(), 2u);
  EXPECT_EQ(sets[one][1].first, 0x2000u);
}

}  // namespace
}  // namespace heddle::test
