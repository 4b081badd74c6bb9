// Is everything that begins like this execution free of races? (Wang, Yang, Gupta, Gopalakrishnan 2008, figures 4
// and 5.) Asked for a state of an execution that came to its end, and answered from what each thread did there after
// it: in any other order the threads do the same things, so two accesses that conflict cannot race if a lock is held at
// both, or if they are ordered in every execution that begins like this one.
//
// The paper adds to what a thread did what the branches not taken would have done, for every branch. Here the first
// question is whether a thread could do anything else at all. It could only if it read another value, and that only
// where another thread writes in between:
//  * A read is touched by the order if a thread other than its own writes these bytes after the state, unordered with
//    it; or if what stands there was computed from such a value, or depends on which of two writes came last.
//  * What a touched read may decide is known in advance (model/flows.h): nothing, that is, it is only stored
//    somewhere, which makes those bytes touched; or which way the thread takes at some branches whose whole contents
//    are known, and then these count as accesses there (the paper's other branch); or anything: not race-free.
//  * Operations whose result depends on other threads (try-locks, time-outs, once, barriers, choices): not race-free.
// Everything else is the same in every order: addresses, which locks are held, which threads are created.
//
// Ordered in every execution that begins like this one is what happens before in the common beginning, and what
// creation and join order after it.
//
// Mutexes that the search takes no notice of (pruning.h) order nothing here, and protect what is accessed under them.
//
// Main functions: holds_from -> pass -> visit; holds_throughout; obstacle (why not).
#pragma once
#include <tsl/robin_map.h>
#include <tsl/robin_set.h>

#include <algorithm>
#include <span>
#include <vector>

#include "detect/clocks.h"
#include "detect/execution_log.h"
#include "model/flows.h"
#include "search/obstacle.h"
#include "search/throughout.h"
#include "support/journal.h"

namespace heddle {

// A step of the execution, as far as it matters here.
struct TracedStep {
  std::size_t event = 0;  // the first one of it in the log
  ThreadId thread;
  Operation operation;
  bool wrote = false;
  bool predictable = true;  // what it does, and returns, does not depend on other threads
};

class RaceFree {
 public:
  // `shows_accesses`: some are scheduling points, so that there may be some in branches that were not taken.
  // `leaves_out_locks`: holds_throughout will be asked.
  RaceFree(ExecutionLog& log, const Flows* flows, bool shows_accesses, bool leaves_out_locks)
      : log_(log),
        flows_(flows),
        shows_accesses_(shows_accesses),
        leaves_out_locks_(leaves_out_locks),
        clocks_(journal_),
        throughout_(log) {}

  // Another execution: what is in the log now, and these steps. `inert`: mutexes that order nothing. `unchanged`: so
  // many events at the beginning are those of the execution before.
  void begin(std::span<const TracedStep> steps, std::span<const ObjectId> inert, std::size_t unchanged);
  // Every thread has come to its end in it.
  bool holds_from(std::size_t step);
  // No two accesses of this execution would race if these mutexes ordered nothing. Once an execution, and for each.
  bool holds_throughout();
  const Obstacle& obstacle() const { return obstacle_; }

 private:
  static constexpr unsigned kGranule = Throughout::kGranule, kLine = Throughout::kLine, kLarge = 16 * kLine;

  struct Past {  // an access to some bytes of a granule
    ThreadId thread{};
    AccessKind kind = AccessKind::Read;
    std::uint8_t bytes = 0;
    bool after = false;  // the state
    bool races = false;  // counts for races
    bool value = false;  // counts for what is read
    std::uint32_t clock = 0;
    detect::LockSet locks = 0;
    SiteId site{};
    std::size_t repeated_at = 0;  // in the log: it was made again, after all events before
  };
  struct Cell {
    std::vector<Past> past;
    std::uint8_t touched = 0;  // bytes whose contents depend on the order
  };
  struct Visit {
    Past access;
    Address begin = 0, end = 0;
    bool stores_touched = false;
    std::size_t place = ~std::size_t{0};  // in the log
  };

