// Remembers things once per interval instead of once per change. An interval is the time between two saves: a restore
// only ever goes back to the beginning of one, so of all the changes inside an interval the journal needs only what
// was there before the first.
//
// A thing that is remembered whole carries a stamp, the number of the interval in which that happened last. Stamps are
// not journalled. They would lie after a backtrack, when what they vouch for has left the journal; so the number of
// the open interval is itself a journalled variable (guard_): a backtrack takes it back, the next first() notices and
// opens an interval with a new number, and all old stamps are worth nothing.
//
// Mixing with single entries is right in any order: the journal is undone latest first, so a page remembered after
// some of its cells is brought back first, and then the cells.
#pragma once
#include <cstdint>

#include "support/journal.h"

namespace heddle::detect {

class IntervalLog {
 public:
  // After `singles` cells with their journal entries an interval prefers whole pages.
  explicit IntervalLog(Journal& journal, std::size_t singles = kSingles)
      : journal_(journal), single_bytes_(singles * kEntryBytes) {
    new_interval();
  }
  IntervalLog(const IntervalLog&) = delete;  // the journal knows where guard_ is
  IntervalLog& operator=(const IntervalLog&) = delete;

  // Must be called at each save, after or before the journal's mark is taken but with no change in between.
  void new_interval() {
    ++interval_;
    single_limit_ = journal_.mark() + single_bytes_;
  }

  // True: the thing with this stamp must be remembered now, before it changes. Then it is stamped.
  bool first(std::uint64_t& stamp) {
    if (!journal_.recording()) return false;
    if (guard_ != interval_) open();
    if (stamp == interval_) return false;
    stamp = interval_;
    return true;
  }
  // The thing with this stamp is in the journal already.
  bool remembered(std::uint64_t stamp) const { return stamp == interval_ && guard_ == interval_; }

  // So much was remembered in this interval that single entries cost more than whole pages.
  bool prefers_whole() const { return journal_.mark() > single_limit_; }

  Journal& journal() { return journal_; }

  static constexpr std::uint64_t kFirstInterval = 2;  // smaller stamps are free for other uses
  static constexpr std::size_t kSingles = 4096;

 private:
  static constexpr std::size_t kEntryBytes = 32;  // a cell and the journal's own words

  void open() {
    journal_.remember(guard_);
    guard_ = ++interval_;
  }

  Journal& journal_;
  const std::size_t single_bytes_;
  std::uint64_t interval_ = kFirstInterval;
  std::uint64_t guard_ = 0;
  Journal::Mark single_limit_ = 0;
};

}  // namespace heddle::detect
