// Events become lines, and what is written can be analysed again.
#include "trace/writer.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdlib>

#include "helpers.h"
#include "model/address_space.h"
#include "support/journal.h"

namespace heddle::trace {
namespace {

constexpr ThreadId kMain(0), kFirst(1), kSecond(2);
constexpr Address kMutex = kProgramBase + 64, kVariable = kProgramBase + 128;

class WriterTest : public testing::Test, public Surroundings {
 protected:
  const sync::World& world() const override { return world_; }
  std::string thread(ThreadId t) const override { return t == kMain ? "main" : "main/" + std::to_string(t.value); }
  std::string variable(Address a) const override { return a == kMutex ? "m" : "x"; }
  std::string place(SiteId site, ThreadId) override {
    return site == SiteId{} ? "" : "a.c:" + std::to_string(site.value);
  }

  std::string written() {
    writer.flush();
    std::fflush(file_);
    return std::string(text_, size_);
  }
  ~WriterTest() override {
    std::fclose(file_);
    std::free(text_);
  }
  void lock(ThreadId t, unsigned line) { mutex(t, EdgeKind::Lock, OperationKind::MutexLock, line); }
  void unlock(ThreadId t, unsigned line) { mutex(t, EdgeKind::Unlock, OperationKind::MutexUnlock, line); }
  void mutex(ThreadId t, EdgeKind kind, OperationKind operation, unsigned line) {
    writer.order(t, {kind, MemoryOrder::SequentiallyConsistent, world_.object_at(kMutex)});
    Operation op;
    op.kind = operation;
    op.site = SiteId(line);
    writer.performed(t, op, 0);
  }
  void access(ThreadId t, AccessKind kind, unsigned line) {
    writer.accessed({t, kind, kVariable, 4, SiteId(line)});
    writer.access({t, kind, kVariable, 4, SiteId(line)});
  }

  char* text_ = nullptr;
  std::size_t size_ = 0;
  std::FILE* const file_ = open_memstream(&text_, &size_);
  Journal journal_;
  sync::World world_{journal_};
  Writer writer{file_, "a.c", *this};
};

const std::string kFirstLine = "# heddle trace 1: an execution of a.c\n";

TEST_F(WriterTest, ALineGetsThePlaceOfItsOperation) {
  writer.fork(kMain, kFirst);
  Operation create;
  create.kind = OperationKind::ThreadCreate;
  create.site = SiteId(3);
  writer.performed(kMain, create, 0);
  lock(kFirst, 7);
  access(kFirst, AccessKind::Write, 8);
  unlock(kFirst, 9);
  EXPECT_EQ(written(), kFirstLine + fmt::format("main|fork(main/1)|a.c:3\n"
                                                "main/1|acq(m@{0:#x})|a.c:7\n"
                                                "main/1|w(x@{1:#x}:4)|a.c:8\n"
                                                "main/1|rel(m@{0:#x})|a.c:9\n",
                                                kMutex, kVariable));
}

TEST_F(WriterTest, WithoutAPlaceOfItsOwnALineStandsWhereTheOneBeforeDid) {
  access(kFirst, AccessKind::Read, 8);
  writer.join(kFirst, kSecond);
  writer.performed(kSecond, {}, 0);  // another thread's operation says nothing about it
  EXPECT_NE(written().find("main/1|join(main/2)|a.c:8\n"), std::string::npos) << written();
}

TEST_F(WriterTest, TheHalvesOfAnAtomicOperationAreOneLine) {
  const ObjectId atomic = world_.object_at(kVariable);
  writer.order(kFirst, {EdgeKind::AtomicLoad, MemoryOrder::Acquire, atomic});
  access(kFirst, AccessKind::AtomicWrite, 5);
  writer.order(kFirst, {EdgeKind::AtomicRmw, MemoryOrder::Release, atomic});
  access(kSecond, AccessKind::AtomicWrite, 6);
  writer.order(kSecond, {EdgeKind::AtomicStore, MemoryOrder::Release, atomic});
  const std::string text = written();
  EXPECT_NE(text.find("main/1|rmw.acq_rel(x@"), std::string::npos) << text;
  EXPECT_NE(text.find("main/2|store.release(x@"), std::string::npos) << text;
}

// The first thing that a thread does may be that its frame begins.
TEST_F(WriterTest, StorageBelongsToTheThreadThatRuns) {
  access(kFirst, AccessKind::Write, 2);
  writer.running(kSecond);
  writer.fresh(kVariable + 64, 16);
  writer.forget(world_.object_at(kMutex));
  const std::string text = written();
  EXPECT_NE(text.find(fmt::format("main/2|alloc(@{:#x}:16)", kVariable + 64)), std::string::npos) << text;
  EXPECT_NE(text.find(fmt::format("main/2|destroy(m@{:#x})", kMutex)), std::string::npos) << text;
}

TEST_F(WriterTest, WhatIsWrittenHasTheRaceOfTheExecution) {
  writer.fork(kMain, kFirst);
  writer.fork(kMain, kSecond);
  lock(kFirst, 1);
  access(kFirst, AccessKind::Write, 2);
  unlock(kFirst, 3);
  access(kSecond, AccessKind::Read, 4);
  const Analysed raced = analyse_text(written());
  ASSERT_EQ(raced.outcome.message, "");
  ASSERT_EQ(raced.found.races.size(), 1u);
  EXPECT_EQ(raced.found.locations[0], "a.c:2");
}

}  // namespace
}  // namespace heddle::trace
