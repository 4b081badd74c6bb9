// Describing works on a recording alone: here one made by hand, of two threads that increment a counter.
#include "report/describe.h"

#include <gtest/gtest.h>

#include "report/fold.h"

namespace heddle {
namespace {

constexpr Address kCounter = 0x1000, kMutex = 0x2000, kOther = 0x3000;

class Names : public AddressNames {
 public:
  AddressName name(Address a) const override {
    if (a >= kCounter && a < kCounter + 4) return {"counter", ""};
    if (a == kMutex) return {"m", ""};
    if (a == kOther) return {"n", ""};
    return {};
  }
};

class Describe : public testing::Test {
 protected:
  Describe() {
    names.add("main/1");
    names.add("main/2");
    source.provide("a.c", "int counter;\n  counter++;\n\tpthread_mutex_lock(&m);\n  spawn();\n  assert(0);\n");
    access = image.sites.add({{{"a.c", 2, 10, "worker", false}}, "counter"});
    lock = image.sites.add({{{"a.c", 3, 3, "worker", false}}, ""});
    spawn = image.sites.add({{{"a.c", 4, 3, "main", false}}, ""});
    inner = image.sites.add({{{"/usr/include/v.h", 99, 1, "std::v::at", true}}, ""});
    image.symbolise = [](std::uintptr_t pc) -> std::vector<SourcePosition> {
      if (pc == 1) return {{"/usr/include/v.h", 98, 1, "std::v::at", true}};
      if (pc == 2) return {{"a.c", 2, 3, "worker", false}};
      if (pc == 3) return {{"a.c", 4, 1, "start", false}};
      return {{"<unknown>", 0, 0, "<unknown>", true}};
    };
  }

  void event(unsigned thread, OperationKind kind, Address object, SiteId site, bool blocked = false,
             std::uint64_t value = 0) {
    RecordedEvent e;
    e.thread = ThreadId(static_cast<std::uint16_t>(thread));
    e.operation.kind = kind;
    e.operation.object = object;
    e.operation.site = site;
    e.blocked = blocked;
    if (is_memory_access(kind)) {
      e.operation.width = 4;
      e.has_value = true;
      e.value = value;
    }
    recording.recorder.events.push_back(e);
  }

  Bug run() {
    return describe({failure, schedule, recording, image, names, addresses,
                     [](ObjectId id) { return id.value == 0 ? kMutex : kOther; }},
                    source);
  }

  void make_race() {
    using K = OperationKind;
    event(0, K::ThreadCreate, 1, spawn);
    event(0, K::ThreadCreate, 2, spawn);
    event(0, K::Join, 1, spawn, true);
    event(1, K::MutexLock, kMutex, lock);
    event(1, K::PlainRead, kCounter, access, false, 0);
    event(1, K::PlainWrite, kCounter, access, false, 1);
    recording.recorder.events.back().held = {ObjectId(0)};
    event(2, K::PlainRead, kCounter, access, false, 1);
    failure.kind = BugKind::Race;
    failure.thread = ThreadId(2);
    failure.site = access;
    failure.race = Race{{ThreadId(1), AccessKind::Write, kCounter, 4, access},
                        {ThreadId(2), AccessKind::Read, kCounter, 4, access}};
    schedule = {{ThreadId(1), 0}, {ThreadId(2), 2}};
    for (std::size_t i = 3; i < 7; ++i)
      recording.recorder.events[i].step = i < 6 ? 1 : 2;  // main came before the first
    recording.had_choice = {false, true};
  }

