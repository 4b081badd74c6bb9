// Random use of everything at once, right and wrong. Two promises: the journal brings back every byte, and the state is
// always consistent with itself and with a book kept here from what the operations returned.
#include <algorithm>
#include <map>
#include <optional>
#include <random>

#include "driver.h"

namespace heddle::sync {
namespace {

constexpr K kAllOperations[] = {
    K::Join,           K::Detach,         K::MutexInit,       K::MutexDestroy,     K::MutexLock,  K::MutexTryLock,
    K::MutexTimedLock, K::MutexUnlock,    K::CondInit,        K::CondDestroy,      K::CondWait,   K::CondTimedWait,
    K::CondSignal,     K::CondBroadcast,  K::RwInit,          K::RwDestroy,        K::RwReadLock, K::RwWriteLock,
    K::RwTryReadLock,  K::RwTryWriteLock, K::RwTimedReadLock, K::RwTimedWriteLock, K::RwUnlock,   K::SemInit,
    K::SemDestroy,     K::SemWait,        K::SemTryWait,      K::SemTimedWait,     K::SemPost,    K::SemGetValue,
    K::BarrierInit,    K::BarrierDestroy, K::BarrierArrive,   K::OnceEnter,        K::OnceDone,   K::OnceAbandon,
    K::FutexWait,      K::FutexTimedWait, K::FutexWake,       K::Choose,           K::AtomicRmw};

bool is_init_or_destroy(K k) {
  switch (k) {
    case K::MutexInit:
    case K::MutexDestroy:
    case K::CondInit:
    case K::CondDestroy:
    case K::RwInit:
    case K::RwDestroy:
    case K::SemInit:
    case K::SemDestroy:
    case K::BarrierInit:
    case K::BarrierDestroy:
    case K::Detach:
      return true;
    default:
      return false;
  }
}

unsigned group(K k) {
  const K firsts[] = {K::CondInit, K::RwInit, K::SemInit, K::BarrierInit, K::OnceEnter, K::AtomicLoad};
  return static_cast<unsigned>(std::upper_bound(std::begin(firsts), std::end(firsts), k) - std::begin(firsts));
}

// What the program itself knows: which locks its calls gave it, and in the middle of which call each thread is.
struct Book {
  std::map<std::pair<std::uint16_t, Address>, int> locks;
  std::map<std::uint16_t, Operation> unfinished;
  std::map<std::uint16_t, bool> alive;
};

class RandomProgram {
 public:
  explicit RandomProgram(unsigned seed) : random_(seed), favourite_(seed % 7) {
    world.set_spurious(seed % 3 == 0);
    start(0);
    for (unsigned i = 1; i < 4; ++i) start(i);
  }

  void step() {
    const unsigned dice = below(100);
    if (dice == 0) return start(below(kThreads));
    if (dice == 1) return finish(ThreadId(static_cast<std::uint16_t>(below(kThreads))));
    if (dice == 2) return end_of_storage();
    const ThreadId t(static_cast<std::uint16_t>(below(kThreads)));
    if (!alive(t)) return;
    const auto unfinished = book.unfinished.find(t.value);
    const Operation o = unfinished != book.unfinished.end() ? unfinished->second : random_operation();
    const Choice outcomes = world.outcomes(t, o);
    ASSERT_GE(outcomes, 1);
    if (!world.enabled(t, o)) {
      check_needed(t, o);
      return;
    }
    EXPECT_EQ(world.provider(t, o), std::nullopt);
    const Effect e = world.apply(t, o, static_cast<Choice>(below(outcomes)));
    ++applied[static_cast<std::size_t>(o.kind)];
    note(t, o, e);
  }

  void check() {
    for (std::size_t i = 0; i < world.object_count(); ++i)
      check_object(ObjectId(static_cast<std::uint32_t>(i * World::kParts)));
    for (std::size_t i = 0; i < world.thread_count(); ++i) check_thread(ThreadId(static_cast<std::uint16_t>(i)));
  }

  unsigned below(unsigned n) { return static_cast<unsigned>(random_() % n); }

  Journal journal;
  World world{journal};
  Book book;
  std::vector<unsigned> applied = std::vector<unsigned>(256);
  unsigned misuses = 0;

 private:
  static constexpr unsigned kThreads = 7;

  bool alive(ThreadId t) const {
    const auto entry = book.alive.find(t.value);
    return entry != book.alive.end() && entry->second;
  }

