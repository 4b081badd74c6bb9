// The vector-clock detector where every race is to be listed (heddle trace). An epoch as in vector_clock.h forgets an
// earlier read that happened before a later one; here the last read of each thread is kept (histories.h).
#pragma once
#include "detect/clocks.h"
#include "detect/history_detector.h"

namespace heddle {

namespace detect {

// A tag is the accessing thread's own clock.
struct ClockJudge : Clocks {
  explicit ClockJudge(Journal& journal) : Clocks(journal, ~std::uint32_t{0}) {}

  bool ordered(const Entry& e, ThreadId t) { return e.tag <= now(t)[e.thread]; }
  std::uint32_t tag(ThreadId t) { return own(t); }
  std::uint32_t renew(std::uint32_t, ThreadId t) { return own(t); }
  static std::uint32_t copy(std::uint32_t tag) { return tag; }
  void copy_object(ObjectId from, ObjectId to) { Clocks::copy(from, to); }
  static void drop(std::uint32_t) {}
  static std::uint32_t current(ThreadId) { return 0; }  // every access counts
  static void new_interval() {}
  static std::uint64_t key(const Entry& e) { return Clocks::key(e.thread, e.tag); }
};

}  // namespace detect

class VectorClockListing final : public detect::HistoryDetector<detect::ClockJudge> {
 public:
  explicit VectorClockListing(Journal& journal) : HistoryDetector(journal, detect::Keep::All, true) {}

  const char* name() const override { return "vector-clock"; }
  bool exact() const override { return true; }
};

}  // namespace heddle
