// The dependency table, row by row.
#include "search/dependency.h"

#include <gtest/gtest.h>

#include "model/process_end.h"
#include "search/random_numbers.h"
#include "search/signature_index.h"
#include "search/thread_set.h"

namespace heddle {
namespace {

using K = OperationKind;

Operation op(K kind, Address object = 0x100, std::uint64_t argument = 0, std::uint32_t width = 4) {
  Operation o;
  o.kind = kind;
  o.object = object;
  o.argument = argument;
  o.width = width;
  return o;
}

void expect(Relation r, const Operation& a, const Operation& b) {
  EXPECT_EQ(relation(footprint_of(a), footprint_of(b)), r)
      << static_cast<int>(a.kind) << " " << static_cast<int>(b.kind);
  EXPECT_EQ(relation(footprint_of(b), footprint_of(a)), r)
      << static_cast<int>(b.kind) << " " << static_cast<int>(a.kind);
}
void expect_common_bit(const Operation& a, const Operation& b) {
  EXPECT_NE(signature_of(footprint_of(a)) & signature_of(footprint_of(b)), 0u);
}
void racing(const Operation& a, const Operation& b) {
  expect(Relation::Racing, a, b);
  expect_common_bit(a, b);
}
void ordered(const Operation& a, const Operation& b) {
  expect(Relation::NeverTogether, a, b);
  expect_common_bit(a, b);
}
void independent(const Operation& a, const Operation& b) { expect(Relation::Independent, a, b); }

TEST(Dependency, Mutexes) {
  racing(op(K::MutexLock), op(K::MutexLock));
  ordered(op(K::MutexLock), op(K::MutexUnlock));
  racing(op(K::MutexTryLock), op(K::MutexLock));
  racing(op(K::MutexTryLock), op(K::MutexUnlock));
  racing(op(K::MutexTryLock), op(K::MutexTryLock));
  racing(op(K::MutexTimedLock), op(K::MutexUnlock));
  racing(op(K::MutexDestroy), op(K::MutexUnlock));
  independent(op(K::MutexLock, 0x100), op(K::MutexLock, 0x140));
}

TEST(Dependency, SeveralLocksAtOnce) {
  const std::pair<Address, std::uint32_t> locks[] = {{0x100, kMutexWidth}, {0x200, kRwLockWidth}};
  const std::pair<Address, std::uint32_t> others[] = {{0x300, kMutexWidth}, {0x100, kMutexWidth}};
  const std::pair<Address, std::uint32_t> neither[] = {{0x300, kMutexWidth}};
  const Footprint all = footprint_of(op(K::LockAll), locks);
  const auto with = [&](const Operation& o) { return relation(all, footprint_of(o)); };
  EXPECT_EQ(with(op(K::MutexLock, 0x100)), Relation::Racing);
  EXPECT_EQ(with(op(K::MutexUnlock, 0x100)), Relation::NeverTogether);
  EXPECT_EQ(with(op(K::RwReadLock, 0x200)), Relation::Racing);
  EXPECT_EQ(with(op(K::CondReacquire, 0x400, 0x100)), Relation::Racing);
  EXPECT_EQ(with(op(K::MutexLock, 0x300)), Relation::Independent);
  EXPECT_EQ(relation(all, footprint_of(op(K::LockAll), others)), Relation::Racing);
  EXPECT_EQ(relation(all, footprint_of(op(K::LockAll), neither)), Relation::Independent);
  EXPECT_NE(signature_of(all) & signature_of(footprint_of(op(K::RwWriteLock, 0x200))), 0u);
}

TEST(Dependency, SeveralLocksForAMoment) {
  const std::pair<Address, std::uint32_t> locks[] = {{0x100, kMutexWidth}, {0x200, kRwLockWidth}};
  const Footprint begin = footprint_of(op(K::LockAllBegin), locks);
  const auto with = [&](const Operation& o) {
    EXPECT_EQ(relation(begin, footprint_of(o)), relation(footprint_of(o), begin));
    return relation(begin, footprint_of(o));
  };
  for (K k : {K::MutexTryLock, K::MutexTimedLock, K::MutexDestroy})
    EXPECT_EQ(with(op(k, 0x100)), Relation::Racing) << static_cast<int>(k);
  for (K k : {K::MutexLock, K::MutexUnlock})
    EXPECT_EQ(with(op(k, 0x100)), Relation::Independent) << static_cast<int>(k);
  for (K k : {K::RwTryWriteLock, K::RwTimedWriteLock})
    EXPECT_EQ(with(op(k, 0x200)), Relation::Racing) << static_cast<int>(k);
  for (K k : {K::RwTryReadLock, K::RwTimedReadLock})
    EXPECT_EQ(with(op(k, 0x200, kMindsReaders)), Relation::Racing) << static_cast<int>(k);
  for (K k : {K::RwReadLock, K::RwWriteLock, K::RwUnlock})
    EXPECT_EQ(with(op(k, 0x200)), Relation::Independent) << static_cast<int>(k);
  EXPECT_EQ(with(op(K::MutexTryLock, 0x300)), Relation::Independent);
  EXPECT_EQ(relation(begin, footprint_of(op(K::LockAll), locks)), Relation::Independent);
  EXPECT_EQ(relation(begin, begin), Relation::Independent);
  // Where such a read lock can be found held, the other readers matter: a std::lock has it only if they have not.
  racing(op(K::RwTryReadLock, 0x200, kMindsReaders), op(K::RwReadLock, 0x200));
  racing(op(K::RwTryReadLock, 0x200, kMindsReaders), op(K::RwUnlock, 0x200));
}

TEST(Dependency, ConditionsTouchTheirMutex) {
  const Address c = 0x100, m = 0x200;
  racing(op(K::CondSignal, c), op(K::CondWait, c, m));
  racing(op(K::CondSignal, c), op(K::CondReacquire, c, m));
  racing(op(K::CondSignal, c), op(K::CondSignal, c));
  racing(op(K::CondSignal, c), op(K::CondBroadcast, c));
  independent(op(K::CondBroadcast, c), op(K::CondBroadcast, c));
  ordered(op(K::CondWait, c, m), op(K::MutexLock, m));
  racing(op(K::CondWait, c, m), op(K::MutexTryLock, m));
  racing(op(K::CondReacquire, c, m), op(K::MutexLock, m));
  ordered(op(K::CondReacquire, c, m), op(K::MutexUnlock, m));
  ordered(op(K::CondReacquire, c, m), op(K::CondWait, c, m));
  racing(op(K::CondReacquire, c, m), op(K::CondReacquire, 0x300, m));
  independent(op(K::CondSignal, c), op(K::MutexLock, m));
  independent(op(K::CondSignal, c), op(K::CondSignal, 0x300));
}

TEST(Dependency, ReadWriteLocks) {
  independent(op(K::RwReadLock), op(K::RwReadLock));
  independent(op(K::RwReadLock), op(K::RwTryReadLock));
  racing(op(K::RwReadLock), op(K::RwWriteLock));
  racing(op(K::RwWriteLock), op(K::RwWriteLock));
  racing(op(K::RwReadLock), op(K::RwUnlock));
  ordered(op(K::RwWriteLock), op(K::RwUnlock));
  racing(op(K::RwTryWriteLock), op(K::RwUnlock));
  independent(op(K::RwUnlock), op(K::RwUnlock));
}

TEST(Dependency, LocksThatPreferWriters) {
  const auto read = [](K kind) { return op(kind, 0x100, kPrefersWriters); };
  racing(op(K::RwWriteArrive), read(K::RwReadLock));
  racing(op(K::RwWriteArrive), read(K::RwTryReadLock));
  racing(op(K::RwWriteArrive), op(K::RwUnlock));  // decides whether the lock is handed over
  racing(read(K::RwReadLock), read(K::RwReadLock));
  racing(read(K::RwReadLock), op(K::RwUnlock));
}

TEST(Dependency, SemaphoresBarriersOnces) {
  for (K k : {K::SemPost, K::SemWait, K::SemTryWait, K::SemGetValue}) racing(op(K::SemPost), op(k));
  racing(op(K::BarrierArrive), op(K::BarrierArrive));
  racing(op(K::OnceEnter), op(K::OnceEnter));
  independent(op(K::SemPost), op(K::BarrierArrive));
}

TEST(Dependency, ChannelsAndFiles) {
  const Address a = 0x100, b = 0x200, file = 0x300;
  for (K k : {K::ChannelSend, K::ChannelReceive, K::ObjectChange, K::ObjectLook}) {
    racing(op(K::ChannelSend, a), op(k, a));
    racing(op(K::ChannelReceive, a), op(k, a));
    independent(op(K::ChannelSend, a), op(k, b));
  }
  independent(op(K::ObjectLook, a), op(K::ObjectLook, a));
  // Positions in a file are of the open file, contents of the file.
  independent(op(K::FileRead, a, file), op(K::FileRead, b, file));
  racing(op(K::FileRead, a, file), op(K::FileRead, a, file));
  racing(op(K::FileRead, a, file), op(K::FileWrite, b, file));
  racing(op(K::FileWrite, a, file), op(K::ObjectLook, file));
  independent(op(K::FileWrite, a, file), op(K::FileWrite, b, 0x400));
  // Names: a, b; the structure of directories: 0x400; what they list: 0x500.
  const auto look = [](Address name) { return op(K::NameLook, name, 0x400); };
  const auto make = [](Address name) { return op(K::NameChange, name, 0x500); };
  const Operation rename = op(K::NamesChange, 0x400, 0x500), list = op(K::ObjectLook, 0x500);
  independent(look(a), look(a));
  racing(look(a), make(a));
  independent(look(a), make(b));
  independent(make(a), make(b));
  racing(make(a), list);
  independent(look(a), list);
  for (const Operation& other : {look(a), make(a), list, rename}) racing(rename, other);
  racing(op(K::DescriptorClose, a, file), op(K::DescriptorClose, b, file));
  racing(op(K::DescriptorClose, a, file), op(K::ObjectLook, a));
  independent(op(K::DescriptorClose, a, file), op(K::ObjectLook, b));
}

// An attempt notices the end of its own thread, and that another one has joined.
TEST(Dependency, JoinsThatTry) {
  const Address a = 0x100, b = 0x200;
  racing(op(K::JoinTry, a), op(K::JoinReady, a));
  racing(op(K::JoinTimed, a), op(K::JoinReady, a));
  racing(op(K::JoinTry, a), op(K::JoinTimed, a));
  independent(op(K::JoinTry, a), op(K::JoinReady, b));
  independent(op(K::JoinReady, a), op(K::JoinReady, b));
}

TEST(Dependency, WaitingForOneOfSeveralChannels) {
  static const std::pair<Address, std::uint32_t> words[] = {{0x100, 4}, {0x204, 4}};
  const Footprint poll = footprint_of(op(K::ChannelPoll, 0, 0), ByteSet{words});
  EXPECT_EQ(relation(poll, footprint_of(op(K::ChannelSend, 0x200))), Relation::Racing);
  EXPECT_EQ(relation(footprint_of(op(K::ObjectChange, 0x100)), poll), Relation::Racing);
  EXPECT_EQ(relation(poll, footprint_of(op(K::ObjectLook, 0x100))), Relation::Independent);
  EXPECT_EQ(relation(poll, footprint_of(op(K::ChannelSend, 0x300))), Relation::Independent);
}

TEST(Dependency, MemoryByBytes) {
  independent(op(K::AtomicLoad), op(K::AtomicLoad));
  racing(op(K::AtomicLoad), op(K::AtomicStore));
  racing(op(K::AtomicStore), op(K::AtomicStore));
  racing(op(K::AtomicRmw), op(K::AtomicCompareExchange));
  racing(op(K::PlainRead), op(K::PlainWrite));
  racing(op(K::AtomicLoad, 0x100, 0, 8), op(K::AtomicStore, 0x104, 0, 4));
  racing(op(K::PlainWrite, 0x100, 0, 300), op(K::PlainRead, 0x22b, 0, 1));
  independent(op(K::AtomicLoad, 0x100, 0, 4), op(K::AtomicStore, 0x104, 0, 4));
}

TEST(Dependency, CompareExchangeThatFailedOnlyRead) {
  Transition t;
  t.operation = op(K::AtomicCompareExchange);
  t.wrote = false;
  EXPECT_FALSE(dependent(footprint_of(t), footprint_of(op(K::AtomicLoad))));
  EXPECT_TRUE(dependent(footprint_of(t), footprint_of(op(K::AtomicStore))));
  t.wrote = true;
  EXPECT_TRUE(dependent(footprint_of(t), footprint_of(op(K::AtomicLoad))));
}

TEST(Dependency, Futexes) {
  racing(op(K::FutexWait), op(K::AtomicStore));
  independent(op(K::FutexWait), op(K::AtomicLoad));
  racing(op(K::FutexWait), op(K::FutexWake));
  racing(op(K::FutexSleep), op(K::FutexWake));
  independent(op(K::FutexWait), op(K::FutexWait));
  independent(op(K::FutexWake), op(K::AtomicStore));
}

TEST(Dependency, SpinsWaitForBytes) {
  const std::pair<Address, std::uint32_t> bytes[] = {{0x100, 4}, {0x200, 4}};
  const Footprint spin = footprint_of(op(K::SpinWait, 0), bytes);
  EXPECT_TRUE(dependent(spin, footprint_of(op(K::AtomicStore, 0x200))));
  EXPECT_TRUE(dependent(footprint_of(op(K::PlainWrite, 0x102, 0, 1)), spin));
  EXPECT_TRUE(dependent(spin, footprint_of(op(K::MutexUnlock, 0x200))));
  EXPECT_TRUE(dependent(spin, footprint_of(op(K::CondWait, 0x900, 0x200))));
  EXPECT_FALSE(dependent(spin, footprint_of(op(K::AtomicLoad, 0x200))));
  EXPECT_FALSE(dependent(spin, footprint_of(op(K::AtomicStore, 0x204))));
  EXPECT_FALSE(dependent(spin, spin));
}

// Of one of several processes: not with what others do, but with a crash or the end of one that is noticed.
TEST(Dependency, AnEndThatNobodyNoticesWithNothing) {
  const Operation unnoticed = op(K::ProcessExit, kUnnoticedEnd);
  for (K k : {K::MutexLock, K::AtomicStore, K::ObjectChange, K::SpinWait}) independent(unnoticed, op(k, 0x100));
  independent(unnoticed, unnoticed);
  racing(unnoticed, op(K::ProcessCrash));
  racing(unnoticed, op(K::ProcessExit));
}

TEST(Dependency, ExitWithEverythingChoicesWithNothing) {
  for (K k : {K::MutexLock, K::AtomicLoad, K::Choose, K::SpinWait, K::ProcessExit}) racing(op(K::ProcessExit), op(k));
  EXPECT_TRUE(dependent(op(K::AtomicSection), op(K::Choose)));  // nobody knows what a section does
  EXPECT_TRUE(dependent(op(K::AtomicSection), op(K::AtomicLoad)));
  independent(op(K::Assume), op(K::AtomicStore));
  for (K k : {K::Choose, K::Yield, K::LoopPoint, K::Join, K::AtomicStore}) independent(op(K::Choose), op(k));
}

// What a thread does must be seen by may_interfere, whatever the others are about to do.
TEST(Foresight, SeesWhatDependsOnAnOperation) {
  auto at = [](K kind, Address object, std::uint64_t argument = 0) {
    Operation o;
    o.kind = kind;
    o.object = object;
    o.width = is_memory_access(kind) ? 4 : 0;
    o.argument = argument;
    return footprint_of(o);
  };
  const MayDo locks{.everything = false, .touches = {{K::MutexLock, 0x100, 40}}};
  EXPECT_TRUE(foresees(&locks, at(K::MutexLock, 0x100)));
  EXPECT_TRUE(foresees(&locks, at(K::MutexLock, 0x110))) << "inside of the variable";
  EXPECT_TRUE(foresees(&locks, at(K::MutexAbandon, 0x100))) << "whoever notices this notices the lock";
  EXPECT_TRUE(foresees(&locks, at(K::Choose, 0)));
  EXPECT_FALSE(foresees(&locks, at(K::MutexLock, 0x200)));
  EXPECT_FALSE(foresees(&locks, at(K::MutexTryLock, 0x100))) << "a std::lock notices it";
  EXPECT_FALSE(foresees(&locks, at(K::SemPost, 0x100)));
  EXPECT_FALSE(foresees(&locks, at(K::ProcessExit, 0)));
  EXPECT_TRUE(foresees(nullptr, at(K::ProcessExit, 0)));
  const MayDo everything;
  EXPECT_TRUE(foresees(&everything, at(K::SemPost, 0x100)));

  const MayDo memory{.everything = false, .touches = {{K::AtomicLoad, 0x100, 4}, {K::CondWait, 0x200, 48}}};
  EXPECT_TRUE(foresees(&memory, at(K::AtomicLoad, 0x100)));
  EXPECT_FALSE(foresees(&memory, at(K::AtomicLoad, 0x102))) << "half of it lies outside";
  EXPECT_FALSE(foresees(&memory, at(K::AtomicStore, 0x100)));
  EXPECT_TRUE(foresees(&memory, at(K::CondWait, 0x200, 0x300))) << "its mutex may be any";

  const MayDo reads{.everything = false, .touches = {{K::RwReadLock, 0, 0}, {K::RwTryReadLock, 0, 0}}};
  for (K kind : {K::RwReadLock, K::RwTryReadLock})
    for (std::uint64_t argument : {std::uint64_t{0}, kPrefersWriters, kMindsReaders})
      EXPECT_TRUE(foresees(&reads, at(kind, 0x100, argument))) << name_of(kind) << argument;
  const MayDo waits{.everything = false, .touches = {{K::RwReadLock, 0, 0}}};
  EXPECT_FALSE(foresees(&waits, at(K::RwWriteLock, 0x100))) << "who reads notices it";
}

// A std::lock of several read/write locks begins while another thread may try to read one: it can notice.
TEST(Foresight, ReadersNoticeStdLock) {
  const std::pair<Address, std::uint32_t> lock[] = {{0x100, kRwLockWidth}};
  Operation begin;
  begin.kind = K::LockAllBegin;
  for (K kind : {K::RwTryReadLock, K::RwTimedReadLock, K::RwReadLock}) {
    const MayDo reads{.everything = false, .touches = {{kind, 0x100, 56}}};
    EXPECT_TRUE(may_interfere(footprint_of(begin, lock), &reads)) << name_of(kind);
  }
  const MayDo elsewhere{.everything = false, .touches = {{K::RwTryReadLock, 0x200, 56}}};
  EXPECT_FALSE(may_interfere(footprint_of(begin, lock), &elsewhere));
}

TEST(ThreadSet, GrowsPastAWord) {
  ThreadSet few, many;
  few.add(ThreadId(3));
  many.add(ThreadId(3));
  many.add(ThreadId(900));
  EXPECT_TRUE(many.contains(few));
  EXPECT_FALSE(few.contains(many));
  ThreadId found;
  ASSERT_TRUE(ThreadSet::first_not_in(many, few, found));
  EXPECT_EQ(found, ThreadId(900));
  EXPECT_EQ(ThreadSet::count_not_in(many, few), 1u);
  many.remove(ThreadId(900));
  EXPECT_TRUE(few.contains(many));
  EXPECT_FALSE(many.empty());
  many.clear();
  EXPECT_TRUE(many.empty());
  EXPECT_FALSE(many.has(ThreadId(3)));
}

// Every operation on two objects that lie side by side, in two sizes, and one that spins.
std::vector<Footprint> many_footprints() {
  static const std::pair<Address, std::uint32_t> bytes[] = {{0x102, 2}, {0x110, 4 | kReadersWake}};
  std::vector<Footprint> list;
  for (int kind = 0; kind <= static_cast<int>(K::ProcessExit); ++kind)
    for (const Address object : {Address{0x100}, Address{0x104}})
      for (const std::uint32_t width : {4u, 8u}) {
        Operation o = op(static_cast<K>(kind), object, object ^ 4, width);
        if (waits_for_change(o) && o.kind != K::SpinWait && width == 4) o.width = 0;
        list.push_back(footprint_of(o, byte_set_number(o) ? ByteSet{bytes} : ByteSet{}));
      }
  return list;
}

TEST(Dependency, WhatCoversAnOperationDependsOnAllThatItDependsOn) {
  const std::vector<Footprint> all = many_footprints();
  unsigned covering = 0;
  for (const Footprint& a : all)
    for (const Footprint& b : all) {
      if (!covers(a, b)) continue;
      ++covering;
      for (const Footprint& other : all)
        EXPECT_TRUE(!dependent(other, b) || dependent(other, a))
            << static_cast<int>(a.parts[0].role) << " " << static_cast<int>(b.parts[0].role) << " "
            << static_cast<int>(other.parts[0].role);
    }
  EXPECT_GT(covering, all.size());
  const auto covered = [](const Operation& a, const Operation& b) { return covers(footprint_of(a), footprint_of(b)); };
  EXPECT_TRUE(covered(op(K::AtomicRmw), op(K::AtomicRmw)));
  EXPECT_TRUE(covered(op(K::AtomicStore), op(K::AtomicLoad)));
  EXPECT_FALSE(covered(op(K::AtomicLoad), op(K::AtomicStore)));
  EXPECT_FALSE(covered(op(K::AtomicStore, 0x100, 0, 4), op(K::AtomicStore, 0x100, 0, 8)));
  const Operation lock = op(K::MutexLock, 0x100, 0, 0), spinning = op(K::MutexLock);
  EXPECT_TRUE(covered(lock, lock));
  EXPECT_TRUE(covered(spinning, lock));
  EXPECT_FALSE(covered(lock, spinning));
  EXPECT_FALSE(covered(lock, op(K::ProcessExit)));
  EXPECT_TRUE(covered(op(K::ProcessExit), lock));
}

TEST(SignatureIndex, FindsWhatAScanFinds) {
  SignatureIndex index;
  std::vector<Signature> plain;
  RandomNumbers random(1);
  for (int round = 0; round < 200; ++round) {
    const std::size_t keep = random.below(static_cast<std::uint32_t>(plain.size() + 1));
    plain.resize(std::max(keep, plain.size() / 2));
    index.shrink_to(plain.size());
    for (std::uint32_t i = random.below(9000); i > 0; --i) {
      plain.push_back(Signature{1} << random.below(random.below(50) == 0 ? 64 : 3));
      index.push_back(plain.back());
    }
    const Signature wanted = Signature{1} << random.below(64);
    std::vector<std::size_t> expected, found;
    for (std::size_t i = plain.size(); i-- > 0;)
      if ((plain[i] & wanted) != 0) expected.push_back(i);
    index.backwards(wanted, [&](std::size_t i) { return found.push_back(i), true; });
    EXPECT_EQ(found, expected);
    found.clear();
    index.backwards(wanted, [&](std::size_t i) { return found.push_back(i), found.size() < 2; });
    expected.resize(std::min<std::size_t>(expected.size(), 2));
    EXPECT_EQ(found, expected);
  }
}

}  // namespace
}  // namespace heddle
