// Drives a World from tests: short names for operations, the second halves of calls followed by hand, and a look
// inside.
#pragma once
#include <gtest/gtest.h>

#include <cerrno>
#include <cstring>
#include <initializer_list>
#include <vector>

#include "sync/world.h"

namespace heddle::sync {

using K = OperationKind;

// Everything in a World that a backtrack has to bring back, byte by byte.
class WorldInspector {
 public:
  struct Copy {
    std::vector<Object> objects;
    std::vector<Thread> threads;
    std::vector<ReadHold> holds;
    std::uint32_t holds_used = 0, free_hold = 0;
  };

  static Copy copy(const World& w) {
    Copy c;
    for (std::size_t i = 0; i < w.objects_.size(); ++i) c.objects.push_back(w.objects_[i]);
    for (std::size_t i = 0; i < w.threads_.size(); ++i) c.threads.push_back(w.threads_[i]);
    for (std::size_t i = 0; i < w.holds_.size(); ++i) c.holds.push_back(w.holds_[i]);
    c.holds_used = w.holds_used_;
    c.free_hold = w.free_hold_;
    return c;
  }

  // What came into being after the copy was made must look as new.
  static bool same(const Copy& before, const Copy& now) {
    return same(before.objects, now.objects) && same(before.threads, now.threads) && same(before.holds, now.holds) &&
           before.holds_used == now.holds_used && before.free_hold == now.free_hold;
  }

  static const ReadHold& hold(const World& w, std::uint32_t i) { return w.holds_[i]; }

 private:
  static bool equal(const Object& a, const Object& b) {
    return a.address == b.address && a.kind == b.kind && a.flags == b.flags && a.owner == b.owner &&
           a.owned == b.owned && a.count == b.count && a.limit == b.limit && a.generation == b.generation &&
           a.mutex == b.mutex && a.readers == b.readers;
  }
  static bool equal(const Thread& a, const Thread& b) {
    return a.status == b.status && a.detached == b.detached && a.joined == b.joined && a.waiting == b.waiting &&
           a.timed == b.timed && a.wake == b.wake && a.parent == b.parent && a.waits_on == b.waits_on &&
           a.mutex == b.mutex && a.writes == b.writes;
  }
  static bool equal(const ReadHold& a, const ReadHold& b) {
    return a.thread == b.thread && a.count == b.count && a.next == b.next;
  }
  template <class T>
  static bool same(const std::vector<T>& before, const std::vector<T>& now) {
    if (now.size() < before.size()) return false;
    for (std::size_t i = 0; i < now.size(); ++i) {
      T expected = i < before.size() ? before[i] : T{};
      if constexpr (std::is_same_v<T, Object>)
        if (i >= before.size()) expected.address = now[i].address;
      if (!equal(expected, now[i])) return false;
    }
    return true;
  }
};

class SyncTest : public testing::Test {
 protected:
  static constexpr Address M = 0x1000, M2 = 0x1100, C = 0x2000, RW = 0x3000, S = 0x4000, B = 0x5000, O = 0x6000,
                           F = 0x7000;
  static constexpr ThreadId T0{0}, T1{1}, T2{2}, T3{3};

  SyncTest() {
    for (std::uint16_t t = 0; t < 4; ++t) world.start_thread(ThreadId(t), T0);
  }

  Operation op(K kind, Address object, std::uint64_t argument = 0) {
    Operation o;
    o.kind = kind;
    o.object = object;
    o.id = world.object_at(object);
    o.argument = argument;
    return o;
  }
  Operation wait_for(Address condition, Address mutex) { return op(K::CondWait, condition, mutex); }

  ObjectId id(Address a) { return world.object_at(a); }
  bool enabled(ThreadId t, const Operation& o) { return world.enabled(t, o); }

  // Applies an operation that must be enabled.
  Effect run(ThreadId t, const Operation& o, Choice choice = 0) {
    EXPECT_TRUE(world.enabled(t, o)) << name_of(o.kind);
    EXPECT_LT(choice, world.outcomes(t, o)) << name_of(o.kind);
    return world.apply(t, o, choice);
  }
  Effect run(ThreadId t, K kind, Address object, std::uint64_t argument = 0) {
    return run(t, op(kind, object, argument));
  }

  Operation waits(ThreadId t, Address condition, Address mutex, K kind = K::CondWait) {
    EXPECT_EQ(run(t, K::MutexLock, mutex).result, 0);
    const Effect e = run(t, kind, condition, mutex);
    EXPECT_TRUE(e.next.has_value());
    return e.next.value_or(Operation{});
  }

  static std::vector<Edge> edges(const Effect& e) { return {e.all_edges().begin(), e.all_edges().end()}; }
  struct Expected {
    EdgeKind kind;
    ObjectId object;
    Hold hold = Hold::None;
  };
  std::vector<Edge> list(std::initializer_list<Expected> all) {
    std::vector<Edge> result;
    for (const Expected& e : all) result.push_back({e.kind, MemoryOrder::SequentiallyConsistent, e.object, e.hold});
    return result;
  }

  Journal journal;
  World world{journal};
};

}  // namespace heddle::sync
