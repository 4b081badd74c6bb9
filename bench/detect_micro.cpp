// What the race detector costs per event: the inline path, the first access of an epoch, bytes, long ranges, edges.
// Figures are meaningful relative to each other and to the plain loop (BM_Baseline) of the same run.
#include <benchmark/benchmark.h>

#include <vector>

#include "detect/vector_clock.h"
#include "model/address_space.h"

namespace heddle {
namespace {

constexpr Address kArray = kHeapBase;
constexpr unsigned kCount = 1024;

Access plain(AccessKind kind, Address a, std::uint64_t size, unsigned thread = 0) {
  return Access{ThreadId(static_cast<std::uint16_t>(thread)), kind, a, size, SiteId(7)};
}

// Like the program's hook: the inline path, the short path, then the rest.
template <unsigned W>
void read(VectorClockDetector& d, Address a) {
  if (!d.already_seen_read<W>(a) && !d.note_read(a, W, SiteId(7)))
    benchmark::DoNotOptimize(d.access(plain(AccessKind::Read, a, W)));
}
template <unsigned W>
void write(VectorClockDetector& d, Address a) {
  if (!d.already_seen_write<W>(a) && !d.note_write(a, W, SiteId(7)))
    benchmark::DoNotOptimize(d.access(plain(AccessKind::Write, a, W)));
}

void release(VectorClockDetector& d, unsigned thread, unsigned object) {
  d.order(ThreadId(static_cast<std::uint16_t>(thread)), Edge{EdgeKind::Release, {}, ObjectId(object)});
}

void per_access(benchmark::State& state, unsigned count = kCount) {
  state.SetItemsProcessed(static_cast<std::int64_t>(state.iterations()) * count);
}

void BM_Baseline(benchmark::State& state) {
  std::vector<int> values(kCount);
  for (auto _ : state)
    for (unsigned i = 0; i < kCount; ++i) benchmark::DoNotOptimize(values[i] += 1);
  per_access(state);
}
BENCHMARK(BM_Baseline);

template <unsigned W>
void BM_ReadSeen(benchmark::State& state) {
  Journal journal;
  VectorClockDetector d(journal);
  for (auto _ : state)
    for (unsigned i = 0; i < kCount; ++i) read<W>(d, kArray + i * W);
  per_access(state);
}
BENCHMARK(BM_ReadSeen<1>);
BENCHMARK(BM_ReadSeen<4>);
BENCHMARK(BM_ReadSeen<8>);
BENCHMARK(BM_ReadSeen<16>);

template <unsigned W>
void BM_WriteSeen(benchmark::State& state) {
  Journal journal;
  VectorClockDetector d(journal);
  for (auto _ : state)
    for (unsigned i = 0; i < kCount; ++i) write<W>(d, kArray + i * W);
  per_access(state);
}
BENCHMARK(BM_WriteSeen<1>);
BENCHMARK(BM_WriteSeen<4>);
BENCHMARK(BM_WriteSeen<8>);

// Every other byte: the cells stay split.
void BM_ReadSeenSplit(benchmark::State& state) {
  Journal journal;
  VectorClockDetector d(journal);
  for (auto _ : state)
    for (unsigned i = 0; i < kCount; ++i) read<1>(d, kArray + i * 2);
  per_access(state);
}
BENCHMARK(BM_ReadSeenSplit);

// Data that two threads read.
void BM_ReadSeenShared(benchmark::State& state) {
  Journal journal;
  VectorClockDetector d(journal);
  d.fork(ThreadId(0), ThreadId(1));
  for (unsigned i = 0; i < kCount; ++i) d.access(plain(AccessKind::Read, kArray + i * 4, 4, 1));
  d.running(ThreadId(0));
  for (auto _ : state)
    for (unsigned i = 0; i < kCount; ++i) read<4>(d, kArray + i * 4);
  per_access(state);
}
BENCHMARK(BM_ReadSeenShared);

// The first access to each place in an epoch; saved before each round if Saved, else never.
template <unsigned W, bool writes, bool saved>
void BM_First(benchmark::State& state) {
  Journal journal;
  journal.set_recording(saved);
  VectorClockDetector d(journal);
  const Journal::Mark start = journal.mark();
  for (auto _ : state) {
    if (saved) {
      journal.undo_to(start);
      d.new_interval();
    } else {
      release(d, 0, 1);
    }
    for (unsigned i = 0; i < kCount; ++i) writes ? write<W>(d, kArray + i * W) : read<W>(d, kArray + i * W);
  }
  per_access(state);
}
BENCHMARK(BM_First<4, false, false>);
BENCHMARK(BM_First<4, true, false>);
BENCHMARK(BM_First<8, true, false>);
BENCHMARK(BM_First<1, true, false>);
BENCHMARK(BM_First<4, false, true>);
BENCHMARK(BM_First<4, true, true>);
BENCHMARK(BM_First<8, true, true>);
BENCHMARK(BM_First<1, true, true>);

// A block of this many bytes is given out, cleared, freed; then everything is undone.
void BM_Block(benchmark::State& state) {
  Journal journal;
  VectorClockDetector d(journal);
  const auto size = static_cast<std::uint64_t>(state.range(0));
  const Journal::Mark start = journal.mark();
  for (auto _ : state) {
    d.new_interval();
    d.fresh(kArray, size);
    benchmark::DoNotOptimize(d.access(plain(AccessKind::Write, kArray, size)));
    benchmark::DoNotOptimize(d.access(plain(AccessKind::Free, kArray, size)));
    journal.undo_to(start);
  }
  state.SetBytesProcessed(static_cast<std::int64_t>(state.iterations()) * state.range(0));
}
BENCHMARK(BM_Block)->Arg(64)->Arg(4096)->Arg(1 << 20);

void BM_LockUnlock(benchmark::State& state) {
  Journal journal;
  VectorClockDetector d(journal);
  const auto threads = static_cast<unsigned>(state.range(0));
  for (unsigned t = 1; t < threads; ++t) d.fork(ThreadId(0), ThreadId(static_cast<std::uint16_t>(t)));
  const Journal::Mark start = journal.mark();
  unsigned t = 0, n = 0;
  for (auto _ : state) {
    const ThreadId thread(static_cast<std::uint16_t>(t));
    d.running(thread);
    d.order(thread, Edge{EdgeKind::Lock, {}, ObjectId(3)});
    d.order(thread, Edge{EdgeKind::Unlock, {}, ObjectId(3)});
    t = t + 1 == threads ? 0 : t + 1;
    if (++n % 64 == 0) journal.undo_to(start);
  }
}
BENCHMARK(BM_LockUnlock)->Arg(2)->Arg(10)->Arg(100);

void BM_AtomicIncrement(benchmark::State& state) {
  Journal journal;
  VectorClockDetector d(journal);
  d.fork(ThreadId(0), ThreadId(1));
  const Journal::Mark start = journal.mark();
  unsigned n = 0;
  for (auto _ : state) {
    const ThreadId thread(static_cast<std::uint16_t>(n % 2));
    d.running(thread);
    benchmark::DoNotOptimize(d.access(plain(AccessKind::AtomicWrite, kArray, 4, thread.value)));
    d.order(thread, Edge{EdgeKind::AtomicRmw, MemoryOrder::SequentiallyConsistent, ObjectId(3)});
    if (++n % 64 == 0) journal.undo_to(start), d.new_interval();
  }
}
BENCHMARK(BM_AtomicIncrement);

}  // namespace
}  // namespace heddle

BENCHMARK_MAIN();