  enum class Part : std::uint8_t { Rest, Whole };  // Rest: after the state
  bool passes(std::size_t step, Part);
  bool pass(std::size_t step, Part);
  bool is_inert(ObjectId lock) const { return std::find(inert_.begin(), inert_.end(), lock) != inert_.end(); }
  bool events_up_to(std::size_t end, bool after);
  bool event(const ExecutionLog::Event&, bool after);
  bool operation(const TracedStep&);
  bool branch(const ExecutionLog::Event&);
  void fresh(Address begin, Address end);
  bool visit(const Visit&);
  bool visit(const Visit&, Address granule, std::uint8_t bytes);
  bool meet(const Past& past, const Visit&, Address granule, unsigned common, Cell& cell);
  bool touch(const Past& read, const Past& other, Address granule);
  bool touch_repeated(const Visit&, const Past& store, Address granule, const Cell&);
  bool fail(Obstacle::Kind, const Past& first, const Past& second, Address granule);
  void find_shared(std::size_t unchanged);
  void use(ThreadId, Address begin, std::uint64_t size);
  bool list_known(std::size_t unchanged);
  void share(Address begin, Address end);
  template <class F>
  bool each_line(Address begin, Address end, F visit);
  void list_events();
  void list_again(std::size_t unchanged);
  bool counts(const ExecutionLog::Event&);
  bool counts_again(const ExecutionLog::Event&);
  Cell& cell(Address granule);

  ExecutionLog& log_;
  const Flows* flows_;
  const bool shows_accesses_, leaves_out_locks_;
  Journal journal_;
  detect::Clocks clocks_;
  std::span<const TracedStep> steps_;
  std::span<const ObjectId> inert_;
  // Lines of memory that two threads use, or that hold something touched, in this execution or one before; only these
  // are looked at.
  tsl::robin_map<Address, std::uint16_t> owner_;
  tsl::robin_set<Address> looked_at_;
  struct Large {  // access; lines
    ThreadId thread;
    Address first, last;
    friend bool operator==(const Large&, const Large&) = default;
  };
  std::vector<Large> large_;
  // Accesses that were met before, a cache: each has one place.
  struct Known {
    Address address = 0;
    std::uint64_t size = 0;
    detect::LockSet locks = 0;
    ThreadId thread{};
    AccessKind access{};
    bool alone = false;
    bool counts = false;  // as long as so many lines are looked at:
    std::size_t lines = 0;
    bool is(const ExecutionLog::Event& e) const {
      return address == e.address && size == e.size && locks == e.locks && thread == e.thread && access == e.access &&
             alone == e.alone;
    }
  };
  struct Used {
    Address address = 0;
    std::uint64_t size = 0;
    ThreadId thread{};
    friend bool operator==(const Used&, const Used&) = default;
  };
  std::vector<Known> known_ = std::vector<Known>(1024);
  std::vector<Used> used_ = std::vector<Used>(1024);
  bool owners_changed_ = false;
  // 10 bits.
  static std::size_t place(const Used& u) {
    return ((u.address * 31 + u.size) * 31 + u.thread.value) * 0x9e3779b97f4a7c15u >> 54;
  }
  static std::size_t place(const ExecutionLog::Event& e) {
    const unsigned mixed = e.locks * 8 + static_cast<unsigned>(e.access) * 2 + (e.alone ? 1 : 0);
    return (((e.address * 31 + e.size) * 31 + mixed) * 31 + e.thread.value) * 0x9e3779b97f4a7c15u >> 54;
  }
  std::vector<std::uint32_t> listed_, widened_;  // events that count if nothing is touched; if something is
  std::size_t unchanged_ = 0;                    // events that count as in the execution before
  std::size_t lines_listed_ = 0;                 // how many lines were looked at then
  std::span<const std::uint32_t> relevant_;      // events, in their order: one of the two
  std::size_t next_ = 0;                         // of them
  tsl::robin_map<Address, std::uint32_t> index_;
  std::vector<Cell> cells_;
  std::size_t used_cells_ = 0;
  tsl::robin_set<std::uint32_t> touched_reads_, touched_stores_, touched_branches_;
  bool changed_ = false;  // more is touched than at the beginning of the pass
  Obstacle obstacle_;
  Throughout throughout_;
};

}  // namespace heddle
