// What goldilocks costs beside vector-clock on made-up executions: 16 threads, 64 locks, several mixes of accesses; and
// what a synchronisation operation costs as the number of locations grows, which must not matter; and what it costs to
// ask for, compare and intersect the detector's knowledge.
#include <benchmark/benchmark.h>

#include <random>
#include <vector>

#include "detect/goldilocks.h"
#include "detect/knowledge_gather.h"
#include "detect/registry.h"
#include "model/address_space.h"

namespace heddle {
namespace {

constexpr unsigned kThreads = 16, kLocks = 64, kLocations = 100'000;

struct Event {
  ThreadId thread;
  bool lock;   // a lock and, as the next event of the thread, its unlock
  bool write;  // of an access
  std::uint32_t what;
};

enum class Mix { Local, Locks, ReadShared, HandOff };

// Each thread in turn for a while; accesses to shared data are under the lock of their part of it.
std::vector<Event> make(Mix mix, std::size_t length) {
  std::mt19937 random(42);
  const auto below = [&](unsigned n) { return static_cast<unsigned>(random() % n); };
  const unsigned locks = mix == Mix::Locks ? 40 : 5;  // per cent; each is two events
  std::vector<Event> events;
  while (events.size() < length) {
    const unsigned number = below(kThreads);
    const ThreadId t(static_cast<std::uint16_t>(number));
    for (unsigned n = 1 + below(20); n > 0; --n) {
      if (below(100) < locks) {
        const unsigned lock = below(kLocks);
        events.push_back({t, true, false, lock});
        if (mix == Mix::HandOff)
          for (unsigned i = 0; i < 8; ++i)
            events.push_back({t, false, true, below(kLocations / kLocks) * kLocks + lock});
        events.push_back({t, true, true, lock});
      } else {
        const unsigned own = below(kLocations / kThreads) * kThreads + number;
        const bool shared = mix == Mix::ReadShared && below(100) < 80;
        events.push_back({t, false, !shared && below(3) == 0, shared ? kLocations + below(1000) : own});
      }
    }
  }
  return events;
}

void run(RaceDetector& d, const std::vector<Event>& events) {
  for (const Event& e : events) {
    d.running(e.thread);
    if (e.lock)
      d.order(e.thread, Edge{e.write ? EdgeKind::Unlock : EdgeKind::Lock, {}, ObjectId(e.what + 1)});
    else
      d.access(
          {e.thread, e.write ? AccessKind::Write : AccessKind::Read, kHeapBase + 4 * Address{e.what}, 4, SiteId(3)});
  }
}

void on_a_trace(benchmark::State& state, const char* name, bool list, Mix mix) {
  const std::vector<Event> events = make(mix, 2'000'000);
  for (auto _ : state) {
    Journal journal;
    journal.set_recording(false);
    const auto d = make_detector(name, journal, DetectorOptions{.list_all = list});
    for (unsigned t = 1; t < kThreads; ++t) d->fork(ThreadId(0), ThreadId(static_cast<std::uint16_t>(t)));
    run(*d, events);
    if (auto* g = dynamic_cast<GoldilocksDetector*>(d.get())) state.counters["columns"] = g->table().columns();
  }
  state.SetItemsProcessed(static_cast<std::int64_t>(state.iterations() * events.size()));
}
#define MIX(mix)                                                                                                     \
  BENCHMARK_CAPTURE(on_a_trace, vector_clock_##mix, "vector-clock", false, Mix::mix)->Unit(benchmark::kMillisecond); \
  BENCHMARK_CAPTURE(on_a_trace, goldilocks_##mix, "goldilocks", false, Mix::mix)->Unit(benchmark::kMillisecond);     \
  BENCHMARK_CAPTURE(on_a_trace, vector_clock_all_##mix, "vector-clock", true, Mix::mix)                              \
      ->Unit(benchmark::kMillisecond);                                                                               \
  BENCHMARK_CAPTURE(on_a_trace, goldilocks_all_##mix, "goldilocks", true, Mix::mix)->Unit(benchmark::kMillisecond)
MIX(Local);
MIX(Locks);
MIX(ReadShared);
MIX(HandOff);
#undef MIX

// Lock, one write, unlock, by each thread in turn, after so many locations were written.
void BM_LockUnlock(benchmark::State& state) {
  Journal journal;
  journal.set_recording(false);
  GoldilocksDetector d(journal, detect::Keep::Enough, false);
  for (unsigned t = 1; t < kThreads; ++t) d.fork(ThreadId(0), ThreadId(static_cast<std::uint16_t>(t)));
  const auto locations = static_cast<unsigned>(state.range(0));
  unsigned n = 0;
  const auto round = [&](unsigned location) {
    const ThreadId t(static_cast<std::uint16_t>(n % kThreads));
    const ObjectId m(1 + n * 7 / kThreads % kLocks);
    d.order(t, Edge{EdgeKind::Lock, {}, m});
    d.access({t, AccessKind::Write, kHeapBase + 4 * Address{location}, 4, SiteId(3)});
    d.order(t, Edge{EdgeKind::Unlock, {}, m});
    ++n;
  };
  for (unsigned i = 0; i < locations; ++i) round(i);
  for (auto _ : state) round(n % 1000);
  state.counters["columns"] = d.table().columns();
}
BENCHMARK(BM_LockUnlock)->RangeMultiplier(10)->Range(1000, 1'000'000);

// ---- what a stateful search asks at each state ----

// Eight threads, sixteen locks, so many cells apart from each other: each was written under its lock by one thread and
// then read by another.
class Cells final : public Population {
 public:
  Cells(const char* name, unsigned cells, unsigned seed) : detector_(make_detector(name, journal_)) {
    for (std::uint16_t t = 0; t < 8; ++t) acting_.emplace_back(t);
    for (std::uint16_t t = 1; t < 8; ++t) detector_->fork(ThreadId(0), ThreadId(t));
    std::mt19937 random(seed);
    for (unsigned n = 0; n < 2 * cells; ++n) {
      const unsigned cell = n % cells;
      const ThreadId t(static_cast<std::uint16_t>(random() % 8));
      const ObjectId m(2 * (cell % 16));
      detector_->running(t);
      detector_->order(t, Edge{EdgeKind::Lock, {}, m});
      detector_->access({t, n < cells ? AccessKind::Write : AccessKind::Read, kHeapBase + 8 * cell, 4, SiteId(3)});
      detector_->order(t, Edge{EdgeKind::Unlock, {}, m});
    }
  }
  Name name(const detect::Member& m) const override { return m.index; }
  std::optional<std::span<const ThreadId>> acting() const override { return acting_; }
  void know(Knowledge& into) { detector_->knowledge(*this, scratch_, into); }

 private:
  Journal journal_;
  std::unique_ptr<RaceDetector> detector_;
  std::vector<ThreadId> acting_;
  detect::KnowledgeScratch scratch_;
};

void knowledge_and_hash(benchmark::State& state, const char* name) {
  Cells cells(name, static_cast<unsigned>(state.range(0)), 1);
  Knowledge k;
  for (auto _ : state) {
    cells.know(k);
    benchmark::DoNotOptimize(k.hash());
  }
  state.counters["bytes"] = static_cast<double>(k.bytes().size());
  state.counters["ranges"] = static_cast<double>(k.ranges().size());
}
BENCHMARK_CAPTURE(knowledge_and_hash, goldilocks, "goldilocks")->Arg(10)->Arg(100)->Arg(1000)->Arg(10'000);
BENCHMARK_CAPTURE(knowledge_and_hash, summary, "summary")->Arg(10)->Arg(1000);
BENCHMARK_CAPTURE(knowledge_and_hash, vector_clock, "vector-clock")->Arg(10)->Arg(1000);

void on_two(benchmark::State& state, void (*f)(const Knowledge&, const Knowledge&)) {
  Knowledge a, b;
  Cells("goldilocks", static_cast<unsigned>(state.range(0)), 1).know(a);
  Cells("goldilocks", static_cast<unsigned>(state.range(0)), 2).know(b);
  const Knowledge below = intersect(a, b);
  for (auto _ : state) f(below, b);
}
BENCHMARK_CAPTURE(on_two, knows_no_more_than,
                  [](const Knowledge& a, const Knowledge& b) { benchmark::DoNotOptimize(a.knows_no_more_than(b)); })
    ->Arg(10)
    ->Arg(1000);
BENCHMARK_CAPTURE(on_two, intersect,
                  [](const Knowledge& a, const Knowledge& b) { benchmark::DoNotOptimize(intersect(a, b)); })
    ->Arg(10)
    ->Arg(1000);

}  // namespace
}  // namespace heddle

BENCHMARK_MAIN();
