// The summary detector (Kim, Yavuz-Kahveci and Sanders 2009, section 3): thread t may access x iff x is in h(t). What
// is remembered of each byte stands in histories.h; h itself in summary_function.h.
//
// The paper remembers the last write of a location only, so a read followed by a write that is not ordered after it
// goes unseen, in C++ even over all executions. Here a read is remembered with a column of its own as well (read rows),
// which makes the detector exact; without them (Keep::NoReads) it is the paper's, and its silence proves nothing.
#pragma once
#include "detect/history_detector.h"
#include "detect/summary_function.h"

namespace heddle {

namespace detect {

// A tag is a column.
struct SummaryJudge : SummaryFunction {
  using SummaryFunction::SummaryFunction;

  bool ordered(const Entry& e, ThreadId t) { return contains(t, e.tag); }
  std::uint32_t tag(ThreadId t) { return use(t); }
  std::uint32_t copy(std::uint32_t tag) { return add_use(tag); }
  void drop(std::uint32_t tag) { drop_use(tag); }
  std::uint32_t current(ThreadId t) const { return open_column(t); }
  static std::uint64_t key(const Entry& e) { return e.tag; }
};

}  // namespace detect

class SummaryDetector final : public detect::HistoryDetector<detect::SummaryJudge> {
 public:
  SummaryDetector(Journal& journal, bool read_rows, bool list,
                  std::uint32_t patience = detect::SummaryFunction::kPatience)
      : HistoryDetector(journal, keep(read_rows, list), list, patience), read_rows_(read_rows) {}

  const char* name() const override { return "summary"; }
  bool exact() const override { return read_rows_; }
  std::uint32_t columns_made() const { return judge_.columns_made(); }

 private:
  static detect::Keep keep(bool read_rows, bool list) {
    if (!read_rows) return detect::Keep::NoReads;
    return list ? detect::Keep::All : detect::Keep::Enough;
  }

  const bool read_rows_;
};

}  // namespace heddle