  Image image;
  ThreadNames names;
  Names addresses;
  SourceText source;
  Recording recording;
  Failure failure;
  Schedule schedule;
  SiteId access, lock, spawn, inner;
};

TEST_F(Describe, Race) {
  make_race();
  const Bug bug = run();
  EXPECT_EQ(bug.message, "data race on 'counter'");
  EXPECT_EQ(bug.variable, "counter");
  EXPECT_EQ(bug.thread, "main/2");
  EXPECT_EQ(bug.position, (SourcePosition{"a.c", 2, 10, "worker", false}));
  ASSERT_EQ(bug.accesses.size(), 2u);
  EXPECT_EQ(bug.accesses[0].thread, "main/1");
  EXPECT_EQ(bug.accesses[0].operation, "write");
  EXPECT_EQ(bug.accesses[0].locks, std::vector<std::string>{"m"});
  EXPECT_EQ(bug.accesses[0].created_at, "created by main at a.c:4");
  EXPECT_EQ(bug.accesses[1].operation, "read");
  EXPECT_TRUE(bug.accesses[1].locks.empty());
  EXPECT_EQ(bug.schedule_text, (std::vector<std::string>{"main", "main", "main/1", "main/2:2"}));
  EXPECT_EQ(
      bug.why,
      "no happens-before edge: main/1 holds m, main/2 holds no lock: no lock in common. main/1 did not "
      "synchronise after its write. main/2 has not synchronised since it was created by main at a.c:4. Nothing orders "
      "these accesses.");
}

// ---- --explain ----

using Kind = detect::Member::Kind;

std::vector<std::string> story(const Bug& bug) {
  std::vector<std::string> lines;
  for (const LocksetReport& step : bug.lockset_history) {
    std::string line = step.thread + ", " + step.operation + ", " + std::to_string(step.position.line) + ":";
    for (const std::string& lock : step.locks) line += " " + lock;
    lines.push_back(line);
  }
  return lines;
}

TEST_F(Describe, LocksetHistory) {
  make_race();
  using K = OperationKind;
  recording.recorder.events.pop_back();  // the second access comes later here
  event(1, K::MutexUnlock, kMutex, lock);
  event(2, K::MutexLock, kOther, lock, true);
  event(2, K::PlainRead, kMutex, access);
  event(2, K::MutexLock, kOther, lock);
  event(2, K::PlainRead, kCounter, access, false, 1);
  auto& steps = recording.recorder.locksets.steps;
  // An access is told after it was recorded, an operation before.
  steps.push_back({6, true, ThreadId(1), {{Kind::Thread, 1}, {Kind::Object, 0}}});
  steps.push_back({6, false, ThreadId(1), {{Kind::Thread, 1}, {Kind::Fence, 1}, {Kind::Pending, 2}}});
  steps.push_back({7, false, ThreadId(2), {{Kind::Object, 1}, {Kind::Object, 3}}});  // one name for both
  steps.push_back({11, true, ThreadId(2), {{Kind::Thread, 2}}});                     // the second access itself
  EXPECT_EQ(story(run()),
            (std::vector<std::string>{"main/1, write counter = 1, 2: main/1 m",
                                      "main/1, unlock m, 3: main/1 release fence of main/1 relaxed loads of main/2",
                                      "main/2, lock n, 3: n"}));
  EXPECT_NE(run().why.find("has the lockset {n}"), std::string::npos) << run().why;
}

// A recording keeps the last events only: what was done is not known of a step before them, the set is.
TEST_F(Describe, LocksetHistoryBeginsBeforeTheRecording) {
  make_race();
  recording.recorder.dropped = 100;
  auto& steps = recording.recorder.locksets.steps;
  steps.push_back({40, true, ThreadId(1), {{Kind::Thread, 1}}});
  steps.push_back({103, false, ThreadId(1), {{Kind::Thread, 1}, {Kind::Object, 0}}});
  steps.push_back({107, true, ThreadId(2), {{Kind::Thread, 2}}});
  EXPECT_EQ(story(run()), (std::vector<std::string>{"main/1, , 0: main/1", "main/1, lock m, 3: main/1 m"}));
}

TEST_F(Describe, WithoutLocksetsThereIsNoHistory) {
  make_race();
  EXPECT_TRUE(run().lockset_history.empty());
}

TEST_F(Describe, ADeclaredInitialiserThatCameSecond) {
  make_race();
  failure.kind = BugKind::Discipline;
  failure.race->breach = Breach::OutOfTurn;
  EXPECT_EQ(run().message, "'counter' was accessed by main/1 before its declared initialiser; now read by main/2");
}

TEST_F(Describe, TableShowsWhatMattersAndSaysWhyThreadsChange) {
  make_race();
  const std::vector<InterleavingRow> rows = rows_to_show(run(), false);
  ASSERT_EQ(rows.size(), 6u);
  EXPECT_EQ(rows[0].what, "create main/1");
  EXPECT_EQ(rows[2].what, "lock m");
  EXPECT_EQ(rows[2].source, "pthread_mutex_lock(&m);");
  EXPECT_EQ(rows[2].switch_reason, "main blocks on join of main/1");
  EXPECT_FALSE(rows[3].important);
  EXPECT_EQ(rows[4].what, "write counter = 1");
  EXPECT_TRUE(rows[4].important);
  EXPECT_TRUE(rows[5].important);
}

TEST_F(Describe, StepsSayWhatTheyAreAndWhatOrdersThem) {
  make_race();
  const Bug bug = run();
  ASSERT_EQ(bug.interleaving.size(), 7u);
  const InterleavingRow& join = bug.interleaving[2];
  EXPECT_EQ(join.kind, StepKind::Block);
  EXPECT_EQ(join.object, "main/1");
  EXPECT_EQ(join.until, InterleavingRow::kNever);
  EXPECT_FALSE(join.relevant);
  const InterleavingRow& write = bug.interleaving[5];
  EXPECT_EQ(write.kind, StepKind::Access);
  EXPECT_EQ(write.object, "counter");
  EXPECT_EQ(write.value, "1");
  EXPECT_EQ(write.locks, std::vector<std::string>{"m"});
  ASSERT_EQ(bug.edges.size(), 2u);  // the creation of either thread
  EXPECT_EQ(bug.edges[0].from, 0u);
  EXPECT_EQ(bug.edges[0].to, 3u);
  EXPECT_EQ(bug.edges[0].object, "main/1");
  EXPECT_EQ(bug.edges[1].to, 6u);
}

TEST_F(Describe, AWaitLastsUntilTheThreadGoesOn) {
  using K = OperationKind;
  event(1, K::MutexLock, kMutex, lock);
  event(2, K::MutexLock, kMutex, lock, true);
  event(1, K::MutexUnlock, kMutex, lock);
  event(2, K::MutexLock, kMutex, lock);
  failure.kind = BugKind::Assertion;
  failure.thread = ThreadId(2);
  const Bug bug = run();
  ASSERT_EQ(bug.interleaving.size(), 5u);
  EXPECT_EQ(bug.interleaving[1].until, 3);
  ASSERT_EQ(bug.edges.size(), 1u);
  EXPECT_EQ(bug.edges[0].from, 2u);
  EXPECT_EQ(bug.edges[0].to, 3u);
  EXPECT_EQ(bug.edges[0].object, "m");
  EXPECT_EQ(bug.interleaving[4].kind, StepKind::Failure);
}

TEST_F(Describe, OrderOfAtomics) {
  const auto atomic = [&](unsigned thread, OperationKind kind, MemoryOrder order) {
    event(thread, kind, kCounter, access, false, 1);
    recording.recorder.events.back().operation.order = order;
  };
  using K = OperationKind;
  using O = MemoryOrder;
  atomic(1, K::AtomicStore, O::Release);
  atomic(2, K::AtomicLoad, O::Relaxed);
  atomic(2, K::AtomicRmw, O::Relaxed);  // goes on with the release sequence
  atomic(0, K::AtomicLoad, O::Acquire);
  atomic(2, K::AtomicStore, O::Relaxed);  // and this ends it
  atomic(0, K::AtomicLoad, O::Acquire);
  event(2, K::Fence, 0, access);  // what the relaxed load read
  const std::vector<EventEdge> edges = event_edges(recording.recorder.events);
  ASSERT_EQ(edges.size(), 2u);
  EXPECT_EQ(edges[0].from, 0u);
  EXPECT_EQ(edges[0].to, 3u);
  EXPECT_EQ(edges[1].from, 0u);
  EXPECT_EQ(edges[1].to, 6u);
}

TEST_F(Describe, LoopsAreFolded) {
  using K = OperationKind;
  event(0, K::MutexLock, kMutex, spawn);  // or it would be main/1's own affair
  event(0, K::ThreadCreate, 1, spawn);
  for (int i = 0; i < 50; ++i) {
    event(1, K::MutexLock, kMutex, lock);
    event(1, K::MutexUnlock, kMutex, lock);
  }
  event(1, K::MutexLock, kOther, lock, true);
  failure.kind = BugKind::Deadlock;
  failure.thread = ThreadId(1);
  recording.threads = {{ThreadId(1), {}, false, {}, {}}};
  const std::vector<InterleavingRow> rows = rows_to_show(run(), false);
  ASSERT_EQ(rows.size(), 8u);
  EXPECT_EQ(rows[4].what, "... 48 more rounds");
  EXPECT_EQ(rows[7].what, "waits for n");
}

TEST_F(Describe, VeryLongInterleavingsAreCapped) {
  for (unsigned i = 0; i < 1000; ++i)
    event(i % 3, OperationKind::MutexLock, i % 2 == 0 ? kMutex : kOther,
          image.sites.add({{{"a.c", 3, i, "worker", false}}, ""}));
  failure.kind = BugKind::Assertion;
  const Bug bug = run();
  EXPECT_EQ(bug.interleaving.size(), 1001u);
  const std::vector<InterleavingRow> rows = rows_to_show(bug, false);
  EXPECT_LE(rows.size(), 82u);
  EXPECT_EQ(rows[20].what, "... 921 steps left out");
}

TEST_F(Describe, OfAVeryLongScheduleTheBeginningAndTheEndAreKept) {
  for (unsigned i = 0; i < 7000; ++i) event(i % 3, OperationKind::MutexLock, i % 2 == 0 ? kMutex : kOther, lock);
  failure.kind = BugKind::Assertion;
  const Bug bug = run();
  EXPECT_EQ(bug.interleaving.size(), 6000u);
  EXPECT_EQ(bug.steps_left_out, 1001u);
  EXPECT_EQ(bug.left_out_before, 500u);
}

TEST_F(Describe, DeadlockCycle) {
  Operation wants_n, wants_m;
  wants_n.kind = wants_m.kind = OperationKind::MutexLock;
  wants_n.object = kOther;
  wants_m.object = kMutex;
  wants_n.site = wants_m.site = lock;
  recording.threads = {{ThreadId(0), {}, true, {}, {}},
                       {ThreadId(1), wants_n, false, {kMutex}, {}},
                       {ThreadId(2), wants_m, false, {kOther}, {}}};
  failure.kind = BugKind::Deadlock;
  failure.thread = ThreadId(1);
  failure.cycle = {ThreadId(1), ThreadId(2)};
  const Bug bug = run();
  EXPECT_EQ(bug.message, "deadlock of main/1, main/2");
  EXPECT_EQ(bug.why, "main/1 holds m and waits for n (a.c:3); main/2 holds n and waits for m (a.c:3).");
  EXPECT_EQ(bug.blocked, (std::vector<std::string>{"main/1", "main/2"}));
  ASSERT_EQ(bug.cycle.size(), 2u);
  EXPECT_EQ(bug.cycle[0].wants, "n");
  EXPECT_EQ(bug.cycle[0].position.line, 3u);
  EXPECT_EQ(bug.position.line, 3u);
}

TEST_F(Describe, DeadlockTableEndsWithEveryWait) {
  event(1, OperationKind::MutexLock, kMutex, lock);
  event(2, OperationKind::MutexLock, kOther, lock);
  event(2, OperationKind::MutexLock, kMutex, lock, true);
  Operation wants_n;
  wants_n.kind = OperationKind::MutexLock;
  wants_n.object = kOther;
  wants_n.site = lock;
  Operation wants_m = wants_n;
  wants_m.object = kMutex;
  recording.threads = {{ThreadId(1), wants_n, false, {kMutex}, {}}, {ThreadId(2), wants_m, false, {kOther}, {}}};
  failure.kind = BugKind::Deadlock;
  failure.cycle = {ThreadId(2), ThreadId(1)};
  const Bug bug = run();
  ASSERT_EQ(bug.interleaving.size(), 4u);
  EXPECT_EQ(bug.interleaving[2].what, "waits for m");
  EXPECT_EQ(bug.interleaving[3].what, "waits for n");  // n was free when main/1 came to it
  EXPECT_EQ(bug.interleaving[3].thread, ThreadId(1));
  EXPECT_TRUE(bug.interleaving[3].important);
}

TEST_F(Describe, DeadlockSaysWhereLocksWereTaken) {
  event(1, OperationKind::MutexLock, kMutex, spawn);
  event(1, OperationKind::MutexLock, kOther, lock, true);
  Operation wants_n;
  wants_n.kind = OperationKind::MutexLock;
  wants_n.object = kOther;
  wants_n.site = lock;
  recording.threads = {{ThreadId(1), wants_n, false, {kMutex}, {}}};
  failure.kind = BugKind::Deadlock;
  failure.cycle = {ThreadId(1)};
  const Bug bug = run();
  EXPECT_EQ(bug.why, "main/1 holds m (since a.c:4) and waits for n (a.c:3).");
  ASSERT_EQ(bug.cycle.size(), 1u);
  EXPECT_EQ(bug.cycle[0].holds, std::vector<std::string>{"m"});
  EXPECT_EQ(bug.cycle[0].shown_holds, std::vector<std::string>{"m, taken at a.c:4"});
}

TEST_F(Describe, AWakeUpThatCameTooEarly) {
  using K = OperationKind;
  event(0, K::CondSignal, kOther, spawn);
  event(1, K::CondWait, kOther, lock);
  recording.recorder.events.back().operation.argument = kMutex;
  Operation woken;
  woken.kind = K::CondReacquire;
  woken.object = kOther;
  woken.argument = kMutex;
  woken.site = lock;
  recording.threads = {{ThreadId(1), woken, false, {}, {}}};
  failure.kind = BugKind::Deadlock;
  failure.thread = ThreadId(1);
  EXPECT_EQ(run().why,
            "main/1 waits on n (a.c:3). spawn() at a.c:4 woke nobody: main/1 began to wait "
            "afterwards (a.c:3).");
  recording.recorder.events.erase(recording.recorder.events.begin());
  EXPECT_EQ(run().why, "main/1 waits on n (a.c:3). Nobody ever notified n.");
}

TEST_F(Describe, ARelaxedLoadDoesNotSynchronise) {
  using K = OperationKind;
  const auto atomic = [&](unsigned thread, K kind, MemoryOrder order) {
    event(thread, kind, kOther, lock, false, 1);
    recording.recorder.events.back().operation.order = order;
  };
  make_race();
  const RecordedEvent read = recording.recorder.events.back();
  recording.recorder.events.pop_back();
  atomic(1, K::AtomicStore, MemoryOrder::Release);
  atomic(2, K::AtomicLoad, MemoryOrder::Relaxed);
  recording.recorder.events.push_back(read);
  const std::string why = run().why;
  EXPECT_NE(why.find("main/2 read the value of n (a.c:3) that main/1 had stored (a.c:3), but a relaxed load does not "
                     "synchronise with the store it reads from: the load needs memory_order_acquire."),
            std::string::npos)
      << why;
}

TEST_F(Describe, MisuseSaysWhoHasTheLock) {
  event(1, OperationKind::MutexLock, kMutex, spawn);
  recording.threads = {{ThreadId(1), {}, true, {kMutex}, {}}};
  failure.kind = BugKind::Misuse;
  failure.thread = ThreadId(2);
  failure.site = lock;
  failure.address = kMutex;
  failure.detail = "unlock of a mutex that is locked by another thread";
  EXPECT_EQ(run().why, "main/1 has held m since a.c:4.");
}

TEST_F(Describe, WhatALibraryFunctionDoesIsOneStep) {
  using K = OperationKind;
  image.symbolise = [](std::uintptr_t pc) -> std::vector<SourcePosition> {
    if (pc == 1) return {{"/usr/include/s.h", 9, 1, "std::counting_semaphore<4>::acquire", true}};
    return {{"a.c", 4, 8, "main", false}};
  };
  source.provide("a.c", "\n\n\n  full.acquire();\n");
  const auto inside = image.sites.add({{{"/usr/include/s.h", 9, 1, "std::counting_semaphore<4>::acquire", true}}, ""});
  for (const unsigned thread : {0u, 1u})
    for (const K kind : {K::AtomicLoad, K::AtomicRmw}) {
      event(thread, kind, kOther, inside, false, 3);
      recording.recorder.events.back().stack = {1, 2};
      recording.recorder.events.back().operation.site = kind == K::AtomicLoad ? inside : SiteId{};
    }
  failure.kind = BugKind::Assertion;
  const Bug bug = run();
  ASSERT_EQ(bug.interleaving.size(), 3u);
  EXPECT_EQ(bug.interleaving[0].what, "full.acquire(), now 3");
  EXPECT_EQ(bug.interleaving[0].operations, 2u);
  EXPECT_EQ(bug.interleaving[0].position.file, "a.c");
  EXPECT_TRUE(bug.interleaving[0].relevant);
}

TEST_F(Describe, MemoryKnowsLocksAndBothEndsOfTheBlock) {
  event(0, OperationKind::PlainWrite, kCounter, spawn);
  recording.recorder.events.back().freed = true;
  event(1, OperationKind::None, 0, SiteId{});
  recording.recorder.events.back().stack = {2};
  recording.recorder.events.back().held = {ObjectId(0)};
  failure.kind = BugKind::Memory;
  failure.thread = ThreadId(1);
  failure.site = access;
  failure.address = kCounter;
  failure.detail = "use after free: write of 4 bytes";
  const Bug bug = run();
  EXPECT_EQ(bug.message, "use after free: write of 4 bytes ('counter')");
  ASSERT_EQ(bug.accesses.size(), 1u);
  EXPECT_EQ(bug.accesses[0].operation, "write");
  EXPECT_EQ(bug.accesses[0].locks, std::vector<std::string>{"m"});
  ASSERT_EQ(bug.interleaving.size(), 2u);
  EXPECT_EQ(bug.interleaving[1].what, "use after free");
}

TEST_F(Describe, MisuseOfAThreadNamesTheThread) {
  failure.kind = BugKind::Misuse;
  failure.thread = ThreadId(1);
  failure.site = lock;
  failure.address = 2;
  failure.detail = "join of a detached thread";
  EXPECT_EQ(run().message, "join of a detached thread ('main/2')");
}

TEST_F(Describe, PositionIsTheUsersLine) {
  make_race();
  failure.race->later.site = inner;
  recording.recorder.events.back().operation.site = inner;
  recording.recorder.events.back().stack = {1, 2, 3, 4};
  const Bug bug = run();
  EXPECT_EQ(bug.position, (SourcePosition{"a.c", 2, 3, "worker", false}));
  ASSERT_EQ(bug.accesses[1].calls.size(), 1u);
  EXPECT_EQ(bug.accesses[1].calls[0].line, 99u);  // the site is more exact than the stack
  ASSERT_EQ(bug.accesses[1].callers.size(), 1u);
  EXPECT_EQ(bug.accesses[1].callers[0].function, "start");
}

TEST_F(Describe, CrashTakesThePositionFromTheStack) {
  event(1, OperationKind::None, 0, SiteId{});
  recording.recorder.events.back().stack = {1, 2, 3};
  failure.kind = BugKind::Crash;
  failure.thread = ThreadId(1);
  failure.site = spawn;  // the last call before the crash
  failure.signal = "SIGSEGV";
  failure.detail = "null pointer dereference";
  const Bug bug = run();
  EXPECT_EQ(bug.position.line, 2u);
  EXPECT_EQ(bug.signal, "SIGSEGV");
  EXPECT_EQ(bug.message, "crash: SIGSEGV (null pointer dereference)");
}

TEST_F(Describe, NothingRecordedStillGivesPositions) {
  make_race();
  recording = Recording{};
  const Bug bug = run();
  EXPECT_EQ(bug.position.line, 2u);
  EXPECT_EQ(bug.variable, "counter");
  EXPECT_TRUE(bug.interleaving.empty());
}

TEST_F(Describe, IdIgnoresOrderLinesAndThreads) {
  make_race();
  const Bug bug = run();
  Bug swapped = bug;
  std::swap(swapped.accesses[0], swapped.accesses[1]);
  swapped.accesses[0].thread = "main/7";
  EXPECT_EQ(bug_id(swapped, source), bug.id);

  SourceText moved;
  moved.provide("a.c", "\n\n\nint counter;\n  counter++;\n");
  Bug lower = bug;
  for (AccessReport& access_report : lower.accesses) access_report.position.line += 3;
  EXPECT_EQ(bug_id(lower, moved), bug.id);

  Bug other = bug;
  other.variable = "total";
  EXPECT_NE(bug_id(other, source), bug.id);
  other = bug;
  other.accesses[1].operation = "write";
  EXPECT_NE(bug_id(other, source), bug.id);
  EXPECT_EQ(bug.id.size(), 16u);
}

TEST_F(Describe, IdOfAHeapBlockDoesNotDependOnItsLine) {
  make_race();
  Bug bug = run();
  bug.variable = "heap block from a.c:4 + 8";
  const std::string before = bug_id(bug, source);
  source.provide("a.c", "int counter;\n  counter++;\n\tpthread_mutex_lock(&m);\n\n  spawn();\n");
  bug.variable = "heap block from a.c:5 + 8";
  EXPECT_EQ(bug_id(bug, source), before);
  bug.variable = "heap block from a.c:5 + 16";
  EXPECT_NE(bug_id(bug, source), before);
}

}  // namespace
}  // namespace heddle