  void start(unsigned t) {
    if (book.alive.contains(static_cast<std::uint16_t>(t))) return;
    book.alive[static_cast<std::uint16_t>(t)] = true;
    world.start_thread(ThreadId(static_cast<std::uint16_t>(t)), kMainThread);
  }

  void finish(ThreadId t) {
    if (!alive(t) || book.unfinished.contains(t.value) || below(4) != 0) return;
    book.alive[t.value] = false;
    world.finish_thread(t);
  }

  void end_of_storage() {
    const Address begin = address(), size = 8 + below(200);
    world.forget_range(begin, size, [](ObjectId) {});
    std::erase_if(book.locks, [&](const auto& entry) { return entry.first.second - begin < size; });
  }

  // Two places for each kind of object; now and then a place of another kind.
  Address address() { return 0x1000 + below(14) * 0x40; }
  Address address_for(K k) {
    if (below(50) == 0) return address();
    return 0x1000 + (group(k) * 2 + below(2)) * 0x40;
  }

  Operation random_operation() {
    Operation o;
    const bool of_favourite = below(3) != 0;
    do {
      o.kind = kAllOperations[below(std::size(kAllOperations))];
    } while ((is_init_or_destroy(o.kind) && below(8) != 0) || (of_favourite && group(o.kind) != favourite_));
    if (o.kind == K::Join || o.kind == K::Detach) {
      o.object = below(kThreads + 1);
      return o;
    }
    o.object = address_for(o.kind);
    o.id = world.object_at(o.object);
    o.argument = below(4);
    if (o.kind == K::CondWait || o.kind == K::CondTimedWait) o.argument = address_for(K::MutexLock);
    if (o.kind >= K::MutexInit && o.kind <= K::MutexUnlock) o.argument = o.object / 0x40 % 3;
    return o;
  }

  void note(ThreadId t, const Operation& o, const Effect& e) {
    book.unfinished.erase(t.value);
    if (e.next) book.unfinished[t.value] = *e.next;
    if (e.misuse != Misuse::None) {
      ++misuses;
      EXPECT_EQ(e.edge_count, 0);
      EXPECT_FALSE(e.next);
      if (o.kind == K::CondReacquire) book.unfinished[t.value] = o;  // the program would not go on
      return;
    }
    if (o.kind == K::CondReacquire) return add_lock(t, o.argument, +1);
    if (o.kind == K::CondWait || o.kind == K::CondTimedWait) return add_lock(t, o.argument, -1);
    if (e.result != 0) return;
    switch (o.kind) {
      case K::MutexLock:
      case K::MutexTryLock:
      case K::MutexTimedLock:
      case K::RwReadLock:
      case K::RwWriteLock:
      case K::RwTryReadLock:
      case K::RwTryWriteLock:
      case K::RwTimedReadLock:
      case K::RwTimedWriteLock:
        return add_lock(t, o.object, +1);
      case K::MutexUnlock:
      case K::RwUnlock:
        return add_lock(t, o.object, -1);
      default:
        return;
    }
  }

  void add_lock(ThreadId t, Address a, int change) {
    const auto entry = book.locks.try_emplace({t.value, a}, 0).first;
    entry->second += change;
    EXPECT_GE(entry->second, 0);
    if (entry->second == 0) book.locks.erase(entry);
  }

  void check_needed(ThreadId t, const Operation& o) {
    std::vector<ThreadId> needed;
    world.needed(t, o, needed);
    EXPECT_EQ(world.provider(t, o).has_value(), needed.size() == 1);
    for (const ThreadId other : needed) {
      if (o.kind == K::MutexLock || o.kind == K::RwReadLock || o.kind == K::RwWriteLock)
        EXPECT_TRUE(book.locks.contains({other.value, o.object}));
      if (o.kind == K::CondReacquire) EXPECT_TRUE(book.locks.contains({other.value, o.argument}));
      if (o.kind == K::Join) EXPECT_TRUE(alive(other));
      if (o.kind != K::OnceEnter) EXPECT_NE(other, t);
    }
  }

