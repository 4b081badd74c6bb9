// Would two accesses of this execution race if some mutexes ordered nothing? (pruning.h, inert locks) Asked at the end
// of each execution. Most of it is that of the one before, so it goes on from the last place that both have in common:
// what it knows is journalled, with marks in between.
//
// Most memory needs no clocks. What was used by one thread only, or never written, or by atomics only, or always under
// the same lock, cannot race in whatever order; nor can what a thread does while every other has been joined. So
// accesses to a granule are compared only from when they are suspect, that is, one of all executions so far was none of
// that; and then the execution is gone through from its beginning, once.
//
// Main functions: use; holds -> go_back, add.
#pragma once
#include <tsl/robin_map.h>
#include <tsl/robin_set.h>

#include <algorithm>
#include <span>
#include <vector>

#include "detect/clocks.h"
#include "detect/execution_log.h"
#include "support/journal.h"

namespace heddle {

class Throughout {
 public:
  static constexpr unsigned kGranule = 8, kLine = 512;

  explicit Throughout(ExecutionLog& log) : log_(log), clocks_(journal_) {}

  // An access that was made in an execution, and may not have been in those before. Those to these lines matter.
  void use(const ExecutionLog::Event&, const tsl::robin_set<Address>& lines);
  // `listed`: the events that count, in order; `unchanged`: so many events at the beginning are those of the execution
  // before, and count as they did there. Accesses are looked at where they touch these lines.
  bool holds(std::span<const std::uint32_t> listed, std::size_t unchanged, const tsl::robin_set<Address>& lines,
             std::span<const ObjectId> inert);

 private:
  struct Past {
    ThreadId thread{};
    AccessKind kind = AccessKind::Read;
    std::uint8_t bytes = 0;  // of the granule
    std::uint32_t clock = 0;
    detect::LockSet locks = 0;
  };
  struct Change {
    enum class Kind : std::uint8_t { Added, Renewed, Removed } kind;
    std::uint32_t cell, place;
    Past before;
  };
  struct Mark {  // all events before `event` have been added
    std::size_t event = 0;
    Journal::Mark journal = 0;
    std::size_t changes = 0;
  };
  static constexpr std::size_t kBetweenMarks = 8;  // events
  static constexpr std::uint32_t kNoCell = ~std::uint32_t{0};
  struct Use {  // of a granule, by all executions so far
    ThreadId thread{};
    bool several = false, written = false, plain = false;
    detect::LockSet common = detect::kEveryLock;
    std::uint32_t cell = kNoCell;  // of one that is suspect
  };

  void go_back(const Mark&);
  bool add(const ExecutionLog::Event&);
  bool add_access(const ExecutionLog::Event&);
  bool add_access(const ExecutionLog::Event&, std::uint32_t cell, std::uint8_t bytes);
  // Calls visit(granule) until it returns false.
  template <class F>
  static bool each_granule(const ExecutionLog::Event&, const tsl::robin_set<Address>& lines, F visit);
  void clear(Address begin, Address end);

  ExecutionLog& log_;
  Journal journal_;
  detect::Clocks clocks_;
  const tsl::robin_set<Address>* lines_ = nullptr;
  std::span<const ObjectId> inert_;
  tsl::robin_map<Address, Use> uses_;
  std::vector<std::vector<Past>> cells_;
  std::size_t compared_ = 0;  // cells, by the marks
  std::vector<Change> changes_;
  std::vector<Mark> marks_ = {Mark{}};  // the first one: the beginning
};

}  // namespace heddle
