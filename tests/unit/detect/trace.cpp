// The generator of random executions.
#include "trace.h"

#include <algorithm>
#include <array>

#include "../../environment.h"
#include "detect/naive.h"

namespace heddle::test {

namespace {
Event held(Event e, Hold hold) {
  e.edge.hold = hold;
  return e;
}

bool contains(const std::vector<unsigned>& list, unsigned t) {
  return std::find(list.begin(), list.end(), t) != list.end();
}
}  // namespace

Generator::Generator(std::uint64_t seed, Flavour flavour) : random_(seed), flavour_(std::move(flavour)) {
  alive_ = born_ = {flavour_.threads[0]};
}

unsigned Generator::some_thread() {
  // A thread waiting at the barrier does nothing until it leaves.
  for (;;) {
    const unsigned t = alive_[below(static_cast<unsigned>(alive_.size()))];
    if (!contains(barrier_.arrived, t)) return t;
  }
}

Event Generator::next() {
  if (forced_) return *forced_;
  for (;;) {
    const unsigned t = some_thread();
    std::optional<Event> e;
    if (contains(barrier_.leaving, t)) {
      e = order(t, EdgeKind::Acquire, kBarrier);
    } else if (born_.size() < 2 || chance(4)) {
      e = thread_event(t);
    } else if (chance(flavour_.lifetimes)) {
      e = lifetime(t);
    } else if (chance(flavour_.sync)) {
      e = synchronise(t);
    } else {
      e = access(t);
    }
    if (e) return *e;
  }
}

Event Generator::access(unsigned t) {
  static constexpr unsigned kWidths[] = {1, 1, 2, 4, 4, 8, 8, 16, 3, 5};
  Access a{ThreadId(t), AccessKind::Read, 0, 0, site()};
  if (chance(flavour_.atomics)) {
    a.kind = chance(50) ? AccessKind::AtomicRead : AccessKind::AtomicWrite;
    a.size = 1U << below(5);
    a.address = flavour_.memory + below(flavour_.bytes / 16) * 16 + below(16 / static_cast<unsigned>(a.size)) * a.size;
    if (chance(flavour_.objects)) {  // two that overlap, as in a union: the first and the last so many bytes
      a.size = flavour_.bytes - 8;
      a.address = flavour_.memory + (chance(80) ? 0 : 8);
    }
  } else {
    a.kind = chance(50) ? AccessKind::Read : AccessKind::Write;
    a.size = kWidths[below(10)];
    if (chance(flavour_.ranges)) a.size = 1 + below(flavour_.bytes);
    a.size = std::min<std::uint64_t>(a.size, flavour_.bytes);
    a.address = flavour_.memory + below(flavour_.bytes - static_cast<unsigned>(a.size) + 1);
    if (chance(60)) a.address &= ~Address{3};
  }
  return Event{Event::What::Access, ThreadId(t), {}, {}, a};
}

std::optional<Event> Generator::synchronise(unsigned t) {
  const unsigned atomic = kFirstAtomic + below(kAtomics);
  switch (below(9)) {
    case 0:
    case 1:
    case 2:
      return use_lock(t);
    case 3:
      return order(t, EdgeKind::AtomicLoad, atomic, load_order());
    case 4:
      return order(t, EdgeKind::AtomicStore, atomic, store_order());
    case 5:
      return order(t, EdgeKind::AtomicRmw, atomic, any_order());
    case 6:
      return order(t, EdgeKind::Fence, 0, any_order());
    case 7:
      return order(t, chance(50) ? EdgeKind::Release : EdgeKind::Acquire, kSemaphore);
    default:
      return use_barrier(t);
  }
}

std::optional<Event> Generator::use_lock(unsigned t) {
  const unsigned which = below(kLocks);
  const Lock& lock = locks_[which];
  const bool reads = contains(lock.readers, t);
  if (lock.writer == static_cast<int>(t)) return order(t, EdgeKind::Unlock, 2 * which);
  if (reads) return held(order(t, EdgeKind::Release, 2 * which + 1), Hold::EndsShared);
  if (lock.writer >= 0) return std::nullopt;
  if (which == 1 && chance(50)) return held(order(t, EdgeKind::Acquire, 2 * which), Hold::Shared);
  if (!lock.readers.empty()) return std::nullopt;
  return order(t, EdgeKind::Lock, 2 * which);
}

std::optional<Event> Generator::use_barrier(unsigned t) {
  if (!barrier_.leaving.empty() || alive_.size() < 2) return std::nullopt;
  return order(t, barrier_.arrived.empty() ? EdgeKind::ReleaseReset : EdgeKind::Release, kBarrier);
}

std::optional<Event> Generator::thread_event(unsigned t) {
  if (born_.size() < flavour_.threads.size() && (born_.size() < 2 || chance(60)))
    return Event{Event::What::Fork, ThreadId(t), ThreadId(flavour_.threads[born_.size()]), {}, {}};
  const unsigned other = alive_[below(static_cast<unsigned>(alive_.size()))];
  const auto holds = [&](const Lock& l) { return l.writer == static_cast<int>(other) || contains(l.readers, other); };
  if (other == t || alive_.size() < 3 || contains(barrier_.arrived, other) || contains(barrier_.leaving, other) ||
      std::any_of(std::begin(locks_), std::end(locks_), holds))
    return std::nullopt;
  return Event{Event::What::Join, ThreadId(t), ThreadId(other), {}, {}};
}

std::optional<Event> Generator::lifetime(unsigned t) {
  const unsigned size = 1 + below(chance(50) ? std::min(flavour_.bytes, 12U) : flavour_.bytes);
  const Address begin = flavour_.memory + below(flavour_.bytes - size + 1);
  switch (below(4)) {
    case 0:
      return Event{
          Event::What::Access, ThreadId(t), {}, {}, Access{ThreadId(t), AccessKind::Free, begin, size, site()}};
    case 1:
    case 2:
      return Event{Event::What::Fresh, ThreadId(t), {}, {}, Access{{}, AccessKind::Write, begin, size, {}}};
    default: {
      unsigned object = chance(70) ? kFirstAtomic + below(kAtomics) : kSemaphore;
      if (chance(30) && locks_[0].writer < 0) object = 0;
      return Event{Event::What::Forget, ThreadId(t), {}, Edge{EdgeKind::Acquire, {}, ObjectId(object)}, {}};
    }
  }
}

void Generator::took(const Event& e) {
  const unsigned t = e.thread.value;
  forced_.reset();
  const auto drop = [](std::vector<unsigned>& list, unsigned what) { std::erase(list, what); };
  if (e.what == Event::What::Fork) {
    alive_.push_back(e.other.value);
    born_.push_back(e.other.value);
  }
  if (e.what == Event::What::Join) drop(alive_, e.other.value);
  if (e.what != Event::What::Order) return;
  const unsigned object = e.edge.object.value;
  if (object == kBarrier && e.edge.kind == EdgeKind::Acquire) drop(barrier_.leaving, t);
  if (object == kBarrier && e.edge.kind != EdgeKind::Acquire) {
    barrier_.arrived.push_back(t);
    if (barrier_.arrived.size() == 2) std::swap(barrier_.arrived, barrier_.leaving);
  }
  if (object >= 2 * kLocks || e.edge.kind == EdgeKind::Fence) return;
  Lock& lock = locks_[object / 2];
  if (e.edge.kind == EdgeKind::Lock) {
    lock.writer = static_cast<int>(t);
    forced_ = order(t, EdgeKind::Acquire, object + 1);
  }
  if (e.edge.kind == EdgeKind::Unlock) lock.writer = -1;
  if (e.edge.kind == EdgeKind::Acquire && object % 2 == 0) lock.readers.push_back(t);
  if (e.edge.kind == EdgeKind::Release) drop(lock.readers, t);
}

std::vector<Event> make_trace(std::uint64_t seed, const Flavour& flavour, unsigned length, unsigned politeness) {
  Generator generator(seed, flavour);
  std::mt19937_64 random(seed * 77 + 1);
  Journal journal;
  NaiveDetector naive(journal);
  std::vector<Event> trace;
  while (trace.size() < length) {
    const Event e = generator.next();
    const Journal::Mark mark = journal.mark();
    if (feed(naive, e) && random() % 100 < politeness) {
      journal.undo_to(mark);
      continue;
    }
    generator.took(e);
    trace.push_back(e);
  }
  return trace;
}

std::uint64_t share_of(std::uint64_t traces) {
  return traces * from_environment("HEDDLE_TRACES", from_environment("HEDDLE_LONG", 0) != 0 ? 100 : 30) / 100;
}

Flavour flavour_for(std::uint64_t seed) {
  Flavour f;
  f.threads.resize(2 + seed % 3);
  if (seed % 5 == 0) f.threads = {0, 7, 8, 999, 130};
  f.bytes = seed % 3 == 0 ? 16 : 32;
  f.atomics = seed % 4 == 0 ? 60 : 20;
  f.lifetimes = seed % 7 == 0 ? 15 : 3;
  f.memory = kHeapBase + (seed % 2 == 0 ? 0 : 1008);  // across a shadow page
  f.sync = seed % 11 == 0 ? 80 : 45;
  f.objects = seed % 2 == 0 && f.bytes > 16 ? 80 : 0;
  return f;
}

Flavour flavour_of_ranges(std::uint64_t seed) {
  Flavour f;
  f.threads.resize(2 + seed % 2);
  f.memory = kHeapBase + seed % 5 * 512;
  f.bytes = 4096 + 32;
  f.ranges = 60;
  f.atomics = 5;
  f.lifetimes = 20;
  f.objects = seed % 3 * 40;
  return f;
}

}  // namespace heddle::test
