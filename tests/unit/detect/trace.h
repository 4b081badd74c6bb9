// Random executions for the detectors: a list of events that a real machine could have produced, with locks held by
// one thread at a time, threads that are created before they run and joined after they end, storage that is freed
// before it is given out again. Each event has its own site, so that a reported access names its event.
#pragma once
#include <array>
#include <optional>
#include <random>
#include <vector>

#include "detect/race_detector.h"
#include "model/address_space.h"

namespace heddle::test {

struct Event {
  enum class What { Access, Order, Fork, Join, Forget, Fresh } what;
  ThreadId thread;
  ThreadId other{};
  Edge edge{};
  Access access{};
};

// What the detector says to this event.
inline std::optional<Race> feed(RaceDetector& d, const Event& e) {
  switch (e.what) {
    case Event::What::Access:
      d.running(e.thread);
      return d.access(e.access);
    case Event::What::Order:
      d.running(e.thread), d.order(e.thread, e.edge);
      break;
    case Event::What::Fork:
      d.running(e.thread), d.fork(e.thread, e.other);
      break;
    case Event::What::Join:
      d.running(e.thread), d.join(e.thread, e.other);
      break;
    case Event::What::Forget:
      d.forget(e.edge.object);
      break;
    case Event::What::Fresh:
      d.fresh(e.access.address, e.access.size);
      break;
  }
  return std::nullopt;
}

struct Flavour {
  std::vector<unsigned> threads = {0, 1, 2, 3};  // the ids to use
  Address memory = kHeapBase;
  unsigned bytes = 16;
  unsigned ranges = 0;     // per cent of the plain accesses that are long
  unsigned atomics = 25;   // per cent of the accesses that are atomic
  unsigned objects = 0;    // per cent of these that are to a whole synchronisation object
  unsigned sync = 50;      // per cent of the events that are synchronisation
  unsigned lifetimes = 3;  // per cent of the events that free or reuse storage or forget an object
};

class Generator {
 public:
  Generator(std::uint64_t seed, Flavour flavour);
  // The next event; some kinds turn out to be impossible at the moment, then it tries another one.
  Event next();
  // The event was taken: follow its effect on who holds what.
  void took(const Event&);

 private:
  struct Lock {
    int writer = -1;
    std::vector<unsigned> readers;
  };
  struct Barrier {
    std::vector<unsigned> arrived, leaving;
  };

  unsigned below(unsigned n) { return static_cast<unsigned>(random_() % n); }
  bool chance(unsigned percent) { return below(100) < percent; }
  unsigned some_thread();
  Event access(unsigned t);
  std::optional<Event> synchronise(unsigned t);
  std::optional<Event> thread_event(unsigned t);
  std::optional<Event> lifetime(unsigned t);
  std::optional<Event> use_lock(unsigned t);
  std::optional<Event> use_barrier(unsigned t);
  MemoryOrder load_order() {
    return std::array{MemoryOrder::Relaxed, MemoryOrder::Acquire, MemoryOrder::SequentiallyConsistent}[below(3)];
  }
  MemoryOrder store_order() {
    return std::array{MemoryOrder::Relaxed, MemoryOrder::Release, MemoryOrder::SequentiallyConsistent}[below(3)];
  }
  MemoryOrder any_order() { return static_cast<MemoryOrder>(below(5)); }
  Event order(unsigned t, EdgeKind kind, unsigned object, MemoryOrder o = MemoryOrder::SequentiallyConsistent) {
    return Event{Event::What::Order, ThreadId(t), {}, Edge{kind, o, ObjectId(object)}, {}};
  }
  SiteId site() { return SiteId(++sites_); }

  static constexpr unsigned kLocks = 2, kFirstAtomic = 4, kAtomics = 3, kSemaphore = 8, kBarrier = 10;

  std::mt19937_64 random_;
  Flavour flavour_;
  std::vector<unsigned> alive_, born_;
  Lock locks_[kLocks];  // objects 0/1 and 2/3: the writers' and the readers' part
  Barrier barrier_;
  std::optional<Event> forced_;  // the second half of a writer's lock
  std::uint32_t sites_ = 0;
};

// Most random executions race at once. A polite one leaves out most accesses that would (per cent), so that long
// race-free histories come about.
std::vector<Event> make_trace(std::uint64_t seed, const Flavour& flavour, unsigned length, unsigned politeness);

// How many traces of a campaign to run: HEDDLE_TRACES per cent, or 30, or all in ./test --long.
std::uint64_t share_of(std::uint64_t traces);

// A mixture: few and many threads, bytes within and across pages, many and few atomics.
Flavour flavour_for(std::uint64_t seed);
// Long accesses over several pages.
Flavour flavour_of_ranges(std::uint64_t seed);

}  // namespace heddle::test