  void check_object(ObjectId id) {
    const Object& o = world.object(id);
    if (!o.owned) EXPECT_EQ(o.owner, ThreadId{});
    if (o.owned) EXPECT_TRUE(o.kind == ObjectKind::Mutex || o.kind == ObjectKind::RwLock || o.kind == ObjectKind::Once);
    std::uint32_t waiting = 0, untimed = 0, read_locks = 0;
    for (std::size_t i = 0; i < world.thread_count(); ++i) {
      const Thread& t = world.thread(ThreadId(static_cast<std::uint16_t>(i)));
      read_locks += world.read_locks(ThreadId(static_cast<std::uint16_t>(i)), id);
      if (t.waiting && t.waits_on == id) ++waiting, untimed += !t.timed;
    }
    const bool has_waiters = o.kind == ObjectKind::Condition || o.kind == ObjectKind::Futex;
    EXPECT_EQ(waiting, has_waiters ? o.count : 0);
    EXPECT_EQ(untimed, has_waiters ? o.limit : 0);
    EXPECT_EQ(read_locks, o.kind == ObjectKind::RwLock ? o.count : 0);
    if (o.kind == ObjectKind::Condition) EXPECT_EQ(o.mutex != kNoObject, o.count > 0);
    if (o.kind == ObjectKind::RwLock) EXPECT_FALSE(o.owned && o.count > 0);
    if (o.kind == ObjectKind::Mutex) EXPECT_EQ(o.owned, o.count > 0);
    if (o.kind == ObjectKind::Barrier) EXPECT_LT(o.count, o.limit);
    if (o.kind == ObjectKind::None || o.kind == ObjectKind::Destroyed) EXPECT_FALSE(world.busy(id));
  }

  void check_thread(ThreadId t) {
    const Thread& thread = world.thread(t);
    const auto unfinished = book.unfinished.find(t.value);
    if (thread.waiting) {
      ASSERT_NE(unfinished, book.unfinished.end());
      EXPECT_TRUE(unfinished->second.kind == K::CondReacquire || unfinished->second.kind == K::FutexSleep);
    }
    EXPECT_EQ(thread.mutex != kNoObject,
              unfinished != book.unfinished.end() && unfinished->second.kind == K::CondReacquire);
    std::vector<ObjectId> held;
    for (const auto& [key, count] : book.locks)
      if (key.first == t.value) held.push_back(world.object_at(key.second));
    std::sort(held.begin(), held.end());
    EXPECT_EQ(world.held_by(t), held);
  }

  std::mt19937 random_;
  unsigned favourite_;  // most operations are on this kind of object, so that something comes of them
};

TEST(RandomUse, StaysConsistent) {
  std::vector<unsigned> applied(256);
  unsigned misuses = 0;
  for (unsigned seed = 1; seed <= 1500; ++seed) {
    RandomProgram program(seed);
    for (int i = 0; i < 300; ++i) {
      program.step();
      program.check();
      if (testing::Test::HasFailure()) FAIL() << "seed " << seed << ", step " << i;
    }
    for (std::size_t k = 0; k < applied.size(); ++k) applied[k] += program.applied[k];
    misuses += program.misuses;
  }
  // A test that never gets anywhere would pass too.
  EXPECT_GT(misuses, 1000u);
  for (const K k : kAllOperations) EXPECT_GT(applied[static_cast<std::size_t>(k)], 100u) << name_of(k);
  for (const K k : {K::CondReacquire, K::FutexSleep, K::BarrierLeave})
    EXPECT_GT(applied[static_cast<std::size_t>(k)], 100u) << name_of(k);
}

TEST(RandomUse, TheJournalBringsEverythingBack) {
  struct Saved {
    Journal::Mark mark;
    WorldInspector::Copy copy;
    Book book;
  };
  unsigned undone = 0;
  for (unsigned seed = 1; seed <= 3000; ++seed) {
    RandomProgram program(seed);
    std::vector<Saved> saved;
    for (int i = 0; i < 300; ++i) {
      if (program.below(6) == 0)
        saved.push_back({program.journal.mark(), WorldInspector::copy(program.world), program.book});
      if (!saved.empty() && program.below(20) == 0) {
        saved.resize(program.below(static_cast<unsigned>(saved.size())) + 1);
        program.journal.undo_to(saved.back().mark);
        ++undone;
        ASSERT_TRUE(WorldInspector::same(saved.back().copy, WorldInspector::copy(program.world))) << "seed " << seed;
        program.book = saved.back().book;
        program.check();
      }
      program.step();
    }
    program.journal.undo_to(0);
    ASSERT_TRUE(WorldInspector::same({}, WorldInspector::copy(program.world))) << "seed " << seed;
    if (testing::Test::HasFailure()) FAIL() << "seed " << seed;
  }
  EXPECT_GT(undone, 10000u);
}

}  // namespace
}  // namespace heddle::sync
