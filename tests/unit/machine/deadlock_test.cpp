// Who waits for whom: circles are found while others still run, and only where nobody else can end a wait.
#include <errno.h>

#include "program.h"

namespace heddle::test {
namespace {

class DeadlockTest : public MachineTest {
 protected:
  // The threads of the circle that was found, or nothing.
  std::vector<unsigned> cycle() const {
    std::vector<unsigned> list;
    if (machine->failures().empty()) return list;
    for (const ThreadId t : machine->failures().front().cycle) list.push_back(t.value);
    return list;
  }
  std::vector<BugKind> found() const {
    std::vector<BugKind> kinds;
    for (const Failure& failure : machine->failures()) kinds.push_back(failure.kind);
    return kinds;
  }
  const std::vector<BugKind> deadlock{BugKind::Deadlock}, livelock{BugKind::Livelock}, none;
};

void* a_then_b(void*) {
  lock(globals.a);
  lock(globals.b);
  unlock(globals.b);
  unlock(globals.a);
  return nullptr;
}
void* b_then_a(void*) {
  lock(globals.b);
  lock(globals.a);
  unlock(globals.a);
  unlock(globals.b);
  return nullptr;
}
void* on_its_own(void*) {
  for (int i = 0; i < 3; ++i) store(globals.flag, 1);
  return nullptr;
}

int opposite_orders(int, char**, char**) {
  create(0, a_then_b);
  create(1, b_then_a);
  create(2, on_its_own);
  join(0);
  join(1);
  join(2);
  return 0;
}

TEST_F(DeadlockTest, ACircleIsFoundWhileAnotherThreadCanGoOn) {
  start(opposite_orders);
  EXPECT_EQ(step(1), Status::Running);
  EXPECT_EQ(step(2), Status::Failed);
  EXPECT_EQ(found(), deadlock);
  EXPECT_EQ(cycle(), (std::vector{2u, 1u}));
  EXPECT_FALSE(can(1));
  EXPECT_FALSE(can(2));
  EXPECT_TRUE(can(3));
}

TEST_F(DeadlockTest, NoCircleOnAPathWithoutOne) {
  start(opposite_orders);
  EXPECT_EQ(finish(), Status::Finished);
  EXPECT_EQ(found(), none);
}

TEST_F(DeadlockTest, ARestoreTakesTheCircleBack) {
  start(opposite_orders);
  step(1);
  const auto before = machine->make_saved_state();
  machine->save(*before);
  EXPECT_EQ(step(2), Status::Failed);
  machine->restore(*before);
  EXPECT_EQ(machine->status(), Status::Running);
  EXPECT_EQ(found(), none);
  EXPECT_EQ(step(1), Status::Running);
  EXPECT_EQ(finish(), Status::Finished);
}

void* takes_a_and_ends(void*) {
  lock(globals.a);
  return nullptr;
}
int owner_is_gone(int, char**, char**) {
  create(0, takes_a_and_ends);
  join(0);
  create(1, a_then_b);
  join(1);
  return 0;
}

// No circle: the owner will never come. Nobody is left, and that is a deadlock too.
TEST_F(DeadlockTest, NobodyCanGoOn) {
  start(owner_is_gone);
  EXPECT_EQ(finish(), Status::Stuck);
  EXPECT_EQ(found(), deadlock);
  EXPECT_TRUE(cycle().empty());
}

void* joins_second(void*) {
  while (load(globals.flag) == 0) heddle_back_edge(kLoop);
  join(1);
  return nullptr;
}
void* joins_first(void*) {
  while (load(globals.flag) == 0) heddle_back_edge(kLoop);
  join(0);
  return nullptr;
}
int join_each_other(int, char**, char**) {
  create(0, joins_second);
  create(1, joins_first);
  store(globals.flag, 1);
  for (int i = 0; i < 100; ++i) store(globals.other, 1);
  return 0;
}

TEST_F(DeadlockTest, ThreadsThatJoinEachOther) {
  start(join_each_other);
  while (machine->status() == Status::Running && can(0) && globals.flag == 0) step(0);
  while (machine->status() == Status::Running && can(1)) step(1);
  while (machine->status() == Status::Running && can(2)) step(2);
  EXPECT_EQ(machine->status(), Status::Failed);
  EXPECT_EQ(found(), deadlock);
  EXPECT_EQ(cycle(), (std::vector{2u, 1u}));
  EXPECT_TRUE(can(0));
}

// The first of two readers wants what the writer holds; the other could go on, but the writer needs both.
void* writer(void*) {
  lock(globals.a);
  rt_pthread_rwlock_wrlock(&globals.shared);
  rt_pthread_rwlock_unlock(&globals.shared);
  unlock(globals.a);
  return nullptr;
}
void* reader_that_wants_a(void*) {
  rt_pthread_rwlock_rdlock(&globals.shared);
  lock(globals.a);
  unlock(globals.a);
  rt_pthread_rwlock_unlock(&globals.shared);
  return nullptr;
}
void* reader(void*) {
  rt_pthread_rwlock_rdlock(&globals.shared);
  store(globals.other, 1);
  rt_pthread_rwlock_unlock(&globals.shared);
  return nullptr;
}
int readers_and_writer(int, char**, char**) {
  create(0, writer);
  create(1, reader_that_wants_a);
  create(2, reader);
  join(0);
  join(1);
  join(2);
  return 0;
}

TEST_F(DeadlockTest, AWriterNeedsEveryReader) {
  start(readers_and_writer);
  step(2);  // reads
  step(3);  // reads
  EXPECT_EQ(step(1), Status::Failed);
  EXPECT_EQ(found(), deadlock);
  EXPECT_EQ(cycle(), (std::vector{1u, 2u}));
  EXPECT_TRUE(can(3));
}

TEST_F(DeadlockTest, AReaderThatCanGoOnIsNoCircle) {
  start(readers_and_writer);
  step(3);
  EXPECT_EQ(step(1), Status::Running);  // holds a, waits for the reader
  EXPECT_FALSE(can(1));
  while (can(3)) step(3);
  while (can(1)) step(1);
  EXPECT_EQ(finish(), Status::Finished);
}

void* waits(void*) {
  lock(globals.a);
  while (globals.other == 0) rt_pthread_cond_wait(&globals.condition, &globals.a);
  unlock(globals.a);
  return nullptr;
}
void* signals(void*) {
  rt_pthread_cond_signal(&globals.condition);
  return nullptr;
}
int lost_signal(int, char**, char**) {
  create(0, waits);
  create(1, signals);
  join(0);
  join(1);
  return 0;
}

TEST_F(DeadlockTest, AWaitForAConditionIsStuckOnlyWhenNobodyIsLeft) {
  start(lost_signal);
  while (can(1)) step(1);
  EXPECT_EQ(machine->status(), Status::Running);  // the other may signal
  EXPECT_EQ(finish(), Status::Stuck);             // it does, but the condition does not hold
  EXPECT_EQ(found(), deadlock);
  EXPECT_TRUE(cycle().empty());
}

int join_each_other_and_cancel(int, char**, char**) {
  create(0, joins_second);
  create(1, joins_first);
  store(globals.flag, 1);
  rt_pthread_cancel(globals.threads[0]);
  join(1);
  return 0;
}

// Whoever waits where it can be cancelled is not lost while somebody can do that.
TEST_F(DeadlockTest, ACancellationCanEndACircle) {
  image.cancels_threads = true;
  start(join_each_other_and_cancel);
  while (can(0) && pending(0)->operation.kind != OperationKind::Cancel) step(0);
  while (machine->status() == Status::Running && can(1)) step(1);
  while (machine->status() == Status::Running && can(2)) step(2);
  EXPECT_EQ(machine->status(), Status::Running);
  EXPECT_EQ(found(), none);
  EXPECT_FALSE(can(1));
  EXPECT_FALSE(can(2));
  step(0);  // the request
  EXPECT_TRUE(can(1));
  EXPECT_EQ(finish(), Status::Finished);
}

TEST_F(DeadlockTest, WithoutThatItIsOne) {
  image.cancels_threads = true;
  start(join_each_other);
  const auto go_on = [&](unsigned n) {
    while (machine->status() == Status::Running && can(n)) step(n);
  };
  while (can(0) && globals.flag == 0) step(0);
  go_on(1);
  go_on(2);
  EXPECT_EQ(machine->status(), Status::Running);  // main could still cancel one of them
  image.cancels_threads = false;
}

void* spins(void*) {
  while (load(globals.flag) == 0) heddle_back_edge(kLoop);
  return nullptr;
}
int spin_without_end(int, char**, char**) {
  create(0, spins);
  join(0);
  return 0;
}

TEST_F(DeadlockTest, SpinningForWhatNobodySetsIsALivelock) {
  start(spin_without_end);
  EXPECT_EQ(finish(), Status::Stuck);
  EXPECT_EQ(found(), livelock);
  EXPECT_EQ(machine->failures().front().thread, thread(1));
}

TEST_F(DeadlockTest, OnlyIfAskedFor) {
  options.properties = {BugKind::Race};
  start(opposite_orders);
  step(1);
  EXPECT_EQ(step(2), Status::Running);
  EXPECT_EQ(found(), none);
}

}  // namespace
}  // namespace heddle::test
