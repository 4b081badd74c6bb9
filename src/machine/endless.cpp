// Loops that need not end. A thread that does something new in each round,
//
//   for (;;) { lock(m); x++; unlock(m); }          while (!stop) ticks++;
//
// has executions of any length, and a search that follows the first of them never comes to the second. So rounds with
// something visible in them are counted, and a loop that goes round very often is suspected. From then on the search is run
// with a bound: whoever has gone round such a loop that often is followed no further (LoopCut). The bound grows from 1 as
// long as that is affordable (run/deepening.cpp), so bugs that need few rounds come first, and the verdict says up to
// which round everything was covered. If nobody reaches the bound any more the loop did end, and all is as without it.
//
// The bound is about what one thread has done by itself. To the reductions it is a program like any other: one whose
// threads stop after so many rounds.
#include <algorithm>

#include "machine/engine.h"

namespace heddle {
namespace {

// Rounds of one loop without leaving it. Loops that end by themselves seldom come to that, and if one does, only time is lost.
constexpr std::uint32_t kMany = 2'000;
constexpr std::uint32_t kManyAlone = 100'000;  // while nobody else can go on
// ... of a thread that has started as many others: there is room for a thousand, and most loops with a thread in each
// round have it joined in the same round.
constexpr std::uint32_t kManyThreads = 500;
LoopCounts::Entry& entry_of(LoopCounts& counts, std::uint32_t site, Address stack_pointer) {
  for (std::uint32_t i = 0; i < counts.count; i++)
    if (counts.entries[i].site == site && counts.entries[i].stack_pointer == stack_pointer) return counts.entries[i];
  std::uint32_t place = counts.count;
  for (std::uint32_t i = 0; i < counts.count; i++)  // of frames that have been left, or at last anyone
    if (counts.entries[i].stack_pointer < stack_pointer || (place == LoopCounts::kMax && i + 1 == LoopCounts::kMax))
      place = i;
  LoopCounts::Entry& entry = counts.entries[place];
  engine->journal.remember(entry);
  if (place == counts.count) {
    engine->journal.remember(counts.count);
    counts.count++;
  }
  entry = {stack_pointer, engine->runs, site, 0};
  return entry;
}

}  // namespace

bool Engine::somebody_else_can() const {
  for (std::size_t i = 0; i < threads.size(); i++) {
    const ThreadId t(static_cast<std::uint16_t>(i));
    if (t != current && threads[i].live && enabled(t, threads[i].pending)) return true;
  }
  return false;
}

void Engine::note_cut(std::uint32_t site, std::uint32_t rounds) {
  for (CutLoop& loop : cut_loops)
    if (loop.thread == current && loop.site == SiteId(site)) {
      loop.rounds = std::min(loop.rounds, rounds);
      return;
    }
  cut_loops.push_back({current, SiteId(site), rounds});
  lines_of_loops.try_emplace(site, line_of_user(SiteId(site)));
}

// The running thread has come to the head of a loop, `first`: from outside; `visible`: it has done something visible since it
// came to the last head. Is this as far as it is followed?
bool Engine::goes_too_far(std::uint32_t site, Address stack_pointer, bool first, bool visible) {
  if (roaming || in_section_ || (options.scope && !in_explored_scope)) return false;
  loop_counts_.grow_to(threads.size());
  LoopCounts::Entry& entry = entry_of(loop_counts_[current.index()], site, stack_pointer);
  if (!first && !visible && entry.run == runs) return false;  // nothing visible in this round
  journal.remember(entry);
  entry.run = runs;
  if (first) return entry.rounds = 0, false;
  entry.rounds++;
  const LoopBound& bound = round.loop_bound;
  const bool suspected = std::find(bound.sites.begin(), bound.sites.end(), site) != bound.sites.end();
  if (suspected) {
    if (entry.rounds <= bound.rounds) return false;
    reached_loop_bound = true;
  } else {
    const bool makes_threads = entry.rounds >= kManyThreads && self().children >= kManyThreads;
    if (!makes_threads && (entry.rounds < kMany || (entry.rounds < kManyAlone && !somebody_else_can()))) return false;
    if (std::find(endless_loops.begin(), endless_loops.end(), site) == endless_loops.end()) endless_loops.push_back(site);
  }
  note_cut(site, entry.rounds - 1);
  return true;
}

}  // namespace heddle
